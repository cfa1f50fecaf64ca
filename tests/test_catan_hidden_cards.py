"""Catan: what a seat does not see decides nothing, dealt anew by the tests themselves (CT-5)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

import numpy as np
import pytest
from builders import simulator, volume
from catan_dealer import Witness, others, redeal
from stepper import advance, begin

from rules.catan.engine import is_over
from rules.catan.state import Point
from rules.kernel import INTERPRETED
from simulate.games.catan.hidden import deal_unseen, see_as
from simulate.play.playing import choose

LONG = volume(90, 8)
"""Turns of a game."""


def positions(policy: str, every: int) -> Iterator[Any]:
    """Simulators that stand at decisions of a game, and at each of an answer or a discard."""
    return (sim for sim, _ in watched(policy, every, ()))


def watched(
    policy: str, every: int, viewers: Iterable[int] = range(4)
) -> Iterator[tuple[Any, list[Witness]]]:
    """The same, and those who have watched the game as each of some viewers."""
    sim, n = simulator(policy, players=4, game="catan", seed=5, max_turns=LONG), 0
    begin(sim, 0)
    witnesses = [Witness(sim.state[0], viewer) for viewer in viewers]
    while not is_over(sim.desk.state):
        if n % every == 0 or sim.state.point[0] in (Point.TRADE_ANSWER, Point.DISCARD):
            yield sim, witnesses
        advance(sim.desk, 1)
        for witness in witnesses:
            witness.watch(sim.state[0])
        n += 1


def test_cards_are_counted_as_far_as_people_can() -> None:
    """What a seat is said to know of a hand is so in all hands that are possible for it (CT-5)."""
    known = at_most = 0
    for sim, witnesses in chain(watched("heuristic", 3, range(-1, 4)), watched("random", 9, range(-1, 4))):
        state = sim.state[0]
        for witness in witnesses:
            sure, least = state.sure[:, :, witness.place], witness.least()
            assert (sure <= least).all()
            if witness.viewer >= 0:
                assert sure[witness.viewer].tolist() == state.hands[witness.viewer].tolist()
            known += int(sure.sum())
            at_most += int(least.sum())
    assert 0.9 * at_most < known <= at_most
    assert known < at_most or INTERPRETED


def test_a_new_deal_keeps_what_was_counted() -> None:
    """Every hand that is dealt holds what its viewer knows of it, and nobody then knows more than is so."""
    counted = 0
    for sim, witnesses in watched("heuristic", 5, range(-1, 4)):
        for witness in witnesses:
            kept, state = sim.state[0].copy(), sim.state.copy()
            deal_unseen(sim.desk, state[0], witness.viewer)
            dealt = state.hands[0]
            assert (dealt >= kept.sure[:, :, witness.place]).all()
            assert dealt.sum(axis=1).tolist() == kept.hands.sum(axis=1).tolist()
            assert dealt.sum(axis=0).tolist() == kept.hands.sum(axis=0).tolist()
            assert (state.sure[0] <= dealt[:, :, None]).all()
            counted += int(kept.sure[:, :, witness.place].sum())
    assert counted > volume(2000, 100)


@pytest.mark.parametrize("policy", ["random", "heuristic", "greedy"])
def test_hidden_cards_decide_nothing(policy: str) -> None:
    """Hands and unplayed cards of others, discards and answers under way, and the deck."""
    rng, differ, points = random.Random(1), 0, set()
    for sim in positions(policy, 7):
        kept = sim.state.copy()
        first = choose(sim.desk)
        sim.state[0] = kept[0]
        differ += redeal(sim.state[0], rng)
        points.add(int(kept.point[0]))
        assert choose(sim.desk) == first
        sim.state[0] = kept[0]
    assert differ > volume(30, 3)
    assert len(points) > 3


@pytest.mark.skipif(INTERPRETED, reason="plays thousands of turns")
@pytest.mark.parametrize("policy", ["rollout", "search:4"])
def test_playouts_know_no_more(policy: str) -> None:
    """CT-5: a policy that tries moves by playing on deals anew what it does not see."""
    one, other = (simulator(policy, 4, game="catan") for _ in range(2))
    rng, differ = random.Random(1), 0
    for sim, witnesses in islice(watched("heuristic", 5), 80):
        one.state[0] = other.state[0] = sim.state[0]
        differ += redeal(other.state[0], rng, witnesses[int(sim.state.asked[0])])
        assert choose(one.desk) == choose(other.desk)
    assert differ > 30


def test_a_new_deal_depends_on_nothing_hidden() -> None:
    """Nor on what others have given up or answered unseen: with the same chance it is the same deal."""
    rng, points = random.Random(3), set[int]()
    for sim, witnesses in chain(watched("random", 5), watched("no_trade", 5)):
        kept = sim.state.copy()
        dealt: list[Any] = []
        for state in (kept.copy(), kept.copy()):
            if dealt and redeal(state[0], rng, witnesses[int(kept.asked[0])]):
                points.add(int(kept.point[0]))
            deal_unseen(sim.desk, state[0], int(kept.asked[0]))
            dealt.append(state)
        for name in dealt[0].dtype.names:
            if name not in UNUSED:
                assert dealt[0][name].tolist() == dealt[1][name].tolist(), name
    assert {Point.MAIN, Point.TRADE_ANSWER, Point.DISCARD} <= points or INTERPRETED


UNUSED = ("cards_bought", "bought", "stolen")
"""What happened to hidden cards; nobody who chooses looks at it."""

SCRATCH = ("walk_at", "walk_next", "walk_bit", "owed")


def test_a_view_shows_nothing_hidden() -> None:
    """What a user's policy gets is the same, whatever lies hidden; its own hand and the sizes stay."""
    rng, differ = random.Random(2), 0
    for sim in positions("heuristic", 5):
        kept = sim.state.copy()
        other = kept.copy()
        differ += redeal(other[0], rng)
        me, views = int(kept.asked[0]), []
        for source in (kept, other):
            view = source.copy()
            see_as(source[0], view[0], me)
            views.append(view)
        for name in kept.dtype.names or ():
            if name not in SCRATCH:
                assert np.array_equal(views[0][name], views[1][name]), name
        assert views[0].hand_size.tolist() == kept.hand_size.tolist()
        assert views[0].hands[0, me].tolist() == kept.hands[0, me].tolist()
        assert not views[0].hands[0, others(kept[0])].any()
        assert not views[0].cards[0, others(kept[0])].any()
    assert differ > volume(30, 3)
