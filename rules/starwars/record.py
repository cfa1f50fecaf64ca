"""A meeple and a roll in a record of Star Wars, each written and read; and writing turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.records import Data, Illegal, is_pair, is_whole, quote, seat_number
from rules.starwars.moves import ATTACK
from rules.starwars.position import Position
from rules.starwars.tiles import KINDS
from rules.tiles.grid import STEP, place_of
from rules.tiles.moves import NOTHING, move_cell, move_size, move_target
from rules.tiles.position import REACH, Place, direction_of
from rules.tiles.records import segment_entry, segment_of, tile_turn

SIZES = ("small", "big")

# --- a meeple

MEEPLE = ("on", "segment", "size", "at")
"""The keys of a meeple."""


def meeple_entry(position: Position, design: int, move: int) -> Data | None:
    """The meeple of a move: on a segment of the tile just placed, or on a neighbouring planet."""
    target, size = move_target(move), SIZES[move_size(move)]
    if target == NOTHING:
        return None
    if target >= ATTACK:
        planet = place_of(move_cell(move) + STEP[target - ATTACK])
        return {"on": "planet", "at": list(planet), "size": size}
    return {**segment_entry(position, design, target), "size": size}


def read_meeple(position: Position, design: int, place: Place, meeple: Any) -> tuple[int, int]:
    """The target and size of a move from the record's meeple (SW-18, SW-19, SW-20)."""
    if not isinstance(meeple, Mapping):
        raise Illegal("SW-18", f"at most one meeple is placed, an object, not {quote(meeple)}")
    on, size, seat = meeple.get("on"), meeple.get("size"), position["seat"]
    if on not in KINDS:
        raise Illegal("SW-19", f"a meeple stands on {', '.join(KINDS)}, not on {quote(on)}")
    attack = "at" in meeple
    if attack and not is_pair(meeple["at"], -REACH, REACH):
        raise Illegal("SW-20", f"{quote(meeple['at'])} is not a place on the table")
    if size not in SIZES:
        raise Illegal("SW-18", f"a meeple is small or big, not {quote(size)}")
    number = SIZES.index(size)
    if position["reserve"][seat, number] <= 0:
        raise Illegal("SW-18", f"seat {seat + 1} has no {size} meeple in the reserve")
    if not attack:
        segment = segment_of(position, design, meeple, "planet")
        if segment is None:
            raise Illegal("SW-19", f"the tile just placed has no {on} {quote(meeple.get('segment'))}")
        return position.segments[design][segment] + 1, number
    if on != "planet":
        raise Illegal("SW-20", f"only a planet can be taken on another tile, not a {on}")
    direction = direction_of((meeple["at"][0] - place[0], meeple["at"][1] - place[1]))
    if direction < 0:
        raise Illegal("SW-20", f"{quote(meeple['at'])} is not one of the eight neighbours of {list(place)}")
    if not is_whole(meeple.get("segment", 0), 0, 0):
        raise Illegal("SW-20", f"the tile at {quote(meeple['at'])} has no planet {quote(meeple['segment'])}")
    return ATTACK + direction, number


# --- a roll


def roll_entry(fighters: Mapping[int, int], dice: Mapping[int, Sequence[int]]) -> dict[str, list[int]]:
    """A roll: the dice of each side under the seat that stands for it in this battle (SW-61)."""
    return {str(fighters[side]): list(values) for side, values in dice.items()}


def read_roll(
    position: Position, fighters: Mapping[int, int], roll: Any, first: bool
) -> dict[int, Sequence[int]]:
    """The dice of each side in a roll (SW-3): of all who still fight and of nobody else (SW-37).

    Each rolls its pool, also when it rolls again (SW-30, SW-38).
    """
    numbers = {str(fighters[side]): n for side, n in position.to_roll().items()}
    if not isinstance(roll, Mapping):
        rule = "SW-34" if first else "SW-36"
        raise Illegal(rule, f"a roll is an object of dice by seat, not {quote(roll)}")
    for seat in roll:
        if seat not in numbers:
            rule = "SW-34" if first else "SW-37"
            raise Illegal(rule, f"seat {seat_number(seat)} does not fight in this roll")
    for seat in numbers:
        if seat not in roll:
            raise Illegal("SW-34" if first else "SW-36", f"seat {seat_number(seat)} has to roll")
    faces = position.options.dice_faces
    for seat, n in sorted(numbers.items()):
        dice = roll[seat]
        if not isinstance(dice, list | tuple) or len(dice) != n:
            rule = "SW-30" if first else "SW-38"
            raise Illegal(rule, f"seat {seat_number(seat)} rolls {n} dice, not {quote(dice)}")
        for value in dice:
            if not is_whole(value, 1, faces):
                raise Illegal(
                    "SW-3", f"a die of seat {seat_number(seat)} shows {quote(value)}, not 1 to {faces}"
                )
    return {side: roll[str(fighters[side])] for side in position.to_roll()}


# --- a turn


def turn_entry(
    position: Position, seat: int, discarded: Sequence[int], design: int, move: int, battles: Sequence[Data]
) -> Data:
    """A turn: who, what was discarded, the tile and its place, the meeple, the battles with their dice."""
    entry = tile_turn(position, seat, discarded, design, move, meeple_entry(position, design, move))
    return entry | {"battles": list(battles)}
