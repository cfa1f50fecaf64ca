"""Moments of compiled games: what their referees say of a record, as `simulate.play.seam.Position` has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules import games
from rules.position import GamePosition
from rules.records import Data
from rules.referee import Decision, GameReferee
from rules.verbs import is_over
from simulate.plans.plan import Plan
from simulate.play.desk import asked
from simulate.play.simulator import read_box


@dataclass(frozen=True)
class CompiledPosition:
    """A `simulate.play.seam.Position` of a compiled game; `game` is its name."""

    game: str
    decision: Decision

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.decision["turn"]

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(asked(self.decision.states[0]))

    @property
    def moves(self) -> tuple[int, ...]:
        """The legal moves."""
        return self.decision.moves

    @property
    def move(self) -> int | None:
        """The one that was chosen."""
        return self.decision.move

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(is_over(self.decision.states[0]))

    @property
    def table(self) -> GamePosition:
        """What lies on the table, before anything is scored at the end."""
        return self.decision.position

    def tell(self, move: int) -> str:
        """A move in words."""
        return str(games.load(self.game).transcript.tell_move(self.table, move))

    def with_points(self, more: Sequence[int]) -> CompiledPosition:
        """The same moment of a tile-laying game whose seats have so many points more."""
        states, table = self.decision.states.copy(), self.table.copied()
        for state in (states, table.states):
            state["points"][:, : len(more), 0] += more
        return replace(self, decision=replace(self.decision, states=states, position=table))


def positions(plan: Plan, record: Data) -> list[CompiledPosition]:
    """Every moment of a record in order, and last the one after all its turns; its box is the plan's.

    Raises
    ------
    UserError
        If the record is not legal, or no game can be made of it.
    """
    known = games.load(plan.game)
    assert known.playing is not None  # its verbs are answered
    referee: GameReferee = known.referee() if plan.box is None else known.referee(read_box(plan))
    return [CompiledPosition(plan.game, decision) for decision in referee.follow(record)]
