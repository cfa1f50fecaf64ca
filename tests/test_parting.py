"""When the same game under two rules parts: against the records of both games, decision by decision."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import run_cli, volume
from scipy import stats

import simulate
from analyses.estimates.estimate import median
from analyses.questions.compare import compare, first_difference, parting
from reports.answers.page import turn_words
from rules.records import Data
from simulate.plans.plan import make_plan
from simulate.play.simulator import Simulator
from simulate.replays.replay import replay
from simulate.store.runs import Run

GAMES = volume(20, 4)

RULES = {"starwars": {"dice_cap": 1}, "carcassonne": {"farm_points": 9}}


def decisions(record: Data) -> list[tuple[Any, ...]]:
    """What the players of a tile-laying game decided, turn by turn."""
    return [(turn.get("at"), turn.get("rotation"), turn.get("meeple")) for turn in record["turns"]]


def parts_at(base: Run, house: Run, game: int) -> int | None:
    """The turn of the first decision that differs, read off the records."""
    one, other = (decisions(replay(run, game).record) for run in (base, house))
    return next((turn for turn, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)


@pytest.mark.parametrize("game", RULES)
def test_a_game_parts_where_its_records_part(game: str, tmp_path: Path) -> None:
    base = simulate.run(game, GAMES, policy="greedy", jobs=1, out=tmp_path / "a", players=2)
    house = base.vary(RULES[game], jobs=1, out=tmp_path / "b")
    found = compare(base, house)
    assert len(found.differing) == found.differ.value * GAMES
    one, other = Simulator(base.plan), Simulator(house.plan)
    parted_at = {number: parts_at(base, house, number) for number in found.differing}
    assert {number: first_difference(one, other, number) for number in found.differing} == parted_at
    turns = [turn for turn in parted_at.values() if turn is not None]
    parted = parting(found)
    assert parted is not None
    assert parted.otherwise.value == len(turns) / len(found.differing)
    assert (parted.turn.value if parted.turn else None) == (median(turns).value if turns else None)


def test_players_that_do_not_look_at_a_rule_decide_alike(tmp_path: Path) -> None:
    """Those who draw lots play on as before when ties pay more; only the scores differ."""
    base = simulate.run("starwars", 3 * GAMES, policy="random", jobs=1, out=tmp_path / "a")
    found = compare(base, base.vary({"tied_roll_points": 9}, jobs=1, out=tmp_path / "b"))
    parted = parting(found)
    assert parted is not None
    assert parted.turn is None
    assert parted.otherwise.value == 0 < parted.otherwise.high


def test_equal_games_do_not_part_and_players_that_search_are_not_asked(tmp_path: Path) -> None:
    base = simulate.run("starwars", 3, policy="random", jobs=1, out=tmp_path / "a")
    same = compare(base, base)
    assert same.differing == ()
    assert parting(same) is None
    for policy in ("rollout", "search:1"):
        plan = make_plan("starwars", 3, policy=policy)
        assert parting(replace(same, differing=(0,), base=plan)) is None


@pytest.mark.parametrize(
    ("turns", "words"),
    [([0] * 200, "0 [0, 0]"), ([5] * 120 + [6] * 80, "5 [5, 5]"), ([3, 4, 9], "4 [unbounded]")],
)
def test_the_median_turn_is_told_as_a_turn_of_the_game(turns: list[int], words: str) -> None:
    """Games that all part in their first turn do not do so in turn 0.51."""
    assert turn_words(median(turns)) == words


def test_the_interval_of_a_median_is_scipys() -> None:
    """Between two values in their order; a whole number stands for the unit that begins with it."""
    values = np.random.default_rng(2).permutation(300)[:60]
    theirs: Any = stats.quantile_test(values, p=0.5).confidence_interval(0.95)
    ours = median(values)
    assert (ours.low, ours.high) == (theirs.low + 0.5, theirs.high + 0.5)
    assert ours.value == np.median(values) + 0.5
    assert median([4] * 50).low < 4.5 < median([4] * 50).high
    assert median([1, 2, 3]).low == -np.inf


def test_a_comparison_says_when_games_part(folder: Path) -> None:
    words = ("compare", "--game", "starwars", "--policy", "greedy", "--n", GAMES, "--jobs", "1")
    done = run_cli(*words, "--rule", "dice_cap=1", "--json", cwd=folder)
    (found,) = json.loads(done.stdout)["sections"]["games"]
    assert 0 < found["parting"]["decided_otherwise"]["value"] <= 1
    assert found["parting"]["turn"]["value"] > 0
    (answer,) = (folder / "comparisons").iterdir()
    page = (answer / "report.html").read_text()
    assert "the players decide differently, or one game is over. It first happens in turn" in page
    assert re.search(r"\d\s%\s\[[\d.]+,\s[\d.]+\] of games differ in some way", page)
