"""An answer is read as it was written, or refused by name; it is written whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import shutil
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from builders import (
    Done,
    Tried,
    as_json,
    change_sealed,
    one_line,
    output_of,
    refusal,
    run_cli,
    spoil,
    succeed,
)

from rules.errors import UserError
from simulate.io.files import UnwritableError
from simulate.store.answers import begin_answer, read_answer, write_answer
from simulate.store.blocks import unsealed
from simulate.working.verify import verify_answer

WORDS = ["--game", "starwars", "--n", 40, "--policy", "random", "--jobs", 1]
COMMANDS: dict[str, list[object]] = {
    "comparison": ["compare", *WORDS, "--rule", "dice_cap=4"],
    "sweep": ["sweep", *WORDS, "--rule", "dice_faces=2,6"],
    "study": ["study", "my.toml", "--jobs", 1],
}
STUDY = """
question = "Does it matter how many faces the dice have?"
game = "starwars"
players = [2]
policies = ["random"]
games = 40
[[arms]]
name = "two faces"
rules = { dice_faces = 2 }
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an answer of each kind, named by it, and the runs that hold its games."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "my.toml").write_text(STUDY, encoding="utf-8")
    for kind, words in COMMANDS.items():
        succeed(*words, "--out", kind, cwd=folder)
    return folder


@pytest.fixture
def there(made: Path, tmp_path: Path) -> Path:
    """A copy of it to do mischief to."""
    shutil.copytree(made, tmp_path / "there")
    return tmp_path / "there"


def again(kind: str, folder: Path) -> Done:
    """What comes of the command of an answer when it is typed again."""
    return succeed(*COMMANDS[kind], "--out", kind, cwd=folder)


def files_of(answer: Path) -> dict[str, bytes]:
    """What the files of an answer hold, by name."""
    return {str(file.relative_to(answer)): file.read_bytes() for file in answer.rglob("*") if file.is_file()}


@pytest.mark.parametrize("kind", COMMANDS)
def test_an_answer_is_sealed_with_every_file_and_its_page_shows_the_hash(made: Path, kind: str) -> None:
    answer = made / kind
    says = unsealed((answer / f"{kind}.json").read_bytes())
    assert {*says["files"], f"{kind}.json"} == set(files_of(answer))
    found = as_json("verify", kind, cwd=made)
    assert (found["faults"], found["files"]) == ([], len(says["files"]))
    assert f"content {found['content_hash']}" in output_of("verify", kind, cwd=made)
    page = re.sub("<[^>]*>", "", (answer / "report.html").read_text(encoding="utf-8"))
    assert f"content hash {found['content_hash']}. simulate verify {kind} checks them." in page


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_spoilt_file_is_named_and_the_same_command_makes_it_anew(
    there: Path, kind: str, tried: Tried
) -> None:
    """Whichever it is: whatever is spoilt, what is made is what was there."""
    before = files_of(there / kind)
    tried(len(before))
    for name in sorted(before, key=f"{kind}.json".__eq__):  # which tells of the others, last
        spoil(there / kind / name)
        done = run_cli("verify", kind, cwd=there)
        assert done.returncode == 1, done
        assert f"{kind}/{name}: damaged" in done.stdout + done.stderr
        assert "anew" in done.stdout + done.stderr
    for _ in range(2):
        again(kind, there)
        assert files_of(there / kind) == before


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_spoilt_table_is_not_exported(there: Path, kind: str) -> None:
    """However it is spoilt: a changed number, a row less, no file; the workbook that lies there stays."""
    pytest.importorskip("openpyxl", reason="the extra `excel` is not installed")
    succeed("export", kind, "--to", "xlsx", cwd=there)
    book = (there / f"{kind}.xlsx").read_bytes()
    makes = json.loads((there / kind / f"{kind}.json").read_text())["command"]
    for file in sorted((there / kind / "tables").iterdir()):
        data = file.read_bytes()
        for spoilt in (data.replace(b"0", b"1", 1), data[: data[:-1].rindex(b"\n") + 1], b"\xff\x00", None):
            if spoilt is None:
                file.unlink()
            else:
                file.write_bytes(spoilt)
            said = one_line(run_cli("export", kind, "--to", "xlsx", cwd=there), code=1)
            assert said.startswith(f"{kind}/tables/{file.name}: ")
            assert said.endswith(f"; make the answer anew: {makes}")
        file.write_bytes(data)
    assert (there / f"{kind}.xlsx").read_bytes() == book
    succeed("export", kind, "--to", "xlsx", cwd=there)


