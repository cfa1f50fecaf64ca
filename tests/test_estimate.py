"""Intervals keep their level, and agree with SciPy where SciPy has them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analyses.estimates.estimate import (
    CHANGES,
    DIFFERENT,
    EQUIVALENT,
    UNDECIDED,
    Estimate,
    mean,
    ratio,
    student,
    verdict,
    wilson,
)
from analyses.estimates.moments import Moments, moments_of
from analyses.estimates.samples import difference_of, mean_of, ratio_change, ratio_of, share_of

ROUNDS = 4000
FOUR_SIGMA = 4 * math.sqrt(0.95 * 0.05 / ROUNDS)


def covered(intervals: list[Estimate], truth: float) -> float:
    """The share of intervals that hold the truth."""
    return float(np.mean([e.low <= truth <= e.high for e in intervals]))


def games(columns: list[str], n: int, seed: int = 1) -> pd.DataFrame:
    """Made-up games: `rolls` by game, and `ties`, more frequent in some games than in others."""
    rng = np.random.default_rng(seed)
    rolls = rng.integers(1, 40, n)
    ties = rng.binomial(rolls, rng.uniform(0.05, 0.45, n))
    return pd.DataFrame({"rolls": rolls, "ties": ties})[columns]


# --- what an estimate looks like


def test_repr_shows_three_digits_of_the_interval() -> None:
    assert repr(wilson(0, 100)) == "Estimate(0.0000, [0.0000, 0.0370], 95 %, n=100, Wilson)"
    assert repr(wilson(344, 1000)) == "Estimate(0.3440, [0.3152, 0.3740], 95 %, n=1000, Wilson)"


def test_a_format_applies_to_value_and_interval() -> None:
    share, score = wilson(34_400, 100_000), mean(5410, 294_000, 100)
    assert f"{share:.1%}" == "34.4 % [34.1, 34.7]"
    assert f"{score:.1f}" == "54.1 [53.3, 54.9]"
    assert str(mean(10, 30, 4)) == "2.50 [0.44, 4.56]"


def test_a_difference_that_rounds_to_zero_has_no_minus() -> None:
    assert f"{Estimate(-0.3, -0.9, -0.0004, 0.95, 9, 't'):+.1f}" == "-0.3 [-0.9, +0.0]"
    assert f"{Estimate(-0.3, -0.9, -0.04, 0.95, 9, 't'):+.1f}" == "-0.30 [-0.90, -0.04]"
    assert f"{Estimate(0.3, 0.0999, 0.9, 0.95, 9, 't'):+.1f}" == "+0.30 [+0.09, +0.90]"


def test_a_narrow_interval_has_more_decimals_and_its_ends_lie_apart() -> None:
    """``19.3 % [19.3, 19.4]`` would cover the truth less often than it says."""
    assert f"{Estimate(0.19343, 0.19302, 0.19385, 0.95, 9, 'ratio'):.1%}" == "19.34 % [19.30, 19.39]"
    assert f"{Estimate(7.3012, 7.3009, 7.3016, 0.95, 9, 't'):.1f}" == "7.3012 [7.3009, 7.3016]"
    assert f"{wilson(0, 10**6):.1%}" == "0.00000 % [0.00000, 0.00039]"


SPECS = ["", ".0f", ".1f", "+.2f", ".1%", "+.0%", ".3%"]


@given(st.floats(-1e6, 1e6, allow_nan=False), st.floats(1e-9, 1e4), st.floats(0, 1), st.sampled_from(SPECS))
def test_what_is_printed_holds_the_interval(low: float, width: float, part: float, spec: str) -> None:
    """Printed low <= low, printed high >= high, apart unless exact, and no wider than it must be."""
    high = low + width
    found = Estimate(low + part * width, low, high, 0.95, 9, "t")
    text = format(found, spec).replace(" %", "")
    match = re.fullmatch(r"(\S+) \[(\S+), (\S+)\]", text)
    assert match
    value, first, last = map(Decimal, match.groups())
    scale = 100 if spec.endswith("%") else 1
    slack = Decimal(repr(scale * 1e-11 * max(abs(low), abs(high), 1e-9)))  # 12 digits are read
    assert first <= Decimal(low) * scale + slack
    assert last >= Decimal(high) * scale - slack
    assert first <= value <= last
    if width > 1e-9 * max(abs(low), 1):
        assert first < last
    if width > 1e-6 * max(abs(low), 1):
        asked = Decimal(1).scaleb(-int(spec.strip("+.f%") or 0)) if spec else Decimal(0)
        assert last - first <= Decimal(scale * width) * Decimal("1.5") + 2 * asked


def test_one_game_has_a_value_and_no_bounds() -> None:
    assert f"{mean(54, 54**2, 1):.1f}" == "54.0 [unbounded]"
    assert mean(54, 54**2, 1).as_dict()["low"] is None


def test_nothing_over_nothing_is_none() -> None:
    assert f"{ratio(0, 0, top_squares=0, bottom_squares=0, products=0, n=5):.1%}" == "none"


def test_another_unit_and_another_origin() -> None:
    e = Estimate(0.30, 0.25, 0.40, 0.95, 10, "t")
    assert f"{e.minus(0.5).times(100):.0f}" == "-20 [-25, -10]"
    assert f"{e.times(-100):.0f}" == "-30 [-40, -25]"


# --- against SciPy


@pytest.mark.parametrize("n", [1, 2, 10, 137, 100_000])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_wilson_is_scipys(n: int, level: float) -> None:
    """And where few games differ, SciPy's exact end of an interval that may miss on one side only."""
    for successes in sorted({0, 1, n // 3, n // 2, n - 1, n}):
        test = stats.binomtest(successes, n)
        wilsons = test.proportion_ci(level, method="wilson")
        exact = test.proportion_ci(2 * level - 1, method="exact")
        ours = wilson(successes, n, level)
        assert ours.low == pytest.approx(min(wilsons.low, exact.low), abs=1e-9)
        assert ours.high == pytest.approx(max(wilsons.high, exact.high), abs=1e-9)
        assert ours.value == successes / n


@pytest.mark.parametrize("level", [0.95, 0.9975])
@pytest.mark.parametrize("n", [5, 50, 1000])
def test_what_is_rare_is_missed_no_oftener_than_the_level_says(n: int, level: float) -> None:
    """Wilson's own interval holds a share of 0.18 / n in 84 cases of 100, where it says 95."""
    ends = np.array([(e.low, e.high) for e in (wilson(k, n, level) for k in range(n + 1))])
    for expected in (0.01, 0.05, 0.09, 0.18, 0.5, 1, 2):
        held = (ends[:, 0] <= expected / n) & (expected / n <= ends[:, 1])
        assert stats.binom.pmf(np.arange(n + 1), n, expected / n)[held].sum() > level - 0.005, expected


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_mean_is_scipys(level: float) -> None:
    scores = np.random.default_rng(3).integers(20, 170, 50)
    theirs = stats.ttest_1samp(scores, 0).confidence_interval(level)
    ours = mean(int(scores.sum()), int((scores**2).sum()), 50, level)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-12)
    assert ours.value == pytest.approx(scores.mean(), rel=1e-15)


NEARLY_ALWAYS = {
    "none of a hundred": [0] * 100,
    "always ten": [10] * 100,
    "one of a hundred": [1] + [0] * 99,
    "one of five": [5] + [0] * 99,
    "ten but once": [11] + [10] * 99,
    "two games alike": [3, 3],
}


@pytest.mark.parametrize("values", NEARLY_ALWAYS.values(), ids=NEARLY_ALWAYS)
def test_a_mean_of_what_hardly_varies_is_no_point(values: list[int]) -> None:
    """Of a hundred games a chance of 3.6 % shows nothing in one case of forty."""
    n, found = len(values), mean_of(values)
    assert found.value == sum(values) / n
    assert found.high >= found.value + wilson(0, n).high - 1e-12 or found.high >= wilson(1, n).high
    assert 0 <= found.low <= found.value
    assert (found.low < found.value) == any(values), "what counts is never below 0"
    same = ratio_of(values, [1] * n)
    assert same.value == found.value
    assert same.low < same.high


def test_a_mean_of_rare_events_is_wilsons() -> None:
    """Six tiles discarded in three hundred games: t would end at 0.004, far from what is likely."""
    found, exact = mean(6, 6, 300), wilson(6, 300)
    assert (found.low, found.high) == pytest.approx((exact.low, exact.high))


def test_so_few_games_that_are_alike_may_be_so_by_chance() -> None:
    """Two to five games of a wide law: their interval covers its mean as often as it says, nearly."""
    law = np.random.default_rng(7).poisson(5, (4000, 5))
    for n in (2, 3, 5):
        assert covered([mean_of(scores) for scores in law[:, :n]], 5) > 0.92
    assert mean_of([10, 10]).half_width == pytest.approx(student(1, 0.95) / 2), "as if one strayed by a point"


def test_a_signed_mean_that_never_varied_may_lie_on_both_sides() -> None:
    found = mean(0, 0, 100, signed=True)
    assert found.low == -found.high < 0


def test_paired_is_scipys() -> None:
    new, old = np.random.default_rng(5).integers(0, 100, (2, 60))
    theirs = stats.ttest_rel(new, old).confidence_interval()
    for kind in (int, float):
        ours = difference_of(new.astype(kind), old.astype(kind), reach=1)
        assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-9)
        assert ours.method == "paired t"


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_handful_of_games_may_change_by_more_than_any_that_was_seen(n: int) -> None:
    """Lengths as those of Castle: the interval ended at the range seen, and missed in up to 31 %."""
    rng, rounds = np.random.default_rng(n), 600
    old, new = (np.rint(middle * np.exp(rng.normal(0, 0.5, (rounds, n)))) for middle in (40, 10))
    found = [difference_of(after, before, reach=10.0) for after, before in zip(new, old, strict=True)]
    assert covered(found, (10 - 40) * math.exp(0.125)) > 0.95


