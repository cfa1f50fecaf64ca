"""The referee of Carcassonne: what a record says, who moves, and what is wrong with it.

The rules by which something is illegal, in the order in which a turn is checked:

    CC-12   it is the turn of another seat
    CC-49   a turn after the stack is empty
    CC-1    a tile, drawn or discarded, that the box does not hold or no longer holds
    CC-70   a land tile while River tiles are left
    CC-68   the lake while other River tiles are left
    CC-20   a discarded tile that could be placed
    CC-15   no tile placed though there are tiles left to draw
    CC-16   a tile on no cell, on an occupied cell or without contact
    CC-71   a River tile that does not lie with its river on the open end
    CC-17   sides that do not match
    CC-75   two bends of one hand
    CC-22   a meeple that is none, that is more than one, on a segment the tile does not have, or on no tile
    CC-23   a meeple on what cannot hold one
    CC-31   a farmer in a game without farmers
    CC-26   a meeple from an empty supply
    CC-24   a meeple in a feature that holds one
    SETUP   a position before the first turn that cannot lie so
    RESULT  a stated result that is not the one of the record
"""

from __future__ import annotations

from typing import Any

from . import Entry, Fault, Record
from .carcassonne_board import KINDS, Position, new_position
from .carcassonne_rules import check_in_stack, check_meeple, check_placement, placements, stand
from .carcassonne_scoring import score_completed, score_final
from .tile_judge import follow, is_seat, lay_setup, place_tile, verdict_on
from .tile_position import Cell, nodes_of

# --- judging a record


def judge(record: Record) -> Record:
    """Play a record through the rules and return the referee's object."""

    def finish(position: Position) -> None:
        if record.get("final", True):
            score_final(position)

    return verdict_on(empty_table(record), record, lay_initial, play_turn, finish)


def position_after(record: Record, turns: int | None = None) -> Position:
    """The position after so many turns of a record (all by default), final scoring not done."""
    position = empty_table(record)
    lay_initial(position, record.get("setup"))
    return follow(position, record, play_turn, turns)


def empty_table(record: Record) -> Position:
    """An empty table for this record."""
    if record.get("game") != "carcassonne":
        raise ValueError(f"not a Carcassonne record: game is {record.get('game')!r}")
    return new_position(record.get("options"), record["players"])


# --- the setup


def lay_initial(position: Position, setup: list[Entry] | None = None) -> None:
    """Lay the position before the first turn; without one, the start tile (CC-11, CC-68)."""
    if position.options["first_player"] == "seat_0":
        position.next = 0
    lay_setup(position, setup, stand_setup_meeple)


def stand_setup_meeple(position: Position, cell: Cell, entry: Entry) -> None:
    """A meeple of the setup: from its owner's supply, on a segment there is. Any company is allowed."""
    seat, kind = entry.get("seat"), entry.get("on")
    segment = entry.get("segment", 0 if kind == "cloister" else None)
    if not is_seat(seat, position):
        raise Fault("SETUP", f"no seat {seat!r}")
    if position.supply(seat) <= 0:
        raise Fault("SETUP", f"seat {seat} has no further meeple")
    if kind not in KINDS or type(segment) is not int or (cell, kind, segment) not in nodes_of(position, cell):
        raise Fault("SETUP", f"no meeple can stand on {kind} segment {segment!r} of the tile at {list(cell)}")
    stand(position, seat, cell, (kind, segment))


# --- one turn


def play_turn(position: Position, turn: int, entry: Entry) -> None:
    """One turn of a record: draw and place, meeple, scoring (CC-13)."""
    seat = entry.get("seat")
    if position.next is None:
        position.next = seat if is_seat(seat, position) else 0
    expected = (position.next + turn) % position.players
    if type(entry.get("seat")) is not int or entry["seat"] != expected:
        raise Fault("CC-12", f"it is the turn of seat {expected}, not {entry.get('seat')!r}")
    draw(position, entry)
    if entry.get("tile") is None:
        if entry.get("meeple") is not None:
            raise Fault("CC-22", "no tile was placed, so no meeple can be")
        return
    cell = place_tile(position, entry, check_placement, "CC-16")
    if entry.get("meeple") is not None:
        meeple = read_meeple(entry["meeple"])
        check_meeple(position, entry["seat"], cell, meeple)
        stand(position, entry["seat"], cell, meeple)
    score_completed(position, cell)


def draw(position: Position, entry: Entry) -> None:
    """The tiles drawn in this turn: those that fit nowhere leave the game (CC-20, CC-21)."""
    if not position.stack():
        raise Fault("CC-49", "the stack is empty and the game is over")
    for name in entry.get("discarded") or []:
        check_in_stack(position, name)
        if placements(position, name):
            raise Fault("CC-20", f"the discarded tile '{name}' can be placed")
        position.discarded.append(name)
    if entry.get("tile") is not None:
        check_in_stack(position, entry["tile"])
    elif position.stack():
        raise Fault("CC-15", "there are tiles left to draw")


def read_meeple(entry: Any) -> tuple[str, Any]:
    """The (kind, segment) of a recorded meeple. The segment of a cloister may be left out."""
    if not isinstance(entry, dict) or not isinstance(entry.get("on"), str):
        raise Fault("CC-22", f"one meeple stands on one segment, not {entry!r}")
    segment = entry.get("segment", 0 if entry["on"] == "cloister" else None)
    if entry["on"] in KINDS and type(segment) is not int:
        raise Fault("CC-22", f"{segment!r} is not a segment")
    return entry["on"], segment
