"""Plays a game of Catan again, and keeps all that happened in it.

The same engine, the same streams of chance and the same policies as in `play`: the game is the same. Its
moves are noted in one go and then played again on a table, decision by decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.catan.position import Position
from rules.catan.record import Scribe
from rules.catan.state import Point
from rules.records import Data
from simulate.play.simulator import Simulator
from simulate.replays import replay


@dataclass(frozen=True)
class Event:
    """An entry of the record, and the cards that each seat gained or lost by it, by resource."""

    entry: Data
    gains: tuple[tuple[int, ...], ...]
    tokens: tuple[int, ...] = ()
    """Welfare tokens that each seat gained or lost by it (HR-9)."""


@dataclass(frozen=True)
class Turn:
    """The events of a player's turn, the set-up being turn 0, and the points of each seat after it."""

    number: int
    seat: int
    events: tuple[Event, ...]
    points: tuple[int, ...]


class Played(replay.Played):
    """A game played again; `turns` begin with the set-up."""

    turns: Sequence[Turn]

    @property
    def last_turn(self) -> int:
        """The number of the last turn that is kept."""
        return self.turns[-1].number

    @property
    def n_turns(self) -> int:
        """Turns that are kept, without the set-up (CT-120)."""
        return self.position.turns()


def play(simulator: Simulator, game: int, stop: int | None = None) -> Played:
    """Play game `game` of the simulator's plan; `stop` is the last turn to keep, None for the whole game.

    Even with `stop` the game is played to its end, so that its rows can be checked. A `stop` beyond the end
    is the end.
    """
    plan, position = simulator.plan, Position(simulator.box)
    moves, rows = simulator.play_noted(game)
    position.open(plan.options, plan.players, simulator.options)
    position.deal(plan.seed, game)
    scribe, kept = Scribe(position), None
    turns: list[Turn] = []
    events: list[Event] = []
    number, seat = position["turn"], position["seat"]

    def keep(ended: bool) -> Played:
        """The table, the turns and the record as they are now."""
        return Played(position.copied(), tuple(turns), scribe.record(), ended, rows)

    for move in moves:
        if not events:  # a turn begins
            number, seat = position["turn"], position["seat"]
        before, written = position["hands"][: plan.players].copy(), len(scribe.turns)
        tokens = position["welfare_tokens"][: plan.players].copy()
        scribe.play(move)
        gains = tuple(map(tuple, (position["hands"][: plan.players] - before).tolist()))
        more = tuple((position["welfare_tokens"][: plan.players] - tokens).tolist())
        events += [Event(entry, gains, more) for entry in scribe.turns[written:]]
        over = position["point"] == Point.OVER
        if position["turn"] != number or over:
            whose = position["first"] if number == 0 else seat
            turns.append(Turn(number, whose, tuple(events), tuple(position.scores())))
            events = []
            if number == stop and not over:
                kept = keep(False)
    return kept or keep(True)
