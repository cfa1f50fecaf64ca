"""The referee of Carcassonne: what a table writes, other tiles, and values that are no turns."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from builders import volume
from corpus import Json
from naive.carcassonne import judge, position_after
from naive.carcassonne_board import PRESETS
from test_carcassonne_tiles import table
from test_tile_twins import said
from tiles_notation import CARCASSONNE

from rules.carcassonne.position import Position
from rules.carcassonne.record import turn_entry
from rules.carcassonne.referee import Referee
from rules.carcassonne.tiles import load_tiles
from rules.errors import UserError
from rules.tiles.records import standard_setup


@pytest.fixture(scope="module")
def referee() -> Referee:
    """One referee for all records."""
    return Referee()


# --- what the table keeps and what it writes


def play_out(position: Position, rng: random.Random) -> list[Json]:
    """Play the game that was dealt with random moves; returns its turns as entries of a record."""
    turns: list[Json] = []
    while not position["over"]:
        seat, design = position["seat"], position["tile"]
        discarded = position["deck_order"][position["turn_draw"] : position["deck_next"]].tolist()[:-1]
        move = rng.choice(position.moves())
        position.lay(move)
        position.finish()
        turns.append(turn_entry(position, seat, discarded, design, move))
    return turns


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("river", [False, True])
def test_a_game_that_was_dealt_makes_a_legal_record(preset: str, river: bool, referee: Referee) -> None:
    """The standard set-up, every option, the result: what is written is judged legal by both."""
    referee.judge(CARCASSONNE.record("3 players | in play", preset=preset, river=river))
    position = Position(load_tiles())
    for number in range(volume(3, 1)):
        position.open(referee.position.options, 3)
        position.deal(11, number)
        turns = play_out(position, random.Random(number))
        if position["turn_draw"] < position["deck_next"]:  # the stack ran out on discards (CC-21)
            continue
        standing = sorted((meeple.seat, meeple.at, meeple.on, meeple.segment) for meeple in position.standing)
        position.final_scores()
        record = position.record(setup=standard_setup(position), turns=turns, final=True)
        assert len(record["options"]) == 16
        verdict = Referee().judge(record)
        assert verdict.legal, verdict.message
        assert said(verdict.as_dict()) == said(judge(record))
        left = position_after(record).meeples
        assert standing == sorted((m["seat"], *m["node"]) for m in left)


def test_a_game_that_was_played_with_other_tiles(tmp_path: Path) -> None:
    """`tiles` takes the place of the base tiles; the River keeps its own (CC-68)."""
    path = tmp_path / "tiles.toml"
    path.write_text(table(id='"one"', count="3", start="true"), encoding="utf-8")
    own, first = Referee(load_tiles(path)), "0: one(1,0)r0 cloister0"
    two = f"{first}; 1: one(2,0)r3"
    assert own.judge(CARCASSONNE.record("in play", two)).legal
    assert own.judge(CARCASSONNE.record("in play", f"{two}; 0: one(3,0)r0 cloister0")).rule == "CC-49"
    river = CARCASSONNE.record("in play | river=true river_start_tile=shuffled", first)
    assert own.judge(river).rule == "CC-70"
    assert Referee().judge(CARCASSONNE.record("in play", first)).rule == "CC-1"


# --- values that are no turns, tiles or places

FIRST = {"seat": 0, "tile": "E", "at": [0, 1], "rotation": 2, "meeple": None}


def standard(*turns: Any, **parts: Any) -> Json:
    """A record that begins with the standard setup."""
    return CARCASSONNE.record() | {"turns": list(turns)} | parts


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"seat": True}, "CC-12"),
        ({"seat": None}, "CC-12"),
        ({"tile": 5}, "CC-1"),
        ({"tile": "RA"}, "CC-1"),
        ({"tile": None}, "CC-15"),
        ({"discarded": "C"}, "CC-20"),
        ({"discarded": [None]}, "CC-1"),
        ({"discarded": ["E"]}, "CC-20"),
        ({"at": None}, "CC-16"),
        ({"at": [0, 1.0]}, "CC-16"),
        ({"at": [127, 0]}, "CC-16"),
        ({"rotation": 4}, "CC-16"),
        ({"meeple": []}, "CC-22"),
        ({"meeple": {}}, "CC-22"),
        ({"meeple": {"on": "city", "segment": True}}, "CC-22"),
        ({"meeple": {"on": "city"}}, "CC-22"),
        ({"meeple": {"on": "cloister"}}, "CC-22"),
        ({"meeple": {"on": "river", "segment": 0}}, "CC-23"),
        ({"meeple": {"on": "planet"}}, "CC-23"),
    ],
)
def test_wrong_types_in_a_turn_are_named_by_the_rule_of_their_step(
    change: Json, rule: str, referee: Referee
) -> None:
    """A value that is no place, seat or meeple breaks the rule that asks for one."""
    verdict = referee.judge(standard(FIRST | change))
    assert (verdict.legal, verdict.rule, verdict.turn) == (False, rule, 0)


def test_a_turn_that_is_no_object_breaks_the_rule_of_turns(referee: Referee) -> None:
    """CC-13: four steps make a turn."""
    assert referee.judge(standard(FIRST, None)).rule == "CC-13"


def test_the_record_of_another_game_is_refused(referee: Referee) -> None:
    """A referee knows one game."""
    with pytest.raises(UserError, match="a record of starwars, not of carcassonne"):
        referee.judge(standard(game="starwars"))


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"players": 6}, "2 to 5 players"),
        ({"players": None}, "players must be a whole number"),
        ({"options": {"preset": "third"}}, "Presets: new, old, middle, no_farmers"),
        ({"options": {"farm_point": 3}}, "Did you mean 'farm_points'"),
        ({"options": {"river": "perhaps"}}, "true | false"),
    ],
)
def test_what_no_game_can_be_made_of(parts: Json, words: str, referee: Referee) -> None:
    """Not a fault of the game but of the record: one line says what is allowed."""
    with pytest.raises(UserError, match=re.escape(words)) as caught:
        referee.judge(standard(**parts))
    assert "\n" not in str(caught.value)
