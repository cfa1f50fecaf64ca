"""The referee of Carcassonne against the rule page's examples and, record by record, the naive twin."""

import json
import random
import re

import numpy as np
import pytest
from builders import volume
from carcassonne_examples import ALL, FAULTS
from naive.carcassonne import (
    features,
    judge,
    legal_moves,
    play_random,
    position_after,
    random_options,
    random_setup,
    stack,
)
from naive.carcassonne_board import PRESETS, distinct_rotations
from spoiling import JUNK, spoil

from rules.carcassonne.moves import legal_moves as engine_moves
from rules.carcassonne.record import game_record, result_entry, turn_entry
from rules.carcassonne.referee import Referee
from rules.carcassonne.state import MAX_MOVES
from rules.carcassonne.table import Table
from rules.carcassonne.tiles import KINDS, load_tiles
from rules.errors import UserError
from rules.tiles.grid import place_of
from rules.tiles.moves import NOTHING, move_cell, move_rotation, move_target

WORDS = [*JUNK, *KINDS, "river", "farm", "D", "C", "B", "RA", "RL", "RG", 7, 99, [200, 200], [None], -5]
SAID = ("legal", "turn", "rule", "scores", "by_source", "winners")


@pytest.fixture(scope="module")
def referee():
    """One referee for all records."""
    return Referee()


def said(verdict):
    """What both referees must agree on."""
    return {key: verdict[key] for key in SAID}


def first_turns(record, turns):
    """The tiles that lie and the meeples that stand after so many turns of a record, as a setup."""
    position = position_after(record, turns)
    setup = []
    for cell, lying in position["board"].items():
        meeples = [
            {"seat": meeple["seat"], "on": meeple["node"][1], "segment": meeple["node"][2]}
            for meeple in position["meeples"]
            if meeple["node"][0] == cell
        ]
        entry = {"tile": lying["tile"], "at": list(cell), "rotation": lying["rotation"]}
        setup.append(entry | ({"meeples": meeples} if meeples else {}))
    return setup


def scattered(options, players, rng):
    """Tiles and meeples anywhere; a River is begun by play, for it cannot lie in pieces (CC-71)."""
    room = {"tiles": rng.choice([8, 20, 40]), "width": rng.choice([3, 5, 8]), "meeples": rng.choice([2, 8])}
    if not options.get("river"):
        return random_setup(options, players, rng, **room)
    return first_turns(play_random(options, players, rng), rng.randrange(20))


def mixed_game(number):
    """A random game: presets, house rules, players, the River, setups and tastes vary."""
    rng = random.Random(number)
    players = rng.randint(2, 5)
    options = random_options(rng) if rng.random() < 0.6 else {}
    options |= rng.choice([{}, {"river": False}, {"river": True}, {"river": True, "river_turn": "none"}])
    options |= {"preset": rng.choice(list(PRESETS))} if rng.random() < 0.5 else {}
    setup = scattered(options, players, rng) if rng.random() < 0.4 else None
    return play_random(options, players, rng, setup=setup, sealing=rng.random() < 0.3)


# --- the examples


@pytest.mark.rules
@pytest.mark.parametrize("name", ALL)
def test_examples(name, referee):
    """Every example of the rule page, every option, every fault: the stated verdict."""
    verdict = referee.judge(ALL[name].record).as_dict()
    expected = ALL[name].verdict
    assert {key: verdict[key] for key in expected} == expected, verdict["message"]


def test_verdicts_do_not_depend_on_what_was_judged_before(referee):
    """One referee judges many records; each is judged alone."""
    for name in random.Random(1).sample(list(ALL), 40):
        assert referee.judge(ALL[name].record) == Referee().judge(ALL[name].record), name


def test_every_fault_is_told_in_one_line(referee):
    """A message says what is wrong."""
    for fault in FAULTS.values():
        message = referee.judge(fault.record).message
        assert message
        assert "\n" not in message


# --- agreement with the naive twin


def check_random_games(numbers, referee):
    """Both referees on random games; returns how much the games had to offer."""
    discards, rivers, farms = 0, 0, 0
    for number in numbers:
        record = mixed_game(number)
        verdict = referee.judge(record).as_dict()
        assert verdict["legal"], (number, verdict["message"])
        assert said(verdict) == said(judge(record)), number
        discards += sum(len(entry.get("discarded", [])) for entry in record["turns"])
        rivers += record["options"]["river"]
        farms += sum(sources["farm"] for sources in verdict["by_source"])
    return discards, rivers, farms