def test_the_change_of_a_single_game_has_no_bounds() -> None:
    assert math.isinf(difference_of([5], [9], reach=1.0).half_width)


# --- few games, or few that differ


def of_changes(n: int, differ: int) -> Estimate:
    """A change of from -14 to 6 points in so many of `n` games."""
    changes = np.zeros(n)
    changes[:differ] = np.arange(differ) * 8 % 21 - 14.5
    return difference_of(changes, np.zeros(n), reach=20.0)


def of_ratios(n: int, differ: int) -> Estimate:
    """The change of a ratio whose top rises by one to seven in so many of `n` games."""
    bottom, more = 10 + np.arange(n) % 3, np.zeros(n, int)
    more[:differ] = 1 + np.arange(differ) * 3 % 7
    return ratio_change((bottom + more, bottom), (bottom, bottom), reach=2.0)


def of_parts(n: int, differ: int) -> Estimate:
    """A share of games that have half of something, but so many of `n`, which have a tenth more or less."""
    parts = np.full(n, 50)
    parts[:differ] += np.where(np.arange(differ) % 2, 10, -10)
    return share_of(parts, 100)


FEW_THAT_DIFFER = {"change": of_changes, "ratio": of_ratios}


@pytest.mark.parametrize("told", FEW_THAT_DIFFER.values(), ids=FEW_THAT_DIFFER)
@pytest.mark.parametrize("part", [1.0, 0.5, 0.2])
def test_a_game_more_to_play_nowhere_makes_another_interval(
    told: Callable[[int, int], Estimate], part: float
) -> None:
    """Of 28 games that all differ it was five times as wide as of 32."""
    wide = [told(n, round(part * n)).half_width * math.sqrt(n) for n in range(10, 200)]
    assert max(one / other for one, other in pairwise(wide)) < 1.3
    assert max(other / one for one, other in pairwise(wide)) < 1.3


