"""What Pig brings to be simulated: move features, playouts and tables."""

from typing import TypeAlias

import numpy as np

from pig.engine import HOLD, MAX_SEATS, State, legal_moves
from pig.options import MAX_TURNS, Options
from rules.fields import Fields, Rows, field
from rules.kernel import Array, Struct, kernel
from rules.verbs import register
from rules.words import Word
from simulate.play import tables
from simulate.play.desk import GameDesk
from simulate.play.noting import Noting, keep_features, note, start_noting, take_weights
from simulate.play.simulator import Playing
from simulate.play.tables import Summed, Table, best_two, with_watched, write_standing


class MoveFeature(Word):
    """The features of a move, in the order of weight vectors."""

    POINTS = "points that are safe if I hold"
    RISK = "points at stake if I roll, by the chance of a one"
    GAIN = "points that a roll brings on average"
    WIN = "1 if holding wins the game"
    BEHIND = "points that the best rival is ahead of me, if I roll"


class PositionFeature(Word):
    """The features of a seat in a position, in the order of their weights."""

    POINTS = "points that are safe"
    NEAR = "the same, squared, over those that win"
    AT_STAKE = "points at stake in its turn"


Desk: TypeAlias = GameDesk[Struct, Options, State, Noting]


class GameRow(Fields):
    """A game."""

    game: int = field(np.int32, "index of the game")
    players: int = field(np.int8, "seats")
    turns: int = field(np.int32, "turns played")
    winners: int = field(np.int8, "bit s: seat s won")
    margin: int = field(np.int32, "best score less the best of the others")


class SeatRow(tables.SeatRow):
    """What a seat has at the end."""

    rolls: int = field(np.int32, "rolls")
    busts: int = field(np.int32, "ones rolled")


TABLES = {"games": Table(GameRow, 1), "seats": Table(SeatRow, MAX_SEATS)}

SUMMED = Summed((), ("rolls", "busts"), tallied="turns")


@kernel
def weigh(desk: Desk, state: State, move: int) -> None:
    """Note the features of a move."""
    options, mind = desk.options, desk.mind
    start_noting(mind)
    if move == HOLD:
        note(mind, MoveFeature.POINTS, state.at_stake)
        if state.points[state.seat] + state.at_stake >= options.target:
            note(mind, MoveFeature.WIN, 1.0)
        return
    best = 0
    for seat in range(state.players):
        if seat != state.seat:
            best = max(best, state.points[seat])
    note(mind, MoveFeature.RISK, state.at_stake / options.faces)
    note(mind, MoveFeature.GAIN, (options.faces + 2) * (options.faces - 1) / (2.0 * options.faces))
    note(mind, MoveFeature.BEHIND, max(0, best - state.points[state.seat]))


@kernel
def value_moves(desk: Desk, state: State, weights: Array) -> int:
    """List the legal moves and the value of each; return how many there are."""
    n = legal_moves(desk.box, desk.options, state, desk.mind.moves)
    take_weights(desk.mind, weights)
    for k in range(n):
        weigh(desk, state, desk.mind.moves[k])
        desk.mind.values[k] = desk.mind.value
    return n


@kernel
def weigh_moves(desk: Desk) -> int:
    """List the legal moves and the features of each; return how many there are."""
    n = legal_moves(desk.box, desk.options, desk.state, desk.mind.moves)
    keep_features(desk.mind)
    for k in range(n):
        weigh(desk, desk.state, desk.mind.moves[k])
        desk.mind.told[k] = desk.mind.change
    return n


@kernel
def deal_unseen(desk: Desk, state: State, seat: int) -> None:
    """Nothing is hidden in Pig; the dice to come are others since the playout has its own seed."""


@kernel
def outcome(desk: Desk, state: State, seat: int) -> float:
    """1 for a win."""
    return float((state.winners >> seat) & 1)


@kernel
def describe_position(desk: Desk, state: State) -> None:
    """Write the position features of every seat."""
    for seat in range(state.players):
        features = desk.mind.position[seat]
        features[PositionFeature.POINTS] = state.points[seat]
        features[PositionFeature.NEAR] = state.points[seat] ** 2 / desk.options.target
        features[PositionFeature.AT_STAKE] = state.at_stake if seat == state.seat else 0


@kernel
def score_now(desk: Desk, state: State, seat: int) -> int:
    """The points that are safe."""
    return state.points[seat]


@kernel
def write_rows(desk: Desk, game: int, tables: tuple[Rows[GameRow], Rows[SeatRow]], rows: Array) -> None:
    """Write the rows of a finished game."""
    games, seats = tables
    state = desk.state
    best = second = -1
    for seat in range(state.players):
        best, second = best_two(best, second, state.points[seat])
    row = games[rows[0]]
    row.game = game
    row.players = state.players
    row.turns = state.turn
    row.winners = state.winners
    row.margin = best - second
    rows[0] += 1
    for seat in range(state.players):
        line = seats[rows[1]]
        write_standing(desk, game, seat, line)
        line.rolls = state.rolls[seat]
        line.busts = state.busts[seat]
        rows[1] += 1


register(
    "pig", State, value_moves, weigh_moves, deal_unseen, outcome, describe_position, write_rows, score_now
)

PLAYING = Playing(
    policies_version=1,
    state=State,
    mind=Noting,
    moves=2,
    move_features=MoveFeature,
    position_features=PositionFeature,
    tables=with_watched(TABLES, MAX_TURNS, MAX_SEATS),
    summed=SUMMED,
)
