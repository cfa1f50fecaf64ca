"""What a placement would bring, without doing it: the features that the tile would touch and make.

The placements of a list (`rules.tiles.moves`) are looked at one after the other. Those on one cell lie side
by side and touch the same features by the same ports, so these *links* are found once for the cell
(`look_at`); then for each rotation which segments are barred to meeples (`find_barred`), or all about the
features that the tile would make (`preview`).
"""

from __future__ import annotations

import numpy as np

from rules.bits import count_bits, lowest_bit
from rules.kernel import inlined, kernel
from rules.tiles.moves import move_cell, move_rotation
from rules.tiles.state import PreviewState, TileState
from rules.tiles.tileset import Tiles


@inlined
def look_at(board: TileState, i: int) -> int:
    """Turn to the placement that is number `i` of the list, after `i - 1`; return it."""
    placement = board.placements[i]
    cell = move_cell(placement)
    board.same_cell = i > 0 and cell == move_cell(board.placements[i - 1])
    if not board.same_cell:
        _find_links(board, board.open_at[cell] - 1)
    return placement


@inlined
def _find_links(board: TileState, at: int) -> None:
    """List the features around open cell number `at`, and by which ports a tile there would touch each."""
    n = 0
    held_links, held_ports, wide_links = np.int64(0), np.int64(0), np.int64(0)
    for k in range(board.n_facing[at]):
        feature = board.feature[board.facing_node[at, k]]
        ports = np.int64(board.facing_ports[at, k])
        i = 0
        while i < n and board.link_feature[i] != feature:
            i += 1
        held = np.int64(board.meeples[feature] != 0)  # no branch: nobody can foresee it
        wide = np.int64(ports & (ports - 1) != 0)
        if i == n:
            held_links |= held << i
            board.link_feature[i] = feature
            n += 1
        else:
            ports |= board.link_ports[i]
            wide = np.int64(1)
        board.link_ports[i] = ports
        held_ports |= ports & -held
        wide_links |= (wide & (1 - held)) << i
    board.n_links = n
    board.held_links = held_links  # type: ignore[assignment]
    board.held_ports = held_ports  # type: ignore[assignment]
    board.wide_links = wide_links  # type: ignore[assignment]


@inlined
def find_barred(tiles: Tiles, board: TileState, design: int, placement: int) -> None:
    """Find the segments of a placement, just looked at, that would be part of a feature that holds meeples.

    Only what legal moves need of `preview`, in a fraction of its time.
    """
    barred = np.int64(0)
    if board.held_ports != 0:
        looks = design * 4 + move_rotation(placement)
        for s in range(tiles.n_segments[design]):
            barred |= np.int64((tiles.reach[looks, s] & board.held_ports) != 0) << s
        if board.wide_links != 0:
            barred = np.int64(_spread(tiles, board, looks, barred))  # type: ignore[arg-type]
    board.barred = barred  # type: ignore[assignment]


@kernel
def _spread(tiles: Tiles, board: TileState, looks: int, barred: int) -> int:
    """Add to barred segments those that an empty feature of the board would join to one of them."""
    before = -1
    while barred != before:
        before = barred
        links = board.wide_links
        while links != 0:
            ports = board.link_ports[lowest_bit(links)]
            links &= links - 1
            joined = np.int64(0)
            while ports != 0:
                joined |= np.int64(1) << tiles.segment_at[looks, lowest_bit(ports)]
                ports &= ports - 1
            if joined & barred != 0:
                barred |= joined  # type: ignore[assignment]
    return barred


@inlined
def preview(tiles: Tiles, board: TileState, design: int, placement: int) -> None:
    """What the features of a placement, just looked at, would be; the board stays as it is.

    Segments that would end up in one feature, also through the board, share a group, named by its
    lowest segment; the group's numbers lie at that segment. The new tile itself is not yet among the
    group's tiles.
    """
    n = tiles.n_segments[design]
    looks = design * 4 + move_rotation(placement)
    for s in range(n):
        board.group[s] = s
        board.group_open[s] = tiles.ends[design, s]
        board.group_meeples[s] = 0
        board.group_marks[s] = tiles.marks[design, s]
    for i in range(board.n_links):
        ports = board.link_ports[i]
        s = tiles.segment_at[looks, lowest_bit(ports)]
        board.link_group[i] = s
        rest = ports & ~tiles.reach[looks, s]
        if rest != 0:
            _merge(tiles, board, looks, s, rest)
    held, linked = np.int64(0), np.int64(0)  # in registers: the loop is the heart of every weighing
    for i in range(board.n_links):
        g = board.group[board.link_group[i]]
        feature = board.link_feature[i]
        board.link_group[i] = g
        board.group_open[g] += board.open_ends[feature] - 2 * count_bits(board.link_ports[i])
        board.group_meeples[g] += board.meeples[feature]
        board.group_marks[g] += board.marks[feature]
        if (linked >> g) & 1:
            board.group_low[g] |= board.tiles_low[feature]
            board.group_high[g] |= board.tiles_high[feature]
            board.group_near_low[g] |= board.near_low[feature]
            board.group_near_high[g] |= board.near_high[feature]
        else:
            board.group_low[g] = board.tiles_low[feature]
            board.group_high[g] = board.tiles_high[feature]
            board.group_near_low[g] = board.near_low[feature]
            board.group_near_high[g] = board.near_high[feature]
        held |= ((board.held_links >> i) & 1) << g
        linked |= np.int64(1) << g
    board.held = held  # type: ignore[assignment]
    board.linked = linked  # type: ignore[assignment]
    centre = tiles.centre[design]
    if centre >= 0:
        board.group_open[centre] -= board.tiles_near[move_cell(placement)]
    barred = np.int64(0)
    if held != 0:
        for s in range(n):
            barred |= ((held >> board.group[s]) & 1) << s
    board.barred = barred  # type: ignore[assignment]


@kernel
def _merge(tiles: Tiles, board: TileState, looks: int, segment: int, rest: int) -> None:
    """A feature of the board touches a segment and, by the ports in `rest`, other ones: all are one group."""
    while rest != 0:
        other = tiles.segment_at[looks, lowest_bit(rest)]
        rest &= ~tiles.reach[looks, other]
        kept = min(board.group[segment], board.group[other])
        gone = max(board.group[segment], board.group[other])
        if kept == gone:
            continue
        for s in range(tiles.n_segments[looks >> 2]):
            if board.group[s] == gone:
                board.group[s] = kept
        board.group_open[kept] += board.group_open[gone]
        board.group_marks[kept] += board.group_marks[gone]


@kernel
def group_tiles(board: PreviewState, group: int) -> int:
    """The distinct tiles of a group of the placement looked at, its own tile included."""
    if (board.linked >> group) & 1 == 0:
        return 1
    return 1 + count_bits(board.group_low[group]) + count_bits(board.group_high[group])


@kernel
def group_ports(tiles: Tiles, board: PreviewState, looks: int, group: int) -> int:
    """Bit p: the group reaches port p of the placement looked at, which looks so."""
    ports = np.int64(0)
    for s in range(group, tiles.n_segments[looks >> 2]):
        if board.group[s] == group:
            ports |= tiles.reach[looks, s]
    return ports  # type: ignore[return-value]
