"""What a search for weights climbs: worths and margins of candidates, and where it ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rules.games import OWN, load
from simulate.common.simulator import Simulator
from simulate.plan import make_plan
from simulate.policies import Policy, read_policy
from simulate.tune import Arena, search_for, tuned


@pytest.fixture(autouse=True)
def _folder(folder: Any) -> None:
    """Journals are kept in a folder of its own."""


def weights_of(game: str, name: str, players: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The weights of a policy in the order of features."""
    return np.array([weight for _, weight in read_policy(game, name, players).weights or ()])


@pytest.mark.parametrize("game", OWN)
def test_a_candidate_is_held_against_the_best_of_the_others(game: str) -> None:
    """In every seat of as many games; where few points win a smaller score is ahead."""
    players, n = 3, 6
    arena = Arena(make_plan(game, 10, players=players, seed=4))
    margins, shares = arena.outcomes(
        weights_of(game, "greedy", players), [weights_of(game, "heuristic", players)], 0, n
    )
    expected: list[tuple[float, float]] = []
    for seat in range(players):
        words = ",".join("greedy" if s == seat else "heuristic" for s in range(players))
        sim = Simulator(make_plan(game, 10, players=players, policy=words, seed=4, tables="games,seats"))
        for i in range(seat * n // players, (seat + 1) * n // players):
            rows = sim.play(i, 1)["seats"]
            scores = rows["score"].astype(int).tolist()
            mine = scores.pop(seat)
            ahead = min(scores) - mine if load(game).low_wins else mine - max(scores)
            expected.append((ahead, float(rows["win_share"][seat])))
    assert list(zip(margins, shares, strict=True)) == expected


def test_a_worth_is_the_rounded_off_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lead of the game's scale counts as 73.1 % of a win."""
    arena = Arena(make_plan("castle", 10))
    lead = load("castle").playing.margin_scale
    for ahead, worth in ((0.0, 0.5), (lead, 0.7310586), (-lead, 0.2689414)):
        found = np.full(3, ahead), np.zeros(3)
        monkeypatch.setattr(Arena, "outcomes", lambda *asked, found=found: found)
        assert arena.worth(np.ones(1), [], 0, 3) == pytest.approx(worth)


def test_a_search_climbs_to_the_best_weights_in_terms_of_the_anchor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the best are known; the unit of all others becomes 1, what is left out stays."""
    names = list(dict(read_policy("carcassonne", "heuristic", 2).weights or ()))
    start = Policy("mine", tuple((name, 2.0) for name in names))
    search = replace(search_for("carcassonne", players=2, only=("standing", "farm"), games=10), start=start)
    best = np.array([{"standing": 1.7, "farm": 0.4}.get(name, 1.0) for name in names])
    met = []

    def worth(self: Arena, weights: Any, rivals: Any, first: int, n: int) -> float:
        met.append((first, n))
        return -float(((weights - best) ** 2).sum())

    monkeypatch.setattr(Arena, "worth", worth)
    monkeypatch.setattr(Arena, "both", lambda *asked: (np.ones(9), np.zeros(9)))
    found = tuned(search, 1)
    assert list(found) == names
    assert list(found.values()) == pytest.approx(best, abs=0.01)
    assert {first for first, n in met[1:]} == {
        10 * (k + 1) for k in range(search.generations)
    }  # never the same
