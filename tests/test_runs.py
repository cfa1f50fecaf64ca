"""Run directories: the same games however they were made, continued when interrupted, checked when read."""

from __future__ import annotations

import shlex
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import PATIENCE, PLAN, PROGRAM, content, environment, refusal, run_cli, run_program

import simulate
from simulate.plan import make_plan
from simulate.request import Request
from simulate.runs import Run
from simulate.workers import play

# --- the same games in any way


@pytest.mark.parametrize(
    "way",
    [
        {"jobs": 1},
        {"jobs": 2, "block_size": 17},
        {"jobs": 2, "block_size": 1000},
        {"jobs": 2, "block_size": 40, "backend": "processes"},
    ],
    ids=str,
)
def test_workers_backends_and_blocks_leave_no_trace(whole: Run, tmp_path: Path, way: dict[str, Any]) -> None:
    made = simulate.run("starwars", **PLAN, **way, out=tmp_path / "run")
    assert made.is_complete
    assert content(made) == content(whole)


def test_another_seed_is_another_content(whole: Run, tmp_path: Path) -> None:
    other = simulate.run("starwars", **(PLAN | {"seed": 4}), out=tmp_path / "run")
    assert content(other) != content(whole)


def test_slices_by_first_game_are_parts_of_the_whole(whole: Run, tmp_path: Path) -> None:
    parts = [
        simulate.run("starwars", **(PLAN | {"n": n}), first_game=first, out=tmp_path / str(first))
        for first, n in ((0, 30), (30, 1), (31, 89))
    ]
    for table in ("games", "seats", "battles", "features"):
        joined = pd.concat([part.frame(table) for part in parts], ignore_index=True)
        pd.testing.assert_frame_equal(joined, whole.frame(table))


def test_a_game_does_not_depend_on_how_many_are_played(whole: Run, tmp_path: Path) -> None:
    few = simulate.run("starwars", **(PLAN | {"n": 7}), out=tmp_path / "run")
    pd.testing.assert_frame_equal(few.seats, whole.seats.head(21))


def test_fewer_tables_hold_the_same_rows(whole: Run, tmp_path: Path) -> None:
    part = simulate.run("starwars", **PLAN, tables="battles", out=tmp_path / "run")
    assert part.tables == part.plan.tables == ("games", "seats", "battles")
    assert sorted(f.name for f in part.path.iterdir() if f.is_dir()) == [
        "battles", "games", "receipts", "seats", "sources"
    ]  # fmt: skip
    for table in part.plan.tables:
        pd.testing.assert_frame_equal(part.frame(table), whole.frame(table))
    assert refusal(lambda: part["features"]).endswith(
        "has no table 'features'; it was played with --tables games,seats,battles"
    )


# --- from Python


def test_a_run_opens_as_data_frames(whole: Run) -> None:
    opened = simulate.load(whole.path)
    assert opened.plan == whole.plan
    assert opened.games["game"].tolist() == list(range(120))
    assert len(opened.seats) == 360
    assert np.allclose(opened.seats.groupby("game")["win_share"].sum(), 1)
    assert opened.tables == ("games", "seats", "battles", "features")
    assert opened["games"] is opened.games
    assert opened["battles"]["game"].is_monotonic_increasing
    assert len(opened["battles"]) == opened.games["battles"].sum()
    assert not hasattr(opened, "battles")  # what only one game has is no attribute of every run
    assert sum(len(block) for block in opened.blocks("seats")) == 360
    pd.testing.assert_frame_equal(
        opened.rows("seats", 77).reset_index(drop=True),
        opened.seats[opened.seats["game"] == 77].reset_index(drop=True),
    )
    assert "holds games 0 to 119, not 120" in refusal(opened.rows, "seats", 120)
    assert repr(opened).endswith("120 games of starwars, complete>")


def test_rules_may_be_a_mapping_and_the_directory_has_a_name(folder: Path) -> None:
    made = simulate.run(
        "starwars", n=8, policy="random", rules={"dice_cap": 4, "colours": ["red", "black", "green"]}
    )
    assert made.path.name == f"starwars-{made.plan.hash[:6]}"
    assert (folder / made.path / "manifest.json").is_file()
    assert made.plan.options.dice_cap == 4
    words = shlex.split(made.command)
    assert {"dice_cap=4", "colours=red+black+green"} <= set(words)
    assert "--out" not in words


def test_the_directory_depends_on_what_the_games_depend_on_and_no_more() -> None:
    """Seed, rules, policies, number and tables; not workers or blocks."""
    base = make_plan("starwars", 100)
    others = [
        make_plan("starwars", 101),
        make_plan("starwars", 100, seed=2),
        make_plan("starwars", 100, first_game=1),
        make_plan("starwars", 100, players=2),
        make_plan("starwars", 100, policy="greedy"),
        make_plan("starwars", 100, rules=["dice_cap=4"]),
        make_plan("starwars", 100, tables="games"),
    ]
    assert len({plan.name for plan in (base, *others)}) == 8
    assert make_plan("starwars", 100, rules=["dice_cap=3"], players=3).hash == base.hash


