"""The tiles of Carcassonne: what the box holds, what is refused, and boxes of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from builders import refusal, refused_tiles, simulator, tile_table
from naive import tile_tables
from naive.carcassonne import lay_initial, new_position, placements
from naive.carcassonne_board import distinct_rotations, lay
from tiles_notation import CARCASSONNE

from rules.carcassonne.engine import new_game
from rules.carcassonne.moves import legal_placements
from rules.carcassonne.referee import Referee
from rules.carcassonne.tiles import KINDS, LETTERS, STANDARD, Feature, load_tiles
from rules.tiles.moves import move_cell, move_rotation
from rules.tiles.tileset import PORT, SIDES, Tile

BOX = tile_tables.carcassonne_designs(tile_tables.BASE + tile_tables.RIVER)
SET = load_tiles()
TABLES = SET.tables[0]

WHOLE_FIELD = "[{ports = [" + ", ".join(f'"{half}"' for half in tile_tables.HALVES) + "], cities = []}]"


def table(**changes: str | None) -> str:
    """One [[tile]] table as TOML text, by default a cloister; a change to None leaves a key out."""
    given = {
        "id": '"x"',
        "count": "1",
        "start": "false",
        "edges": '"FFFF"',
        "cities": "[]",
        "roads": "[]",
        "rivers": "[]",
        "cloister": "true",
        "fields": WHOLE_FIELD,
    } | changes
    return tile_table(**given)


def city(**changes: str) -> str:
    """A tile like E: a city on its north side."""
    given = {
        "edges": '"CFFF"',
        "cities": '[{edges = ["N"], pennant = false}]',
        "cloister": "false",
        "fields": '[{ports = ["En", "Es", "Se", "Sw", "Ws", "Wn"], cities = [0]}]',
    }
    return table(**(given | changes))


def squares(count: int, cities: str, **changes: str) -> str:
    """So many tiles with cities on all four sides."""
    return table(edges='"CCCC"', cities=cities, cloister="false", fields="[]", count=str(count), **changes)


START = table(id='"start"', start="true")


# --- the box


@pytest.mark.rules
@pytest.mark.parametrize("tile", SET.tiles, ids=[tile.id for tile in SET.tiles])
def test_a_design_is_what_its_description_says(tile: Tile) -> None:
    """Edges, segments, pennants and borders, against the naive twin's reading of the file."""
    design = SET.number(tile.id)
    for rotation in range(4):
        lying = lay(BOX[tile.id], rotation)
        edges = [LETTERS[e - 1] for e in TABLES.edge[design * 4 + rotation]]
        assert dict(zip(SIDES, edges, strict=True)) == lying["edges"]
        at = TABLES.segment_at[design * 4 + rotation]
        names = {number: port for port, number in PORT.items()}
        reached = {
            (names[port], KINDS[tile.segments[at[port]].kind], tile.segments[at[port]].index)
            for port in range(12)
            if at[port] >= 0
        }
        told = {
            (port, kind, index)
            for (kind, index), ports in lying["segments"].items()
            for port in ports
            if kind != "river"
        }
        assert reached == told
    for number, segment in enumerate(tile.segments):
        assert TABLES.kind[design, number] == segment.kind
        assert TABLES.ends[design, number] == (8 if segment.kind == Feature.CLOISTER else len(segment.ports))
        pennant = segment.kind == Feature.CITY and segment.index in lying["pennants"]
        assert segment.marks == (int(pennant), 0, 0)
        if segment.kind == Feature.FIELD:
            bordered = [s for s in range(len(tile.segments)) if TABLES.borders[design, number] >> s & 1]
            assert [tile.segments[s].index for s in bordered] == lying["borders"][segment.index]
            assert {tile.segments[s].kind for s in bordered} <= {Feature.CITY}
            assert all(TABLES.borders[design, s] >> number & 1 for s in bordered)
    assert tile.distinct_rotations() == distinct_rotations(BOX[tile.id])


@pytest.mark.rules
def test_the_engine_needs_cities_first() -> None:
    """Segments come as cities, roads, the cloister, fields: features rely on it."""
    order = [KINDS.index(word) for word in ("city", "road", "cloister", "field")]
    for tile in SET.tiles:
        places = [(order.index(segment.kind), segment.index) for segment in tile.segments]
        assert places == sorted(places), tile.id


PLACEMENTS = {
    **{"A": 5, "B": 1, "C": 1, "D": 6, "E": 4, "F": 2, "G": 2, "H": 2},
    **{"I": 4, "J": 6, "K": 6, "L": 7, "M": 4, "N": 4, "O": 6, "P": 6},
    **{"Q": 4, "R": 4, "S": 5, "T": 5, "U": 3, "V": 6, "W": 7, "X": 2},
}
"""The places for each tile beside the start tile alone."""


