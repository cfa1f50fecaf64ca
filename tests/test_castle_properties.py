"""What holds in every game of Castle, whatever is played."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import numpy as np
import pytest
from builders import volume
from castle_checks import check_state, play_steps
from hypothesis import given
from hypothesis import strategies as st

from rules.castle import engine
from rules.castle.cards import ANY_ZONE
from rules.castle.hidden import deal_hidden, hidden_from, known_hand
from rules.castle.kinds import IDS
from rules.castle.options import Options, complete
from rules.castle.position import Position
from rules.castle.state import MAX_MOVES, new_state
from rules.chance import POLICY, draw_below
from rules.options import as_struct

MOVES = np.zeros(MAX_MOVES, np.int64)
CHOSEN = np.zeros(20_000, np.int64)


def play_out(position: Position, seed: int, game: int) -> list[int]:
    """A random game, checked at every step; its moves and outcomes."""
    n = play_steps(
        position.cards[0], position.rules[0], position.states[0], MOVES, position.players, seed, game, CHOSEN
    )
    return CHOSEN[:n].tolist()


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
    position = opened(players, **options)
    for game in range(volume(40, 1)):
        play_out(position, 5, game)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_are_played_as_they_were(players: int) -> None:
    """`apply` draws what chance is asked as `step` with `draw_outcome` does; a state is copied as a block."""
    position, other = opened(players), new_state()
    for game in range(volume(10, 1)):
        moves = play_out(position, 6, game)
        engine.new_game(position.cards[0], position.rules[0], other[0], players, 6, game)
        copies = other.copy()
        at = 0
        while not engine.is_over(copies[0]):
            asked = int(copies[0].asked)
            n = engine.legal_moves(position.cards[0], position.rules[0], copies[0], MOVES)
            move = MOVES[draw_below(copies[0], POLICY + asked, n)]
            while moves[at] != move:  # outcomes of chance stand in between
                at += 1
            engine.apply(position.cards[0], position.rules[0], copies[0], move)
            copies = copies.copy()
        assert copies[0].where.tolist() == position["where"].tolist()
        assert copies[0].n_turns == position["n_turns"]


# --- logs


@pytest.mark.parametrize("players", [2, 4])
def test_the_log_of_plays_agrees_with_the_counters(players: int) -> None:
    """Every play stands in the log once, with the cards that it sent back by owner."""
    position = opened(players)
    for game in range(volume(20, 1)):
        play_out(position, 8, game)
        plays = position["plays"][: position["n_plays"]]
        assert sum(position["times_played"]) == len(plays) >= sum(position["played"][:players])
        sent = plays["sent"].sum(axis=0).tolist()
        assert sent[:players] == position["back_to"][:players].tolist()
        assert sum(sent) == sum(position["times_back"]) == sum(position["back_by"][:players])
        for play in plays:
            assert position.kind(play["card"]).zone in (ANY_ZONE, play["zone"])
            assert play["seat"] == (position["first"] + play["turn"]) % players


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
    check_state(position.cards[0], position.rules[0], state)
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


# --- golden games

GOLDEN = {2: "6a9ab214e90453ed", 3: "49703dce2b75ea80", 4: "d48c2eb6a9f5bc98", 5: "ab741de98c3d3b3a"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_golden_games(players: int) -> None:
    """The same choices and chance give the games that were noted; else RULES_VERSION must rise."""
    assert engine.RULES_VERSION == 1
    position, digest = opened(players), hashlib.sha256()
    for game in range(3):
        digest.update(repr(play_out(position, 2000, game)).encode())
        digest.update(
            repr([position.scores(), position.winners(), position.reason(), position["n_turns"]]).encode()
        )
    assert digest.hexdigest()[:16] == GOLDEN[players]


def test_ids_are_those_of_the_file() -> None:
    """Kinds are numbered in the order of IDS."""
    assert tuple(kind.id for kind in Position().box.kinds) == IDS
    assert as_struct(complete(Options(without=("fool",)), 4))["without"][0][0] == IDS.index("fool")
