"""Run directories: the same games however they were made, continued when interrupted, checked when read."""

import json
import shlex
import shutil
import signal
import subprocess
import time

import numpy as np
import pandas as pd
import pytest
from builders import PROGRAM, environment, run_cli

import simulate
from rules.errors import UserError
from simulate.plan import make_plan
from simulate.verify import verify
from simulate.workers import play

PLAN = {"n": 120, "policy": "random", "seed": 3}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The run that all others must equal: one worker, one block size."""
    return simulate.run(
        "starwars", **PLAN, jobs=1, block_size=50, out=tmp_path_factory.mktemp("runs") / "whole"
    )


@pytest.fixture
def run(whole, tmp_path):
    """A copy of the whole run to do mischief to."""
    shutil.copytree(whole.path, tmp_path / "run")
    return simulate.load(tmp_path / "run")


def content(run):
    """The content hash of a run without faults."""
    found = verify(run)
    assert found.faults == ()
    assert len(found.content_hash) == 64
    return found.content_hash


def refusal(call, *args, **given):
    """The one line with which something is refused."""
    with pytest.raises(UserError) as caught:
        call(*args, **given)
    assert "\n" not in str(caught.value)
    return str(caught.value)


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
def test_workers_backends_and_blocks_leave_no_trace(whole, tmp_path, way):
    made = simulate.run("starwars", **PLAN, **way, out=tmp_path / "run")
    assert made.is_complete
    assert content(made) == content(whole)


def test_another_seed_is_another_content(whole, tmp_path):
    other = simulate.run("starwars", **(PLAN | {"seed": 4}), out=tmp_path / "run")
    assert content(other) != content(whole)


def test_slices_by_first_game_are_parts_of_the_whole(whole, tmp_path):
    parts = [
        simulate.run("starwars", **(PLAN | {"n": n}), first_game=first, out=tmp_path / str(first))
        for first, n in ((0, 30), (30, 1), (31, 89))
    ]
    for table in ("games", "seats", "battles", "features"):
        joined = pd.concat([part.frame(table) for part in parts], ignore_index=True)
        pd.testing.assert_frame_equal(joined, whole.frame(table))


def test_a_game_does_not_depend_on_how_many_are_played(whole, tmp_path):
    few = simulate.run("starwars", **(PLAN | {"n": 7}), out=tmp_path / "run")
    pd.testing.assert_frame_equal(few.seats, whole.seats.head(21))


def test_fewer_tables_hold_the_same_rows(whole, tmp_path):
    part = simulate.run("starwars", **PLAN, tables="battles", out=tmp_path / "run")
    assert part.plan.tables == ("games", "seats", "battles")
    assert sorted(f.name for f in part.path.iterdir() if f.is_dir()) == [
        "battles", "games", "receipts", "seats", "sources"
    ]  # fmt: skip
    for table in part.plan.tables:
        pd.testing.assert_frame_equal(part.frame(table), whole.frame(table))
    assert "has no table 'features'" in refusal(lambda: part.features)


# --- from Python


def test_a_run_opens_as_data_frames(whole):
    opened = simulate.load(whole.path)
    assert opened.plan == whole.plan
    assert opened.games["game"].tolist() == list(range(120))
    assert len(opened.seats) == 360
    assert np.allclose(opened.seats.groupby("game")["win_share"].sum(), 1)
    assert opened.battles["game"].is_monotonic_increasing
    assert len(opened.battles) == opened.games["battles"].sum()
    assert sum(len(block) for block in opened.blocks("seats")) == 360
    pd.testing.assert_frame_equal(
        opened.rows("seats", 77).reset_index(drop=True),
        opened.seats[opened.seats["game"] == 77].reset_index(drop=True),
    )
    assert "holds games 0 to 119, not 120" in refusal(opened.rows, "seats", 120)
    assert repr(opened).endswith("120 games of starwars, complete>")


def test_rules_may_be_a_mapping_and_the_directory_has_a_name(folder):
    made = simulate.run(
        "starwars", n=8, policy="random", rules={"dice_cap": 4, "colours": ["red", "black", "green"]}
    )
    assert made.path.name == f"starwars-{made.plan.hash[:6]}"
    assert (folder / made.path / "manifest.json").is_file()
    assert made.plan.options.dice_cap == 4
    words = shlex.split(made.command)
    assert {"dice_cap=4", "colours=red+black+green"} <= set(words)
    assert "--out" not in words


def test_the_directory_depends_on_what_the_games_depend_on_and_no_more():
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


def test_the_run_keeps_the_users_files(tmp_path):
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
    assert play(opened.plan, out=opened.path).is_complete
    assert content(opened) == before


# --- interrupted and continued


def test_a_run_without_some_receipts_is_continued(whole, run):
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


def test_a_finished_run_is_opened_and_not_played_again(run):
    before = {file: file.stat().st_mtime_ns for file in run.path.rglob("*")}
    again = simulate.run("starwars", **PLAN, out=run.path)
    assert again.is_complete
    assert {file: file.stat().st_mtime_ns for file in run.path.rglob("*")} == before


def test_the_program_says_that_a_run_is_complete(run):
    words = ["--game", "starwars", "--n", 120, "--policy", "random", "--seed", 3, "--out", run.path]
    done = run_cli(*words, cwd=run.path.parent)
    assert done.returncode == 0
    assert f"complete: {run.path} holds all 120 games already" in done.stderr


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_ctrl_c_stops_with_130_and_the_printed_command_continues(tmp_path, backend):
    """Finished blocks are kept, and the end is that of a run that was never interrupted."""
    words = ["--game", "starwars", "--n", "24000", "--policy", "random", "--tables", "games"]
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
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130, stderr
    assert "Traceback" not in stderr
    run = simulate.load(tmp_path / "stopped")
    kept = f"{run.games_done:,} of 24,000 games are"
    assert 0 < run.games_done < 24_000
    (line,) = [line for line in stdout.splitlines() if line.startswith("continue: ")]
    assert f"stopped: {kept} kept" in stderr
    command = shlex.split(line.removeprefix("continue: "))
    assert command[0] == "simulate"
    done = run_cli(*command[1:], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"continuing stopped: {kept} there" in done.stderr
    plan = {"n": 24_000, "policy": "random", "tables": "games"}
    assert content(run) == content(simulate.run("starwars", **plan, out=tmp_path / "straight"))


# --- what verify finds


def spoil(path):
    """Change one byte in the middle of a file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def faults(run):
    """What the program says about a run that is not whole, in lines; exit code 1."""
    done = run_cli("verify", run.path, cwd=run.path.parent)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    as_json = json.loads(run_cli("verify", run.path, "--json", cwd=run.path.parent).stdout)
    assert as_json["content_hash"] == ""
    assert as_json["faults"]
    return done.stdout


