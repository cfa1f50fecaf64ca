"""The board: where tiles lie, which cells are open and what fits there.

Each empty cell beside a tile is *open* and carries a code of the four edges it asks for: the sum over
its sides of the neighbour's edge letter (0 for no neighbour) times the weight of the side. The
rotations in which a design fits are one look-up, ``tiles.fits[design, code]``.
"""

from __future__ import annotations

from rules.bits import lowest_bit
from rules.kernel import kernel
from rules.tiles.features import add_node, join
from rules.tiles.grid import ACROSS, STEP, WIDTH
from rules.tiles.state import NO_TILE, TileState
from rules.tiles.tileset import Tiles
from rules.verbs import copy_fields, for_each_game


@kernel
def clear_board(board: TileState) -> None:
    """Take every tile off; only cells that were touched are cleared."""
    for i in range(board.n_open):
        board.open_at[board.open_cells[i]] = 0
    for t in range(board.n_placed):
        cell = board.cell[t]
        board.tile_at[cell] = 0
        for i in range(8):
            board.tiles_near[cell + STEP[i]] = 0
            board.centres_near[cell + STEP[i]] = 0
    board.n_placed = 0
    board.n_open = 0
    board.n_nodes = 0


@kernel
def clear_table(state: TileState, players: int) -> None:
    """So many players and an empty table: no tile laid or in hand, no stack, no turn played, nothing paid."""
    clear_board(state)
    state.players = players
    state.first = 0
    state.turn = 0
    state.seat = 0
    state.tile = NO_TILE
    state.over = 0
    state.n_deck = 0
    state.deck_next = 0
    state.turn_draw = 0
    state.n_discarded = 0
    state.turn_discards = 0
    state.winners = 0
    state.n_scored = 0


@for_each_game
def is_over(state: TileState) -> bool:
    """Whether the stack is used up and the last turn finished (CC-49, SW-53)."""
    return state.over == 1


@kernel
def begin_draw(state: TileState) -> None:
    """Note where stack and discarded tiles are as a turn begins."""
    state.turn_draw = state.deck_next
    state.turn_discards = state.n_discarded


@kernel
def discard(state: TileState, design: int) -> None:
    """A tile that fits nowhere leaves the game (CC-20, SW-16)."""
    state.discarded[state.n_discarded] = design
    state.n_discarded += 1


@kernel
def copy_grid(board: TileState, other: TileState) -> None:
    """Make the cells of a board like those of another, before the rest of it is made so.

    Cells far from tiles that lie on one of the two boards only are left alone.
    """
    same = 0
    while (
        same < board.n_placed
        and same < other.n_placed
        and board.cell[same] == other.cell[same]
        and board.design[same] == other.design[same]
        and board.rotation[same] == other.rotation[same]
    ):
        same += 1
    for i in range(board.n_open):
        board.open_at[board.open_cells[i]] = 0
    for t in range(same, board.n_placed):
        _copy_cells(board, other, board.cell[t])
    for t in range(same, other.n_placed):
        _copy_cells(board, other, other.cell[t])
    for i in range(other.n_open):
        board.open_at[other.open_cells[i]] = i + 1


@for_each_game
def copy_game(state: TileState, other: TileState) -> None:
    """Make the game in `state` like another, as far as the other has come."""
    copy_grid(state, other)
    copy_fields(state, other)


@kernel
def _copy_cells(board: TileState, other: TileState, cell: int) -> None:
    """Copy what stands at a cell and the eight around it, but for the places in the list of open cells."""
    for y in range(-1, 2):
        for x in range(-1, 2):
            c = cell + y * WIDTH + x
            board.tile_at[c] = other.tile_at[c]
            board.centres_near[c] = other.centres_near[c]
            board.tiles_near[c] = other.tiles_near[c]


@kernel
def _open(board: TileState, cell: int) -> None:
    board.open_cells[board.n_open] = cell
    board.n_facing[board.n_open] = 0
    board.n_open += 1
    board.open_at[cell] = board.n_open
    board.codes[board.n_open] = 0


