"""Pictures of Catan: everything on the island is drawn where it lies, and the panels say who has what."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from drawn import COLOURS, MAP, catan, crowded, island, middle, shapes
from matplotlib.path import Path as Outline

from analyses.games.dice import ways
from reports.boards.canvas import Canvas, lettering
from reports.boards.catan.coordinates import (
    ACROSS,
    BUILDING,
    CORNERS,
    LABEL,
    MOTIF,
    ROAD,
    ROBBER,
    SHIP,
    TOKEN,
    edge_at,
    geometry,
    harbour_edge,
    hex_at,
    ship_at,
    vertex_at,
)
from reports.boards.catan.island import (
    TOKEN_AT,
    TOKEN_RADIUS,
    members,
    paint_harbours,
    paint_hex,
    paint_ids,
    paint_island,
    paint_piece,
    paint_token,
    seat_colours,
)
from reports.boards.catan.scene import scene
from reports.boards.page import draw
from reports.boards.symbols import symbol
from reports.pictures.style import SEAT_COLOURS
from rules.catan.board import GENERIC, HARBOUR_KINDS, TERRAIN, standard_island
from rules.catan.geometry import N_EDGES, N_HARBOURS, N_HEXES, N_VERTICES
from rules.catan.options import Laying, Options, Pieces, Shortage
from rules.catan.position import Position
from rules.catan.state import Thing

POSITION = catan()


def in_hex(points: npt.NDArray[np.float64], part: float = 1.0) -> npt.NDArray[np.bool_]:
    """Which points lie in a hex about the origin, drawn in to `part` of its size."""
    x, y = np.abs(points).T
    return (x <= ACROSS * part) & (y + x / (2 * ACROSS) <= part)


def coastline() -> npt.NDArray[np.float64]:
    """The corners of the island, clockwise."""
    edges = [set(geometry().edges[edge]) for edge in geometry().coast]
    return np.array(
        [vertex_at((one & other).pop()) for one, other in zip(edges, edges[1:] + edges[:1], strict=True)]
    )


def frame() -> Outline:
    """The sea's own outline."""
    (_, (sea, *_)), *_ = symbol("catan/sea")
    return sea


def said(position: Position) -> set[str]:
    """The words on the page."""
    return {text.get_text() for text in draw(scene(position)).axes[0].texts}


# --- places


def test_every_edge_joins_vertices_one_side_apart_and_every_hex_has_its_corners() -> None:
    for edge in range(N_EDGES):
        assert np.hypot(*np.diff(edge_at(edge), axis=0)[0]) == pytest.approx(1)
    for number, corners in enumerate(geometry().hex_vertices):
        assert np.allclose([vertex_at(v) for v in corners], CORNERS + hex_at(number))


def test_the_first_hex_lies_in_the_north_west() -> None:
    assert hex_at(0) == pytest.approx((-np.sqrt(3), 3.0))
    assert vertex_at(0) == pytest.approx((-np.sqrt(3), 4.0))


def test_the_coast_goes_once_round_the_island() -> None:
    coast = coastline()
    assert len(coast) == len({tuple(corner) for corner in coast.round(6)}) == 30
    assert np.allclose(np.hypot(*(coast - np.roll(coast, 1, axis=0)).T), 1)
    assert all(Outline(coast).contains_point(tuple(hex_at(number))) for number in range(N_HEXES))


def test_ships_lie_off_their_own_edge_on_open_sea_and_apart_from_each_other() -> None:
    for number in range(N_HARBOURS):
        assert np.hypot(*(edge_at(harbour_edge(number)).mean(axis=0) - ship_at(number))) < 0.8
        around = np.array(ship_at(number)) + 0.45 * np.array(list(itertools.product((-1, 1), (-1, 1))))
        assert frame().contains_points(around).all()
        assert not Outline(coastline()).contains_point(tuple(ship_at(number)))
    for one, other in itertools.combinations(range(N_HARBOURS), 2):
        assert np.hypot(*np.subtract(ship_at(one), ship_at(other))) > 1


# --- the island


@pytest.mark.parametrize("kind", range(len(TERRAIN)), ids=TERRAIN)
def test_a_terrain_stays_within_its_hex_and_its_motif_is_its_own(kind: int) -> None:
    art = paint_hex(kind, 0)
    everything = np.vstack([path.vertices for _, paths in art for path in paths])
    assert all(in_hex(everything, 1.0))
    ours = {paint.fill for paint, _ in art if paint.level >= MOTIF}
    for other in set(range(len(TERRAIN))) - {kind}:
        assert ours - {paint.fill for paint, _ in paint_hex(other, 0) if paint.level >= MOTIF}


@pytest.mark.parametrize("number", [2, 6, 8, 11])
def test_a_token_carries_its_number_and_a_dot_for_each_way_red_for_six_and_eight(number: int) -> None:
    canvas = Canvas()
    paint_token(canvas, number, np.zeros(2))
    paint: Any
    ((paint, (figures, *dots)),) = ((p, s) for p, s in canvas if p.level == TOKEN + 0.2)
    assert len(dots) == ways(number)
    assert np.ptp(figures.vertices[:, 0]) < 1.6 * TOKEN_RADIUS
    reds = int(paint.fill[1:3], 16) > 2 * int(paint.fill[3:5], 16)
    assert reds == (number in (6, 8))


