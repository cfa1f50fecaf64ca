"""Runs of Catan through the whole program: tables that add up, the same games in any way, replays."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import content, numbers_of, one_line, page_of_run, refusal, run_cli
from catan_tables import FIRST_MAP
from click.testing import CliRunner
from scipy import stats

import simulate
from analyses.estimates.estimate import DIFFERENT, UNDECIDED, wilson
from analyses.measures.summary import evenness, summarise
from analyses.studies.declared import declared
from reports.runs.console import closing_summary
from reports.runs.report import who_wins
from reports.words.wording import finding
from rules.errors import FailedError
from simulate.cli import program
from simulate.games.catan.replay import Event
from simulate.games.catan.transcript import tell_event, transcript
from simulate.plans.plan import make_plan
from simulate.replays.replay import Replayer
from simulate.store.runs import Run
from simulate.working.tune import Arena, Generation, Search, Tuned


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A finished run."""
    out = tmp_path_factory.mktemp("catan") / "run"
    return simulate.run("catan", 24, policy="heuristic,greedy,random,heuristic", seed=3, jobs=1, out=out)


# --- replay


def test_a_transcript_says_what_happened(made: Run) -> None:
    """Dice, production, offers, the robber and the points, turn by turn."""
    told = "\n".join(transcript(Replayer(made).play(0)))
    for words in ("harbours clockwise", "settlement on vertex", "rolls 8", "moves the robber", "offers 1"):
        assert words in told
    assert told.count("wins") == 1


def test_a_transcript_says_who_takes_welfare_tokens_and_what_they_buy(folder: Path) -> None:
    """HR-9."""
    run = simulate.run("catan", 1, rules={"welfare_price": "2"}, jobs=1, out=folder / "welfare")
    told = "\n".join(transcript(Replayer(run).play(0)))
    assert "; a welfare token: " in told
    assert " for 2 welfare tokens" in told


def test_a_transcript_tells_of_neutral_rolls_and_of_roads_left_out() -> None:
    """HR-4, HR-12."""
    nothing = ((0,) * 5,) * 3
    wool = ((0, 0, 1, 0, 0), *nothing[1:])
    colours = ("blue", "orange", "white")
    rolled = {"seat": 2, "do": "neutral_roll", "dice": [1, 3]}
    assert tell_event(Event(rolled, wool), colours) == "neutral roll: 4 (1+3): blue 1 wool"
    assert tell_event(Event({"seat": 0, "do": "road", "edge": None}, nothing), colours) == (
        "places no second road"
    )


# --- two players


def test_two_play_and_results_say_that_the_box_is_for_more(folder: Path) -> None:
    """HR-10: with three and four there is no such caveat."""
    run = simulate.run("catan", 6, players=2, jobs=1, out=folder / "two")
    assert run.plan.caveats == ["the box of Catan is for 3 to 4 players, not for 2"]
    assert run.seats["win_share"].sum() == run.games["finished"].sum()
    assert run.seats["deals_joined"].sum() == run.seats["deals"].sum() > 0
    assert make_plan("catan", 10, players=3).caveats == make_plan("catan", 10).caveats == []


def test_studies_that_come_with_the_program_keep_to_the_box() -> None:
    """HR-10: they ask about three and four players."""
    assert all(declared(name, "catan").players == (3, 4) for name in ("players", "seats"))


# --- boards and policies of one's own


