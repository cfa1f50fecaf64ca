"""Pictures of Catan: everything on the island is drawn where it lies, and files repeat."""

import itertools
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.path import Path as Outline
from matplotlib.transforms import Affine2D

from reports.drawing import DENSITY, measure
from reports.island.ids import paint_ids
from reports.island.panels import fitted
from reports.island.picture import draw_island, island_art, save_island
from reports.island.pieces import paint_pieces
from reports.island.places import (
    BUILDING,
    CORNERS,
    LABEL,
    MOTIF,
    ROAD,
    TOKEN,
    coastline,
    edge_at,
    geometry,
    harbour_edge,
    hex_at,
    in_hex,
    sea_corners,
    ship_at,
    vertex_at,
)
from reports.island.position import IslandPosition, Player
from reports.island.sea import SAIL, paint_harbours
from reports.island.terrain import hex_art, paint_terrain
from reports.island.tokens import TOKEN_AT, TOKEN_RADIUS, paint_robber, paint_token, pips
from reports.islands import position_at, position_of, seat_colours
from reports.style import SEAT_COLOURS
from reports.tiles.canvas import Canvas, lettering
from rules.catan.board import GENERIC, HARBOUR_KINDS, TERRAIN, standard_island
from rules.catan.geometry import N_EDGES, N_HARBOURS, N_HEXES, N_VERTICES
from rules.catan.options import Options, Shortage
from rules.catan.state import NOBODY, Thing, new_state
from rules.catan.table import Table
from rules.errors import UserError

MAP = standard_island().beginner
COLOURS = standard_island().colours

POSITION = IslandPosition(
    MAP.terrain,
    MAP.tokens,
    MAP.harbours,
    MAP.robber,
    [
        Player("red", "Red", [8], [28], [13, 41], points=3, left=(4, 3, 13), hand=(1, 0, 2, 0, 12)),
        Player("blue", "Blue", [41], [], [52], points=10, word="wins", longest_road=True, road_length=7),
        Player("orange", "Orange", [], [14], [15], cards=2, knights=3, largest_army=True),
        Player("white", "White <&> $5", [31, 17], [], [37, 25], word="on turn"),
    ],
    bank=(19, 19, 0, 4, 7),
    deck=25,
    last=("city", 28),
    title="Catan: game 3 <the end> & $5",
    caption="Two lines\nof caption.",
)


def crowded():
    """Every vertex and every edge taken, hands of three figures, names that are too long."""
    players = [
        Player(
            colour,
            f"{colour} with a name that no panel can hold",
            range(seat, N_VERTICES, 8),
            range(seat + 4, N_VERTICES, 8),
            range(seat, N_EDGES, 4),
            points=30,
            left=(20, 20, 24),
            hand=[100] * 5,
            cards=25,
            knights=50,
            road_length=24,
            longest_road=True,
            largest_army=True,
            word="on turn",
        )
        for seat, colour in enumerate(COLOURS)
    ]
    long = "A line that is too long for the page, again and again. " * 6
    return replace(POSITION, players=players, bank=[100] * 5, title=long, caption=long)


def middle(path):
    """The middle of a shape's box."""
    return (path.vertices.min(axis=0) + path.vertices.max(axis=0)) / 2


def shapes(canvas, least, most, fill=None):
    """The shapes of a canvas between two levels, of one fill if one is named."""
    return [
        path
        for paint, paths in canvas
        for path in paths
        if least <= paint.level < most and fill in (None, paint.fill)
    ]


# --- places


def test_every_edge_joins_vertices_one_side_apart_and_every_hex_has_its_corners():
    for edge in range(N_EDGES):
        assert np.hypot(*np.diff(edge_at(edge), axis=0)[0]) == pytest.approx(1)
    for number, corners in enumerate(geometry().hex_vertices):
        assert np.allclose([vertex_at(v) for v in corners], CORNERS + hex_at(number))


def test_the_first_hex_lies_in_the_north_west():
    assert hex_at(0) == pytest.approx((-np.sqrt(3), 3.0))
    assert vertex_at(0) == pytest.approx((-np.sqrt(3), 4.0))


def test_the_coast_goes_once_round_the_island():
    coast = coastline()
    assert len(coast) == len({tuple(corner) for corner in coast.round(6)}) == 30
    assert np.allclose(np.hypot(*(coast - np.roll(coast, 1, axis=0)).T), 1)
    assert all(Outline(coast).contains_point(hex_at(number)) for number in range(N_HEXES))


