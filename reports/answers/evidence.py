"""The evidence of an answer: every number, changes in margins, who wins instead, and what pieces bring."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT
from analyses.measures.measure import Measure
from analyses.measures.number import Number
from analyses.measures.placements import pieces_of
from analyses.measures.vocabulary import competes
from analyses.measures.winners import NOBODY
from analyses.studies.study import Arm
from reports.answers.elsewhere import cell_of
from reports.answers.overview import Overview, values_of
from reports.answers.view import View, all_keys, certain
from reports.pages.parts import Cell, Picture, Table, picture
from reports.pictures.plots import dots, label_lines
from reports.pictures.style import ACCENT, Figure
from reports.words.findings import SHAPES
from reports.words.wording import capital, count
from simulate.io.files import Rows

FAR = 8.0
"""Margins beyond which a picture's axis is compressed."""


CHANGE = "change from A to B"


def anchor(overview: Overview, view: View, number: Number) -> str:
    """The name of the row of a number in the evidence."""
    return f"number-{overview.views.index(view) + 1}-{number.measure.key.replace(':', '-').replace('.', '-')}"


def margins_pictures(overview: Overview, arm: Arm | None = None) -> Iterator[Picture]:
    """Changes in multiples of their margins, a picture a view: what is farthest from nothing on top."""
    for view in overview.views if arm is None else overview.views_of(arm):
        numbers = sorted(view.comparison.changes, key=certain, reverse=True)
        name = f"{overview.label(view)}: " if len(overview.views) > 1 else ""
        sure = sum(number.verdict == DIFFERENT for number in numbers)
        larger = "is larger than its margin" if sure < 2 else "are larger than the margin"
        yield picture(
            partial(margins_drawn, numbers=numbers),
            capital(f"{name}{sure or 'none'} of {count(len(numbers), 'change')} {larger}"),
            f"Interval dots of {len(numbers)} changes, each divided by its margin. The tables have them.",
            "How much each number changes, in multiples of the smallest that matters: left less, right "
            "more. Line: where the truth lies (95 % sure of all). Shaded: too little to matter.",
        )


def margins_drawn(page: Figure, numbers: Sequence[Number]) -> Rows:
    """Every change divided by its margin, a dot with its interval."""
    known = [number for number in numbers if math.isfinite(number.estimate.low)]
    rows = {number.measure.short: [_in_margins(number)] for number in known}
    tall = max((len(label_lines(label)) for label in rows), default=1)
    page.set_figheight(0.7 + len(rows) * max(0.26, 0.16 * tall))
    axes = page.add_subplot()
    drawn = dots(axes, rows, {"change": ACCENT}, 1.0, margin=1.0)
    axes.tick_params(axis="y", labelsize=8.5)
    widest = max((abs(bound) for bound in axes.dataLim.intervalx), default=1.0)
    if widest > FAR:
        axes.set_xscale("symlog", linthresh=2.0, linscale=1.0)
        marks = (2, 10, 50) if widest < 100 else (2, 20, 200, 2000)  # closer ones would run into each other
        ticks = [t for t in marks if t <= max(10.0, widest)]
        axes.set_xticks([*(-t for t in reversed(ticks)), -1, 0, 1, *ticks])
        axes.xaxis.set_major_formatter(lambda x, _: f"{x:+g}" if x else "0")
        axes.minorticks_off()
    else:
        reach = max(1.3, widest * 1.05)
        axes.set_xlim(-reach, reach)
    axes.set_xlabel("change, in multiples of the smallest that matters")
    return drawn


def _in_margins(number: Number) -> Number:
    margins = Measure(number.measure.key, number.measure.words, 1.0, unit="margins", spec="+.1f")
    return Number(margins, number.estimate.times(1 / number.measure.margin))


