"""Estimates from one number a game: arrays in, an `Estimate` out, for studies that read whole runs."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy.typing as npt

from analyses import estimate
from analyses.estimate import Estimate, student, wilson

Numbers: TypeAlias = npt.NDArray[Any]
"""One number a game, or a block of mirrored games."""


def mean_of(values: Numbers, parts: int = 1) -> Estimate:
    """The mean of whole numbers, each of so many parts.

    >>> import numpy as np
    >>> mean_of(np.array([1, 2, 3, 4]))
    Estimate(2.50, [0.44, 4.56], 95 %, n=4, t)
    """
    whole = [int(value) for value in values]
    return estimate.mean(sum(whole), sum(v * v for v in whole), len(whole)).times(1 / parts)


def difference_of(new: Numbers, old: Numbers, parts: int = 1) -> Estimate:
    """The mean of the paired differences of whole numbers, each of so many parts."""
    return estimate.paired(list(map(int, new)), list(map(int, old))).times(1 / parts)


def share_of(values: Numbers, whole: int) -> Estimate:
    """The mean share of blocks whose values lie from 0 to `whole`, by Student's t.

    Where all blocks lie at one end, t would shrink to a point: then Wilson's interval with the block as
    the trial, which errs on the wide side.

    >>> import numpy as np
    >>> share_of(np.array([0, 0, 0]), 60).high > 0.5
    True
    """
    total, n = int(values.sum()), len(values)
    if total in (0, n * whole):
        return wilson(Fraction(total, whole), n)
    return mean_of(values, whole)


def frequency_of(happens: Numbers) -> Estimate:
    """How often something happens, by Wilson's interval."""
    return wilson(int(happens.sum()), len(happens))


def ratio_of(top: Numbers, bottom: Numbers, level: float = 0.95) -> Estimate:
    """The ratio of two totals of whole numbers."""
    t, b = [int(v) for v in top], [int(v) for v in bottom]
    return estimate.ratio(
        sum(t),
        sum(b),
        top_squares=sum(v * v for v in t),
        bottom_squares=sum(v * v for v in b),
        products=sum(v * w for v, w in zip(t, b, strict=True)),
        n=len(t),
        level=level,
    )


def part_of(part: Numbers, whole: Numbers) -> Estimate:
    """The ratio of two totals, the first a part of the second, so that no bound lies beyond 0 or 1.

    Where it is none of it or all, the delta method would shrink to a point: then Wilson's interval with the
    block as the trial, which errs on the wide side.

    >>> import numpy as np
    >>> part_of(np.array([0, 0, 0]), np.array([4, 5, 6])).high > 0.5
    True
    """
    done, of = int(part.sum()), int(whole.sum())
    if of and done in (0, of):
        return wilson(len(part) * done // of, len(part))
    found = ratio_of(part, whole)
    if not math.isfinite(found.low):
        return found
    return replace(found, low=max(found.low, 0.0), high=min(found.high, 1.0))


def ratio_change(new: tuple[Numbers, Numbers], old: tuple[Numbers, Numbers], level: float = 0.95) -> Estimate:
    """The difference of two ratios of totals over the same games, paired game by game (delta method).

    >>> import numpy as np
    >>> top, bottom = np.array([1, 2, 3]), np.array([8, 10, 12])
    >>> ratio_change((top, bottom), (top, bottom))
    Estimate(0.0000, [0.0000, 0.0000], 95 %, n=3, paired ratio)
    """
    n = len(new[0])
    if not new[1].sum() or not old[1].sum():
        return Estimate(math.nan, -math.inf, math.inf, level, n, "paired ratio")
    (now, now_strays), (then, then_strays) = _ratio(*new), _ratio(*old)
    return of_strays(now - then, now_strays - then_strays, "paired ratio", level)


def relative_change(
    new: tuple[Numbers, Numbers], old: tuple[Numbers, Numbers], level: float = 0.95
) -> Estimate:
    """By what part a ratio of totals is higher than another one over the same games (delta method).

    >>> import numpy as np
    >>> top, bottom = np.array([2, 4, 6]), np.array([8, 10, 12])
    >>> relative_change((top, bottom), (np.array([1, 3, 4]), bottom))
    Estimate(0.500, [0.034, 0.966], 95 %, n=3, paired ratio)
    """
    n = len(new[0])
    if not new[1].sum() or not old[0].sum():
        return Estimate(math.nan, -math.inf, math.inf, level, n, "paired ratio")
    (now, now_strays), (then, then_strays) = _ratio(*new), _ratio(*old)
    strays = now_strays / then - now / then**2 * then_strays
    return of_strays(now / then - 1, strays, "paired ratio", level)


def _ratio(top: Numbers, bottom: Numbers) -> tuple[float, Numbers]:
    """The ratio of two totals, and what each game adds to it beyond its share."""
    ratio = float(top.sum() / bottom.sum())
    return ratio, (top - ratio * bottom) / bottom.mean()


def of_strays(value: float, strays: Numbers, method: str, level: float = 0.95) -> Estimate:
    """A number to which each game adds a stray of mean 0, by Student's t on the strays."""
    n = len(strays)
    if n == 1:
        return Estimate(value, -math.inf, math.inf, level, n, method)
    half = student(n - 1, level) * math.sqrt(float((strays**2).sum()) / (n - 1) / n)
    return Estimate(value, value - half, value + half, level, n, method)
