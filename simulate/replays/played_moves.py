"""Plays a compiled game again whose moves are made of declared parts, and tells it by them."""

from __future__ import annotations

from rules import games
from rules.played_moves import MovePosition, position_of
from simulate.play.desk import asked
from simulate.play.simulator import Simulator
from simulate.replays.told_moves import MovesPlayed, Told, transcript, turns

__all__ = ["play", "tell_move", "transcript", "turns"]


def play(simulator: Simulator, game: int, stop: int | None = None) -> MovesPlayed:
    """Play game `game` of the simulator's plan; `stop` is the last turn to keep, None for the whole game.

    Even with `stop` the game is played to its end, so that its rows can be checked.
    """
    plan = simulator.plan
    position = position_of(games.load(plan.game))(simulator.box)
    moves, rows = simulator.play_noted(game)
    position.open(plan.options, plan.players, simulator.options)
    position.deal(plan.seed, game)
    kept: list[int] = []
    told: list[Told] = []
    for move in moves:
        if stop is not None and position["turn"] > stop:
            break
        kept.append(move)
        told.append(_played(position, move))
    record = position.record(
        seed=plan.seed, game_index=game, turns=[position.moves_of(move).as_json() for move in kept]
    )
    return MovesPlayed(position, told, record, position.is_over, rows)


def _played(position: MovePosition, move: int) -> Told:
    """Play a move; what is told of it."""
    turn, seat, before = position["turn"], int(asked(position.states[0])), position.states.copy()
    position.play(move)
    made = position.moves_of(move)
    words = " ".join(filter(None, [made.tell(), made.came(before[0], position.states[0])]))
    return Told(turn, seat, words, position.scores())


def tell_move(position: MovePosition, move: int) -> str:
    """A move in words."""
    return position.tell(move)
