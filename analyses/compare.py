"""Two runs of the same games under two rules: what changes, by how much, and how sure that is.

Game i of both runs sees the same tiles, cards and dice (common random numbers), so every change is taken
game by game: luck that both share cancels. Both runs are read once, side by side; what is kept are sums by
block of games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import NormalDist
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from analyses.estimate import (
    FEW,
    UNDECIDED,
    Estimate,
    paired_change,
    paired_share,
    student,
    verdict,
    wilson,
)
from analyses.measures import SHARE, GameArrays, Measure, Numbers, chosen
from analyses.summary import Side, analysis_of
from rules import games
from rules.errors import UserError
from simulate.plan import Plan
from simulate.runs import Run

BLOCKS = 200
"""Blocks of games, in the order of their index, over which changes are resampled together."""

DRAWS = 20_000
"""Of the multiplier bootstrap."""

PIECE = 10_000
"""Games that are held in memory at a time, about."""

POWER = 0.8
"""The chance with which so many more games as are said to be needed settle what is undecided."""

MOST_GAMES = 10**9
"""More games than anybody plays."""

SHARED, NOBODY = "shared", "nobody"
"""Beside the sides, who wins a game: several, or nobody in a game left unfinished."""

Counts: TypeAlias = npt.NDArray[np.int64]


# --- what came out


@dataclass(frozen=True)
class Change:
    """A measure under both rules, and its change."""

    measure: Measure
    base: Estimate | None
    house: Estimate | None
    """None for what is only told of two runs, such as how often the winner changes."""
    change: Estimate
    """With its own interval: right for a measure that was asked alone."""
    together: Estimate
    """The same with an interval that holds for all measures at once: the verdict comes from here."""
    worth: float | None
    """As many times more games would be needed without pairing; None where nothing varies."""

    @property
    def verdict(self) -> str:
        """What the change says against the margin."""
        return verdict(self.together, self.measure.margin)

    @property
    def equivalent_within(self) -> float:
        """The smallest margin within which both rules would be equivalent."""
        return max(abs(self.together.low), abs(self.together.high))

    @property
    def games_needed(self) -> int | None:
        """About how many games would settle an undecided change, if it is as large as it seems.

        So many that in eight cases of ten the interval lies on one side of the margin. None if it is settled,
        or if the change is so near the margin that no number of games would do.
        """
        if self.verdict != UNDECIDED:
            return None
        away = abs(abs(self.change.value) - self.measure.margin)
        if not away or not math.isfinite(self.together.low):
            return None
        z = NormalDist().inv_cdf((1 + self.together.level) / 2)
        half = self.together.half_width * (1 + NormalDist().inv_cdf(POWER) / z)
        needed = self.change.n * (half / away) ** 2
        return math.ceil(needed) if needed < MOST_GAMES else None

    def as_dict(self) -> dict[str, Any]:
        """A row of a table, or JSON."""

        def of(estimate: Estimate | None, name: str) -> dict[str, float | None]:
            said = estimate.as_dict() if estimate else {}
            return {name: said.get("value"), f"{name}_low": said.get("low"), f"{name}_high": said.get("high")}

        pointwise, together = self.change.as_dict(), self.together.as_dict()
        return {
            "measure": self.measure.name,
            "at": self.measure.at,
            "words": self.measure.label,
            "kind": self.measure.kind,
            "unit": self.measure.unit or "share",
            **of(self.base, "a"),
            **of(self.house, "b"),
            "change": pointwise["value"],
            "low": pointwise["low"],
            "high": pointwise["high"],
            "level": self.change.level,
            "low_together": together["low"],
            "high_together": together["high"],
            "level_together": round(self.together.level, 6),
            "margin": self.measure.margin,
            "verdict": self.verdict,
            "equivalent_within": self.equivalent_within if math.isfinite(self.equivalent_within) else None,
            "games_needed": self.games_needed,
            "pairing_worth": self.worth,
            "n": self.change.n,
            "method": self.change.method,
        }


@dataclass(frozen=True)
class Moves:
    """Who wins the same games under both rules: a row who wins under the first, a column under the second."""

    by: str
    names: tuple[str, ...]
    counts: Counts

    def rows(self) -> Iterator[dict[str, Any]]:
        """Each pair of winners: games, and their share of all with its interval."""
        n = int(self.counts.sum())
        for i, one in enumerate(self.names):
            for j, other in enumerate(self.names):
                share = wilson(int(self.counts[i, j]), n)
                yield {
                    "by": self.by,
                    "winner_a": one,
                    "winner_b": other,
                    "games": int(self.counts[i, j]),
                    "share": share.value,
                    "low": share.low,
                    "high": share.high,
                }


@dataclass(frozen=True)
class Comparison:
    """What another rule changes in the same games."""

    base: Plan
    house: Plan
    n: int
    level: float
    changes: tuple[Change, ...]
    differ: Estimate
    """The share of games that differ in any number at all."""
    moves: tuple[Moves, ...]
    notes: tuple[str, ...]
    """What a reader must know: what else differs."""

    def get(self, key: str) -> Change:
        """The change of a measure, by its key: ``turns``, ``win_share:seat1``."""
        return next(change for change in self.changes if change.measure.key == key)

    @property
    def names(self) -> tuple[str, str]:
        """What tells the two rules apart, in the words of the options."""
        return names_of(self.base, self.house)

    def frame(self) -> pd.DataFrame:
        """A row a measure: both values, the change with both intervals, margin and verdict."""
        return pd.DataFrame(change.as_dict() for change in self.changes)

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "game": self.base.game,
            "players": self.base.players,
            "policy": self.base.policy_words,
            "a": self.names[0],
            "b": self.names[1],
            "n": self.n,
            "seed": self.base.seed,
            "games_that_differ": self.differ.as_dict(),
            "notes": list(self.notes),
            "changes": [change.as_dict() for change in self.changes],
            "winners": [row for moves in self.moves for row in moves.rows()],
        }


def names_of(base: Plan, house: Plan) -> tuple[str, str]:
    """What tells two plans apart: ``standard game`` and ``robber=false``."""
    mine, theirs = base.changed_options(), house.changed_options()
    both = [_full(plan) for plan in (base, house)]
    names = [name for name in both[0] if both[0][name] != both[1][name]]
    if base.preset != house.preset:
        shown = [
            ", ".join([f"preset {p.preset}", *(f"{k}={v}" for k, v in c.items())])
            for p, c in ((base, mine), (house, theirs))
        ]
    else:
        shown = [", ".join(f"{name}={values[name]}" for name in names) for values in both]
        if not mine and base.preset == base.standard_preset and names:
            shown[0] = "standard game"
    if base.policies != house.policies:
        shown = [
            f"{text}, {p.policy_words}" if text else p.policy_words
            for p, text in zip((base, house), shown, strict=True)
        ]
    if base.box != house.box:
        shown = [
            f"{text}{', ' if text else ''}{p.box_file or 'standard box'}"
            for p, text in zip((base, house), shown, strict=True)
        ]
    return (shown[0] or "first run", shown[1] or "second run")


def _full(plan: Plan) -> dict[str, str]:
    """Every option as it is typed."""
    from rules.options import as_dict, show

    return {
        name: show(tuple(value) if isinstance(value, list) else value)
        for name, value in as_dict(plan.options).items()
    }


# --- the question


def compare(
    base: Run,
    house: Run,
    measures: Iterable[str] | None = None,
    level: float = 0.95,
    pace: float | None = None,
    family: int = 1,
    value_level: float | None = None,
) -> Comparison:
    """What changes from the games of `base` to the same games of `house`.

    `measures` are names such as ``turns`` or ``win_share:seat1``; all that can say something if None. Of runs
    of different length the games that both hold are compared. Of `family` comparisons that are read together
    the simultaneous intervals hold in all at once (Bonferroni). `pace` is in seconds a turn; `value_level` is
    the level of the measures themselves, under either rule, if it is not that of their changes.

    Raises
    ------
    UserError
        If the runs do not pair, or for an unknown measure.
    """
    notes = check_pair(base, house)
    n = min(base.plan.n, house.plan.n)
    base, house = (
        run if run.plan.n == n else Run(run.path, replace(run.plan, n=n), run.manifest)
        for run in (base, house)
    )
    drawn = any(begins_by_lot(run) for run in (base, house))
    asked = chosen(base.plan, None if measures is None else list(measures), pace, drawn)
    sums = [Sums(measure) for measure in asked]
    moves = Tally(base.plan, drawn)
    differ = 0
    starts, size = _blocks(n)
    for one, other in zip(_pieces(base, size), _pieces(house, size), strict=True):
        differ += int(_different(one, other).sum())
        arrays = GameArrays(base.plan, *one), GameArrays(house.plan, *other)
        moves.add(*arrays)
        first = int(one[0]["game"][0]) - base.plan.first_game
        edges = starts[(starts >= first) & (starts < first + arrays[0].n)] - first
        for each in sums:
            each.add(*arrays, edges)
    of_all = together(sums, np.diff(np.append(starts, n)), level, family)
    return Comparison(
        base.plan,
        house.plan,
        n,
        level,
        tuple(each.change(level, of_all, value_level or level) for each in sums),
        wilson(differ, n, level),
        moves.found(),
        tuple(notes),
    )


SAME: Mapping[str, Callable[[Plan], Any]] = MappingProxyType(
    {
        "games": lambda plan: plan.game,
        "players": lambda plan: plan.players,
        "seeds": lambda plan: plan.seed,
        "first games": lambda plan: plan.first_game,
        "sides": lambda plan: ", ".join(side.number for side in _sides(plan)),
    }
)
"""What runs must have in common for game i to be the same game under two rules."""


def check_pair(base: Run, house: Run) -> list[str]:
    """What differs beside the rules, if game i of both runs is the same game under two rules.

    Raises
    ------
    UserError
        If it is not, saying why.
    """
    one, other = base.plan, house.plan
    for what, of in SAME.items():
        a, b = of(one), of(other)
        if a != b:
            raise UserError(
                f"{base.path} and {house.path} do not pair: their {what} differ, {a} and {b}; only the same "
                "games under two rules can be compared"
            )
    for run in (base, house):
        if not run.is_complete:
            held = f"{run.games_done:,} of {run.plan.n:,} games"
            raise UserError(f"{run.path} holds {held}; continue it first: {run.command}")
    notes = []
    if one.policies != other.policies:
        notes.append(
            f"the players differ too: {one.policy_words} and {other.policy_words}"
            if one.policy_words != other.policy_words
            else f"the players differ too: two versions of {one.policy_words}"
        )
    if one.box != other.box:
        notes.append("what lies in the box differs too, so the games do not see the same tiles")
    if one.n != other.n:
        notes.append(f"of the longer run only the first {min(one.n, other.n):,} games are compared")
    if one.box is None and games.load(one.game).caveat:
        notes.append(games.load(one.game).caveat)
    return notes


def _sides(plan: Plan) -> tuple[Side, ...]:
    return analysis_of(plan.game).sides(plan)


# --- reading both runs side by side

Columns: TypeAlias = Mapping[str, Any]


def begins_by_lot(run: Run) -> bool:
    """Whether another seat than the first begins in any game of the first block."""
    known = games.load(run.plan.game).playing.tables["games"].columns.names or ()
    return "first" in known and bool(next(iter(run.blocks("games", ["first"])))["first"].any())


def _blocks(n: int) -> tuple[Counts, int]:
    """Where the blocks of games begin, and how many games are read at a time: whole blocks."""
    size = max(1, -(-n // BLOCKS))
    return np.arange(0, n, size), size * max(1, PIECE // size)


def _pieces(run: Run, size: int) -> Iterator[tuple[Columns, Columns]]:
    """The tables `games` and `seats` as columns, `size` games at a time, whatever the blocks of the run."""
    players = run.plan.players
    return zip(
        _cut(run.blocks("games"), size), _cut(run.blocks("seats"), size * players), strict=True
    )  # fmt: skip


def _cut(frames: Iterable[pd.DataFrame], size: int) -> Iterator[Columns]:
    """Rows again and again, `size` at a time."""
    held: list[pd.DataFrame] = []
    for frame in frames:
        held.append(frame)
        while sum(map(len, held)) >= size:
            whole = pd.concat(held, ignore_index=True) if len(held) > 1 else held[0]
            yield _columns(whole.iloc[:size])
            held = [whole.iloc[size:]]
    if rest := sum(map(len, held)):
        yield _columns(pd.concat(held, ignore_index=True).iloc[:rest])


def _columns(frame: pd.DataFrame) -> Columns:
    return {str(name): frame[name].to_numpy() for name in frame}


def _different(one: tuple[Columns, Columns], other: tuple[Columns, Columns]) -> npt.NDArray[np.bool_]:
    """Which games differ in any number."""
    n = len(one[0]["game"])
    found = np.zeros(n, np.bool_)
    for mine, theirs in zip(one, other, strict=True):
        for name in mine.keys() & theirs.keys():
            found |= (mine[name] != theirs[name]).reshape(n, -1).any(axis=1)
    return found


# --- sums


class Sums:
    """What a comparison keeps of a measure: sums by block of games, and of products over all games."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self.n = self.differ = 0
        self.blocks: list[Numbers] = []
        """Sums of top and bottom under the first rule, and under the second: four rows, a column a block."""
        self.products = np.zeros((4, 4))
        self.squares = self.gained = self.lost = self.most = 0.0
        self.low, self.high = math.inf, -math.inf

    def add(self, base: GameArrays, house: GameArrays, edges: Counts) -> None:
        """Games more; their blocks begin at `edges`."""
        measure = self.measure
        if measure.between is not None:
            tops = [np.zeros(base.n), measure.between(base, house)]
        else:
            tops = [measure.numbers(arrays) for arrays in (base, house)]
        bottoms = [measure.weights(arrays) for arrays in (base, house)]
        rows = np.stack([tops[0], bottoms[0], tops[1], bottoms[1]])
        self.n += base.n
        self.blocks.append(np.add.reduceat(rows, edges, axis=1))
        self.products += np.einsum("ig,jg->ij", rows, rows)
        change = tops[1] - tops[0]
        self.differ += int(((change != 0) | (bottoms[1] != bottoms[0])).sum())
        self.squares += float(change @ change)
        self.gained += float(change[change > 0].sum())
        self.lost += float(-change[change < 0].sum())
        self.most = max(self.most, float(rows[1::2].max()))
        self.low = min(self.low, float(rows[::2].min()))
        self.high = max(self.high, float(rows[::2].max()))

    @cached_property
    def totals(self) -> Numbers:
        """Of both tops and bottoms."""
        return np.concatenate(self.blocks, axis=1).sum(axis=1)

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
        """The most by which a game could change: the range of all its numbers, its margin at least."""
        return max(self.high - self.low, self.measure.margin)

    # Of a game with top t and bottom b, t - ratio * b over the mean of b strays from the ratio.

    def _stray(self, which: int) -> Numbers:
        """Of the four rows, what each adds to the stray of one rule."""
        top, bottom = self.totals[2 * which], self.totals[2 * which + 1]
        weights = np.zeros(4)
        weights[2 * which], weights[2 * which + 1] = self.n / bottom, -self.n * top / bottom**2
        return weights

    def change_by_block(self) -> Numbers:
        """Sums by block of what each game's change strays from the mean change."""
        return (self._stray(1) - self._stray(0)) @ np.concatenate(self.blocks, axis=1)

    def _squares(self, weights: Numbers) -> float:
        """The sum of squares of strays."""
        return max(0.0, float(weights @ self.products @ weights))

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
        half = self._half(self._stray(which), level)
        if self.is_ratio:
            if self.measure.kind == SHARE and value in (0, 1):
                return wilson(value * self.n, self.n, level)
            return Estimate(
                value, *self._bounded(value - half, value + half, 0.0), level, self.n, "ratio"
            )  # fmt: skip
        least = wilson(0, self.n, level).high * self.reach  # a number that never varied may yet
        half = max(half, least) if half < 1e-12 else half
        return Estimate(value, value - half, value + half, level, self.n, "t")

    def _half(self, weights: Numbers, level: float) -> float:
        return student(self.n - 1, level) * math.sqrt(self._squares(weights) / (self.n - 1) / self.n)

    def _bounded(self, low: float, high: float, least: float) -> tuple[float, float]:
        """Ends within what a share, or its change, can be."""
        return (max(least, low), min(1.0, high)) if self.measure.kind == SHARE else (low, high)

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
            )  # fmt: skip
        value = self._ratio(1) - self._ratio(0)
        half = self._half(self._stray(1) - self._stray(0), level)
        if self.differ < FEW:
            heaviest = self.most * self.n / min(self.totals[1], self.totals[3])
            half = max(half, wilson(self.differ, self.n, level).high * heaviest)
        return Estimate(
            value, *self._bounded(value - half, value + half, -1.0), level, self.n, "paired ratio"
        )

    @property
    def worth(self) -> float | None:
        """The variance of the change without pairing, over that with it."""
        if not self.known or self.measure.between is not None:
            return None
        paired = self._squares(self._stray(1) - self._stray(0))
        apart = self._squares(self._stray(0)) + self._squares(self._stray(1))
        return apart / paired if self.differ and paired > 1e-9 * apart else None

    def change(self, level: float, of_all: float, value_level: float) -> Change:
        """All of it; `of_all` is the level at which each interval holds where all are to hold at once."""
        return Change(
            self.measure,
            self.estimate(0, value_level),
            self.estimate(1, value_level),
            self.difference(level),
            self.difference(of_all),
            self.worth,
        )


