"""The plan of the castle: 36 spaces, four zones, four walls, and where a card can be.

A space is row * 6 + col, row 0 in the north and col 0 in the west::

            col  0    1    2    3    4    5
                +----+-------------------+----+
         row 0  |  0 |  1    2    3    4 |  5 |    corners: towers
                +----+-------------------+----+    edges:   ramparts, walls N E S W
             1  |  6 |  7    8    9   10 | 11 |    middle:  courtyard
             2  | 12 | 13   14   15   16 | 17 |
             3  | 18 | 19   20   21   22 | 23 |
             4  | 24 | 25   26   27   28 | 29 |
                +----+-------------------+----+
             5  | 30 | 31   32   33   34 | 35 |
                +----+-------------------+----+
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from rules.kernel import kernel
from rules.words import Word

SIDE = 6
SPACES = SIDE * SIDE
MAX_CARDS = 60


class Zone(Word):
    """The zones; the first three are the castle (CA-1). Bits where several are meant: 1 << COURTYARD ..."""

    COURTYARD = "the sixteen spaces in the middle (CA-5)"
    RAMPARTS = "four spaces at each wall (CA-4)"
    TOWERS = "the four corners (CA-3)"
    OUTSIDE = "around the castle"


ZONES = tuple(Zone.texts())


class Wall(Word):
    """The walls (CA-4), each with its letter in game records."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


WALLS = "".join(Wall.texts().values())

# Where a card is. A pile outside is named by its lowest card, so a place in play is a space or such a pile.
PILE = SPACES  # PILE + card: the pile outside whose lowest card this is
PLACES = PILE + MAX_CARDS
HAND = 104  # HAND + seat
STOCK = 112  # STOCK + seat
EXCHANGE = 120
REMOVED = 121  # what the Assassin took (CA-126)
BOX = 122  # not in this game

# Places where there is no card yet, as destinations of moves.
FACING = PLACES  # FACING + wall: outside, a Siege Engine facing that wall (CA-9)
OPEN = FACING + 4  # outside (CA-8)


def _zone(row: int, col: int) -> int:
    """The zone of a space: towers, ramparts, courtyard (CA-3, CA-4, CA-5)."""
    edges = (row in (0, SIDE - 1)) + (col in (0, SIDE - 1))
    return (Zone.COURTYARD, Zone.RAMPARTS, Zone.TOWERS)[edges]


def _wall(row: int, col: int) -> int:
    """The wall of a rampart space, -1 elsewhere (CA-4)."""
    if _zone(row, col) != Zone.RAMPARTS:
        return -1
    if row in (0, SIDE - 1):
        return Wall.SOUTH if row else Wall.NORTH
    return Wall.EAST if col else Wall.WEST


def _mask(spaces: Iterable[bool]) -> int:
    """The spaces for which it is true, as a mask."""
    return sum(1 << space for space, is_in in enumerate(spaces) if is_in)


_GRID = [(row, col) for row in range(SIDE) for col in range(SIDE)]
"""The 36 spaces (CA-2)."""

ZONE_OF = np.array([_zone(row, col) for row, col in _GRID], np.int64)
"""The zone of each space."""

WALL_OF = np.array([_wall(row, col) for row, col in _GRID], np.int64)
"""The wall of each space, -1 off the ramparts."""

ZONE_SPACES = np.array([_mask(z == zone for z in ZONE_OF) for zone in Zone], np.int64)
"""The spaces of each zone as a mask; the outside has none."""

WALL_SPACES = np.array([_mask(w == wall for w in WALL_OF) for wall in Wall], np.int64)
"""The spaces of each wall as a mask."""

NEAR = np.array(
    [_mask(max(abs(r - row), abs(c - col)) == 1 for r, c in _GRID) for row, col in _GRID], np.int64
)
"""The spaces adjacent to each space as a mask: a king's move away, also across zones (CA-6, CA-7)."""


@kernel
def zone_of(place: int) -> int:
    """The zone of a place in play or of a destination."""
    return ZONE_OF[place] if place < SPACES else Zone.OUTSIDE


@kernel
def near(place: int) -> int:
    """The spaces adjacent to a place, as a mask; none for a place outside (CA-8)."""
    return NEAR[place] if place < SPACES else 0


def space_of(row: int, col: int) -> int:
    """The space at (row, col)."""
    return row * SIDE + col
