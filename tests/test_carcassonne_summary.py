"""Carcassonne after the games: the pipeline equals plain pandas, the summary and the page say it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pandas as pd
import pytest
from builders import volume
from naive.estimates import check_fixed, interval, numbers
from scipy import stats
from test_report import Page, check_pictures, page_of

from analyses.games import carcassonne
from analyses.games.rescoring import FarmRule
from analyses.measures.summary import summarise
from reports.runs.console import closing_summary
from reports.words.wording import finding
from rules.carcassonne.options import COLOURS, METHODS, PRESET_TEXTS, PRESETS, Options
from simulate.plans.plan import make_plan
from simulate.plans.request import Request
from simulate.replays.replay import Replayer
from simulate.store.order import begins_by_lot, first_seats
from simulate.store.runs import Run
from simulate.working.workers import play

GAMES = volume(120, 6)
SETTINGS: dict[str, dict[str, Any]] = {
    "new": {},
    "old": {"players": 3, "preset": "old", "policy": "greedy", "rules": ("river=true",)},
    "middle": {"players": 5, "preset": "middle", "policy": "random", "rules": ("farm_points=5",)},
    "no_farmers": {"preset": "no_farmers", "policy": "greedy,random"},
    "bare": {"tables": "games", "policy": "random"},
}
FARMED = ("new", "old", "middle")
"""Settings whose runs keep farms."""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """A finished run of each setting, in blocks of unequal size."""
    folder = tmp_path_factory.mktemp("carcassonne")
    return {
        name: play(
            make_plan("carcassonne", GAMES, **setting), Request(out=folder / name, jobs=1, block_size=50)
        )
        for name, setting in SETTINGS.items()
    }


@pytest.fixture(params=SETTINGS)
def run(request: pytest.FixtureRequest, runs: dict[str, Run]) -> Run:
    """Each of the runs."""
    return runs[request.param]


@pytest.fixture(params=FARMED)
def farmed(request: pytest.FixtureRequest, runs: dict[str, Run]) -> Run:
    """Each of the runs with farms."""
    return runs[request.param]


def ratio_interval(top: pd.Series[Any], bottom: pd.Series[Any]) -> Any:
    """A ratio of two totals over games with its interval by the delta method."""
    value = top.sum() / bottom.sum()
    error = (top - value * bottom).std(ddof=1) / np.sqrt(len(top)) / bottom.mean()
    half = stats.t(len(top) - 1).ppf(0.975) * error
    return pytest.approx((value, value - half, value + half), rel=1e-9)


def a_game(run: Run, column: str) -> pd.Series[Any]:
    """The sum of a column of `seats` over the seats of each game."""
    return run.seats.groupby("game")[column].sum()


# --- the pipeline


def test_facts_equal_plain_pandas(run: Run) -> None:
    summary = summarise(run)
    known = {fact.name: fact.estimate for fact in carcassonne.facts(summary)}
    assert known["cities"].value == run.games["cities"].mean()
    assert known["discarded"].value == run.games["discarded"].mean()
    assert numbers(known["margin"]) == interval(run.games["margin"])
    if "farms" in known:
        assert numbers(known["farms"]) == interval(run.games["farms"])
        assert numbers(known["farm_share"]) == ratio_interval(a_game(run, "farm"), a_game(run, "score"))


def test_what_a_meeple_earns_equals_plain_pandas(farmed: Run) -> None:
    summary, players = summarise(farmed), farmed.plan.players
    table: Any = carcassonne.earnings(summary).set_index("role")
    for role, source in zip(carcassonne.ROLES, ("road", "city", "cloister", "farm"), strict=True):
        placed, points = a_game(farmed, role), a_game(farmed, source)
        assert numbers(table.at[role, "placed"]) == interval(placed / players)
        assert numbers(table.at[role, "each"]) == ratio_interval(points, placed)
    left = carcassonne.meeples_left(summary)
    assert numbers(left) == interval(a_game(farmed, "left") / players)


def test_a_farmer_against_another_meeple_equals_plain_numpy(farmed: Run) -> None:
    """The difference of two ratios of the same games: what strays in a game is taken of both at once."""
    known = carcassonne.farmer(summarise(farmed))
    won, farmers = a_game(farmed, "farm"), a_game(farmed, "farmers")
    others_won: Any = sum(a_game(farmed, c) for c in ("road", "city", "cloister"))
    others: Any = sum(a_game(farmed, c) for c in ("thieves", "knights", "monks"))
    r, s = won.sum() / farmers.sum(), others_won.sum() / others.sum()
    strays = (won - r * farmers) / farmers.mean() - (others_won - s * others) / others.mean()
    half = stats.t(GAMES - 1).ppf(0.975) * strays.std(ddof=1) / np.sqrt(GAMES)
    assert numbers(known.more) == pytest.approx((r - s, r - s - half, r - s + half))
    assert known.earns.minus(known.elsewhere.value).value == pytest.approx(known.more.value)
    assert numbers(known.stands) == ratio_interval(a_game(farmed, "farmer_turns"), farmers)


def test_farms_equal_a_plain_loop(farmed: Run) -> None:
    rows: list[tuple[Any, ...]] = []
    for row in farmed.frame("farms").itertuples():
        farmers = [getattr(row, f"farmers_{seat}") for seat in range(5)]
        best = max(farmers)
        rows.append((sum(farmers), row.tiles, row.cities, row.cities == 0, sum(map(bool, farmers)) > 1))
        rows[-1] += (farmers.count(best) > 1,)
    known = carcassonne.farms(farmed, GAMES)
    assert numbers(known.a_game) == interval(farmed.games["farms"])
    found = (known.farmers, known.tiles, known.cities, known.barren, known.contested, known.tied)
    assert [e.value for e in found] == pytest.approx(list(np.mean(rows, axis=0)))
    assert sum(row[0] for row in rows) == farmed.seats["farmers"].sum()


def test_other_farm_rules_equal_plain_pandas(farmed: Run) -> None:
    table: Any = carcassonne.rescored(farmed).set_index("rule")
    options, players = farmed.plan.options, farmed.plan.players
    farms = farmed.frame("farms")
    scores = farmed.seats.pivot(index="game", columns="seat", values="score")
    paid = farmed.seats.pivot(index="game", columns="seat", values="farm")
    for method in METHODS:
        row = table.loc[FarmRule(method, options.farm_points, options.small_city.word)]
        cities = farms.groupby("game")[[f"{method}_{seat}" for seat in range(players)]].sum()
        cities = cities.reindex(scores.index, fill_value=0).set_axis(range(players), axis=1)
        now = scores - paid + cities * options.farm_points
        assert numbers(row["farm"]) == interval(cities.mean(axis=1) * options.farm_points)
        assert numbers(row["score"]) == interval(now.mean(axis=1))
        won, wins = (s.eq(s.max(axis=1), axis=0) for s in (scores, now))
        assert row["other_winners"].value == (won != wins).any(axis=1).mean()
    played = table.loc[FarmRule.of(options)]
    assert played["more"].value == played["other_winners"].value == 0
    assert played["more"].low < 0 < played["more"].high, "a rule is held against itself as any other"


def test_every_printed_edition_is_among_the_farm_rules(farmed: Run) -> None:
    presets = set(carcassonne.farm_rules(farmed.plan.options).values())
    assert presets - {""} == set(PRESETS) - {"no_farmers"}


@pytest.mark.parametrize("name", ["new", "no_farmers"])
def test_scorings_equal_plain_pandas(runs: dict[str, Run], name: str) -> None:
    features = runs[name].frame("features")
    for row in cast(Iterable[Any], carcassonne.scorings(runs[name], GAMES).itertuples()):
        here = features.query(f"kind == {carcassonne.KINDS.index(row.kind)} and final == {int(row.final)}")
        counted = here.groupby("game").size().reindex(range(GAMES), fill_value=0)
        assert numbers(row.scorings) == interval(counted)
        if len(here):
            for column in ("tiles", "pennants", "points"):
                assert getattr(row, column).value == pytest.approx(here[column].mean())
            shared = [bin(seats).count("1") > 1 for seats in here["seats"]]
            assert row.shared.value == pytest.approx(np.mean(shared))
            check_fixed(row, here.assign(shared=shared), carcassonne.fixed(runs[name].plan.options))
    for row in cast(Iterable[Any], carcassonne.scorings_by_size(runs[name], GAMES).itertuples()):
        size = f"tiles {'>=' if row.tiles == carcassonne.LARGEST else '=='} {row.tiles}"
        kind = carcassonne.KINDS.index(row.kind)
        here = features.query(f"kind == {kind} and final == {int(row.final)} and {size}")
        assert row.scorings.value == pytest.approx(len(here) / GAMES)
        assert row.points.value == pytest.approx(here["points"].mean())


# --- the closing summary


def test_closing_summary(runs: dict[str, Run]) -> None:
    run = runs["new"]
    lines = closing_summary(run).splitlines()
    assert lines[0].startswith(f"Carcassonne, {GAMES} games, 2 players, policy heuristic, seed 1  ")
    assert lines[2].split() == ["points", "meeples", "placed"]
    heading = "seat colour mean score win share roads cities cloisters farms thieves knights monks farmers"
    assert lines[3].split() == heading.split()
    assert lines[2].index("points") == lines[3].index("roads")
    assert lines[2].index("meeples") == lines[3].index("thieves")
    summary = summarise(run)
    for number, (line, side) in enumerate(zip(lines[4:6], summary.sides, strict=True), 1):
        assert line.split()[:2] == [str(number), COLOURS[number - 1]]
        assert f"{summary.mean_score(side):.1f}" in line
        assert f"{summary.win_share(side):.1%}" in line
    assert max(map(len, lines)) <= 150
    said = "; ".join(line.strip() for line in lines[7:])
    for words in (
        r"complete cities [\d.]+ \[.+?\] a game",
        r"farms with farmers [\d.]+ \[.+?\]",
        r"[\d.]+ % \[.+?\] of points from farms",
        r"tiles discarded [\d.]+ \[.+?\]",
        r"the winner leads by [\d.]+ \[.+?\] points",
        r"the first player scores [+-][\d.]+ \[.+?\] points against the rest",
        r"[\d.]+ % \[.+?\] of games end in a tie",
    ):
        assert re.search(words, said), words


def test_closing_summary_without_farmers_is_silent_about_farms(runs: dict[str, Run]) -> None:
    text = closing_summary(runs["no_farmers"])
    assert "farms with" not in text
    assert "from farms" not in text


def test_the_finding_says_what_farms_pay(runs: dict[str, Run]) -> None:
    assert re.search(
        r"^Seat \d \(\w+\) wins .+ percentage points from an even share\. .+ 2 percentage points.*\. "
        r"Farms pay [\d.]+ % \[.+?\] of all points\.$",
        finding(summarise(runs["new"])),
    )
    assert "arms pay" not in finding(summarise(runs["no_farmers"]))


# --- the picture and the page


def test_the_report_says_everything(run: Run) -> None:
    text = page_of(run)
    page = Page(text)
    assert finding(summarise(run)) in page.text
    assert run.command in page.text
    assert "dice" not in page.text.replace("and the same dice", "")
    assert "Read with care" not in page.text
    for title in ("Who wins", "Scores", "Where points come from", "Where the meeples go", "Farms", "Method"):
        assert f"<h3>{title}</h3>" in text
    for field in dataclasses.fields(Options):
        assert field.name in page.text
        assert field.metadata["rule"] in page.text
    check_pictures(text)


def test_the_report_compares_farm_rules(farmed: Run) -> None:
    page = Page(page_of(farmed))
    assert "If farms were paid otherwise" in page.text
    assert page.text.count("as played") >= 1
    for row in cast(Iterable[Any], carcassonne.rescored(farmed).itertuples()):
        assert row.rule.method in page.text
        assert f"{row.farm:.1f}" in page.text
    known = carcassonne.farmer(summarise(farmed))
    assert f"A farmer earns {known.earns:.2f} points" in page.text
    assert f"A farmer stands for {known.stands:.1f} of" in page.text


def test_pennants_are_those_of_cities_that_pay(farmed: Run) -> None:
    """A complete city without a knight pays nobody; it is in no row of the table."""
    cities = farmed["features"].query("kind == 1")
    early, late = (cities[cities["final"] == final]["pennants"].mean() for final in (0, 1))
    says = r"A complete city that pays has ([\d.]+) .*, one that pays at the end ([\d.]+) "
    found = re.search(says, Page(page_of(farmed)).text)
    assert found
    assert [float(number) for number in found.groups()] == pytest.approx([early, late], abs=0.006)


def test_the_report_says_what_is_not_there(runs: dict[str, Run]) -> None:
    without = Page(page_of(runs["no_farmers"])).text
    assert "These games were played without farmers (CC-31, CC-65)." in without
    assert "If farms were paid otherwise" not in without
    bare = Page(page_of(runs["bare"])).text
    for table in ("farms", "features"):
        assert f"This run was played without the table “{table}” (--tables), so nothing" in bare


# --- rules and docs


DOCS = Path(__file__).parent.parent / "docs"


def test_the_rules_page_explains_every_rule_number() -> None:
    """All that code and error messages may cite, CC-1 to CC-84, alone or within a range."""
    page = (DOCS / "carcassonne.md").read_text()
    page = page[: page.index("## Options")]
    explained = {int(n) for n in re.findall(r"CC-(\d+)", page)}
    for low, high in re.findall(r"CC-(\d+) to CC-(\d+)", page):
        explained |= set(range(int(low), int(high) + 1))
    assert explained == set(range(1, 85))
    assert all(re.search(r"CC-\d+", text) for text in PRESET_TEXTS.values())


# --- who began: the lot is drawn again

LOTS = volume(60, 8)


@pytest.fixture(scope="module")
def by_lot(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Games of three in blocks, each begun by a seat drawn by lot."""
    plan = make_plan(
        "carcassonne", LOTS, players=3, policy="random", seed=5, first_game=7, rules=["first_player=random"]
    )
    folder: Path = tmp_path_factory.mktemp("order")
    return play(plan, Request(out=folder / "run", jobs=1, block_size=7))


