"""What studies are made of: cells of games to play, and measured numbers with margins and verdicts.

A study is a module of `analyses` that says which cells it needs and what their games show (`Study`), and
one of `reports` that puts it into words and pictures. `simulate study NAME` plays the cells in between.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol, TypeAlias

import numpy.typing as npt
import pandas as pd

from analyses import estimate
from analyses.estimate import Estimate, student, verdict, wilson
from simulate.cells import Cell
from simulate.runs import Run

Numbers: TypeAlias = npt.NDArray[Any]
"""One number a game, or a block of mirrored games."""

Runs: TypeAlias = Mapping[str, Sequence[Run]]
"""The finished runs of each cell, by its name."""


@dataclass(frozen=True)
class Setting:
    """What the user asks of a study."""

    players: tuple[int, ...]
    n: int
    seed: int


@dataclass(frozen=True)
class Entry:
    """One measured number: where it was measured, its interval, and the margin it is held against."""

    table: str
    keys: Mapping[str, int | str]
    measure: str
    unit: str
    estimate: Estimate
    margin: float | None = None

    @property
    def verdict(self) -> str:
        """One of three verdicts, or nothing without a margin."""
        return "" if self.margin is None else verdict(self.estimate, self.margin)

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "table": self.table,
            **self.keys,
            "measure": self.measure,
            "unit": self.unit,
            **self.estimate.as_dict(),
            "margin": self.margin,
            "verdict": self.verdict or None,
        }


@dataclass(frozen=True)
class Results:
    """All that a study measured, table by table."""

    setting: Setting
    entries: Sequence[Entry]
    games: int
    cells: int
    notes: Sequence[str] = field(default=())
    """What a reader must know before reading any number."""

    @cached_property
    def _by_place(self) -> dict[tuple[str, str, tuple[tuple[str, int | str], ...]], Entry]:
        return {(e.table, e.measure, tuple(sorted(e.keys.items()))): e for e in self.entries}

    def entry(self, table: str, measure: str, **keys: int | str) -> Entry:
        """The number measured at this place."""
        return self._by_place[table, measure, tuple(sorted(keys.items()))]

    def get(self, table: str, measure: str, **keys: int | str) -> Estimate:
        """Its estimate."""
        return self.entry(table, measure, **keys).estimate

    def frames(self) -> dict[str, pd.DataFrame]:
        """Each table tidy: a row a number, with the columns of its place, interval, margin and verdict."""
        found = {}
        for table in dict.fromkeys(entry.table for entry in self.entries):
            entries = [entry for entry in self.entries if entry.table == table]
            frame = pd.DataFrame(entry.as_dict() for entry in entries).drop(columns="table")
            if all(entry.margin is None for entry in entries):
                frame = frame.drop(columns=["margin", "verdict"])
            found[table] = frame
        return found


class Study(Protocol):
    """What the module `analyses.<study>` offers."""

    TEXT: str
    """What it asks, in one line."""
    GAMES: int
    """Games a cell, unless the user says."""
    PLAYERS: tuple[int, ...]
    """Numbers of players that it knows."""

    def cells(self, setting: Setting) -> tuple[Cell, ...]:
        """What must be played."""

    def analyse(self, setting: Setting, runs: Runs) -> Results:
        """What the games show."""


class StudyReport(Protocol):
    """What the module `reports.<study>` offers."""

    def page(self, results: Results, command: str) -> str:
        """One self-contained HTML file."""

    def summary(self, results: Results) -> str:
        """The findings in lines for a terminal."""

    def sentences(self, results: Results) -> list[str]:
        """The findings as sentences."""


def hash_of(cells: Sequence[Cell]) -> str:
    """A hash of all that decides what the games of a study are."""
    return hashlib.sha256(" ".join(plan.hash for cell in cells for plan in cell.plans).encode()).hexdigest()


# --- estimates from one number a game


def mean_of(values: Numbers, parts: int = 1) -> Estimate:
    """The mean of whole numbers, each of so many parts.

    >>> import numpy as np
    >>> mean_of(np.array([1, 2, 3, 4]))
    Estimate(2.50, [0.45, 4.55], 95 %, n=4, t)
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


def ratio_of(top: Numbers, bottom: Numbers) -> Estimate:
    """The ratio of two totals of whole numbers."""
    t, b = [int(v) for v in top], [int(v) for v in bottom]
    return estimate.ratio(
        sum(t),
        sum(b),
        top_squares=sum(v * v for v in t),
        bottom_squares=sum(v * v for v in b),
        products=sum(v * w for v, w in zip(t, b, strict=True)),
        n=len(t),
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
    Estimate(0.0, [0.0, 0.0], 95 %, n=3, paired ratio)
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
