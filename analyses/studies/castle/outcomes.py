"""How games of Castle come out: rounds, turns and minutes at an assumed pace, and all that under other rules.

Other rules are played on the same deals, by players who do not know the rule.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

import numpy as np

from analyses.estimates.arrays import Whole
from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import (
    difference_of,
    frequency_of,
    mean_of,
    quantile_of,
    ratio_change,
    share_change,
)
from analyses.measures.number import Number
from analyses.studies.castle.games import HALF, SECONDS, CellGames
from analyses.studies.castle.skill import odd_wins
from analyses.studies.declared import Item, Row
from simulate.store.sums import WIN

T = TypeVar("T", CellGames, Whole)

LIMITS = 30, 60
"""Minutes that the rulebook speaks of."""

SELDOM = 0.10
"""A game is rarely, or at most, as long as the rulebook says if no more games than this are longer."""


def lengths(here: Row, played: CellGames) -> Iterator[Number]:
    """How long the games of a policy are, and at which pace they would keep the rulebook's limits."""
    yield here("rounds", mean_of(played.rounds))
    yield here("turns", mean_of(played.turns))
    yield here("actions", mean_of(played.actions))
    yield here("minutes", mean_of(played.halves).times(HALF))
    for share in (10, 50, 90):
        yield here(f"minutes_{share}", quantile_of(played.halves, share / 100).times(HALF))
    longest = quantile_of(played.halves, 1 - SELDOM)
    for limit in LIMITS:
        yield here(f"over_{limit}", frequency_of(SECONDS * played.halves > 120 * limit))
        yield here(f"pace_{limit}", pace_for(longest, limit))
    yield here("unfinished", frequency_of(played.unfinished))
    yield here("blocked", frequency_of(played.blocked))


def pace_for(halves: Estimate, limit: float) -> Estimate:
    """Seconds an action at which games of so many halves of an action take `limit` minutes."""
    pace = halves.through(lambda time: 120 * limit / time)
    return pace if math.isfinite(halves.high) else replace(pace, low=-math.inf, high=math.inf)


# --- other rules


def changes(here: Row, variant: Item, rule: CellGames, other: CellGames) -> Iterator[Number]:
    """What is different, deal by deal."""
    new, old = _sides(variant, rule.upto(other.n), other)
    yield here("winner_changes", frequency_of(np.any((new.win > 0) != (old.win > 0), axis=1)))
    yield here("rounds", difference_of(new.rounds, old.rounds, reach=here.reach("rounds")))
    slower = difference_of(new.halves, old.halves, reach=here.reach("minutes") / HALF)
    yield here("minutes", slower.times(HALF))
    yield here("first_wins", share_change(first_wins(new), first_wins(old), WIN))
    yield here("unfinished", share_change(new.unfinished, old.unfinished))


def _sides(variant: Item, rule: T, other: T) -> tuple[T, T]:
    """New and old: the rulebook is the new side if the variant is turned."""
    return (rule, other) if getattr(variant, "turned", False) else (other, rule)


def first_wins(played: CellGames) -> Whole:
    """The part of the win of who began."""
    return np.take_along_axis(played.win, played.first[:, None], axis=1)[:, 0]


def luck_change(here: Row, variant: Item, players: int, rule: Whole, other: Whole) -> Number:
    """How the luck index is different: one strong player among weak ones, deal by deal."""
    won = map(odd_wins, _sides(variant, rule, other))
    new, old = ((players * WIN - mine, (players - 1) * mine) for mine in won)
    return here("luck", ratio_change(new, old, reach=1.0))
