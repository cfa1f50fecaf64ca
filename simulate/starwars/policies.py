"""How a seat chooses among its legal moves."""

from __future__ import annotations

import numpy as np

from rules.chance import POLICY, draw_below, enter_episode
from rules.kernel import Array, Record, kernel
from rules.starwars.moves import legal_moves
from rules.tiles.features import MAX_SEATS
from simulate.starwars.features import N_FEATURES, judge_moves
from simulate.starwars.rollout import choose_rollout
from simulate.starwars.weighing import best_weighted

RANDOM, WEIGHTED, ROLLOUT, USER = range(4)

POLICIES_DTYPE = np.dtype(
    [
        ("way", np.int64, MAX_SEATS),
        ("playouts", np.int64, MAX_SEATS),
        ("weights", np.float64, (MAX_SEATS, N_FEATURES)),
    ]
)
"""By seat: how it chooses, its playouts if it rolls out, its weights if it weighs features."""


@kernel
def choose(
    tiles: Record,
    options: Record,
    state: Record,
    policies: Record,
    users: Array,
    mind: Record,
    moves: Array,
    values: Array,
    table: Array,
    spare: Array,
) -> int:
    """The move of the seat to move, by its policy.

    `moves`, `values` and `table` are room for the legal moves, their values and their features, `spare`
    for a copy of the state. Raises `IndexError` if a user's policy returns what is no legal move's index.
    """
    n = legal_moves(tiles, options, state, moves)
    seat = state.seat
    way = policies.way[seat]
    enter_episode(state, POLICY + seat, state.turn)
    if way == RANDOM:
        return moves[draw_below(state, POLICY + seat, n)]
    if n == 1:
        return moves[0]
    weights = policies.weights[seat]
    if way == WEIGHTED:
        return best_weighted(tiles, options, state, weights, mind, moves, values, n)
    if way == ROLLOUT:
        playouts = policies.playouts[seat]
        return choose_rollout(tiles, options, state, weights, playouts, mind, moves, values, spare, n)
    judge_moves(tiles, options, state, mind, moves, n, table)
    chosen = users[seat](state, moves[:n], table[:n])
    if chosen < 0 or chosen >= n:
        raise IndexError("the policy chose a move that does not exist")
    return moves[chosen]
