"""The words of Star Wars game records, and writing them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.records import Data
from rules.starwars.moves import ATTACK
from rules.starwars.position import Position
from rules.starwars.tiles import KINDS
from rules.tiles.grid import STEP, place_of
from rules.tiles.moves import NOTHING, move_cell, move_size, move_target
from rules.tiles.records import empty_turn, game_record, result_entry, tile_turn

__all__ = [
    "SIZES",
    "empty_turn",
    "game_record",
    "meeple_entry",
    "result_entry",
    "roll_entry",
    "turn_entry",
]

SIZES = ("small", "big")


def meeple_entry(position: Position, design: int, move: int) -> Data | None:
    """The meeple of a move: on a segment of the tile just placed, or on a neighbouring planet."""
    target, size = move_target(move), SIZES[move_size(move)]
    if target == NOTHING:
        return None
    if target >= ATTACK:
        planet = place_of(move_cell(move) + STEP[target - ATTACK])
        return {"on": "planet", "at": list(planet), "size": size}
    segment = position.tileset.tiles[design].segments[target - 1]
    return {"on": KINDS[segment.kind], "segment": segment.index, "size": size}


def turn_entry(
    position: Position, seat: int, discarded: Sequence[int], design: int, move: int, battles: Sequence[Data]
) -> Data:
    """A turn: who, what was discarded, the tile and its place, the meeple, the battles with their dice."""
    entry = tile_turn(position, seat, discarded, design, move, meeple_entry(position, design, move))
    return entry | {"battles": list(battles)}


def roll_entry(fighters: Mapping[int, int], dice: Mapping[int, Sequence[int]]) -> dict[str, list[int]]:
    """A roll: the dice of each side under the seat that stands for it in this battle (SW-61)."""
    return {str(fighters[side]): list(values) for side, values in dice.items()}
