"""`simulate study`: a study through the command line, and what its numbers say."""

import dataclasses
import json
import math
import re
import shutil
import signal
import subprocess
import time
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from builders import PATIENCE, PROGRAM, environment, finished_study, one_line, run_cli, runs_of, volume

from analyses.estimate import DIFFERENT, EQUIVALENT, UNDECIDED, Estimate
from analyses.farmer_study.robustness import disputes
from analyses.farmer_study.rules import CHANGES, MEASURES, ROBUST_POLICIES
from analyses.farmer_study.study import (
    NEVER,
    RULES,
    STEPS,
    TUNED,
    analyse,
    cells,
    doubtful,
    doubts,
    farms_amiss,
    loses_to_habit,
    name_of,
    step_name,
)
from analyses.farmer_study.sweep import WIN_MARGIN, nobody_odd, odd_one_out
from analyses.rescoring import rescore
from analyses.studies import (
    Entry,
    Setting,
    difference_of,
    frequency_of,
    hash_of,
    mean_of,
    ratio_change,
    ratio_of,
    share_of,
)
from analyses.summary import WIN
from reports.farmer_study.report import page, summary
from reports.farmer_study.words import in_short, sentences

GAMES = volume(60, 20)
SETTING = Setting((2,), GAMES, 1)
WORDS = ("study", "farmers", "--players", "2", "--n", str(GAMES))
TABLES = {
    "rescored", "rescored_changes", "adapted", "adapted_changes", "sweep", "price", "meeples", "habit",
}  # fmt: skip


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """A finished study of two players, and what its command said."""
    return finished_study(WORDS, tmp_path_factory.mktemp("study"))


@pytest.fixture(scope="module")
def runs(study):
    """The runs of each cell."""
    return runs_of(study[0], cells(SETTING))


@pytest.fixture(scope="module")
def results(runs):
    """What the study measured."""
    return analyse(SETTING, runs)


# --- the command


def test_a_study_ends_with_its_files_and_the_next_step(study):
    folder, done = study
    name = folder.name
    assert re.fullmatch(r"farmers-[0-9a-f]{6}", name)
    assert name.endswith(hash_of(cells(SETTING))[:6])
    lines = done.stdout.splitlines()
    run = name_of(2, RULES[0].name, TUNED)
    assert lines[-3:] == [
        f"studies/{name}/report.html",
        f"studies/{name}/tables",
        f"next: simulate report studies/{name}/runs/{run}",
    ]
    assert (folder / "report.html").stat().st_size > 50_000
    assert {path.stem for path in (folder / "tables").glob("*.csv")} == TABLES
    assert "cell 1 of" in done.stderr


def test_the_same_command_again_finds_everything_there(study):
    folder, first = study
    before = {path: path.stat().st_mtime_ns for path in folder.glob("runs/*/games/*")}
    done = run_cli(*WORDS, cwd=folder.parent.parent)
    assert done.returncode == 0, done.stderr
    total = sum(cell.games for cell in cells(SETTING))
    assert f"complete: studies/{folder.name} holds all {total:,} games" in done.stderr
    assert done.stdout == first.stdout
    assert before == {path: path.stat().st_mtime_ns for path in folder.glob("runs/*/games/*")}


def test_every_number_has_its_interval(study):
    folder, _ = study
    for path in (folder / "tables").glob("*.csv"):
        table = pd.read_csv(path, keep_default_na=True)
        assert {"measure", "unit", "value", "low", "high", "level", "n", "method"} <= set(table), path
        assert len(table) > 2
        known = table.dropna(subset=["value", "low"])
        assert len(known) == len(table), path
        assert (known["low"] <= known["value"] + 1e-12).all()
        assert (known["value"] <= known["high"] + 1e-12).all()
        if "margin" in table:
            judged = table.dropna(subset=["margin"])
            assert len(judged)
            assert set(judged["verdict"]) <= {DIFFERENT, EQUIVALENT, UNDECIDED}
        floats = set(table.select_dtypes("float").columns)
        assert floats <= {"value", "low", "high", "level", "margin"}, path


