"""Compiles the kernels of all games, once, before tests start: two games at a time.

Every test worker then finds them in the cache; eight workers that compile at once would do the same work
eight times. ``python tests/warm.py`` does it; with warm kernels it is a matter of seconds. Interpreted
(``NUMBA_DISABLE_JIT=1``) it compiles nothing, but plays the same games with every index checked: beyond the
end by NumPy, and before the start, where a compiled kernel would read what lies there, by `Strict`.
"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from typing import Any

import numpy as np

from rules import games
from rules.kernel import INTERPRETED

PIG = Path(__file__).with_name("pig")
PACKAGES = EntryPoints((EntryPoint("pig", "pig:GAME", games.GROUP), *entry_points(group=games.GROUP)))
"""Pig, as if its package were installed, and those that are."""
GAMES = (*games.OWN, *sorted(PACKAGES.names))
"""All games that there are to test."""


def add_pig() -> None:
    """Lay Pig beside the other games."""
    sys.path.insert(0, str(PIG))
    games.entry_points = PACKAGES.select  # type: ignore[assignment, attr-defined]


class Strict(np.ndarray[Any, Any]):
    """An array that knows no index from its end."""

    def __getitem__(self, index: Any) -> Any:
        """An item, or some."""
        _from_start(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        """Change an item, or some."""
        _from_start(index)
        super().__setitem__(index, value)


def _from_start(index: Any) -> None:
    for one in index if isinstance(index, tuple) else (index,):
        if isinstance(one, WHOLE) and one < 0:
            raise IndexError(f"index {one} counts from the end")


WHOLE = int, np.integer


@cache
def _of_records(rows: np.dtype[Any]) -> np.dtype[Any]:
    """The type of a table whose rows are records."""
    return np.dtype((np.record, rows))


def read_records(strict: bool = INTERPRETED) -> None:
    """Read and write fields of records without NumPy's way round, four times as fast; arrays are `strict`."""
    reads, writes = np.record.__getattribute__, np.record.__setattr__
    read_field, write_field = np.void.__getitem__, np.void.__setitem__
    type_of = np.generic.dtype.__get__

    def read(self: Any, name: str) -> Any:
        if name == "dtype":
            return type_of(self)
        try:
            found = read_field(self, name)
        except ValueError:  # no field
            return reads(self, name)
        if found.dtype.names:
            found = found.view(_of_records(found.dtype))
        return found.view(Strict) if strict and type(found) is np.ndarray and found.ndim else found

    def write(self: Any, name: str, value: Any) -> None:
        try:
            write_field(self, name, value)
        except ValueError:
            writes(self, name, value)

    np.record.__getattribute__ = read  # type: ignore[method-assign]
    np.record.__setattr__ = write  # type: ignore[method-assign]


def warm(game: str) -> None:
    """Play, replay, judge, check and play on a game, so that every kernel that these need is there.

    Interpreted, the beginning of a game is watched, and golden games step through whole ones.
    """
    from stepper import played

    from simulate.plans.plan import make_plan
    from simulate.play.playouts import Playouts, Task
    from simulate.play.seam import ONLOOKER
    from simulate.play.simulator import Simulator

    brief = ["max_turns=12"] if INTERPRETED and game in ("castle", "catan") else []
    simulator = Simulator(make_plan(game, 1, tables=["all"], rules=brief))
    if not INTERPRETED:
        simulator.play(0, 1)
    Simulator(make_plan(game, 1, tables=["all", "progress"], rules=brief)).play(0, 1)
    known = games.load(game)
    start, *_ = known.positions(simulator.plan, known.replay.play(simulator, 0).record)
    Playouts(simulator.plan, 1).play([Task(start, ONLOOKER, 1)])
    Playouts(simulator.plan, 1).ranked(start, ONLOOKER)
    if game in games.OWN and not INTERPRETED:  # as golden games and the tests of each game do
        played(simulator, 0, 1)


def main() -> int:
    """Warm each game in a process of its own, for what one compiles another need not load."""
    if len(sys.argv) > 1:
        add_pig()
        read_records()
        warm(sys.argv[1])
        return 0
    with ThreadPoolExecutor(2) as pool:
        every = (*reversed(games.OWN), *sorted(PACKAGES.names))  # the longest first
        codes = list(pool.map(lambda game: subprocess.call([sys.executable, __file__, game]), every))
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
