"""The dice of Star Wars battles: fair, and the same turn by turn under other rules."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from builders import simulator
from chance_laws import assert_law, assert_uniform, compiled_only

from simulate.starwars.replay import play

pytestmark = compiled_only


def dice_by_turn(games: int, **options: object) -> list[dict[int, list[int]]]:
    """The dice of each turn with a battle, in the order in which they were rolled; games of random moves."""
    sim = simulator("random", players=4, **options)
    found = []
    for game in range(games):
        turns = play(sim, game).record["turns"]
        found.append({i: rolled(turn) for i, turn in enumerate(turns) if turn.get("battles")})
    return found


def rolled(turn: dict[str, list[dict[str, list[dict[str, list[int]]]]]]) -> list[int]:
    """All dice of a turn of a record."""
    rolls = [roll for battle in turn["battles"] for roll in battle["rolls"]]
    return [die for roll in rolls for dice in roll.values() for die in dice]


@pytest.mark.parametrize("faces", [6, 10])
def test_every_face_of_a_die_comes_equally_often(faces: int) -> None:
    """SW-3, SW-34: and one die says nothing of the next."""
    games = dice_by_turn(60, dice_faces=faces)
    turns = [np.array(dice) for game in games for dice in game.values()]
    assert_uniform(np.bincount(np.concatenate(turns), minlength=faces + 1)[1:])
    pairs = np.concatenate([(dice[:-1] - 1) * faces + dice[1:] - 1 for dice in turns])
    assert_law(np.bincount(pairs, minlength=faces * faces), np.ones(faces * faces))


def test_first_dice_of_turns_are_fair_and_differ_from_turn_to_turn() -> None:
    """Each turn has dice of its own."""
    games = dice_by_turn(60)
    firsts = [[dice[0] for dice in game.values()] for game in games]
    assert_uniform(np.bincount([die for game in firsts for die in game], minlength=7)[1:])
    one, other = zip(*[pair for game in firsts for pair in pairwise(game)], strict=True)
    assert_law(np.bincount((np.array(one) - 1) * 6 + np.array(other) - 1, minlength=36), np.ones(36))


@pytest.mark.parametrize(
    "options", [{"dice_cap": 1}, {"small_meeple_dice": 2}, {"symbol_dice": "at_most_one"}]
)
def test_the_dice_of_a_turn_are_the_same_whatever_happened_before(options: dict[str, object]) -> None:
    """Common random numbers: other battles before, more dice at once, but the same ones in order."""
    together = longer = 0
    for one, other in zip(dice_by_turn(25), dice_by_turn(25, **options), strict=True):
        for turn in one.keys() & other.keys():
            n = min(len(one[turn]), len(other[turn]))
            assert one[turn][:n] == other[turn][:n]
            together += 1
            longer += len(one[turn]) != len(other[turn])
    assert together > 20
    assert longer > 5
