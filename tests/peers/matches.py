"""The matches that are played against other programs, what came of them, and the tables that say so.

What was played lies in `results.json` beside this file, a row a match, so that the page can be written, and
checked, where no other program is installed.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).with_name("results.json")
VERSION = "3.2.1"
"""Of catanatron."""


@dataclass(frozen=True)
class Match:
    """Who sits at which table: one of `ours` among bots, or one bot among `ours`."""

    host: str
    """Whose engine it is: `catanatron`, or `houserules`."""
    players: int
    ours: str
    bot: str
    alone: str
    """Which side sits alone: `ours` or `bot`."""
    n: int
    trade: str = "none"
    """Trade between players, as our option has it; catanatron knows none."""

    @property
    def words(self) -> str:
        """Who sits alone, and among whom."""
        sides = (f"`{self.ours}`", f"`{self.bot}`")
        one, others = sides if self.alone == "ours" else sides[::-1]
        return f"{one} | {self.players - 1} {others}"


CATAN = (
    Match("catanatron", 4, "heuristic", "F", "ours", 200),
    Match("catanatron", 4, "heuristic", "F", "bot", 100),
    Match("catanatron", 4, "heuristic", "AB:2", "ours", 12),
    Match("catanatron", 2, "heuristic", "F", "ours", 100),
    Match("catanatron", 2, "heuristic", "AB:2", "ours", 30),
    Match("catanatron", 4, "greedy", "F", "ours", 40),
    Match("catanatron", 4, "novice", "F", "ours", 40),
    Match("catanatron", 4, "search:1", "F", "ours", 100),
    Match("catanatron", 4, "search:4", "F", "ours", 60),
    Match("houserules", 4, "heuristic", "F", "ours", 100),
    Match("houserules", 4, "heuristic", "F", "ours", 100, "one_for_one"),
    Match("houserules", 4, "heuristic", "F", "bot", 100, "one_for_one"),
)


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
    settled: bool
    """A third settlement was built."""
    road: bool
    """It had the Longest Road at the end."""
    pips: tuple[int, ...]
    """Ways of 36 to roll what the first two settlements yield, by our number of a resource."""
    seen: Counter[str]
    """What the two engines see differently, by what it is."""


def summed(match: Match, games: list[Played]) -> dict[str, Any]:
    """The row of a match."""
    seen = sum((game.seen for game in games), Counter[str]())
    won = [game for game in games if game.won]
    lost = [game for game in games if not game.won]
    return asdict(match) | {
        "won": len(won),
        "decisions": sum(game.decisions for game in games),
        "choices": sum(game.choices for game in games),
        "refused": sum(game.refused for game in games),
        "settled": [sum(game.settled for game in part) for part in (won, lost)],
        "road": [sum(game.road for game in part) for part in (won, lost)],
        "pips": [
            [[sum(n), sum(m * m for m in n)] for n in zip(*(game.pips for game in part), strict=True)]
            for part in (won, lost)
        ],
        "seen": dict(sorted(seen.items())),
    }


def stored() -> list[dict[str, Any]]:
    """What was played, in the order of the matches."""
    rows: list[dict[str, Any]] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    return sorted(rows, key=lambda row: CATAN.index(match_of(row)) if match_of(row) in CATAN else len(CATAN))


def match_of(row: dict[str, Any]) -> Match:
    """Of which match a row is."""
    return Match(**{name: row[name] for name in Match.__dataclass_fields__})


def store(row: dict[str, Any]) -> None:
    """Keep the row of a match in place of an older one."""
    rows = [other for other in stored() if match_of(other) != match_of(row)]
    lines = ",\n".join(json.dumps(kept) for kept in [*rows, row])
    RESULTS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