def test_ships_lie_off_their_own_edge_on_open_sea_and_apart_from_each_other():
    for number in range(N_HARBOURS):
        assert np.hypot(*(edge_at(harbour_edge(number)).mean(axis=0) - ship_at(number))) < 0.8
        around = np.array(ship_at(number)) + 0.45 * np.array(list(itertools.product((-1, 1), (-1, 1))))
        assert Outline(sea_corners()).contains_points(around).all()
        assert not Outline(coastline()).contains_point(ship_at(number))
    for one, other in itertools.combinations(range(N_HARBOURS), 2):
        assert np.hypot(*np.subtract(ship_at(one), ship_at(other))) > 1


# --- the island


@pytest.mark.parametrize("kind", range(len(TERRAIN)), ids=TERRAIN)
def test_a_terrain_stays_within_its_hex_and_its_motif_is_its_own(kind):
    art = hex_art(kind, 0)
    everything = np.vstack([path.vertices for _, paths in art for path in paths])
    assert all(in_hex(everything, 1.0))
    ours = {paint.fill for paint, _ in art if paint.level >= MOTIF}
    for other in set(range(len(TERRAIN))) - {kind}:
        assert ours - {paint.fill for paint, _ in hex_art(other, 0) if paint.level >= MOTIF}


def test_every_hex_is_drawn_in_its_place():
    canvas = Canvas()
    paint_terrain(canvas, MAP.terrain)
    for number, kind in enumerate(MAP.terrain):
        ground = next(path for _, (path, *_) in hex_art(kind, number))
        placed = ground.vertices + hex_at(number)
        assert any(np.allclose(path.vertices, placed) for path in shapes(canvas, 0, MOTIF) if len(path) == 7)


def test_pips_are_the_ways_of_two_dice():
    sums = [sum(dice) for dice in itertools.product(range(1, 7), repeat=2)]
    assert all(pips(number) == sums.count(number) for number in range(2, 13))


@pytest.mark.parametrize("number", [2, 6, 8, 11])
def test_a_token_carries_its_number_and_a_dot_for_each_way_red_for_six_and_eight(number):
    canvas = Canvas()
    paint_token(canvas, number, (0.0, 0.0))
    ((paint, (figures, *dots)),) = ((p, s) for p, s in canvas if p.level == TOKEN + 0.2)
    assert len(dots) == pips(number)
    assert np.ptp(figures.vertices[:, 0]) < 1.6 * TOKEN_RADIUS
    reds = int(paint.fill[1:3], 16) > 2 * int(paint.fill[3:5], 16)
    assert reds == (number in (6, 8))


def test_tokens_lie_on_every_hex_but_the_desert():
    art = island_art(POSITION)
    places = [middle(path) - TOKEN_AT for path in shapes(art, TOKEN + 0.1, TOKEN + 0.2)]
    expected = [hex_at(number) for number, token in enumerate(MAP.tokens) if token]
    assert len(places) == len(expected) == 18
    assert np.allclose(places, expected)


def test_the_robber_stands_clear_of_the_token_and_of_the_sides():
    canvas = Canvas()
    paint_robber(canvas, (0.0, 0.0))
    figure = np.vstack([path.vertices for path in shapes(canvas, 0, LABEL)])
    assert np.hypot(*(figure - TOKEN_AT).T).min() > TOKEN_RADIUS * 0.75  # clear of the number
    assert all(in_hex(figure, 0.9))
    without = island_art(replace(POSITION, robber=None))
    assert sum(len(s) for _, s in island_art(POSITION)) > sum(len(s) for _, s in without)


@pytest.mark.parametrize("kind", range(len(HARBOUR_KINDS)), ids=HARBOUR_KINDS)
def test_a_harbour_shows_its_rate_and_piers_to_its_two_vertices(kind):
    canvas = Canvas()
    paint_harbours(canvas, [kind] * N_HARBOURS, (5, 4))
    rate, height, up = ("5:1", 0.185, 0.13) if kind == GENERIC else ("4:1", 0.145, -0.12)
    written = [path for paint, paths in canvas if paint.fill == "#1f2430" for path in paths]
    for number in range(N_HARBOURS):
        x, y = ship_at(number)
        words = lettering(rate, height, (x, y + up), bold=True).vertices
        assert any(len(path) == len(words) and np.allclose(path.vertices, words) for path in written)
        assert np.ptp(words[:, 0]) < SAIL
    piers = next(paths for paint, paths in canvas if paint.line and paint.width == 0.15)
    slots = standard_island().tables[0].vertex_slot
    starts = {int(np.argmin([np.hypot(*(p.vertices[0] - vertex_at(v))) for v in range(54)])) for p in piers}
    assert starts == {v for v in range(N_VERTICES) if slots[v] >= 0}


