"""Who wins the same games under two rules: from whom to whom wins go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.estimates.arrays import Floats, Whole
from analyses.estimates.critical import at_every_look
from analyses.estimates.estimate import wilson
from analyses.measures.measure import PLACE, SEAT, GameArrays
from analyses.measures.summary import analysis_of
from simulate.plans.plan import Plan

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

    @property
    def by_luck(self) -> float:
        """The share of games that would have another winner if both had nothing in common."""
        n = self.counts.sum()
        return float(1 - self.counts.sum(axis=1) @ self.counts.sum(axis=0) / n**2)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Each pair of winners: games, and their share of all with its interval."""
        n = int(self.counts.sum())
        with at_every_look(self.looked):
            shares = [[wilson(int(k), n) for k in row] for row in self.counts]
        for i, one in enumerate(self.names):
            for j, other in enumerate(self.names):
                share = shares[i][j]
                yield {
                    "by": self.by,
                    "winner_a": one,
                    "winner_b": other,
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
        """Games more."""
        for way, counts in self.counts.items():
            wins = (x.by_place(x.wins) if way == PLACE else x.wins for x in (base, house))
            one, other = map(self._winner, wins)
            counts += np.bincount(one * self.size + other, minlength=self.size**2).reshape(counts.shape)

    def _winner(self, wins: Floats) -> Whole:
        """The number of the side that wins alone, or of `SHARED` or `NOBODY`."""
        several = (wins > 0).sum(axis=1)
        sides = wins.shape[1]
        return np.where(several == 1, wins.argmax(axis=1), np.where(several > 1, sides, sides + 1))

    def found(self, looked: bool) -> tuple[Moves, ...]:
        """The counts, without who never wins."""
        found = []
        for way, counts in self.counts.items():
            names = self.names[way]
            every = (*names, SHARED, NOBODY)
            kept = [i for i in range(len(every)) if i < len(names) or counts[i].any() or counts[:, i].any()]
            found.append(Moves(way, tuple(every[i] for i in kept), counts[np.ix_(kept, kept)], looked))
        return tuple(found)