@pytest.mark.parametrize("told", FEW_THAT_DIFFER.values(), ids=FEW_THAT_DIFFER)
@pytest.mark.parametrize("n", [60, 200, 5000])
def test_a_game_more_that_differs_nowhere_makes_another_interval(
    told: Callable[[int, int], Estimate], n: int
) -> None:
    wide = [told(n, differ).half_width for differ in range(60)]
    assert max(one / other for one, other in pairwise(wide)) < 1.3


def test_few_games_that_all_differ_are_held_by_their_own_spread() -> None:
    few, more = of_changes(28, 28), of_changes(32, 32)
    assert few.high < 0
    assert few.half_width == pytest.approx(more.half_width * math.sqrt(32 / 28), rel=0.1)
    assert of_changes(28, 2).high > 0, "of two games that differ nobody can tell"


def test_parts_of_few_blocks_have_the_spread_that_was_seen() -> None:
    """All blocks vary: of 29 the interval was as wide as that of 29 coins, of 30 five times narrower."""
    wide = [of_parts(n, n).half_width * math.sqrt(n) for n in range(20, 60)]
    assert max(one / other for one, other in pairwise(wide)) < 1.1


@pytest.mark.parametrize("n", [20, 40])
def test_a_skewed_count_of_few_games_is_held(n: int) -> None:
    """Mostly none or one, now and then many: Student's interval holds in 90 cases of 100."""
    law = np.random.default_rng(3).geometric(1 / 3, (1000, n)) - 1
    assert covered([mean_of(counts) for counts in law], 2.0) > 0.94
    once = Moments.of(pd.DataFrame({"count": law[0]}))
    parts = moments_of([pd.DataFrame({"count": law[0][:7]}), pd.DataFrame({"count": law[0][7:]})])
    assert once.mean("count") == parts.mean("count") == mean_of(law[0])


def test_numbers_of_the_other_sign_have_the_interval_turned_about() -> None:
    values = np.random.default_rng(4).geometric(1 / 3, 30)
    up, down = (difference_of(sign * values, np.zeros(30), reach=10.0) for sign in (1, -1))
    assert (down.low, down.high) == pytest.approx((-up.high, -up.low))
    assert up.high - up.value > 1.1 * (up.value - up.low)


# --- coverage


