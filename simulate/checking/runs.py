"""What is tried of the runs of every game: workers, runs that go on, seats that are said to be alike."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from rules.games import Game
from simulate.checking.finding import FAILS, HOLDS, Finding, volume
from simulate.plans.plan import Plan, make_plan
from simulate.plans.request import Request
from simulate.working.verify import verify
from simulate.working.workers import play

BLOCK = 2
"""Games of a block of these runs."""

SYMMETRIC = 4_000
"""Games by which seats are compared, at most."""
SECONDS = 5.0
"""How long that may take."""
SURE = 4.5
"""Standard errors by which a seat differs: by chance in one game of a hundred thousand."""


def workers(game: Game) -> Finding:
    """Whether games are the same on one worker, on two, and in a run that goes on."""
    n = 4 * BLOCK if game.is_plain else volume(8 * BLOCK, 2 * BLOCK)
    plan = make_plan(game.name, n, **({"policy": "random"} if game.decides else {}))
    backend = "processes" if game.is_plain else "threads"
    with TemporaryDirectory() as folder:
        alone = _content(plan, Path(folder) / "one", 1, "threads")
        if alone != _content(plan, Path(folder) / "two", 2, backend):
            return Finding("workers", FAILS, f"{n} games are others when two workers play them")
        half = replace(plan, n=n // 2)
        _content(half, Path(folder) / "goes-on", 1, "threads")
        if alone != _content(plan, Path(folder) / "goes-on", 1, "threads"):
            return Finding("workers", FAILS, f"a run that goes on after {n // 2} games has others")
    return Finding("workers", HOLDS, "games are the same on one worker and on two, and in a run that goes on")


def _content(plan: Plan, out: Path, jobs: int, backend: str) -> str:
    """Play a run; the hash of all that it holds."""
    how = Request(plan.game, plan.n, out=out, jobs=jobs, backend=backend, block_size=BLOCK)
    return verify(play(plan, how)).content_hash


def symmetric(game: Game) -> Iterator[Finding]:
    """Whether no seat does better than the others, where the game says that its seats are alike."""
    if not game.symmetric:
        return
    plan = make_plan(game.name, SYMMETRIC)
    simulator, until, parts = game.simulator(plan), time.monotonic() + SECONDS, []
    chunk = volume(200, 20)
    for first in range(0, SYMMETRIC, chunk):
        parts.append(simulator.play_on(first, chunk)[0]["seats"])
        if time.monotonic() > until:
            break
    seats = np.concatenate(parts)
    shares = seats["win_share"].reshape(-1, plan.players)
    told = ", ".join(f"{share:.1%}".replace("%", " %") for share in shares.mean(axis=0))
    columns = {"wins": shares}
    if game.has_score:
        columns["scores"] = seats["score"].reshape(-1, plan.players)
    for what, values in columns.items():
        apart = values - values.mean(axis=1, keepdims=True)
        errors = apart.std(axis=0) / np.sqrt(len(apart))
        at = int(np.argmax(np.abs(apart.mean(axis=0)) - SURE * errors))
        if abs(apart[:, at].mean()) > SURE * errors[at]:
            text = f"seat {at + 1} {what} unlike the others in {len(shares):,} games (shares of wins {told})"
            yield Finding("symmetric", FAILS, f"{text}, and the game says symmetric")
            return
    yield Finding("symmetric", HOLDS, f"no seat does better than another in {len(shares):,} games: {told}")
