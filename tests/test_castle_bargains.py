"""Courtyard cards that change tokens, hands and turns: Merchant, Schemer, Spy, Thief, Courtesan, Fool ..."""

import pytest
from castle_builders import board

pytestmark = pytest.mark.rules

# --- Merchant


def test_the_merchant_replaces_three_tokens():
    """CA-110: of others, on different cards, protected or not, inside piles too."""
    text = "(0,1) soldier/B under knight/C, (1,1) spy/A, (1,2) thief/C, outside fairy/B, (1,3) fool"
    g = board(text, hands="merchant king | queen | witch").play("merchant", "(4,4)")
    assert len(g.legal()) == 4
    g.choose("(0,1)").choose("(1,2)")
    assert len(g.legal()) == 2
    g.choose("outside fairy")
    assert g.at("(0,1)") == "soldier/B under knight/A"
    assert (g.at("(1,2)"), g.at("outside fairy"), g.at("(1,3)")) == ("thief/A", "fairy/A", "fool")
    assert g.point == "action"


def test_the_merchant_finds_no_tokens_of_others():
    """CA-44: the third action is given all the same."""
    g = board("(1,1) spy/A", hands="merchant soldier soldier king | queen | witch")
    g.play("merchant", "(4,4)").play("soldier", "(0,1)")
    assert g.asked == "A"
    g.play("soldier", "(0,2)")
    assert g.asked == "B"


def test_the_merchant_as_third_action_gives_no_fourth():
    """CA-26, CA-110: sent back and played again he is the third action, and the last."""
    g = board("(1,1) spy/A", hands="merchant courtier king | queen | witch")
    g.play("merchant", "(4,4)").play("courtier", "(4,3)", "(4,4)")
    assert g.hand("A") == "king merchant"
    g.play("merchant", "(4,4)")
    assert g.asked == "B"


def test_going_out_with_the_merchant_wins():
    """CA-110: the third action is not taken; with merchant_may_win=false it is lost (CA-V1)."""
    g = board("", hands="merchant | queen | witch").play("merchant", "(4,4)")
    assert g.asked == "out A"
    g = board("", hands="merchant | queen thief | witch", merchant_may_win=False).play("merchant", "(4,4)")
    assert g.actions() == {"none"}
    g.lose().lose()
    assert g.asked == "B"
    g.play("queen", "(1,1)")
    g.choose("(4,4)")
    assert g.hand("A") == "merchant"


def test_without_a_win_in_the_merchants_turn_the_next_play_ends_the_game():
    """CA-V1, CA-30: in the turn of another the player without cards is out."""
    g = board("", hands="merchant | soldier thief | witch", merchant_may_win=False).play("merchant", "(4,4)")
    g.lose().lose().play("soldier", "(0,1)")
    assert g.asked == "out A"


# --- Schemer


def test_the_schemer_swaps_two_tokens():
    """CA-117: of any two cards, also in piles and protected; the same colours are allowed."""
    text = "(0,1) soldier/B under knight/C, (1,1) spy/B, outside fairy/A, (1,3) fool"
    g = board(text, hands="schemer king | queen | witch").play("schemer", "(4,4)")
    assert len(g.legal()) == 6
    g.choose_pair("(0,1)", "outside fairy")
    assert (g.at("(0,1)"), g.at("outside fairy")) == ("soldier/B under knight/A", "fairy/C")


def test_the_schemer_swaps_equal_tokens():
    """CA-117: nothing changes."""
    g = board("(0,1) soldier/B, (1,1) spy/B", hands="schemer king | queen | witch").play("schemer", "(4,4)")
    g.choose_pair("(0,1)", "(1,1)")
    assert (g.at("(0,1)"), g.at("(1,1)")) == ("soldier/B", "spy/B")


def test_the_schemer_needs_two_tokens():
    """CA-117: his own does not count (CA-47), nor a card without."""
    g = board("(1,1) spy/B, (1,3) fool", hands="schemer king | queen | witch").play("schemer", "(4,4)")
    assert g.point == "action"


# --- Spy


def test_the_spy_rearranges_the_tokens_beside_him():
    """CA-118: whole piles, one each; cards without a token get none."""
    text = "(0,1) soldier/B, (1,2) thief/C under knight/B, (2,2) fool, (4,4) king/A"
    g = board(text, hands="spy prince | queen | witch").play("spy", "(1,1)")
    assert g.point == "tokens"
    g.token("C").token("B").token("B")  # by the numbers of the cards: soldier, thief, knight
    assert (g.at("(0,1)"), g.at("(1,2)"), g.at("(2,2)")) == ("soldier/C", "thief/B under knight/B", "fool")


