"""Castle records in a notation that reads like the rule page.

A position is a list of parts divided by semicolons: piles, then hands and all else by name. Every stock holds
one Soldier unless it is named, so that nobody is out by chance.

    queen/B+knight/C(2,2) archer/A(0,0) thief/-@out siege_engine/A@N; A: spy king; exchange: fool

`queen/B(2,2)` is the Queen with B's token on row 2, column 2; `queen/B+knight/C(1,1)` has a Knight on her,
`thief/-(1,1)` carries no token, `siege_engine/A@N` faces wall N and `fairy/C@out` is outside. `A: spy` is a
hand, `stock A: king queen` a stock with its top card first, `stocks: -` none at all; `exchange`, `removed`,
`first: B`, `last: prince` or `last: (0,2)` for the card placed last, `players: 2`, and any option of a game.

In a turn a place is `(2,2)`, `(2,2)-1` for the card beneath the top one, `@fairy` for a card outside,
`@soldier#1` for the second of its kind there and `@N` for an engine:

    A draw
    A give soldier take spy
    A none
    A courtier(1,1): send_back (0,0)
    A mistress(3,3): move (1,1) to (3,3); move (1,1) to (4,4)
    A kings_advisor(1,1): place king(2,3): send_back (0,0); send_back (1,1) by B
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeAlias

Data: TypeAlias = dict[str, Any]
"""An object of a record."""

SEATS = "ABCDE"
PILE = re.compile(r"([a-z_/+\-A-E]+?)(\(\d,\d\)|@[NESW]|@out)")
PLACE = re.compile(r"(?:\((\d+),(\d+)\)|@([NESW])|@(out)|@([a-zA-Z_]+?)(?:#(\d+))?)(?:-(\d+))?")
CARD = re.compile(r"([a-z_]+)(.*)")

# --- a position


def seat(letter: str) -> int:
    """The seat of a player."""
    return SEATS.index(letter)


def place(text: str) -> Data:
    """A place as a record names it."""
    found = PLACE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no place")
    row, col, wall, out, outside, nth, depth = found.groups()
    named: Data
    if row is not None:
        named = {"at": [int(row), int(col)]}
    elif wall is not None:
        named = {"wall": wall}
    else:
        named = {"outside": True} if out else {"outside": outside}
    if nth is not None:
        named["nth"] = int(nth)
    return named | ({"depth": int(depth)} if depth is not None else {})


def pile(text: str) -> Data:
    """A pile of a setup, the lowest card first."""
    found = PILE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no pile")
    cards, where = found.groups()
    entry: Data = {} if where == "@out" else place(where)
    entry["pile"] = []
    for card in cards.split("+"):
        kind, token = card.split("/")
        entry["pile"].append({"card": kind, "token": None if token == "-" else seat(token)})
    return entry


def parts(text: str) -> tuple[list[Data], dict[str, str]]:
    """The piles of a text and its named parts; what is empty is written ``-``."""
    piles: list[Data] = []
    named: dict[str, str] = {}
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if colon:
            if name.strip() in named:
                raise ValueError(f"{name.strip()!r} is named twice")
            named[name.strip()] = "" if value.strip() == "-" else value.strip()
        elif part.strip() != "nothing":
            piles += [pile(word) for word in part.split()]
    return piles, named


def option(text: str) -> int | bool | str:
    """The value of an option."""
    return int(text) if text.isdecimal() else {"true": True, "false": False}.get(text, text)


# --- turns


def placed(text: str) -> Data:
    """A card with its place."""
    found = CARD.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no card with its place")
    kind, where = found.groups()
    return {"card": kind} | (place(where) if where else {})


def pairs(words: list[str]) -> list[list[Any]]:
    """`A=soldier B=queen` as [[0, "soldier"], [1, "queen"]]."""
    return [[seat(word[0]), word[2:]] for word in words]


def effect(text: str) -> Data:
    """One effect."""
    word, *rest = text.split()
    if word in ("send_back", "to_exchange", "remove", "take_token"):
        return {word: place(rest[0])} | ({"by": seat(rest[2])} if len(rest) > 1 else {})
    if word == "move":
        return {"move": place(rest[0]), "to": place(rest[2])}
    if word in ("swap", "swap_tokens", "replace_tokens"):
        return {word: [place(each) for each in rest]}
    if word == "tokens":
        split = [each.split("=") for each in rest]
        return {"tokens": [[place(where), None if owner == "-" else seat(owner)] for where, owner in split]}
    if word == "give":
        return {"give": {"card": rest[0], "to": seat(rest[2])}}
    if word == "swap_cards":
        return {"swap_cards": {"give": rest[0].split(","), "take": rest[2].split(",")}}
    if word == "trade":
        return {"trade": {"with": seat(rest[4]), "give": rest[0], "got": rest[2]}}
    if word in ("pass", "taken"):
        return {word: pairs(rest)}
    raise ValueError(f"{word!r} is no effect")


def effects(text: str) -> list[Data]:
    """Effects, divided by semicolons; those of a card placed by the King's Advisor stand behind its colon."""
    before, found, rest = text.partition("place ")
    listed = [effect(part) for part in before.split(";") if part.strip()]
    if found:
        card, _, inner = rest.partition(":")
        entry = placed(card.strip())
        listed.append({"place": entry | ({"effects": effects(inner)} if inner.strip() else {})})
    return listed


def turn(text: str) -> Data:
    """One entry of the turns. What could not be written otherwise is an object in JSON."""
    if text.startswith("{"):
        entry: Data = json.loads(text)
        return entry
    player, action = text[0], text[2:]
    if action in ("draw", "none"):
        return {"seat": seat(player), "do": action}
    if action.startswith("give "):
        _, give, _, take = action.split()
        return {"seat": seat(player), "do": "exchange", "give": give, "take": take}
    card, _, rest = action.partition(":")
    entry = {"seat": seat(player), "do": "play"} | placed(card.strip())
    return entry | ({"effects": effects(rest)} if rest.strip() else {})


def game(position: str, *turns: str) -> Data:
    """The record of a game that begins with a position."""
    piles, named = parts(position)
    players = int(named.pop("players", "3"))
    letters = SEATS[:players]
    stock = named.pop("stocks", "soldier")
    setup = {
        "hands": [named.pop(letter, "").split() for letter in letters],
        "stocks": [named.pop(f"stock {letter}", stock).split() for letter in letters],
        "exchange": named.pop("exchange", "").split(),
        "removed": named.pop("removed", "").split(),
        "first": seat(named.pop("first", "A")),
        "castle": [entry for entry in piles if "at" in entry],
        "outside": [entry for entry in piles if "at" not in entry],
        "last_placed": None,
    }
    last = named.pop("last", None)
    if last is not None:
        setup["last_placed"] = place(last) if last[0] in "(@" else last
    return {
        "format": "houserules-game/1",
        "game": "castle",
        "options": {name: option(value) for name, value in named.items()},
        "players": players,
        "setup": setup,
        "turns": [turn(text) for text in turns],
    }
