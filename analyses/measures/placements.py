"""Which tile, card or building brings most: what each brought that was placed, by kind, with intervals.

All of it comes from the table `placements`, whose column `brought` each game declares. Of a kind of piece it
is the ratio of two totals: what all of them brought, over how many were placed; the game is the unit, and
games without one say nothing. The intervals hold for all kinds at once, so what is picked from the list, such
as its first, needs no other correction.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.estimates.arrays import Numbers
from analyses.estimates.critical import at_every_look, shared_level
from analyses.estimates.estimate import (
    ROUNDING,
    SCANT,
    Estimate,
    guarded,
    missing,
    scant_half,
    scarcity,
    stray_ends,
)
from analyses.estimates.lazy import pd
from rules import games
from rules.fields import fields_of
from simulate.plans.plan import Plan
from simulate.play.simulator import read_box
from simulate.play.tables import PLACEMENTS
from simulate.store.runs import Run, check_run

BOUND = "Wilson"
"""The method where a kind of piece brought anything in few games only: its mean lies below a bound."""


def little_known(brought: Estimate) -> bool:
    """Whether too few games tell what a kind of piece brings: it may bring much, as far as they say."""
    return brought.n < SCANT or brought.method == BOUND


@dataclass(frozen=True)
class Pieces:
    """What a game calls what is placed: one of them, what it brings, and the name of each number."""

    noun: str
    unit: str
    names: Callable[[Plan], Sequence[str]]
    """Pieces of one name, such as copies of a card, are of one kind."""
    margin: float = 1.0
    because: str = "a point more or less is noticed at the end"
    """The smallest change of what one brings that matters, and why."""


def tile_names(plan: Plan) -> list[str]:
    """The designs of the tile set."""
    return [tile.id for tile in read_box(plan).tiles]


@dataclass(frozen=True)
class PieceKind:
    """Pieces of one name: how many were placed in all games, and what one brought."""

    name: str
    placed: int
    brought: Estimate

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {"piece": self.name, "placed": self.placed, "brought": self.brought.as_dict()}


@dataclass(frozen=True)
class Placements:
    """What was placed in the games of a run, what brings most before all else."""

    pieces: Pieces
    meaning: str
    """The meaning of what a piece brought, as the game declares it."""
    kinds: tuple[PieceKind, ...]

    @property
    def best(self) -> list[str]:
        """Kinds that may bring most: 95 times in 100 the one that does is among them."""
        floor = max(kind.brought.low for kind in self.kinds)
        return [kind.name for kind in self.kinds if kind.brought.high >= floor]

    def frame(self) -> pd.DataFrame:
        """A row a kind of piece, as they are ordered."""
        return pd.DataFrame(vars(kind) for kind in self.kinds)

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "unit": self.pieces.unit,
            "meaning": self.meaning,
            "may_bring_most": self.best,
            "pieces": [kind.as_dict() for kind in self.kinds],
        }


def placements(run: Run) -> pd.DataFrame:
    """What each kind of piece brought: its name, how many were placed, the mean of one as an estimate.

    Raises
    ------
    UserError
        If it is no run, or has no table `placements`.
    """
    check_run(run)
    with at_every_look(run.was_looked_at):
        return _read(run).frame()


def placements_of(run: Run) -> Placements | None:
    """What was placed and what it brought; None if the run has no table that tells."""
    return _read(run) if PLACEMENTS in run.tables else None


def pieces_of(game: str) -> Pieces:
    """What a game calls what is placed."""
    pieces: Pieces = games.load(game).analysis.PIECES
    return pieces


class Counting:
    """Counts pieces and what they brought: a row a game and a column a kind."""

    def __init__(self, plan: Plan) -> None:
        names = list(pieces_of(plan.game).names(plan))
        self.kinds = list(dict.fromkeys(names))
        self._kind_of = np.array([self.kinds.index(name) for name in names])

    def __call__(self, rows: Mapping[str, Any], games: int) -> tuple[Numbers, Numbers]:
        """How many pieces of each kind were placed in these rows of so many games, and what they brought."""
        game = np.asarray(rows["game"]) - rows["game"][0]
        cell = game * len(self.kinds) + self._kind_of[np.asarray(rows["piece"])]
        shape = (games, len(self.kinds))
        placed = np.bincount(cell, minlength=math.prod(shape)).reshape(shape)
        return placed, np.bincount(cell, rows["brought"], math.prod(shape)).reshape(shape)


def _read(run: Run) -> Placements:
    """Read the table once, block by block."""
    plan = run.plan
    counting = Counting(plan)
    sums = [KindSums() for _ in counting.kinds]
    for rows in run.arrays(PLACEMENTS, ["game", "piece", "brought"]):
        placed, brought = counting(rows, int(rows["game"][-1] - rows["game"][0]) + 1)
        for kind_sums, n, total in zip(sums, placed.T, brought.T, strict=True):
            kind_sums.add(n[n > 0], total[n > 0])

    level = shared_level(sum(kind_sums.games > 0 for kind_sums in sums))
    least = min(kind_sums.least for kind_sums in sums)
    most = max(kind_sums.most for kind_sums in sums)
    kinds = []
    for name, kind_sums in zip(counting.kinds, sums, strict=True):
        if kind_sums.games:
            brought_by_one = kind_sums.estimate(level, least, most)
            kinds.append(PieceKind(name, int(kind_sums.placed), brought_by_one))
    kinds.sort(key=lambda kind: -kind.brought.value)

    table = games.load(plan.game).playing.tables[PLACEMENTS]
    meaning = fields_of(table.row)["brought"].text
    return Placements(pieces_of(plan.game), meaning, tuple(kinds))


@dataclass
class KindSums:
    """Sums over the games in which a kind of piece was placed."""

    games: int = 0
    placed: float = 0.0
    brought: float = 0.0
    placed_squares: float = 0.0
    brought_squares: float = 0.0
    products: float = 0.0
    some: int = 0
    """Games in which it brought anything."""
    most: float = 1.0
    """Largest number that it brought in a game, whether good or bad."""
    least: float = 0.0

    def add(self, placed: Numbers, brought: Numbers) -> None:
        """Add games in which the piece was placed."""
        if not len(placed):
            return
        self.games += len(placed)
        self.placed += float(placed.sum())
        self.brought += float(brought.sum())
        self.placed_squares += float(placed @ placed)
        self.brought_squares += float(brought @ brought)
        self.products += float(placed @ brought)
        self.some += int(np.count_nonzero(brought))
        self.most = max(self.most, float(np.abs(brought).max()))
        self.least = min(self.least, float(brought.min()))

    def estimate(self, level: float, least: float = 0.0, most: float = 0.0) -> Estimate:
        """What one brought: Student's interval of the ratio (delta method), never a point.

        Where it brought anything in few games only (`scarcity`), or always the same, as many more games as
        Wilson's bound allows might differ by the most that any kind brought in a game. Of fewer games than
        `SCANT` one strays by as much of it as games are missing, see `scant_half`. Where few games stray from
        what each usually brings, it is at least as wide as Wilson's interval of these. Where no kind was ever
        below 0, none is said to be: `least` and `most` are those of all kinds.
        """
        n, ratio = self.games, self.brought / self.placed
        if n == 1:
            return Estimate(ratio, -math.inf, math.inf, level, n, "ratio")

        squares = self.brought_squares - 2 * ratio * self.products + ratio**2 * self.placed_squares
        a_game = n / self.placed
        variance = max(squares, 0.0) / (n - 1)
        reach = max(self.most, most)
        half = scant_half(variance, n, level, reach * missing(n)) * a_game
        always_the_same = squares <= ROUNDING * self.brought_squares
        half = guarded(half, 0 if always_the_same else self.some, reach * a_game, n, level)

        usual = round(ratio)
        strays = self.brought - usual * self.placed
        steps = self.brought_squares - 2 * usual * self.products + usual**2 * self.placed_squares
        low, high = stray_ends(ratio, half, strays, steps, n, level, a_game)

        method = BOUND if scarcity(self.some, n) else "ratio"
        brought = Estimate(ratio, low, high, level, n, method)
        return brought if min(self.least, least) < 0 else brought.within(0.0, math.inf)
