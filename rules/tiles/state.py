"""What the states of both tile-laying games have in common.

Every segment of a placed tile is a node. `feature[node]` is the node that speaks for its feature; what
belongs to a feature stands at its speaker.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from rules.fields import Fields, Row, Rows, field, rows
from rules.kernel import Array, kernel
from rules.tiles.grid import CELLS
from rules.tiles.tileset import MAX_SEGMENTS, MAX_TILES
from rules.verbs import GameState

MAX_SEATS = 5
MAX_NODES = MAX_TILES * MAX_SEGMENTS
MAX_OPEN = 4 * MAX_TILES
"""A given position may scatter its tiles; in play 2 * MAX_TILES + 2 would do."""

MAX_SCORED = 2048
NO_TILE = -1


of_seat = partial(field, shape=MAX_SEATS)
"""Declares what a game knows of each seat."""
_of_node = partial(field, shape=MAX_NODES, copied="n_nodes")
"""Of each node."""
_of_group = partial(field, shape=MAX_SEGMENTS, copied="nothing")
"""Of each group of segments of the tile looked at."""
_of_cell = partial(field, shape=CELLS, copied="nothing")
"""Of each cell of the grid."""
_of_open = partial(field, shape=MAX_OPEN, copied="n_open")
"""Of each open cell."""
_of_tile = partial(field, shape=MAX_TILES, copied="n_placed")
"""Of each tile that lies."""


class ScoredRow(Row):
    """A feature that was paid."""

    turn: int = field(np.int16, "the turn that brought it")
    kind: int = field(np.int8, "kind of feature")
    tiles: int = field(np.int16, "tiles paid for; of a centre, its places that hold tiles")
    marks: int = field(np.int16, "symbols or pennants")
    points: int = field(np.int32, "points to each seat that is paid")
    seats: int = field(np.int8, "bit s: seat s is paid")
    final: int = field(np.int8, "1 after the game, 0 during it")


class FeatureState(Fields):
    """The nodes of the board."""

    n_nodes: int = field(np.int64, "segments laid so far")
    feature: Array = _of_node(np.int16, "the node that speaks for the feature of each node")
    next_node: Array = _of_node(np.int16, "the next member of the same feature, in a ring")
    n_members: Array = _of_node(np.int16, "nodes of the feature")
    kind: Array = _of_node(np.int8, "kind of feature")
    node_tile: Array = _of_node(np.int16, "the tile of each node")
    open_ends: Array = _of_node(
        np.int16, "edges, or places around a centre, that still face an empty cell; 0 = complete"
    )
    meeples: Array = _of_node(np.int64, "packed counters, see `count_of`")
    marks: Array = _of_node(np.int64, "packed counters of symbols or pennants, see `count_marks`")
    tiles_low: Array = _of_node(np.int64, "the set of its tiles as bits, tiles 0-62")
    tiles_high: Array = _of_node(np.int64, "tiles 63-125")
    near_low: Array = _of_node(np.int64, "a set that a game keeps: the complete cities that a farm borders")
    near_high: Array = _of_node(np.int64, "the rest of that set")


class PreviewState(Fields):
    """The features of a tile as they would be after placing it: scratch of `rules.tiles.preview`."""

    same_cell: int = field(np.int64, "whether the placement looked at before lies there, too")
    n_links: int = field(np.int64, "features around the cell that a tile would touch, listed below")
    held_links: int = field(np.int64, "bit i: there are meeples on the feature of link i")
    held_ports: int = field(np.int64, "bit p: they are behind port p")
    wide_links: int = field(np.int64, "bit i: link i has no meeples and several ports")
    link_feature: Array = field(np.int16, "features that the tile would touch", shape=12, copied="nothing")
    link_ports: Array = field(np.int16, "bit p: it would touch it by port p", shape=12, copied="nothing")
    barred: int = field(np.int64, "bit s: segment s would be part of a feature that holds meeples")
    held: int = field(np.int64, "bit g: there are meeples on group g")
    linked: int = field(np.int64, "bit g: group g touches features; if not, its sets below are void")
    link_group: Array = field(np.int8, "the group that touches each feature", shape=12, copied="nothing")
    group: Array = _of_group(np.int8, "the lowest segment that shares the feature of each segment")
    group_open: Array = _of_group(np.int16, "open ends of each group, joined")
    group_meeples: Array = _of_group(np.int64, "its meeples")
    group_marks: Array = _of_group(np.int64, "its marks")
    group_low: Array = _of_group(np.int64, "its tiles 0-62")
    group_high: Array = _of_group(np.int64, "its tiles 63-125")
    group_near_low: Array = _of_group(np.int64, "as `near_low`")
    group_near_high: Array = _of_group(np.int64, "as `near_high`")


class TileState(GameState, FeatureState, PreviewState):
    """The state of a tile-laying game."""

    n_placed: int = field(np.int64, "tiles on the table")
    n_open: int = field(np.int64, "open cells")
    tile_at: Array = _of_cell(np.int8, "1 + index of the tile placed there, 0 for an empty cell")
    open_at: Array = _of_cell(np.int16, "1 + index in open_cells, 0 for a cell that is not open")
    centres_near: Array = _of_cell(np.int8, "tiles with a centre segment among the eight neighbours")
    tiles_near: Array = _of_cell(np.int8, "tiles among the eight neighbours")
    open_cells: Array = _of_open(np.int32, "the open cells, in no order")
    codes: Array = field(
        np.int16,
        "code of the edges that a cell asks for, by `open_at`: of a cell that is not open, at 0, none",
        shape=MAX_OPEN + 1,
    )
    n_facing: Array = _of_open(np.int8, "nodes that face each open cell, listed below")
    facing_node: Array = _of_open(np.int16, "these nodes, in the order of ports", shape=(MAX_OPEN, 12))
    facing_ports: Array = _of_open(
        np.int16, "bit p: a tile on the cell touches the node by port p", shape=(MAX_OPEN, 12)
    )
    cell: Array = _of_tile(np.int32, "where each placed tile lies")
    design: Array = _of_tile(np.int16, "which design it is")
    rotation: Array = _of_tile(np.int8, "quarter turns clockwise")
    first_node: Array = _of_tile(np.int16, "the node of its segment 0")
    laid: Array = _of_tile(np.int16, "the turn in which it was laid; 0 in the set-up, too")
    centre_node: Array = _of_tile(np.int16, "the node of the segment in its centre, -1 for none")
    port_node: Array = _of_tile(
        np.int16, "node that each port of a placed tile leads to, -1 for none", shape=(MAX_TILES, 12)
    )
    placements: Array = field(
        np.int32, "see `list_placements`; the last is never read", shape=4 * MAX_OPEN + 1, copied="nothing"
    )
    first: int = field(np.int64, "the seat that began")
    tile: int = field(np.int64, "the design to be placed, NO_TILE for none", start=NO_TILE)
    over: int = field(np.int64, "1 when the game has ended")
    deck_order: Array = field(
        np.int16, "the designs of the stack in the order of drawing", shape=MAX_TILES, copied="n_deck"
    )
    n_deck: int = field(np.int64, "tiles of the stack, drawn ones included")
    deck_next: int = field(np.int64, "the next to draw")
    turn_draw: int = field(np.int64, "`deck_next` when the turn began")
    n_discarded: int = field(np.int64, "tiles that fitted nowhere")
    discarded: Array = field(np.int16, "these, in order", shape=MAX_TILES, copied="n_discarded")
    turn_discards: int = field(np.int64, "`n_discarded` when the turn began")
    n_scored: int = field(np.int64, "features paid so far")
    scored: Rows[ScoredRow] = rows(ScoredRow, MAX_SCORED, "what was paid, in order", copied="n_scored")
    scored_node: Array = field(
        np.int16, "a node of each feature that was paid", shape=MAX_SCORED, copied="n_scored"
    )


@kernel
def note_scoring(
    state: TileState, feature: int, n_tiles: int, marks: int, points: int, seats: int, final: int
) -> None:
    """Add the scoring of a feature to the log."""
    if state.n_scored >= MAX_SCORED:
        raise IndexError("more scorings in a game than the log holds")
    row = state.scored[state.n_scored]
    state.scored_node[state.n_scored] = feature
    state.n_scored += 1
    row.turn = state.turn
    row.kind = state.kind[feature]
    row.tiles = n_tiles
    row.marks = marks
    row.points = points
    row.seats = seats
    row.final = final
