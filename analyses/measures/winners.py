"""Who wins the same games under two rules: from whom to whom wins go."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.estimates.arrays import Floats, Whole
from analyses.estimates.critical import at_every_look
from analyses.estimates.estimate import Estimate, student, wilson
from analyses.measures.measure import PLACE, SEAT, GameArrays
from analyses.measures.summary import analysis_of
from simulate.plans.plan import Plan

NEVER = 1e-12
"""A variance that is none."""

SHARED, NOBODY = "shared", "nobody"
"""Beside the sides, who wins a game: several, or nobody in a game left unfinished."""


@dataclass(frozen=True)
class Moves:
    """Who wins the same games under both rules: a row who wins under the first, a column under the second."""

    by: str
    names: tuple[str, ...]
    counts: Whole
    looked: bool = False
    """Whether the number of games was chosen by looking; then the intervals hold at every look."""

    def by_luck(self, level: float) -> Estimate:
        """The share of games that would have another winner if both had nothing in common."""
        shares, _, alike = self._luck
        return self._of_strays(1 - float((shares * alike).sum()) / 2, alike, level).within(0.0, 1.0)

    def over_luck(self, share: Estimate, level: float) -> Estimate:
        """How much more often games have another winner than by luck alone; `share` is how often they do."""
        shares, changed, alike = self._luck
        value = share.value - (1 - float((shares * alike).sum()) / 2)
        return self._of_strays(value, changed + alike, level).within(-1.0, 1.0)

    @property
    def _luck(self) -> tuple[Floats, Floats, Floats]:
        """The share of each pair of winners, whether they differ, and how each moves the chance of the same.

        With shares p under the first rule and q under the second the chance of the same winner is the sum of
        p q; a game with winners i and j adds q[i] + p[j] to twice that.
        """
        shares = self.counts / self.counts.sum()
        first, second = shares.sum(axis=1), shares.sum(axis=0)
        return shares, 1.0 - np.eye(len(shares)), second[:, None] + first[None, :]

    def _of_strays(self, value: float, moves: Floats, level: float) -> Estimate:
        """An estimate from what a game with each pair of winners adds to it (delta method)."""
        n, shares = int(self.counts.sum()), self._luck[0]
        variance = float((shares * moves**2).sum() - (shares * moves).sum() ** 2)
        half = student(n - 1, level) * math.sqrt(max(variance, 0.0) / (n - 1)) if n > 1 else math.inf
        if variance < NEVER:  # what never varied in these games may yet
            half = wilson(0, n, level).high
        return Estimate(value, value - half, value + half, level, n, "delta method")

    def rows(self) -> Iterator[dict[str, Any]]:
        """Each pair of winners: games, and their share of all with its interval."""
        n = int(self.counts.sum())
        with at_every_look(self.looked):
            shares = [[wilson(int(k), n) for k in row] for row in self.counts]
        for i, winner_a in enumerate(self.names):
            for j, winner_b in enumerate(self.names):
                share = shares[i][j]
                yield {
                    "by": self.by,
                    "winner_a": winner_a,
                    "winner_b": winner_b,
                    "games": int(self.counts[i, j]),
                    "share": share.value,
                    "low": share.low,
                    "high": share.high,
                }


class WinnerCounts:
    """Counts who wins the same game under both rules, by seat and by place in the order of play."""

    def __init__(self, plan: Plan, ways: Sequence[str]) -> None:
        sides = analysis_of(plan.game).sides(plan)
        self.size = len(sides) + 2
        self.names = {
            SEAT: tuple(side.number for side in sides),
            PLACE: tuple(str(place) for place in range(1, len(sides) + 1)),
        }
        self.counts = {way: np.zeros((self.size, self.size), np.int64) for way in ways}

    def add(self, base: GameArrays, house: GameArrays) -> None:
        """Count more games, the same under both rules."""
        for way, counts in self.counts.items():
            base_wins, house_wins = base.wins, house.wins
            if way == PLACE:
                base_wins, house_wins = base.by_place(base_wins), house.by_place(house_wins)
            pairs = self._winner(base_wins) * self.size + self._winner(house_wins)
            counts += np.bincount(pairs, minlength=self.size**2).reshape(counts.shape)

    def _winner(self, wins: Floats) -> Whole:
        """The number of the side that wins alone, or of `SHARED` or `NOBODY`."""
        several = (wins > 0).sum(axis=1)
        sides = wins.shape[1]
        return np.where(several == 1, wins.argmax(axis=1), np.where(several > 1, sides, sides + 1))

    def found(self, looked: bool) -> tuple[Moves, ...]:
        """The counts, without who never wins."""
        moves = []
        for way, counts in self.counts.items():
            sides = self.names[way]
            winners = (*sides, SHARED, NOBODY)
            rows = []
            for i in range(len(winners)):
                if i < len(sides) or counts[i].any() or counts[:, i].any():
                    rows.append(i)
            names = tuple(winners[i] for i in rows)
            moves.append(Moves(way, names, counts[np.ix_(rows, rows)], looked))
        return tuple(moves)


def added(moves: Sequence[Moves]) -> Moves:
    """Who wins under both rules, over all these games: names that some alone have are among them."""
    names = tuple(dict.fromkeys(name for each in moves for name in each.names))
    counts = np.zeros((len(names), len(names)), np.int64)
    for each in moves:
        at = [names.index(name) for name in each.names]
        counts[np.ix_(at, at)] += each.counts
    return Moves(moves[0].by, names, counts, any(each.looked for each in moves))
