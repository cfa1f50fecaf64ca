"""Estimates with their uncertainty: a number from simulated games never goes without its interval.

The seats of one game are not independent, so the unit is the game: every function here takes one number
a game, or the sums over games of such numbers and of their squares. Sums of integers are exact, and they
add up over the blocks of a run.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from analyses.estimates.arrays import Floats
from analyses.estimates.critical import LEVEL, normal, tail
from analyses.estimates.lazy import special

DIFFERENT = "different by more than the margin"
EQUIVALENT = "equivalent within it"
CHANGES = "changes, whether by more than the margin is open"
UNDECIDED = "undecided at this n"

VERDICTS = DIFFERENT, CHANGES, EQUIVALENT, UNDECIDED
"""What a number may say against its margin, what is told first first."""

SETTLED = DIFFERENT, EQUIVALENT
"""The verdicts that more games do not change."""

EXACT = "exact law"
"""The method of a number that is computed, or that the rules fix: it has no interval."""

TUNINGS = "tunings"
"""Stands in the method of what several tunings say together: more games alone do not make it narrow."""

SPEC = re.compile(r"(?P<sign>\+?)\.(?P<decimals>\d+)(f|(?P<percent>%))")
"""How an estimate may be formatted."""


@dataclass(frozen=True, repr=False)
class Estimate:
    """A number estimated from `n` games (or dice, where dice are the unit) and its interval.

    A format gives the fewest decimals; a narrow interval is printed with more of them, and its ends are
    rounded outward. So what is printed covers the truth as often as the interval itself. A signed number that
    is surely not 0 has decimals enough to show it. Without a format the interval's width alone decides. What
    is exact is printed without an interval.

    >>> f"{wilson(344, 1000):.1%}"
    '34.4 % [31.5, 37.4]'
    >>> f"{mean(5410, 293_000, 100):.1f}"
    '54.1 [53.7, 54.5]'
    >>> f"{Estimate(-30.0, -55.0, -0.3, 0.95, 100, 't'):+.0f}"
    '-30.0 [-55.0, -0.3]'
    """

    value: float
    low: float
    high: float
    level: float
    n: int
    method: str

    def __repr__(self) -> str:
        return f"Estimate({self._text(', ')}, {100 * self.level:g} %, n={self.n}, {self.method})"

    def __str__(self) -> str:
        return self._text(" ")

    def _repr_html_(self) -> str:
        value, _, interval = self._text(" ").partition(" ")
        about = f"{100 * self.level:g} % interval, {self.method}, n = {self.n:,}"
        return f'<span title="{about}">{value} <small>{interval}</small></span>'

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        if math.isnan(self.value):
            return "none"
        match = SPEC.fullmatch(spec)
        if match is None:
            raise ValueError(f"'{spec}' is no format of an estimate; write it like .1f, +.2f or .1%")
        scaled = self.times(100) if match["percent"] else self
        decimals = max(int(match["decimals"]), scaled._decimals(5))
        if match["sign"]:
            decimals = scaled._apart(decimals)
        value, low, high = scaled._printed(decimals, match["sign"])
        value += " %" if match["percent"] else ""
        if self.method == EXACT:
            return value
        return f"{value} [{low}, {high}]" if math.isfinite(self.low) else f"{value} [unbounded]"

    def _text(self, gap: str) -> str:
        """Value and interval, with three significant digits of the interval's width."""
        value, low, high = self._printed(self._decimals(100) if self.low < self.high < math.inf else 4)
        return value if self.method == EXACT else f"{value}{gap}[{low}, {high}]"

    def _decimals(self, units: int) -> int:
        """How many decimals it takes for the interval to be so many units of the last one wide."""
        width = self.high - self.low
        return max(0, math.ceil(math.log10(units / width) - 1e-9)) if 0 < width < math.inf else 0

    def _apart(self, decimals: int) -> int:
        """At how many decimals a change that is sure to be one does not reach 0 in print: up to two more."""
        near = min(abs(self.low), abs(self.high)) if self.low * self.high > 0 else 0.0
        return next((more for more in range(decimals, decimals + 3) if near >= 10**-more), decimals)

    def _printed(self, decimals: int, sign: str = "") -> tuple[str, str, str]:
        """Value, low and high end; the ends are rounded outward, so that print keeps the level."""

        def show(x: float, rounding: str) -> str:
            if not math.isfinite(x):
                return format(x, sign)
            exact = Decimal(repr(float(f"{x:.12g}"))).quantize(Decimal(1).scaleb(-decimals), rounding)
            return format(abs(exact) if exact == 0 else exact, f"{sign}.{decimals}f")

        return show(self.value, ROUND_HALF_EVEN), show(self.low, ROUND_FLOOR), show(self.high, ROUND_CEILING)

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    def through(self, of: Callable[[float], float]) -> Estimate:
        """What a function that only rises or only falls makes of the number, and of its interval."""
        low, high = sorted((of(self.low), of(self.high)))
        return replace(self, value=of(self.value), low=low, high=high)

    def times(self, factor: float) -> Estimate:
        """The same estimate in another unit, one of the old being `factor` of the new."""
        return self.through(lambda value: value * factor + 0.0)  # -0.0 is 0.0

    def minus(self, constant: float) -> Estimate:
        """The estimated difference from a number that is known exactly."""
        return self.through(lambda value: value - constant)

    def within(self, least: float, most: float) -> Estimate:
        """The same with an interval that ends where the number itself must."""
        return replace(self, low=max(self.low, least), high=min(self.high, most))

    def as_dict(self) -> dict[str, Any]:
        """JSON form; an interval without bounds has null ends."""
        numbers = {"value": self.value, "low": self.low, "high": self.high}
        finite = {name: x if math.isfinite(x) else None for name, x in numbers.items()}
        return {**finite, "level": self.level, "n": self.n, "method": self.method}


