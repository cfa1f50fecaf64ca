"""Games that nobody wins: who wins the others is held against an even share of these."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from builders import run_cli

import simulate
from analyses.estimate import DIFFERENT, UNDECIDED, wilson
from analyses.summary import evenness, summarise
from reports.report import findings, render, who_wins
from reports.words import finding
from simulate.runs import Run

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
    assert [summary.above_even(side).value for side in summary.sides] == pytest.approx(
        wins.sum(axis=0) / won - 0.25
    )
    assert summary.win_share(summary.sides[0]).value == pytest.approx(wins[:, 0].mean())


def test_seats_that_all_win_less_than_a_quarter_do_not_differ(some: Run) -> None:
    summary = summarise(some)
    assert all(summary.win_share(side).high < 0.23 for side in summary.sides)
    assert summary.fairness == UNDECIDED
    assert f" of {summary.won} games that somebody won, " in finding(summary)
    assert evenness([wilson(20 * n, 10_000) for n in (100, 99, 101, 100)]) != DIFFERENT
    assert evenness([wilson(20 * n, 10_000) for n in (40, 10, 10, 10)]) == DIFFERENT


def test_the_page_says_how_many_have_no_winner(some: Run) -> None:
    summary = summarise(some)
    said = [one.text for one in findings(summary)]
    share = 100 - summary.won / 2
    about = next(float(text.split()[1]) for text in said if text.endswith("% of games end without a winner."))
    assert abs(about - share) <= 5
    assert any(text.startswith("The best seat is about ") for text in said)
    assert f"of the {summary.won} games that somebody won" in render(some, summary)


def test_where_nobody_wins_nothing_is_said_of_who_wins(nobody: Run) -> None:
    summary = summarise(nobody)
    assert summary.won == 0
    assert summary.fairness == UNDECIDED
    assert np.isnan([share.value for share in summary.shares()]).all()
    assert finding(summary) == "Nobody won any of 10 games."
    assert who_wins(summary).text == "Nobody won any of these games."
    assert "an even share" not in render(nobody, summary).partition("Findings")[0]


def test_looking_does_not_take_unfinished_games_for_a_difference(folder: Path) -> None:
    asked = "--game catan --n 1000 --rule max_turns=60 --until decided --out run"
    assert run_cli(*asked.split(), cwd=folder).returncode == 1, "not reached"
    looks = simulate.load(folder / "run").looks
    assert looks
    assert not any(look["reached"] for look in looks)
