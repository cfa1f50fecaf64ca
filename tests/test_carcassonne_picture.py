"""Pictures of Carcassonne boards: the art follows the segments of every design, and farms are shaded."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from drawn import CARCASSONNE, in_rows, on_every_segment, painted, segments

from reports.boards.canvas import PIECE, Canvas
from reports.boards.carcassonne.cities import WALL_END
from reports.boards.carcassonne.fields import PORTS, shade, within
from reports.boards.carcassonne.scene import farm_shading
from reports.boards.carcassonne.tile import CarcassonneTile
from reports.boards.page import draw, save
from reports.boards.tiles.board import HALF_HEIGHT, Board, Placed, board_scene, paint_meeple
from reports.boards.tiles.curves import MIDDLE, nearest
from rules.tiles.features import SMALL

#: Places spread over a tile, none of them on a line that the art is likely to use.
SPREAD = np.array(
    [(x, y) for x in np.linspace(-0.4931, 0.4931, 60) for y in np.linspace(-0.4937, 0.4937, 60)]
)

every_design = pytest.mark.parametrize("name", CARCASSONNE)


def region_area(region: list[npt.NDArray[np.float64]]) -> float:
    """The area of the polygons of a region, in tiles."""
    sides = [face * np.roll(face[:, ::-1], -1, axis=0) for face in region]
    return sum(abs((side[:, 0] - side[:, 1]).sum() / 2) for side in sides)


def custom(
    edges: str,
    cities: Sequence[str] = (),
    roads: Sequence[str] = (),
    fields: Sequence[str] = (),
    cloister: bool = False,
) -> dict[str, Any]:
    """A design that no box holds: edges of its cities and roads as letters, ports of its fields in words."""
    return {
        "id": f"{edges} {cities} {roads} {fields}",
        "edges": edges,
        "cities": [{"edges": list(letters), "pennant": True} for letters in cities],
        "roads": [{"edges": list(letters)} for letters in roads],
        "rivers": [],
        "cloister": cloister,
        "fields": [{"ports": ports.split(), "cities": []} for ports in fields],
    }


CUSTOM = {
    "two corner cities": custom("CCCC", ["NE", "SW"]),
    "four cities": custom("CCCC", ["N", "E", "S", "W"]),
    "a band and two caps": custom("CCCC", ["NS", "E", "W"]),
    "a flyover": custom("RRRR", [], ["NS", "EW"], ["Ne En", "Es Se", "Sw Ws", "Nw Wn"]),
    "two bends": custom("RRRR", [], ["NE", "SW"], ["Ne En", "Es Se Nw Wn", "Sw Ws"]),
    "roads to a cloister": custom(
        "FRRR", [], ["E", "S", "W"], ["Nw Ne En Wn", "Es Se", "Sw Ws"], cloister=True
    ),
    "gates on both sides": custom("CRCR", ["NS"], ["E", "W"], ["En", "Es", "Ws", "Wn"]),
    "a road of three edges": custom("RRRF", [], ["NES"], ["Nw Wn Sw Ws", "Ne En", "Es Se"]),
    "a road beside a cloister": custom("FRFR", [], ["EW"], ["Nw Ne En Wn", "Es Se Sw Ws"], cloister=True),
    "fields that hedges part": custom("CFCF", ["N", "S"], [], ["En Es", "Ws Wn"]),
    "four fields and nothing else": custom("FFFF", [], [], ["Nw Ne", "En Es", "Se Sw", "Ws Wn"]),
    "one field on both sides of a road": custom("RFRF", [], ["N", "S"], ["Nw Ne En Es Se Sw Ws Wn"]),
}


# --- the art follows the segments


@pytest.mark.parametrize("design", [*CARCASSONNE.values(), *CUSTOM.values()], ids=[*CARCASSONNE, *CUSTOM])
def test_each_field_reaches_its_own_half_edges_and_no_others(design: dict[str, Any]) -> None:
    tile = CarcassonneTile(design)
    for field, region in zip(design["fields"], tile.regions, strict=True):
        reached = {port for port, at in PORTS.items() if within(np.array([at]) * 0.998, region)[0]}
        assert reached == set(field["ports"])


@every_design
def test_cities_and_fields_share_out_the_tile_without_overlap(name: str) -> None:
    tile = painted(name)
    parts = [*([outline] for outline in tile.outlines), *tile.regions]
    assert sum(region_area(part) for part in parts) == pytest.approx(1.0, abs=1e-4)
    assert np.sum([within(SPREAD, part) for part in parts], axis=0).max() == 1


@every_design
def test_standard_designs_need_no_hedges(name: str) -> None:
    tile = painted(name)
    assert not tile.hedges
    assert all(len(region) == 1 for region in tile.regions)


@every_design
def test_everything_meets_the_rim_where_the_next_tile_expects_it(name: str) -> None:
    """Roads and rivers in the middle of their edges, walls at the ends of theirs."""
    design, tile = CARCASSONNE[name], painted(name)
    for road, curves in zip(design["roads"], tile.lanes, strict=True):
        ends = [curves[0][0], curves[0][-1]][: len(road["edges"])]
        assert np.allclose(ends, [MIDDLE[edge] for edge in road["edges"]])
    for river, curve in zip(design["rivers"], tile.streams, strict=True):
        ends = [curve[0], curve[-1]][: len(river["edges"])]
        assert np.allclose(ends, [MIDDLE[edge] for edge in river["edges"]])
    for wall in itertools.chain(*tile.walls):
        for end in (wall[0], wall[-1]):
            assert np.allclose(sorted(np.abs(end)), (WALL_END, 0.5))


@pytest.mark.parametrize(("name", "walls"), [("C", 0), ("R", 1), ("F", 2), ("H", 2), ("I", 2), ("N", 1)])
def test_a_city_is_walled_where_it_borders_fields_and_open_at_its_edges(name: str, walls: int) -> None:
    assert sum(len(city) for city in painted(name).walls) == walls


@pytest.mark.parametrize(("name", "n"), [("RB", 1), ("RH", 1), ("RK", 1), ("RI", 0), ("X", 0), ("D", 0)])
def test_a_road_crosses_a_river_by_a_bridge(name: str, n: int) -> None:
    assert len(painted(name).decks()) == n


@every_design
def test_each_pennant_hangs_in_its_city_clear_of_the_pieces(name: str) -> None:
    tile = painted(name)
    cities = [n for n, city in enumerate(CARCASSONNE[name]["cities"]) if city["pennant"]]
    assert len(tile.pennants) == len(cities)
    for n, at in zip(cities, tile.pennants, strict=True):
        assert within(np.array([at]), [tile.outlines[n]])[0]
        assert all(np.hypot(at[0] - x, at[1] - y) > 0.2 for x, y in tile.anchors.values())


# --- pieces


@every_design
def test_a_piece_stands_on_its_own_segment(name: str) -> None:
    design, tile = CARCASSONNE[name], painted(name)
    assert set(tile.anchors) == set(segments(design))
    for (on, n), at in tile.anchors.items():
        place = np.array([at])
        if on == "road":
            assert nearest(place, tile.lanes[n])[0] < 0.01
        if on == "city":
            assert within(place, [tile.outlines[n]])[0]
            assert nearest(place, tile.walls[n])[0] > 0.1
        if on == "field":
            assert within(place, tile.regions[n])[0]
            assert tile.clearance(place)[0] > 0.03
    for a, b in itertools.combinations(tile.anchors.values(), 2):
        assert np.hypot(a[0] - b[0], a[1] - b[1]) > 2 * HALF_HEIGHT[SMALL]


def test_a_farmer_lies_down() -> None:
    """Upright a meeple's head is the topmost of it; lying, the westernmost."""
    for lying, axis, sign in ((False, 1, 1), (True, 0, -1)):
        canvas = Canvas()
        paint_meeple(canvas, "blue", (0.0, 0.0), 1.0, lying)
        ((figure,),) = [paths for paint, paths in canvas if paint.level == PIECE + 0.2]
        head = figure.vertices[int(np.argmax(sign * figure.vertices[:, axis]))]
        assert np.allclose(head, (0.0, 1.0) if not lying else (-1.0, 0.0))


