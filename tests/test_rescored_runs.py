"""Games told anew by another farm rule: what random players, who look at no rule, play is the very same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from builders import as_json, volume

import simulate
from analyses.questions.adapt import tuned_for
from analyses.questions.compare import compare
from analyses.questions.pairing import rescored
from rules.options import rule_words
from simulate.plans.plan import make_plan
from simulate.store.runs import Run

GAMES = volume(300, 12)

COMPARED = ("compare", "--game", "carcassonne", "--rule", "farm_points=4", "--jobs", 1, "--out", "c")

RULES = [
    {"farm_points": 4},
    {"farm_points": 0},
    {"farm_method": "per_city"},
    {"small_city": "half"},
    {"farm_method": "per_field_once", "farm_points": 4, "small_city": "half"},
]


@pytest.fixture(scope="module", params=[2, 4])
def base(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Games of random players."""
    folder = tmp_path_factory.mktemp("rescored")
    return simulate.run(
        "carcassonne", GAMES, players=request.param, policy="random", jobs=1, out=folder / "a", block_size=70
    )


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_games_scored_anew_are_those_that_random_players_play(
    rules: dict[str, object], base: Run, tmp_path: Path
) -> None:
    house = base.vary(rules, jobs=1, out=tmp_path / "b", block_size=90)
    anew = rescored(base, house, GAMES)
    assert anew is not None
    for table in ("games", "seats"):
        found, played = (pd.concat(run.blocks(table), ignore_index=True) for run in (anew, house))
        pd.testing.assert_frame_equal(found, played, check_dtype=False)


def test_some_columns_and_the_first_games_will_do(base: Run, tmp_path: Path) -> None:
    house = base.vary({"farm_points": 9}, jobs=1, out=tmp_path / "b")
    anew = rescored(base, house, GAMES // 2)
    assert anew is not None
    found = pd.concat(anew.blocks("seats", ["score"]), ignore_index=True)
    assert list(found.columns) == ["score"]
    assert len(found) == GAMES // 2 * base.plan.players
    assert (found["score"].to_numpy() == house.seats["score"].to_numpy()[: len(found)]).all()


def test_rules_that_change_play_are_not_scored_anew(base: Run, tmp_path: Path) -> None:
    house = base.vary({"farm_points": 4, "meeples": 5}, jobs=1, out=tmp_path / "b")
    assert rescored(base, house, GAMES) is None
    assert rescored(base, base, GAMES) is None


def test_other_games_have_nothing_to_score_anew(tmp_path: Path) -> None:
    one = simulate.run("starwars", 2, policy="random", jobs=1, out=tmp_path / "a")
    assert rescored(one, one.vary({"tied_roll_points": 3}, jobs=1, out=tmp_path / "b"), 2) is None


def test_a_comparison_tells_both(tmp_path: Path) -> None:
    """Random players play on as before, so both columns are one."""
    data = as_json(*COMPARED, "--policy", "random", "--n", 60, cwd=tmp_path)
    played, anew = data["numbers"], data["sections"]["rescored_changes"]
    assert [{"table": "changes", **number} for number in anew] == played
    page = (tmp_path / "c/report.html").read_text()
    assert "The rule, and what players do about it" in page
    frame = pd.read_csv(tmp_path / "c/tables/rescored_changes.csv")
    changes = np.array([number["change"] for number in played], float)
    assert frame["change"].to_numpy() == pytest.approx(changes, nan_ok=True)
    tables = tmp_path / "c" / "tables"
    pd.testing.assert_frame_equal(
        pd.read_csv(tables / "winners.csv"), pd.read_csv(tables / "rescored_winners.csv")
    )


def test_the_twin_of_a_rescored_change(base: Run, tmp_path: Path) -> None:
    """From the tables in plain pandas: a fourth point for each city that a farm is paid for."""
    house = base.vary({"farm_points": 4}, jobs=1, out=tmp_path / "b")
    anew = rescored(base, house, GAMES)
    assert anew is not None
    change = compare(base, anew, ["score"]).get("score").estimate.value
    assert change == pytest.approx((base.seats["farm"] / 3).groupby(base.seats["game"]).mean().mean())


def test_players_who_come_tuned_for_a_rule_stand_beside(tmp_path: Path) -> None:
    """Five tunings of each rule, the one in force too, and the chance of tuning in every interval."""
    data = as_json(*COMPARED, "--n", 40, cwd=tmp_path)
    sections = data["sections"]
    assert {number["method"] for number in sections["adapted_changes"]} == {"5 tunings"}
    assert [row["rule"] for row in sections["best_response"]] == ["standard game", "farm_points=4"]
    assert "players who adapted" in (tmp_path / "c/report.html").read_text()


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ({}, "per_field_3"),
        ({"farm_points": 4}, "per_field_4"),
        ({"farm_method": "per_city", "farm_points": 4}, "per_city_4"),
        ({"farm_points": 5}, None),
        ({"farm_points": 4, "meeples": 6}, None),
    ],
    ids=str,
)
def test_those_who_come_tuned_are_known_by_their_rules(rules: dict[str, object], name: str | None) -> None:
    found = tuned_for(make_plan("carcassonne", 10, players=3, rules=rule_words(rules)))
    assert [policy.name for policy in found or ()] == (
        [f"{name}-{which}" for which in ("1", "2", "3", "4", "5", "response")] if name else []
    )
    assert tuned_for(make_plan("carcassonne", 10, policy="greedy")) is None
    assert tuned_for(make_plan("catan", 10)) is None
