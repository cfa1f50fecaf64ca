"""Where everything lies, in sides of a hex: the island's middle is the origin, x points east, y north."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from reports.boards.canvas import Points
from rules.catan.board import standard_island
from rules.catan.geometry import Geometry

#: Levels, from the sea upwards. A painter may use the tenths in between.
SEA, PIER, GROUND, MOTIF, TOKEN, SHIP, ROAD, BUILDING, ROBBER, LABEL = range(10)

SIDE = 56.0
"""Points of the side of a hex on a page."""

ACROSS = np.sqrt(3) / 2
"""From the middle of a hex to the middle of a side."""

#: From the middle of the sea to its straight sides, and out to its corners in the east and west.
SEA_REACH = 5.0
SEA_CORNER = SEA_REACH / ACROSS

#: How far off the coast a ship lies.
OFFSHORE = 0.66

CORNERS = np.array([(0.0, 1.0), (ACROSS, 0.5), (ACROSS, -0.5), (0.0, -1.0), (-ACROSS, -0.5), (-ACROSS, 0.5)])
"""Corners of a hex about its middle, clockwise from the north."""


@lru_cache(maxsize=1)
def geometry() -> Geometry:
    """Which hexes, vertices and edges lie side by side."""
    return standard_island().geometry


def hex_at(number: int) -> Points:
    """The middle of a hex."""
    q, r = geometry().hexes[number]
    return np.array([(2 * q + r) * ACROSS, -1.5 * r])


def vertex_at(number: int) -> Points:
    """A vertex; its lattice counts half hexes eastwards and half sides southwards."""
    return np.array(geometry().vertices[number]) * (ACROSS, -0.5)


def edge_at(number: int) -> Points:
    """The two ends of an edge."""
    return np.array([vertex_at(end) for end in geometry().edges[number]])


def harbour_edge(number: int) -> int:
    """The edge of the coast at which a harbour lies (CT-42)."""
    slots = standard_island().tables[0].vertex_slot
    return next(
        edge for edge in geometry().coast if all(slots[end] == number for end in geometry().edges[edge])
    )


def ship_at(number: int) -> Points:
    """Where a harbour's ship lies: off the middle of its edge."""
    ends = edge_at(harbour_edge(number))
    middle, (x, y) = ends.mean(axis=0), ends[1] - ends[0]
    out = np.array([-y, x])
    return middle + out * np.sign(out @ middle) * OFFSHORE
