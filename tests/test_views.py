"""What runs, estimates, findings and comparisons show in a notebook; words in place of codes."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from builders import change_manifest, one_line, refusal, run_cli

import simulate
from analyses.estimates.estimate import mean, wilson
from analyses.measures.labels import labelled, names_of
from analyses.measures.placements import placements
from analyses.questions.compare import compare
from analyses.questions.play_until import run as run_until
from analyses.questions.until import MOST
from analyses.runs.export import export
from analyses.runs.progress import progress
from reports.words.findings import as_said
from rules.errors import Notice
from rules.games import OWN, load
from simulate.plans.plan import make_plan
from simulate.plans.request import FIELDS
from simulate.replays.replay import replay
from simulate.store.runs import Run
from simulate.working.verify import verify


def test_a_run_shows_its_summary(run: Run) -> None:
    """As text what the command says, as HTML a row a seat, and the numbers of --json."""
    words = ("--game", "starwars", "--n", 120, "--policy", "random", "--seed", 3, "--out", run.path)
    assert f"{run.summary()!r}\n" == run_cli(*words, cwd=run.path).stdout
    html = run._repr_html_()
    assert html.count("<tr") == 1 + run.plan.players
    assert "120 games of starwars, complete" in html
    assert "[" in html
    assert json.loads(json.dumps(run.summary().as_dict()))["n"] == 120
    assert list(run.summary().frame()["colour"]) == ["red", "black", "orange"]


def test_plot_and_report_are_those_of_the_commands(run: Run, tmp_path: Path) -> None:
    picture, page = run.plot(), run.report(tmp_path / "page.html")
    assert picture.path == run.path / "scores.png"
    assert picture._repr_mimebundle_()["image/png"].startswith(b"\x89PNG")
    assert "<svg" in run.plot(tmp_path / "scores.svg")._repr_mimebundle_()["image/svg+xml"]
    assert run_cli("report", run.path, "--out", "other.html", cwd=tmp_path).stdout == f"{page.headline}\n"
    assert page.path.read_bytes() == (tmp_path / "other.html").read_bytes()
    assert refusal(run.report, tmp_path / "page.pdf").endswith("the name must end in .html")


@pytest.mark.parametrize(("show", "name"), [(Run.plot, "mine.svg"), (Run.report, "mine.html")])
def test_plot_and_report_write_over_nothing_else(
    run: Run, tmp_path: Path, show: Callable[..., Any], name: str
) -> None:
    """Neither from Python nor as a command."""
    mine = tmp_path / name
    mine.write_text("my notes", encoding="utf-8")
    assert "lies there and is not" in refusal(show, run, mine)
    assert "lies there and is not" in one_line(run_cli(show.__name__, run.path, "--out", mine, cwd=tmp_path))
    assert mine.read_text(encoding="utf-8") == "my notes"
    show(run, mine, force=True)
    show(run, mine)  # its own kind may be renewed
    assert mine.read_text(encoding="utf-8") != "my notes"


def test_a_run_without_games_shows_what_it_is(run: Run) -> None:
    for receipt in (run.path / "receipts").iterdir():
        receipt.unlink()
    html = simulate.load(run.path)._repr_html_()
    assert "0 done" in html
    said = refusal(lambda: simulate.load(run.path).games)
    assert "run holds no finished games yet; play them: simulate --game starwars --n 120 " in said
    assert "<table" not in html


def test_estimates_findings_and_comparisons_show_their_intervals(run: Run) -> None:
    assert ">0.3440 <small>[0.3152, 0.3740]</small>" in wilson(344, 1000)._repr_html_()
    assert "n = 100" in mean(5410, 293_000, 100)._repr_html_()
    assert as_said("Farms & fields (sure).")._repr_html_().startswith("<p>Farms &amp; fields. <small>● sure")
    found = compare(run, run, ["turns", "score"])._repr_html_()
    assert found.count("<tr") == 3
    assert "equivalent within it" in found
    assert "<td>2</td>" in found  # the margin of turns


@pytest.mark.parametrize(
    "ask",
    [
        lambda run: compare(run, run), lambda run: replay(run, 3), progress, placements, verify,
        lambda run: export(run, "csv"),
    ],
)  # fmt: skip
def test_the_name_of_a_run_is_refused_with_how_to_open_it(ask: Callable[[Any], object]) -> None:
    line = refusal(ask, "runs/starwars-a18f86")
    assert line == "'runs/starwars-a18f86' is no run; simulate.load(DIRECTORY) opens one"


@pytest.mark.parametrize("function", [simulate.run, run_until, Run.vary])
def test_help_and_completion_know_every_keyword(function: Callable[..., Run]) -> None:
    """Under their own names, with the defaults; `vary` keeps what the run was played with."""
    known = inspect.signature(function).parameters
    assert FIELDS.keys() <= known.keys()
    assert known["n"].default == {simulate.run: 100_000, run_until: MOST, Run.vary: ...}[function]
    assert known["seed"].default == (... if function is Run.vary else 1)
    assert not [one for one in known.values() if one.kind is one.VAR_KEYWORD]


def test_what_a_call_returns_is_shown_in_a_line(run: Run) -> None:
    change = compare(run, run, ["turns"]).get("turns")
    assert re.fullmatch(r"<Number of turns a game: \S+ \[.*\]; margin 2: equivalent within it>", repr(change))
    assert repr(change.measure) == "<Measure turns: turns a game; margin 2>"
    assert repr(run.plan).startswith("<Plan of simulate --game starwars --n 120 ")
    assert "no measure '3' was compared" in refusal(compare(run, run).get, 3)


@pytest.mark.parametrize("game", [*OWN, "pig"])
def test_a_game_played_again_is_shown_in_a_line(game: str, folder: Path, pig: None) -> None:
    """Not with all that it holds."""
    played = replay(simulate.run(game, 3, policy="random"), 1)
    scores = ", ".join(map(str, played.rows["seats"]["score"]))
    assert repr(played) == f"<Played {game}: to turn {played.last_turn}, scores {scores}>"


def test_a_notice_names_the_line_that_opens_the_run(run: Run) -> None:
    change_manifest(run, lambda manifest: manifest.update(program="0123456789abcdef"))
    for receipt in run.path.glob("receipts/*"):
        receipt.unlink()
    with pytest.warns(Notice, match="another program") as given:
        simulate.load(run.path)
    assert given[0].filename == __file__


def test_labels_stand_in_place_of_codes(run: Run) -> None:
    seats = run.frame("seats", labels=True)
    names = ["seat 1 (red)", "seat 2 (black)", "seat 3 (orange)"]
    assert list(seats["seat"].cat.categories) == names, "a model takes the first as its reference"
    assert not seats["seat"].cat.ordered, "or it fits a polynomial"
    assert seats["score"].equals(run.seats["score"])
    features = run.frame("features", ["kind", "seats"], labels=True)
    assert set(features["kind"]) <= {"route", "asteroid", "planet"}
    paid = run["features"]["seats"]
    assert set(features["seats"][paid == 5]) <= {"seat 1 (red) + seat 3 (orange)"}
    assert set(features["seats"][paid == 0]) <= {"nobody"}


@pytest.mark.parametrize("game", OWN)
def test_every_code_of_every_table_has_a_name(game: str) -> None:
    """Columns whose meaning names a code are labelled, and numbers stay numbers."""
    plan = make_plan(game, 8, policy="random")
    columns = {c for t in load(game).playing.tables.values() for c in t.columns.names or ()}
    named = {column for column in columns if names_of(column, plan)}
    codes = {"seat", "first", "winner", "winners", "seats", "kind", "resource", "terrain", "harbours", "card"}
    codes |= {"zone", "dealt", "end", "token", "reason", "piece", "road_holder", "army_holder"}
    codes |= {"decision", "chosen", "asked", "agreed", "refused", "partner"}
    codes |= {"place"} if game == "castle" else set()  # of Catan it is a number
    assert named == codes & columns


def test_labels_of_copies_are_one_category(folder: Path) -> None:
    """Castle has thirteen Soldiers."""
    played = simulate.run("castle", n=4, players=2, policy="random", jobs=1)
    cards = labelled(played["cards"], played.plan)
    assert (cards["card"] == "Soldier").sum() == 4 * 13
    assert not cards.isna().any().any()
    assert set(played.frame("games", labels=True)["reason"]) <= {"out", "blocked", "turn_limit"}
