"""Growing features: the connected sets of segments, what stands on them and what they are worth.

The members of a feature hang in a ring through `next_node`. When two features join, the smaller is
relabelled, so that asking for a feature is one look-up. Its speaker keeps the set of its tiles as bits,
so that a tile counts once however many of its segments belong to the feature, and so that
what a join would give is a few additions, without doing it (`preview`).
"""

from __future__ import annotations

import numpy as np

from rules.bits import count_bits, lowest_bit
from rules.kernel import kernel
from rules.tiles.grid import ACROSS, STEP
from rules.tiles.state import PreviewState, TileState
from rules.tiles.tileset import MARK_BITS, Tiles

SMALL, BIG = 0, 1
COUNT_BITS = 6


@kernel
def add_node(board: TileState, kind: int, tile: int, ends: int, marks: int) -> int:
    """Add a segment as a feature of its own and return its node."""
    node = board.n_nodes
    board.n_nodes = node + 1
    board.feature[node] = node
    board.next_node[node] = node
    board.n_members[node] = 1
    board.kind[node] = kind
    board.node_tile[node] = tile
    board.open_ends[node] = ends
    board.meeples[node] = 0
    board.marks[node] = marks
    board.tiles_low[node] = np.int64(1) << tile if tile < 63 else 0
    board.tiles_high[node] = np.int64(1) << (tile - 63) if tile >= 63 else 0
    board.near_low[node] = 0
    board.near_high[node] = 0
    return node


@kernel
def join(board: TileState, a: int, b: int) -> None:
    """Two segments meet across an edge: their features become one and the edge is open no more.

    The one feature holds the meeples of both, however many (CC-25, SW-26). A feature is complete when it has
    no open edge: road and route (CC-37, SW-43), city and asteroid field (CC-41, SW-44).
    """
    kept = board.feature[a]
    gone = board.feature[b]
    if kept == gone:
        board.open_ends[kept] -= 2
        return
    if board.n_members[kept] < board.n_members[gone]:
        kept, gone = gone, kept
    node = gone
    for _ in range(board.n_members[gone]):
        board.feature[node] = kept
        node = board.next_node[node]
    after = board.next_node[kept]
    board.next_node[kept] = board.next_node[gone]
    board.next_node[gone] = after
    board.n_members[kept] += board.n_members[gone]
    board.open_ends[kept] += board.open_ends[gone] - 2
    board.meeples[kept] += board.meeples[gone]
    board.marks[kept] += board.marks[gone]
    board.tiles_low[kept] |= board.tiles_low[gone]
    board.tiles_high[kept] |= board.tiles_high[gone]
    board.near_low[kept] |= board.near_low[gone]
    board.near_high[kept] |= board.near_high[gone]


@kernel
def one_meeple(seat: int, size: int) -> int:
    """The packed counter of a single meeple."""
    return np.int64(1) << (COUNT_BITS * (2 * seat + size))  # type: ignore[return-value]


@kernel
def count_of(meeples: int, seat: int, size: int) -> int:
    """How many meeples of `size` a seat has in packed counters."""
    return (meeples >> (COUNT_BITS * (2 * seat + size))) & 63


@kernel
def count_marks(marks: int, which: int) -> int:
    """How many marks of one sort packed counters hold."""
    return (marks >> (MARK_BITS * which)) & 0xFFFF


@kernel
def all_marks(marks: int) -> int:
    """How many marks of all sorts packed counters hold."""
    return (marks & 0xFFFF) + ((marks >> MARK_BITS) & 0xFFFF) + (marks >> (2 * MARK_BITS))


@kernel
def count_tiles(board: TileState, feature: int) -> int:
    """The distinct tiles of a feature: each counts once (CC-40, CC-43, SW-48)."""
    return count_bits(board.tiles_low[feature]) + count_bits(board.tiles_high[feature])


