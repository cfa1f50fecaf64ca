"""The position from which a record of Star Wars begins (SW-8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.records import Illegal, quote
from rules.starwars.position import Place, Position, Standing
from rules.starwars.record import SIZES
from rules.tiles import records
from rules.tiles.records import Box, setup_segment


def lay_initial(position: Position, box: Box, setup: Any) -> None:
    """Fill the box, its start tile never in the stack, and lay the position; None is the standard one."""
    tiles = position.tileset.tiles
    box.fill([tile.count for tile in tiles], [int(tile.start) for tile in tiles])
    records.lay_initial(position, box, setup, _read_meeple)


def _read_meeple(position: Position, at: Place, meeple: Mapping[str, Any]) -> Standing:
    """A meeple from its owner's reserve, small if no size is given."""
    seat, size = meeple["seat"], meeple.get("size", "small")
    if size not in SIZES or position["reserve"][seat, SIZES.index(size)] <= 0:
        raise Illegal("SETUP", f"seat {seat} has no further {quote(size)} meeple")
    return Standing(seat, SIZES.index(size), at, *setup_segment(position, at, meeple, "planet"))
