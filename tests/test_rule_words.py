"""Results say of which game they are: preset, changed rules, a box of one's own, how many play and who."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from builders import ROOT, as_json, run_cli, succeed, volume

import simulate
from analyses.measures.summary import summarise
from analyses.measures.vocabulary import chosen
from analyses.questions.pairing import names_of, rules_of
from reports.words.phrases import in_words
from reports.words.where import tables_in_words
from reports.words.wording import game_words, run_words, table_words
from simulate.plans.plan import in_common, make_plan

GAME = ("--game", "carcassonne", "--policy", "random", "--jobs", 1)
OLD = ("--preset", "old", "--rule", "river=true")
FEW = volume(20, 4)
WORDS = "preset old, river=true"
TOLD = "the game with the rules of the first printing and The River"


@pytest.fixture
def own(folder: Path) -> Path:
    """A folder with a tile set in which one design has another number of copies."""
    text = (ROOT / "rules" / "carcassonne" / "tiles.toml").read_text(encoding="utf-8")
    (folder / "ct.toml").write_text(text.replace("count = 5", "count = 6"), encoding="utf-8")
    return folder


def played(folder: Path, *words: object) -> str:
    """What the program says."""
    return succeed(*words, cwd=folder).stdout


def text_of(page: Path) -> str:
    """The words of a page."""
    return unescape(page.read_text(encoding="utf-8")).replace("\N{NO-BREAK SPACE}", " ")


# --- the words


@pytest.mark.parametrize(
    ("policy", "short", "whole"),
    [
        ("search:4", "policy search:4", "policy search:4"),
        ("random,search:4", "policies by seat", "policies by seat: random, search:4"),
    ],
)
def test_who_plays_is_named_by_seat_where_asked(policy: str, short: str, whole: str) -> None:
    plan = make_plan("carcassonne", 10, policy=policy)
    assert table_words(plan)[1] == short
    assert table_words(plan, seats=True)[1] == whole


def test_a_plan_names_its_preset_its_changed_rules_and_its_box(own: Path) -> None:
    standard = make_plan("carcassonne", 10)
    plan = make_plan("carcassonne", 10, preset="old", rules=["meeples=8"], tiles=str(own / "ct.toml"))
    assert standard.rule_words == []
    assert plan.rule_words == ["preset old", "meeples=8", "tiles ct.toml"]
    assert plan.differs == {"preset": "old", "meeples": "8", "box": "ct.toml"}
    assert table_words(plan)[:4] == ["2 players", *plan.rule_words]
    assert game_words(standard) == "the standard game"
    assert game_words(plan) == "the game with preset old, meeples=8 and tiles ct.toml"


def test_a_rule_is_common_if_all_have_it(own: Path) -> None:
    base, house = (
        make_plan("carcassonne", 10, preset="old", rules=["river=true", *more], tiles=str(own / "ct.toml"))
        for more in ((), ("meeples=8",))
    )
    assert in_common([base, house]) == ["preset old", "river=true", "tiles ct.toml"]
    assert in_common([base, make_plan("carcassonne", 10, rules=["river=true"])]) == ["river=true"]
    other = replace(house, box=f"{house.box}\n")  # another file of the same name
    assert in_common([base, other]) == ["preset old", "river=true"]
    assert in_common([make_plan("carcassonne", 10), house]) == []


def test_what_is_not_the_standard_game_is_not_called_so(own: Path) -> None:
    """Neither a preset nor a box of one's own, alone or beside others."""
    old, house = (make_plan("carcassonne", 10, preset="old", rules=rules) for rules in ([], ["meeples=8"]))
    assert names_of(old, house) == ("meeples=7", "meeples=8")
    assert [rules_of(plan, [old, house]) for plan in (old, house)] == ["preset old", "preset old, meeples=8"]
    tiles = str(own / "ct.toml")
    mine, more = (make_plan("carcassonne", 10, rules=rules, tiles=tiles) for rules in ([], ["meeples=8"]))
    assert names_of(mine, more) == ("meeples=7", "meeples=8")
    (own / "b.toml").write_text("# mine\n" + (own / "ct.toml").read_text(encoding="utf-8"), encoding="utf-8")
    other = make_plan("carcassonne", 10, tiles=str(own / "b.toml"))
    assert names_of(mine, other) == (f"tiles {tiles}", f"tiles {own / 'b.toml'}"), "with its folder"
    standard = make_plan("carcassonne", 10)
    every = [mine, more, standard]
    assert [rules_of(plan, every) for plan in every] == [
        "tiles ct.toml", "meeples=8, tiles ct.toml", "standard game, standard box",
    ]  # fmt: skip