def test_shared_wins_cover_at_least_their_level() -> None:
    """With shares of 0, 1/2 and 1 the interval is wider than it need be, never narrower."""
    rng = np.random.default_rng(12)
    halves = rng.choice([0, 1, 2], (ROUNDS, 100), p=[0.6, 0.1, 0.3]).sum(axis=1)
    found = [wilson(Fraction(int(h), 2), 100) for h in halves]
    assert covered(found, 0.35) > 0.95 - FOUR_SIGMA


def test_sums_of_pandas_are_taken_as_they_come() -> None:
    """`win_share` of a run is a narrow float; squares of a long run are beyond NumPy's whole numbers."""
    shares = pd.DataFrame({"win_share": np.array([1, 0.5, 0, 1], np.float32)})
    assert wilson(shares["win_share"].sum(), 4) == wilson(Fraction(5, 2), 4)
    n, totals = 10**8, pd.Series([10**10, 10**12 + 10**9])
    found = mean(totals[0], totals[1], n)
    assert found == mean(10**10, 10**12 + 10**9, n)
    assert found.half_width == pytest.approx(1.96 * math.sqrt(10) / 10**4, rel=1e-3)
    scores = pd.Series([1.0, 2.0, 3.0, 4.0])
    assert mean(scores.sum(), (scores**2).sum(), 4) == mean(10, 30, 4)
    with pytest.raises(ValueError, match=r"^2\.5 is no whole number; multiply all by their parts"):
        mean((scores / 4).sum(), scores.sum(), 4)


def test_a_seat_that_always_won_is_not_certain_to_win() -> None:
    assert wilson(100, 100).low == pytest.approx(0.963, abs=1e-3)
    assert wilson(100, 100).high == 1


def test_a_ratio_of_what_cannot_be_negative_is_not() -> None:
    """Two games: 1 of 5 and 4 of 5; only a part that may be below 0 has an interval that is."""
    games = partial(ratio, 5, 10, top_squares=17, bottom_squares=50, products=25, n=2)
    assert games().low == 0 > games(signed=True).low


def test_a_part_is_no_more_than_its_whole() -> None:
    """Two games: 1 of 5 and 4 of 5."""
    found = Moments.of(pd.DataFrame({"ties": [1, 4], "rolls": [5, 5]}))
    assert found.ratio("ties", "rolls").high > 1 == found.part("ties", "rolls").high


# --- verdicts


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0.6, 1.4, DIFFERENT),
        (-1.4, -0.6, DIFFERENT),
        (-0.4, 0.5, EQUIVALENT),
        (0.1, 0.2, EQUIVALENT),
        (0.4, 0.6, CHANGES),
        (-9, 9, UNDECIDED),
    ],
)
def test_verdict(low: float, high: float, found: str) -> None:
    assert verdict(Estimate((low + high) / 2, low, high, 0.95, 100, "t"), margin=0.5) == found


# --- moments


@pytest.mark.parametrize("size", [1, 7, 60, 100])
def test_moments_add_up_over_blocks(size: int) -> None:
    whole = games(["rolls", "ties"], 100)
    parts = moments_of(whole[i : i + size] for i in range(0, 100, size))
    once = Moments.of(whole)
    assert parts.n == once.n == 100
    assert (parts.sums == once.sums).all()
    assert (parts.products == once.products).all()


def test_a_combination_is_the_mean_of_its_column() -> None:
    whole = games(["rolls", "ties"], 100)
    won = (2 * whole["rolls"] - whole["ties"]).to_numpy()
    theirs = stats.ttest_1samp(won, 0).confidence_interval()
    ours = Moments.of(whole).mean({"rolls": 2, "ties": -1})
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))


@pytest.mark.parametrize("n", [4, 100])
def test_what_takes_points_away_may_lie_below_zero(n: int) -> None:
    """It is so in one game only, and that is no share of games."""
    chips = Moments.of(pd.DataFrame({"chips": [0] * (n - 1) + [-6]})).mean("chips")
    assert chips.low < chips.value == -6 / n < chips.high


def test_games_without_a_row_count_as_zero() -> None:
    whole = games(["ties"], 100)
    with_zeros = pd.concat([whole, pd.DataFrame({"ties": [0] * 50})])
    assert moments_of([whole], 150).mean("ties") == Moments.of(with_zeros).mean("ties")


def test_moments_refuse_numbers_whose_squares_are_not_exact() -> None:
    with pytest.raises(OverflowError, match="too large"):
        Moments.of(pd.DataFrame({"points": [10**8, 1]}))


def test_moments_of_different_columns_do_not_add() -> None:
    with pytest.raises(ValueError, match="different columns"):
        Moments.of(games(["ties"], 5)) + Moments.of(games(["rolls"], 5))


def test_none_of_something_has_no_sign() -> None:
    """None of the games unfinished is what is left of all of them finished: not minus nothing."""
    none = wilson(0, 600).times(-1)
    assert math.copysign(1, none.value) == math.copysign(1, none.high) == 1
    assert json.dumps(none.as_dict()["value"]) == "0.0"
