"""Estimates from one number a game: arrays in, an `Estimate` out, for studies that read whole runs.

None is a point unless it is exact: where next to no game differs, games that were not seen may.
"""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from analyses.estimates import estimate
from analyses.estimates.arrays import Floats, Numbers
from analyses.estimates.critical import LEVEL
from analyses.estimates.estimate import (
    EXACT,
    ROUNDING,
    Estimate,
    guarded,
    paired_change,
    paired_share,
    reaches,
    student,
    wilson,
)

Totals: TypeAlias = tuple[Numbers, Numbers]
"""What totals whose ratio is asked are made of: tops and bottoms, one of each a game."""


def exact(value: float) -> Estimate:
    """A number that is computed, not estimated."""
    return Estimate(value, value, value, 1.0, 0, EXACT)


def mean_of(values: ArrayLike, parts: int = 1) -> Estimate:
    """The mean of whole numbers, each of so many parts.

    Raises
    ------
    ValueError
        If there are none, or one of them is no whole number.

    >>> import numpy as np
    >>> mean_of(np.array([1, 2, 3, 4]))
    Estimate(2.50, [0.44, 4.56], 95 %, n=4, t)
    >>> mean_of(np.zeros(100, int))
    Estimate(0.0000, [0.0000, 0.0370], 95 %, n=100, Wilson)
    """
    numbers = _whole_numbers(values)
    squares = sum(v * v for v in numbers)
    mean = estimate.mean(sum(numbers), squares, len(numbers), signed=min(numbers) < 0, values=numbers)
    return mean.times(1 / parts)


def difference_of(
    new: ArrayLike, old: ArrayLike, parts: int = 1, *, reach: float, level: float = LEVEL
) -> Estimate:
    """The mean of the paired differences of numbers of so many parts each, see `estimate.paired_change`.

    `new` and `old` have one number a game, of the same games in the same order. `reach` is what a game might
    change by at least, in the unit of the difference, as a share does by 1, whatever was seen.

    Raises
    ------
    ValueError
        If they are not of the same games, one of them is no number (a missing one is nan), or `reach` is
        not above 0.

    >>> import numpy as np
    >>> difference_of(np.array([4] * 20), np.array([4] * 20), reach=1.0)
    Estimate(0.000, [-0.162, 0.162], 95 %, n=20, paired t)
    """
    if not reach > 0:
        raise ValueError(f"reach = {reach}: must be above 0")

    new_values, old_values = _paired(new, old)
    change = (new_values - old_values) / parts
    spread = (max(new_values.max(), old_values.max()) - min(new_values.min(), old_values.min())) / parts
    return paired_change(
        math.fsum(change),
        float(change @ change),
        gained=math.fsum(change[change > 0]),
        lost=-math.fsum(change[change < 0]),
        differ=int((change != 0).sum()),
        reach=max(reach, float(spread)),
        n=len(change),
        level=level,
        changes=change,
    )


def share_difference_of(new: ArrayLike, old: ArrayLike, parts: int = 1, *, level: float = LEVEL) -> Estimate:
    """The mean of the paired differences of shares of so many parts: from -1 to 1, never to always.

    >>> import numpy as np
    >>> won, lost = np.array([1, 1, 0]), np.array([0, 0, 1])
    >>> difference_of(won, lost, reach=1.0).high > 1 == share_difference_of(won, lost).high
    True
    """
    return difference_of(new, old, parts, reach=1.0, level=level).within(-1.0, 1.0)


def _numbers(values: ArrayLike) -> Floats:
    """One number a game, as floats: narrow whole numbers, as files hold them, would overflow."""
    numbers = np.asarray(values, np.float64)
    if numbers.ndim != 1 or not len(numbers):
        raise ValueError(f"one number a game is asked, in a row; given: an array of shape {numbers.shape}")
    if missing := int((~np.isfinite(numbers)).sum()):
        raise ValueError(f"{missing:,} of {len(numbers):,} games have no number (nan or infinite)")
    return numbers


def _paired(new: Any, old: Any) -> tuple[Floats, Floats]:
    """The numbers of the same games: as many, and where pandas names the games the same ones."""
    indexes: list[Any] = [x.index for x in (new, old) if hasattr(getattr(x, "index", None), "equals")]
    new_numbers, old_numbers = _numbers(new), _numbers(old)
    if len(new_numbers) != len(old_numbers):
        raise ValueError(f"not of the same games: {len(new_numbers):,} numbers beside {len(old_numbers):,}")
    if len(indexes) == 2 and not indexes[0].equals(indexes[1]):
        raise ValueError("not of the same games: their indexes differ")
    return new_numbers, old_numbers


def _whole_numbers(values: ArrayLike) -> list[int]:
    """Whole numbers, one a game, without bound."""
    _numbers(values)
    return [estimate.whole(value) for value in np.asarray(values)]