def test_a_board_of_ones_own(folder: Path) -> None:
    """board=explicit takes the board from a file, which the run keeps; here the map for a first game."""
    Path("mine.toml").write_text(FIRST_MAP, encoding="utf-8")
    simulate.run("catan", n=8, rules={"board": "explicit"}, board="mine.toml", jobs=1, out="mine")
    Path("mine.toml").unlink()
    mine = simulate.load("mine")
    theirs = simulate.run("catan", n=8, rules={"board": "beginner"}, jobs=1, out=folder / "theirs")
    assert mine.games.equals(theirs.games)
    assert mine.seats.equals(theirs.seats)
    assert Replayer(mine).play(1).record["setup"]["terrain"][0] == "mountains"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"rules": ["board=explicit"]}, "board=explicit needs a board file: --board FILE (CT-38)"),
        ({"rules": ["pieces=printed"]}, "pieces=printed belongs to board=beginner"),
        (
            {"players": 2, "preset": "beginner"},
            "pieces=printed has settlements for 3 or 4 players, not for 2",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(given: dict[str, Any], words: str) -> None:
    assert words in refusal(make_plan, "catan", 10, **given)


def test_a_board_file_says_its_option(folder: Path) -> None:
    """Another one that is typed is refused; what a preset says of the board gives way to the file."""
    Path("mine.toml").write_text(FIRST_MAP, encoding="utf-8")
    typed = make_plan("catan", 10, board="mine.toml", rules=["board=explicit"])
    assert make_plan("catan", 10, board="mine.toml") == typed
    assert make_plan("catan", 10, board="mine.toml", preset="free_tokens").options == typed.options
    other = refusal(make_plan, "catan", 10, board="mine.toml", rules=["board=spiral"])
    assert "goes with --rule board=explicit" in other
    Path("mine.toml").write_text(FIRST_MAP.replace('"forest",', '"wood",', 1), encoding="utf-8")
    words = "--game catan --board mine.toml"
    line = one_line(run_cli(*words.split(), cwd=folder))
    assert "mine.toml: terrain: number 2 is 'wood'" in line


MINE = """
from rules.chance import POLICY, draw_below
from simulate.games.catan.move_features import MoveFeature


def peeking(state, moves, features):
    me = state.asked
    for seat in range(state.players):
        if seat != me and state.hands[seat].sum() > 0:
            raise ValueError("a hand is seen")
    if state.deck.sum() > 0:
        raise ValueError("the deck is seen")
    return draw_below(state, POLICY + me, moves.shape[0])


def builder(state, moves, features):
    best = 0
    for i in range(moves.shape[0]):
        better = features[i, MoveFeature.POINTS] > features[best, MoveFeature.POINTS]
        if better and features[i, MoveFeature.DEAL] == 0.0:
            best = i
    return best


def lost(state, moves, features):
    if state.turn == 4:
        raise ValueError("no idea")
    return 0
"""


def test_a_policy_of_ones_own_is_given_a_view(folder: Path) -> None:
    """It sees no other hand and no deck, and its chance is its own."""
    Path("my.py").write_text(MINE, encoding="utf-8")
    plan: dict[str, Any] = {"n": 6, "rules": {"max_turns": 40}, "jobs": 1}
    policy = "my.py:peeking,my.py:builder,heuristic,random"
    one = simulate.run("catan", **plan, policy=policy, out="run")
    assert content(simulate.run("catan", **plan, policy=policy, block_size=2, out="again")) == content(one)
    words = "policy my.py:lost failed in game 0, turn 4, seat 4, seed 1: ValueError: no idea"
    policy = "heuristic,heuristic,random,my.py:lost"
    with pytest.raises(FailedError, match=words):
        simulate.run("catan", **plan, policy=policy, out="lost", fail_fast=True)


# --- summary and report


def test_the_summary_and_the_report_say_what_came_out(made: Run) -> None:
    told = closing_summary(made)
    for text in ("Catan, 24 games, 4 players", "longest road", "a game takes", "are left unfinished"):
        assert text in told
    assert "in a tie" not in told
    found = made.summary().as_dict()
    assert numbers_of(found, "games", "turns")[0]["n"] == 24
    assert sum(row["value"] for row in numbers_of(found, "sides", "win_share")) == pytest.approx(1)
    page = page_of_run(made)
    for title in ("How long it takes", "What is produced", "Trade", "The robber", "Dice", "Numbers"):
        assert f"<h3>{title}</h3>" in page
    assert re.search(r"Sums of the dice: \d+ of 11 intervals hold the exact chance", page)


def test_tune_finds_weights_for_catan(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short search over two weights ends with a file that can be played, if they are better."""
    monkeypatch.setattr("simulate.working.tune.CHECK_GAMES", 40)
    for name, value in {"TTY_COMPATIBLE": "1", "TERM": "dumb"}.items():
        monkeypatch.setenv(name, value)
    words = ["tune", "--game", "catan", "--rule", "robber=false", "--generations", "1", "--games", "10"]
    words += ["--only", "risk,stock", "--jobs", "1", "--out", "t.toml"]
    rule = "--rule robber=false"
    for won, before, code in ((0.25, 0.25, 1), (0.2, 0.3, 1), (0.5, 0.1, 0)):
        shares = np.full(40, won), np.full(40, before)
        monkeypatch.setattr(Arena, "both", lambda *asked, shares=shares: shares)
        done = CliRunner().invoke(program, words)
        assert done.exit_code == code, done.output
        assert ("nothing was written" in done.output) == bool(code)
        if code:  # what was asked, with more generations
            again = f"simulate tune --game catan {rule} --start heuristic --rival heuristic --only risk,stock"
            assert f"next: {again} --generations 2 --games 10" in " ".join(done.output.split())
        assert Path("t.toml").exists() == (not code)
    plays = f"simulate --game catan --players 4 {rule} --policy t.toml,heuristic,heuristic,heuristic"
    assert f"next: {plays} --n 40" in " ".join(done.output.split())
    assert make_plan("catan", 10, policy="t.toml").policies[0].weights


def _told_once(search: Search, jobs: int, tell: Callable[[Generation], None]) -> dict[str, float]:
    """A search that is done at once."""
    tell(Generation(1, 1, 0.5))
    return {"points": 1.0}


def test_weights_that_win_a_handful_of_games_more_are_not_better(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four of ten thousand: Student's interval lies above 0, as if those not seen could not turn out so."""
    before = np.zeros(10_000)
    shares = before.copy()
    shares[:4] = 1.0
    assert stats.ttest_rel(shares, before).confidence_interval().low > 0
    monkeypatch.setattr("simulate.working.tune.tuned", _told_once)
    monkeypatch.setattr(
        "simulate.working.tune.checked", lambda *asked, **how: Tuned({"points": 1.0}, shares, before)
    )
    done = CliRunner().invoke(program, ["tune", "--game", "catan", "--out", "t.toml"])
    assert done.exit_code == 1, done.output
    assert "nothing was written" in done.output
    assert not Path("t.toml").exists()


# --- games that nobody wins

NOBODY = {"settlements": 2, "cities": 0, "points_to_win": 30, "max_turns": 20}


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run in which most games are broken off (CT-121)."""
    out = tmp_path_factory.mktemp("runs") / "some"
    return simulate.run("catan", n=200, rules={"max_turns": 60}, out=out)


@pytest.fixture(scope="module")
def nobody(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run in which nobody can win."""
    return simulate.run("catan", n=10, rules=NOBODY, out=tmp_path_factory.mktemp("runs") / "nobody")


def test_shares_are_of_the_games_that_somebody_won(some: Run) -> None:
    summary = summarise(some)
    wins = some.frame("seats", ["win_share"])["win_share"].to_numpy().reshape(-1, 4)
    won = int(wins.any(axis=1).sum())
    assert 0 < summary.won == won < 200
    assert summary.shares() == [wilson(n, won) for n in wins.sum(axis=0).astype(int)]
    above = [summary.above_even(side).value for side in summary.sides]
    assert above == pytest.approx(wins.sum(axis=0) / won - 0.25)
    assert summary.win_share(summary.sides[0]).value == pytest.approx(wins[:, 0].mean())


def test_seats_that_all_win_less_than_a_quarter_do_not_differ(some: Run) -> None:
    summary = summarise(some)
    assert all(summary.win_share(side).high < 0.23 for side in summary.sides)
    assert summary.fairness == UNDECIDED
    assert f" of {summary.won} games that somebody won, " in finding(summary)
    assert evenness([wilson(20 * n, 10_000) for n in (100, 99, 101, 100)]) != DIFFERENT
    assert evenness([wilson(20 * n, 10_000) for n in (40, 10, 10, 10)]) == DIFFERENT


def test_where_nobody_wins_nothing_is_said_of_who_wins(nobody: Run) -> None:
    summary = summarise(nobody)
    assert summary.won == 0
    assert summary.fairness == UNDECIDED
    assert np.isnan([share.value for share in summary.shares()]).all()
    assert finding(summary) == "Nobody won any of 10 games."
    assert who_wins(summary).text == "Nobody won any of these games."
    assert "100.00 %" in closing_summary(nobody)  # are left unfinished
    assert "an even share" not in page_of_run(nobody).partition("Findings")[0]


def test_looking_does_not_take_unfinished_games_for_a_difference(folder: Path) -> None:
    asked = "--game catan --n 1000 --rule max_turns=60 --until decided --out run"
    assert run_cli(*asked.split(), cwd=folder).returncode == 1, "not reached"
    looks = simulate.load(folder / "run").looks
    assert looks
    assert not any(look["reached"] for look in looks)
