"""Studies from files: what a file may say, what is played, what two seeds agree on, and what is said."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import one_line, refusal, run_cli, succeed
from made_up import changed

from analyses.studies.outcome import plans_of
from analyses.studies.reading import KEYS, read_study, study_of
from analyses.studies.study import Setting
from reports.answers.language import Language
from reports.answers.paragraphs import item_of, kept
from reports.answers.prose import check_template
from reports.answers.studies.new import starter
from rules.games import OWN
from rules.toml import read_toml
from simulate.io.layout import PROSE
from simulate.play.simulator import Simulator

A = {"name": "a", "rules": {"dice_cap": 1}}
ONE = {"game": "starwars", "question": "What?", "arms": [{"rules": {"dice_cap": 1}}]}
"""The shortest study there is."""
SHORT = 'question = "What?"\ngame = "starwars"\n[[arms]]\nrules = { dice_cap = 1 }\n'
"""The same as a file."""

TEXT = """\
question = "What is a battle worth?"
game = "starwars"
players = "2-3"
policies = ["random"]
games = 30
page = \"\"\"
{{ question }} {{ replication }}

## One die only

{{ answer("one die") }} Battles: {{ change("one die", "battles", players=3) }},
{{ verdict("one die", "battles") }}; {{ baseline("one die", "tied_rolls") }} tie, then
{{ value("one die", "tied_rolls") }}.

{{ picture(arm="one die") }}
{{ numbers("one die") }}
That is all.
\"\"\"

[rules]
loser_die_points = 0

[[arms]]
name = "one die"
rules = { dice_cap = 1 }

[axes]
tied_roll_points = [1, 3]

[[measures]]
name = "battles"
margin = 3
because = "three fights more take five minutes"

