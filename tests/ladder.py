"""The ladder: each rung against the one below it, and what a search gains for its time, in docs/strength.md.

`make strength` plays what `ladder.json` does not hold yet and writes the page; a row a match.
So an interrupted session goes on; take rows out to play them anew.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from pages import DOCS, write_part
from stepper import begin

from analyses.estimates.estimate import Estimate, wilson
from analyses.questions.strength import LADDER
from analyses.studies.policies.model import Match, Strengths, strengths
from rules.verbs import apply, is_over, legal_moves
from simulate.plans.plan import make_plan
from simulate.plans.request import USUAL_POLICY as LEAD
from simulate.play.playing import choose
from simulate.play.simulator import Simulator

RESULTS = Path(__file__).with_name("ladder.json")
PAGE = DOCS / "strength.md"

RUNGS = tuple(LADDER)
TABLES = {"carcassonne": (2, 3, 4, 5), "castle": (2, 3, 4, 5), "catan": (3, 4), "starwars": (2, 3, 4, 5)}
"""All numbers of players."""

GAMES = {"search:1": 2000, "search:4": 1000, "search:16": 1000, "search:64": 400}
"""Games of a rung, whether it meets the one below or `heuristic`."""
MANY = 2000
SECONDS = {"search:1": 120.0, "search:4": 120.0, "search:16": 1200.0, "search:64": 1200.0}
"""CPU time after which a match ends: nothing waits for the slowest searches."""
AMONG_HEURISTIC = {"carcassonne": (2, 4), "castle": (2, 4), "catan": (3, 4), "starwars": (2, 4)}
"""Where a search also meets `heuristic`."""
USUAL = {"carcassonne": 2, "castle": 2, "catan": 4, "starwars": 2}
"""Where the slowest play: `search:64` among `heuristic`, and searches against `rollout`."""

AIM_OF_TWO, AIM = 0.6, 1.3
"""What one rung should win among the one below: of games of two, and times a fair share among more."""

RIVAL = "rollout"
BARS = {
    "carcassonne": ("search:1", "search:8"),
    "castle": ("search:1", "search:2"),
    "catan": ("search:1", "search:16"),
    "starwars": ("search:1", "search:8"),
}
"""Searches that are held against `rollout`: the fastest, and one that takes about as long."""
RIVAL_GAMES, RIVAL_SECONDS = 400, 300.0
"""Games against `rollout`, and the CPU time after which they end: games of both are slow."""

SPEED_GAMES = {RIVAL: 2, "search:1": 12, "search:2": 4, "search:8": 3, "search:16": 2}
REPEATS = 3
"""Times that speeds are measured, one policy after the other."""

TIMED = (RIVAL, "search:1", "search:4", "search:16", "search:64")
TIMED_SECONDS = 30.0
"""Policies whose decisions are timed, in whole games until so much CPU time has passed."""

Row = dict[str, Any]


def matches() -> Iterator[Row]:
    """All matches, the quick ones first."""
    for below, one in pairwise(RUNGS):
        for game, tables in TABLES.items():
            for players in tables:
                usual = one != RUNGS[-1] or players == USUAL[game]
                both = one in GAMES and players in AMONG_HEURISTIC[game] and usual
                for others in dict.fromkeys((below, "heuristic") if both else (below,)):
                    n = GAMES.get(one, MANY)
                    yield {"game": game, "players": players, "one": one, "others": others, "n": n}
    for game, searches in BARS.items():
        for one in searches:
            yield {"game": game, "players": USUAL[game], "one": one, "others": RIVAL, "n": RIVAL_GAMES}


def play(match: Row) -> Row:
    """The match with what the odd one won, by seat and game, all seats meeting the same games."""
    players = match["players"]
    simulators = []
    for seat in range(players):
        words = ",".join(match["one"] if s == seat else match["others"] for s in range(players))
        plan = make_plan(match["game"], MANY, players=players, policy=words, tables="games,seats", seed=2)
        simulators.append(Simulator(plan))
        simulators[-1].play(MANY, 1)  # what is to be compiled is compiled first
    won: list[list[float]] = [[] for _ in range(players)]
    limit = RIVAL_SECONDS if match["others"] == RIVAL else SECONDS.get(match["one"], math.inf)
    begun = time.process_time()
    for game in range(match["n"] // players):
        if time.process_time() - begun > limit:
            break
        for seat, simulator in enumerate(simulators):
            share = simulator.play(game, 1)["seats"]["win_share"][seat]
            won[seat].append(round(float(share), 4))
    return match | {"won": won}


def speeds(game: str) -> Row:
    """Games a second of CPU time on one core, of self-play at the usual table."""
    players = USUAL[game]
    policies = (RIVAL, *BARS[game])
    found: dict[str, list[float]] = {policy: [] for policy in policies}
    tables = {
        policy: Simulator(make_plan(game, 1000, players=players, policy=policy, seed=3))
        for policy in policies
    }
    for repeat in range(REPEATS + 1):
        for policy, simulator in tables.items():
            n = SPEED_GAMES[policy] if repeat else 1  # what is to be compiled is compiled first
            begun = time.process_time()
            simulator.play(repeat * n, n)
            if repeat:
                found[policy].append(round(n / (time.process_time() - begun), 3))
    return {"game": game, "players": players, "speeds": found}


def decisions(game: str, policy: str) -> Row:
    """Milliseconds of CPU time that a seat thinks where it has a choice; all seats play the policy."""
    players = USUAL[game]
    sim = Simulator(make_plan(game, 1000, players=players, policy=policy, seed=3))
    box, options, state, *_, mind = sim.desk
    begin(sim, 0)
    choose(sim.desk)  # what is to be compiled is compiled first
    found = []
    for nth in range(sim.plan.n):
        begin(sim, nth)
        while not is_over(state):
            choices = legal_moves(box, options, state, mind.moves)
            begun = time.process_time_ns()
            move = choose(sim.desk)
            if choices > 1:
                found.append((time.process_time_ns() - begun) / 1e6)
            apply(box, options, state, move)
        if sum(found) > TIMED_SECONDS * 1000:
            break
    times = {"mean": np.mean(found), "most": np.quantile(found, 0.99), "longest": np.max(found)}
    rounded = {key: round(float(value), 4) for key, value in times.items()}
    return {"game": game, "players": players, "policy": policy, "timed": len(found)} | rounded


def same(row: Row, match: Row) -> bool:
    """Whether a row is this match, played."""
    return all(row.get(key) == value for key, value in match.items() if key != "n")


def save(rows: list[Row]) -> None:
    """Write all rows, one a line."""
    RESULTS.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n", encoding="utf-8")


def share_of_wins(row: Row) -> Estimate:
    """The part of its games that the odd one won."""
    won = [share for seat in row["won"] for share in seat]
    return wilson(sum(won), len(won))


def rungs(rows: list[Row]) -> Iterator[str]:
    """How often each rung wins among the one below it, and among `heuristic`, by number of players."""
    played: dict[tuple[str, str, str], dict[int, str]] = {}
    for row in sorted((row for row in rows if row["others"] != RIVAL), key=place):
        games = sum(len(seat) for seat in row["won"])
        match = row["game"], row["one"], row["others"]
        played.setdefault(match, {})[row["players"]] = f"{share_of_wins(row):.1%} ({games:,})"
    yield "| game | one | among | two players | three | four | five |"
    yield "|---|---|---|---|---|---|---|"
    for (game, one, others), cells in played.items():
        shares = (cells.get(players, "") for players in range(2, 6))
        yield f"| {game} | `{one}` | `{others}` | {' | '.join(shares)} |"


def small(rows: list[Row]) -> Iterator[str]:
    """Which rungs win less among those one below than we aim at."""
    steps = [row for row in rows if (row["others"], row["one"]) in pairwise(RUNGS)]
    yield "| one | steps | less than the aim | where, as times the fair share |"
    yield "|---|---:|---:|---|"
    for one in RUNGS[1:]:
        mine = sorted((row for row in steps if row["one"] == one), key=place)
        below = [row for row in mine if share_of_wins(row).value < aim(row["players"])]
        where = (
            f"{row['game']} {row['players']}: {share_of_wins(row).value * row['players']:.2f}"
            for row in below
        )
        yield f"| `{one}` | {len(mine)} | {len(below)} | {', '.join(where)} |"


def aim(players: int) -> float:
    """The share of wins that a step up the ladder should bring."""
    return AIM_OF_TWO if players == 2 else AIM / players


def place(row: Row) -> tuple[str, int, int, int]:
    """Where a match stands in the table: up the ladder, the nearest rival first."""
    return row["game"], RUNGS.index(row["one"]), -RUNGS.index(row["others"]), row["players"]


def strengths_of(game: str, rows: list[Row]) -> Strengths:
    """The model of the study of policies, fitted to all two-player matches of a game."""
    tables = []
    for row in rows:
        if row["game"] == game and row["players"] == 2 and row["others"] != RIVAL:
            turns = []
            for seat, shares in enumerate(row["won"]):
                mine = np.array(shares)[:, None]
                sits = np.tile(np.eye(2)[seat], (len(mine), 1))
                turns.append((np.where(sits == 1, mine, 1 - mine), sits))
            tables.append(Match(row["one"], row["others"], turns))
    return strengths(2, RUNGS, tables)


def elo(rows: list[Row]) -> Iterator[str]:
    """The strengths of all rungs with two players, `heuristic` at 0."""
    games = [game for game, tables in TABLES.items() if 2 in tables]
    fitted = {game: strengths_of(game, rows) for game in games}
    yield "| | " + " | ".join(games) + " |"
    yield "|---|" + "---:|" * len(games)
    for rung in RUNGS:
        cells = [
            "0" if rung == LEAD else f"{found.elo(rung, LEAD):.0f}" if rung in found.names else ""
            for found in fitted.values()
        ]
        yield f"| `{rung}` | " + " | ".join(cells) + " |"


def bars(rows: list[Row], measured: list[Row]) -> Iterator[str]:
    """Searches against `rollout`: what they win and how fast they are."""
    yield "| game | players | one | wins | fair share | games | games a second | of `rollout` | times |"
    yield "|---|---|---|---|---|---|---:|---:|---:|"
    among = [row for row in rows if row["others"] == RIVAL]
    for row in sorted(among, key=lambda row: (row["game"], BARS[row["game"]].index(row["one"]))):
        times = next((each["speeds"] for each in measured if each["game"] == row["game"]), None)
        if times is None:
            continue
        mine, theirs = (float(np.median(times[policy])) for policy in (row["one"], RIVAL))
        games = sum(len(seat) for seat in row["won"])
        yield (
            f"| {row['game']} | {row['players']} | `{row['one']}` | {share_of_wins(row):.1%} "
            f"| {1 / row['players']:.0%} | {games} | {mine:.2f} | {theirs:.2f} | {mine / theirs:.1f} |"
        )


def thinking(timed: list[Row]) -> Iterator[str]:
    """How long seats think about a decision, in milliseconds: the mean, what 99 of 100 take, the longest."""
    found = {(row["game"], row["policy"]): row for row in timed}
    yield "| | " + " | ".join(f"{game}, {players}" for game, players in USUAL.items()) + " |"
    yield "|---|" + "---:|" * len(USUAL)
    for policy in TIMED:
        cells = []
        for game in USUAL:
            row = found[game, policy]
            cells.append(f"{row['mean']:.3g} ({row['most']:.3g}, {row['longest']:.3g})")
        yield f"| `{policy}` | {' | '.join(cells)} |"


def told(rows: list[Row]) -> dict[str, Iterator[str]]:
    """The parts of the page, by name."""
    played, measured, timed = ([row for row in rows if key in row] for key in ("won", "speeds", "timed"))
    return {
        "strength of ladder": rungs(played),
        "small steps": small(played),
        "elo of ladder": elo(played),
        "search and rollout": bars(played, measured),
        "time of a decision": thinking(timed),
    }


def main() -> None:
    """Play what is missing, and write the page."""
    rows: list[Row] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    missing = [match for match in matches() if not any(same(row, match) for row in rows)]
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for done in as_completed([workers.submit(play, match) for match in missing]):
            rows.append(done.result())
            save(rows)
    for game in BARS:
        if not any(row["game"] == game and "speeds" in row for row in rows):
            rows.append(speeds(game))
            save(rows)
        for policy in TIMED:
            if not any(row["game"] == game and row.get("policy") == policy for row in rows):
                rows.append(decisions(game, policy))
                save(rows)
    for name, lines in told(rows).items():
        write_part(PAGE, name, "\n".join(lines))


if __name__ == "__main__":
    main()
