"""Weighing: a move's value is the weighted sum of its features."""

from __future__ import annotations

from rules.kernel import Array, kernel
from rules.starwars.moves import add_moves, legal_moves
from rules.starwars.state import State
from rules.tiles.moves import list_placements
from rules.tiles.preview import look_at, preview
from rules.tiles.state import NO_TILE
from simulate.games.starwars.move_features import Desk, weigh_meeple, weigh_placement
from simulate.games.tiles.outlook import look_ahead
from simulate.play.noting import keep_features, take_weights


@kernel
def value_moves(desk: Desk, state: State, weights: Array) -> int:
    """List the legal moves and the value of each in `desk.mind`; return how many there are."""
    tiles, options, mind = desk.box, desk.options, desk.mind
    if state.tile == NO_TILE:
        return legal_moves(tiles, options, state, mind.moves)
    look_ahead(state, mind, state.n_deck - state.deck_next)
    take_weights(mind, weights)
    n = 0
    for i in range(list_placements(tiles, state, state.tile)):
        placement = look_at(state, i)
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
def weigh_moves(desk: Desk) -> int:
    """List the legal moves and the features of each, a row of `mind.told`; return how many there are."""
    tiles, options, state, mind = desk.box, desk.options, desk.state, desk.mind
    if state.tile == NO_TILE:
        mind.told[0] = 0.0
        return legal_moves(tiles, options, state, mind.moves)
    look_ahead(state, mind, state.n_deck - state.deck_next)
    keep_features(mind)
    n = 0
    for i in range(list_placements(tiles, state, state.tile)):
        placement = look_at(state, i)
        preview(tiles, state, state.tile, placement)
        start, n = n, add_moves(tiles, options, state, placement, mind.moves, n)
        weigh_placement(tiles, options, state, mind, placement)
        mind.told[start] = mind.change
        for k in range(start + 1, n):
            weigh_meeple(tiles, options, state, mind, mind.moves[k])
            mind.told[k] = mind.told[start] + mind.change
    return n
