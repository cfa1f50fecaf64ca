"""The matches that are played against other programs, what came of them, and the tables that say so.

What was played lies in `results.json` beside this file, a row a match, so that the page can be written, and
checked, where no other program is installed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pages import TOP

RESULTS = Path(__file__).with_name("results.json")
VERSION = "3.2.1"
"""Of catanatron: the newest that PyPI has."""
BOTS = "c2fd80201c6cc1969a138447530747b096343f25"
"""The commit of its repository whose bot `F` works with that version."""
COMMIT = "5b73ec6378d1fcbde9361ae3816fd76a3fac789e"
"""Of carcassonne-ai: that of its newest function of value which could be had."""
PROGRAM = TOP / "build/peers/carcassonne-table"
"""A table of carcassonne-ai, made of `carcassonne_ai.rs`."""


@dataclass(frozen=True)
class Match:
    """Who sits at which table: one of `ours` among bots, or one bot among `ours`."""

    host: str
    """Whose engine it is: the name of the other program, or `houserules`."""
    players: int
    ours: str
    bot: str
    alone: str
    """Which side sits alone: `ours` or `bot`."""
    n: int
    trade: str = "none"
    """Trade between players, as our option has it; catanatron knows none."""
    game: str = "catan"

    @property
    def sides(self) -> tuple[str, str]:
        """Who sits alone, and among whom, as pages name them."""
        sides = (f"`{self.ours}`", f"`{self.bot}`")
        return sides if self.alone == "ours" else sides[::-1]


CATAN = (
    Match("catanatron", 4, "heuristic", "F", "ours", 400),
    Match("catanatron", 4, "heuristic", "F", "bot", 100),
    Match("catanatron", 4, "heuristic", "AB:2", "ours", 40),
    Match("catanatron", 2, "heuristic", "F", "ours", 200),
    Match("catanatron", 2, "heuristic", "AB:2", "ours", 30),
    Match("catanatron", 4, "greedy", "F", "ours", 40),
    Match("catanatron", 4, "novice", "F", "ours", 40),
    Match("catanatron", 4, "search:1", "F", "ours", 400),
    Match("catanatron", 4, "search:4", "F", "ours", 400),
    Match("catanatron", 4, "search:16", "F", "ours", 400),
    Match("houserules", 4, "heuristic", "F", "ours", 100),
    Match("houserules", 4, "heuristic", "F", "ours", 100, "one_for_one"),
    Match("houserules", 4, "heuristic", "F", "bot", 100, "one_for_one"),
)

CARCASSONNE = tuple(
    Match(host, 2, ours, "next_move", "ours", n, game="carcassonne")
    for host, ours, n in (
        ("carcassonne-ai", "random", 40),
        ("carcassonne-ai", "greedy", 100),
        ("carcassonne-ai", "novice", 40),
        ("carcassonne-ai", "heuristic", 300),
        ("carcassonne-ai", "search:1", 60),
        ("carcassonne-ai", "search:4", 40),
        ("carcassonne-ai", "search:16", 40),
        ("houserules", "heuristic", 200),
    )
)
MATCHES = {"catan": CATAN, "carcassonne": CARCASSONNE}
PEERS = {"catan": "catanatron", "carcassonne": "carcassonne-ai"}


@dataclass(frozen=True)
class Played:
    """What came of a game for the seat that sits alone."""

    won: bool
    decisions: int
    """Of all seats."""
    choices: int
    """Of our policy."""
    refused: int
    """Of those, what the host does not allow."""
    seen: Counter[str]
    """What the two engines see differently, by what it is."""


@dataclass(frozen=True)
class Scored(Played):
    """A game of Carcassonne, by the points that the host counts."""

    tied: bool
    mine: int
    other: int


@dataclass(frozen=True)
class Settled(Played):
    """A game of Catan."""

    settled: bool
    """A third settlement was built."""
    road: bool
    """It had the Longest Road at the end."""
    pips: tuple[int, ...]
    """Ways of 36 to roll what the first two settlements yield, by our number of a resource."""


def summed(match: Match, games: list[Any]) -> dict[str, Any]:
    """The row of a match."""
    seen = sum((game.seen for game in games), Counter[str]())
    row = asdict(match) | {
        "won": sum(game.won for game in games),
        "decisions": sum(game.decisions for game in games),
        "choices": sum(game.choices for game in games),
        "refused": sum(game.refused for game in games),
    }
    row |= _habits(games) if match.game == "catan" else _points(games)
    return row | {"seen": dict(sorted(seen.items()))}


def _habits(games: list[Settled]) -> dict[str, Any]:
    """What was built in games won and lost, and what the first settlements yield."""
    parts = [[game for game in games if game.won == won] for won in (True, False)]
    return {
        "settled": [sum(game.settled for game in part) for part in parts],
        "road": [sum(game.road for game in part) for part in parts],
        "pips": [[_sums(n) for n in zip(*(game.pips for game in part), strict=True)] for part in parts],
    }


def _points(games: list[Scored]) -> dict[str, Any]:
    """Ties, and the points of both sides."""
    return {
        "tied": sum(game.tied for game in games),
        "points": [_sums([game.mine for game in games]), _sums([game.other for game in games])],
    }


def _sums(numbers: Sequence[int]) -> list[int]:
    """Of numbers and of their squares."""
    return [sum(numbers), sum(n * n for n in numbers)]


def stored(game: str | None = None) -> list[dict[str, Any]]:
    """What was played, of one game or of all, in the order of the matches."""
    rows: list[dict[str, Any]] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    places = {match: place for place, match in enumerate(CATAN + CARCASSONNE)}
    rows.sort(key=lambda row: places.get(match_of(row), len(places)))
    return [row for row in rows if game in (None, row["game"])]


def match_of(row: dict[str, Any]) -> Match:
    """Of which match a row is."""
    return Match(**{name: row[name] for name in Match.__dataclass_fields__})


def store(row: dict[str, Any]) -> None:
    """Keep the row of a match in place of an older one."""
    rows = [other for other in stored() if match_of(other) != match_of(row)]
    lines = ",\n".join(json.dumps(kept) for kept in [*rows, row])
    RESULTS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
