"""Plays a game of a run again and holds it against the rows that the run has stored.

A game is a function of the plan and its index, so any game of a run can be shown without playing the
others. That the rows agree shows that the rules and policies are still those that made the run.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from rules import games
from rules.errors import FailedError
from simulate.common.simulator import Simulator

if TYPE_CHECKING:
    from simulate.runs import Run


class Replayer:
    """Plays games of one run again, each checked against its rows."""

    def __init__(self, run: Run) -> None:
        self.run = run

    @cached_property
    def _simulator(self) -> Any:
        return Simulator(self.run.plan)

    def play(self, game: int, stop: int | None = None) -> Any:
        """Game `game` as the game's own `Played`; `stop` is the last turn to keep, None for the whole.

        Raises
        ------
        UserError
            If the run does not hold the game.
        FailedError
            If the game differs from its stored rows.
        """
        stored = {position: self.run.rows(position, game) for position in ("games", "seats")}
        played = games.load(self.run.plan.game).replay.play(self._simulator, game, stop)
        for position, frame in stored.items():
            rows = played.rows[position]
            for column in rows.dtype.names:
                if column not in frame or frame[column].tolist() != rows[column].tolist():
                    given = frame[column].tolist() if column in frame else "nothing"
                    raise FailedError(
                        f"{self.run.path}: game {game} does not replay: {position}.{column} is "
                        f"{rows[column].tolist()} now, stored is {given}. The files were changed, or the "
                        f"rules have changed since; check with: simulate verify {self.run.path}"
                    )
        return played


def replay(run: Run, game: int) -> Any:
    """Game `game` of a run, played again and checked; its record is `replay(run, game).record`."""
    return Replayer(run).play(game)
