"""What a difference in strength means at the table: points that even it out, and games that show it."""

from __future__ import annotations

import math

import numpy as np

from analyses.arrays import Floats
from analyses.critical import shared_level
from analyses.estimate import Estimate
from analyses.lazy import special
from analyses.samples import of_strays

METHOD = "delta method"

ILL = 1e6
"""Of a matrix that cannot be inverted."""

STEPS = 60
"""Of Newton's method, at most."""

SURE_MATCH = 0.9
"""The share of matches that the better of two is to win."""

LONGEST_MATCH = 9_999
"""Games of a match: of one that may have to be longer nothing is told."""


def evening(scores: Floats, even: float) -> list[Estimate]:
    """The points that each side but the first must get beforehand for a share of wins of `even`.

    `scores` are those of the same games, [turn, game, side]; the highest wins. The games stay as they are and
    are scored anew. Scores are whole numbers, which would make the share of wins a staircase: a part of a
    point, drawn by lot for each game and side, smooths it, and gives equal scores to either with the same
    chance. Newton's method from the difference of the mean scores on, as a few points change nothing for a
    side that never wins; the interval is that of the delta method, from what each block of games strays, so
    it holds for one side at a time and is widened for all (Bonferroni).
    """
    scores = scores + np.random.default_rng(0).uniform(-0.5, 0.5, scores.shape)
    games, sides = scores.shape[1:]
    level = shared_level(sides - 1)
    nudge = max(1.0, float(scores.std(axis=(0, 1)).mean()) * games**-0.2)  # Silverman's rule of thumb (1986)
    means = scores.mean(axis=(0, 1))
    bonus = means[0] - means
    slope = np.eye(sides - 1)
    for _ in range(STEPS):
        slope = np.stack([_gain(scores, bonus, side, nudge) for side in range(1, sides)], axis=1)
        if np.linalg.cond(slope) > ILL:  # so few games, or so far apart, that a point changes nothing
            unknown = Estimate(math.nan, -math.inf, math.inf, level, games, METHOD)
            return [unknown] * (sides - 1)
        missing = even - _won(scores, bonus).mean(axis=(0, 1))[1:]
        step = np.linalg.solve(slope, missing)
        bonus[1:] += np.clip(step, -nudge, nudge)
        if float(np.abs(step).max()) < 1e-3:
            break
    won = _won(scores, bonus).mean(axis=0)[:, 1:]
    strays = -(won - won.mean(axis=0)) @ np.linalg.inv(slope).T
    return [of_strays(float(value), strays[:, k], METHOD, level) for k, value in enumerate(bonus[1:])]


def _won(scores: Floats, bonus: Floats) -> Floats:
    """Who wins with these bonuses: [turn, game, side]."""
    found: Floats = np.zeros_like(scores)
    best = (scores + bonus).argmax(axis=2)
    np.put_along_axis(found, best[..., None], 1.0, axis=2)
    return found


def _gain(scores: Floats, bonus: Floats, side: int, nudge: float) -> Floats:
    """What a point more for one side adds to the share of wins of each side but the first."""
    up, down = bonus.copy(), bonus.copy()
    up[side] += nudge
    down[side] -= nudge
    change = (_won(scores, up) - _won(scores, down)).mean(axis=(0, 1)) / (2 * nudge)
    return change[1:]


def games_of_match(win_share: float) -> float:
    """Games of the shortest match of two that is won in `SURE_MATCH` of cases by who wins so many games.

    A match has an odd number of games, and is won with more than half of them. A game that ends in a tie
    counts half in `win_share`, and is here either's with the same chance. Infinite if the match would have
    to be longer than `LONGEST_MATCH`.

    >>> [games_of_match(share) for share in (0.95, 0.75, 0.6, 0.5)]
    [1, 7, 41, inf]
    """
    games = np.arange(1, LONGEST_MATCH + 1, 2)
    needed = (games + 1) / 2
    won = special.betainc(needed, needed, win_share)  # the binomial chance of so many wins or more
    enough = np.flatnonzero(won >= SURE_MATCH)
    return int(games[enough[0]]) if len(enough) else math.inf