[[measures]]
name = "tied_rolls"
"""


def test_a_file_says_what_is_played() -> None:
    who = {"players": "2-4", "policies": ["random", "greedy"]}
    study = study_of(ONE | who | {"rules": {"dice_faces": 8}, "seed": 5}, "x", "x")
    assert list(study.settings()) == [Setting(p, who) for p in (2, 3, 4) for who in ("random", "greedy")]
    assert study.seeds == (5, 6)
    plan = study.plan(Setting(3, "greedy"), study.arms[0], 6)
    assert (plan.players, plan.seed, plan.policy_words) == (3, 6, "greedy")
    assert plan.changed_options() == {"dice_cap": "1", "dice_faces": "8"}
    assert study.plan(Setting(3, "greedy"), study.baseline, 6).changed_options() == {"dice_faces": "8"}


def test_axes_are_every_combination_and_the_standard_is_no_arm() -> None:
    axes = {"dice_cap": [2, 3], "dice_faces": [6, 8]}
    study = study_of({"game": "starwars", "question": "?", "axes": axes}, "x", "x")
    names = [arm.name for arm, _ in study.differing_arms(study.settings())]
    assert names == ["dice_cap=2, dice_faces=6", "dice_cap=2, dice_faces=8", "dice_cap=3, dice_faces=8"]
    assert len(plans_of(study)) == 2 * (1 + 3)


def test_an_axis_may_be_a_range_as_in_a_sweep() -> None:
    words = {"game": "starwars", "question": "?"}
    one, other = (study_of(words | {"axes": {"dice_cap": x}}, "x", "x") for x in ("1..3", [1, 2, 3]))
    assert one.arms == other.arms
    assert len(one.arms) == 3


def test_a_study_may_be_played_once_only() -> None:
    study = study_of(ONE | {"replicate": False}, "x", "x")
    assert study.seeds == (1,)
    assert len(plans_of(study)) == 2


OLD = {"game": "carcassonne", "players": 2, "arms": [{"rules": {"farm_points": 4}}]}
"""A rule that the old edition has anyway."""


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"polices": ["random"]}, "no key 'polices'. Did you mean 'policies'?"),
        ({"game": "starwar"}, "starwars"),
        ({"games": "many"}, "games = 'many': must be a whole number"),
        ({"games": True}, "games = True: must be a whole number"),
        ({"players": "3-2"}, "players = '3-2'"),
        ({"players": "few"}, "players = 'few': write 3, [3, 4] or '3-5'"),
        ({"players": 9}, "9"),
        ({"policies": "greed"}, "greedy"),
        ({"replicate": 1}, "replicate: must be another seed than seed, or false"),
        ({"arms": []}, "arms = []"),
        ({"arms": [{"name": "a"}]}, "arm 1: rules is missing"),
        ({"rules": {"dice_cap": 2}}, "dice_cap=1: dice_cap is in rules, which hold everywhere"),
        ({"arms": [{"rules": {"dice_cap": 9}}]}, "dice_cap=9 is not allowed"),
        ({"arms": [{"rules": {"dice_caps": 4}}]}, "Did you mean 'dice_cap'?"),
        ({"arms": [{"rules": {"dice_cap": 3}}]}, "my.toml: no arm differs from the baseline"),
        (
            OLD | {"variations": [{"name": "as it was", "preset": "old"}]},
            "my.toml: as it was: no arm differs from the baseline",
        ),
        ({"arms": [A, A]}, "two arms are called 'a'"),
        ({"arms": [A, A | {"name": "b"}]}, "the rules of 'a' and 'b' are the same"),
        ({"arms": [A], "axes": {"dice_cap": [1, 2]}}, "the rules of 'a' and 'dice_cap=1' are the same"),
        ({"axes": {"dice_cap": []}}, "axes = {'dice_cap': []}: must be a table of lists or ranges"),
        ({"axes": {"dice_cap": "1-3"}}, "axes: dice_cap = '1-3': write [1, 3], or '1..3' for all"),
        ({"axes": {"dice_cap": "3..1"}}, "axes: dice_cap: 3..1 is empty; the lower end comes first"),
        ({"axes": {"dice_faces": list(range(2, 80))}}, "79 arms are too many; 60 at most"),
        ({"measures": [{"name": "battle"}]}, "Did you mean 'battles'?"),
        ({"measures": [{"name": "battles", "margin": 2}]}, "a margin needs its reason"),
        (
            {"measures": [{"name": "turns", "margin": 0, "because": "x"}]},
            "margin = 0: must be a number above 0",
        ),
        ({"measures": [{"nme": "battles"}]}, "measure 1: no key 'nme'. Did you mean 'name'?"),
        ({"measures": [{"name": "turns", "page": "x"}]}, "page stands in measures; write it above the first"),
        ({"axes": {"dice_cap": [1, 2], "games": 20}}, "games stands in axes; write it above the first"),
        ({"baseline": {"dice_cap": 2, "seed": 4}}, "seed stands in baseline; write it above the first"),
        ({"laws": ["luk"]}, "laws: no law 'luk'. Did you mean 'luck'?"),
        ({"laws": "dice", "game": "catan", "arms": [{"rules": {"robber": False}}]}, "no law 'dice'"),
        ({"page": "{{ said('luck') }}"}, "Write laws = ['luck']"),
        ({"preset": "tema"}, "Did you mean 'team'?"),
        ({"page": "{{ answer('two') }}"}, "page: no arm 'two' that differs from the baseline"),
        ({"page": "{{ change('dice_cap=1', 'battle') }}"}, "Did you mean 'battles'?"),
        ({"page": "{{ change('dice_cap=1', 'battles', players=4) }}"}, "4 is not played in this study"),
        ({"page": "{{ nothing }}"}, "page: 'nothing' is undefined"),
        ({"page": "{% for %}"}, "page: "),
        ({"page": "{{ answer() }}"}, "page: answer(arm): missing a required argument: 'arm'"),
        (
            {"page": "{{ baseline('turns', players=3) }}"},
            "page: baseline(arm, measure, players, policy): missing a required argument: 'measure'",
        ),
        (
            {"page": "It is\n{{ elsewhere() }}, or: {{ picture('dice_cap=1') }}"},
            "page: '..., or: ...': a picture or a table stands in a line of its own",
        ),
        ({"page": "See {{ across('turns') }}"}, "page: 'See ...': a picture or a table stands in a line"),
    ],
)
def test_what_a_file_gets_wrong_is_named_with_its_place(change: dict[str, Any], says: str) -> None:
    line = refusal(lambda: check_template(study_of(ONE | change, "x", "my.toml")))
    assert line.startswith("my.toml: ")
    assert says in line


DOUBLE = "{% set x = x + x %}"

LONG_PAGES = {
    '{{ "a" * 3000000000 }}': "'*' is for numbers, not for str and int",
    "{% for i in range(100000000) %}{% endfor %}": "its loops go round too often",
    "{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}": "go round too often",
    "{% for i in range(9999) %}{{ picture('dice_cap=1') }}{% endfor %}": "its loops go round too often",
    "{{ 9 ** 9 ** 9 }}": "'**' is not in the language of pages",
    "{% set x = 9 %}" + "{% set x = x * x %}" * 60: "computes with a number above 1,000,000,000,000,000",
    "{{ 1e999 }}": "computes with a number above",
    "{% set x = 'ab' %}" + DOUBLE * 60: "10,000 are the most",
    "{% set x = [1] %}" + DOUBLE * 60: "1,000 are the most",
    "{% set x = [1] %}" + "{% set x = [x, x] %}" * 60 + "{{ x }}": "a list is no text",
    "{% set x = 'ab' ~ 'c' %}": "'~' is not in the language of pages",
    "{% set x %}a{% endset %}": "'set ... endset' is not in the language of pages",
    "{{ '%1000000000d' % 1 }}": "'%' is for numbers",
    "{{ '{:1000000000}'.format(1) }}": "'a.b()' is not in the language of pages",
    "{{ 'a' | center(1000000000) }}": "No filter named 'center'",
    "{% set f = 'a'.center %}{{ f(1000000000) }}": "calls what is no function of the page",
    "{% for f in arms %}{% set g = f.ljust %}{{ g(1000000000) }}{% endfor %}": "calls what is no function",
    "{{ lipsum(100000) }}": "'lipsum' is undefined",
    "{% macro f(x) %}{{ f(x) }}{{ f(x) }}{% endmacro %}{{ f(1) }}": "'macro' is not in the language",
    "{% for a in [1] recursive %}{{ loop([1, 1]) }}{% endfor %}": "'recursive' is not in the language",
    "{% set x = 'aaaaaaaaaa' %}" + "{% set x = x | replace('a', 'aaaaaaaaaa') %}" * 20: "10,000 are the most",
    "{{ ['a', 'b', 'c'] | join('" + "x" * 9_000 + "') }}": "10,000 are the most",
    "{{ " + "(" * 20_000 + "1" + ")" * 20_000 + " }}": "is nested too deeply",
    "{{ " + "1+" * 20_000 + "1 }}": "is nested too deeply",
    "{% for i in range(900) %}" + "y" * 40_000 + "{% endfor %}": "its text is longer than 1,000,000 letters",
    "y" * 60_000: "has 60,000 letters; 50,000 are the most",
    "{{ ''.__class__ }}": "access to attribute '__class__' of 'str' object is unsafe",
    "{{ 1 / 0 }}": "division by zero",
}
"""Pages that would take long or all memory, or reach Python, and how each is refused."""


@pytest.mark.parametrize("page", LONG_PAGES, ids=LONG_PAGES.values())
def test_a_page_that_would_run_long_or_grow_large_is_refused_at_once(page: str) -> None:
    study = study_of(ONE | {"page": page}, "x", "my.toml")
    begun = time.process_time()
    line = refusal(check_template, study)
    assert time.process_time() - begun < 1
    assert line.startswith("my.toml: page: ")
    assert LONG_PAGES[page] in line


def test_a_page_may_loop_compute_and_choose() -> None:
    page = (
        "{% set shown = [('dice_cap=1', 'One die'), ('other', 'Other')] %}"
        "{% for arm, name in shown if arm in arms %}"
        "## {{ loop.index }} {{ name | upper | replace('ONE', 'A') }}{{ ', ' if not loop.last }}\n"
        "{{ ['a', 2 * 3 + 1] | join(' and ') }}\n"
        "{% endfor %}"
    )
    words = {"arms": ["dice_cap=1"]}
    assert Language().fill(page, words) == "## 1 A DIE\na and 7\n"


def test_numbers_are_written_with_thousands() -> None:
    assert Language().fill("{{ (4 * n) | thousands }} games", {"n": 2000}) == "8,000 games"


def test_text_that_looks_like_a_token_stays_text() -> None:
    """A page may hold any letter; what stands for a table is only what its function put there."""
    items: list[str] = []
    tokens = [kept(items, each) for each in ("a table", "a picture")]
    assert [item_of(token, items) for token in tokens] == items
    for text in ("\x022\x03", "\x02" + "9" * 5_000 + "\x03", "\x02\x03", "1"):
        assert item_of(text, items) == text


@pytest.mark.parametrize("missing", ["game"])
def test_what_a_file_lacks_is_named(missing: str) -> None:
    line = refusal(study_of, {k: v for k, v in ONE.items() if k != missing}, "x", "my.toml")
    assert line == f"my.toml: {missing} is missing: write {missing} = ..."


def test_nothing_to_compare_is_refused() -> None:
    line = refusal(study_of, {"game": "catan", "question": "?"}, "x", "my.toml")
    assert "nothing is compared: write [[arms]] with rules, or axes" in line


@pytest.mark.parametrize("game", OWN)
def test_a_new_study_can_be_played_as_it_is(game: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(starter("mine", game))
    study = read_study(file)
    check_template(study)
    assert study.game == game
    assert [arm for arm, _ in study.differing_arms(study.settings())] == list(study.arms)
    assert all(margin.because for margin in study.margins)
    commented = {line.lstrip("# ").partition(" ")[0].strip("[]") for line in file.read_text().splitlines()}
    assert set(KEYS) <= commented, "every key is shown"


@pytest.mark.parametrize("game", OWN)
def test_what_a_new_study_asks_about_changes_games(game: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(starter("mine", game))
    study = read_study(tmp_path / "mine.toml")
    (setting,) = study.settings()
    arms = (study.baseline, *study.arms)
    one, other = (Simulator(study.plan(setting, arm, 1)).play(0, 8)["seats"] for arm in arms)
    assert not np.array_equal(one, other)


# --- what a reader must know


def test_so_few_stopped_games_that_their_number_is_luck_are_told_of() -> None:
    """Two games of a thousand turns make the mean of a hundred; its interval is right too rarely."""

    def note(n: int, share: float) -> str:
        (told,) = (
            note for note in replace(changed(3, 3), n=n, stopped=(share, 0.0)).notes if "limit" in note
        )
        return told

    assert note(100, 0.02).endswith("; as they are so few (2), intervals of means may be too narrow")
    assert note(1000, 0.029).endswith("too narrow")
    assert note(1000, 0.03).endswith("so means depend on that limit")
    assert note(40, 1.0).endswith("so means depend on that limit"), "all are alike"


# --- the program


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a study was played."""
    folder = tmp_path_factory.mktemp("study")
    (folder / "battles.toml").write_text(TEXT)
    done = succeed("study", "battles.toml", "--jobs", 1, cwd=folder)
    (folder / "said.txt").write_text(done.stdout)
    return folder