def share_change(new: Numbers, old: Numbers, parts: int = 1, level: float = LEVEL) -> Estimate:
    """The change of a share that each game has, in `parts` of one."""
    change = new - old
    gained = float(change[change > 0].sum()) / parts
    lost = -float(change[change < 0].sum()) / parts
    return paired_share(gained, lost, len(change), level)


def share_of(values: Numbers, whole: int, level: float = LEVEL) -> Estimate:
    """The mean share of games or blocks whose values lie from 0 to `whole`.

    >>> import numpy as np
    >>> share_of(np.array([0, 0, 0]), 60).high > 0.5
    True
    """
    return part_of(values, np.full(len(values), whole), level)


def frequency_of(happens: Numbers) -> Estimate:
    """How often something happens, by Wilson's interval."""
    return wilson(int(happens.sum()), len(happens))


def ratio_of(top: ArrayLike, bottom: ArrayLike, level: float = LEVEL) -> Estimate:
    """The ratio of two totals of whole numbers, one of each a game, of the same games in the same order.

    It is nan, and its interval has no bounds, if the total of `bottom` is 0.

    Raises
    ------
    ValueError
        If they are not of the same games, or one of them is no whole number.

    >>> import numpy as np
    >>> ratio_of(np.array([1, 2, 3]), np.array([8, 10, 12]))
    Estimate(0.200, [0.050, 0.350], 95 %, n=3, ratio)
    """
    _paired(top, bottom)
    t, b = _whole_numbers(top), _whole_numbers(bottom)
    return estimate.ratio(
        sum(t),
        sum(b),
        top_squares=sum(v * v for v in t),
        bottom_squares=sum(v * v for v in b),
        products=sum(v * w for v, w in zip(t, b, strict=True)),
        n=len(t),
        level=level,
        signed=min(t) < 0,
        values=(t, b),
    )


def part_of(part: Numbers, whole: Numbers, level: float = LEVEL) -> Estimate:
    """The ratio of two totals, the first a part of the second: a share, see `estimate.share`.

    Games that have none of the whole say nothing.

    >>> import numpy as np
    >>> part_of(np.array([0, 0, 0]), np.array([4, 5, 6])).high > 0.5
    True
    """
    holds = whole > 0
    n = int(holds.sum())
    if not n:
        return Estimate(math.nan, -math.inf, math.inf, level, len(part), "share")

    value, strays = _ratio(part[holds], whole[holds])
    varied = min(int((part[holds] > 0).sum()), int((part[holds] < whole[holds]).sum()))
    return estimate.share(value, float(strays @ strays), n, varied=varied, level=level)


def ratio_change(new: Totals, old: Totals, level: float = LEVEL, reach: float | None = None) -> Estimate:
    """The difference of two ratios of totals over the same games, paired game by game (delta method).

    `reach` is by how much a game might change it, if few games differ; without it both are shares, which
    change by 1 at most.

    >>> import numpy as np
    >>> top, bottom = np.array([1, 2, 3]), np.array([8, 10, 12])
    >>> ratio_change((top, bottom), (top, bottom))
    Estimate(0.00, [-0.76, 0.76], 95 %, n=3, paired ratio)
    >>> ratio_change((top, bottom), (top, bottom), reach=0.0)
    Estimate(0.0000, [0.0000, 0.0000], 95 %, n=3, paired ratio)
    """
    n = len(new[0])
    if not new[1].sum() or not old[1].sum():
        return Estimate(math.nan, -math.inf, math.inf, level, n, "paired ratio")

    (new_ratio, new_strays), (old_ratio, old_strays) = _ratio(*new), _ratio(*old)
    differ = int(((new[0] != old[0]) | (new[1] != old[1])).sum())
    change = of_strays(new_ratio - old_ratio, new_strays - old_strays, "paired ratio", level)
    heaviest = _heaviest(new[1], old[1])
    if reach is None:
        return _widened(change, differ, heaviest).within(-1.0, 1.0)
    return _widened(change, differ, reach * heaviest)


def relative_change(new: Totals, old: Totals, level: float = LEVEL) -> Estimate:
    """The relative change of a ratio of totals over the same games (delta method); 0.5 is half as much again.

    >>> import numpy as np
    >>> top, bottom = np.array([2, 4, 6]), np.array([8, 10, 12])
    >>> relative_change((top, bottom), (np.array([1, 3, 4]), bottom))
    Estimate(0.50, [-0.53, 1.53], 95 %, n=3, paired ratio)
    """
    n = len(new[0])
    if not new[1].sum() or not old[0].sum():
        return Estimate(math.nan, -math.inf, math.inf, level, n, "paired ratio")

    (new_ratio, new_strays), (old_ratio, old_strays) = _ratio(*new), _ratio(*old)
    strays = new_strays / old_ratio - new_ratio / old_ratio**2 * old_strays
    change = of_strays(new_ratio / old_ratio - 1, strays, "paired ratio", level)
    unmoved = np.unique(strays.round(12), return_counts=True)[1].max()
    return _widened(change, n - int(unmoved), _heaviest(new[1], old[1]))


