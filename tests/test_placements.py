"""What was placed and what it brought: estimates on made-up games, a recount in pandas, what a user sees."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import content, one_line, refusal, run_cli, volume

import simulate
from analyses.compare import compare
from analyses.placements import KindSums, PieceKind, Pieces, Placements, pieces_of, placements, placements_of
from analyses.samples import ratio_of
from analyses.summary import analysis_of
from reports.placements import say, sections
from rules.games import OWN
from simulate.common.simulator import Simulator
from simulate.plan import make_plan
from simulate.request import Request
from simulate.runs import Run, load
from simulate.workers import play


def sums(placed: list[int], brought: list[int]) -> KindSums:
    """Games in which so many of a kind were placed, and brought so much."""
    found = KindSums()
    found.add(np.array(placed), np.array(brought, float))
    return found


# --- estimates


def test_what_one_brought_is_a_ratio_of_totals_with_the_game_as_unit() -> None:
    placed, brought = np.array([1, 2, 1, 3] * 20), np.array([4, 7, 0, 9] * 20)
    ours, theirs = sums(placed.tolist(), brought.tolist()).estimate(0.95), ratio_of(brought, placed)
    assert (ours.value, ours.low, ours.high) == pytest.approx((theirs.value, theirs.low, theirs.high))


def test_blocks_add_up() -> None:
    both, apart = sums([1, 2, 1, 1], [3, 4, 0, 1]), sums([1, 2], [3, 4])
    apart.add(np.array([1, 1]), np.array([0.0, 1.0]))
    assert apart == both


@pytest.mark.parametrize("brought", [[0] * 50, [2] * 50, [0] * 49 + [1]])
def test_what_hardly_ever_varied_is_no_point(brought: list[int]) -> None:
    """It may in games that were not seen; what was never below 0 is not said to be."""
    found = sums([1] * 50, brought).estimate(0.95)
    assert 0 <= found.low < found.value + 1e-12
    assert found.high - found.value > 0.07


def test_a_kind_of_few_games_may_bring_as_much_as_others() -> None:
    """In two games it brought nothing: that says little where others bring 9."""
    found = sums([1, 1], [0, 0])
    assert found.estimate(0.95).high < 1
    assert found.estimate(0.95, most=9.0).high > 5
    many = sums([1] * 100, [0] * 100)
    assert many.estimate(0.95, most=9.0).high == many.estimate(0.95).high


def test_of_a_single_game_nothing_is_known() -> None:
    assert math.isinf(sums([1], [3]).estimate(0.95).high)


def test_an_effect_of_rare_cards_is_covered() -> None:
    """In one game of forty it brings one: Student's interval alone misses far more often than it may."""
    rng, held = np.random.default_rng(3), 0
    for _ in range(600):
        brought = 1.0 * (rng.random(60) < 1 / 40)
        found = KindSums()
        found.add(np.ones(60), brought)
        estimate = found.estimate(0.95)
        held += estimate.low <= 1 / 40 <= estimate.high
    assert held > 0.95 * 600


def test_what_may_bring_most_is_said_as_far_as_it_is_settled() -> None:
    def of(*ends: tuple[float, float]) -> Placements:
        found = sums([1] * 9, list(range(9))).estimate(0.95)
        kinds = (
            PieceKind(name, 9, type(found)((low + high) / 2, low, high, 0.95, 9, "ratio"))
            for name, (low, high) in zip("ABCDEF", ends, strict=False)
        )
        return Placements(Pieces("tile", "points", lambda plan: []), "", tuple(kinds))

    assert say(of((5, 6), (3, 4), (1, 2))) == "the tile that brings most is A"
    assert say(of((5, 7), (4, 6), (1, 2))) == "the tile that brings most is one of 2: A and B"
    several = say(of(*[(4, 6)] * 5, (1, 2)))
    assert several == "the tile that brings most is one of 5, A, B, C and D among them"
    assert say(of((5, 7), (4, 6), (1, 9))) == "which tile brings most is not settled"


# --- real games


SETTINGS: dict[str, dict[str, Any]] = {
    "starwars": {"policy": "greedy"},
    "carcassonne": {"policy": "greedy", "players": 2},
    "castle": {"policy": "greedy"},
    "catan": {"policy": "greedy", "rules": [f"max_turns={volume(60, 6)}"]},
}


