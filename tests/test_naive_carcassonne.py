"""The naive twin of Carcassonne against the rule page, and against itself."""

import copy
import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from corpus import Json
from naive.carcassonne import (
    farm_pay,
    farms,
    features,
    judge,
    lay_initial,
    legal_moves,
    new_position,
    placements,
    play_random,
    position_after,
    random_options,
    random_setup,
    stack,
)
from tiles_notation import CARCASSONNE

BOX = {
    design["id"]: design
    for name in ("tiles.toml", "river.toml")
    for design in tomllib.loads(
        (Path(__file__).parent.parent / "rules" / "carcassonne" / name).read_text(encoding="utf-8")
    )["tile"]
}


def table(text: str, players: int = 2, **options: Any) -> Any:
    """A position by its notation."""
    position = new_position(options, players)
    lay_initial(position, CARCASSONNE.record(text)["setup"])
    return position


def places(position: Any, name: str) -> set[Any]:
    """The (x, y, rotation) open to a tile."""
    return {(*cell, lying["rotation"]) for cell, lying in placements(position, name)}


# --- what is open to a player


def test_all_moves_of_one_tile() -> None:
    """A city tile beside D: three places, one of them closing the city; every segment is free (CC-23)."""
    city, field = ("city", 0), ("field", 0)
    where = [(0, 1, 2), (0, -1, 1), (0, -1, 2), (0, -1, 3)]
    assert legal_moves(table("D(0,0)r0"), 0, "E") == {
        (*place, meeple) for place in where for meeple in (None, city, field)
    }


def test_rotations_that_look_alike_are_one() -> None:
    """A straight road has two rotations, a cloister one (CC-18)."""
    board = table("B(0,0)r0")
    assert {rotation for _, _, rotation in places(board, "U")} == {0, 1}
    assert {rotation for _, _, rotation in places(board, "B")} == {0}
    assert places(table("D(0,0)r0"), "X") == {(1, 0, 0), (-1, 0, 0)}


def test_asking_leaves_the_table_alone() -> None:
    """What is open is asked without moving anything."""
    board = table("$TWO_FARMS_THREE_CITIES")
    before = copy.deepcopy(board)
    legal_moves(board, 0, "X")
    farm_pay(board, 2)
    assert board == before


# --- the River


@pytest.mark.parametrize(
    ("options", "tiles", "start_design"),
    [
        ({}, 71, 3),
        ({"river": True}, 11 + 71, 3),
        ({"river": True, "river_start_tile": "shuffled"}, 11 + 72, 4),
    ],
)
def test_tiles_to_draw(options: Json, tiles: int, start_design: int) -> None:
    """What is in the stack at the beginning (CC-11, CC-68, CC-69)."""
    position = new_position(options)
    lay_initial(position)
    left = stack(position)
    assert (sum(left.values()), left["D"]) == (tiles, start_design)


def test_one_tile_left_in_the_stack() -> None:
    """Only C is left of a board of all others (CC-1)."""
    assert stack(table("$ALL_BUT_C")) == {"C": 1}


def test_a_start_tile_is_never_drawn() -> None:
    """Where a setup leaves it out, it takes no part; three of its design remain (CC-11)."""
    record = CARCASSONNE.record("B(0,0)r0 V(0,2)r0", "0: D(0,-1)r2")
    assert stack(position_after(record, 0))["D"] == 3
    assert stack(position_after(record))["D"] == 2
    assert "RA" not in stack(table("RL(0,0)r0", river=True))


# --- records at the edges of the format


def test_options_are_refused_by_name() -> None:
    """An option that does not exist is no fault of the game but of the record."""
    with pytest.raises(ValueError, match="farm_point"):
        judge(CARCASSONNE.record("D(0,0)r0", farm_point=3))
    with pytest.raises(ValueError, match="small_city"):
        judge(CARCASSONNE.record("D(0,0)r0", small_city="tiny"))


# --- random games judged


def random_game(number: int, **parts: Any) -> Json:
    """A random game under random house rules, with and without the River."""
    rng = random.Random(number)
    options = random_options(rng) | {"river": number % 2 == 1}
    players = 2 + number % 4
    if number % 3 == 2:
        parts["setup"] = random_setup(options, players, rng)
    return play_random(options, players, rng, **parts)


