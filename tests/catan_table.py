"""Catan records by a short notation, so that examples read like the rule page.

    begin("0 settlement 8; 0 road 13; ...")            a game from its set-up on
    after(lies("0: s8 r13 / 1: c41"), "0 roll 3 4")    a game from a position in play on

Pieces: `s8` a settlement on vertex 8, `c8` a city, `r13` a road on edge 13; roads may also be written as the
vertices they join, `21-16-11`. Resource cards: `wool3+ore`. Cards of a seat: `knight monopoly*`, the star for
one bought in this turn. A slash ends what belongs to a seat.

Events, each after its seat: `roll 3 4`, `settlement 8`, `road 13`, `city 8`, `buy knight`, `end`,
`discard wool3+ore`, `robber 11`, `steal 2 ore`, `offer wool for ore to 1 2`, `yes`, `no`, `accept 1`,
`bank ore4 for brick`, `play knight`, `play monopoly wool`, `play year_of_plenty ore2`; `nobody` and `nothing`
where there is none.
"""

import re
from itertools import pairwise

from naive.catan_board import BEGINNER, EDGE_OF, RESOURCES

# --- cards and pieces


def pile(text):
    """The cards of a notation like wool3+ore."""
    cards = {}
    for part in text.split("+") if text != "nothing" else ():
        resource, count = re.fullmatch(r"([a-z_]+)(-?\d*)", part).groups()
        cards[resource] = cards.get(resource, 0) + int(count or 1)
    return cards


def full(text):
    """The same with all five resources."""
    return dict.fromkeys(RESOURCES, 0) | pile(text)


def by_seat(text):
    """What belongs to each seat in a notation like 0: a b / 2: c."""
    parts = [part.split(":") for part in text.split("/") if part.strip()]
    return {int(seat): words.split() for seat, words in parts}


def hands(text, players=3):
    """A hand for each seat."""
    given = by_seat(text)
    return [full(given[seat][0]) if seat in given else full("nothing") for seat in range(players)]


def path(text):
    """The edges along the vertices of a notation like 21-16-11."""
    walk = [int(vertex) for vertex in text.split("-")]
    return [EDGE_OF[frozenset(ends)] for ends in pairwise(walk)]


def pieces(text):
    """The pieces of each seat, in the form of the records."""
    found = []
    for seat, words in by_seat(text).items():
        for word in words:
            kind = {"s": "settlement", "c": "city", "r": "road"}.get(word[0])
            if kind:
                found.append({"seat": seat, kind: int(word[1:])})
            else:
                found += [{"seat": seat, "road": edge} for edge in path(word)]
    return found


# --- the board


def board(terrain=None, tokens=None, harbours=None, swap=()):
    """The beginner map, or parts of another; `swap` exchanges the terrain of two of its hexes."""
    names = list(BEGINNER["terrain"]) if terrain is None else terrain.split()
    if swap:
        one, other = swap
        names[one], names[other] = names[other], names[one]
    return {
        "terrain": names,
        "tokens": list(BEGINNER["tokens"]) if tokens is None else tokens,
        "harbours": list(BEGINNER["harbours"]) if harbours is None else harbours.split(),
    }


def lies(lying="", held="", cards="", knights=None, players=3, to_move=0, rolled=True, on=None, **parts):
    """A position in play; the robber is on the desert unless `robber` is given."""
    setup = dict(on or board())
    setup["robber"] = parts.pop("robber", setup["terrain"].index("desert"))
    setup |= {"pieces": pieces(lying), "to_move": to_move, "rolled": rolled}
    if held:
        setup["hands"] = hands(held, players)
    if cards:
        setup["cards"] = [
            {"seat": seat, "card": word.rstrip("*"), "new": word.endswith("*")}
            for seat, words in by_seat(cards).items()
            for word in words
        ]
    if knights:
        setup["knights"] = [int(number) for number in knights.split()]
    return setup | parts


# --- events


def event(text):
    """One event of a notation like 0 roll 3 4."""
    seat, do, *words = text.split()
    if do in ("yes", "no"):
        return {"seat": int(seat), "do": "answer", "yes": do == "yes"}
    return {"seat": int(seat), "do": do} | CONTENTS.get(do, lambda words: {})(words)


def seat_of(word):
    """A seat, or None for nobody."""
    return None if word == "nobody" else int(word)


def played(words):
    """A card and what it asks for."""
    card, *more = words
    if card == "monopoly":
        return {"card": card, "resource": more[0]}
    return {"card": card, "take": pile(more[0])} if more else {"card": card}


CONTENTS = {
    "settlement": lambda words: {"vertex": int(words[0])},
    "city": lambda words: {"vertex": int(words[0])},
    "road": lambda words: {"edge": int(words[0])},
    "roll": lambda words: {"dice": [int(word) for word in words]},
    "buy": lambda words: {"card": words[0]},
    "discard": lambda words: {"cards": pile(words[0])},
    "robber": lambda words: {"hex": int(words[0])},
    "steal": lambda words: {"from": seat_of(words[0]), "card": words[1] if words[1:] else None},
    "offer": lambda words: {
        "give": pile(words[0]),
        "want": pile(words[2]),
        "to": [int(word) for word in words[4:]],
    },
    "accept": lambda words: {"with": seat_of(words[0])},
    "bank": lambda words: {"give": pile(words[0]), "take": pile(words[2])},
    "play": played,
}


def events(text):
    """Events in a row, with semicolons between them."""
    return [event(part) for part in text.split(";") if part.strip()]


# --- records


def after(setup, text="", players=3, **options):
    """A record of what happens from a setup on."""
    return {
        "format": "houserules-game/1",
        "game": "catan",
        "options": options,
        "players": players,
        "setup": setup,
        "turns": events(text) if isinstance(text, str) else text,
    }


def begin(text, players=3, on=None, **options):
    """A record of a game from its set-up on, by default on the beginner map."""
    setup = on or board()
    return after(setup | {"robber": setup["terrain"].index("desert")}, text, players, **options)


def with_event(record, number, **parts):
    """The record with other parts in one of its events; a part that is None is left out."""
    turns = list(record["turns"])
    changed = turns[number] | parts
    turns[number] = {name: value for name, value in changed.items() if value is not None}
    return record | {"turns": turns}


def stated(players, **parts):
    """A stated result: `hands` and `bank` by their notation, everything else as it is."""
    found = dict(parts)
    if "hands" in found:
        found["hands"] = hands(found["hands"], players)
    if "bank" in found:
        found["bank"] = full(found["bank"])
    return found
