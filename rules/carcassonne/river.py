"""The River: where its next tile may go and which bends are forbidden."""

from __future__ import annotations

from rules.carcassonne.options import Options, RiverTurn
from rules.carcassonne.state import NO_CELL, State
from rules.carcassonne.tiles import RIVER_LETTER, Role
from rules.kernel import kernel
from rules.tiles.grid import STEP
from rules.tiles.moves import add_placements, move_rotation
from rules.tiles.tileset import Tiles

STRAIGHT, RIGHT, LEFT = 0, 1, -1
NO_SIDE = -1


@kernel
def way_out(tiles: Tiles, looks: int, heading: int) -> int:
    """The side by which a river that comes with `heading` leaves a tile, NO_SIDE for a lake.

    `looks` is design * 4 + rotation.
    """
    for side in range(4):
        if side != (heading + 2) & 3 and tiles.edge[looks, side] == RIVER_LETTER:
            return side
    return NO_SIDE


@kernel
def hand_of(heading: int, out: int) -> int:
    """RIGHT or LEFT for a bend, STRAIGHT for none (CC-73); the lake is none (CC-74)."""
    if out == (heading + 1) & 3:
        return RIGHT
    if out == (heading + 3) & 3:
        return LEFT
    return STRAIGHT


@kernel
def may_turn(tiles: Tiles, options: Options, state: State, looks: int) -> bool:
    """Whether the turn rule allows the tile as the next of the river (CC-75, CC-76)."""
    hand = hand_of(state.river_heading, way_out(tiles, looks, state.river_heading))
    if hand == STRAIGHT or options.river_turn == RiverTurn.NONE:
        return True
    if options.river_turn == RiverTurn.IMMEDIATE:
        return hand != state.river_hand
    return hand != state.river_bend


@kernel
def list_river_placements(tiles: Tiles, options: Options, state: State, design: int) -> int:
    """List in `state.placements` how a River tile may lie on the open end; return how many.

    Its river meets the open end (CC-71), its other sides match and lead the river to an empty cell (CC-72),
    and its bend keeps to the turn rule (CC-73, CC-74, CC-75).
    """
    if state.river_cell == NO_CELL:
        return 0
    n = 0
    for i in range(add_placements(tiles, state, design, state.river_cell, 0)):
        placement = state.placements[i]
        if may_turn(tiles, options, state, design * 4 + move_rotation(placement)):
            state.placements[n] = placement
            n += 1
    return n


@kernel
def flow_on(tiles: Tiles, state: State) -> None:
    """The river goes on through the tiles that lie where its open end was (CC-71, CC-76)."""
    while state.river_cell != NO_CELL and state.tile_at[state.river_cell] > 0:
        t = state.tile_at[state.river_cell] - 1
        _flow_through(tiles, state, state.river_cell, state.design[t] * 4 + state.rotation[t])


@kernel
def _flow_through(tiles: Tiles, state: State, cell: int, looks: int) -> None:
    """The river's open end moves through one tile."""
    out = way_out(tiles, looks, state.river_heading)
    if out == NO_SIDE:
        state.river_cell = NO_CELL
        return
    state.river_hand = hand_of(state.river_heading, out)
    if state.river_hand != STRAIGHT:
        state.river_bend = state.river_hand
    state.river_heading = out
    state.river_cell = cell + STEP[out]


@kernel
def find_river(tiles: Tiles, state: State) -> None:
    """Follow the river from its source over the tiles that lie to where its open end is, if it has one."""
    state.river_cell = NO_CELL
    state.river_hand = STRAIGHT
    state.river_bend = STRAIGHT
    for t in range(state.n_placed):
        if tiles.role[state.design[t]] != Role.SOURCE:
            continue
        looks = state.design[t] * 4 + state.rotation[t]
        for side in range(4):
            if tiles.edge[looks, side] == RIVER_LETTER:
                state.river_heading = side
                state.river_cell = state.cell[t] + STEP[side]
        flow_on(tiles, state)
        return
