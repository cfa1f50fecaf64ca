"""Runs of made-up games, whose truth is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from analyses.estimates.arrays import Numbers
from analyses.estimates.estimate import Estimate
from analyses.questions.compare import Comparison, compare
from simulate.plans.plan import Plan, make_plan
from simulate.store.runs import Run


def columns_of(frame: pd.DataFrame, columns: Sequence[str] | None) -> dict[str, np.ndarray]:
    """A frame as a run gives a block; all its columns if none are named."""
    return {name: frame[name].to_numpy() for name in columns or frame.columns}


class Bare(Run):
    """A finished run of a plan, without a game."""

    is_complete = True

    def __init__(self, plan: Plan) -> None:
        super().__init__(Path("a run"), plan, {})


class Held(Bare):
    """A run whose tables lie in memory: made-up games of Star Wars with three players."""

    def __init__(
        self, rng: np.random.Generator, n: int, luck: Numbers, shift: float = 0.0, noise: float = 6.0
    ) -> None:
        super().__init__(make_plan("starwars", n, players=3, tables=("games", "seats")))
        score = np.rint(luck + rng.normal(0, noise, (n, 3))).astype(int)
        score[:, 0] += (rng.random(n) < shift).astype(int) * 10
        best = score == score.max(axis=1, keepdims=True)
        route = score // 3
        columns = {
            "game": np.repeat(np.arange(n), 3), "seat": np.tile(np.arange(3), n), "score": score.ravel(),
            "win_share": (best / best.sum(axis=1, keepdims=True)).ravel().astype(np.float32),
            "route": route.ravel(), "asteroid": route.ravel(), "planet": (score - 2 * route).ravel(),
            "battle_loss": 0, "battle_tie": 0, "attacks": rng.poisson(3, 3 * n),
        }  # fmt: skip
        two = np.sort(score, axis=1)
        battles = rng.poisson(9, n) + 1
        self.held = {
            "seats": pd.DataFrame(columns),
            "games": pd.DataFrame({
                "game": np.arange(n), "first": 0,
                "turns": 75 - (rng.random(n) < 0.05), "margin": two[:, 2] - two[:, 1],
                "battles": battles, "ties": rng.binomial(battles, 0.2), "discarded": rng.poisson(0.1, n),
            }),
        }  # fmt: skip

    @property
    def games_done(self) -> int:
        """All of them."""
        return self.plan.n

    def first(self, n: int) -> Held:
        """The run of the first `n` games."""
        found = copy(self)
        found.plan = replace(self.plan, n=n)
        return found

    def arrays(
        self, table: str, columns: Sequence[str] | None = None, since: int = 0
    ) -> Iterator[dict[str, np.ndarray]]:
        """All in one block."""
        frame = self.held[table]
        return iter([columns_of(frame[(frame["game"] >= since) & (frame["game"] < self.end)], columns)])


class Cut(Bare):
    """Games of a run as a run of its own, numbered from 0."""

    def __init__(self, run: Run, first: int, n: int) -> None:
        super().__init__(replace(run.plan, n=n, seed=0))
        self.run, self.begin = run, first

    def arrays(
        self, table: str, columns: Sequence[str] | None = None, since: int = 0
    ) -> Iterator[dict[str, np.ndarray]]:
        """All in one block; the tables of the run are read once."""
        whole = self.run[table]
        rows = slice(*np.searchsorted(whole["game"], [self.begin + since, self.begin + self.plan.n]))
        frame = whole.iloc[rows]
        return iter([columns_of(frame.assign(game=frame["game"] - self.begin), columns)])


@cache
def made_up(seed: int, n: int, shift: float = 0.0) -> Comparison:
    """Two runs with the same luck."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(100, 20, (n, 3))
    return compare(Held(rng, n, luck), Held(rng, n, luck, shift))


def changed(low: float, high: float) -> Comparison:
    """A comparison whose changes all have this interval, against a margin of 2."""
    one = made_up(0, 50)
    estimate = Estimate((low + high) / 2, low, high, 0.95, 50, "t")
    changes = tuple(
        replace(c, change=estimate, together=estimate, measure=replace(c.measure, margin=2.0))
        for c in one.changes
    )
    return replace(one, changes=changes)
