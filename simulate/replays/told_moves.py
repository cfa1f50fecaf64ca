"""A game that is told move by move, in words, by turn, with the scores after them if there are any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules import games
from simulate.io.layout import lay_turns
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
class MovesPlayed(replay.Played):
    """A game played again; `turns` are its moves."""

    turns: Sequence[Told]

    @property
    def n_turns(self) -> int:
        """Turns that are kept in which somebody moved."""
        return len({told.turn for told in self.turns})

    @property
    def last_turn(self) -> int:
        """The number of the last turn that is kept."""
        return self.turns[-1].turn if self.turns else 0

    @property
    def winners(self) -> tuple[str, str]:
        """Who has won, and the verb behind it."""
        seats = [f"seat {seat + 1}" for seat in self.record["result"]["winners"]]
        return " and ".join(seats) or "nobody", "share the win" if len(seats) > 1 else "wins"

    @property
    def ending(self) -> str:
        """Who has won, and with what; or that the game goes on."""
        if not self.ended:
            return "the game goes on"
        result = self.record["result"]
        scores, (who, verb) = result.get("scores"), self.winners
        unit = games.load(self.record["game"]).unit
        with_what = f" with {scores[(result['winners'] or [0])[0]]} {unit}" if scores else ""
        return f"{who} {verb}{with_what}"


def transcript(played: MovesPlayed) -> Iterator[str]:
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
    yield f" {played.ending}"


def turns(played: MovesPlayed) -> Iterator[ToldTurn]:
    """The moves by turn, in words; under None how it ended."""
    for number, group in groupby(played.turns, key=lambda told: told.turn):
        moves = list(group)
        whose = moves[0].seat
        lines = [("" if each.seat == whose else f"seat {each.seat + 1}: ") + each.words for each in moves]
        yield ToldTurn(number, whose, lines)
    if played.ended:
        yield ToldTurn(None, None, [played.ending])
