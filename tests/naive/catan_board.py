"""The island of Catan from its recipe, and what is in the box.

Places have the numbers of the rule page: hexes 0 to 18, vertices 0 to 53, edges 0 to 71, harbours 0 to 8.

A hex at axial (q, r) has its centre at the lattice point (2q + r, 3r), y downwards (CT-20, CT-21):

               N (0,-2)
     NW (-1,-1)   NE (1,-1)
     SW (-1, 1)   SE (1, 1)
               S (0, 2)
"""

from __future__ import annotations

import math
import random
from typing import Any

import networkx as nx

from . import Options

Cards = dict[str, int]
"""Cards by kind."""
Wrong = tuple[str, str]
"""A rule that speaks against something, and what is wrong."""

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")

# --- the box

TERRAIN = {"fields": 4, "forest": 4, "pasture": 4, "hills": 3, "mountains": 3, "desert": 1}  # CT-10
YIELD = {
    "hills": "brick",
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
}  # CT-8
LETTERED = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)  # A to R (CT-11)
HARBOUR_KINDS = {"generic": 4} | dict.fromkeys(RESOURCES, 1)  # CT-41
RED = (6, 8)  # CT-32

# --- hexes, vertices, edges

HEX_AT = sorted(
    [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2], key=lambda at: (at[1], at[0])
)
CORNERS = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}  # clockwise
SIDES = {"NE": "N NE", "E": "NE SE", "SE": "SE S", "SW": "S SW", "W": "SW NW", "NW": "NW N"}  # CT-24


def corner_points(at: tuple[int, int]) -> dict[str, tuple[int, int]]:
    """The lattice points of the corners of a hex, by name, clockwise from the top."""
    x, y = 2 * at[0] + at[1], 3 * at[1]
    return {name: (x + dx, y + dy) for name, (dx, dy) in CORNERS.items()}


POINTS = sorted(
    {point for at in HEX_AT for point in corner_points(at).values()}, key=lambda at: (at[1], at[0])
)
CORNER = [{name: POINTS.index(point) for name, point in corner_points(at).items()} for at in HEX_AT]
"""For each hex its vertices by the name of the corner."""


def side_ends(place: int, side: str) -> tuple[int, int]:
    """The two vertices of a side of a hex, in clockwise order round the hex."""
    first, second = SIDES[side].split()
    return CORNER[place][first], CORNER[place][second]


EDGES = sorted({tuple(sorted(side_ends(place, side))) for place in range(19) for side in SIDES})  # CT-22
EDGE_OF = {frozenset(ends): number for number, ends in enumerate(EDGES)}
PATHS = nx.Graph(EDGES)
"""Vertices and the edges between them."""

HEXES_AT = [[place for place in range(19) if vertex in CORNER[place].values()] for vertex in range(54)]
"""For each vertex the land hexes that touch it."""


def vertices_of(place: int) -> list[int]:
    """The six vertices of a hex, clockwise from the top."""
    return list(CORNER[place].values())


def beside(vertex: int) -> list[int]:
    """The neighbouring vertices of a vertex: two or three."""
    return sorted(PATHS[vertex])


def edges_at(vertex: int) -> list[int]:
    """The edges that touch a vertex."""
    return [EDGE_OF[frozenset((vertex, other))] for other in beside(vertex)]


def neighbouring(place: int, other: int) -> bool:
    """Do two hexes share an edge (CT-29)?"""
    return len(set(vertices_of(place)) & set(vertices_of(other))) == 2


# --- coast and harbours


def coast() -> list[tuple[int, int]]:
    """The 30 coast edges clockwise from the NW side of hex 0, each as a pair of vertices (CT-24)."""
    sides = [side_ends(place, side) for place in range(19) for side in SIDES]
    from_vertex = {a: (a, b) for a, b in sides if (b, a) not in sides}  # an inland side is met both ways
    walk = [side_ends(0, "NW")]
    while len(walk) < len(from_vertex):
        walk.append(from_vertex[walk[-1][1]])
    return walk


COAST = coast()
HARBOURS = [COAST[slot] for slot in (0, 3, 7, 10, 13, 17, 20, 23, 27)]  # CT-42
"""The two vertices of each harbour position."""

