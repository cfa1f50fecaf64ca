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

import json
from collections.abc import Sequence
from typing import Any, TypeGuard

from . import Entry, Position, Record
from .carcassonne_board import (
    COMPASS,
    KINDS,
    SOURCES,
    Cell,
    Fault,
    lay,
    new_position,
    nodes_of,
    stack,
    start_tile,
    step,
    supply,
)
from .carcassonne_rules import (
    check_edges,
    check_in_stack,
    check_meeple,
    check_placement,
    placements,
    stand,
)
from .carcassonne_scoring import score_completed, score_final, scores, winners

# --- judging a record


def judge(record: Record) -> Record:
    """Play a record through the rules and return the referee's object.

    A legal record gives scores, points by source and, if the final scoring was done, winners. Otherwise the
    first fault is named by its rule, with the index of its turn (None for SETUP and RESULT); scores are then
    those before that turn, and nobody has won.
    """
    position = empty_table(record)
    turn, before = None, by_source(position)
    try:
        lay_initial(position, record.get("setup"))
        for turn, entry in enumerate(record.get("turns") or []):
            before = by_source(position)
            play_turn(position, turn, entry)
        turn = None
        if record.get("final", True):
            score_final(position)
        check_result(position, record)
    except Fault as fault:
        return verdict(by_source(position) if turn is None else before, turn=turn, fault=fault)
    return verdict(by_source(position), winning=winners_of(position, record))


def verdict(
    earned: list[dict[str, int]],
    winning: Sequence[int] = (),
    turn: int | None = None,
    fault: Fault | None = None,
) -> Record:
    """The referee's object."""
    return {
        "legal": fault is None,
        "turn": turn,
        "rule": fault.rule if fault else None,
        "message": fault.message if fault else None,
        "scores": [sum(sources.values()) for sources in earned],
        "by_source": earned,
        "winners": list(winning),
    }


def position_after(record: Record, turns: int | None = None) -> Position:
    """The position after so many turns of a record (all by default), final scoring not done."""
    position = empty_table(record)
    lay_initial(position, record.get("setup"))
    for turn, entry in enumerate((record.get("turns") or [])[:turns]):
        play_turn(position, turn, entry)
    return position


def empty_table(record: Record) -> Position:
    """An empty table for this record."""
    if record.get("game") != "carcassonne":
        raise ValueError(f"not a Carcassonne record: game is {record.get('game')!r}")
    return new_position(record.get("options"), record["players"])


def by_source(position: Position) -> list[dict[str, int]]:
    """The points of each seat by source, as they are now."""
    return [dict(sources) for sources in position["earned"]]


def winners_of(position: Position, record: Record) -> list[int]:
    """The winners after the final scoring; nobody has won a game that goes on."""
    return winners(position) if record.get("final", True) else []


def check_result(position: Position, record: Record) -> None:
    """What `result` states must agree; what it leaves out is not checked (a source left out is 0)."""
    result = {} if record.get("result") is None else record["result"]
    if not isinstance(result, dict):
        raise Fault("RESULT", f"a result is not {result!r}")
    if "scores" in result and not same(result["scores"], scores(position)):
        raise Fault("RESULT", f"scores are {scores(position)}, not {result['scores']}")
    if "by_source" in result:
        stated = [dict.fromkeys(SOURCES, 0) | sources for sources in result["by_source"]]
        if not same(stated, by_source(position)):
            raise Fault("RESULT", f"points by source are {by_source(position)}, not {result['by_source']}")
    if "winners" in result and not same(sorted(result["winners"]), winners_of(position, record)):
        raise Fault("RESULT", f"winners are {winners_of(position, record)}, not {result['winners']}")


def same(stated: Any, found: Any) -> bool:
    """Are these the same JSON value? In JSON true is not 1 and 1.0 is not 1."""
    return json.dumps(stated, sort_keys=True) == json.dumps(found, sort_keys=True)


# --- the setup


def is_cell(value: Any) -> TypeGuard[list[Any]]:
    """Is this an [x, y] of whole numbers?"""
    return isinstance(value, (list, tuple)) and len(value) == 2 and all(type(part) is int for part in value)


def is_rotation(value: Any) -> TypeGuard[int]:
    """Is this a number of quarter turns?"""
    return type(value) is int and value in range(4)


def lay_initial(position: Position, setup: list[Entry] | None = None) -> None:
    """Lay the position before the first turn; without one, the start tile (CC-11, CC-68).

    The start tile is never drawn: where the setup does not hold it, it takes no part. An entry may say who is
    next.
    """
    start = start_tile(position["box"])
    if setup is None:
        setup = [{"tile": start, "at": [0, 0], "rotation": 0}]
    if position["options"]["first_player"] == "seat_0":
        position["begins"] = 0
    for entry in setup:
        if "next" in entry:
            if type(entry["next"]) is not int or not 0 <= entry["next"] < position["players"]:
                raise Fault("SETUP", f"no seat {entry['next']!r} to be next")
            position["begins"] = entry["next"]
    setup = [entry for entry in setup if "next" not in entry]
    for entry in setup:
        lay_setup_tile(position, entry)
    if start not in [lying["tile"] for lying in position["board"].values()]:
        position["aside"].append(start)
    for entry in setup:
        meeples = list(entry.get("meeples") or [])
        if entry.get("meeple") is not None:
            meeples.append(entry["meeple"])
        for meeple in meeples:
            stand_setup_meeple(position, tuple(entry["at"]), meeple)


