"""The cards of the towers: what each does, when it can do nothing, and what it cannot touch."""

import pytest
from castle_builders import board

pytestmark = pytest.mark.rules

# --- Ghost


def test_the_ghost_takes_the_place_of_a_card():
    """CA-101: the card it replaces goes to its owner, and there is nothing to choose."""
    g = board("(0,5) witch/B", hands="ghost spy | queen | fool").play("ghost", "(0,5)")
    assert g.at("(0,5)") == "ghost/A"
    assert g.hand("B") == "queen witch"
    assert g.point == "action"


def test_the_ghost_needs_an_occupied_tower():
    """CA-101: it cannot be played when all towers are empty."""
    g = board("(0,1) soldier/B", hands="ghost spy | queen | fool")
    assert "ghost" not in g.playable()


def test_the_ghost_does_not_replace_protected_cards():
    """CA-101, CA-79: neither a card beside the Priest of its colour nor one under a Knight."""
    g = board(
        "(1,1) priest/B, (0,0) archer/B, (5,5) witch/C under knight/C", hands="ghost spy | queen | fool"
    )
    assert "ghost" not in g.playable()


def test_the_ghost_replaces_ones_own_card():
    """CA-61: it comes back into the hand; without a token it goes to the exchange."""
    g = board("(0,0) archer/A, (0,5) witch", hands="ghost spy | queen | fool").play("ghost", "(0,0)")
    assert g.hand("A") == "archer spy"
    g = board("(0,0) archer/A, (0,5) witch", hands="ghost spy | queen | fool").play("ghost", "(0,5)")
    assert g.exchange == "witch"


# --- Lookout


def test_the_lookout_moves_a_soldier_of_any_wall():
    """CA-102: Captain and Traitor too, to any free rampart space; the token stays (CA-72)."""
    g = board("(0,1) captain/B, (2,5) traitor/A, (5,1) soldier/C", hands="lookout spy | queen | fool")
    g.play("lookout", "(0,0)")
    assert g.targets() == {"(0,1)", "(2,5)", "(5,1)"}
    assert len(g.goals("(0,1)")) == 13
    g.choose("(2,5)", "(2,0)")
    assert g.at("(2,0)") == "traitor/A"
    assert g.point == "action"


def test_the_lookout_without_soldiers_does_nothing():
    """CA-44: only soldiers are moved."""
    g = board("(0,0) archer/B, (1,1) spy/B", hands="lookout fool | queen | witch").play("lookout", "(0,5)")
    assert g.point == "action"


def test_the_lookout_moves_no_protected_soldier():
    """CA-69: not under a Knight, and not the Knight; not on the Captain's wall but the Captain himself."""
    text = "(0,1) captain/B, (0,2) soldier/B, (2,5) soldier/B under knight/C"
    g = board(text, hands="lookout spy | queen | fool").play("lookout", "(0,0)")
    assert g.targets() == {"(0,1)"}


def test_the_lookout_does_not_drive_off_a_protected_engine():
    """CA-85, CA-90: the wall is full, but the engine is under a Knight."""
    text = "(0,1) soldier, (0,2) soldier, (0,3) soldier, (2,0) soldier, N siege_engine/B under knight/B"
    g = board(text, hands="lookout spy | queen | fool").play("lookout", "(0,0)").choose("(2,0)", "(0,4)")
    assert g.at("N") == "siege_engine/B under knight/B"


def test_the_lookout_has_nowhere_to_move_a_soldier():
    """CA-66: all sixteen rampart spaces are full."""
    walls = [(0, c) for c in range(1, 5)] + [(5, c) for c in range(1, 5)]
    walls += [(r, c) for c in (0, 5) for r in range(1, 5)]
    names = ["soldier"] * 13 + ["captain", "traitor"]
    text = ", ".join(f"({r},{c}) {name}/B" for (r, c), name in zip(walls, names, strict=False))
    g = board(text, hands="lookout spy | queen | fool").play("lookout", "(0,0)")
    assert g.goals("(0,1)") == {"(4,5)"}  # fifteen soldiers leave one space free


# --- Magician


def test_the_magician_takes_a_card_of_any_zone():
    """CA-103: it goes to the exchange, its token to its owner."""
    text = "(1,1) spy/B, (0,1) soldier/B, (0,5) witch/C, outside fairy/C, E siege_engine/A"
    g = board(text, hands="magician thief | queen | fool").play("magician", "(0,0)")
    assert g.targets() == {"(1,1)", "(0,1)", "(0,5)", "outside fairy", "E"}
    g.choose("E")
    assert g.exchange == "siege_engine"
    assert g.table["tokens"].sum() & 1 << g.table.box.cards_of("siege_engine")[0] == 0
    assert g.table["engine"].tolist() == [-1] * 4


