"""Courtyard cards that send back, remove, move or protect others."""

import pytest
from castle_builders import board

pytestmark = pytest.mark.rules

# --- King


def test_the_king_sends_back_a_card_of_the_castle():
    """CA-111: of any of its zones, not from outside and not himself (CA-47); one's own too."""
    text = "(1,1) spy/A, (0,1) soldier/B, (0,0) archer/B, outside fairy/B"
    g = board(text, hands="king thief | queen | fool").play("king", "(4,4)")
    assert g.targets() == {"(1,1)", "(0,1)", "(0,0)"}
    g.choose("(1,1)")
    assert g.hand("A") == "spy thief"


def test_the_king_is_alone():
    """CA-44: nothing else in the castle."""
    g = board("outside fairy/B", hands="king thief | queen | fool").play("king", "(4,4)")
    assert g.point == "action"


def test_the_king_sends_back_no_protected_card():
    """CA-62, CA-64: of a pile the Knight."""
    text = "(1,1) ambassador/B, (2,2) spy/B under knight/C"
    g = board(text, hands="king thief | queen | fool").play("king", "(4,4)")
    assert g.targets() == {"(2,2)"}


def test_the_second_choice_is_never_the_king():
    """CA-111: the Mistress herself is left, and must go; she may be the player's own."""
    g = board("(1,1) mistress/A, (0,1) soldier/B", hands="king thief | queen | fool")
    g.play("king", "(4,4)", "(0,1)")
    assert g.asked == "A"
    assert g.targets() == {"(1,1)"}
    g.choose("(1,1)")
    assert g.hand("A") == "mistress thief"


def test_a_mistress_without_a_token_or_outside_has_no_choice():
    """CA-111: nobody chooses for her; nor is she in the courtyard when outside (CA-40)."""
    for text in ("(1,1) mistress, (0,1) soldier/B", "outside mistress/B, (0,1) soldier/B, (0,2) soldier/B"):
        g = board(text, hands="king thief | queen | fool").play("king", "(4,4)", "(0,1)")
        assert g.point == "action"


def test_the_mistress_beneath_a_knight_still_chooses():
    """CA-40: she is in the courtyard."""
    text = "(1,1) mistress/C under knight/B, (0,1) soldier/B, (0,2) soldier/B"
    g = board(text, hands="king thief | queen | fool").play("king", "(4,4)", "(0,1)")
    assert g.asked == "C"
    assert g.targets() == {"(1,1)", "(0,2)"}


# --- Queen


def test_the_queen_sends_back_a_courtyard_card():
    """CA-114: another one of the courtyard, one's own too."""
    text = "(1,1) spy/A, (1,2) thief/B, (0,1) soldier/B, outside king/B"
    g = board(text, hands="queen fool | witch | archer").play("queen", "(4,4)")
    assert g.targets() == {"(1,1)", "(1,2)"}
    g.choose("(1,2)")
    assert g.hand("B") == "thief witch"


def test_the_queen_goes_beside_a_king_under_a_knight():
    """CA-40: he is in the courtyard, and protected from her."""
    g = board("(1,1) king/B under knight/B", hands="queen fool | witch | archer")
    assert g.places("queen") == {"(1,2)", "(2,1)", "(2,2)"}
    g.play("queen", "(2,2)")
    assert g.targets() == {"(1,1)"}
    g.choose("(1,1)")
    assert g.at("(1,1)") == "king/B"


def test_the_queen_is_alone():
    """CA-44: nobody else in the courtyard, or only the Ambassador."""
    g = board("(1,1) ambassador/B", hands="queen fool | witch | archer").play("queen", "(4,4)")
    assert g.point == "action"


# --- Lady in Waiting


def test_the_lady_goes_beside_queen_or_princess():
    """CA-124: both count; a lady drawn outside does not."""
    text = "(1,1) queen/B, (4,4) princess/B"
    g = board(text, hands="lady_in_waiting fool | witch | archer")
    assert g.places("lady_in_waiting") == {"(1,2)", "(2,1)", "(2,2)", "(3,3)", "(3,4)", "(4,3)"}
    g = board("outside queen/B", hands="lady_in_waiting fool | witch | archer")
    assert "lady_in_waiting" not in g.playable()


def test_the_lady_may_send_back_a_knight_or_an_own_card():
    """CA-142: Knights are male; female cards and others are none."""
    text = "(1,1) queen/B under knight/C, (1,2) spy/A, (1,3) courtesan/B"
    g = board(text, hands="lady_in_waiting fool | witch | archer").play("lady_in_waiting", "(2,2)")
    assert g.targets() == {"(1,1)", "(1,2)"}


