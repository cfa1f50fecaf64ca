"""The referee of Castle: what a record says, and what is wrong with it.

A fault of an entry is named by its rule and its index; the rules, in the order in which an entry is looked
at, stand at `play_entry` in castle_turns.py. Beside them there are SETUP, a position that cannot lie so, and
RESULT, a stated result that is not the one of the record; their turn is None.
"""

from __future__ import annotations

import copy
from typing import Any

from . import Fault, Position, Record, same
from .castle_board import (
    Card,
    Pile,
    all_cards,
    card_named,
    cards_in_play,
    is_space,
    new_position,
    zone,
)
from .castle_cards import KINDS, whole_box, zone_of_kind
from .castle_table import shown
from .castle_turns import begin_turn, play_entry


def judge(record: Record) -> Record:
    """Play a record through the rules and return the referee's object.

    A legal record gives all that lies where it lies, the number of turns and, if the game is over, its
    winners and the reason. Otherwise the first fault is named, and all is as it was before that entry.
    """
    position = empty_table(record)
    try:
        lay_initial(position, record.get("setup"))
    except Fault as fault:
        return verdict(position, None, fault)
    for turn, entry in enumerate(record.get("turns") or []):
        after = copy.deepcopy(position)
        try:
            play_entry(after, entry)
        except Fault as fault:
            return verdict(position, turn, fault)
        assert all_cards(after) == all_cards(position)
        position = after
    try:
        check_result(position, record)
    except Fault as fault:
        return verdict(position, None, fault)
    return verdict(position)


def verdict(position: Position, turn: int | None = None, fault: Fault | None = None) -> Record:
    """The referee's object. Nobody has won an illegal game."""
    return {
        "legal": fault is None,
        "turn": turn,
        "rule": fault.rule if fault else None,
        "message": fault.message if fault else None,
        "winners": [] if fault else position["winners"],
        "reason": None if fault else position["reason"],
        "turns": position["turns"],
        "acts": None if position["reason"] else position["seat"],
        **shown(position),
    }


def position_after(record: Record, turns: int | None = None) -> Position:
    """The position after so many entries of a legal record, all by default."""
    position = empty_table(record)
    lay_initial(position, record.get("setup"))
    for entry in (record.get("turns") or [])[:turns]:
        play_entry(position, entry)
    return position


def empty_table(record: Record) -> Position:
    """An empty table for this record; ValueError where it is none of Castle."""
    if record.get("game") != "castle":
        raise ValueError(f"not a Castle record: game is {record.get('game')!r}")
    if type(record.get("players")) is not int or not 2 <= record["players"] <= 5:
        raise ValueError(f"Castle is for 2 to 5 players, not {record.get('players')!r}")
    turns, options = record.get("turns") or [], record.get("options") or {}
    if not isinstance(turns, list) or not all(isinstance(entry, dict) for entry in turns):
        raise ValueError(f"turns are a list of entries, not {turns!r}")
    if not isinstance(options, dict):
        raise ValueError(f"options have names, not {options!r}")
    return new_position(record["players"], options)


# --- the result


def result_of(position: Position) -> Record:
    """What a record states as its result: cards are counted, not named."""
    return {
        "winners": position["winners"],
        "reason": position["reason"],
        "turns": position["turns"],
        "hands": [len(hand) for hand in position["hands"]],
        "stocks": [len(stock) for stock in position["stocks"]],
    }


def check_result(position: Position, record: Record) -> None:
    """What `result` states must agree; what it leaves out is not checked."""
    stated = record.get("result")
    if stated is None:
        return
    if not isinstance(stated, dict):
        raise Fault("RESULT", f"a result is not {stated!r}")
    for key, found in result_of(position).items():
        if key in stated and not same(stated[key], found):
            raise Fault("RESULT", f"{key}: {found}, not {stated[key]}")


# --- the setup


def lay_initial(position: Position, setup: Any) -> None:
    """Lay the position before the first turn; what the setup does not name is out of the game.

    It need not be reachable by play, but only Knights lie on cards, every card lies in its zone or outside,
    and the box holds all of it. The first turn begins with it, so the game may be blocked at once (CA-33).
    """
    if not isinstance(setup, dict):
        raise Fault("SETUP", f"a game begins with a setup, not {setup!r}")
    for key in ("hands", "stocks"):
        lists = setup.get(key, [[] for _ in range(position["players"])])
        if not isinstance(lists, list) or len(lists) != position["players"]:
            raise Fault("SETUP", f"{key} are one list a player, not {lists!r}")
        position[key] = [kinds_of(cards) for cards in lists]
    for key in ("exchange", "removed"):
        position[key] = kinds_of(setup.get(key, []))
    for key in ("castle", "outside"):
        if not isinstance(setup.get(key, []), list):
            raise Fault("SETUP", f"{key} is a list of piles, not {setup[key]!r}")
        for entry in setup.get(key, []):
            position["piles"].append(read_pile(position, entry, key == "castle"))
    too_many = all_cards(position) - whole_box()
    if too_many:
        raise Fault("SETUP", f"the box does not hold so many: {', '.join(sorted(too_many))}")
    said = [setup[key] for key in ("next", "first") if setup.get(key) is not None]
    for seat in said:
        if type(seat) is not int or not 0 <= seat < position["players"] or seat != said[0]:
            raise Fault("SETUP", f"no seat {said!r} to be next")
    position["seat"] = said[0] if said else 0
    position["last_placed"] = read_last_placed(position, setup.get("last_placed"))
    begin_turn(position)


