"""The exact laws of the dice (CT-19), against counting by hand, brute force and simulation."""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np
import pytest

from analyses.games.dice import LAW, SUMS, WAYS, Dice, count_law, longest_drought, mean_of, silence, ways
from rules.errors import UserError

DECK = Dice(deck=True)
SEEDED = np.random.default_rng(20_001)
CARDS = np.array([a + b for a in range(1, 7) for b in range(1, 7)])


@cache
def throw(dice: Dice, turns: int, games: int) -> np.ndarray:
    """Sums [game, turn] by a plain simulation that shares nothing with the laws."""
    sums = np.empty((games, turns), int)
    for game in range(games):
        pile: list[int] = []
        for turn in range(turns):
            if not dice.deck or turn == 0 or len(pile) <= dice.left:
                pile = CARDS.tolist()
                SEEDED.shuffle(pile)
            while turn < dice.without_seven and pile[-1] == 7:
                SEEDED.shuffle(pile)
            sums[game, turn] = pile.pop()
    return sums


def droughts(sums: np.ndarray, number: int) -> np.ndarray:
    """The longest row of turns without a number, a game."""
    text = ["".join("x" if s == number else "." for s in row) for row in sums]
    return np.array([max(map(len, row.split("x"))) for row in text])


def chances(dice: Dice, turns: int) -> np.ndarray:
    """The chance of every sum in each turn [turn, sum - 2]: what the turn adds to its mean count."""
    return np.diff([[mean_of(count_law(dice, s, n)) for s in SUMS] for n in range(turns + 1)], axis=0)


VARIANTS = [
    Dice(),
    Dice(without_seven=8),
    DECK,
    Dice(deck=True, left=0),
    Dice(deck=True, left=30),
    Dice(deck=True, left=12, without_seven=9),
]


def test_the_law_of_two_dice() -> None:
    """CT-19: 1 2 3 4 5 6 5 4 3 2 1 ways out of 36."""
    assert [ways(number) for number in SUMS] == list(WAYS)
    assert math.isclose(LAW.sum(), 1.0)
    for number, n in zip(SUMS, WAYS, strict=True):
        assert sum(a + b == number for a, b in itertools.product(range(1, 7), repeat=2)) == n


@pytest.mark.parametrize("dice", VARIANTS)
def test_every_law_adds_up_to_one(dice: Dice) -> None:
    """Whatever the dice, chances of all counts, droughts and sums of a turn are 1 together."""
    assert np.allclose(chances(dice, 50).sum(axis=1), 1.0)
    for number in (2, 7, 8):
        assert math.isclose(count_law(dice, number, 50).sum(), 1.0)
        assert math.isclose(longest_drought(dice, number, 50).sum(), 1.0)


def test_two_dice_are_binomial() -> None:
    """Without memory the counts are binomial, and silence is a power."""
    law = count_law(Dice(), 6, 20)
    binomial = [math.comb(20, k) * (5 / 36) ** k * (31 / 36) ** (20 - k) for k in range(21)]
    assert np.allclose(law, binomial)
    assert math.isclose(silence(Dice(), 6, 20), (31 / 36) ** 20)


def test_a_whole_deck_holds_every_result_once() -> None:
    """After 36 cards of a deck that is used up every number has come as often as it has ways."""
    for number in SUMS:
        law = count_law(Dice(deck=True, left=0), number, 36)
        assert law[ways(number)] == pytest.approx(1.0)


def test_silence_in_a_deck_is_hypergeometric() -> None:
    """31 of 36 cards are drawn: an eight fails to come only if all five are among the five left."""
    assert silence(DECK, 8, 31) == pytest.approx(1 / math.comb(36, 5))
    assert silence(DECK, 8, 10) == pytest.approx(math.comb(31, 10) / math.comb(36, 10))


@pytest.mark.parametrize("dice", [DECK, Dice(deck=True, left=20)])
def test_the_deck_leaves_the_chance_of_each_turn_alone(dice: Dice) -> None:
    """Taken by itself every turn has the law of two dice: a deck only ties turns together."""
    assert np.allclose(chances(dice, 80), LAW)


def test_no_seven_in_the_first_turns() -> None:
    """Without sevens the other sums share their chance in proportion; later turns are as ever."""
    found = chances(Dice(without_seven=4), 6)
    assert np.allclose(found[:4, 5], 0.0)
    assert np.allclose(found[:4, 0], 1 / 30)
    assert np.allclose(found[4:], LAW)


def test_longest_drought_by_brute_force() -> None:
    """All ways in which a number comes or not in six turns, weighted."""
    law = np.zeros(7)
    for came in itertools.product((0, 1), repeat=6):
        chance = math.prod(5 / 36 if hit else 31 / 36 for hit in came)
        longest = max(map(len, "".join(".x"[hit] for hit in came).split("x")))
        law[longest] += chance
    assert np.allclose(longest_drought(Dice(), 6, 6), law)


@pytest.mark.parametrize("dice", VARIANTS)
@pytest.mark.parametrize("number", [3, 7, 8])
def test_laws_agree_with_plain_simulation(dice: Dice, number: int) -> None:
    """Mean count, chance of silence and mean drought within 4.5 standard errors of 3,000 played rows."""
    turns, games = 60, 3_000
    sums = throw(dice, turns, games)
    counts, longest = (sums == number).sum(axis=1), droughts(sums, number)
    for seen, law in (
        (counts, count_law(dice, number, turns)),
        (longest, longest_drought(dice, number, turns)),
    ):
        values = np.arange(len(law))
        spread = math.sqrt(max((law * values**2).sum() - mean_of(law) ** 2, 0.0) / games)
        assert abs(seen.mean() - mean_of(law)) <= 4.5 * spread + 1e-9
    p = silence(dice, number, turns)
    assert abs((counts == 0).mean() - p) <= 4.5 * math.sqrt(p * (1 - p) / games) + 1e-9


def test_a_deck_that_cannot_be_is_refused() -> None:
    """Between 0 and 30 cards are left when it is shuffled anew."""
    with pytest.raises(UserError, match="left=36"):
        Dice(deck=True, left=36)