def test_the_lady_cannot_send_back_protected_men():
    """CA-62: beside the Priest of their colour."""
    text = "(1,1) queen/B, (1,2) spy/C, (1,3) priest/C"
    g = board(text, hands="lady_in_waiting fool | witch | archer").play("lady_in_waiting", "(2,1)")
    assert g.point == "action"


# --- Courtier


def test_the_courtier_sends_back_a_neighbour_of_any_zone():
    """CA-125: one's own too."""
    text = "(0,0) archer/B, (0,1) soldier/A, (1,2) spy/B, (3,3) king/B, outside fairy/B"
    g = board(text, hands="courtier fool | witch | queen").play("courtier", "(1,1)")
    assert g.targets() == {"(0,0)", "(0,1)", "(1,2)"}
    g.choose("(0,1)")
    assert g.hand("A") == "fool soldier"


def test_the_courtier_has_no_neighbour():
    """CA-44: the only card is too far away."""
    g = board("(1,3) spy/B", hands="courtier fool | witch | queen").play("courtier", "(1,1)")
    assert g.point == "action"


def test_the_courtier_cannot_send_back_protected_neighbours():
    """CA-62: a soldier on the Captain's wall."""
    g = board("(0,1) soldier/B, (0,4) captain/C", hands="courtier fool | witch | queen")
    g.play("courtier", "(1,1)")
    assert g.point == "action"


# --- Assassin


def test_the_assassin_takes_a_card_out_of_the_game():
    """CA-126: it goes to no hand and not to the exchange."""
    text = "(0,1) soldier/B, (1,2) king/B"
    g = board(text, hands="assassin fool | witch | queen").play("assassin", "(1,1)")
    assert g.targets() == {"(0,1)"}
    g.choose("(0,1)")
    assert g.removed == "soldier"
    assert (g.hand("B"), g.exchange) == ("witch", "")
    assert g.table["tokens"][1] == 1 << g.card("(1,2)")


def test_the_assassin_spares_the_king():
    """CA-126: he is no target, and there is no other."""
    g = board("(1,2) king/B", hands="assassin fool | witch | queen").play("assassin", "(1,1)")
    assert g.point == "action"


def test_a_knight_on_the_king_may_be_assassinated():
    """CA-142: the Knight goes, the King stays."""
    g = board("(1,2) king/B under knight/C", hands="assassin fool | witch | queen")
    g.play("assassin", "(1,1)", "(1,2)")
    assert g.removed == "knight"
    assert g.at("(1,2)") == "king/B"


def test_the_assassin_cannot_take_protected_cards():
    """CA-78: the Ambassador."""
    g = board("(1,2) ambassador/B", hands="assassin fool | witch | queen").play("assassin", "(1,1)")
    assert g.point == "action"


# --- Black Knight


def test_the_black_knight_sends_back_a_knight_beside_him():
    """CA-130: of any zone, not one farther off, and nothing else."""
    text = (
        "(0,0) archer/B under knight/C, (1,2) spy/B under knight/A, (4,4) king/B under knight/B, (2,2) thief"
    )
    g = board(text, hands="black_knight fool | witch | queen").play("black_knight", "(1,1)")
    assert g.targets() == {"(0,0)", "(1,2)"}
    g.choose("(1,2)")
    assert g.hand("A") == "fool knight"
    assert g.at("(1,2)") == "spy/B"


def test_the_black_knight_finds_no_knight():
    """CA-44, CA-76: no card but a Knight is one."""
    g = board("(1,2) spy/B", hands="black_knight fool | witch | queen").play("black_knight", "(1,1)")
    assert g.point == "action"


def test_the_black_knight_cannot_send_back_a_protected_knight():
    """CA-142: one beside the Priest of its colour; of two in a pile the upper one (CA-64)."""
    text = "(1,2) priest/C, (2,2) spy/B under knight/C, (2,1) thief/B under knight/B under knight/A"
    g = board(text, hands="black_knight fool | witch | queen").play("black_knight", "(1,1)")
    assert g.targets() == {"(2,1)"}
    g.choose("(2,1)")
    assert g.at("(2,1)") == "thief/B under knight/B"


# --- Princess


def test_the_princess_moves_a_knight_onto_another_card_of_its_zone():
    """CA-115, CA-68: also onto herself (CA-139); it keeps its token."""
    text = "(1,1) spy/B under knight/C, (1,2) thief/B, (0,1) soldier/B"
    g = board(text, hands="princess fool | witch | queen").play("princess", "(4,4)")
    assert g.targets() == {"(1,1)"}
    assert g.goals("(1,1)") == {"(1,2)", "(4,4)"}
    g.choose("(1,1)", "(4,4)")
    assert g.at("(4,4)") == "princess/A under knight/C"


