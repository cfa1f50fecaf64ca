"""The dice of the study of numbers: sums against their law, and how long numbers stay away."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from analyses.estimates.arrays import Whole
from analyses.estimates.critical import LEVEL
from analyses.estimates.estimate import DIFFERENT, Estimate
from analyses.estimates.samples import exact, frequency_of
from analyses.estimates.samples import mean_of as mean_over
from analyses.games.dice import LAW, SUMS, Dice, longest_drought, mean_of, silence
from analyses.measures.number import Number
from analyses.studies.declared import Declared, Row
from analyses.studies.numbers.laws import (
    DiceSums,
    Fit,
    Picked,
    Strays,
    fit,
    fit_by_games,
    gather,
    last_rolls,
    naive_fit,
    off_by,
    read_sums,
    shares,
)
from simulate.store.runs import Run

TENS = 7
"""Groups of ten turns by which rolls are looked at; the last has all that follow."""

PHASES = {"rounds 1-5": (0, 5), "rounds 6-12": (5, 12), "rounds 13+": (12, 10**6)}
"""Beginning, middle and end. Counted from the start, since the last rolls are not by lot (`last_rolls`)."""

BEST = 6
"""The number that the chance of silence is told of; 8 has the same."""

SILENCES = (6, 9, 12, 16, 20, 24, 30)
"""Turns for which the best number may stay away from the start."""

LONG = 20
"""Turns that make a drought long."""

ALL, LAST = "all", "last_roll"


def groups_of(players: int) -> dict[str, Picked]:
    """The groups of turns whose rolls are tested; all are picked before a roll is seen."""
    groups: dict[str, Picked] = {ALL: lambda turn: True}
    for ten in range(TENS):
        name = f"turns {10 * ten + 1}-{10 * ten + 10}" if ten < TENS - 1 else f"turns {10 * ten + 1}+"
        groups[name] = lambda turn, ten=ten: min(turn // 10, TENS - 1) == ten  # type: ignore[misc]
    for seat in range(players):
        groups[f"seat {seat + 1}"] = lambda turn, seat=seat: turn % players == seat  # type: ignore[misc]
    for name, (first, end) in PHASES.items():
        groups[name] = lambda turn, a=first, b=end: a <= turn // players < b  # type: ignore[misc]
    return groups


# --- sums of the games that are won


def sums(study: Declared, players: int, runs: Mapping[str, Run]) -> Iterator[Number]:
    """The sums of two dice and of cards against their law, in every group of turns."""
    for way, run in runs.items():
        table, dice = read_sums(run), Dice(run.plan.options.dice == "deck36")
        groups = gather(table, dice, groups_of(players))
        if not dice.deck:
            groups[LAST] = last_rolls(table)
        for name, strays in groups.items():
            here = study.row("fits", players=players, way=way, group=name)
            yield from against_law(here, strays, dice.deck)


def against_law(place: Row, strays: Strays, deck: bool) -> Iterator[Number]:
    """Each sum's share and how far it lies from what was to be expected; then all in one test."""
    seen = shares(strays.counts, strays.rolls)
    off = off_by(strays)
    rolls = max(int(strays.rolls.sum()), 1)
    for i, number in enumerate(SUMS):
        here = place.narrow("sums", number=number)
        yield here("share", seen[i])
        expected = float(strays.expected[:, i].sum()) / rolls if deck else float(LAW[i])
        yield here("expected", exact(expected))
        yield here("difference", off[i])
    yield place("rolls", exact(float(strays.rolls.sum())))
    yield max((place("worst", one) for one in off), key=_farthest)
    tests: tuple[tuple[str, Fit], ...] = (("law", fit(strays)), ("games", fit_by_games(strays)))
    for name, found in (*tests, *((("as_if_two_dice", naive_fit(strays)),) if deck else ())):
        yield place(f"{name}_chi_square", number_of_test(found, found.statistic, strays))
        yield place(f"{name}_p", number_of_test(found, found.p, strays))


def _farthest(off: Number) -> tuple[bool, float]:
    """How far a sum may lie off; before all, whether it surely lies beyond the margin."""
    return off.verdict == DIFFERENT, max(abs(off.estimate.low), abs(off.estimate.high))


def number_of_test(found: Fit, value: float, strays: Strays) -> Estimate:
    """A number of a test, which has no interval."""
    method = f"chi-square, {found.degrees} degrees of freedom"
    return Estimate(value, -math.inf, math.inf, LEVEL, len(strays.rolls), method)


# --- droughts and silence, in games of a fixed number of rolls


@dataclass(frozen=True)
class Fixed:
    """Games of dice alone, and the law that they follow."""

    name: str
    dice: Dice
    sums: DiceSums

    @property
    def turns(self) -> int:
        """Of every game."""
        return self.sums.shape[1]


def alone(study: Declared, runs: Mapping[str, Run]) -> Iterator[Number]:
    """Dice alone: nobody can win, so every game has the same number of rolls and nothing selects them."""
    for way in study.lists["dice"]:
        run = runs[way.name]
        dice = Dice(way.dice == "deck36", way.left, way.no_seven * run.plan.players)
        fixed = Fixed(way.name, dice, read_sums(run))
        strays = gather(fixed.sums, fixed.dice, {ALL: lambda turn: True})[ALL]
        here = study.row("fits", players=0, way=way.name, group=ALL)
        yield from against_law(here, strays, fixed.dice != Dice())
        yield from _droughts(study, fixed)
        yield from _silences(study, fixed)


def _droughts(study: Declared, fixed: Fixed) -> Iterator[Number]:
    laws: dict[int, list[float]] = {}
    for number in SUMS:
        mirrored = min(number, 14 - number)  # has as many ways
        if mirrored not in laws:
            laws[mirrored] = longest_drought(fixed.dice, mirrored, fixed.turns).tolist()
        law = np.array(laws[mirrored])
        seen = longest_droughts(fixed.sums, number)
        here = study.row("droughts", way=fixed.name, number=number)
        yield here("mean_exact", exact(mean_of(law)))
        yield here("mean", mean_over(seen))
        yield here("difference", mean_over(seen).minus(mean_of(law)))
        yield here("long_exact", exact(float(law[LONG:].sum())))
        yield here("long", frequency_of(seen >= LONG))
        if number == BEST:
            for length in range(fixed.turns + 1):
                one = here.narrow("drought_law", length=length)
                yield one("exact", exact(float(law[length])))
                yield one("seen", frequency_of(seen == length))


def longest_droughts(sums: DiceSums, number: int) -> Whole:
    """The longest row of turns without a number, a game."""
    row = np.zeros(len(sums), np.int64)
    longest = row.copy()
    for turn in range(sums.shape[1]):
        row = np.where(sums[:, turn] == number, 0, row + 1)
        longest = np.maximum(longest, row)
    return longest


def _silences(study: Declared, fixed: Fixed) -> Iterator[Number]:
    for turns in SILENCES:
        here = study.row("silence", way=fixed.name, number=BEST, turns=turns)
        silent = (fixed.sums[:, :turns] != BEST).all(axis=1)
        yield here("exact", exact(silence(fixed.dice, BEST, turns)))
        yield here("seen", frequency_of(silent))
