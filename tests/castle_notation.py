"""Castle in text, so that records read like the rule page.

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

Below a heading of the corpus, which begins with the numbers of rules or of an example of the rule page, stand

      given dragon/B+knight/C@out spy/B(1,1); A: archer witch           the position
      CA-78 forbids A archer(0,0): send_back @dragon-1                  a turn that breaks a rule
      ways A archer(0,0): send_back @dragon                             all ways to go on, or `12 ways`
      places witch: (0,0) (0,5) (5,0) (5,5)                             all places of a card, or `4 places`
      actions archer witch draw                                         cards that can be played, and all else
      when A archer(0,0): send_back @dragon / A draw                    turns that are played
      then dragon/B@out; C: knight; exchange: -; acts: B                what is so then
      or A draw                                                         other turns from the position given

`then` names piles that lie just so, hands, `free` spaces, `exchange`, `removed`, `turns`, who `acts`, and
`wins: AC blocked` with the reason, or `goes on` while nobody has won; what is not named is not looked at.
Every turn but a forbidden one is legal. `forbids`, `ways`, `places` and `actions` speak of the position that
the lines above have led to.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from corpus import Corpus, Entry, Example, Json, told, value_of

SEATS = "ABCDE"
PILE = re.compile(r"([a-z_/+\-A-E]+?)(\(\d,\d\)|@[NESW]|@out)")
PLACE = re.compile(r"(?:\((\d+),(\d+)\)|@([NESW])|@(out)|@([a-zA-Z_]+?)(?:#(\d+))?)(?:-(\d+))?")
LEGALITY = ("legal", "turn", "rule")
RULE = re.compile(r"(?:EX-)?CA-V?\d+")
CARD = re.compile(r"([a-z_]+)(.*)")

# --- a position


def seat(letter: str) -> int:
    """The seat of a player."""
    return SEATS.index(letter)


def place(text: str) -> Json:
    """A place as a record names it."""
    found = PLACE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no place")
    row, col, wall, out, outside, nth, depth = found.groups()
    named: Json
    if row is not None:
        named = {"at": [int(row), int(col)]}
    elif wall is not None:
        named = {"wall": wall}
    else:
        named = {"outside": True} if out else {"outside": outside}
    if nth is not None:
        named["nth"] = int(nth)
    return named | ({"depth": int(depth)} if depth is not None else {})


def pile(text: str) -> Json:
    """A pile of a setup, the lowest card first."""
    found = PILE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no pile")
    cards, where = found.groups()
    entry: Json = {} if where == "@out" else place(where)
    entry["pile"] = []
    for card in cards.split("+"):
        kind, token = card.split("/")
        entry["pile"].append({"card": kind, "token": None if token == "-" else seat(token)})
    return entry


def parts(text: str) -> tuple[list[Json], dict[str, str]]:
    """The piles of a text and its named parts; what is empty is written ``-``."""
    piles: list[Json] = []
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


# --- turns


def placed(text: str) -> Json:
    """A card with its place."""
    found = CARD.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no card with its place")
    kind, where = found.groups()
    return {"card": kind} | (place(where) if where else {})


def pairs(words: list[str]) -> list[list[Any]]:
    """`A=soldier B=queen` as [[0, "soldier"], [1, "queen"]]."""
    return [[seat(word[0]), word[2:]] for word in words]


def effect(text: str) -> Json:
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


def effects(text: str) -> list[Json]:
    """Effects, divided by semicolons; those of a card placed by the King's Advisor stand behind its colon."""
    before, found, rest = text.partition("place ")
    listed = [effect(part) for part in before.split(";") if part.strip()]
    if found:
        card, _, inner = rest.partition(":")
        entry = placed(card.strip())
        listed.append({"place": entry | ({"effects": effects(inner)} if inner.strip() else {})})
    return listed


def turn(text: str) -> Json:
    """One entry of the turns. What could not be written otherwise is an object in JSON."""
    if text.startswith("{"):
        return json.loads(text)
    player, action = text[0], text[2:]
    if action in ("draw", "none"):
        return {"seat": seat(player), "do": action}
    if action.startswith("give "):
        _, give, _, take = action.split()
        return {"seat": seat(player), "do": "exchange", "give": give, "take": take}
    card, _, rest = action.partition(":")
    entry = {"seat": seat(player), "do": "play"} | placed(card.strip())
    return entry | ({"effects": effects(rest)} if rest.strip() else {})


def game(position: str, *turns: str) -> Json:
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
        "options": {name: value_of(value) for name, value in named.items()},
        "players": players,
        "setup": setup,
        "turns": [turn(text) for text in turns],
    }


# --- what is so, and what can be done


