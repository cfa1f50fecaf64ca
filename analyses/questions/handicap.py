"""What a difference in strength means at the table: points that even it out, and games that show it."""

from __future__ import annotations

import math
from bisect import bisect_left

import numpy as np

from analyses.estimates.arrays import Floats
from analyses.estimates.critical import shared_level
from analyses.estimates.estimate import Estimate
from analyses.estimates.lazy import special
from analyses.estimates.samples import of_strays

METHOD = "delta method"

ILL = 1e6
"""Of a matrix that cannot be inverted."""

STEPS = 60
"""Of Newton's method, at most."""

SURE_MATCH = 0.9
"""The share of matches that the better player is to win."""

LONGEST_MATCH = 9_999
"""Games of a match: of one that may have to be longer nothing is told."""

NEVER = 1e-15
"""A chance that adds nothing to a sum of many."""


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


def games_of_match(win_share: float, players: int = 2) -> float:
    """Games of the shortest match that is won in `SURE_MATCH` of cases by who wins so many of its games.

    The match goes to whoever wins most, and lot decides among those with as many. The others win alike. A
    game that ends in a tie counts in part in `win_share`, and is here one's with that chance. Infinite if the
    match would have to be longer than `LONGEST_MATCH`.

    >>> [games_of_match(share) for share in (0.95, 0.75, 0.6, 0.5)]
    [1, 7, 41, inf]
    >>> [games_of_match(share, players=4) for share in (0.95, 0.5, 0.33, 0.25)]
    [1, 16, 143, inf]
    """
    if win_share <= 1 / players:
        return math.inf
    enough = 1
    while most_won(enough, win_share, players) < SURE_MATCH:
        if enough == LONGEST_MATCH:
            return math.inf
        enough = min(2 * enough, LONGEST_MATCH)
    tried = range(1, enough + 1)
    return tried[bisect_left(tried, SURE_MATCH, key=lambda games: most_won(games, win_share, players))]


def most_won(games: int, win_share: float, players: int) -> float:
    """The chance that one player wins most of so many games, lot deciding among those with as many.

    The others win alike. Poisson counts of wins, which their total makes multinomial; what the others have
    is summed up with an upper bound on each that rises with what the one has.
    """
    others, count = players - 1, np.arange(games + 1)
    means = games * win_share, games * (1 - win_share) / others
    one, other = (np.exp(special.xlogy(count, mean) - mean - special.gammaln(count + 1)) for mean in means)
    fewer = np.zeros((others // 2 + 2, games + 1))  # what so many others have, each fewer than the one
    fewer[0, 0] = 1
    chance = 0.0
    for wins in range(games + 1):
        for level in range(min(others, games // max(wins, 1) - 1) + 1):  # others who have as many as the one
            left, half = games - (1 + level) * wins, (others - level) // 2
            if one[wins] > NEVER:
                found = fewer[half][: left + 1] @ fewer[others - level - half][left::-1]
                ways = math.comb(others, level) * other[wins] ** level
                chance += one[wins] * ways * found / (1 + level)
        if other[wins] > NEVER:
            for many in range(len(fewer) - 1, 0, -1):
                for these in range(1, many + 1):
                    ways, there = math.comb(many, these) * other[wins] ** these, these * wins
                    fewer[many, there:] += ways * fewer[many - these, : max(games + 1 - there, 0)]
    total = math.exp(games * math.log(games) - games - math.lgamma(games + 1))
    return round(float(chance / total), 12)
