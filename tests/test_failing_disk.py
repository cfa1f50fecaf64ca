"""A disk that fails at the n-th write, rename or sync, for n = 1, 2, 3 ...: one line, and no torn file.

It fails once, or from then on in everything, as one that has become read-only. Then it is well again, and the
same command ends as if nothing had happened; nothing half-written is left.
"""

from __future__ import annotations

import errno
import io
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from builders import Done, Tried, content, run_cli

import simulate
from rules.kernel import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="interpreted games take too long")

LAYER = {"simulate.io.files", "simulate.io.folders"}
"""The modules that write all that is kept."""

WAYS = {
    "open": errno.EDQUOT,
    "mkdir": errno.EROFS,
    "write": errno.ENOSPC,
    "fsync": errno.EIO,
    "replace": errno.EACCES,
}
"""What fails, and with which error."""


class Disk:
    """Stands between the layer of files and the disk; counts what is asked of it, and fails as it is told."""

    def __init__(self, patch: pytest.MonkeyPatch, way: str, number: int = 0, for_good: bool = False) -> None:
        self.way, self.number, self.for_good = way, number, for_good
        self.asked = 0
        self.failed = False
        opened, fdopened, unlinked = os.open, os.fdopen, os.unlink

        def open_(path: Any, flags: int, *given: Any, **named: Any) -> int:
            if flags & os.O_CREAT:
                self.ask("open")
            return opened(path, flags, *given, **named)

        def fdopen(file: int, mode: str, *given: Any) -> Any:
            if not self.is_ours() or "w" not in mode:
                return fdopened(file, mode, *given)
            return io.BufferedWriter(Writing(self, file))

        def unlink(*given: Any, **named: Any) -> None:
            if self.failed and self.for_good and self.is_ours():
                raise OSError(WAYS[self.way], os.strerror(WAYS[self.way]))
            unlinked(*given, **named)

        patch.setattr(os, "open", open_)
        patch.setattr(os, "fdopen", fdopen)
        patch.setattr(os, "unlink", unlink)
        for name in ("mkdir", "fsync", "replace"):
            patch.setattr(os, name, self.asking(name, getattr(os, name)))

    def asking(self, way: str, real: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, that the disk is asked for first."""

        def ask_first(*given: Any, **named: Any) -> Any:
            self.ask(way)
            return real(*given, **named)

        return ask_first

    def is_ours(self) -> bool:
        """Whether the layer of files asks."""
        return sys._getframe(2).f_globals["__name__"] in LAYER

    def ask(self, way: str) -> None:
        """Fail, if it is the turn."""
        if way != "write" and sys._getframe(2).f_globals["__name__"] not in LAYER:
            return
        self.asked += way == self.way
        now = way == self.way and self.asked == self.number
        if now or (self.failed and self.for_good):
            self.failed = True
            raise OSError(WAYS[self.way], os.strerror(WAYS[self.way]))


class Writing(io.FileIO):
    """A file on such a disk."""

    def __init__(self, disk: Disk, file: int) -> None:
        super().__init__(file, "w")
        self.disk = disk

    def write(self, data: Any) -> int:
        """Write, if the disk can."""
        self.disk.ask("write")
        return super().write(data) or 0


PLAY = "--game starwars --policy random --tables games,seats --n 8 --block-size 4 --jobs 1 --out run"
JOBS = {
    "run": PLAY,
    "run without tables": f"{PLAY} --tables none",
    "report": "report made",
    "plot": "plot made",
    "export": "export made --out tables",
    "workbook": "export made --to xlsx --out tables.xlsx",
    "replay": "replay made --game-index 3 --as json --out game.json",
    "repair": "repair made --jobs 1",
    "combine": "combine made after --out run",
    "compare": "compare made other --out answer",
}
ALWAYS = ("run", "report", "export")
"""These are tried at each n by default; the others in `make verify`."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with runs to be read, joined and compared."""
    folder = tmp_path_factory.mktemp("made")
    plan: dict[str, Any] = {"policy": "random", "tables": "games,seats", "block_size": 4, "jobs": 1}
    for name, first in (("made", 0), ("after", 8)):
        simulate.run("starwars", n=8, first_game=first, **plan, out=folder / name)
    simulate.run("starwars", n=8, rules={"dice_cap": 4}, **plan, out=folder / "other")
    return folder


def begin(job: str, made: Path, place: Path) -> list[str]:
    """Make what a command needs in a new folder; its words."""
    shutil.copytree(made, place)
    if job == "repair":
        (place / "made" / "games" / "0000000004.parquet").write_bytes(b"PAR1")
    return JOBS[job].split()


def outcome(place: Path) -> dict[str, object]:
    """What lies there: content hashes of runs, else bytes; of pages and pictures whether they are whole."""
    runs = [manifest.parent for manifest in place.rglob("manifest.json")]
    found: dict[str, object] = {str(run.relative_to(place)): content(simulate.load(run)) for run in runs}
    for file in place.rglob("*"):
        name = str(file.relative_to(place))
        if file.is_file() and not any(run in file.parents for run in runs):
            found[name] = file.read_bytes() if file.suffix in (".csv", ".json", ".jsonl") else True
        if file.suffix in (".html", ".png", ".xlsx"):
            data = file.read_bytes().rstrip()
            found[name] = data.endswith((b"</html>", b"IEND\xaeB`\x82")) or data.startswith(b"PK")
    return found


def check_line(done: Done, way: str) -> None:
    """One line, which says what and why."""
    assert done.returncode in (1, 2), done
    line = done.stderr.splitlines()[-1]
    assert line.startswith("simulate: "), done.stderr
    assert os.strerror(WAYS[way]) in line, done.stderr
    assert done.stderr.count("simulate: ") == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert "a fault of houserules" not in done.stderr


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "job", [pytest.param(job, marks=() if job in ALWAYS else pytest.mark.verify) for job in JOBS]
)
def test_whatever_fails_nothing_is_torn_and_the_same_command_goes_on(
    job: str, way: str, made: Path, tmp_path: Path, tried: Tried
) -> None:
    words = begin(job, made, tmp_path / "straight")
    with pytest.MonkeyPatch.context() as patch:
        disk = Disk(patch, way)
        done = run_cli(*words, cwd=tmp_path / "straight")
    expected, code = outcome(tmp_path / "straight"), done.returncode
    assert code == 0, done
    times = disk.asked
    tried(2 * times)
    for number in range(1, times + 1):
        for for_good in (False, True):
            place = tmp_path / f"{number} {for_good}"
            begin(job, made, place)
            with pytest.MonkeyPatch.context() as patch:
                disk = Disk(patch, way, number, for_good)
                done = run_cli(*words, cwd=place)
            assert disk.failed, (number, times)
            check_line(done, way)
            before = outcome(place) if job != "repair" else {}
            torn = {name for name, value in before.items() if name in expected and value in (False, b"")}
            assert not torn
            done = run_cli(*words, cwd=place)
            assert done.returncode == 0, (number, for_good, done)
            assert outcome(place) == expected, (number, for_good)
            assert not list(place.rglob("*.part")), (number, for_good)
            shutil.rmtree(place)