# --- farms


def fills(
    region: list[npt.NDArray[np.float64]], colours: tuple[str, ...]
) -> dict[Any, list[npt.NDArray[np.float64]]]:
    """Shade a region; returns each fill with the polygons painted in it."""
    canvas = Canvas()
    shade(canvas, region, colours)
    return {paint.fill: [path.vertices[:-1] for path in paths] for paint, paths in canvas}


@pytest.mark.parametrize("colours", [("blue", "red"), ("red", "green", "black")])
@pytest.mark.parametrize("name", ["E", "H", "U", "RI"])
def test_a_shared_farm_has_stripes_of_each_colour_and_none_outside_it(
    name: str, colours: tuple[str, ...]
) -> None:
    region = painted(name).regions[0]
    tints = fills(region, colours)
    assert len(tints) == len(colours)
    for stripes in list(tints.values())[1:]:
        assert region_area(stripes) == pytest.approx(region_area(region) / len(colours), rel=0.5)
        assert not (within(SPREAD, stripes) & ~within(SPREAD, region)).any()


def test_a_farm_without_owner_stays_plain() -> None:
    assert fills(painted("E").regions[0], ()) == {}


def test_farms_are_shaded_on_the_board(tmp_path: Path) -> None:
    """A tint appears in the picture exactly where somebody holds a farm, as the tile lies."""
    tiles = [Placed(painted("U"), (0, 0), 1), Placed(painted("B"), (0, 1))]
    ((tint, _),) = fills(painted("B").regions[0], ("yellow",)).items()
    shading = farm_shading(tiles, {((0, 1), 0): ["yellow"]})
    ((paint, shaded),) = shading
    assert paint.fill == tint
    area = region_area([path.vertices[:-1] for path in shaded])
    assert area == pytest.approx(region_area(painted("B").regions[0]))
    assert all(np.abs(path.vertices - (0, 1)).max() <= 0.5 for path in shaded)
    plain = save(board_scene(Board(tiles)), tmp_path / "plain.svg").read_text()
    assert tint not in plain
    assert tint in save(board_scene(Board(tiles, shading=shading)), tmp_path / "shaded.svg").read_text()


# --- other tiles


@pytest.mark.parametrize("name", CUSTOM)
def test_tiles_of_other_files_draw_too(name: str) -> None:
    tile = CarcassonneTile(CUSTOM[name])
    tiles = in_rows([tile], 1)
    assert draw(board_scene(Board(tiles, ["black"], on_every_segment(tiles, 1)))).axes
    parts = [*([outline] for outline in tile.outlines), *tile.regions]
    assert np.sum([within(SPREAD, part) for part in parts], axis=0).max() == 1


@pytest.mark.parametrize("name", ["fields that hedges part", "four fields and nothing else"])
def test_fields_that_nothing_else_parts_are_parted_by_hedges(name: str) -> None:
    assert CarcassonneTile(CUSTOM[name]).hedges
