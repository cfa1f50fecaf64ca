"""Castle: what a seat has not seen decides nothing; what it has seen, the tests read from open play."""

from __future__ import annotations

import random

import pytest
from builders import simulator, volume
from castle_dealer import decisions, redeal
from castle_player import view_of

from rules.castle.state import new_state
from simulate.common.playing import choose

GAMES = [("random", 2), ("random", 3), ("random", 5), ("heuristic", 3), ("greedy", 4), ("controller", 5)]


@pytest.mark.parametrize(("policy", "players"), GAMES)
def test_hidden_cards_decide_nothing(policy: str, players: int) -> None:
    """CA-16: other hands but for what was seen, stocks, and what was not dealt.

    Before every action the package knows of other hands just what the record of open play tells.
    """
    other, rng = simulator(policy, players, game="castle"), random.Random(3)
    seen = differ = 0
    for game in range(volume(3, 1)):
        for decision in decisions(policy, players, game):
            sim = decision.sim
            differ += redeal(decision, other, rng)
            kept = sim.state.copy()
            assert choose(other.desk) == choose(sim.desk)
            sim.state[0] = kept[0]
            seen += any(decision.sure)
    assert differ > 20
    assert seen > 5


@pytest.mark.parametrize("players", [2, 4])
def test_a_view_shows_nothing_hidden(players: int) -> None:
    """What a user's policy gets is the same to the last byte, whatever lies hidden."""
    other, rng = simulator("random", players, game="castle"), random.Random(4)
    view, another = new_state(), new_state()
    for decision in decisions("random", players, 5):
        redeal(decision, other, rng)
        view_of(decision.sim.state[0], view, 77)
        view_of(other.state[0], another, 77)
        assert view.tobytes() == another.tobytes()
