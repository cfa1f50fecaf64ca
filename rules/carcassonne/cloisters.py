"""A cloister for everybody: each seat begins with one, to be placed in place of drawing a tile (HR-22)."""

from __future__ import annotations

from rules.carcassonne.options import Options
from rules.carcassonne.state import State
from rules.carcassonne.tiles import Role, is_plain_cloister
from rules.kernel import kernel
from rules.tiles.board import fits_somewhere
from rules.tiles.state import NO_TILE
from rules.tiles.tileset import Tiles


@kernel
def deal_cloisters(tiles: Tiles, options: Options, state: State) -> int:
    """Deal the first plain cloisters of the tile file, from seat 0 on; return how many that takes."""
    dealt = 0
    for i in range(tiles.n_deck if options.start_cloisters else 0):
        if dealt < state.players and is_plain_cloister(tiles, tiles.deck[i]):
            state.own_tile[dealt] = tiles.deck[i]
            dealt += 1
    return dealt


@kernel
def may_place_own(tiles: Tiles, state: State) -> bool:
    """Whether the seat to move may place its cloister: one that fits, as land could be drawn."""
    own = state.own_tile[state.seat]
    if own == NO_TILE or state.deck_next == state.n_deck:
        return False
    return tiles.role[state.deck_order[state.deck_next]] == Role.LAND and fits_somewhere(tiles, state, own)
