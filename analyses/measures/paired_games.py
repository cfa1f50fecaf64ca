"""The same games of two runs, read side by side and added up: sums by block of games, in one pass."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from analyses.estimates.arrays import Flags, Floats, Numbers, Whole
from analyses.estimates.estimate import (
    LEAST_REACH,
    ROUNDING,
    SCANT,
    SKEWED_BELOW,
    Estimate,
    guarded,
    nearly_always,
    paired_change,
    paired_share,
    reaches,
    scant_half,
    share,
    student,
    wilson,
)
from analyses.estimates.joint import BLOCKS
from analyses.measures.measure import SHARE, GameArrays, Measure, needed
from simulate.store.runs import Run

PIECE = 10_000
"""Games that are held in memory at a time, about."""

Columns: TypeAlias = Mapping[str, Any]

Piece: TypeAlias = Mapping[str, Columns]
"""Some games of a run: the tables `games`, `seats` and those asked for beside them, by name."""


def halves(
    pairs: Sequence[tuple[Run, Run]], more: Sequence[str]
) -> Iterator[tuple[int, Piece, Piece, Whole]]:
    """Some games of a comparison at a time, whole blocks of one half: which, both rules, where blocks begin.

    Each half must say by itself what is said first. `pairs` are the runs under both rules, once for each of
    two seeds; of one seed alone the first games are a half, and the last. Game i of a seed is as independent
    of its other games as of those of another seed. The tables `more` are read beside `games` and `seats`.
    """
    block = max(1, -(-sum(base.plan.n for base, _ in pairs) // BLOCKS))
    size = block * max(1, PIECE // block)
    for number, (base, house) in enumerate(pairs):
        starts, first = np.arange(0, base.plan.n, block), base.plan.first_game
        middle = first + int(starts[len(starts) // 2])
        read = (pieces(run, size, 0, more, middle) for run in (base, house))
        for one, other in zip(*read, strict=True):
            games = one["games"]["game"]
            at = int(games[0]) - first
            edges = starts[(starts >= at) & (starts < at + len(games))] - at
            yield int(games[0] >= middle) if len(pairs) == 1 else number, one, other, edges


def pieces(
    run: Run, size: int, since: int = 0, more: Sequence[str] = (), at: int | None = None
) -> Iterator[Piece]:
    """The tables `games`, `seats` and `more` as columns, `size` games at a time, whatever the run's blocks.

    `since` is the index of the first game; a piece ends at game `at`, too.
    """
    first, stop = max(since, run.plan.first_game), run.plan.first_game + run.plan.n
    ends = sorted({*range(first + size, stop, size), stop} | ({at} if at and first < at < stop else set()))
    tables = {table: _cut(run.arrays(table, since=since), ends) for table in ("games", "seats", *more)}
    read = (dict(zip(tables, columns, strict=True)) for columns in zip(*tables.values(), strict=True))
    return (piece for piece in read if len(piece["games"]["game"]))  # else all these games failed


def arrays_of(run: Run, more: Sequence[str] = ()) -> Iterator[GameArrays]:
    """The games of a run as arrays, `PIECE` at a time."""
    return (GameArrays(run.plan, tables) for tables in pieces(run, PIECE, more=more))


def _cut(blocks: Iterator[Columns], ends: Iterable[int]) -> Iterator[Columns]:
    """The rows of the games before each end, from the last one on; each block holds whole games."""
    held = [block for block in [next(blocks, None)] if block is not None]
    for end in ends if held else ():
        while not len(held[-1]["game"]) or held[-1]["game"][-1] < end - 1:
            block = next(blocks, None)
            if block is None:
                break
            held.append(block)
        whole = held[0]
        if len(held) > 1:
            whole = {name: np.concatenate([part[name] for part in held]) for name in whole}
        at = int(whole["game"].searchsorted(end))
        yield {name: values[:at] for name, values in whole.items()}
        held = [{name: values[at:] for name, values in whole.items()}]


def different(one: Piece, other: Piece, leave_out: Collection[str] = ()) -> Flags:
    """Which games differ in any number of `games` and `seats`, but for columns that are left out."""
    n = len(one["games"]["game"])
    found = np.zeros(n, np.bool_)
    for table in ("games", "seats"):
        mine, theirs = one[table], other[table]
        for name in mine.keys() & theirs.keys() - {*leave_out}:
            found |= (mine[name] != theirs[name]).reshape(n, -1).any(axis=1)
    return found


# --- sums

ONE_BLOCK: Whole = np.zeros(1, np.int64)
"""Where the blocks of games begin if all are one."""


class PairedSums:
    """What a comparison keeps of a measure: sums by block of games, and of products over all games."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self.n = self.differ = 0
        self.blocks: list[Floats] = []
        """Sums of top and bottom under the first rule, and under the second: four rows, a column a block."""
        self.totals: Floats = np.zeros(4)
        """Of both tops and bottoms."""
        self.products = np.zeros((4, 4))
        self.odd_n = 0
        self.odd_totals: Floats = np.zeros(4)
        self.odd_products = np.zeros((4, 4))
        """Of the games with an odd number, how many, totals and products."""
        self.some: Whole = np.zeros(2, np.int64)
        """Games that have something of the bottom, under each rule."""
        self.off: Whole = np.zeros((2, 2), np.int64)
        """Of a top, the games where it is not 0, and of a part of the bottom those where it is not all."""
        self.rows: Floats | None = np.zeros((4, 0))
        """The four numbers of each game, while they are fewer than `SKEWED_BELOW`."""
        self.squares = self.gained = self.lost = self.most = 0.0
        self.low, self.high = math.inf, -math.inf

    def add(self, base: GameArrays, house: GameArrays, edges: Whole = ONE_BLOCK) -> None:
        """Games more; their blocks begin at `edges`."""
        measure = self.measure
        if measure.between is not None:
            tops = [np.zeros(base.n), measure.between(base, house)]
        else:
            tops = _of_both(measure.numbers, base, house)
        bottoms = _of_both(measure.weights, base, house)
        rows = np.stack([tops[0], bottoms[0], tops[1], bottoms[1]])
        self.n += base.n
        self.blocks.append(np.add.reduceat(rows, edges, axis=1))
        self.rows = _few(self.rows, rows)
        self.totals += rows.sum(axis=1)
        self.products += np.einsum("ig,jg->ij", rows, rows)
        odd = rows[:, np.asarray(base.tables["games"]["game"]) % 2 == 1]
        self.odd_n += odd.shape[1]
        self.odd_totals += odd.sum(axis=1)
        self.odd_products += np.einsum("ig,jg->ij", odd, odd)
        for which, (top, bottom) in enumerate(zip(tops, bottoms, strict=True)) if self.is_ratio else ():
            self.some[which] += (bottom > 0).sum()
            self.off[which] += (top != 0).sum(), (top < bottom).sum()
        change = tops[1] - tops[0]
        self.differ += int(((change != 0) | (bottoms[1] != bottoms[0])).sum())
        self.squares += float(change @ change)
        self.gained += float(change[change > 0].sum())
        self.lost += float(-change[change < 0].sum())
        self.most = max(self.most, float(rows[1::2].max()))
        self.low = min(self.low, float(rows[::2].min()))
        self.high = max(self.high, float(rows[::2].max()))

    def __add__(self, other: PairedSums) -> PairedSums:
        """Those of the games of both."""
        found = PairedSums(self.measure)
        added = "n differ blocks totals products odd_n odd_totals odd_products some off squares gained lost"
        for name in added.split():
            setattr(found, name, getattr(self, name) + getattr(other, name))
        found.rows = _few(self.rows, other.rows)
        found.most, found.low = max(self.most, other.most), min(self.low, other.low)
        found.high = max(self.high, other.high)
        return found

    @property
    def is_ratio(self) -> bool:
        """Whether it is the ratio of two totals and not a mean."""
        return self.measure.per is not None

    @property
    def is_share(self) -> bool:
        """Whether it lies from 0 to 1 in every game."""
        return self.measure.kind == SHARE and not self.is_ratio

    @property
    def known(self) -> bool:
        """Whether there is anything to divide by."""
        return bool(self.totals[1] and self.totals[3])

    @property
    def reach(self) -> float:
        """The most by which a game could change: the range of all its numbers, `LEAST_REACH` at least."""
        return max(self.high - self.low, LEAST_REACH * self.measure.margin)

    # Of a game with top t and bottom b, t - ratio * b over the mean of b strays from the ratio.

    def stray(self, which: int) -> Floats:
        """Of the four rows, what each adds to the stray of one rule."""
        top, bottom = self.totals[2 * which], self.totals[2 * which + 1]
        weights = np.zeros(4)
        weights[2 * which], weights[2 * which + 1] = self.n / bottom, -self.n * top / bottom**2
        return weights

    def change_by_block(self) -> Floats:
        """Sums by block of what each game's change strays from the mean change."""
        return self.by_block(self.stray(1) - self.stray(0))

    def by_block(self, stray: Floats) -> Floats:
        """Sums by block of a stray."""
        return np.asarray(stray @ np.concatenate(self.blocks, axis=1))

    def squares_of(self, weights: Floats) -> float:
        """The sum of squares of a stray."""
        return max(0.0, float(weights @ self.products @ weights))

    def _never_varies(self, which: int) -> bool:
        """Whether no game strays from the number under one rule: those that were not seen may."""
        return self.squares_of(self.stray(which)) <= ROUNDING * float(self.products[2 * which, 2 * which])

    def _ratio(self, which: int) -> float:
        return float(self.totals[2 * which] / self.totals[2 * which + 1])

    def estimate(self, which: int, level: float) -> Estimate | None:
        """The measure under one of the rules."""
        if self.measure.between is not None:
            return None
        if self.is_share:
            return wilson(_within(self.totals[2 * which], self.n), self.n, level)
        if not self.totals[2 * which + 1]:
            return Estimate(math.nan, -math.inf, math.inf, level, self.n, "ratio")
        value = self._ratio(which)
        if self.n == 1:
            return Estimate(value, -math.inf, math.inf, level, self.n, "t")
        if self.is_ratio and self.measure.kind == SHARE:
            some, varied = int(self.some[which]), int(self.off[which].min())
            squares = self.squares_of(self.stray(which)) * (some / self.n) ** 2
            return share(value, squares, some, varied=varied, level=level)
        below, above = self._reaches(self.stray(which), level)
        if self.is_ratio:
            odd = 0 if self._never_varies(which) else int(self.off[which][0])
            reach = self.reach * self.n / self.totals[2 * which + 1]
            below, above = (guarded(half, odd, reach, self.n, level) for half in (below, above))
        elif self._never_varies(which):
            below = above = wilson(0, self.n, level).high * self.reach  # a number that never varied may yet
        elif self.n < SCANT:
            variance = self.squares_of(self.stray(which)) / (self.n - 1)
            least = scant_half(variance, self.n, level, 1.0)
            below, above = max(below, least), max(above, least)
        else:
            total, squares = float(self.totals[2 * which]), float(self.products[2 * which, 2 * which])
            least = min(1.0, squares / abs(total)) if total else 1.0
            strays = None if self.rows is None else self.stray(which) @ self.rows
            if few := nearly_always(
                total, squares, self.n, level, signed=self.low < 0, reach=least, strays=strays
            ):
                return few
        method = "ratio" if self.is_ratio else "t"
        found = Estimate(value, value - below, value + above, level, self.n, method)
        return found if self.low < 0 else found.within(0.0, math.inf)

    def _reaches(self, weights: Floats, level: float) -> tuple[float, float]:
        """How far below and above the interval reaches of what strays so, see `estimate.reaches`."""
        half = student(self.n - 1, level) * math.sqrt(self.squares_of(weights) / (self.n - 1) / self.n)
        return reaches(None if self.rows is None else weights @ self.rows, half, level)

    def difference(self, level: float) -> Estimate:
        """The change from the first rule to the second."""
        top = self.totals[2] - self.totals[0]
        if self.measure.between is not None:
            return wilson(_within(self.totals[2], self.n), self.n, level)
        if self.is_share:
            return paired_share(_within(self.gained, self.n), _within(self.lost, self.n), self.n, level)
        if not self.known or self.n == 1:
            value = self._ratio(1) - self._ratio(0) if self.known else math.nan
            return Estimate(value, -math.inf, math.inf, level, self.n, "paired")
        if not self.is_ratio:
            return paired_change(
                top, self.squares, gained=self.gained, lost=self.lost, differ=self.differ,
                reach=self.reach, n=self.n, level=level,
                changes=None if self.rows is None else self.rows[2] - self.rows[0],
            )  # fmt: skip
        value = self._ratio(1) - self._ratio(0)
        below, above = self._reaches(self.stray(1) - self.stray(0), level)
        differ = 0 if self._never_varies(0) and self._never_varies(1) else self.differ
        reach = self.most
        if self.measure.kind != SHARE:  # a game that has none of the top under either rule hardly strays
            reach, differ = self.reach, min(differ, int(self.off[:, 0].sum()))
        reach *= self.n / min(self.totals[1], self.totals[3])
        below, above = (guarded(half, differ, reach, self.n, level) for half in (below, above))
        found = Estimate(value, value - below, value + above, level, self.n, "paired ratio")
        return found.within(-1.0, 1.0) if self.measure.kind == SHARE else found

    @property
    def worth(self) -> float | None:
        """The variance of the change without pairing, over that with it."""
        if not self.known or self.measure.between is not None:
            return None
        paired = self.squares_of(self.stray(1) - self.stray(0))
        apart = self.squares_of(self.stray(0)) + self.squares_of(self.stray(1))
        return apart / paired if self.differ and paired > 1e-9 * apart else None


def sums_of(run: Run, measures: Sequence[Measure]) -> list[PairedSums]:
    """What is kept of measures of one run, read once: `PairedSums.estimate` 0 is the number."""
    found = [PairedSums(measure) for measure in measures]
    for arrays in arrays_of(run, needed(measures)):
        for each in found:
            each.add(arrays, arrays)
    return found


def _of_both(of: Callable[[GameArrays], Numbers], base: GameArrays, house: GameArrays) -> list[Numbers]:
    """Numbers of the games under both rules, found once where the games are the same."""
    found = of(base)
    return [found, found if house is base else of(house)]


def _few(one: Floats | None, other: Floats | None) -> Floats | None:
    """The numbers of both games, if these are few; None if they are many, or those of some are not known."""
    if one is None or other is None or one.shape[1] + other.shape[1] >= SKEWED_BELOW:
        return None
    return np.concatenate([one, other], axis=1)


def _within(total: float, n: int) -> float:
    """A sum of shares as exact as it is: parts add up with a rounding error."""
    return min(max(round(total, 9), 0.0), float(n))
