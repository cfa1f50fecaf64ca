"""Tile sets: the standard one is what it says, faults are named by tile and reason, tables are right."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import refused_tiles, simulator, tile_table, tiles_text
from naive.starwars_board import distinct_rotations, lay, read_box

from rules.errors import UserError
from rules.starwars.options import FACTIONS
from rules.starwars.tiles import KINDS, LETTERS, STANDARD, Feature, load_tiles
from rules.tiles.tileset import MAX_DESIGNS, MAX_TILES, PORT, ROOM, SIDES

pytestmark = pytest.mark.rules

BOX = read_box(STANDARD)
SET = load_tiles()
TABLES = SET.tables[0]


def table(**changes: str | None) -> str:
    """One [[tile]] table as TOML text; a change to None leaves a key out."""
    given = {"id": '"x"', "count": "1", "start": "false", "edges": '"ARSR"', "routes": '[["E", "W"]]'}
    given |= {"asteroids": '[["N"]]', "planet": "false", "symbols": "[]"}
    return tile_table(**(given | changes))


START = table(id='"start"', start="true")


# --- the standard set


def test_the_deck_holds_every_copy_but_the_start() -> None:
    deck = Counter(TABLES.deck[: TABLES.n_deck].tolist())
    assert {SET.tiles[i].id: n for i, n in deck.items()} == {
        name: design["count"] for name, design in BOX.items() if not design["start"]
    }


def test_a_further_copy_of_the_start_design_is_shuffled(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text(table(start="true", count="3"), encoding="utf-8")
    assert load_tiles(path).tables[0].n_deck == 2


# --- tables


@pytest.mark.parametrize("design", range(len(SET.tiles)), ids=[tile.id for tile in SET.tiles])
def test_the_tables_of_a_design_are_those_of_its_description(design: int) -> None:
    """Edges, segments and symbols in each rotation, against the naive twin's reading of the file."""
    tile = SET.tiles[design]
    for rotation in range(4):
        lying = lay(BOX[tile.id], rotation)
        edges = TABLES.edge[design * 4 + rotation]
        assert {side: LETTERS[e - 1] for side, e in zip(SIDES, edges, strict=True)} == lying["edges"]
        at = TABLES.segment_at[design * 4 + rotation]
        reached = {
            side: (KINDS[tile.segments[at[PORT[side]]].kind], tile.segments[at[PORT[side]]].index)
            for side in SIDES
            if at[PORT[side]] >= 0
        }
        assert reached == lying["segment_at"]
        assert (np.delete(at, [1, 4, 7, 10]) == -1).all()
    for number, segment in enumerate(tile.segments):
        assert TABLES.kind[design, number] == segment.kind
        assert TABLES.ends[design, number] == (8 if segment.kind == Feature.PLANET else len(segment.ports))
        names = lying["symbols"][KINDS[segment.kind], segment.index]
        assert segment.marks == tuple(names.count(faction) for faction in FACTIONS)
    assert TABLES.n_segments[design] == len(tile.segments) == len(lying["segments"])
    assert (TABLES.centre[design] >= 0) == bool(BOX[tile.id]["planet"])


def test_rotations_that_look_alike_are_one() -> None:
    """A straight route has two, a crossing of four one, a curve four."""
    rotations = {tile.id: tile.distinct_rotations() for tile in SET.tiles}
    assert rotations == {name: distinct_rotations(design) for name, design in BOX.items()}
    assert rotations["route-straight"] == [0, 1]
    assert rotations["route-crossing-4"] == rotations["planet-hoth"] == [0]
    assert rotations["route-curve"] == [0, 1, 2, 3]


def test_a_symbol_tells_rotations_apart(tmp_path: Path) -> None:
    """Two fields face to face look the same upside down, but not with a symbol on one of them."""
    plain = table(id='"plain"', edges='"ASAS"', routes="[]", asteroids='[["N"], ["S"]]')
    symbols = '[{on = "asteroid", segment = 0, faction = "rebel"}]'
    marked = table(id='"marked"', edges='"ASAS"', routes="[]", asteroids='[["N"], ["S"]]', symbols=symbols)
    path = tmp_path / "tiles.toml"
    path.write_text(START + plain + marked, encoding="utf-8")
    tiles = load_tiles(path).tiles
    assert [tile.distinct_rotations() for tile in tiles[1:]] == [[0, 1], [0, 1, 2, 3]]


