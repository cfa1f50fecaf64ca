"""Carcassonne and Star Wars Carcassonne in text, so that records read like the rule page.

A position: tiles as `D(0,0)r0` (at x, y, turned clockwise so many quarters), each with the meeples that stand
on it, `0:road0` one of seat 0 on the first road of the tile, `1:big-planet0` a big one. Without any the start
tile lies alone. Beside them `3 players` or the colours `red black white` by seat (else there are two), and
`in play`: the game goes on, nothing is scored at the end.

Turns: `0: E(0,1)r2 city0` a tile and the meeple placed on it, `attack(0,0)` or `big-attack(0,0)` on a planet
beside it, `-C` a tile that was drawn before and fitted nowhere. `fight 0=4 1=2,4 / 0=6 1=1,1` is a battle,
its rolls divided by slashes; a turn may have several. Of tiles in hand: `hands=V,E/U,U` as they are dealt,
`hand=U,V` one that is taken up in place of another, or what a seat has, and `+W` the tile drawn in the end.
`own` says that the tile is a cloister of one's own.

A verdict: `0: city 4 farm 3; 1: road 3`, the points of the seats that have any by their source, or `nothing`;
`wins 0 1` who has won, `wins nobody` while the game goes on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from corpus import Cases, Json, Notation

TILE = re.compile(r"([\w-]+)\((-?\d+),(-?\d+)\)r(\d)")
MEEPLE = re.compile(r"(?:(?P<seat>\d):)?(?P<big>big-)?(?P<on>[a-z]+)(?P<segment>\d)")
ATTACK = re.compile(r"(?P<big>big-)?attack\((?P<x>-?\d+),(?P<y>-?\d+)\)")
COLOURS = {"red", "black", "orange", "green", "white"}


def fitting(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    """The match of a word, or an error that names it."""
    found = pattern.fullmatch(text)
    if not found:
        raise ValueError(f"not to be read: {text!r}")
    return found


def tile(text: str) -> Json:
    """The tile of a notation like D(0,0)r0."""
    name, x, y, rotation = fitting(TILE, text).groups()
    return {"tile": name, "at": [int(x), int(y)], "rotation": int(rotation)}


def meeple(text: str, sizes: bool) -> Json:
    """The meeple of a notation like 0:road0, big-planet0 or attack(0,0)."""
    if "attack(" in text:
        found = fitting(ATTACK, text)
        entry: Json = {"on": "planet", "at": [int(found["x"]), int(found["y"])]}
    else:
        found = fitting(MEEPLE, text)
        entry = {"on": found["on"], "segment": int(found["segment"])}
        if found["seat"]:
            entry["seat"] = int(found["seat"])
    return entry | ({"size": "big" if found["big"] else "small"} if sizes else {})


def battle(text: str) -> Json:
    """A battle by its rolls, each seat=dice."""
    rolls = [dict(word.split("=") for word in roll.split()) for roll in text.split("/")]
    return {
        "rolls": [{seat: [int(die) for die in dice.split(",")] for seat, dice in r.items()} for r in rolls]
    }


def tile_corpus(game: str, sources: Sequence[str], sizes: bool) -> Cases:
    """The corpus of a game of tiles; `sizes` says whether its meeples have any."""

    def position(parts: list[str]) -> Json:
        found: Json = {"players": 2}
        for part in parts:
            words = part.split()
            if part == "in play":
                found["final"] = False
            elif words[1:] == ["players"]:
                found["players"] = int(words[0])
            elif set(words) <= COLOURS:
                found |= {"players": len(words), "options": {"colours": words}}
            else:
                found["setup"] = lay(part)
        return found

    def lay(text: str) -> list[Json]:
        setup: list[Json] = []
        for word in text.split():
            if "(" in word:
                setup.append(tile(word))
            else:
                setup[-1].setdefault("meeples", []).append(meeple(word, sizes))
        return setup

    def turn(text: str) -> Json:
        seat, _, rest = text.partition(":")
        deeds, *fights = rest.split(" fight ")
        entry: Json = {"seat": int(seat), "tile": None, "meeple": None}
        for word in deeds.split():
            if word.startswith("-"):
                entry.setdefault("discarded", []).append(word.removeprefix("-"))
            elif word.startswith("+"):
                entry["drawn"] = word.removeprefix("+")
            elif word.startswith("hands="):
                hands = word.removeprefix("hands=").split("/")
                entry["hands"] = [hand.split(",") if hand else [] for hand in hands]
            elif word.startswith("hand="):
                entry["hand"] = word.removeprefix("hand=").split(",")
            elif word == "own":
                entry["own"] = True
            elif ")r" in word:
                entry |= tile(word)
            else:
                entry["meeple"] = meeple(word, sizes)
        return entry | ({"battles": [battle(each) for each in fights]} if fights else {})

    def verdict(parts: list[str], record: Json) -> tuple[Json, Json]:
        earned = [dict.fromkeys(sources, 0) for _ in range(record["players"])]
        found: Json = {"legal": True, "turn": None, "rule": None}
        for part in parts:
            if part.startswith("wins "):
                words = part.split()[1:]
                found["winners"] = [int(word) for word in words if word != "nobody"]
            elif part != "nothing":
                seat, _, rest = part.partition(": ")
                words = rest.split()
                for source, points in zip(words[::2], words[1::2], strict=True):
                    if source not in sources:
                        raise ValueError(f"no source of points: {source!r}")
                    earned[int(seat)][source] = int(points)
        scores = [sum(seat.values()) for seat in earned]
        return {}, found | {"scores": scores, "by_source": earned}

    return Cases(Notation(game, position, turn, verdict))


CARCASSONNE = tile_corpus("carcassonne", ("city", "road", "cloister", "farm"), sizes=False)
STARWARS = tile_corpus("starwars", ("route", "asteroid", "planet", "battle_loss", "battle_tie"), sizes=True)
"""The corpora, and records by their notation: `CARCASSONNE.record("D(0,0)r0", "0: E(0,1)r2 city0")`."""
