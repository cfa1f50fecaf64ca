"""How much skill counts in Castle, how much the deal does, and what a place in the order of play is worth.

One player who is better, or worse, than all others takes every seat in turn with the same cards dealt:
the games of one deal are a block, and the block is the unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from analyses.estimates import estimate
from analyses.estimates.arrays import Whole
from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import difference_of, share_of
from analyses.measures.number import Number
from analyses.studies.castle.games import CellGames
from analyses.studies.declared import Declared, Row
from simulate.store.sums import WIN


def skills(here: Row, players: int, strong: Whole, weak: Whole) -> Iterator[Number]:
    """What one strong player wins among weak ones and one weak among strong: [block, odd seat, seat].

    The luck index is how many games a weaker player wins for each that a better one wins: 0 where luck never
    helps, 1 where it does not matter who is better. If everybody at a table wins in proportion to a strength
    of their own (Luce 1959), it is the ratio of the strengths, whatever the number of players: so it can be
    compared, and one strong player among weak ones gives the same as one weak among strong. Where the two
    differ, the picture is too simple by so much.

    The index of a lottery is the share of games that would have to go to a seat drawn by lot, all others to
    the better player. It grows with the number of players even where strengths stay as they are, as
    there are more who can be lucky. Its complement is the correlation between being better and winning.
    """
    won, lost = (share_of(odd_wins(rotated), players * WIN) for rotated in (strong, weak))
    yield here("strong_wins", won)
    yield here("strong_above_fair", won.minus(1 / players))
    yield here("weak_wins", lost)
    yield here("luck", wins_of_others(won, players))
    yield here("luck_of_weak", inverse(wins_of_others(lost, players)))
    by_lot = lottery_index(won, players)
    yield here("lottery", by_lot)
    yield here("skill_part", squared(by_lot.times(-1).minus(-1)))
    yield here("deal_part", deal_part(strong))


def odd_wins(rotated: Whole) -> Whole:
    """What the odd one out won, added up over the seats of each block."""
    return np.einsum("bkk->b", rotated)


def wins_of_others(won: Estimate, players: int) -> Estimate:
    """How many games each of the others wins for each that the odd one wins."""

    def each(share: float) -> float:
        share = min(share, 1.0)
        return (1 - share) / ((players - 1) * share) if share > 0 else math.inf

    return won.through(each)


def inverse(number: Estimate) -> Estimate:
    """One over a number that is not negative."""
    return number.through(lambda x: 1 / x if x > 0 else math.inf)


def lottery_index(won: Estimate, players: int) -> Estimate:
    """The share of games that go to a seat drawn by lot, by the share of wins of one strong player.

    There is none if that player surely wins less than an even share.
    """
    if won.high < 1 / players:
        return replace(won, value=math.nan, low=-math.inf, high=math.inf)
    return clipped(won.times(-1).minus(-1).times(players / (players - 1)))


def clipped(share: Estimate) -> Estimate:
    """A share that cannot lie beyond 0 and 1."""
    return share.through(lambda x: min(max(x, 0.0), 1.0))


def squared(number: Estimate) -> Estimate:
    """The square of a number; its interval begins at 0 if that of the number holds 0."""
    low, high = sorted((number.low**2, number.high**2))
    if number.low <= 0 <= number.high:
        low = 0.0
    return replace(number, value=number.value**2, low=low, high=high)


def deal_part(rotated: Whole) -> Estimate:
    """The share of the variance of a seat's result that the same cards dealt give again.

    Who is better is taken out first, by the mean of each seat for each seat of the odd one. What the
    same seat's results have in common over the games of a block is then due to what these games share:
    hands, stocks, exchange, and who begins. It is divided by the variance of a seat's result, so it stands
    beside the part of skill, which is the square of 1 - L. Where deals give nothing, it comes out below 0 as
    often as above: then it is 0, with an interval as wide.
    """
    blocks, players, _ = rotated.shape
    results = rotated / WIN
    stray = results - results.mean(axis=0)
    common = (stray.sum(axis=1) ** 2 - (stray**2).sum(axis=1)).mean(axis=1) / (players * (players - 1))
    share = common * players**2 / (players - 1)
    found = difference_of(share, np.zeros(blocks), reach=1.0)
    return clipped(found.minus(found.value - clipped(found).value))


def places(study: Declared, players: int, policy: str, played: CellGames) -> Iterator[Number]:
    """The share of wins of who begins, comes second, ... against an even share."""
    order = (played.first[:, None] + np.arange(players)) % players
    wins = np.take_along_axis(played.win, order, axis=1)
    for position in range(players):
        here = study.row("seats", players=players, policy=policy, position=position + 1)
        won = estimate.wilson(Fraction(int(wins[:, position].sum()), WIN), played.n)
        yield here("win_share", won)
        yield here("above_fair", won.minus(1 / players))
