"""Battles fought by the engine against the exact law of analyses.games.odds (SW-30, SW-34 to SW-41)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from builders import Position, volume

from analyses.games.odds import battle_odds
from rules.chance import DICE, enter_episode, start_chance
from rules.kernel import Struct, kernel
from rules.starwars.battle import dice_pool, fight
from rules.starwars.state import Source
from rules.tiles.board import place_tile
from rules.tiles.features import BIG, SMALL, one_meeple
from rules.tiles.grid import MIDDLE

pytestmark = pytest.mark.rules

SIGMAS = 5
"""How far a mean may be from its law: once in 1.7 million honest comparisons it is farther."""


@kernel
def fight_often(
    options: Struct,
    state: Struct,
    feature: int,
    meeples: int,
    wins: npt.NDArray[np.int64],
    ties: npt.NDArray[np.int64],
    points: npt.NDArray[np.int64],
) -> None:
    """Fight the same battle once for each row of `points`; count wins, tied rolls and points of each side."""
    for i in range(points.shape[0]):
        enter_episode(state, DICE, i)
        state.meeples[feature] = meeples
        state.n_battles = 0
        for side in range(state.players):
            for size in range(2):
                state.reserve[side, size] = 0
            state.points[side, Source.BATTLE_LOSS] = 0
            state.points[side, Source.BATTLE_TIE] = 0
        fight(options, state, feature)
        wins[state.battles[0].winner] += 1
        ties[i] = state.battles[0].rolls - 1
        for side in range(state.players):
            points[i, side] = state.points[side, Source.BATTLE_LOSS] + state.points[side, Source.BATTLE_TIE]


def on_a_route(players: int, pieces: Sequence[Any], **options: Any) -> tuple[Position, int]:
    """A table whose first route holds `pieces` of (seat, small, big), and the packed meeples."""
    position = Position(players, **options)
    place_tile(position.tiles, position.state, MIDDLE, position.tileset.number("route-straight"), 0)
    packed = sum(
        small * int(one_meeple(seat, SMALL)) + big * int(one_meeple(seat, BIG)) for seat, small, big in pieces
    )
    return position, packed


def within(values: npt.NDArray[np.int64], law: Fraction) -> None:
    """The mean of a sample is within SIGMAS standard errors of its law."""
    error = values.std() / sqrt(len(values))
    assert abs(values.mean() - float(law)) <= SIGMAS * error + 1e-12, (values.mean(), float(law), error)


BATTLES = [
    ((1, 1), {}),
    ((2, 1), {}),
    ((3, 1), {}),
    ((3, 2), {}),
    ((3, 3), {}),
    ((2, 2, 1), {}),
    ((1, 1, 1), {}),
    ((3, 2, 1, 1), {}),
    ((1, 2, 3, 2, 1), {}),
    ((5, 1), {}),  # cut to three dice
    ((5, 4), {"dice_cap": 6}),
    ((6, 1, 3), {"dice_cap": 6, "dice_faces": 10}),
    ((2, 1), {"dice_faces": 2}),
    ((1, 3), {"dice_faces": 100}),
    ((2, 1), {"dice_cap": 1}),
    ((2, 1, 1), {"tied_roll_points": 4, "loser_die_points": 3}),
    ((3, 2), {"loser_points": "dice_of_every_roll"}),
    ((2, 2, 3), {"loser_points": "dice_of_every_roll", "dice_faces": 3, "loser_die_points": 2}),
    ((2, 3), {"tied_roll_points": 0}),
]


@pytest.mark.parametrize(("pools", "options"), BATTLES, ids=lambda value: str(value).replace(" ", ""))
def test_simulated_battles_obey_the_exact_law(pools: tuple[int, int], options: dict[str, Any]) -> None:
    """Chance to win, expected tied rolls and expected points of every fighter."""
    n = volume(40_000, 300)
    pieces = [(seat, dice, 0) for seat, dice in enumerate(pools)]
    position, meeples = on_a_route(len(pools), pieces, small_meeples=7, **options)
    wins, ties = np.zeros(len(pools), np.int64), np.zeros(n, np.int64)
    points = np.zeros((n, len(pools)), np.int64)
    start_chance(position.state, 17, 0)
    fight_often(position.rules[0], position.state, 0, meeples, wins, ties, points)
    law = battle_odds(
        pools,
        faces=options.get("dice_faces", 6),
        cap=options.get("dice_cap", 3),
        tie_points=options.get("tied_roll_points", 1),
        loser_die_points=options.get("loser_die_points", 1),
        loser_points_rule=options.get("loser_points", "dice_of_one_roll"),
    )
    assert wins.sum() == n
    for fighter in range(len(pools)):
        p = float(law.win[fighter])
        assert abs(wins[fighter] - n * p) <= SIGMAS * sqrt(n * p * (1 - p))
        within(points[:, fighter], law.points[fighter])
    within(ties, law.tied_rolls)


def test_a_fighter_of_another_seat_has_the_same_odds() -> None:
    """The order of seats gives no advantage: seats 1 and 4 against each other."""
    n = volume(40_000, 300)
    position, meeples = on_a_route(5, [(1, 1, 0), (4, 0, 1)])
    wins, ties = np.zeros(5, np.int64), np.zeros(n, np.int64)
    start_chance(position.state, 18, 0)
    fight_often(position.rules[0], position.state, 0, meeples, wins, ties, np.zeros((n, 5), np.int64))
    p = float(battle_odds([1, 2]).win[0])
    assert wins[[0, 2, 3]].tolist() == [0, 0, 0]
    assert abs(wins[1] - n * p) <= SIGMAS * sqrt(n * p * (1 - p))


def test_the_loser_goes_home_and_the_winner_stays() -> None:
    """SW-39, SW-41: all meeples of the loser are in its reserve, none of the winner."""
    position, meeples = on_a_route(3, [(0, 2, 1), (2, 1, 0)])
    state = position.state
    for game in range(40):
        start_chance(state, 1, game)
        state.meeples[0] = meeples
        state.reserve[:] = 0
        state.points[:] = 0
        state.n_battles = 0
        fight(position.rules[0], state, 0)
        winner = int(state.battles[0].winner)
        went = {0: [2, 1], 2: [1, 0]}
        assert [state.reserve[seat].tolist() for seat in (0, 1, 2)] == [
            [0, 0] if seat in (winner, 1) else went[seat] for seat in (0, 1, 2)
        ]
        assert state.meeples[0] == sum(one_meeple(winner, size) * n for size, n in enumerate(went[winner]))
        assert state.points[winner, Source.BATTLE_LOSS] == 0


# --- the dice of a fighter

SYMBOLS = {"empire": 1, "rebel": 1 << 16, "bounty": 1 << 32}

POOLS = [
    # seat 0 is red, a Rebel; small, big, rebel symbols, empire symbols, options, dice
    (1, 0, 0, 0, {}, 1),
    (0, 1, 0, 0, {}, 2),
    (1, 1, 0, 0, {}, 3),
    (2, 0, 2, 0, {}, 3),  # EX-SW-7
    (1, 0, 1, 0, {}, 2),  # EX-SW-2
    (1, 0, 2, 0, {}, 3),  # EX-SW-8
    (1, 0, 2, 0, {"symbol_dice": "at_most_one"}, 2),
    (0, 1, 2, 0, {"symbol_dice": "at_most_one"}, 3),
    (1, 0, 0, 3, {}, 1),  # the other faction's symbols give nothing
    (0, 0, 3, 0, {}, 0),  # symbols alone do not fight
    (4, 1, 5, 0, {"dice_cap": 6}, 6),
    (2, 1, 1, 0, {"dice_cap": 6, "small_meeple_dice": 2, "big_meeple_dice": 1}, 6),
    (1, 1, 0, 0, {"dice_cap": 1}, 1),
]


@pytest.mark.parametrize(("small", "big", "own", "other", "options", "dice"), POOLS)
def test_the_dice_of_a_fighter(
    small: int, big: int, own: int, other: int, options: dict[str, Any], dice: int
) -> None:
    """SW-30, SW-31."""
    position, meeples = on_a_route(2, [(0, small, big), (1, 1, 0)], **options)
    marks = own * SYMBOLS["rebel"] + other * SYMBOLS["empire"]
    assert dice_pool(position.rules[0], position.state, meeples, marks, 0) == dice


def test_every_fighter_counts_the_symbols_of_its_own_faction() -> None:
    """SW-31, EX-SW-2, EX-SW-7: red, black and orange on a route with symbols of each faction."""
    position, meeples = on_a_route(3, [(seat, 1, 0) for seat in range(3)], dice_cap=6)
    marks = 1 * SYMBOLS["rebel"] + 2 * SYMBOLS["empire"] + 3 * SYMBOLS["bounty"]
    dice = [dice_pool(position.rules[0], position.state, meeples, marks, seat) for seat in range(3)]
    assert dice == [1 + 1, 1 + 2, 1 + 3]


def test_both_colours_of_a_faction_profit_from_one_symbol() -> None:
    """SW-33, EX-SW-9."""
    position, meeples = on_a_route(2, [(0, 1, 0), (1, 1, 0)], colours=("red", "green"))
    for seat in (0, 1):
        assert dice_pool(position.rules[0], position.state, meeples, SYMBOLS["rebel"], seat) == 2


def test_a_team_adds_its_meeples_and_gets_symbol_dice_once() -> None:
    """SW-61: the dice of both partners, one symbol, at most three in all."""
    position, meeples = on_a_route(4, [(0, 1, 0), (2, 1, 0), (1, 1, 0)], team_mode=True, dice_cap=6)
    assert dice_pool(position.rules[0], position.state, meeples, SYMBOLS["rebel"], 0) == 3
    position, _ = on_a_route(4, [], team_mode=True)
    assert dice_pool(position.rules[0], position.state, meeples, 5 * SYMBOLS["rebel"], 0) == 3
