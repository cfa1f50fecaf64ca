"""Policies of one's own: Python functions and weights in files, played by the whole program."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from builders import run_cli, simulator

import simulate
from rules.starwars.engine import apply, new_game
from rules.starwars.moves import legal_moves
from simulate.common.playing import choose
from simulate.policies import load_function, read_policy
from simulate.starwars.weighing import weigh_moves
from simulate.verify import verify

GAME = ("--game", "starwars")

MY_POLICIES = """
import numpy as np

WEIGHTS = np.array({weights})


def cautious(state, moves, features):
    best = 0
    value = -1e300
    for i in range(moves.shape[0]):
        worth = 0.0
        for k in range(features.shape[1]):
            worth += WEIGHTS[k] * features[i, k]
        if worth > value + 1e-9:
            value = worth
            best = i
    return best


def first(state, moves, features):
    return 0

"""


@pytest.fixture
def mine(folder: Path) -> Path:
    """A folder with my.py, which holds several policies."""
    weights = [weight for _, weight in read_policy("starwars", "greedy", 2).weights or ()]
    (folder / "my.py").write_text(MY_POLICIES.format(weights=weights), encoding="utf-8")
    return folder


def test_the_best_move_by_the_features_is_what_a_weighted_policy_plays(mine: Path) -> None:
    """A user's function that weighs the features it gets picks a move worth as much as the built-in's."""
    sim = simulator(policy="greedy", players=3)
    desk = sim.desk
    tiles, rules, state, moves, table = desk.box, desk.options, desk.state, desk.mind.moves, desk.mind.told
    again = np.zeros_like(moves)
    cautious = load_function(read_policy("starwars", "my.py:cautious", 2))
    weights = sim.policies.weights[0, 0]
    new_game(tiles, rules, state, 3, 1, 0)
    for _ in range(25):
        n = weigh_moves(desk)
        assert legal_moves(tiles, rules, state, again) == n
        assert again[:n].tolist() == moves[:n].tolist()
        known, worth = moves[:n].tolist(), table[:n] @ weights
        assert worth[cautious(state, moves[:n], table[:n])] == pytest.approx(worth.max())
        move = choose(desk)
        assert worth[known.index(move)] == pytest.approx(worth.max())
        apply(tiles, rules, state, move)


def test_a_policy_of_ones_own_plays_as_well_as_the_built_in_one(mine: Path) -> None:
    """my.py:cautious weighs as `greedy` does; only equal moves are chosen by other means."""
    done = run_cli(*GAME, "--n", 16, "--policy", "my.py:cautious", "--out", "run", cwd=mine)
    assert done.returncode == 0, done.stderr
    theirs = simulate.run("starwars", n=16, policy="greedy", out=mine / "theirs").seats["score"]
    ours = simulate.load(mine / "run").seats["score"]
    assert abs(ours.mean() - theirs.mean()) < 0.2 * theirs.mean()


def test_policies_of_ones_own_sit_beside_built_in_ones(mine: Path) -> None:
    done = run_cli(*GAME, "--n", "16", "--policy", "my.py:first,random,greedy", "--out", "run", cwd=mine)
    assert done.returncode == 0, done.stderr
    run = simulate.load(mine / "run")
    assert [policy.name for policy in run.plan.policies] == ["my.py:first", "random", "greedy"]
    assert run.seats[run.seats["seat"] == 0]["small_on_route"].sum() == 0  # the first move has no meeple
    assert not verify(run).faults


def test_weights_of_ones_own(folder: Path) -> None:
    (folder / "my.toml").write_text("[mild]\npoints = 1.0\n[wild]\nbattles = 5.0\n", encoding="utf-8")
    done = run_cli(*GAME, "--n", "16", "--policy", "my.toml:wild,my.toml:mild,random", cwd=folder)
    assert done.returncode == 0, done.stderr
    (run,) = (folder / "runs").iterdir()
    names = [policy.name for policy in simulate.load(run).plan.policies]
    assert names == ["my.toml:wild", "my.toml:mild", "random"]
