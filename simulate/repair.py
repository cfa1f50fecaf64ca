"""Repairs runs: what is damaged or missing is played anew, so that a run ends as if nothing had happened."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rules.errors import FailedError
from simulate.blocks import is_block
from simulate.compiling import Waiting, unseen
from simulate.opening import check_program
from simulate.request import Request
from simulate.runs import Run, read_run
from simulate.verify import Fault, verify
from simulate.workers import Progress, play


@dataclass(frozen=True)
class Repaired:
    """A run that is whole, and the faults that were mended; what it did not write is left alone."""

    run: Run
    faults: tuple[Fault, ...]


def repair(
    path: str | Path,
    jobs: int | None = None,
    play_again: bool = False,
    *,
    announce: Callable[[str], None] = lambda text: None,
    progress: Callable[[Run, int], contextlib.AbstractContextManager[Progress]] | None = None,
    waiting: Waiting = unseen,
) -> Repaired:
    """Play the damaged and the missing blocks of a run anew, and check what came of it.

    With `play_again` a run of another program is played anew from its first game; without, it is refused.

    Raises
    ------
    UserError
        If there is no run, or another program played it.
    FailedError
        If something cannot be mended: a directory lies in the place of a file.
    """
    run = read_run(path)
    found: list[Fault] = []

    def mend(run: Run) -> None:
        if not run.is_of_this_program and play_again:
            _clear(run)
            return
        check_program(run)
        found.extend(fault for fault in verify(run).faults if not fault.is_foreign)
        for fault in found:
            announce(f"{fault}; played anew")
            _remove(run, fault.file)

    if not play_again:
        check_program(run)
    how = Request(out=run.path, jobs=jobs)
    played = play(run.plan, how, announce=announce, progress=progress, waiting=waiting, mend=mend)
    left = [fault for fault in verify(played).faults if not fault.is_foreign]
    if left:
        raise FailedError(f"{left[0]}; move it away and repair again")
    return Repaired(played, tuple(found))


def _remove(run: Run, file: Path) -> None:
    """Remove a faulty file, its block's receipt first: without one a block is not whole."""
    if is_block(file, ".parquet"):
        run.receipt_path(int(file.stem)).unlink(missing_ok=True)
    if file.is_dir():
        raise FailedError(f"{file}: a directory lies in the place of a file; move it away and repair again")
    file.unlink(missing_ok=True)


def _clear(run: Run) -> None:
    """Remove all that was played; receipts first, the manifest last."""
    for folder, suffix in (("receipts", ".json"), *((table, ".parquet") for table in run.plan.tables)):
        for file in (run.path / folder).glob("*"):
            if is_block(file, suffix):
                file.unlink()
    (run.path / "manifest.json").unlink()
