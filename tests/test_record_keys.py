"""What may stand in a record: keys, who is next, and an index into a list."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import castle_notation
import naive.carcassonne
import naive.castle
import naive.catan
import naive.starwars
import pytest
from builders import one_line, run_cli
from catan_notation import CATAN
from corpus import Json
from tiles_notation import STARWARS

from rules import games
from rules.errors import UserError
from rules.records import Verdict
from rules.starwars.tiles import STANDARD

RECORDS: dict[str, Json] = {
    "starwars": STARWARS.record(
        'start(0,0)r0 1:route0 | red black | in play | {"result": {"winners": []}}',
        "0: field-1(0,1)r2 asteroid0; 1: planet-hoth(0,-1)r0 planet0;"
        "0: route-straight(1,0)r1 big-attack(0,-1) fight 0=4,1,2 1=3",
    ),
    "carcassonne": {
        "setup": [
            {"tile": "D", "at": [0, 0], "rotation": 0, "meeple": {"seat": 1, "on": "field", "segment": 0}}
        ],
        "turns": [
            {"seat": 0, "tile": "E", "at": [0, 1], "rotation": 2, "discarded": [],
             "meeple": {"on": "city", "segment": 0}},
        ],
        "final": False,
        "result": {"scores": [4, 0], "by_source": [{"city": 4}, {}], "winners": []},
    },
    "catan": CATAN.record(
        '0: s8 r13 wool4 grain ore knight | 1: c20 army1 | 2: ore | {"result": {"winner": null}}',
        "0 offer wool for ore to 2; 2 yes; 0 accept 2; 0 buy monopoly; 0 play knight; 0 robber 11; 0 end;"
        "1 roll 1 1",
        board="beginner",
    ),
    "castle": castle_notation.game(
        "princess/A(2,2) mistress/C(1,1) siege_engine/B@N; A: archer soldier; B: king knight; C: thief;"
        "stock A: spy; stock B: prince; stock C: queen; exchange: witch herald; last: (2,2)",
        "A archer(0,0): send_back @N",
        "A give soldier take witch",
        "B king(4,4): send_back (2,2); send_back (0,0) by C",
        "B draw",
    ) | {"result": {"winners": [], "hands": [3, 3, 1]}},
    "pig": {
        "options": {"target": 50},
        "seed": 1,
        "game_index": 0,
        "turns": ["roll"],
        "result": {"scores": [0, 0], "winners": []},
    },
}  # fmt: skip
"""A legal record of each game."""

BEFORE = {"catan": "to_move", "castle": "first"}
"""The older word of a setup for who is next."""

BY_NAME = ("options", "hands", "give", "want", "rolls", "by_source")
"""Parts with what the game has in place of keys: options, resources, seats, sources."""


pytestmark = pytest.mark.usefixtures("pig")


def record_of(game: str, **parts: Any) -> Json:
    """The record of a game with some other parts."""
    start = {"format": "houserules-game/1", "game": game, "players": 2}
    return copy.deepcopy(start | RECORDS[game] | parts)


def judged(record: Json) -> Verdict:
    """What the referee says."""
    return games.load(record["game"]).referee().judge(record)


def twin(record: Json) -> Json:
    """What the naive twin says."""
    judge = getattr(naive, record["game"]).judge
    return judge(record, STANDARD) if record["game"] == "starwars" else judge(record)


def keys_in(part: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every key of every object in a record, with the way to it."""
    if isinstance(part, dict):
        for name, value in part.items():
            yield where, name
            if name not in BY_NAME or (name == "hands" and len(where) == 0):
                yield from keys_in(value, (*where, name))
    elif isinstance(part, list):
        for i, value in enumerate(part):
            yield from keys_in(value, (*where, i))


@pytest.mark.parametrize("game", RECORDS)
def test_the_records_here_are_legal(game: str) -> None:
    """What is refused below is refused for its key alone."""
    assert judged(record_of(game)).message is None


