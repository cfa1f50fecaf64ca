"""Plays the rungs of the ladder beside games of people, and writes their tables into docs/strength.md.

    python tests/validation.py [carcassonne|catan|castle ...]

The table of other programs of Carcassonne there is written from the same games.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

import numpy as np
from pages import DOCS, write_part
from strength import mean_of, play

from analyses.estimates.estimate import Estimate, wilson
from simulate.io.console import note

PAGE = DOCS / "strength.md"

LADDER = {"random": 500, "greedy": 500, "novice": 500, "heuristic": 500, "search:1": 60, "search:4": 30}
"""Games of each rung against itself; Catan has half as many of those that search."""

SEARCHES = {"search:1": 80, "search:4": 80, "search:16": 60, "search:64": 20}
"""In two-player Carcassonne, which is quick."""

FINALS = (
    (89, 78), (99, 88), (109, 71), (95, 63), (81, 55), (75, 59), (79, 76), (107, 60), (101, 97), (114, 79)
)  # fmt: skip
"""Points of both finalists of the world championship in Carcassonne: 2006 to 2013, 2015 and 2016."""

FEW = 50
"""Seats of which no share is told."""

FRIENDS = (
    {9: 15, 8: 14, 7: 9, 6: 5, 5: 4},
    {9: 3, 8: 12, 7: 13, 6: 10, 5: 7, 4: 2},
    {9: 1, 7: 7, 6: 13, 5: 14, 4: 9, 3: 3},
)
"""Games of Catan among four friends, by points of the second, the third and the last."""

CARDS = {
    "random": 2_000,
    "greedy": 5_000,
    "novice": 5_000,
    "heuristic": 20_000,
    "search:1": 2_000,
    "search:4": 400,
}
"""Games of four of each rung that tell how often those who play progress cards win."""

PEOPLE = (
    ("sits first", "24.9"), ("sits second", "25.0"), ("sits third", "25.2"), ("sits last", "25.0"),
    ("plays no knight", "18.2"), ("one knight", "18.8"), ("two knights", "16.7"), ("three knights", "42.3"),
    ("four or more", "35 to 37"),
    ("plays no monopoly", "20.0"), ("one monopoly", "41.2"), ("two monopolies", "54.9"),
    ("plays one road building", "28 to 38, by when"),
)  # fmt: skip
"""What a seat does in 41,310 games of four people at colonist.io, and how many per cent of them it wins."""

PROGRAMS = (
    ("MCTS of `meeple_cat`, against random moves", "80.2", "20"),
    ("the same MCTS, against its RAVE", "75.1", "50"),
    ("its RAVE, against the MCTS", "67.3", "50"),
)
"""Points a player of another program of Carcassonne, with the games that they are of."""


def row(cells: Iterator[object] | list[object]) -> str:
    """A row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def scores_of(policy: str, n: int) -> list[Estimate]:
    """Of two-player Carcassonne: points a player, of winner and loser, the margin; wins of who begins."""
    seats = play("carcassonne", policy, 2, n)["seats"]
    scores = np.sort(seats["score"].astype(np.int64), axis=1)
    return [*points_of(scores), wilson(float(seats["win_share"][:, 0].sum()), n)]


def points_of(scores: np.ndarray) -> list[Estimate]:
    """Points a player, of winner and loser, and the margin, of games with the loser's points first."""
    loser, winner = scores.T
    return [mean_of(loser + winner).times(0.5), *map(mean_of, (winner, loser, winner - loser))]


def carcassonne() -> Iterator[tuple[str, str]]:
    """Points of the rungs, of world champions, and of other programs."""
    lines = ["| who plays | games | points a player | the winner | the loser | lead | who begins wins |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|")
    means = dict[str, tuple[Estimate, int]]()
    for policy, n in (LADDER | SEARCHES).items():
        *points, first = scores_of(policy, n)
        means[policy] = points[0], n
        lines.append(row([f"`{policy}`", f"{n:,}", *(f"{p:.1f}" for p in points), f"{first:.0%}"]))
        note(lines[-1])
    points = points_of(np.array(FINALS)[:, ::-1])
    who = "**finals of the world championship**"
    lines.append(row([who, len(FINALS), *(f"{p:.1f}" for p in points), ""]))
    yield "people of carcassonne", "\n".join(lines)
    lines = ["| who plays | points a player | games |", "|---|---:|---:|"]
    lines += [row([f"`{policy}`, against itself", f"{p:.1f}", f"{n:,}"]) for policy, (p, n) in means.items()]
    lines += [row(list(program)) for program in PROGRAMS]
    yield "programs of carcassonne", "\n".join(lines)