def test_the_spy_may_leave_everything_as_it_is():
    """CA-118: the old way included; with one token left there is one choice."""
    g = board("(0,1) soldier/B, (1,2) thief/C", hands="spy prince | queen | witch").play("spy", "(1,1)")
    assert len(g.legal()) == 2
    g.token("B")
    assert len(g.legal()) == 1
    g.token("C")
    assert (g.at("(0,1)"), g.at("(1,2)")) == ("soldier/B", "thief/C")


def test_the_spy_finds_no_tokens():
    """CA-44: neighbours without tokens, and tokens farther off."""
    g = board("(0,1) soldier, (4,4) thief/C", hands="spy prince | queen | witch").play("spy", "(1,1)")
    assert g.point == "action"


def test_protection_does_not_stop_the_spy():
    """CA-71: the Ambassador's token counts too."""
    g = board("(1,2) ambassador/B, (0,1) soldier/C", hands="spy prince | queen | witch").play("spy", "(1,1)")
    g.token("B").token("C")
    assert g.at("(1,2)") == "ambassador/C"


# --- Thief


def test_the_thief_takes_a_token():
    """CA-120: beside him, inside piles, protected, one's own."""
    text = "(0,1) soldier/A, (1,2) ambassador/C under knight/B, (2,2) fool, (4,4) king/A"
    g = board(text, hands="thief prince | queen | witch").play("thief", "(1,1)")
    assert len(g.legal()) == 3
    g.choose("(0,1)")
    assert g.at("(0,1)") == "soldier"


def test_the_thief_finds_no_token():
    """CA-44: a neighbour without one."""
    g = board("(0,1) soldier, (4,4) king/A", hands="thief prince | queen | witch").play("thief", "(1,1)")
    assert g.point == "action"


def test_the_thief_ends_the_priests_protection():
    """CA-80, CA-82: a Priest without a token protects nobody."""
    text = "(1,2) priest/B, (1,3) spy/B"
    g = board(text, hands="thief courtier king | queen | witch")
    g.play("thief", "(1,1)", "(1,2)").play("courtier", "(2,3)")
    assert "(1,3)" in g.targets()


# --- Courtesan


def test_the_courtesan_swaps_a_card_for_one_drawn_blindly():
    """CA-113: partner and card are chosen first; then chance draws."""
    g = board("", hands="courtesan spy king | queen fool | ", stocks="| | witch")
    g.play("courtesan", "(1,1)")
    assert len(g.legal()) == 2  # C has an empty hand
    g.pick("spy", seat="B")
    assert (g.asked, g.point) == ("chance", "got")
    assert len(g.legal()) == 2
    g.pick("fool")
    assert (g.hand("A"), g.hand("B")) == ("fool king", "queen spy")
    assert g.asked == "A"


def test_the_courtesan_finds_nobody():
    """CA-113: all other hands are empty, or her player's own."""
    g = board("", hands="courtesan spy | | ", stocks="| fool | thief").play("courtesan", "(1,1)")
    assert g.point == "action"
    g = board("", hands="courtesan | queen | thief", stocks="fool | | ").play("courtesan", "(1,1)")
    assert g.point == "action"


def test_chance_draws_what_is_there():
    """CA-113: the card given cannot be drawn back."""
    g = board("", hands="courtesan spy | queen | thief").play("courtesan", "(1,1)").pick("spy", seat="B")
    assert len(g.legal()) == 1
    assert g.table.draw() == g.legal()[0]
    g.pick("queen")
    assert (g.hand("A"), g.hand("B")) == ("queen", "spy")


# --- Fool


def test_the_fool_passes_cards_to_the_left_at_once():
    """CA-121: each chooses before receiving."""
    g = board("", hands="fool spy king | queen thief | witch").play("fool", "(1,1)")
    assert (g.asked, g.point) == ("A", "pass")
    g.pick("spy")
    assert (g.asked, g.hand("B")) == ("B", "queen thief")
    g.pick("queen")
    assert g.asked == "C"
    assert len(g.legal()) == 1
    g.pick("witch")
    assert (g.hand("A"), g.hand("B"), g.hand("C")) == ("king witch", "spy thief", "queen")


def test_an_empty_hand_passes_nothing():
    """CA-121: but it receives; who passes the last card and receives none is out (CA-30)."""
    g = board("", hands="fool | queen | witch", stocks="archer | |").play("fool", "(1,1)")
    assert g.asked == "B"
    g.pick("queen").pick("witch")
    assert (g.hand("A"), g.hand("B"), g.hand("C")) == ("witch", "", "queen")
    assert g.asked == "out B"


def test_the_player_to_act_is_out_first():
    """CA-30: with A and B both without cards A wins, even if only by C's gift to A being none."""
    g = board("", hands="fool | queen | ").play("fool", "(1,1)")
    g.pick("queen")
    assert (g.hand("A"), g.hand("C")) == ("", "queen")
    assert g.asked == "out A"


