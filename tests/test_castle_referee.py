"""Records of Castle as they are written and read: whole games, setups, results, and what is no game."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from builders import volume
from castle_beside import disagreement
from castle_notation import game
from corpus import Json

from rules.castle.initial import setup_entry
from rules.castle.options import DrawLimit, Options, complete
from rules.castle.position import Position
from rules.castle.record import Scribe
from rules.castle.referee import Referee
from rules.errors import UserError

pytestmark = pytest.mark.rules

REFEREE = Referee()


def written(players: int, number: int, options: Options | None = None, skip: int = 0) -> Json:
    """The record of a random game; `skip` finished turns are played before it begins."""
    position, rng = Position(), random.Random(number)
    position.open(complete(options or Options(), players), players)
    position.deal(4, number)
    setup: Json = {}
    scribe, before = None, 0
    while not position["over"]:
        if scribe is None and position["turn"] >= skip:
            setup, scribe, before = setup_entry(position), Scribe(position), position["n_turns"]
        move = position.draw() if position.asks_chance else rng.choice(position.moves())
        if scribe:
            scribe.note(move)
        position.step(move)
    if scribe is None:
        return written(players, number, options, skip // 2)
    record: Json = json.loads(json.dumps(position.record(setup=setup, turns=scribe.turns)))
    record["result"]["turns"] -= before
    return record


# --- what is written is legal


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_records_of_whole_games_are_legal(players: int) -> None:
    """From the deal, or from a position in play with all that lies there, to the end."""
    for number in range(volume(16, 2)):
        record = written(players, number, skip=number % 2 * (12 + 3 * number))
        verdict = REFEREE.judge(record)
        assert verdict.legal, verdict
        assert verdict.winners == record["result"]["winners"] != []
        assert [sources["hand"] for sources in verdict.by_source] == record["result"]["hands"]
        assert record["options"]["hand"] == {2: 9, 3: 7, 4: 5, 5: 5}[players]


def test_records_under_other_options_are_legal() -> None:
    """Three actions, limits, cards taken out."""
    variants = [
        Options(actions=3, merchant_may_win=False, draw_limit=DrawLimit.FIRST_HAND),
        Options(max_turns=20, without=("king", "soldier"), stock=2),
        Options(hand=2, stock=1, exchange=12),
    ]
    for number in range(volume(12, 3)):
        verdict = REFEREE.judge(written(3, number, variants[number % 3]))
        assert verdict.legal, verdict


def test_a_fault_leaves_all_as_it_was() -> None:
    """Scores are those from before it, and nobody has won."""
    record = game("prince/B(1,1); A: spy courtier; B: queen", "A spy(4,4)", "A courtier(1,2)")
    verdict = REFEREE.judge(record)
    assert (verdict.legal, verdict.turn, verdict.rule) == (False, 1, "CA-43")
    assert (verdict.scores, verdict.winners) == ([2, 2, 1], [])


# --- setups


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hands": [["spy"]]}, "one list for each of 3 seats"),
        ({"hands": 3}, "hands is a list"),
        ({"hands": [["spi"], [], []]}, "there is no card"),
        ({"hands": [["spy", "spy"], [], []]}, "the box has no further 'spy'"),
        ({"exchange": "spy"}, "exchange is a list"),
        ({"exchange": ["soldier"] * 14}, "the box has no further 'soldier'"),
        ({"exchange": ["archer"], "removed": ["archer"]}, "the box has no further 'archer'"),
        ({"first": 3}, "first is a seat"),
        ({"castle": [{"at": [1, 1], "pile": []}]}, "is not a pile"),
        ({"castle": [{"at": [1, 6], "pile": [{"card": "spy"}]}]}, "there is no space"),
        ({"castle": [{"at": [0, 1], "pile": [{"card": "spy"}]}]}, "cannot lie on"),
        ({"castle": [{"at": [1, 1], "pile": [{"card": "spy", "token": 3}]}]}, "a token is a seat or null"),
        ({"castle": [{"at": [1, 1], "pile": [{"card": "knight"}]}]}, "one card with Knights on it"),
        ({"castle": [{"at": [1, 1], "pile": [{"card": "spy"}, {"card": "king"}]}]}, "one card with Knights"),
        ({"castle": [{"at": [1, 1], "pile": [{"card": c}]} for c in ("spy", "king")]}, "two piles lie on"),
        ({"outside": [{"pile": [{"card": "siege_engine"}]}]}, "faces one of the walls"),
        ({"outside": [{"pile": [{"card": "siege_engine"}], "wall": "N"}] * 2}, "two siege engines"),
        ({"outside": [{"pile": [{"card": "fairy"}], "wall": "N"}]}, "faces no wall"),
        ({"last_placed": "spi"}, "a card in play"),
        ({"last_placed": 7}, "a card in play"),
        ({"last_placed": {"at": [1, 1]}}, "a card in play"),
        ({"outside": [{"pile": [{"card": "soldier"}]}] * 2, "last_placed": "soldier"}, "several 'soldier'"),
    ],
)
def test_an_inconsistent_setup_is_refused(change: Json, words: str) -> None:
    """Rule SETUP, and no turn at fault; the twin agrees."""
    record = game("stocks: -")
    record["setup"] |= change
    verdict = REFEREE.judge(record)
    assert (verdict.legal, verdict.turn, verdict.rule) == (False, None, "SETUP")
    assert words in (verdict.message or "")
    assert disagreement(REFEREE, record) == []


@pytest.mark.parametrize("setup", [None, [], 3])
def test_a_record_needs_a_setup(setup: Any) -> None:
    """The referee draws nothing, so there is no standard one."""
    assert REFEREE.judge(game("A: spy") | {"setup": setup}).rule == "SETUP"


def test_parts_of_a_setup_may_be_left_out() -> None:
    """They are empty, and seat 0 begins; what the Assassin took is listed."""
    setup = {"hands": [["spy"], [], []], "removed": ["king"]}
    record = game("nothing", "A spy(1,1)") | {"setup": setup}
    assert REFEREE.judge(record).winners == [0]
    assert disagreement(REFEREE, record) == []


# --- results


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ({"winners": [1]}, "winners[0] is 0, not 1"),
        ({"reason": "blocked"}, 'reason is "out", not "blocked"'),
        ({"reason": None}, 'reason is "out", not null'),
        ({"turns": 2}, "turns is 1, not 2"),
        ({"hands": [0, 1]}, "hands is [0, 1, 1], not [0, 1]"),
        ({"stocks": [0, 0, 1]}, "stocks[2] is 0, not 1"),
        (4, "a result is an object"),
    ],
)
def test_a_stated_result_must_agree(result: Any, words: str) -> None:
    """Rule RESULT; what is left out is not checked, and the twin agrees."""
    record = game("A: soldier; B: queen; C: fool; stocks: -", "A soldier(0,1)")
    assert REFEREE.judge(record | {"result": {"winners": [0], "reason": "out", "hands": [0, 1, 1]}}).legal
    verdict = REFEREE.judge(record | {"result": result})
    assert (verdict.turn, verdict.rule) == (None, "RESULT")
    assert words in (verdict.message or "")
    assert disagreement(REFEREE, record | {"result": result}) == []


def test_an_unfinished_game_has_no_winner() -> None:
    """Its reason is null."""
    record = game("A: soldier spy", "A soldier(0,1)")
    assert REFEREE.judge(record | {"result": {"winners": [], "reason": None, "turns": 1}}).legal
    assert REFEREE.judge(record | {"result": {"winners": [], "reason": "out"}}).rule == "RESULT"


# --- what is no game at all


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": 6}, "castle is for 2 to 5 players"),
        ({"players": "3"}, "players must be a whole number"),
        ({"options": {"hands": 3}}, "castle has no option 'hands'"),
        ({"options": {"preset": "old"}}, "castle has no preset"),
        ({"turns": {}}, "turns must be a list"),
        ({"game": "carcassonne"}, "not of castle"),
    ],
)
def test_what_is_no_game_is_refused(change: Json, words: str) -> None:
    """With one line that says what is wrong."""
    with pytest.raises(UserError, match=words):
        REFEREE.judge(game("A: spy") | change)
