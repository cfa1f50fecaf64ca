"""The picture of a board: every tile draws, pieces stand where they should, and files repeat."""

import itertools
import tomllib
from pathlib import Path

import numpy as np
import pytest

import rules
from reports.board import Placed, Scene, Standing, draw_board, save_board, stand, tile_for
from reports.style import SEAT_COLOURS
from reports.tiles.badges import RADIUS
from reports.tiles.geometry import EDGES, MIDDLE, area, lane, roominess, turn
from reports.tiles.pieces import HALF_HEIGHT
from rules.errors import UserError

TILES = Path(rules.__file__).parent / "starwars" / "tiles.toml"
DESIGNS = {tile["id"]: tile for tile in tomllib.loads(TILES.read_text(encoding="utf-8"))["tile"]}
KINDS = {"route": "routes", "asteroid": "asteroids"}


def segments(design):
    """Every place on a design where a meeple may stand: (kind, index)."""
    found = [(on, n) for on, key in KINDS.items() for n in range(len(design[key]))]
    return found + ([("planet", 0)] if design["planet"] else [])


def row(*names):
    """The named designs side by side, each turned once more than the one before."""
    return [Placed(DESIGNS[name], (x, 0), x % 4) for x, name in enumerate(names)]


SCENE = Scene(
    tiles=row("planet-hoth", "field-3-route-empire", "route-crossing-4", "fields-adjacent", "start"),
    meeples=[Standing("red", "big", (0, 0), "planet"), Standing("black", "small", (1, 0), "asteroid")],
    last=(1, 0),
    title="A board",
    legend=[("red", "Luke Skywalker: 12 points"), ("black", "Darth Vader: $7 & <9> points")],
    caption="Two lines\nof caption.",
)