def test_the_princess_moves_a_knight_outside_from_pile_to_pile():
    """CA-68: the outside counts as one zone."""
    text = "outside fairy/B under knight/C, N siege_engine/B, (1,1) spy/B"
    g = board(text, hands="princess fool | witch | queen").play("princess", "(4,4)")
    assert g.goals("outside fairy") == {"N"}
    g.choose("outside fairy", "N")
    assert g.at("N") == "siege_engine/B under knight/C"


def test_the_princess_cannot_move_a_knight_without_another_card():
    """CA-70: the only rampart card lies beneath it."""
    g = board("(0,1) soldier/B under knight/C", hands="princess fool | witch | queen")
    g.play("princess", "(4,4)")
    assert g.point == "action"


def test_the_princess_moves_no_protected_knight():
    """CA-142: beside the Priest of its colour, or beneath another Knight."""
    text = "(1,1) priest/C, (1,2) spy/B under knight/C, (4,1) thief/B under knight/B under knight/A"
    g = board(text, hands="princess fool | witch | queen").play("princess", "(4,4)")
    assert g.targets() == {"(4,1)"}
    assert g.goals("(4,1)") == {"(1,1)", "(1,2)", "(4,4)"}


# --- Mistress


def test_the_mistress_moves_king_and_knight():
    """CA-128: in the order that her player wants."""
    text = "(1,1) king/B, (1,2) spy/B under knight/C"
    g = board(text, hands="mistress fool | witch | queen").play("mistress", "(4,4)")
    g.order(reverse=False)
    assert g.targets() == {"(1,1)"}
    g.choose("(1,1)", "(2,2)")
    assert g.goals("(1,2)") == {"(2,2)", "(4,4)"}
    g.choose("(1,2)", "(2,2)")
    assert g.at("(2,2)") == "king/B under knight/C"


def test_the_knight_may_be_put_on_the_king_first():
    """CA-128: then the King is protected and stays."""
    text = "(1,1) king/B, (1,2) spy/B under knight/C"
    g = board(text, hands="mistress fool | witch | queen").play("mistress", "(4,4)")
    g.order(reverse=True).choose("(1,2)", "(1,1)")
    assert g.point == "action"
    assert g.at("(1,1)") == "king/B under knight/C"


def test_the_mistress_moves_one_of_them_alone():
    """CA-45: there is no order to choose if one of them is missing."""
    g = board("(1,1) king/B", hands="mistress fool | witch | queen").play("mistress", "(4,4)")
    assert g.targets() == {"(1,1)"}
    g = board("(1,1) spy/B under knight/C", hands="mistress fool | witch | queen").play("mistress", "(4,4)")
    assert g.targets() == {"(1,1)"}


def test_the_mistress_is_not_placed_beside_a_queen():
    """CA-128: not while the Queen is in the courtyard; outside she does not matter."""
    g = board("(1,1) queen/B", hands="mistress fool | witch | archer")
    assert "mistress" not in g.playable()
    g = board("outside queen/B", hands="mistress fool | witch | archer")
    assert len(g.places("mistress")) == 16


def test_the_mistress_moves_no_protected_king_and_none_outside():
    """CA-69, CA-140: beside the Priest of his colour, or drawn outside."""
    for text in ("(1,1) king/B, (1,2) priest/B", "outside king/B"):
        g = board(text, hands="mistress fool | witch | queen").play("mistress", "(4,4)")
        assert g.point == "action"


# --- Prince Charming


def test_prince_charming_moves_a_woman():
    """CA-129: in her zone, the Witch to a free tower; also one's own."""
    text = "(1,1) queen/A, (0,0) witch/B, (0,1) soldier/B, (2,2) spy/B, outside fairy/B"
    g = board(text, hands="prince_charming fool | archer | king").play("prince_charming", "(4,4)")
    assert g.targets() == {"(1,1)", "(0,0)"}
    assert g.goals("(0,0)") == {"(0,5)", "(5,0)", "(5,5)"}
    assert len(g.goals("(1,1)")) == 13
    g.choose("(0,0)", "(5,5)")
    assert g.at("(5,5)") == "witch/B"


def test_prince_charming_goes_beside_the_princess():
    """CA-129: if she is in the courtyard; there he may move her away."""
    g = board("(1,1) princess/B", hands="prince_charming fool | archer | king")
    assert g.places("prince_charming") == {"(1,2)", "(2,1)", "(2,2)"}
    g.play("prince_charming", "(2,2)").choose("(1,1)", "(4,4)")
    assert g.at("(4,4)") == "princess/B"
    g = board("outside princess/B", hands="prince_charming fool | archer | king")
    assert len(g.places("prince_charming")) == 16