def test_a_foreign_table_is_named_and_is_no_table_of_the_answer(there: Path) -> None:
    (there / "sweep" / "tables" / "mine.csv").write_text("a\n1\n", encoding="utf-8")
    done = run_cli("verify", "sweep", cwd=there)
    assert done.returncode == 1
    assert "sweep/tables/mine.csv: no file of this answer; move it away" in done.stdout
    assert "anew" not in done.stdout
    again("sweep", there)
    assert (there / "sweep" / "tables" / "mine.csv").exists()


TORN = [b"", b"{", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000]


@pytest.mark.parametrize("text", TORN, ids=lambda text: repr(text[:10]))
def test_a_torn_file_of_its_own_is_named_and_made_anew(there: Path, text: bytes) -> None:
    file = there / "comparison" / "comparison.json"
    before = file.read_bytes()
    file.write_bytes(text)
    for words in (["verify", "comparison"], ["export", "comparison", "--to", "xlsx"]):
        said = one_line(run_cli(*words, cwd=there), code=1)
        assert said.startswith("comparison/comparison.json: damaged: ")
        assert said.endswith("; the command that made it, with --out comparison, makes it anew")
    assert "comparison/comparison.json was damaged and is written anew" in again("comparison", there).stderr
    assert file.read_bytes() == before


def test_the_folder_of_another_question_is_refused_though_its_seal_is_broken(there: Path) -> None:
    file = there / "comparison" / "comparison.json"
    file.write_bytes(file.read_bytes().replace(b'"seal": "', b'"seal": "0'))
    other = ["compare", *WORDS, "--rule", "dice_cap=1", "--out", "comparison"]
    assert "comparison holds another comparison (simulate compare" in one_line(run_cli(*other, cwd=there))
    again("comparison", there)


@pytest.mark.parametrize(
    "name",
    ["../my.toml", "/etc/passwd", "tables/../../my.toml", "tables/a/b.csv", "runs/x", "tables/a.csv\n"],
)
def test_an_answer_names_files_of_its_own_folder_only(there: Path, name: str) -> None:
    """Sealed again by somebody who knows how."""
    change_sealed(there / "sweep" / "sweep.json", lambda says: says["files"].update({name: "0" * 64}))
    said = one_line(run_cli("verify", "sweep", cwd=there), code=1)
    assert f"sweep/sweep.json: damaged: it names {name!r}, which is no file of an answer" in said


def test_checksums_without_a_seal_are_not_believed(there: Path) -> None:
    file = there / "sweep" / "sweep.json"
    file.write_text(json.dumps(unsealed(file.read_bytes())), encoding="utf-8")
    assert "damaged: it has no seal" in one_line(run_cli("verify", "sweep", cwd=there), code=1)


def test_an_answer_of_an_earlier_version_is_sealed_by_its_command(there: Path) -> None:
    """It had no seal and named no files."""
    file = there / "sweep" / "sweep.json"
    says = unsealed(file.read_bytes())
    before = files_of(there / "sweep")
    file.write_text(json.dumps({"hash": says["hash"], "command": says["command"]}), encoding="utf-8")
    said = one_line(run_cli("verify", "sweep", cwd=there))
    assert said.startswith("sweep is not finished, or an earlier version wrote it, without checksums; ")
    again("sweep", there)
    assert files_of(there / "sweep") == before


def test_a_question_asked_with_other_games_leaves_the_command_that_made_what_is_there(there: Path) -> None:
    """It is of the same plan, and its answer lies in the same folder."""
    fewer = ["compare", *WORDS, "--rule", "dice_cap=4", "--n", 30, "--out", "comparison"]
    succeed(*fewer, cwd=there)
    spoil(there / "comparison" / "tables" / "changes.csv")
    done = run_cli("verify", "comparison", cwd=there)
    (makes,) = re.findall("make the answer anew: simulate (.*)", done.stdout)
    assert "--n 30" in makes
    succeed(*shlex.split(makes), cwd=there)
    assert "content" in output_of("verify", "comparison", cwd=there)


@pytest.mark.parametrize("key", ["hash", "command"])
def test_a_spoilt_question_does_not_keep_its_command_from_making_it_anew(there: Path, key: str) -> None:
    file = there / "comparison" / "comparison.json"
    before = file.read_bytes()
    file.write_bytes(before.replace(f'"{key}": "'.encode(), f'"{key}": "x'.encode()))
    again("comparison", there)
    assert file.read_bytes() == before


# --- whole or not at all

ASKED = {"hash": "1a2b", "command": "simulate compare ..."}
OLD = {
    "findings.json": b"old",
    "report.html": b"old",
    "tables/changes.csv": b"old",
    "tables/gone.csv": b"old",
}
NEW = {
    "findings.json": b"new",
    "report.html": b"new",
    "tables/changes.csv": b"new",
    "tables/more.csv": b"new",
}


class Killed(BaseException):
    """The end of the program at any moment."""


