"""No damaged data is ever read: readers name the file that is not as it was written, and it is mended."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pandas as pd
import pytest
from builders import (
    PLAN,
    Done,
    Tried,
    change_receipt,
    content,
    one_line,
    refusal,
    run_cli,
    succeed,
    tiles_text,
)
from hypothesis import given, settings
from hypothesis import strategies as st

import simulate
from rules.errors import FailedError, UserError
from simulate.store.runs import DamagedError, Run
from simulate.working.repair import repair
from simulate.working.verify import verify

WORDS = ["--game", "starwars", "--n", 120, "--policy", "random", "--seed", 3, "--block-size", 50]
FLIPS = 60


def files_of(run: Run) -> list[Path]:
    """Every file that a run is made of."""
    return sorted(file for file in run.path.rglob("*") if file.is_file() and file.name != ".lock")


def flip(file: Path, rng: Random) -> None:
    """Change one bit."""
    data = bytearray(file.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    file.write_bytes(data)


def read_all(path: Path) -> dict[str, pd.DataFrame]:
    """Every table of a run, whole."""
    run = simulate.load(path)
    return {table: run.frame(table) for table in run.tables}


def test_no_flipped_bit_is_read(whole: Run, tmp_path: Path, tried: Tried) -> None:
    """In whatever file and wherever in it: it is refused by name, and verify says so too."""
    tried(FLIPS)
    rng = Random(8)
    for i in range(FLIPS):
        path = tmp_path / str(i)
        shutil.copytree(whole.path, path)
        file = rng.choice(files_of(simulate.load(path)))
        flip(file, rng)
        with pytest.raises((FailedError, UserError)) as caught:
            read_all(path)
        assert str(caught.value).startswith(f"{file}: ")
        assert run_cli("verify", path, cwd=tmp_path).returncode in (1, 2)
        shutil.rmtree(path)


READERS: dict[str, list[object]] = {
    "report": ["report", "run", "--out", "out.html"],
    "plot": ["plot", "run", "--out", "out.csv"],
    "replay": ["replay", "run", "--game-index", 60, "--as", "json"],
    "closest": ["replay", "run", "--game-index", "closest"],
    "from": ["from", "run", "--game-index", 60, "--turn", 30, "--n", 4, "--moves", 1, "--jobs", 1],
    "export": ["export", "run", "--tables", "seats", "--out", "out.csv"],
    "compare": ["compare", "run", "other", "--out", "answer", "--json"],
    "combine": ["combine", "run", "after", "--out", "joined"],
    "show": ["runs", "show", "run", "--json"],
}
"""Commands that read a run: what each writes, or says."""


def of_ones_own(folder: Path) -> None:
    """Write a policy and a box of the user's own, `my.py` and `my.toml`."""
    (folder / "my.py").write_text("def first(state, moves, features):\n    return 0\n", encoding="utf-8")
    (folder / "my.toml").write_text(tiles_text(), encoding="utf-8")


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run, by a policy and on a box of the user's own, and two that go with it."""
    folder = tmp_path_factory.mktemp("beside")
    of_ones_own(folder)
    plan: dict[str, Any] = {"n": 120, "players": 2, "tiles": folder / "my.toml", "block_size": 50, "jobs": 1}
    plan |= {"policy": f"{folder / 'my.py'}:first,random", "tables": "games,seats"}
    simulate.run("starwars", **plan, out=folder / "run")
    simulate.run("starwars", **plan, first_game=120, out=folder / "after")
    simulate.run("starwars", **plan, rules={"dice_cap": 4}, out=folder / "other")
    return folder


def told(verb: str, beside: Path, folder: Path, spoilt: Path | None, rng: Random) -> tuple[Done, bytes]:
    """What a reader says and writes of the run, one file of which is spoilt."""
    shutil.copytree(beside, folder)
    if spoilt is not None:
        flip(folder / spoilt, rng)
    done = run_cli(*READERS[verb], cwd=folder)
    written = sorted(folder.glob("out.*"))
    if (folder / "joined").exists() and not done.returncode:
        written = [file for file in files_of(simulate.load(folder / "joined")) if file.suffix == ".parquet"]
    data = b"".join(file.read_bytes() for file in written)
    shutil.rmtree(folder)
    return done, data


