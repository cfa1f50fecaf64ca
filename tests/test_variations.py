"""Studies that ask the same elsewhere, with another box or in another edition; and tables they ask for."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from builders import as_json, refusal, run_cli, tiles_text
from made_up import changed

from analyses.estimates.estimate import DIFFERENT, UNDECIDED, Estimate
from analyses.measures.vocabulary import chosen
from analyses.questions.compare import Comparison
from analyses.studies.outcome import Cells, Outcome, plans_of
from analyses.studies.reading import read_study, study_of
from analyses.studies.shipped import FOLDER
from analyses.studies.study import Setting, Study, with_counts
from reports.answers.elsewhere import Elsewhere
from reports.answers.view import View
from simulate.play.simulator import read_box

ARM = {"name": "one die", "rules": {"dice_cap": 1}}
ONE: dict[str, Any] = {"game": "starwars", "question": "?", "arms": [ARM]}
NINE = {"name": "few", "counts": {"planet-hoth": 0, "field-1": 6}}
TEAM = {"name": "team", "preset": "team"}


def test_a_variation_is_played_beside_all_else() -> None:
    """Baseline and arm on two seeds: at the study's own table, with the other box, and in the team game."""
    study = study_of(ONE | {"players": 3, "variations": [NINE, TEAM]}, "x", "x")
    plans = plans_of(study)
    assert len(plans) == 2 * 2 * 3
    assert [plan.players for plan in plans if plan.options.team_mode] == [4] * 4
    boxes = [plan for plan in plans if plan.box is not None]
    assert {plan.box_file for plan in boxes} == {"few"}
    designs = {tile.id: tile.count for tile in read_box(boxes[0]).tiles}
    assert "planet-hoth" not in designs
    assert designs["field-1"] == 6


def test_arms_may_have_a_box_of_their_own(tmp_path: Path) -> None:
    """A file beside the study, or other numbers of its tiles; all else has the box of the study."""
    for name, n in (("few.toml", 0), ("many.toml", 4)):
        (tmp_path / name).write_text(with_counts(tiles_text(), {"planet-hoth": n}), encoding="utf-8")
    arms = [
        *ONE["arms"],
        {"tiles": "few.toml"},
        {"name": "both", "rules": {"dice_cap": 1}, "tiles": "few.toml"},
    ]
    data = ONE | {
        "players": 3,
        "tiles": "many.toml",
        "arms": [*arms, {"name": "six", "counts": {"field-1": 6}}],
    }
    study = study_of(data, "x", str(tmp_path / "x.toml"))
    assert [arm.name for arm in study.arms] == ["one die", "tiles few.toml", "both", "six"]
    (who,) = study.settings()
    plans = [study.plan(who, arm, 1) for arm in (study.baseline, *study.arms)]
    hoths = [sum(t.count for t in read_box(plan).tiles if t.id == "planet-hoth") for plan in plans]
    assert hoths == [4, 4, 0, 0, 4]
    assert [plan.options.dice_cap for plan in plans] == [3, 1, 3, 1, 3]
    assert plans[-1].rule_words == ["tiles six"]


def test_other_numbers_are_of_the_tiles_in_force() -> None:
    """An arm changes one design in the box of the study, or of a variation, and leaves all else."""
    data = ONE | {
        "players": 3,
        "counts": {"planet-hoth": 5},
        "arms": [{"name": "six", "counts": {"field-1": 6}}],
        "variations": [NINE | {"counts": {"planet-hoth": 2}}],
    }
    study = study_of(data, "x", "x.toml")
    for who, hoths in zip((*study.settings(), *study.elsewhere()), (5, 2), strict=True):
        base, six = (study.plan(who, arm, 1) for arm in (study.baseline, *study.arms))
        of = [{tile.id: tile.count for tile in read_box(plan).tiles} for plan in (base, six)]
        assert of[0]["planet-hoth"] == hoths
        assert of[1] == of[0] | {"field-1": 6}