@kernel
def preview(
    tiles: Tiles, board: TileState, cell: int, design: int, rotation: int, look: PreviewState
) -> None:
    """What the tile's features would be after placing it at `cell`; the board stays as it is.

    Segments that would end up in one feature, also through the board, share a group, named by its
    lowest segment; the group's numbers lie at that segment. The new tile itself is not yet among the
    group's tiles.
    """
    n = tiles.n_segments[design]
    for s in range(n):
        look.group[s] = s
        look.group_open[s] = tiles.ends[design, s]
        look.group_meeples[s] = 0
        look.group_marks[s] = tiles.marks[design, s]
    look.n_links = 0
    look.held = 0
    look.held_links = 0
    look.linked = 0
    looks = design * 4 + rotation
    before, met = -1, -1
    ports = tiles.ports[looks] & tiles.faced[board.code[cell]]
    while ports != 0:
        port = lowest_bit(ports)
        ports &= ports - 1
        s = tiles.segment_at[looks, port]
        other = board.tile_at[cell + STEP[port // 3]] - 1
        feature = board.feature[board.port_node[other, ACROSS[port]]]
        if s == before and feature == met:  # both half-edges of a side, as a rule
            look.group_open[look.group[s]] -= 2
            continue
        before, met = s, feature
        _link(board, look, n, s, feature)
    centre = tiles.centre[design]
    if centre >= 0:
        look.group_open[centre] -= board.tiles_near[cell]


@kernel
def _link(board: TileState, look: PreviewState, n: int, s: int, feature: int) -> None:
    g = look.group[s]
    look.group_open[g] -= 2
    for i in range(look.n_links):
        if look.link_feature[i] == feature:
            h = look.link_group[i]
            if h != g:
                _merge(look, n, min(g, h), max(g, h))
            return
    held = np.int64(board.meeples[feature] != 0)  # no branch: nobody can foresee it
    look.held |= held << g
    look.held_links |= held << look.n_links  # type: ignore[assignment]
    look.link_feature[look.n_links] = feature
    look.link_group[look.n_links] = g
    look.n_links += 1
    look.group_open[g] += board.open_ends[feature]
    look.group_meeples[g] += board.meeples[feature]
    look.group_marks[g] += board.marks[feature]
    if (look.linked >> g) & 1:
        look.group_low[g] |= board.tiles_low[feature]
        look.group_high[g] |= board.tiles_high[feature]
        look.group_near_low[g] |= board.near_low[feature]
        look.group_near_high[g] |= board.near_high[feature]
    else:
        look.linked |= np.int64(1) << g
        look.group_low[g] = board.tiles_low[feature]
        look.group_high[g] = board.tiles_high[feature]
        look.group_near_low[g] = board.near_low[feature]
        look.group_near_high[g] = board.near_high[feature]


@kernel
def _merge(look: PreviewState, n: int, kept: int, gone: int) -> None:
    for s in range(n):
        if look.group[s] == gone:
            look.group[s] = kept
    for i in range(look.n_links):
        if look.link_group[i] == gone:
            look.link_group[i] = kept
    if (look.held >> gone) & 1:
        look.held = (look.held & ~(np.int64(1) << gone)) | (np.int64(1) << kept)  # type: ignore[assignment]
    look.group_open[kept] += look.group_open[gone]
    look.group_meeples[kept] += look.group_meeples[gone]
    look.group_marks[kept] += look.group_marks[gone]
    if (look.linked >> gone) & 1 == 0:
        return
    if (look.linked >> kept) & 1 == 0:
        look.linked |= np.int64(1) << kept  # type: ignore[assignment]
        look.group_low[kept] = 0
        look.group_high[kept] = 0
        look.group_near_low[kept] = 0
        look.group_near_high[kept] = 0
    look.group_low[kept] |= look.group_low[gone]
    look.group_high[kept] |= look.group_high[gone]
    look.group_near_low[kept] |= look.group_near_low[gone]
    look.group_near_high[kept] |= look.group_near_high[gone]


@kernel
def group_tiles(look: PreviewState, group: int) -> int:
    """The distinct tiles of a group of the tile looked at, that tile included."""
    if (look.linked >> group) & 1 == 0:
        return 1
    return 1 + count_bits(look.group_low[group]) + count_bits(look.group_high[group])
