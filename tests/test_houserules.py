"""House rules side by side: a study with a list of rules a game, and the table of several arms."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from builders import as_json, one_line, run_cli
from made_up import RULES_AT, comparison_of, number, two_rules

from analyses.measures.vocabulary import WINNER_CHANGED
from analyses.studies.outcome import Outcome
from analyses.studies.reading import read_study
from analyses.studies.shipped import FOLDER
from analyses.studies.study import BASELINE, Arm, Study
from reports.answers.overview import Overview
from reports.answers.page import answer_of
from reports.answers.side_by_side import side_by_side
from rules.errors import UserError
from rules.games import OWN

FILE = FOLDER / "houserules.toml"


@pytest.mark.parametrize("game", OWN)
def test_the_study_knows_about_ten_rules_of_each_game(game: str) -> None:
    study = read_study(FILE, game)
    assert study.game == game
    assert 9 <= len(study.arms) <= 25
    assert all(arm.is_titled for arm in study.arms)


def test_its_question_names_the_game() -> None:
    """Two answers lay side by side, and neither said of which game it was."""
    overview = two_rules()
    study = replace(overview.study, question=read_study(FILE, "starwars").question)
    asked = Overview(Outcome(study, overview.outcome.cells)).question
    assert asked == "Star Wars Carcassonne: which house rule would you like?"


def test_a_row_is_a_rule_and_the_first_one_is_the_standard_game() -> None:
    table = side_by_side(two_rules())
    assert [row[0].text for row in table.rows] == ["standard game", "short", "close"]
    assert table.heading[:3] == ["rule", "turns a game", "points between the winner and the next"]
    assert [row[1].text for row in table.rows] == ["65.0", "57.0", "65.0"]
    assert [row[2].text for row in table.rows] == ["8.0", "8.0", "5.5"]
    assert table.rows[1][1].interval.replace("\N{NO-BREAK SPACE}", " ") == "-8.0 [-9.0, -7.0] ≠ ●"
    assert table.is_sorted


def test_of_several_settings_the_table_has_the_main_one() -> None:
    """Nine rules at four tables with three players would be a hundred rows; the list below has the others."""
    overview = two_rules()
    (short, close), more = overview.study.arms, replace(RULES_AT, players=4)
    numbers = overview.outcome.cells
    cells = {
        (short, RULES_AT): numbers[short, RULES_AT],
        (short, more): numbers[short, RULES_AT],
        (close, more): numbers[close, RULES_AT],
    }
    table = side_by_side(Overview(Outcome(overview.study, cells)))
    names = [row[0].text for row in table.rows]
    assert names[:2] == ["standard game", "short"]
    assert names[2].startswith("close, ")
    assert len(names) == 3
    assert "players" in table.caption


def test_a_measure_that_one_rule_does_not_have_is_a_dash() -> None:
    overview = two_rules()
    arm = overview.study.arms[1]
    cells = {**overview.outcome.cells, (arm, RULES_AT): comparison_of(number("turns", -0.5, 0.5))}
    table = side_by_side(Overview(Outcome(overview.study, cells)))
    assert table.rows[2][2].text == "–"


def test_one_rule_alone_has_no_table_of_rules() -> None:
    overview = two_rules()
    (first, found), *_ = overview.outcome.cells.items()
    study = Study("toy", "starwars", (3,), ("heuristic",), Arm(BASELINE), first[:1])
    page = answer_of(Overview(Outcome(study, {first: found}))).html("simulate study toy.toml", "")
    assert 'class="sorted"' not in page


def test_a_game_without_a_list_is_refused_in_one_line(tmp_path: Path) -> None:
    refused = run_cli("study", "houserules", cwd=tmp_path)
    assert "say which game: --game" in one_line(refused)
    with pytest.raises(UserError, match="knows nothing of pig; it is of catan, carcassonne"):
        read_study(FILE, "pig")


def test_the_page_has_every_rule_before_and_after(tmp_path: Path) -> None:
    """As a new user asks it: with few games, at the usual table."""
    found = as_json("study", "houserules", "--game", "castle", "--n", 20, "--out", "h", cwd=tmp_path)
    arms = [arm.name for arm in read_study(FILE, "castle").arms]
    assert {row["arm"] for row in found["numbers"]} == set(arms)
    page = (tmp_path / "h" / "report.html").read_text(encoding="utf-8")
    table = page.partition('class="sorted"')[2].partition("</table>")[0]
    assert all(f">{arm.replace(chr(39), '&#39;')}" in table.replace("\n", "") for arm in arms)
    assert "luck alone:" in table
    rows = pd.read_csv(tmp_path / "h" / "tables" / "changes.csv")
    changed = rows[rows["measure"] == WINNER_CHANGED.name]
    assert set(changed["arm"]) == set(arms)
    assert json.loads((tmp_path / "h" / "findings.json").read_text())["question"] == found["question"]
    lines = run_cli("study", "houserules", "--game", "castle", "--n", 20, "--out", "h", cwd=tmp_path).stdout
    assert "turns a game" in lines
