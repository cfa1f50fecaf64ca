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
from simulate.play.playouts import Outcomes, Playouts, Task
from simulate.play.seam import Move
from simulate.replays.course import Course

SCREENED = 1 << 32
"""The first playout of a screening: what is chosen there is judged by others."""

SMALLEST = 16
"""Playouts of a move in the first round of a screening, at least."""

DRAWS = 20_000
"""Draws from the normal law by which many intervals hold at once."""


# --- a position


@dataclass(frozen=True)
class Standing:
    """A side in a position: its chance to win and the score to expect, where there is a score."""

    side: Side
    chance: Estimate
    score: Estimate | None = None


def standings(course: Course, outcomes: Outcomes, is_over: bool) -> tuple[Standing, ...]:
    """Every side by the playouts of a position with no move; in a game that is over nothing is estimated."""
    reach = float(np.ptp(outcomes.scores)) + 1.0
    has_score = games.load(course.plan.game).has_score
    by_side = []
    for side in analysis_of(course.plan.game).sides(course.plan):
        shares = won(outcomes, side)[:, 0]
        scores = outcomes.scores[:, 0, side.seats[0]]
        expected = score(scores, is_over, reach) if has_score else None
        by_side.append(Standing(side, chance(shares, is_over), expected))
    return tuple(by_side)


def won(outcomes: Outcomes, side: Side) -> Floats:
    """The share of the win of a side, which its seats have together, by [playout, move]."""
    return outcomes.shares[:, :, list(side.seats)].sum(axis=2)


def side_of(course: Course, decision: int) -> Side:
    """The side of the seat that decides."""
    sides = analysis_of(course.plan.game).sides(course.plan)
    return next(side for side in sides if course.seat(decision) in side.seats)


def chance(shares: Floats, is_over: bool, level: float = LEVEL) -> Estimate:
    """The chance to win, from the share of the win in each playout: exact in a game that is over."""
    if is_over:
        return _exact(float(shares[0]))
    total = round(float(shares.sum()), 6)  # parts of a win add up with a rounding error
    return wilson(min(max(total, 0.0), float(len(shares))), len(shares), level)


def score(scores: Floats, is_over: bool, reach: float) -> Estimate:
    """The mean score; a playout that was not seen may be as much as `reach` off."""
    if is_over:
        return _exact(float(scores[0]))
    points = scores.astype(np.int64)
    return mean(int(points.sum()), int((points * points).sum()), len(points), LEVEL, reach=reach)


def _exact(value: float) -> Estimate:
    return Estimate(value, value, value, LEVEL, 1, "exact")


# --- its moves


@dataclass(frozen=True)
class Value:
    """A move: the chance to win after it, and how far that is behind the best move examined.

    The intervals of all moves examined hold at once. What cannot be told apart from the best `may_be_best`.
    """

    move: Move
    text: str
    chance: Estimate
    behind: Estimate
    may_be_best: bool


