"""Where everything lies, in card pitches: the castle's middle is the origin, x points east, y north.

The ramparts stand off the courtyard a little, the towers off the ramparts. An engine stands before the
middle of the wall that it faces; the other cards outside lie in rows to the south, on the same meadow.
"""

from __future__ import annotations

from collections.abc import Iterator

from reports.boards.canvas import Point
from rules.castle.plan import SIDE, SPACES, WALLS
from rules.castle.position import Position
from rules.castle.state import NO_CARD

PITCH = 90.0
"""Points of a card pitch on a page."""

#: How far edge rows and columns are moved out, and corners beyond that.
STEP, CORNER = 0.12, 0.08

#: Half the side of the courtyard, and of the castle within its battlements.
YARD = SIDE / 2 - 1 + STEP
OUTER = SIDE / 2 + STEP

#: Radius of a tower.
TOWER = 0.68

#: A card and the plate of an engine, width and height.
CARD = (0.89, 0.83)
PLATE = (0.68, 0.83)

#: Between a wall and the engine that faces it.
SIEGE = 0.33

#: Cards in a row outside.
ROW = 8

#: Half the width of the meadow, and from the middle to its northern edge.
WEST_EAST = OUTER + SIEGE + PLATE[0] + 0.12
NORTH = OUTER + SIEGE + PLATE[1] + 0.12

#: From the middle to the line between the castle's meadow and the cards outside, and from row to row.
SOUTH = NORTH
ROWS_APART = 0.98
HEADING = 0.30


def space_at(row: int, col: int) -> Point:
    """The middle of a space of the castle."""
    last = SIDE - 1
    out = STEP + (CORNER if row in (0, last) and col in (0, last) else 0.0)

    def along(n: int) -> float:
        place = n - last / 2
        if n == last:
            return place + out
        return place - out if n == 0 else place

    return along(col), -along(row)


def engine_at(wall: str) -> Point:
    """The middle of the engine that faces a wall."""
    x = OUTER + SIEGE + PLATE[0] / 2
    y = OUTER + SIEGE + PLATE[1] / 2
    return {"N": (0.0, y), "E": (x, 0.0), "S": (0.0, -y), "W": (-x, 0.0)}[wall]


def outside_at(n: int) -> Point:
    """The middle of the `n`-th other pile outside."""
    row, col = divmod(n, ROW)
    edge = WEST_EAST - 0.08
    return -edge + (col + 0.5) * 2 * edge / ROW, -SOUTH - HEADING - (row + 0.5) * ROWS_APART


def meadow_south(piles: int) -> float:
    """The southern edge of the meadow, with this many piles outside."""
    rows = max(1, -(-piles // ROW))
    return -SOUTH - HEADING - rows * ROWS_APART - 0.06


def n_outside(position: Position) -> int:
    """How many piles lie in rows outside: those that face no wall."""
    return int(position["n_outside"] - (position["engine"] != NO_CARD).sum())


def piles(position: Position) -> Iterator[tuple[int, Point, tuple[float, float]]]:
    """Every pile in play: its lowest card (CA-10), its middle, and the room of a card there."""
    for space in range(SPACES):
        if position["occupied"] >> space & 1:
            yield int(position["lowest"][space]), space_at(*divmod(space, SIDE)), CARD
    engines = position["engine"].tolist()
    for wall, lowest in zip(WALLS, engines, strict=True):
        if lowest != NO_CARD:
            yield lowest, engine_at(wall), PLATE
    outside = position["outside"][: position["n_outside"]].tolist()
    for n, lowest in enumerate(lowest for lowest in outside if lowest not in engines):
        yield lowest, outside_at(n), CARD