def kinds_of(cards: Any) -> list[str]:
    """A list of cards, each of a kind there is."""
    if not isinstance(cards, list):
        raise Fault("SETUP", f"not a list of cards: {cards!r}")
    for kind in cards:
        if not isinstance(kind, str) or kind not in KINDS:
            raise Fault("SETUP", f"there is no card {kind!r}")
    return list(cards)


def read_pile(position: Position, entry: Any, in_castle: bool) -> Pile:
    """A pile of the setup, lowest card first."""
    if not isinstance(entry, dict) or not isinstance(entry.get("pile"), list) or not entry["pile"]:
        raise Fault("SETUP", f"not a pile: {entry!r}")
    cards = [read_card(position, card) for card in entry["pile"]]
    kinds = [card["card"] for card in cards]
    if kinds[0] == "knight" or any(kind != "knight" for kind in kinds[1:]):
        raise Fault("SETUP", f"Knights lie on another card, and nothing else does: {kinds}")
    space, wall = entry.get("at"), entry.get("wall")
    if in_castle:
        if not is_space(space) or zone(tuple(space)) != zone_of_kind(kinds[0]) or wall is not None:
            raise Fault("SETUP", f"{kinds[0]} cannot lie on {space!r}")
        if any(pile["at"] == tuple(space) for pile in position["piles"]):
            raise Fault("SETUP", f"two piles on {space}")
        return {"at": tuple(space), "wall": None, "cards": cards}
    if space is not None or (wall in ("N", "E", "S", "W")) != (kinds[0] == "siege_engine"):
        raise Fault("SETUP", f"{kinds[0]} cannot lie outside so: {entry}")
    if wall is not None and any(pile["wall"] == wall for pile in position["piles"]):
        raise Fault("SETUP", f"two engines face wall {wall}")
    return {"at": None, "wall": wall, "cards": cards}


def read_card(position: Position, card: Any) -> Card:
    """A card of a pile with the seat of its token, null for none."""
    if not isinstance(card, dict):
        raise Fault("SETUP", f"not a card with its token: {card!r}")
    token = card.get("token")
    if token is not None and (type(token) is not int or not 0 <= token < position["players"]):
        raise Fault("SETUP", f"no seat {token!r} for a token")
    (kind,) = kinds_of([card.get("card")])
    return {"card": kind, "token": token}


def read_last_placed(position: Position, last: Any) -> Card | None:
    """The card that was placed last: null, a kind of which one card at most is in play, or a place."""
    if last is None or (isinstance(last, str) and last in KINDS and not in_play(position, last)):
        return None
    if isinstance(last, dict):
        card = card_named(position, last)
    else:
        alike = in_play(position, last)
        card = alike[0] if len(alike) == 1 else None
    if card is None:
        raise Fault("SETUP", f"no one card in play was placed last: {last!r}")
    return card


def in_play(position: Position, kind: str) -> list[Card]:
    """The cards of a kind on the table."""
    return [card for card in cards_in_play(position) if card["card"] == kind]


# --- the twin and another referee


def compare(record: Record, said: Record) -> list[str]:
    """How another referee's verdict on a record differs from the twin's, in words; empty if it does not.

    Of a legal record all parts count that the other states; piles may come in any order.
    """
    found = judge(record)
    parts = ["legal", "turn", "rule"]
    if found["legal"] and said["legal"]:
        parts = [part for part in found if part in said and part != "message"]
    wrong = [part for part in parts if in_any_order(found[part]) != in_any_order(said[part])]
    lines = [f"{part}: twin {found[part]!r}, other {said[part]!r}" for part in wrong]
    if lines and "rule" in parts and not (found["legal"] and said["legal"]):
        lines.append(f"twin says: {found['message']}; other says: {said['message']}")
    return lines


def in_any_order(part: Any) -> Any:
    """Piles by where they lie, with their cards, the lowest first; any other part as it is."""
    if not isinstance(part, list) or not part or not isinstance(part[0], dict):
        return part
    return sorted(str((pile.get("at"), pile.get("wall"), pile["pile"])) for pile in part)
