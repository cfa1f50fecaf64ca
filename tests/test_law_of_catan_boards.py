"""Catan's island by lot: terrain, harbours and number tokens, each layout as likely as the rules say."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from chance_laws import assert_law, assert_shares, assert_shuffled, compiled_only
from deals import SEED, Numbers, catan_table

pytestmark = compiled_only

GAMES = 3000
ROWS = (3, 4, 5, 4, 3)
"""Hexes of the island, row by row, numbered from the first on."""
DESERT = 5


def laid(n: int, **options: object) -> dict[str, Numbers]:
    """The terrain, harbours and tokens of n games, a row a game."""
    table = catan_table(4, **options)
    found: dict[str, list[Numbers]] = {"terrain": [], "harbour": [], "token": []}
    for game in range(n):
        table.deal(SEED, game)
        assert table["terrain"][table["robber"]] == DESERT
        for name, rows in found.items():
            rows.append(table[name].copy())
    return {name: np.array(rows) for name, rows in found.items()}


def neighbours() -> list[tuple[int, int]]:
    """The pairs of hexes that share an edge, from their places in rows."""
    middle = [(2 * i - length, row) for row, length in enumerate(ROWS) for i in range(length)]
    near = {(2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)}
    return [
        (a, b)
        for a, b in combinations(range(19), 2)
        if (middle[a][0] - middle[b][0], middle[a][1] - middle[b][1]) in near
    ]


@pytest.fixture(scope="module")
def boards() -> dict[str, Numbers]:
    """The standard board by lot."""
    return laid(GAMES)


def test_every_terrain_lies_on_every_hex_equally_often(boards: dict[str, Numbers]) -> None:
    """CT-30: four of field, forest and pasture, three of hills and mountains, one desert."""
    terrain = boards["terrain"]
    assert np.bincount(terrain[0], minlength=6).tolist() == [3, 4, 4, 4, 3, 1]
    assert_shuffled(terrain)


def test_every_harbour_lies_in_every_place_equally_often(boards: dict[str, Numbers]) -> None:
    """CT-43: four generic, one of each resource."""
    harbours = boards["harbour"]
    assert np.bincount(harbours[0], minlength=6).tolist() == [1, 1, 1, 1, 1, 4]
    assert_shuffled(harbours)


def test_terrain_and_harbours_say_nothing_of_each_other(boards: dict[str, Numbers]) -> None:
    """CT-30, CT-43."""
    law = np.outer([3, 4, 4, 4, 3, 1], [1, 1, 1, 1, 1, 4])
    for place, slot in ((0, 0), (9, 4), (17, 7), (18, 8)):
        pairs = boards["terrain"][:, place] * 6 + boards["harbour"][:, slot]
        assert_law(np.bincount(pairs, minlength=36), law)


def test_the_spiral_begins_at_every_corner_equally_often(boards: dict[str, Numbers]) -> None:
    """CT-31: A-5 lies on one of the six corners; without the desert the next is B-2."""
    corners = [0, 2, 7, 11, 16, 18]
    token, terrain = boards["token"], boards["terrain"]
    apart = np.all([terrain[:, corner] != DESERT for corner in corners], axis=0)
    fixed = {start: laid(1, spiral_start=start)["token"][0] for start in map(str, corners)}
    assert len({tuple(tokens) for tokens in fixed.values()}) == 6
    begun = np.zeros(6, np.int64)
    for i, corner in enumerate(corners):
        other = laid(GAMES, spiral_start=corner)["token"]
        begun[i] = int((other == token).all(axis=1)[apart].sum())
    assert begun.sum() == apart.sum()
    assert_law(begun, [1] * 6)


def test_free_tokens_lie_by_lot_but_for_red_neighbours() -> None:
    """CT-32: of all layouts in which no 6 or 8 is beside another, each is equally likely."""
    boards = laid(GAMES, board="random_tokens")
    tokens, desert = boards["token"], boards["terrain"] == DESERT
    assert (np.sort(tokens, axis=1) == np.sort([0, 2, *[*range(3, 7), *range(8, 12)] * 2, 12])).all()
    assert (tokens[desert] == 0).all()
    red = (tokens == 6) | (tokens == 8)
    near = neighbours()
    assert len(near) == 42
    assert not any((red[:, a] & red[:, b]).any() for a, b in near)
    touching = set(near)
    apart = [four for four in combinations(range(19), 4) if not touching & set(combinations(four, 2))]
    on, both = np.zeros(19), np.zeros((19, 19))
    for bare in range(19):  # the desert lies anywhere; the reds on four of the other hexes
        fitting = [four for four in apart if bare not in four]
        for four in fitting:
            for a in four:
                on[a] += 1 / (19 * len(fitting))
            for a, b in combinations(four, 2):
                both[a, b] += 1 / (19 * len(fitting))
    assert_shares(red.sum(axis=0).tolist(), on.tolist(), GAMES)
    pairs = [pair for pair in combinations(range(19), 2) if pair not in touching]
    seen = [int((red[:, a] & red[:, b]).sum()) for a, b in pairs]
    assert_shares(seen, [both[pair] for pair in pairs], GAMES)
    assert_law([int((tokens[red] == 6).sum()), int((tokens[red] == 8).sum())], [1, 1])
    others = [[row[i] for i in range(19) if row[i] not in (0, 6, 8)] for row in tokens.tolist()]
    assert_shuffled(others)


def test_ways_to_lay_tokens_and_harbours_meet_the_same_terrain(boards: dict[str, Numbers]) -> None:
    """CT-123: common random numbers; each part of the board has draws of its own."""
    for options in (
        {"board": "random_tokens"},
        {"harbours": "printed"},
        {"spiral_start": 7, "dice": "deck36"},
    ):
        other = laid(30, **options)
        assert (other["terrain"] == boards["terrain"][:30]).all()
        if options.get("harbours") != "printed":
            assert (other["harbour"] == boards["harbour"][:30]).all()
