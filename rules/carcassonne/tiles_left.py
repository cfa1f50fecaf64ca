"""The tiles left to draw in a record of Carcassonne, those of the River first (CC-11, CC-68)."""

from __future__ import annotations

from typing import Any

from rules.carcassonne.options import Options, RiverStartTile
from rules.carcassonne.tiles import Role
from rules.records import Illegal
from rules.tiles import records


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
