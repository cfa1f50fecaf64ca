"""Plays a game of Castle again, decision by decision, and keeps all that happened in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rules.castle.initial import setup_entry
from rules.castle.plan import HAND
from rules.castle.position import Position
from rules.castle.record import Scribe
from rules.castle.state import MAX_SEATS
from rules.records import Data
from simulate.play.simulator import Simulator
from simulate.replays import replay


@dataclass(frozen=True)
class Action:
    """An action as it stands in the record, and what it did.

    `turn` counts from 0. `back` are the cards sent back, each with the seat to which it went, None for the
    exchange. `left` are the cards in hand and stock of each seat after it.
    """

    turn: int
    entry: Data
    back: tuple[tuple[str, int | None], ...]
    left: tuple[tuple[int, int], ...]


class Played(replay.Played):
    """A game played again; `turns` are its actions, as records list them."""

    turns: Sequence[Action]

    @property
    def last_turn(self) -> int:
        """The number of the last turn that is kept."""
        return self.turns[-1].turn

    @property
    def n_turns(self) -> int:
        """Turns that are kept, without those in which nothing was done."""
        return int(self.position["n_turns"])


def play(simulator: Simulator, game: int, stop: int | None = None) -> Played:
    """Play game `game` of the simulator's plan; `stop` is the last turn to keep, None for the whole game.

    Even with `stop` the game is played to its end, so that its rows can be checked. A `stop` beyond the end
    is the end.
    """
    plan, position = simulator.plan, Position(simulator.box, simulator.state)
    moves, rows = simulator.play_noted(game)
    chosen = iter(moves)
    position.open(plan.options, plan.players, simulator.options)
    position.deal(plan.seed, game)
    setup, scribe = setup_entry(position), Scribe(position)
    actions: list[Action] = []
    kept: tuple[Position, int] | None = None
    while not position["over"]:
        if stop is not None and position["turn"] > stop and kept is None:
            kept = position.copied(), len(actions)
        actions.append(_act(position, scribe, chosen))
    shown, n = kept or (position.copied(), len(actions))
    told = tuple(actions[:n])
    record = shown.record(setup=setup, turns=[action.entry for action in told])
    return Played(shown, told, record, kept is None, rows)


def _act(position: Position, scribe: Scribe, chosen: Iterator[int]) -> Action:
    """One action with its effect, as `engine.apply` does it."""
    turn, before = position["turn"], position["times_back"].copy()
    going = True
    while going:
        move = position.draw() if position.asks_chance else next(chosen)
        scribe.note(move)
        position.step(move)
        going = position.asks_effect
    back = tuple(
        (position.kind(card).name, _owner(int(position["where"][card])))
        for card in np.flatnonzero(position["times_back"] > before).tolist()
    )
    hands, stocks = position["hand"].tolist(), position["n_stock"].tolist()
    left = tuple((hands[seat].bit_count(), stocks[seat]) for seat in range(position.players))
    return Action(turn, scribe.turns[-1], back, left)


def _owner(where: int) -> int | None:
    """The seat in whose hand a card is, None if it is in none."""
    return where - HAND if HAND <= where < HAND + MAX_SEATS else None
