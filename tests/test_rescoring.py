"""Rescoring a run is playing it under the other rule, as long as nobody looks at the rule."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import refusal, volume

import simulate
from analyses.estimates.arrays import Whole
from analyses.games.rescoring import FarmRule, lead, read_scored, wins
from simulate.store.runs import Run
from simulate.store.sums import WIN

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

Rule = tuple[str, int, str]
STANDARD: Rule = ("per_field", 3, "full")

Base = dict[tuple[int, str], Run]
"""Runs by players and policy."""


def play(
    out: Path,
    players: int = 2,
    policy: str = "random",
    rule: Rule = STANDARD,
    n: int = GAMES,
    **how: Any,
) -> Run:
    """Games under this farm rule, in one block."""
    rules = dict(zip(("farm_method", "farm_points", "small_city"), rule, strict=True))
    asked: dict[str, Any] = {"players": players, "policy": policy, "rules": rules, "seed": 5, **how}
    return simulate.run("carcassonne", n, **asked, out=out, jobs=1, block_size=n)


def scores_of(run: Run) -> Whole:
    """The scores that the engine gave, a row a game and a column a seat."""
    return run.seats.pivot(index="game", columns="seat", values="score").to_numpy(np.int64)


def rescored(run: Run, rule: Rule) -> Whole:
    """The scores of a run's games under another farm rule."""
    return read_scored(run).scores(FarmRule(*rule))


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
        assert (rescored(base[players, name], rule) == scores_of(run)).all()


@pytest.mark.parametrize("players", [2, 4])
def test_small_cities_are_rescored_both_ways(base: Base, tmp_path: Path, players: int) -> None:
    """CC-45: from full to half and back, alone and together with a farm rule."""
    full = base[players, "random"]
    for rule in product(METHODS, (3, 4), ("half",)):
        half = play(tmp_path / str(rule), players, rule=rule)
        assert (rescored(full, rule) == scores_of(half)).all()
        assert (rescored(half, STANDARD) == scores_of(full)).all()
    less = rescored(full, ("per_field", 3, "half"))
    assert (less <= scores_of(full)).all()
    assert (less < scores_of(full)).any()


def test_games_that_begin_late_are_rescored(tmp_path: Path) -> None:
    run = play(tmp_path / "late", n=4, first_game=70)
    assert (rescored(run, STANDARD) == scores_of(run)).all()


def test_winners_are_those_of_the_engine(base: Base) -> None:
    """CC-53: a shared win counts a part for each, and the parts make a whole."""
    for run in base.values():
        scores = rescored(run, STANDARD)
        stored = run.seats.pivot(index="game", columns="seat", values="win_share").to_numpy()
        assert np.allclose(wins(scores) / WIN, stored)
        assert (wins(scores).sum(axis=1) == WIN).all()
        assert (lead(scores) == run.games["margin"].to_numpy()).all()


def test_a_run_without_farms_is_refused(tmp_path: Path) -> None:
    run = play(tmp_path / "bare", n=2, tables="games,seats")
    assert "has no table" in refusal(read_scored, run)
