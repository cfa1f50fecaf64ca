"""The tile games: the order in which tiles will come decides nothing, dealt anew by the tests themselves."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import simulator, volume
from chance_laws import compiled_only
from stepper import advance, begin

from rules.carcassonne.options import HandView
from rules.chance import DECK
from rules.verbs import is_over
from simulate.play.desk import asked, shown
from simulate.play.playing import choose
from simulate.play.simulator import Simulator

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("starwars", {}),
    ("carcassonne", {}),
    ("carcassonne", {"river": "true", "river_start_tile": "shuffled"}),
    ("carcassonne", {"tiles_in_hand": 2}),
    ("carcassonne", {"tiles_in_hand": 3, "hand_view": "open"}),
    ("carcassonne", {"start_cloisters": "true"}),
]

CHOICES = 110
"""How often a move is chosen in each order of the stack."""

PEEKING = """
def peeking(state, moves, features):
    if state.deck_next == state.n_deck:
        return 0
    return int(state.deck_order[state.deck_next]) % moves.shape[0]
"""
"""Plays by the tile that comes next, if it sees it."""


def positions(policy: str, game: str, options: dict[str, Any]) -> Iterator[Simulator]:
    """Simulators that stand at decisions of a game."""
    sim = simulator(policy, 3, game=game, seed=5, **options)
    begin(sim, 0)
    while not is_over(sim.desk.state):
        yield sim
        advance(sim.desk, volume(4, 16))


def restack(sim: Simulator, rng: random.Random) -> bool:
    """Put the tiles to come in another order, those of the River above the land; whether it differs.

    Secret hands of others are among them (HR-21).
    """
    state = sim.state[0]
    come, places = int(state.deck_next), secret_places(sim, state)
    held = [int(state.hand[place]) for place in places]
    order = held + state.deck_order[come : int(state.n_deck)].tolist()
    parts = [list(part) for _, part in groupby(order, key=lambda design: int(sim.desk.box.role[design]))]
    other = [design for part in parts for design in rng.sample(part, len(part))]
    for place, design in zip(places, other, strict=False):
        state.hand[place] = design
    state.deck_order[come : int(state.n_deck)] = other[len(places) :]
    return other != order


def secret_places(sim: Simulator, state: Any) -> list[tuple[int, int]]:
    """The places in hands that the seat to move does not see (HR-21)."""
    if sim.plan.game != "carcassonne" or sim.plan.options.hand_view == HandView.OPEN:
        return []
    others = set(range(state.players)) - {asked(state)}
    return [(seat, slot) for seat in sorted(others) for slot in range(state.hand_size[seat])]


def unseen(sim: Simulator, state: Any) -> list[int]:
    """The tiles that the seat to move does not see, in the order of designs."""
    held = [int(state.hand[place]) for place in secret_places(sim, state)]
    return sorted(held + state.deck_order[int(state.deck_next) : int(state.n_deck)].tolist())


@pytest.mark.parametrize("policy", ["random", "greedy", "heuristic", "my.py:peeking"])
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_order_of_the_stack_decides_nothing(
    game: str, options: dict[str, Any], policy: str, folder: Path
) -> None:
    """CC-14, SW-8: not for built-in policies, nor for one that tries to look at it."""
    (folder / "my.py").write_text(PEEKING, encoding="utf-8")
    rng, differ = random.Random(1), 0
    for sim in positions(policy, game, options):
        kept = sim.state.copy()
        first = choose(sim.desk)
        sim.state[0] = kept[0]
        differ += restack(sim, rng)
        assert choose(sim.desk) == first
        sim.state[0] = kept[0]
    assert differ > volume(10, 2)


@compiled_only
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_playouts_know_no_more(game: str, options: dict[str, Any]) -> None:
    """CC-14: over lots of its own a search chooses each move as often, whatever the order of the stack.

    The statistic of two samples has the chi-square law; their sum lies within five errors.
    """
    sim, rng = simulator("search:1", 3, game=game, **options), random.Random(2)
    statistic = freedom = 0.0
    for at in islice(positions("heuristic", game, options), 2, 22):
        chosen = np.zeros((2, CHOICES))
        for lot in range(CHOICES):
            for which in range(2):
                sim.state[0] = at.state[0]
                sim.state.chance_key[0, 0] = lot  # the stack is shuffled already, and no dice are rolled yet
                if which:
                    restack(sim, rng)
                chosen[which, lot] = choose(sim.desk)
        moves = np.unique(chosen)
        counts = (chosen[:, :, None] == moves).sum(axis=1)
        statistic += ((counts[0] - counts[1]) ** 2 / counts.sum(axis=0)).sum()
        freedom += counts.shape[1] - 1
    assert freedom > 15
    assert abs(statistic - freedom) < 5 * math.sqrt(2 * freedom)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_policy_sees_the_tiles_that_are_left_in_another_order(game: str, options: dict[str, Any]) -> None:
    """All else is as it is, the chance of its seat as well: what it draws is the same as ever."""
    differ = 0
    for sim in positions("random", game, options):
        state = sim.state[0]
        view: Any = shown(sim.desk, asked(state))
        come, end = int(state.deck_next), int(state.n_deck)
        assert unseen(sim, view) == unseen(sim, state)
        roles = sim.desk.box.role
        assert (roles[view.deck_order[come:end]] == roles[state.deck_order[come:end]]).all()
        differ += view.deck_order[come:end].tolist() != state.deck_order[come:end].tolist()
        for name in (
            "deck_next",
            "n_deck",
            "turn_draw",
            "turn",
            "seat",
            "points",
            "n_placed",
            "meeples",
            "tile",
            *(("own_tile", "may_draw") if game == "carcassonne" else ()),
        ):
            assert np.array_equal(view[name], state[name]), name
        assert view.chance_key.tolist() == state.chance_key.tolist()
        for name in ("chance_words", "chance_episode", "chance_used"):
            assert np.array_equal(np.delete(view[name], DECK, 0), np.delete(state[name], DECK, 0)), name
    assert differ > volume(10, 2)
