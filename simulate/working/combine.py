"""Joins runs that are slices of one: `--first-game` plays them apart, on machines that know of no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from os import PathLike
from pathlib import Path

from rules.errors import UserError
from simulate.plans.plan import Plan
from simulate.store.blocks import Receipt, pack, read_sums
from simulate.store.opening import find_run, held, open_to_play
from simulate.store.runs import Run, read_run
from simulate.working.workers import Shown, silent


def combine(
    paths: Sequence[str | Path],
    out: str | Path,
    *,
    announce: Callable[[str], None] = lambda text: None,
    progress: Shown = silent,
) -> Run:
    """Join slices into one run in `out`, with the content hash of the run that was played whole.

    The slices stay as they are. Each of their blocks is checked as it is read. Done again after an
    interruption it goes on.

    Raises
    ------
    UserError
        If the slices overlap, leave a gap, are not finished, are of different plans, or another program
        played one; or if `out` holds something else.
    DamagedError
        If a file of a slice is damaged.
    """
    if isinstance(paths, str | PathLike):
        paths = [paths]
    slices = sorted((read_run(path) for path in paths), key=lambda run: run.plan.first_game)
    for run in slices:
        if Path(out).resolve().is_relative_to(run.path.resolve()):
            raise UserError(
                f"--out {out} is one of the runs to be joined, which stay as they are; name another"
            )
    plan = _joined(slices)
    with held(Path(out), announce):
        left = _not_there(slices, plan, out)
        run = open_to_play(plan, out, announce)
        games = sum(receipt.n for _, receipt in left)
        with (progress if games else silent)(run, games) as tell:
            for part, receipt in left:
                tables = {table: part.read(table, receipt) for table in part.tables}
                sums = None if part.tables else read_sums(part.receipt_path(receipt.first))
                block = pack(plan, receipt.first, receipt.n, tables, 0.0, receipt.failed, sums)
                block.write(run.path)
                tell(receipt.n)
        for look in (look for part in slices for look in part.looks):
            run.note_look(look)
        if left:
            run.look_again()
            run.note_played(
                sum(part.manifest["seconds"] for part in slices),
                max(part.manifest["jobs"] for part in slices),
            )
    return run


def _joined(slices: Sequence[Run]) -> Plan:
    """The plan of the run that slices make, in order of games; refused if they make none, or are damaged."""
    if len(slices) < 2:
        raise UserError("name two runs or more to be joined")
    first = slices[0]
    for run in slices:
        plan = replace(run.plan, first_game=first.plan.first_game)
        if differs := plan.differences(first.plan) if plan.hash != first.plan.hash else []:
            raise UserError(
                f"{first.path} and {run.path} differ in more than their games: {', '.join(differs)}"
            )
        if not run.is_of_this_program:
            raise UserError(
                f"{run.path} was played by {run.other_program}, and games of two programs do not mix; join "
                f"it with that version, or play it anew: {run.repair} --play-again"
            )
        run.whole_receipts()
        if not run.is_complete:
            raise UserError(f"{run.path} is not finished; play the rest: {run.command}")
    for before, after in pairwise(slices):
        begins = after.plan.first_game
        if begins < before.end:
            last = min(before.end, after.end) - 1
            others = replace(after.plan, first_game=before.end)
            raise UserError(
                f"{before.path} and {after.path} overlap: both hold games {begins} to {last}; play others in "
                f"place of {after.path}: {others.command()}"
            )
        if begins > before.end:
            gap = replace(before.plan, first_game=before.end, n=begins - before.end)
            raise UserError(
                f"games {before.end} to {begins - 1} are missing between {before.path} and {after.path}; "
                f"play them: {gap.command()}"
            )
    return replace(first.plan, n=slices[-1].end - first.plan.first_game)


def _not_there(slices: Sequence[Run], plan: Plan, out: str | Path) -> list[tuple[Run, Receipt]]:
    """The blocks of the slices that the joined run in `out`, if it was begun, does not hold yet.

    Refused if it holds a part of one.
    """
    begun = find_run(plan, out)
    missing = [(plan.first_game, plan.n)] if begun is None else begun.missing_blocks(plan.n)
    gaps = [range(first, first + n) for first, n in missing]
    found = []
    for part in slices:
        for receipt in part.done_receipts():
            block = range(receipt.first, receipt.first + receipt.n)
            if any(block[0] in gap and block[-1] in gap for gap in gaps):
                found.append((part, receipt))
            elif any(block[0] < gap.stop and gap.start <= block[-1] for gap in gaps):
                raise UserError(
                    f"--out {out} holds games in other blocks than {part.path}; choose another --out"
                )
    return found
