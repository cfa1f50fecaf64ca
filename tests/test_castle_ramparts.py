"""The cards of the ramparts, Siege Engines and Knights: soldiers, storms, piles."""

import pytest
from castle_builders import board

pytestmark = pytest.mark.rules

THREE = "(0,1) soldier/B, (0,2) soldier/B, (0,3) soldier/B"

# --- Soldier


def test_the_fourth_soldier_drives_off_the_engine():
    """CA-84: whoever's soldiers and whoever's engine."""
    g = board(f"{THREE}, N siege_engine/C", hands="soldier spy | queen | fool").play("soldier", "(0,4)")
    assert g.hand("C") == "fool siege_engine"
    assert g.table["engine"][0] == -1


def test_a_third_soldier_does_nothing():
    """CA-84: three soldiers of the wall, or four of which one stands elsewhere."""
    g = board(f"{THREE}, N siege_engine/C", hands="soldier spy | queen | fool").play("soldier", "(1,0)")
    assert g.at("N") == "siege_engine/C"


def test_a_protected_engine_stays():
    """CA-90: a Knight lies on it."""
    text = f"{THREE}, N siege_engine/C under knight/B"
    g = board(text, hands="soldier spy | queen | fool").play("soldier", "(0,4)")
    assert g.at("N") == "siege_engine/C under knight/B"


def test_a_soldier_beneath_a_knight_counts():
    """CA-77: the wall has four soldiers though one lies under a Knight."""
    text = "(0,1) soldier/B under knight/B, (0,2) soldier/B, (0,3) captain/B, N siege_engine/A"
    g = board(text, hands="soldier spy | queen | fool").play("soldier", "(0,4)")
    assert g.hand("A") == "siege_engine spy"


def test_an_engine_without_a_token_goes_to_the_exchange():
    """CA-60: driven off, it has no owner."""
    g = board(f"{THREE}, N siege_engine", hands="soldier spy | queen | fool").play("soldier", "(0,4)")
    assert g.exchange == "siege_engine"


def test_a_soldier_needs_a_free_rampart_space():
    """CA-35, CA-37: the ramparts only, and no space twice."""
    g = board(THREE, hands="soldier spy | queen | fool")
    assert len(g.places("soldier")) == 13
    assert "(0,1)" not in g.places("soldier")


# --- Captain


def test_the_captain_protects_his_wall():
    """CA-107, CA-79: all other soldiers on it, whatever their tokens; not those of other walls."""
    g = board(
        "(0,1) soldier/B, (0,2) soldier/C, (1,0) soldier/B, (0,4) captain/A",
        hands="spy | barbarian thief | fool",
        first="B",
    )
    g.play("barbarian")
    assert g.targets() == {"(0,4)", "(1,0)"}


def test_the_captain_is_a_soldier():
    """CA-83: as the fourth he drives off the engine."""
    g = board(f"{THREE}, N siege_engine/C", hands="captain spy | queen | fool").play("captain", "(0,4)")
    assert g.hand("C") == "fool siege_engine"


def test_the_captain_protects_no_knight_on_his_wall():
    """CA-79: he protects soldiers; a Knight on one of them can be sent back."""
    text = "(0,1) soldier/B under knight/C, (0,4) captain/A"
    g = board(text, hands="spy | barbarian thief | fool", first="B").play("barbarian")
    assert g.targets() == {"(0,1)", "(0,4)"}


def test_a_captain_without_a_token_or_under_a_knight_protects():
    """CA-82, CA-143: his token does not matter."""
    text = "(0,1) soldier/B, (0,4) captain under knight/B"
    g = board(text, hands="spy | barbarian thief | fool", first="B").play("barbarian")
    assert g.targets() == {"(0,4)"}


def test_a_captain_outside_protects_nobody():
    """CA-82: nor do the soldiers count as a wall with him."""
    g = board("(0,1) soldier/B, outside captain/A", hands="spy | barbarian thief | fool", first="B")
    g.play("barbarian")
    assert g.targets() == {"(0,1)"}


# --- Traitor


def test_the_traitor_sends_back_a_courtyard_card():
    """CA-108: on an adjacent courtyard space, not a tower or rampart."""
    text = "(1,1) spy/B, (1,2) thief/A, (1,3) fool/B, (0,0) archer/B, (0,2) soldier/B"
    g = board(text, hands="traitor prince | queen | witch").play("traitor", "(0,1)")
    assert g.targets() == {"(1,1)", "(1,2)"}
    g.choose("(1,2)")
    assert g.hand("A") == "prince thief"


def test_the_traitor_drives_off_the_engine_first():
    """CA-108: as the fourth soldier; then his own effect."""
    text = f"{THREE}, N siege_engine/C, (1,4) spy/B"
    g = board(text, hands="traitor prince | queen | fool").play("traitor", "(0,4)")
    assert g.hand("C") == "fool siege_engine"
    assert g.targets() == {"(1,4)"}


def test_the_traitor_finds_nobody():
    """CA-44: no courtyard card beside him, or only protected ones."""
    g = board("(3,3) spy/B", hands="traitor prince | queen | fool").play("traitor", "(0,1)")
    assert g.point == "action"
    g = board("(1,1) ambassador/B", hands="traitor prince | queen | fool").play("traitor", "(0,1)")
    assert g.point == "action"