def screened(playouts: Playouts, course: Course, decision: int, keep: int, size: int) -> tuple[Move, ...]:
    """The most promising moves of a decision, by successive halving (Karnin, Koren and Somekh 2013).

    All moves are played on `size` times; the better half twice as often, and so on until `keep` are left.
    """
    moment, seat = course.decisions[decision], course.seat(decision)
    candidates, first_playout = list(moment.moves), SCREENED
    while len(candidates) > keep:
        (outcomes,) = playouts.play([Task(moment, seat, size, tuple(candidates), first_playout)])
        best = best_first(course, decision, outcomes)[: max(keep, len(candidates) // 2)]
        candidates = [candidates[i] for i in best]
        first_playout, size = first_playout + size, 2 * size
    return tuple(candidates)


def values(
    playouts: Playouts, course: Course, decision: int, moves: Sequence[Move], n: int
) -> tuple[Value, ...]:
    """The values of moves of a decision, best first, each played on `n` times on the same deals and dice."""
    moment, seat = course.decisions[decision], course.seat(decision)
    (outcomes,) = playouts.play([Task(moment, seat, n, tuple(moves))])
    shares = won(outcomes, side_of(course, decision))
    comparisons = behind_best(shares)

    level_of_all = shared_level(len(moves))
    move_values = []
    for i in best_first(course, decision, outcomes):
        text = course.tell(decision, moves[i])
        chance_to_win = chance(shares[:, i], False, level_of_all)
        move_values.append(Value(moves[i], text, chance_to_win, *comparisons[i]))
    return tuple(move_values)


def best_first(course: Course, decision: int, outcomes: Outcomes) -> list[int]:
    """The numbers of moves by their mean share of the win; where these are equal, by the score."""
    sign = 1.0 if games.load(course.plan.game).low_wins else -1.0
    shares = won(outcomes, side_of(course, decision)).mean(axis=0)
    scores = outcomes.scores[:, :, course.seat(decision)].mean(axis=0)
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

    levels = _levels(shares)
    lows, highs = np.zeros((k, k)), np.zeros((k, k))
    for i, j in permutations(range(k), 2):
        difference = share_difference_of(shares[:, i], shares[:, j], level=levels[i])
        lows[i, j], highs[i, j] = difference.low, difference.high
    may_be_best = [bool((np.delete(highs[i], i) >= 0).all()) for i in range(k)]

    mean_shares = shares.mean(axis=0)
    comparisons = []
    for j in range(k):
        rivals = [i for i in range(k) if may_be_best[i] and i != j]
        high = max([0.0, *(highs[i, j] for i in rivals)])
        low = 0.0 if may_be_best[j] else max(0.0, min(lows[i, j] for i in rivals))
        value = float(mean_shares.max() - mean_shares[j])
        distance = Estimate(value, min(low, value), max(high, value), LEVEL, n, "best of many")
        comparisons.append((distance, may_be_best[j]))
    return comparisons


def _levels(shares: Floats) -> list[float]:
    """For each column the level of its differences from all others, at which they hold at once (max-t)."""
    n, k = shares.shape
    strays = shares - shares.mean(axis=0)
    sizes, directions = np.linalg.eigh(strays.T @ strays / n)
    draws = np.random.default_rng(0).standard_normal((DRAWS, k)) * np.sqrt(np.maximum(sizes, 0.0))
    draws = draws @ directions.T

    levels = []
    for i in range(k):
        spread = np.delete((strays[:, [i]] - strays).std(axis=0), i)
        contrasts = np.delete(draws[:, [i]] - draws, i, axis=1)[:, spread > 0] / spread[spread > 0]
        share = shared_level(k - 1)
        if contrasts.shape[1]:
            critical = float(np.quantile(np.abs(contrasts).max(axis=1), LEVEL))
            share = min(share, 2 * NormalDist().cdf(critical) - 1)
        levels.append(max(share, LEVEL))
    return levels


# --- the whole answer


@dataclass(frozen=True)
class Position:
    """What playouts say of a moment of a game."""

    course: Course
    decision: int
    n: int
    standings: tuple[Standing, ...]
    values: tuple[Value, ...]
    legal: int
    """How many legal moves there are."""


def position(playouts: Playouts, course: Course, decision: int, n: int, keep: int | None) -> Position:
    """The chances in a position and the values of its moves, of which `keep` are examined, or all for None.

    What the seat that decides does not know is dealt anew.
    """
    moment, is_over = course.decisions[decision], course.over(decision)
    (outcomes,) = playouts.play([Task(moment, moment.seat, 1 if is_over else n)])

    legal = len(moment.moves)
    move_values: tuple[Value, ...] = ()
    if legal and keep != 0:
        promising = screened(playouts, course, decision, keep or legal, max(SMALLEST, n // 64))
        move_values = values(playouts, course, decision, promising, n)
    return Position(course, decision, n, standings(course, outcomes, is_over), move_values, legal)
