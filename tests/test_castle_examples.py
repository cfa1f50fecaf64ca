"""The worked examples of the rules of Castle, EX-CA-1 to EX-CA-28."""

import pytest
from castle_builders import board

from rules.castle.options import Options, settle
from rules.castle.table import Table

pytestmark = pytest.mark.rules

FILLER = "spy archer"
"""Cards that keep a seat from being out."""

RING = "(1,1) spy, (1,2) thief, (1,3) prince, (2,1) fool, (2,3) minstrel, (3,1) schemer, (3,2) assassin"
"""Seven of the eight spaces beside (2,2)."""

COURTYARD = (
    *("spy", "thief", "prince", "minstrel", "schemer", "assassin", "courtier", "merchant", "princess"),
    *("priest", "fool", "village_idiot", "courtesan", "king", "black_knight", "queen"),
)


def full_courtyard(n):
    """A courtyard with `n` cards, row by row."""
    spaces = [f"({row},{col})" for row in range(1, 5) for col in range(1, 5)]
    return ", ".join(f"{space} {card}/B" for space, card in zip(spaces[:n], COURTYARD, strict=False))


def test_ex_ca_1_neighbours_across_zones():
    """EX-CA-1: the eight spaces beside (1,1), and (0,3) is none of them."""
    text = "(0,0) archer, (0,1) soldier, (0,2) soldier, (1,0) soldier, (2,0) soldier, (0,3) soldier, "
    g = board(text + "(1,2) spy, (2,1) thief, (2,2) fool, (3,1) prince", hands="courtier queen")
    g.play("courtier", "(1,1)")
    assert g.targets() == {"(0,0)", "(0,1)", "(0,2)", "(1,0)", "(2,0)", "(1,2)", "(2,1)", "(2,2)"}


@pytest.mark.parametrize(
    ("players", "hand", "stock", "exchange", "used"),
    [(2, 9, 13, 10, 54), (3, 7, 8, 11, 56), (4, 5, 6, 12, 56), (5, 5, 4, 11, 56)],
)
def test_ex_ca_2_the_deal(players, hand, stock, exchange, used):
    """EX-CA-2: hands, stocks and exchange make 54 cards for two players, else 56."""
    table = Table()
    table.open(settle(Options(), players), players)
    table.deal(1, 0)
    assert table.by_source() == [{"hand": hand, "stock": stock}] * players
    assert table["exchange"].bit_count() == exchange
    assert table["in_game"].bit_count() == used == players * (hand + stock) + exchange


def test_ex_ca_3_the_engine_comes_back_into_the_hand():
    """EX-CA-3: A's last card is a fourth soldier; A's own engine comes back, so A has not won."""
    g = board(
        "(0,1) soldier/B, (0,2) soldier/B, (0,3) soldier/B, N siege_engine/A",
        hands=f"soldier | {FILLER} | queen",
    )
    g.play("soldier", "(0,4)")
    assert g.hand("A") == "siege_engine"
    assert (g.asked, g.point) == ("A", "action")


def test_ex_ca_4_the_engine_of_another_goes_to_another():
    """EX-CA-4: B's engine goes to B, and A wins at once with the first action."""
    g = board(
        "(0,1) soldier/B, (0,2) soldier/B, (0,3) soldier/B, N siege_engine/B",
        hands=f"soldier | {FILLER} | queen",
    )
    g.play("soldier", "(0,4)")
    assert g.hand("B") == "archer siege_engine spy"
    assert g.asked == "out A"


def test_ex_ca_5_a_stock_keeps_one_in_the_game():
    """EX-CA-5: the hand is empty but the stock is not; the second action must be a draw."""
    g = board("", hands=f"soldier | {FILLER} | queen", stocks="thief fool | |", exchange="witch")
    g.play("soldier", "(0,1)")
    assert g.asked == "A"
    assert g.actions() == {"draw"}