# --- laying out


def spin(place: int) -> int:
    """The direction of a hex from the centre, counter-clockwise from the east, in whole degrees."""
    q, r = HEX_AT[place]
    return round(math.degrees(math.atan2(-r * math.sqrt(3) / 2, q + r / 2))) % 360


def rings() -> tuple[set[int], ...]:
    """The outer ring of 12, the inner ring of 6, and the centre, as sets of hexes."""
    inner = {place for place in range(19) if neighbouring(place, 9)}
    return set(range(19)) - inner - {9}, inner, {9}


CORNER_HEXES = sorted(
    place for place in rings()[0] if sum(neighbouring(place, other) for other in range(19)) == 3
)


def spiral(start: int, direction: str = "counterclockwise") -> list[int]:
    """All hexes in the order in which letters are laid from a corner hex (CT-31)."""
    sense = 1 if direction == "counterclockwise" else -1
    return [
        place
        for ring in rings()
        for place in sorted(ring, key=lambda place: sense * (spin(place) - spin(start)) % 360)
    ]


def lettered_tokens(terrain: list[str], start: int, direction: str = "counterclockwise") -> list[int | None]:
    """The tokens A to R along the spiral; the desert gets none and uses up no letter (CT-31)."""
    tokens: list[int | None] = [None] * 19
    letters = iter(LETTERED)
    for place in spiral(start, direction):
        if terrain[place] != "desert":
            tokens[place] = next(letters)
    return tokens


def red_neighbours(tokens: list[int | None]) -> bool:
    """Do two red numbers lie on neighbouring hexes (CT-32)?"""
    red = [place for place in range(19) if tokens[place] in RED]
    return any(neighbouring(place, other) for place in red for other in red if place < other)


BEGINNER_ROWS = """
    mountains pasture forest
    fields hills pasture hills
    fields forest desert forest mountains
    forest mountains fields pasture
    hills fields pasture
"""
BEGINNER_HARBOURS = "generic grain ore generic wool generic generic brick lumber"
BEGINNER: dict[str, list[Any]] = {  # CT-33, CT-42
    "terrain": BEGINNER_ROWS.split(),
    "tokens": [10, 2, 9, 12, 6, 4, 10, 9, 11, None, 3, 8, 8, 3, 4, 5, 5, 6, 11],
    "harbours": BEGINNER_HARBOURS.split(),
}


PRINTED = (  # CT-34: red, blue, orange, white; vertex and edge, the second settlement pays
    ((8, 13), (28, 41)),
    ((41, 52), (39, 56)),
    ((14, 15), (40, 58)),
    ((31, 37), (17, 25)),
)


def random_board(options: Options, rng: random.Random) -> dict[str, Any]:
    """A layout by the option `board`: terrain, tokens and harbours (CT-30 to CT-32, CT-43)."""
    if options["board"] == "beginner":
        return {part: list(values) for part, values in BEGINNER.items()}
    terrain = [name for name, count in TERRAIN.items() for _ in range(count)]
    harbours = [kind for kind, count in HARBOUR_KINDS.items() for _ in range(count)]
    rng.shuffle(terrain)
    if options["harbours"] == "printed":
        harbours = list(BEGINNER["harbours"])
    else:
        rng.shuffle(harbours)
    if options["board"] == "spiral":
        start = options["spiral_start"]
        start = rng.choice(CORNER_HEXES) if start == "random" else int(start)
        return {
            "terrain": terrain,
            "tokens": lettered_tokens(terrain, start, options["spiral_direction"]),
            "harbours": harbours,
        }
    tokens = random_tokens(terrain, rng)
    while options["board"] == "random_tokens" and red_neighbours(tokens):
        tokens = random_tokens(terrain, rng)
    return {"terrain": terrain, "tokens": tokens, "harbours": harbours}


def random_tokens(terrain: list[str], rng: random.Random) -> list[int | None]:
    """The 18 tokens shuffled over the producing hexes."""
    shuffled = iter(rng.sample(LETTERED, len(LETTERED)))
    return [None if name == "desert" else next(shuffled) for name in terrain]
