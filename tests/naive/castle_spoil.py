"""Legal records of Castle spoilt in one place, in many ways.

Most ways say which rule is broken by which entry. The careless ones change something anywhere; what comes of
them, if anything, has to be found out by judging.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from . import Entry, Position, Record
from .castle_board import SPACES, cards_in_play, name_card, pile_on, zone
from .castle_cards import KINDS, rule_of, zone_of_kind
from .castle_judge import empty_table, lay_initial
from .castle_placement import places
from .castle_spoil_effects import EFFECT_WAYS, SpoiltEntry
from .castle_spoil_records import CARELESS_WAYS, RECORD_WAYS, with_entries
from .castle_turns import king_must_be_played, play_entry


@dataclass(frozen=True)
class Spoilt:
    """A record, the way in which it was spoilt, and the fault if it is known: entry and rule."""

    record: Record
    way: str
    turn: int | None = None
    rule: str | None = None
    known: bool = True


def spoilt(record: Record, rng: random.Random, each: int = 1) -> Iterator[Spoilt]:
    """The record spoilt in every way that it allows, each at so many random places."""
    before = positions(record)
    for way, spoil in {**ENTRY_WAYS, **EFFECT_WAYS}.items():
        made = 0
        for turn in rng.sample(range(len(record["turns"])), len(record["turns"])):
            found = spoil(before[turn], copy.deepcopy(record["turns"][turn]), rng)
            if found is not None:
                entry, rule = found
                yield Spoilt(with_entries(record, turn, entry), way, turn, rule)
                made += 1
            if made == each:
                break
    for way, change in RECORD_WAYS.items():
        for _ in range(each):
            whole = change(before, copy.deepcopy(record), rng)
            if whole is not None:
                yield Spoilt(whole[0], way, *whole[1:])
    for way, carelessly in CARELESS_WAYS.items():
        for _ in range(each if record["turns"] else 0):
            other = copy.deepcopy(record)
            other.pop("result", None)
            carelessly(other["turns"], rng)
            yield Spoilt(other, way, known=False)


def positions(record: Record) -> list[Position]:
    """The position before every entry, and the one at the end."""
    position = empty_table(record)
    lay_initial(position, record["setup"])
    found = [copy.deepcopy(position)]
    for entry in record["turns"]:
        play_entry(position, entry)
        found.append(copy.deepcopy(position))
    return found


# --- entries: (position, entry, rng) -> (spoilt entry, rule), None where it does not apply


def free_to_act(position: Position) -> bool:
    """Is nobody bound to play the King (CA-27)?"""
    return not king_must_be_played(position)


def wrong_seat(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """Another player acts."""
    others = [seat for seat in range(position["players"]) if seat != position["seat"]]
    return entry | {"seat": rng.choice(others)}, "CA-17"


def no_seat(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """Nobody acts."""
    return entry | {"seat": rng.choice([None, -1, position["players"], "0", True])}, "CA-17"


def unknown_action(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """There is no such action."""
    return (entry | {"do": "pass"}, "CA-19") if free_to_act(position) else None


def nothing_done(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """Nothing is done though something is possible."""
    if entry["do"] == "none":
        return None
    return {"seat": entry["seat"], "do": "none"}, "CA-23" if free_to_act(position) else "CA-27"


def kings_duty(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """Something else is done though the King has to be played."""
    if free_to_act(position):
        return None
    seat = position["seat"]
    ways = [
        {"do": "draw"},
        {"do": "exchange", "give": "king", "take": rng.choice([*position["exchange"], "spy"])},
    ]
    ways += [{"do": "play", "card": kind, "at": [1, 1]} for kind in position["hands"][seat] if kind != "king"]
    return {"seat": seat} | rng.choice(ways), "CA-27"


def empty_stock(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """A card is drawn from an empty stock."""
    if position["stocks"][position["seat"]] or not free_to_act(position):
        return None
    return {"seat": entry["seat"], "do": "draw"}, "CA-20"


def exchange_of_nothing(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """A card is exchanged that is not held, or for one that is not there."""
    hand, exchange = position["hands"][position["seat"]], position["exchange"]
    if not free_to_act(position):
        return None
    not_held = [kind for kind in KINDS if kind not in hand]
    not_there = [kind for kind in KINDS if kind not in exchange]
    swap = {"seat": entry["seat"], "do": "exchange"}
    ways = [swap | {"give": rng.choice(not_held), "take": rng.choice([*exchange, "king"])}]
    if hand:
        ways.append(swap | {"give": rng.choice(hand), "take": rng.choice(not_there)})
    return rng.choice(ways), "CA-21"


def card_not_held(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """A card is played that is not in the hand."""
    if entry["do"] != "play" or not free_to_act(position):
        return None
    not_held = [kind for kind in KINDS if kind not in position["hands"][position["seat"]]]
    return entry | {"card": rng.choice(not_held)}, "CA-22"


def without_place(entry: Entry, **place: Any) -> Entry:
    """The entry with another place."""
    return {key: entry[key] for key in ("seat", "do", "card")} | place


def is_ordinary(entry: Entry) -> bool:
    """Is a card played that needs an empty space of its zone?"""
    return entry["do"] == "play" and entry["card"] != "ghost" and "at" in entry and entry["card"] != "knight"


def occupied_space(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """A card is placed on an occupied space of its zone."""
    if not is_ordinary(entry):
        return None
    taken = [
        space for space in SPACES if pile_on(position, space) and zone(space) == zone_of_kind(entry["card"])
    ]
    return (without_place(entry, at=list(rng.choice(taken))), "CA-37") if taken else None


def wrong_zone(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """A card is placed in another zone."""
    if entry["do"] != "play" or entry["card"] in ("knight", "siege_engine"):
        return None
    home = zone_of_kind(entry["card"])
    others: list[Entry] = [{"at": list(space)} for space in SPACES if zone(space) != home]
    others += [{"wall": "N"}] + ([] if home == "outside" else [{"outside": True}] * 5)
    return without_place(entry, **rng.choice(others)), "CA-35"


def broken_condition(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """A card of the hand is placed on a free space of its zone where its condition does not hold."""
    found = []
    for kind in position["hands"][position["seat"]]:
        if kind != "siege_engine" and zone_of_kind(kind) not in ("outside", "any"):
            legal = [place["at"] for place in places(position, kind)]
            found += [
                (kind, list(space))
                for space in SPACES
                if zone(space) == zone_of_kind(kind)
                and list(space) not in legal
                and (kind == "ghost" or not pile_on(position, space))
            ]
    if not found or not free_to_act(position):
        return None
    kind, space = rng.choice(found)
    return {"seat": entry["seat"], "do": "play", "card": kind, "at": space}, rule_of(kind)


def knight_on_nothing(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """A Knight is placed on an empty space, on what is not there, or beneath a card."""
    if entry.get("card") != "knight":
        return None
    empty: list[Entry] = [{"at": list(space)} for space in SPACES if not pile_on(position, space)]
    beneath = [name_card(position, card) for card in cards_in_play(position)]
    beneath = [place for place in beneath if "depth" in place]
    nowhere: list[Entry] = [{"outside": True}, {"outside": "king", "nth": 1}, {"outside": "siege_engine"}]
    return without_place(entry, **rng.choice(empty + 5 * beneath + 3 * nowhere)), "CA-74"


def faced_wall(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """A Siege Engine faces a wall that an engine faces, or none."""
    if entry.get("card") != "siege_engine":
        return None
    free = [place["wall"] for place in places(position, "siege_engine")]
    faced: list[Entry] = [{"wall": wall} for wall in "NESW" if wall not in free]
    return without_place(entry, **rng.choice([*faced, {"outside": True}, {"wall": "X"}])), "CA-134"


ENTRY_WAYS = {
    function.__name__.replace("_", " "): function
    for function in (
        *(wrong_seat, no_seat, unknown_action, nothing_done, kings_duty, empty_stock, exchange_of_nothing),
        *(card_not_held, occupied_space, wrong_zone, broken_condition, knight_on_nothing, faced_wall),
    )
}