def test_the_magician_does_not_take_himself():
    """CA-47: on an empty board nothing happens."""
    g = board("", hands="magician spy | queen | fool").play("magician", "(0,0)")
    assert g.in_play() == ["magician"]
    assert g.point == "action"


def test_the_magician_takes_no_protected_card():
    """CA-78: neither the Ambassador nor what lies under a Knight; the Knight can go."""
    g = board("(1,1) ambassador/B, (2,2) spy/B under knight/B", hands="magician thief | queen | fool")
    g.play("magician", "(0,0)")
    assert g.targets() == {"(2,2)"}
    g.choose("(2,2)")
    assert g.exchange == "knight"


# --- Archer


def test_the_archer_hits_a_card_outside():
    """CA-104: also one's own, and a Knight on an engine."""
    text = "outside fairy/A, N siege_engine/B under knight/C, (1,1) spy/B"
    g = board(text, hands="archer thief | queen | fool").play("archer", "(0,0)")
    assert g.targets() == {"outside fairy", "N"}
    g.choose("outside fairy")
    assert g.hand("A") == "fairy thief"


def test_the_archer_hits_nothing_in_the_castle():
    """CA-44: with nothing outside he does nothing."""
    g = board("(1,1) spy/B", hands="archer thief | queen | fool").play("archer", "(0,0)")
    assert g.point == "action"


def test_the_archer_hits_no_protected_card():
    """CA-62, CA-64: of a pile outside only the Knight on top."""
    g = board("outside dragon/B under knight/C", hands="archer thief | queen | fool")
    g.play("archer", "(0,0)", "outside dragon")
    assert g.at("outside dragon") == "dragon/B"
    assert g.hand("C") == "fool knight"


# --- Witch


def test_the_witch_gives_a_card_to_another():
    """CA-105: card and player are chosen."""
    g = board("", hands="witch spy | queen | fool", exchange="king thief").play("witch", "(0,0)")
    assert g.point == "give"
    assert len(g.legal()) == 6
    g.pick("king", seat="C")
    assert (g.hand("C"), g.exchange) == ("fool king", "thief")


def test_the_witch_gives_a_card_to_her_own_player():
    """CA-105: oneself is allowed, and then there is no win with the last card."""
    g = board("", hands="witch | queen | fool", exchange="king").play("witch", "(0,0)")
    g.pick("king", seat="A")
    assert g.hand("A") == "king"
    assert g.asked == "A"


def test_the_witch_finds_an_empty_exchange():
    """CA-105: ignored."""
    g = board("", hands="witch spy | queen | fool").play("witch", "(0,0)")
    assert g.point == "action"


def test_the_witch_may_give_to_a_player_without_cards():
    """CA-30: who gets a card is not out."""
    g = board("", hands="witch spy | | fool", exchange="king").play("witch", "(0,0)")
    g.pick("king", seat="B")
    assert g.asked == "A"
    assert g.hand("B") == "king"


# --- Alchemist


def test_the_alchemist_swaps_two_cards():
    """CA-106: two of the hand for two that lay in the exchange before."""
    g = board("", hands="alchemist spy king fool | queen | witch", exchange="thief prince priest")
    g.play("alchemist", "(0,0)")
    assert g.point == "swap_cards"
    assert len(g.legal()) == 9
    g.pick("spy", other="thief")
    assert len(g.legal()) == 4
    g.pick("king", other="priest")
    assert g.hand("A") == "fool priest thief"
    assert g.exchange == "king prince spy"


@pytest.mark.parametrize(
    ("hand", "exchange"), [("alchemist spy", "thief prince"), ("alchemist spy king", "thief")]
)
def test_the_alchemist_swaps_as_many_as_there_are(hand, exchange):
    """CA-106: the number is the least of two, the hand and the exchange."""
    g = board("", hands=f"{hand} | queen | witch", exchange=exchange).play("alchemist", "(0,0)")
    g.pick("spy", other="thief")
    assert g.point == "action"
    assert "thief" in g.hand("A")


@pytest.mark.parametrize(("hand", "exchange"), [("alchemist spy", ""), ("alchemist", "thief")])
def test_the_alchemist_has_nothing_to_swap(hand, exchange):
    """CA-44: an empty hand or an empty exchange; with an empty hand he was the last card."""
    g = board("", hands=f"{hand} | queen | witch", exchange=exchange).play("alchemist", "(0,0)")
    assert (g.asked, g.point) == ("A" if "spy" in hand else "out A", "action")


def test_the_alchemist_swaps_like_for_like():
    """CA-106: a soldier of the hand for a soldier of the exchange; two soldiers for two."""
    g = board("", hands="alchemist soldier soldier | queen | witch", exchange="soldier soldier")
    g.play("alchemist", "(0,0)")
    assert len(g.legal()) == 1
    g.pick("soldier", other="soldier").pick("soldier", other="soldier")
    assert (g.hand("A"), g.exchange) == ("soldier soldier", "soldier soldier")
