"""Slices of a run, played apart, join into the run that would have been played whole."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from builders import (
    PLAN,
    change_manifest,
    change_receipt,
    content,
    one_line,
    output_of,
    refusal,
    run_cli,
    succeed,
)

import simulate
from simulate.store.runs import Run, read_run
from simulate.working.combine import combine as join

OTHER = "0123456789abcdef"
CUTS = {"a": (0, 37), "b": (37, 50), "c": (87, 33)}
WORDS = ["--policy", "random", "--seed", 3, "--block-size", 20]


def play(folder: Path, name: str, first: int, n: int, *words: object) -> None:
    """Play a slice through the command line."""
    cut = ["--first-game", first, "--n", n, "--out", name]
    output_of("--game", "starwars", *WORDS, *cut, *words, cwd=folder)


@pytest.fixture(scope="module")
def slices(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the slices a, b and c of the run `whole`."""
    folder = tmp_path_factory.mktemp("slices")
    for name, (first, n) in CUTS.items():
        play(folder, name, first, n)
    return folder


def combine(folder: Path, *words: object) -> str:
    """What is said when slices are joined."""
    return output_of("combine", *words, cwd=folder)


def refused(folder: Path, *words: object) -> str:
    """The line with which slices are not joined; nothing is written."""
    said = one_line(run_cli("combine", *words, "--out", "none", cwd=folder))
    assert not (folder / "none").exists()
    return said


def test_slices_in_any_order_join_into_the_run_played_whole(slices: Path, whole: Run, tmp_path: Path) -> None:
    said = combine(slices, "c", "a", "b", "--out", tmp_path / "joined")
    assert said.startswith(f"{tmp_path / 'joined'}: 120 games of 3 runs")
    joined = simulate.load(tmp_path / "joined")
    assert joined.hash == whole.hash
    assert content(joined) == content(whole)
    assert run_cli("report", joined.path, cwd=tmp_path).returncode == 0


def test_a_joined_run_grows_and_joins_on(slices: Path, whole: Run, tmp_path: Path) -> None:
    combine(slices, "b", "a", "--out", tmp_path / "ab")
    combine(slices, tmp_path / "ab", "c", "--out", tmp_path / "abc")
    assert content(simulate.load(tmp_path / "abc")) == content(whole)
    play(tmp_path, "ab", 0, 120)
    assert content(simulate.load(tmp_path / "ab")) == content(whole)


def test_joining_goes_on_where_it_was_interrupted(slices: Path, whole: Run, tmp_path: Path) -> None:
    combine(slices, *CUTS, "--out", tmp_path / "joined")
    joined = simulate.load(tmp_path / "joined")
    joined.receipt_path(57).unlink()
    joined.table_path("seats", 87).unlink()
    joined.receipt_path(87).unlink()
    combine(slices, *CUTS, "--out", tmp_path / "joined")
    assert content(simulate.load(tmp_path / "joined")) == content(whole)


def test_slices_without_tables_join_to_the_same_sums(folder: Path) -> None:
    for name, (first, n) in CUTS.items():
        play(folder, name, first, n, "--tables", "none")
    play(folder, "whole", 0, 120, "--tables", "none")
    combine(folder, *CUTS, "--out", "joined")
    assert content(simulate.load(folder / "joined")) == content(simulate.load(folder / "whole"))


def test_a_gap_is_refused_with_the_command_that_fills_it(slices: Path) -> None:
    said = refused(slices, "a", "c")
    assert said.startswith("games 37 to 86 are missing between a and c; play them: simulate --game ")
    assert "--n 50 " in said
    assert "--first-game 37" in said


def test_a_gap_of_one_game_is_one(slices: Path) -> None:
    play(slices, "late", 88, 12)
    assert refused(slices, "a", "b", "late").startswith("games 87 to 87 are missing between b and late;")


def test_an_overlap_is_refused(slices: Path, tmp_path: Path) -> None:
    play(tmp_path, "late", 30, 20)
    said = refused(slices, "a", tmp_path / "late")
    why, _, command = said.partition(f"; play others in place of {tmp_path / 'late'}: simulate ")
    assert why == f"a and {tmp_path / 'late'} overlap: both hold games 30 to 36"
    succeed(*shlex.split(command), "--out", tmp_path / "later", cwd=slices)
    succeed("combine", "a", tmp_path / "later", "--out", tmp_path / "both", cwd=slices)
    assert read_run(tmp_path / "both").plan.n == 37 + 20
    assert refused(slices, "a", "a").startswith("a and a overlap: both hold games 0 to 36")


