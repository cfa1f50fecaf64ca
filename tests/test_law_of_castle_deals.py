"""Castle: every deal is equally likely, and so is every card of a hand from which an effect draws."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from chance_laws import assert_dealt, assert_law, assert_uniform, compiled_only
from deals import BOX, EXCHANGE, SEED, Numbers, castle_deal, castle_moves, castle_table, mask_cards

from rules.castle.moves import move_card
from rules.chance import STEAL, enter_episode, start_chance

pytestmark = compiled_only

GAMES = 3000


def deals(players: int, n: int, **options: object) -> Numbers:
    """Where each card lies in n games, a row a game; see `castle_deal`."""
    table = castle_table(players, **options)
    return np.stack([castle_deal(table, game) for game in range(n)])


@pytest.mark.parametrize("players", [3, 5])
def test_every_card_is_dealt_to_every_place_equally_often(players: int) -> None:
    """CA-16: hands, each place of the stocks, and the exchange."""
    places = deals(players, GAMES)
    assert BOX not in places
    assert EXCHANGE in places
    assert_dealt(places)


def test_cards_taken_out_are_never_dealt_and_the_others_alike() -> None:
    """CA-14, CA-15: the Fool and the Village Idiot are out of a game of two; what is left is in the box."""
    places = deals(2, GAMES, exchange=5)
    out = [card for card in range(places.shape[1]) if (places[:, card] == BOX).all()]
    assert len(out) == 2
    rest = np.delete(places, out, axis=1)
    assert set(Counter(rest[0].tolist()).values()) == {9, 1, 5}
    assert_dealt(rest)


def test_what_one_hand_holds_says_nothing_of_the_others() -> None:
    """Of two cards in three hands of seven: both in one hand as often as the law says."""
    places = deals(3, GAMES)
    pairs = np.arange(0, places.shape[1] - 1, 2)
    hands = [100 * seat for seat in range(3)]
    same, dealt = 0, 0
    for card in pairs:
        both = np.isin(places[:, card], hands) & np.isin(places[:, card + 1], hands)
        dealt += int(both.sum())
        same += int((both & (places[:, card] == places[:, card + 1])).sum())
    assert_law([same, dealt - same], [6, 14])


def test_other_sizes_of_hand_and_stock_meet_the_cards_in_the_same_order() -> None:
    """Common random numbers: a hand and its stock are one run of cards, whatever is taken from it first."""
    one, other = deals(3, 50, hand=7, stock=8), deals(3, 50, hand=9, stock=6)
    assert (one // 100 == other // 100).all()
    deep = other % 100 >= 1
    assert ((one - other)[deep & (other < EXCHANGE)] == 2).all(), "the stocks lie in another order"
    assert ((deals(3, 50, exchange=2) == one) | (deals(3, 50, exchange=2) == BOX)).all()


@pytest.mark.parametrize("players", [3, 4])
def test_an_effect_draws_every_card_of_a_hand_equally_often(players: int) -> None:
    """CA-113, CA-122: the Courtesan and the Village Idiot; each card, not each name."""
    table = castle_table(players)
    rng = np.random.default_rng(1)
    tried = 0
    for game in range(400):
        table.deal(SEED, game)
        for _ in castle_moves(table, rng):
            drawn: Counter[int] = Counter()
            kept = table.states.copy()
            for other in range(300):
                start_chance(table.states.view(np.recarray)[0], SEED, 1000 + other)
                enter_episode(table.states.view(np.recarray)[0], STEAL, kept["turn"][0])
                drawn[int(move_card(table.draw()))] += 1
            table.states[:] = kept
            hands = [mask_cards(hand) for hand in table["hand"][:players]]
            (hand,) = [cards for cards in hands if set(drawn) <= set(cards)]
            if len(hand) > 1:
                assert_uniform([drawn[card] for card in hand])
                tried += 1
            break
        if tried == 25:
            return
    raise AssertionError("too few effects drew from a hand")


def test_draws_of_an_effect_depend_on_the_turn_alone() -> None:
    """Common random numbers: what was drawn in earlier turns changes nothing; two turns differ."""
    table = castle_table(4)
    words: dict[int, set[bytes]] = {}
    for choices in range(60):
        table.deal(SEED, 3)
        for _ in castle_moves(table, np.random.default_rng(choices)):
            if table["chance_used"][STEAL] == 0:
                copy = table.states.copy()
                table.draw()
                words.setdefault(table["turn"], set()).add(table["chance_words"][STEAL].tobytes())
                table.states[:] = copy
    assert all(len(found) == 1 for found in words.values())
    assert len(set().union(*words.values())) == len(words) > 10
