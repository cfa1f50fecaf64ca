"""Rescoring a run is playing it under the other rule, as long as nobody looks at the rule."""

from __future__ import annotations

import dataclasses
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from builders import refusal, volume

from analyses.rescoring import FarmRule, lead, read_scored, rescore, wins
from simulate.plan import Plan, make_plan
from simulate.request import Request
from simulate.runs import Run
from simulate.sums import WIN
from simulate.workers import play as play_plan

GAMES = volume(60, 2)
METHODS = ("per_city", "per_field", "per_field_once")
BLIND = """
[blind]
like = "greedy"
farm = 0.0
farmer_now = 1.5
knight = 0.5
"""
"""Greedy for everything but farms: it places farmers without a look at what they will be paid."""

Base = dict[tuple[int, str], Run]
"""Runs by players and policy."""


def plan_of(
    players: int,
    policy: str,
    method: str = "per_field",
    points: int = 3,
    small_city: str = "full",
    n: int = GAMES,
) -> Plan:
    """A plan under this farm rule."""
    rules = (f"farm_method={method}", f"farm_points={points}", f"small_city={small_city}")
    return make_plan("carcassonne", n, players=players, policy=policy, rules=rules, seed=5)


def play(plan: Plan, out: Path) -> Run:
    """The run of a plan, in one block."""
    return play_plan(plan, Request(out=out, jobs=1, block_size=plan.n))


def scores_of(run: Run) -> pd.DataFrame:
    """The scores that the engine gave, a row a game and a column a seat."""
    return run.seats.pivot(index="game", columns="seat", values="score").astype(np.int64)


@pytest.fixture(scope="module")
def policy_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A weighted policy that ignores the farm rule."""
    path = tmp_path_factory.mktemp("policy") / "blind.toml"
    path.write_text(BLIND, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, policy_file: str) -> Base:
    """Runs under the standard rule, by players and policy."""
    folder = tmp_path_factory.mktemp("base")
    return {
        (players, name): play(plan_of(players, policy), folder / f"{players}-{name}")
        for players in (2, 4)
        for name, policy in (("random", "random"), ("blind", policy_file))
    }


@pytest.mark.parametrize("name", ["random", "blind"])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("method", METHODS)
def test_rescoring_is_playing_with_that_rule(
    base: Base, tmp_path: Path, policy_file: str, players: int, name: str, method: str
) -> None:
    """CC-62 to CC-66: every method and 1 to 6 points, game by game and seat by seat."""
    policy = "random" if name == "random" else policy_file
    for points in range(1, 7):
        run = play(plan_of(players, policy, method, points), tmp_path / str(points))
        rescored = rescore(base[players, name], method, points, "full")
        pd.testing.assert_frame_equal(
            rescored, scores_of(run), check_index_type=False, check_column_type=False
        )


@pytest.mark.parametrize("players", [2, 4])
def test_small_cities_are_rescored_both_ways(base: Base, tmp_path: Path, players: int) -> None:
    """CC-45: from full to half and back, alone and together with a farm rule."""
    for number, (method, points) in enumerate(product(METHODS, (3, 4))):
        half = play(plan_of(players, "random", method, points, "half"), tmp_path / str(number))
        full = base[players, "random"]
        assert (rescore(full, method, points, "half").to_numpy() == scores_of(half).to_numpy()).all()
        assert (rescore(half, "per_field", 3, "full").to_numpy() == scores_of(full).to_numpy()).all()
    assert (rescore(full, "per_field", 3, "half") <= scores_of(full)).all(axis=None)
    assert (rescore(full, "per_field", 3, "half") < scores_of(full)).any(axis=None)


def test_rescoring_by_its_own_rule_changes_nothing(base: Base) -> None:
    for run in base.values():
        assert (rescore(run, "per_field", 3, "full").to_numpy() == scores_of(run).to_numpy()).all()


def test_the_games_keep_their_numbers(tmp_path: Path) -> None:
    plan = dataclasses.replace(plan_of(2, "random", n=4), first_game=70)
    rescored = rescore(play(plan, tmp_path / "late"), "per_city", 4, "half")
    assert list(rescored.index) == [70, 71, 72, 73]
    assert list(rescored) == [0, 1]


def test_winners_are_those_of_the_engine(base: Base) -> None:
    """CC-53: a shared win counts a part for each, and the parts make a whole."""
    for run in base.values():
        scores = read_scored(run).scores(FarmRule())
        stored = run.seats.pivot(index="game", columns="seat", values="win_share").to_numpy()
        assert np.allclose(wins(scores) / WIN, stored)
        assert (wins(scores).sum(axis=1) == WIN).all()
        assert (lead(scores) == run.games["margin"].to_numpy()).all()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("per_fields", 3, "full"), "Did you mean 'per_field'?"),
        (("per_field", 21, "full"), "21 points a city: must be a whole number from 0 to 20"),
        (("per_field", 3, "double"), "small city 'double': must be half or full"),
    ],
)
def test_what_is_no_rule_is_refused(base: Base, given: tuple[str, int, str], says: str) -> None:
    assert says in refusal(rescore, base[2, "random"], *given)


def test_a_run_without_farms_is_refused(tmp_path: Path) -> None:
    plan = dataclasses.replace(plan_of(2, "random", n=2), tables=("games", "seats"))
    run = play(plan, tmp_path / "bare")
    assert "has no table" in refusal(rescore, run, "per_field", 4, "full")
