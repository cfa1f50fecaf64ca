"""The referee of Catan: what a record says, its first fault, and whether another referee says the same.

CT-n      the event that the verdict names breaks this rule
OQ-CT-21  the robber on a hex that the friendly robber spares
SETUP     a layout or a position in play that cannot be
RESULT    a stated result that is not the one of the record
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import Fault, Position, Record, same
from .catan_board import Wrong
from .catan_events import happen
from .catan_options import bank_is_bottomless, full_options
from .catan_position import SOURCES, no_cards, points, points_by_source
from .catan_rules import faults
from .catan_setup import position_of


def judge(record: Record) -> Record:
    """Play a record through the rules and return the referee's object.

    Points, hands, bank and awards are those at the end of the record, or before the event at fault. `rule`
    is the first rule that the event breaks, `rules` all of them. `winner` is a seat, or None for an
    unfinished game or one at fault; `winners` says the same as a list.
    """
    check_head(record)
    position = None
    try:
        position = position_of(record)
        for turn, event in enumerate(record.get("turns") or []):
            broken = list(faults(position, event))
            if broken:
                return verdict(position, turn, broken)
            happen(position, event)
        check_result(position, record)
    except Fault as fault:
        return verdict(position, None, [(fault.rule, fault.message)]) | nothing_yet(record, position)
    return verdict(position)


def check_head(record: Record) -> None:
    """The game, its players and its options; whatever else they are, this is no record to judge."""
    if record.get("format") != "houserules-game/1":
        raise ValueError(f"not a Catan record: format is {record.get('format')!r}")
    if record.get("game") != "catan":
        raise ValueError(f"not a Catan record: game is {record.get('game')!r}")
    players = record.get("players")
    if type(players) is not int or players not in (2, 3, 4):  # HR-10
        raise ValueError(f"Catan is for 2 to 4 players, not {players!r}")
    if not isinstance(record.get("turns") or [], list):
        raise ValueError("turns is not a list of events")
    if full_options(record.get("options"))["pieces"] == "printed" and players == 2:
        raise ValueError("no pieces are printed for 2 players")


def verdict(position: Position | None, turn: int | None = None, broken: Sequence[Wrong] = ()) -> Record:
    """The referee's object; where the setup is at fault there is no position."""
    seen: Position = position or {"winner": None, "longest_road": None, "largest_army": None, "bank": {}}
    seats = range(seen.get("players", 0))
    winner = None if broken else seen["winner"]
    return {
        "legal": not broken,
        "turn": turn,
        "rule": broken[0][0] if broken else None,
        "rules": sorted({rule for rule, _ in broken}),
        "message": broken[0][1] if broken else None,
        "scores": [points(seen, seat) for seat in seats],
        "by_source": [points_by_source(seen, seat) for seat in seats],
        "winners": [] if winner is None else [winner],
        "winner": winner,
        "turns": turns_played(position) if position else 0,
        "hands": [dict(hand) for hand in seen.get("hands", ())],
        "bank": dict(seen["bank"]),
        "welfare_tokens": list(seen.get("welfare_tokens", ())),
        "longest_road": seen["longest_road"],
        "largest_army": seen["largest_army"],
    }


def nothing_yet(record: Record, position: Position | None) -> Record:
    """The points of a record whose setup is at fault: none."""
    if position:
        return {}
    seats = range(record["players"])
    return {"scores": [0 for _ in seats], "by_source": [dict.fromkeys(SOURCES, 0) for _ in seats]}


def position_after(record: Record, events: int | None = None) -> Position:
    """The position after so many events of a legal record (all by default)."""
    position = position_of(record)
    for event in record["turns"][:events]:
        happen(position, event)
    return position


def result_of(position: Position) -> Record:
    """The `result` of a record in this position."""
    return {
        "points": [points(position, seat) for seat in range(position["players"])],
        "winner": position["winner"],
        "turns": turns_played(position),
        "longest_road": position["longest_road"],
        "largest_army": position["largest_army"],
        "hands": [dict(hand) for hand in position["hands"]],
        "bank": dict(position["bank"]),
        "welfare_tokens": list(position["welfare_tokens"]),
    }


def turns_played(position: Position) -> int:
    """Turns with a roll, and one that was won before it (CT-120)."""
    begun = position["rolled"] or position["winner"] is not None
    return max(0, position["turns"] - (not begun))


def check_result(position: Position, record: Record) -> None:
    """What `result` states must agree; what it leaves out is not checked (a resource left out is 0)."""
    stated = {} if record.get("result") is None else record["result"]
    if not isinstance(stated, dict):
        raise Fault("RESULT", f"a result is not {stated!r}")
    found_parts = result_of(position)
    if bank_is_bottomless(position["options"]):
        del found_parts["bank"]  # nobody counts it
    if position["options"]["welfare_price"] == "0":
        del found_parts["welfare_tokens"]
    for part, found in found_parts.items():
        if part in stated and not same(fill(part, stated[part]), found):
            raise Fault("RESULT", f"{part}: {found}, not {stated[part]!r}")


def fill(part: str, value: Any) -> Any:
    """A stated hand or bank with the resources that it leaves out."""
    if part == "bank" and isinstance(value, dict):
        return no_cards() | value
    if part == "hands" and isinstance(value, list):
        return [no_cards() | hand if isinstance(hand, dict) else hand for hand in value]
    return value


# --- the twin and another referee

SAID_BY_ALL = ("legal", "turn", "scores", "by_source", "winners")
SAID_BY_SOME = ("winner", "turns", "hands", "bank", "welfare_tokens", "longest_road", "largest_army")


def compare(record: Record, said: Record, strict: bool = True) -> list[str]:
    """How another referee's verdict on a record differs from the twin's, in words; empty if it does not.

    Parts that only some referees state are compared where they are stated. An event that breaks several
    rules may be refused by any of them, unless the comparison is `strict`.
    """
    found = judge(record)
    parts = [*SAID_BY_ALL, *(part for part in SAID_BY_SOME if part in said)]
    if strict:
        parts.append("rule")
    differences = [
        f"{part}: twin {found[part]!r}, other {said[part]!r}" for part in parts if said[part] != found[part]
    ]
    if not strict and said["rule"] != found["rule"] and said["rule"] not in found["rules"]:
        differences.append(f"rule: twin {found['rules']}, other {said['rule']!r}")
    return differences
