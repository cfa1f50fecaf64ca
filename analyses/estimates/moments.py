"""Sums over games, added up block by block: the sufficient statistics of means, ratios and differences."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import add
from typing import TypeAlias

import numpy as np

from analyses.estimates import estimate
from analyses.estimates.arrays import Numbers
from analyses.estimates.critical import LEVEL
from analyses.estimates.estimate import Estimate
from analyses.estimates.lazy import pd
from rules.errors import nearest
from simulate.store.sums import Counts, exact_sums

Combination: TypeAlias = str | Mapping[str, int]
"""A column, or a sum of columns with whole weights, such as ``{"score_0": 1, "score_1": -1}``."""


@dataclass(frozen=True)
class Moments:
    """The sums and the sums of products of whole numbers of each game.

    They give the mean of any column, the mean of any combination of columns (a paired difference
    within the game, say) and the ratio of any two, each with its interval. Two blocks add.

    >>> import pandas as pd
    >>> block = pd.DataFrame({"rolls": [8, 10, 12], "ties": [1, 2, 3]})
    >>> moments = Moments.of(block)
    >>> moments.mean("rolls")
    Estimate(10.00, [5.03, 14.97], 95 %, n=3, t)
    >>> moments.mean({"rolls": 1, "ties": -1})
    Estimate(8.00, [5.51, 10.49], 95 %, n=3, t)
    >>> (moments + moments).ratio("ties", "rolls").n
    6
    """

    columns: tuple[str, ...]
    n: int
    sums: Counts
    products: Counts
    signed: frozenset[str] = frozenset()
    """Columns that may lie below 0, beside those whose sums do."""
    rows: Counts | None = None
    """The numbers of each game, if they are known and these are fewer than `estimate.SKEWED_BELOW`."""

    @classmethod
    def of(cls, games: pd.DataFrame) -> Moments:
        """The moments of one row a game."""
        values = games.to_numpy(np.float64)
        return cls(tuple(games.columns), len(values), *exact_sums(values), rows=few_rows(values))

    def __add__(self, other: Moments) -> Moments:
        if self.columns != other.columns:
            raise ValueError(f"moments of different columns: {self.columns} and {other.columns}")
        sums, products = self.sums + other.sums, self.products + other.products
        rows = None
        if self.rows is not None and other.rows is not None:
            rows = few_rows(np.concatenate([self.rows, other.rows]))
        return Moments(self.columns, self.n + other.n, sums, products, self.signed | other.signed, rows)

    def over(self, n: int) -> Moments:
        """These sums over `n` games: games without a row had 0 in every column."""
        rows = None
        if self.rows is not None and len(self.rows) <= n < estimate.SKEWED_BELOW:
            rows = np.zeros((n, len(self.columns)), np.int64)
            rows[: len(self.rows)] = self.rows
        return replace(self, n=n, rows=rows)

    def total(self, combination: Combination) -> int:
        """The sum over all games."""
        return sum(weight * int(self.sums[i]) for i, weight in self._weights(combination))

    def product(self, a: Combination, b: Combination) -> int:
        """The sum over all games of a * b."""
        return sum(v * w * int(self.products[i, j]) for i, v in self._weights(a) for j, w in self._weights(b))

    def mean(self, combination: Combination, level: float = LEVEL) -> Estimate:
        """The mean a game."""
        total, squares = self.total(combination), self.product(combination, combination)
        signed, values = self._signed(combination), self._values(combination)
        return estimate.mean(total, squares, self.n, level, signed=signed, values=values)

    def win_share(self, combination: Combination, win: int, level: float = LEVEL) -> Estimate:
        """The expected share of a win, where a whole win counts `win`."""
        return estimate.wilson(Fraction(self.total(combination), win), self.n, level)

    def ratio(self, top: Combination, bottom: Combination, level: float = LEVEL) -> Estimate:
        """The ratio of two totals."""
        tops, bottoms = self._values(top), self._values(bottom)
        return estimate.ratio(
            self.total(top),
            self.total(bottom),
            top_squares=self.product(top, top),
            bottom_squares=self.product(bottom, bottom),
            products=self.product(top, bottom),
            n=self.n,
            level=level,
            signed=self._signed(top),
            values=None if tops is None or bottoms is None else (tops, bottoms),
        )

    def part(self, part: Combination, whole: Combination) -> Estimate:
        """The ratio of two totals, the first a part of the second."""
        return self.ratio(part, whole).within(0.0, 1.0)

    def ratio_difference(
        self, top: Combination, bottom: Combination, other_top: Combination, other_bottom: Combination
    ) -> Estimate:
        """The ratio of two totals minus the ratio of two others, of the same games.

        What strays in a game is (top - r * bottom) / B - (other top - s * other bottom) / D, with the ratios
        r and s and the totals B and D: the delta method of `ratio`, once for both, so that what they share
        cancels.
        """
        level = LEVEL
        b, d = self.total(bottom), self.total(other_bottom)
        if b == 0 or d == 0:
            return Estimate(math.nan, -math.inf, math.inf, level, self.n, "ratio")
        r, s = Fraction(self.total(top), b), Fraction(self.total(other_top), d)
        value = float(r - s)
        if self.n == 1:
            return Estimate(value, -math.inf, math.inf, level, self.n, "ratio")

        parts = [(top, Fraction(1, b)), (bottom, -r / b), (other_top, Fraction(-1, d)), (other_bottom, s / d)]
        squares = sum(v * w * self.product(x, y) for x, v in parts for y, w in parts)
        half = estimate.student(self.n - 1, level) * math.sqrt(squares * self.n / (self.n - 1))
        if not squares:  # one that was not seen may be one off
            half = estimate.wilson(0, self.n, level).high * self.n / min(b, d)

        strays = None
        if self.rows is not None and squares:
            terms = [float(v) * self.rows @ self._vector(x) for x, v in parts]
            strays = self.n * np.sum(terms, axis=0)
        below, above = estimate.reaches(strays, half, level)
        return Estimate(value, value - below, value + above, level, self.n, "ratio")

    def _values(self, combination: Combination) -> Counts | None:
        """The number of each game, where they are known."""
        return None if self.rows is None else self.rows @ self._vector(combination)

    def _vector(self, combination: Combination) -> Counts:
        """The weight of each column."""
        weights = np.zeros(len(self.columns), np.int64)
        for i, weight in self._weights(combination):
            weights[i] = weight
        return weights

    def _signed(self, combination: Combination) -> bool:
        """Whether a combination of columns may lie below 0."""
        for i, weight in self._weights(combination):
            if weight < 0 or self.sums[i] < 0 or self.columns[i] in self.signed:
                return True
        return False

    def _weights(self, combination: Combination) -> list[tuple[int, int]]:
        weights = {combination: 1} if isinstance(combination, str) else combination
        for column in weights:
            if column not in self.columns:
                raise ValueError(f"'{column}' is not added up (Summed).{nearest(column, self.columns)}")
        return [(self.columns.index(column), weight) for column, weight in weights.items()]


def few_rows(rows: Numbers) -> Counts | None:
    """The whole numbers of games, a row a game, if these are so few that they may be skewed; else None."""
    return rows.astype(np.int64) if len(rows) < estimate.SKEWED_BELOW else None


def moments_of(blocks: Iterable[pd.DataFrame], games: int | None = None) -> Moments:
    """The moments of blocks with a row a game, over so many `games`: those without a row had 0 everywhere."""
    moments = reduce(add, map(Moments.of, blocks))
    return moments if games is None else moments.over(games)


def wide(grouped: pd.DataFrame, keys: list[str], values: Sequence[Sequence[int]]) -> pd.DataFrame:
    """A row a game, a column for each column of `grouped` and combination of keys: ``rolls_0``..."""
    columns = pd.MultiIndex.from_product([grouped.columns, *values])
    table = pd.DataFrame(grouped.unstack(keys, fill_value=0)).reindex(columns=columns, fill_value=0)
    return table.set_axis(["_".join(map(str, column)) for column in columns], axis=1)
