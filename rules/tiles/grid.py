"""The grid: cells as single integers, and the steps between them.

The grid has no walls that a game could reach: it is 256 cells wide, tiles start in the middle and a tile
set holds at most 126. A cell is ``(y + 128) * 256 + (x + 128)``, x east and y north.
"""

from __future__ import annotations

import numpy as np

WIDTH = 256
CELLS = WIDTH * WIDTH
MIDDLE = 128 * WIDTH + 128

STEP = np.array([WIDTH, 1, -WIDTH, -1, WIDTH + 1, -WIDTH + 1, -WIDTH - 1, WIDTH - 1], np.int64)
"""Steps to the eight neighbours: sides N E S W, then corners NE SE SW NW (CC-7)."""

ACROSS = np.array([8, 7, 6, 11, 10, 9, 2, 1, 0, 5, 4, 3], np.int64)
"""For each port of a tile the port of the neighbour that faces it (CC-8)."""


def cell_of(x: int, y: int) -> int:
    """The cell at (x, y), x to the east and y to the north (CC-6)."""
    return MIDDLE + y * WIDTH + x


def place_of(cell: int) -> tuple[int, int]:
    """The (x, y) of a cell."""
    return int(cell) % WIDTH - 128, int(cell) // WIDTH - 128