def test_numbers_of_a_file_may_be_written_in_any_way() -> None:
    """With blanks, or with a remark behind."""
    text = "[[tile]]\n id='A'\n count=2  # two\n"
    assert with_counts(text, {"A": 3}) == "[[tile]]\n id='A'\n count=3  # two\n"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"arms": [{"name": "a"}]}, "arm 1: rules is missing"),
        ({"arms": [{"counts": {"field-1": 6}}]}, "arm 1: name is missing"),
        (
            {"arms": [{"tiles": "a.toml", "board": "b.toml"}]},
            "arm 1: say one of tiles, board, cards and counts",
        ),
        ({"arms": [{"tiles": "none.toml"}]}, "tiles none.toml: none.toml: cannot be read"),
        ({"arms": [{"name": "same", "tiles": ["a.toml"]}]}, "arm 1: tiles = ['a.toml']: must be the name"),
        (
            {"tiles": "none.toml", "arms": [{"name": "a", "counts": {"field-1": 6}}]},
            "none.toml: cannot be read",
        ),
        ({"board": "none.toml"}, "starwars takes no board of your own"),
        (
            {"arms": [{"name": "a", "counts": {"field-1": 6}}], "measures": [{"name": "winner_changed"}]},
            "winner_changed is told of the same games under two rules, and what lies in the box differs",
        ),
    ],
)
def test_a_wrong_box_is_one_line(change: dict[str, Any], says: str) -> None:
    assert says in refusal(study_of, ONE | change, "x", "x.toml")


def test_other_counts_leave_all_else_in_the_box() -> None:
    texts = tiles_text(), with_counts(tiles_text(), {"planet-hoth": 0, "field-1": 6})
    before, after = ({tile["id"]: tile for tile in tomllib.loads(text)["tile"]} for text in texts)
    assert before.pop("planet-hoth")["count"] == 1
    assert before.pop("field-1") | {"count": 6} == after.pop("field-1")
    assert before == after


@pytest.mark.parametrize(
    ("variation", "says"),
    [
        ({"name": "a", "count": {"field-1": 6}}, "variation 1: no key 'count'. Did you mean 'counts'?"),
        ({"counts": {"field-1": 6}}, "variation 1: name is missing"),
        ({"name": "a", "counts": {"field-11": 6}}, "no tile 'field-11'. Did you mean 'field-1'?"),
        ({"name": "a", "counts": {"field-1": 99}}, "x.toml: a: baseline: counts: 170 tiles of "),
        ({"name": "a", "counts": {"field-1": -1}}, "must be a table of whole numbers"),
        ({"name": "a", "preset": "teams"}, "Did you mean 'team'?"),
        ({"name": "a", "tiles": "none.toml"}, "none.toml: cannot be read"),
        (
            {"name": "a", "tiles": "a.toml", "counts": {"field-1": 6}},
            "say one of tiles, board, cards and counts",
        ),
    ],
)
def test_a_wrong_variation_is_one_line(variation: dict[str, Any], says: str) -> None:
    assert says in refusal(study_of, ONE | {"variations": [variation]}, "x", "x.toml")


def test_every_box_of_the_study_of_battles_has_all_tiles() -> None:
    """76 tiles, and of each faction as many symbols as of the others."""
    study = read_study(FOLDER / "battles.toml")
    others = [who for who in study.elsewhere() if who.variation and who.variation.box]
    assert len(others) == 5
    for who in others:
        tiles = read_box(study.plan(who, study.baseline, 1))
        assert tiles.n_tiles == 76
        marks = [sum(t.count * s.marks[f] for t in tiles.tiles for s in t.segments) for f in range(3)]
        assert len(set(marks)) == 1, (tiles.name, marks)


# --- what is said


HERE = Setting(3, "heuristic")


