"""The deal of Castle: who begins, who gets what, and which options change it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.castle.options import Options, complete
from rules.castle.plan import EXCHANGE, HAND, STOCK
from rules.castle.position import Position

pytestmark = pytest.mark.rules


def dealt(players: int, game: int = 0, **options: Any) -> Position:
    """A table after the deal."""
    position = Position()
    position.open(complete(Options(**options), players), players)
    position.deal(1, game)
    return position


@pytest.mark.parametrize(
    ("players", "hand", "stock", "exchange", "used"),
    [(2, 9, 13, 10, 54), (3, 7, 8, 11, 56), (4, 5, 6, 12, 56), (5, 5, 4, 11, 56)],
)
def test_the_standard_deal(players: int, hand: int, stock: int, exchange: int, used: int) -> None:
    """EX-CA-2: hands, stocks and exchange make 54 cards for two players, else 56 (CA-14, CA-15)."""
    position = dealt(players)
    assert position.by_source() == [{"hand": hand, "stock": stock}] * players
    assert position["exchange"].bit_count() == exchange
    assert position["in_game"].bit_count() == used == players * (hand + stock) + exchange


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_first_seat_is_drawn(players: int) -> None:
    """CA-17, CA-18: the dealer's left neighbour begins, any seat."""
    firsts = {dealt(players, game=game)["first"] for game in range(40)}
    assert firsts == set(range(players))


def test_with_two_players_the_fools_are_taken_out() -> None:
    """CA-14: Fool and Village Idiot are in nobody's hand, stock or exchange."""
    position = dealt(2)
    out = [*position.box.cards_of("fool"), *position.box.cards_of("village_idiot")]
    assert not any(position["in_game"] >> card & 1 for card in out)


def test_cards_can_be_taken_out() -> None:
    """CA-14: all of a name; the exchange is smaller by as many."""
    position = dealt(4, without=("knight", "herald"))
    assert position["exchange"].bit_count() == 12 - 5
    out = [*position.box.cards_of("knight"), *position.box.cards_of("herald")]
    assert not any(position["in_game"] >> card & 1 for card in out)


def test_without_a_card_the_others_come_in_the_same_order() -> None:
    """A card that lay in the exchange changes no hand and no stock."""
    whole = dealt(4)
    name = next(name for name in table_ids(whole) if name not in ("soldier", "knight", "siege_engine"))
    less = dealt(4, without=(name,))
    assert less["hand"].tolist() == whole["hand"].tolist()
    assert less["stock"].tolist() == whole["stock"].tolist()
    assert set(less.ids(less["exchange"])) == set(table_ids(whole)) - {name}


def table_ids(position: Position) -> list[str]:
    """The ids of the cards in the exchange."""
    return position.ids(position["exchange"])


def test_a_larger_hand_holds_the_same_cards_and_more() -> None:
    """Hand and stock are one run of cards, so a hand of six is the hand of five and the top of the stock."""
    five, six = dealt(4), dealt(4, hand=6, stock=5)
    for seat in range(4):
        top = five["stock"][seat, five["n_stock"][seat] - 1]
        assert six["hand"][seat] == five["hand"][seat] | 1 << top
    assert six["exchange"] == five["exchange"]
    assert six["first"] == five["first"]


def test_a_smaller_exchange_leaves_cards_unseen() -> None:
    """CA-15: the rest is in nobody's reach."""
    position = dealt(4, exchange=8)
    assert position["exchange"].bit_count() == 8
    assert position["undealt"].bit_count() == 4
    assert position["undealt"] & position["in_game"] == 0


def test_where_cards_were_dealt_is_kept() -> None:
    """For studies: `dealt` says for every card in whose hand or stock it began, or in the exchange."""
    position = dealt(3)
    counts = [0] * 123
    for card in range(56):
        counts[position["dealt"][card]] += 1
    assert [counts[HAND + s] for s in range(3)] == [7] * 3
    assert [counts[STOCK + s] for s in range(3)] == [8] * 3
    assert counts[EXCHANGE] == 11
