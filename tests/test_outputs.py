"""What a command writes goes over nothing but what such a command wrote before, and whole or not at all."""

from __future__ import annotations

import errno
import io
import math
import os
import shlex
import shutil
import stat
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import box, content, one_line, run_cli, succeed, tiles_text

import simulate
from rules.errors import UserError
from simulate.io.files import (
    PAGE,
    PICTURE,
    RECORDS,
    STYLE,
    TRANSCRIPT,
    FileKind,
    check_output,
    csv_of,
    whole_file,
)
from simulate.io.folders import Folder
from simulate.store.runs import Run

OF_A_RUN = [
    "manifest.json",
    "games/0000000000.parquet",
    "receipts/0000000000.json",
    "sources/box.toml",
    ".lock",
]


@pytest.mark.parametrize("name", OF_A_RUN)
@pytest.mark.parametrize("more", [[], ["--force"]])
def test_no_file_of_a_run_is_written_over(run: Run, name: str, more: list[str]) -> None:
    """Whatever is said, and by whatever way it is reached."""
    before = content(run)
    cwd = run.path.parent
    (cwd / "link.html").symlink_to(run.path / name)
    for out in (run.path / name, f"run/receipts/../{name}", "link.html"):
        said = one_line(run_cli("report", run.path, "--out", out, *more, cwd=cwd))
        assert said == f"--out {out}: that is a file of the run {run.path}; choose another name"
    assert content(simulate.load(run.path)) == before


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of games of a few tiles, which are soon drawn and reviewed."""
    folder = tmp_path_factory.mktemp("brief")
    tiles = box(folder / "few.toml", "starwars", start=1, planet_hoth=2, route_straight=2, field_4=2)
    return simulate.run("starwars", n=8, tiles=tiles, policy="random", jobs=1, out=folder / "run")


@pytest.fixture
def short(brief: Run, tmp_path: Path) -> Run:
    """A copy of it to write beside."""
    shutil.copytree(brief.path, tmp_path / "run")
    return simulate.load(tmp_path / "run")


VERBS: dict[str, list[object]] = {
    "report": ["page.html"],
    "plot": ["scores.png"],
    "replay": ["game.txt", "--game-index", 3],
    "replay json": ["game.json", "--game-index", 3, "--as", "json"],
    "replay svg": ["game.svg", "--game-index", 3],
    "review": ["chances.svg", "--game-index", 3, "--n", 8],
    "review page": ["game.html", "--game-index", 3, "--n", 8],
    "review moving": ["game.gif", "--game-index", 3, "--n", 8],
    "replay moving": ["game.gif", "--game-index", 3],
    "watch": ["game.html", "--game-index", 3, "--n", 8, "--no-browser"],
    "plot numbers": ["scores.csv"],
    "review numbers": ["chances.csv", "--game-index", 3, "--n", 8],
    "export": ["seats.csv", "--tables", "seats"],
    "export workbook": ["run.xlsx"],
    "odds": ["odds.png"],
}


def command_of(verb: str, run: Run) -> list[object]:
    """The command of a verb about a run that writes its file."""
    name, *more = VERBS[verb]
    return (
        ["odds", "--picture", name] if verb == "odds" else [verb.split()[0], run.path, *more, "--out", name]
    )


@pytest.mark.parametrize("verb", VERBS)
def test_a_file_of_something_else_is_written_over_by_force_only(short: Run, verb: str) -> None:
    """The same command again is no force: its own file is replaced."""
    name, cwd, words = VERBS[verb][0], short.path.parent, command_of(verb, short)
    out = cwd / str(name)
    out.write_text("Dear Ada,\n", encoding="utf-8")
    said = one_line(run_cli(*words, cwd=cwd))
    assert said.startswith(f"--out {name}: lies there and is not ")
    assert said.endswith("; --force writes over it")
    assert out.read_text(encoding="utf-8") == "Dear Ada,\n"
    succeed(*words, "--force", cwd=cwd)
    written = out.read_bytes()
    succeed(*words, cwd=cwd)
    assert out.read_bytes()[:8] == written[:8] != b"Dear Ada"


@pytest.mark.parametrize("verb", VERBS)
def test_a_full_disk_is_told_alike_by_every_verb(
    short: Run, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file and the command that goes on are named, and nothing torn is left."""
    cwd, words = short.path.parent, command_of(verb, short)
    before = sorted(cwd.rglob("*"))

    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    done = run_cli(*words, cwd=cwd)
    assert done.returncode == 2
    again = shlex.join(["simulate", *map(str, words)])
    line = f"simulate: {VERBS[verb][0]}: cannot be written: No space left on device; again: {again}"
    assert done.stderr.splitlines()[-1] == line
    assert sorted(cwd.rglob("*")) == before


