"""The referee against the rule page's examples and, record by record, against the naive twin."""

import json
import random
import re

import numpy as np
import pytest
from builders import volume
from naive.starwars import (
    box_text,
    judge,
    legal_moves,
    play_random,
    position_after,
    random_options,
    random_setup,
)
from naive.starwars_board import distinct_rotations
from spoiling import JUNK, spoil
from starwars_examples import ALL, attack, game, on, tile, turn

from rules.errors import UserError
from rules.starwars.moves import ATTACK
from rules.starwars.moves import legal_moves as engine_moves
from rules.starwars.record import SIZES
from rules.starwars.referee import Referee
from rules.starwars.state import MAX_MOVES
from rules.starwars.tiles import STANDARD, load_tiles
from rules.tiles.grid import STEP, place_of
from rules.tiles.moves import NOTHING, move_cell, move_rotation, move_size, move_target

BOXES = {
    "many fields, discards": {
        "field-1": 12,
        "field-4": 5,
        "field-3-rebel": 2,
        "planet-hoth": 3,
        "route-crossing-4": 2,
    },
    "joins of three": {"field-1": 10, "field-4": 8, "field-3": 4, "field-3-rebel": 3, "field-corner": 4},
    "planets": {
        "planet-hoth": 6,
        "planet-naboo": 5,
        "planet-route-empire": 3,
        "route-straight": 4,
        "field-1": 3,
    },
}
SAID = ("legal", "turn", "rule", "scores", "by_source", "winners")


@pytest.fixture(scope="module")
def boxes(tmp_path_factory):
    """The standard tile file and some odd boxes, by name."""
    folder = tmp_path_factory.mktemp("boxes")
    paths = {"standard": STANDARD}
    for name, counts in BOXES.items():
        paths[name] = folder / f"{name.split()[-1]}.toml"
        paths[name].write_text(box_text(STANDARD, counts), encoding="utf-8")
    return paths


@pytest.fixture(scope="module")
def referees(boxes):
    """A referee for each box."""
    return {name: Referee(load_tiles(path)) for name, path in boxes.items()}


def said(verdict):
    """What both referees must agree on."""
    return {key: verdict[key] for key in SAID}


def mixed_game(number, boxes):
    """The name of a box and a random game with it: players, house rules, teams, setups and tastes vary."""
    rng = random.Random(number)
    box = rng.choice(["standard", *BOXES, *BOXES])
    players, options = rng.randint(2, 5), random_options(number) if rng.random() < 0.8 else {}
    if rng.random() < 0.3:
        players = 4
        options |= {"team_mode": True, "colours": rng.choice(TEAMS)}
    elif rng.random() < 0.5:
        options["colours"] = rng.sample(["red", "black", "orange", "green", "white"], players)
    setup = None
    if rng.random() < 0.5:
        room = {
            "tiles": rng.choice([5, 12, 20]),
            "width": rng.choice([3, 5, 8]),
            "meeples": rng.choice([2, 6, 15]),
        }
        setup = random_setup(number, players, options, boxes[box], **room)
    taste = rng.choice([{}, {"aggressive": True}, {"sealing": True}])
    return box, play_random(number, players, options, boxes[box], setup=setup, **taste)


TEAMS = [
    ["red", "black", "green", "white"],
    ["black", "green", "white", "red"],
    ["white", "red", "black", "green"],
]


# --- the examples


@pytest.mark.rules
@pytest.mark.parametrize("name", ALL)
def test_examples(name, referees):
    """Every example of the rule page, every option, every fault: the stated verdict."""
    verdict = referees["standard"].judge(ALL[name].record).as_dict()
    expected = ALL[name].verdict
    assert {key: verdict[key] for key in expected} == expected, verdict["message"]


def test_verdicts_do_not_depend_on_what_was_judged_before(referees):
    """One referee judges many records; each is judged alone."""
    kept = referees["standard"]
    for name in random.Random(1).sample(list(ALL), 40):
        assert kept.judge(ALL[name].record) == Referee().judge(ALL[name].record), name


# --- agreement with the naive twin


def check_random_games(numbers, boxes, referees):
    """Both referees on random games; returns how much the games had to offer."""
    fighters, discards, unsettled = set(), 0, 0
    for number in numbers:
        box, record = mixed_game(number, boxes)
        verdict = referees[box].judge(record).as_dict()
        assert said(verdict) == said(judge(record, boxes[box])), number
        unsettled += not verdict["legal"]
        for entry in record["turns"]:
            fighters |= {len(fought["rolls"][0]) for fought in entry.get("battles", [])}
            discards += len(entry.get("discarded", []))
    return fighters, discards, unsettled


def test_random_games(boxes, referees):
    """Teams, house rules, scattered setups, battles of three, discards: the same verdict and scores."""
    fighters, discards, unsettled = check_random_games(range(volume(180, 60)), boxes, referees)
    assert {2, 3} <= fighters
    assert discards > 10
    assert unsettled < 10  # only setups with a battle that no turn could settle


@pytest.mark.verify
def test_many_random_games(boxes, referees):
    """The same on thousands of games."""
    check_random_games(range(1000, 4000), boxes, referees)


WORDS = [*JUNK, "planet", "route", "asteroid", "small", "big", 7, 99, [200, 200], [None], -5]


def twin(record, path):
    """The twin's verdict, None for a record that it was not built to read."""
    try:
        return said(judge(record, path))
    except Exception:
        return None


