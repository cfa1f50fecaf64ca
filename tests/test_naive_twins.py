"""What the naive twins alone are held against: other ways to say the same, and whether they can say no.

That they keep the rules is shown where they stand beside the engines: by each corpus, and by the tests of
twins, on games of either side, spoilt records and the moves that are open.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from builders import ROOT
from castle_notation import game as game_of_castle
from catan_notation import CATAN
from corpus import Json
from naive import carcassonne, castle, catan, starwars
from naive.catan_board import EDGES, neighbouring
from naive.catan_symmetry import ALL as EVERY_SYMMETRY
from naive.tile_position import feature_of
from tiles_notation import CARCASSONNE, STARWARS

LONE_PLANET = "red black | planet-hoth(0,0)r0 | in play"
TILES = ROOT / "rules" / "starwars" / "tiles.toml"
BOX = {
    design["id"]: design
    for name in ("tiles.toml", "river.toml")
    for design in tomllib.loads((ROOT / "rules" / "carcassonne" / name).read_text(encoding="utf-8"))["tile"]
}

# --- what the engine is not asked


def test_a_stack_that_runs_out_on_discards_ends_the_game(tmp_path: Path) -> None:
    """A turn whose discards empty the stack has no tile, and the game is over (SW-16, SW-53)."""
    box = tmp_path / "tiles.toml"  # in which only planets fit beside a planet
    counts = {"planet-hoth": 3, "field-4": 1, "route-crossing-4": 1}
    box.write_text(starwars.box_text(TILES, counts), encoding="utf-8")
    turns = "0: planet-hoth(1,0)r0; 1: planet-hoth(2,0)r0; 0: -field-4 -route-crossing-4"
    assert starwars.judge(STARWARS.record(LONE_PLANET, turns), box)["legal"]
    verdict = starwars.judge(STARWARS.record(LONE_PLANET, f"{turns}; 1: planet-hoth(3,0)r0"), box)
    assert (verdict["rule"], verdict["turn"]) == ("SW-53", 3)


# --- features, put together in another way


def test_features_of_star_wars_agree_with_networkx() -> None:
    """Flooding gives the connected components of the graph of edges that meet (SW-17)."""
    for number in range(3):
        position = starwars.position_after(starwars.play_random(number, 2, {}, TILES), TILES)
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


def random_game(number: int) -> Json:
    """A random game under random house rules, with and without the River."""
    rng = random.Random(number)
    players = 2 + number % 4
    options = carcassonne.random_options(rng, players) | {"river": number % 2 == 1}
    setup = carcassonne.random_setup(options, players, rng) if number % 3 == 2 else None
    return carcassonne.play_random(options, players, rng, setup)


def test_alternate_bends_never_block_the_river() -> None:
    """With river_turn successive no River tile is discarded; without a rule many are (CC-79)."""

    def lost(rule: str) -> int:
        options = {"river": True, "river_turn": rule}
        records = [carcassonne.play_random(options, 2, random.Random(seed)) for seed in range(8)]
        turns = [entry for record in records for entry in record["turns"]]
        names = [name for entry in turns for name in entry.get("discarded", [])]
        return sum(name.startswith("R") and name != "R" for name in names)

    assert lost("successive") == 0 < lost("none")


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
    for (x, y), lying in position.board.items():
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
def test_features_of_carcassonne_agree_with_points_of_the_plane(number: int) -> None:
    """Flooding gives the same features as joining all segments that meet in a point (CC-8, CC-9)."""
    position = carcassonne.position_after(random_game(number))
    found = [
        feature
        for kind in ("city", "road", "river", "field", "cloister")
        for feature in carcassonne.features(position, kind)
    ]
    assert len(found) == len(set(found))
    assert set(found) == features_by_points(position)


@pytest.mark.parametrize("number", range(12))
def test_methods_of_farms_agree_where_they_must(number: int) -> None:
    """Nobody is paid once for more than he is paid by fields; some are paid under all or none (CC-64)."""
    players = 3
    rng = random.Random(number)
    options = {"river": number % 2 == 1}
    position = carcassonne.new_position(options, players)
    carcassonne.lay_initial(
        position, carcassonne.random_setup(options, players, rng, tiles=60, meeples=15, width=5)
    )
    paid = carcassonne.farm_pay(position, players)
    cities = sum(farm["cities"] for farm in carcassonne.farms(position))
    for seat in range(players):
        assert paid["per_field_once"][seat] <= paid["per_field"][seat] <= cities
    assert (sum(paid["per_city"]) > 0) == (sum(paid["per_field"]) > 0) == (cities > 0)


# --- the island


def test_symmetries_of_the_island() -> None:
    """CT-28: twelve symmetries, six of which keep the harbour positions."""
    assert len({tuple(symmetry.vertices) for symmetry in EVERY_SYMMETRY}) == 12
    assert len(catan.OF_RECORDS) == 6
    for symmetry in EVERY_SYMMETRY:
        for one, other in combinations(range(19), 2):
            assert neighbouring(one, other) == neighbouring(symmetry.hexes[one], symmetry.hexes[other])


def trail_by_eulers_rule(edges: list[int], closed: set[int]) -> int:
    """The most of these edges that make one trail: in one piece, with at most two odd ends.

    A closed vertex becomes a vertex of its own for each edge, so that no trail passes through it; a trail
    that begins and ends there then has two odd ends.
    """
    for number in range(len(edges), 0, -1):
        for chosen in combinations(edges, number):
            graph = nx.MultiGraph()
            for edge in chosen:
                graph.add_edge(*[(end, edge) if end in closed else end for end in EDGES[edge]])
            if nx.is_connected(graph) and nx.has_eulerian_path(graph):
                return number
    return 0


@pytest.mark.parametrize("number", range(40))
def test_longest_trail_agrees_with_eulers_rule(number: int) -> None:
    """CT-100, CT-102: trying every trail gives what Euler's rule gives for every set of roads."""
    rng = random.Random(number)
    edges = [rng.randrange(72)]
    while len(edges) < 3 + number % 8:
        beside = {e for e, ends in enumerate(EDGES) for f in edges if set(ends) & set(EDGES[f])}
        edges.append(rng.choice(sorted(beside - set(edges) or set(range(72)) - set(edges))))
    closed = set(rng.sample(range(54), rng.choice([0, 0, 6, 12])))
    assert catan.longest_trail(edges, closed) == trail_by_eulers_rule(edges, closed)


