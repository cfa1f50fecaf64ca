"""Tile sets: designs, their segments, and one record of look-up tables for kernels.

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

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from rules.errors import UserError
from rules.fields import Fields, blank, field
from rules.kernel import Array

SIDES = "NESW"
HALVES = ("Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn")
PORT = {s: 3 * i + 1 for i, s in enumerate(SIDES)} | dict(zip(HALVES, (0, 2, 3, 5, 6, 8, 9, 11), strict=True))
"""Port number of each side and half-edge."""

# Capacities of the tables. A tile set that needs more is refused when it is read.
MAX_TILES = 126  # two 63-bit words hold the set of tiles of a feature
MAX_DESIGNS = 96
ROOM = f"at most {MAX_TILES} tiles of {MAX_DESIGNS} designs can be played"
MAX_LOOKS = MAX_DESIGNS * 4  # a design turned: design * 4 + rotation
MAX_SEGMENTS = 14
MAX_LETTERS = 4  # different edge letters
MAX_CODES = (MAX_LETTERS + 1) ** 4
MARK_BITS = 16  # a feature's marks are packed: three counters of 16 bits


_of_segment = partial(field, shape=(MAX_DESIGNS, MAX_SEGMENTS))
"""Declares what is known of each segment of a design."""


class Tiles(Fields):
    """A tile set as look-up tables for kernels."""

    n_designs: int = field(np.int64, "designs of the set")
    start: int = field(np.int64, "design of the start tile, -1 if there is none")
    n_deck: int = field(np.int64, "tiles to shuffle")
    deck: Array = field(np.int16, "the designs to shuffle, copies included", shape=MAX_TILES)
    weight: Array = field(np.int64, "weight of each side in the code of an open cell", shape=4)
    fits: Array = field(np.uint8, "bit r: distinct rotation r fits the code", shape=(MAX_DESIGNS, MAX_CODES))
    edge: Array = field(np.int8, "[design * 4 + rotation, side]: letter 1 .. 4", shape=(MAX_LOOKS, 4))
    n_segments: Array = field(np.int8, "segments of a design", shape=MAX_DESIGNS)
    kind: Array = _of_segment(np.int8, "kind of feature of each segment")
    ends: Array = _of_segment(np.int16, "ports that a segment reaches; 8 in the centre")
    marks: Array = _of_segment(np.int64, "packed counters of what is printed on it")
    centre: Array = field(np.int8, "segment in the centre, -1 if there is none", shape=MAX_DESIGNS)
    ports: Array = field(
        np.int16, "[design * 4 + rotation], bit p: a segment reaches port p", shape=MAX_LOOKS
    )
    faced: Array = field(np.int16, "bit p: a cell with this code has a neighbour at port p", shape=MAX_CODES)
    segment_at: Array = field(np.int8, "[design * 4 + rotation, port], -1 for none", shape=(MAX_LOOKS, 12))
    reach: Array = field(
        np.int16,
        "[design * 4 + rotation, segment], bit p: the segment reaches port p",
        shape=(MAX_LOOKS, MAX_SEGMENTS),
    )
    borders: Array = _of_segment(np.int16, "bit s: segments that touch, of fields and cities")
    role: Array = field(np.int8, "0, or the game's number for a part of its own (CC-68)", shape=MAX_DESIGNS)


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
    source: Mapping[str, Any] = dataclasses.field(repr=False, hash=False, compare=False)
    role: int = 0

    def turned(self, rotation: int) -> tuple[Any, ...]:
        """What the tile shows after `rotation` quarter turns clockwise, to tell rotations apart."""
        edges = "".join(self.edges[(side - rotation) % 4] for side in range(4))
        ports = [self._ports(s, rotation) for s in self.segments]
        segments = sorted(
            (s.kind, ports[i], s.marks, tuple(sorted(ports[b] for b in s.borders)))
            for i, s in enumerate(self.segments)
        )
        return edges, tuple(segments)

    @cached_property
    def alike(self) -> list[int]:
        """For each rotation the lowest in which the tile looks the same (CC-18)."""
        looks = [self.turned(rotation) for rotation in range(4)]
        return [looks.index(look) for look in looks]

    def distinct_rotations(self) -> list[int]:
        """The rotations that differ from every lower one (CC-18)."""
        return sorted(set(self.alike))

    def segment_alike(self, rotation: int, segment: int) -> int:
        """The segment that in rotation `alike[rotation]` lies where this one lies in `rotation`."""
        ports = self._ports(self.segments[segment], rotation)
        there = [self._ports(s, self.alike[rotation]) for s in self.segments]
        return there.index(ports)

    @staticmethod
    def _ports(segment: Segment, rotation: int) -> tuple[int, ...]:
        return tuple(sorted((port + 3 * rotation) % 12 for port in segment.ports))


@dataclass(frozen=True)
class TileSet:
    """All designs of a game, by number and by id, and their look-up tables for kernels."""

    name: str
    tiles: tuple[Tile, ...]
    letters: str

    @cached_property
    def tables(self) -> np.recarray[Any, Any]:
        """The look-up tables as a one-element record array, made when first asked for."""
        return pack(self.tiles, self.letters)

    @property
    def n_tiles(self) -> int:
        """Tiles in the box, copies and start tile included."""
        return sum(tile.count for tile in self.tiles)

    def number(self, tile_id: str) -> int:
        """The design number of a tile id, or -1."""
        return next((i for i, tile in enumerate(self.tiles) if tile.id == tile_id), -1)


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
            f"{first.name}: {total} tiles of {len(tiles)} designs, those of {second.name} counted; {ROOM}"
        )
    return TileSet(first.name, tiles, letters)


def pack(tiles: Sequence[Tile], letters: str) -> np.recarray[Any, Any]:
    """The look-up tables of a tile set as a one-element record array."""
    tables = blank(Tiles)
    t = tables[0]
    base = len(letters) + 1
    asked = np.arange(base**4)[:, None] // base ** np.arange(4) % base  # [code, side]: letter, 0 for any
    t.n_designs = len(tiles)
    t.faced[: base**4] = (asked != 0) @ (0b111 << 3 * np.arange(4))
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
                    turned = (port + 3 * rotation) % 12
                    t.segment_at[i * 4 + rotation, turned] = j
                    t.ports[i * 4 + rotation] |= 1 << turned
                    t.reach[i * 4 + rotation, j] |= 1 << turned
        for rotation in tile.distinct_rotations():
            fits = ((asked == 0) | (asked == t.edge[i * 4 + rotation])).all(axis=1)
            t.fits[i, : base**4] |= fits.astype(np.uint8) << rotation
    return tables