def test_runs_that_only_other_players_tell_apart_are_called_by_them() -> None:
    """The standard game has a name where other rules stand beside it."""
    alone = [make_plan("carcassonne", 10, policy=name) for name in ("heuristic", "greedy")]
    assert [rules_of(plan, alone) for plan in alone] == ["heuristic", "greedy"]
    every = [*alone, make_plan("carcassonne", 10, rules=["meeples=8"])]
    assert [rules_of(plan, every) for plan in every] == [
        "standard game, heuristic", "standard game, greedy", "meeples=8, heuristic",
    ]  # fmt: skip


def test_measures_of_teams_say_teams() -> None:
    """SW-59: the points of a team stand at each of its seats; what a player does is still a player's."""
    found = {m.key: m for m in chosen(make_plan("starwars", 10, preset="team"), None, ways=["seat"])}
    assert found["score"].label == "points a team"
    assert found["score:seat1"].label == "points of team 1+3"
    assert found["win_share:seat2"].short == "games won by team 2+4 (%)"
    assert found["points_from_routes"].words == "points a team from routes"
    assert found["attacks"].words == "attacks on planets a player"
    alone = {m.key: m for m in chosen(make_plan("starwars", 10), None, ways=["seat"])}
    assert (alone["score"].label, alone["score:seat1"].label) == ("points a player", "points of seat 1")


# --- what is told of a run


def test_a_run_says_its_rules_wherever_it_is_told_of(own: Path) -> None:
    """In its summary, list, page and picture, and of a game in words, drawn, watched and played on from."""
    words = f"2 players, {WORDS}, tiles ct.toml, policy random"
    said = played(own, *GAME, *OLD, "--tiles", "ct.toml", "--n", FEW, "--out", "run")
    assert f"Carcassonne, {FEW} games, {words}, seed 1" in said.splitlines()[0]
    run = simulate.load("run")
    assert ", ".join(run_words(summarise(run))) in f"Carcassonne, {FEW} games, {words}, seed 1"
    assert f"{WORDS}, tiles ct.toml" in played(own, "runs", "--in", ".")
    assert f"differs     {WORDS}, tiles ct.toml" in played(own, "runs", "show", "run")
    played(own, "report", "run", "--out", "page.html")
    page = text_of(own / "page.html")
    assert f"{FEW} games · {in_words(words).replace(', ', ' · ')} · seed 1</p>" in page
    game = ("run", "--game-index", 1)
    assert f"{words}" in played(own, "replay", *game).splitlines()[0]
    played(own, "replay", *game, "--turn", 9, "--out", "game.html")
    assert in_words(words).replace(", ", " · ") in text_of(own / "game.html")
    played(own, "replay", *game, "--out", "game.svg")
    drawn = re.sub(r"<[^>]*>", " ", (own / "game.svg").read_text(encoding="utf-8"))
    assert in_words(f"{WORDS}, tiles ct.toml") in " ".join(drawn.split())
    assert words in played(own, "from", *game, "--turn", 60, "--n", 2, "--moves", 0).splitlines()[0]
    found = as_json("from", *game, "--turn", 60, "--n", 2, "--moves", 0, cwd=own)
    assert (found["preset"], found["rules_changed"], found["box"]) == ("old", {"river": "true"}, "ct.toml")
    found = as_json(*GAME, *OLD, "--n", FEW, cwd=own)
    assert found["sections"]["run"]["box"] == "standard"


def test_a_record_says_its_rules_when_it_is_played_on(folder: Path) -> None:
    """It names no edition, so all that is not as in the standard one is told."""
    played(folder, *GAME, *OLD, "--n", 2, "--out", "run")
    played(folder, "replay", "run", "--game-index", 1, "--turn", 60, "--out", "game.json")
    said = played(folder, "from", "game.json", "--policy", "random", "--n", 2, "--moves", 0)
    assert "river=true, small_city=half, farm_method=per_city, farm_points=4" in said.splitlines()[0]


# --- what is told of several