def test_the_fool_finds_only_empty_hands():
    """CA-44: nobody passes anything."""
    g = board("", hands="fool | | ", stocks="archer | spy | king").play("fool", "(1,1)")
    assert (g.asked, g.point) == ("A", "action")


# --- Village Idiot


def test_the_village_idiot_takes_from_the_right_at_once():
    """CA-122: all draws from the hands as they were."""
    g = board("", hands="village_idiot spy king | queen thief | witch").play("village_idiot", "(1,1)")
    assert g.asked == "chance"
    g.pick("witch", seat="A").pick("spy", seat="B")
    assert len(g.legal()) == 2
    g.pick("thief", seat="C")
    assert (g.hand("A"), g.hand("B"), g.hand("C")) == ("king witch", "queen spy", "thief")


def test_the_village_idiot_finds_an_empty_hand():
    """CA-122: it yields nothing; its left neighbour takes nothing."""
    g = board("", hands="village_idiot | queen thief | ", stocks="spy | | king").play(
        "village_idiot", "(1,1)"
    )
    g.pick("queen", seat="C")
    assert (g.hand("A"), g.hand("B"), g.hand("C")) == ("", "thief", "queen")
    assert g.asked == "A"


def test_the_village_idiot_finds_only_empty_hands():
    """CA-44: nothing is drawn."""
    g = board("", hands="village_idiot | | ", stocks="archer | spy | king").play("village_idiot", "(1,1)")
    assert (g.asked, g.point) == ("A", "action")


# --- King's Advisor


def test_the_advisor_places_a_card_of_the_exchange():
    """CA-127: without a token, with its effect, and it becomes the last placed card."""
    g = board(
        "(1,1) king/B, (0,1) soldier/C",
        hands="kings_advisor enchanter fool | queen | witch",
        exchange="barbarian soldier lady_in_waiting",
    )
    g.play("kings_advisor", "(2,2)")
    assert g.places("barbarian") == {"outside"}
    assert g.places("lady_in_waiting") == set()
    g.pick("barbarian")
    assert (g.asked, g.targets()) == ("A", {"(0,1)"})
    g.choose("(0,1)")
    assert g.at("outside barbarian") == "barbarian"
    g.play("enchanter")
    assert g.exchange == "barbarian lady_in_waiting soldier"


def test_the_advisor_finds_no_card_to_place():
    """CA-127: an empty exchange, or nothing in it that has a place."""
    for exchange in ("", "lady_in_waiting ambassador"):
        g = board("(1,1) king/B", hands="kings_advisor fool | queen | witch", exchange=exchange)
        g.play("kings_advisor", "(2,2)")
        assert g.point == "action"


def test_the_advisor_goes_beside_the_king():
    """CA-127: on an adjacent space only; without King and Prince not at all."""
    g = board("(1,1) king/B", hands="kings_advisor fool | queen | witch")
    assert g.places("kings_advisor") == {"(1,2)", "(2,1)", "(2,2)"}
    g = board("outside king/B", hands="kings_advisor fool | queen | witch")
    assert "kings_advisor" not in g.playable()


def test_a_merchant_placed_by_the_advisor_gives_the_third_action():
    """CA-141: and replaces tokens by those of the Advisor's player."""
    g = board("(1,1) king/B", hands="kings_advisor fool | queen | witch", exchange="merchant")
    g.play("kings_advisor", "(2,2)").pick("merchant", place="(4,4)").choose("(1,1)")
    assert g.at("(1,1)") == "king/A"
    assert g.table["n_actions"] == 3


def test_the_advisor_placed_enchanter_sends_him_back():
    """CA-133, CA-127: the Advisor himself was placed just before."""
    g = board("(1,1) king/B", hands="kings_advisor fool | queen | witch", exchange="enchanter")
    g.play("kings_advisor", "(2,2)").pick("enchanter")
    assert g.hand("A") == "fool kings_advisor"


def test_a_soldier_placed_by_the_advisor_fills_a_wall():
    """CA-84: soldiers without a token count."""
    text = "(1,1) king/B, (0,1) soldier/B, (0,2) soldier/B, (0,3) soldier/B, N siege_engine/C"
    g = board(text, hands="kings_advisor fool | queen | witch", exchange="soldier")
    g.play("kings_advisor", "(2,2)").pick("soldier", place="(0,4)")
    assert g.hand("C") == "siege_engine witch"
    assert g.at("(0,4)") == "soldier"


def test_the_advisor_may_place_the_fool():
    """CA-127, CA-121: nested choices of all players; then the win check."""
    g = board("(1,1) king/B", hands="kings_advisor | queen | witch", exchange="fool")
    g.play("kings_advisor", "(2,2)").pick("fool", place="(4,4)")
    assert g.asked == "B"
    g.pick("queen").pick("witch")
    assert g.hand("A") == "witch"
    assert g.asked == "out B"
