"""Which of several is the best in the same games: sets, intervals and gains on games whose truth is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest

from analyses.estimate import student
from analyses.joint import best_of_others, differences_from, joint_level, over_best_other

TRUTH = {"a": 0.30, "b": 0.38, "c": 0.40, "d": 0.39, "e": 0.33}
"""The share of wins of each; `c` is best, and `d` next to it."""

Games = dict[str, npt.NDArray[np.int64]]


def made(generator: np.random.Generator, n: int, truth: dict[str, float] = TRUTH) -> Games:
    """Wins of each in the same games: the same luck decides for all."""
    luck, own = generator.random(n), generator.random((len(truth), n))
    mixed = np.where(generator.random((len(truth), n)) < 0.7, luck, own)
    return {name: (mixed[i] < p).astype(np.int64) for i, (name, p) in enumerate(truth.items())}


@pytest.mark.usefixtures("few_draws")
def test_the_best_is_in_its_confidence_set_as_often_as_the_level_says() -> None:
    """And not everything is: what is far from the best is told apart."""
    generator, held, covered, size = np.random.default_rng(1), 0, 0, 0
    for _ in range(50):
        over = over_best_other(made(generator, 600), 1)
        held += over["c"].high >= 0
        covered += over["d"].low <= -0.01 <= over["d"].high
        size += sum(one.high >= 0 for one in over.values())
    assert held >= 47
    assert covered >= 47
    assert size < 200


def test_the_gain_of_the_best_is_not_flattered_by_picking_it() -> None:
    """All are alike: the best of the others lies 0 above one of them, not what the luckiest had."""
    generator = np.random.default_rng(2)
    games = [made(generator, 300, dict.fromkeys("abcdef", 0.3)) for _ in range(400)]
    gains = np.array([best_of_others("a", values, 1) for values in games])
    assert abs(gains.mean()) < 3 * gains.std() / 20
    luckiest = [max(v.mean() for v in values.values()) - values["a"].mean() for values in games]
    assert np.mean(luckiest) > 0.015


@pytest.mark.usefixtures("few_draws")
def test_differences_from_one_hold_all_at_once() -> None:
    generator, held = np.random.default_rng(3), 0
    for _ in range(100):
        found = differences_from("a", made(generator, 600), 1)
        held += all(one.low <= TRUTH[name] - TRUTH["a"] <= one.high for name, one in found.items())
    assert 0.92 * 100 <= held < 100


@pytest.mark.parametrize("n", [400, 1_234])
def test_all_at_once_is_the_largest_of_correlated_numbers(n: int) -> None:
    """A twin in plain pandas: the quantile of the largest of normal numbers that hang together so."""
    values = pd.DataFrame(made(np.random.default_rng(4), n))
    change = values.drop(columns="b").sub(values["b"], axis=0)
    drawn = np.random.default_rng(5).multivariate_normal(np.zeros(4), change.corr(), 200_000)
    critical = float(np.quantile(abs(drawn).max(axis=1), 0.95))
    columns: dict[str, Any] = {str(name): values[name].to_numpy() for name in values}
    found = differences_from("b", columns, 1)
    for name, one in found.items():
        error = change[name].std() / np.sqrt(n)
        assert one.value == pytest.approx(change[name].mean())
        assert one.half_width / error == pytest.approx(critical, rel=0.04)
        assert one.half_width / error > student(n - 1, 0.95)


def test_one_number_alone_keeps_its_level() -> None:
    assert joint_level([np.random.default_rng(7).normal(size=200)], 0.95) == pytest.approx(0.95, abs=0.01)
    assert joint_level([np.zeros(200)], 0.95) == 0.95
