"""Weighing: a move's value is the weighted sum of its features."""

from __future__ import annotations

from rules.carcassonne.hands import choose_tile, tiles_to_choose
from rules.carcassonne.moves import add_moves, legal_moves, legal_placements
from rules.carcassonne.state import State
from rules.kernel import Array, kernel
from rules.tiles.moves import from_slot
from rules.tiles.preview import look_at, preview
from rules.tiles.state import NO_TILE
from simulate.games.carcassonne.move_features import SCORES, Desk, MoveFeature, look_around
from simulate.games.carcassonne.stuck import count_facing, count_fitting, weigh_stuck
from simulate.games.carcassonne.weighing_features import weigh_meeple, weigh_placement
from simulate.play.noting import keep_features, take_weights


@kernel
def value_moves(desk: Desk, state: State, weights: Array) -> int:
    """List the legal moves and the value of each in `desk.mind`; return how many there are.

    `state` is the desk's or a copy to try moves on. What nobody weighs and takes
    long is not looked at.
    """
    tiles, options, mind = desk.box, desk.options, desk.mind
    if state.tile == NO_TILE:
        return legal_moves(tiles, options, state, mind.moves)
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
    in_hand = state.tile
    n = 0
    for slot in range(tiles_to_choose(state)):
        if not choose_tile(state, slot):
            continue
        for i in range(legal_placements(tiles, options, state, state.tile)):
            placement = from_slot(look_at(state, i), slot)
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
    state.tile = in_hand
    return n


@kernel
def weigh_moves(desk: Desk) -> int:
    """List the legal moves and the features of each, a row of `mind.told`; return how many there are."""
    tiles, options, state, mind = desk.box, desk.options, desk.state, desk.mind
    if state.tile == NO_TILE:
        mind.told[0] = 0.0
        return legal_moves(tiles, options, state, mind.moves)
    look_around(options, state, mind)
    count_fitting(tiles, state, mind)
    count_facing(state, mind)
    keep_features(mind)
    mind.ahead = mind.stuck = 1
    in_hand = state.tile
    n = 0
    for slot in range(tiles_to_choose(state)):
        if not choose_tile(state, slot):
            continue
        for i in range(legal_placements(tiles, options, state, state.tile)):
            placement = from_slot(look_at(state, i), slot)
            preview(tiles, state, state.tile, placement)
            start, n = n, add_moves(tiles, options, state, placement, mind.moves, n)
            weigh_placement(tiles, options, state, mind, placement)
            weigh_stuck(tiles, state, mind, placement)
            mind.told[start] = mind.change
            for k in range(start + 1, n):
                weigh_meeple(tiles, options, state, mind, mind.moves[k])
                mind.told[k] = mind.told[start] + mind.change
    state.tile = in_hand
    return n
