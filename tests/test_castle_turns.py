"""Actions of a turn, the deal, and how a game ends."""

import pytest
from castle_builders import board

from rules.castle.options import Options, settle
from rules.castle.plan import EXCHANGE, HAND, STOCK
from rules.castle.table import Table

pytestmark = pytest.mark.rules


def dealt(players, seed=1, game=0, **options):
    """A table after the deal."""
    table = Table()
    table.open(settle(Options(**options), players), players)
    table.deal(seed, game)
    return table


# --- actions


def test_two_actions_a_turn_then_the_next_seat():
    """CA-19, CA-17: the same action may be taken twice."""
    g = board("", hands="spy | queen | fool", stocks="king thief | witch | prince")
    g.draw().draw()
    assert g.asked == "B"
    assert g.hand("A") == "king spy thief"


def test_a_draw_takes_the_top_card():
    """CA-20: the stock is written top card first."""
    g = board("", hands="spy | queen | fool", stocks="king thief | |").draw()
    assert g.hand("A") == "king spy"


def test_no_draw_from_an_empty_stock():
    """CA-20."""
    g = board("", hands="soldier | queen | fool", exchange="witch")
    assert g.actions() == {"exchange", "play"}


def test_an_exchange_swaps_two_cards():
    """CA-21: the card given lies in the exchange then."""
    g = board("", hands="spy | queen | fool", exchange="witch thief").swap("spy", "thief")
    assert (g.hand("A"), g.exchange) == ("thief", "spy witch")


def test_no_exchange_without_a_card_on_both_sides():
    """CA-21."""
    assert "exchange" not in board("", hands="spy | queen | fool").actions()
    g = board("", hands=" | queen | fool", stocks="king | |", exchange="witch")
    assert g.actions() == {"draw"}


def test_an_action_is_lost_if_none_is_possible():
    """CA-23: a card in hand without a place, no stock, no exchange."""
    g = board("", hands="lady_in_waiting | queen | fool")
    assert g.actions() == {"none"}
    g.lose().lose()
    assert g.asked == "B"


def test_the_number_of_actions_is_an_option():
    """CA-19, CA-26: the Merchant gives one more."""
    g = board("", hands="spy | queen | fool", stocks="king thief prince witch | |", actions=3)
    g.draw().draw().draw()
    assert g.asked == "B"
    g = board("", hands="merchant spy | queen | fool", stocks="king thief | |", actions=1)
    g.play("merchant", "(1,1)").draw()
    assert g.asked == "B"


def test_a_limit_of_draws():
    """CA-V2: no draw while holding as many cards as were dealt into the first hand, seven with three."""
    hand = "spy king thief witch prince archer"
    g = board("", hands=f"{hand} | queen | fool", stocks="soldier soldier | |", draw_limit="first_hand")
    g.draw()
    assert "draw" not in g.actions()
    g = board("", hands=f"{hand} | queen | fool", stocks="soldier soldier | |")
    g.draw()
    assert "draw" in g.actions()


# --- the deal


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_first_seat_is_drawn(players):
    """CA-17, CA-18: the dealer's left neighbour begins, any seat."""
    firsts = {dealt(players, game=game)["first"] for game in range(40)}
    assert firsts == set(range(players))


def test_with_two_players_the_fools_are_taken_out():
    """CA-14: Fool and Village Idiot are in nobody's hand, stock or exchange."""
    table = dealt(2)
    out = [*table.box.cards_of("fool"), *table.box.cards_of("village_idiot")]
    assert not any(table["in_game"] >> card & 1 for card in out)


def test_cards_can_be_taken_out():
    """CA-14: all of a name; the exchange is smaller by as many."""
    table = dealt(4, without=("knight", "herald"))
    assert table["exchange"].bit_count() == 12 - 5
    out = [*table.box.cards_of("knight"), *table.box.cards_of("herald")]
    assert not any(table["in_game"] >> card & 1 for card in out)


