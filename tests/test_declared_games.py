"""What follows from the parts of a move and the fields of a state, in whatever compiled game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules.chance import start_chance
from rules.fields import blank
from rules.kernel import Array
from rules.moves import NOBODY, GameMove, one_of, seat, upto
from rules.state_fields import (
    by_seat,
    clearer,
    counted_fields,
    dealer,
    hides,
    number,
    own,
    score_reader,
    secret,
)
from rules.verbs import GameState
from rules.words import Word


class Card(Word):
    """Cards."""

    NONE = "no card"
    GUARD = "guesses"
    LONG_NAME = "has a name of two words"


class Move(GameMove):
    """A move of three parts."""

    card: int = one_of(Card)
    target: int = seat()
    how_many: int = upto(3)


class Deed(GameMove):
    """A move of one part."""

    card: int = one_of(Card)


class State(GameState):
    """A state with something of each kind."""

    tricks: int = number("tricks so far", counted=True)
    lives: Array = by_seat("lives", start=3, counted=True)
    deck: Array = secret("the deck", shape=4)
    hand: Array = own("a hand of two", shape=2)
    purse: Array = own("coins", pool="coins")


def test_a_move_is_one_number_and_its_parts_again() -> None:
    every = [(c, t, n) for c in range(3) for t in range(6) for n in range(4)]
    assert [Move.pack(*parts) for parts in every] == list(range(Move.size))
    assert [Move.unpack(move) for move in range(Move.size)] == every


def test_what_a_part_does_not_say_is_left_out() -> None:
    whole, bare = Move(Move.pack(2, 1, 3)), Move(Move.pack(1, NOBODY, 0))
    assert whole.as_json() == {"card": "long_name", "target": 1, "how_many": 3}
    assert whole.tell() == "long name, target seat 2, how many 3"
    assert bare.as_json() == {"card": "guard", "how_many": 0}
    assert bare.tell() == "guard, how many 0"


def test_a_move_of_one_part_is_its_word() -> None:
    assert (Deed(1).as_json(), Deed(1).tell(), Deed.pack(1), Deed.size) == ("guard", "guard", 1, 3)


def test_a_move_without_parts_is_refused() -> None:
    with pytest.raises(TypeError, match="has no parts"):
        type("Nothing", (GameMove,), {})


def test_a_cleared_state_has_its_start_values() -> None:
    state = blank(State)[0]
    state.lives[:] = state.tricks = state.deck[:] = 9
    clearer(State)(state)
    assert (state.lives.tolist(), int(state.tricks), state.deck.tolist()) == ([3] * 5, 0, [0] * 4)


def test_counted_numbers_are_of_the_game_and_those_by_seat_of_seats() -> None:
    of_games, of_seats = counted_fields(State)
    assert (list(of_games), list(of_seats)) == (["tricks"], ["lives"])


def test_a_game_without_a_field_for_it_has_no_score() -> None:
    assert score_reader(State)(blank(State)[0], 0) == 0
    assert hides(State)
    assert not hides(GameState)


def dealt(order: list[int], viewer: int, seed: int = 1) -> Any:
    """A state whose deck and hands hold eight cards in this order, dealt anew for a viewer."""
    state = blank(State)[0]
    state.players = 2
    state.deck[:4] = order[:4]
    state.hand[0], state.hand[1] = order[4:6], order[6:8]
    state.purse[:2] = 70, 50
    start_chance(state, seed, 0)
    dealer(State)(state, viewer)
    return state


def test_a_seat_keeps_its_own_and_empty_places_stay_empty() -> None:
    state = dealt([1, 2, 0, 0, 3, 4, 5, 6], viewer=0)
    assert state.hand[0].tolist() == [3, 4]
    assert state.deck.tolist()[2:] == [0, 0]
    assert sorted([*state.deck[:2], *state.hand[1]]) == [1, 2, 5, 6]


def test_pieces_of_one_pool_never_lie_among_those_of_another() -> None:
    for seed in range(20):
        state = dealt([1, 2, 3, 4, 5, 6, 7, 8], viewer=-1, seed=seed)
        assert sorted(state.purse[:2]) == [50, 70]
        assert sorted([*state.deck, *state.hand[0], *state.hand[1]]) == list(range(1, 9))


def test_what_is_dealt_depends_on_what_is_seen_alone() -> None:
    one, other = (dealt(order, viewer=0) for order in ([1, 2, 3, 4, 8, 8, 5, 6], [6, 5, 4, 3, 8, 8, 2, 1]))
    assert one.deck.tolist() == other.deck.tolist()
    assert one.hand.tolist() == other.hand.tolist()


def test_every_hidden_card_may_lie_in_every_hidden_place() -> None:
    hands = {int(dealt([1, 2, 3, 4, 8, 8, 5, 6], viewer=0, seed=seed).hand[1, 0]) for seed in range(60)}
    assert hands == {1, 2, 3, 4, 5, 6}
    assert np.asarray(dealt([1, 2, 3, 4, 8, 8, 5, 6], viewer=0).hand[0]).tolist() == [8, 8]
