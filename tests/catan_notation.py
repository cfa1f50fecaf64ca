"""Catan in text, so that records read like the rule page.

A position: what each seat has, `0: s8 c28 r13 21-16-11 wool3 ore knight monopoly* army2`, that is a
settlement on vertex 8, a city on vertex 28, a road on edge 13 and two along the vertices 21, 16, 11; resource
cards; development cards in hand, the star for one bought in this turn; two knights played; `tokens3` for
three welfare tokens. Beside it `before the roll`, `seat 2 on turn`, `robber 11`, `4 players`,
`Longest Road 1`, `Largest Army 0`, `bank wool4`, and `set-up` for a game from its beginning. Without other
words three players sit on the beginner map, the robber is on the desert, seat 0 is on turn and has rolled.
Another map: `swap 12 15` (the terrain of two hexes), `terrain`, `tokens` (`-` for none) or `harbours` with
all of theirs, `ore*9` for nine times ore. `no setup` leaves the whole of it to the options.

Turns: `0 roll 3 4`, `0 settlement 8`, `0 road 13`, `0 road 7-12` or `0 road nowhere`, `0 city 8`,
`0 buy knight`, `2 discard wool3+ore`, `0 robber 11`, `0 steal 2 ore`, `0 draw ore`, `0 welfare ore`,
`0 offer wool for ore to 1 2`, `1 yes`, `2 no`, `0 accept 1`, `0 bank ore4 for brick`, `0 play knight`,
`0 play monopoly wool`, `0 play year_of_plenty ore2`, `0 end`; `nobody` and `nothing` where there is none.

A verdict: `legal`, or parts of the result: `hands 0: wool2+ore, 2: brick`, `bank wool19`, `points 4 2 2`,
`winner 0`, `turns 3`, `tokens 0 2 1`, `Longest Road 1`, `Largest Army none`. `not points 4 2 2` states a
misreading, which is no result of the record.
"""

from __future__ import annotations

import re
from itertools import pairwise

from corpus import Cases, Json, Notation
from naive.catan_board import BEGINNER, EDGE_OF, RESOURCES

CARDS = ("knight", "victory_point", "road_building", "year_of_plenty", "monopoly")
PIECES = {"s": "settlement", "c": "city", "r": "road"}
AWARDS = {"Longest Road": "longest_road", "Largest Army": "largest_army"}

# --- cards and pieces


def pile(text: str) -> dict[str, int]:
    """The cards of a notation like wool3+ore; what is no resource is taken as it is, for faults."""
    cards: dict[str, int] = {}
    for part in text.split("+") if text not in ("nothing", "none") else ():
        found = re.fullmatch(r"([a-z_]+)(-?\d*)", part)
        if not found:
            raise ValueError(f"no cards: {part!r}")
        cards[found[1]] = cards.get(found[1], 0) + int(found[2] or 1)
    return cards


def full(text: str) -> dict[str, int]:
    """The same with all five resources."""
    return dict.fromkeys(RESOURCES, 0) | pile(text)


def edges(text: str) -> list[int]:
    """The edges along the vertices of a notation like 21-16-11."""
    return [EDGE_OF[frozenset(ends)] for ends in pairwise(int(vertex) for vertex in text.split("-"))]


def row(text: str) -> list[str]:
    """Words in a row, each as often as its star says."""
    counted = [[*word.split("*"), "1"][:2] for word in text.split()]
    return [word for word, times in counted for _ in range(int(times))]


def seat_of(word: str) -> int | None:
    """A seat, or None for nobody."""
    return None if word in ("nobody", "none") else int(word)


# --- positions


def belongings(seat: int, words: list[str], setup: Json, knights: dict[int, int]) -> None:
    """What a seat has, word by word, put into the setup."""
    for word in words:
        name = word.rstrip("*")
        if re.fullmatch(r"[scr]\d+", word):
            setup["pieces"].append({"seat": seat, PIECES[word[0]]: int(word[1:])})
        elif re.fullmatch(r"\d+(-\d+)+", word):
            setup["pieces"] += [{"seat": seat, "road": edge} for edge in edges(word)]
        elif name in CARDS or word.endswith("*"):
            setup.setdefault("cards", []).append({"seat": seat, "card": name, "new": word.endswith("*")})
        elif re.fullmatch(r"tokens\d+", word):
            setup.setdefault("welfare_tokens", {})[seat] = int(word[6:])
        elif re.fullmatch(r"army\d+", word):
            knights[seat] = int(word[4:])
        else:
            hand = setup.setdefault("hands", {}).setdefault(seat, {})
            hand |= {card: hand.get(card, 0) + n for card, n in pile(word).items()}


