"""Opens runs to play into them: made, continued, grown, by one command at a time and one program only.

The lock is held by the operating system for as long as its owner lives, so a dead one holds none.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rules.errors import UserError
from rules.kernel_cache import program_of
from simulate.io.files import PART, reading, writing
from simulate.io.folders import MOST_SOURCE, Folder
from simulate.plans.plan import Plan
from simulate.store.blocks import RECEIPTS, is_block, read_receipt, receipt_files
from simulate.store.manifest import MANIFEST, DamagedManifestError, is_source, new_manifest
from simulate.store.runs import Run, read_run

LOCK = ".lock"
BESIDE_TABLES = {
    MANIFEST,
    RECEIPTS,
    "sources",
    "report.html",
    "findings.json",
    "scores.png",
    "wins.png",
    LOCK,
    ".stop",
}
"""What may lie in the directory of a run beside its tables."""


RUNS = Path("runs")
"""Where runs lie that nobody gave a directory."""


def places_of(plans: Iterable[Plan]) -> dict[str, Path]:
    """The directory of each plan's run in `RUNS`, by the plan's hash; no plan comes twice.

    A name has the first digits of the hash. Of thousands of plans two may share these: the second gets all.
    """
    places: dict[str, Path] = {}
    taken: set[str] = set()
    for plan in plans:
        name = plan.name
        if name in taken or _holds_another(RUNS / name, plan):
            name = plan.long_name
        taken.add(name)
        places[plan.hash] = RUNS / name
    return places


def _holds_another(path: Path, plan: Plan) -> bool:
    """Whether a directory holds the run of another plan; not if what it holds cannot be read."""
    if not Folder(path).holds(MANIFEST):
        return False
    try:
        return read_run(path).plan.hash != plan.hash
    except UserError:
        return False


def place_of(plan: Plan, out: str | Path | None) -> Path:
    """The directory of a plan's run."""
    return Path(out) if out is not None else places_of([plan])[plan.hash]


def find_run(plan: Plan, out: str | Path | None) -> Run | None:
    """The run of this plan as it lies there, None if there is none yet; nothing is written.

    A run that was asked for more games shows the first of them. A directory that vanishes while it is read is
    none, and so is a run that another program made and played nothing into.

    Raises
    ------
    UserError
        If the directory holds something else or cannot be read.
    """
    path = place_of(plan, out)
    try:
        return _run_in(path, plan)
    except UserError:
        if path.exists():
            raise
        return None


def _run_in(path: Path, plan: Plan) -> Run | None:
    with reading(f"--out {path}"):
        here = Folder(path)
        if not path.exists() or not here.names():
            return None
        if not here.holds(MANIFEST):
            there = {name for name in here.names() if not PART.fullmatch(name)}
            if there - BESIDE_TABLES - set(plan.tables):
                raise UserError(f"{path} is not empty and is not a run; choose another --out")
            _holds_blocks(path, plan)
            return None
    try:
        held = read_run(path)
    except DamagedManifestError:
        if not _holds_blocks(path, plan):
            raise
        return None
    if held.plan.hash != plan.hash:
        raise UserError(
            f"{path} holds another run; it differs in: {', '.join(plan.differences(held.plan))}; "
            "choose another --out"
        )
    if not held.is_of_this_program and _is_unplayed(path):
        return None
    return Run(path, plan, held.manifest)


def open_to_play(plan: Plan, out: str | Path | None, announce: Callable[[str], None]) -> Run:
    """The run of this plan, there to be played into: continued, or a new directory with its manifest.

    To be called with the lock held. A run that was asked for fewer games is asked for more; what is left of
    unfinished or damaged blocks goes.

    Raises
    ------
    UserError
        If the directory holds something else or cannot be written, or another program played what it holds.
    """
    path = place_of(plan, out)
    run = find_run(plan, path)
    with writing(path, f"--out {path}"):
        if run is not None and run.missing_blocks():
            check_program(run)
        here = Folder(path)
        for folder in ("", *plan.tables, RECEIPTS, "sources"):
            here.make(folder)
        if run is None:
            if here.holds(MANIFEST) and not _is_unplayed(path):
                announce(f"the manifest of {path} was damaged and is written anew")
            for name, text in plan.sources().items():
                here.write(f"sources/{name}", text.encode(), MOST_SOURCE)
            run = Run(path, plan, new_manifest(plan, path))
            run.save_manifest()
        elif plan.n > run.manifest["plan"]["n"]:
            run.manifest |= {"plan": plan.described(), "command": plan.command(path)}
            run.save_manifest()
        _sweep(run, announce)
    return run


