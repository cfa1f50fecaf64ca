"""Who of a table wins, as a choice among its seats: McFadden's conditional logit, with the game as the unit.

A seat with the features x wins with a chance in proportion to exp(beta . x), against the seats of its own
game. Features that go together, as pips with numbers of resources, are so told apart, as far as a straight
line in them goes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from analyses.estimates.arrays import Floats
from analyses.estimates.critical import LEVEL
from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import of_strays

PENALTY = 1e-3
"""On the square of each coefficient: nothing beside the weight of one game, but a few games cannot send a
coefficient out of sight."""

MOST_STEPS = 60
AT_ONCE = 4096
"""Games whose curvatures are in memory together."""

METHOD = "conditional logit, robust"


@dataclass(frozen=True)
class Choices:
    """A fitted model of who wins.

    Intervals are robust (White 1982): the spread comes from what each game says, so they keep their level
    where the model's line is not quite straight. What a game says is how far the fit moves without it (one
    step of the jackknife): few games pull the line towards themselves and would seem to stray too little.
    """

    features: Floats
    """[game, seat, feature]"""
    won: Floats
    """[game, seat]: 1 for the winner"""
    beta: Floats

    @property
    def games(self) -> int:
        """How many were won by somebody."""
        return len(self.won)

    @cached_property
    def influence(self) -> Floats:
        """What each game adds to the coefficients: [game, feature], with mean 0."""
        p = chances_of(self.features, self.beta)
        scores = np.einsum("gs,gsk->gk", self.won - p, self.features)
        curvature = _curvature(self.features, p)
        shifts = np.empty_like(scores)
        for part in np.array_split(np.arange(self.games), math.ceil(self.games / AT_ONCE)):
            others_curvature = curvature - _curvatures(self.features[part], p[part])
            shifts[part] = np.linalg.solve(others_curvature, scores[part, :, None])[..., 0]
        return shifts * self.games

    def effect(self, feature: int) -> Estimate:
        """By how much one more of a feature raises the chance to win: the mean over all seats.

        The seat's rivals stay as they are. The interval knows that both the coefficient and the seats over
        which the mean goes are those of a sample of games (delta method). Of a feature that all seats of a
        game have alike, in every game, nothing is known.
        """
        return self.contrast([feature], [])

    def contrast(self, raised: Sequence[int], compared: Sequence[int]) -> Estimate:
        """The mean effect of some features less that of others."""
        for feature in (*raised, *compared):
            if not np.ptp(self.features[..., feature], axis=1).any():
                return Estimate(math.nan, -math.inf, math.inf, LEVEL, self.games, METHOD)

        value, strays = 0.0, np.zeros(self.games)
        for features, sign in ((raised, 1.0), (compared, -1.0)):
            for feature in features:
                gains = self._gains(self.beta, feature)
                effect = float(gains.mean())
                slopes = np.array([self._slope(feature, k) for k in range(len(self.beta))])
                value += sign * effect / len(features)
                strays += sign * (self.influence @ slopes + (gains - effect)) / len(features)
        return of_strays(value, strays, METHOD)

    def _gains(self, beta: Floats, feature: int) -> Floats:
        """What one more of a feature adds to the chance of a seat, the mean over the seats of each game."""
        p = chances_of(self.features, beta)
        raised = p * math.exp(beta[feature])
        return (raised / (1 - p + raised) - p).mean(axis=1)

    def _slope(self, feature: int, coefficient: int, step: float = 1e-5) -> float:
        """The derivative of the effect by a coefficient."""
        up, down = self.beta.copy(), self.beta.copy()
        up[coefficient] += step
        down[coefficient] -= step
        return float((self._gains(up, feature).mean() - self._gains(down, feature).mean()) / (2 * step))


def fit_choices(features: Floats, won: Floats) -> Choices:
    """The most likely coefficients, by Newton's method; games that nobody won are left out."""
    decided = won.sum(axis=1) > 0
    x, y = features[decided].astype(float), won[decided].astype(float)
    beta = np.zeros(x.shape[2])
    for _ in range(MOST_STEPS):
        p = chances_of(x, beta)
        gradient = np.einsum("gs,gsk->k", y - p, x) - PENALTY * beta
        step = np.linalg.solve(_curvature(x, p), gradient)
        step *= min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))  # a long step overshoots
        beta = beta + step
        if float(np.abs(step).max()) < 1e-10:
            break
    return Choices(x, y, beta)


def chances_of(x: Floats, beta: Floats) -> Floats:
    """The chance of each seat by its features, [game, seat, feature]."""
    worth = x @ beta
    odds = np.exp(worth - worth.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def _curvature(x: Floats, p: Floats) -> Floats:
    """Minus the second derivatives of the log-likelihood, with the penalty."""
    mean = np.einsum("gs,gsk->gk", p, x)
    second = np.einsum("gs,gsk,gsl->kl", p, x, x, optimize=True)
    return second - mean.T @ mean + PENALTY * np.eye(x.shape[2])


def _curvatures(x: Floats, p: Floats) -> Floats:
    """What each game adds to the curvature, [game, feature, feature]."""
    centred = x - np.einsum("gs,gsk->gk", p, x)[:, None]
    return np.einsum("gs,gsk,gsl->gkl", p, centred, centred, optimize=True)
