"""Repairs runs: what is damaged or missing is played anew, so that a run ends as if nothing had happened."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.errors import FailedError
from simulate.io.folders import FILE, Folder
from simulate.plans.plan import Plan, hash_of_dict
from simulate.plans.request import Request
from simulate.store.blocks import RECEIPTS, Receipt, is_block, made_by, read_receipt, receipt_files
from simulate.store.manifest import MANIFEST, DamagedManifestError, new_manifest, read_sources, write_manifest
from simulate.store.opening import check_program, held
from simulate.store.runs import Run, read_run
from simulate.working.compiling import Waiting, unseen
from simulate.working.verify import Fault, verify
from simulate.working.workers import Shown, play, silent


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
    progress: Shown = silent,
    waiting: Waiting = unseen,
) -> Repaired:
    """Play the damaged and the missing blocks of a run anew, and check what came of it.

    A manifest that is damaged or lost is written anew first, from what the blocks say of their run. With
    `play_again` a run of another program is played anew from its first game; without, it is refused.

    Raises
    ------
    UserError
        If there is no run, or another program played it.
    FailedError
        If something cannot be mended: a directory lies in the place of a file.
    """
    found: list[Fault] = []
    try:
        run = read_run(path)
    except DamagedManifestError as error:
        with held(Path(path), announce):
            write_manifest(Path(path), rebuilt(Path(path), error))
        run = read_run(path)
        found.append(Fault(run.path / "manifest.json", "written anew from what the blocks say"))
        announce(f"{found[0]}; looks of --until are not among it")

    def mend(run: Run) -> None:
        if not run.is_of_this_program and play_again:
            _clear(run)
            return
        check_program(run)
        for fault in verify(run).faults:
            if not fault.is_foreign:
                found.append(fault)
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


def rebuilt(path: Path, lost: DamagedManifestError) -> dict[str, Any]:
    """The manifest of the run in a directory, from its whole blocks: as many games as most of them knew of.

    Raises
    ------
    DamagedManifestError
        If no block says how the run was made, or blocks of several runs lie there; it says what helps.
    """
    said: list[tuple[Receipt, dict[str, Any]]] = []
    files: dict[tuple[str | None, str | None], list[Path]] = {}
    for file in receipt_files(path):
        with contextlib.suppress(ValueError):  # its games are played anew
            receipt = read_receipt(file)
            made = made_by(path, receipt)
            if made is not None and hash_of_dict(made["plan"]) == receipt.plan:
                said.append((receipt, made))
                files.setdefault((receipt.plan, receipt.program), []).append(file)
    if not files:
        helps = f"the command that made the run, with --out {path}, writes it anew and keeps its blocks"
        raise DamagedManifestError(path, f"{lost.why}, and no block is left that says how it was made", helps)
    if len(files) > 1:
        _, strays = min((len(receipts), receipts) for receipts in files.values())
        helps = f"move the receipts of the others away and repair again: {' '.join(map(str, strays))}"
        raise DamagedManifestError(path, f"{lost.why}, and its blocks are of several runs", helps)
    receipt, made = max(said, key=lambda pair: pair[1]["plan"]["n"])
    plan = Plan.from_dict(made["plan"], read_sources(path, made["plan"]))
    known = {"hash": receipt.plan, "plan": made["plan"], "program": receipt.program}
    return new_manifest(plan, path) | known | {"versions": made["versions"]}


def _remove(run: Run, file: Path) -> None:
    """Remove a faulty file, its block's receipt first: without one a block is not whole."""
    here, name = Folder(run.path), file.relative_to(run.path).as_posix()
    if is_block(file, ".parquet"):
        here.remove(f"{RECEIPTS}/{file.stem}.json")
    if (kind := here.kind_of(name)) not in ("", FILE):
        raise FailedError(f"{file}: {kind} lies in the place of a file; move it away and repair again")
    here.remove(name)


def _clear(run: Run) -> None:
    """Remove all that was played; receipts first, the manifest last."""
    here = Folder(run.path)
    for folder, suffix in ((RECEIPTS, ".json"), *((table, ".parquet") for table in run.plan.tables)):
        for name in here.names(folder):
            if is_block(Path(name), suffix):
                here.remove(f"{folder}/{name}")
    here.remove(MANIFEST)
