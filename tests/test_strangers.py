"""A run from a stranger: nothing leads out of it, whatever lies in the place of its files and folders.

Every file that a reader opens below a run, and every folder, is replaced in turn; every command that reads a
run ends in one line, soon, in little memory, and nothing outside changes.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from builders import (
    Tried,
    as_json,
    change_manifest,
    change_receipt,
    content,
    replace_file,
    succeed,
    tiles_text,
)
from hostile import check

import simulate
from rules.kernel import INTERPRETED
from simulate.io.files import UnwritableError
from simulate.io.folders import Folder
from simulate.plans.plan import hash_of_dict
from simulate.store.blocks import MOST_GAMES
from simulate.store.runs import Run

pytestmark = pytest.mark.skipif(INTERPRETED, reason="what is accepted is played")

READERS: dict[str, list[object]] = {
    "verify": ["verify", "run"],
    "repair": ["repair", "run", "--jobs", 1],
    "play": ["--game", "starwars", "--policy", "my.py:first,random", "--players", 2, "--tiles", "my.toml"],
    "report": ["report", "run"],
    "plot": ["plot", "run"],
    "export": ["export", "run", "--out", "tables"],
    "replay": ["replay", "run", "--game-index", 6, "--as", "json"],
    "review": ["review", "run", "--game-index", 6, "--n", 4, "--jobs", 1],
    "watch": ["watch", "run", "--game-index", 6, "--n", 8, "--jobs", 1, "--no-browser"],
    "from": ["from", "run", "--game-index", 6, "--turn", 9, "--n", 4, "--moves", 1, "--jobs", 1],
    "compare": ["compare", "run", "other", "--out", "answer"],
    "combine": ["combine", "run", "after", "--out", "joined"],
    "show": ["runs", "show", "run"],
    "list": ["runs", "--in", "."],
    "rm": ["runs", "rm", "--yes", "run"],
}
"""Commands that read a run, or play into it."""
READERS["play"] += ["--n", 12, "--tables", "games,seats", "--block-size", 5, "--jobs", 1, "--out", "run"]

FILES = [
    "manifest.json", ".lock", ".stop", "report.html", "scores.png", "sources/policy-0.py", "sources/box.toml",
    "receipts/0000000005.json", "games/0000000005.parquet", "seats/0000000005.parquet",
]  # fmt: skip
FOLDERS = ["receipts", "sources", "games"]

OUTSIDE = {
    "letter.txt": b"Dear Ada,\n",
    "notes.part": b"mine",
    ".0000000005.parquet.77.part": b"mine, too",
    "0000000005.parquet": b"PAR1",
    "0000007777.parquet": b"PAR1",
    "0000000005.json": b"{}",
    "policy-0.py": b"raise SystemExit\n",
}
"""What lies in a folder of the user's to which a link may lead."""


def oversize(place: Path) -> None:
    """A file of which nobody wants to read 8 GB; it takes no room on the disk."""
    with place.open("wb") as file:
        file.truncate(8 << 30)


MISCHIEF: dict[str, Callable[[Path], object]] = {
    "link to a file": lambda place: place.symlink_to(outside_of(place) / "letter.txt"),
    "link to a folder": lambda place: place.symlink_to(outside_of(place), target_is_directory=True),
    "link to nowhere": lambda place: place.symlink_to(outside_of(place) / "nowhere"),
    "link to zeros": lambda place: place.symlink_to("/dev/zero"),
    "pipe": lambda place: os.mkfifo(place),
    "folder": lambda place: (place / "inside").mkdir(parents=True),
    "oversize": oversize,
}