def test_ex_ca_6_no_lady_without_a_lady():
    """EX-CA-6: neither Queen nor Princess, or no free space beside the Princess."""
    g = board("(1,1) king", hands="lady_in_waiting soldier")
    assert "lady_in_waiting" not in g.playable()
    g = board(f"{RING}, (2,2) princess, (3,3) merchant", hands="lady_in_waiting soldier")
    assert "lady_in_waiting" not in g.playable()


def test_ex_ca_7_the_lady_sends_back_a_male_card_of_the_courtyard():
    """EX-CA-7: the King must go back to A himself; the soldier is male but not in the courtyard."""
    g = board("(2,2) princess/B, (1,2) king/A, (0,1) soldier/B", hands="lady_in_waiting spy | archer | queen")
    g.play("lady_in_waiting", "(1,1)")
    assert g.targets() == {"(1,2)"}
    g.choose("(1,2)")
    assert g.hand("A") == "king spy"


def test_ex_ca_8_an_effect_without_a_target_is_ignored():
    """EX-CA-8: without the King the Lady in Waiting is legal and sends nothing back."""
    g = board("(2,2) princess/B, (0,1) soldier/B", hands="lady_in_waiting spy | archer | queen")
    g.play("lady_in_waiting", "(1,1)")
    assert g.point == "action"
    assert g.in_play() == ["lady_in_waiting", "princess", "soldier"]


def test_ex_ca_9_only_the_knight_on_top_is_a_target():
    """EX-CA-9: the Knight goes to C, the Queen stays and is protected no longer."""
    g = board("(2,2) queen/B under knight/C", hands="courtier spy | archer | fool")
    g.play("courtier", "(2,3)")
    assert g.targets() == {"(2,2)"}
    g.choose("(2,2)")
    assert g.hand("C") == "fool knight"
    assert g.at("(2,2)") == "queen/B"
    assert g.table.protected() & 1 << g.card("(2,2)") == 0


def test_ex_ca_10_the_priest_protects_his_colour():
    """EX-CA-10: beside Priest/A only B's soldier can go."""
    text = "(1,1) priest/A, (0,0) archer/A, (0,2) soldier/A, (1,0) soldier/B"
    g = board(text, hands="spy | barbarian queen | fool", first="B")
    g.play("barbarian")
    assert g.targets() == {"(1,0)"}
    g.choose("(1,0)")
    assert g.hand("B") == "queen soldier"


def test_ex_ca_10_protection_changes_with_the_tokens():
    """EX-CA-10: after the Schemer has swapped two tokens, the Archer is B's and the only target."""
    text = "(1,1) priest/A, (0,0) archer/A, (0,2) soldier/A, (1,0) soldier/B"
    g = board(text, hands="spy | barbarian schemer queen | fool", first="B")
    g.play("schemer", "(4,4)").choose_pair("(0,0)", "(1,0)")
    g.play("barbarian")
    assert g.targets() == {"(0,0)"}
    assert g.at("(0,0)") == "archer/B"


def test_ex_ca_12_the_lookout_completes_a_wall():
    """EX-CA-12: moved to (0,3) the fourth soldier drives off the engine."""
    text = "(0,1) soldier, (0,2) soldier, (0,4) soldier, (2,0) soldier, N siege_engine/B"
    g = board(text, hands="lookout spy | queen | fool")
    g.play("lookout", "(0,0)").choose("(2,0)", "(0,3)")
    assert g.hand("B") == "queen siege_engine"
    g = board(text, hands="lookout spy | queen | fool")
    g.play("lookout", "(0,0)").choose("(0,4)", "(0,3)")
    assert g.hand("B") == "queen"
    assert g.at("N") == "siege_engine/B"


def test_ex_ca_13_a_full_wall_and_a_new_engine():
    """EX-CA-13: an engine may be placed before a full wall, and both stay."""
    text = ", ".join(f"({row},5) soldier/B" for row in range(1, 5))
    g = board(text, hands="siege_engine spy | queen | fool")
    assert g.places("siege_engine") == set("NESW")
    g.play("siege_engine", "E")
    assert g.in_play() == ["siege_engine"] + ["soldier"] * 4