def position(parts: list[str]) -> Json:
    """A position in play, or the board of a game from its beginning."""
    beginner: Json = BEGINNER
    board: Json = {name: list(beginner[name]) for name in ("terrain", "tokens", "harbours")}
    setup: Json = {"pieces": [], "to_move": 0, "rolled": True}
    players, knights, begins, nothing = 3, dict[int, int](), False, False
    for part in parts:
        first, _, rest = part.partition(" ")
        if re.fullmatch(r"\d:", first):
            belongings(int(first[:-1]), rest.split(), setup, knights)
        elif part == "before the roll":
            setup["rolled"] = False
        elif part == "set-up":
            begins = True
        elif part == "no setup":
            nothing = True
        elif first == "seat" and rest.endswith(" on turn"):
            setup["to_move"] = int(rest.split()[0])
        elif first == "robber":
            setup["robber"] = int(rest)
        elif rest == "players":
            players = int(first)
        elif first == "bank":
            setup["bank"] = full(rest)
        elif first in ("Longest", "Largest"):
            setup[AWARDS[part.rpartition(" ")[0]]] = seat_of(rest.split()[1])
        elif first == "swap":
            one, other = map(int, rest.split())
            terrain = board["terrain"]
            terrain[one], terrain[other] = terrain[other], terrain[one]
        elif first == "tokens":
            board["tokens"] = [None if word == "-" else int(word) for word in row(rest)]
        elif first in ("terrain", "harbours"):
            board[first] = row(rest)
        else:
            raise ValueError(f"no part of a position: {part!r}")
    if "hands" in setup:
        setup["hands"] = [full("none") | setup["hands"].get(seat, {}) for seat in range(players)]
    if "welfare_tokens" in setup:
        setup["welfare_tokens"] = [setup["welfare_tokens"].get(seat, 0) for seat in range(players)]
    if knights:
        setup["knights"] = [knights.get(seat, 0) for seat in range(players)]
    desert = board["terrain"].index("desert") if "desert" in board["terrain"] else 0
    board["robber"] = setup.pop("robber", desert)
    return {"players": players, "setup": {} if nothing else board if begins else board | setup}


# --- turns


def played(words: list[str]) -> Json:
    """A card and what it asks for."""
    card, *more = words
    if card == "monopoly" and more:
        return {"card": card, "resource": more[0]}
    return {"card": card, "take": pile(more[0])} if more else {"card": card}


def turn(text: str) -> Json:
    """One event of a notation like 0 roll 3 4."""
    seat, do, *words = text.split()
    entry: Json = {"seat": int(seat), "do": do}
    if do in ("yes", "no"):
        return {"seat": int(seat), "do": "answer", "yes": do == "yes"}
    if do in ("settlement", "city"):
        return entry | {"vertex": int(words[0])}
    if words == ["nowhere"]:
        return entry | {"edge": None}
    if do == "road":
        return entry | {"edge": edges(words[0])[0] if "-" in words[0][1:] else int(words[0])}
    if do in ("roll", "neutral_roll"):
        return entry | {"dice": [int(word) for word in words]}
    if do == "welfare":
        return entry | {"resource": words[0]}
    if do in ("buy", "draw"):
        return entry | {"card": words[0]}
    if do == "discard":
        return entry | {"cards": pile(words[0])}
    if do == "robber":
        return entry | {"hex": int(words[0])}
    if do == "steal":
        return entry | {"from": seat_of(words[0]), "card": words[1] if words[1:] else None}
    if do == "offer":
        return entry | {"give": pile(words[0]), "want": pile(words[2]), "to": [int(to) for to in words[4:]]}
    if do == "accept":
        return entry | {"with": seat_of(words[0])}
    if do == "bank":
        return entry | {"give": pile(words[0]), "take": pile(words[2])}
    if do == "play":
        return entry | played(words)
    if words:
        raise ValueError(f"no turn: {text!r}")
    return entry


# --- verdicts


def stated(part: str, players: int) -> Json:
    """A part of a result."""
    name, _, rest = part.partition(" ")
    if name == "tokens":
        return {"welfare_tokens": [int(word) for word in rest.split()]}
    if name == "points":
        return {"points": [int(word) for word in rest.split()]}
    if name in ("winner", "turns"):
        return {name: seat_of(rest)}
    if name == "bank":
        return {"bank": full(rest)}
    if name == "hands":
        given = dict(each.split(": ") for each in rest.split(", ")) if rest != "none" else {}
        return {"hands": [full(given.get(str(seat), "none")) for seat in range(players)]}
    return {AWARDS[part.rpartition(" ")[0]]: seat_of(part.rpartition(" ")[2])}


def verdict(parts: list[str], record: Json) -> tuple[Json, Json]:
    """The result that a record states, and the verdict on it."""
    wrong = parts[0].startswith("not ")
    result: Json = {}
    for part in [parts[0].removeprefix("not "), *parts[1:]]:
        result |= stated(part, record["players"]) if part != "legal" else {}
    if wrong:
        return {"result": result}, {"legal": False, "turn": None, "rule": "RESULT"}
    found: Json = {"legal": True, "turn": None, "rule": None}
    if "points" in result:
        found["scores"] = result["points"]
    if "winner" in result:
        found["winners"] = [] if result["winner"] is None else [result["winner"]]
    return {"result": result}, found


CATAN = Cases(Notation("catan", position, turn, verdict))
"""The corpus of Catan, and records by its notation: `CATAN.record("0: s8 r13", "0 end")`."""
