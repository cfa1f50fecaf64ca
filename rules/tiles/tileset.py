"""Tile sets: read from TOML, checked, and packed into one record of look-up tables for kernels.

A tile has twelve ports, three a side, clockwise from the north-west corner::

          0   1   2
        +-----------+          1, 4, 7, 10  the middle of a side: roads, cities, routes, fields of
     11 |           | 3                     asteroids, rivers
     10 |           | 4        the others   the half-edges Nw Ne En Es Se Sw Ws Wn, used by farms
      9 |           | 5
        +-----------+
          8   7   6

A segment is a piece of a feature on one tile and is given by the ports that it reaches. A segment
without ports lies in the centre of its tile (a planet, a cloister) and grows by its eight neighbours.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rules.errors import UserError

SIDES = "NESW"
HALVES = ("Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn")
PORT = {s: 3 * i + 1 for i, s in enumerate(SIDES)} | dict(zip(HALVES, (0, 2, 3, 5, 6, 8, 9, 11), strict=True))
"""Port number of each side and half-edge."""

# Capacities of the tables. A tile set that needs more is refused when it is read.
MAX_TILES = 126  # two 63-bit words hold the set of tiles of a feature
MAX_DESIGNS = 96
MAX_SEGMENTS = 14
MAX_LETTERS = 4  # different edge letters
MAX_CODES = (MAX_LETTERS + 1) ** 4
MARK_BITS = 16  # a feature's marks are packed: three counters of 16 bits

TILES_DTYPE = np.dtype(
    [
        ("n_designs", np.int64),
        ("first_port", np.int64),  # 1 when only the middles of sides are used, 0 with half-edges too
        ("last_port", np.int64),  # 1 or 2
        ("start", np.int64),  # design of the start tile, -1 if there is none
        ("n_deck", np.int64),
        ("deck", np.int16, MAX_TILES),  # the designs to shuffle, copies included
        ("weight", np.int64, 4),  # of each side in the code of an open cell
        ("fits", np.uint8, (MAX_DESIGNS, MAX_CODES)),  # bit r: distinct rotation r fits the code
        ("edge", np.int8, (MAX_DESIGNS * 4, 4)),  # [design * 4 + rotation, side]: letter 1 .. 4
        ("n_segments", np.int8, MAX_DESIGNS),
        ("kind", np.int8, (MAX_DESIGNS, MAX_SEGMENTS)),
        ("ends", np.int16, (MAX_DESIGNS, MAX_SEGMENTS)),  # ports that a segment reaches; 8 in the centre
        ("marks", np.int64, (MAX_DESIGNS, MAX_SEGMENTS)),
        ("centre", np.int8, MAX_DESIGNS),  # segment in the centre, -1 if there is none
        ("segment_at", np.int8, (MAX_DESIGNS * 4, 12)),  # [design * 4 + rotation, port], -1 for none
        ("borders", np.int16, (MAX_DESIGNS, MAX_SEGMENTS)),  # bit s: field and city segments that touch
        ("role", np.int8, MAX_DESIGNS),  # 0, or the game's number for a part of its own (CC-68)
    ]
)


@dataclass(frozen=True)
class Segment:
    """A piece of a feature on one tile.

    `kind` is the game's number for the kind of feature, `index` the place in the tile file's list of
    that kind, `ports` what it reaches in rotation 0, `marks` counts of up to three printed things
    (faction symbols, pennants), `borders` the tile's segments that a farm touches there (CC-58).
    """

    kind: int
    index: int
    ports: tuple[int, ...]
    marks: tuple[int, int, int] = (0, 0, 0)
    borders: tuple[int, ...] = ()


@dataclass(frozen=True)
class Tile:
    """One design: its copies in the box, edge letters N E S W and segments.

    `role` is the game's number for designs with a part of their own, 0 for all others.
    """

    id: str
    count: int
    start: bool
    edges: str
    segments: tuple[Segment, ...]
    source: Mapping[str, Any] = field(repr=False, hash=False, compare=False)
    role: int = 0

    def turned(self, rotation: int) -> tuple[Any, ...]:
        """What the tile shows after `rotation` quarter turns clockwise, to tell rotations apart."""
        edges = "".join(self.edges[(side - rotation) % 4] for side in range(4))
        ports = [tuple(sorted((p + 3 * rotation) % 12 for p in s.ports)) for s in self.segments]
        segments = sorted(
            (s.kind, ports[i], s.marks, tuple(sorted(ports[b] for b in s.borders)))
            for i, s in enumerate(self.segments)
        )
        return edges, tuple(segments)

    def distinct_rotations(self) -> list[int]:
        """The rotations that differ from every lower one (CC-18)."""
        seen: list[tuple[Any, ...]] = []
        found = []
        for rotation in range(4):
            if (look := self.turned(rotation)) not in seen:
                seen.append(look)
                found.append(rotation)
        return found


@dataclass(frozen=True)
class TileSet:
    """All designs of a game, by number and by id, and their look-up tables for kernels."""

    name: str
    tiles: tuple[Tile, ...]
    letters: str
    tables: np.recarray[Any, Any] = field(repr=False, compare=False)

    @property
    def n_tiles(self) -> int:
        """Tiles in the box, copies and start tile included."""
        return sum(tile.count for tile in self.tiles)

    def number(self, tile_id: str) -> int:
        """The design number of a tile id, or -1."""
        return next((i for i, tile in enumerate(self.tiles) if tile.id == tile_id), -1)


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; a UserError names the file and the line that is broken."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: not valid TOML: {' '.join(str(error).split())}") from None


def read_tiles(
    path: Path,
    letters: str,
    read_segments: Callable[[Mapping[str, Any]], list[Segment]],
    roles: tuple[str, ...] = (),
) -> TileSet:
    """Read and check a tile file.

    `letters` are the edge letters of the game; `read_segments` turns one ``[[tile]]`` table into its
    segments and raises `ValueError` with the reason when it cannot; `roles` are the words that a tile's
    `role` may have, if the game knows any.

    Raises
    ------
    UserError
        Naming the file, the tile and the reason.
    """
    tables = read_toml(path).get("tile")
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        raise UserError(f"{path}: holds no [[tile]] tables")
    tiles: list[Tile] = []
    for table in tables:
        name = str(table.get("id", f"number {len(tiles) + 1}"))
        try:
            tiles.append(_read_tile(table, letters, read_segments, roles))
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            reason = f"has no {error}" if isinstance(error, KeyError) else error
            raise UserError(f"{path}: tile '{name}': {reason}") from None
        if sum(tile.id == name for tile in tiles) > 1:
            raise UserError(f"{path}: tile '{name}': the id is used twice")
    starts = [tile for tile in tiles if tile.start]
    if len(starts) != 1 or starts[0].count < 1:
        raise UserError(f"{path}: exactly one design must be the start tile, {len(starts)} are")
    total = sum(tile.count for tile in tiles)
    if total > MAX_TILES or len(tiles) > MAX_DESIGNS:
        raise UserError(
            f"{path}: {total} tiles of {len(tiles)} designs; at most {MAX_TILES} of {MAX_DESIGNS} fit"
        )
    if total < 2:
        raise UserError(f"{path}: the start tile alone is no game; add tiles")
    return TileSet(path.stem, tuple(tiles), letters, pack(tiles, letters))


def _read_tile(
    table: Mapping[str, Any],
    letters: str,
    read_segments: Callable[[Mapping[str, Any]], list[Segment]],
    roles: tuple[str, ...],
) -> Tile:
    edges, count = table["edges"], table["count"]
    if not isinstance(edges, str) or len(edges) != 4 or any(e not in letters for e in edges):
        raise ValueError(f"edges must be four of the letters {letters} in the order N E S W, not {edges!r}")
    if type(count) is not int or not 0 <= count <= MAX_TILES:
        raise ValueError(f"count must be a whole number from 0 to {MAX_TILES}, not {count!r}")
    if not isinstance(table["start"], bool):
        raise ValueError("start must be true or false")
    segments = read_segments(table)
    if len(segments) > MAX_SEGMENTS:
        raise ValueError(f"{len(segments)} segments; at most {MAX_SEGMENTS} can be played")
    role = table.get("role", roles[0] if roles else None)
    if roles and role not in roles:
        raise ValueError(f"role must be one of {', '.join(roles)}, not {role!r}")
    return Tile(
        str(table["id"]),
        count,
        table["start"],
        edges,
        tuple(segments),
        table,
        roles.index(role) if roles else 0,
    )


def claim_sides(edges: str, letter: str, word: str, lists: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
    """The ports of each segment of one kind, checked: every side of its letter is reached exactly once.

    Raises `ValueError` with the reason.
    """
    reached: dict[str, int] = {}
    for i, sides in enumerate(lists):
        if not sides:
            raise ValueError(f"{word} segment {i} reaches no edge")
        for side in sides:
            if side not in SIDES:
                raise ValueError(f"{word} segment {i}: {side!r} is no edge; write N, E, S or W")
            if edges[SIDES.index(side)] != letter:
                raise ValueError(
                    f"{word} segment {i} reaches edge {side}, which is '{edges[SIDES.index(side)]}'"
                )
            if side in reached:
                raise ValueError(f"edge {side} belongs to {word} segments {reached[side]} and {i}")
            reached[side] = i
    for side, edge in zip(SIDES, edges, strict=True):
        if edge == letter and side not in reached:
            raise ValueError(f"edge {side} is '{letter}' but no {word} segment reaches {side}")
    return [tuple(PORT[side] for side in sides) for sides in lists]


def claim_halves(edges: str, closed: str, lists: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
    """The ports of each field segment, checked: the half-edges of every side are reached exactly once.

    Sides with the letter `closed` have no half-edges. Raises `ValueError` with the reason.
    """
    reached: dict[str, int] = {}
    for i, halves in enumerate(lists):
        if not halves:
            raise ValueError(f"field segment {i} reaches no half-edge")
        for half in halves:
            if half not in HALVES:
                raise ValueError(f"field segment {i}: {half!r} is no half-edge; write {', '.join(HALVES)}")
            if edges[SIDES.index(half[0].upper())] == closed:
                raise ValueError(
                    f"field segment {i} reaches {half}, but edge {half[0].upper()} is '{closed}'"
                )
            if half in reached:
                raise ValueError(f"half-edge {half} belongs to field segments {reached[half]} and {i}")
            reached[half] = i
    for half in HALVES:
        if edges[SIDES.index(half[0].upper())] != closed and half not in reached:
            raise ValueError(f"no field segment reaches half-edge {half}")
    return [tuple(PORT[half] for half in halves) for halves in lists]


def join_sets(first: TileSet, second: TileSet, letters: str) -> TileSet:
    """Both sets as one: the designs of `first` come first, and so do its tiles in the deck.

    Raises
    ------
    UserError
        If they share an id or are too large together.
    """
    tiles = first.tiles + second.tiles
    total = sum(tile.count for tile in tiles)
    for tile in first.tiles:
        if second.number(tile.id) >= 0:
            raise UserError(f"{first.name}: tile '{tile.id}': the id belongs to {second.name}")
    if total > MAX_TILES or len(tiles) > MAX_DESIGNS:
        raise UserError(
            f"{first.name}: {total} tiles of {len(tiles)} designs with {second.name}; "
            f"at most {MAX_TILES} of {MAX_DESIGNS} fit"
        )
    return TileSet(first.name, tiles, letters, pack(tiles, letters))


def pack(tiles: Sequence[Tile], letters: str) -> np.recarray[Any, Any]:
    """The look-up tables of a tile set as a one-element record array."""
    tables = np.zeros(1, TILES_DTYPE).view(np.recarray)
    t = tables[0]
    base = len(letters) + 1
    t.n_designs = len(tiles)
    halves = any(p % 3 != 1 for tile in tiles for s in tile.segments for p in s.ports)
    t.first_port, t.last_port = (0, 2) if halves else (1, 1)
    t.weight[:] = [base**side for side in range(4)]
    t.start = next((i for i, tile in enumerate(tiles) if tile.start), -1)
    deck = [i for i, tile in enumerate(tiles) for _ in range(tile.count - tile.start)]
    t.n_deck = len(deck)
    t.deck[: len(deck)] = deck
    t.segment_at[:] = -1
    t.centre[:] = -1
    for i, tile in enumerate(tiles):
        t.n_segments[i] = len(tile.segments)
        t.role[i] = tile.role
        for j, segment in enumerate(tile.segments):
            t.kind[i, j] = segment.kind
            t.ends[i, j] = len(segment.ports) or 8
            t.marks[i, j] = sum(count << (MARK_BITS * m) for m, count in enumerate(segment.marks))
            for other in segment.borders:
                t.borders[i, j] |= 1 << other
                t.borders[i, other] |= 1 << j
            if not segment.ports:
                t.centre[i] = j
        for rotation in range(4):
            for side in range(4):
                t.edge[i * 4 + rotation, side] = 1 + letters.index(tile.edges[(side - rotation) % 4])
            for j, segment in enumerate(tile.segments):
                for port in segment.ports:
                    t.segment_at[i * 4 + rotation, (port + 3 * rotation) % 12] = j
        for code in range(base**4):
            needed = [code // base**side % base for side in range(4)]
            for rotation in tile.distinct_rotations():
                have = t.edge[i * 4 + rotation]
                if all(n in (0, h) for n, h in zip(needed, have, strict=True)):
                    t.fits[i, code] |= 1 << rotation
    return tables
