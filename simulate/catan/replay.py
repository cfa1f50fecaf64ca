"""Plays a game of Catan again, and keeps all that happened in it.

The same engine, the same streams of chance and the same policies as in `play`: the game is the same. Its
moves are noted in one go and then played again on a table, decision by decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rules.catan.position import Position
from rules.catan.record import Scribe
from rules.catan.state import Point, new_state
from rules.records import Data
from simulate.common.simulator import Simulator
from simulate.replay import Replayed


@dataclass(frozen=True)
class Event:
    """An entry of the record, and the cards that each seat gained or lost by it, by resource."""

    entry: Data
    gains: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Turn:
    """The events of a player's turn, the set-up being turn 0, and the points of each seat after it."""

    number: int
    seat: int
    events: tuple[Event, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Played(Replayed):
    """A game played again, to its end or to the turn it was stopped after.

    `position` is as it was at that moment: the island, the pieces, the cards, the robber. `turns` begin with
    the set-up. `rows` are the rows of the tables `games` and `seats` of the whole game.
    """

    position: Position
    turns: tuple[Turn, ...]
    record: Data
    ended: bool
    rows: Mapping[str, np.ndarray]

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
    plan, position = simulator.plan, Position(simulator.box, new_state())
    moves, rows = simulator.play_noted(game)
    position.open(plan.options, plan.players, simulator.options)
    position.deal(plan.seed, game)
    scribe, kept = Scribe(position), None
    turns: list[Turn] = []
    events: list[Event] = []
    number, seat = position["turn"], position["seat"]

    def keep(ended: bool) -> Played:
        """The table, the turns and the record as they are now."""
        record = scribe.record()
        record |= {"turns": list(record["turns"])}
        return Played(position.copied(), tuple(turns), record, ended, rows)

    for move in moves:
        if not events:  # a turn begins
            number, seat = position["turn"], position["seat"]
        before, written = position["hands"][: plan.players].copy(), len(scribe.turns)
        scribe.play(move)
        gains = tuple(map(tuple, (position["hands"][: plan.players] - before).tolist()))
        events += [Event(entry, gains) for entry in scribe.turns[written:]]
        over = position["point"] == Point.OVER
        if position["turn"] != number or over:
            whose = position["first"] if number == 0 else seat
            turns.append(Turn(number, whose, tuple(events), tuple(position.scores())))
            events = []
            if number == stop and not over:
                kept = keep(False)
    return kept or keep(True)
