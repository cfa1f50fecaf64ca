"""What is said first of a comparison or a sweep holds in each half of the games: on each of two seeds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from builders import succeed
from made_up import Held, over_halves
from naive import comparison as naive

import simulate
from analyses.estimates.estimate import CHANGES, DIFFERENT, UNDECIDED, Estimate
from analyses.measures.measure import Measure, of_games
from analyses.measures.number import LIKELY, OPEN, SURE, Number
from analyses.questions.compare import compare

GAMES = 800


def held(seed: int, shift: float) -> tuple[Held, Held]:
    """Games of a seed under two rules: in this share of those of the second, seat 1 has ten points more."""
    luck = np.random.default_rng(seed).normal(100, 20, (GAMES, 3))
    runs = [Held(np.random.default_rng(10 + seed), GAMES, luck, s) for s in (0.0, shift)]
    for run in runs:
        run.plan = replace(run.plan, seed=seed)
    return runs[0], runs[1]


def test_all_numbers_are_of_the_games_of_both_seeds() -> None:
    """Each change is that of all games, as plain pandas has it; each half is the comparison of its seed."""
    first, again = held(1, 0.4), held(2, 0.2)
    found = compare(*first, ["score:seat1"], again=again)
    games = [
        naive.numbers(house, "score:seat1") - naive.numbers(base, "score:seat1")
        for base, house in (first, again)
    ]
    every = pd.concat(games, ignore_index=True)
    (change,) = found.changes
    assert found.n == 2 * GAMES
    assert found.seeds == (1, 2)
    assert change.estimate.value == pytest.approx(every.mean())
    assert (change.estimate.low, change.estimate.high) == pytest.approx(naive.number_change(every, 0.95))
    alone = [compare(*pair, ["score:seat1"]).changes[0].estimate for pair in (first, again)]
    assert [half.estimate for half in change.halves] == alone
    assert sum(int(moves.counts.sum()) for moves in found.moves) == 2 * GAMES
    assert found.differ.value == pytest.approx(
        np.mean([naive.games_that_differ(*p) / GAMES for p in (first, again)])
    )


def test_of_one_seed_the_halves_are_its_first_games_and_its_last() -> None:
    base, house = held(1, 0.4)
    (change,) = compare(base, house, ["score:seat1"]).changes
    games = naive.numbers(house, "score:seat1") - naive.numbers(base, "score:seat1")
    assert [half.estimate.n for half in change.halves] == [GAMES // 2, GAMES // 2]
    assert [half.estimate.value for half in change.halves] == pytest.approx(
        [games[:400].mean(), games[400:].mean()]
    )


def test_what_the_second_seed_does_not_repeat_is_not_called_sure() -> None:
    """All games together say so, those of the second seed do not: that is likely."""
    (sure,) = compare(*held(1, 0.9), ["score:seat1"], again=held(2, 0.9)).changes
    (doubted,) = compare(*held(1, 0.9), ["score:seat1"], again=held(2, 0.1)).changes
    assert (sure.verdict, sure.sure) == (DIFFERENT, SURE)
    assert (doubted.verdict, doubted.sure) == (DIFFERENT, LIKELY)
    row = doubted.as_dict()
    assert (row["verdict"], row["sure"]) == (DIFFERENT, LIKELY)
    assert [row["change_first"], row["change_again"]] == [half.estimate.value for half in doubted.halves]


def test_seeds_that_contradict_each_other_settle_nothing() -> None:
    measure = Measure("turns", "turns a game", 1.0, "", of_games("turns"))

    def estimate(value: float, n: int) -> Estimate:
        return Estimate(value, value - 0.5, value + 0.5, 0.95, n, "t")

    def number(value: float, *halves: float) -> Number:
        return over_halves(Number(measure, estimate(value, 200)), *(estimate(half, 100) for half in halves))

    against = number(3, 9, -3)
    assert (against.verdict, against.claim, against.sure) == (DIFFERENT, UNDECIDED, OPEN)
    assert number(6, 9, 3).sure == SURE
    assert number(6, 11, 1.2).sure == LIKELY, "one half alone cannot tell it from the margin"
    assert number(1, 1.2, 0.8).verdict == CHANGES
    assert number(1, 1.2, 0.8).sure == SURE, "each half shows that there is a change"
    assert number(1, 2, 0).sure == LIKELY
    assert number(0.2, 0.3, 0.1).sure == SURE, "it is alike in both"


@pytest.mark.parametrize("verb", ["compare", "sweep"])
def test_half_of_the_games_asked_for_are_played_on_the_next_seed(folder: Path, verb: str) -> None:
    words = ["--game", "starwars", "--policy", "random", "--n", "21", "--seed", "7", "--jobs", "1", "--json"]
    rule = "dice_cap=2" if verb == "compare" else "dice_cap=2,3"
    done = succeed(verb, *words, "--measure", "turns", "--rule", rule, cwd=folder)
    runs = [simulate.load(path).plan for path in (folder / "runs").iterdir()]
    assert sorted({(plan.seed, plan.n) for plan in runs}) == [(7, 11), (8, 10)]
    found = json.loads(done.stdout)
    assert {row["n"] for row in found["numbers"]} == {21}
