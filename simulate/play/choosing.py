"""How seats choose: by lot, by a weighted sum of features, by playouts, a search or a user's function."""

from __future__ import annotations

import math

import numpy as np

from rules.bits import count_bits
from rules.chance import POLICY, draw_below, draw_unit
from rules.fields import Fields, field, rows
from rules.games import MAX_SEATS
from rules.kernel import Array, kernel
from rules.verbs import GameState
from rules.words import Word


class Way(Word):
    """How a seat chooses its moves."""

    RANDOM = "by lot, each move as likely as any other"
    WEIGHTED = "the highest sum of weighted features"
    ERRING = "the same with errors"
    ERRING_FIRST = "the same with errors in the set-up"
    ROLLOUT = "playouts to the end of the game, each of its best moves as often"
    SEARCH = "short playouts, its better moves more often"
    USER = "a function of the user"
    USER_SEARCH = "a search over the values that a function of the user gives"


EQUAL = 1e-9
"""Values closer than this count as equal."""

CANDIDATES = 4
"""Moves that playouts try."""

BREADTH = 8
"""Moves that a search of one playout tries."""

PLAYOUT_SEEDS = 1 << 62
"""So many there are, from 0."""

MARGIN_SCALE = 10.0
"""Points of margin that make a playout 73 % of a win."""


def moves_tried(playouts: int) -> int:
    """Moves that `search:playouts` tries: what looks bad at first may be the best of all."""
    return round(BREADTH * math.sqrt(playouts))


class Policies(Fields):
    """How seats choose."""

    way: Array = field(np.int64, "RANDOM, WEIGHTED, ... of each seat", shape=MAX_SEATS)
    playouts: Array = field(np.int64, "its playouts", shape=MAX_SEATS)
    turns: Array = field(np.int64, "turns that those of a search last", shape=MAX_SEATS)
    breadth: Array = field(np.int64, "moves that a search tries", shape=MAX_SEATS)
    weights: Array = field(np.float64, "of move features, [seat, feature]", shape=(MAX_SEATS, "features"))
    position: Array = field(
        np.float64, "weights of position features, [seat, feature]", shape=(MAX_SEATS, "position_features")
    )
    errors: Array = field(np.float64, "the size of its errors, in points", shape=MAX_SEATS)
    margin_scale: float = field(np.float64, "the margin that makes a win 73 % sure")
    prior: float = field(np.float64, "playouts that the value of a move counts like")


class Choosing(Fields):
    """What every mind holds: the moves to choose from, and what is thought of them and of how seats stand.

    In a record rather than in arrays of their own, since Numba counts references to arrays whenever a kernel
    takes one from a tuple.
    """

    moves: Array = field(np.int64, "the legal moves", shape="moves")
    values: Array = field(np.float64, "what a weighted policy thinks of them", shape="moves")
    told: Array = field(np.float64, "what a user's policy is told of them", shape=("moves", "features"))
    weights: Array = field(np.float64, "by which whoever decides chooses, if by weights", shape="features")
    change: Array = field(np.float64, "what is being weighed adds to each feature", shape="features")
    position: Array = field(
        np.float64, "position features, [seat, feature]", shape=(MAX_SEATS, "position_features")
    )
    spare: Array = rows("state", 1, "a game to try moves on")


@kernel
def pick_best(state: GameState, seat: int, values: Array, n: int) -> int:
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
def err(state: GameState, seat: int, values: Array, n: int, size: float) -> None:
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
def best_moves(mind: Choosing, n: int) -> Array:
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


@kernel
def win_share(winners: int, seat: int) -> float:
    """The part of the win that a seat has; bit s of `winners`: seat s won."""
    return 1.0 / count_bits(winners) if (winners >> seat) & 1 else 0.0