def test_tokens_lie_on_every_hex_but_the_desert() -> None:
    discs = shapes(paint_island(POSITION), TOKEN, TOKEN + 0.1, "#fbf3dc")
    expected = [hex_at(number) for number, token in enumerate(MAP.tokens) if token]
    assert len(discs) == len(expected) == 18
    assert np.allclose([middle(path) - TOKEN_AT for path in discs], expected)


def test_the_robber_stands_clear_of_the_token_and_of_the_sides() -> None:
    figures = np.vstack([path.vertices for path in shapes(paint_island(POSITION), ROBBER, LABEL)])
    figures -= hex_at(MAP.robber)
    assert np.hypot(*(figures - TOKEN_AT).T).min() > TOKEN_RADIUS * 0.75  # clear of the number
    assert all(in_hex(figures, 0.9))
    without = island(options=Options(board=Laying.BEGINNER, robber=False))
    assert shapes(paint_island(without), ROBBER, LABEL) == []


@pytest.mark.parametrize("kind", range(len(HARBOUR_KINDS)), ids=HARBOUR_KINDS)
def test_a_harbour_shows_its_rate_and_piers_to_its_two_vertices(kind: int) -> None:
    canvas = Canvas()
    paint_harbours(canvas, [kind] * N_HARBOURS, (5, 4))
    rate, height, up = ("5:1", 0.185, 0.13) if kind == GENERIC else ("4:1", 0.145, -0.12)
    (sail,) = shapes(symbol("catan/ship"), 0, 1, "#fffaf0")
    written = [path for paint, paths in canvas if paint.fill == "#1f2430" for path in paths]
    for number in range(N_HARBOURS):
        x, y = ship_at(number)
        words = lettering(rate, height, (x, y + up)).vertices
        assert any(len(path) == len(words) and np.allclose(path.vertices, words) for path in written)
        assert np.ptp(words[:, 0]) < np.ptp(sail.vertices[:, 0])
    piers = next(paths for paint, paths in canvas if paint.line and paint.width == 0.15)
    slots = standard_island().tables[0].vertex_slot
    starts = {int(np.argmin([np.hypot(*(p.vertices[0] - vertex_at(v))) for v in range(54)])) for p in piers}
    assert starts == {v for v in range(N_VERTICES) if slots[v] >= 0}


@pytest.mark.parametrize("position", [POSITION, crowded()], ids=["a position", "crowded"])
def test_every_piece_lies_on_its_place_in_its_colour(position: Position) -> None:
    canvas = paint_island(position)
    for seat, colour in enumerate(COLOURS):
        fill, _ = SEAT_COLOURS[colour]
        roads = [middle(path) for path in shapes(canvas, ROAD, BUILDING, fill)]
        edges = np.flatnonzero(position["road_owner"] == seat).tolist()
        assert np.allclose(roads, [edge_at(edge).mean(axis=0) for edge in edges])
        houses = shapes(canvas, BUILDING, ROBBER, fill)
        settlements, cities = (members(int(position[kind][seat])) for kind in ("settlements", "cities"))
        at = [vertex_at(vertex) for vertex in (*settlements, *cities)]
        assert np.allclose([middle(path) for path in houses], at, atol=0.08)
        widths = [np.ptp(path.vertices[:, 0]) for path in houses]
        assert max(widths[: len(settlements)], default=0) < min(widths[len(settlements) :], default=1)


def test_a_road_lies_along_its_edge() -> None:
    everywhere = island(pieces="0:" + ",".join(f"r{edge}" for edge in range(N_EDGES)))
    roads = shapes(paint_island(everywhere), ROAD, BUILDING, SEAT_COLOURS["red"][0])
    for edge, road in zip(range(N_EDGES), roads, strict=True):
        ends = edge_at(edge)
        along = (ends[1] - ends[0]) @ (road.vertices - ends.mean(axis=0)).T
        assert np.allclose(np.abs(along), 0.29)


def test_the_colours_of_the_box_differ_in_grey_or_carry_a_mark() -> None:
    def grey(colour: str) -> float:
        red, green, blue = bytes.fromhex(SEAT_COLOURS[colour][0][1:])
        return 0.299 * red + 0.587 * green + 0.114 * blue

    def marks(colour: str) -> list[int]:
        canvas = Canvas()
        paint_piece(canvas, "road", colour, (0.0, 0.0))
        return [len(path) for path in shapes(canvas, ROAD + 0.3, BUILDING)]

    for one, other in itertools.combinations(COLOURS, 2):
        assert abs(grey(one) - grey(other)) > 60 or marks(one) != marks(other)


def test_buildings_hide_neither_tokens_nor_each_other() -> None:
    canvas = Canvas()
    paint_piece(canvas, "city", "red", (0.0, 0.0))
    reach = np.hypot(*np.vstack([p.vertices for p in shapes(canvas, 0, LABEL)]).T).max()
    assert reach < 0.5
    assert min(np.hypot(*(CORNERS - TOKEN_AT).T)) - TOKEN_RADIUS > 0.75 * reach