def test_without_a_card_the_others_come_in_the_same_order():
    """A card that lay in the exchange changes no hand and no stock."""
    whole = dealt(4)
    name = next(name for name in table_ids(whole) if name not in ("soldier", "knight", "siege_engine"))
    less = dealt(4, without=(name,))
    assert less["hand"].tolist() == whole["hand"].tolist()
    assert less["stock"].tolist() == whole["stock"].tolist()
    assert set(less.ids(less["exchange"])) == set(table_ids(whole)) - {name}


def table_ids(table):
    """The ids of the cards in the exchange."""
    return table.ids(table["exchange"])


def test_a_larger_hand_holds_the_same_cards_and_more():
    """Hand and stock are one run of cards, so a hand of six is the hand of five and the top of the stock."""
    five, six = dealt(4), dealt(4, hand=6, stock=5)
    for seat in range(4):
        top = five["stock"][seat, five["n_stock"][seat] - 1]
        assert six["hand"][seat] == five["hand"][seat] | 1 << top
    assert six["exchange"] == five["exchange"]
    assert six["first"] == five["first"]


def test_a_smaller_exchange_leaves_cards_unseen():
    """CA-15: the rest is in nobody's reach."""
    table = dealt(4, exchange=8)
    assert table["exchange"].bit_count() == 8
    assert table["undealt"].bit_count() == 4
    assert table["undealt"] & table["in_game"] == 0


def test_where_cards_were_dealt_is_kept():
    """For studies: `dealt` says for every card in whose hand or stock it began, or in the exchange."""
    table = dealt(3)
    counts = [0] * 123
    for card in range(56):
        counts[table["dealt"][card]] += 1
    assert [counts[HAND + s] for s in range(3)] == [7] * 3
    assert [counts[STOCK + s] for s in range(3)] == [8] * 3
    assert counts[EXCHANGE] == 11


# --- the end


def test_an_empty_hand_with_a_stock_is_not_out():
    """CA-28: one of them empty is not enough."""
    g = board("", hands="soldier | queen | fool", stocks="king | |").play("soldier", "(0,1)")
    assert g.asked == "A"


def test_the_game_stops_at_once():
    """CA-31: the second action is not taken."""
    g = board("", hands="soldier | queen | fool").play("soldier", "(0,1)")
    assert g.asked == "out A"
    assert g.table["n_turns"] == 1


def test_an_exchange_or_a_draw_wins_nothing():
    """CA-30: the check is made after plays."""
    g = board("", hands="spy | | fool", stocks="king | |", exchange="witch")
    g.swap("spy", "witch").draw()
    assert g.asked == "B"


def test_blocked_means_no_card_anywhere_has_a_place():
    """CA-33: fewest cards in hand, then in stock; who is still equal shares the win."""
    hands = "lady_in_waiting | kings_advisor | ambassador"
    g = board("", hands=hands, stocks="ghost | knight |")
    assert g.asked == "blocked C"
    g = board("", hands=hands)
    assert g.asked == "blocked ABC"
    g = board("", hands="lady_in_waiting | kings_advisor | ambassador ghost")
    assert g.asked == "blocked AB"
    assert g.table["n_turns"] == 0


def test_a_card_in_the_exchange_keeps_the_game_alive():
    """CA-33: any card of the exchange with a legal place."""
    g = board("", hands="lady_in_waiting | kings_advisor | ambassador", exchange="soldier")
    assert g.asked == "A"
    g = board("", hands="lady_in_waiting | kings_advisor | ambassador", stocks="| soldier |")
    assert g.asked == "A"


def test_the_limit_of_turns():
    """CA-34: ranked as in CA-33, also when the board is blocked then (CA-145)."""
    g = board("", hands="spy king | queen | fool", stocks="thief prince | |", max_turns=1)
    g.draw().draw()
    assert g.asked == "turn_limit BC"
    g = board("", hands="soldier lady_in_waiting | kings_advisor | ambassador", exchange="ghost", max_turns=1)
    g.play("soldier", "(0,1)").swap("lady_in_waiting", "ghost")
    assert g.asked == "turn_limit ABC"