@pytest.mark.parametrize("flips", [2, pytest.param(30, marks=pytest.mark.verify)])
@pytest.mark.parametrize("verb", READERS)
def test_a_flipped_bit_changes_nothing_that_a_verb_tells(
    beside: Path, tmp_path: Path, verb: str, flips: int, tried: Tried
) -> None:
    """It says and writes what it does of a whole run, or names a file of the run and ends as failed."""
    tried(flips)
    rng = Random(f"{verb} {flips}")
    whole = told(verb, beside, tmp_path / "w", None, rng)
    assert whole[0].returncode in (0, 1), whole
    for _ in range(flips):
        spoilt = rng.choice(files_of(simulate.load(beside / "run"))).relative_to(beside)
        done, data = told(verb, beside, tmp_path / "w", spoilt, rng)
        if done.returncode == whole[0].returncode and "damaged" not in done.stderr:
            assert (done.stdout, data) == (whole[0].stdout, whole[1]), spoilt
        else:
            assert done.returncode in (1, 2), done
            assert f"{spoilt}: " in done.stderr, done
            assert "a fault of houserules" not in done.stderr


@pytest.mark.parametrize("verb", READERS)
def test_a_damaged_receipt_is_no_missing_game(beside: Path, tmp_path: Path, verb: str) -> None:
    shutil.copytree(beside, tmp_path / "w")
    receipt = Path("run/receipts/0000000050.json")
    (tmp_path / "w" / receipt).write_text("{}", encoding="utf-8")
    done = run_cli(*READERS[verb], cwd=tmp_path / "w")
    assert done.returncode in (1, 2)
    assert f"{receipt}: damaged receipt: " in done.stderr


def test_whatever_is_flipped_the_run_is_mended_to_the_undisturbed_hash(whole: Run, tmp_path: Path) -> None:
    """By `simulate repair`; a manifest is written anew from what the blocks say."""
    rng = Random(9)
    for folder in ("games", "seats", "receipts", "battles", "."):
        path = tmp_path / "run"
        shutil.copytree(whole.path, path)
        flip(rng.choice([file for file in (path / folder).iterdir() if file.is_file()]), rng)
        made = run_cli("verify", path, cwd=tmp_path, terminal=True)
        assert made.stderr.splitlines()[-1].endswith(f": simulate repair {path}")
        done = run_cli("repair", path, cwd=tmp_path)
        assert f"{path}: whole, 120 games; 1 fault mended" in done.stdout
        assert done.returncode == 0, done.stderr
        assert content(simulate.load(path)) == content(whole)
        shutil.rmtree(path)


@pytest.mark.parametrize(
    "verb", [["report"], ["plot"], ["replay", "--game-index", 60], ["review", "--game-index", 60]]
)
def test_every_verb_names_the_damaged_file_and_what_mends_it(run: Run, verb: list[object]) -> None:
    run.table_path("games", 50).write_bytes(b"PAR1")
    said = one_line(run_cli(verb[0], run.path, *verb[1:], cwd=run.path.parent), code=1)
    assert said == (
        f"{run.table_path('games', 50)}: damaged: its bytes are not those that were written; play its games "
        f"anew: simulate repair {run.path}"
    )


def test_a_block_of_another_seed_is_not_read(run: Run, tmp_path: Path) -> None:
    """Nor if its receipt was copied with it."""
    other = simulate.run("starwars", **(PLAN | {"seed": 9}), block_size=50, out=tmp_path / "other")
    for table in run.tables:
        shutil.copy(other.table_path(table, 50), run.table_path(table, 50))
    with pytest.raises(DamagedError, match="its bytes are not those that were written"):
        read_all(run.path)
    shutil.copy(other.receipt_path(50), run.receipt_path(50))
    with pytest.raises(DamagedError, match=r"0000000050.json: damaged receipt: it is of another run"):
        read_all(run.path)
    assert repair(run.path, jobs=1).run.is_complete
    straight = simulate.run("starwars", **PLAN, block_size=50, out=tmp_path / "straight")
    assert content(simulate.load(run.path)) == content(straight)


def test_a_block_of_another_place_is_not_read(run: Run) -> None:
    shutil.copy(run.receipt_path(0), run.receipt_path(50))
    with pytest.raises(DamagedError, match="it is that of the block of game 0"):
        read_all(run.path)


def test_a_receipt_that_was_edited_is_not_believed(run: Run) -> None:
    """Half a block would be left out of every table without a word."""
    text = run.receipt_path(0).read_text()
    run.receipt_path(0).write_text(text.replace('"n": 50', '"n": 25'))
    with pytest.raises(DamagedError, match="its bytes are not those that were written"):
        read_all(run.path)


def test_a_block_that_lacks_games_is_not_read(run: Run) -> None:
    """Even if its receipt is sealed again."""
    change_receipt(run, 0, lambda receipt: receipt.update(n=49))
    with pytest.raises(DamagedError, match="its receipt says 50 rows, and its games have 49 at most"):
        read_all(run.path)


