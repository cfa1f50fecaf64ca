"""The referee of Carcassonne: the place and the meeple of a turn (CC-13).

Within a turn faults are looked for in the order of its steps: whose turn it is, the tiles drawn, the
place, the meeple.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.carcassonne.options import FarmMethod, Options, RiverStartTile, RiverTurn
from rules.carcassonne.position import Position
from rules.carcassonne.record import MEEPLE, read_meeple
from rules.carcassonne.tiles import RIVER_LETTER, Role
from rules.records import Illegal
from rules.tiles import records
from rules.tiles.features import SMALL
from rules.tiles.grid import cell_of
from rules.tiles.position import Meeple, Place
from rules.tiles.records import record_keys, setup_segment
from rules.tiles.referee import Numbers, TileReferee


class TilesLeft(records.TilesLeft):
    """The tiles that are not on the table and have not left the game; the River is drawn first (CC-68)."""

    def fill_for(self, options: Options) -> None:
        """Every tile of a game with these options, the first one never in the stack (CC-11, CC-69)."""
        tiles, river = self.tileset.tiles, options.river
        counts = [tile.count if river or tile.role == Role.LAND else 0 for tile in tiles]
        aside = [int(tile.start and (tile.role == Role.LAND) != river) for tile in tiles]
        if river and options.river_start_tile == RiverStartTile.REMOVED:
            for i, tile in enumerate(tiles):
                counts[i] -= tile.start and tile.role == Role.LAND
        self.fill(counts, aside)

    def left(self) -> list[int]:
        """The designs of the stack: the middle of the River, the lake, the land (CC-70)."""
        return sorted(
            super().left(),
            key=lambda design: (Role.MIDDLE, Role.LAKE, Role.LAND).index(self.tileset.tiles[design].role),
        )

    def draw(self, name: Any) -> int:
        """A tile as it is drawn: first the middle of the River, then the lake, then the land (CC-70)."""
        design = self.design(name)
        role = Role.LAND if design is None else self.tileset.tiles[design].role
        order = self._left(Role.MIDDLE), self._left(Role.LAKE)
        found = super().draw(name)
        if role == Role.LAND and any(order):
            raise Illegal("CC-70", f"the land tile '{name}' comes after the River, which has tiles left")
        if role == Role.LAKE and order[0]:
            raise Illegal("CC-68", f"the lake '{name}' comes after the other River tiles, and there are some")
        return found

    def _left(self, role: int) -> bool:
        """Whether the stack holds a tile of this role."""
        return any(n and tile.role == role for n, tile in zip(self.stack, self.tileset.tiles, strict=True))


class Referee(TileReferee):
    """Judges records one after the other with the same tile set."""

    players_rule = "CC-3"
    numbers = Numbers(
        turn="CC-13",
        seat="CC-12",
        over="CC-49",
        stack="CC-1",
        discard="CC-20",
        undrawn="CC-15",
        contact="CC-16",
        match="CC-17",
    )
    keys = record_keys(MEEPLE, {})
    position_of = Position
    box_of = TilesLeft
    read_meeple = read_meeple
    position: Position

    def _lay_setup(self, record: Mapping[str, Any]) -> None:
        super()._lay_setup(record)
        self.position.take_in()

    def _read_standing(self, at: Place, meeple: Mapping[str, Any]) -> Meeple:
        """A meeple from its owner's supply."""
        if self.position["supply"][meeple["seat"]] <= 0:
            raise Illegal("SETUP", f"seat {meeple['seat'] + 1} has no further meeple")
        return Meeple(meeple["seat"], SMALL, at, *setup_segment(self.position, at, meeple, "cloister"))

    # --- a turn

    def _check_empty(self, entry: Mapping[str, Any]) -> None:
        """A meeple goes onto the tile placed this turn (CC-21, CC-22)."""
        if entry.get("meeple") is not None:
            raise Illegal("CC-22", "no tile was placed, so no meeple can be")

    def _play_move(self, move: int, entry: Mapping[str, Any]) -> None:
        """Place, meeple, scoring (CC-13)."""
        self.position.lay(move)
        self.position.finish()

    # --- the place and the meeple

    def _refuse_place(self, design: int, place: Place, rotation: int) -> Illegal:
        """No contact (CC-16), not on the River (CC-71), no match (CC-17) or the wrong bend (CC-75)."""
        position = self.position
        tile = position.tileset.tiles[design]
        if fault := self._refuse_contact(place):
            return fault
        if tile.role == Role.LAND:
            return self._refuse_match(design, place)
        name = f"'{tile.id}' at {list(place)}"
        upstream = position.tables[0].edge[design * 4 + rotation, (position["river_heading"] + 2) % 4]
        if cell_of(*place) != position["river_cell"] or upstream != RIVER_LETTER:
            return Illegal("CC-71", f"{name} does not lie with its river on the open end of the River")
        if not position.fits_at(place, design, rotation):
            return self._refuse_match(design, place)
        how = "just before" if position.options.river_turn == RiverTurn.IMMEDIATE else "before"
        return Illegal("CC-75", f"{name} bends to the same hand as the bend {how}")

    def _refuse_meeple(self, meeple: Any) -> Illegal:
        """No farmers (CC-31), none in the supply (CC-26), or the feature is held (CC-24)."""
        position = self.position
        if meeple["on"] == "field" and position.options.farm_method == FarmMethod.NONE:
            return Illegal("CC-31", "there are no farmers in this game")
        if position["supply"][position["seat"]] <= 0:
            return Illegal("CC-26", f"seat {position['seat'] + 1} has no meeple in the supply")
        return Illegal("CC-24", "the feature already holds a meeple")