def found(folder: Path, name: str) -> Path:
    return next((folder / "studies").glob(f"battles-*/{name}"))


def test_a_study_is_answered_in_a_page_and_tables(folder: Path) -> None:
    said = (folder / "said.txt").read_text()
    assert max(map(len, said.splitlines())) <= PROSE
    assert found(folder, "study.toml").read_bytes() == (folder / "battles.toml").read_bytes()
    findings = json.loads(found(folder, "findings.json").read_text())
    assert findings["answer"] in " ".join(said.split())
    assert list(dict.fromkeys(n["arm"] for n in findings["numbers"])) == ["one die", "tied_roll_points=3"]
    page = found(folder, "report.html").read_text()
    assert "<h3>One die only</h3>" in page
    assert "Half of the games have seed 1 and half have seed 2." in page.replace("\N{NO-BREAK SPACE}", " ")
    assert "three fights more take five minutes" in page
    pictures = page.count("<svg") - page.count('class="bars"')
    assert pictures == 1 + 2 + 4, "at a glance, where the page asks for them, and how much is settled"
    assert "That is all." in page
    assert "\x02" not in page


BOXES = '''\
question = "What?"
game = "starwars"
policies = ["random"]
games = 20
replicate = false
page = """
{{ across('turns', 'winner_changed', 'win_share:seat1', 'win_share:place1') }}

Seat {{ value('one die', 'win_share:seat1') }}, place {{ value('one die', 'win_share:place1') }}.
"""
[[arms]]
name = "more fields"
counts = { field-1 = 6 }
[[arms]]
name = "one die"
rules = { dice_cap = 1 }
'''


