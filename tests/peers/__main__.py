"""`make peers`: plays matches against catanatron and writes their tables into docs/policies.md.

    cd tests && python -m peers [--jobs J] [--page] [NUMBER ...]

NUMBER is a match of `peers.matches.CATAN`, counted from 0; without any all are played. What was played is
kept; `--page` only writes the tables of that anew.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pages import DOCS, write_part

from peers.matches import CATAN, VERSION, Match, Played, store, stored, summed
from peers.telling import lines
from simulate.console import note

if TYPE_CHECKING:
    from peers.catan import Table

NEEDED = ("catanatron", "catanatron_gym", "catanatron_experimental")
MISSING = f"""not installed: {{}}; nothing is played. A developer's way, from the top of the repository:
pip install --no-deps --target build/peers catanatron=={VERSION} catanatron-gym==4.0.0 \\
  gymnasium==0.29.1 farama-notifications cloudpickle
and beside them the folder catanatron_experimental of catanatron's repository, where the bots F and AB are."""
PIECE = 2
"""Games that a worker plays at a time."""


def play(match: Match, first: int, n: int) -> list[Played]:
    """Some games of a match, in a process of their own."""
    table = table_of(match)
    return [table.play(game) for game in range(first, first + n)]


@cache
def table_of(match: Match) -> Table:
    """The table of a worker."""
    from peers.catan import Table  # catanatron may be missing

    return Table(match)


def main() -> int:
    """Play what is asked for, keep what came of it, write the page."""
    parser = argparse.ArgumentParser(prog="python -m peers", description=__doc__)
    parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--page", action="store_true")
    asked = parser.parse_args()
    if not asked.page and not play_all(asked.numbers or range(len(CATAN)), asked.jobs):
        return 2
    write_part(DOCS / "policies.md", "catanatron", "\n".join(lines(stored())))
    return 0


def play_all(numbers: Sequence[int], jobs: int) -> bool:
    """Play matches and keep what came of them; whether catanatron is there."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        note(MISSING.format(", ".join(missing)))
        return False
    for number in numbers:
        match = CATAN[number]
        pieces = [(first, min(PIECE, match.n - first)) for first in range(0, match.n, PIECE)]
        with ProcessPoolExecutor(jobs) as pool:
            parts = pool.map(play, [match] * len(pieces), *zip(*pieces, strict=True))
            row = summed(match, [game for part in parts for game in part])
        store(row)
        note(f"{match}: {row['won']} won; {row['seen']}")
    return True


if __name__ == "__main__":
    sys.exit(main())
