"""Pictures of before and after: a measure on the game's own axis, under both rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyses.estimates.estimate import Estimate
from analyses.measures.measure import Measure
from analyses.measures.number import Number
from reports.pictures.plots import DASHED, end_names, label_lines, numbers, quiet, striped
from reports.pictures.style import ACCENT, PAPER, QUIET, Axes, Figure
from reports.words.phrases import in_words
from simulate.io.files import Rows

MOST_PANELS = 4
"""Measures that the first picture of one comparison shows."""

APART = 0.17
"""How far A lies above the middle of a row, and B below."""


@dataclass(frozen=True)
class Row:
    """A row of a panel: its name, and the number that it shows before and after."""

    name: str
    number: Number


def before_after_drawn(page: Figure, panels: Mapping[str, Sequence[Row]]) -> Rows:
    """A panel a measure, each with its own axis; in each row A hollow and B filled, with their intervals."""
    heights = [max(1, len(rows)) for rows in panels.values()]
    page.set_figheight(sum(0.62 + 0.34 * height for height in heights))
    grid = page.subplots(len(panels), 1, squeeze=False, height_ratios=[0.5 + height for height in heights])
    drawn: Rows = []
    for axes, (measure, rows) in zip(grid[:, 0], panels.items(), strict=True):
        axes.set_title("\n".join(label_lines(measure)), fontsize=9.5, loc="left", pad=4)
        for at, row in enumerate(rows):
            striped(axes, at)
            for side, value in (("A", row.number.before), ("B", row.number.after)):
                if value is not None:
                    shown = value.times(row.number.measure.scale)
                    _mark_drawn(axes, at + (-APART if side == "A" else APART), shown, side)
                    drawn.append({"measure": measure, "": row.name, "side": side, **numbers(shown)})
        names = ["\n".join(label_lines(row.name)) if row.name else "" for row in rows]
        axes.set_yticks(range(len(rows)), names)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.margins(x=0.08)
        quiet(axes, "x", "y")
    return drawn


def _mark_drawn(axes: Axes, y: float, value: Estimate, side: str) -> None:
    """A value with its interval and its letter: hollow before, filled after."""
    colour = QUIET if side == "A" else ACCENT
    axes.plot([value.low, value.high], [y, y], color=colour, linewidth=1.7, solid_capstyle="butt")
    fill = PAPER if side == "A" else colour
    axes.plot(value.value, y, "o", color=fill, markeredgecolor=colour, markersize=6.5, markeredgewidth=1.5)
    place = (max(value.value, value.high), y)
    axes.annotate(
        side, place, (5, 0), textcoords="offset points", va="center_baseline", fontsize=8.5, color=colour
    )


def by_players_drawn(page: Figure, measure: Measure, by_players: Mapping[int, Number]) -> Rows:
    """A measure under both rules with each number of players: a line each."""
    page.set_figheight(2.6)
    axes = page.add_subplot()
    drawn: Rows = []
    ends = {}
    players = list(by_players)
    for side, colour, look in (("A", QUIET, DASHED), ("B", ACCENT, "solid")):
        values = [
            value.times(measure.scale)
            for number in by_players.values()
            if (value := number.before if side == "A" else number.after) is not None
        ]
        axes.vlines(players, [v.low for v in values], [v.high for v in values], color=colour, linewidth=1.7)
        axes.plot(players, [v.value for v in values], color=colour, linewidth=1.4, linestyle=look, marker="o")
        ends[side] = (values[-1].value, colour)
        drawn += [{"players": p, "side": side, **numbers(v)} for p, v in zip(players, values, strict=True)]
    axes.set_xticks(players)
    axes.set_xlabel(in_words("players"))
    quiet(axes, "y", "both")
    end_names(page, axes, ends, players[-1])
    return drawn
