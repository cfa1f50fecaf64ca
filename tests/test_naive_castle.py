"""The naive twin of Castle alone: what it lists it accepts, and its games keep the cards together."""

from __future__ import annotations

import copy
import itertools
import json
import random
from typing import Any

import pytest
from castle_beside import twin_game
from castle_notation import game
from naive.castle import (
    all_cards,
    heads,
    is_protected,
    judge,
    lay_initial,
    legal_actions,
    new_position,
    play_entry,
    play_random,
    position_after,
    random_setup,
    zone,
)
from naive.castle_board import card_named
from naive.castle_cards import KINDS
from naive.castle_compare import compare
from naive.castle_spoil import ENTRY_WAYS, spoilt
from naive.castle_spoil_effects import EFFECT_WAYS
from naive.castle_spoil_records import RECORD_WAYS
from naive.castle_turns import complete, next_question


@pytest.mark.parametrize("option", ["draw_limits: none", "draw_limit: low", "max_turns: 0"])
def test_options_are_refused_by_name(option: str) -> None:
    """An option that does not exist is no fault of the game but of the record."""
    with pytest.raises(ValueError, match=option.partition(":")[0]):
        judge(game(option))


def test_asking_leaves_the_table_alone() -> None:
    """What is open is asked without moving anything."""
    position = position_after(
        game("king/A+knight/B(1,1) soldier/C(0,1); A: mistress courtier; exchange: spy")
    )
    before = copy.deepcopy(position)
    list(legal_actions(position))
    assert position == before


def test_random_positions_stay_whole() -> None:
    """Forty entries from positions that play need not reach: no card is lost, piles are as they must be."""
    for number in range(12):
        players, rng = 2 + number % 4, random.Random(1000 + number)
        setup = random_setup(players, rng, density=rng.choice([0.2, 0.5, 0.8, 0.95]))
        record = play_random(players, rng, None, setup, "player", limit=40)
        position = position_after(record)
        assert all_cards(position) == all_cards(position_after(record, 0))
        for lying in position["piles"]:
            lowest, *above = [card["card"] for card in lying["cards"]]
            assert lowest != "knight"
            assert all(kind == "knight" for kind in above)
            assert (lying["wall"] is not None) == (lowest == "siege_engine")
            assert lying["at"] is None or zone(lying["at"]) == KINDS[lowest][1]


def test_play_random_is_a_function_of_its_arguments() -> None:
    """The same seed gives the same record with the whole box; another gives another."""
    one, again, other = (play_random(3, random.Random(seed), limit=30) for seed in (1, 1, 2))
    assert one == again
    assert one != other
    assert [judge(twin_game(number))["cards"] for number in range(4)] == [54, 56, 56, 56]


def test_every_answer_is_accepted_and_no_target_protected() -> None:
    """What a question lists it accepts, and no card to be sent back, taken or moved is protected (CA-78)."""
    for number in range(12):
        rng = random.Random(2000 + number)
        position = new_position(3)
        lay_initial(position, random_setup(3, rng, density=0.7))
        found = heads(position)
        for head in rng.sample(found, min(15, len(found))):
            answers: list[Any] = []
            while (question := next_question(position, head, answers)) is not None:
                listed = list(itertools.islice(question.options(), 400))
                for entry in listed:
                    question.check_entry(entry)
                    for key in {"send_back", "to_exchange", "remove", "move"} & set(entry):
                        assert not is_protected(question.position, card_named(question.position, entry[key]))
                assert len({json.dumps(entry, sort_keys=True) for entry in listed}) == len(listed)
                answers.append(rng.choice(listed))
            play_entry(copy.deepcopy(position), complete(position, head, answers))


def test_every_way_of_spoiling_is_met() -> None:
    """Among a few games each way is possible at least once; for the King's duty one is made."""
    duty = game("herald/A@out prince/B(1,1); A: king", "A king(2,2): send_back (1,1)")
    ways = {faulty.way for faulty in spoilt(duty, random.Random(0))}
    for number in range(4):
        ways |= {faulty.way for faulty in spoilt(twin_game(number), random.Random(number))}
    assert ways >= {*ENTRY_WAYS, *EFFECT_WAYS, *RECORD_WAYS}


def test_compare_finds_every_difference() -> None:
    """compare() is silent on the twin's own verdicts and speaks of each that is changed."""
    record = play_random(2, random.Random(0))
    own = judge(record)
    assert compare(record, own) == []
    counted = own | {"hands": [len(cards) for cards in own["hands"]], "stocks": [0] * 2}
    assert compare(record, counted) == []
    for key, value in (
        ("legal", False),
        ("winners", []),
        ("turns", 1),
        ("acts", 1),
        ("hands", [["spy"], []]),
        ("outside", []),
    ):
        assert compare(record, own | {key: value}) != []
