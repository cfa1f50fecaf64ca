"""Laws beside play: the same games with other chance, how much of who wins that is, and battle odds."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from builders import simulator, volume

import simulate
from analyses.estimates.estimate import Estimate
from analyses.games.attacks import EVERY, Gain, dice_of, mean_gain, moments
from analyses.games.laws import _part, laws_of, luck
from rules.games import OWN
from simulate.replays.course import open_course
from simulate.store.runs import Run


@pytest.mark.parametrize("game", OWN)
def test_the_same_chance_plays_the_same_game(game: str) -> None:
    sim = simulator("random", 3, game=game, seed=5)
    n = volume(3, 1)
    played, again = sim.play(2, n), sim.play_otherwise(2, n, [5, 6])
    assert (played["games"] == again["games"][::2]).all()
    assert (played["seats"] == again["seats"].reshape(n, 2, 3)[:, 0].ravel()).all()
    assert (again["games"][::2] != again["games"][1::2]).any(), "the other seed plays on otherwise"


def test_other_chance_leaves_the_tiles_in_their_order() -> None:
    sim = simulator("random", 3, seed=5)
    sim.play(4, 1)
    order, rolled = sim.state.deck_order.copy(), sim.state.points.copy()
    sim.play_otherwise(4, 1, [6])
    assert (sim.state.deck_order == order).all()
    assert (sim.state.points != rolled).any()


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_the_part_of_luck_is_what_was_planted(share: float) -> None:
    """Who wins of two is fixed by the set-up in some games, and a coin in the others."""
    rng = np.random.default_rng(3)
    n, repeats = 3000, 4
    fixed = rng.random(n) >= share
    first = np.where(fixed[:, None], rng.integers(0, 2, (n, 1)), rng.integers(0, 2, (n, repeats)))
    wins = np.stack([first, 1 - first], axis=2).astype(float)
    within = wins.var(axis=1, ddof=1).sum(axis=1)
    whole = ((wins - wins.mean(axis=(0, 1))) ** 2).mean(axis=1).sum(axis=1)
    found = _part(within, whole)
    assert found.value == pytest.approx(share, abs=0.03)
    assert found.low - 1e-3 <= share <= found.high + 1e-3


def test_a_part_of_everything_or_more_is_everything_and_no_point() -> None:
    """Of few set-ups the variance within may come out above the whole."""
    whole = np.array([0.5, 0.4, 0.6, 0.5])
    found = _part(whole * np.array([1.4, 0.9, 1.3, 1.0]), whole)
    assert (found.value, found.high) == (1.0, 1.0)
    assert 0 < found.low < 1


@pytest.mark.parametrize("n", [20, 300])
def test_that_all_is_luck_is_not_ruled_out(n: int) -> None:
    """The ratio falls short of 1 in every second sample: none of these held 1."""
    rng = np.random.default_rng(8)
    held = 0
    for _ in range(200):
        wins = np.eye(3)[rng.integers(0, 3, (n, 4))]
        whole = ((wins - wins.mean(axis=(0, 1))) ** 2).mean(axis=1).sum(axis=1) * n / (n - 1 / 4)
        found = _part(wins.var(axis=1, ddof=1).sum(axis=1), whole)
        held += found.high == 1 and found.low < 1
    assert held > 200 * 0.95 - 4 * np.sqrt(200 * 0.05 * 0.95)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    """Two runs of one table."""
    folder = tmp_path_factory.mktemp("laws")
    return [
        simulate.run("starwars", volume(60, 8), seed=seed, policy="greedy", jobs=1, out=folder / str(seed))
        for seed in (1, 2)
    ]


def test_battles_are_held_against_exact_odds(runs: list[Run]) -> None:
    """Recounted from the tables in plain pandas; of one die against one the favourite is the earlier seat."""
    law = laws_of("starwars")["battle_odds"](runs)
    table = pd.concat(run["battles"] for run in runs)
    dice = table[[f"dice_{seat}" for seat in range(5)]].to_numpy()
    ones = table[(np.sort(dice, axis=1)[:, -3:] == [0, 1, 1]).all(axis=1)]
    earlier = (ones[[f"dice_{seat}" for seat in range(5)]].to_numpy() > 0).argmax(axis=1)
    row = law.frame.set_index("pools").loc["1 v 1"]
    n, won = len(ones), int((earlier == ones["winner"].to_numpy()).sum())
    assert row["battles"] == n
    assert row["won"].value == pytest.approx(won / n)
    assert row["exact"] == 0.5
    assert row["errors"] == pytest.approx((won / n - 0.5) / np.sqrt(0.25 / n))
    assert law.said[0].startswith(
        f"In {law.frame['battles'].sum():,} battles the dice stray from the odds no more"
    )


def test_luck_is_told_for_every_table(runs: list[Run]) -> None:
    law = luck(runs)
    assert list(law.frame["players"]) == [str(runs[0].plan.players)]
    part = law.frame["part"].iloc[0]
    assert 0 < part.low < part.value <= part.high <= 1
    low, high = math.floor(100 * part.low), math.ceil(100 * part.high)
    assert law.said[0] == (
        f"With the same set-up, other chance decides {low} to {high} % of who wins, when greedy plays."
    )
    assert "the order of all tiles and cards" in law.caption


def test_luck_is_said_of_the_first_policy_alone(runs: list[Run], monkeypatch: pytest.MonkeyPatch) -> None:
    """The table has the others."""
    parts = {"greedy": Estimate(0.5, 0.4, 0.6, 0.95, 9, "t"), "random": Estimate(0.8, 0.7, 0.9, 0.95, 9, "t")}
    monkeypatch.setattr(
        "analyses.games.laws.by_table", lambda runs: {(3, policy): policy for policy in parts}
    )
    monkeypatch.setattr("analyses.games.laws.part_after_set_up", parts.__getitem__)
    law = luck(runs)
    assert "40 to 60 % of who wins, when greedy plays" in law.said[0]
    assert list(law.frame["policy"]) == list(parts)


def test_the_dice_of_an_attack_are_those_that_are_rolled(runs: list[Run]) -> None:
    """Foreseen from the move alone, they are those of the battle that the run noted (SW-30)."""
    run = runs[0]
    battles = run.frame("battles")
    seen = 0
    for game in range(volume(20, 8)):
        course = open_course(str(run.path), game)
        for at, moment in enumerate(course.decisions):
            dice = dice_of(course, moment, moment.move) if moment.move is not None else None
            if dice is None:
                continue
            turn, seat = moment.turn, course.seat(at)
            noted = battles[(battles["game"] == game) & (battles["turn"] == turn)]
            pools = noted[[f"dice_{i}" for i in range(3)]].to_numpy()
            assert any((row[seat], max(np.delete(row, seat))) == dice for row in pools), (game, turn)
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("players", [2, 4])
def test_attacks_of_every_seat_are_looked_at(players: int, folder: Path) -> None:
    """One decision in four is always of the same seat; so each game begins with another."""
    run = simulate.run("starwars", EVERY, players=players, policy="greedy", jobs=1, out=folder / "run")
    courses = [open_course(str(run.path), game) for game in range(EVERY)]
    seats = {course.seat(at) for game, course in enumerate(courses) for at in moments(course, game)}
    assert seats == set(range(players))


def test_an_attack_is_valued_on_the_same_playouts_by_game() -> None:
    """The unit is the game: the mean over moments, with an interval from how games differ."""
    gains = [
        (0, Gain(game, (2, 1), share))
        for game, shares in enumerate(([0.1, 0.3], [0.0], [0.2]))
        for share in shares
    ]
    found = mean_gain(gains)
    assert found.value == pytest.approx(15.0)
    assert found.n == 3
    assert found.low < found.value < found.high
    small = [1 / 64, -1 / 64, 3 / 64, 1 / 32, -1 / 96, 0.0]
    one_each = mean_gain([(0, Gain(game, (1, 3), share)) for game, share in enumerate(small)])
    assert one_each.value == pytest.approx(100 * np.mean(small)), "no part of a point is cut off"


def test_the_law_of_attacks_speaks_of_every_table(runs: list[Run], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyses.games.attacks.PLAYED_ON", 2)
    monkeypatch.setattr("analyses.games.attacks.GAMES", 4)
    monkeypatch.setattr("analyses.games.attacks.FEWEST", 5)
    law = laws_of("starwars")["attacks"](runs)
    assert set(law.frame["players"]) == {"3"}
    assert law.frame["dice"].iloc[0] == "any"
    assert len(law.said) == 1


@pytest.mark.parametrize(
    ("seeds", "ends"),
    [
        ([(0.1, 0.1), (0.1, 0.1)], "with 2 players."),
        ([(0.01, 0.01), (0.1, 0.1)], "with 2 players (likely)."),
        ([(0.1, 0.1)], "with 2 players."),
        ([(0.01, 0.1)], "with 2 players (likely)."),
    ],
)
def test_what_an_attack_brings_is_sure_only_if_each_half_says_so(
    seeds: list[tuple[float, float]], ends: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All games together are not each half: each seed is one; of one seed the first games and the last."""
    monkeypatch.setattr("analyses.games.attacks.gains", lambda run: (Gain(*one) for one in run))
    monkeypatch.setattr("analyses.games.attacks.by_table", lambda runs: {(2, "heuristic"): runs})

    class Played(list[tuple[int, tuple[int, int], float]]):
        plan = SimpleNamespace(policy_words="heuristic")

    runs = []
    for halves in seeds:
        shares = [share + more for share in halves for more in (-0.06, 0.0, 0.06) * 5]
        runs.append(Played((game, (2, 1), share) for game, share in enumerate(shares)))
    (said,) = laws_of("starwars")["attacks"](runs).said  # type: ignore[arg-type]
    assert said == f"The best attack on a planet beats the best other move {ends}"
