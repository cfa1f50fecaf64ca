"""Plays a game of a tile-laying plan again, part by part, and keeps all that happened in it.

The same engine, the same streams of chance and the same policies as in `play`: the game is the same.
`simulate.games.GAME.replay` says how a turn of that game is played.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.records import Data
from rules.tiles.position import TilePosition
from rules.tiles.records import empty_turn, standard_setup
from simulate.replays import replay


@dataclass(frozen=True)
class Scoring:
    """A feature that was paid: the tiles and marks paid for, the points, and the seats concerned."""

    on: str
    tiles: int
    marks: int
    points: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Turn:
    """A turn as it stands in the record, what happened in it, and the result as it stood after it."""

    entry: Data
    battles: tuple[Any, ...]
    scorings: tuple[Scoring, ...]
    result: Data


@dataclass(frozen=True, repr=False)
class Played(replay.Played):
    """A game played again; `final` are the scorings after the game (CC-50, SW-54)."""

    turns: tuple[Turn, ...]
    final: tuple[Scoring, ...]


class Replay(ABC):
    """One game being played again."""

    position_of: ClassVar[Callable[..., Any]]

    def __init__(self, simulator: Any) -> None:
        self.simulator = simulator
        self.position: Any = type(self).position_of(simulator.box, simulator.state)
        self.turns: list[Turn] = []

    @abstractmethod
    def play_turn(self, seat: int, discarded: list[int], move: int) -> Turn:
        """Play one turn, as `engine.apply` does."""

    def drew(self, move: int) -> bool:
        """Play the next move if it draws a tile and ends no turn; whether it does (HR-22)."""
        return False

    def empty_entry(self, seat: int, discarded: list[int]) -> Data:
        """A turn without a tile as it stands in the record."""
        return empty_turn(self.position, seat, discarded)

    def final_scorings(self, since: int) -> tuple[Scoring, ...]:
        """What was paid after the game, `since` the entry of the log with this number."""
        return self.scorings(since)

    def play(self, game: int, stop: int | None = None) -> Played:
        """Play game `game` of the simulator's plan; `stop` is the last turn to keep, None for the whole game.

        Even with `stop` the game is played to its end, so that its rows can be checked. A `stop` beyond
        the end is the end.
        """
        plan, position = self.simulator.plan, self.position
        moves, rows = self.simulator.play_noted(game)
        position.open(plan.options, plan.players, self.simulator.options)
        position.deal(plan.seed, game)
        kept: TilePosition | None = None
        for move in moves:
            if self.drew(move):
                continue
            self.turns.append(self.play_turn(position["seat"], self.discarded(), move))
            if len(self.turns) - 1 == stop:
                kept = position.copied()
        if self.discarded():  # the stack ran out on them
            entry = self.empty_entry(position["seat"], self.discarded())
            self.turns.append(Turn(entry, (), (), position.result()))
            if len(self.turns) - 1 == stop:
                kept = position.copied()
        scored = position["n_scored"]
        position.final_scores()
        final = () if kept else self.final_scorings(scored)
        shown = kept or position.copied()
        told = tuple(self.turns if kept is None else self.turns[: (stop or 0) + 1])
        turns = [turn.entry for turn in told]
        record = shown.record(setup=standard_setup(shown), turns=turns, final=kept is None)
        return Played(shown, told, record, kept is None, rows, final)

    def discarded(self) -> list[int]:
        """The designs drawn at the start of this turn that fitted nowhere (CC-20, SW-16)."""
        position = self.position
        discarded: list[int] = position["discarded"][
            position["turn_discards"] : position["n_discarded"]
        ].tolist()
        return discarded

    def scorings(self, since: int) -> tuple[Scoring, ...]:
        """The entries of the game's log of scorings from number `since`."""
        position = self.position
        return tuple(
            Scoring(
                position.kinds[row["kind"]],
                int(row["tiles"]),
                int(row["marks"]),
                int(row["points"]),
                tuple(seat for seat in range(position.players) if int(row["seats"]) >> seat & 1),
            )
            for row in position["scored"][since : position["n_scored"]]
        )