@pytest.mark.parametrize("number", [60, 1200])
def test_an_edited_number_of_games_is_not_believed(run: Run, number: int) -> None:
    manifest = run.path / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"n": 120', f'"n": {number}'))
    assert "the manifest is damaged: its bytes are not those" in refusal(simulate.load, run.path)


TORN = [b"", b"{", b"\0" * 40, b"[]", b"\xff\xfe", b"[" * 100_000, b'{"first": 50, "n": 50}']


@pytest.mark.parametrize("text", TORN, ids=lambda text: repr(text[:10]))
def test_a_torn_receipt_is_named_by_readers_and_played_anew_by_the_same_command(
    run: Run, whole: Run, text: bytes
) -> None:
    run.receipt_path(50).write_bytes(text)
    with pytest.raises(DamagedError, match=r"0000000050.json: damaged receipt"):
        read_all(run.path)
    done = run_cli(*WORDS, "--out", run.path, "--block-size", 30, cwd=run.path.parent)
    assert done.returncode == 0, done.stderr
    assert "its games are played anew" in done.stderr
    assert content(simulate.load(run.path)) == content(whole)


FOREIGN = {
    "receipts/notes.json": b"{}",
    "receipts/12a.json": b"{}",
    "games/letter.txt": b"dear",
    "seats/.DS_Store": b"\0\1\2",
    "seats/0.parquet": b"PAR1",
    "sources/picture.png": b"\x89PNG\xff",
    "battles/folder/inside": b"",
}


def test_foreign_files_do_no_harm_and_are_left_alone(run: Run, whole: Run) -> None:
    """They are named by verify, which says what to do; repair does not touch them."""
    for name, data in FOREIGN.items():
        (run.path / name).parent.mkdir(exist_ok=True)
        (run.path / name).write_bytes(data)
    tables = read_all(run.path)
    pd.testing.assert_frame_equal(tables["seats"], whole.seats)
    done = run_cli("verify", run.path, cwd=run.path.parent, terminal=True)
    assert done.returncode == 1
    assert f"{run.path / 'games/letter.txt'}: no file of this program; move it away" in done.stdout
    assert done.stderr.splitlines()[-1] == f"next: simulate verify {run.path}"
    assert run_cli("repair", run.path, cwd=run.path.parent).returncode == 0
    assert all((run.path / name).read_bytes() == data for name, data in FOREIGN.items())


def test_a_directory_in_the_place_of_a_file_is_named_and_not_removed(run: Run) -> None:
    file = run.table_path("games", 0)
    file.unlink()
    (file / "inside").mkdir(parents=True)
    said = run_cli("verify", run.path, cwd=run.path.parent).stdout
    assert f"{file}: cannot be read: Is a directory" in said
    done = run_cli("repair", run.path, cwd=run.path.parent)
    assert done.returncode == 1
    assert f"{file}: a directory lies in the place of a file; move it away and repair again" in done.stderr
    assert (file / "inside").exists()


def test_a_directory_left_without_its_manifest_is_taken_over(run: Run, whole: Run) -> None:
    """Stopped before it was written, or lost: whole blocks are kept."""
    (run.path / "manifest.json").unlink()
    run.receipt_path(50).unlink()
    kept = run.table_path("games", 0).stat().st_mtime_ns
    assert "the manifest is damaged: it is missing; from its blocks" in refusal(simulate.load, run.path)
    again = simulate.run("starwars", **PLAN, out=run.path)
    assert again.is_complete
    assert run.table_path("games", 0).stat().st_mtime_ns == kept
    assert content(again) == content(whole)


def test_a_lost_manifest_is_written_anew_with_all_that_decides_the_games(folder: Path) -> None:
    """Rules, a box and a policy of one's own, and as many games as the run was last asked for."""
    of_ones_own(folder)
    words = {"policy": "my.py:first,random", "players": 2, "tiles": "my.toml", "rules": {"dice_cap": 4}}
    simulate.run("starwars", n=8, **words, out="run", jobs=1)
    before = simulate.run("starwars", n=16, **words, out="run", jobs=1)
    manifest = before.path / "manifest.json"
    manifest.unlink()
    before.receipt_path(15).unlink()
    assert [fault.file for fault in repair("run", jobs=1).faults] == [Path("run/manifest.json")]
    after = simulate.load("run")
    assert (after.plan, after.command) == (before.plan, before.command)
    same = ("plan", "hash", "program", "versions", "command")
    assert {key: after.manifest[key] for key in same} == {key: before.manifest[key] for key in same}
    assert after.is_complete


