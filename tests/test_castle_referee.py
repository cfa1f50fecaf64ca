"""Records of Castle as they are read: setups and results that do not agree with the rules."""

from __future__ import annotations

from typing import Any

import pytest
from castle_beside import disagreement
from castle_notation import game
from corpus import Json

from rules.castle.referee import Referee

pytestmark = pytest.mark.rules

REFEREE = Referee()


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
