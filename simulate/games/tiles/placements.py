"""The tiles that were laid in a game and what they brought: what both tile-laying games share."""

from __future__ import annotations

import numpy as np

from rules.fields import Rows, field
from rules.kernel import kernel
from rules.tiles.features import count_tiles
from rules.tiles.state import TileState
from simulate.play import tables


class TileRow(tables.PlacementRow):
    """A tile that was laid; the one on the table when the game begins is left out."""

    piece: int = field(np.int16, "its design: a number in the order of the tile file, from 0")
    brought: float
    """What it says of it, a game declares."""


@kernel
def write_laid(state: TileState, game: int, rows: Rows[TileRow], at: int) -> int:
    """A row a tile from row `at`, in the order of play; return the next free row."""
    for t in range(1, state.n_placed):
        row = rows[at + t - 1]
        row.game = game
        row.turn = state.laid[t]
        row.seat = (state.first + state.laid[t]) % state.players
        row.piece = state.design[t]
        row.brought = 0.0
    return at + state.n_placed - 1


@kernel
def share_points(state: TileState, node: int, points: int, seats: int, rows: Rows[TileRow], at: int) -> None:
    """What a feature paid goes in equal parts to its tiles; those count that one of the `seats` laid.

    Rows from `at` are the tiles of the game. A centre is of one tile, so all that it paid goes there.
    """
    feature = state.feature[node]
    part = points / count_tiles(state, feature)
    for t in range(1, state.n_placed):
        word = state.tiles_low[feature] >> t if t < 63 else state.tiles_high[feature] >> (t - 63)
        row = rows[at + t - 1]
        if word & 1 and (seats >> row.seat) & 1:
            row.brought += part
