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
    """The baseline and each arm in the main setting, a row each: each measure, and its change."""
    numbers = overview.asked_first
    rows = [_baseline_row(overview, numbers)]

    for view in map(overview.view, overview.arms):
        changes = [view.comparison.by_key.get(number.measure.key) for number in numbers]
        elsewhere = view.setting != overview.main_setting
        where = f", {overview.settings[view.setting]}" if elsewhere else ""
        rows.append([Cell(f"{view.arm.name}{where}"), *map(_arm_cell, changes)])

    heading = ["rule", *(number.measure.short for number in numbers)]
    at = f" ({overview.settings[overview.main_setting]})" if len(overview.settings) > 1 else ""
    told = f"What each rule makes of the game{at}; below each number its change."
    return Table(f"{told} A click on a heading sorts.", heading, rows, is_sorted=True)


def _baseline_row(overview: Overview, numbers: Sequence[Number]) -> list[Cell]:
    """What the baseline has."""
    values = (
        Cell("") if number.measure.name == WINNER_CHANGED.name else Cell(values_of(number)[0])
        for number in numbers
    )
    return [Cell(overview.base), *values]


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