def columns(estimate: Estimate | None, name: str) -> dict[str, float | None]:
    """An estimate in three columns of a table, ``name``, ``name_low`` and ``name_high``: all None of none."""
    said = estimate.as_dict() if estimate else {}
    return {name: said.get("value"), f"{name}_low": said.get("low"), f"{name}_high": said.get("high")}


def wilson(successes: float | Fraction, n: int, level: float = LEVEL) -> Estimate:
    """Interval for a probability, or the expected share of a win, from `successes` in `n` independent games.

    Wilson's score interval (Wilson 1927): inverts the normal test, so it stays inside [0, 1]. A shared win
    is a fraction of one, and varies no more than whole ones do (Bhatia and Davis 2000). Of what is seen in
    few games, or in nearly all, the normal law knows too little: an event of which 0.18 are to be expected
    is missed in 16 cases of 100, and by an interval of 99.75 % in 9 still. There the end towards 0 or 1 is
    the exact one (Brown, Cai and DasGupta 2001): a share below it shows so many with a chance of 1 - level
    at most.

    Raises
    ------
    ValueError
        For more successes than games or fewer than none, no games, or a level that is not between 0 and 1.

    >>> wilson(0, 100)
    Estimate(0.0000, [0.0000, 0.0370], 95 %, n=100, Wilson)
    >>> wilson(1, 100)  # Wilson's own low end is 0.0018
    Estimate(0.0100, [0.0005, 0.0545], 95 %, n=100, Wilson)
    """
    p = _part(successes, n)
    return Estimate(p, *_ends(p, n, level), level, n, "Wilson")


def _part(successes: float | Fraction, n: int) -> float:
    """So many of `n` games as a share of them; a narrow float of NumPy counts, as sums of `win_share` are."""
    if not 0 <= successes <= n or n < 1:
        raise ValueError(f"{successes} successes in {n} games")
    return float(Fraction(successes if isinstance(successes, Rational) else float(successes)) / n)


def _ends(p: float, trials: float, level: float) -> tuple[float, float]:
    """Wilson's ends, and where few trials differ exact ones if these are wider."""
    low, high = _score_ends(p, trials, level)
    return min(low, _exact(p * trials, trials, level)), max(high, 1 - _exact((1 - p) * trials, trials, level))


def _exact(successes: float, trials: float, level: float) -> float:
    """So low a share shows as many successes as rarely as the interval may miss."""
    if successes <= 0:
        return 0.0
    return float(special.betaincinv(successes, trials - successes + 1, 2 * tail(level)))