def _heaviest(*bottoms: Numbers) -> float:
    """What a game may weigh at most, the mean game weighing 1."""
    return max(float(bottom.max() / bottom.mean()) for bottom in bottoms)


def _widened(change: Estimate, differ: int, reach: float) -> Estimate:
    """A change with an interval widened where few games differ, see `estimate.guarded`."""
    below = guarded(change.value - change.low, differ, reach, change.n, change.level)
    above = guarded(change.high - change.value, differ, reach, change.n, change.level)
    return replace(change, low=change.value - below, high=change.value + above)


def _ratio(top: Numbers, bottom: Numbers) -> tuple[float, Numbers]:
    """The ratio of two totals, and what each game adds to it beyond its share."""
    ratio = float(top.sum() / bottom.sum())
    return ratio, (top - ratio * bottom) / bottom.mean()


def of_strays(value: float, strays: Numbers, method: str, level: float = LEVEL) -> Estimate:
    """A number to which each game adds a stray of mean 0, by Student's t on them, see `estimate.reaches`."""
    n = len(strays)
    if n == 1:
        return Estimate(value, -math.inf, math.inf, level, n, method)
    half = student(n - 1, level) * math.sqrt(float((strays**2).sum()) / (n - 1) / n)
    below, above = reaches(strays, half, level)
    return Estimate(value, value - below, value + above, level, n, method)


def difference(new: Estimate, old: Estimate) -> Estimate:
    """The difference of two numbers from games that nothing pairs.

    Each end is as far off as the two ends that lead there, in quadrature (Zou and Donner 2008), which
    keeps unequal arms of intervals unequal.

    >>> ten, four = (Estimate(x, x - 0.3, x + 0.4, 0.95, 100, "t") for x in (10, 4))
    >>> difference(ten, four)
    Estimate(6.00, [5.50, 6.50], 95 %, n=100, difference)
    """
    value = new.value - old.value
    low = value - math.hypot(new.value - new.low, old.high - old.value)
    high = value + math.hypot(new.high - new.value, old.value - old.low)
    return Estimate(value, low, high, new.level, min(new.n, old.n), "difference")


def quantile_of(values: Numbers, share: float, level: float = LEVEL) -> Estimate:
    """The value below which so large a share of games lies, between two of the ordered games.

    How many of n games lie below the true value is binomial, so the interval ends at the games whose rank
    is that far from n * share (David and Nagaraja 2003, section 7.1); nothing is assumed of the shape.

    >>> quantile_of(np.arange(1, 101), 0.5)
    Estimate(50.0, [40.0, 61.0], 95 %, n=100, order statistics)
    """
    ascending = np.sort(values)
    n = len(values)
    spread = NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(n * share * (1 - share))
    low_rank = math.floor(n * share - spread)
    high_rank = math.ceil(n * share + spread) + 1

    low, high = -math.inf, math.inf
    if low_rank >= 1 and high_rank <= n:  # else there are too few games, and nothing is said
        low, high = float(ascending[low_rank - 1]), float(ascending[high_rank - 1])
    return Estimate(float(ascending[math.ceil(n * share) - 1]), low, high, level, n, "order statistics")


def slope(x: Numbers, y: Numbers) -> Estimate:
    """By how much y rises for each x, over games: least squares, with a spread that need not be even.

    The variance is White's (1980), so games that spread more weigh in as they should, with each game held
    against the line through the others (HC3, one step of the jackknife: MacKinnon and White 1985): a game far
    out pulls the line towards itself and would seem to stray too little. Where one game alone makes the line,
    nothing is known.

    >>> slope(np.array([1, 2, 3, 4]), np.array([2, 4, 6, 9]))
    Estimate(2.30, [0.72, 3.88], 95 %, n=4, least squares)
    """
    n = len(x)
    centred = x - x.mean()
    spread = float((centred**2).sum())
    if n < 3 or not spread:
        return Estimate(np.nan, -np.inf, np.inf, LEVEL, n, "least squares")

    value = float((centred * y).sum()) / spread
    remainder = 1 - 1 / n - centred**2 / spread  # what is left of a game's stray from the line that it pulls
    if remainder.min() < ROUNDING:
        return Estimate(value, -np.inf, np.inf, LEVEL, n, "least squares")

    residuals = (y - y.mean() - value * centred) / remainder
    error = float(np.sqrt((centred**2 * residuals**2).sum())) / spread
    half = student(n - 2, LEVEL) * error
    return Estimate(value, value - half, value + half, LEVEL, n, "least squares")
