"""The tiles that were laid in a game and what they brought: what both tile-laying games share."""

from __future__ import annotations

import numpy as np

from rules.fields import field
from rules.kernel import Array, kernel
from rules.tiles.features import count_tiles
from rules.tiles.grid import STEP
from rules.tiles.state import TileState
from simulate.common import tables


class TileRow(tables.PlacementRow):
    """A tile that was laid; the one on the table when the game begins is left out."""

    piece: int = field(np.int16, "its design: a number in the order of the tile file, from 0")


@kernel
def write_laid(state: TileState, first: int, game: int, rows: Array, at: int) -> int:
    """A row a tile from row `at`, in the order of play, where `first` began; return the next free row."""
    for t in range(1, state.n_placed):
        row = rows[at + t - 1]
        row.game = game
        row.turn = state.laid[t]
        row.seat = (first + state.laid[t]) % state.players
        row.piece = state.design[t]
        row.brought = 0.0
    return at + state.n_placed - 1


@kernel
def share_points(state: TileState, node: int, points: int, seats: int, rows: Array, at: int) -> None:
    """What a feature paid goes in equal parts to its tiles; those count that one of the `seats` laid.

    Rows from `at` are the tiles of the game. A centre was paid for its own tile and those around it.
    """
    feature = state.feature[node]
    own = state.node_tile[feature]
    if state.centre_node[own] == feature:
        part = points / (9 - state.open_ends[feature])
        give_part(state, own, part, seats, rows, at)
        for i in range(8):
            give_part(state, state.tile_at[state.cell[own] + STEP[i]] - 1, part, seats, rows, at)
        return
    part = points / count_tiles(state, feature)
    for t in range(1, state.n_placed):
        word = state.tiles_low[feature] >> t if t < 63 else state.tiles_high[feature] >> (t - 63)
        if word & 1:
            give_part(state, t, part, seats, rows, at)


@kernel
def give_part(state: TileState, tile: int, part: float, seats: int, rows: Array, at: int) -> None:
    """A tile that one of the `seats` laid has brought so much more; there may be none (-1)."""
    if tile > 0 and (seats >> rows[at + tile - 1].seat) & 1:
        rows[at + tile - 1].brought += part
