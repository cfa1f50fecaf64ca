"""Runs without tables keep exact sums: the same numbers, however games were cut, stopped or shared out."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import as_json, change_receipt, content, one_line, refusal, run_cli, succeed, volume
from hypothesis import given
from hypothesis import strategies as st
from naive.estimates import came

import simulate
from analyses.estimates.counted import Counted
from analyses.measures.summary import summarise
from rules import games
from rules.games import OWN
from simulate.plans.plan import make_plan
from simulate.store.runs import Run, default_block_size, read_run
from simulate.store.sums import FORMAT, Sums, Tally, no_sums, sums_of

N = volume(90, 12)
PLAYED = {"policy": "random", "seed": 3}


def play(out: Path, tables: str, game: str = "starwars", n: int = N, **how: Any) -> Run:
    """Play games and keep these tables."""
    return simulate.run(game, n, **PLAYED, tables=tables, out=out, **how)


@pytest.mark.parametrize("game", OWN)
def test_sums_say_what_the_tables_say(tmp_path: Path, game: str) -> None:
    kept = summarise(play(tmp_path / "sums", "none", game, block_size=7))
    read = summarise(play(tmp_path / "tables", "games,seats", game, block_size=10))
    assert kept.n == read.n == N
    for field in dataclasses.fields(kept.moments):
        assert np.array_equal(getattr(kept.moments, field.name), getattr(read.moments, field.name))
    assert came(kept.scores) == came(read.scores)
    assert came(kept.tally) == came(read.tally)


def test_nothing_but_sums_is_written(tmp_path: Path) -> None:
    run = play(tmp_path / "run", "none")
    assert "tables      none\n" in run_cli("runs", "show", run.path, cwd=tmp_path).stdout
    assert run.tables == ()
    assert {file.name for file in run.path.iterdir() if file.is_dir()} == {"receipts", "sources"}


@pytest.mark.parametrize("how", [{"jobs": 2, "block_size": 7}, {"jobs": 1, "block_size": 1}], ids=str)
def test_blocks_and_workers_leave_no_trace(tmp_path: Path, how: dict[str, Any]) -> None:
    assert content(play(tmp_path / "a", "none", **how)) == content(play(tmp_path / "b", "none"))


def test_a_stopped_run_goes_on_to_the_same_sums(tmp_path: Path) -> None:
    run = play(tmp_path / "run", "none", block_size=5)
    before = content(run)
    for first, _ in run.done_blocks()[1::2]:
        run.receipt_path(first).unlink()
    assert not read_run(run.path).is_complete
    assert content(play(run.path, "none")) == before


def test_a_run_without_tables_grows(tmp_path: Path) -> None:
    play(tmp_path / "run", "none", n=5)
    assert content(play(tmp_path / "run", "none")) == content(play(tmp_path / "other", "none"))


def test_fewer_games_than_whole_blocks_are_refused(tmp_path: Path) -> None:
    run = play(tmp_path / "run", "none", block_size=4)
    assert summarise(play(run.path, "none", n=8)).n == 8
    said = refusal(summarise, play(run.path, "none", n=6))
    assert f"keeps sums of whole blocks, and 6 games end within one: ask for all {N}, or play these" in said


def test_the_command_line_tells_and_reports_them(folder: Path) -> None:
    words = ["--game", "starwars", "--n", N, "--policy", "random", "--seed", 3]
    kept = as_json(*words, "--tables", "none", "--out", "kept", cwd=folder)
    read = as_json(*words, "--tables", "games,seats", "--out", "read", cwd=folder)
    assert {key for key in kept if kept[key] != read[key]} <= {"command", "directory", "runs", "sections"}
    seconds = [found["sections"]["run"].pop("seconds") for found in (kept, read)]
    assert None not in seconds
    assert kept["sections"] == read["sections"]
    for verb in ("report", "plot", "verify"):
        succeed(verb, "kept", cwd=folder)
    assert "sums of 12 games" in run_cli("verify", "kept", cwd=folder).stdout.replace(str(N), "12")
    page = (folder / "kept" / "report.html").read_text()
    assert "Where points come from" in page
    assert "This run was played without the table" in page


def test_a_game_of_a_run_without_tables_replays(folder: Path) -> None:
    play(folder / "run", "none")
    succeed("replay", "run", "--game-index", 3, cwd=folder)
    assert "holds games 0 to" in one_line(run_cli("replay", "run", "--game-index", N, cwd=folder))


def test_what_needs_tables_says_so(folder: Path) -> None:
    play(folder / "run", "none")
    said = one_line(run_cli("replay", "run", "--game-index", "closest", cwd=folder))
    assert said == "run has no table 'games'. It was played with --tables none"
    play(folder / "other", "none", rules=["dice_cap=4"])
    said = one_line(run_cli("compare", "run", "other", cwd=folder))
    assert said == "measures are told by the tables games and seats, and --tables none keeps no table"


def test_until_is_refused_before_anything_is_played(folder: Path) -> None:
    words = ["--game", "starwars", "--tables", "none", "--until", "turns=0.5"]
    said = one_line(run_cli(*words, cwd=folder))
    assert said == "measures are told by the tables games and seats, and --tables none keeps no table"
    assert not list(folder.iterdir())
    assert one_line(run_cli("compare", *words[:4], "--rule", "dice_cap=4", cwd=folder)) == said


def test_none_goes_with_no_table(folder: Path) -> None:
    said = one_line(run_cli("--game", "starwars", "--tables", "none,seats", cwd=folder))
    assert said == "--tables none,seats: none goes with no other table"


@pytest.mark.parametrize("tables", ["none", "seats"])
def test_a_lost_manifest_is_written_anew_from_receipts(folder: Path, tables: str) -> None:
    """Where no table of games says how the run was made, they do."""
    run = play(folder / "run", tables, block_size=5)
    before = content(run)
    (run.path / "manifest.json").unlink()
    run.receipt_path(5).unlink()
    succeed("repair", "run", cwd=folder)
    again = read_run(run.path)
    assert (again.plan, again.command, content(again)) == (run.plan, run.command, before)


def test_a_damaged_receipt_is_named_and_repaired(folder: Path) -> None:
    run = play(folder / "run", "none", block_size=5)
    before, file = content(run), run.receipt_path(5)
    file.write_text(file.read_text().replace('"sums": [', '"sums": [1', 1))
    assert str(file.name) in one_line(run_cli("report", "run", cwd=folder), 1)
    succeed("repair", "run", cwd=folder)
    assert content(read_run(run.path)) == before


def test_sums_of_other_columns_are_refused(tmp_path: Path) -> None:
    run = play(tmp_path / "run", "none")
    change_receipt(run, 0, lambda receipt: receipt["sums"]["columns"].reverse())
    assert "another version added up other columns" in refusal(summarise, read_run(run.path))


def test_sums_that_another_version_added_up_are_played_anew(folder: Path) -> None:
    """The first receipts with sums do not say their format, which was this one."""
    run = play(folder / "run", "none", block_size=5)
    before = content(run)
    change_receipt(run, 0, lambda receipt: receipt["sums"].pop("format"))
    assert content(read_run(run.path)) == before
    change_receipt(run, 5, lambda receipt: receipt["sums"].update(format=FORMAT + 1))
    said = one_line(run_cli("report", "run", cwd=folder), 1)
    file = "run/receipts/0000000005.json"
    assert said.startswith(f"{file}: damaged receipt: another version added up its sums; play its games anew")
    succeed("repair", "run", cwd=folder)
    assert content(read_run(run.path)) == before


@pytest.mark.parametrize(
    ("game", "summed"),
    [
        ("starwars", "fd4f3e9c1834cf8d"),
        ("carcassonne", "911cfcde6723a667"),
        ("catan", "f2d4fa018715096d"),
        ("castle", "8d7cd0f30bb8fa4a"),
    ],
)
def test_whoever_changes_what_is_added_up_gives_it_another_format(game: str, summed: str) -> None:
    """If this fails, raise `simulate.store.sums.FORMAT` and write the new hash: two formats do not mix."""
    plan, n = make_plan(game, 5, seed=3), 5
    columns = {
        table: {
            name: np.arange(rows) * 7 % (5 + i)
            for i, name in enumerate(games.load(game).playing.tables[table].columns.names or ())
        }
        for table, rows in (("games", n), ("seats", n * plan.players))
    }
    columns["games"]["game"] = np.arange(n)
    columns["seats"]["win_share"] = np.tile([1.0] + [0.0] * (plan.players - 1), n)
    if "first" in columns["games"]:
        columns["games"]["first"] = np.arange(n) % plan.players
    added = sums_of(plan, columns["games"], columns["seats"]).as_dict()
    assert (FORMAT, hashlib.sha256(json.dumps(added).encode()).hexdigest()[:16]) == (1, summed)


def test_sums_survive_json_and_add_in_any_order(tmp_path: Path) -> None:
    run = play(tmp_path / "run", "none")
    sums = run.sums()
    again = Sums.from_dict(json.loads(json.dumps(sums.as_dict())))
    assert again.as_dict() == sums.as_dict()
    one, other = (no_sums(run.plan) + sums + again), (again + no_sums(run.plan) + sums)
    assert one.as_dict() == other.as_dict()
    assert one.n == 2 * N


def test_a_run_with_tables_has_no_sums_and_is_not_called_damaged(tmp_path: Path) -> None:
    run = play(tmp_path / "run", "all")
    assert refusal(run.sums) == f"{run.path} keeps tables and no sums; Run.summary() adds them up"


def test_tallies_add_where_they_overlap_and_where_not() -> None:
    low, high = Tally.of(np.array([[3], [3], [5]])), Tally.of(np.array([[9], [4]]))
    for both in (low + high, high + low):
        assert (both.low, both.counts[:, 0].tolist()) == (3, [2, 1, 1, 0, 0, 0, 1])
    assert (low + Tally.of(np.zeros((0, 1), np.int64))) == low


@given(st.lists(st.integers(-5, 20), min_size=1, max_size=40), st.integers(-8, 24), st.integers(0, 9))
def test_counted_numbers_say_what_a_plain_list_says(values: list[int], low: int, wide: int) -> None:
    counted, values = Counted.of(Tally.of(np.array(values)[:, None]), 0), sorted(values)
    n, often = len(values), Counter(values)
    assert (counted.n, counted.least, counted.numbers[-1]) == (n, values[0], values[-1])
    assert came(counted) == often
    assert counted.percent.sum() == pytest.approx(100)
    assert counted.between(low, low + wide) == sum(low <= value <= low + wide for value in values)
    assert counted.between(low) == sum(low <= value for value in values)
    assert counted.middle(0.8) == tuple(
        next(v for k, v in enumerate(values, 1) if k / n >= share) for share in ((1 - 0.8) / 2, (1 + 0.8) / 2)
    )
    first, last = counted.half()
    held = [counted.between(at, at + last - first) for at in range(-30, 30)]
    fewer = [counted.between(at, at + last - first - 1) for at in range(-30, 30)]
    assert counted.between(first, last) == max(held)
    assert 2 * max(held) >= n > 2 * max(fewer)
    for size in (1, 4):
        rows = [range(at, min(at + size, values[-1] + 1)) for at in range(values[0], values[-1] + 1, size)]
        means = [100 * sum(often[value] for value in row) / n / len(row) for row in rows for _ in row]
        assert counted.bars(size) == pytest.approx(means)
    if values[0] >= 0:
        assert came(counted.from_zero()) == often
        assert counted.from_zero().low == 0


def test_a_bar_is_for_one_number_where_many_games_tell_of_it() -> None:
    """Twice the middle half over the cube root of how many were counted (Freedman & Diaconis 1981)."""
    for each, wide in (1, 11), (10, 5), (100, 2), (1_000, 1):
        counted = Counted(0, np.full(40, each))
        assert counted.middle(0.5) == (9, 29)
        assert counted.in_a_bar == wide


@pytest.mark.parametrize(
    ("n", "size"), [(1, 1), (80, 10), (10**5, 2500), (10**6, 2500), (10**7, 10**4), (10**9, 25_000)]
)
def test_blocks_are_a_thousandth_of_a_large_run(n: int, size: int) -> None:
    assert default_block_size(n) == size
