"""Games that two rules share: where none of the rules that differ binds, a game is played once and copied.

An option says in which games it binds (`rules.options.Binding`). All others are the same game under another
value of it, move by move and in every table. That holds for players who weigh the moves before them. Who
plays games on, or is code of the user's, may see a rule that never comes to bind.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

import numpy as np

from rules.errors import FailedError, UserError
from rules.games import load
from rules.options import Binding
from simulate.plans.plan import Plan
from simulate.play.seam import GameSimulator, TableRows
from simulate.play.simulator import Simulator
from simulate.store.blocks import between, column_of
from simulate.store.failures import Failure
from simulate.store.runs import Run


def shared_with(plan: Plan, runs: Iterable[Run]) -> Run | None:
    """The first of these runs that may share games with one of this plan."""
    return next((run for run in runs if run.is_of_this_program and bindings(plan, run.plan)), None)


def bindings(plan: Plan, other: Plan) -> list[Binding]:
    """When the options that differ bind; none where more differs, or where that is not known."""
    if dataclasses.replace(other, options=plan.options, n=plan.n) != plan:
        return []
    if plan.code is not None or "games" not in plan.tables or not _weighs_only(plan):
        return []
    found = [
        field.metadata["binding"]
        for field in dataclasses.fields(plan.options)
        if getattr(plan.options, field.name) != getattr(other.options, field.name)
    ]
    return [] if None in found else found


def binds(plan: Plan, other: Plan, rows: Any) -> np.ndarray[Any, Any]:
    """Whether something binds that differs, game by game, by the rows of `games` under either rule."""
    found = [
        binding.binds(np.asarray(rows[binding.column]), plan.options, other.options)
        for binding in bindings(plan, other)
    ]
    return np.logical_or.reduce(found)


def _weighs_only(plan: Plan) -> bool:
    """Whether all players weigh moves, or move by lot, and try nothing on copies of the game."""
    tries_moves = load(plan.game).playing.styles is not None  # `simulate.play.desk.note_features`
    return not tries_moves and not any(
        policy.source is not None or policy.search or policy.playouts for policy in plan.policies
    )


class Sharing:
    """Plays games of a plan, and copies those that another run of the same program holds already.

    It stands in the place of the simulator that plays the others, from `first` to before `end`.
    """

    def __init__(self, simulator: GameSimulator, other: Run, first: int, end: int) -> None:
        assert isinstance(simulator, Simulator)  # games in plain Python share none
        self.plan, self._simulator = simulator.plan, simulator
        try:
            self._rows = self._shared_rows(other, first, end)
        except (FailedError, UserError):  # damaged or gone: whoever compares will say so
            self._rows = {table: self._no_rows(table) for table in self.plan.tables}

    def play_on(self, first: int, n: int, fail_fast: bool = False) -> tuple[TableRows, list[Failure]]:
        """The same as of the simulator; of players who only weigh moves no game fails."""
        copied = {table: _between(rows, first, first + n) for table, rows in self._rows.items()}
        played, _ = self._simulator.play_on(first, n, leave_out=copied["games"]["game"].tolist())
        return {table: _in_order(rows, played[table]) for table, rows in copied.items()}, []

    def _no_rows(self, table: str) -> np.ndarray[Any, Any]:
        return np.zeros(0, load(self.plan.game).playing.tables[table].columns)

    def _shared_rows(self, other: Run, first: int, end: int) -> TableRows:
        """The rows of all tables of those games in which nothing binds that differs."""
        parts: dict[str, list[np.ndarray[Any, Any]]] = {
            table: [self._no_rows(table)] for table in self.plan.tables
        }
        for receipt in other.whole_receipts():
            if first < receipt.first + receipt.n and receipt.first < end and receipt.with_rows:
                for table in self.plan.tables:
                    rows = between(other.read(table, receipt), first, end)
                    parts[table].append(self._as_rows(table, rows))
        found = {table: np.concatenate(several) for table, several in parts.items()}
        shared = found["games"]["game"][~binds(self.plan, other.plan, found["games"])]
        return {table: rows[np.isin(rows["game"], shared)] for table, rows in found.items()}

    def _as_rows(self, table: str, arrow: Any) -> np.ndarray[Any, Any]:
        """Rows as the simulator writes them."""
        rows = np.empty(len(arrow), load(self.plan.game).playing.tables[table].columns)
        for name in arrow.column_names:
            rows[name] = column_of(arrow, name)
        return rows


def _between(rows: np.ndarray[Any, Any], first: int, end: int) -> np.ndarray[Any, Any]:
    """The rows of the games from `first` to before `end`, of rows in order of games."""
    low, high = np.searchsorted(rows["game"], [first, end])
    return rows[low:high]


def _in_order(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The rows of other games together, in order of games."""
    rows = np.concatenate([one, other])
    return rows[np.argsort(rows["game"], kind="stable")]
