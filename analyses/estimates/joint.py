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
"""Of the multiplier bootstrap."""


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
    if not scaled:
        return level
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
    n = len(values[name])
    if tunings > 1:
        level = shared_level(len(others))
        cut = {key: np.split(value, tunings) for key, value in values.items()}
        pairs = {other: zip(cut[other], cut[name], strict=True) for other in others}
        return {
            other: over_tunings([share_difference_of(*both, parts, level=level) for both in pair])
            for other, pair in pairs.items()
        }
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
    found = {}
    for name, value in values.items():
        over = differences_from(name, values, parts, tunings).values()
        most, low, high = (max(ends) for ends in zip(*((e.value, e.low, e.high) for e in over), strict=True))
        found[name] = Estimate(-most, -high, -low, LEVEL, len(value), "comparison with the best")
    return found


def best_of_others(name: str, values: Mapping[str, Numbers], parts: int) -> float:
    """How far the best of the others lies over one: which it is, every other game says to those between.

    So the games that pick it are not those that measure it, and chance does not flatter it.
    """
    found = []
    for pick, measure in ((slice(0, None, 2), slice(1, None, 2)), (slice(1, None, 2), slice(0, None, 2))):
        best = max((other for other in values if other != name), key=lambda o: int(values[o][pick].sum()))
        found.append(float((values[best] - values[name])[measure].mean()) / parts)
    return sum(found) / 2