def test_the_numbers_of_every_game_are_known_again(folder: Path) -> None:
    """Castle counts cards, not points."""
    run = simulate.run("castle", n=4, players=2, policy="random", jobs=1, out=folder / "run")
    for _ in range(2):
        succeed("plot", run.path, "--out", "scores.csv", cwd=folder)
    assert (folder / "scores.csv").read_text(encoding="utf-8").startswith("seat,cards,percent\n")


def test_tuned_weights_are_not_written_over_a_tile_set(tmp_path: Path) -> None:
    (tmp_path / "tuned.toml").write_text(tiles_text(), encoding="utf-8")
    said = one_line(run_cli("tune", "--game", "starwars", "--players", 2, cwd=tmp_path))
    assert said == "--out tuned.toml: lies there and is not a style of play; --force writes over it"


@pytest.mark.parametrize("kind", [PAGE, PICTURE, RECORDS, TRANSCRIPT, STYLE])
@pytest.mark.parametrize("data", [b"\xff\xfe\0", b"{", b"[]", b"<html><body>mine</body></html>", b"[" * 5000])
def test_what_no_command_wrote_is_of_no_kind(tmp_path: Path, kind: FileKind, data: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(data)
    with pytest.raises(UserError, match="--force writes over it"):
        check_output(file, kind, force=False)


def test_the_folder_of_an_output_is_made_before_anything_is_played(tmp_path: Path) -> None:
    check_output(tmp_path / "pages" / "mine" / "page.html", PAGE, force=False)
    assert (tmp_path / "pages" / "mine").is_dir()
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot be written"):
        check_output(tmp_path / "file" / "page.html", PAGE, force=False)


@pytest.mark.parametrize("words", ["plot {} --out new/scores.csv", "odds 2 1 --picture new/odds.svg"])
def test_a_picture_may_go_into_a_folder_that_is_not_there(words: str, short: Run, tmp_path: Path) -> None:
    succeed(*words.format(short.path).split(), cwd=tmp_path)
    assert len(list((tmp_path / "new").iterdir())) == 1


def test_an_empty_file_and_a_device_are_no_loss(short: Run) -> None:
    (short.path.parent / "page.html").touch()
    for out in ("page.html", "/dev/null"):
        succeed("report", short.path, "--out", out, cwd=short.path.parent)
    assert Path("/dev/null").is_char_device()


def test_a_file_that_could_not_be_finished_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("before", encoding="utf-8")

    def interrupted() -> None:
        with whole_file(file) as half:
            half.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert file.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_what_a_killed_command_leaves_goes_with_the_next_one(tmp_path: Path) -> None:
    """Of the same file; what a command still writes is locked and stays, and so do files of others."""
    left, old = tmp_path / ".page.html.0a1b2c3d.part", tmp_path / ".page.html.4711.part"
    others = [tmp_path / name for name in (".page.png.77.part", "page.html.part", ".page.html.mine.part")]
    for file in (left, old, *others):
        file.write_text("half", encoding="utf-8")
    linked = tmp_path / ".page.html.99.part"
    linked.symlink_to(others[0])
    with whole_file(tmp_path / "page.html") as first:
        assert not left.exists()
        assert not old.exists()
        with whole_file(tmp_path / "page.html") as second:
            assert len(list(tmp_path.glob(".page.html.????????.part"))) == 2
            second.write(b"second")
        first.write(b"first")
    assert (tmp_path / "page.html").read_bytes() == b"first"
    assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "page.html", linked, *others])


