"""The picture of a board of tiles: pieces stand where they should; and the tiles of Star Wars."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from drawn import STARWARS, in_rows, on_every_segment, painted, segments

from reports.boards.canvas import PIECE, turn
from reports.boards.page import draw
from reports.boards.starwars.fields import area, roominess
from reports.boards.starwars.tile import RADIUS, StarWarsTile
from reports.boards.tiles.board import HALF_HEIGHT, Board, Placed, board_scene, stand
from reports.boards.tiles.curves import EDGES, MIDDLE, lane
from rules.tiles.features import BIG, SMALL
from rules.tiles.position import Meeple


def test_a_long_row_of_tiles_stays_within_the_size_limits() -> None:
    long = Board([Placed(painted("route-straight"), (0, y)) for y in range(76)])
    width, height = draw(board_scene(long)).get_size_inches()
    assert height < 40
    assert width < 8


@pytest.mark.parametrize("name", STARWARS)
def test_each_segment_has_one_anchor_on_it_and_apart_from_the_others(name: str) -> None:
    design, tile = STARWARS[name], painted(name)
    assert set(tile.anchors) == set(segments(design))
    for n, outline in enumerate(tile.fields):
        assert roominess(np.array([tile.anchors["asteroid", n]]), outline)[0] > 0.08
    for n, curves in enumerate(tile.lanes):
        assert np.hypot(*(curves[0] - tile.anchors["route", n]).T).min() < 0.04
    for a, b in itertools.combinations(tile.anchors.values(), 2):
        assert np.hypot(a[0] - b[0], a[1] - b[1]) > 0.2


@pytest.mark.parametrize("name", [name for name, design in STARWARS.items() if design["symbols"]])
def test_badges_lie_on_the_tile_and_clear_of_small_meeples(name: str) -> None:
    tile = painted(name)
    for _, (x, y) in tile.badges:
        assert max(abs(x), abs(y)) + RADIUS < 0.5
        for a, b in tile.anchors.values():
            assert np.hypot(x - a, y - b) > HALF_HEIGHT[SMALL] + RADIUS


@pytest.mark.parametrize("size", [SMALL, BIG], ids=["small", "big"])
@pytest.mark.parametrize("rotation", range(4))
def test_pieces_stay_whole_within_their_tile(size: int, rotation: int) -> None:
    for name, design in STARWARS.items():
        placed = Placed(painted(name), (0, 0), rotation)
        for on, n in segments(design):
            x, y = stand(placed, Meeple(0, size, (0, 0), on, n))
            assert max(abs(x), abs(y)) + HALF_HEIGHT[size] < 0.5


@pytest.mark.parametrize(
    ("edges", "reached"), [("N", 1), ("NE", 2), ("NS", 2), ("ESW", 3), ("NESW", 4)]
)  # fmt: skip
def test_an_area_covers_the_middle_of_exactly_the_edges_it_reaches(edges: str, reached: int) -> None:
    just_inside = np.array(list(MIDDLE.values())) * 0.99
    assert (roominess(just_inside, area(edges)) > 0).sum() == reached


def test_a_lane_runs_from_edge_to_edge_and_meets_both_squarely() -> None:
    for a, b in itertools.combinations(EDGES, 2):
        curve = lane(a, b, push=(0.05, -0.05))
        assert np.allclose(curve[0], MIDDLE[a])
        assert np.allclose(curve[-1], MIDDLE[b])
        for step, edge in ((curve[0] - curve[1], a), (curve[-1] - curve[-2], b)):
            assert np.dot(step / np.hypot(*step), np.array(MIDDLE[edge]) * 2) > 0.98


def test_turning_is_clockwise() -> None:
    assert turn((0.0, 0.5), 1).tolist() == [0.5, 0.0]
    assert turn((0.2, 0.3), 4).tolist() == [0.2, 0.3]


def test_tiles_that_no_box_holds_yet_draw_too() -> None:
    """A planet and a field that end two routes, a route past a planet, a bridge, four lone fields."""
    plain: dict[str, Any] = {"symbols": [], "planet": False, "routes": [], "asteroids": []}
    odd: list[dict[str, Any]] = [
        {"planet": True, "routes": [["N"], ["S"]]},
        {"asteroids": [["N"]], "routes": [["E"], ["W"]]},
        {"planet": "Bespin", "routes": [["N", "S"]]},
        {"routes": [["N", "S"], ["E", "W"]]},
        {"asteroids": [["N"], ["E"], ["S"], ["W"]]},
        {"routes": [["N"]]},
        {"routes": [["N", "E", "S"]]},
        {"asteroids": [["N"]], "symbols": [{"on": "asteroid", "segment": 0, "faction": "rebel"}]},
    ]
    tiles = in_rows([StarWarsTile({**plain, "id": f"odd{n}", **d}) for n, d in enumerate(odd)], 8, 0)
    assert draw(board_scene(Board(tiles, ["white"], on_every_segment(tiles, 1)))).axes


def test_an_empty_board_is_an_error() -> None:
    with pytest.raises(ValueError, match="without tiles"):
        board_scene(Board([]))


def test_pieces_on_one_segment_stand_beside_each_other() -> None:
    tile = painted("planet-hoth")
    pieces = [Meeple(0, SMALL, (0, 0), "planet", 0)] * 3
    axes: Any = draw(board_scene(Board([Placed(tile, (0, 0))], ["red"], pieces))).axes[0]
    (figures,) = [patch.get_path() for patch in axes.patches if patch.get_zorder() == PIECE + 0.2]
    heads = figures.vertices[figures.codes == 1][:, 0]
    assert len(set(heads.tolist())) == 3
