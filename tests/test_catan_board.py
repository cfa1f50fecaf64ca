"""The shape of the island, what lies on it, and boards from files."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from pathlib import Path

import naive.catan_board
import networkx as nx
import pytest
from builders import ROOT, refusal
from catan_tables import FIRST_MAP, SHAPE, Desk

from rules.catan.board import (
    DESERT,
    HARBOUR_KINDS,
    TERRAIN,
    box_fault,
    check_box,
    load_board,
    read_layout,
    standard_island,
)
from rules.catan.engine import new_game
from rules.catan.geometry import CORNERS, corner_hexes
from rules.catan.layout import lay_tokens_in_spiral, reds_apart
from rules.catan.options import Laying, Options

pytestmark = pytest.mark.rules

LETTERS = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]
PIPS = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


# --- shape


def test_the_twin_has_the_same_island() -> None:
    """CT-20 to CT-24, CT-28, CT-29, CT-40, CT-42: two recipes, one island, with the same numbers."""
    assert [tuple(naive.catan_board.vertices_of(h)) for h in range(19)] == list(SHAPE.hex_vertices)
    assert list(SHAPE.edges) == naive.catan_board.EDGES
    assert [set(SHAPE.edges[e]) for e in SHAPE.coast] == [set(ends) for ends in naive.catan_board.COAST]
    assert [sorted(hexes) for hexes in SHAPE.vertex_hexes] == naive.catan_board.HEXES_AT
    spirals = [naive.catan_board.spiral(corner) for corner in naive.catan_board.CORNER_HEXES]
    assert [list(order) for order in SHAPE.spirals] == spirals
    for h, near in enumerate(SHAPE.hex_neighbours):
        assert set(near) == {other for other in range(19) if naive.catan_board.neighbouring(h, other)}
    board = load_board().tables[0]
    ends = [[v for v in range(54) if board.vertex_slot[v] == slot] for slot in range(9)]
    assert [set(each) for each in ends] == [set(each) for each in naive.catan_board.HARBOURS]
    beginner, told = load_board().beginner, naive.catan_board.BEGINNER
    assert [TERRAIN[terrain] for terrain in beginner.terrain] == list(told["terrain"])
    assert [token or None for token in beginner.tokens] == list(told["tokens"])


def test_numbers_of_vertices_and_edges() -> None:
    """EX-CT-1 (CT-20 to CT-24)."""
    assert SHAPE.hex_vertices[0] == (0, 4, 8, 12, 7, 3)
    assert SHAPE.hex_vertices[9] == (18, 24, 30, 35, 29, 23)
    assert SHAPE.edges[0] == (0, 3)
    assert SHAPE.coast[0] == 0
    x, y = -2, -6
    assert [SHAPE.vertices[v] for v in SHAPE.hex_vertices[0]] == [(x + dx, y + dy) for dx, dy in CORNERS]


def test_the_record_for_kernels_says_the_same() -> None:
    """CT-25: who produces, who is too near, which edges meet."""
    board, island = load_board().tables[0], nx.Graph(list(SHAPE.edges))
    for v in range(54):
        assert {u for u in range(54) if board.vertex_near[v] >> u & 1} == set(island[v])
        assert {h for h in board.vertex_hexes[v].tolist() if h >= 0} == set(SHAPE.vertex_hexes[v])
        for edge, far in zip(board.vertex_edges[v].tolist(), board.vertex_to[v].tolist(), strict=True):
            assert (edge < 0 and far < 0) or set(SHAPE.edges[edge]) == {v, far}
    for h in range(19):
        assert {v for v in range(54) if board.hex_corners[h] >> v & 1} == set(SHAPE.hex_vertices[h])


# --- what lies there


def test_the_twin_has_the_same_box() -> None:
    """CT-10, CT-11, CT-41."""
    board = load_board().tables[0]
    assert Counter(TERRAIN[t] for t in board.terrain_pool) == naive.catan_board.TERRAIN
    assert tuple(board.letters) == naive.catan_board.LETTERED
    harbours = Counter(HARBOUR_KINDS[kind] for kind in board.harbour_pool)
    assert harbours == naive.catan_board.HARBOUR_KINDS


def test_pips_of_the_map_for_a_first_game() -> None:
    """EX-CT-34 (CT-33, CT-37)."""
    beginner = load_board().beginner
    pips = dict.fromkeys(TERRAIN, 0)
    for terrain, token in zip(beginner.terrain, beginner.tokens, strict=True):
        pips[TERRAIN[terrain]] += PIPS[token]
    assert pips == {"forest": 13, "fields": 13, "hills": 12, "pasture": 10, "mountains": 10, "desert": 0}
    expected = [naive.catan_board.TERRAIN[name] * 58 / 18 for name in ("forest", "hills")]
    assert expected == pytest.approx([12.89, 9.67], abs=0.005)  # of four and of three hexes


@pytest.mark.parametrize(("row", "pips"), [(0, 20), (1, 20), (2, 20), (3, 19)])
def test_printed_pieces(row: int, pips: int) -> None:
    """CT-34: the pip sums of the four colours, roads at their settlements."""
    island = load_board()
    first, road, second, other = island.tables[0].printed[row].tolist()
    assert first in SHAPE.edges[road]
    assert second in SHAPE.edges[other]
    hexes = [*SHAPE.vertex_hexes[first], *SHAPE.vertex_hexes[second]]
    assert sum(PIPS[island.beginner.tokens[h]] for h in hexes) == pips
    assert island.colours == ("red", "blue", "orange", "white")


# --- laid by lot


def spiral(desert: int, start: int, direction: int = 0) -> list[int]:
    """The tokens of the lettered method with the desert on a hex."""
    desk = Desk(4)
    desk.state.terrain[:] = 0
    desk.state.terrain[desert] = DESERT
    corner = corner_hexes(list(SHAPE.hexes)).index(start)
    lay_tokens_in_spiral(desk.boards[0], desk.state, direction, corner)
    return desk.state.token.tolist()


def test_letters_run_round_the_island() -> None:
    """EX-CT-2 (CT-31)."""
    tokens = spiral(desert=9, start=0)
    order = [0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1, 4, 8, 13, 14, 10, 5]
    assert [tokens[h] for h in order] == LETTERS
    assert tokens[9] == 0


def test_the_desert_uses_up_no_letter() -> None:
    """EX-CT-3 (CT-31)."""
    tokens = spiral(desert=3, start=0)
    assert (tokens[0], tokens[3], tokens[7], tokens[12], tokens[5], tokens[9]) == (5, 0, 2, 6, 3, 11)


def test_the_twin_lays_the_same_spirals() -> None:
    """CT-31, CT-35, OQ-CT-7: all corners, directions and deserts; no red numbers lie side by side."""
    desk = Desk(4)
    for start, direction, desert in itertools.product(naive.catan_board.CORNER_HEXES, (0, 1), range(19)):
        terrain = ["desert" if h == desert else "hills" for h in range(19)]
        way = ("counterclockwise", "clockwise")[direction]
        expected = naive.catan_board.lettered_tokens(terrain, start, way)
        desk.state.token[:] = spiral(desert, start, direction)
        assert [token or None for token in desk.state.token.tolist()] == expected
        assert reds_apart(desk.boards[0], desk.state)


def test_the_start_of_the_spiral_can_be_chosen() -> None:
    """OQ-CT-8."""
    for start in ("0", "2", "7", "11", "16", "18"):
        desk = Desk(4, spiral_start=start)
        for game in range(5):
            new_game(*desk.kernel_arguments[:3], 4, 1, game)
            first = desk.state.token[int(start)]
            assert first == (0 if desk.state.terrain[int(start)] == DESERT else 5)


def test_harbours_can_stay_as_printed() -> None:
    """CT-42, CT-43."""
    desk = Desk(4, harbours="printed")
    for game in range(5):
        new_game(*desk.kernel_arguments[:3], 4, 1, game)
        assert desk.state.harbour.tolist() == desk.boards[0].harbour_pool.tolist()


# --- boards from files


def board_file(tmp_path: Path, text: str = FIRST_MAP) -> Path:
    """A board file; by default the map for a first game."""
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_board_comes_from_a_file(tmp_path: Path) -> None:
    """CT-38."""
    text = FIRST_MAP.replace('"desert"', '"hills"').replace("11, 0, 3", "11, 5, 3").replace("= 9", "= 4")
    island = load_board(board_file(tmp_path, text))
    desk = Desk(4, island=island, board="explicit")
    new_game(*desk.kernel_arguments[:3], 4, 1, 0)
    assert (desk.state.terrain[9], desk.state.token[9], desk.state.robber) == (0, 5, 4)
    assert desk.state.harbour.tolist() == [5, 3, 4, 5, 2, 5, 5, 0, 1]


def test_the_board_file_of_the_documentation_is_the_map_that_it_says(tmp_path: Path) -> None:
    """CT-33, CT-38."""
    (text,) = re.findall(r"```toml\n(.*?)```", (ROOT / "docs/catan.md").read_text(encoding="utf-8"), re.S)
    assert load_board(board_file(tmp_path, text)).given == standard_island().beginner


def test_the_harbours_of_a_file_lie_where_it_says(tmp_path: Path) -> None:
    """CT-43: kinds are shuffled on a board laid by lot alone."""
    desk = Desk(4, island=load_board(board_file(tmp_path)), board="explicit", harbours="shuffled")
    for game in range(20):
        new_game(*desk.kernel_arguments[:3], 4, 1, game)
        assert desk.state.harbour.tolist() == [5, 3, 4, 5, 2, 5, 5, 0, 1]


def test_the_robber_starts_on_the_desert_of_a_file(tmp_path: Path) -> None:
    """CT-36."""
    path = board_file(tmp_path, FIRST_MAP.replace("robber = 9", ""))
    assert load_board(path).given == standard_island().beginner


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"hills", "pasture"', '"hill", "pasture"', "terrain: number 4 is 'hill'. Did you mean 'hills'?"),
        ("tokens = [10,", "tokens = [7,", "tokens: hex 0 needs a number from 2 to 12 except 7; it has 7"),
        ("tokens = [10,", "tokens = [0,", "tokens: hex 0 needs a number"),
        ("tokens = [10,", "tokens = [", "tokens: a list of 19; it has 18"),
        ("11, 0, 3", "11, 4, 3", "tokens: hex 9 is a desert and has no token, not 4"),
        ('"grain"', '"gold"', "harbours: number 1 is 'gold'"),
        ("robber = 9", "robber = 19", "robber: a hex from 0 to 18, not 19"),
        ("terrain = [", "terrains = [", "'terrains' is no entry of a board. Did you mean 'terrain'?"),
        ("terrain = [", "[beginner]\nterrain = [", "'beginner' is no entry of a board."),
        ("robber = 9", "robbers = 9", "'robbers' is no entry of a board. Did you mean 'robber'?"),
        ("tokens = [", "# [", "tokens: a list of 19; it is not given"),
        ("terrain = [", "[terrain]\nland = [", "terrain: a list of 19; it is a table"),
        ("harbours = [", "harbours = 9 # [", "harbours: a list of 9; it is none"),
    ],
)
def test_a_wrong_board_file_is_refused_by_its_entry(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in FIRST_MAP
    path = board_file(tmp_path, FIRST_MAP.replace(old, new, 1))
    text = refusal(load_board, path)
    assert text.startswith(f"{path}: ")
    assert words in text


def test_without_a_desert_the_robber_needs_a_place() -> None:
    """CT-36."""
    data = {"terrain": ["hills"] * 19, "tokens": [4] * 19, "harbours": ["generic"] * 9}
    with pytest.raises(ValueError, match="robber: there is no desert"):
        read_layout(data)
    assert read_layout(data | {"robber": 3}).robber == 3
    assert box_fault(read_layout(data | {"robber": 3})) == "terrain: 19 of hills; the box has 3"


def test_boards_and_options_go_together(tmp_path: Path) -> None:
    given = load_board(board_file(tmp_path))
    check_box(Options(board=Laying.EXPLICIT), given)
    check_box(Options(), load_board())
    assert "needs a board file" in refusal(check_box, Options(board=Laying.EXPLICIT), load_board())
    assert "goes with --rule board=explicit" in refusal(check_box, Options(), given)
