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
    HR-21   what a record says of hands: how they are dealt, laid out, chosen from and filled
    HR-22   a cloister of one's own that is none, that is gone, or that cannot be placed now
    RESULT  a stated result that is not the one of the record
"""

from __future__ import annotations

from typing import Any

from . import Entry, Fault, Record
from .carcassonne_board import KINDS, Position, new_position
from .carcassonne_rules import (
    check_in_stack,
    check_meeple,
    check_placement,
    may_place_own,
    placements,
    river_left,
    stand,
)
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
    from_hand = draw(position, entry)
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
    if from_hand:
        draw_to_hand(position, entry["seat"], [] if entry.get("drawn") is None else [entry["drawn"]], 1)


def draw(position: Position, entry: Entry) -> bool:
    """The tiles drawn in this turn: those that fit nowhere leave the game (CC-20, CC-21).

    Gives whether the tile comes from a hand (HR-21).
    """
    if not position.stack() and not any(position.hands):
        raise Fault("CC-49", "the stack is empty and the game is over")
    if entry.get("own") is not None and entry["own"] is not False:
        take_own(position, entry)
        return False
    discarded = list(entry.get("discarded") or [])
    in_hands = position.options["tiles_in_hand"] > 0 and river_left(position) <= len(discarded)
    if not in_hands and any(entry.get(key) is not None for key in ("hands", "hand", "drawn")):
        raise Fault("HR-21", "nobody has tiles in hand in this turn")
    for name in discarded[: river_left(position)] if in_hands else discarded:
        check_in_stack(position, name)
        if placements(position, name):
            raise Fault("CC-20", f"the discarded tile '{name}' can be placed")
        position.discarded.append(name)
        discarded = discarded[1:]
    if in_hands:
        take_up_hand(position, entry, discarded)
    elif entry.get("tile") is not None:
        check_in_stack(position, entry["tile"])
    elif position.stack():
        raise Fault("CC-15", "there are tiles left to draw")
    return in_hands


def take_own(position: Position, entry: Entry) -> None:
    """The cloister of the seat, in place of a tile drawn (HR-22)."""
    seat = entry["seat"]
    if entry["own"] is not True or not may_place_own(position, seat):
        raise Fault("HR-22", f"seat {seat} has no cloister to place now")
    if entry.get("discarded") or entry.get("tile") != position.own[seat]:
        raise Fault("HR-22", f"the cloister is '{position.own[seat]}', and nothing is drawn")
    if any(entry.get(key) is not None for key in ("hands", "hand", "drawn")):
        raise Fault("HR-21", "nobody has tiles in hand in this turn")
    del position.own[seat]


# --- tiles in hand (HR-21)


def take_up_hand(position: Position, entry: Entry, laid_out: list[str]) -> None:
    """Deal if nobody has a tile, lay out hands that fit nowhere, and take the tile of the turn."""
    seat, k = entry["seat"], position.options["tiles_in_hand"]
    if any(position.hands):
        if entry.get("hands") is not None:
            raise Fault("HR-21", "the hands have been dealt")
    else:
        deal(position, seat, entry.get("hands"))
    while position.hands[seat] and not fitting(position, seat):
        hand = position.hands[seat]
        if sorted(laid_out[: len(hand)]) != sorted(hand):
            raise Fault("HR-21", f"{hand} fit nowhere and are laid out, not {laid_out}")
        position.discarded += hand
        position.hands[seat] = []
        laid_out = laid_out[len(hand) :]
        draw_to_hand(position, seat, laid_out[:k] or entry.get("hand") or [], k)
    if laid_out:
        raise Fault("HR-21", f"{laid_out} are laid out though the hand {position.hands[seat]} fits")
    hand, name = position.hands[seat], entry.get("tile")
    if entry.get("hand") is not None and sorted(entry["hand"]) != sorted(hand):
        raise Fault("HR-21", f"the hand is {hand}")
    if (name is None and hand) or (name is not None and name not in hand):
        raise Fault("HR-21", f"of the hand {hand} a tile is placed, not {name!r}")
    if name is not None:
        hand.remove(name)


def deal(position: Position, seat: int, hands: list[list[str]] | None) -> None:
    """Each seat gets its hand; if the stack is small, a tile at a time from the seat on turn on."""
    position.hands = [[] for _ in range(position.players)]
    if not isinstance(hands, list) or len(hands) != position.players:
        raise Fault("HR-21", f"hands are dealt to {position.players} seats, not {hands!r}")
    order = [(seat + i) % position.players for i in range(position.players)]
    drawn = [to for _ in range(position.options["tiles_in_hand"]) for to in order]
    drawn = drawn[: sum(position.stack().values())]
    for to in order:
        draw_to_hand(position, to, hands[to], drawn.count(to))


def draw_to_hand(position: Position, seat: int, names: list[str], n: int) -> None:
    """A seat draws so many tiles, or as many as there are."""
    if not isinstance(names, list) or len(names) != min(n, sum(position.stack().values())):
        raise Fault("HR-21", f"seat {seat} draws {n}, not {names!r}")
    for name in names:
        check_in_stack(position, name)
        position.hands[seat].append(name)


def fitting(position: Position, seat: int) -> list[str]:
    """The tiles in a hand that have a place."""
    return [name for name in position.hands[seat] if placements(position, name)]


def read_meeple(entry: Any) -> tuple[str, Any]:
    """The (kind, segment) of a recorded meeple. The segment of a cloister may be left out."""
    if not isinstance(entry, dict) or not isinstance(entry.get("on"), str):
        raise Fault("CC-22", f"one meeple stands on one segment, not {entry!r}")
    segment = entry.get("segment", 0 if entry["on"] == "cloister" else None)
    if entry["on"] in KINDS and type(segment) is not int:
        raise Fault("CC-22", f"{segment!r} is not a segment")
    return entry["on"], segment