@kernel
def _close(board: TileState, cell: int) -> None:
    """Take `cell` from the list of open cells; the last one moves to its place."""
    i = board.open_at[cell] - 1
    if i < 0:
        return
    board.n_open -= 1
    n = board.n_open
    last = board.open_cells[n]
    board.open_cells[i] = last
    board.codes[i + 1] = board.codes[n + 1]
    board.n_facing[i] = board.n_facing[n]
    for k in range(board.n_facing[n]):
        board.facing_node[i, k] = board.facing_node[n, k]
        board.facing_ports[i, k] = board.facing_ports[n, k]
    board.open_at[last] = i + 1
    board.open_at[cell] = 0


@kernel
def _face(board: TileState, t: int, i: int, side: int) -> None:
    """Note the nodes of tile `t` that face open cell `i` on a side of it, before those of later sides."""
    n = int(board.n_facing[i])
    k = n
    while k > 0 and board.facing_ports[i, k - 1] >= 1 << (3 * side):
        k -= 1
    first = k
    for port in range(3 * side, 3 * side + 3):
        node = board.port_node[t, ACROSS[port]]
        if node < 0:
            continue
        at = first
        while at < k and board.facing_node[i, at] != node:
            at += 1
        if at == k:
            for later in range(n, k, -1):
                board.facing_node[i, later] = board.facing_node[i, later - 1]
                board.facing_ports[i, later] = board.facing_ports[i, later - 1]
            board.facing_node[i, k] = node
            board.facing_ports[i, k] = 0
            k += 1
            n += 1
        board.facing_ports[i, at] |= 1 << port
    board.n_facing[i] = n


@kernel
def code_at(board: TileState, cell: int) -> int:
    """The code of the edges that a cell asks for; one that is not open asks for none."""
    return board.codes[board.open_at[cell]]


@kernel
def place_tile(tiles: Tiles, board: TileState, cell: int, design: int, rotation: int) -> int:
    """Lay a tile, join its segments to those it touches, and return its index (CC-8, SW-17).

    Nothing joins across a corner, and segments of one tile only through other tiles (CC-10, CC-44, CC-57). A
    segment in the centre joins none: it is complete when tiles lie on all eight places around it (CC-47,
    CC-48, SW-17, SW-46). The caller has made sure that the cell is empty and the edges match.
    """
    t = board.n_placed
    board.n_placed = t + 1
    board.cell[t] = cell
    board.design[t] = design
    board.rotation[t] = rotation
    board.laid[t] = board.turn
    first = board.n_nodes
    board.first_node[t] = first
    for segment in range(tiles.n_segments[design]):
        add_node(
            board, tiles.kind[design, segment], t, tiles.ends[design, segment], tiles.marks[design, segment]
        )
    looks = design * 4 + rotation
    for port in range(12):
        segment = tiles.segment_at[looks, port]
        board.port_node[t, port] = first + segment if segment >= 0 else -1

    code = code_at(board, cell)
    _close(board, cell)
    board.tile_at[cell] = t + 1
    for side in range(4):
        there = cell + STEP[side]
        across = (side + 2) & 3
        other = board.tile_at[there] - 1
        if other < 0:
            if board.open_at[there] == 0:
                _open(board, there)
            i = board.open_at[there] - 1
            board.codes[i + 1] += tiles.edge[looks, side] * tiles.weight[across]
            _face(board, t, i, across)
    ports = tiles.ports[looks] & tiles.faced[code]
    while ports != 0:
        port = lowest_bit(ports)
        ports &= ports - 1
        other = board.tile_at[cell + STEP[port // 3]] - 1
        join(board, board.port_node[t, port], board.port_node[other, ACROSS[port]])

    centre = tiles.centre[design]
    board.centre_node[t] = first + centre if centre >= 0 else -1
    for i in range(8):
        there = cell + STEP[i]
        board.tiles_near[there] += 1
        if centre >= 0:
            board.centres_near[there] += 1
    if centre >= 0:
        board.open_ends[first + centre] -= board.tiles_near[cell]
    if board.centres_near[cell] > 0:
        for i in range(8):
            other = board.tile_at[cell + STEP[i]] - 1
            if other >= 0 and board.centre_node[other] >= 0:
                board.open_ends[board.centre_node[other]] -= 1
    return t


@kernel
def fits_somewhere(tiles: Tiles, board: TileState, design: int) -> bool:
    """Whether the design has a legal placement (CC-20, SW-16)."""
    for i in range(board.n_open):
        if tiles.fits[design, board.codes[i + 1]] != 0:
            return True
    return False
