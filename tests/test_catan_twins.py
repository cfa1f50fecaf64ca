"""Catan's engine and referee against the naive twin, which two authors wrote from the same rules page."""

import copy
import json
import random

import pytest
from builders import volume
from catan_examples import ALL
from catan_twins import Pair, differences, said
from naive.catan import EVERY_WAY, OF_RECORDS, TASTES, moved, play_random, random_options, spoil
from spoiling import JUNK
from spoiling import spoil as spoil_with_junk

from rules.catan.options import RESOURCES
from rules.catan.referee import DEEDS
from rules.catan.state import CARDS

pytestmark = pytest.mark.rules

WORDS = [*JUNK, *DEEDS, *CARDS, *RESOURCES, "desert", 7, 53, 71, -5, [None], [3, 4], {"ore": 1}, {"wool": -1}]

SETTINGS = {
    "official": {},
    "any trade": {"trade": "any", "trade_offers_per_turn": 5},
    "no trade": {"trade": "none"},
    "strict phases": {"phases": "strict", "win_check": "end_of_phase", "board": "random_tokens"},
    "printed pieces": {"board": "beginner", "pieces": "printed", "start": "random"},
    "short bank": {"bank": 8, "shortage": "none_paid", "start": "random"},
    "bank without end": {"shortage": "unlimited", "hand_limit": 20, "robber": False},
    "gentle": {"friendly_robber": True, "no_seven_first_round": 2, "steal": "may_decline"},
    "dice of cards": {"dice": "deck36", "dice_deck_left": 0, "no_seven_first_round": 5, "steal": "none"},
    "few pieces": {"settlements": 3, "cities": 2, "roads": 6, "road_building_cards": 10},
    "other costs": {"road_brick": 0, "city_ore": 1, "card_wool": 0, "generic_rate": 2, "special_rate": 1},
}


# --- records of one judged by the other


@pytest.mark.parametrize("name", ALL)
def test_the_referee_and_the_twin_agree_on_every_example(name):
    """The verdict, its rule, and all that lies on the table at the end; and it is the one expected."""
    example = ALL[name]
    assert differences(example.record, strict=True) == []
    verdict = said(example.record)
    assert {part: verdict[part] for part in example.verdict} == example.verdict


@pytest.mark.parametrize("name", volume(list(ALL), list(ALL)[::20]))
def test_an_example_on_the_island_turned_or_mirrored_has_the_same_verdict(name):
    """CT-28."""
    example = ALL[name]
    if example.verdict["rule"] == "SETUP" or "terrain" not in example.record["setup"]:
        return
    for symmetry in OF_RECORDS[1::2]:
        verdict = said(moved(example.record, symmetry))
        assert {part: verdict[part] for part in example.verdict} == example.verdict


def compare_games(numbers, most_turns):
    """Games that the twin plays under house rules by lot, judged by the referee."""
    for number in numbers:
        rng = random.Random(f"twin {number}")
        options = random_options(rng) | {"max_turns": most_turns}
        record = play_random(options, rng.choice([3, 4]), rng, taste=rng.choice(list(TASTES)))
        assert differences(record, strict=True) == [], number
        assert said(record)["legal"], number


def test_games_of_the_twin_are_judged_alike():
    compare_games(range(volume(12, 2)), volume(60, 20))


def compare_played(players, numbers, often, **options):
    """Games that the engine plays, followed by the twin: the moves open, what they do, and the verdict."""
    for number in numbers:
        rng = random.Random(f"engine {number}")
        pair = Pair(players, 11, number, **options)
        record = json.loads(json.dumps(pair.play(rng, lambda rng=rng: rng.random() < often)))
        assert differences(record, strict=True) == [], number
        assert said(record)["legal"], number


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("players", [3, 4])
def test_games_of_the_engine_are_judged_alike(name, players):
    """Hands, bank, points by source, awards, winner and turns agree; sometimes also the legal moves."""
    brief = volume({}, {"max_turns": 15})
    compare_played(players, range(1), volume(0.02, 0.1), **SETTINGS[name] | brief)


@pytest.mark.parametrize("number", range(volume(8, 2)))
def test_games_under_rules_by_lot_are_judged_alike(number):
    rng = random.Random(f"rules {number}")
    options = random_options(rng) | {"max_turns": volume(120, 15)}
    if options.get("board") == "explicit":
        del options["board"]
    compare_played(3 + number % 2, [number], 0.03, **options)


# --- spoilt records


def compare_spoilt(numbers, each, most_turns):
    """Records with something wrong in them: both refuse them at the same entry, by a rule that it breaks."""
    broken = set()
    for number in numbers:
        rng = random.Random(f"spoilt {number}")
        options = random_options(rng) | {"max_turns": rng.choice(most_turns)}
        record = play_random(options, rng.choice([3, 4]), rng, taste=rng.choice(list(TASTES)))
        for attempt in range(each):
            lot = random.Random(f"{number} {attempt}")
            if attempt % 3 == 0:
                # what can be an option is not a rule of the game
                faulty = spoil_with_junk(copy.deepcopy(record), lot, WORDS) | {"options": record["options"]}
            else:
                faulty = spoil(record, lot, [EVERY_WAY[(number * each + attempt) % len(EVERY_WAY)]])
                faulty = faulty and faulty.record
            if faulty:
                assert differences(faulty) == [], (number, attempt)
                broken.add(rule_of(faulty))
    return broken


def rule_of(record):
    """The rule that a record breaks, None for none, and for what is no record."""
    try:
        return said(record)["rule"]
    except ValueError:
        return None


def test_spoilt_records_are_judged_alike():
    broken = compare_spoilt(range(volume(12, 2)), volume(40, 10), [volume(40, 8)])
    assert len(broken) > volume(20, 4)


# --- many of all of it


@pytest.mark.verify
def test_many_games_of_the_twin_are_judged_alike():
    compare_games(range(100, 400), 150)


@pytest.mark.verify
@pytest.mark.parametrize("name", SETTINGS)
def test_many_games_of_the_engine_are_judged_alike(name):
    """Some 3,000 in all."""
    for players in (3, 4):
        compare_played(players, range(100, 240), 0.002, **SETTINGS[name])


@pytest.mark.verify
def test_many_spoilt_records_are_judged_alike():
    """Some 10,000."""
    assert len(compare_spoilt(range(1000, 1250), 42, [15, 40, 100])) > 35
