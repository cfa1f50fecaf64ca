"""Catan's engine and referee against the naive twin, which two authors wrote from the same rules page."""

import json
import random
from functools import partial
from typing import Any

import pytest
from builders import volume
from catan_notation import CATAN
from catan_tables import REFEREE, judge, written
from catan_twins import Pair, check_open, differences, said
from corpus import Example, Json
from corpus import differences as differing
from naive.catan import (
    OF_RECORDS,
    TASTES,
    moved,
    play_random,
    position_after,
    random_options,
)
from spoiling import JUNK, Elsewhere, spoil

from rules.catan.options import RESOURCES
from rules.catan.referee import DEEDS
from rules.catan.state import CARDS
from rules.kernel import INTERPRETED

pytestmark = pytest.mark.rules

WORDS = [*JUNK, *DEEDS, *CARDS, *RESOURCES, "desert", 7, 53, 71, -5, [None], [3, 4], {"ore": 1}, {"wool": -1}]

SETTINGS: dict[str, dict[str, Any]] = {
    "official": {},
    "any trade": {"trade": "any", "trade_offers_per_turn": 5},
    "no trade": {"trade": "none"},
    "strict phases": {"phases": "strict", "win_check": "end_of_phase", "board": "random_tokens"},
    "printed pieces": {"board": "beginner", "pieces": "printed", "start": "random"},
    "short bank": {"bank": 8, "shortage": "none_paid", "start": "random"},
    "bank without end": {"shortage": "unlimited", "hand_limit": 20, "robber": False},
    "gentle": {"friendly_robber": True, "no_seven_first_round": 2, "steal": "may_decline"},
    "dice of cards": {"dice": "deck36", "dice_deck_left": 0, "no_seven_first_round": 5, "steal": "none"},
    "house dice": {
        "two_pays_twelve": True,
        "no_seven_before": "first_city",
        "doubles_again": True,
        "neutral_roll": True,
    },
    "desert": {"friendly_robber": True, "friendly_robber_points": 20, "friendly_robber_else": "desert"},
    "few pieces": {
        "second_free_road": "may",
        "settlements": 3,
        "cities": 2,
        "roads": 6,
        "road_building_cards": 10,
    },
    "other costs": {"road_brick": 0, "city_ore": 1, "card_wool": 0, "generic_rate": 2, "special_rate": 1},
    "closer start": {"setup_distance": 1, "setup_second": "city", "setup_pays": "both", "bank": 6},
    "welfare tokens": {"welfare_price": 2, "bank": 8, "phases": "strict"},
    "welfare by points": {"welfare_price": "points", "settlement_points": 0, "trade": "none"},
    "cards by lot": {"free_card": True, "no_steal_card": True, "bank": 6, "steal": "may_decline"},
}


# --- the corpus


def examples_of(file: str) -> list[Example]:
    """The cases of a file of which a game can be made."""
    names = [name for name, entry in CATAN.entries.items() if entry.file == file]
    return [each for name in names for each in CATAN.examples(name) if each.verdict is not None]


@pytest.mark.parametrize("file", CATAN.files)
def test_after_every_legal_example_the_same_is_open(file: str) -> None:
    """CT-119: engine and twin ask the same seat and list the same moves."""
    for example in examples_of(file):
        if judge(example.record).legal and REFEREE.position.moves():
            check_open(REFEREE.position, position_after(example.record))


@pytest.mark.parametrize("file", [file for file in CATAN.files if file != "catan_records.txt"])
def test_an_example_on_the_island_turned_or_mirrored_has_the_same_verdict(file: str) -> None:
    """CT-28: each example by one of the symmetries that keep the harbours."""
    for number, example in enumerate(examples_of(file)):
        setup = example.record["setup"]
        if said(example.record)["rule"] != "SETUP" and "terrain" in setup:
            verdict = said(moved(example.record, OF_RECORDS[1 + number % 5]))
            assert differing(example, verdict) == ""


@pytest.mark.parametrize("symmetry", range(1, 6))
def test_a_moved_game_is_the_same_game(symmetry: int) -> None:
    """CT-28: the same scores, hands, bank and awards."""
    game = json.loads(json.dumps(written(random.Random(symmetry), 4, max_turns=volume(120, 20))))
    verdict = said(moved(game, OF_RECORDS[symmetry]))
    assert verdict["legal"], verdict
    assert verdict["scores"] == game["result"]["points"]