def test_random_games(referee):
    """Presets, house rules, the River, scattered setups, discards: the same verdict and scores."""
    discards, rivers, farms = check_random_games(range(volume(60, 12)), referee)
    assert discards > 0
    assert rivers > 2
    assert farms > 10


@pytest.mark.verify
def test_many_random_games(referee):
    """The same on thousands of games."""
    check_random_games(range(1000, 4000), referee)


def twin(record):
    """The twin's verdict, None for a record that it was not built to read."""
    try:
        return said(judge(record))
    except Exception:
        return None


def in_pieces(record):
    """Whether a setup has River tiles that are not one river with its source.

    The rule page knows one open end only (CC-71); here a River goes on from its source, in the twin from
    any River tile.
    """
    position = position_after(record, 0)
    rivers = features(position, "river")
    sources = [cell for cell, lying in position["board"].items() if lying["tile"] == "RA"]
    return len(rivers) > 1 or (len(rivers) == 1 and not sources)


UNREAD = re.compile("is a list|discarded is|reaches from")
"""Faults that the twin has no eye for: it takes any empty value for none and knows no edge of the table."""


def check_spoilt_games(numbers, each, referee):
    """Both referees on spoilt games; returns the rules that were broken."""
    broken = set()
    for number in numbers:
        record = mixed_game(number)
        for attempt in range(each):
            faulty = spoil(record, random.Random(f"{number} {attempt}"), WORDS)
            try:
                verdict = referee.judge(faulty).as_dict()
            except UserError:  # no game can be made of it
                continue
            assert (verdict["rule"] is None) == verdict["legal"]
            json.dumps(verdict, allow_nan=False)
            broken.add(verdict["rule"])
            expected = twin(faulty)
            if expected is None or UNREAD.search(verdict["message"] or ""):
                continue
            assert said(verdict) == expected or in_pieces(faulty), (number, attempt, verdict["message"])
    return broken


def test_spoilt_games(referee):
    """The same first fault by the same rule; a verdict or one line for whatever was spoilt."""
    broken = check_spoilt_games(range(4000, 4000 + volume(30, 8)), 10, referee)
    assert {"CC-1", "CC-12", "CC-16", "CC-17", "SETUP", "RESULT"} <= broken


@pytest.mark.verify
def test_many_spoilt_games(referee):
    """The same on tens of thousands of records."""
    broken = check_spoilt_games(range(5000, 7000), 10, referee)
    assert {f"CC-{n}" for n in (1, 12, 13, 15, 16, 17, 20, 22, 23, 24, 26, 68, 70, 71)} <= broken


# --- legal moves


def in_words(referee, move, design):
    """A move of the engine as the twin has it: x, y, rotation, meeple."""
    target = move_target(move)
    meeple = None if target == NOTHING else list(referee.table.segments[design])[target - 1]
    return (*place_of(move_cell(move)), move_rotation(move), meeple)


def check_moves(numbers, referee):
    """The moves of engine, twin and `broken_rule` in the middle of random games; returns how many."""
    buffer, found = np.zeros(MAX_MOVES, np.int32), 0
    for number in numbers:
        rng, record = random.Random(number), mixed_game(number)
        cut = rng.randrange(1 + len(record["turns"]))
        record |= {"turns": record["turns"][:cut], "final": False, "result": None}
        referee.judge(record)
        table, position = referee.table, position_after(record)
        for name in rng.sample(sorted(stack(position)), min(4, len(stack(position)))):
            design = table.designs[name]
            table["tile"] = design
            n = engine_moves(table.tiles[0], table.rules[0], table.states[0], buffer)
            moves = buffer[:n].tolist()
            expected = legal_moves(position, table["seat"], name)
            assert {in_words(referee, move, design) for move in moves} == expected, (number, name)
            assert len(moves) == len(expected)
            assert table.fits(design) == bool(expected)
            found += n
            check_broken_rule(table, design, set(moves), rng, position["box"][name])
    return found


def check_broken_rule(table, design, legal, rng, tile_design):
    """`broken_rule` is 0 for the legal moves and for no others."""
    for move in rng.sample(sorted(legal), min(20, len(legal))):
        assert table.broken_rule(move) == 0
    around = [*table.lying, *((x + 1, y) for x, y in table.lying), *((x, y - 1) for x, y in table.lying)]
    for _ in range(40):
        target = rng.choice([NOTHING, *range(1, len(table.segments[design]) + 1)])
        rotation = rng.choice(distinct_rotations(tile_design))
        move = table.move_of(rng.choice(around), rotation, target)
        assert (table.broken_rule(move) == 0) == (move in legal)


def test_legal_moves_in_mid_game(referee):
    """The engine offers exactly what the twin finds open, and `broken_rule` agrees (CC-16 to CC-31)."""
    assert check_moves(range(8000, 8000 + volume(60, 12)), referee) > 1000


