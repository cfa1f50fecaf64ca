"""Plays many games: policies, workers, run directories and the command line.

>>> from simulate import run, load
>>> played = run(game="starwars", n=1_000)      # doctest: +SKIP
>>> played.seats.groupby("seat").score.mean()   # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulate.runs import Run

__version__ = "0.1.0"


def run(
    game: str = "starwars",
    n: int = 100_000,
    *,
    players: int | None = None,
    policy: str | None = None,
    preset: str | None = None,
    rules: Mapping[str, Any] | Iterable[str] = (),
    seed: int = 1,
    first_game: int = 0,
    tables: str | Iterable[str] = "all",
    tiles: str | Path | None = None,
    board: str | Path | None = None,
    jobs: int | None = None,
    backend: str = "threads",
    out: str | Path | None = None,
    block_size: int | None = None,
) -> Run:
    """Play `n` games and return the run; one that is already there is continued or just opened.

    The arguments are those of the command line, see ``simulate --help``; `rules` may be a mapping,
    ``{"dice_cap": 4}``, and `out` is the run directory (default ``runs/GAME-HASH``).

    Raises
    ------
    rules.errors.UserError
        For anything unknown or out of bounds, in one line.
    """
    from rules.options import show
    from simulate.plan import make_plan
    from simulate.workers import play

    words = (
        [f"{k}={show(tuple(v) if isinstance(v, list) else v)}" for k, v in rules.items()]
        if isinstance(rules, Mapping)
        else rules
    )
    plan = make_plan(
        game,
        n,
        players=players,
        policy=policy,
        preset=preset,
        rules=words,
        seed=seed,
        first_game=first_game,
        tables=tables,
        tiles=tiles,
        board=board,
    )
    return play(plan, out=out, jobs=jobs, backend=backend, block_size=block_size)


def load(path: str | Path) -> Run:
    """Open the run in a directory.

    Raises
    ------
    rules.errors.UserError
        If there is no run.
    """
    from simulate.runs import load as open_run

    return open_run(path)
