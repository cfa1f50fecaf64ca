"""Exact laws of the dice of Catan: how often a number comes, and how long it stays away (CT-19).

Two dice fall independently. A deck of 36 cards holds each result of two dice once and is drawn without
putting back; when only so many cards are left it is shuffled anew. In the first turns sevens may be rolled
again, or put back and another card drawn.

For one number only two things of the past matter: how many cards of the deck are drawn and how many of
them showed it. So every law here is a walk over these few states, turn by turn, without simulation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from analyses.estimates.arrays import Floats
from rules.errors import UserError

SUMS = tuple(range(2, 13))
WAYS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""Ways out of 36 for each sum of two dice."""
LAW: Floats = np.array(WAYS) / 36


def ways(number: int) -> int:
    """Ways out of 36 to throw `number` with two dice: its pips, but for the seven."""
    return 6 - abs(number - 7)


@dataclass(frozen=True)
class Dice:
    """How numbers are made.

    `deck` is False for two dice. A deck is shuffled anew when `left` cards are left. Sevens do not count
    in the first `without_seven` turns.
    """

    deck: bool = False
    left: int = 5
    without_seven: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.left <= 30 or self.without_seven < 0:
            raise UserError(
                f"dice: left={self.left} must be 0 to 30, without_seven={self.without_seven} 0 up"
            )

    @property
    def cycle(self) -> int:
        """Turns from one shuffle to the next; 1 for two dice, which forget at once."""
        return 36 - self.left if self.deck else 1

    def steps(self, number: int, turns: int) -> Iterator[tuple[int, Floats]]:
        """For turns 1, 2, ...: the place in the cycle and the chance of `number`, by how many are drawn.

        The chances are an array of `ways(number) + 1`, index i for i of the deck's cards gone.
        """
        drawn = np.arange(ways(number) + 1)
        for turn in range(turns):
            place = turn % self.cycle
            cards = 36 - place if self.deck else 36
            remaining = ways(number) - drawn if self.deck else np.full(len(drawn), ways(number))
            if turn < self.without_seven:
                cards -= ways(7)  # all sevens are in the deck as long as none may come
                remaining = remaining * (number != 7)
            yield place, np.clip(remaining / max(cards, 1), 0.0, 1.0)


def _start(number: int, *shape: int) -> Floats:
    """Certainty that nothing is drawn yet, over states [gone, ...]."""
    law = np.zeros((ways(number) + 1, *shape))
    law[(0,) * law.ndim] = 1.0
    return law


def _shuffled(law: Floats, place: int) -> Floats:
    """At the beginning of a cycle all cards are back."""
    if place:
        return law
    back = np.zeros_like(law)
    back[0] = law.sum(axis=0)
    return back


def _after_hit(hit: Floats, deck: bool) -> Floats:
    """The states after the number came: of a deck one card more is gone."""
    return np.concatenate([np.zeros_like(hit[:1]), hit[:-1]]) if deck else hit


def count_law(dice: Dice, number: int, turns: int) -> Floats:
    """The law of how often `number` comes in `turns` turns: chances of 0, 1, ..., `turns` times."""
    law = _start(number, turns + 1)
    for place, chance in dice.steps(number, turns):
        law = _shuffled(law, place)
        hit, law = law * chance[:, None], law * (1 - chance)[:, None]
        law[:, 1:] += _after_hit(hit, dice.deck)[:, :-1]
    return law.sum(axis=0)


def silence(dice: Dice, number: int, turns: int) -> float:
    """The chance that `number` does not come at all in `turns` turns."""
    return float(count_law(dice, number, turns)[0])


def longest_drought(dice: Dice, number: int, turns: int) -> Floats:
    """The law of the longest row of turns without `number` among `turns`: chances of 0, ..., `turns`."""
    lengths = np.arange(turns + 1)
    law = np.repeat(_start(number, 1, turns + 1), turns + 1, axis=1)  # [gone, at most, turns since it came]
    for place, chance in dice.steps(number, turns):
        law = _shuffled(law, place)
        hit, miss = (law * chance[:, None, None]).sum(axis=2), law * (1 - chance)[:, None, None]
        law = np.dstack([_after_hit(hit, dice.deck), miss[:, :, :-1]]) * (lengths <= lengths[:, None])
    return np.diff(law.sum(axis=(0, 2)), prepend=0.0)


def mean_of(law: Floats) -> float:
    """The mean of a law on 0, 1, 2, ..."""
    return float((np.arange(len(law)) * law).sum())
