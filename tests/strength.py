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
from ladder import TABLES, USUAL
from pages import DOCS, write_part

from analyses.estimates.estimate import Estimate, mean, wilson
from simulate.plans.plan import make_plan
from simulate.play.simulator import Simulator

PAGE = DOCS / "strength.md"
GAMES = 5_000
MANY = 10_000
ROLLOUTS = {"carcassonne": 5_000, "castle": 400, "catan": 150, "starwars": 150}
"""Games of `rollout`, a second or so each."""
MOST = 5
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


def row_of(game: str, one: str, others: str, players: int, n: int) -> str:
    """A row: the share that `one` wins among `others` in each seat, in `n` games each."""
    cells = [""] * MOST
    for seat in range(players):
        words = ",".join(one if s == seat else others for s in range(players))
        won = play(game, words, players, n)["seats"]["win_share"][:, seat]
        cells[seat] = f"{wilson(float(won.sum()), n):.1%}"
    return f"| {game} | `{one}` | `{others}` | {n:,} | {' | '.join(cells)} |"


def mean_of(values: np.ndarray) -> Estimate:
    """The mean of a whole number of each game."""
    values = values.astype(np.int64)
    return mean(int(values.sum()), int((values * values).sum()), len(values))


def seats() -> Iterator[str]:
    """What a seat is worth to the odd one out."""
    yield "| game | one | among | games of each | seat 1 | seat 2 | seat 3 | seat 4 | seat 5 |"
    yield "|---|---|---|---:|---|---|---|---|---|"
    for game, tables in TABLES.items():
        for players in tables:
            yield row_of(game, "heuristic", "greedy", players, GAMES)
    yield row_of("catan", "heuristic", "no_trade", 4, GAMES)
    for game, n in ROLLOUTS.items():
        yield row_of(game, "rollout", "heuristic", USUAL[game], n)


def carcassonne() -> Iterator[str]:
    """Mean points a player of two `heuristic`, and how often the first player wins."""
    rows = play("carcassonne", "heuristic", 2, MANY)["seats"]
    yield "| points a player | cities | roads | farms | cloisters | the first player wins |"
    yield "|---|---|---|---|---|---|"
    points = (mean_of(rows[source].sum(axis=1, dtype=np.int64)).times(0.5) for source in SOURCES)
    first = wilson(float(rows["win_share"][:, 0].sum()), MANY)
    yield f"| {' | '.join(f'{each:.1f}' for each in points)} | {first:.1%} |"


def catan_games(policy: str, *rules: str) -> str:
    """A row: how long games of four of a kind are, how much they trade, and who wins."""
    tables = play("catan", policy, 4, MANY, rules)
    games = tables["games"]
    length, deals = mean_of(games["turns"]), mean_of(games["deals"])
    wins = [f"{wilson(float(tables['seats']['win_share'][:, s].sum()), MANY):.1%}" for s in range(4)]
    name = ", ".join(f"`{word}`" for word in (policy, *rules))
    return f"| {name} | {length:.1f} | {deals:.1f} | {' | '.join(wins)} |"


def catan() -> Iterator[str]:
    """Games of four of a kind."""
    yield "| policy | turns | trades between players | seat 1 | seat 2 | seat 3 | seat 4 |"
    yield "|---|---|---|---|---|---|---|"
    yield catan_games("heuristic")
    yield catan_games("heuristic", "trade=any")
    yield catan_games("heuristic", "trade=none")
    for policy in ("no_trade", "greedy", "random"):
        yield catan_games(policy)


def castle() -> Iterator[str]:
    """How long games of a kind are."""
    yield "| policy | two players | three | four | five |"
    yield "|---|---|---|---|---|"
    for policy in ("heuristic", "greedy", "random"):
        turns = [play("castle", policy, players, MANY)["games"]["turns"] for players in TABLES["castle"]]
        yield f"| `{policy}` | {' | '.join(f'{mean_of(each):.1f}' for each in turns)} |"


def main() -> None:
    """Play the matches of the parts named on the command line, or of all."""
    parts = {"seats": seats, "carcassonne": carcassonne, "catan": catan, "castle": castle}
    for name in sys.argv[1:] or parts:
        lines = []
        for line in parts[name]():
            sys.stderr.write(line + "\n")
            lines.append(line)
        write_part(PAGE, f"strength of {name}", "\n".join(lines))


if __name__ == "__main__":
    main()