@pytest.mark.parametrize(
    ("last", "at"),
    [
        ((Thing.CITY, 28), vertex_at(28)),
        ((Thing.SETTLEMENT, 8), vertex_at(8)),
        ((Thing.ROAD, 13), edge_at(13).mean(axis=0)),
    ],
)
def test_the_piece_that_was_built_last_is_ringed(
    last: tuple[Thing, int], at: npt.NDArray[np.float64]
) -> None:
    rings = shapes(paint_island(catan(last=last)), BUILDING + 0.5, BUILDING + 0.7)
    assert len(rings) == 2
    assert np.allclose([middle(path) for path in rings], at, atol=0.05)


def test_no_piece_of_an_earlier_turn_is_ringed() -> None:
    position = catan(turn=4)
    assert shapes(paint_island(position), BUILDING + 0.5, BUILDING + 0.7) != []
    position["turn"] = 5
    assert shapes(paint_island(position), BUILDING + 0.5, BUILDING + 0.7) == []
    assert shapes(paint_island(catan(last=None)), BUILDING + 0.5, BUILDING + 0.7) == []


def test_ids_are_written_on_every_hex_vertex_and_edge() -> None:
    canvas = Canvas()
    paint_ids(canvas)
    assert len(shapes(canvas, LABEL + 0.1, LABEL + 1)) == N_HEXES + N_VERTICES + N_EDGES
    assert shapes(paint_island(POSITION), LABEL, LABEL + 1) == []


# --- the panels


def test_panels_say_what_the_players_have() -> None:
    words = said(POSITION)
    assert {"seat 1 (red)", "seat 4 (white)", "on turn", "Longest Road: 7", "Largest Army: 3"} <= words
    assert {"road of 0", "0 knights", "no cards", "brick 19", "wool 0", "cards 25"} <= words
    assert "wins" in said(catan(winner=1))
    assert "on turn" not in said(catan(winner=1))


def test_a_panel_counts_points_pieces_and_cards_of_its_player() -> None:
    """In the order in which they are written, from the top down."""
    written = [text.get_text() for text in draw(scene(POSITION)).axes[0].texts]
    red, blue, orange = (written.index(name) for name in ("seat 1 (red)", "seat 2 (blue)", "seat 3 (orange)"))
    assert written[red - 2 : red + 1] == ["points", "3", "seat 1 (red)"]  # a settlement and a city
    assert written[red + 1 : red + 9] == ["to build", "4", "3", "13", "in hand", "1", "2", "12"]
    assert written[blue - 1 : blue + 1] == ["3", "seat 2 (blue)"]  # a settlement and the Longest Road
    assert written[orange + 1 : orange + 7] == ["to build", "5", "3", "14", "in hand", "2"]


def test_a_panel_counts_welfare_tokens_where_there_are_any() -> None:
    """HR-9: beside the pieces."""
    tokens = (3, 1, 0, 12)
    words = said(catan(options=Options(board=Laying.BEGINNER, welfare_price="2"), welfare_tokens=tokens))
    assert {"3 tokens", "1 token", "0 tokens", "12 tokens"} <= words
    assert not any("token" in word for word in said(POSITION))


def test_what_is_not_in_the_rules_is_not_in_the_picture() -> None:
    words = said(catan(options=Options(board=Laying.BEGINNER, shortage=Shortage.UNLIMITED)))
    assert "Resources" in words
    assert not any(word.startswith("brick ") for word in words)


def test_harbours_say_the_rates_of_the_rules() -> None:
    canvas = paint_island(catan(harbour_rate=(4, 3)))
    x, y = ship_at(MAP.harbours.index(GENERIC))
    rate = lettering("4:1", 0.185, (x, y + 0.13)).vertices
    paths = shapes(canvas, SHIP + 0.4, SHIP + 0.5)
    assert any(len(path) == len(rate) and np.allclose(path.vertices, rate) for path in paths)


@pytest.mark.parametrize("players", [3, 4])
def test_the_printed_pieces_lie_on_a_table_in_their_own_colours(players: int) -> None:
    """CT-34: with three players the first colour of the board file is left out."""
    position = Position()
    position.open(Options(board=Laying.BEGINNER, pieces=Pieces.PRINTED), players)
    position.deal(1, 0)
    assert seat_colours(players) == COLOURS[4 - players :]
    canvas = paint_island(position)
    printed = dict(zip(COLOURS, standard_island().tables[0].printed.tolist(), strict=True))
    for colour in COLOURS:
        fill, _ = SEAT_COLOURS[colour]
        houses = [middle(path) for path in shapes(canvas, BUILDING, ROBBER, fill)]
        first, _, second, _ = printed[colour]
        expected = sorted((first, second)) if colour in seat_colours(players) else []
        assert len(houses) == len(expected)
        assert np.allclose(houses, [vertex_at(vertex) for vertex in expected], atol=0.08) or not expected
    assert {"2", "points", "to build", "3", "4", "13"} <= said(position)
    assert shapes(canvas, BUILDING + 0.5, BUILDING + 0.7) == []
