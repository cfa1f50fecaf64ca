"""Legal moves: where a tile may go and where a meeple may stand.

The target of a move (`rules.tiles.moves`) is a segment of the tile just placed.
"""

from __future__ import annotations

from rules.carcassonne.hands import choose_tile, tiles_to_choose
from rules.carcassonne.options import FarmMethod, Options
from rules.carcassonne.river import list_river_placements
from rules.carcassonne.state import MAX_MOVES, State
from rules.carcassonne.tiles import Feature, Role
from rules.kernel import Array, kernel
from rules.tiles.moves import DRAW, from_slot, list_placements
from rules.tiles.preview import find_barred, look_at
from rules.tiles.state import NO_TILE
from rules.tiles.tileset import Tiles


@kernel
def legal_placements(tiles: Tiles, options: Options, state: State, design: int) -> int:
    """List in `state.placements` where a tile may go, and return how many (CC-16, CC-17, CC-18, CC-19).

    A River tile goes on the open end of the River; a land tile never does, as it has no river (CC-78).
    """
    if tiles.role[design] == Role.LAND:
        return list_placements(tiles, state, design)
    return list_river_placements(tiles, options, state, design)


@kernel
def add_moves(tiles: Tiles, options: Options, state: State, placement: int, moves: Array, n: int) -> int:
    """Append to the first `n` moves those that begin with `placement`; return how many there are now.

    The tile must be placed; no meeple is the first choice (CC-15), or one from the supply (CC-22, CC-26) on a
    road, city, cloister or field (CC-23), not on a field without farmers (CC-31). The feature with the tile
    joined to it must be empty of meeples (CC-24); it may be a field that borders no city (CC-30). If the seat
    has a meeple, `find_barred` or `preview` must just have been asked about the placement.
    """
    moves[n] = placement
    n += 1
    if state.supply[state.seat] == 0:
        return n
    design = state.tile
    no_farmers = options.farm_method == FarmMethod.NONE
    for segment in range(tiles.n_segments[design]):  # without branches: what is not legal is written over
        moves[n] = placement | ((segment + 1) << 18)
        held = (state.barred >> segment) & 1
        n += 1 - (held | (no_farmers & (tiles.kind[design, segment] == Feature.FIELD)))
    if n > MAX_MOVES - 32:
        raise IndexError("more legal moves than the buffer holds")
    return n


@kernel
def add_tile(tiles: Tiles, options: Options, state: State, slot: int, moves: Array, n: int) -> int:
    """Append to the first `n` moves those of the tile to be placed; return how many there are now."""
    placements = legal_placements(tiles, options, state, state.tile)
    if state.supply[state.seat] == 0:
        for i in range(placements):
            moves[n + i] = from_slot(state.placements[i], slot)
        return n + placements
    for i in range(placements):
        placement = look_at(state, i)
        find_barred(tiles, state, state.tile, placement)
        n = add_moves(tiles, options, state, from_slot(placement, slot), moves, n)
    return n


@kernel
def legal_moves(tiles: Tiles, options: Options, state: State, moves: Array) -> int:
    """Write every legal move of the seat to move into `moves` and return how many there are.

    `moves` holds MAX_MOVES integers. The moves of one placement lie side by side, the one without a
    meeple first, and those of one tile of the hand (HR-21). Without a tile to place (CC-21) there is the
    single move 0. Where the tile is a cloister of one's own, to draw is the first (HR-22).
    """
    if state.tile == NO_TILE:
        moves[0] = 0
        return 1
    in_hand = state.tile
    n = 0
    if state.may_draw == 1:
        moves[0] = DRAW
        n = 1
    for slot in range(tiles_to_choose(state)):
        if choose_tile(state, slot):
            n = add_tile(tiles, options, state, slot, moves, n)
    state.tile = in_hand
    return n