def test_prince_charming_moves_no_protected_woman():
    """CA-69: under a Knight; the Knight is male."""
    g = board("(1,1) queen/A under knight/B", hands="prince_charming fool | archer | king")
    g.play("prince_charming", "(4,4)")
    assert g.point == "action"


def test_prince_charming_finds_no_free_tower():
    """CA-66: all four towers are full, so the Witch stays."""
    text = "(0,0) witch/B, (0,5) archer/B, (5,0) magician/B, (5,5) ghost/B"
    g = board(text, hands="prince_charming fool | queen | king").play("prince_charming", "(4,4)")
    assert g.point == "action"


# --- Minstrel


def test_the_minstrel_swaps_two_neighbours():
    """CA-112: their places; tokens stay on them."""
    text = "(1,1) spy/A, (1,2) thief/B, (3,3) fool/C, (0,1) soldier/B"
    g = board(text, hands="minstrel king | queen | witch").play("minstrel", "(2,2)")
    assert len(g.legal()) == 3
    g.choose_pair("(1,1)", "(3,3)")
    assert (g.at("(1,1)"), g.at("(3,3)")) == ("fool/C", "spy/A")


def test_the_minstrel_needs_two():
    """CA-112: one neighbour is not enough."""
    g = board("(1,1) spy/A, (0,2) soldier/B", hands="minstrel king | queen | witch").play("minstrel", "(1,2)")
    assert g.point == "action"


def test_the_minstrel_swaps_single_unprotected_cards():
    """CA-112: no piles, no Ambassador."""
    text = "(1,1) spy/A under knight/B, (1,2) thief/B, (3,3) ambassador/C"
    g = board(text, hands="minstrel king | queen | witch").play("minstrel", "(2,2)")
    assert g.point == "action"


# --- Prince, Priest, Ambassador


def test_the_prince_has_no_effect_of_his_own():
    """CA-116: he is placed anywhere in the courtyard."""
    g = board("(1,1) spy/B", hands="prince king | queen | witch")
    assert len(g.places("prince")) == 15
    g.play("prince", "(2,2)")
    assert g.point == "action"


def test_the_prince_stands_in_for_the_king():
    """CA-116, CA-127: only while the King is not in the courtyard."""
    hands = "kings_advisor fool | queen | witch"
    g = board("(1,1) prince/B", hands=hands)
    assert g.places("kings_advisor") == {"(1,2)", "(2,1)", "(2,2)"}
    g = board("(1,1) prince/B, (4,4) king/B", hands=hands)
    assert g.places("kings_advisor") == {"(3,3)", "(3,4)", "(4,3)"}
    g = board("outside prince/B", hands=hands)
    assert "kings_advisor" not in g.playable()


def test_the_prince_does_not_matter_to_the_queen():
    """CA-116: she is free when the King is absent."""
    g = board("(1,1) prince/B", hands="queen fool | archer | witch")
    assert len(g.places("queen")) == 15


def test_the_priest_protects_neighbours_of_his_colour():
    """CA-123: across zones, also cards within a pile; not himself (CA-81), not farther off."""
    text = "(1,1) priest/B, (0,0) archer/B, (0,1) soldier/C, (1,3) spy/B, (2,2) fool/B"
    g = board(text, hands="king thief | queen | witch").play("king", "(4,4)")
    assert g.targets() == {"(1,1)", "(0,1)", "(1,3)"}


def test_a_priest_without_a_token_protects_nobody():
    """CA-82: nor does one outside."""
    g = board("(1,1) priest, (0,0) archer/B", hands="king thief | queen | witch").play("king", "(4,4)")
    assert g.targets() == {"(1,1)", "(0,0)"}
    g = board("outside priest/B, (0,0) archer/B", hands="king thief | queen | witch").play("king", "(4,4)")
    assert g.targets() == {"(0,0)"}


def test_the_priest_under_a_knight_goes_on_protecting():
    """CA-143: and neither he nor the Knight protects the other by his colour (CA-11)."""
    text = "(1,1) priest/B under knight/B, (0,0) archer/B"
    g = board(text, hands="king thief | queen | witch").play("king", "(4,4)")
    assert g.targets() == {"(1,1)"}


def test_the_ambassador_is_always_protected():
    """CA-119: but his token may change."""
    g = board("(1,1) ambassador/B", hands="merchant courtier fool | queen | witch")
    g.play("merchant", "(4,4)", "(1,1)")
    assert g.at("(1,1)") == "ambassador/A"
    g.play("courtier", "(1,2)")
    assert g.point == "action"
    assert g.at("(1,1)") == "ambassador/A"