def outside_of(place: Path) -> Path:
    """The user's folder that lies beside the run."""
    return next(folder for folder in place.parents if (folder / "outside").is_dir()) / "outside"


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run by a policy and with tiles of a user, runs that go with it, and a user's files."""
    folder = tmp_path_factory.mktemp("beside")
    (folder / "my.py").write_text("def first(state, moves, features):\n    return 0\n", encoding="utf-8")
    (folder / "my.toml").write_text(tiles_text(), encoding="utf-8")
    plan: dict[str, Any] = {"n": 12, "players": 2, "tiles": folder / "my.toml", "block_size": 5, "jobs": 1}
    plan |= {"policy": f"{folder / 'my.py'}:first,random", "tables": "games,seats"}
    simulate.run("starwars", **plan, out=folder / "run")
    simulate.run("starwars", **plan, first_game=12, out=folder / "after")
    simulate.run("starwars", **plan, rules={"dice_cap": 4}, out=folder / "other")
    (folder / "outside").mkdir()
    for name, data in OUTSIDE.items():
        (folder / "outside" / name).write_bytes(data)
    return folder


def places() -> Iterator[tuple[str, str]]:
    """What of a run is replaced, and by what."""
    for name in (*FILES, *FOLDERS):
        for what in MISCHIEF:
            yield name, what


@pytest.mark.parametrize(
    "readers", [3, pytest.param(len(READERS), marks=pytest.mark.verify)], ids=["few", "all"]
)
@pytest.mark.parametrize(("name", "what"), list(places()), ids=str)
def test_nothing_leads_out_of_a_run(
    name: str, what: str, readers: int, beside: Path, tmp_path: Path, tried: Tried
) -> None:
    tried(readers)
    for verb in Random(f"{name} {what}").sample(sorted(READERS), readers):
        here = tmp_path / verb
        shutil.copytree(beside, here)
        place = here / "run" / name
        if place.is_dir():
            shutil.rmtree(place)
        else:
            place.unlink(missing_ok=True)
        MISCHIEF[what](place)
        done = check(*READERS[verb], cwd=here)
        if done.returncode:
            assert done.stderr or done.stdout, "it says nothing"
        assert {file.name: file.read_bytes() for file in (here / "outside").iterdir()} == OUTSIDE, verb
        shutil.rmtree(here)


@pytest.mark.parametrize("what", MISCHIEF)
def test_one_such_run_hides_no_other_from_the_list(what: str, run: Run) -> None:
    """A strange manifest, and strange receipts."""
    runs = run.path.parent
    (runs / "outside").mkdir()
    for name in ("manifest.json", "receipts"):
        shutil.copytree(run.path, runs / f"strange-{name}")
        place = runs / f"strange-{name}" / name
        shutil.rmtree(place) if place.is_dir() else place.unlink()
        MISCHIEF[what](place)
    check("runs", "--in", ".", cwd=runs)
    listed = as_json("runs", "--in", ".", cwd=runs)
    assert "run" in [row["run"] for row in listed["runs"]]
    damaged = {name for name in listed["damaged"] if name.startswith("strange")}
    assert damaged | {"strange-receipts"} == {"strange-manifest.json", "strange-receipts"}


def test_repair_says_what_lies_in_the_place_of_a_file(run: Run) -> None:
    """And does nothing to it; moved away, the run is mended."""
    before, cwd = content(run), run.path.parent
    letter = cwd / "letter.txt"
    letter.write_bytes(b"Dear Ada,\n")
    place = run.table_path("games", 50)
    place.rename(cwd / "kept")
    place.symlink_to(letter)
    said = check("verify", "run", cwd=cwd).stdout
    assert "run/games/0000000050.parquet: cannot be read: it is a symbolic link, and none is followed" in said
    done = check("repair", "run", cwd=cwd)
    assert done.returncode == 1
    assert "a symbolic link lies in the place of a file; move it away and repair again" in done.stderr
    assert (place.is_symlink(), letter.read_bytes()) == (True, b"Dear Ada,\n")
    place.unlink()
    succeed("repair", "run", cwd=cwd)
    assert content(simulate.load(run.path)) == before


def test_a_run_may_be_reached_through_a_link(run: Run, tmp_path: Path) -> None:
    """Where a run lies the user says."""
    (tmp_path / "link").symlink_to(run.path, target_is_directory=True)
    assert content(simulate.load(tmp_path / "link")) == content(run)
    succeed("report", "link", cwd=tmp_path)