@pytest.mark.parametrize("game", RECORDS)
def test_every_misspelt_key_at_every_level_is_refused_with_the_right_one(game: str) -> None:
    """In the record, its setup, its turns and their parts, and its result."""
    record = record_of(game)
    found = [(where, name) for where, name in keys_in(record) if name not in ("format", "game", "do", "card")]
    assert len(found) > 6
    for where, name in found:
        spoilt = copy.deepcopy(record)
        part = spoilt
        for step in where:
            part = part[step]
        wrong = f"{name}x"
        part[wrong] = part[name]
        with pytest.raises(UserError) as refused:
            judged(spoilt)
        message = str(refused.value)
        assert f"has no key \"{wrong}\". Did you mean '{name}'?" in message
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in where).lstrip(".")
        assert message.startswith(f"{place or 'the record'} has no key"), message


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        ({"reslut": {"scores": [9, 9]}}, "the record has no key \"reslut\". Did you mean 'result'?"),
        ({"result": {"score": [9, 9]}}, "result has no key \"score\". Did you mean 'scores'?"),
    ],
)
def test_the_program_names_file_and_key_and_ends_with_2(spoil: Json, line: str, tmp_path: Path) -> None:
    """A stated result that nobody reads would pass for one that agrees."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record_of("carcassonne", **spoil)), encoding="utf-8")
    done = run_cli("referee", file, cwd=tmp_path)
    assert one_line(done).startswith(f"{file}, line 1: {line}")


def test_a_key_of_another_deed_is_refused() -> None:
    """A roll has no vertex, and a knight no resource."""
    for game, turn, key in (
        ("catan", {"seat": 0, "do": "end", "vertex": 8}, "vertex"),
        ("catan", {"seat": 0, "do": "play", "card": "knight", "resource": "ore"}, "resource"),
        ("castle", {"seat": 0, "do": "draw", "at": [0, 0]}, "at"),
    ):
        with pytest.raises(UserError, match=rf'turns\[0\] has no key "{key}"'):
            judged(record_of(game, turns=[turn]))


# --- who is next


def passed(game: str, seat: int) -> Json:
    """A record in which this seat moves next, by its setup."""
    if game in ("starwars", "carcassonne"):
        record = record_of(game, players=3, turns=RECORDS[game]["turns"][:1], result=None, final=False)
        record["options"] = {}
        record["turns"][0]["seat"] = seat
        record["setup"].append({"next": seat})
        return record
    turns = {"catan": {"seat": seat, "do": "end"}, "castle": {"seat": seat, "do": "draw"}}
    record = record_of(game, turns=[turns[game]], result=None)
    del record["setup"][BEFORE[game]]
    record["setup"]["next"] = seat
    return record


@pytest.mark.parametrize("game", games.OWN)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_setup_may_say_who_is_next(game: str, seat: int) -> None:
    """The seat named moves, and no other; the twin says so too."""
    record = passed(game, seat)
    assert judged(record).message is None
    assert twin(record)["legal"]
    record["turns"][0]["seat"] = (seat + 1) % 3
    rule = {"starwars": "SW-9", "carcassonne": "CC-12", "catan": "CT-50", "castle": "CA-17"}[game]
    assert judged(record).rule == rule
    assert not twin(record)["legal"]


@pytest.mark.parametrize("game", games.OWN)
@pytest.mark.parametrize("seat", [3, -1, True, "1", 1.0])
def test_who_is_next_is_a_seat(game: str, seat: Any) -> None:
    record = passed(game, 0)
    if isinstance(record["setup"], list):
        record["setup"][-1] = {"next": seat}
    else:
        record["setup"]["next"] = seat
    verdict = judged(record)
    assert (verdict.rule, verdict.turn) == ("SETUP", None)
    assert "next is a seat from 0 to 2" in str(verdict.message)


@pytest.mark.parametrize(("game", "before"), BEFORE.items())
def test_who_is_next_is_said_once(game: str, before: str) -> None:
    """The older word is still read; both may stand if they agree."""
    record = passed(game, 2)
    record["setup"][before] = 2
    assert judged(record).legal
    record["setup"][before] = 1
    assert judged(record).message == f"next is seat 3, {before} is seat 2"
    del record["setup"]["next"]
    record["turns"][0]["seat"] = 1
    assert judged(record).legal


@pytest.mark.parametrize("more", [[{"next": 1}], [{"next": None}]])
def test_who_is_next_stands_by_itself_among_tiles(more: list[Json]) -> None:
    record = passed("carcassonne", 1)
    record["setup"] += more
    assert judged(record).rule == "SETUP"
    for setup in ([record["setup"][0] | {"next": 1}], [record["setup"][0], {"next": None}]):
        assert judged(record | {"setup": setup}).rule == "SETUP"


def test_the_set_up_phase_begins_with_who_is_next() -> None:
    """CT-45: a board without pieces, and seat 2 is asked first."""
    turn = {"seat": 2, "do": "settlement", "vertex": 8}
    record = record_of("catan", setup={"next": 2}, turns=[turn], result=None)
    assert judged(record).legal
    assert twin(record)["legal"]


# --- choices of others, and an index into a list


def test_the_second_card_of_the_king_is_chosen_by_who_is_named() -> None:
    """CA-111: the owner of the Mistress must be named as the one who chooses."""
    record = record_of("castle")
    assert judged(record).legal
    del record["turns"][2]["effects"][1]["by"]
    verdict = judged(record)
    assert (verdict.turn, verdict.rule) == (2, "CA-111")
    assert verdict.message == 'seat 3 chooses here, "by": 2, not null'
    assert twin(record)["rule"] == "CA-111"


@pytest.mark.parametrize("segment", [1, -1, None, True, "0"])
def test_the_segment_of_a_planet_that_is_attacked_is_one_that_there_is(segment: Any) -> None:
    """SW-20: it may be left out, as a tile has one planet at most."""
    record = record_of("starwars")
    meeple = record["turns"][2]["meeple"]
    meeple["segment"] = 0
    assert judged(record).legal
    meeple["segment"] = segment
    verdict = judged(record)
    assert (verdict.turn, verdict.rule) == (2, "SW-20")
    assert "the tile at [0, -1] has no planet" in str(verdict.message)
    assert twin(record)["rule"] == "SW-20"
