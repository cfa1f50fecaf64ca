"""The page of a sweep: the curve of each measure as a picture, and every number folded away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyses.shapes import Shape
from analyses.sweep import Line, Target
from reports.comparison import seeds_of
from reports.comparison_page import answered, note_of
from reports.depths import Depths
from reports.explore import explorer
from reports.findings import MEANS
from reports.parts import Cell, Picture, Section, Table, cell, picture
from reports.plots import COLOURS, DASHED, Rows, end_names, numbers, outer_labels, panels, quiet, sourced
from reports.strength import section
from reports.style import BAND, PAPER, QUIET
from reports.sweep import Sweep
from reports.words import capital, count, listed, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def page(sweep: Sweep, runs: Sequence[str], shapes: Sequence[Sequence[Shape]]) -> str:
    """One self-contained HTML file; `shapes` are the games of each line at each value, if they are known."""
    about = [
        f"{count(sweep.told[0].points[0].comparison.n)} each",
        f"{listed(dict.fromkeys(str(x.players) for x in sweep.lines))} players",
        listed(dict.fromkeys(x.policy for x in sweep.lines)),
        seeds_of(sweep.lines[0].points[0].comparison),
    ]
    how = "Every value is compared with the standard game; all other rules are the same."
    comparisons = [point.comparison for line in sweep.lines for point in line.points]
    with sourced(title(sweep.plan), *about):
        curves = sections(sweep)
    against = [section(list(sweep.strength.values()))] if sweep.rungs else []
    depths = Depths(
        sweep.question, about, sweep.finding, Section("", [], curves[0].items), sweep.findings, sweep.notes,
        [*curves[1:], *against, _numbers(sweep)], MEANS, note_of(comparisons),
        explorer(sweep, shapes) if shapes else None,
    )  # fmt: skip
    return answered(depths, comparisons, how, sweep.command, runs)


def sections(sweep: Sweep) -> list[Section]:
    """A section a measure, with its curve."""
    found = []
    for key in sweep.keys:
        measure = sweep.measure(key)
        mine = sweep.target if sweep.target and sweep.target.measure.key == key else None
        items: list[Picture | Table] = [_curve(sweep, key, mine)]
        if mine and len(sweep.lines) > 1:
            rows = [[Cell(sweep.name(line)), Cell(sweep.where(line))] for line in sweep.lines]
            items.append(Table(f"Where it is {sweep.wanted}.", ["", sweep.axis.name], rows, 2))
        found.append(Section(capital(measure.label), [], items))
    return found


def _numbers(sweep: Sweep) -> Section:
    """Every measure at every value."""
    return Section(
        "All numbers", [], [_table(sweep, line, key) for key in sweep.keys for line in sweep.lines]
    )


def _curve(sweep: Sweep, key: str, target: Target | None) -> Picture:
    measure = sweep.measure(key)
    return picture(
        lambda page: curve_drawn(page, sweep, key, target),
        sweep.finding_of(key).text.removesuffix("."),
        f"Curve of {measure.label} along {sweep.axis.name}. The tables have the numbers.",
        f"{capital(measure.short)} against {sweep.axis.name}, with a band that holds at all points at "
        "once. Ringed: the standard game.",
    )


def _table(sweep: Sweep, line: Line, key: str) -> Table:
    """The numbers of a curve."""
    rows = [[Cell(row[0]), cell(row[1]), cell(row[2]), Cell(row[3])] for row in sweep.rows(line, key)]
    where = f", {sweep.name(line)}" if sweep.name(line) else ""
    return Table(
        f"{capital(sweep.measure(key).short)}{where}.",
        ["", "value", "against the standard", ""],
        rows,
    )


def curve_drawn(page: Figure, sweep: Sweep, key: str, target: Target | None) -> Rows:
    """A measure along the axis, a line with its band for each setting; the standard game is ringed."""
    players = list(dict.fromkeys(line.players for line in sweep.lines))
    names = list(dict.fromkeys(sweep.name(line, False) for line in sweep.lines))
    rows = -(-len(players) // 2)
    page.set_figheight(0.4 + 2.2 * rows)
    scale, xs = sweep.measure(key).scale, sweep.axis.numbers
    at = list(xs) if xs is not None else list(range(len(sweep.axis.values)))
    found = (
        panels(page, players, 2, share_y=False) if len(players) > 1 else [(players[0], page.add_subplot())]
    )
    for table, axes in found:
        mine = [line for line in sweep.lines if line.players == table]
        for line in mine:
            colour = COLOURS[names.index(sweep.name(line, False)) % len(COLOURS)]
            _line_drawn(axes, line, key, scale, at, colour)
        if target is not None:
            _wanted_drawn(axes, sweep, mine, target, at)
        if len(names) > 1:
            ends = {sweep.name(line, False): line.points[-1].value(key).value * scale for line in mine}
            end_names(
                page,
                axes,
                {name: (y, COLOURS[names.index(name) % len(COLOURS)]) for name, y in ends.items()},
                at[-1],
            )
        axes.set_xticks(at, sweep.axis.values)
        quiet(axes, "y", "both")
    outer_labels([axes for _, axes in found], sweep.axis.name)
    return [
        {
            "setting": sweep.name(line),
            sweep.axis.name: point.values[0],
            **numbers(point.value(key).times(scale)),
        }
        for line in sweep.lines
        for point in line.points
    ]


def _wanted_drawn(
    axes: Axes, sweep: Sweep, lines: Sequence[Line], target: Target, at: Sequence[float]
) -> None:
    """The target, and behind it where a single line surely crosses it."""
    height = target.value * target.measure.scale
    axes.axhline(height, color=QUIET, linewidth=1, linestyle=DASHED)
    axes.annotate(
        "wanted", (1, height), xycoords=("axes fraction", "data"), xytext=(0, 3),
        textcoords="offset points", ha="right", fontsize=8.5, color=QUIET,
    )  # fmt: skip
    for one in sweep.found(lines[0]) if len(lines) == 1 else ():
        low, high = (end if end is not None else at[i] for end, i in ((one.low, 0), (one.high, -1)))
        axes.axvspan(low, high, color=BAND, zorder=0, linewidth=0)


def _line_drawn(axes: Axes, line: Line, key: str, scale: float, at: Sequence[float], colour: str) -> None:
    shown = [point.value(key).times(scale) for point in line.points]
    axes.fill_between(
        at, [e.low for e in shown], [e.high for e in shown], color=colour, alpha=0.16, linewidth=0
    )
    axes.plot(at, [e.value for e in shown], color=colour, linewidth=1.6, marker="o", markersize=4)
    for x, point, estimate in zip(at, line.points, shown, strict=True):
        if point.standard:
            axes.plot(
                x,
                estimate.value,
                "o",
                color=PAPER,
                markeredgecolor=colour,
                markersize=8,
                markeredgewidth=1.6,
            )
