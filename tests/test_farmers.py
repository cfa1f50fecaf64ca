"""The study of farmers: what its numbers, sentences and page say, on stored games."""

from __future__ import annotations

import dataclasses
import re
from fractions import Fraction

import numpy as np
import pytest
from stored_studies import SETTINGS, StoredRuns, check_page, check_sentences, check_tables, stored_runs

from analyses.estimate import DIFFERENT, Estimate
from analyses.rescoring import rescore
from analyses.studies.farmers.rules import CHANGES, HELD, ROBUST_POLICIES, panel
from analyses.studies.farmers.study import (
    NEVER,
    RULES,
    STEPS,
    TUNED,
    Studied,
    analyse,
    cells,
    doubtful,
    doubts,
    farms_amiss,
    loses_to_habit,
    name_of,
    step_name,
)
from analyses.studies.farmers.sweep import WIN_MARGIN, nobody_odd, odd_one_out
from analyses.studies.study import Entry, Results, Setting
from analyses.summary import WIN
from reports.studies.farmers.report import REPORT

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
    return analyse(SETTINGS["farmers"], runs)


def test_every_number_has_its_interval(results: Results) -> None:
    for table in check_tables(results, TABLES).values():
        assert not table[["value", "low", "high"]].isna().to_numpy().any()


# --- the numbers


def test_the_cells_are_what_the_questions_need() -> None:
    found = {cell.name: cell for cell in cells(Setting((2, 4), 100, 3))}
    assert len(found) == 2 * (len(RULES) * (2 + len(STEPS)) + len(RULES) - 1 + len(ROBUST_POLICIES) - 1)
    never = found[name_of(4, "per_city_4", NEVER)]
    assert [plan.n for plan in never.plans] == [13] * 4  # 50 games, blocks of four
    for seat, plan in enumerate(never.plans):
        odd = [dict(policy.weights or ())["farmer_now"] == -1000 for policy in plan.policies]
        assert odd == [s == seat for s in range(4)]
        assert (plan.seed, plan.first_game) == (3, 0)
        assert (plan.options.farm_method.word, plan.options.farm_points) == ("per_city", 4)
    step = found[name_of(2, "per_field_3", step_name(STEPS[0]))].plans[0]
    more, base = (dict(policy.weights or ()) for policy in step.policies)
    changed = {feature: more[feature] - base[feature] for feature in base if more[feature] != base[feature]}
    assert changed == pytest.approx({"farmer": STEPS[0], "farmer_now": STEPS[0]})


def test_a_changed_winner_is_counted_game_by_game(runs: StoredRuns, results: Results) -> None:
    run = runs[name_of(2, "per_field_3", TUNED)][0]
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
    run = runs[name_of(2, "per_city_4", TUNED)][0]
    placed, turns = run.seats["farmers"].sum(), run.seats["farmer_turns"].sum()
    at: dict[str, int | str] = {"players": 2, "rule": "per_city_4"}
    assert results.get("adapted", "farmers", **at).value == pytest.approx(placed / 2 / GAMES)
    assert results.get("adapted", "turns_to_come", **at).value == pytest.approx(turns / placed)
    change = results.get("adapted_changes", "farmers", **at).value
    first = results.get("adapted", "farmers", players=2, rule="per_field_3").value
    assert change == pytest.approx(placed / 2 / GAMES - first)


def test_the_odd_one_out_takes_every_seat(runs: StoredRuns) -> None:
    cell = runs[name_of(2, "per_field_4", NEVER)]
    odd = odd_one_out(cell)
    assert odd.farmers.sum() == 0
    expected = sum(
        run.seats.loc[run.seats["seat"] == seat, "score"].to_numpy(np.int64) for seat, run in enumerate(cell)
    )
    assert (odd.score == expected).all()
    base = nobody_odd(runs[name_of(2, "per_field_4", TUNED)][0], len(odd.win))
    assert (base.win == WIN).all()
    shares = [Fraction(int(part), WIN) for part in odd.win]
    assert all(0 <= share <= 2 for share in shares)


