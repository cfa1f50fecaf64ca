"""Plays a game in plain Python again, move by move, and tells it in its author's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simulate.plain.game import sides_of
from simulate.plain.moments import PlainPosition, position_of
from simulate.plain.records import record_of
from simulate.plain.simulator import PlainSimulator
from simulate.replays.told_moves import MovesPlayed, Told, transcript, turns

__all__ = ["play", "transcript", "turns"]


@dataclass(frozen=True, repr=False)
class PlainPlayed(MovesPlayed):
    """A game played again; `turns` are its moves."""

    position: PlainPosition

    @property
    def winners(self) -> tuple[str, str]:
        """Who has won, a seat, a team or all, and the verb behind it."""
        winners, players = self.record["result"]["winners"], self.record["players"]
        kind: Any = type(self.position.table)
        sides = [side for side in sides_of(kind, players) if set(side) & set(winners)]
        if len(sides_of(kind, players)) == 1:
            who = "the player" if players == 1 else "the players"
            verb = ("wins" if players == 1 else "win") if winners else ("loses" if players == 1 else "lose")
            return who, verb
        if not winners:
            return "nobody", "wins"
        return " and ".join(map(_side, sides)), "wins" if len(sides) == 1 else "share the win"

    def __repr__(self) -> str:
        return f"<Played {self.record['game']}: to turn {self.last_turn}, {self.record['result']}>"


def play(simulator: PlainSimulator, index: int, stop: int | None = None) -> PlainPlayed:
    """Play game `index` of the simulator's plan; `stop` is the last turn to keep, None for the whole game.

    Even with `stop` the game is played to its end, so that its rows can be checked.

    Raises
    ------
    FailedError
        If the author's code fails.
    """
    made: list[Any] = []
    told: list[Told] = []
    kept: tuple[PlainPosition, Any] | None = None
    last: tuple[int, int, str] | None = None

    def see(game: Any, moves: Sequence[Any], move: Any) -> None:
        nonlocal kept, last
        if kept is not None:
            return
        if last is not None:
            told.append(Told(*last, simulator.scores(game)))
        is_past = stop is not None and move is not None and game.turn > stop
        if is_past or move is None:
            kept = position_of(game, moves, move), simulator.result(game)
            return
        made.append(move)
        last = game.turn, game.seat, str(game.tell(move))

    rows = simulator.followed(index, see)
    assert kept is not None  # the last moment has no move
    position, result = kept
    record = record_of(simulator.plan, index, made, result)
    return PlainPlayed(position, told, record, position.is_over, rows)


def _side(side: Sequence[int]) -> str:
    kind = "seat" if len(side) == 1 else "team"
    return f"{kind} {'+'.join(str(seat + 1) for seat in side)}"
