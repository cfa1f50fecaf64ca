"""What the records of all tile games have in common: options, setups, tiles drawn, and writing them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.errors import nearest
from rules.records import Data, Illegal, Keys, is_pair, is_whole, quote, read_next, seat_number
from rules.tiles.grid import place_of
from rules.tiles.moves import move_cell, move_rotation
from rules.tiles.position import Meeple, Place, TilePosition
from rules.tiles.tileset import TileSet

FARTHEST = 120
"""Tiles of a setup lie within this many places from the middle."""

PLACED = ("tile", "at", "rotation")
"""The keys that say where a tile lies."""


def record_keys(meeple: Sequence[str], more: Mapping[str, Keys]) -> dict[str, Keys]:
    """What may stand in a record of a tile game: `meeple` the keys of one, `more` the rest of a turn's."""
    stands = dict.fromkeys(("seat", *(key for key in meeple if key != "at")))
    tile: Keys = {**dict.fromkeys(PLACED), "meeple": stands, "meeples": [stands], "next": None}
    turn = {**dict.fromkeys(("seat", "discarded", *PLACED)), "meeple": dict.fromkeys(meeple), **more}
    result = dict.fromkeys(("scores", "by_source", "winners"))
    return {"setup": [tile], "turns": [turn], "final": None, "result": result}


# --- segments, tiles


def segment_of(
    position: TilePosition, design: int, meeple: Mapping[str, Any], single: str
) -> tuple[str, int] | None:
    """The segment of a tile that a meeple names, None if there is none.

    The number may be left out for the kind `single`, of which a tile has one at most.
    """
    on = meeple.get("on")
    index = meeple.get("segment", 0 if on == single else None)
    if isinstance(on, str) and type(index) is int and (on, index) in position.segments[design]:
        return on, index
    return None


class TilesLeft:
    """The tiles of the box that are not on the table and have not left the game.

    `rule` is the number of the rule that a tile breaks which the stack does not hold.
    """

    def __init__(self, tileset: TileSet, rule: str) -> None:
        self.tileset = tileset
        self.rule = rule
        self._designs = {tile.id: i for i, tile in enumerate(tileset.tiles)}

    def fill_for(self, options: Any) -> None:
        """Every tile of a game with these options, the start tile never in the stack (SW-8)."""
        tiles = self.tileset.tiles
        self.fill([tile.count for tile in tiles], [int(tile.start) for tile in tiles])

    def fill(self, counts: Sequence[int], aside: Sequence[int]) -> None:
        """Fill the box: so many tiles of each design, of which so many are never in the stack."""
        self._counts, self._aside = counts, aside
        self._laid = [0] * len(counts)
        self.stack = [count - kept for count, kept in zip(counts, aside, strict=True)]

    def design(self, name: Any) -> int | None:
        """The design number of a tile id, None for what is no id of this box."""
        return self._designs.get(name) if isinstance(name, str) else None

    def unknown(self, name: Any) -> str:
        """What is said of a name that no tile of this box has."""
        return f"there is no tile {quote(name)}.{nearest(name, self._designs)}"

    def take(self, design: int) -> bool:
        """Take a tile for the setup, the start tile too; False if there is none left."""
        self._laid[design] += 1
        self.stack[design] = self._counts[design] - max(self._laid[design], self._aside[design])
        return self.stack[design] >= 0

    def left(self) -> list[int]:
        """The designs of the stack, a number a tile, those that are drawn first before the others."""
        return [design for design, n in enumerate(self.stack) for _ in range(n)]

    def draw(self, name: Any) -> int:
        """A tile as it is drawn from the stack, by its id."""
        design = self.design(name)
        if design is None:
            raise Illegal(self.rule, self.unknown(name))
        if self.stack[design] == 0:
            raise Illegal(self.rule, f"no tile {quote(name)} is left in the stack")
        self.stack[design] -= 1
        return design


# --- the position before the first turn


def standard_setup(position: TilePosition) -> list[Data]:
    """The first tile alone (CC-11, CC-68, SW-8)."""
    first = position.tileset.tiles[position.first_design()].id
    return [{"tile": first, "at": [0, 0], "rotation": 0}]


