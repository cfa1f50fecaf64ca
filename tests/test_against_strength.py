"""Findings against the strength of those who play: rungs, how many games each plays, where findings move."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import one_line, output_of, refusal, run_cli
from made_up import entry_of
from pages import answer_columns
from prose import MOST_WORDS, sentences

from analyses.estimates.estimate import Estimate
from analyses.measures.number import Number
from analyses.questions.results import Setting
from analyses.questions.strength import (
    LADDER,
    MOVES,
    OPEN,
    SETTLED,
    Climb,
    games_of,
    games_to_settle,
    main_of,
    read_strength,
    with_rungs,
)
from analyses.studies.declared import declared
from analyses.studies.shipped import FOLDER, shipped
from reports.answers.strength import HOW, StrengthFinding, settling_of
from rules.games import OWN
from rules.toml import read_toml
from simulate.plans.policies import RUNGS, names

PIG = Path(__file__).parent / "own" / "pig.py"
CASTLE = ("--game", "castle", "--players", "2", "--n", "24", "--strength", "random..greedy")


# --- the ladder


@pytest.mark.parametrize("game", OWN)
def test_every_rung_is_a_policy_of_every_game(game: str) -> None:
    assert LADDER.keys() <= set(names(game))
    assert tuple(LADDER)[-len(RUNGS) :] == RUNGS


@pytest.mark.parametrize(
    ("words", "rungs"),
    [
        ("random..greedy", ("random", "greedy")),
        (" greedy .. search:1 ", ("greedy", "novice", "heuristic", "search:1")),
        ("random..search:64", tuple(LADDER)),
        ("search:4,random,random", ("random", "search:4")),
    ],
)
def test_a_range_of_the_ladder_is_read_from_the_weakest_to_the_strongest(
    words: str, rungs: tuple[str, ...]
) -> None:
    assert read_strength(words, "catan") == rungs


def test_the_ladder_of_a_game_has_its_own_rungs(pig: None) -> None:
    """Pig has no `novice`."""
    assert read_strength("random..search:1", "pig") == ("random", "greedy", "heuristic", "search:1")
    assert "pig has no rung 'novice'. Rungs: random, greedy, heuristic, " in refusal(
        read_strength, "novice..heuristic", "pig"
    )


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("random..heurstic", "no rung 'heurstic'. Did you mean 'heuristic'?"),
        ("random..serch:4", "no rung 'serch:4'. Did you mean 'search:4'?"),
        ("random..", "no rung ''"),
        ("heuristic..random", "the weaker comes first: random..heuristic"),
        ("heuristic", "one rung alone shows nothing"),
        ("greedy..greedy", "one rung alone shows nothing"),
        ("rollout,random", "no rung 'rollout'"),
    ],
)
def test_what_is_no_part_of_the_ladder_is_refused(words: str, answer: str) -> None:
    assert answer in refusal(read_strength, words, "catan")


def test_slow_rungs_play_declared_parts_of_the_games() -> None:
    """No clock is asked: a stronger rung plays no more games than a weaker one, and never none."""
    for n in (4, 60, 20_000, 10**6):
        played = [games_of(rung, n) for rung in LADDER]
        assert played == sorted(played, reverse=True)
        assert played[0] == n
        assert min(played) >= min(n, 20)
    assert [games_of(rung, 20_000, parts=2) for rung in RUNGS] == [1250, 312, 78, 40]


def test_the_strongest_of_those_who_play_all_games_gives_the_answer() -> None:
    assert main_of(("random", "greedy")) == "greedy"
    assert main_of(tuple(LADDER)) == "heuristic"
    assert main_of(("search:1", "search:4")) == "search:1"


# --- marks


def entry(value: float, half: float, margin: float | None = 2.0) -> Number:
    """A finding of one rung, made up."""
    return entry_of(
        "t", {}, "m", "turns", Estimate(value, value - half, value + half, 0.95, 100, "t"), margin
    )


def climb(*found: tuple[float, float]) -> Climb:
    """A finding at the rungs from the top of these down."""
    rungs = list(LADDER)[: len(found)]
    return Climb({rung: entry(*each) for rung, each in zip(rungs, found, strict=True)})


def test_a_finding_still_moves_only_if_the_last_step_is_surely_beyond_the_margin() -> None:
    found = climb((0, 0.1), (0, 0.1), (5, 0.5))
    assert (found.mark, found.mark_words) == (MOVES, "still moves at novice")
    assert found.plain == "greedy and novice do not find the same"
    assert climb((0, 0.1), (2.5, 0.6)).mark == OPEN  # more than the margin, but not for certain


def test_a_finding_is_settled_from_the_weakest_rung_on_that_finds_what_the_strongest_find() -> None:
    found = climb((9, 0.2), (0.3, 0.2), (0.1, 0.2), (0, 0.2))
    assert (found.mark, found.settled_from, found.mark_words) == (SETTLED, "greedy", "settled from greedy on")
    assert found.plain == "all players from greedy on find the same"
    drifting = climb((0, 0.1), (1.2, 0.1), (2.4, 0.1))  # each step is small, both together are not
    assert drifting.settled_from == "greedy"


@pytest.mark.parametrize(
    ("found", "after"),
    [
        (((5, 1), (6, 1), (8, 3)), "novice may find more or less than greedy, but both find so"),
        (((-5, 1), (-5, 1), (-9, 1)), "novice finds more than greedy, but both find so"),
        (((9, 1), (9, 1), (5, 1)), "novice finds less than greedy, but both find so"),
        (((5, 1), (5, 1), (-5, 1)), "greedy and novice do not find the same"),
        (((5, 1), (5, 1), (4, 5)), "it is not settled whether greedy and novice find the same"),
        (((1, 0.1), (5, 0.1), (5.1, 0.1)), "all players from greedy on find the same"),
    ],
)
def test_players_who_surely_find_a_change_too_are_said_to(
    found: tuple[tuple[float, float], ...], after: str
) -> None:
    """Does it hold for better players? It may, where nobody knows whether they find as much."""
    assert climb(*found).clause == after
    of_a_change = StrengthFinding("turns", "+.1f", {"3 players": climb(*found)})
    assert of_a_change.sentence == f"{after[0].upper()}{after[1:]}."
    of_a_curve = StrengthFinding("turns", ".1f", {"3 players": climb(*found)})
    assert "both find so" not in of_a_curve.sentence, "a curve is no change"


def test_what_the_answer_says_is_not_taken_for_what_the_two_strongest_say() -> None:
    """They may both find the opposite of those who give the answer."""
    rungs = {"heuristic": entry(5, 1), "search:1": entry(-5, 1), "search:4": entry(-6, 2)}
    assert Climb(rungs).clause == "it is not settled whether search:1 and search:4 find the same"


def test_a_finding_that_few_games_tell_of_is_not_settled() -> None:
    assert climb((0, 0.1), (0, 0.1), (0, 6)).mark_words == "not settled at novice"
    assert Climb({"random": entry(0, 1, None), "greedy": entry(9, 1, None)}).mark_words == ""


def test_marks_of_several_tables_stand_with_their_tables() -> None:
    still, moving = climb((0, 0.1), (0, 0.1)), climb((0, 0.1), (5, 0.1))
    found = StrengthFinding("turns", "+.1f", {"2 players": still, "3 players": moving, "4 players": moving})
    assert found.marks == "settled from random on with 2 players; still moves at greedy with 3 and 4 players"
    (heading, *lines) = found.lines("B - A")
    assert "greedy minus it" in heading
    expected = "2 random greedy 3 random greedy 4 random greedy"
    assert [line.split()[0] for line in lines] == expected.split()


def test_of_many_tables_the_picture_shows_the_first() -> None:
    """A study has a place for each rule with each number of players: too many to tell apart."""
    many = {f"dice_cap={n}": climb((0, 0.1), (5, 0.1)) for n in range(40)}
    drawn = StrengthFinding("turns", "+.1f", many).picture("the change")
    shown = {row["series"] for row in csv.DictReader(io.StringIO(drawn.csv))}
    assert shown == set(list(many)[:8])
    assert "The tables below have 32 more." in drawn.caption
    whole = StrengthFinding("turns", "+.1f", dict(list(many.items())[:8])).picture("the change")
    assert "more" not in whole.caption


def test_what_marks_mean_is_said_in_short_sentences() -> None:
    assert [s for text in HOW for s in sentences(text) if len(s.split()) > MOST_WORDS] == []


# --- said beforehand


def test_so_many_games_settle_a_step_in_eight_cases_of_ten() -> None:
    """If both rungs find the same: by lot, the upper in so many games, the lower in four times as many."""
    rng, margin, spread, played = np.random.default_rng(5), 0.5, 4.0, 20_000
    half = 1.96 * spread / math.sqrt(played)
    of_heuristic = entry_of(
        "t", {}, "m", "turns", Estimate(3.0, 3 - half, 3 + half, 0.95, played, "t"), margin
    )
    n = games_to_settle(of_heuristic, ("heuristic", "search:1", "search:4"))
    assert n is not None
    tops, belows = (rng.normal(3.0, spread / math.sqrt(games), 20_000) for games in (n, 4 * n))
    reach = 1.96 * spread * math.sqrt(1 / n + 1 / (4 * n))
    assert np.mean(np.abs(tops - belows) + reach <= margin) == pytest.approx(0.8, abs=0.01)


def test_slow_rungs_are_foretold_in_the_games_that_settle_the_finding() -> None:
    """Whether the games that are asked for will do, and how many would."""
    found = StrengthFinding("turns a game", "+.1f", {"4 players": Climb({"heuristic": entry(3, 2.0)})})
    rungs = ("heuristic", "search:4")
    assert settling_of(found, rungs, 312) == (
        "312 games of search:4 will likely settle turns a game against strength if search:4 finds what "
        "heuristic finds"
    )
    assert settling_of(found, rungs, 100) == (
        "about 281 games of search:4 would settle turns a game against strength if search:4 finds what "
        "heuristic finds; it plays 100 (--n 18000 plays as many)"
    )
    free = StrengthFinding("turns a game", "+.1f", {"4 players": Climb({"heuristic": entry(3, 2.0, None)})})
    assert settling_of(free, rungs, 312) == ""


def test_quick_rungs_play_first_and_foretell_the_slow_ones(tmp_path: Path) -> None:
    """On stderr, once: when all games are there, nothing is to come."""
    shutil.copy(PIG, tmp_path)
    words = ("compare", "--game", "pig.py", "--n", "60", "--strength", "random..search:1")
    first, again = (run_cli(*words, "--rule", "target=30", "--players", "2", cwd=tmp_path) for _ in range(2))
    foretold = "about 425 games of search:1 would settle turns a game against strength"
    assert foretold in " ".join(first.stderr.split())
    assert "settle" not in again.stderr
    assert first.stdout == again.stdout


# --- compare


def found_of(*words: str, cwd: Path) -> dict[str, Any]:
    """What a command finds, as JSON."""
    answer: dict[str, Any] = json.loads(output_of(*words, "--json", cwd=cwd))
    return answer


def page_of(cwd: Path, found: dict[str, Any]) -> str:
    """The page that came with it."""
    return (cwd / found["directory"] / "report.html").read_text(encoding="utf-8")


def test_a_comparison_stands_against_strength(tmp_path: Path) -> None:
    """Every number of the table is made again from the rows of the runs, by pandas."""
    words = ("compare", *CASTLE, "--rule", "actions=3", "--measure", "turns")
    found = found_of(*words, cwd=tmp_path)
    strength = found["sections"]["strength"]
    assert found["policies"] == [strength["answers"]] == ["greedy"]
    assert len(found["numbers"]) == 1
    (turns,) = strength["findings"]
    assert [row["rung"] for row in turns["numbers"]] == ["random", "greedy"]
    by_rung = turns_by_rung(tmp_path)
    for row in turns["numbers"]:
        assert row["value"] == pytest.approx(by_rung[row["rung"]])
        assert row["n"] == 24
    low, top = turns["numbers"]
    assert low["to_top"] == pytest.approx(by_rung["greedy"] - by_rung["random"])
    reach = math.hypot(top["value"] - top["low"], low["high"] - low["value"])
    assert low["to_top_low"] == pytest.approx(low["to_top"] - reach)
    assert top["to_top"] is None
    sure = low["to_top_low"] > 2 or low["to_top_high"] < -2
    assert turns["mark"] == (MOVES if sure else OPEN)
    folder = tmp_path / found["directory"]
    rows = pd.read_csv(folder / "tables" / "strength.csv")
    assert set(rows) <= answer_columns(), "all have a page"
    assert list(rows["rung"]) == ["random", "greedy"]
    assert set(rows["mark"]) == {f"{turns['mark']} at greedy"}
    assert "Against strength" in (folder / "report.html").read_text(encoding="utf-8")


def test_numbers_against_strength_are_those_of_the_other_tables(tmp_path: Path) -> None:
    """Shares were in percent and without a unit, beside shares from 0 to 1 in `changes.csv`."""
    words = ("compare", *CASTLE, "--rule", "actions=3", "--measure", "win_share:place1", "--measure", "turns")
    folder = tmp_path / found_of(*words, cwd=tmp_path)["directory"] / "tables"
    changes = pd.read_csv(folder / "changes.csv")
    rows = pd.read_csv(folder / "strength.csv").query("rung == 'greedy'")
    assert list(rows["measure"]) == ["win_share:place1", "turns"]
    assert list(rows["finding"]) == ["games won by place 1", "turns a game"]
    assert list(rows["unit"]) == list(changes["unit"]) == ["share", "turns"]
    assert list(rows["margin"]) == list(changes["margin"]) == [0.02, 2]
    assert list(rows["value"]) == list(changes["change"])


def turns_by_rung(folder: Path) -> dict[str, float]:
    """By how many turns games are longer under the other rule, by who plays."""
    means: dict[tuple[str, bool], list[float]] = {}
    for run in (folder / "runs").iterdir():
        plan = json.loads((run / "manifest.json").read_text())["plan"]
        games = pd.concat(pd.read_parquet(file) for file in sorted((run / "games").glob("*.parquet")))
        house = plan["options"]["actions"] == 3
        means.setdefault((plan["policies"][0]["name"], house), []).append(float(games["turns"].mean()))
    rungs = {rung for rung, _ in means}
    return {rung: float(np.mean(means[rung, True]) - np.mean(means[rung, False])) for rung in rungs}


def test_a_terminal_shows_a_line_a_rung(tmp_path: Path) -> None:
    printed = output_of("compare", *CASTLE, "--rule", "actions=3", cwd=tmp_path, columns=80)
    text = " ".join(printed.split())
    assert "The answer is that of greedy; random tests it." in text
    assert "find the same." in text
    assert "at greedy" not in text
    assert max(map(len, printed.splitlines())) <= 80


def test_the_same_rungs_as_a_panel_are_another_answer(tmp_path: Path) -> None:
    """Both play the same games, so nothing is played again, and neither overwrites the other."""
    rule = ("--rule", "actions=3", "--measure", "turns")
    one = found_of("compare", *CASTLE, *rule, cwd=tmp_path)
    assert "The answer is that of greedy; random tests it." in page_of(tmp_path, one)
    runs = sorted(run.name for run in (tmp_path / "runs").iterdir())
    words = [*CASTLE[:-2], "--panel", "random,greedy", *rule]
    other = found_of("compare", *words, cwd=tmp_path)
    assert sorted(run.name for run in (tmp_path / "runs").iterdir()) == runs
    assert one["directory"] != other["directory"]
    assert "strength" not in other["sections"]


# --- sweeps


def test_a_sweep_crosses_its_target_for_every_rung(tmp_path: Path) -> None:
    words = ("sweep", *CASTLE, "--rule", "actions=1..3", "--target", "turns=40")
    found = found_of(*words, cwd=tmp_path)
    curves = found["sections"]["curves"]
    assert list(dict.fromkeys(row["policy"] for row in curves)) == ["random", "greedy"]
    turns = [
        each for each in found["sections"]["strength"]["findings"] if each["finding"].startswith("turns")
    ]
    assert [each["at"] for each in turns] == ["actions=1", "actions=2", "actions=3"]
    for each in turns:  # of a target the curve itself is compared, not its change
        assert all(row["value"] > 0 for row in each["numbers"])
    rungs = pd.read_csv(tmp_path / found["directory"] / "tables" / "strength.csv")
    assert len(rungs) == sum(len(each["numbers"]) for each in found["sections"]["strength"]["findings"])
    rows = pd.read_csv(tmp_path / found["directory"] / "tables" / "crossings.csv")
    assert set(rows["policy"]) == {"random", "greedy"}
    page = page_of(tmp_path, found)
    assert "The answer is that of greedy; random tests it." in page
    assert '<option value="1" selected>greedy</option>' in page
    seen = re.findall(r'<div class="stop" data-line="(\d)" data-value="(\d)">', page)
    assert seen == [("1", "0"), ("1", "1"), ("1", "2")], "those who give the answer are to be seen first"


# --- studies


def test_rungs_stand_beside_those_who_play_in_a_study() -> None:
    ways = [
        {"name": "standard", "policy": "heuristic", "text": "standard game"},
        {"name": "random", "policy": "random", "text": "policy random"},
    ]
    assert with_rungs(ways, ("random", "heuristic", "search:1"))[2:] == [
        {"name": "search:1", "policy": "search:1", "text": "policy search:1"}
    ]


STUDIES = [name for name in shipped() if "strength" in read_toml(FOLDER / f"{name}.toml")]


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_plays_new_rungs_where_random_plays_with_their_part_of_the_games(name: str) -> None:
    """What it plays without them stays as it is."""
    game = {"seats": "castle", "players": "castle", "claims": "catan"}.get(name)
    setting = Setting((3,), 3_000, 1)
    usual = declared(name, game).cells(setting)
    climbing = replace(declared(name, game), rungs=("random", "heuristic", "search:1")).cells(setting)
    assert set(usual) < set(climbing)
    new = [cell for cell in climbing if cell not in set(usual)]
    for cell in new:
        assert {policy.name for plan in cell.plans for policy in plan.policies} == {"search:1"}
        assert {plan.n for plan in cell.plans} == {3_000 // 16}
    every = replace(declared(name, game), rungs=tuple(LADDER)).cells(
        setting
    )  # the novice has other games, too
    assert len({cell.name for cell in every}) == len(every)


def test_the_findings_of_a_study_stand_against_strength(tmp_path: Path) -> None:
    words = "study seats --game castle --players 2 --n 20 --strength random..novice"
    found = found_of(*words.split(), cwd=tmp_path)
    first = found["sections"]["strength"]["findings"][0]
    assert [row["rung"] for row in first["numbers"]] == ["random", "greedy", "novice"]
    assert first["at"] == "2 players"
    assert "find the same" in found["answer"]
    rows = pd.read_csv(tmp_path / found["directory"] / "tables" / "strength.csv")
    places = pd.read_csv(tmp_path / found["directory"] / "tables" / "places.csv")
    for _, row in rows[rows["finding"] == first["finding"]].iterrows():
        same = places.query("measure == 'above_even' and place == 1 and policy == @row.rung")
        assert row["value"] in list(same["value"])


STUDY = """
question = "What does a third action do?"
game = "castle"
players = 2
policies = ["greedy"]
games = 20
strength = "random..greedy"

