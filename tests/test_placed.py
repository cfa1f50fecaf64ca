"""What another rule does to what each tile, card or building brings: paired, and recounted in pandas."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from builders import run_cli, volume

from analyses.compare import compare
from analyses.placements import pieces_of
from rules.games import OWN
from simulate.plan import make_plan
from simulate.request import Request
from simulate.runs import Run
from simulate.workers import play

GAMES = volume(30, 3)


def played(folder: Path, tables: str = "all,placements") -> tuple[Run, Run]:
    """The same games under two rules, in blocks of seven."""
    found: list[Run] = []
    for rules in ((), ("planet_place_points=3",)):
        plan = make_plan("starwars", GAMES, players=2, policy="random", rules=rules, tables=tables)
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
