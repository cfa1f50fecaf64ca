"""The cards of the outside, but for the Siege Engine: Barbarian, Fairy, Enchanter, Dragon, Herald."""

import pytest
from castle_builders import board

pytestmark = pytest.mark.rules

# --- Barbarian


def test_the_barbarian_hits_towers_and_ramparts():
    """CA-131: also a Knight there (CA-142), and one's own card."""
    text = "(0,0) archer/A, (0,1) soldier/B, (5,5) witch/B under knight/C, (1,1) spy/B, outside fairy/B"
    g = board(text, hands="barbarian thief | queen | fool").play("barbarian")
    assert g.targets() == {"(0,0)", "(0,1)", "(5,5)"}
    g.choose("(0,0)")
    assert g.hand("A") == "archer thief"


def test_the_barbarian_finds_nobody():
    """CA-44: the courtyard is not his."""
    g = board("(1,1) spy/B", hands="barbarian thief | queen | fool").play("barbarian")
    assert g.point == "action"


def test_the_barbarian_hits_no_protected_card():
    """CA-62: the only soldier stands on the Captain's wall, and the Captain under a Knight."""
    text = "(0,1) soldier/B, (0,2) captain/B under knight/B"
    g = board(text, hands="barbarian thief | queen | fool").play("barbarian", "outside")
    assert g.targets() == {"(0,2)"}
    g.choose("(0,2)")
    assert g.hand("B") == "knight queen"


# --- Fairy


def test_the_fairy_draws_a_card_outside():
    """CA-132: of the whole castle; it keeps its token and is the longest outside but for her."""
    text = "(0,0) archer/A, (0,1) soldier/B, (1,1) king/C, outside dragon/B"
    g = board(text, hands="fairy thief | queen | fool").play("fairy")
    assert g.targets() == {"(0,0)", "(0,1)", "(1,1)"}
    g.choose("(1,1)", "outside")
    assert g.at("outside king") == "king/C"
    assert g.point == "action"


def test_the_fairy_puts_a_knight_on_a_card_outside():
    """CA-132: chosen by the player, at least the Fairy is there."""
    text = "(1,1) king/C under knight/B, N siege_engine/B"
    g = board(text, hands="fairy thief | queen | fool").play("fairy")
    assert g.targets() == {"(1,1)"}
    assert g.goals("(1,1)") == {"N", "outside fairy"}
    g.choose("(1,1)", "outside fairy")
    assert g.at("outside fairy") == "fairy/A under knight/B"
    assert g.at("(1,1)") == "king/C"


def test_the_fairy_draws_no_protected_card():
    """CA-78: the Ambassador stays; nothing else is there."""
    g = board("(1,1) ambassador/C, outside dragon/B", hands="fairy thief | queen | fool").play("fairy")
    assert g.point == "action"


def test_a_king_drawn_outside_is_out_of_the_courtyard():
    """CA-140: the Prince stands in for him then."""
    text = "(1,1) king/C, (4,4) prince/B"
    g = board(text, hands="fairy kings_advisor thief | queen | fool", exchange="spy")
    g.play("fairy").choose("(1,1)", "outside")
    assert g.places("kings_advisor") == {"(3,3)", "(3,4)", "(4,3)"}


# --- Enchanter


def test_the_enchanter_sends_back_the_last_card_of_whoever():
    """CA-133: placed by another player, before this turn; without a token it goes to the exchange."""
    text = "(1,1) spy/B, (1,2) fool"
    g = board(text, hands="enchanter thief | queen | witch", last="spy").play("enchanter")
    assert g.hand("B") == "queen spy"
    g = board(text, hands="enchanter thief | queen | witch", last="fool").play("enchanter")
    assert g.exchange == "fool"


def test_the_enchanter_takes_no_older_card():
    """CA-133: the card placed last is gone, or there was none; the Queen is older, so nothing happens."""
    g = board("(1,1) queen/B", hands="enchanter thief | fool | witch").play("enchanter")
    assert g.in_play() == ["enchanter", "queen"]


def test_the_enchanter_cannot_touch_a_protected_card():
    """CA-133: the last card stands on the Captain's wall; nothing happens."""
    g = board("(0,1) captain/B", hands="soldier enchanter thief | queen | witch")
    g.play("soldier", "(0,2)").play("enchanter")
    assert g.at("(0,2)") == "soldier/A"


def test_the_enchanter_follows_a_card_that_was_moved():
    """CA-133: moves are not placements, and it is still in play."""
    g = board("(1,1) queen/B", hands="lookout enchanter thief | fool | witch", last="queen")
    g.play("lookout", "(0,0)").play("enchanter")
    assert g.hand("A") == "lookout thief"
    text = "(0,1) soldier/C"
    last = {"at": [0, 1]}
    g = board(text, hands="fairy enchanter | queen | witch", last=last)
    g.play("fairy").choose("(0,1)", "outside").play("enchanter")
    assert g.hand("A") == "fairy"


# --- Dragon


def test_the_dragon_hits_outside_and_on_the_walls():
    """CA-135, CA-144: first outside, then in a tower or on a rampart."""
    text = "outside fairy/B, (0,0) archer/C, (0,1) soldier/A, (1,1) spy/B"
    g = board(text, hands="dragon thief | queen | fool").play("dragon")
    assert g.targets() == {"outside fairy"}
    g.choose("outside fairy")
    assert g.targets() == {"(0,0)", "(0,1)"}
    g.choose("(0,1)")
    assert (g.hand("B"), g.hand("A")) == ("fairy queen", "soldier thief")


@pytest.mark.parametrize(
    ("text", "place"), [("outside fairy/B", "outside fairy"), ("(0,1) soldier/B", "(0,1)")]
)
def test_each_half_of_the_dragon_stands_alone(text, place):
    """CA-45: without the one there is the other; never himself (CA-47)."""
    g = board(text, hands="dragon thief | queen | fool").play("dragon")
    assert g.targets() == {place}
    g.choose(place)
    assert g.point == "action"
    assert g.in_play() == ["dragon"]


def test_the_dragon_finds_only_protected_cards():
    """CA-62: an own soldier of the Captain's wall, and the Captain too, beside the Priest."""
    text = "(1,1) priest/B, (0,1) soldier/C, (0,2) captain/B"
    g = board(text, hands="dragon thief | queen | fool").play("dragon")
    assert g.point == "action"


# --- Herald


def test_the_herald_makes_the_king_be_played():
    """CA-27: the only legal actions are plays of the King, also as second action of the same turn."""
    g = board("(1,1) spy/B", hands="herald king | queen | fool", stocks="thief | |", exchange="witch")
    assert g.playable() == {"herald", "king"}
    g.play("herald")
    assert g.actions() == {"play"}
    assert g.playable() == {"king"}


def test_the_herald_matters_to_holders_of_the_king_only():
    """CA-27: others play as they like."""
    g = board("outside herald/A", hands="spy thief | king queen | fool", exchange="witch")
    assert g.actions() == {"exchange", "play"}
    g.swap("spy", "witch").play("witch", "(0,0)")
    g.pick("spy", seat="C")
    assert g.asked == "B"
    assert g.playable() == {"king"}


def test_the_herald_matters_only_while_in_play():
    """CA-136: also under a Knight; not once he is gone."""
    g = board("outside herald/A under knight/B", hands="king spy | queen | fool")
    assert g.playable() == {"king"}
    g = board("outside herald/A", hands="archer spy | king queen | fool")
    g.play("archer", "(0,0)", "outside herald").play("spy", "(4,4)")
    assert g.asked == "B"
    assert "queen" in g.playable()
