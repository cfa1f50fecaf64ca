"""Moves of the tile-laying games, each one integer::

bits  0-15  cell
16-17  rotation, quarter turns clockwise
18-22  target: 0 for no meeple, segment + 1 of the tile just placed, or what a game adds
23  size of the meeple: SMALL or BIG
24-25  which tile of the hand, 0 where only one is drawn
"""

from __future__ import annotations

import numpy as np

from rules.kernel import kernel
from rules.tiles.board import code_at
from rules.tiles.state import TileState
from rules.tiles.tileset import Tiles

NOTHING = 0

DRAW = 0
"""The move that places nothing: a tile is drawn, and a cloister of one's own is kept (HR-22)."""


@kernel
def pack_move(cell: int, rotation: int, target: int, size: int) -> int:
    """The move as one integer."""
    return cell | (rotation << 16) | (target << 18) | (size << 23)


@kernel
def move_cell(move: int) -> int:
    """Where the tile goes."""
    return move & 0xFFFF


@kernel
def move_rotation(move: int) -> int:
    """Quarter turns clockwise (CC-6)."""
    return (move >> 16) & 3


@kernel
def move_target(move: int) -> int:
    """What the meeple goes on, NOTHING for no meeple."""
    return (move >> 18) & 31


@kernel
def move_size(move: int) -> int:
    """SMALL or BIG."""
    return (move >> 23) & 1


@kernel
def move_slot(move: int) -> int:
    """Which tile of the hand is placed (HR-21)."""
    return move >> 24


@kernel
def from_slot(move: int, slot: int) -> int:
    """The move with this tile of the hand."""
    return move | (slot << 24)


@kernel
def list_placements(tiles: Tiles, board: TileState, design: int) -> int:
    """List in `board.placements` where a tile may go, and return how many (CC-16, CC-17, SW-14, SW-15).

    Each is the move that places no meeple. Rotations that look alike are one placement (CC-18). Tiles of
    The River are tiles to lie beside (CC-84).
    """
    n = 0
    for i in range(board.n_open):
        n = _add_rotations(board, board.open_cells[i], tiles.fits[design, board.codes[i + 1]], n)
    return n


@kernel
def add_placements(tiles: Tiles, board: TileState, design: int, cell: int, n: int) -> int:
    """Append the rotations in which a tile fits an open cell to the first `n`; return how many there are."""
    return _add_rotations(board, cell, tiles.fits[design, code_at(board, cell)], n)


@kernel
def _add_rotations(board: TileState, cell: int, fitting: int, n: int) -> int:
    """Append the rotations in a set of bits. Without branches: what does not fit is written over."""
    for rotation in range(4):
        board.placements[n] = pack_move(cell, rotation, NOTHING, 0)
        n += (np.int64(fitting) >> rotation) & 1  # type: ignore[assignment]
    return n