def test_arms_with_and_without_another_box_share_a_table(tmp_path: Path) -> None:
    """Who wins instead is told where the games are the same; a dash stands where they are not.

    Seat 1 always begins, so its wins are those of place 1; the games tell that only when all are played.
    """
    (tmp_path / "boxes.toml").write_text(BOXES)
    succeed("study", "boxes.toml", "--jobs", 1, cwd=tmp_path)
    (file,) = tmp_path.glob("studies/boxes-*/report.html")
    page = file.read_text().replace("\N{NO-BREAK SPACE}", " ")
    box, rule = (page.split(f"{arm}</th>")[1].split("</tr>")[0] for arm in ("more fields", "one die"))
    assert (box.count(">–<"), rule.count(">–<")) == (1, 0)
    seat, place = page.split("Seat ")[1].split(".</p>")[0].split(", place ")
    assert seat == place
    assert "%" in seat
    assert "Game number i of all runs with the same box sees the same tiles" in page
    assert "cards and dice, but for what the rule changes of them" in page
    assert "with another box it is another game. Luck does not cancel" in page


def test_a_section_keeps_the_letters_of_its_arm(tmp_path: Path) -> None:
    """Where a study has no page of its own, every arm has a section."""
    (tmp_path / "one.toml").write_text(
        'question = "What?"\ngame = "starwars"\npolicies = ["random"]\ngames = 20\nreplicate = false\n'
        '[[arms]]\nname = "Han shoots first"\nrules = { dice_cap = 1 }\n[[arms]]\nrules = { dice_cap = 2 }\n'
        '[[arms]]\nname = "b"\nrules = { dice_cap = 4 }\n'
    )
    succeed("study", "one.toml", "--jobs", 1, cwd=tmp_path)
    (page,) = tmp_path.glob("studies/one-*/report.html")
    headings = re.findall("<h3>(.*?)</h3>", page.read_text())
    assert {"Han shoots first", "at most 2 dice a fighter", "b"} <= set(headings)
    assert ">b: " in page.read_text()