@pytest.mark.verify
def test_legal_moves_in_many_games(referee):
    """The same in thousands of positions."""
    check_moves(range(9000, 10500), referee)


# --- what the table keeps and what it writes


def play_out(table, rng):
    """Play the game that was dealt with random moves; returns its turns as entries of a record."""
    buffer, turns = np.zeros(MAX_MOVES, np.int32), []
    while not table["over"]:
        seat, design = table["seat"], table["tile"]
        discarded = table["deck_order"][table["turn_draw"] : table["deck_next"]].tolist()[:-1]
        n = engine_moves(table.tiles[0], table.rules[0], table.states[0], buffer)
        move = int(buffer[rng.randrange(n)])
        table.lay(move)
        table.finish()
        turns.append(turn_entry(table, seat, discarded, design, move))
    return turns


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("river", [False, True])
def test_a_game_that_was_dealt_makes_a_legal_record(preset, river, referee):
    """The standard set-up, every option, the result: what is written is judged legal by both."""
    record = {"format": "houserules-game/1", "game": "carcassonne", "players": 3, "turns": [], "final": False}
    referee.judge(record | {"options": {"preset": preset, "river": river}})
    table = Table(load_tiles())
    for number in range(volume(8, 2)):
        table.open(referee.table.options, 3)
        table.deal(11, number)
        turns = play_out(table, random.Random(number))
        if table["turn_draw"] < table["deck_next"]:  # the stack ran out on discards (CC-21)
            continue
        standing = sorted((meeple.seat, meeple.at, meeple.on, meeple.segment) for meeple in table.standing)
        table.score_standing()
        record = game_record(table, turns, result_entry(table))
        assert len(record["options"]) == 15
        verdict = Referee().judge(record)
        assert verdict.legal, verdict.message
        assert said(verdict.as_dict()) == said(judge(record))
        left = position_after(record)["meeples"]
        assert standing == sorted((m["seat"], *m["node"]) for m in left)


LAWN = """
[[tile]]
id = "one"
count = 3
start = true
edges = "FFFF"
cities = []
roads = []
rivers = []
cloister = true
fields = [ {ports=["Nw","Ne","En","Es","Se","Sw","Ws","Wn"], cities=[]} ]
"""


def test_a_game_that_was_played_with_other_tiles(tmp_path):
    """`tiles` takes the place of the base tiles; the River keeps its own (CC-68)."""
    path = tmp_path / "tiles.toml"
    path.write_text(LAWN, encoding="utf-8")
    own = Referee(load_tiles(path))
    record = {"format": "houserules-game/1", "game": "carcassonne", "players": 2, "final": False}
    first = {"seat": 0, "tile": "one", "at": [1, 0], "rotation": 0, "meeple": {"on": "cloister"}}
    second = {"seat": 1, "tile": "one", "at": [2, 0], "rotation": 3, "meeple": None}
    third = first | {"at": [3, 0]}
    assert own.judge(record | {"turns": [first, second]}).legal
    assert own.judge(record | {"turns": [first, second, third]}).rule == "CC-49"
    with_river = record | {"options": {"river": True, "river_start_tile": "shuffled"}}
    assert own.judge(with_river | {"turns": [first]}).rule == "CC-70"
    assert Referee().judge(record | {"turns": [first]}).rule == "CC-1"


# --- values that are no turns, tiles or places

FIRST = {"seat": 0, "tile": "E", "at": [0, 1], "rotation": 2, "meeple": None}


def standard(*turns, **parts):
    """A record that begins with the standard setup."""
    record = {"format": "houserules-game/1", "game": "carcassonne", "players": 2, "turns": list(turns)}
    return record | parts


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
def test_wrong_types_in_a_turn_are_named_by_the_rule_of_their_step(change, rule, referee):
    """A value that is no place, seat or meeple breaks the rule that asks for one."""
    verdict = referee.judge(standard(FIRST | change))
    assert (verdict.legal, verdict.rule, verdict.turn) == (False, rule, 0)


def test_a_turn_that_is_no_object_breaks_the_rule_of_turns(referee):
    """CC-13: four steps make a turn."""
    assert referee.judge(standard(FIRST, None)).rule == "CC-13"


def test_the_record_of_another_game_is_refused(referee):
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
def test_what_no_game_can_be_made_of(parts, words, referee):
    """Not a fault of the game but of the record: one line says what is allowed."""
    with pytest.raises(UserError, match=re.escape(words)) as caught:
        referee.judge(standard(**parts))
    assert "\n" not in str(caught.value)
