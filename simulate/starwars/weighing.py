"""Weighing: a move's value is the weighted sum of its features."""

from __future__ import annotations

from rules.chance import POLICY, draw_below
from rules.kernel import Array, Record, kernel
from rules.starwars.moves import add_moves, legal_placements, move_cell, move_rotation
from rules.tiles.features import preview
from simulate.starwars.desk import Desk
from simulate.starwars.features import N_FEATURES, judge_meeple, judge_placement, look_around

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
def value_moves(desk: Desk, state: Record, weights: Array) -> int:
    """List the legal moves and the value of each in `desk`; return how many there are.

    There is a tile in hand. `state` is the desk's or a copy to try moves on.
    """
    tiles, options, mind = desk.tiles, desk.options, desk.mind
    look_around(state, mind)
    n = 0
    for i in range(legal_placements(tiles, state)):
        placement = state.placements[i]
        preview(tiles, state, move_cell(placement), state.tile, move_rotation(placement), state)
        start, n = n, add_moves(tiles, options, state, placement, mind.moves, n)
        judge_placement(tiles, options, state, mind, placement)
        value = weigh(weights, mind.change)
        mind.values[start] = value
        for k in range(start + 1, n):
            judge_meeple(tiles, options, state, mind, mind.moves[k])
            mind.values[k] = value + weigh(weights, mind.change)
    return n


@kernel
def judge_moves(desk: Desk) -> int:
    """List the legal moves and the features of each, a row of `mind.table`; return how many there are."""
    tiles, options, state, mind = desk.tiles, desk.options, desk.state, desk.mind
    look_around(state, mind)
    n = 0
    for i in range(legal_placements(tiles, state)):
        placement = state.placements[i]
        preview(tiles, state, move_cell(placement), state.tile, move_rotation(placement), state)
        start, n = n, add_moves(tiles, options, state, placement, mind.moves, n)
        judge_placement(tiles, options, state, mind, placement)
        mind.table[start] = mind.change
        for k in range(start + 1, n):
            judge_meeple(tiles, options, state, mind, mind.moves[k])
            mind.table[k] = mind.table[start] + mind.change
    return n


@kernel
def best_weighted(desk: Desk, state: Record, weights: Array) -> int:
    """The move with the greatest value; equal ones are drawn by lot."""
    n = value_moves(desk, state, weights)
    moves, values = desk.mind.moves, desk.mind.values
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
