"""How long a game of Castle takes: rounds, turns, and minutes at an assumed pace."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from statistics import NormalDist

import numpy as np

from analyses.estimate import Estimate
from analyses.samples import frequency_of, mean_of
from analyses.studies.castle.games import SECONDS, CellGames, Whole, minutes
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


def quantile_of(values: Whole, share: float, level: float = 0.95) -> Estimate:
    """The value below which so large a share of games lies, between two of the ordered games.

    How many of n games lie below the true value is binomial, so the interval ends at the games whose rank
    is that far from n * share (David and Nagaraja 2003, section 7.1); nothing is assumed of the shape.

    >>> quantile_of(np.arange(1, 101), 0.5)
    Estimate(50.0, [40.0, 61.0], 95 %, n=100, order statistics)
    """
    ordered, n = np.sort(values), len(values)
    spread = NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(n * share * (1 - share))
    below, above = math.floor(n * share - spread), math.ceil(n * share + spread) + 1
    low = float(ordered[below - 1]) if below >= 1 else -math.inf
    high = float(ordered[above - 1]) if above <= n else math.inf
    if not (math.isfinite(low) and math.isfinite(high)):  # too few games: nothing is said
        low, high = -math.inf, math.inf
    return Estimate(float(ordered[math.ceil(n * share) - 1]), low, high, level, n, "order statistics")


def pace_for(halves: Estimate, limit: float) -> Estimate:
    """Seconds an action at which games of so many halves of an action take `limit` minutes."""
    low, high = (120 * limit / end for end in (halves.high, halves.low))
    if not math.isfinite(halves.high):
        low, high = -math.inf, math.inf
    return replace(halves, value=120 * limit / halves.value, low=low, high=high)
