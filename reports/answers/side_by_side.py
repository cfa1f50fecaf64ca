"""Several arms side by side: a row each with what designers ask first, to be sorted as the reader likes."""

from __future__ import annotations

from collections.abc import Sequence

from analyses.measures.number import Number
from analyses.measures.vocabulary import WINNER_CHANGED
from reports.answers.overview import Overview, values_of
from reports.pages.parts import Cell, Table
from reports.words.findings import SHAPES
from reports.words.wording import MARKS, percent


def side_by_side(overview: Overview) -> Table:
    """The baseline and each arm, a row each: what a game has of each measure, and the change."""
    numbers = overview.asked_first
    settings = len(overview.settings) > 1
    rows = [_baseline_row(overview, numbers, settings)]

    for view in overview.views:
        at = [view.comparison.by_key.get(number.measure.key) for number in numbers]
        where = [Cell(overview.settings[view.setting])] if settings else []
        rows.append([Cell(view.arm.name), *where, *map(_arm_cell, at)])

    heading = ["rule", *["with"] * settings, *(number.measure.short for number in numbers)]
    caption = "What each rule makes of the game; below each number its change. A click on a heading sorts."
    return Table(caption, heading, rows, 1 + settings, is_sorted=True)


def _baseline_row(overview: Overview, numbers: Sequence[Number], settings: bool) -> list[Cell]:
    """What the baseline has, in the main setting."""
    where = [Cell(overview.settings[overview.main_setting])] if settings else []
    values = (
        Cell("") if number.measure.name == WINNER_CHANGED.name else Cell(values_of(number)[0])
        for number in numbers
    )
    return [Cell(overview.base), *where, *values]


def _arm_cell(number: Number | None) -> Cell:
    """The value under the rule, and below it the change; of another winner what luck alone gives."""
    if number is None:
        return Cell("–")
    _, after, change = values_of(number)
    if number.measure.name == WINNER_CHANGED.name:
        luck = percent(number.before) if number.before else "unknown"
        return Cell(after, _kept_together(f"luck alone: {luck}"))
    signs = f"{MARKS[number.verdict]}{KEPT}{SHAPES[number.sure]}"
    return Cell(after, f"{_kept_together(change)}{KEPT}{signs}")


KEPT = "\N{NO-BREAK SPACE}"
"""A space at which no line ends."""


def _kept_together(text: str) -> str:
    """A number with its interval, where a line may end between the two and nowhere in them."""
    value, bracket, interval = text.partition(" [")
    words = value.replace(" %", f"{KEPT}%")
    return f"{words}{bracket}{interval.replace(' ', KEPT)}"