def test_a_comparison_says_what_both_sides_have_in_common(folder: Path) -> None:
    asked = f"--a meeples=7 --b meeples=8 --n {2 * FEW} --measure score --out found"
    done = succeed("compare", *GAME, *OLD, *asked.split(), cwd=folder)
    said = " ".join(done.stdout.split())
    who = "2 players, random, seeds 1 and 2"
    assert f"Carcassonne, {2 * FEW} games each, {WORDS}, {who}. A: meeples=7;" in said
    assert f"cell 1 of 4: 2 players, random, {WORDS}, seed 1" in done.stderr
    page = text_of(folder / "found" / "report.html")
    assert f"games each · {in_words(WORDS).replace(', ', ' · ')} · 2 players, random" in page
    assert "<p>Meeples (usually 7): meeples of each player.</p>" in page
    assert json.loads((folder / "found" / "findings.json").read_text())["common"] == WORDS.split(", ")


def test_a_sweep_says_what_holds_at_every_value(folder: Path) -> None:
    """And calls what it compares with the standard game only where that is so."""
    words = ("sweep", *GAME, *OLD, "--rule", "meeples=6..7", "--n", 2 * FEW, "--measure", "score")
    said = played(folder, *words, "--out", "found")
    assert f"{2 * FEW} games each, {WORDS}, 2 players" in " ".join(said.split())
    assert "meeples=7 (baseline)" in said
    page = text_of(folder / "found" / "report.html")
    assert "standard game" not in page
    assert "<p>Meeples (usually 7): meeples of each player.</p>" in page
    assert f"compared with the baseline, {TOLD}; all other rules" in page
    assert json.loads((folder / "found" / "findings.json").read_text())["common"] == WORDS.split(", ")


STUDY = """\
game = "carcassonne"
question = "What?"
policies = "random"
preset = "old"
games = 20
replicate = false
rules = { river = true }
arms = [{ rules = { meeples = 8 } }]
measures = [{ name = "score" }]
"""


def test_a_study_says_what_holds_for_all_arms(folder: Path) -> None:
    (folder / "mine.toml").write_text(STUDY, encoding="utf-8")
    said = played(folder, "study", "mine.toml", "--jobs", 1, "--out", "found")
    assert f"20 games each, {WORDS}, 2 players" in " ".join(said.split())
    page = text_of(folder / "found" / "report.html")
    assert "20 games each · the rules of the first printing · The River · 2 players" in page
    assert json.loads((folder / "found" / "findings.json").read_text())["common"] == WORDS.split(", ")


# --- how long it may be


def test_many_rules_go_on_in_the_next_line(own: Path) -> None:
    """Of a tile set in a folder with a long name its own name is said; the command has all of it."""
    long = own / ("a_folder_with_a_name_that_is_longer_than_a_line" * 2)
    long.mkdir()
    (own / "ct.toml").rename(long / "ct.toml")
    rules = [part for rule in ("meeples=8", "river=true", "farm_points=4") for part in ("--rule", rule)]
    words = (*GAME, *rules, "--tiles", long / "ct.toml", "--n", FEW, "--out", "run")
    said = run_cli(*words, cwd=own, columns=60).stdout.splitlines()
    assert max(map(len, said)) <= 60
    assert "tiles ct.toml, policy random" in " ".join(map(str.strip, said))


# --- where something is so

SOME = ["2 players", "3 players", "5 players"]
PANEL = ["heuristic", "greedy", "random"]
OTHERS = "greedy and random"
BOTH = [f"{players} players, {who}" for players in (2, 3, 4, 5) for who in PANEL]


@pytest.mark.parametrize(
    ("some", "every", "said"),
    [
        (SOME, SOME, "with 2, 3 and 5 players"),
        (["greedy"], PANEL, "when greedy plays"),
        (["heuristic", "random"], PANEL, "when heuristic and random play"),
        (PANEL, PANEL, "no matter who plays"),
        (BOTH, BOTH, "with 2-5 players, no matter who plays"),
        (BOTH[:3], BOTH, "with 2 players, no matter who plays"),
        (BOTH[0::3], BOTH, "with 2-5 players when heuristic plays"),
        (BOTH[1:], BOTH, f"with 2 players when {OTHERS} play, and with 3-5 players, no matter who plays"),
        ([BOTH[i] for i in (0, 4, 8, 9, 10)], BOTH, "in 5 of 12 kinds of game"),
    ],
)
def test_it_is_said_with_how_many_and_when_who_plays(some: list[str], every: list[str], said: str) -> None:
    assert tables_in_words(some, every) == said