# --- a block that unpacks to more than a writer could have written

MANY = 20_000_000


def zeros(run: Run, table: str, first: int, rows: int) -> None:
    """Put a file of so many rows of zeros in the place of a block's table; it takes some megabytes."""
    own = pq.ParquetFile(run.table_path(table, first)).schema_arrow
    piece = 1_000_000
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(sink, own, compression="zstd") as writer:
        for _ in range(rows // piece):
            columns = [pa.repeat(pa.scalar(0, kind), piece) for kind in own.types]
            writer.write_table(pa.table(columns, schema=own))
    replace_file(run, table, first, sink.getvalue().to_pybytes())


@pytest.fixture(scope="module")
def bomb(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of which the first block holds millions of games of zeros, in a few megabytes."""
    out = tmp_path_factory.mktemp("bomb") / "run"
    run = simulate.run("starwars", n=8, policy="random", tables="games,seats", block_size=8, jobs=1, out=out)
    zeros(run, "games", 0, MANY)
    assert run.table_path("games", 0).stat().st_size < 8e6
    return run


@pytest.mark.parametrize(
    ("games", "rows", "why"),
    [
        (MANY, MANY, f"{MANY} games, and a block has 1 to {MOST_GAMES:,}"),
        (8, MANY, f"its receipt says {MANY:,} rows, and its games have 8 at most"),
        (8, 8, f"holds {MANY} rows, its receipt says 8"),
    ],
)
@pytest.mark.parametrize("verb", ["verify", "report", "export", "plot", "list", "repair"])
def test_millions_of_games_in_a_small_block_are_refused_unread(
    games: int, rows: int, why: str, verb: str, bomb: Run, tmp_path: Path
) -> None:
    shutil.copytree(bomb.path, tmp_path / "run")
    run = simulate.load(tmp_path / "run")

    def claim(receipt: dict[str, Any]) -> None:
        receipt["n"] = games
        receipt["files"]["games"]["rows"] = rows

    change_receipt(run, 0, claim)
    done = check(*READERS[verb], cwd=tmp_path)
    if verb != "list" or games == MANY:
        assert why in done.stdout + done.stderr, done


def test_a_table_that_says_it_unpacks_to_more_than_its_rows_take_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a file says of its size is known before anything of it is unpacked."""
    size = run.table_path("games", 50).stat().st_size
    monkeypatch.setattr("simulate.store.blocks._unpacked", lambda file: 10**12)
    said = check("verify", "run", cwd=run.path.parent).stdout
    assert "games/0000000050.parquet: unpacks to 1,000,000,000,000 bytes, and 50 rows have " in said
    monkeypatch.setattr("simulate.store.blocks.most_bytes", lambda rows, columns: size - 1)
    said = check("verify", "run", cwd=run.path.parent).stdout
    assert f"cannot be read: it has {size:,} bytes, and such a file has {size - 1:,} at most" in said


def test_what_a_writer_writes_a_reader_reads(tmp_path: Path) -> None:
    """Their bounds are one: what would be too large to be read is not written."""
    folder = Folder(tmp_path / "run")
    folder.make()
    with pytest.raises(UnwritableError, match="it has 9 bytes, and such a file has 8 at most"):
        folder.write("file", b"123456789", 8)
    folder.write("file", b"12345678", 8)
    assert folder.read("file", 8) == b"12345678"
    with pytest.raises(OSError, match="it has 8 bytes, and such a file has 7 at most"):
        folder.read("file", 7)


def test_a_manifest_of_more_games_than_there_are_numbers_for_is_refused(run: Run) -> None:
    """Which blocks are missing is a list."""

    def claim(manifest: dict[str, Any]) -> None:
        manifest["plan"] |= {"n": 10**18}
        manifest["hash"] = hash_of_dict(manifest["plan"])

    change_manifest(run, claim)
    assert (
        "the manifest is damaged: 1000000000000000000 games"
        in check("verify", "run", cwd=run.path.parent).stderr
    )
