"""A change of which the baseline was played longer than the other rule: a control variate.

The games that both rules played say how much of a change goes with the number of the baseline. How far that
strays from its mean in these games, the longer run of the baseline tells: so much of the change is chance,
and goes (regression estimators: Cochran 1977, chapter 7).

The coefficient for every second game is that of the games between them (cross-fitting), and the games that
the baseline has alone are others still. So the mean of what is taken away is 0: exactly for a mean, nearly
for a ratio of totals. The mean that the longer run tells is uncertain, too, and that counts as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from analyses.estimates.arrays import Floats
from analyses.estimates.critical import shared_level
from analyses.estimates.estimate import FEW, ROUNDING, Estimate, nearly_always, scarcity
from analyses.estimates.joint import joint_level
from analyses.measures.measure import SHARE, GameArrays, Measure, needed
from analyses.measures.paired_games import PIECE, PairedSums, pieces
from simulate.store.runs import Run

LEAST = 200
"""Games under both rules that tell a coefficient well enough."""


class LongBaseline:
    """Sums of the games that both rules played, and of those that the baseline has alone.

    Without these, or where few games differ, it says what the games of both say.
    """

    def __init__(self, pairs: PairedSums, rest: PairedSums | None = None) -> None:
        self.pairs, self.rest = pairs, rest or PairedSums(pairs.measure)

    def __add__(self, other: LongBaseline) -> LongBaseline:
        """Those of the games of both."""
        return LongBaseline(self.pairs + other.pairs, self.rest + other.rest)

    @property
    def measure(self) -> Measure:
        """What is measured."""
        return self.pairs.measure

    @property
    def known(self) -> bool:
        """Whether there is anything to divide by."""
        return self.pairs.known

    @property
    def differ(self) -> int:
        """Games that differ."""
        return self.pairs.differ

    @property
    def worth(self) -> float | None:
        """The variance of the change without pairing, over that with it."""
        return self.pairs.worth

    def estimate(self, which: int, level: float) -> Estimate | None:
        """The measure under one of the rules: of the baseline over all its games."""
        if not self.rest.n:
            return self.pairs.estimate(which, level)
        before = (self.pairs + self.rest).estimate(0, level)
        after = self.pairs.estimate(1, level)
        if which == 0 or before is None or after is None or not self.is_regressed:
            return before if which == 0 else after
        value = before.value + self.difference(level).value
        found = _about(after, value, self._left(self.pairs.stray(1), self.coefficients + 1))
        return _possible(found, self.pairs)

    def difference(self, level: float) -> Estimate:
        """The change from the baseline to the other rule, never wider than without the longer run."""
        plain = self.pairs.difference(level)
        if not self.is_regressed:
            return plain
        astray = self._means - self._mean_of_rest
        value = plain.value - self._part * float(self._weights @ (self.coefficients * astray))
        found = _about(plain, value, self._left(self._change, self.coefficients))
        found = replace(found, method=f"{plain.method}, long baseline")
        return found.within(-1.0, 1.0) if self.measure.kind == SHARE else found

    def change_by_block(self) -> Floats:
        """Sums by block of what each change strays, and behind them of what goes with the longer run."""
        strays = self.pairs.change_by_block()
        if not self.rest.n:
            return strays
        if not self.is_regressed:
            return np.concatenate([strays, np.zeros_like(strays)])
        taken = self._part * float(self._weights @ self.coefficients) * self.pairs.by_block(self._base)
        return np.concatenate([strays - taken, taken * math.sqrt(self.pairs.n / self.rest.n)])

    # --- the regression

    @cached_property
    def is_regressed(self) -> bool:
        """Whether the longer run says anything of the change: not of what is rare, or hardly ever differs."""
        pairs, rest = self.pairs, self.rest
        if not rest.n or not rest.totals[1] or pairs.measure.between is not None or not pairs.known:
            return False
        if pairs.n < LEAST or scarcity(pairs.differ, pairs.n) or _hardly_varies(pairs):
            return False
        spreads = [pairs.squares_of(stray) for stray in (self._base, self._change)]
        return min(spreads) > ROUNDING * float(pairs.products[0, 0] + pairs.products[2, 2])

    @property
    def _base(self) -> Floats:
        return self.pairs.stray(0)

    @property
    def _change(self) -> Floats:
        return self.pairs.stray(1) - self.pairs.stray(0)

    @property
    def _part(self) -> float:
        """The part of all games of the baseline that it has alone."""
        return self.rest.n / (self.pairs.n + self.rest.n)

    @cached_property
    def _folds(self) -> list[tuple[int, Floats, Floats]]:
        """Of the games with even and with odd numbers: how many, the totals, the products."""
        pairs = self.pairs
        even = pairs.n - pairs.odd_n, pairs.totals - pairs.odd_totals, pairs.products - pairs.odd_products
        return [even, (pairs.odd_n, pairs.odd_totals, pairs.odd_products)]

    @property
    def _weights(self) -> Floats:
        return np.array([n for n, _, _ in self._folds]) / self.pairs.n

    @property
    def _means(self) -> Floats:
        """How far the baseline strays in each fold."""
        return np.array([self._base @ totals / n for n, totals, _ in self._folds])

    @property
    def _mean_of_rest(self) -> float:
        """How far the baseline strays in the games that it has alone."""
        top, bottom = self.rest.totals[:2]
        mine = self.pairs.totals
        games = self.pairs.n + self.rest.n
        return float((top - mine[0] / mine[1] * bottom) / self.rest.n * games / (mine[1] + bottom))

    def _moments(self, stray: Floats) -> Floats:
        """In each fold, a row each: the covariance of a stray with that of the baseline, and its variance."""
        rows = []
        for n, totals, products in self._folds:
            mean = totals / n
            inner = products / n - np.outer(mean, mean)
            rows.append([stray @ inner @ self._base, self._base @ inner @ self._base])
        return np.array(rows)

    @cached_property
    def coefficients(self) -> Floats:
        """By how much the change moves with the baseline: for each fold as the other one shows it."""
        moments = self._moments(self._change)
        return np.asarray(moments[::-1, 0] / moments[::-1, 1])

    def _left(self, stray: Floats, coefficients: Floats) -> float:
        """The part of a standard error that is left: each fold tests the coefficient of the other."""
        covariance, variance = self._moments(stray).T
        gone = self._weights @ (2 * coefficients * covariance - coefficients**2 * variance)
        spread = self.pairs.squares_of(stray) / self.pairs.n
        return math.sqrt(min(1.0, max(0.0, 1 - self._part * float(gone) / spread))) if spread else 1.0


def _hardly_varies(pairs: PairedSums) -> bool:
    """Whether the baseline is nearly always the same: what is rare goes its own way in the longer run."""
    total, squares = float(pairs.totals[0]), float(pairs.products[0, 0])
    if pairs.is_share:
        return not FEW <= total <= pairs.n - FEW
    return nearly_always(total, squares, pairs.n, 0.95, signed=pairs.low < 0, reach=1.0) is not None


def _about(estimate: Estimate, value: float, part: float) -> Estimate:
    """Another value, and the ends as far from it as before, or a part of that."""
    below, above = (part * abs(end - estimate.value) for end in (estimate.low, estimate.high))
    return replace(estimate, value=value, low=value - below, high=value + above)


def _possible(estimate: Estimate, pairs: PairedSums) -> Estimate:
    """An estimate with ends that the measure can have."""
    if pairs.measure.kind == SHARE:
        return estimate.within(0.0, 1.0)
    return estimate if pairs.low < 0 else estimate.within(0.0, math.inf)


def with_rest(bases: Sequence[tuple[Run, int]], sums: Sequence[PairedSums]) -> list[LongBaseline]:
    """Sums of all games that are compared, with what the baseline has beyond these."""
    if all(run.plan.n == n for run, n in bases):
        return [LongBaseline(each) for each in sums]
    return [first + last for first, last in with_rests(bases, [(s, PairedSums(s.measure)) for s in sums])]


def with_rests(
    bases: Sequence[tuple[Run, int]], sums: Sequence[tuple[PairedSums, PairedSums]]
) -> list[tuple[LongBaseline, LongBaseline]]:
    """Sums of both halves of the games that are compared, with what the baseline has beyond these.

    `bases` are its runs, each with the number of games that are compared. The halves are two seeds; of one
    seed alone the first of the games that it has beyond go with the first half, and the others with the last.
    """
    found = [(LongBaseline(first), LongBaseline(last)) for first, last in sums]
    more = needed(first.measure for first, _ in sums)
    for number, (run, n) in enumerate(bases):
        since, end = run.plan.first_game + n, run.plan.first_game + run.plan.n
        middle = (since + end) // 2
        for tables in pieces(run, PIECE, since, more, middle) if since < end else ():
            arrays = GameArrays(run.plan, tables)
            half = number if len(bases) > 1 else int(tables["games"]["game"][0] >= middle)
            for each in found:
                each[half].rest.add(arrays, arrays)
    return found


def together(sums: Sequence[LongBaseline], level: float, family: int = 1, looked: bool = False) -> float:
    """The level of each interval at which those of all measures hold at once, in so many comparisons.

    It is found from their blocks of games; if somebody `looked`, measures share their error (Bonferroni).
    """
    if looked and sums:
        return shared_level(len(sums) * family, level)
    strays = [each.change_by_block() for each in sums if each.known and each.differ]
    return joint_level(strays, shared_level(family, level))
