"""The board core against recomputation with networkx, on random boards of two very different tile sets."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from board_check import NEIGHBOURS, check_board, check_places
from builders import Board
from hypothesis import given
from hypothesis import strategies as st

from rules.bits import count_bits
from rules.starwars.tiles import LETTERS, load_tiles
from rules.tiles.board import code_at, fits_somewhere
from rules.tiles.features import count_of, count_tiles, one_meeple
from rules.tiles.grid import MIDDLE, STEP, cell_of, place_of
from rules.tiles.preview import find_barred
from rules.tiles.tileset import MAX_TILES, Segment, Tile, TileSet

pytestmark = pytest.mark.rules

ROAD, CITY, CLOISTER, FARM = range(4)


def farm_set() -> TileSet:
    """A small set with half-edges: roads cut fields, cities bound them, a cloister lies in one."""
    designs: dict[str, tuple[str, list[tuple[int, tuple[int, ...]]]]] = {
        "straight": ("RFRF", [(ROAD, (1, 7)), (FARM, (2, 3, 4, 5, 6)), (FARM, (8, 9, 10, 11, 0))]),
        "cloister": ("FFFF", [(CLOISTER, ()), (FARM, tuple(range(12)))]),
        "cross": (
            "RRRR",
            [*((ROAD, (p,)) for p in (1, 4, 7, 10)), *((FARM, p) for p in ((2, 3), (5, 6), (8, 9), (11, 0)))],
        ),
        "corner": ("CCFF", [(CITY, (1, 4)), (FARM, (6, 7, 8, 9, 10, 11))]),
        "gate": ("CRFR", [(CITY, (1,)), (ROAD, (4, 10)), (FARM, (3, 11)), (FARM, (5, 6, 7, 8, 9))]),
        "two": ("CFCF", [(CITY, (1,)), (CITY, (7,)), (FARM, (3, 4, 5, 9, 10, 11))]),
        "square": ("CCCC", [(CITY, (1, 4, 7, 10))]),
    }
    tiles = [
        Tile(
            name,
            9,
            name == "straight",
            edges,
            tuple(Segment(kind, i, ports, (i, 0, 2 * i)) for i, (kind, ports) in enumerate(segments)),
            {},
        )
        for name, (edges, segments) in designs.items()
    ]
    return TileSet("farms", tuple(tiles), "CFR")


SETS = {"starwars": load_tiles(), "farms": farm_set()}


def spread(*tiles: tuple[str, int, int, int]) -> Board:
    """A board of Star Wars on which these tiles lie: design, x, y and rotation."""
    board = Board()
    for tile in tiles:
        board.lay(*tile)
    return board


Placement = tuple[int, int, int, int]
"""Design, x, y and rotation."""

# --- random boards


def placements(board: Board) -> list[Placement]:
    """Every (design, x, y, rotation) that fits, in a fixed order."""
    state, fits = board.state, board.tiles.fits[: len(board.tileset.tiles)]
    cells = sorted(state.open_cells[: state.n_open].tolist())
    return [
        (design, *place_of(cell), rotation)
        for cell in cells
        for design, turns in enumerate(fits[:, code_at(state, cell)].tolist())
        for rotation in range(4)
        if turns >> rotation & 1
    ]


def grow(
    board: Board,
    choices: list[int],
    each: Callable[[Board, Placement], object] = lambda board, placement: None,
) -> None:
    """Lay a tile in the middle, then one for each choice; `each` is called before a tile goes down."""
    board.lay(choices[0] % len(board.tileset.tiles), 0, 0, choices[0] % 4)
    for choice in choices[1:]:
        known = placements(board)
        if not known:
            break
        placement = known[choice % len(known)]
        each(board, placement)
        board.lay(*placement)


boards = st.lists(st.integers(0, 10**6), min_size=1, max_size=30)
sets = st.sampled_from(sorted(SETS))


@given(sets, boards)
def test_features_open_cells_and_codes_equal_recomputation(name: str, choices: list[int]) -> None:
    board = Board(SETS[name])
    grow(board, choices)
    check_board(board)


@given(sets, boards, st.randoms(use_true_random=False))
def test_meeples_gather_in_the_joined_feature(name: str, choices: list[int], rng: random.Random) -> None:
    """SW-17: what stood on either part stands on the whole."""
    board = Board(SETS[name])
    stood: list[tuple[int, int, int]] = []

    def stand(board: Board, placement: Placement) -> None:
        index = rng.randrange(len(board.laid))
        segment = rng.randrange(len(board.laid[index][2].segments))
        meeple = one_meeple(rng.randrange(5), rng.randrange(2))
        if sum(m == meeple for _, _, m in stood) < 60:
            stood.append((index, segment, meeple))
            board.state.meeples[board.root(index, segment)] += meeple

    grow(board, choices, stand)
    check_board(board, stood)


@given(sets, boards)
def test_a_preview_is_what_placing_then_gives(name: str, choices: list[int]) -> None:
    board = Board(SETS[name])
    seen: dict[str, Any] = {}

    def look(board: Board, placement: Placement) -> None:
        if seen:
            compare(board)
        board.state.meeples[board.root(len(board.laid) - 1)] += one_meeple(len(board.laid) % 5, 0)
        before = board.array.copy()
        design, x, y, rotation = placement
        board.preview(design, x, y, rotation)
        state = board.state
        n = len(board.tileset.tiles[design].segments)
        seen["groups"] = state.group[:n].tolist()
        seen["links"] = sorted(state.link_feature[: state.n_links].tolist())
        for field in ("group_open", "group_meeples", "group_marks", "group_low", "group_high"):
            seen[field] = state[field][:n].tolist()
        seen["linked"] = int(state.linked)
        held = [state.group_meeples[group] != 0 for group in seen["groups"]]
        assert [bool(state.barred >> s & 1) for s in range(n)] == held
        find_barred(board.tiles, state, design, state.placements[0])
        assert [bool(state.barred >> s & 1) for s in range(n)] == held
        for field in ("feature", "open_ends", "meeples", "marks", "tile_at", "codes", "n_nodes"):
            assert np.array_equal(before[field], board.array[field])  # the board stays as it is
        touched = {(x + dx, y + dy) for dx, dy in NEIGHBOURS[:4]} & {(tx, ty) for tx, ty, _, _ in board.laid}
        assert bool(seen["links"]) <= bool(touched)

    def compare(board: Board) -> None:
        state, tile = board.state, len(board.laid) - 1
        roots = [board.root(tile, segment) for segment in range(len(seen["groups"]))]
        for segment, group in enumerate(seen["groups"]):
            root = roots[segment]
            assert group == roots.index(root)  # named by the lowest segment of the feature
            assert seen["group_open"][group] == state.open_ends[root]
            assert seen["group_meeples"][group] == state.meeples[root]
            assert seen["group_marks"][group] == state.marks[root]
            linked = seen["linked"] >> group & 1
            others = seen["group_low"][group] | seen["group_high"][group] << 63 if linked else 0
            assert others | 1 << tile == int(state.tiles_low[root]) | int(state.tiles_high[root]) << 63

    grow(board, choices, look)
    if seen:
        compare(board)


@given(sets, boards)
def test_a_cleared_board_is_as_new(name: str, choices: list[int]) -> None:
    """Only touched cells are cleared, and nothing is left behind."""
    board = Board(SETS[name])
    grow(board, choices)
    board.clear()
    for field in ("tile_at", "open_at", "centres_near", "tiles_near"):
        assert not board.array[field].any(), field
    grow(board, choices[::-1])
    check_board(board)


@given(sets, boards)
def test_fits_somewhere_is_true_where_a_placement_exists(name: str, choices: list[int]) -> None:
    """SW-16."""
    board = Board(SETS[name])
    grow(board, choices)
    fitting = {design for design, *_ in placements(board)}
    for design in range(len(board.tileset.tiles)):
        assert fits_somewhere(board.tiles, board.state, design) == (design in fitting)


# --- the grid


@pytest.mark.parametrize(("dx", "dy", "rotation"), [(1, 0, 1), (-1, 0, 1), (0, 1, 0), (0, -1, 0)])
def test_126_tiles_in_one_direction_are_one_route(dx: int, dy: int, rotation: int) -> None:
    """No game can reach the walls of the grid."""
    board = Board()
    for i in range(MAX_TILES):
        board.lay("route-straight", i * dx, i * dy, rotation)
    root = board.root(0)
    assert board.root(MAX_TILES - 1) == root
    assert count_tiles(board.state, root) == MAX_TILES
    assert board.state.open_ends[root] == 2
    check_places(board)
    board.clear()
    assert not board.array["tile_at"].any()


def test_cells_and_places_are_the_same_thing() -> None:
    assert cell_of(0, 0) == MIDDLE
    for x in (-126, -1, 0, 1, 126):
        for y in (-126, -1, 0, 1, 126):
            assert place_of(cell_of(x, y)) == (x, y)
    assert [place_of(MIDDLE + step) for step in STEP.tolist()] == list(NEIGHBOURS)


def test_a_ring_closes_on_itself() -> None:
    """EX-SW-21: the last of four curves joins a route to itself; a tile counts once."""
    board = spread(*(("route-curve", *at) for at in [(0, 0, 3), (1, 0, 0), (1, -1, 1), (0, -1, 2)]))
    root = board.root(0)
    assert board.state.open_ends[root] == 0
    assert count_tiles(board.state, root) == 4
    check_board(board)


ROUND_THE_CORNER = [("field-corner", 0, 1, 1), ("field-corner", 1, 1, 2), ("field-corner", 1, 0, 3)]
"""Three tiles that lead from north of the place (0, 0) to east of it."""


def test_a_tile_counts_once_for_two_segments_of_a_feature() -> None:
    """SW-48, EX-SW-19: two fields of one tile, joined round the corner."""
    board = spread(("fields-adjacent", 0, 0, 0), *ROUND_THE_CORNER)
    check_board(board)
    assert board.root(0, 0) == board.root(0, 1)
    assert count_tiles(board.state, board.root(0)) == 4
    assert board.state.open_ends[board.root(0)] == 0


def test_a_preview_sees_two_segments_meet_round_the_corner() -> None:
    """SW-19, SW-48: both fields of the new tile are one through the board, and hold what stands there."""
    board = spread(*ROUND_THE_CORNER)
    board.state.meeples[board.root(0)] += one_meeple(2, 1)
    board.preview(board.tileset.number("fields-adjacent"), 0, 0, 0)
    assert board.state.group[:2].tolist() == [0, 0]
    assert board.state.group_open[0] == 0
    assert board.state.group_meeples[0] == one_meeple(2, 1)
    assert count_bits(board.state.group_low[0]) == 3
    board.preview(board.tileset.number("fields-adjacent"), 2, 0, 0)  # beside an empty side
    assert board.state.group[:2].tolist() == [0, 1]
    assert board.state.group_open[:2].tolist() == [1, 1]


# --- packed counters


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1)), max_size=60))
def test_packed_meeples_count_each_seat_and_size(pieces: list[tuple[int, int]]) -> None:
    packed = sum(one_meeple(seat, size) for seat, size in pieces)
    for seat in range(5):
        for size in range(2):
            assert count_of(packed, seat, size) == pieces.count((seat, size))


@given(st.integers(0, 2**63 - 1))
def test_bits_counts_ones(word: int) -> None:
    assert count_bits(word) == word.bit_count()


def test_letters_of_a_set_give_codes_without_overlap() -> None:
    """Every combination of asked edges has a code of its own, in both sets."""
    for tileset in SETS.values():
        base = len(tileset.letters) + 1
        assert tileset.tables[0].weight.tolist() == [1, base, base**2, base**3]
        assert base**4 <= tileset.tables[0].fits.shape[1]
    assert SETS["starwars"].letters == LETTERS
