"""The study of farmers: what its numbers, sentences and page say, on stored games."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from stored_studies import SETTINGS, StoredRuns, check_report, check_tables, fixtures_of

from analyses.estimates.estimate import DIFFERENT
from analyses.games.rescoring import FarmRule, read_scored
from analyses.questions.adapt import TUNINGS
from analyses.questions.results import Results, Setting
from analyses.studies.declared import declared
from analyses.studies.farmers.sweep import nobody_odd, odd_one_out
from analyses.studies.farmers.tunings import FEATURES, GAME, START, digest_of_heuristic, player, stored_tables
from analyses.studies.panel import panels
from reports.answers.studies.template import Report
from reports.pages.parts import Table
from simulate.plans.policies import read_policy
from simulate.store.sums import WIN

STUDY = declared("farmers")
RULES, STEPS, POLICIES, CHANGES, TIMES = (
    STUDY.lists[name] for name in ("rule", "step", "policy", "change", "tuning")
)
HELD = ("winner_changes", "score", "farm_share", "first_wins", "lead")
AT_RULES: list[dict[str, int | str]] = [{"players": 2, "rule": rule.name} for rule in RULES]
GAMES = SETTINGS["farmers"].n
TABLES = {
    "rescored", "rescored_changes", "adapted", "adapted_changes", "sweep", "price", "meeples", "habit",
    "response",
}  # fmt: skip


runs, results, report = fixtures_of("farmers")


def test_every_number_has_its_interval(results: Results) -> None:
    for table in check_tables(results, TABLES).values():
        assert not table[["value", "low", "high"]].isna().to_numpy().any()


def test_a_table_without_a_number_says_so(report: Report) -> None:
    """Where so few games show no farming that surely pays, it was a heading over nothing."""
    tables = [x for section in report.page.evidence for x in section.items if isinstance(x, Table)]
    assert all(table.rows for table in tables)


def test_the_players_of_the_study_were_tuned_from_todays_heuristic() -> None:
    """Else `python -m analyses.studies.farmers.tunings` makes them anew: a weight counts beside others."""
    for tables in stored_tables().values():
        assert {players: table[START] for players, table in tables.items()} == {
            str(players): digest_of_heuristic(players) for players in STUDY.players
        }


# --- the numbers


def test_the_cells_are_what_the_questions_need() -> None:
    found = {cell.name: cell for cell in STUDY.cells(Setting((2, 4), 100, 3))}
    by_tuning = len(RULES) * (3 + len(STEPS)) + len(RULES) - 1  # tuned, never, response; steps; habits
    assert len(found) == 2 * (len(POLICIES) + len(TIMES) * by_tuning)
    never = found["4p-per_city_4-never-2"]
    assert [plan.n for plan in never.plans] == [3] * 4  # 50 games, blocks of four, a fifth of them
    for seat, plan in enumerate(never.plans):
        odd = [dict(policy.weights or ())["farmer_now"] == -1000 for policy in plan.policies]
        assert odd == [s == seat for s in range(4)]
        assert (plan.seed, plan.first_game) == (3, 20)
        assert (plan.options.farm_method.word, plan.options.farm_points) == ("per_city", 4)
    step = found["2p-per_field_3-farming-1.5-1"].plans[0]
    more, base = (dict(policy.weights or ()) for policy in step.policies)
    changed = {feature: more[feature] - base[feature] for feature in base if more[feature] != base[feature]}
    assert changed == pytest.approx({"farmer": STEPS[0], "farmer_now": STEPS[0]})


def test_each_rule_was_tuned_for_as_often_and_only_the_weights_of_farming_changed() -> None:
    assert len(TIMES) == TUNINGS >= 5
    for players in STUDY.players:
        begin = dict(read_policy(GAME, "heuristic", players).weights or ())
        for rule in RULES:
            for which in (*TIMES, "response"):
                weights = dict(player(rule.name, which, players).weights or ())
                changed = {name for name in begin if weights[name] != begin[name]}
                assert changed <= set(FEATURES), (rule.name, players, which)


def test_each_tuning_plays_games_of_its_own(runs: StoredRuns) -> None:
    """So that their changes are independent, and the same games under every rule."""
    for rule in RULES:
        parts = [runs[f"2p-{rule}-tuned-{t}"][0].plan for t in TIMES]
        games = [game for plan in parts for game in range(plan.first_game, plan.first_game + plan.n)]
        assert len(games) == len(set(games)) >= GAMES
        for t, plan in zip(TIMES, parts, strict=True):
            for who in ("never", "response"):
                for odd in runs[f"2p-{rule}-{who}-{t}"]:
                    assert odd.plan.first_game == plan.first_game
                    assert odd.plan.n <= plan.n


def test_a_changed_winner_is_counted_game_by_game(runs: StoredRuns, results: Results) -> None:
    run = runs["2p-per_field_3-heuristic"][0]
    four = read_scored(run).scores(FarmRule("per_field", 4, "full"))
    before = run.seats.pivot(index="game", columns="seat", values="win_share").to_numpy() > 0
    after = four == four.max(axis=1, keepdims=True)
    changed = (before != after).any(axis=1).sum()
    entry = results.entry(
        "rescored_changes", "winner_changes", players=2, policy="heuristic", change="field_3_to_4"
    )
    assert entry.estimate.value == changed / GAMES
    assert entry.estimate.method == "Wilson"
    points = results.get("rescored_changes", "score", players=2, policy="heuristic", change="field_3_to_4")
    assert points.value == pytest.approx(run.seats["farm"].sum() / 3 / 2 / GAMES)


def seats_of(runs: StoredRuns, rule: str) -> list[pd.DataFrame]:
    """The table of seats of those tuned for a rule, tuning by tuning."""
    return [runs[f"2p-{rule}-tuned-{t}"][0].seats for t in TIMES]


def test_adapted_games_are_counted_from_the_table_tuning_by_tuning(
    runs: StoredRuns, results: Results
) -> None:
    at: dict[str, int | str] = {"players": 2, "rule": "per_city_4"}
    mine, first = (seats_of(runs, rule) for rule in ("per_city_4", "per_field_3"))
    placed = [seats["farmers"].sum() / len(seats) for seats in mine]
    assert results.get("adapted", "farmers", **at).value == pytest.approx(np.mean(placed))
    waited = [seats["farmer_turns"].sum() / seats["farmers"].sum() for seats in mine]
    assert results.get("adapted", "turns_to_come", **at).value == pytest.approx(np.mean(waited))
    change = results.get("adapted_changes", "farmers", **at).value
    before = [seats["farmers"].sum() / len(seats) for seats in first]
    assert change == pytest.approx(np.mean(placed) - np.mean(before))


def test_the_twin_of_an_interval_over_tunings(runs: StoredRuns, results: Results) -> None:
    """From its definition: a change for each tuning, and Student's t on these changes, in plain SciPy."""
    for rule in RULES[1:]:
        changes = [
            (new["farmers"] - old["farmers"]).groupby(new["game"]).mean().mean()
            for new, old in zip(seats_of(runs, rule.name), seats_of(runs, RULES[0].name), strict=True)
        ]
        low, high = stats.t.interval(0.95, TUNINGS - 1, np.mean(changes), stats.sem(changes))
        found = results.get("adapted_changes", "farmers", players=2, rule=rule.name)
        assert found.method == f"{TUNINGS} tunings"
        assert found.low == pytest.approx(low) or found.low < low
        assert found.high == pytest.approx(high) or found.high > high
        if found.low != pytest.approx(low):  # so few games say less than that
            assert found.half_width > (high - low) / 2