def test_a_folder_is_synced_after_a_file_took_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a power cut may take the name back; first comes the file itself."""
    done: list[str] = []
    replaced, synced = os.replace, os.fsync

    def replace(*given: Any, **named: Any) -> None:
        done.append("replaced")
        replaced(*given, **named)

    def fsync(file: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(file).st_mode) else "file")
        synced(file)

    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(os, "fsync", fsync)
    Folder(tmp_path).write("page", b"whole", 100)
    with whole_file(tmp_path / "page.html") as file:
        file.write(b"whole")
    assert [what for what, _ in groupby(done)] == ["file", "replaced", "folder"] * 2


@pytest.mark.parametrize(
    "words", [["report", ""], ["plot", ""], ["verify", ""], ["repair", ""], ["replay", "", "--game-index", 1]]
)
def test_an_empty_name_is_not_the_newest_run(folder: Path, words: list[object]) -> None:
    """As from a shell variable that is not set."""
    simulate.run("starwars", n=8, policy="random", jobs=1)
    assert one_line(run_cli(*words, cwd=folder)).startswith(
        "the name of the run is empty; name its directory"
    )


def test_an_empty_name_removes_nothing(run: Run) -> None:
    """Though the working directory is a run."""
    assert "nothing was removed" in one_line(run_cli("runs", "rm", "--yes", "", cwd=run.path))
    assert run.is_complete


def test_an_empty_out_is_refused(folder: Path) -> None:
    assert one_line(run_cli("--game", "starwars", "--n", 8, "--out", "", cwd=folder)).startswith(
        "--out is empty"
    )
    assert not list(folder.iterdir())


ENDINGS: dict[str, list[object]] = {
    "report": ["report", "run", "--out", "x.pdf"],
    "plot": ["plot", "run", "--out", "x.pdf"],
    "replay": ["replay", "run", "--game-index", 3, "--out", "x.pdf"],
    "review": ["review", "run", "--game-index", 3, "--out", "x.pdf"],
    "watch": ["watch", "run", "--out", "x.pdf"],
    "export": ["export", "run", "--to", "xlsx", "--out", "x.pdf"],
    "odds": ["odds", "--picture", "x.pdf"],
    "tune": ["tune", "--game", "starwars", "--out", "x.pdf"],
    "compare": ["compare", "--game", "starwars", "--rule", "dice_cap=1", "--out", "x.pdf"],
    "sweep": ["sweep", "--game", "starwars", "--rule", "dice_cap=1,2", "--out", "x.pdf"],
    "study": ["study", "battles", "--out", "x.pdf"],
    "play": ["--game", "starwars", "--n", 5, "--out", "x.pdf"],
}


@pytest.mark.parametrize("verb", ENDINGS)
def test_nothing_is_written_under_a_name_that_says_something_else(run: Run, verb: str) -> None:
    cwd = run.path.parent
    assert "x.pdf" in one_line(run_cli(*ENDINGS[verb], cwd=cwd))
    assert not (cwd / "x.pdf").exists()


def test_rows_become_a_table_in_which_gaps_stay_empty() -> None:
    """All headings in order of their first row; whole numbers keep no point, whoever else has one."""
    rows = [
        {"rule": 'a, "b"', "n": 3, "share": 1 / 3, "sure": True},
        {"rule": "c", "share": np.float64(2.0), "low": None, "n": math.nan},
    ]
    exact = 'rule,n,share,sure,low\n"a, ""b""",3,0.3333333333333333,True,\nc,,2.0,,\n'
    assert csv_of(rows) == exact
    assert csv_of(rows, ".3g") == exact.replace("0.3333333333333333", "0.333").replace("2.0", "2")
    back = pd.read_csv(io.StringIO(csv_of(rows)))
    assert back.equals(pd.DataFrame(rows).astype({"low": float}))
