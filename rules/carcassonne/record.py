"""A meeple in a record of Carcassonne, written and read; and writing turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.carcassonne.position import Position
from rules.carcassonne.tiles import KINDS
from rules.records import Data, Illegal, quote
from rules.tiles.features import SMALL
from rules.tiles.moves import NOTHING, move_target
from rules.tiles.position import Place
from rules.tiles.records import segment_entry, segment_of, tile_turn

MEEPLE = ("on", "segment")
"""The keys of a meeple."""

OWN = "own"
"""The key of a turn in which a cloister of one's own is placed in place of drawing (HR-22)."""

HANDS = ("hands", "hand", "drawn")
"""The keys of what is dealt and drawn for hands (HR-21)."""


@dataclass(frozen=True)
class Held:
    """What a turn with tiles in hand tells of them, by design (HR-21)."""

    hands: Sequence[Sequence[int]] | None = None
    """Of each seat as they were dealt before this turn, the first with hands."""
    hand: Sequence[int] | None = None
    """Of the seat, drawn anew after it laid out another."""
    drawn: int | None = None
    """Drawn after the tile was placed."""


def meeple_entry(position: Position, design: int, move: int) -> Data | None:
    """The meeple of a move, on a segment of the tile just placed (CC-22)."""
    target = move_target(move)
    return None if target == NOTHING else segment_entry(position, design, target)


def read_meeple(position: Position, design: int, place: Place, meeple: Any) -> tuple[int, int]:
    """The target and size of a move from the record's meeple (CC-22, CC-23)."""
    if not isinstance(meeple, Mapping) or not isinstance(meeple.get("on"), str):
        raise Illegal("CC-22", f"one meeple is placed on one segment, not {quote(meeple)}")
    if meeple["on"] not in KINDS:
        raise Illegal("CC-23", f"a meeple stands on {', '.join(KINDS)}, not on {quote(meeple['on'])}")
    segment = segment_of(position, design, meeple, "cloister")
    if segment is None:
        named = f"{meeple['on']} {quote(meeple.get('segment'))}"
        raise Illegal("CC-22", f"the tile just placed has no {named}")
    return position.segments[design][segment] + 1, SMALL


def turn_entry(
    position: Position,
    seat: int,
    discarded: Sequence[int],
    design: int,
    move: int,
    held: Held | None = None,
    own: bool = False,
) -> Data:
    """A turn: who, what was discarded, the tile and its place, the meeple, what is told of hands.

    `own` says whether the tile is the seat's own cloister (HR-22).
    """
    entry = tile_turn(position, seat, discarded, design, move, meeple_entry(position, design, move))
    if own:
        entry[OWN] = True
    return entry if held is None else entry | held_entry(position, held)


def held_entry(position: Position, held: Held) -> Data:
    """What a turn tells of hands."""
    tiles, entry = position.tileset.tiles, Data()
    if held.hands is not None:
        entry["hands"] = [[tiles[design].id for design in hand] for hand in held.hands]
    if held.hand is not None:
        entry["hand"] = [tiles[design].id for design in held.hand]
    if held.drawn is not None:
        entry["drawn"] = tiles[held.drawn].id
    return entry
