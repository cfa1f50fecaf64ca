"""The tables of a run: their columns, and how a finished game fills its rows."""

from __future__ import annotations

import numpy as np

from rules.carcassonne import options
from rules.carcassonne.scoring import seat_score
from rules.carcassonne.state import MAX_FARMS
from rules.kernel import Array, Record, kernel
from rules.tiles.features import MAX_SEATS
from rules.tiles.scored import MAX_SCORED
from simulate.common.playing import Desk

GAMES = np.dtype(
    [
        ("game", np.int32),
        ("players", np.int8),
        ("turns", np.int16),
        ("tiles", np.int16),  # on the table at the end
        ("discarded", np.int8),
        ("winners", np.int8),  # bit s: seat s won
        ("margin", np.int32),  # best score minus the best of the others
        ("cities", np.int16),  # complete ones
        ("farms", np.int16),  # with farmers
    ]
)
SEATS = np.dtype(
    [
        ("game", np.int32),
        ("seat", np.int8),
        ("score", np.int32),
        ("rank", np.int8),  # 1 for the best; equal scores share the better rank
        ("win_share", np.float32),  # 1, or a part of it if the win is shared
        ("road", np.int32),  # points by source
        ("city", np.int32),
        ("cloister", np.int32),
        ("farm", np.int32),
        ("thieves", np.int8),  # meeples placed, by role
        ("knights", np.int8),
        ("monks", np.int8),
        ("farmers", np.int8),
        ("farmer_turns", np.int32),  # sum over farmers of the turns of the game still to come
        ("left", np.int8),  # meeples in the supply when the last turn was over
    ]
)
FEATURES = np.dtype(
    [
        ("game", np.int32),
        ("turn", np.int16),
        ("kind", np.int8),  # 0 road, 1 city, 2 cloister
        ("tiles", np.int16),  # tiles paid for; for a cloister its places that hold tiles
        ("pennants", np.int16),
        ("points", np.int32),  # to each seat that is paid
        ("seats", np.int8),  # bit s: seat s is paid
        ("final", np.int8),  # 1 after the game, 0 during it
    ]
)
METHODS = options.METHODS[: options.NO_FARMS]
"""The farm methods that pay."""

FARMS = np.dtype(
    [
        ("game", np.int32),
        ("farm", np.int16),  # number within the game
        ("tiles", np.int16),
        ("cities", np.int16),  # complete cities that it borders
        *[(f"farmers_{seat}", np.int8) for seat in range(MAX_SEATS)],
        # by method and seat: cities paid for here; times farm_points it is what the seat gets
        *[(f"{method}_{seat}", np.int16) for method in METHODS for seat in range(MAX_SEATS)],
    ]
)
TABLES = {"games": GAMES, "seats": SEATS, "features": FEATURES, "farms": FARMS}
ROWS_PER_GAME = {"games": 1, "seats": MAX_SEATS, "features": MAX_SCORED, "farms": MAX_FARMS}
"""Most rows that one game can add."""


@kernel
def write_game(state: Record, game: int, row: Record) -> None:
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
def write_seats(state: Record, game: int, rows: Array, at: int) -> int:
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
        row.road = state.points[seat, 0]
        row.city = state.points[seat, 1]
        row.cloister = state.points[seat, 2]
        row.farm = state.points[seat, 3]
        row.thieves = state.placed[seat, 0]
        row.knights = state.placed[seat, 1]
        row.monks = state.placed[seat, 2]
        row.farmers = state.placed[seat, 3]
        row.farmer_turns = state.placed[seat, 3] * state.turn - state.farmer_turn[seat]
        row.left = state.left[seat]
    return at + state.players


@kernel
def write_features(state: Record, game: int, rows: Array, at: int) -> int:
    """Copy the game's log of scorings to rows from `at`; return the next free row."""
    for i in range(state.n_scored):
        row = rows[at + i]
        row.game = game
        row.turn = state.scored_turn[i]
        row.kind = state.scored_kind[i]
        row.tiles = state.scored_tiles[i]
        row.pennants = state.scored_marks[i]
        row.points = state.scored_points[i]
        row.seats = state.scored_seats[i]
        row.final = state.scored_final[i]
    return at + state.n_scored


@kernel
def write_farms(state: Record, game: int, rows: Array, at: int) -> int:
    """Write the farms that hold farmers to rows from `at`; return the next free row."""
    for i in range(state.n_farms):
        row = rows[at + i]
        row.game = game
        row.farm = i
        row.tiles = state.farm_tiles[i]
        row.cities = state.farm_cities[i]
        farmers, units = state.farmers[i], state.farm_units[i]
        row.farmers_0 = farmers[0]
        row.farmers_1 = farmers[1]
        row.farmers_2 = farmers[2]
        row.farmers_3 = farmers[3]
        row.farmers_4 = farmers[4]
        row.per_city_0 = units[0, 0]
        row.per_city_1 = units[0, 1]
        row.per_city_2 = units[0, 2]
        row.per_city_3 = units[0, 3]
        row.per_city_4 = units[0, 4]
        row.per_field_0 = units[1, 0]
        row.per_field_1 = units[1, 1]
        row.per_field_2 = units[1, 2]
        row.per_field_3 = units[1, 3]
        row.per_field_4 = units[1, 4]
        row.per_field_once_0 = units[2, 0]
        row.per_field_once_1 = units[2, 1]
        row.per_field_once_2 = units[2, 2]
        row.per_field_once_3 = units[2, 3]
        row.per_field_once_4 = units[2, 4]
    return at + state.n_farms


@kernel
def write_rows(desk: Desk, game: int, tables: tuple[Array, ...], rows: Array) -> None:
    """Write the rows of a finished game to each table that has room."""
    games, seats, features, farms = tables
    state = desk.state
    write_game(state, game, games[rows[0]])
    rows[0] += 1
    rows[1] = write_seats(state, game, seats, rows[1])
    if features.shape[0] > 0:
        rows[2] = write_features(state, game, features, rows[2])
    if farms.shape[0] > 0:
        rows[3] = write_farms(state, game, farms, rows[3])