@pytest.mark.parametrize("position", [POSITION, crowded()], ids=["a position", "crowded"])
def test_every_piece_lies_on_its_place_in_its_colour(position):
    canvas = Canvas()
    paint_pieces(canvas, position.players)
    for player in position.players:
        fill, _ = SEAT_COLOURS[player.colour]
        roads = [middle(path) for path in shapes(canvas, ROAD, BUILDING, fill)]
        assert np.allclose(roads, [edge_at(edge).mean(axis=0) for edge in player.roads])
        houses = shapes(canvas, BUILDING, LABEL, fill)
        at = [vertex_at(vertex) for vertex in (*player.settlements, *player.cities)]
        assert np.allclose([middle(path) for path in houses], at, atol=0.08)
        widths = [np.ptp(path.vertices[:, 0]) for path in houses]
        assert max(widths[: len(player.settlements)], default=0) < min(
            widths[len(player.settlements) :], default=1
        )


def test_the_colours_of_the_box_differ_in_grey_or_carry_a_mark():
    def grey(colour):
        red, green, blue = bytes.fromhex(SEAT_COLOURS[colour][0][1:])
        return 0.299 * red + 0.587 * green + 0.114 * blue

    def marks(colour):
        canvas = Canvas()
        paint_pieces(canvas, [Player(colour, "", [0], [2], [5])])
        return [len(path) for path in shapes(canvas, ROAD + 0.3, BUILDING)]

    for one, other in itertools.combinations(COLOURS, 2):
        assert abs(grey(one) - grey(other)) > 60 or marks(one) != marks(other)


def test_buildings_hide_neither_tokens_nor_each_other():
    canvas = Canvas()
    paint_pieces(canvas, [Player("red", "", (), [0])])
    reach = np.hypot(*(np.vstack([p.vertices for p in shapes(canvas, 0, LABEL)]) - vertex_at(0)).T).max()
    assert reach < 0.5
    assert min(np.hypot(*(CORNERS - TOKEN_AT).T)) - TOKEN_RADIUS > 0.75 * reach


def test_only_the_last_piece_is_ringed():
    rings = shapes(island_art(POSITION), BUILDING + 0.5, BUILDING + 0.7)
    assert np.allclose([middle(path) for path in rings], vertex_at(28), atol=0.05)
    assert shapes(island_art(replace(POSITION, last=None)), BUILDING + 0.5, BUILDING + 0.7) == []


def test_ids_are_written_on_every_hex_vertex_and_edge():
    canvas = Canvas()
    paint_ids(canvas)
    assert len(shapes(canvas, LABEL + 0.1, LABEL + 1)) == N_HEXES + N_VERTICES + N_EDGES
    assert shapes(island_art(POSITION), LABEL, LABEL + 1) == []


# --- the page


@pytest.mark.parametrize(
    "position",
    [POSITION, crowded(), replace(POSITION, players=(), bank=None, deck=None, title="", caption="")],
    ids=["a position", "crowded", "a bare map"],
)
def test_nothing_reaches_over_the_page(position):
    figure = draw_island(position)
    axes = figure.axes[0]
    figure.set_dpi(DENSITY)
    width, height = figure.get_size_inches() * 72
    pixels = Affine2D().scale(72 / DENSITY)
    boxes = [text.get_window_extent().transformed(pixels) for text in axes.texts]
    boxes += [patch.get_path().get_extents() for patch in axes.patches]
    assert len(boxes) > 50
    for box in boxes:
        assert box.x0 > 5
        assert box.y0 > 5
        assert box.x1 < width - 5
        assert box.y1 < height - 5


def test_panels_say_what_the_players_have():
    words = {text.get_text() for text in draw_island(POSITION).axes[0].texts}
    assert {"Red", "White <&> $5", "wins", "on turn", "Longest Road: 7", "Largest Army: 3"} <= words
    assert {"road of 0", "0 knights", "no cards", "brick 19", "wool 0", "cards 25"} <= words


