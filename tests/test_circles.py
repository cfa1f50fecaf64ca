"""Games that go round in circles make a mean: who reads one is told, and shown the median."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from builders import output_of, succeed

import simulate
from analyses.measures.circles import FEW_STOPPED, circling, may_circle, median_turns
from analyses.measures.paired_games import sums_of
from analyses.measures.vocabulary import left_unfinished
from rules.games import load
from simulate.plans.plan import make_plan
from simulate.plans.policies import names

FEW = ["--game", "castle", "--policy", "greedy", "--players", "2", "--n", "50", "--seed", "9"]
"""None of these games is stopped, and one in fifty is."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("circles")
    succeed(*FEW, "--out", "run", cwd=folder)
    return folder


def test_a_summary_warns_though_none_was_stopped_and_shows_the_median(folder: Path) -> None:
    said = " ".join(output_of(*FEW, "--out", "run", cwd=folder).split())
    assert "of 50 games none was stopped at the limit of turns, but with these players more" in said
    turns = simulate.load(folder / "run").games.turns
    (median,) = re.findall(r"The median is (\d+\.\d) \[\d+\.\d, \d+\.\d\] turns", said)
    assert abs(float(median) - np.median(turns)) <= 0.5


def test_the_page_and_json_say_the_same(folder: Path) -> None:
    succeed("report", "run", cwd=folder)
    page = (folder / "run" / "report.html").read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")
    assert "intervals of means may be too narrow. The median is" in page
    found = json.loads(output_of(*FEW, "--out", "run", "--json", cwd=folder))["sections"]["circles"]
    assert found["note"].endswith("intervals of means may be too narrow")
    assert found["median_turns"]["low"] < found["median_turns"]["value"] < found["median_turns"]["high"]


def test_a_run_without_tables_warns_too(folder: Path) -> None:
    found = json.loads(output_of(*FEW, "--tables", "none", "--out", "sums", "--json", cwd=folder))[
        "sections"
    ]["circles"]
    assert found["median_turns"] is None
    assert "may be too narrow" in found["note"]


def test_a_rung_that_only_tests_the_answer_warns_too(folder: Path) -> None:
    """Greedy goes in circles with two players, the novice hardly ever."""
    words = ["--players", "2", "--rule", "actions=3", "--strength", "novice,greedy", "--n", "100"]
    found = json.loads(output_of("compare", "--game", "castle", *words, "--json", cwd=folder))
    assert found["policies"] == ["novice"]
    assert any("greedy" in note and "limit of turns" in note for note in found["notes"]), found["notes"]


def test_the_median_of_games_that_are_alike_is_their_length() -> None:
    """A game of 72 turns ends in its 72nd, so half a turn before 72 on average."""

    class Alike:
        tables = ("games",)

        def blocks(self, table: str, columns: list[str]) -> list[object]:
            import pandas as pd

            return [pd.DataFrame({"turns": [72] * 40})]

    found = median_turns(Alike())  # type: ignore[arg-type]
    assert found is not None
    assert found.value == 72


def test_what_is_known_of_players_and_box_is_said_of_any_number_of_games() -> None:
    known = make_plan("castle", 50, policy="greedy", players=2)
    for stopped, words in ((0, "none was"), (1, "one was"), (3, "3 were")):
        note = circling(known, stopped / 5000, 5000, "(A)")
        assert note is not None
        assert note.startswith(f"of 5,000 games (A) {words} stopped at the limit of turns, but")
    assert circling(make_plan("castle", 50, policy="heuristic", players=2), 0.0, 50) is None
    assert may_circle(make_plan("castle", 50, policy="heuristic", players=2, rules={"stock": 15}))
    assert may_circle(make_plan("castle", 50, policy="heuristic,greedy", players=2))


SEARCHING = ("rollout", "search")
"""How the names of players begin who look ahead, too slow to be asked."""


@pytest.mark.verify
@pytest.mark.parametrize(("game", "n"), [("castle", 20_000), ("catan", 2_000)])
def test_who_stops_more_than_one_game_in_a_thousand_is_declared(game: str, n: int, tmp_path: Path) -> None:
    limit = left_unfinished(game)
    assert limit is not None
    low, high = load(game).players
    for policy in (name for name in names(game) if not name.startswith(SEARCHING)):
        for players in range(low, high + 1):
            run = simulate.run(game, n, policy=policy, players=players, out=tmp_path / f"{policy}-{players}")
            (sums,) = sums_of(run, [limit])
            share = sums.estimate(0, 0.95)
            assert share is not None
            stopped, most = n * share.value, n * FEW_STOPPED
            if may_circle(run.plan):
                assert stopped > most, (policy, players)
            else:
                assert stopped < most + 4 * math.sqrt(most), (policy, players)