def test_the_tables_hold_both_seeds_and_what_they_agree_on(folder: Path) -> None:
    """Recomputed from the runs in plain pandas."""
    changes = pd.read_csv(found(folder, "tables/changes.csv"))
    assert len(changes) == 2 * 2 * 2
    halves = changes[["change_first", "change_again"]].mean(axis=1)
    assert changes["change"].tolist() == pytest.approx(halves.tolist(), abs=0.02), "a ratio is not their mean"
    runs = {}
    for manifest in (folder / "runs").glob("*/manifest.json"):
        plan = json.loads(manifest.read_text())["plan"]
        assert plan["options"]["loser_die_points"] == 0
        key = plan["players"], plan["seed"], plan["options"]["dice_cap"], plan["options"]["tied_roll_points"]
        files = sorted((manifest.parent / "games").glob("*.parquet"))
        runs[key] = pd.concat(map(pd.read_parquet, files))
    assert len(runs) == 2 * 2 * 3
    row = changes.query("arm == 'one die' and players == 3 and measure == 'battles'").iloc[0]
    for seed, column in ((1, "change_first"), (2, "change_again")):
        one, base = runs[3, seed, 1, 1]["battles"], runs[3, seed, 3, 1]["battles"]
        assert row[column] == pytest.approx(np.mean(one.to_numpy(int) - base.to_numpy(int)))
    assert row["margin"] == 3