def test_names_that_do_not_fit_are_cut_short():
    assert fitted("Red", 100, 13) == "Red"
    short = fitted("a policy with a long name", 100, 13)
    assert short.endswith("…")
    assert measure(short, 13, bold=True) <= 100


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_same_position_gives_the_same_bytes(tmp_path, suffix):
    one = save_island(POSITION, tmp_path / f"one.{suffix}").read_bytes()
    assert one == save_island(POSITION, tmp_path / f"two.{suffix}").read_bytes()
    assert one != save_island(POSITION, tmp_path / f"ids.{suffix}", ids=True).read_bytes()


def test_the_svg_is_well_formed_vector_only_and_small(tmp_path):
    text = save_island(crowded(), tmp_path / "island.svg").read_text()
    ET.fromstring(text)
    assert "<image" not in text
    assert len(text) < 1_000_000
    titled = ET.fromstring(save_island(POSITION, tmp_path / "titled.svg").read_text())
    assert titled.find("{http://www.w3.org/2000/svg}title").text == POSITION.title


def test_unknown_suffix_is_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(UserError, match=r"island\.gif.*\.png or \.svg"):
        save_island(POSITION, tmp_path / "island.gif")
    assert list(tmp_path.iterdir()) == []


# --- from the engine's state


def test_a_state_is_read_field_by_field():
    state = new_state()[0]
    state.terrain[:], state.token[:], state.harbour[:], state.robber = (
        MAP.terrain,
        MAP.tokens,
        MAP.harbours,
        11,
    )
    state.settlements[1], state.cities[1] = 1 << 8 | 1 << 53, 1 << 28
    state.road_owner[:] = NOBODY
    state.road_owner[[13, 71]] = 1
    state.hands[1] = 0, 1, 2, 3, 4
    state.cards[1], state.knights[1], state.road_length[1] = (1, 1, 0, 0, 0), 3, 2
    state.road_holder, state.army_holder, state.winner, state.seat, state.turn = NOBODY, 1, NOBODY, 1, 4
    state.n_builds, state.builds[0] = 1, (4, 0, Thing.CITY, 28)
    options = Options(generic_rate=4, special_rate=3)
    position = position_of(state, options, 3, [0, 6, 2], title="A title", caption="A caption")
    assert (position.terrain, position.tokens) == (list(MAP.terrain), list(MAP.tokens))
    assert (position.robber, position.harbour_rates, position.last) == (11, (4, 3), ("city", 28))
    assert position.players[1] == Player(
        "orange", "Orange", [8, 53], [28], [13, 71], 6, (3, 3, 13), [0, 1, 2, 3, 4], 2, 3, 2,
        largest_army=True, word="on turn",
    )  # fmt: skip
    assert [player.points for player in position.players] == [0, 6, 2]
    state.turn, state.winner = 5, 1
    later = position_of(
        state, Options(robber=False, shortage=Shortage.UNLIMITED), 3, [0] * 3, names=list("ABC")
    )
    assert (later.last, later.robber, later.bank) == (None, None, None)
    assert [(player.name, player.word) for player in later.players] == [("A", ""), ("B", "wins"), ("C", "")]


@pytest.mark.parametrize("players", [3, 4])
def test_the_printed_pieces_lie_on_a_table_in_their_own_colours(players):
    """CT-34: with three players the first colour of the board file is left out."""
    table = Table()
    table.open(Options(board="beginner", pieces="printed"), players)
    table.deal(1, 0)
    position = position_at(table, "Catan", "the map for a first game")
    printed = dict(zip(COLOURS, standard_island().tables[0].printed.tolist(), strict=True))
    assert [player.colour for player in position.players] == list(COLOURS[4 - players :])
    assert seat_colours(players) == COLOURS[4 - players :]
    for player in position.players:
        first, road, second, other = printed[player.colour]
        assert set(player.settlements) == {first, second}
        assert set(player.roads) == {road, other}
        assert (player.points, player.left, sum(player.hand)) == (2, (3, 4, 13), 3)
    assert position.last is None


def test_the_piece_built_last_in_the_set_up_phase_is_ringed():
    table = Table()
    table.open(Options(board="beginner"), 4)
    table.lay(MAP)
    table.begin(0)
    table.put(0, Thing.ROAD, 13)
    assert position_at(table).last == ("road", 13)
