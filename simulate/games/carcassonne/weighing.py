"""Weighing: a move's value is the weighted sum of its features."""

from __future__ import annotations

from rules.carcassonne.hands import choose_tile, tiles_to_choose
from rules.carcassonne.moves import add_moves, legal_moves, legal_placements
from rules.carcassonne.state import State
from rules.kernel import Array, kernel
from rules.tiles.moves import DRAW, from_slot
from rules.tiles.preview import look_at, preview
from rules.tiles.state import NO_TILE
from simulate.games.carcassonne.ahead import count_fitting, look_at_cells
from simulate.games.carcassonne.move_features import MEETINGS, SCORES, Desk, look_around
from simulate.games.carcassonne.weighing_features import weigh_meeple, weigh_placement
from simulate.play.noting import keep_features, take_weights


@kernel
def value_moves(desk: Desk, state: State, weights: Array) -> int:
    """List the legal moves and the value of each in `desk.mind`; return how many there are.

    `state` is the desk's or a copy to try moves on. What nobody weighs and takes
    long is not looked at. To draw (HR-22) is worth what the tile may be expected to bring.
    """
    tiles, options, mind = desk.box, desk.options, desk.mind
    if state.tile == NO_TILE:
        return legal_moves(tiles, options, state, mind.moves)
    look_around(options, state, mind)
    take_weights(mind, weights)
    mind.ahead = 0
    for k in range(weights.shape[0]):
        mind.ahead += weights[k] != 0.0
    for k in SCORES:
        mind.ahead -= weights[k] != 0.0
    mind.joining = 0
    for k in MEETINGS:
        mind.joining += weights[k] != 0.0
    if mind.ahead:
        count_fitting(tiles, state, mind)
        look_at_cells(options, state, mind)
    in_hand = state.tile
    n = 0
    if state.may_draw == 1:
        mind.values[0] = value_of_draw(desk, state)
        mind.moves[0] = DRAW
        n = 1
    for slot in range(tiles_to_choose(state)):
        if choose_tile(state, slot):
            n = value_tile(desk, state, slot, n)
    state.tile = in_hand
    return n


@kernel
def value_tile(desk: Desk, state: State, slot: int, n: int) -> int:
    """Append to the first `n` moves those of the tile to be placed, with their values; return how many."""
    tiles, options, mind = desk.box, desk.options, desk.mind
    for i in range(legal_placements(tiles, options, state, state.tile)):
        placement = from_slot(look_at(state, i), slot)
        preview(tiles, state, state.tile, placement)
        start, n = n, add_moves(tiles, options, state, placement, mind.moves, n)
        weigh_placement(tiles, options, state, mind, placement)
        value = mind.value
        mind.values[start] = value
        for k in range(start + 1, n):
            weigh_meeple(tiles, options, state, mind, mind.moves[k])
            mind.values[k] = value + mind.value
    return n


@kernel
def value_of_draw(desk: Desk, state: State) -> float:
    """The best move with the tile drawn, on average over the tiles to come that fit somewhere (HR-22)."""
    mind, own = desk.mind, state.tile
    mind.stack_left[:] = 0
    for i in range(state.deck_next, state.n_deck):
        mind.stack_left[state.deck_order[i]] += 1
    total = 0.0
    fitting = 0
    for design in range(desk.box.n_designs):
        if mind.stack_left[design] > 0:
            state.tile = design
            n = value_tile(desk, state, 0, 0)
            if n > 0:
                total += mind.stack_left[design] * mind.values[:n].max()
                fitting += mind.stack_left[design]
    state.tile = own
    return total / max(fitting, 1)


@kernel
def weigh_moves(desk: Desk) -> int:
    """List the legal moves and the features of each, a row of `mind.told`; return how many there are.

    To draw (HR-22) changes nothing yet: all its features are 0.
    """
    tiles, options, state, mind = desk.box, desk.options, desk.state, desk.mind
    if state.tile == NO_TILE:
        mind.told[0] = 0.0
        return legal_moves(tiles, options, state, mind.moves)
    look_around(options, state, mind)
    mind.ahead = mind.joining = 1
    count_fitting(tiles, state, mind)
    look_at_cells(options, state, mind)
    keep_features(mind)
    in_hand = state.tile
    n = 0
    if state.may_draw == 1:
        mind.told[0] = 0.0
        mind.moves[0] = DRAW
        n = 1
    for slot in range(tiles_to_choose(state)):
        if not choose_tile(state, slot):
            continue
        for i in range(legal_placements(tiles, options, state, state.tile)):
            placement = from_slot(look_at(state, i), slot)
            preview(tiles, state, state.tile, placement)
            start, n = n, add_moves(tiles, options, state, placement, mind.moves, n)
            weigh_placement(tiles, options, state, mind, placement)
            mind.told[start] = mind.change
            for k in range(start + 1, n):
                weigh_meeple(tiles, options, state, mind, mind.moves[k])
                mind.told[k] = mind.told[start] + mind.change
    state.tile = in_hand
    return n
