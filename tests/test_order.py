"""Who began the games of Carcassonne, which no table says: the lot is drawn again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from builders import volume

from analyses.summary import summarise
from simulate.order import begins_by_lot, first_seats
from simulate.plan import make_plan
from simulate.replay import Replayer
from simulate.request import Request
from simulate.runs import Run
from simulate.workers import play

GAMES = volume(60, 8)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Games of three in blocks, each begun by a seat drawn by lot."""
    plan = make_plan(
        "carcassonne", GAMES, players=3, policy="random", seed=5, first_game=7, rules=["first_player=random"]
    )
    folder: Path = tmp_path_factory.mktemp("order")
    return play(plan, Request(out=folder / "run", jobs=1, block_size=7))


def test_who_began_is_who_moves_first_in_the_replay(run: Run) -> None:
    """CC-3: chance is a function of seed and index."""
    found = first_seats(run.plan, run.games)
    replayer = Replayer(run)
    for game, first in zip(run.games["game"], found, strict=True):
        assert replayer.play(int(game)).record["turns"][0]["seat"] == first
    assert len(set(found.tolist())) > 1


def test_a_summary_knows_places_in_the_order_of_play(run: Run) -> None:
    """The win share of who began equals plain pandas; seat 0 does not always begin."""
    summary = summarise(run)
    first = pd.Series(first_seats(run.plan, run.games), run.games["game"])
    began = run.seats[run.seats["seat"].to_numpy() == first.loc[run.seats["game"]].to_numpy()]
    assert begins_by_lot(run)
    assert not summary.one_begins
    assert summary.by_place
    assert summary.first_player_wins.value == pytest.approx(began["win_share"].mean())


def test_a_replay_reads_a_block_once_for_all_of_its_games(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables and blocks of seven: eight games in a row take four reads and not sixteen."""
    reads: list[str] = []
    arrays = Run.arrays

    def counted(self: Run, table: str, *given: object, **more: object) -> object:
        reads.append(table)
        return arrays(self, table, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Run, "arrays", counted)
    replayer = Replayer(run)
    for game in range(7, 15):
        replayer.play(game)
    assert sorted(reads) == ["games", "games", "seats", "seats"]


def test_without_a_lot_seat_0_begins() -> None:
    plan = make_plan("carcassonne", 3)
    assert first_seats(plan, {"game": np.arange(3)}).tolist() == [0, 0, 0]
