"""How long a game of Castle takes: rounds, turns, and minutes at an assumed pace."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from analyses.estimate import Estimate
from analyses.samples import frequency_of, mean_of, quantile_of
from analyses.studies.castle.games import SECONDS, CellGames, minutes
from analyses.studies.declared import Row
from analyses.studies.study import Entry

LIMITS = 30, 60
"""Minutes that the rulebook speaks of."""

SELDOM = 0.10
"""A game is rarely, or at most, as long as the rulebook says if no more games than this are longer."""


def lengths(here: Row, played: CellGames) -> Iterator[Entry]:
    """How long the games of a policy are, and at which pace they would keep the rulebook's limits."""
    minute = minutes(1)
    yield here("rounds", mean_of(played.rounds))
    yield here("turns", mean_of(played.turns))
    yield here("actions", mean_of(played.actions))
    yield here("minutes", mean_of(played.halves).times(minute))
    for share in (10, 50, 90):
        yield here(f"minutes_{share}", quantile_of(played.halves, share / 100).times(minute))
    longest = quantile_of(played.halves, 1 - SELDOM)
    for limit in LIMITS:
        yield here(f"over_{limit}", frequency_of(SECONDS * played.halves > 120 * limit))
        yield here(f"pace_{limit}", pace_for(longest, limit))
    yield here("unfinished", frequency_of(played.unfinished))
    yield here("blocked", frequency_of(played.blocked))


def pace_for(halves: Estimate, limit: float) -> Estimate:
    """Seconds an action at which games of so many halves of an action take `limit` minutes."""
    low, high = (120 * limit / end for end in (halves.high, halves.low))
    if not math.isfinite(halves.high):
        low, high = -math.inf, math.inf
    return replace(halves, value=120 * limit / halves.value, low=low, high=high)
