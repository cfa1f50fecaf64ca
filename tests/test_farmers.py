"""The study of farmers: what its numbers, sentences and page say, on stored games."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import numpy as np
import pytest
from stored_studies import SETTINGS, StoredRuns, check_report, check_tables, stored_runs

from analyses.estimate import DIFFERENT, Estimate
from analyses.rescoring import rescore
from analyses.studies.declared import Item, declared
from analyses.studies.farmers.model import doubtful, doubts, farms_amiss, loses_to_habit
from analyses.studies.farmers.sweep import nobody_odd, odd_one_out
from analyses.studies.panel import panels
from analyses.studies.study import Entry, Results, Setting
from reports.studies.template import Report
from simulate.sums import WIN

STUDY = declared("farmers")
RULES, STEPS, POLICIES, CHANGES = (STUDY.lists[name] for name in ("rule", "step", "policy", "change"))
HELD = ("winner_changes", "score", "farm_share", "first_wins", "lead")
GAMES = SETTINGS["farmers"].n
TABLES = {
    "rescored", "rescored_changes", "adapted", "adapted_changes", "sweep", "price", "meeples", "habit",
}  # fmt: skip


@pytest.fixture(scope="module")
def runs() -> StoredRuns:
    """The runs of each cell."""
    return stored_runs("farmers")


@pytest.fixture(scope="module")
def results(runs: StoredRuns) -> Results:
    """What the study measured."""
    return STUDY.analyse(SETTINGS["farmers"], runs)


def test_every_number_has_its_interval(results: Results) -> None:
    for table in check_tables(results, TABLES).values():
        assert not table[["value", "low", "high"]].isna().to_numpy().any()


# --- the numbers


def test_the_cells_are_what_the_questions_need() -> None:
    found = {cell.name: cell for cell in STUDY.cells(Setting((2, 4), 100, 3))}
    assert len(found) == 2 * (len(RULES) * (2 + len(STEPS)) + len(RULES) - 1 + len(POLICIES) - 1)
    never = found["4p-per_city_4-never"]
    assert [plan.n for plan in never.plans] == [13] * 4  # 50 games, blocks of four
    for seat, plan in enumerate(never.plans):
        odd = [dict(policy.weights or ())["farmer_now"] == -1000 for policy in plan.policies]
        assert odd == [s == seat for s in range(4)]
        assert (plan.seed, plan.first_game) == (3, 0)
        assert (plan.options.farm_method.word, plan.options.farm_points) == ("per_city", 4)
    step = found["2p-per_field_3-farming-1.5"].plans[0]
    more, base = (dict(policy.weights or ()) for policy in step.policies)
    changed = {feature: more[feature] - base[feature] for feature in base if more[feature] != base[feature]}
    assert changed == pytest.approx({"farmer": STEPS[0], "farmer_now": STEPS[0]})


def test_a_changed_winner_is_counted_game_by_game(runs: StoredRuns, results: Results) -> None:
    run = runs["2p-per_field_3-tuned"][0]
    four = rescore(run, "per_field", 4, "full")
    before = run.seats.pivot(index="game", columns="seat", values="win_share") > 0
    after = four.eq(four.max(axis=1), axis=0)
    changed = (before.to_numpy() != after.to_numpy()).any(axis=1).sum()
    entry = results.entry(
        "rescored_changes", "winner_changes", players=2, policy="heuristic", change="field_3_to_4"
    )
    assert entry.estimate.value == changed / GAMES
    assert entry.estimate.method == "Wilson"
    points = results.get("rescored_changes", "score", players=2, policy="heuristic", change="field_3_to_4")
    assert points.value == pytest.approx(run.seats["farm"].sum() / 3 / 2 / GAMES)


def test_adapted_games_are_counted_from_the_table(runs: StoredRuns, results: Results) -> None:
    run = runs["2p-per_city_4-tuned"][0]
    placed, turns = run.seats["farmers"].sum(), run.seats["farmer_turns"].sum()
    at: dict[str, int | str] = {"players": 2, "rule": "per_city_4"}
    assert results.get("adapted", "farmers", **at).value == pytest.approx(placed / 2 / GAMES)
    assert results.get("adapted", "turns_to_come", **at).value == pytest.approx(turns / placed)
    change = results.get("adapted_changes", "farmers", **at).value
    first = results.get("adapted", "farmers", players=2, rule="per_field_3").value
    assert change == pytest.approx(placed / 2 / GAMES - first)


def test_the_odd_one_out_takes_every_seat(runs: StoredRuns) -> None:
    cell = runs["2p-per_field_4-never"]
    odd = odd_one_out(cell)
    assert odd.farmers.sum() == 0
    expected = sum(
        run.seats.loc[run.seats["seat"] == seat, "score"].to_numpy(np.int64) for seat, run in enumerate(cell)
    )
    assert (odd.score == expected).all()
    base = nobody_odd(runs["2p-per_field_4-tuned"][0], len(odd.win))
    assert (base.win == WIN).all()
    shares = [Fraction(int(part), WIN) for part in odd.win]
    assert all(0 <= share <= 2 for share in shares)


def test_the_tuned_player_has_an_even_share_and_forbidding_is_the_left_end(results: Results) -> None:
    for rule in RULES:
        at: dict[str, int | str] = {"players": 2, "rule": rule.name}
        assert results.get("sweep", "win_share", farming="tuned", **at).value == pytest.approx(0.5)
        assert results.get("sweep", "farmers", farming="never", **at).value == 0
        left = results.get("sweep", "win_over_tuned", farming="never", **at)
        assert results.get("price", "forbidden_win", **at) == left
        placed = [
            results.get("sweep", "farmers", farming=name, **at).value
            for name in ("never", *(f"{s:+g}" for s in STEPS if s < 0), "tuned")
        ]
        assert placed == sorted(placed)


def test_the_farming_that_wins_most_has_all_that_is_not_told_apart_for_an_interval(results: Results) -> None:
    """So few games tell nearly nothing apart; the fewest and the most farmers of these are the ends."""
    for rule in RULES:
        at: dict[str, int | str] = {"players": 2, "rule": rule.name}
        best = results.get("price", "best_farmers", **at)
        as_good = [e for e in results.where("sweep", "win_over_best_other", **at) if e.estimate.high >= 0]
        ends = [results.get("sweep", "farmers", **e.keys) for e in as_good]
        assert (best.low, best.high) == (min(e.low for e in ends), max(e.high for e in ends))
        assert any(e.low <= best.value <= e.high for e in ends)
        gain = results.get("price", "best_win", **at)
        assert gain.low < 0 < gain.high


def test_every_finding_is_put_to_all_policies(results: Results) -> None:
    found = panels(results, "rescored_changes", HELD)
    assert len(found) == len(HELD) * len(CHANGES)
    for one in found:
        assert one.measure in HELD
        assert list(one.entries) == POLICIES
        assert not one.contrary or (one.who(DIFFERENT) and one.judged)
    assert not any(one.judged for one in found)  # so few games


def with_entry(
    results: Results,
    table: str,
    measure: str,
    place: dict[str, int | str],
    value: float,
    margin: float | None = None,
) -> Results:
    """The results, but for one number."""
    kept = [e for e in results.entries if (e.measure, e.keys) != (measure, place)]
    estimate = Estimate(value, value - 0.01, value + 0.01, 0.95, GAMES, "t")
    entry = Entry(table, place, measure, "share of wins", estimate, margin)
    return dataclasses.replace(results, entries=[*kept, entry])


def findings_in_doubt(results: Results) -> int:
    """How many findings end with a warning."""
    found = Report(STUDY, results).page.findings
    return sum(finding.text.endswith("The weights are in doubt with two players.") for finding in found)


def test_a_tuned_policy_that_loses_to_old_habits_is_doubted(results: Results) -> None:
    """What such players do says nothing about the rule, and every sentence about them says so."""
    rule = RULES[1]
    place: dict[str, int | str] = {"players": 2, "rule": rule.name}
    fine, lost = (with_entry(results, "habit", "habit_win", place, value) for value in (0.005, 0.05))
    assert loses_to_habit(fine, rule.name) == doubtful(fine, rule.name) == []
    assert loses_to_habit(lost, rule.name) == doubtful(lost, rule.name) == [2]
    assert any("+5.0 [+4.0, +6.0] percentage points with 2 players" in text for text in doubts(STUDY, lost))
    assert findings_in_doubt(lost) == 1
    assert doubtful(results, RULES[0].name) == []


@pytest.mark.parametrize("rule", RULES[:2])
def test_a_tuned_policy_that_farms_too_much_or_too_little_is_doubted(results: Results, rule: Item) -> None:
    """A lead that is or may be within the margin is no doubt: the best of several is a little flattered."""
    place: dict[str, int | str] = {"players": 2, "rule": rule.name}
    within, perhaps, beyond = (
        with_entry(results, "price", "best_win", place, value, 0.02) for value in (0.005, 0.025, 0.05)
    )
    assert farms_amiss(within, rule.name) == farms_amiss(perhaps, rule.name) == []
    assert farms_amiss(beyond, rule.name) == doubtful(beyond, rule.name) == [2]
    assert any(
        f"“{rule.text}”" in text and "farms more or less wins more" in text and "+5.0 [+4.0, +6.0]" in text
        for text in doubts(STUDY, beyond)
    )
    assert findings_in_doubt(beyond) == (4 if rule is RULES[0] else 1)


# --- words and pictures


def test_the_page_is_one_file_of_three_depths(results: Results) -> None:
    plain = check_report(Report(STUDY, results), pictures=5)
    for change in CHANGES:
        assert change.text in plain
    assert "findings can be judged" in plain


def test_the_summary_leads_with_the_answer(results: Results) -> None:
    text = " ".join(Report(STUDY, results).summary().split())
    assert text.startswith("What is a farmer worth? Carcassonne, ")
    assert "○ Whether a fourth point for farms changes who wins is not settled. Whoever plays: " in text