def _score_ends(p: float, trials: float, level: float) -> tuple[float, float]:
    """Wilson's ends at a share of 0 or 1 or between, in so many trials."""
    z2 = normal(level) ** 2
    centre = (p + z2 / (2 * trials)) / (1 + z2 / trials)
    half = math.sqrt(z2 * (p * (1 - p) / trials + z2 / (4 * trials**2))) / (1 + z2 / trials)
    return (0.0 if p <= 0 else centre - half, 1.0 if p >= 1 else centre + half)


def share(value: float, squares: float, n: int, *, varied: int, level: float = LEVEL) -> Estimate:
    """Interval for a share that `n` games or blocks have each a part of, never beyond 0 and 1, never a point.

    `squares` is the sum of the squares of what each strays from the share. Wilson's interval with as many
    trials as have that variance (effective sample size, with Student's t for it being estimated; Korn and
    Graubard 1998). If few games lie off the nearer end (`varied`), their spread says little: the scarcer they
    are (`scarcity`), the less there are more trials than games. At 0 or 1 as many as games.

    >>> share(0.5, 2.5, 100, varied=100)  # blocks that share their wins more evenly than by a coin
    Estimate(0.5000, [0.4685, 0.5315], 95 %, n=100, share)
    """
    trials = float(n)
    if varied and n > 1 and squares > 0 and 0 < value < 1:
        wider = normal(level) / student(n - 1, level)
        found = value * (1 - value) * n * (n - 1) / squares * wider**2
        if found > n:  # the variance of the share lies between those of so many trials and of `n`
            rare = scarcity(varied, n)
            found = 1 / ((1 - rare) / found + rare / n)
        trials = found
    return Estimate(value, *_ends(value, trials, level), level, n, "share")


def mean(
    total: float,
    squares: float,
    n: int,
    level: float = LEVEL,
    *,
    signed: bool = False,
    reach: float = 1.0,
    values: npt.ArrayLike | None = None,
) -> Estimate:
    """Interval for the mean of a whole number a game, from its sum and sum of squares over `n` games.

    Student's t interval (Student 1908). The variance comes from n * squares - total**2, which is exact
    for integers; the same difference in floating point can lose every digit. One game has no interval.

    A number that is nearly always the same has too little spread for that: games that were not seen may
    stray, by `reach` at least. Fewer than `FEW` games that stray count as Wilson's interval counts them,
    so no mean is a point. Of fewer games than `SCANT` nobody can tell what is nearly always the same: there
    the variance is at least that of one game that strays. Numbers start at 0 unless they are `signed`. With
    `values`, the numbers themselves, those of a few games may be skewed, see `reaches`.

    Raises
    ------
    ValueError
        For no games, a sum that is no whole number, or a level that is not between 0 and 1.

    >>> mean(10, 30, 4)  # the scores 1, 2, 3, 4
    Estimate(2.50, [0.44, 4.56], 95 %, n=4, t)
    >>> mean(0, 0, 100)
    Estimate(0.0000, [0.0000, 0.0370], 95 %, n=100, Wilson)
    """
    if n < 1:
        raise ValueError("a mean of no games")
    added, squared, n = map(whole, (total, squares, n))
    value = added / n
    if n == 1:
        return Estimate(value, -math.inf, math.inf, level, n, "t")
    variance = Fraction(n * squared - added**2, n * (n - 1))
    strays = None if values is None else np.asarray(values) - value
    if n < SCANT:
        half = scant_half(float(variance), n, level, reach)
    elif few := nearly_always(added, squared, n, level, signed=signed, reach=reach, strays=strays):
        return few
    else:
        half = student(n - 1, level) * math.sqrt(variance / n)
    below, above = reaches(strays, half, level)
    found = Estimate(value, value - below, value + above, level, n, "t")
    return found if signed else found.within(0.0, math.inf)