@pytest.fixture(scope="module", params=OWN)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run with placements, in blocks of seven games."""
    game = request.param
    plan = make_plan(game, volume(40, 2), seed=5, tables="all,placements", **SETTINGS[game])
    return play(plan, Request(out=tmp_path_factory.mktemp("run") / "run", jobs=1, block_size=volume(7, 1)))


def test_each_kind_is_what_pandas_says_of_the_table_the_best_first(run: Run) -> None:
    table = run["placements"]
    names = analysis_of(run.plan.game).PIECES.names(run.plan)
    table["name"] = [names[piece] for piece in table["piece"]]
    counted = table.groupby("name")["brought"].agg(["mean", "count"])
    found = placements(run)
    assert set(found["name"]) == set(counted.index)
    for name, placed, estimate in found[["name", "placed", "brought"]].itertuples(index=False):
        assert placed == counted["count"][name]
        assert estimate.value == pytest.approx(counted["mean"][name], abs=1e-6)
        assert estimate.low < estimate.high
        assert estimate.level == pytest.approx(1 - 0.05 / len(found))
    values = [estimate.value for estimate in found["brought"]]
    assert values == sorted(values, reverse=True)


def test_the_table_changes_no_game_and_depends_on_no_block(run: Run, tmp_path: Path) -> None:
    again = play(run.plan, Request(out=tmp_path / "again", jobs=1, block_size=run.plan.n))
    assert content(again) == content(run)
    plain = Simulator(make_plan(run.plan.game, 1, seed=5, **SETTINGS[run.plan.game])).play(0, 1)
    with_both = make_plan(
        run.plan.game, 1, seed=5, tables="all,progress,placements", **SETTINGS[run.plan.game]
    )
    rows = Simulator(with_both).play(0, 1)
    assert list(rows) == [*plain, "progress", "placements"]
    assert all(rows[name].tobytes() == table.tobytes() for name, table in plain.items())
    mine = run["placements"].query("game == 0")
    assert rows["placements"]["brought"].tolist() == pytest.approx(mine["brought"].tolist())


def test_no_more_is_brought_than_was_paid(run: Run) -> None:
    """In Catan exactly what rolls drew; of points what features paid; in Castle what was sent back."""
    brought = run["placements"].groupby("game")["brought"].sum()
    seats = run.seats.groupby("game").sum()
    if run.plan.game == "catan":
        drawn = seats[["brick", "lumber", "wool", "grain", "ore", "short"]].sum(axis=1)
        assert (brought == drawn).all()
    elif run.plan.game == "castle":
        assert (brought.abs() <= seats["got_back"]).all()
    else:
        assert (brought <= seats["score"] + 1e-4).all()
        assert brought.sum() > 0.4 * seats["score"].sum() * (run.plan.game == "carcassonne")


# --- what a user sees


GAMES = volume(30, 1)
COMMAND = ("--game", "starwars", "--n", GAMES, "--policy", "greedy", "--jobs", 1, "--out", "runs/some")


def test_one_command_says_which_piece_brings_most(tmp_path: Path) -> None:
    done = run_cli(*COMMAND, "--tables", "all,placements", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "points brought by one" in done.stdout
    assert "Brought: points that features paid whoever laid it" in done.stdout
    again = json.loads(run_cli(*COMMAND, "--tables", "all,placements", "--json", cwd=tmp_path).stdout)
    frame = placements(load(tmp_path / "runs" / "some"))
    assert [one["piece"] for one in again["placements"]["pieces"]] == frame["name"].tolist()
    assert again["placements"]["pieces"][0]["brought"]["value"] == frame["brought"][0].value
    assert run_cli("verify", "runs/some", cwd=tmp_path).returncode == 0
    assert run_cli("report", "runs/some", cwd=tmp_path).returncode == 0
    assert "Which tile brings most" in (tmp_path / "runs" / "some" / "report.html").read_text()


def test_what_a_rule_changes_of_a_piece_is_no_point(tmp_path: Path) -> None:
    """Most cards of Castle send nobody back under any rule: games that were not seen may yet differ."""
    base = simulate.run("castle", 40, policy="random", tables="all,placements", jobs=1, out=tmp_path / "a")
    changes = compare(base, base.vary({"actions": 3}, jobs=1, out=tmp_path / "b")).placed
    still = [c for c in changes if c.base and c.house and c.base.value == c.house.value == 0]
    assert len(still) > 5
    for change in changes:
        for estimate in (change.base, change.house, change.change, change.together):
            assert estimate is not None
            assert estimate.low < estimate.high
    assert all(change.together.low < 0 < change.together.high for change in still)


def test_a_run_without_the_table_says_nothing_of_it(tmp_path: Path) -> None:
    found = json.loads(run_cli(*COMMAND, "--json", cwd=tmp_path).stdout)
    assert "placements" not in found
    opened = load(tmp_path / "runs" / "some")
    assert sections(opened) == []
    assert placements_of(opened) is None
    assert "played with --tables games,seats,battles,features" in refusal(placements, opened)


def test_a_misspelt_table_is_named_with_the_nearest(tmp_path: Path) -> None:
    done = run_cli(*COMMAND, "--tables", "all,placement", cwd=tmp_path)
    assert "Did you mean 'placements'?" in one_line(done)
    assert not list(tmp_path.iterdir())


# --- what another rule does to what each brings

PAIRED = volume(30, 3)


def played(folder: Path, tables: str = "all,placements") -> tuple[Run, Run]:
    """The same games under two rules, in blocks of seven."""
    found: list[Run] = []
    for rules in ((), ("planet_place_points=3",)):
        plan = make_plan("starwars", PAIRED, players=2, policy="random", rules=rules, tables=tables)
        found.append(play(plan, Request(out=folder / f"run{len(found)}", jobs=1, block_size=7)))
    return found[0], found[1]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Run]:
    return played(tmp_path_factory.mktemp("placed"))


def brought(run: Run) -> pd.Series[float]:
    """What one piece of each name brought, by its definition."""
    rows = run["placements"]
    names = np.array(pieces_of("starwars").names(run.plan))
    rows = rows.assign(name=names[rows["piece"].to_numpy()])
    means: pd.Series[float] = rows.groupby("name")["brought"].mean()
    return means


def test_the_change_of_what_a_piece_brings_is_that_of_the_tables(pair: tuple[Run, Run]) -> None:
    base, house = map(brought, pair)
    found = {change.measure.name: change for change in compare(*pair).placed}
    assert set(found) == set(base.index) & set(house.index)
    for name, change in found.items():
        assert change.change.value == pytest.approx(house[name] - base[name], abs=1e-4)
        assert change.base is not None
        assert change.base.value == pytest.approx(base[name], abs=1e-4)


def test_its_intervals_hold_for_all_pieces_at_once(pair: tuple[Run, Run]) -> None:
    for change in compare(*pair).placed:
        assert change.together.level > change.change.level
        assert change.together.low <= change.change.low < change.change.high <= change.together.high


def test_the_same_games_change_nothing_and_are_no_point(pair: tuple[Run, Run]) -> None:
    for change in compare(pair[0], pair[0]).placed:
        assert change.change.value == 0
        assert change.change.low < 0 < change.change.high


def test_runs_that_do_not_tell_say_nothing(tmp_path: Path) -> None:
    base, house = played(tmp_path, "all")
    assert compare(base, house).placed == ()


@pytest.mark.parametrize("game", OWN)
def test_the_pieces_of_every_game_have_a_margin_with_its_reason(game: str) -> None:
    of = pieces_of(game)
    assert of.margin > 0
    assert of.because


def test_one_command_says_what_a_rule_does_to_each_piece(folder: Path) -> None:
    asked = "--rule planet_place_points=3 --n 20 --players 2 --policy random --tables all,placements"
    done = run_cli("compare", "--game", "starwars", *asked.split(), "--out", "told", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "points brought by one tile" in done.stdout
    assert "What each tile brings" in (folder / "told" / "report.html").read_text()
    rows = pd.read_csv(folder / "told" / "tables" / "placements.csv")
    found = json.loads((folder / "told" / "findings.json").read_text())["comparisons"][0]["placements"]
    assert rows["piece"].tolist() == [one["measure"] for one in found]
    assert rows["change"].tolist() == pytest.approx([one["change"] for one in found])
