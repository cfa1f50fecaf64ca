"""The shape of the island: hexes, vertices and edges, each with a number.

Hexes are pointy-top. Corners and sides of a hex are counted clockwise; side s joins corner s and corner
s + 1::

           0 N              corners  0 N   1 NE  2 SE  3 S   4 SW  5 NW
      NW  / \\  NE           sides    0 NE  1 E   2 SE  3 SW  4 W   5 NW
      5  /   \\  1
        |     |
      W |     | E
        |     |
      4  \\   /  2
      SW  \\ /  SE
           3 S
"""

from __future__ import annotations

from dataclasses import dataclass

N_HEXES, N_VERTICES, N_EDGES = 19, 54, 72
N_HARBOURS, N_TOKENS = 9, 18
HALF = 36  # edges in each of the two words of a set of edges

RADIUS = 2
"""Hexes of the island lie within so many steps of the middle."""

NEIGHBOURS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""Steps (q, r) over the sides NE E SE SW W NW."""

CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""Steps (x, y) from the centre of a hex to its corners N NE SE S SW NW."""

Point = tuple[int, int]


@dataclass(frozen=True)
class Geometry:
    """Which hexes, vertices and edges lie side by side (CT-25); ids are positions in the tuples.

    Turned by a sixth or mirrored, the island is the same but for the ids (CT-28).
    """

    hexes: tuple[Point, ...]
    """Axial coordinates (q, r), row by row from the top (CT-20); cubes are (q, -q - r, r) (CT-27)."""
    hex_vertices: tuple[tuple[int, ...], ...]
    """The six corners of each hex, clockwise from N (CT-21)."""
    hex_neighbours: tuple[tuple[int, ...], ...]
    """The hexes that share an edge with each hex (CT-29)."""
    vertices: tuple[Point, ...]
    """Lattice points (x, y), y downwards (CT-21)."""
    vertex_hexes: tuple[tuple[int, ...], ...]
    vertex_edges: tuple[tuple[int, ...], ...]
    """The two or three edges at each vertex."""
    vertex_neighbours: tuple[tuple[int, ...], ...]
    """The other ends of `vertex_edges`, in the same order."""
    edges: tuple[tuple[int, int], ...]
    """The two ends of each edge, the lower first (CT-22)."""
    coast: tuple[int, ...]
    """The edges of the coast, clockwise from the NW side of hex 0 (CT-24)."""
    spirals: tuple[tuple[int, ...], ...]
    """The hexes in the order of the letters, counter-clockwise from each corner hex (CT-31)."""
    spirals_back: tuple[tuple[int, ...], ...]
    """The same clockwise."""


def derive() -> Geometry:
    """The island from its radius alone: 19 hexes, 54 vertices, 72 edges, 30 of them on the coast (CT-23)."""
    span = range(-RADIUS, RADIUS + 1)
    hexes = [(q, r) for r in span for q in span if abs(q + r) <= RADIUS]
    centres = [(2 * q + r, 3 * r) for q, r in hexes]
    points = sorted({(y + dy, x + dx) for x, y in centres for dx, dy in CORNERS})
    vertices = [(x, y) for y, x in points]
    hex_vertices = [[vertices.index((x + dx, y + dy)) for dx, dy in CORNERS] for x, y in centres]
    sides = [[_side(corners, s) for s in range(6)] for corners in hex_vertices]
    edges = sorted({side for around in sides for side in around})
    vertex_edges = [[e for e, ends in enumerate(edges) if v in ends] for v in range(len(vertices))]
    return Geometry(
        hexes=tuple(hexes),
        hex_vertices=tuple(map(tuple, hex_vertices)),
        hex_neighbours=tuple(
            tuple(hexes.index(near) for near in _around(q, r) if near in hexes) for q, r in hexes
        ),
        vertices=tuple(vertices),
        vertex_hexes=tuple(
            tuple(h for h, corners in enumerate(hex_vertices) if v in corners) for v in range(len(vertices))
        ),
        vertex_edges=tuple(map(tuple, vertex_edges)),
        vertex_neighbours=tuple(
            tuple(sum(edges[e]) - v for e in around) for v, around in enumerate(vertex_edges)
        ),
        edges=tuple(edges),
        coast=_coast(sides, edges),
        spirals=tuple(_spiral(hexes, corner, 1) for corner in corner_hexes(hexes)),
        spirals_back=tuple(_spiral(hexes, corner, -1) for corner in corner_hexes(hexes)),
    )


def _side(corners: list[int], s: int) -> tuple[int, int]:
    a, b = corners[s], corners[(s + 1) % 6]
    return min(a, b), max(a, b)


def _around(q: int, r: int) -> list[Point]:
    return [(q + dq, r + dr) for dq, dr in NEIGHBOURS]


def _coast(sides: list[list[tuple[int, int]]], edges: list[tuple[int, int]]) -> tuple[int, ...]:
    """The sides of one hex only, chained clockwise from the NW side of hex 0.

    Walked clockwise round its hex, a coast side runs clockwise round the island.
    """
    seen = [side for around in sides for side in around]
    following: dict[int, tuple[int, int]] = {}
    for around in sides:
        for s, side in enumerate(around):
            if seen.count(side) == 1:
                start = next(v for v in side if v in around[s - 1])
                following[start] = side
    walk = [sides[0][5]]
    at = next(v for v in walk[0] if v in sides[0][0])
    while following[at] != walk[0]:
        walk.append(following[at])
        at = sum(walk[-1]) - at
    return tuple(edges.index(side) for side in walk)


def corner_hexes(hexes: list[Point]) -> list[int]:
    """The six hexes that can carry the first letter, in order of their ids (CT-31)."""
    return [i for i, (q, r) in enumerate(hexes) if sorted(map(abs, (q, r, q + r))) == [0, RADIUS, RADIUS]]


def _spiral(hexes: list[Point], corner: int, turn: int) -> tuple[int, ...]:
    """The hexes ring by ring from a corner, counter-clockwise for `turn` 1 and clockwise for -1 (CT-31)."""
    q, r = hexes[corner]
    q, r = q // RADIUS, r // RADIUS  # the direction from the middle to the corner
    heading = NEIGHBOURS.index((q, r))
    found: list[int] = []
    for ring in range(RADIUS, 0, -1):
        at = (q * ring, r * ring)
        for k in range(6):  # along the six sides of the ring; NEIGHBOURS run clockwise
            dq, dr = NEIGHBOURS[(heading - turn * (2 + k)) % 6]
            for _ in range(ring):
                found.append(hexes.index(at))
                at = (at[0] + dq, at[1] + dr)
    return (*found, hexes.index((0, 0)))