def verdict(text: str) -> Json:
    """The parts of a verdict that are fixed."""
    goes_on = "goes on" in text
    piles, named = parts(text.replace("goes on", "nothing"))
    found: Json = {"lies": piles}
    if goes_on:
        found |= {"winners": [], "reason": None}
    for name, value in named.items():
        if name in SEATS:
            found.setdefault("hands", {})[seat(name)] = sorted(value.split())
        elif name == "free":
            found["free"] = [place(word)["at"] for word in value.split()]
        elif name in ("exchange", "removed"):
            found[name] = sorted(value.split())
        elif name == "wins":
            letters, reason = value.split()
            found |= {"winners": [seat(letter) for letter in letters], "reason": reason}
        elif name == "turns":
            found[name] = int(value)
        elif name == "acts":
            found[name] = seat(value)
        else:
            raise ValueError(f"{name!r} says nothing about a position")
    return found


def ways(text: str) -> tuple[Json, int | list[Json]]:
    """A head, and all entries that begin with it or their number."""
    head, _, rest = text.partition(":")
    begun = turn(head)
    if number := re.fullmatch(r"(\d+) ways", rest.strip()):
        return begun, int(number.group(1))
    listed = [effects("" if way.strip() == "nothing" else way) for way in rest.split("|")]
    return begun, [begun | ({"effects": way} if way else {}) for way in listed]


def places(text: str) -> tuple[str, int | list[Json]]:
    """A card, and all its places or their number."""
    card, _, rest = text.partition(":")
    if number := re.fullmatch(r"(\d+) places", rest.strip()):
        return card, int(number.group(1))
    return card, [place(word) for word in rest.split()]


ASKED: dict[str, Callable[[str], Any]] = {
    "ways": ways,
    "places": places,
    "actions": lambda text: sorted(text.split()),
}


def agreement(found: Json, wanted: Json) -> list[str]:
    """What of a verdict is not as it is wanted, as lines of text."""
    wrong = [f"{key}: {found[key]}, not {wanted[key]}" for key in LEGALITY if found[key] != wanted[key]]
    if wrong or not found["legal"]:
        return wrong
    there = found["castle"] + found["outside"]
    wrong = [f"{entry} does not lie so" for entry in wanted.get("lies", ()) if not lies_so(entry, there)]
    for player, cards in wanted.get("hands", {}).items():
        if found["hands"][player] != cards:
            wrong.append(f"hand of {SEATS[player]}: {found['hands'][player]}, not {cards}")
    taken = [entry["at"] for entry in found["castle"]]
    wrong += [f"{space} is not free" for space in wanted.get("free", ()) if space in taken]
    return wrong + [
        f"{key}: {found[key]}, not {value}"
        for key, value in wanted.items()
        if key not in ("hands", "lies", "free") and found[key] != value
    ]


def lies_so(entry: Json, there: list[Json]) -> bool:
    """Is this pile there, in its place?"""
    return any(
        found["pile"] == entry["pile"] and all(found.get(key) == entry.get(key) for key in ("at", "wall"))
        for found in there
    )


# --- the corpus


class CastleCorpus(Corpus):
    """Entries are named by their whole headings, as several speak of one rule."""

    heading = re.compile(r"(?P<name>\S.*?: (?P<shows>.*))")

    def read(self, entry: Entry) -> list[Example]:
        """What is claimed of each position."""
        made: list[Example] = []
        given = ""
        turns: list[str] = []
        legal = {"legal": True, "turn": None, "rule": None}
        for where, line in entry.steps():
            word, _, text = line.partition(" ")
            with told(where, line):
                if word == "given":
                    given = text
                    game(given)
                elif word in ("when", "or"):
                    turns = (turns if word == "when" else []) + text.split(" / ")
                    made.append(Example(where, entry.shows, game(given, *turns), legal))
                elif word == "then" and made and len(made[-1].record["turns"]) == len(turns) > 0:
                    made[-1] = Example(where, entry.shows, made[-1].record, legal | verdict(text))
                elif word == "then":
                    made.append(Example(where, entry.shows, game(given, *turns), legal | verdict(text)))
                elif RULE.fullmatch(word):
                    broken = {"legal": False, "turn": len(turns), "rule": word}
                    tried = text.removeprefix("forbids ")
                    made.append(Example(where, entry.shows, game(given, *turns, tried), broken))
                else:
                    asks = word, ASKED[word](text)
                    made.append(Example(where, entry.shows, game(given, *turns), legal, asks=asks))
        return made

    def played(self) -> list[Example]:
        """All that is said of turns, and not of what can be done after them."""
        return [example for example in self.every() if example.asks is None]


CASTLE = CastleCorpus("castle")
