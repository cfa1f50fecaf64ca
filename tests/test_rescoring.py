"""Rescoring a run is playing it under the other rule, as long as nobody looks at the rule."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import refusal, volume

import simulate
from analyses.rescoring import FarmRule, lead, read_scored, rescore, wins
from simulate.runs import Run
from simulate.sums import WIN

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


def play(
    out: Path,
    players: int = 2,
    policy: str = "random",
    rule: tuple[str, int, str] = ("per_field", 3, "full"),
    n: int = GAMES,
    **how: Any,
) -> Run:
    """Games under this farm rule, in one block."""
    rules = dict(zip(("farm_method", "farm_points", "small_city"), rule, strict=True))
    asked: dict[str, Any] = {"players": players, "policy": policy, "rules": rules, "seed": 5, **how}
    return simulate.run("carcassonne", n, **asked, out=out, jobs=1, block_size=n)


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
        (players, name): play(folder / f"{players}-{name}", players, policy)
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
        rule = method, points, "full"
        run = play(tmp_path / str(points), players, policy, rule)
        rescored = rescore(base[players, name], *rule)
        pd.testing.assert_frame_equal(
            rescored, scores_of(run), check_index_type=False, check_column_type=False
        )


@pytest.mark.parametrize("players", [2, 4])
def test_small_cities_are_rescored_both_ways(base: Base, tmp_path: Path, players: int) -> None:
    """CC-45: from full to half and back, alone and together with a farm rule."""
    full = base[players, "random"]
    for rule in product(METHODS, (3, 4), ("half",)):
        half = play(tmp_path / str(rule), players, rule=rule)
        assert (rescore(full, *rule).to_numpy() == scores_of(half).to_numpy()).all()
        assert (rescore(half, "per_field", 3, "full").to_numpy() == scores_of(full).to_numpy()).all()
    assert (rescore(full, "per_field", 3, "half") <= scores_of(full)).all(axis=None)
    assert (rescore(full, "per_field", 3, "half") < scores_of(full)).any(axis=None)


def test_the_games_keep_their_numbers(tmp_path: Path) -> None:
    rescored = rescore(play(tmp_path / "late", n=4, first_game=70), "per_city", 4, "half")
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
    run = play(tmp_path / "bare", n=2, tables="games,seats")
    assert "has no table" in refusal(rescore, run, "per_field", 4, "full")
