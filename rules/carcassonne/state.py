"""The state of a game of Carcassonne as one NumPy record."""

from __future__ import annotations

import numpy as np

from rules.carcassonne.tiles import KINDS
from rules.chance import CHANCE_FIELDS
from rules.tiles.board import BOARD_FIELDS
from rules.tiles.features import MAX_NODES, MAX_SEATS, PREVIEW_FIELDS
from rules.tiles.scored import SCORED_FIELDS
from rules.tiles.tileset import MAX_TILES

# Sources of points, in the order of tables and records; the first three are kinds of feature too.
ROAD_POINTS, CITY_POINTS, CLOISTER_POINTS, FARM_POINTS = range(4)
SOURCES = ("road", "city", "cloister", "farm")

N_METHODS = 3  # per_city, per_field, per_field_once
MAX_MOVES = 16_384
"""Moves of one turn: open cells x rotations x segments never come near it."""

MAX_FARMS = 256  # with farmers: no more than there are meeples
MAX_CITIES = 126  # complete ones: two 63-bit words hold those that a farm borders
NO_TILE = -1
NO_CELL = -1

STATE_DTYPE = np.dtype(
    [
        *CHANCE_FIELDS,
        *BOARD_FIELDS,
        *PREVIEW_FIELDS,
        ("players", np.int64),
        ("points", np.int32, (MAX_SEATS, 4)),  # [seat, source]
        ("supply", np.int16, MAX_SEATS),
        ("turn", np.int64),
        ("seat", np.int64),  # to move
        ("tile", np.int64),  # the design in hand, NO_TILE for none
        ("over", np.int64),
        ("deck_order", np.int16, MAX_TILES),
        ("n_deck", np.int64),
        ("deck_next", np.int64),
        (
            "turn_draw",
            np.int64,
        ),  # deck_next when the turn began: the tiles since were discarded but for the last
        ("n_discarded", np.int64),
        ("winners", np.int64),  # bit s: seat s wins; set by final_scores
        ("placed", np.int16, (MAX_SEATS, len(KINDS))),  # meeples that each seat placed, by kind of feature
        (
            "farmer_turn",
            np.int32,
            MAX_SEATS,
        ),  # sum over a seat's farmers of the turns in which they were placed
        ("left", np.int16, MAX_SEATS),  # meeples in the supply after the last turn; set by final_scores
        ("n_complete", np.int64),  # complete cities
        ("around", np.int16, MAX_NODES),  # scratch: the farms that border a city
        # the river
        ("river_cell", np.int64),  # the cell that its open end faces, NO_CELL for none
        ("river_heading", np.int64),  # the side by which it leaves its last tile
        ("river_hand", np.int64),  # of the last tile: -1 a left bend, 1 a right bend, 0 neither
        ("river_bend", np.int64),  # of the latest bend however far back, 0 for none yet
        *SCORED_FIELDS,
        # the farms that hold farmers at the end of the game
        ("n_farms", np.int64),
        ("farm_node", np.int16, MAX_FARMS),
        ("farm_tiles", np.int16, MAX_FARMS),
        ("farm_cities", np.int16, MAX_FARMS),  # complete ones that it borders
        ("farmers", np.int8, (MAX_FARMS, MAX_SEATS)),
        (
            "farm_units",
            np.int16,
            (MAX_FARMS, N_METHODS, MAX_SEATS),
        ),  # cities paid to each seat by each method
    ]
)


def new_state() -> np.recarray[tuple[int], np.dtype[np.record]]:
    """Room for one game: a one-element record array. Kernels take its element."""
    return np.zeros(1, STATE_DTYPE).view(np.recarray)
