"""How seats choose: by lot, by a weighted sum of features, by playouts, or by a user's function."""

from __future__ import annotations

import math

import numpy as np

from rules.chance import POLICY, draw_below
from rules.kernel import Array, Record, kernel

MAX_SEATS = 5

RANDOM, WEIGHTED, ROLLOUT, USER = range(4)

FEW = 6
"""Up to so many weights it pays to leave out the others."""

EQUAL = 1e-9
"""Values closer than this count as equal."""

MARGIN_SCALE = 10.0
"""Points of margin that make a playout 73 % of a win."""


def policies_dtype(n_features: int) -> np.dtype[np.void]:
    """By seat: how it chooses, its playouts if it rolls out, its weights if it weighs features."""
    return np.dtype(
        [
            ("way", np.int64, MAX_SEATS),
            ("playouts", np.int64, MAX_SEATS),
            ("weights", np.float64, (MAX_SEATS, n_features)),
        ]
    )


@kernel
def list_live(weights: Array, live: Array) -> int:
    """List the features whose weight is not 0 and return how many there are, or 0 if they are too many."""
    n = 0
    for k in range(weights.shape[0]):
        if weights[k] != 0.0:
            if n == live.shape[0]:
                return 0
            live[n] = k
            n += 1
    return n


@kernel
def weigh(weights: Array, features: Array, live: Array, n_live: int) -> float:
    """The weighted sum: over the live features if they are few, else over all.

    In four running sums that the processor can add side by side.
    """
    if n_live > 0:
        few = 0.0
        for i in range(n_live):
            few += weights[live[i]] * features[live[i]]
        return few
    n = features.shape[0]
    a = b = c = d = 0.0
    for k in range(0, n - 3, 4):
        a += weights[k] * features[k]
        b += weights[k + 1] * features[k + 1]
        c += weights[k + 2] * features[k + 2]
        d += weights[k + 3] * features[k + 3]
    for k in range(n - n % 4, n):
        a += weights[k] * features[k]
    return a + b + c + d


@kernel
def pick_best(state: Record, values: Array, n: int) -> int:
    """The index of the greatest of the first `n` values; equal ones are drawn by lot of the seat to move."""
    best = values[0]
    for i in range(1, n):
        best = max(best, values[i])
    ties = 0
    for i in range(n):
        if values[i] >= best - EQUAL:
            ties += 1
    nth = draw_below(state, POLICY + state.seat, ties) if ties > 1 else 0
    for i in range(n):
        if values[i] >= best - EQUAL:
            if nth == 0:
                return i
            nth -= 1
    return 0


@kernel
def take_best(values: Array, n: int) -> int:
    """The index of the greatest of the first `n` values, the first of equal ones, which is struck out."""
    best = 0
    for i in range(n):
        if values[i] > values[best]:
            best = i
    values[best] = -np.inf
    return best


@kernel
def rounded_win(margin: float) -> float:
    """A win share with its edges rounded off: 1 / (1 + exp(-margin / MARGIN_SCALE))."""
    return 1.0 / (1.0 + math.exp(-margin / MARGIN_SCALE))
