"""The examples of Castle: texts under corpus/ that say what is so after some turns, and what can be done.

An entry is a heading, not indented, and a few indented lines; a line that begins deeper goes on with the one
before. Headings begin with the numbers of the rules or with that of an example of the rule page. Positions
and turns are in the notation of castle_notation.py.

    CA-104, CA-64: the Archer hits the top card of a pile outside       # a remark
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

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from castle_notation import SEATS, Data, effects, game, parts, place, seat, turn

FILES = sorted((Path(__file__).parent / "corpus").glob("castle_*.txt"))
RULE = re.compile(r"(?:EX-)?CA-V?\d+")


@dataclass(frozen=True)
class Claim:
    """What the corpus says of a record. `kind` is then, forbids, ways, places or actions."""

    where: str
    """File and line."""
    kind: str
    record: Data
    said: Any
    """By kind: the parts of a verdict; a rule; a head and its entries; a card and its places; names."""


def headings() -> list[str]:
    """The headings of all entries; no two are alike."""
    found = [line for path in FILES for _, line in lines(path) if is_heading(line)]
    assert len(set(found)) == len(found), [name for name in found if found.count(name) > 1]
    return found


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, without remarks."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = re.sub(r"(^| +)# .*", "", line).rstrip()
        if text:
            yield number, text


def is_heading(line: str) -> bool:
    """An entry begins here."""
    return not line.startswith(" ")


@cache
def claims() -> dict[str, list[Claim]]:
    """What is claimed under each heading."""
    found: dict[str, list[Claim]] = {}
    for path in FILES:
        for heading, steps in entries(path).items():
            found[heading] = read_entry(path.name, steps)
    return found


def every_claim(*kinds: str) -> list[Claim]:
    """All claims of some kinds."""
    return [claim for listed in claims().values() for claim in listed if claim.kind in kinds]


def rules_of(heading: str) -> list[str]:
    """The numbers with which a heading begins, and of the rules that the entry finds broken."""
    named = RULE.findall(heading.partition(":")[0])
    return named + [claim.said for claim in claims()[heading] if claim.kind == "forbids"]


def entries(path: Path) -> dict[str, list[tuple[int, str]]]:
    """The lines below each heading, with those that go on joined."""
    found: dict[str, list[tuple[int, str]]] = {}
    heading = ""
    for number, line in lines(path):
        if is_heading(line):
            heading = line
            found[heading] = []
        elif line.startswith("    "):
            first, above = found[heading][-1]
            found[heading][-1] = first, f"{above} {line.strip()}"
        else:
            found[heading].append((number, line.strip()))
    return found


def read_entry(file: str, steps: list[tuple[int, str]]) -> list[Claim]:
    """The claims of an entry; ValueError names the line that cannot be read."""
    found: list[Claim] = []
    given = ""
    turns: list[str] = []
    for number, step in steps:
        where = f"{file}:{number}"
        word, _, text = step.partition(" ")
        try:
            if word == "given":
                given = text
                game(given)
            elif word in ("when", "or"):
                turns = (turns if word == "when" else []) + text.split(" / ")
                found.append(Claim(where, "then", game(given, *turns), {}))
            elif word == "then" and found and len(found[-1].record["turns"]) == len(turns) > 0:
                found[-1] = Claim(where, "then", found[-1].record, expected(text))
            elif RULE.fullmatch(word):
                tried = text.removeprefix("forbids ")
                found.append(Claim(where, "forbids", game(given, *turns, tried), word))
            else:
                found.append(Claim(where, word, game(given, *turns), READERS[word](text)))
        except (ValueError, KeyError, IndexError) as fault:
            raise ValueError(f"{where}: cannot read {step!r}: {fault}") from fault
    return found


# --- what is claimed


def expected(text: str) -> Data:
    """The parts of a verdict that are fixed."""
    goes_on = "goes on" in text
    piles, named = parts(text.replace("goes on", "nothing"))
    found: Data = {"lies": piles}
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


def ways(text: str) -> tuple[Data, int | list[Data]]:
    """A head, and all entries that begin with it or their number."""
    head, _, rest = text.partition(":")
    begun = turn(head)
    if number := re.fullmatch(r"(\d+) ways", rest.strip()):
        return begun, int(number.group(1))
    listed = [effects("" if way.strip() == "nothing" else way) for way in rest.split("|")]
    return begun, [begun | ({"effects": way} if way else {}) for way in listed]


def places(text: str) -> tuple[str, int | list[Data]]:
    """A card, and all its places or their number."""
    card, _, rest = text.partition(":")
    if number := re.fullmatch(r"(\d+) places", rest.strip()):
        return card, int(number.group(1))
    return card, [place(word) for word in rest.split()]


READERS: dict[str, Callable[[str], Any]] = {
    "then": expected,
    "ways": ways,
    "places": places,
    "actions": lambda text: sorted(text.split()),
}


def agreement(verdict: Data, wanted: Data) -> list[str]:
    """What of a verdict on a legal record is not as it is wanted, as lines of text."""
    there = verdict["castle"] + verdict["outside"]
    wrong = [f"{entry} does not lie so" for entry in wanted.get("lies", ()) if not lies_so(entry, there)]
    for player, cards in wanted.get("hands", {}).items():
        if verdict["hands"][player] != cards:
            wrong.append(f"hand of {SEATS[player]}: {verdict['hands'][player]}, not {cards}")
    taken = [entry["at"] for entry in verdict["castle"]]
    wrong += [f"{space} is not free" for space in wanted.get("free", ()) if space in taken]
    return wrong + [
        f"{key}: {verdict[key]}, not {value}"
        for key, value in wanted.items()
        if key not in ("hands", "lies", "free") and verdict[key] != value
    ]


def lies_so(entry: Data, there: list[Data]) -> bool:
    """Is this pile there, in its place?"""
    return any(
        found["pile"] == entry["pile"] and all(found.get(key) == entry.get(key) for key in ("at", "wall"))
        for found in there
    )