[[arms]]
name = "three actions"
rules = { actions = 3 }

[[measures]]
name = "turns"
"""


def test_a_study_file_may_ask_for_strength(tmp_path: Path) -> None:
    (tmp_path / "third.toml").write_text(STUDY)
    found = found_of("study", "third.toml", cwd=tmp_path)
    assert found["policies"] == ["greedy"]
    assert any(words in found["answer"] for words in ("find the same", "nothing is sure"))
    (turns,) = found["sections"]["strength"]["findings"]
    assert [row["rung"] for row in turns["numbers"]] == ["random", "greedy"]
    caption = page_of(tmp_path, found).partition(", from the weakest players on top")[0].rpartition(">")[2]
    assert caption.strip() == "The change from A to B"


def test_of_several_rules_the_answer_tells_who_finds_its_own(tmp_path: Path) -> None:
    """It names the players where they differ, and no rule: that stands before it. Tables have all."""
    arm = '[[arms]]\nname = "one action"\nrules = { actions = 1 }\n\n[[measures]]'
    several = STUDY.replace("[[measures]]", arm).replace("players = 2", "players = [2, 3]")
    (tmp_path / "third.toml").write_text(several)
    found = found_of("study", "third.toml", cwd=tmp_path)
    rule, _, rest = found["answer"].partition(": ")
    assert rule.lower() in ("three actions", "one action")
    assert "action" not in rest
    assert "greedy" in rest
    at = [turns["at"] for turns in found["sections"]["strength"]["findings"]]
    assert len(at) == 4


@pytest.mark.parametrize(
    ("old", "new", "answer"),
    [
        ("random..greedy", "random..greddy", "strength random..greddy: castle has no rung 'greddy'"),
        ('strength = "random..greedy"', "strength = 3", "third.toml: strength = 3: must be rungs"),
        ('"random..greedy"', '"random..greedy"\nadapt = 2', "adapt tunes one kind of player"),
    ],
)
def test_a_study_file_names_rungs_that_there_are(tmp_path: Path, old: str, new: str, answer: str) -> None:
    (tmp_path / "third.toml").write_text(STUDY.replace(old, new))
    assert answer in one_line(run_cli("study", "third.toml", cwd=tmp_path))


def test_a_study_without_a_place_for_rungs_refuses_them(tmp_path: Path) -> None:
    done = run_cli("study", "policies", "--game", "castle", "--strength", "random..greedy", cwd=tmp_path)
    assert "study policies sets all players against each other" in one_line(done)
