"""Where everything lies, in sides of a hex: the island's middle is the origin, x points east, y north."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from reports.tiles.geometry import Point, Points
from rules.catan.board import standard_island
from rules.catan.geometry import Geometry

#: Levels, from the sea upwards. A painter may use the tenths in between.
SEA, BEACH, PIER, GROUND, MOTIF, TOKEN, SHIP, ROAD, BUILDING, ROBBER, LABEL = range(11)

ACROSS = np.sqrt(3) / 2
"""From the middle of a hex to the middle of a side."""

#: From the middle of the sea to its straight sides, and out to its corners in the east and west.
SEA_REACH = 5.0
SEA_CORNER = SEA_REACH / ACROSS

#: How far off the coast a ship lies.
OFFSHORE = 0.66

CORNERS = np.array([(0.0, 1.0), (ACROSS, 0.5), (ACROSS, -0.5), (0.0, -1.0), (-ACROSS, -0.5), (-ACROSS, 0.5)])
"""Of a hex about its middle, clockwise from the north."""


@lru_cache(maxsize=1)
def geometry() -> Geometry:
    """Which hexes, vertices and edges lie side by side."""
    return standard_island().geometry


def hex_at(number: int) -> Point:
    """The middle of a hex."""
    q, r = geometry().hexes[number]
    return float((2 * q + r) * ACROSS), -1.5 * r


def vertex_at(number: int) -> Point:
    """A vertex; its lattice counts half hexes eastwards and half sides southwards."""
    x, y = geometry().vertices[number]
    return float(x * ACROSS), -0.5 * y


def edge_at(number: int) -> Points:
    """The two ends of an edge."""
    return np.array([vertex_at(end) for end in geometry().edges[number]])


def coastline() -> Points:
    """The corners of the island, clockwise."""
    corners: list[Point] = []
    edges = [geometry().edges[edge] for edge in geometry().coast]
    for ends, following in zip(edges, edges[1:] + edges[:1], strict=True):
        corners.append(vertex_at(next(end for end in ends if end in following)))
    return np.array(corners)


def harbour_edge(number: int) -> int:
    """The edge of the coast at which a harbour lies (CT-42)."""
    slots = standard_island().tables[0].vertex_slot
    return next(
        edge for edge in geometry().coast if all(slots[end] == number for end in geometry().edges[edge])
    )


def ship_at(number: int) -> Point:
    """Where a harbour's ship lies: off the middle of its edge."""
    ends = edge_at(harbour_edge(number))
    middle = ends.mean(axis=0)
    along = ends[1] - ends[0]
    out = np.array([-along[1], along[0]])
    out *= np.sign(out @ middle) * OFFSHORE
    return float(middle[0] + out[0]), float(middle[1] + out[1])


def sea_corners(inset: float = 0.0) -> Points:
    """The hexagon of the sea, its corners in the east and west, drawn in by `inset`."""
    radius = SEA_CORNER - inset / ACROSS
    angles = np.radians(np.arange(0, 360, 60))
    return np.column_stack([np.cos(angles), np.sin(angles)]) * radius


def in_hex(points: Points, part: float = 1.0) -> NDArray[np.bool_]:
    """Which points lie in a hex about the origin, drawn in to `part` of its size."""
    x, y = np.abs(points[..., 0]), np.abs(points[..., 1])
    inside: NDArray[np.bool_] = (x <= ACROSS * part) & (y + x / (2 * ACROSS) <= part)
    return inside