def test_the_look_up_of_fitting_rotations_is_right_for_every_code() -> None:
    """SW-15, for each design and each of the 256 codes that an open cell can carry."""
    base = len(LETTERS) + 1
    for design, tile in enumerate(SET.tiles):
        looks = {r: lay(BOX[tile.id], r)["edges"] for r in distinct_rotations(BOX[tile.id])}
        for code in range(base**4):
            asked = [" ARS"[code // base**side % base] for side in range(4)]
            fitting = [
                rotation
                for rotation, edges in looks.items()
                if all(want in (" ", edges[side]) for want, side in zip(asked, SIDES, strict=True))
            ]
            found = [rotation for rotation in range(4) if TABLES.fits[design, code] >> rotation & 1]
            assert sorted(found) == fitting, (tile.id, asked)
    assert TABLES.weight.tolist() == [base**side for side in range(4)]


def test_segments_stand_in_the_order_of_battles() -> None:
    """SW-29: routes by index, then fields, then the planet."""
    for tile in SET.tiles:
        kinds = [(segment.kind, segment.index) for segment in tile.segments]
        assert kinds == sorted(kinds)
    assert (Feature.ROUTE, Feature.ASTEROID, Feature.PLANET) == (0, 1, 2)


# --- faults

FAULTY: list[tuple[dict[str, Any], str]] = [
    *(
        ({key: None}, f"has no '{key}'")
        for key in ["edges", "count", "start", "routes", "asteroids", "planet", "symbols"]
    ),
    ({"edges": '"ARS"'}, "edges must be four of the letters ARS in the order N E S W"),
    ({"edges": '"ARSX"'}, "not 'ARSX'"),
    ({"edges": "4"}, "edges must be four of the letters ARS"),
    ({"count": "-1"}, "count must be a whole number from 0 to 126, not -1"),
    ({"count": "127"}, "count must be a whole number from 0 to 126, not 127"),
    ({"count": "1.5"}, "count must be a whole number"),
    ({"count": "true"}, "count must be a whole number"),
    ({"start": '"yes"'}, "start must be true or false"),
    ({"routes": '[["E", "S", "W"]]'}, "route segment 0 reaches edge S, which is 'S'"),
    ({"asteroids": '[["N"], ["E"]]'}, "asteroid segment 1 reaches edge E, which is 'R'"),
    ({"routes": '[["E", "Q"]]'}, "'Q' is no edge; write N, E, S or W"),
    ({"routes": '[["E", "W"], []]'}, "route segment 1 reaches no edge"),
    ({"routes": '[["E", "W"], ["W"]]'}, "edge W belongs to route segments 0 and 1"),
    ({"routes": '[["E", "W", "E"]]'}, "edge E belongs to route segments 0 and 0"),
    ({"routes": '[["E"]]'}, "edge W is 'R' but no route segment reaches W"),
    ({"asteroids": "[]"}, "edge N is 'A' but no asteroid segment reaches N"),
    (
        {"symbols": '[{on = "route", segment = 1, faction = "rebel"}]'},
        "a symbol lies on route 1, which the tile does not have",
    ),
    ({"symbols": '[{on = "comet", segment = 0, faction = "rebel"}]'}, "a symbol lies on comet 0"),
    (
        {"symbols": '[{on = "route", segment = 0, faction = "gungan"}]'},
        "faction 'gungan' is not one of empire, rebel, bounty",
    ),
    ({"symbols": '[{on = "route", segment = 0}]'}, "has no 'faction'"),
    ({"planet": "true"}, "a planet carries exactly one symbol, not 0 (SW-6)"),
    (
        {"planet": '"Hoth"', "symbols": "[" + '{on = "planet", segment = 0, faction = "rebel"},' * 2 + "]"},
        "a planet carries exactly one symbol, not 2 (SW-6)",
    ),
    ({"routes": "3"}, ""),
    ({"symbols": "[3]"}, ""),
]


@pytest.mark.parametrize(("changes", "reason"), FAULTY)
def test_a_faulty_tile_is_refused_with_its_name_and_the_reason(
    tmp_path: Path, changes: dict[str, Any], reason: str
) -> None:
    message = refused_tiles(load_tiles, tmp_path / "my.toml", START + table(**changes))
    assert message.startswith("tile 'x': ")
    assert reason in message


def test_a_tile_without_id_is_named_by_its_number(tmp_path: Path) -> None:
    said = refused_tiles(load_tiles, tmp_path / "my.toml", START + table(id=None))
    assert said == "tile 'number 2': has no 'id'"


BROKEN_FILES = [
    ("", "holds no [[tile]] tables"),
    ("[tile]\nid = 1\n", "holds no [[tile]] tables"),
    ("tile = [1, 2]\n", "holds no [[tile]] tables"),
    ("[[tile]\n", "not valid TOML: "),
    (START + table().replace("[[tile]]", "[[tiles]]"), "holds 'tiles'; only [[tile]] tables are read"),
    (START + table() + table(), "tile 'x': the id is used twice"),
    (table(), "exactly one design must be the start tile, not 0"),
    (START + table(start="true"), "exactly one design must be the start tile, not 2"),
    (
        table(start="true", count="0") + table(id='"y"'),
        "tile 'x': the start tile needs a count of at least 1",
    ),
    (START, "the start tile alone is no game"),
    (START + table(count="126"), f"127 tiles of 2 designs; {ROOM}"),
    (
        START + "".join(table(id=f'"x{i}"') for i in range(MAX_DESIGNS)),
        f"97 tiles of 97 designs; {ROOM}",
    ),
]


@pytest.mark.parametrize(("text", "reason"), BROKEN_FILES)
def test_a_broken_file_is_refused_with_the_reason(tmp_path: Path, text: str, reason: str) -> None:
    assert refused_tiles(load_tiles, tmp_path / "my.toml", text).startswith(reason)


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"gone\.toml: cannot be read: No such file"):
        load_tiles(tmp_path / "gone.toml")
    with pytest.raises(UserError, match="cannot be read: Is a directory"):
        load_tiles(tmp_path)
    (tmp_path / "picture.toml").write_bytes(b"\x89PNG\xff")
    with pytest.raises(UserError, match=r"picture\.toml: not valid TOML"):
        load_tiles(tmp_path / "picture.toml")


# --- sets of one's own play


def test_a_set_of_126_tiles_plays_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    text = re.sub(r'(id = "route-straight"\ncount = )\d+', rf"\g<1>{4 + MAX_TILES - 76}", tiles_text())
    path.write_text(text, encoding="utf-8")
    assert load_tiles(path).n_tiles == MAX_TILES
    rows = simulator(tiles=path, players=2).play(0, 3)["games"]
    assert (rows["tiles"] + rows["discarded"] == MAX_TILES).all()


def test_two_tiles_are_a_game(tmp_path: Path) -> None:
    """SW-53: the last tile is placed, then the standing meeples score."""
    path = tmp_path / "tiles.toml"
    path.write_text(START + table(), encoding="utf-8")
    rows = simulator(tiles=path, players=2).play(0, 20)
    assert set(rows["games"]["turns"]) == {1}
    assert set(rows["games"]["tiles"]) == {2}


def test_tiles_that_fit_nowhere_leave_the_game(tmp_path: Path) -> None:
    """SW-16: beside the start tile only routes and fields are open, so a tile of another edge goes away."""
    path = tmp_path / "tiles.toml"
    start = table(id='"start"', start="true", edges='"RRRR"', routes='[["N", "E", "S", "W"]]', asteroids="[]")
    path.write_text(
        start + table(id='"y"', count="5", edges='"AAAA"', routes="[]", asteroids='[["N", "E", "S", "W"]]'),
        encoding="utf-8",
    )
    games = simulator(tiles=path, players=2).play(0, 5)["games"]
    assert set(games["discarded"]) == {5}
    assert set(games["tiles"]) == {1}
    assert set(games["turns"]) == {0}
    passed = simulator(tiles=path, players=2, unplaceable="discard_and_pass").play(0, 5)["games"]
    assert set(passed["turns"]) == {5}
