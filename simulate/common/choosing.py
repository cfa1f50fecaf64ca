"""How seats choose: by lot, by a weighted sum of features, by playouts, a search or a user's function."""

from __future__ import annotations

import math

import numpy as np

from rules.chance import POLICY, draw_below, draw_unit
from rules.fields import Fields, field
from rules.kernel import Array, Struct, kernel

MAX_SEATS = 5

RANDOM, WEIGHTED, ERRING, ROLLOUT, SEARCH, USER, USER_SEARCH = range(7)

MAX_POSITION_FEATURES = 24

EQUAL = 1e-9
"""Values closer than this count as equal."""

CANDIDATES = 4
"""Moves that playouts try."""

BREADTH = 8
"""Moves that a search of one playout tries."""

MAX_SEED = 1 << 62
"""Seeds of playouts lie below."""

MARGIN_SCALE = 10.0
"""Points of margin that make a playout 73 % of a win."""


def moves_tried(playouts: int) -> int:
    """Moves that `search:playouts` tries: what looks bad at first may be the best of all."""
    return round(BREADTH * math.sqrt(playouts))


def policies_dtype(n_features: int, n_position: int) -> np.dtype[np.void]:
    """By seat: how it chooses, its playouts, the turns that those of a search last and the moves it tries.

    And its weights of features, and the size of its errors, in points; for all seats the margin that makes a
    win 73 % sure, and the playouts that the value of a move counts like.
    """
    return np.dtype(
        [
            ("way", np.int64, MAX_SEATS),
            ("playouts", np.int64, MAX_SEATS),
            ("turns", np.int64, MAX_SEATS),
            ("breadth", np.int64, MAX_SEATS),
            ("weights", np.float64, (MAX_SEATS, n_features)),
            ("position", np.float64, (MAX_SEATS, n_position)),
            ("errors", np.float64, MAX_SEATS),
            ("margin_scale", np.float64),
            ("prior", np.float64),
        ]
    )


class Prospects(Fields):
    """What a mind knows of how the seats stand."""

    position: Array = field(
        np.float64, "position features, [seat, feature]", shape=(MAX_SEATS, MAX_POSITION_FEATURES)
    )


@kernel
def pick_best(state: Struct, seat: int, values: Array, n: int) -> int:
    """The index of the greatest of the first `n` values; equal ones by lot of the seat that chooses."""
    even, odd = values[0], values[n - 1]
    for i in range(1, n - 1, 2):  # two at a time: neither waits for the other
        even = max(even, values[i])
        odd = max(odd, values[i + 1])
    best = max(even, odd)
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
def err(state: Struct, seat: int, values: Array, n: int, size: float) -> None:
    """Misjudge the first `n` values, each by chance; a move is then best in proportion to exp(value / size).

    The errors have Gumbel's distribution (Luce 1959, Yellott 1977).
    """
    for i in range(n):
        values[i] -= size * math.log(-math.log(1.0 - draw_unit(state, POLICY + seat)))


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
def share_of_win(position: Array, weights: Array, players: int, seat: int) -> float:
    """The chance of a seat by the features of all, [seat, feature]: conditional logit (McFadden 1974)."""
    total = 0.0
    mine = 0.0
    for k in range(weights.shape[0]):
        mine += weights[k] * position[seat, k]
    for other in range(players):
        worth = 0.0
        for k in range(weights.shape[0]):
            worth += weights[k] * position[other, k]
        total += math.exp(min(worth - mine, 500.0))
    return 1.0 / total


@kernel
def rounded_win(margin: float) -> float:
    """A win share with its edges rounded off: 1 / (1 + exp(-margin / MARGIN_SCALE))."""
    return 1.0 / (1.0 + math.exp(-margin / MARGIN_SCALE))
