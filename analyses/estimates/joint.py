"""Several intervals that hold at once, and which of several numbers is the best in the same games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from analyses.estimates.arrays import Floats, Numbers
from analyses.estimates.critical import LEVEL, shared_level
from analyses.estimates.estimate import FEW, Estimate
from analyses.estimates.samples import share_difference_of
from analyses.estimates.several import over_tunings

BLOCKS = 200
"""Blocks of games, in the order of their index, over which changes are resampled together."""

DRAWS = 20_000
"""Draws of the multiplier bootstrap."""


def joint_level(strays: Sequence[Numbers], level: float) -> float:
    """The level of each interval at which all of them hold at once.

    Max-t by a Gaussian multiplier bootstrap (Chernozhukov, Chetverikov and Kato 2013): blocks of games are
    given random weights, the same for all numbers, so that what goes together counts once. `strays` has for
    each number its sums by block of what games stray from the mean; what never strays is no part of it. The
    seed is fixed. Fewer than `FEW` blocks say little of what goes together: there Bonferroni's level is it.
    """
    if strays and len(strays[0]) < FEW:
        return shared_level(len(strays), level)
    scaled = [s / norm for s in strays if (norm := float(np.sqrt(s @ s))) > 1e-12]
    if len(scaled) < 2:
        return level  # one alone has its own
    largest = np.abs(_weights(len(scaled[0])) @ np.stack(scaled, axis=1)).max(axis=1)
    critical = float(np.quantile(largest, level))
    return max(level, 2 * NormalDist().cdf(critical) - 1)


@lru_cache(maxsize=2)
def _weights(blocks: int) -> Floats:
    return np.random.default_rng(0).standard_normal((DRAWS, blocks))


def differences_from(
    name: str, values: Mapping[str, Numbers], parts: int, tunings: int = 1
) -> dict[str, Estimate]:
    """How far each of the others wins more than one, in the same games: intervals that all hold at once.

    `values` has for each what it wins in each game, of so many parts. If so many `tunings` have as many of
    the games each, one after the other, tuning is a random effect: then the intervals hold at once by
    Bonferroni.
    """
    others = {other: value for other, value in values.items() if other != name}
    if tunings > 1:
        level = shared_level(len(others))
        by_tuning = {key: np.split(value, tunings) for key, value in values.items()}
        differences = {}
        for other in others:
            pairs = zip(by_tuning[other], by_tuning[name], strict=True)
            estimates = [share_difference_of(new, old, parts, level=level) for new, old in pairs]
            differences[other] = over_tunings(estimates)
        return differences

    n = len(values[name])
    edges = np.arange(0, n, max(1, -(-n // BLOCKS)))
    changes = (value - values[name] for value in others.values())
    level = joint_level([np.add.reduceat(c - c.mean(), edges) for c in changes], LEVEL)
    return {
        other: share_difference_of(value, values[name], parts, level=level) for other, value in others.items()
    }


def over_best_other(values: Mapping[str, Numbers], parts: int, tunings: int = 1) -> dict[str, Estimate]:
    """How far each lies over the best of the others: multiple comparisons with the best (Hsu 1984).

    Those whose high end is not below 0 are a confidence set: the truly best is one of them as often as the
    level says. No winner is picked first, so none is flattered.
    """
    comparisons = {}
    for name, value in values.items():
        differences = list(differences_from(name, values, parts, tunings).values())
        best = max(difference.value for difference in differences)
        low = max(difference.low for difference in differences)
        high = max(difference.high for difference in differences)
        comparisons[name] = Estimate(-best, -high, -low, LEVEL, len(value), "comparison with the best")
    return comparisons


def best_of_others(name: str, values: Mapping[str, Numbers], parts: int) -> float:
    """How far the best of the others lies over one; every second game says which it is, the rest how far.

    So the games that pick it are not those that measure it, and chance does not flatter it.
    """
    others = [other for other in values if other != name]
    even, odd = slice(0, None, 2), slice(1, None, 2)
    leads = []
    for choosing, measuring in ((even, odd), (odd, even)):
        wins = {other: int(values[other][choosing].sum()) for other in others}
        best = max(others, key=wins.__getitem__)
        leads.append(float((values[best] - values[name])[measuring].mean()) / parts)
    return sum(leads) / 2
