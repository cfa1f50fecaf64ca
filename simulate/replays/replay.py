"""Plays a game of a run again and holds it against the rows that the run has stored.

A game is a function of the plan and its index, so any game of a run can be shown without playing the
others. That the rows agree shows that the rules and policies are still those that made the run; one that
keeps only sums has no rows to agree with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from rules import games
from rules.errors import FailedError
from rules.records import Data
from simulate.plans.request import command_line
from simulate.store.failures import shown_again
from simulate.store.runs import Run, check_run
from simulate.store.sums import SUMMED


class ToldTurn(NamedTuple):
    """A turn in words: its number, whose it is, and a line for each thing that happened.

    There is no number for what comes after the last turn, and no seat where all take part.
    """

    turn: int | None
    seat: int | None
    lines: Sequence[str]


@dataclass(frozen=True, repr=False)
class Played:
    """A game played again, to its end or to the turn it was stopped at.

    `position` is as it was at that moment, and `turns` are those that are kept. `rows` are the rows of the
    tables `games` and `seats` of the whole game.
    """

    position: Any
    turns: Sequence[Any]
    record: Data
    ended: bool
    rows: Mapping[str, np.ndarray[Any, Any]]

    @property
    def n_turns(self) -> int:
        """Turns that are kept."""
        return len(self.turns)

    @property
    def last_turn(self) -> int:
        """The number of the last turn that is kept."""
        return len(self.turns) - 1

    def __repr__(self) -> str:
        scores = ", ".join(map(str, self.position.scores()))
        return f"<Played {self.record['game']}: to turn {self.last_turn}, scores {scores}>"


class Replayer:
    """Plays games of one run again, each checked against its rows."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._blocks: dict[str, dict[str, np.ndarray[Any, Any]]] = {}

    @cached_property
    def _simulator(self) -> Any:
        return games.load(self.run.plan.game).simulator(self.run.plan)

    @cached_property
    def _failed(self) -> set[int]:
        return {failure.game for failure in self.run.failed}

    def play(self, game: int, stop: int | None = None) -> Any:
        """Game `game` as the game's own `Played`; `stop` is the last turn to keep, None for the whole.

        Raises
        ------
        UserError
            If the run does not hold the game.
        FailedError
            If the game differs from its stored rows, or failed: then as it did before.
        """
        again = shown_again(command_line("replay", self.run.path, game_index=game))
        if game in self._failed:
            with again:
                self._simulator.moves(game)
            raise FailedError(f"{self.run.path}: game {game} failed when it was played, and does not now")
        self.run.check_holds(game)
        stored = {table: self._stored(table, game) for table in SUMMED if table in self.run.tables}
        with again:
            played = games.load(self.run.plan.game).replay.play(self._simulator, game, stop)
        for table, columns in stored.items():
            rows = played.rows[table]
            for column in rows.dtype.names:
                given, now = columns.get(column, "nothing"), rows[column].tolist()
                if given != now:
                    raise FailedError(
                        f"{self.run.path}: game {game} does not replay: {table}.{column} is {now} now, "
                        f"stored is {given}. The files were changed, or the rules have changed since; check "
                        f"with: simulate verify {self.run.typed}"
                    )
        return played

    def _stored(self, table: str, game: int) -> dict[str, list[Any]]:
        """The columns of the rows of a game; its block is read once for all of its games."""
        block = self._blocks.get(table, {})
        if game not in block.get("game", ()):
            block = self._blocks[table] = next(self.run.arrays(table, since=game), {})
        if game not in block.get("game", ()):
            block = self.run.rows(table, game)  # or that says why there are none
        mine = block["game"] == game
        return {name: column[mine].tolist() for name, column in block.items()}


def replay(run: Run, game: int) -> Any:
    """Game `game` of a run, played again and checked; its record is `replay(run, game).record`.

    Raises
    ------
    UserError
        For what is no run, or if the run does not hold the game.
    FailedError
        If the game differs from its stored rows, or failed: then as it did before.
    """
    check_run(run)
    return Replayer(run).play(game)
