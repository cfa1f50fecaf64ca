"""The page of a sweep: the curve of each measure as a picture, and every number folded away."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import cycle
from textwrap import fill

from analyses.estimates.estimate import Estimate
from analyses.questions.sweep import Axis, Crossing, Line
from analyses.runs.shapes import Shape
from reports.answers.comparison_page import answered, answered_by, note_of, rules_told
from reports.answers.explore import explorer
from reports.answers.strength import section
from reports.answers.sweep import Sweep
from reports.pages.depths import Depths
from reports.pages.parts import Cell, Picture, Section, Table, cell, picture
from reports.pictures.plots import (
    COLOURS,
    DASHED,
    annotate,
    banded,
    end_names,
    numbers,
    outer_labels,
    panels,
    quiet,
    ring,
    sourced,
)
from reports.pictures.style import BAND, QUIET, SERIES, Axes, Figure
from reports.words.findings import MEANS
from reports.words.phrases import in_words
from reports.words.reach import Reach
from reports.words.wording import capital, game_words, title
from simulate.io.files import Rows

ROOM = 48
"""Letters that fit side by side below a curve."""

OF_VALUES = "Intervals of the values themselves hold for all values of one measure at once."


def page(sweep: Sweep, kept: str, shapes: Sequence[Sequence[Shape]]) -> str:
    """One self-contained HTML file; `kept` says where all numbers are.

    `shapes` are the games of each line at each value, if they are known.
    """
    with_what = ", ".join(dict.fromkeys([sweep.compared_with, game_words(sweep.plan)]))
    if len(sweep.axes) > 1:
        with_what = f"the baseline of its curve, which has the standard {sweep.axis.name}"
    how = f"Every value is compared with {with_what}; all other rules are the same."
    if sweep.reach:
        how += f" Where a curve is {sweep.reach.wanted} is read off all games, as the tables are."
        how += " Nothing is taken to hold between two values that were played."
    comparisons = [point.comparison for line in sweep.lines for point in line.points]
    with sourced(title(sweep.plan), *sweep.about):
        curves = sections(sweep)
    against = [section(list(sweep.strength.values()))] if sweep.rungs else []
    told = [*rules_told(comparisons), *answered_by(sweep.rungs)]
    every = [_table(sweep, line, key) for key in sweep.ordered for line in sweep.lines]
    depths = Depths(
        sweep.question, sweep.about, sweep.finding,
        Section("", told, curves[0].items), sweep.findings, sweep.notes,
        [*curves[1:], *against, Section("All numbers", [OF_VALUES], every)], MEANS, note_of(comparisons),
        explorer(sweep, shapes) if shapes else None,
    )  # fmt: skip
    return answered(depths, comparisons, how, sweep.command, kept)


def sections(sweep: Sweep) -> list[Section]:
    """A section a measure, with its curve; that of the answer first."""
    found = []
    for key in sweep.ordered:
        measure = sweep.measure(key)
        mine = sweep.reach if sweep.reach and sweep.reach.key == key else None
        items: list[Picture | Table] = [_curve(sweep, key, mine)]
        if mine and len(mine.lines) > 1:
            rows = [[Cell(name), Cell(mine.where(name))] for name in mine.lines]
            items.append(Table(f"Where it is {mine.wanted}.", ["", sweep.axis.name], rows, 2))
        found.append(Section(capital(measure.label), [], items))
    return found


def _curve(sweep: Sweep, key: str, reach: Reach | None) -> Picture:
    measure = sweep.measure(key)
    shaded = ""
    if reach is not None and any(_shaded(sweep, reach, mine) for mine in _panels(sweep).values()):
        shaded = f" Shaded: where it may reach {reach.wanted}."
    ringed = f" Ringed: {sweep.compared_with}." if sweep.has_standard else ""
    truth = "Upright lines" if sweep.axis.has_gaps else "Band"
    joined = " The thin line only joins what was played." if _joins_over_gaps(sweep) else ""
    return picture(
        lambda page: curve_drawn(page, sweep, key, reach),
        sweep.finding_of(key).text.removesuffix("."),
        f"Curve of {measure.label} along {sweep.axis.name}. The tables have the numbers.",
        f"{capital(measure.short)} by {sweep.axis.name}. "
        f"{truth}: where the truth lies (95 % sure of all points at once).{joined}{ringed}{shaded}",
    )


def _joins_over_gaps(sweep: Sweep) -> bool:
    """Whether a curve leads over values that nobody played, so that it has no band there."""
    return sweep.axis.numbers is not None and sweep.axis.has_gaps


def _table(sweep: Sweep, line: Line, key: str) -> Table:
    """The numbers of a curve."""
    rows = [[Cell(row[0]), cell(row[1]), cell(row[2]), Cell(row[3])] for row in sweep.rows(line, key)]
    where = f", {sweep.name(line)}" if sweep.name(line) else ""
    heading = ["", "value", f"against the {sweep.baseline}", ""]
    return Table(f"{capital(sweep.measure(key).short)}{where}.", heading, rows)


def curve_drawn(page: Figure, sweep: Sweep, key: str, reach: Reach | None) -> Rows:
    """A measure along the axis, a line with its band for each setting; the baseline is ringed.

    Values that are words have no order: each has its interval, and no line leads from one to the next. Over
    values that nobody played leads a thin line, without a band.
    """
    lines = _panels(sweep)
    players = list(lines)
    names = list(dict.fromkeys(sweep.name(line, False) for line in sweep.lines))
    colours = dict(zip(names, cycle(COLOURS), strict=False))
    again = {name: f"{name}, dashed" for name in names[len(SERIES) :]}
    columns = 1 if sweep.axis.numbers is None else 2  # words below a panel need its width
    rows = -(-len(players) // columns)
    page.set_figheight(0.4 + 2.2 * rows)
    scale, xs = sweep.measure(key).scale, sweep.axis.numbers
    at = list(xs) if xs is not None else list(range(len(sweep.axis.values)))
    found = (
        panels(page, players, columns, share_y=False)
        if len(players) > 1
        else [(players[0], page.add_subplot())]
    )
    for table, axes in found:
        mine = lines[table]
        for line in mine:
            name = sweep.name(line, False)
            shown = [point.value(key).times(scale) for point in line.points]
            places, colour = at, colours[name]
            if xs is None:
                aside = (names.index(name) - (len(names) - 1) / 2) * 0.5 / len(names)
                places = [x + aside for x in at]
                _intervals_drawn(axes, places, shown, colour)
                axes.set_xlim(-0.5, len(at) - 0.5)
            elif _joins_over_gaps(sweep):
                _intervals_drawn(axes, places, shown, colour)
                look = DASHED if name in again else "solid"
                axes.plot(at, [e.value for e in shown], color=colour, linewidth=0.6, linestyle=look)
            else:
                look = DASHED if name in again else "solid"
                banded(axes, at, shown, colour, linewidth=1.6, linestyle=look, marker="o", markersize=4)
            for x, point, estimate in zip(places, line.points, shown, strict=True):
                if point.standard:
                    ring(axes, x, estimate.value, colour, 8)
        if reach is not None:
            _wanted_drawn(axes, reach, _shaded(sweep, reach, mine), at)
        if len(colours) > 1:
            ends = {sweep.name(line, False): line.points[-1].value(key).value * scale for line in mine}
            named = {again.get(name, name): (y, colours[name]) for name, y in ends.items()}
            end_names(page, axes, named, at[-1] + (xs is None) * 0.3)
        axes.set_xticks(at, _below(sweep.axis) if xs is not None else _words_of(sweep))
        quiet(axes, "y", "both")
    outer_labels([axes for _, axes in found], sweep.axis.name, columns)
    axis = sweep.axis.name
    return [
        {"setting": sweep.name(line), axis: point.values[0], **numbers(point.value(key).times(scale))}
        for line in sweep.lines
        for point in line.points
    ]


def _below(axis: Axis) -> list[str]:
    """The values of an axis of numbers below a curve; one too near to that before it is left out."""
    assert axis.numbers is not None
    longest = max(map(len, axis.values)) + 1
    least = (axis.numbers[-1] - axis.numbers[0]) * longest / ROOM
    labels, last = [], -math.inf
    for x, value in zip(axis.numbers, axis.values, strict=True):
        labels.append(value if x - last >= least else "")
        last = x if labels[-1] else last
    return labels


def _words_of(sweep: Sweep) -> list[str]:
    """The values of an axis that are words, to stand side by side below it."""
    room = ROOM // len(sweep.axis.values)
    return [fill(in_words(word), room) for word in sweep.axis.words]


def _panels(sweep: Sweep) -> dict[int, list[Line]]:
    """The lines by number of players: each has a panel."""
    found: dict[int, list[Line]] = {}
    for line in sweep.lines:
        found.setdefault(line.players, []).append(line)
    return found


def _shaded(sweep: Sweep, reach: Reach, lines: Sequence[Line]) -> Sequence[Crossing]:
    """Where the only line of a panel may cross the target; of several nothing is shaded."""
    name = sweep.name(lines[0])
    return reach.found[name] if len(lines) == 1 and not reach.hardly(name) else ()


def _wanted_drawn(axes: Axes, reach: Reach, shaded: Sequence[Crossing], at: Sequence[float]) -> None:
    """The target, and behind it where a line may cross it."""
    height = reach.target.value * reach.target.measure.scale
    axes.axhline(height, color=QUIET, linewidth=1, linestyle=DASHED)
    across = "axes fraction", "data"
    annotate(axes, "wanted", (0, height), (4, 3), xycoords=across, fontsize=8.5, color=QUIET)
    for one in shaded:
        low, high = (end if end is not None else at[i] for end, i in ((one.low, 0), (one.high, -1)))
        axes.axvspan(low, high, color=BAND, zorder=0, linewidth=0)


def _intervals_drawn(axes: Axes, at: Sequence[float], shown: Sequence[Estimate], colour: str) -> None:
    axes.vlines(at, [e.low for e in shown], [e.high for e in shown], color=colour, linewidth=1.7)
    axes.plot(at, [e.value for e in shown], "o", color=colour, markersize=5)
