"""Whoever reads a run sees it as it was at one moment, though another command plays into it meanwhile."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from builders import as_json, content, numbers_of, one_line, run_cli, succeed
from forked import Server

import simulate
from simulate.plans.plan import make_plan
from simulate.store import runs
from simulate.store.opening import open_to_play
from simulate.store.runs import Run
from simulate.working import verify

GAMES, BLOCK = 200, 10
PLAN: dict[str, Any] = {"n": GAMES, "policy": "random", "seed": 3}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of many small blocks."""
    out = tmp_path_factory.mktemp("finished") / "run"
    return simulate.run("starwars", **PLAN, jobs=1, block_size=BLOCK, out=out)


@pytest.fixture
def growing(finished: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The run while it is played: two blocks are there, and one more at every look into the directory."""
    place = tmp_path / "run"
    shutil.copytree(finished.path, place)
    later = sorted((place / "receipts").iterdir())[2:]
    played = [(file, file.read_bytes()) for file in later]
    for file in later:
        file.unlink()

    def grow() -> None:
        if played:
            file, data = played.pop(0)
            file.write_bytes(data)

    def looking(look: Any) -> Any:
        def look_and_grow(*given: Any, **named: Any) -> Any:
            found = look(*given, **named)
            grow()
            return found

        return look_and_grow

    for module, name in ((runs, "receipt_files"), (runs, "open_table"), (verify, "open_table")):
        monkeypatch.setattr(module, name, looking(getattr(module, name)))
    yield place
    assert len(played) < len(later), "it was not read while it was played"


HELD = re.compile(rf"run holds (\d+) of {GAMES} games; play the rest: simulate --game starwars ")


def games_told(stderr: str) -> int:
    """How many games the notice about an unfinished run says."""
    found = HELD.search(stderr)
    assert found, stderr
    return int(found[1])


@pytest.mark.parametrize("form", ["csv", "parquet", "xlsx"])
def test_tables_that_are_exported_end_with_the_same_game(growing: Path, form: str) -> None:
    if form == "xlsx":
        pytest.importorskip("openpyxl", reason="the extra `excel` is not installed")
    cwd = growing.parent
    done = succeed("export", "run", "--tables", "games,seats", "--to", form, cwd=cwd)
    n = games_told(done.stderr)
    if form == "xlsx":
        tables = pd.read_excel(cwd / "run.xlsx", sheet_name=None)
    else:
        read = pd.read_csv if form == "csv" else pd.read_parquet
        tables = {name: read(cwd / f"run-{form}" / f"{name}.{form}") for name in ("games", "seats")}
    for table in tables.values():
        assert table["game"].drop_duplicates().tolist() == list(range(n))


def test_a_page_tells_of_so_many_games_as_it_says(growing: Path) -> None:
    done = succeed("report", "run", "--out", "page.html", cwd=growing.parent)
    page = (growing.parent / "page.html").read_text(encoding="utf-8")
    assert set(re.findall(rf"(\d+) of {GAMES} games", page)) == {str(games_told(done.stderr))}


def test_a_picture_is_of_so_many_games_as_are_told(growing: Path) -> None:
    done = succeed("plot", "run", "--out", "scores.svg", cwd=growing.parent)
    assert f"{games_told(done.stderr)} of {GAMES} games" in (growing.parent / "scores.svg").read_text()


def test_the_numbers_of_a_picture_are_of_whole_games(growing: Path) -> None:
    succeed("plot", "run", "--out", "scores.csv", cwd=growing.parent)
    table = pd.read_csv(io.StringIO((growing.parent / "scores.csv").read_text()))
    assert table.groupby("seat")["percent"].sum().tolist() == pytest.approx([100] * table["seat"].nunique())


def test_the_summary_for_a_script_says_how_many_games_there_are_and_were_asked_for(growing: Path) -> None:
    found = simulate.load(growing).summary().as_dict()
    assert (found["n"], found["sections"]["run"]["asked"]) == (2 * BLOCK, GAMES)
    assert {score["n"] for score in numbers_of(found, "sides", "score")} == {2 * BLOCK}


def test_a_list_of_runs_counts_the_games_once(growing: Path) -> None:
    (row,) = as_json("runs", "--in", growing.parent, cwd=growing.parent)["runs"]
    shown = as_json("runs", "show", "run", cwd=growing.parent)
    for found in (row, shown):
        assert found["asked"] == GAMES
        assert found["games"] % BLOCK == 0
        assert f"{found['games']} of" not in found["command"]


def test_verify_counts_the_rows_of_the_games_that_it_says(growing: Path) -> None:
    """And what was played since is no fault."""
    found = as_json("verify", "run", cwd=growing.parent)
    assert found["faults"] == []
    assert found["games"] == found["rows"]["games"] < found["asked"] == GAMES
    assert found["rows"]["seats"] == 3 * found["games"]


def test_tables_of_a_run_in_python_are_of_one_moment(growing: Path) -> None:
    run = simulate.load(growing)
    assert len(run.seats) == 3 * len(run.games) == 3 * run.games_done == 6 * BLOCK
    assert not run.is_complete
    assert simulate.load(growing).games_done > run.games_done


@pytest.mark.parametrize(
    "words",
    [
        ["compare", "run", "other", "--out", "answer"],
        ["combine", "run", "run", "--out", "joined"],
        ["replay", "run", "--game-index", "closest"],
    ],
    ids=lambda words: words[0],
)
def test_who_needs_all_games_refuses_a_run_that_is_being_played(
    growing: Path, finished: Run, words: list[object]
) -> None:
    shutil.copytree(finished.path, growing.parent / "other")
    said = one_line(run_cli(*words, cwd=growing.parent))
    assert re.search(r"holds \d+ of 200 games; continue it|is not finished; play|or finish the run", said)


def test_what_plays_looks_again_and_what_was_opened_before_does_not(finished: Run, tmp_path: Path) -> None:
    path = tmp_path / "run"
    shutil.copytree(finished.path, path)
    for receipt in sorted((path / "receipts").iterdir())[2:]:
        receipt.unlink()
    before = simulate.load(path)
    run = simulate.run("starwars", **PLAN, jobs=1, out=path)
    assert run.is_complete
    assert len(run.games) == GAMES
    assert content(run) == content(finished)
    assert len(before.games) == before.games_done == 2 * BLOCK


READERS: dict[str, list[object]] = {
    "export": ["export", "gx", "--to", "csv", "--out", "tables"],
    "report": ["report", "gx", "--out", "page.html"],
    "plot": ["plot", "gx", "--out", "scores.csv"],
    "verify": ["verify", "gx", "--json"],
    "runs": ["runs", "--in", ".", "--json"],
    "show": ["runs", "show", "gx", "--json"],
    "replay": ["replay", "gx", "--game-index", 0],
}


ALWAYS = "games", "seats"
"""Tables in which every game has a row."""


def test_every_reader_reads_while_games_are_played(tmp_path: Path, forks: Server) -> None:
    """By another process, as fast as it can."""
    words = ["-g", "starwars", "--policy", "random", "-j", 1, "-n", "1M", "--block-size", 100]
    player = forks.start(*words, "--out", "gx", cwd=tmp_path)
    try:
        while not list((tmp_path / "gx" / "receipts").glob("*.json")):
            assert not player.is_over(), player.wait()
        for name, reader in READERS.items():
            done = succeed(*reader, cwd=tmp_path)
            if name == "export":
                last = {pd.read_csv(tmp_path / "tables" / f"{table}.csv")["game"].max() for table in ALWAYS}
                games = re.search(r"gx holds ([\d,]+) of 1,000,000 games", done.stderr)
                assert games, done.stderr
                assert last == {int(games[1].replace(",", "")) - 1}
            if name == "verify":
                found = json.loads(done.stdout)
                assert (found["faults"], found["rows"]["games"]) == ([], found["games"])
        assert not player.is_over(), "too few games to be read meanwhile"
    finally:
        os.kill(player.pid, 9)
        player.wait()


# --- which run is the newest where games are needed


@pytest.fixture
def left(finished: Run, folder: Path) -> Path:
    """A folder with a finished run, and two that were begun since: one has some games, one has none."""
    begun = folder / "runs" / "begun"
    for name in ("done", "begun"):
        shutil.copytree(finished.path, folder / "runs" / name)
    for receipt in sorted((begun / "receipts").iterdir())[3:]:
        receipt.unlink()
    open_to_play(make_plan("starwars", 4, policy="random"), folder / "runs" / "empty", print)
    for moment, name in enumerate(("done", "begun", "empty"), start=1):
        os.utime(folder / "runs" / name / "manifest.json", (moment, moment))
    return folder


@pytest.mark.parametrize("verb", [["report"], ["plot"], ["export"], ["replay", "--game-index", "closest"]])
def test_where_games_are_needed_the_newest_run_is_one_that_is_finished(
    left: Path, verb: list[object]
) -> None:
    done = succeed(*verb, cwd=left)
    told = "simulate: runs/empty holds 0 of 4 games; this is about runs/done, which is finished"
    assert done.stderr.splitlines()[0] == told


def test_if_none_is_finished_it_is_the_newest_with_games(left: Path) -> None:
    shutil.rmtree(left / "runs" / "done")
    assert "runs/begun holds 30 of 200 games; play the rest: " in succeed("report", cwd=left).stderr
    shutil.rmtree(left / "runs" / "begun")
    assert "runs/empty holds no finished games yet" in one_line(run_cli("report", cwd=left))


def test_where_no_games_are_needed_the_newest_run_may_be_empty(left: Path) -> None:
    assert as_json("runs", "show", cwd=left)["run"] == "runs/empty"
    assert as_json("verify", cwd=left)["games"] == 0
