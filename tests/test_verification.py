"""docs/verification.md says what was measured, and what was measured is as it should be."""

from __future__ import annotations

import inspect
import json
import math
from typing import Any

import pytest
from known_truths import CIRCLES, LOOKED_AT, REAL_CHANGES, SIZES, TRUTHS, coverage
from pages import part
from verification import MEASURED, PAGE, REAL, ROUNDS, RUNS, STORED, TOGETHER, WAITING, WIDE_FOR, name, tables

from analyses.estimates import estimate
from analyses.estimates.critical import GROWTH
from analyses.estimates.estimate import FEW, POWER

COUNTS: dict[str, Any] = json.loads(STORED.read_text(encoding="utf-8"))

ALIKE = {"paired": "mean"}
"""An estimator that asks another one about the differences."""


def four_sigma(share: float, rounds: int) -> float:
    return 4 * math.sqrt(share * (1 - share) / rounds)


@pytest.mark.parametrize("table", tables(COUNTS))
def test_the_page_says_what_was_measured(table: str) -> None:
    """If not: python tests/verification.py."""
    assert part(PAGE, table) == tables(COUNTS)[table]


def test_every_estimator_is_measured() -> None:
    functions = inspect.getmembers(estimate, inspect.isfunction)
    all_of_them = {
        f for f, function in functions
        if not f.startswith("_") and inspect.signature(function).return_annotation == "Estimate"
    }  # fmt: skip
    assert all_of_them - ALIKE.keys() == {truth.estimator for truth in TRUTHS}
    assert set(COUNTS["samples"]) == {name(truth) for truth in TRUTHS}
    assert set(COUNTS["sequences"]) == {name(truth) for truth in LOOKED_AT}
    assert all(set(by_size) == set(map(str, SIZES)) for by_size in COUNTS["samples"].values())


def test_printed_intervals_hold_the_truth() -> None:
    """Wilson's wavers by its nature, and Student's with a long tail; what a few games say is guarded."""
    for truth, by_size in COUNTS["samples"].items():
        floor = 0.93 if truth.startswith(("wilson", "mean: 2 a game, long tail")) else 0.945
        for n, held in by_size.items():
            assert held / ROUNDS > floor - four_sigma(floor, ROUNDS), (truth, n)


def test_a_mean_is_held_once_thirty_games_were_stopped() -> None:
    """With fewer it may not be, and a comparison says so."""
    held = [
        (int(n) * truth.chances[-1], count / ROUNDS)
        for truth in CIRCLES
        for n, count in COUNTS["circles"][name(truth)].items()
    ]
    floor = 0.945 - four_sigma(0.945, ROUNDS)
    assert all(stopped < FEW or share > floor for stopped, share in held)
    assert min(share for _, share in held) < 0.8


def test_looking_costs_nothing() -> None:
    for truth, missed in COUNTS["sequences"].items():
        assert missed["sequence"] == sorted(missed["sequence"])
        assert missed["sequence"][-1] / RUNS < 0.05, truth
    assert max(missed["plain"][-1] for missed in COUNTS["sequences"].values()) / RUNS > 0.2


def test_who_waits_for_a_width_stops_with_intervals_that_hold() -> None:
    """As often as those for a number of games that is fixed, at any width that people ask for."""
    held = [by_size["held"] for truth in COUNTS["widths"].values() for by_size in truth.values()]
    assert min(held) / WAITING > 0.94 - four_sigma(0.94, WAITING)
    assert sum(held) / len(held) / WAITING > 0.945


def test_who_waits_for_a_width_plays_hardly_more_games_than_have_it() -> None:
    """Of changes in real games; of what is rare few games say badly how many are needed."""
    for truth in REAL_CHANGES:
        for n, found in COUNTS["widths"][name(truth)].items():
            most = 1.05 if int(n) > WIDE_FOR[0] else GROWTH
            assert found["games"] < most * int(n), truth


def test_equal_rules_are_told_apart_no_oftener_than_the_level_says() -> None:
    for n, alarms in COUNTS["comparisons"].items():
        assert alarms / TOGETHER[int(n)] < 0.05 + four_sigma(0.05, TOGETHER[int(n)])
    for alarms in COUNTS["real_comparisons"].values():
        assert alarms / REAL < 0.05 + four_sigma(0.05, REAL)


def test_a_planted_change_is_found_as_often_as_is_said() -> None:
    for change, found in COUNTS["power"].items():
        assert abs(found / ROUNDS - POWER) < 0.02, change
    for change, ends in COUNTS["decisions"].items():
        assert ends["wrong"] / RUNS < 0.05, change
        assert ends["open"] == 0


def test_tunings_that_differ_are_no_excuse() -> None:
    """Five say how far they lie apart; one says nothing of it, however many games it plays."""
    for spread, held in COUNTS["several_tunings"].items():
        assert held["five"] / ROUNDS > 0.95 - four_sigma(0.95, ROUNDS), spread
    assert held["one"] / ROUNDS < 0.5


@pytest.mark.parametrize("truth", [*TRUTHS, *CIRCLES], ids=name)
def test_the_counts_come_out_again(truth: Any) -> None:
    kept = COUNTS["samples"] | COUNTS["circles"]
    assert coverage(truth, 50, ROUNDS) == kept[name(truth)]["50"]


@pytest.mark.verify
@pytest.mark.parametrize("what", MEASURED)
def test_all_counts_come_out_again(what: str) -> None:
    assert MEASURED[what]() == COUNTS[what]
