"""The state of a game of Carcassonne as one NumPy record."""

from __future__ import annotations

from functools import partial

import numpy as np

from rules.carcassonne.options import METHODS, MOST_IN_HAND
from rules.carcassonne.tiles import KINDS
from rules.fields import Row, Rows, columns, field, rows
from rules.kernel import Array
from rules.tiles.state import MAX_NODES, MAX_SEATS, TileState, of_seat
from rules.words import Word

MAX_MOVES = 16_384
"""Moves of one turn: open cells x rotations x segments never come near it."""

MAX_FARMS = 256  # with farmers: each took a meeple and a turn, or lay in a given position
MAX_CITIES = 126  # complete ones: two 63-bit words hold those that a farm borders
NO_CELL = -1


class Source(Word):
    """What points are for, in the order of tables and records."""

    ROAD = "tiles of roads"
    CITY = "tiles and pennants of cities"
    CLOISTER = "places of cloisters"
    FARM = "cities that farms supply"


SOURCES = tuple(Source.texts())


class FarmRow(Row):
    """A farm that held farmers when it was scored: at the end of the game, or as it was closed (HR-20)."""

    farm: int = field(np.int16, "number within the game")
    tiles: int = field(np.int16, "its tiles")
    cities: int = field(np.int16, "complete cities that it borders")
    farmers: Array = columns(
        np.int8, "farmers of each seat", [f"farmers_{seat}" for seat in range(MAX_SEATS)]
    )
    units: Array = columns(
        np.int16,
        "by method and seat: cities paid for here; times `farm_points` it is what the seat gets",
        [f"{method}_{seat}" for method in METHODS for seat in range(MAX_SEATS)],
        shape=(len(METHODS), MAX_SEATS),
    )


_of_farm = partial(field, shape=MAX_FARMS, copied="n_farms")
"""Declares what is known of each farm in the list."""


class State(TileState):
    """The state of a game of Carcassonne."""

    points: Array = field(np.int32, "points by [seat, source]", shape=(MAX_SEATS, len(SOURCES)))
    supply: Array = of_seat(np.int16, "meeples left to each seat")
    placed: Array = field(
        np.int16, "meeples placed by [seat, kind of feature]", shape=(MAX_SEATS, len(KINDS))
    )
    farmer_turn: Array = of_seat(np.int32, "sum over a seat's farmers of the turns in which they came")
    farmers_home: Array = of_seat(np.int16, "farmers that went home as their farm was closed")
    left: Array = of_seat(np.int16, "meeples in the supply after the last turn; set by `final_scores`")
    n_complete: int = field(np.int64, "complete cities")
    around: Array = field(
        np.int16, "scratch: the farms that border a city", shape=MAX_NODES, copied="nothing"
    )
    hand: Array = field(
        np.int16,
        "designs in hand by [seat, place], those drawn first before the others",
        shape=(MAX_SEATS, MOST_IN_HAND),
    )
    hand_size: Array = of_seat(np.int64, "tiles in the hand of each seat")
    own_tile: Array = of_seat(np.int16, "the cloister that each seat has yet to place, NO_TILE for none")
    may_draw: int = field(np.int64, "1 while the seat to move may draw, or place its own cloister: `tile`")
    # the River
    river_cell: int = field(np.int64, "the cell that its open end faces, NO_CELL for none", start=NO_CELL)
    river_heading: int = field(np.int64, "the side by which it leaves its last tile")
    river_hand: int = field(np.int64, "of the last tile: -1 a left bend, 1 a right bend, 0 neither")
    river_bend: int = field(np.int64, "of the latest bend however far back, 0 for none yet")
    # the farms that held farmers when they were scored: those that were closed first (HR-20), then the others
    n_closed: int = field(np.int64, "how many were closed")
    n_farms: int = field(np.int64, "how many in all")
    farm_node: Array = _of_farm(np.int16, "the node that speaks for each")
    farm_low: Array = _of_farm(np.int64, "the complete cities 0-62 that each bordered then")
    farm_high: Array = _of_farm(np.int64, "the rest of that set")
    farms: Rows[FarmRow] = rows(FarmRow, MAX_FARMS, "what is known of them", copied="n_farms")