def test_ex_ca_13_a_soldier_among_four_engines():
    """EX-CA-13: soldiers stay; the fourth of a wall still drives off the engine that faces it."""
    text = "N siege_engine/A, E siege_engine/B, S siege_engine/B, W siege_engine/B, "
    text += "(0,1) soldier/A, (0,2) soldier/A"
    g = board(text, hands="spy | soldier soldier queen | fool", first="B")
    g.play("soldier", "(0,3)")
    assert g.in_play().count("siege_engine") == 4
    assert g.in_play().count("soldier") == 3
    g.play("soldier", "(0,4)")
    assert g.hand("A") == "siege_engine spy"


def test_ex_ca_14_a_card_without_a_token_goes_to_the_exchange():
    """EX-CA-14: A's Thief takes the Queen's token, and C's King sends her to the exchange."""
    g = board("(2,3) queen/B", hands="thief spy | archer fool | king witch", stocks="| courtier merchant |")
    g.play("thief", "(2,2)").choose("(2,3)")
    assert g.at("(2,3)") == "queen"
    g.play("spy", "(4,4)")
    g = board("(2,3) queen, (2,2) thief/A", hands="spy | archer | king witch", first="C")
    g.play("king", "(4,4)").choose("(2,3)")
    assert g.exchange == "queen"
    assert g.hand("B") == "archer"


def test_ex_ca_15_the_owner_of_the_mistress_chooses_too():
    """EX-CA-15: after A's choice B must send back the Witch or the Mistress."""
    g = board("(1,1) mistress/B, (0,5) witch/A, (0,1) soldier/C", hands="king spy | archer | queen")
    g.play("king", "(3,3)")
    assert g.targets() == {"(1,1)", "(0,5)", "(0,1)"}
    g.choose("(0,1)")
    assert (g.asked, g.point) == ("B", "send_back")
    assert g.targets() == {"(1,1)", "(0,5)"}
    g.choose("(0,5)")
    assert g.hand("A") == "spy witch"


def test_ex_ca_15_a_mistress_sent_back_chooses_nothing():
    """EX-CA-15: had A sent back the Mistress first, B would choose nothing."""
    g = board("(1,1) mistress/B, (0,5) witch/A, (0,1) soldier/C", hands="king spy | archer | queen")
    g.play("king", "(3,3)", "(1,1)")
    assert (g.asked, g.point) == ("A", "action")


def test_ex_ca_17_the_merchant_gives_a_third_action():
    """EX-CA-17: both tokens of others are replaced, and one more action follows, the third and last."""
    g = board(
        "(0,1) soldier/B, (0,2) soldier/C, (0,3) soldier/A",
        hands="merchant spy | archer | queen",
        stocks="fool thief | |",
    )
    g.draw().play("merchant", "(1,1)")
    assert g.targets() == {"(0,1)", "(0,2)"}
    g.choose("(0,1)").choose("(0,2)")
    assert (g.at("(0,1)"), g.at("(0,2)")) == ("soldier/A", "soldier/A")
    assert g.asked == "A"
    g.draw()
    assert g.asked == "B"


@pytest.mark.parametrize(("n", "places"), [(14, set()), (15, {"(4,4)"}), (16, set())])
def test_ex_ca_18_the_ambassador_takes_the_last_space(n, places):
    """EX-CA-18: with 15 courtyard spaces full he may be placed on the sixteenth, else not."""
    g = board(full_courtyard(n), hands="ambassador soldier")
    assert g.places("ambassador") == places


def test_ex_ca_19_the_ghost_replaces_a_single_unprotected_card():
    """EX-CA-19: only the lone Archer can be replaced; he goes to B."""
    g = board("(0,0) archer/B, (0,5) lookout/A under knight/A", hands="ghost spy | queen | fool")
    assert g.places("ghost") == {"(0,0)"}
    g.play("ghost", "(0,0)")
    assert g.hand("B") == "archer queen"
    assert g.at("(0,0)") == "ghost/A"


