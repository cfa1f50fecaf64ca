"""The engine of Castle against its naive twin: verdicts, games of both, positions, moves, spoilt records."""

import random

import pytest
from castle_beside import (
    differing_moves,
    disagreement,
    engine_game,
    lay,
    position_with,
    protected_both,
    twin_game,
    twin_position,
    verdict_of,
)
from castle_examples import ALL
from castle_notation import agreement, game
from naive.castle import position_after
from naive.castle_spoil import spoilt
from spoiling import JUNK, spoil

from rules.castle.cards import IDS
from rules.castle.referee import Referee
from rules.castle.table import Table


@pytest.fixture(scope="module")
def referee():
    """One referee for all records."""
    return Referee()


@pytest.fixture(scope="module")
def table():
    """A table to play and to lay positions on."""
    return Table()


def chunks(small, large, size):
    """Numbers in chunks: so many by default, and others for `make verify`."""
    quick = [range(n, n + size) for n in range(0, small, size)]
    slow = [pytest.param(range(n, n + size), marks=pytest.mark.verify) for n in range(small, large, size)]
    return [*quick, *slow]


# --- verdicts


@pytest.mark.parametrize("name", ALL)
def test_examples(referee, name):
    """The engine says of every example what is stated, and of all that lies what the twin says."""
    example = ALL[name]
    verdict = verdict_of(referee, example.record)
    assert agreement(verdict, example.verdict) == [], verdict["message"]
    assert disagreement(referee, example.record) == []


@pytest.mark.parametrize("numbers", chunks(60, 3000, 20), ids=str)
def test_games_of_the_engine(referee, table, numbers):
    """What the engine plays and writes down the twin finds legal, with the same end."""
    for number in numbers:
        record = engine_game(table, number)
        assert disagreement(referee, record) == [], number
        assert verdict_of(referee, record)["legal"], number


@pytest.mark.parametrize("numbers", chunks(24, 2000, 8), ids=str)
def test_games_of_the_twin(referee, numbers):
    """What the twin plays the engine finds legal, with the same end."""
    for number in numbers:
        record = twin_game(number)
        assert disagreement(referee, record) == [], number
        assert verdict_of(referee, record)["legal"], number


@pytest.mark.parametrize("numbers", chunks(60, 1500, 20), ids=str)
def test_positions(referee, numbers):
    """From positions that play need not reach."""
    for number in numbers:
        record = twin_position(number)
        assert disagreement(referee, record) == [], number
        assert verdict_of(referee, record)["legal"], number


@pytest.mark.parametrize("numbers", chunks(8, 330, 2), ids=str)
def test_spoilt_records(referee, numbers):
    """A record spoilt in one place is faulty for both in the same entry by the same rule, or for neither."""
    for number in numbers:
        record = twin_position(number) if number % 2 else twin_game(number)
        for faulty in spoilt(record, random.Random(number)):
            assert disagreement(referee, faulty.record) == [], (number, faulty.way)


@pytest.mark.parametrize("numbers", chunks(200, 4000, 100), ids=str)
def test_junk(referee, numbers):
    """Whatever stands in a record, the engine has a verdict or refuses it in one line."""
    records = [example.record for example in ALL.values()]
    for number in numbers:
        rng = random.Random(f"junk {number}")
        verdict = verdict_of(referee, spoil(rng.choice(records), rng, [*JUNK, "king", "knight", "N"]))
        assert verdict is None or verdict["legal"] == (verdict["rule"] is None)


# --- what is open


@pytest.mark.parametrize("numbers", chunks(3 * len(IDS), 30 * len(IDS), len(IDS)), ids=str)
def test_every_card_in_any_position(table, numbers):
    """The same places, the same choices and chance outcomes in every order, the same protection."""
    for number in numbers:
        record, kind = position_with(number)
        position = position_after(record)
        lay(table, record)
        mine, twins = protected_both(table, position)
        assert mine == twins, number
        assert table.reason() == position["reason"]
        if position["reason"] is None:
            wrong, _ = differing_moves(table, position, random.Random(number), kind, tries=3)
            assert wrong == [], number


@pytest.mark.parametrize("numbers", chunks(20, 200, 10), ids=str)
def test_actions_in_any_position(table, numbers):
    """Draws, exchanges and plays of all cards of a hand."""
    for number in numbers:
        record = twin_position(number, limit=0)
        position = position_after(record)
        lay(table, record)
        assert table.reason() == position["reason"]
        if position["reason"] is None:
            wrong, _ = differing_moves(table, position, random.Random(number))
            assert wrong == [], number


def test_moves_are_compared():
    """The comparison of moves sees a position in which one side has another card on the board."""
    table = Table()
    here = game("soldier/B(0,1)", A="courtier", exchange="spy")
    there = game("soldier/B(0,3)", A="courtier", exchange="spy")
    lay(table, here)
    rng = random.Random(0)
    assert differing_moves(table, position_after(here), rng, "courtier", 40) == ([], 16)
    wrong, compared = differing_moves(table, position_after(there), rng, "courtier", 40)
    assert compared == 16
    assert len(wrong) > 3
