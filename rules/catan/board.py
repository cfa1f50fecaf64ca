"""The board: what is the same in every game, as one record for kernels, and boards given in a file.

What differs from game to game (terrain, tokens, harbours, robber) is part of the state; `layout` lays it.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from rules.catan.geometry import HALF, N_EDGES, N_HARBOURS, N_HEXES, N_TOKENS, N_VERTICES, Geometry, derive
from rules.catan.options import RESOURCES, Laying, Options
from rules.errors import UserError, nearest
from rules.fields import Fields, blank, field
from rules.kernel import Array
from rules.toml import read_toml

STANDARD = Path(__file__).with_name("board.toml")

DESERT = 5  # of terrain, which else is the number of its resource
GENERIC = 5  # of a harbour, which else is the number of its resource
TERRAIN = ("hills", "forest", "pasture", "fields", "mountains", "desert")
"""By number: the terrain that yields each resource, and the desert (CT-8)."""
HARBOUR_KINDS = (*RESOURCES, "generic")
NO_TOKEN = 0
RED = (6, 8)

BEGINNER_MAP, GIVEN_MAP = 0, 1  # the fixed layouts


class Board(Fields):
    """What is the same in every game; -1 where there is no hex, edge, vertex or slot."""

    hex_vertices: Array = field(np.int64, "corners of each hex, clockwise from N", shape=(N_HEXES, 6))
    hex_corners: Array = field(np.int64, "the same as a set of vertices", shape=N_HEXES)
    hex_near: Array = field(np.int64, "set of neighbouring hexes", shape=N_HEXES)
    vertex_near: Array = field(np.int64, "set of neighbouring vertices", shape=N_VERTICES)
    vertex_hexes: Array = field(np.int64, "up to three", shape=(N_VERTICES, 3))
    vertex_edges: Array = field(np.int64, "up to three", shape=(N_VERTICES, 3))
    vertex_to: Array = field(np.int64, "the other ends of vertex_edges", shape=(N_VERTICES, 3))
    vertex_roads: Array = field(np.int64, "set of the edges at a vertex, in two words", shape=(N_VERTICES, 2))
    vertex_slot: Array = field(np.int64, "harbour", shape=N_VERTICES, start=-1)
    edge_ends: Array = field(np.int64, "two vertices", shape=(N_EDGES, 2))
    edge_word: Array = field(np.int64, "in which word of a set of edges an edge is", shape=N_EDGES)
    edge_bit: Array = field(np.int64, "at which bit", shape=N_EDGES)
    spiral: Array = field(np.int64, "hexes, [direction, corner]", shape=(2, 6, N_HEXES))
    letters: Array = field(np.int64, "tokens in the order of their letters", shape=N_TOKENS)
    terrain_pool: Array = field(np.int64, "what is in the box", shape=N_HEXES)
    harbour_pool: Array = field(np.int64, "as printed on the frame", shape=N_HARBOURS)
    has_given: int = field(np.int64, "1 if there is a map from a file")
    map_terrain: Array = field(np.int64, "of the fixed layouts", shape=(2, N_HEXES))
    map_tokens: Array = field(np.int64, "of the fixed layouts", shape=(2, N_HEXES))
    map_harbours: Array = field(np.int64, "of the fixed layouts", shape=(2, N_HARBOURS))
    map_robber: Array = field(np.int64, "of the fixed layouts", shape=2)
    printed: Array = field(np.int64, "pieces by colour: vertex, edge, vertex, edge", shape=(4, 4))


@dataclass(frozen=True)
class Layout:
    """What lies on the island, by hex and by harbour (CT-39); token 0 is none."""

    terrain: tuple[int, ...]
    tokens: tuple[int, ...]
    harbours: tuple[int, ...]
    robber: int


@dataclass(frozen=True)
class Island:
    """The board of a run: its shape, the maps that are not laid by lot, and the record for kernels."""

    geometry: Geometry
    beginner: Layout
    given: Layout | None
    colours: tuple[str, ...]
    """Of the printed pieces, in the order of the board file."""
    tables: np.recarray[Any, Any] = dataclasses.field(repr=False, compare=False)


# --- layouts

ENTRIES = ("terrain", "tokens", "harbours", "robber")
"""Of a board file."""


def read_layout(data: Mapping[str, Any]) -> Layout:
    """A layout from its entries `terrain`, `tokens`, `harbours` and perhaps `robber`.

    A hex without a token has 0 or null. Without `robber` it stands on the first desert (CT-18, CT-36). Raises
    `ValueError` naming the entry.
    """
    terrain = _numbers(data, "terrain", N_HEXES, TERRAIN)
    harbours = _numbers(data, "harbours", N_HARBOURS, HARBOUR_KINDS)
    tokens = _list(data, "tokens", N_HEXES)
    for h, token in enumerate(tokens):
        if terrain[h] == DESERT:
            if token is not None and (type(token) is not int or token != NO_TOKEN):
                raise ValueError(f"tokens: hex {h} is a desert and has no token, not {token!r}")
        elif type(token) is not int or not 2 <= token <= 12 or token == 7:
            raise ValueError(f"tokens: hex {h} needs a number from 2 to 12 except 7; it has {token!r}")
    robber = data.get("robber")
    if robber is None:
        if DESERT not in terrain:
            raise ValueError("robber: there is no desert, so say on which hex it stands")
        robber = terrain.index(DESERT)
    if type(robber) is not int or not 0 <= robber < N_HEXES:
        raise ValueError(f"robber: a hex from 0 to {N_HEXES - 1}, not {robber!r}")
    return Layout(terrain, tuple(token or NO_TOKEN for token in tokens), harbours, robber)


def layout_entry(layout: Layout) -> dict[str, Any]:
    """A layout as `read_layout` takes it, in the words of records (CT-39)."""
    return {
        "terrain": [TERRAIN[kind] for kind in layout.terrain],
        "tokens": [token or None for token in layout.tokens],
        "harbours": [HARBOUR_KINDS[kind] for kind in layout.harbours],
        "robber": layout.robber,
    }


def _list(data: Mapping[str, Any], name: str, length: int) -> Sequence[Any]:
    value = data.get(name)
    if not isinstance(value, list | tuple) or len(value) != length:
        given = f"has {len(value)}" if isinstance(value, list | tuple) else "is none"
        given = "is not given" if value is None else "is a table" if isinstance(value, Mapping) else given
        raise ValueError(f"{name}: a list of {length}; it {given}")
    return value


def _numbers(data: Mapping[str, Any], name: str, length: int, known: Sequence[str]) -> tuple[int, ...]:
    found = []
    for i, word in enumerate(_list(data, name, length)):
        if not isinstance(word, str) or word not in known:
            hint = nearest(word, known) if isinstance(word, str) else ""
            raise ValueError(f"{name}: number {i} is {word!r}.{hint} Known: {', '.join(known)}")
        found.append(known.index(word))
    return tuple(found)


def box_fault(layout: Layout) -> str:
    """In what a layout differs from what is in the box (CT-10, CT-11, CT-41), '' if in nothing."""
    island = standard_island()
    box = island.beginner
    for name, mine, theirs in (
        ("terrain", layout.terrain, box.terrain),
        ("tokens", layout.tokens, box.tokens),
        ("harbours", layout.harbours, box.harbours),
    ):
        known = {"terrain": TERRAIN, "harbours": HARBOUR_KINDS}.get(name)
        have, want = Counter(mine), Counter(theirs)
        for number in sorted(have | want):
            if have[number] != want[number]:
                word = known[number] if known else number
                return f"{name}: {have[number]} of {word}; the box has {want[number]}"
    return ""


def red_pair(geometry: Geometry, layout: Layout) -> tuple[int, int] | None:
    """Two neighbouring hexes with red numbers, None if there are none (CT-32)."""
    for h, around in enumerate(geometry.hex_neighbours):
        for near in around:
            if layout.tokens[h] in RED and layout.tokens[near] in RED:
                return h, near
    return None


# --- loading


def load_board(path: Path | None = None) -> Island:
    """The standard board; with a `path`, the layout in that file stands ready for board=explicit.

    Raises
    ------
    UserError
        Naming the file and the entry that is wrong.
    """
    island = standard_island()
    if path is None:
        return island
    data = read_toml(path)
    for key in data:
        if key not in ENTRIES:
            known = ", ".join(ENTRIES)
            raise UserError(
                f"{path}: '{key}' is no entry of a board.{nearest(key, ENTRIES)} Entries: {known}"
            )
    try:
        given = read_layout(data)
    except ValueError as error:
        raise UserError(str(error) if isinstance(error, UserError) else f"{path}: {error}") from None
    return Island(
        island.geometry, island.beginner, given, island.colours, _with_map(island.tables, GIVEN_MAP, given)
    )


@lru_cache(maxsize=1)
def standard_island() -> Island:
    """The board of the box, read once; kernels only read its record.

    Nine edges of the coast have a harbour, for both their ends (CT-40, CT-42).
    """
    data = read_toml(STANDARD)
    geometry = derive()
    beginner = read_layout(data["beginner"])
    tables = blank(Board)
    _pack_geometry(tables[0], geometry)
    board = tables[0]
    board.letters[:] = data["tokens"]["letters"]
    pool = [TERRAIN.index(name) for name, kind in data["terrain"].items() for _ in range(kind["count"])]
    board.terrain_pool[:] = pool
    board.harbour_pool[:] = [HARBOUR_KINDS.index(kind) for kind in data["harbours"]["kinds"]]
    for slot, place in enumerate(data["harbours"]["slots"]):
        board.vertex_slot[list(geometry.edges[geometry.coast[place]])] = slot
    for seat, printed in enumerate(data["pieces"]):
        (first, second), (road, other) = printed["vertices"], printed["edges"]
        board.printed[seat] = first, road, second, other
    colours = tuple(printed["colour"] for printed in data["pieces"])
    return Island(geometry, beginner, None, colours, _with_map(tables, BEGINNER_MAP, beginner))


def _pack_geometry(board: Any, geometry: Geometry) -> None:
    def as_set(items: Sequence[int]) -> int:
        return sum(1 << item for item in items)

    board.hex_vertices[:] = geometry.hex_vertices
    board.hex_corners[:] = [as_set(corners) for corners in geometry.hex_vertices]
    board.hex_near[:] = [as_set(near) for near in geometry.hex_neighbours]
    board.vertex_near[:] = [as_set(near) for near in geometry.vertex_neighbours]
    for name, lists in (
        ("vertex_hexes", geometry.vertex_hexes),
        ("vertex_edges", geometry.vertex_edges),
        ("vertex_to", geometry.vertex_neighbours),
    ):
        board[name][:] = [(*items, -1, -1)[:3] for items in lists]
    board.edge_ends[:] = geometry.edges
    board.edge_word[:] = [e // HALF for e in range(N_EDGES)]
    board.edge_bit[:] = [1 << (e % HALF) for e in range(N_EDGES)]
    for v, around in enumerate(geometry.vertex_edges):
        for e in around:
            board.vertex_roads[v, e // HALF] |= 1 << (e % HALF)
    board.spiral[:] = [geometry.spirals, geometry.spirals_back]


def _with_map(tables: np.recarray[Any, Any], which: int, layout: Layout) -> np.recarray[Any, Any]:
    """A copy of the record with one of its fixed layouts filled in."""
    tables = tables.copy()
    board = tables[0]
    board.has_given |= int(which == GIVEN_MAP)
    board.map_terrain[which] = layout.terrain
    board.map_tokens[which] = layout.tokens
    board.map_harbours[which] = layout.harbours
    board.map_robber[which] = layout.robber
    return tables


def check_box(options: Options, island: Island) -> None:
    """Whether the options and the board go together.

    Raises
    ------
    UserError
        For board=explicit without a file, or a file without board=explicit.
    """
    if options.board == Laying.EXPLICIT and island.given is None:
        raise UserError("catan: board=explicit needs a board file: --board FILE (CT-38)")
    if options.board != Laying.EXPLICIT and island.given is not None:
        word = options.board.word
        raise UserError(f"catan: a board file goes with --rule board=explicit, not with board={word} (CT-38)")
