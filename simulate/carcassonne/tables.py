"""The tables of a run: their columns, and how a finished game fills its rows."""

from __future__ import annotations

import numpy as np

from rules.carcassonne.options import PAYING
from rules.carcassonne.scoring import seat_score
from rules.carcassonne.state import MAX_FARMS, SOURCES, FarmRow, State
from rules.carcassonne.tiles import FIELD
from rules.fields import Fields, columns, field
from rules.kernel import Array, kernel
from rules.tiles.state import MAX_SCORED, MAX_SEATS, ScoredRow, write_scored
from simulate.carcassonne.move_features import GameDesk
from simulate.common.tables import Table

METHODS = tuple(method.word for method in PAYING)
"""The farm methods that pay."""


class GameRow(Fields):
    """A game."""

    game: int = field(np.int32, "index of the game")
    players: int = field(np.int8, "seats")
    turns: int = field(np.int16, "turns played")
    tiles: int = field(np.int16, "on the table at the end")
    discarded: int = field(np.int8, "tiles that fitted nowhere")
    winners: int = field(np.int8, "bit s: seat s won")
    margin: int = field(np.int32, "best score minus the best of the others")
    cities: int = field(np.int16, "complete ones")
    farms: int = field(np.int16, "with farmers")


class SeatRow(Fields):
    """What a seat has at the end."""

    game: int = field(np.int32, "index of the game")
    seat: int = field(np.int8, "the seat")
    score: int = field(np.int32, "points")
    rank: int = field(np.int8, "1 for the best; equal scores share the better rank")
    win_share: float = field(np.float32, "1, or a part of it if the win is shared")
    points: Array = columns(np.int32, "points by source; they add up to `score`", SOURCES)
    placed: Array = columns(np.int8, "meeples placed, by role", ("thieves", "knights", "monks", "farmers"))
    farmer_turns: int = field(np.int32, "sum over farmers of the turns of the game still to come")
    left: int = field(np.int8, "meeples in the supply when the last turn was over")


TABLES = {
    "games": Table(GameRow, 1),
    "seats": Table(SeatRow, MAX_SEATS),
    "features": Table(ScoredRow, MAX_SCORED, renamed={"marks": "pennants"}),
    "farms": Table(FarmRow, MAX_FARMS),
}


@kernel
def write_game(state: State, game: int, row: GameRow) -> None:
    """Fill the row of a finished game."""
    row.game = game
    row.players = state.players
    row.turns = state.turn
    row.tiles = state.n_placed
    row.discarded = state.n_discarded
    row.winners = state.winners
    best = -1
    second = -1
    for seat in range(state.players):
        score = seat_score(state, seat)
        if score > best:
            best, second = score, best
        elif score > second:
            second = score
    row.margin = best - second
    row.cities = state.n_complete
    row.farms = state.n_farms


@kernel
def write_seats(state: State, game: int, rows: Array, at: int) -> int:
    """Fill one row a seat from row `at`; return the next free row."""
    sharing = 0
    for seat in range(state.players):
        sharing += (state.winners >> seat) & 1
    for seat in range(state.players):
        row = rows[at + seat]
        row.game = game
        row.seat = seat
        score = seat_score(state, seat)
        row.score = score
        rank = 1
        for other in range(state.players):
            if seat_score(state, other) > score:
                rank += 1
        row.rank = rank
        row.win_share = 1.0 / sharing if (state.winners >> seat) & 1 else 0.0
        row.points[:] = state.points[seat]
        row.placed[:] = state.placed[seat]
        row.farmer_turns = state.placed[seat, FIELD] * state.turn - state.farmer_turn[seat]
        row.left = state.left[seat]
    return at + state.players


@kernel
def write_farms(state: State, game: int, rows: Array, at: int) -> int:
    """Write the farms that hold farmers to rows from `at`; return the next free row."""
    for i in range(state.n_farms):
        rows[at + i] = state.farms[i]
        rows[at + i].game = game
    return at + state.n_farms


@kernel
def write_rows(desk: GameDesk, game: int, tables: tuple[Array, ...], rows: Array) -> None:
    """Write the rows of a finished game to each table that has room."""
    games, seats, features, farms = tables
    state = desk.state
    write_game(state, game, games[rows[0]])
    rows[0] += 1
    rows[1] = write_seats(state, game, seats, rows[1])
    if features.shape[0] > 0:
        rows[2] = write_scored(state, game, features, rows[2])
    if farms.shape[0] > 0:
        rows[3] = write_farms(state, game, farms, rows[3])
