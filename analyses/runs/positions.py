"""What a position is worth: the chance to win of each side, the points to expect, the value of each move.

Everything is estimated from playouts (`simulate.play.playouts`). So it holds for the policies that play on,
and for deals in which every card that could lie somewhere is as likely there as any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from statistics import NormalDist

import numpy as np

from analyses.estimates.arrays import Floats
from analyses.estimates.critical import LEVEL, shared_level
from analyses.estimates.estimate import Estimate, mean, wilson
from analyses.estimates.samples import share_difference_of
from analyses.measures.summary import Side, analysis_of
from rules import games
from simulate.play.playouts import NO_MOVE, Outcomes, Playouts, Task
from simulate.replays.course import Course

SCREENED = 1 << 32
"""The first playout of a screening: what is chosen there is judged by others."""

SMALLEST = 16
"""Playouts of a move in the first round of a screening, at least."""

DRAWS = 20_000
"""Of the normal law by which many intervals hold at once."""


# --- a position


@dataclass(frozen=True)
class Standing:
    """A side in a position: its chance to win and the score to expect."""

    side: Side
    chance: Estimate
    score: Estimate


def standings(course: Course, outcomes: Outcomes, over: bool) -> tuple[Standing, ...]:
    """Every side by the playouts of a position with no move; in a game that is over nothing is estimated."""
    reach = float(np.ptp(outcomes.scores)) + 1.0
    found = []
    for side in analysis_of(course.plan.game).sides(course.plan):
        shares, scores = won(outcomes, side)[:, 0], outcomes.scores[:, 0, side.seats[0]]
        found.append(Standing(side, chance(shares, over), score(scores, over, reach)))
    return tuple(found)


def won(outcomes: Outcomes, side: Side) -> Floats:
    """The share of the win of a side, which its seats have together, by [playout, move]."""
    return outcomes.shares[:, :, list(side.seats)].sum(axis=2)


def side_of(course: Course, at: int) -> Side:
    """The side of the seat that decides."""
    sides = analysis_of(course.plan.game).sides(course.plan)
    return next(side for side in sides if course.seat(at) in side.seats)


def chance(shares: Floats, over: bool, level: float = LEVEL) -> Estimate:
    """The chance to win, from the share of the win in each playout: exact in a game that is over."""
    if over:
        return _exact(float(shares[0]))
    total = round(float(shares.sum()), 6)  # parts of a win add up with a rounding error
    return wilson(min(max(total, 0.0), float(len(shares))), len(shares), level)


def score(scores: Floats, over: bool, reach: float) -> Estimate:
    """The mean score; a playout that was not seen may be as much as `reach` off."""
    if over:
        return _exact(float(scores[0]))
    whole = scores.astype(np.int64)
    return mean(int(whole.sum()), int((whole * whole).sum()), len(whole), LEVEL, reach=reach)


def _exact(value: float) -> Estimate:
    return Estimate(value, value, value, LEVEL, 1, "exact")


# --- its moves


@dataclass(frozen=True)
class Value:
    """A move: the chance to win after it, and how far that is behind the best move examined.

    The intervals of all moves examined hold at once. What cannot be told apart from the best `may_be_best`.
    """

    move: int
    text: str
    chance: Estimate
    behind: Estimate
    may_be_best: bool


def screened(playouts: Playouts, course: Course, at: int, keep: int, size: int) -> tuple[int, ...]:
    """The most promising moves of a decision, by successive halving (Karnin, Koren and Somekh 2013).

    All moves are played on `size` times; the better half twice as often, and so on until `keep` are left.
    """
    moment, seat = course.decisions[at], course.seat(at)
    left, first = list(moment.moves), SCREENED
    while len(left) > keep:
        (found,) = playouts.play([Task(moment.states, seat, size, tuple(left), first)])
        left = [left[i] for i in best_first(course, at, found)[: max(keep, len(left) // 2)]]
        first, size = first + size, 2 * size
    return tuple(left)


def values(playouts: Playouts, course: Course, at: int, moves: Sequence[int], n: int) -> tuple[Value, ...]:
    """The values of moves of a decision, best first, each played on `n` times on the same deals and dice."""
    moment, seat = course.decisions[at], course.seat(at)
    (found,) = playouts.play([Task(moment.states, seat, n, tuple(moves))])
    shares = won(found, side_of(course, at))
    of_all = shared_level(len(moves))
    compared = behind_best(shares)
    return tuple(
        Value(moves[i], course.tell(at, moves[i]), chance(shares[:, i], False, of_all), *compared[i])
        for i in best_first(course, at, found)
    )


def best_first(course: Course, at: int, found: Outcomes) -> list[int]:
    """The numbers of moves by their mean share of the win; where these are equal, by the score."""
    sign = 1.0 if games.load(course.plan.game).low_wins else -1.0
    shares = won(found, side_of(course, at)).mean(axis=0)
    scores = found.scores[:, :, course.seat(at)].mean(axis=0)
    return np.lexsort((sign * scores, -shares.round(9))).tolist()


def behind_best(shares: Floats) -> list[tuple[Estimate, bool]]:
    """How far the mean of each column is behind the greatest mean, and whether it may be the greatest itself.

    A row is a playout, met by all columns alike. Multiple comparisons with the best (Hsu 1984), with a
    critical value for each column against all others that allows for what they share (Edwards and Hsu 1983):
    whichever is the best, with `LEVEL` its differences from all others lie within its intervals. So
    those that no other surely beats hold the best among them, and the bounds over these hold for all at once.
    """
    n, k = shares.shape
    if k == 1:
        return [(_exact(0.0), True)]
    against = _levels(shares)
    lows, highs = np.zeros((k, k)), np.zeros((k, k))
    for i, j in permutations(range(k), 2):
        found = share_difference_of(shares[:, i], shares[:, j], level=against[i])
        lows[i, j], highs[i, j] = found.low, found.high
    may = [bool((np.delete(highs[i], i) >= 0).all()) for i in range(k)]
    means = shares.mean(axis=0)
    compared = []
    for j in range(k):
        others = [i for i in range(k) if may[i] and i != j]
        high = max([0.0, *(highs[i, j] for i in others)])
        low = 0.0 if may[j] else max(0.0, min(lows[i, j] for i in others))
        value = float(means.max() - means[j])
        compared.append(
            (Estimate(value, min(low, value), max(high, value), LEVEL, n, "best of many"), may[j])
        )
    return compared


def _levels(shares: Floats) -> list[float]:
    """For each column the level of its differences from all others, at which they hold at once (max-t)."""
    n, k = shares.shape
    strays = shares - shares.mean(axis=0)
    sizes, directions = np.linalg.eigh(strays.T @ strays / n)
    draws = np.random.default_rng(0).standard_normal((DRAWS, k)) * np.sqrt(np.maximum(sizes, 0.0))
    draws = draws @ directions.T
    found = []
    for i in range(k):
        spread = np.delete((strays[:, [i]] - strays).std(axis=0), i)
        apart = np.delete(draws[:, [i]] - draws, i, axis=1)[:, spread > 0] / spread[spread > 0]
        share = shared_level(k - 1)
        if apart.shape[1]:
            critical = float(np.quantile(np.abs(apart).max(axis=1), LEVEL))
            share = min(share, 2 * NormalDist().cdf(critical) - 1)
        found.append(max(share, LEVEL))
    return found


# --- the whole answer


@dataclass(frozen=True)
class Position:
    """What playouts say of a moment of a game."""

    course: Course
    at: int
    n: int
    standings: tuple[Standing, ...]
    values: tuple[Value, ...]
    legal: int
    """How many legal moves there are."""


def position(playouts: Playouts, course: Course, at: int, n: int, keep: int | None) -> Position:
    """The chances in a position and the values of its moves, of which `keep` are examined, or all for None.

    What the seat that decides does not know is dealt anew.
    """
    moment, over = course.decisions[at], course.over(at)
    (found,) = playouts.play([Task(moment.states, course.seat(at), 1 if over else n, (NO_MOVE,))])
    legal = len(moment.moves)
    values_found: tuple[Value, ...] = ()
    if legal and keep != 0:
        kept = screened(playouts, course, at, keep or legal, max(SMALLEST, n // 64))
        values_found = values(playouts, course, at, kept, n)
    return Position(course, at, n, standings(course, found, over), values_found, legal)
