"""How seats choose: by lot, by a weighted sum of features, by playouts, or by a user's function."""

from __future__ import annotations

import math

import numpy as np

from rules.chance import POLICY, draw_below
from rules.kernel import Array, Struct, kernel

MAX_SEATS = 5

RANDOM, WEIGHTED, ROLLOUT, USER = range(4)

EQUAL = 1e-9
"""Values closer than this count as equal."""

CANDIDATES = 4
"""Moves that playouts try."""

MAX_SEED = 1 << 62
"""Seeds of playouts lie below."""

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
def pick_best(state: Struct, seat: int, values: Array, n: int) -> int:
    """The index of the greatest of the first `n` values; equal ones by lot of the seat that chooses."""
    best = values[0]
    for i in range(1, n):
        best = max(best, values[i])
    ties = 0
    for i in range(n):
        if values[i] >= best - EQUAL:
            ties += 1
    nth = draw_below(state, POLICY + seat, ties) if ties > 1 else 0
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
def best_moves(mind: Struct, n: int) -> Array:
    """The moves with the greatest values among the first `n`, best first, no more than CANDIDATES."""
    best = np.empty(min(n, CANDIDATES), np.int64)
    for k in range(best.shape[0]):
        best[k] = mind.moves[take_best(mind.values, n)]
    return best


@kernel
def rounded_win(margin: float) -> float:
    """A win share with its edges rounded off: 1 / (1 + exp(-margin / MARGIN_SCALE))."""
    return 1.0 / (1.0 + math.exp(-margin / MARGIN_SCALE))
