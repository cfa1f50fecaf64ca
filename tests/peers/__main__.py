"""`make peers`: plays matches against other programs and writes their tables into docs/strength.md.

    cd tests && python -m peers [--game GAME] [--jobs J] [--page] [NUMBER ...]

NUMBER is a match of a game in `peers.matches.MATCHES`, counted from 0; without any all are played. What was
played is kept; `--page` only writes the tables of that anew.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pages import DOCS, write_part

from peers.matches import BOTS, COMMIT, MATCHES, PEERS, PROGRAM, VERSION, Match, store, stored, summed
from peers.telling import lines
from simulate.io.console import note

if TYPE_CHECKING:
    from peers import carcassonne, catan

NEEDED = ("catanatron", "catanatron_gym", "catanatron_experimental")
WAY = "not installed: {}; nothing is played. A developer's way, from the top of the repository:\n"
MISSING = {
    "catan": f"""\
pip install --no-deps --target build/peers catanatron=={VERSION} catanatron-gym==4.0.0 \\
  gymnasium==0.29.1 farama-notifications cloudpickle
and beside them the folder catanatron_experimental of its repository, as of commit
{BOTS}, where the bots F and AB are.""",
    "carcassonne": f"""\
git clone https://github.com/Koki-Yamaguchi/carcassonne-ai build/peers/carcassonne-ai
git -C build/peers/carcassonne-ai checkout {COMMIT}
rustc --edition 2021 --crate-type proc-macro tests/peers/derive.rs --out-dir build/peers
rustc --edition 2021 -O -L build/peers tests/peers/carcassonne_ai.rs -o build/peers/carcassonne-table""",
}
PIECE = 2
"""Games that a worker plays at a time."""


def play(match: Match, first: int, n: int) -> list[Any]:
    """Some games of a match, in a process of their own."""
    table = table_of(match)
    return [table.play(game) for game in range(first, first + n)]


@cache
def table_of(match: Match) -> catan.Table | carcassonne.Table:
    """The table of a worker."""
    table: type[catan.Table | carcassonne.Table] = import_module(f"peers.{match.game}").Table
    return table(match)


def missing(game: str) -> list[str]:
    """What is not there of the other program."""
    if game == "catan":
        return [name for name in NEEDED if find_spec(name) is None]
    return [] if PROGRAM.exists() else [PROGRAM.name]


def main() -> int:
    """Play what is asked for, keep what came of it, write the page."""
    parser = argparse.ArgumentParser(prog="python -m peers", description=__doc__)
    parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER")
    parser.add_argument("--game", choices=MATCHES)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--page", action="store_true")
    asked = parser.parse_args()
    if asked.numbers and not (asked.game and max(asked.numbers) < len(MATCHES[asked.game])):
        parser.error("a NUMBER is that of a match of a --GAME, counted from 0")
    games = [asked.game] if asked.game else list(MATCHES)
    told = [game for game in games if asked.page or play_all(game, asked.numbers, asked.jobs)]
    for game in told:
        write_part(DOCS / "strength.md", PEERS[game], "\n".join(lines(game, stored(game))))
    return 0 if told == games else 2


def play_all(game: str, numbers: Sequence[int], jobs: int) -> bool:
    """Play matches of a game and keep what came of them; whether the other program is there."""
    if gone := missing(game):
        note(WAY.format(", ".join(gone)) + MISSING[game])
        return False
    for number in numbers or range(len(MATCHES[game])):
        match = MATCHES[game][number]
        pieces = [(first, min(PIECE, match.n - first)) for first in range(0, match.n, PIECE)]
        with ProcessPoolExecutor(jobs) as pool:
            parts = pool.map(play, [match] * len(pieces), *zip(*pieces, strict=True))
            row = summed(match, [played for part in parts for played in part])
        store(row)
        note(f"{match}: {row['won']} won; {row['seen']}")
    return True


if __name__ == "__main__":
    sys.exit(main())
