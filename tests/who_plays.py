"""Ten findings at several rungs of the ladder: what depends on who plays. Writes docs/who-plays.md.

    python tests/who_plays.py [--page] [KEY ...]

asks what `QUESTIONS` names, below build/who-plays, where games are kept and used again. What was found is
kept in who_plays.json; the page is written from that, and with `--page` nothing is played.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pages import DOCS, TOP, write_part

from analyses.estimates.estimate import Estimate
from analyses.questions.strength import MOVES, SETTLED
from simulate.io.console import note

PAGE = DOCS / "who-plays.md"
RESULTS = Path(__file__).with_name("who_plays.json")
FOLDER = TOP / "build" / "who-plays"

RUNGS = ("greedy", "novice", "heuristic", "search:1", "search:4")
BEYOND = "search:16"
"""Plays in the three findings that most people ask for."""


@dataclass(frozen=True)
class Question:
    """A finding, and the command that asks it."""

    text: str
    words: str
    finding: str
    """Its name in tables/strength.csv."""
    n: int
    """Games of the fast rungs; slower ones play fewer, as `--strength` has it."""
    best_known: bool = False
    """Whether `BEYOND` plays too: it needs many more games to settle anything, so it stands apart."""

    @property
    def commands(self) -> list[str]:
        """What a reader types."""
        rungs = [RUNGS, (*RUNGS, BEYOND)] if self.best_known else [RUNGS]
        return [f"simulate {self.words} --n {self.n} --strength {','.join(each)}" for each in rungs]

    @property
    def game(self) -> str:
        """Which game it is about."""
        return self.words.split("--game ")[1].split()[0]


FARMS = "points a player from farms"
TURNS = "turns a game"
QUESTIONS = {
    "first-printing": Question(
        "The farms of the first printing?",
        "compare --game carcassonne --preset old --measure points_from_farms",
        FARMS, 64_000,
    ),
    "who-begins": Question(
        "Does it help to begin?",
        "study seats --game carcassonne --players 2",
        "wins over an even share, plays first", 200_000,
    ),
    "one-die": Question(
        "One die a fighter: what do battles pay?",
        "compare --game starwars --rule dice_cap=1 --measure points_from_battles",
        "points a player from battles", 64_000, best_known=True,
    ),
    "losers": Question(
        "No points for losers of a battle?",
        "compare --game starwars --rule loser_die_points=0 --measure points_from_battles",
        "points a player from battles", 48_000,
    ),
    "big-meeple": Question(
        "A big meeple that fights like a small one?",
        "compare --game starwars --rule big_meeple_dice=1 --measure points_from_battles",
        "points a player from battles", 48_000,
    ),
    "no-robber": Question(
        "No robber?",
        "compare --game catan --rule robber=false --measure turns",
        TURNS, 60_000, best_known=True,
    ),
    "nine-points": Question(
        "Nine points to win?",
        "compare --game catan --rule points_to_win=9 --measure turns",
        TURNS, 38_000, best_known=True,
    ),
    "no-trade": Question(
        "No trade between players?",
        "compare --game catan --rule trade=none --measure turns",
        TURNS, 60_000,
    ),
    "city-first": Question(
        "A city to begin with?",
        "compare --game catan --rule setup_second=city --measure turns",
        TURNS, 76_000,
    ),
    "three-actions": Question(
        "Three actions a turn?",
        "compare --game castle --rule actions=3 --measure turns",
        TURNS, 40_000,
    ),
}  # fmt: skip


def ask(key: str) -> dict[str, Any]:
    """The finding at every rung, as tables/strength.csv of its answer has it."""
    question = QUESTIONS[key]
    FOLDER.mkdir(parents=True, exist_ok=True)
    program = Path(sys.executable).with_name("simulate")
    found: list[list[dict[str, str]]] = []
    for command in question.commands:
        out = f"answers/{key}-{len(found)}"
        words = [*command.split()[1:], "--out", out]
        subprocess.run([program, *words], cwd=FOLDER, check=True, stdout=subprocess.DEVNULL)
        with (FOLDER / out / "tables" / "strength.csv").open(encoding="utf-8") as file:
            found.append([row for row in csv.DictReader(file) if row["finding"] == question.finding])
    return {"rungs": found[0], "beyond": [row for row in found[-1] if row["rung"] == BEYOND]}


def table_of(game: str, found: Mapping[str, Any]) -> Iterator[str]:
    """What the questions about a game find, a row a rung; below, whether it depends on who plays."""
    keys = [key for key, question in QUESTIONS.items() if question.game == game]
    asked = [QUESTIONS[key] for key in keys]
    yield "| who plays | " + " | ".join(question.text for question in asked) + " |"
    yield "|---" * (1 + len(keys)) + "|"
    for rung in (*RUNGS, BEYOND):
        cells = [cell_of(found[key]["rungs"] + found[key]["beyond"], rung) for key in keys]
        if any(cells):
            yield f"| `{rung}` | " + " | ".join(cells) + " |"
    rows = [found[key]["rungs"] for key in keys]
    yield "| too small to matter | " + " | ".join(map(margin_of, rows)) + " |"
    yield f"| does it depend on who plays, up to `{RUNGS[-1]}`? | " + " | ".join(map(mark_of, rows)) + " |"


def cell_of(rows: Sequence[Mapping[str, str]], rung: str) -> str:
    """The change at a rung, with its interval and the games of each rule; nothing if it did not play."""
    for row in rows:
        if row["rung"] == rung:
            value, low, high, level = (float(row[name]) for name in ("value", "low", "high", "level"))
            change = Estimate(value, low, high, level, int(row["n"]), row["method"])
            return f"{change.times(scale_of(row)):+.1f} ({change.n:,})"
    return ""


def margin_of(rows: Sequence[Mapping[str, str]]) -> str:
    """Up to how much nobody would mind."""
    return f"up to {float(rows[0]['margin']) * scale_of(rows[0]):.0f}"


def scale_of(row: Mapping[str, str]) -> int:
    """Shares are told of a hundred."""
    return 100 if row["unit"].startswith("share") else 1


def mark_of(rows: Sequence[Mapping[str, str]]) -> str:
    """Whether the strongest rungs find the same, in words."""
    mark = rows[0]["mark"]
    if mark.startswith(MOVES):
        return "yes"
    if mark.startswith(SETTLED):
        return f"no, from `{mark.split()[2]}` on"
    return "not settled"


def commands(keys: Iterable[str]) -> Iterator[str]:
    """The command of each question, with all its rungs."""
    yield "```"
    yield from (QUESTIONS[key].commands[-1] for key in keys)
    yield "```"


def told(found: Mapping[str, Any]) -> dict[str, Iterator[str]]:
    """The parts of the page, by name."""
    games = dict.fromkeys(question.game for question in QUESTIONS.values())
    parts = {f"who plays {game}": table_of(game, found) for game in games}
    return {**parts, "commands of who plays": commands(QUESTIONS)}


def main() -> None:
    """Ask what is named, or all; keep what was found and write the page."""
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    named = [word for word in sys.argv[1:] if word != "--page"]
    for key in named if "--page" in sys.argv else named or QUESTIONS:
        note(f"{key}: {QUESTIONS[key].commands[-1]}")
        found[key] = ask(key)
        RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    for name, lines in told(found).items():
        write_part(PAGE, name, "\n".join(lines))


if __name__ == "__main__":
    main()
