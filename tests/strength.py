"""`make strength`: plays the policies against each other and writes the tables of docs/policies.md.

One seat plays a policy, all others another; every seat takes its turn as the odd one out, on the same
games. Intervals are at 95 %, the game being the unit.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from multiprocessing.pool import ThreadPool
from pathlib import Path

import numpy as np

from analyses.estimate import Estimate, mean, win_share
from simulate.plan import make_plan, simulator_of

PAGE = Path(__file__).parent.parent / "docs" / "policies.md"
GAMES = 5_000
MANY = 10_000
SLOW_GAMES = 400
CHUNK = 25

SOURCES = ("score", "city", "road", "farm", "cloister")
PUBLISHED = ("79-87", "39.9", "16.1", "18.0", "13.0")
"""Points a player of strong self-play programs in the literature, in the order of `SOURCES`."""


def play(game: str, words: str, players: int, n: int) -> np.ndarray:
    """The rows of the table `seats`, a row of the array for each game."""
    plan = make_plan(game, n, players=players, policy=words, tables="games,seats", seed=2)
    mine = threading.local()

    def part(first: int) -> np.ndarray:
        if not hasattr(mine, "simulator"):
            mine.simulator = simulator_of(game).Simulator(plan)
        rows: np.ndarray = mine.simulator.play(first, min(CHUNK, n - first))["seats"]
        return rows

    with ThreadPool() as pool:
        return np.concatenate(pool.map(part, range(0, n, CHUNK), chunksize=1)).reshape(-1, players)


def match(game: str, one: str, others: str, players: int, seat: int, n: int) -> Estimate:
    """The win share of `one` at `seat` against `others` at all other seats."""
    words = ",".join(one if s == seat else others for s in range(players))
    return win_share(float(play(game, words, players, n)["win_share"][:, seat].sum()), n)


def table(game: str, one: str, others: str, counts: range, n: int) -> Iterator[str]:
    """A table of win shares by number of players and seat."""
    seats = max(counts)
    yield f"**One `{one}` among `{others}`**, {n:,} games each"
    yield ""
    yield "| players | fair share | " + " | ".join(f"seat {s + 1}" for s in range(seats)) + " |"
    yield "|---|---|" + "---|" * seats
    for players in counts:
        cells = [f"{match(game, one, others, players, seat, n):.1%}" for seat in range(players)]
        cells += [""] * (seats - players)
        yield f"| {players} | {1 / players:.1%} | " + " | ".join(cells) + " |"
    yield ""


def self_play(policy: str, n: int) -> Iterator[str]:
    """Mean points a player of two-player Carcassonne, and how often the first player wins."""
    rows = play("carcassonne", policy, 2, n)
    yield f"**`{policy}` against itself**, two players, preset `new`, {n:,} games"
    yield ""
    yield "| | score a player | cities | roads | farms | cloisters | the first player wins |"
    yield "|---|---|---|---|---|---|---|"
    cells = []
    for source in SOURCES:
        both = rows[source].astype(np.int64).sum(axis=1)
        cells.append(f"{mean(int(both.sum()), int((both * both).sum()), n).times(0.5):.1f}")
    first = win_share(float(rows["win_share"][:, 0].sum()), n)
    yield f"| measured | {' | '.join(cells)} | {first:.1%} |"
    yield f"| published, strong programs | {' | '.join(PUBLISHED)} | 54-60 % |"
    yield ""


def starwars() -> Iterator[str]:
    """The tables of Star Wars Carcassonne."""
    yield from table("starwars", "greedy", "random", range(2, 6), GAMES)
    yield from table("starwars", "heuristic", "greedy", range(2, 6), GAMES)
    yield from table("starwars", "heuristic", "random", range(2, 6), GAMES)
    yield from table("starwars", "rollout", "heuristic", range(2, 3), SLOW_GAMES)
    for style in ("raider", "peaceful", "hoarder"):
        yield from table("starwars", style, "heuristic", range(2, 4), GAMES)


def carcassonne() -> Iterator[str]:
    """The tables of Carcassonne."""
    yield from self_play("heuristic", MANY)
    yield from table("carcassonne", "greedy", "random", range(2, 6), GAMES)
    yield from table("carcassonne", "heuristic", "greedy", range(2, 3), MANY)
    yield from table("carcassonne", "heuristic", "greedy", range(3, 6), GAMES)
    yield from table("carcassonne", "rollout", "heuristic", range(2, 3), SLOW_GAMES)
    for style in ("farmer", "no_farms", "city_builder", "blocker"):
        yield from table("carcassonne", style, "heuristic", range(2, 4), GAMES)


def catan_games(words: str, n: int) -> Iterator[str]:
    """How long games of four of a kind are, and who wins them."""
    plan = make_plan("catan", n, policy=words, tables="games,seats", seed=2)
    simulator = simulator_of("catan").Simulator(plan)
    parts = [simulator.play(first, min(CHUNK, n - first)) for first in range(0, n, CHUNK)]
    turns = np.concatenate([part["games"]["turns"] for part in parts]).astype(np.int64)
    deals = np.concatenate([part["games"]["deals"] for part in parts]).astype(np.int64)
    finished = np.concatenate([part["games"]["finished"] for part in parts]).astype(np.int64)
    shares = np.concatenate([part["seats"]["win_share"] for part in parts]).reshape(n, -1)
    length, trades = (mean(int(x.sum()), int((x * x).sum()), n) for x in (turns, deals))
    wins = " | ".join(f"{win_share(float(shares[:, seat].sum()), n):.1%}" for seat in range(4))
    unfinished = win_share(float(n - finished.sum()), n)
    yield f"| `{words}` | {length:.1f} | {trades:.1f} | {unfinished:.2%} | {wins} |"


def catan() -> Iterator[str]:
    """The tables of Catan."""
    yield f"**Four of a kind**, {MANY:,} games each"
    yield ""
    yield "| policy | turns | trades between players | unfinished | seat 1 | seat 2 | seat 3 | seat 4 |"
    yield "|---|---|---|---|---|---|---|---|"
    for words in ("heuristic", "no_trade", "greedy", "random"):
        yield from catan_games(words, MANY)
    yield ""
    yield from table("catan", "greedy", "random", range(3, 5), GAMES)
    yield from table("catan", "heuristic", "greedy", range(3, 5), GAMES)
    yield from table("catan", "rollout", "heuristic", range(4, 5), SLOW_GAMES)
    for style in ("no_trade", "road_builder", "ore_grain", "balanced"):
        yield from table("catan", style, "heuristic", range(4, 5), GAMES)


def castle() -> Iterator[str]:
    """The tables of Castle."""
    yield from table("castle", "greedy", "random", range(2, 6), GAMES)
    yield from table("castle", "heuristic", "greedy", range(2, 3), MANY)
    yield from table("castle", "heuristic", "greedy", range(3, 6), GAMES)
    yield from table("castle", "heuristic", "random", range(2, 6), GAMES)
    yield from table("castle", "rollout", "heuristic", range(2, 3), SLOW_GAMES)
    for style in ("rusher", "controller", "drawer"):
        yield from table("castle", style, "heuristic", range(2, 4), GAMES)


def write(game: str, lines: list[str]) -> None:
    """Put the tables of a game between its marks in the page."""
    begin, end = f"<!-- strength of {game}: begin -->", f"<!-- strength of {game}: end -->"
    page = PAGE.read_text(encoding="utf-8")
    head, tail = page.split(begin)[0], page.split(end)[1]
    PAGE.write_text(head + begin + "\n" + "\n".join(lines) + end + tail, encoding="utf-8")


def main() -> None:
    """Play every match of the games named on the command line, or of all."""
    games = {"starwars": starwars, "carcassonne": carcassonne, "catan": catan, "castle": castle}
    for game in sys.argv[1:] or games:
        lines = []
        for line in games[game]():
            sys.stderr.write(line + "\n")
            lines.append(line)
        write(game, lines)


if __name__ == "__main__":
    main()
