"""The naive twin of Star Wars against the rule page, and against itself."""

import copy
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from corpus import Json
from naive.starwars import (
    Meeple,
    box_text,
    judge,
    legal_moves,
    play_random,
    position_after,
    random_options,
    random_setup,
)
from naive.starwars_board import feature_of
from tiles_notation import STARWARS

TILES = Path(__file__).parent.parent / "rules" / "starwars" / "tiles.toml"
LONE_PLANET = "red black | planet-hoth(0,0)r0 | in play"


# --- what is open to a player


def test_all_moves_beside_a_lone_planet() -> None:
    """A straight route fits on four sides; its route and the planet are open (SW-19, SW-22)."""
    position = position_after(STARWARS.record(LONE_PLANET), TILES)
    meeples: list[Meeple | None] = [None]
    for size in ("small", "big"):
        meeples += [Meeple(size, "route", 0, None), Meeple(size, "planet", None, (0, 0))]
    places = [(0, 1, 1), (0, -1, 1), (1, 0, 0), (-1, 0, 0)]
    assert legal_moves(position, 0, "route-straight") == {
        (*place, meeple) for place in places for meeple in meeples
    }


# --- records at the edges of the format


def test_options_are_refused_by_name() -> None:
    """An option that does not exist is no fault of the game but of the record."""
    with pytest.raises(ValueError, match="dice_cups"):
        judge(STARWARS.record(LONE_PLANET, dice_cups=3), TILES)


@pytest.fixture
def planets_and_crossings(tmp_path: Path) -> Path:
    """A box in which only planets fit beside a planet."""
    path = tmp_path / "tiles.toml"
    path.write_text(
        box_text(TILES, {"planet-hoth": 3, "field-4": 1, "route-crossing-4": 1}), encoding="utf-8"
    )
    return path


def test_stack_runs_out_on_discards(planets_and_crossings: Path) -> None:
    """A turn whose discards empty the stack has no tile, and the game is over (SW-16, SW-53)."""
    turns = "0: planet-hoth(1,0)r0; 1: planet-hoth(2,0)r0; 0: -field-4 -route-crossing-4"
    record = STARWARS.record(LONE_PLANET, turns)
    assert judge(record, planets_and_crossings)["legal"]
    verdict = judge(STARWARS.record(LONE_PLANET, f"{turns}; 1: planet-hoth(3,0)r0"), planets_and_crossings)
    assert (verdict["rule"], verdict["turn"]) == ("SW-53", 3)


# --- random games judged


def mixed_game(number: int, tiles_path: Path, **parts: Any) -> Json:
    """A random game under random house rules, players and policy."""
    players = 2 + number % 4
    options = random_options(number) | ({"team_mode": True} if players == 4 and number % 8 == 2 else {})
    policy: dict[str, Any] = [{}, {"aggressive": True}, {"sealing": True}][number % 3]
    if "setup" in parts and parts["setup"] == "random":
        parts = {"setup": random_setup(number, players, options, tiles_path, tiles=12, width=5)}
    return play_random(number, players, options, tiles_path, **policy, **parts)


def judged(record: Json, tiles_path: Path) -> Json:
    """The verdict on a random game: legal, and by the record's own result."""
    verdict = judge(record, tiles_path)
    assert verdict["legal"], verdict
    assert {key: verdict[key] for key in record["result"]} == record["result"]
    return verdict


@pytest.mark.parametrize("number", range(6))
def test_random_games_of_the_whole_box_judge_as_legal(number: int) -> None:
    """What play_random plays, judge finds legal, with the same scores."""
    record = mixed_game(number, TILES)
    judged(record, TILES)
    laid = [entry["tile"] for entry in record["turns"] if entry["tile"]]
    assert len(laid) + sum(len(entry.get("discarded", [])) for entry in record["turns"]) == 75


