"""Turned and mirrored islands: nothing but ids changes (CT-28)."""

import itertools
import json
import random

import pytest
from builders import volume
from catan_tables import SHAPE, judge, written

from rules.catan.board import load_board

pytestmark = pytest.mark.rules

SLOTS = [SHAPE.coast[place] for place in (0, 3, 7, 10, 13, 17, 20, 23, 27)]


def cube(x, y):
    """Six times the cube coordinates of a lattice point."""
    return 3 * x - y, 2 * y, -3 * x - y


def turned(points, order, sign):
    """The id to which each lattice point goes."""
    at = {cube(*point): i for i, point in enumerate(points)}
    return [at[tuple(sign * cube(*point)[k] for k in order)] for point in points]


def symmetries():
    """All twelve symmetries of the island: where hexes, vertices and edges go."""
    centres = [(2 * q + r, 3 * r) for q, r in SHAPE.hexes]
    for order, sign in itertools.product(itertools.permutations(range(3)), (1, -1)):
        hexes, vertices = turned(centres, order, sign), turned(SHAPE.vertices, order, sign)
        edges = [SHAPE.edges.index(tuple(sorted((vertices[a], vertices[b])))) for a, b in SHAPE.edges]
        yield hexes, vertices, edges


ALL = list(symmetries())
KEEPING = [each for each in ALL if {each[2][e] for e in SLOTS} == set(SLOTS)]
"""The symmetries that leave the harbours where there are harbours."""


def test_the_island_has_twelve_symmetries_and_its_harbours_six():
    """CT-28."""
    assert len({tuple(hexes) for hexes, _, _ in ALL}) == 12
    assert len(KEEPING) == 6
    for hexes, vertices, edges in ALL:
        for h, corners in enumerate(SHAPE.hex_vertices):
            assert {vertices[v] for v in corners} == set(SHAPE.hex_vertices[hexes[h]])
        assert sorted(edges) == list(range(72))


def moved(record, hexes, vertices, edges):
    """A record with every id moved."""
    record = json.loads(json.dumps(record))
    setup = record["setup"]
    for name, goes in (("terrain", hexes), ("tokens", hexes)):
        old = list(setup[name])
        for i, there in enumerate(goes):
            setup[name][there] = old[i]
    old = list(setup["harbours"])
    for slot, edge in enumerate(SLOTS):
        setup["harbours"][SLOTS.index(edges[edge])] = old[slot]
    setup["robber"] = hexes[setup["robber"]]
    for entry in record["turns"]:
        for name, goes in (("hex", hexes), ("vertex", vertices), ("edge", edges)):
            if name in entry:
                entry[name] = goes[entry[name]]
    return record


@pytest.mark.parametrize("number", range(volume(5, 1)))
def test_a_moved_game_is_the_same_game(number):
    """CT-28: the same scores, hands, bank and awards, or the same fault."""
    game = written(random.Random(number), 4, game=number, max_turns=120)
    for symmetry in KEEPING:
        verdict = judge(moved(game, *symmetry))
        assert verdict.legal, (verdict.turn, verdict.rule, verdict.message)
        assert verdict.scores == game["result"]["points"]


def test_harbours_lie_where_the_board_has_them():
    board = load_board().tables[0]
    assert [int(board.vertex_slot[SHAPE.edges[edge][0]]) for edge in SLOTS] == list(range(9))