def test_who_began_is_who_moves_first_in_the_replay(by_lot: Run) -> None:
    """CC-3: chance is a function of seed and index."""
    found = first_seats(by_lot.plan, by_lot.games)
    replayer = Replayer(by_lot)
    for game, first in zip(by_lot.games["game"], found, strict=True):
        assert replayer.play(int(game)).record["turns"][0]["seat"] == first
    assert len(set(found.tolist())) > 1


def test_a_summary_knows_places_in_the_order_of_play(by_lot: Run) -> None:
    """The win share of who began equals plain pandas; seat 0 does not always begin."""
    summary = summarise(by_lot)
    first = pd.Series(first_seats(by_lot.plan, by_lot.games), by_lot.games["game"])
    began = by_lot.seats[by_lot.seats["seat"].to_numpy() == first.loc[by_lot.seats["game"]].to_numpy()]
    assert begins_by_lot(by_lot)
    assert not summary.one_begins
    assert summary.by_place
    assert summary.first_player_wins.value == pytest.approx(began["win_share"].mean())


def test_a_replay_reads_a_block_once_for_all_of_its_games(
    by_lot: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables and blocks of seven: eight games in a row take four reads and not sixteen."""
    reads: list[str] = []
    arrays = Run.arrays

    def counted(self: Run, table: str, *given: object, **more: object) -> object:
        reads.append(table)
        return arrays(self, table, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Run, "arrays", counted)
    replayer = Replayer(by_lot)
    for game in range(7, 15):
        replayer.play(game)
    assert sorted(reads) == ["games", "games", "seats", "seats"]