# --- whether they can say no


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("legal", False),
        ("turn", 3),
        ("scores", [9, 9, 9]),
        ("winners", [1]),
        ("rule", "CT-84"),
        ("hands", []),
    ],
)
def test_a_difference_of_catan_is_told(part: str, other: Any) -> None:
    """`catan.compare` names what differs."""
    record = CATAN.record("set-up", "$THREE_SET_UP")
    verdict = catan.judge(record)
    assert catan.compare(record, verdict) == []
    assert [text.split(":")[0] for text in catan.compare(record, verdict | {part: other})] == [part]


def test_another_broken_rule_may_be_named() -> None:
    """An event that breaks two rules may be refused by either, unless the comparison is strict."""
    record = CATAN.record("set-up | 4 players", "$FOUR_SET_UP; 1 bank ore4 for wool")
    verdict = catan.judge(record)
    assert verdict["rules"] == ["CT-51", "CT-78"]
    assert catan.compare(record, verdict | {"rule": "CT-51"}, strict=False) == []
    assert catan.compare(record, verdict | {"rule": "CT-51"}) != []
    assert catan.compare(record, verdict | {"rule": "CT-84"}, strict=False) != []


@pytest.mark.parametrize(
    ("judge", "record", "word"),
    [
        (carcassonne.judge, CARCASSONNE.record("D(0,0)r0", farm_point=3), "farm_point"),
        (carcassonne.judge, CARCASSONNE.record("D(0,0)r0", small_city="tiny"), "small_city"),
        (partial(starwars.judge, tiles_path=TILES), STARWARS.record(LONE_PLANET, dice_cups=3), "dice_cups"),
        (castle.judge, game_of_castle("draw_limits: none"), "draw_limits"),
        (castle.judge, game_of_castle("draw_limit: low"), "draw_limit"),
        (castle.judge, game_of_castle("max_turns: 0"), "max_turns"),
        (catan.judge, CATAN.record("set-up", trading=1), "option 'trading'"),
        (catan.judge, CATAN.record("set-up", trade="x"), "option trade is one of"),
        (catan.judge, CATAN.record("set-up") | {"players": 1}, "Catan is for 2 to 4 players"),
        (catan.judge, CATAN.record("set-up") | {"game": "chess"}, "not a Catan record"),
    ],
)
def test_what_makes_no_game_is_refused_by_name(
    judge: Callable[[Json], Json], record: Json, word: str
) -> None:
    """It is no fault of the game but of the record."""
    with pytest.raises(ValueError, match=word):
        judge(record)


def test_the_comparison_of_castle_finds_every_difference() -> None:
    """`compare` is silent on the twin's own verdicts and speaks of each that is changed."""
    record = castle.play_random(2, random.Random(0))
    own = castle.judge(record)
    assert castle.compare(record, own) == []
    other = {"legal": False, "winners": [], "turns": 1, "acts": 1, "hands": [["spy"], []], "outside": []}
    for part, value in other.items():
        assert castle.compare(record, own | {part: value}) != [], part