def test_a_whole_run_verifies(run):
    done = run_cli("verify", run.path, cwd=run.path.parent)
    assert done.returncode == 0
    assert "120 of 120 games, complete" in done.stdout
    assert f"content {content(run)}" in done.stdout


def test_an_unfinished_run_verifies_and_says_how_to_go_on(run):
    run.receipt_path(0).unlink()
    done = run_cli("verify", run.path, cwd=run.path.parent)
    assert done.returncode == 0
    assert "70 of 120 games, unfinished, continue with: simulate --game starwars" in done.stdout


def test_a_damaged_file_is_named(run):
    spoil(run.table_path("seats", 50))
    assert f"{run.table_path('seats', 50)}: damaged" in faults(run)


def test_a_missing_file_is_named(run):
    run.table_path("battles", 0).unlink()
    assert f"{run.table_path('battles', 0)}: cannot be read: No such file" in faults(run)


def test_a_file_of_another_run_is_named(run, tmp_path):
    other = simulate.run("starwars", **(PLAN | {"seed": 9}), block_size=50, out=tmp_path / "other")
    shutil.copy(other.table_path("games", 0), run.table_path("games", 0))
    receipts = [json.loads(r.receipt_path(0).read_text()) for r in (run, other)]
    receipts[0]["files"]["games"] = receipts[1]["files"]["games"]
    run.receipt_path(0).write_text(json.dumps(receipts[0]))
    assert f"{run.table_path('games', 0)}: belongs to another plan" in faults(run)


def test_a_block_in_the_place_of_another_is_named(run):
    shutil.copy(run.table_path("games", 0), run.table_path("games", 50))
    receipts = [json.loads(run.receipt_path(first).read_text()) for first in (0, 50)]
    receipts[1]["files"]["games"] = receipts[0]["files"]["games"]
    run.receipt_path(50).write_text(json.dumps(receipts[1]))
    assert f"{run.table_path('games', 50)}: holds games outside 50 to 99" in faults(run)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"files": {}}', "null"])