@pytest.mark.rules
def test_placements_beside_the_start_tile() -> None:
    """EX-CC-27: by engine and twin, each of them once (CC-16 to CC-18)."""
    desk = simulator(players=2, game="carcassonne").desk
    position = new_position({}, 2)
    lay_initial(position)
    for name, places in PLACEMENTS.items():
        new_game(desk.box, desk.options, desk.state, 2, 1, 0)
        n = legal_placements(desk.box, desk.options, desk.state, SET.number(name))
        found = {(int(move_cell(m)), int(move_rotation(m))) for m in desk.state.placements[:n]}
        assert len(found) == n == places == len(placements(position, name)), name


# --- tile files that are refused

RIVERS = '[{edges = ["N"]}]'


def crossing(fields: str, **changes: str) -> str:
    """A tile on which one road runs over another."""
    given = {"edges": '"RRRR"', "roads": '[{edges = ["N", "S"]}, {edges = ["E", "W"]}]', "cloister": "false"}
    return table(**(given | {"fields": fields.replace("]}", "], cities = []}")} | changes))


FAULTY = [
    *(
        (table(**{key: None}), f"has no '{key}'")
        for key in ("edges", "count", "start", "cities", "roads", "rivers", "cloister", "fields")
    ),
    (table(edges='"FFFA"'), "edges must be four of the letters CRFV in the order N E S W"),
    (
        table(fields=WHOLE_FIELD[:-1] + ', {ports = ["Nw"], cities = []}]'),
        "half-edge Nw belongs to field segments 0 and 1",
    ),
    (
        table(fields='[{ports = ["Nw", "Ne", "En", "Es", "Se", "Sw", "Ws"], cities = []}]'),
        "no field segment reaches half-edge Wn",
    ),
    (city(fields=WHOLE_FIELD), "field segment 0 reaches Nw, but edge N is 'C'"),
    (table(fields='[{ports = ["North"], cities = []}]'), "'North' is no half-edge; write Nw, Ne, En, Es,"),
    (table(fields="[{ports = [], cities = []}]"), "field segment 0 reaches no half-edge"),
    (table(fields="[{cities = []}]"), "field segment 0 has no 'ports'"),
    (table(fields=WHOLE_FIELD.replace(", cities = []", "")), "field segment 0 has no 'cities'"),
    (
        table(fields=WHOLE_FIELD.replace("cities = []", "cities = [0]")),
        "field 0 borders city 0, which the tile does not have",
    ),
    (
        city(fields='[{ports = ["En", "Es", "Se", "Sw", "Ws", "Wn"], cities = [true]}]'),
        "field 0 borders city True, which the tile does not have",
    ),
    (city(cities="[]"), "edge N is 'C' but no city segment reaches N"),
    (city(cities='[{edges = ["N", "S"], pennant = false}]'), "city segment 0 reaches edge S, which is 'F'"),
    (city(cities='[{edges = ["N"]}]'), "city segment 0 has no 'pennant'"),
    (
        city(fields='[{ports = ["En", "Es", "Se", "Sw", "Ws", "Wn"], cities = []}]'),
        "field segment 0 touches the city of edge N: its cities must hold 0 (CC-58)",
    ),
    (
        table(
            edges='"FCFC"',
            cities='[{edges = ["E", "W"], pennant = true}]',
            fields='[{ports = ["Nw", "Ne", "Se", "Sw"], cities = [0]}]',
        ),
        "city segment 0 parts field segment 0 into two fields (CC-54)",
    ),
    (
        crossing('[{ports = ["Nw", "Wn", "Ws", "Sw", "Es", "Se"]}, {ports = ["Ne", "En"]}]'),
        "road segment 0 parts field segment 0 into two fields (CC-54)",
    ),
    (
        crossing(
            '[{ports = ["Nw", "Wn", "Es", "Se"]}, {ports = ["Ne", "En", "Sw", "Ws"]}]',
            roads="[]",
            edges='"FFFF"',
        ),
        "field segment 1 parts field segment 0 into two fields (CC-54)",
    ),
    (city(cities='[{edges = ["N"], pennant = "yes"}]'), "pennant of city 0 must be true or false, not 'yes'"),
    (city(cities='[{edges = ["N"], pennant = 2}]'), "pennant of city 0 must be true or false, not 2"),
    (table(edges='"RFFF"'), "edge N is 'R' but no road segment reaches N"),
    (table(edges='"RFFF"', roads='[{edges = ["N"]}, {edges = ["N"]}]'), "N belongs to road segments 0 and 1"),
    (table(cloister='"yes"'), "cloister must be true or false, not 'yes'"),
    (table(edges='"VFFF"', rivers=RIVERS), "river tiles belong to The River, not to the base game"),
    (table(rivers=RIVERS), "river segment 0 reaches edge N, which is 'F'"),
    (table(edges='"VFFF"'), "edge N is 'V' but no river segment reaches N"),
    (table(role='"lake"'), "river tiles belong to The River, not to the base game"),
    (table(role='"delta"'), "role must be one of land, source, middle, lake, not 'delta'"),
    (table(cities='["N"]'), ""),
    (table(fields="3"), ""),
]


