"""Plays a game in plain Python again, move by move, and tells it in its author's words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rules import games
from simulate.io.layout import lay_turns
from simulate.plain.game import sides_of
from simulate.plain.moments import PlainPosition, position_of
from simulate.plain.records import record_of
from simulate.plain.simulator import PlainSimulator
from simulate.replays import replay
from simulate.replays.replay import ToldTurn


@dataclass(frozen=True)
class Told:
    """A move that was made: in which turn, by whom, in words, and the scores after it, if there are any."""

    turn: int
    seat: int
    words: str
    scores: Sequence[int]


@dataclass(frozen=True, repr=False)
class PlainPlayed(replay.Played):
    """A game played again; `turns` are its moves."""

    position: PlainPosition
    turns: Sequence[Told]

    @property
    def n_turns(self) -> int:
        """Turns that are kept in which somebody moved."""
        return len({told.turn for told in self.turns})

    @property
    def last_turn(self) -> int:
        """The number of the last turn that is kept."""
        return self.turns[-1].turn if self.turns else 0

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


def transcript(played: PlainPlayed) -> Iterator[str]:
    """The game turn by turn: what each turn brought, and the scores after it."""
    players = played.record["players"]
    names = [str(seat + 1) for seat in range(players)]
    if played.turns:
        told = [turn for turn in turns(played) if turn.turn is not None]
        if "scores" in played.record["result"]:
            scores = [list(group)[-1].scores for _, group in groupby(played.turns, lambda each: each.turn)]
            heading, *lines = lay_turns(names, told, scores)
            yield f"{heading}   ({games.load(played.record['game']).unit})"
        else:
            heading, *lines = lay_turns(names, told)
            yield heading
        yield from lines
        yield ""
    yield f" {_result(played)}"


def turns(played: PlainPlayed) -> Iterator[ToldTurn]:
    """The moves by turn, in words; under None how it ended."""
    for number, group in groupby(played.turns, key=lambda told: told.turn):
        moves = list(group)
        whose = moves[0].seat
        lines = [("" if each.seat == whose else f"seat {each.seat + 1}: ") + each.words for each in moves]
        yield ToldTurn(number, whose, lines)
    if played.ended:
        yield ToldTurn(None, None, [_result(played)])


def _result(played: PlainPlayed) -> str:
    """Who has won, and with what; or that the game goes on."""
    if not played.ended:
        return "the game goes on"
    result, players = played.record["result"], played.record["players"]
    winners, scores = result["winners"], result.get("scores")
    kind: Any = type(played.position.table)
    sides = [side for side in sides_of(kind, players) if set(side) & set(winners)]
    if len(sides_of(kind, players)) == 1:
        who = "the player" if players == 1 else "the players"
        verb = ("wins" if players == 1 else "win") if winners else ("loses" if players == 1 else "lose")
    elif not winners:
        return "nobody wins"
    else:
        who = " and ".join(_side(side) for side in sides)
        verb = "wins" if len(sides) == 1 else "share the win"
    unit = games.load(played.record["game"]).unit
    with_what = f" with {scores[(winners or [0])[0]]} {unit}" if scores else ""
    return f"{who} {verb}{with_what}"


def _side(side: Sequence[int]) -> str:
    kind = "seat" if len(side) == 1 else "team"
    return f"{kind} {'+'.join(str(seat + 1) for seat in side)}"
