"""Critical values: how many standard errors an interval reaches, if it must hold at one look or at every one.

All intervals of `analyses.estimates.estimate` take theirs from here.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from contextvars import ContextVar
from functools import cache
from statistics import NormalDist

import numpy as np

LEVEL = 0.95
"""How often an interval holds the truth, unless somebody asks for another level."""

LOOKS = 25
"""Looks at most: from the first to the last of `analyses.questions.until.looks`, and one besides."""

GROWTH = 1.5
"""Largest ratio of the games at a look to those at the look before."""

_looked: ContextVar[bool] = ContextVar("_looked", default=False)


@contextlib.contextmanager
def at_every_look(looked: bool = True) -> Iterator[None]:
    """Make all intervals hold at every look at once, if games were looked at to say whether they are enough.

    Whoever plays until an interval is narrow, or until a verdict is there, stops at a lucky moment; intervals
    for a number of games fixed beforehand then miss too often. Within this context every interval of
    `analyses.estimates.estimate` is one of a sequence that holds at all `LOOKS` looks together, so that
    looking costs nothing (repeated confidence intervals: Jennison and Turnbull 1989). It is the same interval
    with a larger critical value, `boundary`: what guards an interval against few games or rare events guards
    this one.
    """
    token = _looked.set(looked)
    try:
        yield
    finally:
        _looked.reset(token)


def tail(level: float) -> float:
    """The chance with which a normal variable lies beyond the critical value of an interval, on one side.

    Raises
    ------
    ValueError
        If the level of the interval does not lie between 0 and 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level = {level:g}: must lie between 0 and 1, as 0.95")
    return math.erfc(boundary(1 - level) / math.sqrt(2)) / 2 if _looked.get() else (1 - level) / 2


@cache
def boundary(error: float) -> float:
    """How many standard errors are exceeded at one look or more with chance `error`.

    The same number at all looks (Pocock 1977). What strays at a look, in standard errors, is normal, and
    sqrt(1 / `GROWTH`) of it is left at the next: the chance to stay within follows look by look from the
    density of those that still are (Armitage, McPherson and Rowe 1969), integrated by Gauss and Legendre.

    >>> round(boundary(0.05), 3), round(boundary(0.05 / 20), 3)
    (2.952, 3.83)
    """
    nodes, weights = np.polynomial.legendre.leggauss(80)
    correlation = math.sqrt(1 / GROWTH)
    spread = math.sqrt(1 - correlation**2)

    def exceeded(critical: float) -> float:
        x, w = critical * nodes, critical * weights
        density = np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
        strays = (x[:, None] - correlation * x) / spread
        step = np.exp(-(strays**2) / 2) / (spread * math.sqrt(2 * math.pi)) * w
        for _ in range(LOOKS - 1):
            density = step @ density
        return float(1 - w @ density)

    low, high = (-NormalDist().inv_cdf(error / looks / 2) for looks in (1, LOOKS))
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if exceeded(middle) > error else (low, middle)
    return high


def normal(level: float) -> float:
    """The two-sided quantile of the normal distribution."""
    return -NormalDist().inv_cdf(tail(level))


def shared_level(several: int, level: float = LEVEL) -> float:
    """The level of each of several intervals at which all of them hold at once (Bonferroni)."""
    return 1 - (1 - level) / several
