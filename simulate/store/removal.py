"""Removes runs: what this program wrote there and nothing else, and never while a command plays into one."""

from __future__ import annotations

import contextlib
import stat
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from rules.errors import UserError
from simulate.io.files import PART, writing
from simulate.io.folders import Folder
from simulate.store.blocks import RECEIPTS, is_block
from simulate.store.manifest import MANIFEST, is_source
from simulate.store.opening import BESIDE_TABLES, LOCK, held_at_once
from simulate.store.runs import is_run


def check_removable(path: Path) -> None:
    """Refuse what is no run of its own, or holds files of others.

    Raises
    ------
    UserError
        Naming what is in the way.
    """
    if not is_run(path):
        raise UserError(f"{path} is not a run")
    if path.is_symlink():
        raise UserError(f"{path} is a link to {path.resolve()}; name that run, or remove the link yourself")
    for name, found in Folder(path).files():
        if not _is_own(name) or not stat.S_ISREG(found.st_mode):
            raise UserError(f"{path} holds {name}, which is no file of a run; move it away")


def remove_runs(paths: Iterable[Path]) -> None:
    """Remove runs, all or none; the manifest of each goes last, so that a half of one is still a run.

    Raises
    ------
    UserError
        If one is no run, holds files of others, or is being played.
    """
    with contextlib.ExitStack() as locks:
        for path in paths:
            check_removable(path)
            locks.enter_context(held_at_once(path))
        for path in paths:
            _remove(path)


def _remove(path: Path) -> None:
    run = Folder(path)
    last = [MANIFEST, LOCK]
    names = [name for name, _ in run.files() if name not in last]
    for name in sorted(names, key=lambda name: not name.startswith(f"{RECEIPTS}/")):
        run.remove(name)
    with writing(path):
        for folder in run.names():
            if folder not in last:
                (path / folder).rmdir()
        for name in last:
            run.remove(name)
        path.rmdir()


def _is_own(name: str) -> bool:
    """Whether a file of a run is called so; names are relative to the run."""
    *folders, last = PurePosixPath(name).parts
    if torn := PART.fullmatch(last):
        last = torn["name"]
    if not folders:
        return last in BESIDE_TABLES
    if len(folders) > 1:
        return False
    if folders == ["sources"]:
        return is_source(last)
    return is_block(Path(last), ".json" if folders == [RECEIPTS] else ".parquet")
