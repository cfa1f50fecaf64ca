"""Plays a game of Catan again, and keeps all that happened in it.

The same engine, the same streams of chance and the same policies as in `play`: the game is the same. Its
moves are noted in one go and then played again on a table, decision by decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import sub

import numpy as np

from rules.catan.options import RESOURCES
from rules.catan.position import Position
from rules.catan.record import Scribe
from rules.catan.state import MAX_SEATS, Point, new_state
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


NO_GAINS = ((0,) * len(RESOURCES),) * MAX_SEATS


def play(simulator: Simulator, game: int, stop: int | None = None) -> Played:
    """Play game `game` of the simulator's plan; `stop` is the last turn to keep, None for the whole game.

    Even with `stop` the game is played to its end, so that its rows can be checked. A `stop` beyond the end
    is the end.
    """
    return _Replay(simulator, game).play(stop)


class _Replay:
    """One game being played again."""

    def __init__(self, simulator: Simulator, game: int) -> None:
        self.simulator = simulator
        self.game = game
        self.position = Position(simulator.box, new_state())
        self.position.open(simulator.plan.options, simulator.plan.players, simulator.options)
        self.position.deal(simulator.plan.seed, game)
        self.scribe = Scribe(self.position)
        self.turns: list[Turn] = []
        self.events: list[Event] = []
        self.hands: list[list[int]] = self.position["hands"].tolist()

    def play(self, stop: int | None) -> Played:
        """Play to the end; what is kept ends with turn `stop`."""
        position, kept = self.position, None
        moves, rows = self.simulator.play_noted(self.game)
        number, seat = position["turn"], position["seat"]
        for move in moves:
            if not self.events:  # a turn begins
                number, seat = position["turn"], position["seat"]
            self._decide(move)
            over = position["point"] == Point.OVER
            if position["turn"] != number or over:
                whose = position["first"] if number == 0 else seat
                self.turns.append(Turn(number, whose, tuple(self.events), tuple(position.scores())))
                self.events = []
                if number == stop and not over:
                    kept = self._keep(False)
        kept = kept or self._keep(True)
        return Played(*kept, rows)

    def _decide(self, move: int) -> None:
        """The next move, with what chance adds to it."""
        before, written = self.hands, len(self.scribe.turns)
        self.scribe.play(move)
        self.hands = self.position["hands"].tolist()
        gains = NO_GAINS
        if self.hands != before:
            gains = tuple(tuple(map(sub, *hands)) for hands in zip(self.hands, before, strict=True))
        for entry in self.scribe.turns[written:]:
            self.events.append(Event(entry, gains[: self.position.players]))

    def _keep(self, ended: bool) -> tuple[Position, tuple[Turn, ...], Data, bool]:
        """The table, the turns and the record as they are now."""
        record = self.scribe.record()
        return self.position.copied(), tuple(self.turns), record | {"turns": list(record["turns"])}, ended
