"""Castle records in a notation that reads like the rule page.

A board is a text of piles: `queen/B(2,2)` is the Queen with B's token on row 2, column 2;
`queen/B+knight/C(2,2)` has a Knight on her, `thief/-(1,1)` carries no token, `siege_engine/A@N` faces wall N
and `fairy/C@out` is outside. In a turn a place is `(2,2)`, `(2,2)-1` for the card beneath the top one,
`@fairy` for a card outside, `@soldier#1` for the second of its kind there and `@N` for an engine:

    A draw
    A give soldier take spy
    A none
    A courtier(1,1): send_back (0,0)
    A mistress(3,3): move (1,1) to (3,3); move (1,1) to (4,4)
    A kings_advisor(1,1): place king(2,3): send_back (0,0); send_back (1,1) by B

`agreement` compares a verdict with what an example expects.
"""

import json
import re
from dataclasses import dataclass

SEATS = "ABCDE"
PILE = re.compile(r"([a-z_/+\-A-E]+?)(\(\d,\d\)|@[NESW]|@out)")
PLACE = re.compile(r"(?:\((\d+),(\d+)\)|@([NESW])|@(out)|@([a-z_]+?)(?:#(\d+))?)(?:-(\d+))?")
CARD = re.compile(r"([a-z_]+)(.*)")


@dataclass(frozen=True)
class Example:
    """A record, what it shows, and the part of the referee's verdict that it fixes."""

    name: str
    shows: str
    record: dict
    verdict: dict


# --- reading the notation


def seat(letter):
    """The seat of a player."""
    return SEATS.index(letter)


def place(text):
    """A place as a record names it."""
    row, col, wall, out, outside, nth, depth = PLACE.fullmatch(text).groups()
    if row is not None:
        named = {"at": [int(row), int(col)]}
    elif wall is not None:
        named = {"wall": wall}
    else:
        named = {"outside": True} if out else {"outside": outside}
    if nth is not None:
        named["nth"] = int(nth)
    return named | ({"depth": int(depth)} if depth is not None else {})


def pile(text):
    """A pile of the setup."""
    cards, where = PILE.fullmatch(text).groups()
    entry = {} if where == "@out" else place(where)
    entry["pile"] = []
    for card in cards.split("+"):
        kind, token = card.split("/")
        entry["pile"].append({"card": kind, "token": None if token == "-" else seat(token)})
    return entry


def placed(text):
    """A card with its place."""
    kind, where = CARD.fullmatch(text).groups()
    return {"card": kind} | (place(where) if where else {})


def pairs(words):
    """`A=soldier B=queen` as [[0, "soldier"], [1, "queen"]]."""
    return [[seat(word[0]), word[2:]] for word in words]


def effect(text):
    """One effect. What is none of the words below is taken as an entry in JSON."""
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
    return json.loads(text)


def effects(text):
    """Effects, divided by semicolons; those of a card placed by the King's Advisor stand behind its colon."""
    before, found, rest = text.partition("place ")
    listed = [effect(part) for part in before.split(";") if part.strip()]
    if found:
        card, _, inner = rest.partition(":")
        entry = placed(card.strip())
        listed.append({"place": entry | ({"effects": effects(inner)} if inner.strip() else {})})
    return listed


def turn(text):
    """One entry of the turns."""
    player, action = text[0], text[2:]
    if action in ("draw", "none"):
        return {"seat": seat(player), "do": action}
    if action.startswith("give "):
        _, give, _, take = action.split()
        return {"seat": seat(player), "do": "exchange", "give": give, "take": take}
    card, _, rest = action.partition(":")
    entry = {"seat": seat(player), "do": "play"} | placed(card.strip())
    return entry | ({"effects": effects(rest)} if rest.strip() else {})


def game(
    board, *turns, players=3, stocks=None, exchange="", removed="", first="A", last=None, result=None, **rest
):
    """A record. Hands go by the letter of the player (`A="queen soldier"`), all else in `rest` is an option.

    Every stock holds one Soldier unless `stocks` says otherwise, so that nobody is out by chance.
    """
    letters = SEATS[:players]
    stocks = dict.fromkeys(letters, "soldier") | (stocks or {})
    piles = [pile(word) for word in board.split()]
    setup = {
        "hands": [rest.pop(letter, "").split() for letter in letters],
        "stocks": [stocks[letter].split() for letter in letters],
        "exchange": exchange.split(),
        "removed": removed.split(),
        "first": seat(first),
        "castle": [entry for entry in piles if "at" in entry],
        "outside": [entry for entry in piles if "at" not in entry],
        "last_placed": place(last) if last and last[0] in "(@" else last,
    }
    record = {
        "format": "houserules-game/1",
        "game": "castle",
        "options": rest,
        "players": players,
        "setup": setup,
        "turns": [turn(text) for text in turns],
    }
    return record | ({"result": result} if result else {})


def changed(record, number, **parts):
    """The record with other parts in one of its entries."""
    entries = list(record["turns"])
    entries[number] = entries[number] | parts
    return record | {"turns": entries}


# --- what is expected


def gives(shelf, name, shows, record, lies="", empty="", hands=None, **verdict):
    """Shelve a legal record and what is so after it.

    `hands` goes by letter, a player who is not named is not looked at; `lies` are piles that are there just
    so and `empty` spaces that are free; `exchange` and `removed` are whole; `winners` is a word of letters.
    """
    assert name not in shelf, name
    expected = {"legal": True, "turn": None, "rule": None}
    expected["hands"] = {seat(player): sorted(cards.split()) for player, cards in (hands or {}).items()}
    expected["lies"] = [pile(word) for word in lies.split()]
    expected["empty"] = [place(word)["at"] for word in empty.split()]
    for key in ("exchange", "removed"):
        if key in verdict:
            expected[key] = sorted(verdict.pop(key).split())
    if "winners" in verdict:
        expected["winners"] = [seat(letter) for letter in verdict.pop("winners")]
    shelf[name] = Example(name, shows, record, expected | verdict)


def breaks(shelf, name, shows, record, rule, at_turn=0):
    """Shelve a record with a fault: the rule it breaks and the entry in which it does."""
    assert name not in shelf, name
    shelf[name] = Example(name, shows, record, {"legal": False, "turn": at_turn, "rule": rule})


def agreement(verdict, expected):
    """What of a verdict is not as expected, as a list; a verdict need not tell where every card lies."""
    wrong = [
        f"{key}: {verdict[key]}, not {value}"
        for key, value in expected.items()
        if key not in ("hands", "lies", "empty") and key in verdict and verdict[key] != value
    ]
    for player, cards in expected.get("hands", {}).items() if "hands" in verdict else ():
        found = verdict["hands"][player]
        if (sorted(found) if isinstance(found, list) else found) != (
            cards if isinstance(found, list) else len(cards)
        ):
            wrong.append(f"hand of {SEATS[player]}: {found}, not {cards}")
    if "castle" in verdict:
        there = verdict["castle"] + verdict["outside"]
        for entry in expected.get("lies", ()):
            if not any(lies_so(other, entry) for other in there):
                wrong.append(f"{entry} does not lie so")
        taken = [entry["at"] for entry in verdict["castle"]]
        wrong += [f"{space} is not free" for space in expected.get("empty", ()) if space in taken]
    return wrong


def lies_so(found, entry):
    """Is this the pile, in its place?"""
    same_place = all(found.get(key) == entry.get(key) for key in ("at", "wall"))
    return same_place and found["pile"] == entry["pile"]