def test_a_manifest_is_not_made_of_blocks_of_two_runs(run: Run, whole: Run, tmp_path: Path) -> None:
    other = simulate.run("starwars", **(PLAN | {"seed": 9}), block_size=50, out=tmp_path / "other")
    (run.path / "manifest.json").write_bytes(b"{")
    for file in (other.table_path("games", 50), other.receipt_path(50)):
        shutil.copy(file, run.path / file.parent.name)
    said = one_line(run_cli("repair", run.path, cwd=tmp_path))
    stray = run.receipt_path(50)
    helps = f"its blocks are of several runs; move the receipts of the others away and repair again: {stray}"
    assert said.endswith(helps)
    assert (run.path / "manifest.json").read_bytes() == b"{"
    stray.unlink()
    succeed("repair", run.path, cwd=tmp_path)
    assert content(simulate.load(run.path)) == content(whole)


def test_a_manifest_is_not_made_of_blocks_of_two_programs(run: Run) -> None:
    """All are of one plan: which of them counts nobody can tell."""
    change_receipt(run, 50, lambda receipt: receipt.update(program="0123456789abcdef"))
    (run.path / "manifest.json").write_bytes(b"{")
    said = one_line(run_cli("repair", run.path, cwd=run.path.parent))
    helps = "its blocks are of several runs; move the receipts of the others away and repair again: "
    assert said.endswith(f"{helps}{run.receipt_path(50)}")


def test_a_directory_without_a_manifest_that_holds_another_run_is_refused(run: Run) -> None:
    (run.path / "manifest.json").unlink()
    said = refusal(simulate.run, "starwars", **(PLAN | {"seed": 4}), out=run.path)
    assert said == f"{run.path} holds blocks of another run or program; choose another out"
    assert run.receipt_path(0).exists()


def test_an_edited_source_is_named_and_what_helps(tmp_path: Path) -> None:
    of_ones_own(tmp_path)
    made = simulate.run("starwars", n=8, policy=f"{tmp_path / 'my.py'}:first", out=tmp_path / "run")
    source = made.path / "sources" / "policy-0.py"
    source.write_text(source.read_text().replace("0", "1"), encoding="utf-8")
    helps = "put back the file that the run was played with"
    for ask in (simulate.load, repair):
        said = refusal(ask, made.path)
        assert said == f"{source}: damaged: its bytes are not those that were played with; {helps}"
    source.unlink()
    assert refusal(simulate.load, made.path).endswith(f"cannot be read: No such file or directory; {helps}")
    shutil.copy(tmp_path / "my.py", source)
    assert verify(simulate.load(made.path)).content_hash == verify(made).content_hash


@settings(max_examples=40)
@given(st.data())
def test_verify_never_faults(
    whole: Run, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Whatever lies in the place of whatever file: it ends with a code of its own and a line."""
    path = tmp_path_factory.mktemp("fuzz") / "run"
    shutil.copytree(whole.path, path)
    names = sorted(str(file.relative_to(path)) for file in path.rglob("*"))
    for name in data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=3)):
        put(path / name, data.draw(st.sampled_from(sorted(MISCHIEF))), data.draw(st.binary(max_size=50)))
    done = run_cli("verify", path, cwd=path.parent)
    assert done.returncode in (0, 1, 2)
    assert "a fault of houserules" not in done.stderr
    assert "Traceback" not in done.stderr


MISCHIEF: dict[str, Callable[[Path, bytes], object]] = {
    "nothing": lambda path, junk: None,
    "junk": lambda path, junk: path.write_bytes(junk),
    "a folder": lambda path, junk: path.mkdir(),
    "itself": lambda path, junk: path.symlink_to(path.name),
    "nowhere": lambda path, junk: path.symlink_to("nowhere"),
    "JSON": lambda path, junk: path.write_text(json.dumps({"first": list(junk), "files": 1, "n": 2})),
}


def put(path: Path, what: str, junk: bytes) -> None:
    """Put something in the place of a file or folder."""
    if path.is_dir():
        shutil.rmtree(path)
    elif os.path.lexists(path):
        path.unlink()
    if path.parent.is_dir():
        MISCHIEF[what](path, junk)


def test_a_whole_run_is_repaired_by_doing_nothing(run: Run) -> None:
    before = {file: file.stat().st_mtime_ns for file in files_of(run)}
    assert repair(run.path).faults == ()
    del before[run.path / "manifest.json"]
    assert {file: file.stat().st_mtime_ns for file in before} == before


def test_a_reader_that_wants_fewer_games_is_told_of_damage_beyond_them_by_verify_only(run: Run) -> None:
    """The first 20 games are whole; the fault lies in a block that they do not need."""
    run.table_path("games", 100).write_bytes(b"")
    few = simulate.run("starwars", **(PLAN | {"n": 20}), out=run.path)
    assert len(few.games) == 20
    assert len(verify(few).faults) == 1