def reaches(strays: Floats | None, half: float, level: float) -> tuple[float, float]:
    """How far below and above a mean its interval reaches: as far as Student's, `half`, to either side.

    Student's interval of a skewed count misses too often on its long side if games are few. So from
    `SKEWED_FROM` to `SKEWED_BELOW` games it reaches at least as far as the bootstrap-t (Efron 1981; Hall
    1992, section 3.5), if their `strays` from the mean are known: samples drawn from the games say how many
    standard errors their mean strays, to either side.

    >>> below, above = reaches(np.array([-1.0] * 15 + [3.0] * 5), half=0.8, level=0.95)
    >>> below, round(above, 1)
    (0.8, 0.9)
    """
    if strays is None or not SKEWED_FROM <= len(strays) < SKEWED_BELOW or not strays.any():
        return half, half
    ordered, n = np.sort(strays), len(strays)
    draws = _draws(n)
    means = draws @ ordered / n
    variances = (draws @ ordered**2 - n * means**2) / (n - 1)
    variance = float(ordered @ ordered) / (n - 1)
    errors = means / np.sqrt(np.maximum(variances, LEAST_VARIANCE * variance))
    low, high = np.quantile(errors, [tail(level), 1 - tail(level)]) * math.sqrt(variance)
    return max(half, float(high)), max(half, -float(low))


