"""The closing summary, the score plot and the report of real runs."""

from __future__ import annotations

import dataclasses
import json
import math
import re
import shlex
import shutil
from functools import cache, partial
from html.parser import HTMLParser
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import as_json, page_of_run, run_cli, succeed, volume
from made_up import changed
from matplotlib.figure import Figure
from matplotlib.text import Text

import simulate
from analyses.estimates.counted import Counted
from analyses.estimates.estimate import Estimate, wilson
from analyses.measures.number import SURE
from analyses.measures.summary import Summary, summarise
from analyses.measures.vocabulary import general
from reports.answers.evidence import margins_drawn
from reports.pages.parts import against_exact
from reports.pictures import charts, scores
from reports.pictures.plots import finished
from reports.pictures.scores import Scores, draw_scores
from reports.runs.console import closing_summary
from reports.runs.report import beginning, findings
from reports.words.wording import finding, unbroken
from rules import games
from rules.starwars import GAME
from rules.starwars.options import Options
from simulate.store.runs import Run, load

GAMES = volume(200, 6)
SETTINGS: dict[str, dict[str, Any]] = {
    "three": {},
    "team": {"players": 4, "preset": "team", "policy": "heuristic,random,heuristic,random"},
    "bare": {"tables": "games", "rules": ("dice_cap=4",)},
    "five": {"players": 5, "policy": "random"},
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """A finished run of each setting."""
    folder = tmp_path_factory.mktemp("runs")
    return {
        name: simulate.run("starwars", GAMES, **setting, out=folder / name, jobs=1, block_size=90)
        for name, setting in SETTINGS.items()
    }


@pytest.fixture(params=SETTINGS)
def run(request: pytest.FixtureRequest, runs: dict[str, Run]) -> Run:
    """Each of the runs."""
    return runs[request.param]


@cache
def page_of(run: Run) -> str:
    """The report's text."""
    return page_of_run(run)


class Page(HTMLParser):
    """What a browser would look at: tags, attributes, and text outside of pictures and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self.inside: list[str] = []
        self.feed(text.replace("<wbr>", ""))
        self.text = " ".join(" ".join(self.words).replace("\N{NO-BREAK SPACE}", " ").split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag and its attributes."""
        self.tags.append(tag)
        self.attributes += attrs
        if tag in ("svg", "style"):
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Leave a picture or a style."""
        if self.inside and tag == self.inside[-1]:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        """Keep the words outside of both."""
        if not self.inside:
            self.words.append(data)


def check_pictures(text: str) -> None:
    """Every picture is told in words, and every small one has its numbers."""
    pictures = re.findall(r'<div role="img" aria-label="([^"]+)">\s*<svg', text)
    small = re.findall(r'<svg class="bars"[^>]*aria-label="([^"]*)"', text)
    assert len(pictures) + len(small) == text.count("<svg")
    assert all(len(alt) > 40 for alt in pictures)
    assert all("[" in alt for alt in small)


# --- the closing summary


def test_closing_summary_of_three_seats(runs: dict[str, Run]) -> None:
    run = runs["three"]
    lines = closing_summary(run).splitlines()
    assert lines[0].startswith(f"Star Wars Carcassonne, {GAMES} games, 3 players, policy heuristic, seed 1  ")
    assert re.search(r"\d s, [\d,]+ games/s$", lines[0])
    heading = "seat colour faction mean score win share routes fields planets battles"
    assert lines[2].split() == heading.split()
    summary = summarise(run)
    for number, (line, side) in enumerate(zip(lines[3:6], summary.sides, strict=True), 1):
        assert line.split()[:3] == [str(number), *side.words.values()]
        assert f"{summary.mean_score(side):.1f}" in line
        assert f"{summary.win_share(side):.1%}" in line
    assert len({len(line) for line in lines[2:6]}) == 1
    battles, rolls, ties = lines[7].split("; ")
    assert re.fullmatch(r" battles [\d.]+ \[.+\] a game", battles)
    assert re.fullmatch(r"[\d.]+ % \[.+\] of rolls tie", rolls)
    assert re.fullmatch(r"[\d.]+ % \[.+\] of games end in a tie", ties)
    assert lines[8:] == [f" {GAME.caveat}"]


def test_what_hardly_ever_happens_is_sure(tmp_path: Path) -> None:
    """No tie in 400 games: at most one in a hundred, and that is all that matters."""
    run = simulate.run("castle", 400, policy="random", players=2, out=tmp_path / "run", jobs=1)
    said = {found.text: found.sure for found in findings(summarise(run))}
    assert said["Fewer than 1 % of games end in a tie."] == SURE


@pytest.mark.parametrize(
    ("ties", "text"), [(1, "Fewer than 1 % of games end in a tie."), (20, "About 2 % of games end in a tie.")]
)
def test_few_ties_are_told_as_a_bound_and_more_as_they_are(
    ties: int, text: str, runs: dict[str, Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Summary, "tied", wilson(ties, 1000))
    assert text in [found.text for found in findings(summarise(runs["three"]))]


def test_that_no_game_of_a_few_ended_in_a_tie_is_told_as_a_bound(tmp_path: Path) -> None:
    """No tie in 40 games: at most 8.8 of 100, which is not “about 0 %”."""
    run = simulate.run("castle", 40, policy="random", players=2, out=tmp_path / "run", jobs=1)
    said = {found.text: found.sure for found in findings(summarise(run))}
    assert said["Fewer than 9 % of games end in a tie."] == SURE


def test_closing_summary_names_changed_rules(runs: dict[str, Run]) -> None:
    assert " players, dice_cap=4, policy " in closing_summary(runs["bare"]).splitlines()[0]


def test_a_single_game_has_a_summary_and_a_report(tmp_path: Path) -> None:
    run = simulate.run("starwars", 1, policy="random", out=tmp_path / "one", jobs=1)
    assert "1 game, 3 players" in closing_summary(run)
    assert "[unbounded]" in closing_summary(run)
    assert "of 1 game," in Page(page_of(run)).text


def test_one_number_has_one_interval_in_the_text(
    runs: dict[str, Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the side that begins wins is said once, if it is the one that the first sentence is about."""
    summary = summarise(runs["five"])
    for uneven, times in ((0, 1), (3, 2)):
        monkeypatch.setattr(Summary, "uneven", uneven)
        said = " ".join([finding(summary), *beginning(summary)])
        assert said.count(" wins ") == times
        assert "Seat 1 (red, rebel) begins. It " in said


def test_titles_say_who_is_ahead_only_if_it_is_settled(runs: dict[str, Run]) -> None:
    """Five random players are alike; a team of two that weigh their moves is ahead of one that does not."""
    alike, apart = summarise(runs["five"]), summarise(runs["team"])
    worst, *_, best = sorted(alike.sides, key=lambda side: alike.mean_score(side).value)
    assert alike.lead(best, worst, alike.level_of_pairs).low < 0
    assert Scores(alike).say().startswith("It is not settled whether all seats score alike; ")
    assert re.match(r"Team 1\+3 scores .+ points more than team 2\+4; ", Scores(apart).say())
    for said in map(charts.sources_say, (alike, apart)):
        assert re.match("It is not settled where most points come from|.+ pay most: ", said)


def test_the_largest_part_is_called_most_only_beyond_a_half(runs: dict[str, Run], tmp_path: Path) -> None:
    """Of all that players do, and of what rolls pay, the sentence is true of the means beside it."""
    castle, catan = (simulate.run(game, 60, jobs=1, out=tmp_path / game) for game in ("castle", "catan"))
    for run, group in ((castle, "actions"), (catan, "cards produced by rolls")):
        summary = summarise(run)
        means = run.seats[[name for of in summary.counted[group].values() for name in of]].mean()
        said = charts.pieces_say(summary, group)
        assert said.startswith("Most are ") == (means.max() > means.sum() / 2 and "not settled" not in said)
    assert charts.pieces_say(summarise(castle), "actions").startswith("Most are plays: about ")
    assert charts.sources_say(summarise(castle)).endswith(" cards left, nearly all in the hand")


# --- pictures


def test_where_all_points_have_one_source_nothing_is_said_of_it(folder: Path, pig: None) -> None:
    played = simulate.run("pig", 200, policy="random")
    page = page_of_run(played)
    assert "pay most" not in page
    assert "Where points come from" not in page


def test_only_what_players_have_left_is_called_left(
    folder: Path, pig: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where few points win they need not be what is left over, as the cards of Castle are."""
    monkeypatch.setitem(vars(games.load("pig")), "low_wins", True)
    monkeypatch.setattr(games.load("pig").analysis, "SOURCES", {"rolls": ("rolls",), "ones": ("busts",)})
    played = simulate.run("pig", 60, policy="greedy,random")
    summary = summarise(played)
    assert re.match(r"Seat 2 scores about \d+ points less than seat 1; ", Scores(summary).say())
    assert re.match(r"Most points come from rolls: about \d+", charts.sources_say(summary))
    page = page_of_run(played)
    assert "Where points come from" in page
    assert "mean score" in page
    assert "points left" not in page
    said = {measure.name: measure.words for measure in general("pig")}
    assert (said["score"], said["points_from_ones"]) == ("points a player", "points a player from ones")


def test_a_source_may_take_points_away(folder: Path, pig: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the others bring more than the score, of which none is a part; bars go both ways."""
    sources = {"all": ("score", "rolls"), "rolls": ("rolls",)}
    monkeypatch.setattr(games.load("pig").analysis, "SOURCES", sources)
    monkeypatch.setattr(Summary, "everyone", subtract_rolls)
    summary = summarise(simulate.run("pig", 60, policy="greedy"))
    assert re.fullmatch(r"All pay most: about \d+ points", charts.sources_say(summary))
    draw = partial(charts.means, summary=summary, headings=summary.sources, label="points")
    with finished(draw, "", "") as (page, rows):
        assert page.axes[0].get_xlim()[0] < rows[-1]["low"] < 0


def subtract_rolls(summary: Summary, *columns: str) -> dict[str, int]:
    """The sum of columns over all sides, where rolls by themselves cost points."""
    sign = -1 if columns == ("rolls",) else 1
    return {f"{column}_{side.seats[0]}": sign for side in summary.sides for column in columns}


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_same_run_draws_the_same_bytes(runs: dict[str, Run], tmp_path: Path, suffix: str) -> None:
    first, second = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}"
    for file in (first, second):
        draw_scores(summarise(runs["team"]), file)
    assert first.read_bytes() == second.read_bytes()
    assert first.read_bytes()[:5] in (b"\x89PNG\r", b"<?xml")


def test_a_bar_is_as_high_as_its_share_of_games(runs: dict[str, Run]) -> None:
    """None is cut off, and all together are all games; where a side is ahead, a panel a side, best first."""
    summary = summarise(runs["team"])
    wide = summary.scores.in_a_bar
    assert wide > 1
    with finished(lambda page: scores.draw(page, summary), "", "") as (page, rows):
        assert [side.number for side in Scores(summary).ranked] == ["1+3", "2+4"]
        assert len(page.axes) == 2
        for axes, side in zip(page.axes, Scores(summary).ranked, strict=True):
            counted = summary.scores_of(side)
            bars: Any = axes.patches[-1]
            values, edges, _ = bars.get_data()
            assert values == pytest.approx(counted.bars(wide))
            assert values.sum() == pytest.approx(100)
            assert list(edges[:-1] + 0.5) == list(counted.numbers[counted.least - counted.low :])
            assert axes.get_ylim()[0] == 0
            assert axes.get_ylim()[1] > max(values)
    assert scores.caption_of(summary).startswith(
        f"Share of games in which a team ended with each number of points, the mean of {wide} in a row."
    )
    often = summary.scores_of(summary.sides[0]).often
    assert [row["percent"] for row in rows[: len(often)]] == pytest.approx(100 * often / summary.n)


def test_bars_of_all_seats_are_shares_of_seats_not_of_games(runs: dict[str, Run]) -> None:
    """Of 3 players in a game each ends with a score: a game counts three times."""
    run = runs["three"]
    with finished(lambda page: scores.draw(page, summarise(run)), "", "") as (_, rows):
        assert {row["seat"] for row in rows} == {"every seat"}
        counted = run.seats["score"].value_counts(normalize=True)
        assert {row["points"]: row["percent"] for row in rows if row["percent"]} == pytest.approx(
            (100 * counted).to_dict()
        )
    assert "Share of all seats that ended with each number of points, " in scores.caption_of(summarise(run))


def test_a_share_of_all_games_is_told_from_one_of_those_that_were_won(
    runs: dict[str, Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where games are left unfinished, the headline is of the others and this sentence of all."""
    monkeypatch.setattr(Summary, "uneven", 1)
    assert " of games and scores " in beginning(summarise(runs["three"]))[0]
    monkeypatch.setattr(Summary, "won", 1)
    assert " of all games and scores " in beginning(summarise(runs["three"]))[0]


def test_a_score_that_all_seats_end_with_is_said_of_all(
    runs: dict[str, Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = Scores(summarise(runs["five"]))
    monkeypatch.setattr(Summary, "scores", Counted(2, np.array([20])))
    assert scores.say().endswith("; all seats end with 2 points")


def test_bars_of_sources_add_up_to_the_mean_score_and_the_longest_is_first(run: Run) -> None:
    """One bar for every seat where all play alike, else a panel a side."""
    summary = summarise(run)
    draw = partial(charts.means, summary=summary, headings=summary.sources, label="points")
    with finished(draw, "", "") as (page, rows):
        lengths = [[bar.get_width() for bar in axes.patches] for axes in page.axes]  # type: ignore[attr-defined]
    scores = [summary.mean_score(side).value for side in summary.sides]
    if summary.plan.plays_alike:
        assert {row["who"] for row in rows} == {"every seat"}
        scores = [sum(scores) / len(scores)]
    assert [sum(of) for of in lengths if of] == pytest.approx(scores)
    together = [sum(of) for of in zip(*filter(None, lengths), strict=True)]
    assert together == sorted(together, reverse=True)


def test_words_of_panels_side_by_side_do_not_meet(tmp_path: Path) -> None:
    """Three policies have three panels, each with its name above; the unit stands below each column."""
    policies = "heuristic,random,greedy"
    summary = summarise(simulate.run("starwars", 6, policy=policies, out=tmp_path / "run", jobs=1))
    label = "cards produced by rolls a game"
    draw = partial(charts.means, summary=summary, headings=summary.sources, label=label)
    with finished(draw, "", "") as (page, _):
        page.draw_without_rendering()
        for begin, often in {"seat": 3, "cards": 2}.items():
            words = [x for x in page.findobj(Text) if x.get_text().startswith(begin)]
            boxes = [text.get_window_extent() for text in words]
            assert len(boxes) == often
            assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


# --- the report


@pytest.mark.usefixtures("painted")
def test_the_report_is_one_file(run: Run) -> None:
    """Nothing is fetched: scripts, links, images, fonts and numbers stand in it, or it has none."""
    text = page_of_run(run)
    page = Page(text)
    assert not {"link", "img", "iframe", "object", "embed"} & set(page.tags)
    assert "@import" not in text
    assert set(re.findall(r"url\((#|data:|.)", text)) <= {"#", "data:"}
    for name, value in page.attributes:
        if name in ("href", "xlink:href", "src", "srcset", "data"):
            assert (value or "").startswith(("#", "data:text/csv;")), value
        elif not name.startswith("xmlns"):
            assert "://" not in (value or ""), (name, value)
    assert page.tags.count("svg") >= 3
    assert text.count("</text>") > 50


def test_the_report_says_everything(run: Run) -> None:
    page = Page(page_of(run))
    summary = summarise(run)
    assert finding(summary) in page.text
    assert run.command in page.text
    assert GAME.caveat in page.text.replace("Tile set", "tile set")
    for field in dataclasses.fields(Options):
        assert field.name in page.text
        assert field.metadata["rule"] in page.text
    for name, version in run.manifest["versions"].items():
        assert f"{name} {version}" in page.text
    for side in summary.sides:
        assert f"{summary.win_share(side):.1%}" in page.text
        assert f"{summary.mean_score(side):.1f}" in page.text


def test_the_report_says_how_to_have_all_numbers(runs: dict[str, Run], folder: Path) -> None:
    run = runs["team"]
    played = f"The games are the tables of the run, played by {run.played_by}."
    succeed("report", run.path, "--out", "page.html", cwd=folder)
    page = " ".join(Page((folder / "page.html").read_text(encoding="utf-8")).text.split())
    assert f"{run.command} All numbers: this command with --json. {played}" in page
    assert as_json(*shlex.split(run.command)[1:], cwd=folder)["n"] == GAMES


def test_beside_the_page_in_a_run_lie_its_findings(runs: dict[str, Run], folder: Path) -> None:
    run = runs["three"]
    copy = shutil.copytree(run.path, folder / "copy")
    succeed("report", copy, cwd=folder)
    page = (copy / "report.html").read_text(encoding="utf-8")
    assert "All numbers: findings.json beside this page." in page
    found = json.loads((copy / "findings.json").read_text(encoding="utf-8"))
    assert found == load(copy).summary().as_dict()
    assert found["answer"] == run.answer().finding.text
    succeed("verify", copy, cwd=folder)


def test_a_narrow_screen_breaks_names_after_an_underscore(run: Run) -> None:
    """Not within a word, as “symbol_d ice”; what is copied is as typed."""
    assert "symbol_<wbr>dice" in page_of(run)


def test_the_report_marks_options_that_differ_from_the_default(runs: dict[str, Run]) -> None:
    marked = {name: re.findall(r"changed; default (\S+?)<", page_of(run)) for name, run in runs.items()}
    assert marked == {"three": [], "five": [], "bare": ["3"], "team": ["false"]}


def test_the_report_without_battles_says_so_in_one_line(runs: dict[str, Run]) -> None:
    text = Page(page_of(runs["bare"])).text
    for table in ("battles", "features"):
        assert f"This run was played without the table “{table}” (--tables), so nothing" in text
    assert "A game has" in text  # the table of games has their number


def test_the_report_escapes_what_users_name(runs: dict[str, Run]) -> None:
    run = runs["three"]
    nasty = dataclasses.replace(run.plan.policies[0], name='<script>alert("x")</script>&.py:f')
    plan = dataclasses.replace(run.plan, policies=(nasty, *run.plan.policies[1:]))
    page = Page(page_of(type(run)(run.path, plan, run.manifest)))
    assert page.tags.count("script") == 1  # ours
    assert '<script>alert("x")</script>&.py:f' in page.text


def test_pictures_and_tables_can_be_read_aloud(run: Run) -> None:
    text = page_of(run)
    check_pictures(text)
    page = Page(text)
    assert page.tags.count("table") == page.tags.count("thead")
    assert ("scope", "col") in page.attributes
    assert ("scope", "row") in page.attributes


def test_numbers_are_not_parted_from_their_intervals_nor_marks_from_what_they_say() -> None:
    assert unbroken("wins 34.1 % [33.8, 34.4] of games") == "wins 34.1\xa0%\xa0[33.8,\xa034.4] of games"
    assert unbroken("= within it, ? undecided") == "=\xa0within it, ?\xa0undecided"


# --- the commands


def test_plot_and_report_name_their_file_and_the_next_step(runs: dict[str, Run], tmp_path: Path) -> None:
    run = runs["three"]
    done = run_cli("plot", run.path, cwd=tmp_path, terminal=True)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines()[-2:] == [f"{run.path}/scores.png", f"next: simulate report {run.path}"]
    done = run_cli("report", run.path, "--out", "page.html", cwd=tmp_path, terminal=True)
    assert (done.returncode, done.stdout) == (0, f"{run.answer()!r}\n")
    after = f"next: simulate replay {run.path} --game-index 0"
    assert done.stderr.splitlines()[-2:] == ["page.html", after]
    succeed("report", run.path, "--out", "again.html", cwd=tmp_path)
    pages = [(tmp_path / f"{name}.html").read_text(encoding="utf-8") for name in ("page", "again")]
    assert pages[0] == pages[1], "the same each time"


def test_chances_are_held_against_what_was_seen_and_the_title_counts_what_fits() -> None:
    """A single game has no interval to draw, and none that its chance lies outside of."""
    seen = [wilson(1, 36), wilson(0, 1000), Estimate(0.5, -math.inf, math.inf, 0.95, 1, "ratio")]
    table = pd.DataFrame({"sum": [2, 3, 4], "share": seen, "exact": [1 / 36, 2 / 36, 3 / 36]})
    drawn = against_exact(table, "Sums", "of rolls", "Beside two dice.", 0.3)
    assert drawn.title == "Sums: 2 of 3 intervals hold the exact chance"
    assert [row.split(",")[0] for row in drawn.csv.splitlines()] == ["sum", "2", "3", "4"]


def test_marks_on_the_axis_of_shares_say_where_they_stand() -> None:
    """Between 2.5 and 5 percent there is no whole number: `2 %` stood at 2.5."""
    chances = [(6 - abs(7 - total)) / 36 for total in range(2, 13)]
    seen = [wilson(round(36_000 * chance), 36_000) for chance in chances]
    table = pd.DataFrame({"sum": range(2, 13), "share": seen, "exact": chances})
    page = Figure()
    charts.odds(page, table, "of rolls", 0.3)
    axis = page.axes[0].xaxis
    axis.set_ticks([2.5, 5])
    page.draw_without_rendering()
    assert [mark.label1.get_text() for mark in axis.get_major_ticks()] == ["2.5 %", "5 %"]


@pytest.mark.parametrize("margins", [9, 60, 110, 250, 3000])
def test_marks_of_far_changes_do_not_run_into_each_other(margins: int) -> None:
    """Between players who adapted twice only, a change may be anything."""
    found = changed(-2.0 * margins, 2.0 * margins)
    with finished(lambda page: margins_drawn(page, found.changes[:1]), "", "") as (page, _):
        page.draw_without_rendering()
        labels = [label.get_window_extent() for label in page.axes[0].get_xticklabels()]
    assert len(labels) >= 7
    assert all(one.x1 < other.x0 for one, other in pairwise(labels))
