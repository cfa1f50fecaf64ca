"""The bridge to carcassonne-ai, as far as it goes without it: its words for tiles and moves."""

from __future__ import annotations

import random

import pytest
from peers.tiles import NO_MEEPLE, SIDES, Tiles

from rules.carcassonne.options import Options
from rules.carcassonne.position import Position
from rules.carcassonne.tiles import KINDS, Role, load_tiles
from rules.tiles.moves import move_rotation, move_target
from rules.tiles.tileset import PORT

SET = load_tiles()
BASE = [tile for tile in SET.tiles if tile.role == Role.LAND]
WORDS = {"cloister": "monastery"}


def described(turn: int) -> str:
    """The tiles as a made-up program has them: numbered from the end, segments too, all so turned."""
    return ";".join(line(number, turn) for number in range(len(BASE)))


def line(number: int, turn: int) -> str:
    tile = BASE[::-1][number]
    segments = tile.segments[::-1]
    at = {(port + 3 * turn) % 12: i for i, segment in enumerate(segments) for port in segment.ports}
    sides = []
    for side in SIDES:
        ports = PORT[side] - 1, PORT[side], PORT[side] + 1
        shown = [at[port] for port in ports if port in at]
        sides.append(",".join(map(str, shown if len(shown) == 3 else shown[:1])))
    kinds = [KINDS[segment.kind] for segment in segments]
    return f"{number} {tile.count} {','.join(WORDS.get(kind, kind) for kind in kinds)} {'/'.join(sides)}"


@pytest.mark.rules
@pytest.mark.parametrize("turn", range(4))
def test_every_move_comes_back_from_the_words_of_carcassonne_ai(turn: int) -> None:
    """However its tiles lie and are numbered: rotations that look alike come back as the one we list."""
    tiles, position, lots = Tiles(SET, described(turn)), Position(SET), random.Random(turn)
    position.open(Options(), 2)
    position.deal(1, turn)
    told = 0
    while not position["over"]:
        design, moves = position["tile"], position.moves()
        for move in moves:
            deed = tiles.deed(design, move)
            assert deed[0] == len(BASE) - 1 - design
            assert (deed[4] == NO_MEEPLE) == (move_target(move) == 0)
            assert tiles.move(deed) == move
        told += len(moves)
        position.lay(lots.choice(moves))
        position.finish()
    assert told > 1000


def test_a_deed_counts_rows_to_the_south_and_turns_from_how_its_tile_lies() -> None:
    tiles, position = Tiles(SET, described(1)), Position(SET)
    curve = SET.number("V")
    move = position.move_of((2, 3), rotation=3, target=1)
    number, turned, row, column, _ = tiles.deed(curve, move)
    assert (number, turned, row, column) == (len(BASE) - 1 - curve, 2, -3, 2)


def test_a_rotation_that_looks_like_a_lower_one_is_the_lower_one() -> None:
    """The straight road turned by half is itself, with its two fields exchanged."""
    tiles, position = Tiles(SET, described(0)), Position(SET)
    road = SET.number("U")
    fields = [target for target in (1, 2, 3) if KINDS[SET.tiles[road].segments[target - 1].kind] == "field"]
    number, _, row, column, feature = tiles.deed(road, position.move_of((0, 1), rotation=0, target=fields[0]))
    back = tiles.move((number, 2, row, column, feature))
    assert (move_rotation(back), move_target(back)) == (0, fields[1])


def test_a_tile_that_ours_have_not_is_refused() -> None:
    with pytest.raises(KeyError):
        Tiles(SET, "0 9 city 0/0/0/0")
