"""How a seat chooses among its legal moves."""

from __future__ import annotations

import numpy as np

from rules.chance import POLICY, draw_below, enter_episode
from rules.kernel import Array, Record, kernel
from rules.starwars.moves import legal_moves, move_cell, move_rotation
from rules.tiles.features import MAX_SEATS
from simulate.starwars.features import N_FEATURES, judge_meeple, judge_moves, judge_placement, look_around

RANDOM, WEIGHTED, USER = range(3)

POLICIES_DTYPE = np.dtype([("way", np.int64, MAX_SEATS), ("weights", np.float64, (MAX_SEATS, N_FEATURES))])
"""By seat: how it chooses, and its weights if it weighs features."""


@kernel
def choose(
    tiles: Record,
    options: Record,
    state: Record,
    policies: Record,
    users: Array,
    mind: Record,
    moves: Array,
    table: Array,
) -> int:
    """The move of the seat to move, by its policy.

    Raises `IndexError` if a user's policy returns something else than the index of a legal move.
    """
    n = legal_moves(tiles, options, state, moves)
    seat = state.seat
    enter_episode(state, POLICY + seat, state.turn)
    if policies.way[seat] == RANDOM:
        return moves[draw_below(state, POLICY + seat, n)]
    if n == 1:
        return moves[0]
    if policies.way[seat] == WEIGHTED:
        return best_weighted(tiles, options, state, policies.weights[seat], mind, moves, n)
    judge_moves(tiles, options, state, mind, moves, n, table)
    chosen = users[seat](state, moves[:n], table[:n])
    if chosen < 0 or chosen >= n:
        raise IndexError("the policy chose a move that does not exist")
    return moves[chosen]


@kernel
def best_weighted(
    tiles: Record, options: Record, state: Record, weights: Array, mind: Record, moves: Array, n: int
) -> int:
    """The move with the greatest weighted sum of features; equal ones are drawn by lot."""
    look_around(state, mind)
    best = -1e300
    ties = 0
    last = -1
    for i in range(n):
        move = moves[i]
        placement = move & 0x3FFFF
        if placement != last:
            last = placement
            judge_placement(tiles, options, state, mind, move_cell(move), move_rotation(move), mind.placed)
        judge_meeple(tiles, options, state, mind, move, mind.placed, mind.move)
        value = 0.0
        for k in range(N_FEATURES):
            value += weights[k] * mind.move[k]
        if value > best + 1e-9:
            best = value
            ties = 0
        if value > best - 1e-9:  # the best moves so far gather at the front, behind the one being read
            moves[ties] = move
            ties += 1
    if ties == 1:
        return moves[0]
    return moves[draw_below(state, POLICY + state.seat, ties)]
