"""How often one wins who is tuned for nothing but to beat `heuristic`, in docs/strength.md.

`make strength` plays all; ``python tests/responses.py GAME[:PLAYERS] ...`` those of some games or tables.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import chdir

from ladder import TABLES
from pages import DOCS, part, write_part

from analyses.estimates.estimate import wilson
from simulate.working.tune import checked, search_for, tuned

PAGE = DOCS / "strength.md"
PART = "best responses"
GENERATIONS, GAMES, SEED = 30, 800, 7


def row_of(game: str, players: int) -> str:
    """A row: how often one tuned among `heuristic` wins fresh games."""
    search = search_for(game, players=players, generations=GENERATIONS, games=GAMES, seed=SEED)
    shares = checked(search, tuned(search)).shares
    won = wilson(float(shares.sum()), len(shares))
    return f"| {game} | {players} | {1 / players:.0%} | {won:.1%} | {won.times(players):.2f} |"


def main() -> None:
    """Tune for the tables named on the command line, or for all, and write their rows."""
    tables = [(game, players) for game, counts in TABLES.items() for players in counts]
    wanted = sys.argv[1:] or list(TABLES)
    kept = {tuple(line.split(" | ")[:2]): line for line in part(PAGE, PART).splitlines()[2:]}
    lines = ["| game | players | fair share | wins | times the fair share |", "|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as place, chdir(place):  # of journals
        for game, players in tables:
            if game in wanted or f"{game}:{players}" in wanted:
                lines.append(row_of(game, players))
                sys.stderr.write(lines[-1] + "\n")
            else:
                lines.append(kept[f"| {game}", str(players)])
    write_part(PAGE, PART, "\n".join(lines))


if __name__ == "__main__":
    main()