def counted(counts: Mapping[int, int]) -> Estimate:
    """The mean of numbers that are given by how often they come."""
    return mean_of(np.repeat(list(counts), list(counts.values())))


def catan() -> Iterator[tuple[str, str]]:
    """Length, seats and points by place of four rungs against themselves, and of friends."""
    lines = ["| who plays | games | turns | 1st to place | 2nd | 3rd | 4th | second | third | last |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for policy, n in LADDER.items():
        n = n if n > 100 else n // 2
        tables = play("catan", policy, 4, n)
        scores = np.sort(tables["seats"]["score"].astype(np.int64), axis=1)[:, ::-1]
        wins = [wilson(float(tables["seats"]["win_share"][:, s].sum()), n) for s in range(4)]
        cells = [f"{mean_of(tables['games']['turns']):.1f}", *(f"{won:.0%}" for won in wins)]
        cells += [f"{mean_of(scores[:, place]):.1f}" for place in (1, 2, 3)]
        lines.append(row([f"`{policy}`", f"{n:,}", *cells]))
        note(lines[-1])
    points = [f"{counted(counts):.1f}" for counts in FRIENDS]
    lines.append(row(["**four friends**", sum(FRIENDS[0].values()), *[""] * 5, *points]))
    yield "people of catan", "\n".join(lines)
    yield "cards of catan", cards_of_catan()


def cards_of_catan() -> str:
    """How often seats win, by their place and the progress cards that they play, beside people."""
    columns = []
    for policy, n in CARDS.items():
        seats = play("catan", policy, 4, n)["seats"]
        won, road_building = seats["win_share"], seats["played_road_building"]
        knights, monopolies = seats["played_knight"], seats["played_monopoly"]
        place = np.broadcast_to(np.arange(4), won.shape)
        of = [place == p for p in range(4)] + [knights == k for k in range(4)] + [knights >= 4]
        of += [monopolies == k for k in range(3)] + [road_building == 1]
        columns.append([share_of(won[seat]) for seat in of])
        note(f"{policy}, {n:,} games of four: {columns[-1]}")
    rungs = [f"`{policy}`" for policy in CARDS]
    lines = [row(["a seat that", *rungs, "**people**"]), f"|---|{'---:|' * (len(rungs) + 1)}"]
    lines.append(row(["games", *(f"{n:,}" for n in CARDS.values()), "41,310"]))
    for k, (who, share) in enumerate(PEOPLE):
        lines.append(row([who, *(column[k] for column in columns), share]))
    return "\n".join(lines)


def share_of(won: np.ndarray) -> str:
    """The share of wins of some seats, in per cent; nothing where there are too few to tell."""
    return f"{wilson(float(won.sum()), len(won)).times(100):.1f}" if len(won) >= FEW else ""


def castle() -> Iterator[tuple[str, str]]:
    """Turns of a game by number of players, of each rung against itself."""
    lines = ["| who plays | games | two players | three | four | five |", "|---|---:|---:|---:|---:|---:|"]
    for policy, n in LADDER.items():
        turns = [f"{mean_of(play('castle', policy, k, n)['games']['turns']):.1f}" for k in range(2, 6)]
        lines.append(row([f"`{policy}`", f"{n:,}", *turns]))
        note(lines[-1])
    yield "people of castle", "\n".join(lines)


def main() -> None:
    """Play the games named on the command line, or all, and write their tables."""
    games = {"carcassonne": carcassonne, "catan": catan, "castle": castle}
    for game in sys.argv[1:] or games:
        for name, text in games[game]():
            write_part(PAGE, name, text)


if __name__ == "__main__":
    main()