# --- records of one judged by the other


def players_by_lot(options: Json, rng: random.Random) -> int:
    """Any number of players that goes with these options (HR-10)."""
    return rng.choice([3, 4] if options.get("pieces") == "printed" else [2, 3, 4])


def compare_games(numbers: range, most_turns: int) -> None:
    """Games that the twin plays under house rules by lot, judged by the referee."""
    for number in numbers:
        rng = random.Random(f"twin {number}")
        options = random_options(rng) | {"max_turns": most_turns}
        record = play_random(options, players_by_lot(options, rng), rng, taste=rng.choice(list(TASTES)))
        assert differences(record, strict=True) == [], number
        assert said(record)["legal"], number


def test_games_of_the_twin_are_judged_alike() -> None:
    compare_games(range(volume(6, 2)), volume(50, 20))


def compare_played(players: int, numbers: range, often: float, **options: Any) -> None:
    """Games that the engine plays, followed by the twin: the moves open, what they do, and the verdict."""
    for number in numbers:
        rng = random.Random(f"engine {number}")
        pair = Pair(players, 11, number, **options)
        look = partial(lambda rng: rng.random() < often, rng)
        record = json.loads(json.dumps(pair.play(rng, look)))
        assert differences(record, strict=True) == [], number
        assert said(record)["legal"], number


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param(name, players, marks=() if (number + players) % 2 else pytest.mark.verify)
        for number, name in enumerate(SETTINGS)
        for players in (3, 4)
    ],
)
def test_games_of_the_engine_are_judged_alike(name: str, players: int) -> None:
    """Hands, bank, points by source, awards, winner and turns agree; sometimes also the legal moves."""
    brief = {"max_turns": 15} if INTERPRETED else {}
    compare_played(players, range(1), 0.1 if INTERPRETED else 0.02, **SETTINGS[name] | brief)


@pytest.mark.parametrize("number", range(volume(4, 2)))
def test_games_under_rules_by_lot_are_judged_alike(number: int) -> None:
    rng = random.Random(f"rules {number}")
    options = random_options(rng) | {"max_turns": volume(120, 15)}
    if options.get("board") == "explicit":
        del options["board"]
    compare_played(players_by_lot(options, rng), range(number, number + 1), 0.03, **options)


# --- spoilt records


def compare_spoilt(numbers: range, each: int, most_turns: list[int]) -> set[str | None]:
    """Games under house rules and examples, spoilt: both refuse the same entry, by a rule that it breaks."""
    broken: set[str | None] = set()
    elsewhere = Elsewhere(each.record for each in CATAN.every() if each.verdict)
    for number in numbers:
        rng = random.Random(f"spoilt {number}")
        options = random_options(rng) | {"max_turns": rng.choice(most_turns)}
        played = play_random(options, players_by_lot(options, rng), rng, taste=rng.choice(list(TASTES)))
        for attempt in range(each):
            lot = random.Random(f"{number} {attempt}")
            if attempt % 6:
                record = played if attempt % 6 == 1 else lot.choice(elsewhere.records)
                faulty = elsewhere.misplaced(record, lot)
            else:  # what can be an option is not a rule of the game
                faulty = spoil(played, lot, WORDS) | {"options": played["options"]}
            assert differences(faulty) == [], (number, attempt)
            broken.add(rule_of(faulty))
    return broken


def rule_of(record: Json) -> str | None:
    """The rule that a record breaks, None for none, and for what is no record."""
    try:
        return said(record)["rule"]
    except ValueError:
        return None


def test_spoilt_records_are_judged_alike() -> None:
    broken = compare_spoilt(range(volume(6, 2)), volume(150, 30), [volume(40, 8)])
    assert len(broken) > volume(30, 10)


# --- many of all of it


@pytest.mark.verify
def test_many_games_of_the_twin_are_judged_alike() -> None:
    compare_games(range(100, 400), 150)


@pytest.mark.verify
@pytest.mark.parametrize("name", SETTINGS)
def test_many_games_of_the_engine_are_judged_alike(name: str) -> None:
    """Some 3,000 in all."""
    for players in (3, 4):
        compare_played(players, range(100, 240), 0.002, **SETTINGS[name])


@pytest.mark.verify
def test_many_spoilt_records_are_judged_alike() -> None:
    """Some 10,000."""
    assert len(compare_spoilt(range(1000, 1250), 42, [15, 40, 100])) > 35