@pytest.mark.parametrize(("text", "reason"), FAULTY)
def test_a_faulty_tile_is_refused_with_its_name_and_the_reason(
    tmp_path: Path, text: str, reason: str
) -> None:
    message = refused_tiles(load_tiles, tmp_path / "my.toml", START + text)
    assert message.startswith("tile 'x': ")
    assert reason in message


CITY_CORNERS = '{ports = ["En"], cities = [0]}, {ports = ["Wn"], cities = [0]}'
GATES = f'[{CITY_CORNERS}, {{ports = ["Es", "Se", "Sw", "Ws"], cities = [0]}}]'
CORNERS = '[{ports = ["Ne", "En"]}, {ports = ["Es", "Se"]}, {ports = ["Sw", "Ws"]}, {ports = ["Wn", "Nw"]}]'


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(crossing(CORNERS), id="a road over another"),
        pytest.param(
            city(edges='"CRFR"', roads='[{edges = ["E"]}, {edges = ["W"]}]', fields=GATES),
            id="a field touches a city between its two gates",
        ),
    ],
)
def test_a_tile_that_can_be_drawn_is_taken(tmp_path: Path, text: str) -> None:
    path = tmp_path / "my.toml"
    path.write_text(START + text, encoding="utf-8")
    assert load_tiles(path).number("x") == 1


def test_a_file_that_does_not_go_with_the_river_is_refused(tmp_path: Path) -> None:
    """The ids of the River are taken, and both together must fit the tables."""
    path = tmp_path / "my.toml"
    path.write_text(START + table(id='"RG"'), encoding="utf-8")
    assert "tile 'RG': the id belongs to river" in refusal(load_tiles, path)
    path.write_text(START + table(count="115"), encoding="utf-8")
    assert "128 tiles of 12 designs, those of river counted; at most 126 tiles" in refusal(load_tiles, path)


@pytest.mark.rules
def test_any_part_may_be_named_land(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(START + table(role='"land"', count="3"), encoding="utf-8")
    rows = simulator(players=2, tiles=path, game="carcassonne").play(0, 2)
    assert set(rows["games"]["turns"]) == {3}


@pytest.mark.rules
def test_tiles_that_fit_nowhere_leave_the_game(tmp_path: Path) -> None:
    """CC-20, CC-21: beside a cloister no city tile of four sides has a place; the game is over at once."""
    path = tmp_path / "my.toml"
    four = squares(5, '[{edges = ["N", "E", "S", "W"], pennant = true}]')
    path.write_text(START + four, encoding="utf-8")
    games = simulator(players=2, tiles=path, game="carcassonne").play(0, 3)["games"]
    assert set(games["discarded"]) == {5}
    assert set(games["turns"]) == {0}
    assert set(games["winners"]) == {0b11}


# --- boxes of one's own


def test_a_game_that_was_played_with_other_tiles(tmp_path: Path) -> None:
    """`tiles` takes the place of the base tiles; the River keeps its own (CC-68)."""
    path = tmp_path / "tiles.toml"
    path.write_text(table(id='"one"', count="3", start="true"), encoding="utf-8")
    own, first = Referee(load_tiles(path)), "0: one(1,0)r0 cloister0"
    two = f"{first}; 1: one(2,0)r3"
    assert own.judge(CARCASSONNE.record("in play", two)).legal
    assert own.judge(CARCASSONNE.record("in play", f"{two}; 0: one(3,0)r0 cloister0")).rule == "CC-49"
    river = CARCASSONNE.record("in play | river=true river_start_tile=shuffled", first)
    assert own.judge(river).rule == "CC-70"
    assert Referee().judge(CARCASSONNE.record("in play", first)).rule == "CC-1"


def four_cities(count: int) -> str:
    """A tile file's table of a tile with four separate cities."""
    cities = ", ".join(f'{{edges = ["{side}"], pennant = false}}' for side in SIDES)
    return squares(count, f"[{cities}]", id='"Z"', start="true")


def test_a_set_with_more_cities_than_can_be_played_is_refused(tmp_path: Path) -> None:
    """At most 126 complete cities: 240 city segments in the base game, two a city at least."""
    path = tmp_path / "cities.toml"
    path.write_text(four_cities(61), encoding="utf-8")
    assert "244 city segments; at most 240" in refusal(load_tiles, path)


def test_a_city_that_a_tile_meets_three_times_is_one_city(tmp_path: Path) -> None:
    """CC-60: three sides of the tile lie in one city and the fourth in another; the farm borders one."""
    path = tmp_path / "cities.toml"
    box = re.sub(r'(id = "N"\ncount = )3', r"\g<1>5", STANDARD.read_text(encoding="utf-8"))
    path.write_text(four_cities(2) + box.replace("start = true", "start = false"), encoding="utf-8")
    ring = "N(0,1)r2 0:field0 N(-1,1)r1 R(-1,0)r1 N(-1,-1)r0 N(0,-1)r3 E(1,0)r3"
    verdict = Referee(load_tiles(path)).judge(CARCASSONNE.record(ring, "0: Z(0,0)r0"))
    assert (verdict.legal, verdict.message) == (True, None)
    assert verdict.by_source[0]["farm"] == 3
