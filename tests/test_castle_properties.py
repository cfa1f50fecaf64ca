"""What holds in every game of Castle, whatever is played."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from builders import volume
from castle_checks import check_state, play_steps
from hypothesis import given
from hypothesis import strategies as st

from rules.castle.hidden import deal_hidden, hidden_from, known_hand
from rules.castle.kinds import IDS
from rules.castle.options import Options, complete
from rules.castle.position import Position
from rules.castle.state import MAX_MOVES
from rules.options import as_struct


def opened(players: int, **options: Any) -> Position:
    """A table for a game with these options."""
    position = Position()
    position.open(complete(Options(**options), players), players)
    return position


VARIANTS = [
    (2, {}),
    (3, {}),
    (4, {}),
    (5, {}),
    (3, {"actions": 1, "merchant_may_win": False}),
    (4, {"hand": 3, "stock": 2, "draw_limit": "first_hand"}),
    (2, {"hand": 5, "stock": 3, "exchange": 4}),
    (5, {"without": ("king", "queen", "knight"), "max_turns": 30}),
    (3, {"hand": 12, "stock": 0, "exchange": 0}),
]


@pytest.mark.rules
@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_every_step_of_random_games(players: int, options: dict[str, Any]) -> None:
    """Cards, piles, zones, tokens and turns agree after every step."""
    position, moves = opened(players, **options), np.zeros(MAX_MOVES, np.int64)
    records = position.tables[0], position.rules[0], position.states[0]
    for game in range(volume(40, 1)):
        play_steps(*records, moves, players, 5, game)


# --- what seats know


@given(st.integers(0, 10_000), st.integers(2, 5), st.integers(0, 150))
def test_what_is_hidden_is_dealt_anew(game: int, players: int, steps: int) -> None:
    """A viewer's own hand, known cards, sizes and the board stay; the rest is shuffled, nothing is lost."""
    position = opened(players)
    position.deal(9, game)
    rng = random.Random(game)
    for _ in range(steps):
        if position["over"]:
            break
        position.step(position.draw() if position.asks_chance else rng.choice(position.moves()))
    state, viewer = position.states[0], game % players
    hands = [known_hand(state, viewer, seat) for seat in range(players)]
    before = {name: position[name].copy() for name in ("hand", "n_stock", "zones", "token", "pile")}
    hidden, exchange = hidden_from(state, viewer), position["exchange"]
    deal_hidden(state, viewer)
    check_state(position.tables[0], position.rules[0], state)
    assert position["hand"][viewer] == before["hand"][viewer]
    for seat in range(players):
        assert hands[seat] & ~position["hand"][seat] == 0
        assert int(position["hand"][seat]).bit_count() == int(before["hand"][seat]).bit_count()
    for name in ("n_stock", "zones", "token", "pile"):
        assert (position[name] == before[name]).all()
    assert position["exchange"] == exchange
    assert hidden_from(state, viewer) & ~hidden == 0
    while not position["over"]:
        position.step(position.draw() if position.asks_chance else rng.choice(position.moves()))


def test_at_first_everything_but_the_own_hand_is_hidden() -> None:
    """CA-16: other hands, all stocks, the own stock too."""
    position = opened(4, exchange=9)
    position.deal(1, 1)
    for viewer in range(4):
        hidden = int(hidden_from(position.states[0], viewer))
        assert hidden.bit_count() == 56 - 9 - 5
        assert hidden & (position["exchange"] | position["hand"][viewer]) == 0


def test_ids_are_those_of_the_file() -> None:
    """Kinds are numbered in the order of IDS."""
    assert tuple(kind.id for kind in Position().box.kinds) == IDS
    assert as_struct(complete(Options(without=("fool",)), 4))["without"][0][0] == IDS.index("fool")