def _within(total: float, n: int) -> float:
    """A sum of shares as exact as it is: parts add up with a rounding error."""
    return min(max(round(total, 9), 0.0), float(n))


def together(sums: Sequence[Sums], sizes: Counts, level: float, family: int = 1) -> float:
    """The level of each interval at which all of them hold at once.

    Max-t by a Gaussian multiplier bootstrap (Chernozhukov, Chetverikov and Kato 2013): blocks of games are
    given random weights, the same for all measures, so that what goes together counts once. Measures that
    never change are no part of it. The seed is fixed.
    """
    if len(sizes) < 2:
        return level
    strays = [each.change_by_block() for each in sums if each.known and each.differ]
    scaled = [s / norm for s in strays if (norm := float(np.sqrt(s @ s))) > 1e-12]
    share = 1 - (1 - level) / family
    if not scaled:
        return share
    draws = np.random.default_rng(0).standard_normal((DRAWS, len(sizes)))
    largest = np.abs(draws @ np.stack(scaled, axis=1)).max(axis=1)
    critical = float(np.quantile(largest, share))
    return max(share, 2 * NormalDist().cdf(critical) - 1)


class Tally:
    """Counts who wins the same game under both rules, by seat and by place in the order of play."""

    def __init__(self, plan: Plan, drawn: bool) -> None:
        sides = analysis_of(plan.game).sides(plan)
        self.size = len(sides) + 2
        self.ways = (
            {"seat": tuple(side.number for side in sides)} if not drawn or len(set(plan.policies)) > 1 else {}
        )
        if drawn:
            self.ways["place"] = tuple(str(place) for place in range(1, len(sides) + 1))
        self.counts = {way: np.zeros((self.size, self.size), np.int64) for way in self.ways}

    def add(self, base: GameArrays, house: GameArrays) -> None:
        """Games more."""
        for way, counts in self.counts.items():
            one, other = (
                self._winner(arrays.by_place(arrays.wins) if way == "place" else arrays.wins)
                for arrays in (base, house)
            )
            counts += np.bincount(one * self.size + other, minlength=self.size**2).reshape(counts.shape)

    def _winner(self, wins: Numbers) -> Counts:
        """The number of the side that wins alone, or of `SHARED` or `NOBODY`."""
        several = (wins > 0).sum(axis=1)
        sides = wins.shape[1]
        return np.where(several == 1, wins.argmax(axis=1), np.where(several > 1, sides, sides + 1))

    def found(self) -> tuple[Moves, ...]:
        """The counts, without who never wins."""
        found = []
        for way, names in self.ways.items():
            counts = self.counts[way]
            every = (*names, SHARED, NOBODY)
            kept = [i for i in range(len(every)) if i < len(names) or counts[i].any() or counts[:, i].any()]
            found.append(Moves(way, tuple(every[i] for i in kept), counts[np.ix_(kept, kept)]))
        return tuple(found)