@pytest.mark.parametrize(
    ("words", "differs"),
    [
        (["--seed", 4], "seed 3 -> 4"),
        (["--rule", "dice_cap=4"], "dice_cap 3 -> 4"),
        (["--tables", "games,seats"], "tables"),
        (["--policy", "greedy"], "policy random -> greedy"),
    ],
    ids=str,
)
def test_another_plan_is_refused(slices: Path, tmp_path: Path, words: list[object], differs: str) -> None:
    play(tmp_path, "other", 37, 3, *words)
    said = refused(slices, "a", tmp_path / "other")
    assert said.startswith(f"a and {tmp_path / 'other'} differ in more than their games: ")
    assert differs in said


def test_another_program_is_refused(slices: Path, tmp_path: Path) -> None:
    play(tmp_path, "foreign", 37, 3)
    run = read_run(tmp_path / "foreign")
    for first, _ in run.done_blocks():
        change_receipt(run, first, lambda receipt: receipt.update(program=OTHER))
    change_manifest(run, lambda manifest: manifest.update(program=OTHER))
    said = refused(slices, "a", run.path)
    assert f"{run.path} was played by another program" in said
    assert "games of two programs do not mix" in said


def test_an_unfinished_slice_is_refused(slices: Path, tmp_path: Path) -> None:
    play(tmp_path, "torn", 37, 30)
    read_run(tmp_path / "torn").receipt_path(57).unlink()
    said = refused(slices, "a", tmp_path / "torn")
    assert "torn is not finished; play the rest: simulate --game starwars --n 30" in said


def test_a_damaged_slice_is_refused_and_the_file_named(slices: Path, tmp_path: Path) -> None:
    play(tmp_path, "bad", 37, 30)
    file = read_run(tmp_path / "bad").table_path("seats", 57)
    file.write_bytes(file.read_bytes()[:-9] + b"\0" * 9)
    said = one_line(run_cli("combine", "a", tmp_path / "bad", "--out", tmp_path / "joined", cwd=slices), 1)
    assert said.startswith(f"{file}: damaged")


def test_a_directory_with_another_run_is_left_as_it_is(slices: Path, run: Run) -> None:
    before = content(run)
    said = one_line(run_cli("combine", "b", "c", "--out", run.path, cwd=slices))
    assert "it differs in: first_game" in said
    assert content(run) == before


def test_a_directory_that_holds_parts_of_blocks_is_left_as_it_is(slices: Path, tmp_path: Path) -> None:
    play(tmp_path, "begun", 0, 45)
    said = one_line(run_cli("combine", "a", "b", "--out", tmp_path / "begun", cwd=slices))
    assert said == f"--out {tmp_path / 'begun'} holds games in other blocks than b; choose another --out"
    assert read_run(tmp_path / "begun").plan.n == 45


def test_what_is_missing_on_the_command_line_is_said(slices: Path) -> None:
    assert one_line(run_cli("combine", "a", "b", cwd=slices)) == "say where the joined run goes: --out DIR"
    assert refused(slices, "a") == "name two runs or more to be joined"
    assert refused(slices) == "name two runs or more to be joined"
    assert refusal(join, str(slices / "a"), slices / "none") == "name two runs or more to be joined"


def test_failed_games_of_slices_are_failed_games_of_the_whole(folder: Path) -> None:
    assert PLAN["seed"] == 3
    policy = folder / "mine.py"
    policy.write_text(
        "def often(state, moves, features):\n"
        "    if state.turn == 5 and state.chance_key[1] % 10 == 7:\n"
        "        return -1\n"
        "    return 0\n"
    )
    for name, first, n in (("a", 0, 30), ("b", 30, 30), ("whole", 0, 60)):
        cut = ["--first-game", first, "--n", n, "--out", name, "--seed", 3]
        assert run_cli("--game", "starwars", "--policy", "mine.py:often", *cut, cwd=folder).returncode == 1
    assert run_cli("combine", "a", "b", "--out", "joined", cwd=folder).returncode == 1
    joined, played = read_run(folder / "joined"), read_run(folder / "whole")
    assert joined.failed == played.failed
    assert len(joined.failed) == 6
    assert joined.manifest["failed"] == played.manifest["failed"]
    assert content(joined) == content(played)
