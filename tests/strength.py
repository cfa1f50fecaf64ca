"""`make strength`: plays the policies against each other and writes the tables of docs/policies.md.

One seat plays a policy, all others another; every seat takes its turn as the odd one out, on the same
games. Intervals are Wilson's at 95 %, the game being the unit.
"""

from __future__ import annotations

import sys
from pathlib import Path

from analyses.estimate import Estimate, win_share
from simulate.plan import make_plan
from simulate.starwars.simulator import Simulator

PAGE = Path(__file__).parent.parent / "docs" / "policies.md"
BEGIN, END = "<!-- strength: begin -->", "<!-- strength: end -->"
GAMES = 5_000
SLOW_GAMES = 150


def match(one: str, others: str, players: int, seat: int, n: int) -> Estimate:
    """The win share of `one` at `seat` against `others` at all other seats."""
    words = ",".join(one if s == seat else others for s in range(players))
    plan = make_plan("starwars", n, players=players, policy=words, tables="games,seats", seed=2)
    simulator = Simulator(plan)
    won = 0.0
    for first in range(0, n, 250):
        rows = simulator.play(first, min(250, n - first))["seats"]
        won += float(rows["win_share"].reshape(-1, players)[:, seat].sum())
    return win_share(won, n)


def table(one: str, others: str, counts: range, n: int) -> list[str]:
    """A table of win shares by number of players and seat."""
    seats = max(counts)
    lines = [
        f"**One `{one}` among `{others}`**, {n:,} games each",
        "",
        "| players | fair share | " + " | ".join(f"seat {s + 1}" for s in range(seats)) + " |",
        "|---|---|" + "---|" * seats,
    ]
    for players in counts:
        cells = [f"{match(one, others, players, seat, n):.1%}" for seat in range(players)]
        cells += [""] * (seats - players)
        lines.append(f"| {players} | {1 / players:.1%} | " + " | ".join(cells) + " |")
        sys.stderr.write(lines[-1] + "\n")
    return [*lines, ""]


def main() -> None:
    """Play every match and put the tables between the marks of the page."""
    lines = [
        *table("greedy", "random", range(2, 6), GAMES),
        *table("heuristic", "greedy", range(2, 6), GAMES),
        *table("heuristic", "random", range(2, 6), GAMES),
        *table("rollout", "heuristic", range(2, 3), SLOW_GAMES),
    ]
    for style in ("raider", "peaceful", "hoarder"):
        lines += table(style, "heuristic", range(2, 4), GAMES)
    page = PAGE.read_text(encoding="utf-8")
    head, tail = page.split(BEGIN)[0], page.split(END)[1]
    PAGE.write_text(head + BEGIN + "\n" + "\n".join(lines) + END + tail, encoding="utf-8")


if __name__ == "__main__":
    main()
