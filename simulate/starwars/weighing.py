"""Weighing: a move's value is the weighted sum of its features."""

from __future__ import annotations

from rules.chance import POLICY, draw_below
from rules.kernel import Array, Record, kernel
from rules.starwars.moves import move_cell, move_rotation
from simulate.starwars.features import N_FEATURES, judge_meeple, judge_placement, look_around, placement_of

EQUAL = 1e-9
"""Values closer than this count as equal."""


@kernel
def weigh(weights: Array, features: Array) -> float:
    """The weighted sum, in four running sums that the processor can add side by side."""
    a = b = c = d = 0.0
    for k in range(0, N_FEATURES - 3, 4):
        a += weights[k] * features[k]
        b += weights[k + 1] * features[k + 1]
        c += weights[k + 2] * features[k + 2]
        d += weights[k + 3] * features[k + 3]
    for k in range(N_FEATURES - N_FEATURES % 4, N_FEATURES):
        a += weights[k] * features[k]
    return a + b + c + d


@kernel
def value_moves(
    tiles: Record,
    options: Record,
    state: Record,
    weights: Array,
    mind: Record,
    moves: Array,
    n: int,
    values: Array,
) -> None:
    """Write the value of each of the first `n` legal moves to `values`."""
    look_around(state, mind)
    last = -1
    for i in range(n):
        move = moves[i]
        if placement_of(move) != last:
            last = placement_of(move)
            judge_placement(tiles, options, state, mind, move_cell(move), move_rotation(move), mind.placed)
        judge_meeple(tiles, options, state, mind, move, mind.placed, mind.move)
        values[i] = weigh(weights, mind.move)


@kernel
def best_weighted(
    tiles: Record,
    options: Record,
    state: Record,
    weights: Array,
    mind: Record,
    moves: Array,
    values: Array,
    n: int,
) -> int:
    """The move with the greatest value; equal ones are drawn by lot."""
    value_moves(tiles, options, state, weights, mind, moves, n, values)
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
                return moves[i]
            nth -= 1
    return moves[0]
