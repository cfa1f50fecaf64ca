"""One estimate of several of the same number: from two seeds, or from players tuned several times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from analyses.estimates.estimate import TUNINGS, Estimate, student


def union(estimates: Sequence[Estimate]) -> Estimate:
    """The mean over all games, and the interval that reaches over all intervals."""
    n = sum(e.n for e in estimates)
    value = math.fsum(e.value * e.n for e in estimates) / n
    low, high = min(e.low for e in estimates), max(e.high for e in estimates)
    level = min(e.level for e in estimates)
    return Estimate(value, low, high, level, n, f"{estimates[0].method}, all seeds")


def pooled(estimates: Sequence[Estimate]) -> Estimate:
    """One estimate from independent plays of the same games' number: the mean, each arm in quadrature.

    >>> one, other = (Estimate(x, x - 0.3, x + 0.4, 0.95, 100, "t") for x in (2, 4))
    >>> pooled([one, other])
    Estimate(3.000, [2.787, 3.283], 95 %, n=200, t, pooled)
    """
    k, n = len(estimates), sum(e.n for e in estimates)
    value = math.fsum(e.value for e in estimates) / k
    low, high = (math.hypot(*(getattr(e, end) - e.value for e in estimates)) / k for end in ("low", "high"))
    method = f"{estimates[0].method}, pooled"
    return Estimate(value, value - low, value + high, min(e.level for e in estimates), n, method)


def over_tunings(found: Sequence[Estimate], level: float | None = None) -> Estimate:
    """The mean over tunings that each played games of their own, with tuning as a random effect.

    The values are independent and alike, so Student's t with one degree of freedom less than tunings holds
    what tuning and games add to their spread (independent replications: Law 2015, chapter 9). It is
    never narrower than the intervals of the games alone.

    >>> parts = [Estimate(x, x - 0.1, x + 0.1, 0.95, 100, "t") for x in (0.6, 0.7, 0.6, 0.9, 0.7)]
    >>> over_tunings(parts)
    Estimate(0.700, [0.547, 0.853], 95 %, n=500, 5 tunings)
    """
    k, alone = len(found), pooled(found)
    level = alone.level if level is None else level
    method = f"{k} {TUNINGS}"
    if math.isnan(alone.value) or math.isinf(alone.half_width):
        return replace(alone, low=-math.inf, high=math.inf, level=level, method=method)
    spread = math.sqrt(math.fsum((e.value - alone.value) ** 2 for e in found) / (k - 1) / k)
    half = student(k - 1, level) * spread
    low, high = min(alone.low, alone.value - half), max(alone.high, alone.value + half)
    return Estimate(alone.value, low, high, level, alone.n, method)
