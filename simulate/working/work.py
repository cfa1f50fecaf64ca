"""What a worker does, wherever it is: play one block of a plan."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from rules.errors import UserError
from rules.games import load
from simulate.plans.plan import Plan
from simulate.plans.trust import all_trusted, trust
from simulate.play.seam import GameSimulator
from simulate.store.blocks import Block, as_arrow, pack
from simulate.store.failures import Failure
from simulate.store.opening import check_program
from simulate.store.runs import Run, read_run
from simulate.store.sums import SUMMED, sums_of_rows
from simulate.working.sharing import Sharing

CHUNK = 250
"""Games between two looks at the stop sign."""

_mine = threading.local()


def simulator_of(plan: Plan, anew: bool = False) -> GameSimulator:
    """The simulator of this worker for the plan, made at its first block."""
    if anew or getattr(_mine, "hash", None) != plan.hash:
        _mine.simulator = load(plan.game).simulator(replace(plan, tables=plan.tables or SUMMED))
        _mine.hash = plan.hash
    simulator: GameSimulator = _mine.simulator
    return simulator


def block_of(
    plan: Plan, first: int, n: int, fail_fast: bool, stopped: Callable[[], bool], other: Run | None = None
) -> Block | None:
    """Play one block; None if the run is being stopped. With `fail_fast` a game that fails is its last.

    What it shares with the `other` run is copied from there.
    """
    begun = time.perf_counter()
    simulator: GameSimulator | Sharing = simulator_of(plan)
    if other is not None:
        simulator = Sharing(simulator_of(plan), other, first, first + n)
    parts: list[dict[str, np.ndarray]] = []
    failed: list[Failure] = []
    for start in range(first, first + n, CHUNK):
        if stopped():
            return None
        rows, failed_now = simulator.play_on(start, min(CHUNK, first + n - start), fail_fast)
        parts.append(rows)
        failed += failed_now
        if failed and fail_fast:
            n = failed[0].game + 1 - first
            break
    tables = {name: np.concatenate([part[name] for part in parts]) for name in simulator.plan.tables}
    arrow = {name: as_arrow(tables[name]) for name in plan.tables}
    sums = None if plan.tables else sums_of_rows(plan, tables)
    return pack(plan, first, n, arrow, time.perf_counter() - begun, failed, sums)


def play_block(
    path: Path, plan: Plan | str, first: int, n: int, fail_fast: bool = False, other: Run | Path | None = None
) -> int:
    """Play one block and write it; return the games written, 0 if the run is being stopped.

    In another process `plan` is its hash: the plan, and the code of its policies, are read from the run, and
    the `other` run is given by its directory. With `fail_fast` a game that fails stops the run.
    """
    if isinstance(plan, str):
        with all_trusted():  # whoever sent it trusts it
            run = read_run(path)
        check_program(run)
        if run.hash != plan:
            raise UserError(f"{path}: the manifest is that of another run")
        plan = run.plan
        trust_senders(plan)
    if isinstance(other, Path):
        other = read_run(other)
    block = block_of(plan, first, n, fail_fast, stop_sign(path).exists, other)
    if block is None:
        return 0
    block.write(path)
    if block.receipt.failed and fail_fast:
        stop_sign(path).touch()
    return block.receipt.n


def plan_of_sender(described: dict[str, Any], sources: dict[str, str]) -> Plan:
    """The plan that another process sends, with its code: whoever sent it trusts it."""
    with all_trusted():
        plan = Plan.from_dict(described, sources)
    trust_senders(plan)
    return plan


def trust_senders(plan: Plan) -> None:
    """Trust the code of a plan's policies: whoever sent it trusts it, and the plan's hash is of it, too."""
    for policy in plan.policies:
        if policy.source is not None:
            trust(policy.source)


def stop_sign(path: Path) -> Path:
    """The file whose presence tells the workers of a run to stop, in whatever process they are."""
    return path / ".stop"
