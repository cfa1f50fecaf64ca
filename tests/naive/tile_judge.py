"""What the referees of both games of tiles share: the verdict, the stated result and the setup."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeGuard, TypeVar

from . import Entry, Fault, Record, same
from .tile_position import Cell, Lying, Table, check_edges, nodes_of, start_tile

Position = TypeVar("Position", bound=Table)
Turn = Callable[[Position, int, Entry], object]
"""Plays the turn with this number."""
Standing = Callable[[Position, Cell, Entry], object]
"""Puts a meeple of a setup on the tile at a cell."""


def follow(
    position: Position, record: Record, play_turn: Turn[Position], turns: int | None = None
) -> Position:
    """Play so many turns of a record, all by default."""
    for turn, entry in enumerate((record.get("turns") or [])[:turns]):
        play_turn(position, turn, entry)
    return position


def verdict_on(
    position: Position,
    record: Record,
    begin: Callable[[Position, Any], object],
    play_turn: Turn[Position],
    finish: Callable[[Position], object],
) -> Record:
    """Play a record through the rules and return the referee's object.

    A legal record gives scores, points by source and, if the final scoring was done, winners. Otherwise the
    first fault is named by its rule, with the index of its turn (None for SETUP and RESULT); scores are then
    those before that turn, and nobody has won.
    """
    turn = None
    try:
        begin(position, record.get("setup"))
        for turn, entry in enumerate(record.get("turns") or []):
            before = position.by_source()
            play_turn(position, turn, entry)
        turn = None
        finish(position)
        check_result(position, record)
    except Fault as fault:
        return verdict(position.by_source() if turn is None else before, turn=turn, fault=fault)
    return verdict(position.by_source(), winners_of(position, record))


def verdict(
    by_source: list[dict[str, int]],
    winners: Sequence[int] = (),
    turn: int | None = None,
    fault: Fault | None = None,
) -> Record:
    """The referee's object."""
    return {
        "legal": fault is None,
        "turn": turn,
        "rule": fault.rule if fault else None,
        "message": fault.message if fault else None,
        "scores": [sum(sources.values()) for sources in by_source],
        "by_source": by_source,
        "winners": list(winners),
    }


def winners_of(position: Table, record: Record) -> list[int]:
    """The winners after the final scoring; nobody has won a game that goes on."""
    return position.winners() if record.get("final", True) else []


def check_result(position: Table, record: Record) -> None:
    """What `result` states must agree; what it leaves out is not checked (a source left out is 0)."""
    result = {} if record.get("result") is None else record["result"]
    if not isinstance(result, dict):
        raise Fault("RESULT", f"a result is not {result!r}")
    if "scores" in result and not same(result["scores"], position.scores()):
        raise Fault("RESULT", f"scores are {position.scores()}, not {result['scores']}")
    if "by_source" in result:
        stated = [dict.fromkeys(position.sources, 0) | sources for sources in result["by_source"]]
        if not same(stated, position.by_source()):
            raise Fault("RESULT", f"points by source are {position.by_source()}, not {result['by_source']}")
    if "winners" in result and not same(sorted(result["winners"]), winners_of(position, record)):
        raise Fault("RESULT", f"winners are {winners_of(position, record)}, not {result['winners']}")


def result_of(position: Table) -> Record:
    """The `result` of a record of a whole game."""
    return {
        "scores": position.scores(),
        "by_source": position.by_source(),
        "winners": position.winners(),
    }


# --- the setup


def is_cell(value: Any) -> TypeGuard[list[Any]]:
    """Is this an [x, y] of whole numbers?"""
    return isinstance(value, (list, tuple)) and len(value) == 2 and all(type(part) is int for part in value)


def is_rotation(value: Any) -> TypeGuard[int]:
    """Is this a number of quarter turns?"""
    return type(value) is int and value in range(4)