def test_the_tuned_player_has_an_even_share_and_forbidding_is_the_left_end(results: Results) -> None:
    for rule in RULES:
        at: dict[str, int | str] = {"players": 2, "rule": rule.name}
        assert results.get("sweep", "win_share", farming="tuned", **at).value == pytest.approx(0.5)
        assert results.get("sweep", "farmers", farming=NEVER, **at).value == 0
        left = results.get("sweep", "win_over_tuned", farming=NEVER, **at)
        assert results.get("price", "forbidden_win", **at) == left
        placed = [
            results.get("sweep", "farmers", farming=name, **at).value
            for name in (NEVER, *(step_name(s) for s in STEPS if s < 0), "tuned")
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
    found = panel(results)
    assert len(found) == len(HELD) * len(CHANGES)
    for one in found:
        assert one.measure in HELD
        assert list(one.entries) == list(ROBUST_POLICIES)
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


def test_a_tuned_policy_that_loses_to_old_habits_is_doubted(results: Results) -> None:
    """What such players do says nothing about the rule, and every sentence about them says so."""
    rule = RULES[1]
    place: dict[str, int | str] = {"players": 2, "rule": rule.name}
    fine, lost = (with_entry(results, "habit", "habit_win", place, value) for value in (0.005, 0.05))
    assert loses_to_habit(fine, rule.name) == doubtful(fine, rule.name) == []
    assert loses_to_habit(lost, rule.name) == doubtful(lost, rule.name) == [2]
    assert any("+5.0 [+4.0, +6.0] percentage points with 2 players" in text for text in doubts(lost))
    about = [text for text in REPORT.sentences(lost) if f"“{rule.text}”" in text]
    assert len(about) == 4
    assert all(text.endswith("The weights are in doubt with two players.") for text in about)
    assert doubtful(results, RULES[0].name) == []


@pytest.mark.parametrize("rule", RULES[:2])
def test_a_tuned_policy_that_farms_too_much_or_too_little_is_doubted(results: Results, rule: Studied) -> None:
    """A lead that is or may be within the margin is no doubt: the best of several is a little flattered."""
    place: dict[str, int | str] = {"players": 2, "rule": rule.name}
    within, perhaps, beyond = (
        with_entry(results, "price", "best_win", place, value, WIN_MARGIN) for value in (0.005, 0.025, 0.05)
    )
    assert farms_amiss(within, rule.name) == farms_amiss(perhaps, rule.name) == []
    assert farms_amiss(beyond, rule.name) == doubtful(beyond, rule.name) == [2]
    assert any(
        f"“{rule.text}”" in text and "farms more or less wins" in text and "+5.0 [+4.0, +6.0]" in text
        for text in doubts(beyond)
    )
    about = [text for text in REPORT.sentences(beyond) if f"“{rule.text}”" in text]
    assert len(about) == (6 if rule == RULES[0] else 4)
    assert all(text.endswith("The weights are in doubt with two players.") for text in about)


# --- words and pictures


def test_every_sentence_leads_with_the_size_and_states_the_margin(results: Results) -> None:
    said = REPORT.sentences(results)
    assert "findings can be judged" in said[0]
    check_sentences(said, 10)
    assert set(REPORT.in_short(results)) <= set(said)
    assert re.match(
        r"Under per-field scoring, raising farms from 3 to 4 points changes the winner of [\d.]+ % \[.+?\] "
        r"of two-player games \(margin 5 % of games: .+\); over all five policies [\d.]+ to [\d.]+ % with",
        next(text for text in said if text.startswith("Under per-field")),
    )


def test_the_page_is_one_file_with_the_doubts_first(results: Results) -> None:
    plain = check_page(REPORT, results, pictures=6)
    for change in CHANGES:
        assert change.label in plain


def test_the_summary_fits_a_terminal(results: Results) -> None:
    lines = REPORT.summary(results).splitlines()
    assert lines[0].startswith("What is a farmer worth? Carcassonne, ")
    assert lines[-1].startswith("Under per-field scoring, raising farms from 3 to 4 points")
    table = [line for line in lines if line.startswith("   per field, 3 points")]
    assert all(re.search(r"\[.+\]", line) for line in table)
