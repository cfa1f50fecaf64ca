"""What a board is, recomputed from its tiles with networkx and compared with what the engine keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import networkx as nx
import numpy as np
from builders import Board, Laid

from rules.kernel import Struct
from rules.tiles.features import all_marks, count_marks, count_tiles
from rules.tiles.grid import CELLS, cell_of, place_of

NEIGHBOURS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
Node = tuple[int, int]
"""A tile by the order of laying, and a segment or a port of it."""


def ports_lying(laid: list[Laid], index: int, segment: int) -> list[int]:
    """The ports of a segment as the tile lies."""
    _, _, tile, rotation = laid[index]
    return [(port + 3 * rotation) % 12 for port in tile.segments[segment].ports]


def graph_of(laid: list[Laid]) -> tuple[Any, set[Node]]:
    """Nodes (tile, segment), an edge wherever two ports of neighbours meet; and the ports that do."""
    at = {(x, y): index for index, (x, y, _, _) in enumerate(laid)}
    graph = nx.Graph()
    port_of: dict[Node, int] = {}
    for index, (_, _, tile, _) in enumerate(laid):
        for segment in range(len(tile.segments)):
            graph.add_node((index, segment))
            port_of |= {(index, port): segment for port in ports_lying(laid, index, segment)}
    met = set()
    for (index, port), segment in port_of.items():
        x, y, _, _ = laid[index]
        side, part = divmod(port, 3)
        dx, dy = NEIGHBOURS[side]
        other = at.get((x + dx, y + dy))
        if other is not None:
            facing = 3 * ((side + 2) % 4) + 2 - part
            graph.add_edge((index, segment), (other, port_of[other, facing]))
            met.add((index, port))
    return graph, met


def open_ends_of(laid: list[Laid], members: set[Node], met: set[Node]) -> int:
    """Ports of a feature that face an empty place; for a centre its empty neighbours."""
    (first, *_) = members
    x, y, tile, _ = laid[first[0]]
    if not tile.segments[first[1]].ports:
        places = {lying[:2] for lying in laid}
        return sum((x + dx, y + dy) not in places for dx, dy in NEIGHBOURS)
    return sum(
        (index, port) not in met for index, segment in members for port in ports_lying(laid, index, segment)
    )


def codes_of(board: Board) -> dict[tuple[int, int], list[str | None]]:
    """What each open place asks for: {place: [letter or None for N, E, S, W]}."""
    asked: dict[tuple[int, int], list[str | None]] = {}
    places = {(x, y) for x, y, _, _ in board.laid}
    for x, y, tile, rotation in board.laid:
        for side, (dx, dy) in enumerate(NEIGHBOURS[:4]):
            there = (x + dx, y + dy)
            if there not in places:
                edge = tile.edges[(side - rotation) % 4]
                asked.setdefault(there, [None] * 4)[(side + 2) % 4] = edge
    return asked


def check_board(board: Board, stood: Sequence[tuple[int, int, int]] = ()) -> None:
    """Everything the board keeps equals what its tiles say; `stood` are (tile, segment, meeples)."""
    laid, state = board.laid, board.state
    graph, met = graph_of(laid)
    assert state.n_placed == len(laid)
    assert state.n_nodes == graph.number_of_nodes()
    for members in nx.connected_components(graph):
        nodes = {board.node(*member) for member in members}
        roots = {int(state.feature[node]) for node in nodes}
        assert len(roots) == 1
        (root,) = roots
        assert root in nodes
        assert state.n_members[root] == len(nodes)
        assert ring(state, root) == nodes
        assert state.open_ends[root] == open_ends_of(laid, members, met)
        tiles = {index for index, _ in members}
        assert count_tiles(state, root) == len(tiles)
        assert int(state.tiles_low[root]) | int(state.tiles_high[root]) << 63 == sum(1 << t for t in tiles)
        segments = [laid[index][2].segments[segment] for index, segment in members]
        assert {int(state.kind[node]) for node in nodes} == {segments[0].kind}
        for which in range(3):
            assert count_marks(state.marks[root], which) == sum(s.marks[which] for s in segments)
        assert all_marks(state.marks[root]) == sum(sum(s.marks) for s in segments)
        assert state.meeples[root] == sum(m for index, segment, m in stood if (index, segment) in members)
    check_places(board)


def check_places(board: Board) -> None:
    """Open cells, codes, and the counters of neighbours."""
    laid, state = board.laid, board.state
    asked = codes_of(board)
    open_cells = state.open_cells[: state.n_open].tolist()
    assert sorted(open_cells) == sorted(cell_of(*place) for place in asked)
    for i, cell in enumerate(open_cells):
        assert state.open_at[cell] == i + 1
        code = sum(
            (1 + board.tileset.letters.index(letter)) * int(board.tiles.weight[side])
            for side, letter in enumerate(asked[place_of(cell)])
            if letter
        )
        assert state.codes[i + 1] == code
    assert np.count_nonzero(state.open_at) == len(open_cells)
    near, centres = np.zeros(CELLS, int), np.zeros(CELLS, int)
    for x, y, tile, _ in laid:
        for dx, dy in NEIGHBOURS:
            near[cell_of(x + dx, y + dy)] += 1
            centres[cell_of(x + dx, y + dy)] += any(not s.ports for s in tile.segments)
    assert (state.tiles_near == near).all()
    assert (state.centres_near == centres).all()
    assert {place_of(c): int(state.tile_at[c]) - 1 for c in np.flatnonzero(state.tile_at).tolist()} == {
        (x, y): index for index, (x, y, _, _) in enumerate(laid)
    }


def ring(state: Struct, root: int) -> set[int]:
    """The members of a feature, walked once round."""
    found, node = set(), root
    while node not in found:
        found.add(node)
        node = int(state.next_node[node])
    assert node == root
    return found