def test_the_twin_of_what_a_best_response_gains(runs: StoredRuns, results: Results) -> None:
    """The share of wins of the odd one, over the seats that it takes, less an even share of what is won."""
    for rule in RULES:
        gains = []
        for t in TIMES:
            tables = [
                run.seats.pivot(index="game", columns="seat", values="win_share")
                for run in runs[f"2p-{rule}-response-{t}"]
            ]
            mine = np.mean([table[seat].mean() for seat, table in enumerate(tables)])
            gains.append(mine - np.mean([table.sum(axis=1).mean() / 2 for table in tables]))
        found = results.get("response", "response_win", players=2, rule=rule.name)
        assert found.value == pytest.approx(np.mean(gains))
        bound = np.mean(gains) + stats.t.ppf(0.95, TUNINGS - 1) * stats.sem(gains)
        assert found.high >= min(1.0, bound) - 1e-6


def test_the_odd_one_out_takes_every_seat(runs: StoredRuns) -> None:
    cell = runs["2p-per_field_4-never-3"]
    odd = odd_one_out(cell)
    assert odd.farmers.sum() == 0
    expected = sum(
        run.seats.loc[run.seats["seat"] == seat, "score"].to_numpy(np.int64) for seat, run in enumerate(cell)
    )
    assert (odd.score == expected).all()
    base = nobody_odd(runs["2p-per_field_4-tuned-3"][0], len(odd.win))
    assert (base.win == WIN).all()
    shares = [Fraction(int(part), WIN) for part in odd.win]
    assert all(0 <= share <= 2 for share in shares)


def test_the_tuned_player_has_an_even_share_and_forbidding_is_the_left_end(results: Results) -> None:
    for at in AT_RULES:
        assert results.get("sweep", "win_share", farming="tuned", **at).value == pytest.approx(0.5)
        assert results.get("sweep", "farmers", farming="never", **at).value == 0
        left = results.get("sweep", "win_over_tuned", farming="never", **at)
        assert results.get("price", "forbidden_win", **at) == left


def test_the_farming_that_wins_most_has_all_that_is_not_told_apart_for_an_interval(results: Results) -> None:
    """So few games tell nearly nothing apart; the fewest and the most farmers of these are the ends."""
    for at in AT_RULES:
        best = results.get("price", "best_farmers", **at)
        as_good = [e for e in results.matching("sweep", "win_over_best_other", **at) if e.estimate.high >= 0]
        ends = [results.get("sweep", "farmers", **e.place) for e in as_good]
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
        assert not one.contrary or (one.voices(DIFFERENT) and one.is_judged)


# --- words and pictures


def test_the_page_is_one_file_of_three_depths(results: Results, report: Report) -> None:
    plain = check_report(report, pictures=6)
    for change in CHANGES:
        assert change.text in plain
    assert "findings can be judged" in plain
    most = max(e.estimate.high for e in results.matching("response", "response_win"))
    assert plain.count("Band: the 95 % intervals.") == 2
    assert f"at most {np.ceil(1000 * most) / 10:.1f} percentage points over an even share" in plain


def test_the_summary_leads_with_the_answer(report: Report) -> None:
    text = " ".join(report.answer.summary().split())
    assert text.startswith("What is a farmer worth? Carcassonne, ")
    assert "A fourth point for farms gives" in text