def lay_initial(
    position: TilePosition,
    box: TilesLeft,
    setup: Any,
    read_standing: Callable[[Place, Mapping[str, Any]], Meeple],
) -> None:
    """Lay the position before the first turn: all tiles, then the meeples on them; None is the standard one.

    It need not be reachable by play, only consistent. An entry ``{"next": 2}`` says who moves next.
    """
    if setup is None:
        setup = standard_setup(position)
    if not isinstance(setup, list | tuple):
        raise Illegal("SETUP", f"a setup is a list of tiles, not {quote(setup)}")
    meeples: list[tuple[Place, Any]] = []
    for entry in setup:
        if not isinstance(entry, Mapping):
            raise Illegal("SETUP", f"{quote(entry)} is not a tile of a setup")
        if "next" in entry:
            if len(entry) > 1 or entry["next"] is None or position.given_next is not None:
                raise Illegal("SETUP", f"who is next is a seat, once and by itself, not {quote(entry)}")
            position.begin_with(read_next(entry, position.players, 0))
            continue
        at = _lay_tile(position, box, entry.get("tile"), entry.get("at"), entry.get("rotation"))
        several, single = entry.get("meeples"), entry.get("meeple")
        if several is not None and not isinstance(several, list | tuple):
            raise Illegal("SETUP", f"meeples is a list, not {quote(several)}")
        meeples += [(at, meeple) for meeple in several or ()]
        meeples += [] if single is None else [(at, single)]
    for at, meeple in meeples:
        if not isinstance(meeple, Mapping):
            raise Illegal("SETUP", f"{quote(meeple)} is not a meeple")
        if not is_whole(meeple.get("seat"), 0, position.players - 1):
            raise Illegal("SETUP", f"there is no seat {seat_number(meeple.get('seat'))}")
        position.stand(read_standing(at, meeple))


def _lay_tile(position: TilePosition, box: TilesLeft, name: Any, at: Any, rotation: Any) -> Place:
    """A tile of the box on a free place, matching what it touches. It need not touch anything."""
    design = box.design(name)
    if design is None:
        raise Illegal("SETUP", box.unknown(name))
    if not box.take(design):
        raise Illegal("SETUP", f"the box has no further tile '{name}'")
    if not is_pair(at, -FARTHEST, FARTHEST) or not is_whole(rotation, 0, 3):
        raise Illegal(
            "SETUP",
            f"tile '{name}' cannot lie at {quote(at)} with rotation {quote(rotation)}; a setup reaches "
            f"from {-FARTHEST} to {FARTHEST}, and rotation is 0 to 3",
        )
    place = (at[0], at[1])
    if place in position.lying:
        raise Illegal("SETUP", f"two tiles lie at {list(at)}")
    if position.touches(place) and not position.fits_at(place, design, rotation):
        raise Illegal("SETUP", f"tile '{name}' at {list(at)} does not match its neighbours")
    position.place(place, design, rotation)
    return place


def setup_segment(
    position: TilePosition, at: Place, meeple: Mapping[str, Any], single: str
) -> tuple[str, int]:
    """The segment on which a meeple of a setup stands."""
    segment = segment_of(position, position.lying[at].design, meeple, single)
    if segment is None:
        named = f"{quote(meeple.get('on'))} {quote(meeple.get('segment'))}"
        raise Illegal("SETUP", f"the tile at {list(at)} has no {named}")
    return segment


# --- writing


def segment_entry(position: TilePosition, design: int, target: int) -> Data:
    """The segment that is the target of a move, as `segment_of` reads it."""
    segment = position.tileset.tiles[design].segments[target - 1]
    return {"on": position.kinds[segment.kind], "segment": segment.index}


def tile_turn(
    position: TilePosition, seat: int, discarded: Sequence[int], design: int, move: int, meeple: Data | None
) -> Data:
    """A turn: who, what was discarded, the tile and its place, the meeple."""
    return {
        **_drawn(position, seat, discarded),
        "tile": position.tileset.tiles[design].id,
        "at": list(place_of(move_cell(move))),
        "rotation": int(move_rotation(move)),
        "meeple": meeple,
    }


def empty_turn(position: TilePosition, seat: int, discarded: Sequence[int]) -> Data:
    """A turn in which every tile drawn fitted nowhere (CC-21, SW-16)."""
    return {**_drawn(position, seat, discarded), "tile": None}


def _drawn(position: TilePosition, seat: int, discarded: Sequence[int]) -> Data:
    names = [position.tileset.tiles[design].id for design in discarded]
    return {"seat": seat} | ({"discarded": names} if names else {})