# --- Siege Engine


ENGINES = "N siege_engine/B, E siege_engine/B, S siege_engine/B"


def test_an_engine_faces_a_wall_that_none_faces():
    """CA-134, CA-9: at most one a wall; not placed otherwise outside."""
    g = board("N siege_engine/B, S siege_engine/C", hands="siege_engine spy | queen | fool")
    assert g.places("siege_engine") == {"E", "W"}


def test_the_fifth_engine_has_no_place():
    """CA-134: four walls, four engines."""
    g = board(f"{ENGINES}, W siege_engine/C", hands="siege_engine spy | queen | fool")
    assert "siege_engine" not in g.playable()


def test_the_fourth_engine_storms_the_walls():
    """CA-87: all soldiers of all walls go back together, each to its owner."""
    text = f"{ENGINES}, (0,1) soldier/A, (5,1) traitor/B, (2,5) soldier/C, (3,5) soldier, (1,1) spy/B"
    g = board(text, hands="siege_engine thief | queen | fool").play("siege_engine", "W")
    assert (g.hand("A"), g.hand("B"), g.hand("C")) == ("soldier thief", "queen traitor", "fool soldier")
    assert g.exchange == "soldier"
    assert g.in_play() == ["siege_engine"] * 4 + ["spy"]


def test_the_third_engine_does_nothing():
    """CA-87: there must be four."""
    g = board("N siege_engine/B, (0,1) soldier/A", hands="siege_engine thief | queen | fool")
    g.play("siege_engine", "W")
    assert g.at("(0,1)") == "soldier/A"


def test_protected_soldiers_stay_in_a_storm():
    """CA-89: protection is judged before any card leaves; the Captain goes, his wall stays."""
    text = f"{ENGINES}, (0,1) captain/B, (0,2) soldier/B, (2,5) soldier/C under knight/C, (5,2) soldier/C"
    g = board(text, hands="siege_engine thief | queen | fool").play("siege_engine", "W")
    assert g.at("(0,1)") == ""
    assert g.at("(0,2)") == "soldier/B"
    assert g.at("(2,5)") == "soldier/C under knight/C"
    assert g.at("(5,2)") == ""


def test_a_captain_under_a_knight_stays_in_a_storm():
    """CA-89, CA-91: and the Knight is no soldier."""
    text = f"{ENGINES}, (0,1) captain/B under knight/A, (0,2) soldier/B"
    g = board(text, hands="siege_engine thief | queen | fool").play("siege_engine", "W")
    assert g.at("(0,1)") == "captain/B under knight/A"
    assert g.at("(0,2)") == "soldier/B"


def test_the_priest_protects_soldiers_in_a_storm():
    """CA-79, CA-89: beside him and of his colour."""
    text = f"{ENGINES}, (1,1) priest/A, (0,1) soldier/A, (0,2) soldier/B"
    g = board(text, hands="siege_engine thief | queen | fool").play("siege_engine", "W")
    assert g.at("(0,1)") == "soldier/A"
    assert g.at("(0,2)") == ""


def test_a_soldier_outside_is_not_stormed():
    """CA-87: the soldiers on the walls only."""
    g = board(f"{ENGINES}, outside soldier/B", hands="siege_engine thief | queen | fool")
    g.play("siege_engine", "W")
    assert g.at("outside soldier") == "soldier/B"


# --- Knight


def test_a_knight_goes_on_any_card():
    """CA-75: in the castle, outside, on an engine, on a Knight; never on an empty space (CA-74)."""
    text = "(1,1) spy/B, (0,0) archer/B under knight/C, outside fairy/B, N siege_engine/B"
    g = board(text, hands="knight thief | queen | fool")
    assert g.places("knight") == {"(1,1)", "(0,0)", "outside fairy", "N"}
    g.play("knight", "(0,0)")
    assert g.at("(0,0)") == "archer/B under knight/C under knight/A"


def test_a_knight_needs_a_card():
    """CA-74: on an empty board it cannot be played."""
    g = board("", hands="knight thief | queen | fool")
    assert "knight" not in g.playable()


def test_a_knight_protects_the_card_beneath_and_no_other():
    """CA-137: the King beneath is no target; he still is in the courtyard (CA-77)."""
    g = board("(2,2) king/B", hands="knight queen spy | fool | witch").play("knight", "(2,2)")
    king, knight = g.table.pile(g.card("(2,2)"))
    assert g.table.protected() >> king & 1
    assert not g.table.protected() >> knight & 1
    assert g.places("queen") == {f"({r},{c})" for r in (1, 2, 3) for c in (1, 2, 3)} - {"(2,2)"}


def test_a_knight_on_an_engine_leaves_it_facing_its_wall():
    """CA-75: its wall cannot be faced by another."""
    g = board("N siege_engine/B", hands="knight siege_engine spy | fool | witch").play("knight", "N")
    assert g.places("siege_engine") == {"E", "S", "W"}
    assert g.at("N") == "siege_engine/B under knight/A"