def discards(record: Json) -> list[str]:
    """The tiles that left the game."""
    return [name for entry in record["turns"] for name in entry.get("discarded", [])]


@pytest.mark.parametrize("number", range(10))
def test_random_games_judge_as_legal(number: int) -> None:
    """What play_random plays, judge finds legal, with the same scores; every tile is used once (CC-49)."""
    record = random_game(number, sealing=number % 5 == 0)
    verdict = judge(record)
    assert verdict["legal"], verdict
    assert {key: verdict[key] for key in record["result"]} == record["result"]
    assert stack(position_after(record)) == {}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_number_of_turns(players: int) -> None:
    """71 tiles are placed in turns, 82 or 83 with the River, less those discarded (section K)."""
    for options, tiles in (
        ({}, 71),
        ({"river": True}, 82),
        ({"river": True, "river_start_tile": "shuffled"}, 83),
    ):
        record = play_random(options, players, random.Random(players))
        placed = [entry for entry in record["turns"] if entry["tile"]]
        assert len(placed) == tiles - len(discards(record))


def test_alternate_bends_never_block_the_river() -> None:
    """With river_turn successive no River tile is discarded; without a rule many are (CC-79)."""
    lost = {}
    for rule in ("successive", "none"):
        records = [
            play_random({"river": True, "river_turn": rule}, 2, random.Random(seed)) for seed in range(8)
        ]
        lost[rule] = sum(
            name.startswith("R") and name != "R" for record in records for name in discards(record)
        )
    assert lost["successive"] == 0
    assert lost["none"] > 0


def test_play_random_is_a_function_of_its_arguments() -> None:
    """The same seed gives the same record; another gives another."""
    one, again, other = (play_random({}, 3, random.Random(seed)) for seed in (1, 1, 2))
    assert one == again
    assert one != other


# --- features, put together in another way

SIDES = ["N", "E", "S", "W"]
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
HALVES = ["Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn"]


def points_on_the_rim(kind: str, port: str, x: int, y: int, rotation: int) -> tuple[str, int, int]:
    """Where a port lies, as a point of the plane: the middle of a side, or a quarter of it from a corner."""
    if kind != "field":
        east, north = STEPS[(SIDES.index(port) + rotation) % 4]
        return kind, 4 * x + 2 * east, 4 * y + 2 * north
    quarters = [(-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1)]
    east, north = quarters[(HALVES.index(port) + 2 * rotation) % 8]
    return kind, 4 * x + east, 4 * y + north


def features_by_points(position: Any) -> set[frozenset[Any]]:
    """The features as sets of segments that share a point of the rim, from the tile file alone."""
    graph = nx.Graph()
    for (x, y), lying in position["board"].items():
        design = BOX[lying["tile"]]
        listed = {"city": "cities", "road": "roads", "river": "rivers", "field": "fields"}
        for kind, key in listed.items():
            for index, segment in enumerate(design[key]):
                node = ((x, y), kind, index)
                graph.add_node(node)
                for port in segment["ports" if kind == "field" else "edges"]:
                    graph.add_edge(node, points_on_the_rim(kind, port, x, y, lying["rotation"]))
        if design["cloister"]:
            graph.add_node(((x, y), "cloister", 0))
    return {
        frozenset(node for node in component if isinstance(node[0], tuple))
        for component in nx.connected_components(graph)
    }


@pytest.mark.parametrize("number", range(6))
def test_features_agree_with_points_of_the_plane(number: int) -> None:
    """Flooding gives the same features as joining all segments that meet in a point (CC-8, CC-9)."""
    position = position_after(random_game(number))
    found = [
        feature
        for kind in ("city", "road", "river", "field", "cloister")
        for feature in features(position, kind)
    ]
    assert len(found) == len(set(found))
    assert set(found) == features_by_points(position)


@pytest.mark.parametrize("number", range(12))
def test_methods_of_farms_agree_where_they_must(number: int) -> None:
    """Nobody is paid once for more than he is paid by fields; some are paid under all or none (CC-64)."""
    players = 3
    rng = random.Random(number)
    options = {"river": number % 2 == 1}
    position = new_position(options, players)
    lay_initial(position, random_setup(options, players, rng, tiles=60, meeples=15, width=5))
    paid = farm_pay(position, players)
    cities = sum(farm["cities"] for farm in farms(position))
    for seat in range(players):
        assert paid["per_field_once"][seat] <= paid["per_field"][seat] <= cities
    assert (sum(paid["per_city"]) > 0) == (sum(paid["per_field"]) > 0) == (cities > 0)


