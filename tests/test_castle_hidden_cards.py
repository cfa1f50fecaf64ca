"""Castle: what a seat has not seen decides nothing; what it has seen, the tests read from open play."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from builders import simulator
from castle_dealer import decisions, redeal

from rules.castle.plan import BOX
from rules.castle.state import NO_CARD, State
from rules.fields import blank
from rules.kernel import INTERPRETED
from simulate.games.castle.playing import hide_from
from simulate.play.playing import choose

GAMES = [("random", 2), ("random", 3), ("random", 5), ("heuristic", 3), ("greedy", 4), ("controller", 5)]


@pytest.mark.parametrize(("policy", "players"), GAMES)
def test_hidden_cards_decide_nothing(policy: str, players: int) -> None:
    """CA-16: other hands but for what was seen, stocks, and what was not dealt.

    Before every action the package knows of other hands just what the record of open play tells.
    """
    other, rng = simulator(policy, players, game="castle"), random.Random(3)
    seen = differ = 0
    for decision in decisions(policy, players, 0):
        sim = decision.sim
        differ += redeal(decision, other, rng)
        kept = sim.state.copy()
        assert choose(other.desk) == choose(sim.desk)
        sim.state[0] = kept[0]
        seen += any(decision.sure)
    assert differ > 20
    assert seen > 5


@pytest.mark.parametrize(("players", "game"), [(2, 6), (2, 93), (3, 3)])
def test_of_two_of_a_kind_that_are_swapped_the_one_that_came_is_known(players: int, game: int) -> None:
    """CA-106, CA-113: all that is swapped leaves before anything comes; here a kind does both."""
    assert sum(1 for _ in decisions("random", players, game)) > 10


@pytest.mark.verify
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_seats_know_what_they_saw(players: int) -> None:
    """CA-16: before every action just what the record of open play tells, in games where all happens."""
    assert sum(1 for game in range(300) for _ in decisions("random", players, game)) > 10_000


@pytest.mark.skipif(INTERPRETED, reason="plays thousands of turns")
@pytest.mark.parametrize("policy", ["rollout", "search:4"])
def test_playouts_know_no_more(policy: str) -> None:
    """CA-16: a policy that tries moves by playing on deals anew what it has not seen."""
    one, other = (simulator(policy, 3, game="castle") for _ in range(2))
    rng, differ = random.Random(5), 0
    for decision in islice(decisions("heuristic", 3, 0), 25):
        one.state[0] = decision.sim.state[0]
        differ += redeal(decision, other, rng)
        assert choose(one.desk) == choose(other.desk)
    assert differ > 10


@pytest.mark.parametrize("players", [2, 4])
def test_a_view_shows_nothing_hidden(players: int) -> None:
    """What a user's policy gets is the same to the last byte, whatever lies hidden."""
    other, rng = simulator("random", players, game="castle"), random.Random(4)
    view, another = blank(State), blank(State)
    for decision in decisions("random", players, 5):
        sim = decision.sim
        redeal(decision, other, rng)
        view[0], another[0] = sim.state[0], other.state[0]
        hide_from(view[0], decision.viewer, 77)
        hide_from(another[0], decision.viewer, 77)
        assert view.tobytes() == another.tobytes()
        assert view.hand[0][decision.viewer] == sim.state.hand[0][decision.viewer]
        sizes = [[int(hand).bit_count() for hand in state.hand[0]] for state in (view, sim.state)]
        assert sizes[0] == sizes[1]
        assert view.exchange[0] == sim.state.exchange[0]
        assert (view.dealt[0] == BOX).all()
        assert (view.stock[0][0][view.n_stock[0][0] :] == NO_CARD).all()