def is_seat(value: Any, position: Table) -> TypeGuard[int]:
    """Is this the number of a player?"""
    return type(value) is int and 0 <= value < position.players


def lay_setup(position: Position, setup: list[Entry] | None, stand: Standing[Position]) -> None:
    """Lay the position before the first turn; without one, the start tile (CC-11, CC-68, SW-8).

    The start tile is never drawn: where the setup does not hold it, it takes no part. An entry may say who is
    next.
    """
    start = start_tile(position)
    if setup is None:
        setup = [{"tile": start, "at": [0, 0], "rotation": 0}]
    for entry in setup:
        if "next" in entry:
            if not is_seat(entry["next"], position):
                raise Fault("SETUP", f"no seat {entry['next']!r} to be next")
            position.next = entry["next"]
    setup = [entry for entry in setup if "next" not in entry]
    for entry in setup:
        lay_setup_tile(position, entry)
    if start not in [lying["tile"] for lying in position.board.values()]:
        position.aside.append(start)
    for entry in setup:
        meeples = list(entry.get("meeples") or [])
        if entry.get("meeple") is not None:
            meeples.append(entry["meeple"])
        for meeple in meeples:
            stand(position, tuple(entry["at"]), meeple)


def lay_setup_tile(position: Table, entry: Entry) -> None:
    """A tile of the box, on a free cell, matching what lies beside it. It need not touch anything."""
    name, at, rotation = entry.get("tile"), entry.get("at"), entry.get("rotation")
    if name not in position.box:
        raise Fault("SETUP", f"the box has no tile {name!r}")
    names = [lying["tile"] for lying in position.board.values()]
    if names.count(name) >= position.copies(name):
        raise Fault("SETUP", f"the box has no further tile '{name}'")
    if not is_cell(at) or not is_rotation(rotation):
        raise Fault("SETUP", f"tile '{name}' cannot lie at {at!r} with rotation {rotation!r}")
    cell = (at[0], at[1])
    if cell in position.board:
        raise Fault("SETUP", f"a tile already lies at {at}")
    lying = position.tile(name, rotation)
    check_edges(position, lying, cell, "SETUP")
    position.board[cell] = lying


def scattered(
    position: Position,
    rng: random.Random,
    tiles: int,
    meeples: int,
    width: int,
    meeple_on: Callable[[str, int], Entry],
    stand: Standing[Position],
) -> list[Entry]:
    """A setup that play need not reach: tiles scattered over a square, meeples anywhere, in any company."""
    names = [name for name, design in position.box.items() for _ in range(design["count"])]
    setup: list[Entry] = []
    for name in rng.sample(names, min(len(names), tiles)):
        at, rotation = [rng.randrange(width), rng.randrange(width)], rng.randrange(4)
        entry: Entry = {"tile": name, "at": at, "rotation": rotation}
        with suppress(Fault):
            lay_setup_tile(position, entry)
            setup.append(entry)
    for _ in range(meeples):
        entry = rng.choice(setup)
        nodes = [node for node in nodes_of(position, tuple(entry["at"])) if node[1] != "river"]
        if nodes:
            _, on, segment = rng.choice(nodes)
            meeple = meeple_on(on, segment)
            with suppress(Fault):
                stand(position, tuple(entry["at"]), meeple)
                entry.setdefault("meeples", []).append(meeple)
    return setup


# --- the tile of a turn


def place_tile(
    position: Position, entry: Entry, check: Callable[[Position, Lying, Cell], object], rule: str
) -> Cell:
    """Lay the tile of a turn; gives its cell."""
    name, at, rotation = entry["tile"], entry.get("at"), entry.get("rotation")
    if not is_cell(at) or not is_rotation(rotation):
        raise Fault(rule, f"a tile cannot lie at {at!r} with rotation {rotation!r}")
    cell = (at[0], at[1])
    lying = position.tile(name, rotation)
    check(position, lying, cell)
    position.board[cell] = lying
    return cell