def test_ex_ca_20_the_herald_makes_the_king_be_played():
    """EX-CA-20: A draws the King and must play him; with a full courtyard A is free."""
    g = board("outside herald/B", hands="spy | queen | fool", stocks="king thief | |", exchange="witch")
    g.draw()
    assert g.playable() == {"king"}
    assert g.actions() == {"play"}
    text = full_courtyard(13) + ", (4,2) ambassador, (4,3) mistress, (4,4) queen, outside herald/B"
    g = board(text, hands="archer | soldier | soldier", stocks="king | |", exchange="witch")
    g.draw()
    assert g.actions() == {"play", "exchange"}
    assert g.playable() == {"archer"}


def test_ex_ca_22_the_enchanter_sends_back_the_last_card():
    """EX-CA-22: A's own Soldier was placed last and must return to A's hand."""
    g = board("", hands="soldier enchanter spy | queen | fool")
    g.play("soldier", "(0,1)").play("enchanter")
    assert g.hand("A") == "soldier spy"
    assert g.in_play() == ["enchanter"]


def test_ex_ca_23_the_fairy_opens_a_wall():
    """EX-CA-23: the soldier drawn outside keeps its token; the next is again a fourth; the Archer may hit."""
    text = ", ".join(f"(5,{col}) soldier/B" for col in range(1, 5)) + ", S siege_engine/C"
    g = board(text, hands="fairy soldier spy | archer queen | fool")
    g.play("fairy").choose("(5,2)", "outside")
    assert g.at("outside soldier") == "soldier/B"
    g.play("soldier", "(5,2)")
    assert g.hand("C") == "fool siege_engine"
    g.play("archer", "(0,0)")
    assert g.targets() == {"outside soldier", "outside fairy"}


def test_ex_ca_24_the_magician_sends_to_the_exchange():
    """EX-CA-24: Dragon/B goes to the exchange, not to B."""
    g = board("outside dragon/B", hands="magician spy | queen | fool")
    g.play("magician", "(0,0)", "outside dragon")
    assert g.exchange == "dragon"
    assert g.hand("B") == "queen"


def test_ex_ca_25_the_black_knight_is_no_knight():
    """EX-CA-25: with only the Black Knight in play the Princess moves nothing."""
    g = board("(1,1) black_knight/B", hands="princess spy | queen | fool")
    g.play("princess", "(2,2)")
    assert g.point == "action"


def test_ex_ca_26_the_queen_goes_beside_the_king():
    """EX-CA-26: with all his neighbours taken she cannot be played; without him anywhere."""
    g = board(f"{RING}, (3,3) merchant, (2,2) king/B", hands="queen fairy lookout | witch | archer")
    assert "queen" not in g.playable()
    g.play("fairy").choose("(2,2)", "outside")
    assert g.places("queen") == {"(1,4)", "(2,2)", "(2,4)", "(3,4)", "(4,1)", "(4,2)", "(4,3)", "(4,4)"}


def test_ex_ca_28_the_knight_first():
    """EX-CA-28: the Knight goes onto the Mistress, then the King to any free space."""
    g = board("(1,1) king/A under knight/B", hands="mistress spy | queen | fool")
    g.play("mistress", "(3,3)")
    assert g.point == "order"
    g.order(reverse=True)
    assert g.goals("(1,1)") == {"(3,3)"}
    g.choose("(1,1)", "(3,3)")
    assert g.point == "move"
    assert len(g.goals("(1,1)")) == 14
    g.choose("(1,1)", "(4,4)")
    assert (g.at("(3,3)"), g.at("(4,4)")) == ("mistress/A under knight/B", "king/A")


def test_ex_ca_28_the_king_first():
    """EX-CA-28: the King is protected and stays; then the Knight must move onto the Mistress."""
    g = board("(1,1) king/A under knight/B", hands="mistress spy | queen | fool")
    g.play("mistress", "(3,3)").order(reverse=False)
    assert g.goals("(1,1)") == {"(3,3)"}
    g.choose("(1,1)", "(3,3)")
    assert g.point == "action"
    assert g.at("(1,1)") == "king/A"
