"""Plays a game of a plan again, part by part, and keeps all that happened in it.

The same engine, the same streams of chance and the same policies as in `play`: the game is the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rules.records import Data
from rules.starwars.record import empty_turn, game_record, result_entry, roll_entry, turn_entry
from rules.starwars.state import NO_TILE
from rules.starwars.table import Lying, Place, Standing, Table
from rules.starwars.tiles import KINDS
from simulate.starwars.policies import choose
from simulate.starwars.simulator import Simulator
from simulate.starwars.tables import GAMES, SEATS, write_game, write_seats


@dataclass(frozen=True)
class Roll:
    """One roll of a battle: dice by seat, and the points that it brought to each seat that got any."""

    dice: Mapping[str, Sequence[int]]
    points: Mapping[int, int]


@dataclass(frozen=True)
class Battle:
    """A battle: what it was for, its rolls, and the seat that stands for the winner."""

    on: str
    rolls: tuple[Roll, ...]
    winner: int


@dataclass(frozen=True)
class Scoring:
    """A feature that was paid: the tiles and symbols paid for, and the seats that stood on it."""

    on: str
    tiles: int
    symbols: int
    points: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Turn:
    """A turn as it stands in the record, what happened in it, and the result as it stood after it."""

    entry: Data
    battles: tuple[Battle, ...]
    scorings: tuple[Scoring, ...]
    result: Data


@dataclass(frozen=True)
class Position:
    """The table at one moment: tiles and meeples in order of placing, meeples left by seat and size.

    At the end of the game the meeples are still on the board and their points in the result.
    """

    lying: Mapping[Place, Lying]
    standing: Sequence[Standing]
    reserve: Sequence[Sequence[int]]
    result: Data
    last: Place | None


@dataclass(frozen=True)
class Played:
    """A game played again, to its end or to the turn it was stopped at.

    `final` are the scorings after the game (SW-54). `rows` are the rows of the tables `games` and `seats`
    of the whole game.
    """

    table: Table
    turns: tuple[Turn, ...]
    final: tuple[Scoring, ...]
    record: Data
    position: Position
    rows: Mapping[str, np.ndarray]


def play(simulator: Simulator, game: int, stop: int | None = None) -> Played:
    """Play game `game` of the simulator's plan; `stop` is the last turn to keep, None for the whole game.

    Even with `stop` the game is played to its end, so that its rows can be checked. A `stop` beyond the
    end is the end.
    """
    plan = simulator.plan
    table = Table(simulator.tileset, simulator.state)
    table.open(plan.options, plan.players, simulator.options)
    table.deal(plan.seed, game)
    turns: list[Turn] = []
    kept: Position | None = None
    while not table["over"]:
        turns.append(_turn(simulator, table))
        if len(turns) - 1 == stop:
            kept = _position(table, turns)
    if table["turn_draw"] < table["deck_next"]:  # the stack ran out on discards
        entry = empty_turn(table, table["seat"], _discarded(table))
        turns.append(Turn(entry, (), (), result_entry(table)))
        if len(turns) - 1 == stop:
            kept = _position(table, turns)
    reserve = table["reserve"][: plan.players].tolist()
    scored = table["n_scored"]
    table.score_standing()
    final = () if kept else _scorings(table, scored)
    position = kept or replace(_position(table, turns), reserve=reserve)
    told = turns if kept is None else turns[: (stop or 0) + 1]
    record = game_record(table, [turn.entry for turn in told], position.result, final=kept is None)
    return Played(table, tuple(told), final, record, position, _rows(table, game))


def _turn(simulator: Simulator, table: Table) -> Turn:
    """One turn, as `engine.apply` plays it."""
    seat, design, discarded = table["seat"], table["tile"], _discarded(table)
    move = int(choose(simulator.desk))
    if design == NO_TILE:
        table.skip()
        return Turn(empty_turn(table, seat, discarded), (), (), result_entry(table))
    scored = table["n_scored"]
    table.enter_dice()
    battles = tuple(_battle(table, feature) for feature in table.lay(move))
    table.finish()
    rolls = [{"rolls": [dict(roll.dice) for roll in battle.rolls]} for battle in battles]
    entry = turn_entry(table, seat, discarded, design, move, rolls)
    return Turn(entry, battles, _scorings(table, scored), result_entry(table))


def _discarded(table: Table) -> list[int]:
    """The designs drawn at the start of this turn that fitted nowhere (SW-16)."""
    drawn = table["deck_order"][table["turn_draw"] : table["deck_next"]].tolist()
    return drawn if table["tile"] == NO_TILE else drawn[:-1]


def _battle(table: Table, feature: int) -> Battle:
    """Fight for a contested feature with the dice of the game."""
    fighters = table.muster(feature)
    rolls: list[Roll] = []
    winner = -1
    while winner < 0:
        dice = table.roll()
        before = table["points"].sum(axis=1)
        winner = table.settle(feature)
        gained = (table["points"].sum(axis=1) - before).tolist()
        points = {fighters[side]: gained[side] for side in dice if gained[side]}
        rolls.append(Roll(roll_entry(fighters, dice), points))
    return Battle(KINDS[table["kind"][feature]], tuple(rolls), fighters[winner])


def _scorings(table: Table, since: int) -> tuple[Scoring, ...]:
    """The entries of the game's log of scorings from number `since`."""
    return tuple(
        Scoring(
            KINDS[table["scored_kind"][i]],
            int(table["scored_tiles"][i]),
            int(table["scored_symbols"][i]),
            int(table["scored_points"][i]),
            tuple(seat for seat in range(table.players) if int(table["scored_seats"][i]) >> seat & 1),
        )
        for i in range(since, table["n_scored"])
    )


def _position(table: Table, turns: Sequence[Turn]) -> Position:
    at = turns[-1].entry.get("at") if turns else None
    return Position(
        dict(table.lying),
        list(table.standing),
        table["reserve"][: table.players].tolist(),
        result_entry(table),
        (at[0], at[1]) if at else None,
    )


def _rows(table: Table, game: int) -> dict[str, Any]:
    """The game's rows of the tables `games` and `seats`."""
    games, seats = (np.zeros(n, dtype).view(np.recarray) for n, dtype in ((1, GAMES), (table.players, SEATS)))
    write_game(table.states[0], game, games[0])
    write_seats(table.states[0], game, seats, 0)
    return {"games": games, "seats": seats}