@lru_cache(maxsize=8)
def _draws(n: int) -> Floats:
    """How often each of `n` games, in the order of their numbers, is drawn in each sample; the seed is fixed.

    Each sample stands there a second time from behind, so that numbers of the other sign have the same
    interval, turned about.
    """
    drawn = np.random.default_rng(n).multinomial(n, np.full(n, 1 / n), DRAWS // 2)
    return np.concatenate([drawn, drawn[:, ::-1]]).astype(np.float64)


SKEWED_FROM, SKEWED_BELOW = 10, 50
"""Games that tell how skewed a count is, and from which on Student's interval of a mean holds for it, too."""

DRAWS = 4_000
"""Samples of the bootstrap-t."""

LEAST_VARIANCE = 0.1
"""Of the variance of the games, what one of a drawn sample counts as at least: it may draw one game alone."""


def scant_half(variance: float, n: int, level: float, reach: float) -> float:
    """Half of Student's interval for a mean of fewer games than `SCANT`, any of which may stray by `reach`.

    The variance is at least that of one game that does. One game alone has no interval.
    """
    return student(n - 1, level) * math.sqrt(max(variance, reach**2 / n) / n) if n > 1 else math.inf


def whole(number: float) -> int:
    """A whole number as one of Python's, which do not overflow as NumPy's do."""
    if number != (found := int(number)):
        raise ValueError(
            f"{number:g} is no whole number; multiply all by their parts, and the estimate by 1 / parts"
        )
    return found


def nearly_always(
    total: float,
    squares: float,
    n: int,
    level: float,
    *,
    signed: bool,
    reach: float,
    strays: Floats | None = None,
) -> Estimate | None:
    """The mean of a number that strays from 0, or from another whole number, in fewer than `FEW` games.

    These count as Wilson's interval counts them, so it is no point. None if more games stray. Those that
    stray from 0 count as many of one size; if their `strays` from the mean are known, the upper end is at
    least that of `reaches`, as a few may be large.
    """
    if not signed and _rare(total, squares, n):
        size = max(reach, squares / total if total else reach)
        found = replace(wilson(total / size, n, level).times(size), value=total / n)
        return replace(found, high=max(found.high, found.value + reaches(strays, 0.0, level)[1]))
    usual, off, steps = _from_usual(total, squares, n)
    few = few_strays(off, steps, n, level, reach)
    return few and few.minus(-usual)


def _from_usual(total: float, squares: float, n: int) -> tuple[int, float, float]:
    """The whole number next to a mean, what games stray from it in all, and the sum of squares of that."""
    usual = round(total / n)
    off = total - n * usual
    return usual, off, squares - usual * (total + off)


def few_strays(off: float, steps: float, n: int, level: float, reach: float = 1.0) -> Estimate | None:
    """The mean of what fewer than `FEW` games stray from a whole number; None if more of them stray.

    They stray by `off` in all, and `steps` is the sum of squares of that.
    """
    if not abs(off) <= steps < FEW or 2 * steps > n:  # or they are parts of a whole number
        return None
    up, down = ((steps + sign * off) / 2 / reach for sign in (1, -1))
    return paired_share(up, down, n, level).times(reach)


def stray_ends(
    value: float, half: float, off: float, steps: float, n: int, level: float, a_game: float = 1.0
) -> tuple[float, float]:
    """The ends of an interval, at least as far apart as those of `few_strays`.

    What a game strays counts `a_game` times in the mean.
    """
    few = few_strays(off, steps, n, level)
    low, high = ((end - few.value) * a_game for end in (few.low, few.high)) if few else (0.0, 0.0)
    return value + min(-half, low), value + max(half, high)


def _rare(total: float, squares: float, n: int) -> bool:
    """Whether a number of at least 0 is nearly always 0.

    The square of a sum over the sum of squares is at most the number of games that add to it.
    """
    return (total**2 < FEW * squares and 2 * total**2 <= n * squares) or not total


def ratio(
    top: int,
    bottom: int,
    *,
    top_squares: int,
    bottom_squares: int,
    products: int,
    n: int,
    level: float = LEVEL,
    signed: bool = False,
    values: tuple[npt.ArrayLike, npt.ArrayLike] | None = None,
) -> Estimate:
    """Interval for a ratio of two totals over `n` games, such as tied rolls per roll.

    Rolls of one game share its players and its board, so they are not `bottom` independent trials. The
    ratio of the totals is the ratio of the means per game, and what strays is top - ratio * bottom of
    each game (delta method; Cochran 1977, section 2.11). `products` is the sum of top * bottom.

    No ratio is a point: what is nearly always 0 is counted as by `mean`, and where all games have the same
    ratio one that was not seen may be one off. Tops start at 0 unless they are `signed`. With `values`, both
    numbers of each game, what strays in a few games may be skewed, see `reaches`.

    >>> ratio(6, 30, top_squares=14, bottom_squares=308, products=64, n=3)  # 1 of 8, 2 of 10, 3 of 12
    Estimate(0.200, [0.050, 0.350], 95 %, n=3, ratio)
    """
    if n < 1:
        raise ValueError("a ratio of no games")
    if bottom == 0:
        return Estimate(math.nan, -math.inf, math.inf, level, n, "ratio")
    value = Fraction(top, bottom)
    if n == 1:
        return Estimate(float(value), -math.inf, math.inf, level, n, "ratio")
    if not signed and _rare(top, top_squares, n):
        return mean(top, top_squares, n, level, values=values and values[0]).times(n / bottom)
    # The strays add up to 0, so their sum of squares is (n - 1) times their variance.
    squares = top_squares - 2 * value * products + value**2 * bottom_squares
    half = student(n - 1, level) * math.sqrt(squares / (n - 1) / n) * n / bottom
    if not squares:
        half = wilson(0, n, level).high * n / bottom
    strays = None
    if values is not None and squares:
        tops, bottoms = map(np.asarray, values)
        strays = (tops - float(value) * bottoms) * n / bottom
    below, above = reaches(strays, half, level)
    found = Estimate(float(value), float(value) - below, float(value) + above, level, n, "ratio")
    return found if signed else found.within(0.0, math.inf)


def median(values: Sequence[int] | npt.NDArray[np.int64], level: float = LEVEL) -> Estimate:
    """Interval for the median of whole numbers, such as the turn in which something happens.

    Equal numbers are spread evenly over the unit that begins with them (the median of grouped data): what
    happens in turn 3 happens between 3 and 4 turns after the start. So no interval is a point. Its ends are
    two of the values in their order (David and Nagaraja 2003, section 7.1): how many lie below the median is
    binomial, whatever the values are. Unbounded where there are too few values for the level.

    >>> median([3, 4, 4, 5, 7, 8, 9, 12, 15, 20])
    Estimate(8.0, [4.2, 15.5], 95 %, n=10, median)
    """
    if not len(values):
        raise ValueError("a median of no games")
    numbers, counts = np.unique(np.asarray(values), return_counts=True)
    n = len(values)
    within = (np.arange(n) - np.repeat(np.cumsum(counts) - counts, counts) + 0.5) / np.repeat(counts, counts)
    ordered = np.repeat(numbers, counts) + within
    outside = np.flatnonzero(special.bdtr(np.arange(n), n, 0.5) <= tail(level))
    low, high = -math.inf, math.inf
    if len(outside):
        low, high = float(ordered[outside[-1]]), float(ordered[n - 1 - outside[-1]])
    return Estimate(float(np.median(ordered)), low, high, level, n, "median")


def paired_share(gained: float, lost: float, n: int, level: float = LEVEL) -> Estimate:
    """Interval for the change of a share in the same `n` games under two rules.

    In a game the share, from 0 to 1, rises by some part or falls by some part: `gained` and `lost` are the
    sums of these over all games, where a share is yes or no the games that turn to yes and to no. Each has
    the interval of `wilson`; MOVER (Zou and Donner 2008) makes that of their difference, as Newcombe (1998)
    does for two shares, with the correlation that follows from a game not doing both. Where few games are
    played and most change, that is too narrow: so it reaches at least as far as the exact one-sided sign
    test of those that change. Where no game differs it is as wide as Wilson's interval for none, never a
    point; its ends stay within -1 and 1.

    >>> paired_share(30, 18, 1000)
    Estimate(0.0120, [-0.0018, 0.0263], 95 %, n=1000, paired shares)
    >>> paired_share(0, 0, 100)
    Estimate(0.0000, [-0.0370, 0.0370], 95 %, n=100, paired shares)
    >>> paired_share(3, 0, 3)  # as a coin does in a quarter of cases, one way or the other
    Estimate(1.00, [-0.27, 1.00], 95 %, n=3, paired shares)
    """
    p, q = _part(gained, n), _part(lost, n)
    (p_low, p_high), (q_low, q_high) = _ends(p, n, level), _ends(q, n, level)
    r = -math.sqrt(p * q / ((1 - p) * (1 - q))) if p < 1 and q < 1 else 0.0

    def reach(one: float, other: float) -> float:
        return math.sqrt(max(0.0, one**2 + other**2 - 2 * r * one * other))

    def by_sign(rises: float, falls: float) -> float:
        """The least rise that these show if as many games change, by the part of them that rises."""
        return (rises + falls) * (2 * _exact(rises * n, (rises + falls) * n, level) - 1)

    low = min(p - q - reach(p - p_low, q_high - q), by_sign(p, q))
    high = max(p - q + reach(p_high - p, q - q_low), -by_sign(q, p))
    return Estimate(p - q, max(-1.0, low), min(1.0, high), level, n, "paired shares")


ROUNDING = 1e-12
"""Part of a sum of squares that may be left by rounding alone."""

FEW = 30
"""Games that differ, below which Student's interval is not to be trusted if these are a small part of all."""

SCANT = 20
"""Games, below which it may well be chance that they are alike."""


def missing(n: int) -> float:
    """The part of `SCANT` games that is missing if there are `n`; none from `SCANT` on."""
    return max(0.0, 1 - n / SCANT)


LEAST_REACH = 10.0
"""Margins by which a game that was not seen might change: so few games call nothing equivalent."""


def scarcity(differ: int, n: int) -> float:
    """How scarce games that differ are: 1 where none of `n` does, 0 where `FEW` do, or half of all.

    It is what a guard weighs beside Student's interval, see `widened`. In between it falls evenly, so one
    game more nowhere makes another interval.

    >>> scarcity(0, 100), scarcity(15, 1_000_000), scarcity(28, 28)
    (1.0, 0.499985, 0.0)
    """
    return max(0.0, 1 - differ / FEW) * max(0.0, 1 - 2 * differ / n)


def paired_change(
    total: float,
    squares: float,
    *,
    gained: float,
    lost: float,
    differ: int,
    reach: float,
    n: int,
    level: float = LEVEL,
    changes: npt.ArrayLike | None = None,
) -> Estimate:
    """Interval for the mean change of a number in the same `n` games under two rules, never of width zero.

    Student's t from the sum of the changes and of their squares, or the bootstrap-t of `changes` themselves
    if it reaches farther, see `reaches`. If few games differ, and these are a small part of all (`scarcity`),
    so small a sample says little of the changes it has not seen: then a change counts as a part of
    `reach`, the most by which a game could change, and `paired_share` bounds the mean of these parts; the
    scarcer they are, the nearer the ends are to these. If all games change alike, Wilson's bound on those
    that might not, times `reach`, is the half width. `gained` and `lost` are the sums of the changes upward
    and downward, both positive.

    Of fewer games than `SCANT` nobody knows by how much a game could change: there one game at least strays
    by as much of `reach` as games are missing, see `scant_half`. One of shares must be cut off at -1 and 1.

    >>> paired_change(0, 0, gained=0, lost=0, differ=0, reach=40, n=20_000)
    Estimate(0.0000, [-0.0077, 0.0077], 95 %, n=20000, paired t)
    """
    value = total / n
    spread = max(0.0, squares - total * value)
    alike = spread <= ROUNDING * squares
    half = scant_half(spread / max(1, n - 1), n, level, reach * missing(n))
    if alike:  # every game changed alike, or none; one that was not seen might do otherwise
        half = max(half, wilson(0, n, level).high * reach)
    strays = None if changes is None or alike else np.asarray(changes, np.float64) - value
    below, above = reaches(strays, half, level)
    usual, off, steps = _from_usual(total, squares, n)
    if usual and differ >= FEW:
        low, high = stray_ends(value, 0.0, off, steps, n, level)
        below, above = max(below, value - low), max(above, high - value)

    few = paired_share(min(gained / reach, n), min(lost / reach, n), n, level).times(reach)
    scarce = scarcity(differ, n)
    below, above = widened(below, value - few.low, scarce), widened(above, few.high - value, scarce)
    return Estimate(value, value - below, value + above, level, n, "paired t")


def widened(half: float, guard: float, weight: float) -> float:
    """How far an interval reaches if a guard farther out has a `weight` from 0 to 1 (geometric mean).

    >>> widened(1.0, 4.0, 0.5), widened(4.0, 1.0, 0.5)
    (2.0, 4.0)
    """
    return half if not half < guard else half ** (1 - weight) * guard**weight


def guarded(half: float, differ: int, reach: float, n: int, level: float) -> float:
    """The half width of a change of which few of `n` games differ: as many more might, each by `reach`.

    The same holds, as far as they are `missing`, for fewer games than `SCANT`.
    """
    bound = wilson(differ, n, level).high * reach
    return widened(half, bound, max(scarcity(differ, n), missing(n)))


def verdict(difference: Estimate, margin: float) -> str:
    """What a difference says against a `margin` fixed beforehand: one of four verdicts.

    Different if the whole interval lies beyond the margin, equivalent if all of it lies within (Schuirmann
    1987: two one-sided tests, here at half of 1 - level each). Else it changes if the interval lies on
    one side of 0, and is undecided if it does not.

    >>> [verdict(Estimate(x, x - 0.2, x + 0.2, 0.95, 1000, "t"), margin=0.5) for x in (0.1, 0.4)]
    ['equivalent within it', 'changes, whether by more than the margin is open']
    """
    if difference.low > margin or difference.high < -margin:
        return DIFFERENT
    if -margin <= difference.low and difference.high <= margin:
        return EQUIVALENT
    if difference.low > 0 or difference.high < 0:
        return CHANGES
    return UNDECIDED


POWER = 0.8
"""The chance with which so many more games as are said to be needed settle what is undecided."""

MOST_GAMES = 10**9
"""More games than anybody plays."""


def games_needed(difference: Estimate, margin: float) -> int | None:
    """About how many games would settle an undecided difference, if it is as large as it seems.

    So many that in eight cases of ten the interval lies on one side of the margin. None if the difference is
    so near the margin that no number of games would do.
    """
    away = abs(abs(difference.value) - margin)
    if not away or not math.isfinite(difference.half_width):
        return None
    z = NormalDist().inv_cdf(1 - tail(difference.level))
    half = difference.half_width * (1 + NormalDist().inv_cdf(POWER) / z)
    needed = difference.n * (half / away) ** 2
    return math.ceil(needed) if needed < MOST_GAMES else None


def games_to_agree(difference: Estimate, margin: float) -> int | None:
    """About how many games would show that a difference lies within a margin, if in truth there is none.

    So many that in eight cases of ten the whole interval does. None if no number of games would do.

    >>> games_to_agree(Estimate(3.0, 1.0, 5.0, 0.95, 1000, "t"), margin=1.0)
    10942
    """
    if margin <= 0 or not math.isfinite(difference.half_width):
        return None
    z = NormalDist().inv_cdf(1 - tail(difference.level))
    half = difference.half_width * (1 + NormalDist().inv_cdf((1 + POWER) / 2) / z)
    needed = difference.n * (half / margin) ** 2
    return math.ceil(needed) if needed < MOST_GAMES else None


def student(degrees: int, level: float) -> float:
    """The two-sided quantile of Student's t distribution."""
    return -float(special.stdtrit(degrees, tail(level)))
