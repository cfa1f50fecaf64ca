"""The arithmetic of studies on made tables, whose right answers are computed here in the plainest way."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from scipy import stats

from analyses.estimates.estimate import Estimate, student, wilson
from analyses.estimates.joint import best_of_others, differences_from, joint_level, over_best_other
from analyses.estimates.moments import Moments
from analyses.estimates.samples import (
    difference,
    difference_of,
    mean_of,
    ratio_change,
    ratio_of,
    relative_change,
    share_change,
)
from analyses.games.dice import LAW, Dice
from analyses.measures.number import Number
from analyses.studies.castle.games import CellGames as CastleGames
from analyses.studies.castle.skill import odd_wins, places
from analyses.studies.declared import declared
from analyses.studies.numbers.dice import groups_of
from analyses.studies.numbers.laws import gather
from analyses.studies.numbers.openings import Openings
from analyses.studies.numbers.seats import CellGames, changes, levels
from simulate.store.sums import WIN

NUMBERS = declared("numbers")
Whole = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Weighed = Callable[[Floats], Any]
"""A number that follows from the weights of the games."""


# --- differences of numbers whose intervals have unequal arms


@pytest.mark.parametrize(
    ("new", "old", "low", "high"),
    [
        ((10, 9, 13), (4, 0, 6), -math.hypot(1, 2), math.hypot(3, 4)),
        ((4, 0, 6), (10, 9, 13), -math.hypot(4, 3), math.hypot(2, 1)),
        ((0.5, 0.5, 0.9), (0.5, 0.2, 0.5), 0.0, 0.5),
    ],
)
def test_each_end_of_a_difference_takes_the_arms_that_lead_there(
    new: tuple[float, float, float], old: tuple[float, float, float], low: float, high: float
) -> None:
    """Downwards the lower arm of the new and the upper of the old; upwards the others (Zou and Donner)."""
    found = difference(Estimate(*new, 0.95, 50, "made"), Estimate(*old, 0.95, 80, "made"))
    assert found.value == pytest.approx(new[0] - old[0])
    assert found.low == pytest.approx(new[0] - old[0] + low)
    assert found.high == pytest.approx(new[0] - old[0] + high)
    assert found.n == 50


# --- ratios of totals: the delta method against a game weighed a little more


N = 60


def strays(of: Weighed) -> Floats:
    """How much each game moves a number, as a mean over games: its slope in the weight of that game."""
    step = 1e-6
    return np.array([(of(1 + step * one) - of(1 - step * one)) / (2 * step) * N for one in np.eye(N)])


def made_games() -> tuple[Whole, Whole, Whole, Whole]:
    """Tops and bottoms of two ratios that hang together within a game."""
    random = np.random.default_rng(4)
    size = random.integers(1, 9, N)
    bottom, other = size + random.integers(0, 4, N), size + random.integers(2, 9, N)
    return random.binomial(bottom, 0.6) + size, bottom, random.binomial(other, 0.3) + 1, other


A, B, C, D = made_games()
MOMENTS = Moments.of(pd.DataFrame({"a": A, "b": B, "c": C, "d": D}))


def change(w: Floats) -> Any:
    """The difference of both ratios."""
    return (w @ A) / (w @ B) - (w @ C) / (w @ D)


@pytest.mark.parametrize(
    ("found", "of"),
    [
        (ratio_of(A, B), lambda w: (w @ A) / (w @ B)),
        (ratio_change((A, B), (C, D), reach=1.0), change),
        (relative_change((A, B), (C, D)), lambda w: (w @ A) / (w @ B) / ((w @ C) / (w @ D)) - 1),
        (MOMENTS.ratio_difference("a", "b", "c", "d"), change),
        (MOMENTS.ratio("a", {"c": 1, "d": 2}), lambda w: (w @ A) / (w @ (C + 2 * D))),
    ],
    ids=["ratio", "change", "relative change", "difference of moments", "ratio of moments"],
)
def test_a_ratio_and_its_interval_are_what_each_game_moves_it_by(found: Estimate, of: Weighed) -> None:
    """All parts of the delta method, whatever hangs together within a game."""
    assert found.value == pytest.approx(of(np.ones(N)))
    moved = strays(of)
    assert abs(moved.mean()) < 1e-4
    half = stats.t.ppf(0.975, N - 1) * moved.std(ddof=1) / math.sqrt(N)
    assert found.half_width == pytest.approx(half, rel=1e-4)
    assert found.high - found.value == pytest.approx(found.value - found.low)
    assert found.n == N


# --- seats and groups of turns


def test_groups_of_turns_hold_the_turns_that_they_name() -> None:
    """Turns count from 1 in their names; the seat that begins is seat 1, and a round is a turn of each."""
    for players in (3, 4):
        groups = groups_of(players)
        turns = pd.DataFrame({"turn": range(1, 141)})
        turns["seat"] = (turns["turn"] - 1) % players + 1
        turns["round"] = (turns["turn"] - 1) // players + 1
        named = {"all": turns["turn"] > 0, "turns 61+": turns["turn"] > 60}
        named |= {f"turns {n + 1}-{n + 10}": turns["turn"].between(n + 1, n + 10) for n in range(0, 60, 10)}
        named |= {f"seat {seat}": turns["seat"] == seat for seat in range(1, players + 1)}
        named |= {"rounds 1-5": turns["round"] <= 5, "rounds 6-12": turns["round"].between(6, 12)}
        named |= {"rounds 13+": turns["round"] >= 13}
        assert set(groups) == set(named)
        for name, picked in groups.items():
            assert [picked(turn) for turn in range(140)] == named[name].tolist(), name


def test_rolls_of_each_group_are_counted_from_a_table_of_turns() -> None:
    """Counts, rolls and expected counts; a turn without a roll counts nowhere."""
    random = np.random.default_rng(2)
    sums = random.integers(1, 7, (6, 35)) + random.integers(1, 7, (6, 35))
    for game, length in enumerate((35, 20, 12, 35, 7, 28)):
        sums[game, length:] = 0
    found = gather(sums.astype(np.int8), Dice(), groups_of(3))
    rows = [(game, turn, sums[game, turn]) for game, turn in np.ndindex(sums.shape)]
    table = pd.DataFrame(rows, columns=["game", "turn", "sum"]).query("sum > 0")
    for seat in range(3):
        mine = table[table["turn"] % 3 == seat]
        counted = mine.groupby(["game", "sum"]).size().unstack(fill_value=0)
        counted = counted.reindex(index=range(6), columns=range(2, 13), fill_value=0)
        group = found[f"seat {seat + 1}"]
        assert (group.counts == counted.to_numpy()).all()
        assert group.rolls.tolist() == mine.groupby("game").size().reindex(range(6), fill_value=0).tolist()
        assert np.allclose(group.expected, group.rolls[:, None] * LAW)


def catan_games(seed: int) -> CellGames:
    """Made games of three: who won, the pips of each, turns and trades."""
    random = np.random.default_rng(seed)
    won = np.eye(3, dtype=np.int64)[random.choice(3, 200, p=[0.5, 0.3, 0.2])]
    won[:20] = 0  # unfinished
    pips = random.integers(0, 5, (200, 3, 5)) + np.array([0, 2, 5])[None, :, None]
    openings = Openings(pips, np.zeros((200, 3), np.int64), np.full((200, 3), 5), won)
    turns, deals, bank = (random.integers(low, 90, 200) for low in (40, 0, 5))
    return CellGames(openings, turns, deals, bank, won.sum(axis=1))


def found_in(entries: list[Number], measure: str, **keys: Any) -> float:
    """The value of an entry."""
    (value,) = [
        entry.estimate.value
        for entry in entries
        if entry.measure.key == measure
        and all(entry.place.get(name) == value for name, value in keys.items())
    ]
    return float(value)


def test_each_seat_has_its_own_wins_and_pips() -> None:
    """Seats are named from 1; first and last are the ends of the table."""
    games = catan_games(1)
    entries = list(levels(NUMBERS.row("ways", players=3, way="made"), games))
    wins, pips = games.openings.won.mean(axis=0), games.openings.pips.sum(axis=2).mean(axis=0)
    assert len(set(wins.round(3))) == 3
    for seat in range(3):
        assert found_in(entries, "win_share", seat=seat + 1) == pytest.approx(wins[seat])
        assert found_in(entries, "over_even", seat=seat + 1) == pytest.approx(wins[seat] - 1 / 3)
        assert found_in(entries, "pips", seat=seat + 1) == pytest.approx(pips[seat])
    told = {"first_over_even": wins[0] - 1 / 3, "last_over_even": wins[2] - 1 / 3, "unfinished": 0.1}
    told |= {name: getattr(games, name).mean() for name in ("turns", "deals", "bank_trades")}
    assert {name: found_in(entries, name) for name in told} == pytest.approx(told)


def test_changes_are_those_of_the_first_the_last_and_the_length() -> None:
    """New less old, game by game."""
    new, old = catan_games(1), catan_games(2)
    entries = list(changes(NUMBERS.row("changes", players=3, way="made"), new, old))
    moved = (new.openings.won - old.openings.won).mean(axis=0)
    told = {"first_wins": moved[0], "last_wins": moved[2], "turns": (new.turns - old.turns).mean()}
    assert {name: found_in(entries, name) for name in told} == pytest.approx(told)


def test_places_in_the_order_of_play_count_from_who_began() -> None:
    """Castle: the seat after the first comes second, around the table."""
    random = np.random.default_rng(5)
    first, winner = random.integers(0, 4, 300), random.choice(4, 300, p=[0.4, 0.3, 0.2, 0.1])
    win = np.eye(4, dtype=np.int64)[winner] * WIN
    one = np.ones(300, np.int64)
    games = CastleGames(4, first, one, one, one, one, one, one, win)
    entries = list(places(declared("castle"), 4, "made", games))
    table = pd.DataFrame({"place": (winner - first) % 4 + 1})
    shares = table["place"].value_counts(normalize=True)
    assert len(set(shares)) == 4
    for place in range(1, 5):
        assert found_in(entries, "win_share", position=place) == pytest.approx(shares[place])


def test_what_the_odd_one_won_is_taken_from_its_own_seat() -> None:
    """[block, seat of the odd one, seat]: the diagonal."""
    rotated = np.arange(2 * 3 * 3).reshape(2, 3, 3)
    assert odd_wins(rotated).tolist() == [0 + 4 + 8, 9 + 13 + 17]


# --- what is no number a game


def test_numbers_may_come_in_lists_and_in_narrow_types() -> None:
    """Files hold whole numbers as narrow as they can: 100 - (-100) is 200, in eight bits too."""
    narrow = np.array([100, -100, 90] * 20, np.int8)
    found = difference_of(narrow, -narrow, reach=1.0)
    assert found.value == pytest.approx(60.0)
    assert found == difference_of(narrow.tolist(), (-narrow).tolist(), reach=1.0)
    assert ratio_of([1, 2, 3], [8, 10, 12]) == ratio_of(np.array([1.0, 2.0, 3.0]), np.array([8, 10, 12]))


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: difference_of([1.0, math.nan, 3.0], [1, 2, 3], reach=1.0), "1 of 3 games have no number"),
        (lambda: difference_of([1, 2, 3], [1, 2], reach=1.0), "3 numbers beside 2"),
        (lambda: difference_of([], [], reach=1.0), "one number a game is asked"),
        (lambda: difference_of(np.ones((2, 3)), np.ones((2, 3)), reach=1.0), "one number a game is asked"),
        (lambda: difference_of([1, 2], [1, 2], reach=0.0), "reach = 0.0: must be above 0"),
        (lambda: difference_of(pd.Series([1, 2]), pd.Series([1, 2], [2, 3]), reach=1.0), "indexes differ"),
        (lambda: ratio_of([0.5, 1], [1, 1]), "0.5 is no whole number"),
        (lambda: ratio_of([1, 2], [1, 2, 3]), "2 numbers beside 3"),
        (lambda: mean_of(np.array([0.5, 1.0])), "0.5 is no whole number"),
        (lambda: mean_of(np.array([1.0, math.nan])), "1 of 2 games have no number"),
        (lambda: wilson(3, 10, 95), "level = 95: must lie between 0 and 1"),
    ],
)
def test_what_is_no_number_of_a_game_is_refused(ask: Callable[[], object], why: str) -> None:
    """A game without a number once counted as no change, and half a win as none."""
    with pytest.raises(ValueError, match=re.escape(why)):
        ask()


# --- which of several is the best in the same games

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


def test_few_games_hold_all_at_once() -> None:
    """Of 20 numbers of two games some seemed to differ in 92 of 100 cases."""
    generator = np.random.default_rng(8)
    alarms = 0
    for _ in range(100):
        changes = generator.choice([-1, 0, 1], (20, 2), p=[0.25, 0.5, 0.25])
        level = joint_level([change - change.mean() for change in changes], 0.95)
        found = [share_change(change, np.zeros(2), 1, level) for change in changes]
        alarms += any(one.low > 0 or one.high < 0 for one in found)
    assert alarms <= 5 + 3 * np.sqrt(4.75)


def test_one_number_alone_keeps_its_level() -> None:
    assert joint_level([np.random.default_rng(7).normal(size=200)], 0.95) == pytest.approx(0.95, abs=0.01)
    assert joint_level([np.zeros(200)], 0.95) == 0.95
