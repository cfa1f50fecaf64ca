"""The engine of Castle against its naive twin: games of both, positions, moves, spoilt records."""

from __future__ import annotations

import random
from typing import Any

import pytest
from castle_beside import (
    differing_moves,
    disagreement,
    engine_game,
    lay,
    position_with,
    protected_both,
    turned,
    twin_game,
    twin_position,
    verdict_of,
)
from castle_notation import CASTLE, game
from corpus import Json
from naive.castle import adjacent, judge, position_after
from naive.castle import zone as twin_zone
from spoiling import JUNK, Elsewhere, spoil

from rules.castle.kinds import IDS
from rules.castle.plan import SPACES, ZONE_OF, Zone, near
from rules.castle.position import Position
from rules.castle.referee import Referee

ZONES = {Zone.COURTYARD: "courtyard", Zone.RAMPARTS: "ramparts", Zone.TOWERS: "towers"}
CASTLE_JUNK = [*JUNK, "king", "knight", "N", {"at": [1, 1]}, {"outside": True}, {"wall": "N"}, [["spy"]]]


@pytest.fixture(scope="module")
def referee() -> Referee:
    """One referee for all records."""
    return Referee()


@pytest.fixture(scope="module")
def engine() -> Position:
    """A position to play and to lay positions on."""
    return Position()


def chunks(small: int, large: int, size: int) -> list[Any]:
    """Numbers in chunks: so many by default, and others for `make verify`."""
    quick = [range(n, n + size) for n in range(0, small, size)]
    slow = [pytest.param(range(n, n + size), marks=pytest.mark.verify) for n in range(small, large, size)]
    return [*quick, *slow]


def agreed(referee: Referee, record: Json) -> Json:
    """The verdict on a legal record, which is that of the twin too."""
    assert disagreement(referee, record) == []
    verdict = verdict_of(referee, record)
    assert verdict is not None
    assert verdict["legal"], verdict["message"]
    return verdict


# --- records


@pytest.mark.parametrize("numbers", chunks(24, 3000, 24), ids=str)
def test_games_of_the_engine(referee: Referee, engine: Position, numbers: range) -> None:
    """What the engine plays and writes down the twin finds legal, with the same end."""
    for number in numbers:
        agreed(referee, engine_game(engine, number))


@pytest.mark.parametrize("numbers", chunks(8, 2000, 8), ids=str)
def test_games_of_the_twin(referee: Referee, numbers: range) -> None:
    """What the twin plays the engine finds legal, with the same end."""
    for number in numbers:
        agreed(referee, twin_game(number))


@pytest.mark.parametrize("numbers", chunks(24, 1500, 24), ids=str)
def test_positions(referee: Referee, numbers: range) -> None:
    """From positions that play need not reach."""
    for number in numbers:
        agreed(referee, twin_position(number))


def test_a_turned_board_is_the_same_game(referee: Referee, engine: Position) -> None:
    """No rule knows north from east."""
    for number in range(3):
        record = engine_game(engine, number)
        straight, quarter = agreed(referee, record), agreed(referee, turned(record))
        assert all(straight[key] == quarter[key] for key in ("winners", "turns", "hands", "exchange"))


@pytest.mark.parametrize("numbers", chunks(1000, 60_000, 1000), ids=str)
def test_spoilt_records(referee: Referee, numbers: range) -> None:
    """Both name the same first fault by the same rule, wherever both can make a game of a record."""
    records = [each.record for each in CASTLE.played()]
    records += [twin_position(number) for number in range(40)] + [twin_game(number) for number in range(4)]
    elsewhere, broken = Elsewhere(records), set[str | None]()
    for number in numbers:
        rng = random.Random(f"spoilt {number}")
        record = rng.choice(elsewhere.records)
        faulty = elsewhere.misplaced(record, rng) if number % 4 else spoil(record, rng, CASTLE_JUNK)
        faulty["options"] = record["options"]  # what can be an option is not a rule of the game
        wrong = disagreement(referee, faulty)
        assert wrong == [] or wrong[0].endswith("alone refuses the record"), (number, wrong)
        broken |= {judge(faulty)["rule"]} if not wrong and verdict_of(referee, faulty) else set()
    assert "SETUP" in broken
    assert len(broken) > 35


# --- what is open


@pytest.mark.parametrize("numbers", chunks(len(IDS), 30 * len(IDS), len(IDS)), ids=str)
def test_every_card_in_any_position(engine: Position, numbers: range) -> None:
    """The same places, the same choices and chance outcomes in every order."""
    for number in numbers:
        record, kind = position_with(number)
        position = position_after(record)
        lay(engine, record)
        assert engine.reason() == position["reason"]
        if position["reason"] is None:
            wrong, _ = differing_moves(engine, position, random.Random(number), kind, tries=3)
            assert wrong == [], number


@pytest.mark.parametrize("numbers", chunks(8, 200, 8), ids=str)
def test_actions_in_any_position(engine: Position, numbers: range) -> None:
    """Draws, exchanges and plays of all cards of a hand."""
    for number in numbers:
        record = twin_position(number, limit=0)
        position = position_after(record)
        lay(engine, record)
        assert engine.reason() == position["reason"]
        if position["reason"] is None:
            wrong, _ = differing_moves(engine, position, random.Random(number))
            assert wrong == [], number


@pytest.mark.parametrize("numbers", chunks(50, 2000, 50), ids=str)
def test_the_same_cards_are_protected(engine: Position, numbers: range) -> None:
    """CA-78 to CA-82, in positions of few and of many cards."""
    for number in numbers:
        record = twin_position(number, limit=0)
        lay(engine, record)
        mine, twins = protected_both(engine, position_after(record))
        assert mine == twins, number


def test_zones_and_neighbours() -> None:
    """CA-2, CA-3, CA-4, CA-5, CA-6, CA-7: both know the same zones and the same adjacent spaces."""
    spaces = [(row, col) for row in range(6) for col in range(6)]
    assert [twin_zone(space) for space in spaces] == [ZONES[ZONE_OF[n]] for n in range(SPACES)]
    for n, one in enumerate(spaces):
        assert [bool(near(n) >> m & 1) for m in range(SPACES)] == [adjacent(one, other) for other in spaces]


def test_moves_are_compared() -> None:
    """The comparison of moves sees a position in which one side has another card on the board."""
    engine = Position()
    here, there = (game(f"soldier/B{at}; A: courtier; exchange: spy") for at in ("(0,1)", "(0,3)"))
    lay(engine, here)
    rng = random.Random(0)
    assert differing_moves(engine, position_after(here), rng, "courtier", 40) == ([], 16)
    wrong, compared = differing_moves(engine, position_after(there), rng, "courtier", 40)
    assert compared == 16
    assert len(wrong) > 3
