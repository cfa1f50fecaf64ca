"""Whole records of Castle spoilt: once by a known rule, or by a careless change whose effect is not known."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from . import Entry, Position, Record
from .castle_cards import KINDS

SpoiltRecord = tuple[Record, int | None, str] | None
"""A spoilt record, the entry at fault and the rule; None where the way does not apply."""


def with_entries(record: Record, turn: int, *entries: Entry) -> Record:
    """The record with other entries in place of one."""
    return record | {"turns": [*record["turns"][:turn], *entries, *record["turns"][turn + 1 :]]}


# --- whole records: (positions, record, rng) -> (spoilt record, turn, rule), None where it does not apply


def action_too_many(before: list[Position], record: Record, rng: random.Random) -> SpoiltRecord:
    """A player acts once more after the last action of the turn."""
    lasts = [
        turn
        for turn in range(len(record["turns"]))
        if before[turn + 1]["seat"] != before[turn]["seat"] and before[turn + 1]["reason"] is None
    ]
    if not lasts:
        return None
    turn = rng.choice(lasts)
    entry = record["turns"][turn]
    more = rng.choice([{"seat": entry["seat"], "do": "draw"}, {"seat": entry["seat"], "do": "none"}, entry])
    return with_entries(record, turn, entry, more), turn + 1, "CA-17"


def play_after_the_end(before: list[Position], record: Record, rng: random.Random) -> SpoiltRecord:
    """An entry after the game is over."""
    end = before[-1]
    if end["reason"] is None:
        return None
    rule = {"out": "CA-31", "blocked": "CA-33", "turn_limit": "CA-34"}[end["reason"]]
    more = {"seat": rng.randrange(end["players"]), "do": rng.choice(["draw", "none"])}
    return record | {"turns": [*record["turns"], more]}, len(record["turns"]), rule


def wrong_result(before: list[Position], record: Record, rng: random.Random) -> SpoiltRecord:
    """A stated result that is not the one of the game."""
    if "result" not in record:
        return None
    key = rng.choice(["winners", "reason", "turns", "hands", "stocks"])
    stated = record["result"][key]
    if key == "winners":
        other: Any = [seat for seat in range(record["players"]) if seat not in stated]
    elif key == "reason":
        other = "blocked" if stated == "out" else "out"
    elif key == "turns":
        other = stated + rng.choice([-1, 1])
    else:
        other = [*stated[:-1], stated[-1] + 1]
    return record | {"result": record["result"] | {key: other}}, None, "RESULT"


def setup_too_rich(before: list[Position], record: Record, rng: random.Random) -> SpoiltRecord:
    """A card of which the box holds one is in the setup twice."""
    held = [kind for hand in record["setup"]["hands"] for kind in hand]
    held += record["setup"]["exchange"]
    single = [kind for kind in held if KINDS[kind][0] == 1]
    if not single:
        return None
    exchange = [*record["setup"]["exchange"], rng.choice(single)]
    return record | {"setup": record["setup"] | {"exchange": exchange}}, None, "SETUP"


RECORD_WAYS = {
    "action too many": action_too_many,
    "play after the end": play_after_the_end,
    "wrong result": wrong_result,
    "setup too rich": setup_too_rich,
}


# --- careless changes of the list of entries, in place


def drop_entry(turns: list[Entry], rng: random.Random) -> None:
    """An entry is lost."""
    del turns[rng.randrange(len(turns))]


def repeat_entry(turns: list[Entry], rng: random.Random) -> None:
    """An entry is there twice."""
    turn = rng.randrange(len(turns))
    turns.insert(turn, copy.deepcopy(turns[turn]))


def swap_entries(turns: list[Entry], rng: random.Random) -> None:
    """Two entries change places but for their seats."""
    one, other = (rng.randrange(len(turns)) for _ in range(2))
    turns[one], turns[other] = (
        turns[other] | {"seat": turns[one]["seat"]},
        turns[one] | {"seat": turns[other]["seat"]},
    )


def move_a_place(turns: list[Entry], rng: random.Random) -> None:
    """A card or a target is somewhere else."""
    found = [place for place in all_places(turns) if "at" in place]
    if found:
        place = rng.choice(found)
        place["at"] = [min(5, max(0, part + rng.choice([-1, 0, 1]))) for part in place["at"]]


def change_a_depth(turns: list[Entry], rng: random.Random) -> None:
    """An effect means a card above or beneath another."""
    place = rng.choice(list(all_places([entry.get("effects") for entry in turns])) or [{}])
    place["depth"] = place.get("depth", 0) + 1 if rng.random() < 0.8 else -1


def change_a_card(turns: list[Entry], rng: random.Random) -> None:
    """Another card is named."""
    turn = rng.choice([entry for entry in turns if entry["do"] in ("play", "exchange")] or [{}])
    turn["card" if turn.get("do") == "play" else rng.choice(["give", "take"])] = rng.choice(list(KINDS))


def all_places(value: Any) -> Iterator[Entry]:
    """Everything inside a value that names a place."""
    if isinstance(value, dict) and ("at" in value or "outside" in value or "wall" in value):
        yield value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inside:
        yield from all_places(part)


CARELESS_WAYS = {
    function.__name__.replace("_", " "): function
    for function in (drop_entry, repeat_entry, swap_entries, move_a_place, change_a_depth, change_a_card)
}