def elsewhere(here: tuple[float, float], there: dict[str, tuple[float, float]], **moved: int) -> Elsewhere:
    """One arm, whose changes have these intervals here and in boxes of these names.

    Those that are `moved` are of a variation with so many players.
    """
    names = [{"name": name, "counts": {"field-1": 5}} for name in there]
    study = study_of(ONE | {"players": 3, "variations": names}, "x", "x")
    (arm,), cells = study.arms, {}
    for variation in study.variations:
        players = moved.get(variation.name, 3)
        at = Setting(players, "heuristic", variation=variation)
        cells[arm, at] = changed(*there[variation.name])
    return found_elsewhere(study, {(arm, HERE): changed(*here)}, cells)


def found_elsewhere(study: Study, here: Cells, there: Cells) -> Elsewhere:
    """What variations say of the only arm."""
    ((arm, setting), comparison), *_ = here.items()
    return Elsewhere(Outcome(study, here, there), {arm: View(arm, setting, comparison)})


def test_a_finding_that_another_box_turns_is_named() -> None:
    found = elsewhere((-9, -7), {"few": (-8, -6), "many": (-1, 1), "odd": (7, 9)})
    assert [one.agrees for one in found.leads] == [True, False, False]
    (said,) = found.sentences
    assert "none hold in all of 3 other boxes; not so: one die (many and odd)" in said
    (said,) = elsewhere((-9, -7), {"few": (-8, 1), "many": (7, 9), "odd": (-1, 3)}).sentences
    assert said.endswith("; not so: one die (many); still open: one die (few and odd).")
    (alone,) = elsewhere((-9, -7), {"few": (-8, -6)}).sentences
    assert alone.startswith("Of 1 settled finding (")
    assert alone.endswith(") 1 holds with the other box.")


def test_findings_with_other_boxes_are_of_all_tables_that_are_named() -> None:
    """What turns with four players was told as of three."""
    found = elsewhere((-9, -7), {"few": (-8, -6), "many": (7, 9)}, many=4)
    ((arm, setting), comparison), *_ = found.outcome.cells.items()
    here = {(arm, setting): comparison, (arm, Setting(4, "heuristic")): comparison}
    (said,) = replace(found, outcome=replace(found.outcome, cells=here)).sentences
    assert said.startswith(
        "Of 1 settled finding (3 players, heuristic; 4 players, heuristic) none hold in all"
    )


GREEDY = {"name": "greedy", "policies": "greedy"}


def of_greedy(compared: Comparison) -> list[str]:
    """What is said of a variation that is played by others."""
    study = study_of(ONE | {"players": 3, "variations": [GREEDY]}, "x", "x")
    (arm,), (variation,) = study.arms, study.variations
    at = Setting(3, "greedy", variation=variation)
    return found_elsewhere(study, {(arm, HERE): compared}, {(arm, at): compared}).sentences


def test_who_wins_is_told_of_an_edition_only_if_it_was_asked() -> None:
    whole = changed(-9, -7)
    assert of_greedy(whole) == [
        "Greedy, 3 players, greedy: it is not settled whether all sides win as often."
    ]
    assert of_greedy(replace(whole, changes=(whole.get("turns"),))) == []


def wins_of(at: str, *shares: float) -> list[str]:
    """What is said of a variation in which seats or places win these shares."""
    whole = changed(-9, -7)
    wins = chosen(whole.base, [f"win_share:{at}{number}" for number, _ in enumerate(shares, 1)])
    changes = [
        replace(whole.get("turns"), measure=m, before=Estimate(x, x - 0.01, x + 0.01, 0.95, 50, "Wilson"))
        for m, x in zip(wins, shares, strict=True)
    ]
    return of_greedy(replace(whole, changes=(whole.get("turns"), *changes)))


def test_who_wins_elsewhere_is_a_seat_or_a_place_and_may_win_less() -> None:
    assert wins_of("place", 0.4, 0.31, 0.29) == [
        "Greedy, 3 players, greedy: who plays first wins 40 % of games, more than an even share."
    ]
    assert wins_of("seat", 0.35, 0.35, 0.3) == [
        "Greedy, 3 players, greedy: seat 3 (orange, bounty) wins 30 % of games, less than an even share."
    ]
    assert wins_of("seat", 0.4) == []  # of one seat alone nobody can say how the others do