class Disk:
    """Counts the steps of what is written, and lets the step number `last` end in an error."""

    def __init__(self, patch: pytest.MonkeyPatch, error: BaseException, last: int) -> None:
        self.error, self.last, self.done = error, last, 0
        for name in ("fsync", "replace", "unlink"):
            patch.setattr(os, name, self.counted(getattr(os, name)))

    def counted(self, real: Any) -> Any:
        """The same, as a step."""

        def step(*given: Any, **named: Any) -> Any:
            self.done += 1
            if self.done == self.last:
                raise self.error
            return real(*given, **named)

        return step


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), Killed()], ids=repr)
@pytest.mark.parametrize("first", [False, True])
def test_whatever_step_fails_there_is_the_old_answer_the_new_or_none(
    tmp_path: Path, error: BaseException, first: bool, tried: Tried
) -> None:
    """Never one of old files and new that is taken for whole; the same command then makes it."""
    for number in count(1):
        folder = tmp_path / str(number)
        begun = begin_answer(folder, "comparison", ASKED, print)
        if not first:
            begun = write_answer(begun, OLD)
        with pytest.MonkeyPatch.context() as patch, suppress(UnwritableError, Killed):
            disk = Disk(patch, error, number)
            write_answer(begun, NEW)
        now = read_answer(folder)
        held = {name: now.read(name) for name in now.files}
        assert held in ({}, NEW if first else OLD, NEW)
        written = write_answer(begin_answer(folder, "comparison", ASKED, print), NEW)
        assert {name: written.read(name) for name in written.files} == NEW
        if disk.done < number:
            assert held == NEW
            break
    tried(number)
    assert number > len(NEW)


def test_an_answer_that_cannot_be_made_leaves_the_one_before(there: Path, monkeypatch: Any) -> None:
    """A full disk before anything is moved in; nothing is left beside."""
    before = files_of(there / "comparison")

    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        done = run_cli(*COMMANDS["comparison"], "--out", "comparison", cwd=there)
    assert done.returncode == 2
    assert "cannot be written: No space left on device" in done.stderr
    assert files_of(there / "comparison") == before
    succeed("verify", "comparison", cwd=there)


def test_a_table_that_is_no_more_is_removed_and_no_other_file(tmp_path: Path) -> None:
    folder = tmp_path / "cap"
    begun = write_answer(begin_answer(folder, "comparison", ASKED, print), OLD)
    (folder / "tables" / "mine.csv").write_text("a\n", encoding="utf-8")
    write_answer(begun, NEW)
    assert {file.name for file in (folder / "tables").iterdir()} == {"changes.csv", "more.csv", "mine.csv"}


def test_what_a_killed_command_left_of_an_answer_goes_with_the_next(tmp_path: Path) -> None:
    """Also before there was a file of its own; what is called otherwise stays."""
    folder = tmp_path / "cap"
    (folder / "tables").mkdir(parents=True)
    (folder / ".comparison.json.0123abcd.part").write_bytes(b"{")
    with pytest.raises(UserError, match="is not empty"):
        begin_answer(folder, "comparison", ASKED, print)
    (folder / "tables").rmdir()
    write_answer(begin_answer(folder, "comparison", ASKED, print), NEW)
    left = [
        ".report.html.0123abcd.part",
        "tables/.changes.csv.0123abcd.part",
        "tables/.a b.csv.0123abcd.part",
    ]
    for name in left:
        (folder / name).write_bytes(b"half")
    begin_answer(folder, "comparison", ASKED, print)
    assert {*files_of(folder)} == {*NEW, "comparison.json", left[2]}


@pytest.mark.parametrize("name", ["comparison.json", "report.html", "tables/changes.csv", "tables"])
def test_no_link_in_the_folder_of_an_answer_is_followed(tmp_path: Path, name: str) -> None:
    """One from a stranger: it is refused by name, and what it leads to stays as it is."""
    folder, target = tmp_path / "cap", tmp_path / "target"
    write_answer(begin_answer(folder, "comparison", ASKED, print), NEW)
    (folder / name).rename(target)
    (folder / name).symlink_to(target)
    before = files_of(target) if target.is_dir() else target.read_bytes()
    said = refusal(lambda: write_answer(begin_answer(folder, "comparison", ASKED, print), NEW))
    assert re.search(rf"{re.escape(str(folder))}.* cannot be written: .*symbolic link.*; move it away", said)
    assert (files_of(target) if target.is_dir() else target.read_bytes()) == before
    if name != "comparison.json":
        assert "symbolic link" in " ".join(map(str, verify_answer(read_answer(folder)).faults))


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    said = refusal(begin_answer, tmp_path, "comparison", ASKED, print)
    assert said == f"{tmp_path} is not empty and is not a comparison; choose another --out"
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]
