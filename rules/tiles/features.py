"""Growing features: the connected sets of segments, what stands on them and what they are worth.

The members of a feature hang in a ring through `next_node`. When two features join, the smaller is
relabelled, so that asking for a feature is one look-up. Its speaker keeps the set of its tiles as bits,
so that a tile counts once however many of its segments belong to the feature, and so that
what a join would give is a few additions, without doing it (`rules.tiles.preview`).
"""

from __future__ import annotations

import numpy as np

from rules.bits import count_bits
from rules.kernel import kernel
from rules.tiles.state import TileState
from rules.tiles.tileset import MARK_BITS

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