def test_findings_as_json(study):
    folder, _ = study
    done = run_cli(*WORDS, "--json", cwd=folder.parent.parent)
    data = json.loads(done.stdout)
    assert data == json.loads((folder / "findings.json").read_text())
    assert (data["study"], data["players"], data["n"]) == ("farmers", [2], GAMES)
    assert len(data["findings"]) > 10
    for number in data["numbers"]:
        assert {"table", "measure", "value", "low", "high", "margin", "verdict"} <= set(number)


def test_an_interrupted_study_continues(folder, study):
    """Ctrl-C keeps what is finished; the same command plays the rest and comes to the same tables."""
    words = (*WORDS, "--out", "mine")
    process = subprocess.Popen(
        [str(PROGRAM), *words],
        cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    until = time.monotonic() + 120
    while len(list(folder.glob("mine/runs/*/receipts/*.json"))) < 6 and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert f"continue: simulate study farmers --players 2 --n {GAMES} --out mine" in out
    assert re.search(r"stopped: \d+ of \d+ cells are complete and kept", err)
    assert "Traceback" not in err
    kept = set(folder.glob("mine/runs/*/receipts/*.json"))
    assert kept
    whole, _ = study
    for path in (whole / "runs").iterdir():  # the rest from the finished study, to save time
        if not (folder / "mine" / "runs" / path.name).exists() and "per_field_4-farming" not in path.name:
            shutil.copytree(path, folder / "mine" / "runs" / path.name)
    half_made = folder / "mine" / "runs" / f"{name_of(2, RULES[1].name, step_name(STEPS[0]))}-seat2"
    shutil.rmtree(half_made, ignore_errors=True)
    (half_made / "games").mkdir(parents=True)
    done = run_cli(*words, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "continuing mine: " in done.stderr
    for path in (whole / "tables").glob("*.csv"):
        assert path.read_bytes() == (folder / "mine" / "tables" / path.name).read_bytes(), path.name


def test_the_list_of_studies(folder):
    done = run_cli("study", cwd=folder)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].split()[:2] == ["farmers", "Carcassonne:"]
    assert done.stdout.splitlines()[-1] == "next: simulate study farmers"


def test_help_says_why(folder):
    text = " ".join(run_cli("study", "--help", cwd=folder).stdout.split())
    for words in ("--players", "--n", "--seed", "--jobs", "--out", "--json", "halve the intervals"):
        assert words in text


MISTAKES = {
    "unknown study": (
        ["farmer"],
        "there is no study 'farmer'. Did you mean 'farmers'? Studies: farmers, numbers",
    ),
    "one player": (
        ["farmers", "--players", "1"],
        "--players 1: write numbers from 2 to 5 as 2 or 2,3 or 2-5",
    ),
    "six players": (["farmers", "--players", "2-6"], "--players 2-6: write numbers from 2 to 5"),
    "backwards": (["farmers", "--players", "4-2"], "--players 4-2: write numbers"),
    "words": (["farmers", "--players", "two"], "--players two: write numbers"),
    "few games": (["farmers", "--n", "5"], "--n 5: must be a whole number from 20 to"),
    "games in words": (["farmers", "--n", "many"], "'many' is not a valid integer"),
    "negative seed": (["farmers", "--seed", "-1"], "--seed -1: must be a whole number from 0 to"),
    "no jobs": (["farmers", "--jobs", "0"], "--jobs 0: must be a whole number from 1 to 1024"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_answered_in_one_line(folder, name):
    words, answer = MISTAKES[name]
    assert answer in one_line(run_cli("study", *words, cwd=folder))
    assert not list(folder.iterdir())


def test_a_directory_with_something_else_is_refused(study, folder):
    whole, _ = study
    other = ("study", "farmers", "--players", "2", "--n", str(GAMES + 1), "--out", str(whole))
    assert "holds another study (simulate study farmers --players 2 --n " in one_line(
        run_cli(*other, cwd=folder)
    )
    (folder / "file").write_text("in the way")
    assert "is not empty and is not a study" in one_line(run_cli(*WORDS, "--out", ".", cwd=folder))
    assert "--out file/x: cannot be written" in one_line(run_cli(*WORDS, "--out", "file/x", cwd=folder))


# --- the numbers


def test_the_cells_are_what_the_questions_need():
    found = {cell.name: cell for cell in cells(Setting((2, 4), 100, 3))}
    assert len(found) == 2 * (len(RULES) * (2 + len(STEPS)) + len(RULES) - 1 + len(ROBUST_POLICIES) - 1)
    never = found[name_of(4, "per_city_4", NEVER)]
    assert [plan.n for plan in never.plans] == [13] * 4  # 50 games, blocks of four
    for seat, plan in enumerate(never.plans):
        odd = [dict(policy.weights)["farmer_now"] == -1000 for policy in plan.policies]
        assert odd == [s == seat for s in range(4)]
        assert (plan.seed, plan.first_game) == (3, 0)
        assert (plan.options.farm_method, plan.options.farm_points) == ("per_city", 4)
    step = found[name_of(2, "per_field_3", step_name(STEPS[0]))].plans[0]
    more, base = (dict(policy.weights) for policy in step.policies)
    changed = {feature: more[feature] - base[feature] for feature in base if more[feature] != base[feature]}
    assert changed == pytest.approx({"farmer": STEPS[0], "farmer_now": STEPS[0]})


def test_a_changed_winner_is_counted_game_by_game(runs, results):
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


def test_adapted_games_are_counted_from_the_table(runs, results):
    run = runs[name_of(2, "per_city_4", TUNED)][0]
    placed, turns = run.seats["farmers"].sum(), run.seats["farmer_turns"].sum()
    at = {"players": 2, "rule": "per_city_4"}
    assert results.get("adapted", "farmers", **at).value == pytest.approx(placed / 2 / GAMES)
    assert results.get("adapted", "turns_to_come", **at).value == pytest.approx(turns / placed)
    change = results.get("adapted_changes", "farmers", **at).value
    first = results.get("adapted", "farmers", players=2, rule="per_field_3").value
    assert change == pytest.approx(placed / 2 / GAMES - first)


def test_the_odd_one_out_takes_every_seat(runs):
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


def test_the_tuned_player_has_an_even_share_and_forbidding_is_the_left_end(results):
    for rule in RULES:
        at = {"players": 2, "rule": rule.name}
        assert results.get("sweep", "win_share", farming="tuned", **at).value == pytest.approx(0.5)
        assert results.get("sweep", "farmers", farming=NEVER, **at).value == 0
        left = results.get("sweep", "win_over_tuned", farming=NEVER, **at)
        assert results.get("price", "forbidden_win", **at) == left
        placed = [
            results.get("sweep", "farmers", farming=name, **at).value
            for name in (NEVER, *(step_name(s) for s in STEPS if s < 0), "tuned")
        ]
        assert placed == sorted(placed)


def test_disputes_are_contradictions(results):
    for dispute in disputes(results):
        assert DIFFERENT in dispute.verdicts.values()
        assert dispute.measure in MEASURES
        assert set(dispute.verdicts) == set(ROBUST_POLICIES)


def with_entry(results, table, measure, place, value, margin=None):
    """The results, but for one number."""
    kept = [e for e in results.entries if (e.measure, e.keys) != (measure, place)]
    estimate = Estimate(value, value - 0.01, value + 0.01, 0.95, GAMES, "t")
    entry = Entry(table, place, measure, "share of wins", estimate, margin)
    return dataclasses.replace(results, entries=[*kept, entry])


def test_a_tuned_policy_that_loses_to_old_habits_is_doubted(results):
    """What such players do says nothing about the rule, and every sentence about them says so."""
    rule = RULES[1]
    place = {"players": 2, "rule": rule.name}
    fine, lost = (with_entry(results, "habit", "habit_win", place, value) for value in (0.005, 0.05))
    assert loses_to_habit(fine, rule.name) == doubtful(fine, rule.name) == []
    assert loses_to_habit(lost, rule.name) == doubtful(lost, rule.name) == [2]
    assert any("+5.0 [+4.0, +6.0] percentage points with 2 players" in text for text in doubts(lost))
    about = [text for text in sentences(lost) if f"“{rule.text}”" in text]
    assert len(about) == 4
    assert all(text.endswith("The weights are in doubt with two players.") for text in about)
    assert doubtful(results, RULES[0].name) == []


@pytest.mark.parametrize("rule", RULES[:2])
def test_a_tuned_policy_that_farms_too_much_or_too_little_is_doubted(results, rule):
    """A lead that is or may be within the margin is no doubt: the best of several is a little flattered."""
    place = {"players": 2, "rule": rule.name}
    within, perhaps, beyond = (
        with_entry(results, "price", "best_win", place, value, WIN_MARGIN) for value in (0.005, 0.025, 0.05)
    )
    assert farms_amiss(within, rule.name) == farms_amiss(perhaps, rule.name) == []
    assert farms_amiss(beyond, rule.name) == doubtful(beyond, rule.name) == [2]
    assert any(
        f"“{rule.text}”" in text and "farms more or less wins" in text and "+5.0 [+4.0, +6.0]" in text
        for text in doubts(beyond)
    )
    about = [text for text in sentences(beyond) if f"“{rule.text}”" in text]
    assert len(about) == (6 if rule == RULES[0] else 4)
    assert all(text.endswith("The weights are in doubt with two players.") for text in about)


# --- estimators


def test_estimates_of_nothing_and_of_everything():
    none = np.zeros(10, np.int64)
    assert share_of(none, 60).high > 0.1
    assert share_of(none + 60, 60).low < 0.9
    assert math.isnan(ratio_change((none, none), (none, none)).value)
    assert frequency_of(none > 0).value == 0
    assert difference_of(none + 3, none, 2).value == 1.5


def test_a_change_of_ratios_agrees_with_the_ratio_where_one_is_known():
    """Against a ratio that is the same in every game, only the other one strays."""
    generator = np.random.default_rng(1)
    bottom = generator.integers(50, 150, 400)
    top = generator.binomial(bottom, 0.3)
    change = ratio_change((top, bottom), (bottom // bottom, bottom // bottom))
    alone = ratio_of(top, bottom)
    assert change.value == pytest.approx(alone.value - 1)
    assert change.half_width == pytest.approx(alone.half_width)
    assert mean_of(top, 2).value == pytest.approx(top.mean() / 2)


# --- words and pictures


def test_every_sentence_leads_with_the_size_and_states_the_margin(results):
    said = sentences(results)
    assert "contradict each other in" in said[0]
    judged = [text for text in said if "margin " in text]
    assert len(judged) > 10
    for text in judged:  # the first interval, the first margin, then a verdict
        verdict = max(text.find(words) for words in (DIFFERENT, EQUIVALENT, UNDECIDED))
        assert 0 < text.find("[") < text.find("margin ") < verdict, text
    assert set(in_short(results)) <= set(said)
    assert re.match(
        r"Under per-field scoring, raising farms from 3 to 4 points changes the winner of [\d.]+ % \[.+?\] "
        r"of two-player games \(margin 5 % of games: ",
        next(text for text in said if text.startswith("Under per-field")),
    )


def test_the_page_is_one_file_with_the_doubts_first(results):
    text = page(results, "simulate study farmers --players 2")
    for tag in ("<script", "<link", "<img", "<iframe", "@import"):
        assert tag not in text
    plain = text.replace("\N{NO-BREAK SPACE}", " ")
    assert plain.index("Read with care: who plays") < plain.index("In short")
    assert "simulate study farmers --players 2</code>" in plain
    assert len(re.findall(r'role="img" aria-label="[^"]{40,}">\s*<svg', text)) == text.count("<svg") == 6
    for change in CHANGES:
        assert change.label in plain
    assert text == page(results, "simulate study farmers --players 2")


def test_the_summary_fits_a_terminal(results):
    lines = summary(results).splitlines()
    assert lines[0].startswith("What is a farmer worth? Carcassonne, ")
    assert lines[-1].startswith("Under per-field scoring, raising farms from 3 to 4 points")
    table = [line for line in lines if line.startswith("   per field, 3 points")]
    assert all(re.search(r"\[.+\]", line) for line in table)