@pytest.fixture(scope="module")
def quarrelsome_box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many fields on all sides, few other tiles: joins of three, discards."""
    path = tmp_path_factory.mktemp("box") / "tiles.toml"
    counts = {"field-1": 12, "field-4": 5, "field-3-rebel": 2, "planet-hoth": 3, "route-crossing-4": 2}
    path.write_text(box_text(TILES, counts), encoding="utf-8")
    return path


def test_small_quarrelsome_games_judge_as_legal(quarrelsome_box: Path) -> None:
    """Joins of three fighters, several battles a turn and discards are judged as they were played."""
    fighters, battles, discards = set(), set(), 0
    for number in range(30):
        setup = [None, "random", STARWARS.record(LONE_PLANET)["setup"]][number // 3 % 3]
        record = mixed_game(number, quarrelsome_box, setup=setup)
        judged(record, quarrelsome_box)
        for entry in record["turns"]:
            battles.add(len(entry.get("battles", [])))
            fighters |= {len(battle["rolls"][0]) for battle in entry.get("battles", [])}
            discards += len(entry.get("discarded", []))
    assert {2, 3} <= fighters
    assert {0, 1, 2} <= battles
    assert discards > 5


def test_play_random_is_a_function_of_its_arguments() -> None:
    """The same seed gives the same record; another gives another."""
    one, again, other = (play_random(seed, 3, {}, TILES) for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_features_agree_with_networkx() -> None:
    """Flooding gives the connected components of the graph of edges that meet (SW-17)."""
    for number in range(3):
        position = position_after(play_random(number, 2, {}, TILES), TILES)
        graph = nx.Graph()
        for (x, y), lying in position.board.items():
            graph.add_nodes_from(((x, y), *segment) for segment in lying["segments"])
            for side, (east, north) in {"E": (1, 0), "N": (0, 1)}.items():
                other = position.board.get((x + east, y + north))
                if other and lying["edges"][side] != "S":
                    facing = {"E": "W", "N": "S"}[side]
                    graph.add_edge(
                        ((x, y), *lying["segment_at"][side]),
                        ((x + east, y + north), *other["segment_at"][facing]),
                    )
        for component in nx.connected_components(graph):
            assert feature_of(position, next(iter(component))) == component


# --- faults put into random games


@pytest.fixture(scope="module")
def long_game() -> Json:
    """A whole aggressive game with many battles."""
    record = play_random(5, 3, {}, TILES, aggressive=True)
    del record["result"]
    return record


def turns_with(record: Json, wanted: Callable[[Json], Any]) -> list[int]:
    """A few of the turns, by index, for which something holds."""
    indices = [index for index, entry in enumerate(record["turns"]) if wanted(entry)]
    return random.Random(1).sample(indices, 3)


FAULTY_TURNS: dict[str, tuple[str, str | None, Callable[[Json], Any]]] = {
    "the next seat's turn": ("SW-9", None, lambda entry: entry.update(seat=(entry["seat"] + 1) % 3)),
    "a tile far away": ("SW-14", None, lambda entry: entry.update(at=[99, 99])),
    "the start tile": ("SW-16", None, lambda entry: entry.update(tile="start")),
    "a placeable tile discarded": ("SW-16", None, lambda entry: entry.update(discarded=[entry["tile"]])),
    "no size": ("SW-18", "meeple", lambda entry: entry["meeple"].pop("size")),
    "no such segment": (
        "SW-19",
        "meeple",
        lambda entry: entry.update(meeple={"on": "route", "segment": 7, "size": entry["meeple"]["size"]}),
    ),
    "a far planet": (
        "SW-20",
        "meeple",
        lambda entry: entry.update(meeple={"on": "planet", "at": [99, 99], "size": entry["meeple"]["size"]}),
    ),
    "battle left out": ("SW-27", "battles", lambda entry: entry["battles"].pop()),
    "battle added": ("SW-28", None, lambda entry: entry["battles"].append({"rolls": [{"0": [5], "1": [3]}]})),
    "a seventh face": ("SW-3", "battles", lambda entry: first_dice(entry).__setitem__(0, 7)),
    "a die too many": ("SW-30", "battles", lambda entry: first_dice(entry).append(1)),
    "a fighter left out": ("SW-34", "battles", lambda entry: entry["battles"][0]["rolls"][0].popitem()),
    "rolls to spare": (
        "SW-35",
        "battles",
        lambda entry: entry["battles"][0]["rolls"].append({"0": [1]}),
    ),
}


def first_dice(entry: Json) -> list[int]:
    """The dice of some fighter in the first roll of the first battle."""
    return next(iter(entry["battles"][0]["rolls"][0].values()))


@pytest.mark.parametrize("name", FAULTY_TURNS)
def test_fault_put_into_a_random_game(long_game: Json, name: str) -> None:
    """A legal game with one turn spoilt is illegal at that turn, by that rule."""
    rule, needs, spoil = FAULTY_TURNS[name]
    for index in turns_with(long_game, lambda entry: needs is None or entry[needs]):
        record = copy.deepcopy(long_game)
        spoil(record["turns"][index])
        verdict = judge(record, TILES)
        assert (verdict["legal"], verdict["rule"], verdict["turn"]) == (False, rule, index), verdict


def test_wrong_rotation_put_into_a_random_game(long_game: Json) -> None:
    """A rotation that is not among the legal moves does not match its neighbours (SW-15)."""
    spoilt = 0
    for index, entry in enumerate(long_game["turns"][:20]):
        position = position_after(long_game, TILES, index)
        legal = {
            move[2]
            for move in legal_moves(position, entry["seat"], entry["tile"])
            if [*move[:2]] == entry["at"]
        }
        looks_legal = {rotation for rotation in range(4) if position_fits(position, entry, rotation)}
        assert legal <= looks_legal
        for rotation in set(range(4)) - looks_legal:
            record = copy.deepcopy(long_game)
            record["turns"][index]["rotation"] = rotation
            verdict = judge(record, TILES)
            assert (verdict["rule"], verdict["turn"]) == ("SW-15", index)
            spoilt += 1
    assert spoilt > 10


def position_fits(position: Any, entry: Json, rotation: int) -> bool:
    """Would the tile of this turn match with another rotation, looked up edge by edge in the tile file?"""
    edges = position.box[entry["tile"]]["edges"]
    x, y = entry["at"]
    for index, (east, north) in enumerate([(0, 1), (1, 0), (0, -1), (-1, 0)]):
        other = position.board.get((x + east, y + north))
        if other:
            mine = edges[(index - rotation) % 4]
            theirs = position.box[other["tile"]]["edges"][(index + 2 - other["rotation"]) % 4]
            if mine != theirs:
                return False
    return True