# --- faults put into random games


@pytest.fixture(scope="module")
def long_game() -> Json:
    """A whole game with the River and many meeples."""
    record = play_random({"river": True, "river_turn": "successive"}, 3, random.Random(5))
    del record["result"]
    return record


def is_land(entry: Json) -> bool:
    """Was a land tile placed in this turn?"""
    return entry["tile"] is not None and "role" not in BOX[entry["tile"]]


def has_meeple(entry: Json) -> bool:
    """Was a meeple placed in this turn?"""
    return entry["meeple"] is not None


def is_river(entry: Json) -> bool:
    """Was a River tile before the lake placed in this turn?"""
    return entry["tile"] is not None and BOX[entry["tile"]].get("role") == "middle"


FAULTY_TURNS: dict[str, tuple[str, Callable[[Json], bool] | None, Callable[[Json], Any]]] = {
    "the next seat's turn": ("CC-12", None, lambda entry: entry.update(seat=(entry["seat"] + 1) % 3)),
    "a tile far away": ("CC-16", None, lambda entry: entry.update(at=[99, 99])),
    "the source again": ("CC-1", None, lambda entry: entry.update(tile="RA")),
    "no tile": ("CC-15", None, lambda entry: entry.update(tile=None)),
    "a placeable tile discarded": ("CC-20", is_land, lambda entry: entry.update(discarded=[entry["tile"]])),
    "land before the lake": ("CC-70", is_river, lambda entry: entry.update(tile="B")),
    "the lake too early": ("CC-68", is_river, lambda entry: entry.update(tile="RL")),
    "a river tile beside the source": ("CC-71", is_river, lambda entry: entry.update(at=[0, 1])),
    "no such segment": ("CC-22", has_meeple, lambda entry: entry["meeple"].update(segment=7)),
    "two meeples": ("CC-22", has_meeple, lambda entry: entry.update(meeple=[entry["meeple"]] * 2)),
    "in the river": (
        "CC-23",
        is_river,
        lambda entry: entry.update(meeple={"on": "river", "segment": 0}),
    ),
}


@pytest.mark.parametrize("name", FAULTY_TURNS)
def test_fault_put_into_a_random_game(long_game: Json, name: str) -> None:
    """A legal game with one turn spoilt is illegal at that turn, by that rule."""
    rule, needs, spoil = FAULTY_TURNS[name]
    indices = [index for index, entry in enumerate(long_game["turns"]) if needs is None or needs(entry)]
    for index in random.Random(1).sample(indices, 6):
        record = copy.deepcopy(long_game)
        spoil(record["turns"][index])
        verdict = judge(record)
        assert (verdict["legal"], verdict["rule"], verdict["turn"]) == (False, rule, index), verdict


def test_every_other_placement_in_a_random_game_is_illegal(long_game: Json) -> None:
    """On the cell of a turn only the listed rotations are legal, and of meeples only the listed ones."""
    for index, entry in list(enumerate(long_game["turns"]))[::18]:
        position = position_after(long_game, index)
        moves = legal_moves(position, entry["seat"], entry["tile"])
        alike = {rotation for x, y, rotation, _ in moves if [x, y] == entry["at"]}
        edges = {turned_edges(entry["tile"], rotation) for rotation in alike}
        for rotation in range(4):
            record = copy.deepcopy(long_game) | {"turns": copy.deepcopy(long_game["turns"][: index + 1])}
            record["turns"][index] |= {"rotation": rotation, "meeple": None}
            legal = turned_edges(entry["tile"], rotation) in edges
            assert judge(record)["legal"] == legal
        for kind, number in (("city", 2), ("road", 4), ("field", 4), ("cloister", 1)):
            for segment in range(number):
                record["turns"][index] |= {
                    "rotation": entry["rotation"],
                    "meeple": {"on": kind, "segment": segment},
                }
                move = (*entry["at"], entry["rotation"], (kind, segment))
                assert judge(record)["legal"] == (move in moves)


def turned_edges(name: str, rotation: int) -> str:
    """The four letters of a tile so turned."""
    edges = BOX[name]["edges"]
    return edges[-rotation:] + edges[:-rotation] if rotation else edges