def check_spoilt_games(numbers, each, boxes, referees):
    """Both referees on spoilt games; returns the rules that were broken."""
    broken = set()
    for number in numbers:
        box, record = mixed_game(number, boxes)
        for attempt in range(each):
            faulty = spoil(record, random.Random(f"{number} {attempt}"), WORDS)
            try:
                verdict = referees[box].judge(faulty).as_dict()
            except UserError:  # no game can be made of it
                continue
            assert (verdict["rule"] is None) == verdict["legal"]
            json.dumps(verdict, allow_nan=False)
            broken.add(verdict["rule"])
            expected = twin(faulty, boxes[box])
            if expected is not None and not re.search("is a list|reaches from", verdict["message"] or ""):
                assert said(verdict) == expected, (number, attempt, verdict["message"])
    return broken


def test_spoilt_games(boxes, referees):
    """The same first fault by the same rule; a verdict or one line for whatever was spoilt."""
    broken = check_spoilt_games(range(volume(60, 30)), 12, boxes, referees)
    assert volume(18, 15) <= len(broken)


@pytest.mark.verify
def test_many_spoilt_games(boxes, referees):
    """The same on tens of thousands of records."""
    broken = check_spoilt_games(range(4000, 6000), 8, boxes, referees)
    assert {f"SW-{n}" for n in (3, 9, 11, 14, 15, 16, 18, 19, 20, 27, 28, 30, 34, 35, 36, 38)} <= broken


# --- legal moves


def in_words(referee, move, design):
    """A move of the engine as the twin has it: x, y, rotation, meeple."""
    at, target = place_of(move_cell(move)), move_target(move)
    if target == NOTHING:
        return (*at, move_rotation(move), None)
    size = SIZES[move_size(move)]
    if target >= ATTACK:
        planet = place_of(move_cell(move) + STEP[target - ATTACK])
        return (*at, move_rotation(move), (size, "planet", None, planet))
    kind, segment = list(referee.table.segments[design])[target - 1]
    return (*at, move_rotation(move), (size, kind, segment, None))


def check_moves(numbers, boxes, referees):
    """The moves of engine, twin and `broken_rule` in the middle of random games; returns how many."""
    buffer, found = np.zeros(MAX_MOVES, np.int32), 0
    for number in numbers:
        box, record = mixed_game(number, boxes)
        cut = random.Random(number).randrange(1 + len(record["turns"]))
        record |= {"turns": record["turns"][:cut], "final": False, "result": None}
        referee = referees[box]
        referee.judge(record)
        table, position = referee.table, position_after(record, boxes[box])
        for name in random.Random(number).sample(sorted(position.stack()), min(3, len(position.stack()))):
            design = table.designs[name]
            table["tile"] = design
            n = engine_moves(table.tiles[0], table.rules[0], table.states[0], buffer)
            moves = buffer[:n].tolist()
            expected = legal_moves(position, table["seat"], name)
            assert {in_words(referee, move, design) for move in moves} == expected, (number, name)
            assert len(moves) == len(expected)
            found += n
            check_broken_rule(table, design, set(moves), random.Random(number), position.box[name])
    return found


def check_broken_rule(table, design, legal, rng, tile_design):
    """`broken_rule` is 0 for the legal moves and for no others."""
    for move in rng.sample(sorted(legal), min(20, len(legal))):
        assert table.broken_rule(move) == 0
    segments, around = len(table.segments[design]), [*table.lying, *((x + 1, y) for x, y in table.lying)]
    for _ in range(40):
        target = rng.choice([NOTHING, *range(1, segments + 1), *range(ATTACK, ATTACK + 8)])
        rotation = rng.choice(distinct_rotations(tile_design))
        move = table.move_of(rng.choice(around), rotation, target, rng.choice([0, 1]) if target else 0)
        assert (table.broken_rule(move) == 0) == (move in legal)


def test_legal_moves_in_mid_game(boxes, referees):
    """The engine offers exactly what the twin finds open, and `broken_rule` agrees (SW-14 to SW-25)."""
    assert check_moves(range(volume(100, 24)), boxes, referees) > 1000


@pytest.mark.verify
def test_legal_moves_in_many_games(boxes, referees):
    """The same in thousands of positions."""
    check_moves(range(6000, 7500), boxes, referees)


# --- wide setups


def test_the_largest_box_scattered_over_the_table(tmp_path):
    """126 tiles that do not touch leave four open places each, more than play ever has."""
    path = tmp_path / "tiles.toml"
    path.write_text(box_text(STANDARD, {"route-straight": 125}), encoding="utf-8")
    setup = [tile("route-straight", 2 * (i % 12), 3 * (i // 12), 0) for i in range(124)]
    record = game(["red", "black"], setup, turn(0, "route-straight", 0, 1, 0, on("route")), final=True)
    verdict = Referee(load_tiles(path)).judge(record)
    assert said(verdict.as_dict()) == said(judge(record, path))
    assert verdict.legal


def test_a_setup_may_reach_to_the_edge_of_the_table():
    """Tiles at the limit have neighbours within the grid."""
    setup = [tile("planet-hoth", 120, -120, 0), tile("planet-jakku", -120, 120, 0)]
    record = game(["red", "black"], setup, turn(0, "planet-naboo", 121, -120, 0, attack(120, -120)))
    assert said(Referee().judge(record).as_dict()) == said(judge(record, STANDARD))
