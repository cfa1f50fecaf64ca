"""Writing game records of Carcassonne."""

from __future__ import annotations

from collections.abc import Sequence

from rules.carcassonne.position import Position
from rules.carcassonne.tiles import KINDS
from rules.records import Data
from rules.tiles.moves import NOTHING, move_target
from rules.tiles.records import empty_turn, game_record, result_entry, standard_setup, tile_turn

__all__ = ["empty_turn", "game_record", "meeple_entry", "result_entry", "standard_setup", "turn_entry"]


def meeple_entry(position: Position, design: int, move: int) -> Data | None:
    """The meeple of a move, on a segment of the tile just placed (CC-22)."""
    target = move_target(move)
    if target == NOTHING:
        return None
    segment = position.tileset.tiles[design].segments[target - 1]
    return {"on": KINDS[segment.kind], "segment": segment.index}


def turn_entry(position: Position, seat: int, discarded: Sequence[int], design: int, move: int) -> Data:
    """A turn: who, what was discarded, the tile and its place, the meeple."""
    return tile_turn(position, seat, discarded, design, move, meeple_entry(position, design, move))