def lay_setup_tile(position: Position, entry: Entry) -> None:
    """A tile of the box, on a free cell, matching what lies beside it. It need not touch anything."""
    name, at, rotation = entry.get("tile"), entry.get("at"), entry.get("rotation")
    if name not in position["box"]:
        raise Fault("SETUP", f"the box has no tile {name!r}")
    lying_names = [lying["tile"] for lying in position["board"].values()]
    if lying_names.count(name) >= position["box"][name]["count"]:
        raise Fault("SETUP", f"the box has no further tile '{name}'")
    if not is_cell(at) or not is_rotation(rotation):
        raise Fault("SETUP", f"tile '{name}' cannot lie at {at!r} with rotation {rotation!r}")
    cell = tuple(at)
    if cell in position["board"]:
        raise Fault("SETUP", f"a tile already lies at {at}")
    lying = lay(position["box"][name], rotation)
    if any(step(cell, side) in position["board"] for side in COMPASS):
        try:
            check_edges(position, lying, cell)
        except Fault as fault:
            raise Fault("SETUP", fault.message) from None
    position["board"][cell] = lying


def stand_setup_meeple(position: Position, cell: Cell, entry: Entry) -> None:
    """A meeple of the setup: from its owner's supply, on a segment there is. Any company is allowed."""
    seat, kind = entry.get("seat"), entry.get("on")
    segment = entry.get("segment", 0 if kind == "cloister" else None)
    if type(seat) is not int or not 0 <= seat < position["players"]:
        raise Fault("SETUP", f"no seat {seat!r}")
    if supply(position, seat) <= 0:
        raise Fault("SETUP", f"seat {seat} has no further meeple")
    if kind not in KINDS or type(segment) is not int or (cell, kind, segment) not in nodes_of(position, cell):
        raise Fault("SETUP", f"no meeple can stand on {kind} segment {segment!r} of the tile at {list(cell)}")
    stand(position, seat, cell, (kind, segment))


# --- one turn


def play_turn(position: Position, turn: int, entry: Entry) -> None:
    """One turn of a record: draw and place, meeple, scoring (CC-13)."""
    seat = entry.get("seat")
    if position["begins"] is None:
        position["begins"] = seat if seat in range(position["players"]) else 0
    expected = (position["begins"] + turn) % position["players"]
    if type(entry.get("seat")) is not int or entry["seat"] != expected:
        raise Fault("CC-12", f"it is the turn of seat {expected}, not {entry.get('seat')!r}")
    draw(position, entry)
    if entry.get("tile") is None:
        if entry.get("meeple") is not None:
            raise Fault("CC-22", "no tile was placed, so no meeple can be")
        return
    cell = place(position, entry)
    if entry.get("meeple") is not None:
        meeple = read_meeple(entry["meeple"])
        check_meeple(position, entry["seat"], cell, meeple)
        stand(position, entry["seat"], cell, meeple)
    score_completed(position, cell)


def draw(position: Position, entry: Entry) -> None:
    """The tiles drawn in this turn: those that fit nowhere leave the game (CC-20, CC-21)."""
    if not stack(position):
        raise Fault("CC-49", "the stack is empty and the game is over")
    for name in entry.get("discarded") or []:
        check_in_stack(position, name)
        if placements(position, name):
            raise Fault("CC-20", f"the discarded tile '{name}' can be placed")
        position["discarded"].append(name)
    if entry.get("tile") is not None:
        check_in_stack(position, entry["tile"])
    elif stack(position):
        raise Fault("CC-15", "there are tiles left to draw")


def place(position: Position, entry: Entry) -> Cell:
    """Lay the tile of a turn; gives its cell."""
    name, at, rotation = entry["tile"], entry.get("at"), entry.get("rotation")
    if not is_cell(at) or not is_rotation(rotation):
        raise Fault("CC-16", f"a tile cannot lie at {at!r} with rotation {rotation!r}")
    lying = lay(position["box"][name], rotation)
    check_placement(position, lying, tuple(at))
    position["board"][tuple(at)] = lying
    return tuple(at)


def read_meeple(entry: Any) -> tuple[str, Any]:
    """The (kind, segment) of a recorded meeple. The segment of a cloister may be left out."""
    if not isinstance(entry, dict) or not isinstance(entry.get("on"), str):
        raise Fault("CC-22", f"one meeple stands on one segment, not {entry!r}")
    segment = entry.get("segment", 0 if entry["on"] == "cloister" else None)
    if entry["on"] in KINDS and type(segment) is not int:
        raise Fault("CC-22", f"{segment!r} is not a segment")
    return entry["on"], segment