def numbers(overview: Overview, view: View) -> Table:
    """Every number of a view."""
    rows = []
    for number in view.comparison.changes:
        before, after, _ = values_of(number)
        within = rounded_up(number.equivalent_within * number.measure.scale)
        needed, worth = number.games_needed, number.worth
        rows.append(
            [
                Cell(number.measure.short, anchor=anchor(overview, view, number)),
                Cell(before),
                Cell(after),
                cell_of(number),
                Cell(f"{SHAPES[number.sure]} {number.sure}"),
                Cell(f"{number.measure.margin * number.measure.scale:g}"),
                Cell(within),
                Cell(f"{float(f'{needed:.2g}'):,.0f}" if needed else ""),
                Cell(f"{worth:,.1f}" if worth else ""),
            ]
        )
    heading = ["", "A", "B", "B - A", "how sure", "margin", "alike within", "games", "pairing"]
    caption = (
        f"{capital(overview.label(view))}: A {view.base}, B {view.name}. Alike within: the smallest margin "
        "that would hold. Games: about how many would settle what is open. Pairing: so many times as many "
        "games without it."
    )
    return Table(caption, heading, rows)


def rounded_up(value: float) -> str:
    """A number in two digits, rounded up: no smaller margin would hold.

    >>> rounded_up(143.2), rounded_up(1.31), rounded_up(0.056)
    ('150', '1.4', '0.056')
    """
    if not 0 < value < math.inf:
        return f"{value:g}"
    step = 10.0 ** (math.floor(math.log10(value)) - 1)
    return f"{math.ceil(round(value / step, 6)) * step:,.9g}"


def by_players(overview: Overview, arm: Arm) -> Table:
    """Every change of an arm that is not alike everywhere: a column for each setting."""
    views = overview.views_of(arm)
    keys = all_keys([view.comparison for view in views])
    rows = []
    for key in keys:
        numbers = [view.comparison.by_key.get(key) for view in views]
        known = [number for number in numbers if number is not None]
        if any(number.verdict != EQUIVALENT for number in known):
            rows.append([Cell(known[0].measure.short), *map(cell_of, numbers)])
    alike = len(keys) - len(rows)
    left = f" Measures that stay alike are left out: {alike} of {len(keys)}." if alike else ""
    heading = [CHANGE, *(overview.settings[view.setting] for view in views)]
    return Table(f"{capital(arm.name)}.{left}", heading, rows)


def winners(views: Sequence[View], overview: Overview) -> list[Table]:
    """From whom to whom wins go."""
    tables = []
    for view in views:
        for moves in view.comparison.moves:
            n = int(moves.counts.sum())
            names = [_winner(name, moves.by) for name in moves.names]
            rows = [
                [Cell(name), *(Cell(f"{100 * k / n:.1f}") for k in moves.counts[i])]
                for i, name in enumerate(names)
            ]
            first, what = "wins under A", "Who wins"
            if not competes(view.comparison.base):
                names = ["lost" if name == NOBODY else "won" for name in moves.names]
                rows = [[Cell(name), *row[1:]] for name, row in zip(names, rows, strict=True)]
                first, what = "under A", "What is won"
            caption = f"{what} under A and under B, percent of games, {overview.label(view)}."
            tables.append(Table(caption, [first, *(f"{name} under B" for name in names)], rows))
    return tables


def _winner(name: str, by: str) -> str:
    return name if name in ("shared", "nobody") else f"{'team' if '+' in name else by} {name}"


PLACED = (
    "What one brings is what all of its kind brought over how many were placed, to the end of the game. "
    "Intervals hold for all kinds at once, but not together with the other changes of the page."
)


def pieces(views: Sequence[View], overview: Overview) -> list[Table]:
    """What each kind of piece brings under both rules, a table a view: what changes most, first."""
    tables = []
    for view in views:
        if not view.comparison.placed:  # a game may have no pieces at all
            continue
        kinds = pieces_of(view.comparison.base.game)
        rows = [
            [Cell(number.measure.name), *(Cell(value) for value in values_of(number)[:2]), cell_of(number)]
            for number in sorted(view.comparison.placed, key=certain, reverse=True)
        ]
        words = f"{capital(kinds.unit)} brought by one {kinds.noun}"
        caption = f"{words}, {overview.label(view)}; margin {kinds.margin:g}."
        tables.append(Table(caption, [kinds.noun, "A", "B", "B - A"], rows))
    return tables
