"""The story of a game in people's words, an event each, with the places that are lit while a line is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from castle_notation import CASTLE
from castle_notation import game as castle
from catan_notation import CATAN
from corpus import Corpus, Json
from tiles_notation import CARCASSONNE, STARWARS

from reports.boards.castle.effects import effects
from reports.boards.story import QUIET, REFUSED, Line, outline
from rules.castle.cards import standard_cards
from rules.errors import UserError
from rules.games import OWN, load

NUMBERED = re.compile(r"vertex|edge \d|hex \d|\(-?\d+, ?-?\d+\)|beneath the top|seat \d|°|tile [A-Z]\b")
"""How records and transcripts name places, which people do not."""


def lines_of(record: Json) -> list[Line]:
    """The lines of a record, those that stay."""
    story = load(record["game"]).picture.story
    told: list[Line] = []
    for before, after in pairwise(load(record["game"]).referee().follow(record)):
        for line in story.happened(before.position, before.move, after.position):
            if line.replaces:
                told.pop()
            told.append(line)
    return told


def words_of(record: Json) -> list[str]:
    """The same without the places."""
    return [line.words for line in lines_of(record)]


def end_of(record: Json) -> list[str]:
    """What is told of the end of a game that stopped there."""
    position = load(record["game"]).referee().follow(record)[-1].position
    end = position.copied()
    end.final_scores()
    return [line.words for line in load(record["game"]).picture.story.ended(position, end)]


# --- Catan

TRADERS = "0: s8 r13 wool3 | 1: s20 r30 ore | 2: s40 r50 ore"


@pytest.mark.parametrize(
    ("position", "turns", "told"),
    [
        (
            "set-up",
            "0 settlement 8; 0 road 13",
            ["blue settles on the corner of 10, 2 and 6", "blue builds a road between 2 and 6"],
        ),
        ("set-up", "0 settlement 0", ["blue settles on the corner of 10 and 3:1 harbour"]),
        (
            "0: s8 21-16-11 wool brick lumber grain",
            "0 settlement 11",
            ["blue settles on the corner of 12 and lumber harbour"],
        ),
        (
            "0: s8 r13 ore3+grain2",
            "0 city 8",
            ["blue makes a city of its settlement on the corner of 10, 2 and 6"],
        ),
        ("0: s8 r13 ore+grain+wool", "0 buy knight", ["blue buys a development card: a knight"]),
        ("0: s8 r13 | before the roll", "0 roll 5 5", ["blue rolls 10: blue 1 ore"]),
        ("0: s8 r13 | before the roll", "0 roll 6 6", ["blue rolls 12: nobody gets anything"]),
        (
            "0: s8 r13 wool8 | before the roll",
            "0 roll 3 4; 0 discard wool4",
            ["blue rolls 7", "blue gives up 4 wool"],
        ),
        ("0: s8 r13 wool4", "0 bank wool4 for ore", ["blue gives the bank 4 wool for 1 ore"]),
        (
            "0: s8 r13 monopoly | 1: s20 r30 wool2",
            "0 play monopoly wool",
            ["blue plays monopoly on wool and takes 2 wool"],
        ),
        (
            "0: s8 r13 year_of_plenty",
            "0 play year_of_plenty ore+wool",
            ["blue plays year of plenty and takes 1 wool and 1 ore"],
        ),
        ("0: s8 r13 road_building", "0 play road_building", ["blue plays road building"]),
        (
            "0: s8 r13 knight",
            "0 play knight; 0 robber 11",
            ["blue plays a knight", "blue moves the robber to ore 8"],
        ),
        ("0: s8 r13 tokens9 | welfare_price=3", "0 welfare ore", ["blue takes 1 ore for 3 welfare tokens"]),
        (
            TRADERS,
            "0 offer wool for ore to 1 2; 1 yes; 2 no; 0 accept 1",
            ["blue gives orange 1 wool for 1 ore"],
        ),
        (TRADERS, "0 offer wool for ore to 1 2; 1 yes", ["blue offers 1 wool for 1 ore: orange would"]),
        (
            TRADERS,
            "0 offer wool for ore to 1 2; 1 no; 2 no",
            ["blue offers 1 wool for 1 ore: nobody wants to"],
        ),
        (
            TRADERS,
            "0 offer wool for ore to 1 2; 1 yes; 2 no; 0 accept nobody",
            ["blue offers 1 wool for 1 ore: deals with nobody"],
        ),
        ("0: s8 r13 wool3", "0 offer wool for ore to 1 2", ["blue offers 1 wool for 1 ore: nobody has it"]),
    ],
)
def test_catan_is_told_by_numbers_and_harbours(position: str, turns: str, told: list[str]) -> None:
    assert words_of(CATAN.record(position, turns)) == told


def test_an_award_is_told_with_who_had_it() -> None:
    record = CATAN.record("0: s8 r13 knight army2", "0 play knight; 0 robber 11")
    assert "blue takes the Largest Army: 2 points" in words_of(record)
    had = "0: s8 r13 knight army3 | 1: s20 r30 army3 | Largest Army 1"
    said = words_of(CATAN.record(had, "0 play knight; 0 robber 11"))
    assert "blue takes the Largest Army from orange: 2 points" in said


def test_a_seat_is_robbed_of_what_it_loses() -> None:
    record = CATAN.record("0: s8 r13 knight | 1: s20 ore", "0 play knight; 0 robber 11; 0 steal 1 ore")
    *_, robbed = lines_of(record)
    assert robbed.words == "blue robs orange of 1 ore"
    assert len(robbed.lit) == 1, "the corner of the robber's hex on which orange is"


def test_offers_refused_and_rolls_are_what_a_page_may_fold() -> None:
    refused = lines_of(CATAN.record(TRADERS, "0 offer wool for ore to 1 2; 1 no; 2 no"))
    assert [line.kind for line in refused] == [REFUSED]
    rolled = lines_of(CATAN.record("0: s8 r13 | before the roll", "0 roll 5 5"))
    assert [line.kind for line in rolled] == [QUIET]


def test_a_corner_at_a_harbour_lights_its_ship_too() -> None:
    inland, harbour = (lines_of(CATAN.record("set-up", f"0 settlement {n}"))[0] for n in (8, 0))
    assert (len(inland.lit), len(harbour.lit)) == (1, 2)


def test_a_roll_lights_the_hexes_that_paid() -> None:
    paid, nothing = (
        lines_of(CATAN.record("0: s8 r13 | before the roll", f"0 roll {dice}"))[0] for dice in ("5 5", "6 6")
    )
    assert len(paid.lit) == 2, "two hexes have a 10"
    assert not nothing.lit


# --- games of tiles


@pytest.mark.parametrize(
    ("position", "turns", "told"),
    [
        (
            "",
            "0: E(0,1)r2 city0",
            [
                "red lays a tile with a city; a knight takes the city (2 tiles)",
                "the city (2 tiles) is complete: 4 points for red",
            ],
        ),
        ("", "0: V(1,0)r1 road0", ["red lays a tile with a road; a thief takes the road (2 tiles)"]),
        (
            "D(0,0)r0",
            "0: B(0,-1)r0 cloister0",
            ["red lays a tile with a cloister; a monk takes the cloister"],
        ),
        (
            "D(0,0)r0 0:road0 | in play",
            "0: U(1,0)r1",
            ["red lays a tile with a road, which adds to its road (2 tiles)"],
        ),
        (
            "D(0,0)r0 1:road0 | in play",
            "0: U(1,0)r1",
            ["red lays a tile with a road, which adds to blue's road (2 tiles)"],
        ),
        (
            "D(0,0)r0 0:road0 U(2,0)r1 1:road0 | in play",
            "0: U(1,0)r1",
            ["red lays a tile with a road", "red cuts into blue's road (3 tiles)"],
        ),
    ],
)
def test_carcassonne_is_told_by_what_is_on_a_tile(position: str, turns: str, told: list[str]) -> None:
    assert words_of(CARCASSONNE.record(position, turns)) == told


def test_who_cuts_into_a_field_is_told_with_its_tiles() -> None:
    record = CARCASSONNE.record("E(0,0)r0 1:field0 1:field0", "0: E(0,1)r2 field0; 1: B(1,0)r0; 0: B(1,1)r0")
    last = lines_of(record)[-1]
    assert last.words == "red cuts into blue's field (4 tiles)"
    assert len(last.lit) == 1


def test_what_is_cut_into_and_complete_is_told_in_one_line_with_its_points() -> None:
    record = CARCASSONNE.record("L(0,0)r0 0:road0 L(2,0)r2 1:road0 | in play", "0: U(1,0)r1")
    assert words_of(record)[1:] == ["red cuts into blue's road (3 tiles): 3 points shared"]


def test_the_end_tells_what_was_still_paid() -> None:
    said = end_of(CARCASSONNE.record("D(0,0)r0 0:road0 1:city0", ""))
    assert said == [
        "the city (1 tile) at the end: 1 point for blue",
        "the road (1 tile) at the end: 1 point for red",
    ]


def test_a_battle_is_told_with_its_dice() -> None:
    """EX-SW-1."""
    assert words_of(STARWARS.case("EX-SW-1")) == [
        "red lays a tile with a route",
        "red cuts into white's route (3 tiles)",
        "battle for the route: red (1 die) beats white (1 die); white gets 1 for its dice",
    ]


@pytest.mark.parametrize(
    ("record", "drawn"),
    [
        (CARCASSONNE.record("D(0,0)r0", "0: V(1,0)r1"), "draws a tile with a road"),
        (STARWARS.case("EX-SW-1"), "draws a tile with a route"),
    ],
)
def test_a_page_shows_what_is_drawn_in_the_words_of_the_story(record: Json, drawn: str) -> None:
    """It said “draws V”, as records do."""
    picture = load(record["game"]).picture
    first = load(record["game"]).referee().follow(record)[0].position
    assert (drawn, "") in [held for seat in picture.seats(first) for held in seat.holds]


def test_an_attack_on_a_planet_lights_the_planet() -> None:
    """EX-SW-2."""
    first, fight = lines_of(STARWARS.case("EX-SW-2"))
    assert first.words == "red lays a tile with a field; a small meeple attacks white's planet"
    assert len(first.lit) == 2
    assert fight.words.startswith("battle for the planet: red (2 dice) beats white (2 dice)")


def test_the_outline_of_tiles_leaves_out_the_sides_they_share() -> None:
    assert outline({(0, 0)}, 10.0).count("M") == 4
    assert outline({(0, 0), (1, 0)}, 10.0).count("M") == 6


# --- Castle


@pytest.mark.parametrize(
    ("position", "turn", "told"),
    [
        ("A: spy; stock A: soldier", "A draw", ["black draws the Soldier"]),
        ("A: spy; exchange: fool", "A give spy take fool", ["black exchanges the Spy for the Fool"]),
        ("A: soldier", "A soldier(0,1)", ["black plays the Soldier on the north rampart"]),
        ("A: archer", "A archer(5,0)", ["black plays the Archer on the south-west tower"]),
        ("A: siege_engine", "A siege_engine@N", ["black plays the Siege Engine against the north wall"]),
        ("queen/B(2,2); A: knight", "A knight(2,2)", ["black plays the Knight onto the Queen"]),
        (
            "queen/B(1,1); A: courtier",
            "A courtier(1,2): send_back (1,1)",
            ["black plays the Courtier into the courtyard", "black sends back beige's Queen"],
        ),
    ],
)
def test_castle_is_told_by_names_and_parts_of_the_castle(position: str, turn: str, told: list[str]) -> None:
    assert words_of(castle(position, turn)) == told


def test_what_every_character_does_is_said_with_its_rule() -> None:
    said = effects(standard_cards())
    assert said["Queen"] == "Queen, courtyard beside the King: sends back a card in the courtyard (CA-114)"
    assert said["Priest"].endswith("protects adjacent cards with a token of the same colour (CA-123)")
    for kind in standard_cards().kinds:
        assert said[kind.name].endswith(f"({kind.rule})")
        assert "no effect" not in said[kind.name], kind.name


def test_what_every_development_card_does_is_said_with_its_rule() -> None:
    said = load("catan").picture.notes(None)
    assert said["monopoly"] == "Monopoly: all others hand over all their cards of a resource (CT-98)"
    assert len(said) == 5


# --- all of them


def legal_records(game: str) -> Iterator[Json]:
    """The records of the corpus of a game."""
    corpora: dict[str, Corpus] = {"catan": CATAN, "carcassonne": CARCASSONNE, "starwars": STARWARS}
    examples = CASTLE.played() if game == "castle" else corpora[game].every()
    for n, example in enumerate(examples):
        if n % 4 == 0:
            yield example.record


@pytest.mark.parametrize("game", OWN)
def test_no_line_names_a_place_by_its_number(game: str) -> None:
    """Every event of the corpora, and every fifth move that could have been played there."""
    told: list[Any] = []
    story = load(game).picture.story
    for record in legal_records(game):
        try:
            told += lines_of(record)
            moments = load(game).referee().follow(record)
        except UserError:  # not a legal record, or one of another box
            continue
        for moment in moments[-2:]:
            told += [story.proposed(moment.position, move) for move in moment.moves[::5]]
    assert len(told) > 100
    assert [line.words for line in told if NUMBERED.search(line.words)] == []
    assert [line.words for line in told if not line.words.strip()] == []
