"""The curves of an answer as pictures, tables, and a slider."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import cycle
from textwrap import fill

from analyses.estimates.estimate import Estimate
from analyses.questions.curve import Axis, Crossing, Line
from reports.answers.curve import Curve
from reports.answers.explore import Explorer, explorer
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
)
from reports.pictures.style import BAND, QUIET, SERIES, Axes, Figure
from reports.words.phrases import in_words
from reports.words.reach import Reached
from reports.words.wording import capital
from simulate.io.files import Rows

ROOM = 48
"""Letters that fit side by side below a curve."""

OF_VALUES = "Intervals of the values themselves hold for all values of one measure at once."


def curve_sections(curve: Curve) -> list[Section]:
    """A section a measure, with its curve; that of the answer first."""
    found = []
    for key in curve.ordered_keys:
        measure = curve.measure(key)
        mine = curve.reach if curve.reach and curve.reach.key == key else None
        items: list[Picture | Table] = [_curve(curve, key, mine)]
        if mine and len(mine.lines) > 1:
            rows = [
                [Cell(name), Cell(f"{mine.place_words(name)} ({mine.reaches[name].sure})")]
                for name in mine.lines
            ]
            items.append(Table(f"Where it is {mine.target_words}.", ["", curve.axis.name], rows, 2))
        found.append(Section(capital(measure.label), [], items))
    return found


def numbers_of_curve(curve: Curve) -> Section:
    """Every number of all curves."""
    tables = []
    for key in curve.ordered_keys:
        for line in curve.all_lines:
            rows = [
                [Cell(row[0]), cell(row[1]), cell(row[2]), Cell(row[3]), Cell(row[4])]
                for row in curve.rows(line, key)
            ]
            where = f", {curve.name(line)}" if curve.name(line) else ""
            heading = ["", "value", f"against the {curve.baseline}", "", ""]
            tables.append(Table(f"{capital(curve.measure(key).short)}{where}.", heading, rows))
    return Section("All numbers", [OF_VALUES], tables)


def explorer_of(curve: Curve) -> Explorer | None:
    """The slider that leads from value to value, where the games are known."""
    shapes = curve.outcome.shapes
    if not shapes:
        return None
    by_line = [[shapes[setting, value] for value in curve.axis.values] for setting in curve.lines_of]
    return explorer(curve, by_line)


def _curve(curve: Curve, key: str, reach: Reached | None) -> Picture:
    measure = curve.measure(key)
    shaded = ""
    if reach is not None and any(_shaded(curve, reach, mine) for mine in _panels(curve).values()):
        shaded = f" Shaded: where it may reach {reach.target_words}."
    ringed = f" Ringed: {curve.compared_with}." if curve.has_standard else ""
    truth = "Upright lines" if curve.axis.has_gaps else "Band"
    joined = " The thin line only joins what was played." if _joins_over_gaps(curve) else ""
    return picture(
        lambda page: curve_drawn(page, curve, key, reach),
        curve.finding_of(key).text.removesuffix("."),
        f"Curve of {measure.label} along {curve.axis.name}. The tables have the numbers.",
        f"{capital(measure.short)} by {curve.axis.name}. "
        f"{truth}: where the truth lies (95 % sure of all points at once).{joined}{ringed}{shaded}",
    )


def _joins_over_gaps(curve: Curve) -> bool:
    """Whether a curve leads over values that nobody played, so that it has no band there."""
    return curve.axis.numbers is not None and curve.axis.has_gaps


def curve_drawn(page: Figure, curve: Curve, key: str, reach: Reached | None) -> Rows:
    """A measure along the axis, a line with its band for each setting; the baseline is ringed.

    Values that are words have no order: each has its interval, and no line leads from one to the next. Over
    values that nobody played leads a thin line, without a band.
    """
    lines = _panels(curve)
    players = list(lines)
    names = list(dict.fromkeys(curve.name(line, False) for line in curve.all_lines))
    colours = dict(zip(names, cycle(COLOURS), strict=False))
    again = {name: f"{name}, dashed" for name in names[len(SERIES) :]}
    columns = 1 if curve.axis.numbers is None else 2  # words below a panel need its width
    rows = -(-len(players) // columns)
    page.set_figheight(0.4 + 2.2 * rows)
    scale, xs = curve.measure(key).scale, curve.axis.numbers
    at = list(xs) if xs is not None else list(range(len(curve.axis.values)))
    found = (
        panels(page, players, columns, share_y=False)
        if len(players) > 1
        else [(players[0], page.add_subplot())]
    )
    for table, axes in found:
        mine = lines[table]
        for line in mine:
            name = curve.name(line, False)
            shown = [point.estimate(key).times(scale) for point in line.points]
            places, colour = at, colours[name]
            if xs is None:
                aside = (names.index(name) - (len(names) - 1) / 2) * 0.5 / len(names)
                places = [x + aside for x in at]
                _intervals_drawn(axes, places, shown, colour)
                axes.set_xlim(-0.5, len(at) - 0.5)
            elif _joins_over_gaps(curve):
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
            _wanted_drawn(axes, reach, _shaded(curve, reach, mine), at)
        if len(colours) > 1:
            ends = {curve.name(line, False): line.points[-1].estimate(key).value * scale for line in mine}
            named = {again.get(name, name): (y, colours[name]) for name, y in ends.items()}
            end_names(page, axes, named, at[-1] + (xs is None) * 0.3)
        axes.set_xticks(at, _tick_labels(curve.axis) if xs is not None else _words_of(curve))
        quiet(axes, "y", "both")
    outer_labels([axes for _, axes in found], curve.axis.name, columns)
    axis = curve.axis.name
    return [
        {"setting": curve.name(line), axis: point.value, **numbers(point.estimate(key).times(scale))}
        for line in curve.all_lines
        for point in line.points
    ]


def _tick_labels(axis: Axis) -> list[str]:
    """The values of an axis of numbers below a curve; one too near to that before it is left out."""
    assert axis.numbers is not None
    longest = max(map(len, axis.values)) + 1
    least = (axis.numbers[-1] - axis.numbers[0]) * longest / ROOM
    labels, last = [], -math.inf
    for x, value in zip(axis.numbers, axis.values, strict=True):
        labels.append(value if x - last >= least else "")
        last = x if labels[-1] else last
    return labels


def _words_of(curve: Curve) -> list[str]:
    """The values of an axis that are words, to stand side by side below it."""
    room = ROOM // len(curve.axis.values)
    return [fill(in_words(word), room) for word in curve.axis.words]


def _panels(curve: Curve) -> dict[int, list[Line]]:
    """The lines by number of players: each has a panel."""
    found: dict[int, list[Line]] = {}
    for line in curve.all_lines:
        found.setdefault(line.players, []).append(line)
    return found


def _shaded(curve: Curve, reach: Reached, lines: Sequence[Line]) -> Sequence[Crossing]:
    """Where the only line of a panel may cross the target; of several nothing is shaded."""
    return reach.reaches[curve.name(lines[0])].places if len(lines) == 1 else ()


def _wanted_drawn(axes: Axes, reach: Reached, shaded: Sequence[Crossing], at: Sequence[float]) -> None:
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