def check_program(run: Run) -> None:
    """Refuse to play into a run of another program.

    Raises
    ------
    UserError
        Naming that program, and the command that plays all anew.
    """
    if not run.is_of_this_program:
        raise UserError(
            f"{run.path} was played by {run.other_program}, and games of two programs do not mix; play it "
            f"anew: {run.repair} --play-again"
        )


def _is_unplayed(path: Path) -> bool:
    """Whether nothing was played into the directory of a run yet."""
    return not Folder(path).names(RECEIPTS)


def _holds_blocks(path: Path, plan: Plan) -> bool:
    """Whether blocks of this plan lie in a directory without a manifest that can be read.

    Those of another one are refused.
    """
    found = False
    for file in receipt_files(path):
        try:
            receipt = read_receipt(file)
        except ValueError:
            continue  # its games are played anew
        if (receipt.plan, receipt.program) != (plan.hash, program_of(plan.game)):
            raise UserError(f"{path} holds blocks of another run or program; choose another --out")
        found = True
    return found


def _sweep(run: Run, announce: Callable[[str], None]) -> None:
    """Remove what is left of blocks that are not whole; the next ones may be of another size."""
    here = Folder(run.path)
    for file, why in run.receipts.damaged.items():
        announce(f"{file}: {why}; its games are played anew")
        here.remove(f"{RECEIPTS}/{file.name}")
    for table in run.plan.tables:
        for name in here.names(table):
            if is_block(Path(name), ".parquet") and int(name.partition(".")[0]) not in run.receipts.whole:
                here.remove(f"{table}/{name}")
    for folder in ("", "sources", RECEIPTS, *run.plan.tables):
        here.remove_torn(folder, is_of_run)
    run.look_again()


def is_of_run(name: str) -> bool:
    """Whether a file of a run is called so, in whatever folder of it."""
    file = Path(name)
    return name == MANIFEST or is_source(name) or is_block(file, ".parquet") or is_block(file, ".json")


LOOK_AGAIN = 0.1
"""Seconds between two looks at a lock that another command holds."""


def _locked(lock: int) -> bool:
    """Whether the lock is ours now."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock(path: Path, announce: Callable[[str], None]) -> int | None:
    """A descriptor of the lock of a run, which is ours until it is closed; None if another command has it."""
    with writing(path, f"--out {path}"):
        here = Folder(path)
        here.make()
        lock = here.open_to_lock(LOCK)
    ours = False
    try:
        ours = _locked(lock)
    except OSError as error:
        if error.errno not in (errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP):
            raise
        announce(f"{path} cannot be locked ({error.strerror}): let no other command play into it")
        ours = True
    finally:
        if not ours:
            os.close(lock)
    return lock if ours else None


def _is_removed(lock: int) -> bool:
    """Whether another command removed the run of a lock, and the lock with it."""
    return os.fstat(lock).st_nlink == 0


@contextlib.contextmanager
def held(path: Path, announce: Callable[[str], None]) -> Iterator[None]:
    """Keep every other command out of a run; wait while another one plays into it.

    Raises
    ------
    UserError
        If the directory cannot be written.
    """
    waits = False
    while (lock := _lock(path, announce)) is None or _is_removed(lock):
        if lock is not None:
            os.close(lock)
            continue
        if not waits:
            announce(f"another command is playing into {path}; waiting for it (Ctrl-C to stop waiting)")
        waits = True
        time.sleep(LOOK_AGAIN)  # and not in the lock, which Ctrl-C just before would not end
    try:
        yield
    finally:
        os.close(lock)


@contextlib.contextmanager
def held_at_once(path: Path) -> Iterator[None]:
    """Keep every other command out of a run, unless one plays into it.

    Raises
    ------
    UserError
        If one does.
    """
    lock = _lock(path, lambda text: None)
    if lock is None:
        raise UserError(f"{path} is being played; wait for that command, or stop it")
    try:
        yield
    finally:
        os.close(lock)
