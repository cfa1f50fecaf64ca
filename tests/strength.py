"""`make strength`: plays the policies against each other and writes the tables of docs/strength.md.

One seat plays a policy, all others another; every seat takes its turn as the odd one out, on the same
games. Intervals are at 95 %, the game being the unit.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from multiprocessing.pool import ThreadPool

import numpy as np
from pages import DOCS, write_part

from analyses.estimates.estimate import Estimate, mean, wilson
from simulate.plans.plan import make_plan
from simulate.play.simulator import Simulator

PAGE = DOCS / "strength.md"
GAMES = 5_000
MANY = 10_000
FEW, FEWER = 400, 150
"""Games of a match with playouts, a second or so each."""
CHUNK = 25

SOURCES = ("score", "city", "road", "farm", "cloister")


def play(game: str, words: str, players: int, n: int, rules: Iterable[str] = ()) -> dict[str, np.ndarray]:
    """The tables `games` and `seats`; of `seats` a row of the array for each game."""
    plan = make_plan(game, n, players=players, policy=words, rules=rules, tables="games,seats", seed=2)
    mine = threading.local()

    def part(first: int) -> Mapping[str, np.ndarray]:
        if not hasattr(mine, "simulator"):
            mine.simulator = Simulator(plan)
        rows: Mapping[str, np.ndarray] = mine.simulator.play(first, min(CHUNK, n - first))
        return {name: rows[name].copy() for name in ("games", "seats")}

    with ThreadPool() as pool:
        parts = pool.map(part, range(0, n, CHUNK), chunksize=1)
    tables = {name: np.concatenate([rows[name] for rows in parts]) for name in ("games", "seats")}
    return tables | {"seats": tables["seats"].reshape(n, players)}


def match(game: str, one: str, others: str, players: int, seats: Iterable[int], n: int) -> Estimate:
    """The win share of `one` among `others`, `n` games from each of these seats."""
    shares = []
    for seat in seats:
        words = ",".join(one if s == seat else others for s in range(players))
        shares.append(float(play(game, words, players, n)["seats"]["win_share"][:, seat].sum()))
    return wilson(sum(shares), n * len(shares))


def table(game: str, one: str, others: str, counts: range, n: int) -> Iterator[str]:
    """A table of win shares by number of players and seat."""
    seats = max(counts)
    yield f"**One `{one}` among `{others}`**, {n:,} games each"
    yield ""
    yield "| players | fair share | " + " | ".join(f"seat {s + 1}" for s in range(seats)) + " |"
    yield "|---|---|" + "---|" * seats
    for players in counts:
        cells = [f"{match(game, one, others, players, [seat], n):.1%}" for seat in range(players)]
        cells += [""] * (seats - players)
        yield f"| {players} | {1 / players:.1%} | " + " | ".join(cells) + " |"
    yield ""


def mean_of(values: np.ndarray) -> Estimate:
    """The mean of a whole number of each game."""
    values = values.astype(np.int64)
    return mean(int(values.sum()), int((values * values).sum()), len(values))


def self_play(policy: str, n: int) -> Iterator[str]:
    """Mean points a player of two-player Carcassonne, and how often the first player wins."""
    rows = play("carcassonne", policy, 2, n)["seats"]
    yield f"**`{policy}` against itself**, two players, preset `new`, {n:,} games"
    yield ""
    yield "| | score a player | cities | roads | farms | cloisters | the first player wins |"
    yield "|---|---|---|---|---|---|---|"
    points = (mean_of(rows[source].sum(axis=1, dtype=np.int64)).times(0.5) for source in SOURCES)
    cells = [f"{each:.1f}" for each in points]
    first = wilson(float(rows["win_share"][:, 0].sum()), n)
    yield f"| measured | {' | '.join(cells)} | {first:.1%} |"
    yield ""


def starwars() -> Iterator[str]:
    """The tables of Star Wars Carcassonne."""
    yield from table("starwars", "greedy", "random", range(2, 6), GAMES)
    yield from table("starwars", "heuristic", "greedy", range(2, 6), GAMES)
    yield from table("starwars", "heuristic", "random", range(2, 6), GAMES)
    yield from table("starwars", "rollout", "heuristic", range(2, 3), FEWER)


def carcassonne() -> Iterator[str]:
    """The tables of Carcassonne."""
    yield from self_play("heuristic", MANY)
    yield from table("carcassonne", "greedy", "random", range(2, 6), GAMES)
    yield from table("carcassonne", "heuristic", "greedy", range(2, 3), MANY)
    yield from table("carcassonne", "heuristic", "greedy", range(3, 6), GAMES)
    yield from table("carcassonne", "rollout", "heuristic", range(2, 3), GAMES)


def catan_games(policy: str, *rules: str) -> str:
    """A row: how long games of four of a kind are, how much they trade, and who wins."""
    tables = play("catan", policy, 4, MANY, rules)
    games = tables["games"]
    length, deals = mean_of(games["turns"]), mean_of(games["deals"])
    unfinished = wilson(float((games["finished"] == 0).sum()), MANY)
    wins = [f"{wilson(float(tables['seats']['win_share'][:, s].sum()), MANY):.1%}" for s in range(4)]
    name = ", ".join(f"`{word}`" for word in (policy, *rules))
    return f"| {name} | {length:.1f} | {deals:.1f} | {unfinished:.2%} | {' | '.join(wins)} |"


def catan() -> Iterator[str]:
    """The tables of Catan."""
    yield f"**Four of a kind**, {MANY:,} games each"
    yield ""
    yield "| policy | turns | trades between players | unfinished | seat 1 | seat 2 | seat 3 | seat 4 |"
    yield "|---|---|---|---|---|---|---|---|"
    yield catan_games("heuristic")
    yield catan_games("heuristic", "trade=any")
    yield catan_games("heuristic", "trade=none")
    for policy in ("no_trade", "greedy", "random"):
        yield catan_games(policy)
    yield ""
    yield from table("catan", "greedy", "random", range(3, 5), GAMES)
    yield from table("catan", "heuristic", "greedy", range(3, 5), GAMES)
    yield from table("catan", "heuristic", "no_trade", range(4, 5), GAMES)
    yield from table("catan", "rollout", "heuristic", range(4, 5), FEWER)


def castle_games(policy: str, players: int) -> str:
    """A row: how long games of so many of a kind are, and how they end."""
    games = play("castle", policy, players, MANY)["games"]
    shares = [f"{wilson(float(games[how].sum()), MANY):.2%}" for how in ("blocked", "unfinished")]
    length, rounds = mean_of(games["turns"]), mean_of(games["rounds"])
    return f"| `{policy}` | {players} | {length:.1f} | {rounds:.1f} | {' | '.join(shares)} |"


def castle() -> Iterator[str]:
    """The tables of Castle."""
    yield f"**All of a kind**, {MANY:,} games each"
    yield ""
    yield "| policy | players | turns | rounds | blocked | unfinished |"
    yield "|---|---|---|---|---|---|"
    for policy in ("heuristic", "greedy", "random"):
        for players in range(2, 6):
            yield castle_games(policy, players)
    yield ""
    yield from table("castle", "greedy", "random", range(2, 6), GAMES)
    yield from table("castle", "heuristic", "greedy", range(2, 3), MANY)
    yield from table("castle", "heuristic", "greedy", range(3, 6), GAMES)
    yield from table("castle", "heuristic", "random", range(2, 6), GAMES)
    yield from table("castle", "rollout", "heuristic", range(2, 3), FEW)


def main() -> None:
    """Play every match of the games named on the command line, or of all."""
    games = {"starwars": starwars, "carcassonne": carcassonne, "catan": catan, "castle": castle}
    for game in sys.argv[1:] or games:
        lines = []
        for line in games[game]():
            sys.stderr.write(line + "\n")
            lines.append(line)
        write_part(PAGE, f"strength of {game}", "\n".join(lines).rstrip())


if __name__ == "__main__":
    main()