def test_every_design_draws_with_a_meeple_on_every_segment():
    tiles = [Placed(design, (n % 8, -(n // 8)), n % 4) for n, design in enumerate(DESIGNS.values())]
    colours = itertools.cycle(SEAT_COLOURS)
    pieces = [Standing(next(colours), "small", t.at, on, n) for t in tiles for on, n in segments(t.design)]
    axes = draw_board(Scene(tiles, pieces)).axes[0]
    assert 0 < len(axes.patches) < 300  # shapes are gathered by paint: a few hundred, not many thousand


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_same_scene_gives_the_same_bytes(tmp_path, suffix):
    one = save_board(SCENE, tmp_path / f"one.{suffix}").read_bytes()
    two = save_board(SCENE, tmp_path / f"two.{suffix}").read_bytes()
    assert one == two


def test_svg_is_vector_only_and_small(tmp_path):
    text = save_board(SCENE, tmp_path / "board.svg").read_text()
    assert "<image" not in text
    assert len(text) < 40_000 * len(SCENE.tiles) + 100_000


def test_unknown_suffix_is_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(UserError, match=r"board\.gif.*\.png or \.svg"):
        save_board(SCENE, tmp_path / "board.gif")
    assert list(tmp_path.iterdir()) == []


def test_a_long_row_of_tiles_stays_within_the_size_limits():
    long = Scene([Placed(DESIGNS["route-straight"], (0, y)) for y in range(76)])
    width, height = draw_board(long).get_size_inches()
    assert height < 40
    assert width < 8


@pytest.mark.parametrize("name", DESIGNS)
def test_each_segment_has_one_anchor_on_it_and_apart_from_the_others(name):
    design, tile = DESIGNS[name], tile_for(DESIGNS[name])
    assert set(tile.anchors) == set(segments(design))
    for n, outline in enumerate(tile.fields):
        assert roominess(np.array([tile.anchors["asteroid", n]]), outline)[0] > 0.08
    for n, curves in enumerate(tile.lanes):
        assert np.hypot(*(curves[0] - tile.anchors["route", n]).T).min() < 0.04
    for a, b in itertools.combinations(tile.anchors.values(), 2):
        assert np.hypot(a[0] - b[0], a[1] - b[1]) > 0.2


@pytest.mark.parametrize("name", [name for name, design in DESIGNS.items() if design["symbols"]])
def test_badges_lie_on_the_tile_and_clear_of_small_meeples(name):
    tile = tile_for(DESIGNS[name])
    for _, (x, y) in tile.badges:
        assert max(abs(x), abs(y)) + RADIUS < 0.5
        for a, b in tile.anchors.values():
            assert np.hypot(x - a, y - b) > HALF_HEIGHT["small"] + RADIUS


@pytest.mark.parametrize("size", ["small", "big"])
@pytest.mark.parametrize("rotation", range(4))
def test_pieces_stay_whole_within_their_tile(size, rotation):
    for design in DESIGNS.values():
        tile = tile_for(design)
        for on, n in segments(design):
            x, y = stand(tile, Standing("red", size, (0, 0), on, n), rotation)
            assert max(abs(x), abs(y)) + HALF_HEIGHT[size] < 0.5


def test_rotation_carries_an_anchor_to_the_turned_edge():
    """The meeple on the route that leaves a crossing north stands, a quarter turn on, at the east."""
    tile = tile_for(DESIGNS["route-crossing-4"])
    for n, edge in enumerate(EDGES):
        for rotation in range(4):
            x, y = stand(tile, Standing("red", "small", (0, 0), "route", n), rotation)
            towards = MIDDLE[EDGES[(EDGES.index(edge) + rotation) % 4]]
            assert np.allclose((x, y), np.array(towards) * 0.6)


@pytest.mark.parametrize(
    ("edges", "reached"), [("N", 1), ("NE", 2), ("NS", 2), ("ESW", 3), ("NESW", 4)]
)  # fmt: skip
def test_an_area_covers_the_middle_of_exactly_the_edges_it_reaches(edges, reached):
    just_inside = np.array(list(MIDDLE.values())) * 0.99
    assert (roominess(just_inside, area(edges)) > 0).sum() == reached


def test_a_lane_runs_from_edge_to_edge_and_meets_both_squarely():
    for a, b in itertools.combinations(EDGES, 2):
        curve = lane(a, b, push=(0.05, -0.05))
        assert np.allclose(curve[0], MIDDLE[a])
        assert np.allclose(curve[-1], MIDDLE[b])
        for step, edge in ((curve[0] - curve[1], a), (curve[-1] - curve[-2], b)):
            assert np.dot(step / np.hypot(*step), np.array(MIDDLE[edge]) * 2) > 0.98


def test_turning_is_clockwise():
    assert turn((0.0, 0.5), 1).tolist() == [0.5, 0.0]
    assert turn((0.2, 0.3), 4).tolist() == [0.2, 0.3]


def test_tiles_that_no_box_holds_yet_draw_too():
    """A planet and a field that end two routes, a route past a planet, a bridge, four lone fields."""
    plain = {"symbols": [], "planet": False, "routes": [], "asteroids": []}
    odd = [
        {"planet": True, "routes": [["N"], ["S"]]},
        {"asteroids": [["N"]], "routes": [["E"], ["W"]]},
        {"planet": "Bespin", "routes": [["N", "S"]]},
        {"routes": [["N", "S"], ["E", "W"]]},
        {"asteroids": [["N"], ["E"], ["S"], ["W"]]},
        {"routes": [["N"]]},
        {"routes": [["N", "E", "S"]]},
        {"asteroids": [["N"]], "symbols": [{"on": "asteroid", "segment": 0, "faction": "rebel"}]},
    ]
    tiles = [Placed({**plain, "id": f"odd{n}", **design}, (n, 0)) for n, design in enumerate(odd)]
    pieces = [Standing("white", "small", t.at, on, n) for t in tiles for on, n in segments(t.design)]
    assert draw_board(Scene(tiles, pieces)).axes


def test_an_empty_board_is_an_error():
    with pytest.raises(ValueError, match="without tiles"):
        draw_board(Scene([]))
