"""Legal moves: where the tile in hand may go and where a meeple may stand.

The target of a move (`rules.tiles.moves`) is a segment of the tile just placed or, from ATTACK on, the planet
in direction 0-7 of it, in the order of `STEP`.
"""

from __future__ import annotations

from rules.kernel import Array, kernel
from rules.starwars.options import Options
from rules.starwars.state import MAX_MOVES, State
from rules.tiles.grid import STEP
from rules.tiles.moves import list_placements, move_cell
from rules.tiles.preview import find_barred, look_at
from rules.tiles.state import NO_TILE
from rules.tiles.tileset import Tiles

ATTACK = 16


@kernel
def planet_node(state: State, cell: int) -> int:
    """The node of the planet at `cell`, or -1."""
    tile = state.tile_at[cell] - 1
    if tile < 0:
        return -1
    return state.centre_node[tile]


@kernel
def may_attack(options: Options, state: State, node: int, seat: int) -> bool:
    """Whether the seat may put a meeple on this neighbouring planet (SW-20).

    On one that a rival holds (SW-21) or nobody (SW-22), complete or not (SW-25), but not on one that it holds
    itself or its partner, unless an option allows it (SW-24).
    """
    mine = state.meeples[node] & state.side_mask[state.side_of[seat]]
    return options.reinforce_own_planet == 1 or mine == 0


@kernel
def add_moves(tiles: Tiles, options: Options, state: State, placement: int, moves: Array, n: int) -> int:
    """Append to the first `n` moves those that begin with `placement`; return how many there are now.

    At most one meeple, and none if the reserve is empty (SW-18): on a segment whose feature, with the tile
    joined to it, holds no meeple, a partner's included (SW-19, SW-26, SW-63), or on any one of the planets
    around the tile (SW-20, SW-23), also if the tile is a planet itself (SW-25). If the seat has a meeple,
    `find_barred` or `preview` must just have been asked about the placement.
    """
    moves[n] = placement
    n += 1
    seat = state.seat
    small = state.reserve[seat, 0] > 0
    big = state.reserve[seat, 1] > 0
    if not (small or big):
        return n
    for segment in range(tiles.n_segments[state.tile]):
        if (state.barred >> segment) & 1 == 0:
            n = _add_sizes(placement, segment + 1, small, big, moves, n)
    cell = move_cell(placement)
    if state.centres_near[cell] > 0:
        for direction in range(8):
            node = planet_node(state, cell + STEP[direction])
            if node >= 0 and may_attack(options, state, node, seat):
                n = _add_sizes(placement, ATTACK + direction, small, big, moves, n)
    if n > MAX_MOVES - 64:
        raise IndexError("more legal moves than the buffer holds")
    return n


@kernel
def legal_moves(tiles: Tiles, options: Options, state: State, moves: Array) -> int:
    """Write every legal move of the seat to move into `moves` and return how many there are.

    `moves` holds MAX_MOVES integers. The moves of one placement lie side by side, the one without a
    meeple first. A seat that has no tile to place (`unplaceable = discard_and_pass`) has the single
    move 0.
    """
    if state.tile == NO_TILE:
        moves[0] = 0
        return 1
    placements = list_placements(tiles, state, state.tile)
    if state.reserve[state.seat, 0] == 0 and state.reserve[state.seat, 1] == 0:
        for i in range(placements):
            moves[i] = state.placements[i]
        return placements
    n = 0
    for i in range(placements):
        placement = look_at(state, i)
        find_barred(tiles, state, state.tile, placement)
        n = add_moves(tiles, options, state, placement, moves, n)
    return n


@kernel
def _add_sizes(placement: int, target: int, small: bool, big: bool, moves: Array, n: int) -> int:
    """Append the placement of a small and of a big meeple on `target`, as the reserve allows (SW-18)."""
    if small:
        moves[n] = placement | (target << 18)
        n += 1
    if big:
        moves[n] = placement | (target << 18) | (1 << 23)
        n += 1
    return n