def test_a_damaged_receipt_is_named(run, text):
    run.receipt_path(100).write_text(text)
    assert f"{run.receipt_path(100)}: damaged receipt" in " ".join(verify(run).faults)


def test_files_of_no_block_are_named(run):
    """A stray receipt, and a table's file beside the others; half-written files are no fault."""
    shutil.copy(run.receipt_path(100), run.receipt_path(700))
    shutil.copy(run.table_path("seats", 100), run.table_path("seats", 110))
    (run.path / "seats" / ".0000000050.parquet.1234.part").write_bytes(b"half")
    said = faults(run)
    assert f"{run.receipt_path(700)}: belongs to no block of this run" in said
    assert f"{run.table_path('seats', 110)}: belongs to no block of this run" in said
    assert "2 faults" in said


def test_a_wrong_number_of_rows_is_named(run):
    receipt = json.loads(run.receipt_path(0).read_text())
    receipt["files"]["seats"]["rows"] += 1
    run.receipt_path(0).write_text(json.dumps(receipt))
    assert "holds 150 rows, its receipt says 151" in faults(run)


# --- directories that are no runs

MANIFESTS = {
    "no JSON": ("{", "not valid JSON"),
    "a list": ("[]", "not a manifest of format houserules-run/1"),
    "another format": ('{"format": "houserules-run/9"}', "not a manifest of format houserules-run/1"),
    "nothing in it": ('{"format": "houserules-run/1"}', "the manifest is damaged"),
    "a plan of nothing": ('{"format": "houserules-run/1", "plan": {}}', "the manifest is damaged"),
    "a plan of a list": ('{"format": "houserules-run/1", "plan": [1]}', "the manifest is damaged"),
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_damaged_manifest_is_refused(run, name):
    text, reason = MANIFESTS[name]
    (run.path / "manifest.json").write_text(text)
    assert reason in refusal(simulate.load, run.path)
    assert reason in refusal(simulate.run, "starwars", **PLAN, out=run.path)


@pytest.mark.parametrize(
    ("key", "value"), [("seed", 4), ("n", 121), ("rules_version", 0), ("policies_version", 0), ("players", 2)]
)
def test_a_manifest_that_does_not_fit_its_hash_is_refused(run, key, value):
    """Also a run of older rules: it says how to play it again."""
    manifest = json.loads((run.path / "manifest.json").read_text())
    manifest["plan"][key] = value
    if key.endswith("version"):
        manifest["hash"] = "0" * 64
    (run.path / "manifest.json").write_text(json.dumps(manifest))
    refusal(simulate.load, run.path)


@pytest.mark.parametrize("value", [0, -5, "x", None])
def test_a_manifest_with_a_senseless_block_size_is_refused(run, value):
    manifest = json.loads((run.path / "manifest.json").read_text())
    manifest["block_size"] = value
    (run.path / "manifest.json").write_text(json.dumps(manifest))
    assert "the manifest is damaged" in refusal(simulate.load, run.path)


def test_a_directory_of_something_else_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    assert "is not empty and is not a run" in refusal(simulate.run, "starwars", **PLAN, out=tmp_path)
    assert "is not a run: it has no manifest.json" in refusal(simulate.load, tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


def test_an_empty_directory_is_taken(tmp_path):
    assert simulate.run("starwars", n=2, policy="random", out=tmp_path).is_complete


def test_the_directory_of_another_run_is_refused(run):
    text = refusal(simulate.run, "starwars", **(PLAN | {"seed": 4}), out=run.path)
    assert "holds another run (simulate --game starwars" in text
    assert "choose another --out" in text


def test_a_directory_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("in the way")
    for out in (tmp_path / "file", tmp_path / "file" / "run"):
        assert "cannot be" in refusal(simulate.run, "starwars", **PLAN, out=out)
    assert (tmp_path / "file").read_text() == "in the way"


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
def test_senseless_arguments_are_refused_before_anything_is_written(folder, given, words):
    assert words in refusal(simulate.run, **({"game": "starwars"} | PLAN | given))
    assert not list(folder.iterdir())