def test_what_is_told_here_stands_beside_though_the_first_variation_has_other_players() -> None:
    found = elsewhere((-9, -7), {"few": (-8, -6), "many": (-6, -4)}, few=4)
    ((arm, setting), comparison), *_ = found.outcome.cells.items()
    here = {(arm, setting): comparison, (arm, Setting(4, "heuristic")): comparison}
    table, *_ = replace(found, outcome=replace(found.outcome, cells=here)).tables()
    assert [cell.text.split()[0] for cell in table.rows[0][2:]] == ["-8.0", "-7.0", "-8.0", "-5.0"]
    heads = ["here, 4 players", "few, 4 players", "here, 3 players", "many, 3 players"]
    assert table.heading[2:] == heads, "who plays is the same everywhere"
    table, *_ = found.tables()
    assert table.heading[2:] == heads[1:], "nothing was played here with 4 players"


def test_a_variation_of_several_tables_shows_each() -> None:
    """The last hid the others, and a team had the label of a player's points or the other way round."""
    found = elsewhere((-9, -7), {"few": (-8, -6)})
    (((arm, setting), comparison),) = found.outcome.elsewhere.items()
    turns = comparison.get("turns")
    points = replace(turns, measure=replace(turns.measure, words="points a team"))
    team = replace(comparison, changes=(points,))
    both = {(arm, setting): comparison, (arm, replace(setting, policy="greedy")): team}
    table = replace(found, outcome=replace(found.outcome, elsewhere=both)).tables()[0]
    assert len(table.rows[0]) == 2 + 3
    assert table.rows[0][1].text == "turns a game, points a team"
    policies = [head.rpartition(", ")[2] for head in table.heading[2:]]
    assert policies == ["heuristic", "heuristic", "greedy"]


def test_what_is_not_settled_is_not_kept_anywhere() -> None:
    found = elsewhere((-9, 9), {"few": (-9, 9)})
    assert {one.number.verdict for one in found.leads} == {UNDECIDED}
    assert "not settled" in found.sentences[0]
    assert elsewhere((3, 9), {"few": (3, 9)}).leads[0].number.verdict == DIFFERENT


TEXT = """\
question = "What is a battle worth?"
game = "starwars"
players = 2
policies = "random"
games = 20
replicate = false
tables = ["all", "progress", "placements"]
page = '''
## Side by side

{{ across("battles", "last_lead_change") }}

{{ placements("one die") }}

{{ elsewhere() }}
'''
[[arms]]
name = "one die"
rules = { dice_cap = 1 }
[[variations]]
name = "the team game"
preset = "team"
"""


def test_a_study_asks_for_tables_and_shows_them(folder: Path) -> None:
    (folder / "mine.toml").write_text(TEXT)
    told = as_json("study", "mine.toml", "--out", "told", cwd=folder)
    text = run_cli("study", "mine.toml", "--full", "--out", "told", cwd=folder).stdout
    assert "SIDE BY SIDE" in text
    assert "SIDE BY SIDE" not in run_cli("study", "mine.toml", "--out", "told", cwd=folder).stdout
    page = (folder / "told" / "report.html").read_text()
    assert "points brought by one tile" in page.lower()
    assert "the team game" in page
    pieces = pd.read_csv(folder / "told" / "tables" / "placements.csv")
    assert len(pieces) > 20
    assert set(pd.read_csv(folder / "told" / "tables" / "elsewhere.csv")["variation"]) == {"the team game"}
    changes = pd.read_csv(folder / "told" / "tables" / "changes.csv")
    assert "last_lead_change" in set(changes["measure"])
    assert any("The team game" in text for text in told["sections"]["elsewhere"]["said"])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"tables": ["progres"]}, "has no table 'progres'. Did you mean 'progress'?"),
        ({"cells": [{"name": "a"}]}, "no key 'cells'."),
        ({"tables": 3}, "tables = 3: must be names of tables"),
    ],
)
def test_wrong_tables_are_one_line(change: dict[str, Any], says: str) -> None:
    assert says in refusal(study_of, ONE | change, "x", "x.toml")
