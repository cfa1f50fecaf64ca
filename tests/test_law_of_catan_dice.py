"""Catan's dice: two fair ones, each for itself, and cards of dice that each come equally often."""

from __future__ import annotations

import numpy as np
import pytest
from chance_laws import assert_law, assert_shuffled, assert_uniform, compiled_only
from deals import Numbers, catan_rolls, catan_table

pytestmark = compiled_only

TURNS = 900
SUMS = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
"""In how many of 36 ways two dice show each sum."""


def rolled(games: int, turns: int = TURNS, **options: object) -> Numbers:
    """The dice of these turns: game, turn, die."""
    table = catan_table(3, max_turns=1000, **options)
    return np.array([catan_rolls(table, game, turns) for game in range(games)])


@pytest.fixture(scope="module")
def dice() -> Numbers:
    """Two dice, under the standard rules."""
    return rolled(20)


def test_each_die_is_fair_and_they_are_two(dice: Numbers) -> None:
    """CT-19: all 36 results of two dice alike, so that the sums follow 1-2-3-4-5-6-5-4-3-2-1."""
    assert dice.min() == 1
    assert dice.max() == 6
    for die in (0, 1):
        assert_uniform(np.bincount(dice[..., die].ravel(), minlength=7)[1:])
    assert_law(np.bincount(dice.sum(axis=2).ravel(), minlength=13), SUMS)
    assert_uniform(np.bincount((dice[..., 0] * 6 + dice[..., 1] - 7).ravel(), minlength=36))


def test_a_roll_says_nothing_of_the_next_nor_a_game_of_the_next(dice: Numbers) -> None:
    """CT-51: dice have no memory."""
    sums = dice.sum(axis=2)
    law = np.outer(SUMS, SUMS)
    for one, other in ((sums[:, :-1], sums[:, 1:]), (sums[:-1], sums[1:]), (sums[:, :-3], sums[:, 3:])):
        assert_law(np.bincount((one * 13 + other).ravel(), minlength=169), law)


def test_no_seven_comes_in_the_first_rounds_and_the_rest_keeps_its_law() -> None:
    """CT-60: a seven is rolled again; from the next round on it comes as always."""
    dice = rolled(600, 12, no_seven_first_round=2).sum(axis=2)
    without = [0 if total == 7 else ways for total, ways in enumerate(SUMS)]
    assert_law(np.bincount(dice[:, :6].ravel(), minlength=13), without)
    assert_law(np.bincount(dice[:, 6:].ravel(), minlength=13), SUMS)


def test_a_roll_after_two_alike_is_like_any_other() -> None:
    """HR-8: all 36 results alike, whatever came before."""
    dice = rolled(40, 600, doubles_again=True)
    alike = dice[:, :-1, 0] == dice[:, :-1, 1]
    after = dice[:, 1:][alike]
    assert_uniform(np.bincount(after[:, 0] * 6 + after[:, 1] - 7, minlength=36))


def test_dice_of_a_turn_are_the_same_whatever_was_decided_or_agreed() -> None:
    """CT-123, HR-4: common random numbers, turn by turn; only a seven that is not wanted is another roll."""
    plain = rolled(4, 60)
    for options in (
        {"bank": 30, "steal": "may_decline"},
        {"friendly_robber": True, "board": "beginner"},
        {"neutral_roll": True},
    ):
        assert (rolled(4, 60, **options) == plain).all()
    table = catan_table(3, max_turns=1000)
    more = np.array([catan_rolls(table, game, 60, more=True) for game in range(4)])
    assert (more == plain).all()
    kept = rolled(4, 60, no_seven_first_round=20)
    assert (kept == plain)[plain.sum(axis=2) != 7].all()
    assert (kept.sum(axis=2) != 7).all()


def test_the_cards_of_dice_come_in_whole_shuffles() -> None:
    """CT-19: with dice=deck36 and none left over, every 36 rolls show each of the 36 results once."""
    dice = rolled(20, TURNS // 36 * 36, dice="deck36", dice_deck_left=0)
    decks = (dice[..., 0] * 6 + dice[..., 1] - 7).reshape(-1, 36)
    assert (np.sort(decks, axis=1) == np.arange(36)).all()
    assert_shuffled(decks)
    assert len(np.unique(decks, axis=0)) == len(decks), "decks are alike"


@pytest.mark.parametrize("left", [5, 12])
def test_the_deck_of_dice_is_shuffled_anew_when_few_cards_are_left(left: int) -> None:
    """CT-19: so many cards never come, each of the 36 equally often; the others come once."""
    run = 36 - left
    dice = rolled(20, TURNS // run * run, dice="deck36", dice_deck_left=left)
    decks = (dice[..., 0] * 6 + dice[..., 1] - 7).reshape(-1, run)
    assert all(len(set(deck)) == run for deck in decks.tolist()), "a card came twice from one deck"
    assert_uniform(np.bincount(decks.ravel(), minlength=36))
    for place in (0, run // 2, run - 1):
        assert_law(np.bincount(decks[:, place] // 6, minlength=6), [1] * 6)
        assert_law(np.bincount(decks[:, place] % 6, minlength=6), [1] * 6)