def test_a_study_is_opened_again_and_continued(folder: Path) -> None:
    again = run_cli("study", "battles.toml", "--jobs", 1, cwd=folder)
    assert "complete: runs holds all 180 games of 12 cells already" in again.stderr
    more = succeed("study", "battles.toml", "--n", 40, "--players", 2, "--json", "--jobs", 1, cwd=folder)
    assert "continuing runs: 90 of 120 games are there" in more.stderr
    data = json.loads(more.stdout)
    assert data["command"] == "simulate study battles.toml --players 2 --n 40"
    assert data["players"] == [2]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["missing.toml"], "missing.toml: cannot be read"),
        (["battles.toml", "--players", "5"], "--players 5: write numbers from 2 to 3"),
        (["battles.toml", "--game", "catan"], "study battles.toml says itself which game; leave out --game"),
        (["battle"], "or a file NAME.toml"),
        (["new"], "give it a name"),
        (["new", "battles"], "battles.toml is there already"),
        (["new", "mine", "--game", "cattan"], "Did you mean 'catan'?"),
    ],
)
def test_bad_input_gets_one_line(words: list[str], says: str, folder: Path) -> None:
    before = sorted(path.name for path in folder.iterdir())
    assert says in one_line(run_cli("study", *words, cwd=folder))
    assert sorted(path.name for path in folder.iterdir()) == before


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ("policies = ['gone.toml']", "policies gone.toml: cannot be read"),
        ("tables = ['battels']", "has no table 'battels'. Did you mean 'battles'?"),
        ("tables = ['none', 'all']", "tables none,all: none goes with no other table"),
        ("games = 3_000_000_000", "games = 3000000000: must be a whole number from 20 to 2147483647"),
    ],
)
def test_what_a_file_says_is_named_by_its_keys(tmp_path: Path, changed: str, says: str) -> None:
    """There are no such options beside it."""
    (tmp_path / "one.toml").write_text(f"{changed}\n{SHORT}")
    said = one_line(run_cli("study", "one.toml", cwd=tmp_path))
    assert said.startswith("one.toml: ")
    assert says in said


def test_a_study_of_one_table_has_no_other(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(f"players = 3\n{SHORT}")
    said = one_line(run_cli("study", "one.toml", "--players", "2", cwd=tmp_path))
    assert said.endswith("--players 2: here it can be 3 only")


def test_an_arm_that_is_the_baseline_at_some_tables_says_so(tmp_path: Path) -> None:
    """Seven cards are the usual hand of three: nothing of it stands in any table."""
    text = 'question = "Hands?"\ngame = "castle"\nplayers = [3, 4]\ngames = 20\n'
    text += '[[arms]]\nname = "hand of 7"\nrules = { hand = 7 }\n'
    (tmp_path / "hands.toml").write_text(text, encoding="utf-8")
    done = succeed("study", "hands.toml", cwd=tmp_path)
    assert "Hand of 7 is the baseline itself with 3 players." in " ".join(done.stdout.split())
    page = next((tmp_path / "studies").glob("*/report.html")).read_text(encoding="utf-8")
    assert "hand of 7 is the baseline itself with 3 players" in page.lower()


def test_too_few_games_are_those_of_the_file(tmp_path: Path) -> None:
    """Nobody typed --n."""
    (tmp_path / "few.toml").write_text(f"games = 2\n{SHORT}")
    said = one_line(run_cli("study", "few.toml", cwd=tmp_path))
    assert "few.toml: games = 2: must be a whole number from 20 to" in said


def test_new_writes_a_file_that_names_the_next_command(tmp_path: Path) -> None:
    done = run_cli("study", "new", "robber", "--game", "catan", cwd=tmp_path, terminal=True)
    assert done.stderr.splitlines() == ["", "robber.toml", "next: simulate study robber.toml"]
    assert read_toml(tmp_path / "robber.toml")["game"] == "catan"
