"""A game that a user's policy fails in: counted, listed, left out in words, not the end of the others."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from builders import Done, run_cli

import simulate
from rules.errors import FailedError, Notice
from simulate.store.failures import Failure, failed_words
from simulate.store.runs import Run
from simulate.working.verify import verify

GAME = ("--game", "starwars", "--players", "2")
LATE = """
def late(state, moves, features):
    if state.turn > 5 and state.chance_key[1] % 4 == 1:
        raise ValueError("no idea any more")
    return 0


def other(state, moves, features):
    return 0
"""
WHY = "ValueError: no idea any more"


@pytest.fixture
def mine(folder: Path) -> Path:
    """A folder with my.py, whose policy fails in every fourth game."""
    (folder / "my.py").write_text(LATE, encoding="utf-8")
    return folder


def play(mine: Path, *words: object) -> Done:
    """Play ten games of which three fail."""
    done = run_cli(*GAME, "--n", 10, "--jobs", 1, "--policy", "my.py:late,greedy", *words, cwd=mine)
    assert done.returncode == 1, done.stderr
    return done


def opened(path: Path) -> Run:
    """A run, which says that games of it failed."""
    with pytest.warns(Notice, match=r"\d+ of \d+ games failed"):
        return simulate.load(path)


def ask_three_times() -> None:
    """Play a run in which games fail, open it, and vary it."""
    run = simulate.run("starwars", n=10, players=2, policy="my.py:late,greedy", jobs=1, out="run")
    simulate.load("run")
    run.vary({"dice_cap": 4}, out="other")


def test_a_notice_of_failed_games_names_the_line_that_asked(mine: Path) -> None:
    with pytest.warns(Notice, match="10 games failed") as given:
        ask_three_times()
    assert [one.filename for one in given if one.category is Notice] == 3 * [__file__]


def test_the_other_games_are_played_and_the_failed_ones_listed(mine: Path) -> None:
    said = play(mine, "--out", "run").stderr.splitlines()[-1]
    assert re.fullmatch(
        "simulate: 3 of 10 games failed; policy my.py:late failed in game 1, turn [67], seat 1, seed 1: "
        f"{WHY}; again: simulate replay run --game-index 1",
        said,
    )
    run = opened(mine / "run")
    assert run.is_complete
    assert run.games["game"].tolist() == [0, 2, 3, 4, 6, 7, 8]
    assert run.seats["game"].tolist() == [game for game in run.games["game"] for _ in range(2)]
    assert [(failure.game, failure.seat, failure.why) for failure in run.failed] == [
        (game, 0, WHY) for game in (1, 5, 9)
    ]
    listed = json.loads((run.path / "manifest.json").read_text())["failed"]
    assert listed["games"] == 3
    assert [Failure(**one) for one in listed["first"]] == run.failed
    assert not verify(run).faults


def test_every_summary_and_report_counts_them(mine: Path) -> None:
    words = "3 of 10 games failed and are in no table: for that any share of games may be off by up to 30.0"
    words += " percentage points"
    for done in (play(mine, "--out", "run"), play(mine, "--out", "run")):
        assert "7 of 10 games" in done.stdout
        assert words in done.stdout
    as_json = play(mine, "--out", "run", "--json")
    assert [WHY in line for line in json.loads(as_json.stdout)["sections"]["run"]["failed"]] == [True] * 3
    assert repr(opened(mine / "run")).endswith("run: 10 games of starwars, complete, 3 failed>")
    for verb in ("report", "plot", "verify"):
        assert words in run_cli(verb, "run", cwd=mine).stderr, verb
    assert words in (mine / "run" / "report.html").read_text(encoding="utf-8")
    assert "10, 3 failed" in run_cli("runs", "--in", ".", cwd=mine).stdout
    fewer = run_cli(*GAME, "--n", 9, "--policy", "my.py:late,greedy", "--out", "run", cwd=mine)
    assert "2 of 9 games failed" in fewer.stdout, "the last is not among them"


@pytest.mark.parametrize(
    ("words", "tables"),
    [
        (("--block-size", 1), "all"),
        (("--block-size", 3), "all,progress,placements"),
        (("--jobs", 2, "--backend", "processes"), "all"),
    ],
)
def test_they_are_the_same_whatever_the_blocks_and_the_workers(
    mine: Path, words: tuple[object, ...], tables: str
) -> None:
    """With the tables that a game writes as it goes, too: nothing is left of those that it began."""
    play(mine, "--out", "one", "--tables", tables)
    play(mine, "--out", "other", "--tables", tables, *words)
    one, other = (opened(mine / name) for name in ("one", "other"))
    assert verify(one).content_hash == verify(other).content_hash != ""
    assert not {1, 5, 9} & set(other.frame(other.tables[-1])["game"])


def test_what_failed_is_part_of_the_content_hash(mine: Path) -> None:
    """A run that hides a failed game is another run: its receipts lack it."""
    play(mine, "--out", "run", "--block-size", 1)
    run = opened(mine / "run")
    whole = verify(run).content_hash
    assert run.failed[0].line(run.plan).endswith(WHY)
    run.receipt_path(1).unlink()
    assert verify(opened(mine / "run")).content_hash != whole


def test_with_fail_fast_the_first_is_the_last_and_the_rest_can_follow(mine: Path) -> None:
    said = play(mine, "--out", "run", "--fail-fast").stderr.splitlines()[-1]
    assert said.startswith("simulate: policy my.py:late failed in game 1, turn ")
    run = opened(mine / "run")
    assert (run.games_done, run.is_complete) == (2, False)
    late = {"players": 2, "policy": "my.py:late,greedy", "out": mine / "python"}
    with pytest.raises(FailedError, match="failed in game 1, turn"):  # of two workers either may be the first
        simulate.run("starwars", 8, **late, fail_fast=True, jobs=1)
    play(mine, "--out", "run")
    play(mine, "--out", "whole")
    run, whole = (opened(mine / name) for name in ("run", "whole"))
    assert verify(run).content_hash == verify(whole).content_hash


def test_a_comparison_with_failed_games_is_refused_and_all_others_are_kept(mine: Path) -> None:
    words = ("--policy", "my.py:late,greedy", "--n", 10, "--jobs", 1, "--rule", "dice_cap=4")
    done = run_cli("compare", *GAME, *words, cwd=mine)
    assert done.returncode == 1
    assert "1 of 5 games failed, and nothing is concluded from what is left" in done.stderr
    play(mine, "--out", "one")
    simulate.run("starwars", 10, players=2, policy="my.py:other,greedy", jobs=1, out=mine / "two")
    done = run_cli("compare", "one", "two", cwd=mine)
    assert "one: 3 of 10 games failed" in done.stderr
    assert done.returncode == 1


def test_a_run_all_of_whose_games_failed_says_so(mine: Path) -> None:
    done = play(mine, "--n", 1, "--first-game", 5, "--out", "run")
    assert "all 1 games failed; policy my.py:late failed in game 5" in done.stderr.splitlines()[-1]
    for verb in ("report", "plot"):
        assert "all 1 games failed" in run_cli(verb, "run", cwd=mine).stderr.splitlines()[-1]


def test_no_game_is_picked_where_some_failed_and_nothing_is_said_to_finish_the_run(mine: Path) -> None:
    play(mine, "--out", "run")
    done = run_cli("replay", "run", "--game-index", "closest", cwd=mine)
    assert done.returncode == 2
    said = done.stderr.splitlines()[-1]
    assert said == "simulate: --game-index closest: run lacks games; name one by its number"


def test_the_bound_on_a_share_is_rounded_up() -> None:
    failed = [Failure(0, 0, 0, "ValueError")]
    assert failed_words([], 10) == ""
    assert "up to 33.4 percentage points" in failed_words(failed, 3)
    assert "up to 0.0010 percentage points" in failed_words(failed, 100_000)


def test_who_asks_for_the_rows_of_a_failed_game_is_told_why_there_are_none(mine: Path) -> None:
    play(mine, "--out", "run")
    run = opened(mine / "run")
    with pytest.raises(FailedError, match="failed in game 5"):
        run.rows("seats", 5)
    assert run.rows("seats", 6)["game"].tolist() == [6, 6]
