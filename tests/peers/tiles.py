"""Moves of our Carcassonne in the words of carcassonne-ai, and back; its program is not needed for that.

A deed is a tile with its rotation, row, column, and the number of the feature that a meeple stands on. Rows
are counted to the south. Rotations are clockwise from how its own tiles lie, which is not always how ours do.
"""

from __future__ import annotations

from rules.carcassonne.tiles import KINDS, Role
from rules.tiles.grid import cell_of, place_of
from rules.tiles.moves import NOTHING, move_cell, move_rotation, move_target, pack_move
from rules.tiles.tileset import PORT, Tile, TileSet

Deed = tuple[int, int, int, int, int]
"""Tile, rotation, row, column, feature."""

NO_MEEPLE = -1
SIDES = "ENWS"
"""As carcassonne-ai orders them."""

Look = frozenset[tuple[str, tuple[int, ...]]]
"""What a tile shows: features by kind, and the ports that they reach."""


class Tiles:
    """The two numberings of the tiles, side by side."""

    def __init__(self, tileset: TileSet, described: str) -> None:
        """`described` are the tiles of carcassonne-ai: number, copies, kinds, the features at each side."""
        self.tiles = tileset.tiles
        self.design: dict[int, int] = {}
        self.number: dict[int, int] = {}
        self._turn: dict[int, int] = {}
        self._segment: dict[int, list[int]] = {}
        looks = {
            (tile.count, _turned(tile, turn)): (design, turn)
            for design, tile in enumerate(tileset.tiles)
            for turn in tile.distinct_rotations()[::-1]
            if tile.role == Role.LAND
        }
        for line in described.split(";"):
            number, copies, *told = line.split()
            features = _features(*told)
            design, turn = looks[int(copies), frozenset(features)]
            ours = [(KINDS[s.kind], _ports(s.ports, turn)) for s in tileset.tiles[design].segments]
            n = int(number)
            self.design[n], self.number[design], self._turn[design] = design, n, turn
            self._segment[design] = [ours.index(feature) for feature in features]

    def deed(self, design: int, move: int) -> Deed:
        """What a move with a tile of this design is called."""
        x, y = place_of(move_cell(move))
        target, feature = move_target(move), NO_MEEPLE
        if target != NOTHING:
            feature = self._segment[design].index(target - 1)
        return self.number[design], (move_rotation(move) - self._turn[design]) % 4, -y, x, feature

    def move(self, deed: Deed) -> int:
        """The move that a deed is, as we list it: of rotations that look alike the lowest."""
        number, turned, row, column, feature = deed
        design = self.design[number]
        tile, rotation, target = self.tiles[design], (turned + self._turn[design]) % 4, NOTHING
        if feature != NO_MEEPLE:
            target = 1 + tile.segment_alike(rotation, self._segment[design][feature])
        return int(pack_move(cell_of(column, -row), tile.alike[rotation], target, 0))


def _turned(tile: Tile, turn: int) -> Look:
    """What one of our tiles shows after so many quarter turns."""
    return frozenset((KINDS[s.kind], _ports(s.ports, turn)) for s in tile.segments)


def _ports(ports: tuple[int, ...], turn: int) -> tuple[int, ...]:
    return tuple(sorted((port + 3 * turn) % 12 for port in ports))


def _features(kinds: str, sides: str) -> list[tuple[str, tuple[int, ...]]]:
    """The features of a tile as described; where a road comes to a side, fields lie on both of its hands."""
    found = [(kind.replace("monastery", "cloister"), set[int]()) for kind in kinds.split(",")]
    for side, shown in zip(SIDES, sides.split("/"), strict=True):
        at = PORT[side]
        numbers = [int(number) for number in shown.split(",")]
        if len(numbers) == 1:
            kind, ports = found[numbers[0]]
            ports |= {at - 1, at + 1} if kind == "field" else {at}
            continue
        for port, number in zip((at - 1, at, at + 1), numbers, strict=True):
            found[number][1].add(port)
    return [(kind, tuple(sorted(ports))) for kind, ports in found]