def test_the_run_keeps_the_users_files(tmp_path: Path) -> None:
    """It can be finished after the file is gone."""
    file = tmp_path / "my.py"
    file.write_text("def first(state, moves, features):\n    return 0\n", encoding="utf-8")
    made = simulate.run("starwars", n=8, policy=f"{file}:first", out=tmp_path / "run")
    before = content(made)
    file.unlink()
    for receipt in list((made.path / "receipts").iterdir())[:3]:
        receipt.unlink()
    opened = simulate.load(made.path)
    assert opened.plan == made.plan
    assert play(opened.plan, Request(out=opened.path)).is_complete
    assert content(opened) == before


# --- interrupted and continued


def test_a_run_without_some_receipts_is_continued(whole: Run, run: Run) -> None:
    """A block is there when its receipt is; half-written files are swept away."""
    before = content(run)
    (run.receipt_path(50)).unlink()
    (run.path / "seats" / ".0000000050.parquet.1234.part").write_bytes(b"half")
    assert run.games_done == 70
    assert not run.is_complete
    assert "has not been played yet; continue with: simulate --game starwars" in refusal(
        run.rows, "games", 60
    )
    again = simulate.run("starwars", **PLAN, out=run.path, jobs=2, block_size=9)
    assert again.block_size == 50  # as it was begun
    assert again.is_complete
    assert content(again) == before == content(whole)
    assert not list(run.path.glob("*/.*.part"))


def test_a_finished_run_is_opened_and_not_played_again(run: Run) -> None:
    """Only the manifest's time changes: the verbs' default is the run used last."""
    files = [file for file in run.path.rglob("*") if file.name != "manifest.json"]
    before = {file: file.stat().st_mtime_ns for file in files}
    manifest = (run.path / "manifest.json").read_bytes()
    again = simulate.run("starwars", **PLAN, out=run.path)
    assert again.is_complete
    assert {file: file.stat().st_mtime_ns for file in files} == before
    assert (run.path / "manifest.json").read_bytes() == manifest


def test_the_program_says_that_a_run_is_complete(run: Run) -> None:
    words = ["--game", "starwars", "--n", 120, "--policy", "random", "--seed", 3, "--out", run.path]
    done = run_cli(*words, cwd=run.path.parent)
    assert done.returncode == 0
    assert f"complete: {run.path} holds all 120 games already" in done.stderr


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_ctrl_c_stops_with_130_and_the_printed_command_continues(tmp_path: Path, backend: str) -> None:
    """Finished blocks are kept, and the end is that of a run that was never interrupted."""
    words = ["--game", "starwars", "--n", "10000", "--policy", "random", "--tables", "games"]
    out = ["--out", "stopped", "--block-size", "200", "--jobs", "2", "--backend", backend]
    process = subprocess.Popen(
        [str(PROGRAM), *words, *out],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    receipts = tmp_path / "stopped" / "receipts"
    while process.poll() is None and not (receipts.is_dir() and any(receipts.glob("*.json"))):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, stderr
    assert "Traceback" not in stderr
    run = simulate.load(tmp_path / "stopped")
    kept = f"{run.games_done:,} of 10,000 games are"
    assert 0 < run.games_done < 10_000
    (line,) = [line for line in stdout.splitlines() if line.startswith("continue: ")]
    assert f"stopped: {kept} kept" in stderr
    command = shlex.split(line.removeprefix("continue: "))
    assert command[0] == "simulate"
    done = run_program(*command[1:], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"continuing stopped: {kept} there" in done.stderr
    plan: dict[str, Any] = {"n": 10_000, "policy": "random", "tables": "games"}
    assert content(run) == content(simulate.run("starwars", **plan, out=tmp_path / "straight"))


# --- arguments


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"jobs": 0}, "--jobs 0: must be a whole number from 1 to 1024"),
        ({"block_size": 0}, "--block-size 0: must be a whole number"),
        ({"backend": "thread"}, "no backend 'thread'. Did you mean 'threads'?"),
        ({"backend": "dask"}, "--backend dask needs the address of a scheduler"),
        ({"n": 0}, "--n 0: must be a whole number from 1 to"),
        ({"seed": -1}, "--seed -1: must be a whole number from 0 to"),
        ({"first_game": -1}, "--first-game -1"),
        ({"tables": "seat"}, "no table 'seat'. Did you mean 'seats'?"),
        ({"game": "chess"}, "there is no game 'chess'"),
    ],
)
def test_senseless_arguments_are_refused_before_anything_is_written(
    folder: Path, given: dict[str, Any], words: str
) -> None:
    assert words in refusal(simulate.run, **({"game": "starwars"} | PLAN | given))
    assert not list(folder.iterdir())
