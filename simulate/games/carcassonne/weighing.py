"""Weighing: a move's value is the weighted sum of its features."""

from __future__ import annotations

from rules.carcassonne.moves import add_moves, legal_placements
from rules.carcassonne.state import State
from rules.kernel import Array, kernel
from rules.tiles.preview import look_at, preview
from simulate.games.carcassonne.move_features import SCORES, Desk, MoveFeature, look_around
from simulate.games.carcassonne.stuck import count_facing, count_fitting, weigh_stuck
from simulate.games.carcassonne.weighing_features import weigh_meeple, weigh_placement
from simulate.play.noting import keep_features, take_weights


@kernel
def value_moves(desk: Desk, state: State, weights: Array) -> int:
    """List the legal moves and the value of each in `desk.mind`; return how many there are.

    There is a tile in hand. `state` is the desk's or a copy to try moves on. What nobody weighs and takes
    long is not looked at.
    """
    tiles, options, mind = desk.box, desk.options, desk.mind
    stuck = weights[MoveFeature.STUCK] != 0.0 or weights[MoveFeature.RIVAL_STUCK] != 0.0
    mind.stuck = stuck
    look_around(options, state, mind)
    if stuck:
        count_fitting(tiles, state, mind)
        count_facing(state, mind)
    take_weights(mind, weights)
    mind.ahead = 0
    for k in range(weights.shape[0]):
        mind.ahead += weights[k] != 0.0
    for k in SCORES:
        mind.ahead -= weights[k] != 0.0
    n = 0
    for i in range(legal_placements(tiles, options, state, state.tile)):
        placement = look_at(state, i)
        preview(tiles, state, state.tile, placement)
        start, n = n, add_moves(tiles, options, state, placement, mind.moves, n)
        weigh_placement(tiles, options, state, mind, placement)
        if stuck:
            weigh_stuck(tiles, state, mind, placement)
        value = mind.value
        mind.values[start] = value
        for k in range(start + 1, n):
            weigh_meeple(tiles, options, state, mind, mind.moves[k])
            mind.values[k] = value + mind.value
    return n


@kernel
def weigh_moves(desk: Desk) -> int:
    """List the legal moves and the features of each, a row of `mind.told`; return how many there are."""
    tiles, options, state, mind = desk.box, desk.options, desk.state, desk.mind
    look_around(options, state, mind)
    count_fitting(tiles, state, mind)
    count_facing(state, mind)
    keep_features(mind)
    mind.ahead = mind.stuck = 1
    n = 0
    for i in range(legal_placements(tiles, options, state, state.tile)):
        placement = look_at(state, i)
        preview(tiles, state, state.tile, placement)
        start, n = n, add_moves(tiles, options, state, placement, mind.moves, n)
        weigh_placement(tiles, options, state, mind, placement)
        weigh_stuck(tiles, state, mind, placement)
        mind.told[start] = mind.change
        for k in range(start + 1, n):
            weigh_meeple(tiles, options, state, mind, mind.moves[k])
            mind.told[k] = mind.told[start] + mind.change
    return n
