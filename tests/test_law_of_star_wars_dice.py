"""The dice of Star Wars battles: fair, each for itself, and the same turn by turn under other rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from chance_laws import assert_law, assert_uniform, compiled_only
from deals import SEED, Numbers, table_of

pytestmark = compiled_only

POOLS = (3, 2, 1)
"""Dice of the three sides of every battle here."""


def rolled(games: int, turns: int, rolls: int, pools: tuple[int, ...] = POOLS, **options: Any) -> Numbers:
    """All dice of so many rolls in each of the first turns: game, turn, die."""
    table = table_of("starwars", len(pools), **options)
    found = []
    for game in range(games):
        table.deal(SEED, game)
        table["in_battle"][: len(pools)] = 1
        table["pool"][: len(pools)] = pools
        for turn in range(turns):
            table["turn"] = turn
            table.enter_dice()
            dice = [table.roll() for _ in range(rolls)]
            found.append([die for roll in dice for side in sorted(roll) for die in roll[side]])
    return np.array(found).reshape(games, turns, -1)


@pytest.mark.parametrize("faces", [6, 10])
def test_every_face_of_every_die_comes_equally_often(faces: int) -> None:
    """SW-3, SW-34: of each side and of each roll; one die says nothing of the next."""
    dice = rolled(60, 20, 2, dice_faces=faces)
    assert dice.shape == (60, 20, 12)
    for die in range(12):
        assert_uniform(np.bincount(dice[..., die].ravel(), minlength=faces + 1)[1:])
    pairs = (dice[..., :-1] - 1) * faces + dice[..., 1:] - 1
    assert_law(np.bincount(pairs.ravel(), minlength=faces * faces), np.ones(faces * faces))


def test_dice_of_two_turns_and_of_two_games_are_independent() -> None:
    """Each turn has dice of its own, and each game."""
    dice = rolled(60, 40, 1) - 1
    for one, other in ((dice[:, :-1], dice[:, 1:]), (dice[:-1], dice[1:])):
        assert_law(np.bincount((one * 6 + other).ravel(), minlength=36), np.ones(36))


@pytest.mark.parametrize(
    ("pools", "options"), [((1, 1), {}), ((6, 5, 4), {"dice_cap": 6}), (POOLS, {"team_mode": False})]
)
def test_a_turn_has_the_same_dice_however_many_were_rolled_before(
    pools: tuple[int, ...], options: dict[str, Any]
) -> None:
    """Common random numbers: more dice at once or fewer, and other battles before, but the same in order."""
    plain, other = rolled(5, 30, 2), rolled(5, 30, 1, pools, **options)
    n = min(plain.shape[2], other.shape[2])
    assert n >= 2
    assert (plain[..., :n] == other[..., :n]).all()
