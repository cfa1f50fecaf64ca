"""The words of Star Wars game records, and writing them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.options import as_dict
from rules.records import FORMAT, Data
from rules.starwars.moves import ATTACK, NOTHING, move_cell, move_rotation, move_size, move_target
from rules.starwars.table import Table
from rules.starwars.tiles import KINDS
from rules.tiles.grid import STEP, place_of

SIZES = ("small", "big")


def standard_setup(table: Table) -> list[Data]:
    """The start tile alone (SW-8)."""
    start = table.tileset.tiles[int(table.tiles[0].start)].id
    return [{"tile": start, "at": [0, 0], "rotation": 0}]


def meeple_entry(table: Table, design: int, move: int) -> Data | None:
    """The meeple of a move: on a segment of the tile just placed, or on a neighbouring planet."""
    target, size = move_target(move), SIZES[move_size(move)]
    if target == NOTHING:
        return None
    if target >= ATTACK:
        planet = place_of(move_cell(move) + STEP[target - ATTACK])
        return {"on": "planet", "at": list(planet), "size": size}
    segment = table.tileset.tiles[design].segments[target - 1]
    return {"on": KINDS[segment.kind], "segment": segment.index, "size": size}


def turn_entry(
    table: Table, seat: int, discarded: Sequence[int], design: int, move: int, battles: Sequence[Data]
) -> Data:
    """A turn: who, what was discarded, the tile and its place, the meeple, the battles with their dice."""
    return {
        **_drawn(table, seat, discarded),
        "tile": table.tileset.tiles[design].id,
        "at": list(place_of(move_cell(move))),
        "rotation": int(move_rotation(move)),
        "meeple": meeple_entry(table, design, move),
        "battles": list(battles),
    }


def empty_turn(table: Table, seat: int, discarded: Sequence[int]) -> Data:
    """A turn in which every tile drawn fitted nowhere (SW-16)."""
    return {**_drawn(table, seat, discarded), "tile": None}


def _drawn(table: Table, seat: int, discarded: Sequence[int]) -> Data:
    names = [table.tileset.tiles[design].id for design in discarded]
    return {"seat": seat} | ({"discarded": names} if names else {})


def roll_entry(fighters: Mapping[int, int], dice: Mapping[int, Sequence[int]]) -> dict[str, list[int]]:
    """A roll: the dice of each side under the seat that stands for it in this battle (SW-61)."""
    return {str(fighters[side]): list(values) for side, values in dice.items()}


def result_entry(table: Table) -> Data:
    """The result as it stands; before the final scoring nobody has won."""
    return {"scores": table.scores(), "by_source": table.by_source(), "winners": table.winners()}


def game_record(table: Table, turns: Sequence[Data], result: Data, final: bool = True) -> Data:
    """The record of a game that began with the standard set-up; every option stands in it."""
    return {
        "format": FORMAT,
        "game": "starwars",
        "options": as_dict(table.options),
        "players": table.players,
        "setup": standard_setup(table),
        "turns": list(turns),
        "final": final,
        "result": result,
    }
