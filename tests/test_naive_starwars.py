"""The naive twin of Star Wars against the rule page, and against itself."""

import copy
import random
from pathlib import Path

import networkx as nx
import pytest
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
from starwars_examples import (
    ALL,
    EXAMPLES,
    FAULTS,
    LONE_PLANET,
    VARIANTS,
    attack,
    battle,
    game,
    no_tile,
    small,
    tile,
    turn,
)

TILES = Path(__file__).parent.parent / "rules" / "starwars" / "tiles.toml"
EVERY_EXAMPLE = [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 18, 19, 21, 22, 23]


def check(example):
    """The twin's verdict on an example is the stated one, where it states anything."""
    verdict = judge(example.record, TILES)
    assert {key: verdict[key] for key in example.verdict} == example.verdict, verdict["message"]


def changed(record, **parts):
    """A copy of a record with other parts."""
    return copy.deepcopy(record) | parts


# --- the examples of the rule page and beyond


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_of_the_rule_page(name):
    """EX-SW-1 to EX-SW-23: the twin gives the points of the rule page."""
    check(EXAMPLES[name])


@pytest.mark.parametrize("name", VARIANTS)
def test_variants(name):
    """Every option and the team game do what the rule page says."""
    check(VARIANTS[name])


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_named_by_their_rule(name):
    """The first fault is named by the number of its rule, with its turn."""
    check(FAULTS[name])


def test_every_example_is_there():
    """No example of the rule page is left out."""
    numbers = {int(name.split(",")[0].removeprefix("EX-SW-")) for name in ALL if name.startswith("EX-SW")}
    assert sorted(numbers) == EVERY_EXAMPLE


# --- what is open to a player


def test_all_moves_beside_a_lone_planet():
    """A straight route fits on four sides; its route and the planet are open (SW-19, SW-22)."""
    position = position_after(game(["red", "black"], LONE_PLANET), TILES)
    meeples = [None]
    for size in ("small", "big"):
        meeples += [Meeple(size, "route", 0, None), Meeple(size, "planet", None, (0, 0))]
    places = [(0, 1, 1), (0, -1, 1), (1, 0, 0), (-1, 0, 0)]
    assert legal_moves(position, 0, "route-straight") == {
        (*place, meeple) for place in places for meeple in meeples
    }


def test_no_move_for_a_tile_that_fits_nowhere():
    """Beside space only, a tile without a space edge has no move (SW-16)."""
    position = position_after(game(["red", "black"], LONE_PLANET), TILES)
    assert legal_moves(position, 0, "field-4") == set()


def test_no_small_meeple_without_reserve():
    """With four small meeples on the board only the big one can be placed (SW-18)."""
    setup = [
        *LONE_PLANET,
        *(tile("planet-unnamed-empire", 9, y, 0, *[small(0, "planet")] * 2) for y in (1, 5)),
    ]
    position = position_after(game(["red", "black"], setup), TILES)
    moves = legal_moves(position, 0, "planet-jakku")
    assert {meeple.size for *_, meeple in moves if meeple} == {"big"}
    assert {meeple.size for *_, meeple in legal_moves(position, 1, "planet-jakku") if meeple} == {
        "small",
        "big",
    }


def test_rotations_that_look_alike_are_one():
    """A crossing with four routes has one rotation, though four of its segments can take a meeple (SW-14)."""
    position = position_after(game(["red", "black"], [tile("route-straight", 0, 0, 0)]), TILES)
    moves = legal_moves(position, 0, "route-crossing-4")
    assert {(x, y, rotation) for x, y, rotation, _ in moves} == {(0, 1, 0), (0, -1, 0)}
    assert {meeple.segment for *_, meeple in moves if meeple} == {0, 1, 2, 3}


def test_a_planet_among_several_is_chosen():
    """Either of two neighbouring planets can be taken, or the new planet itself (SW-23, SW-25)."""
    setup = [tile("planet-hoth", 0, 0, 0), tile("planet-naboo", 1, 0, 0, small(1, "planet"))]
    position = position_after(game(["red", "black"], setup), TILES)
    on_top = {move[3] for move in legal_moves(position, 0, "planet-jakku") if move[:2] == (0, 1)}
    assert {meeple.at for meeple in on_top if meeple} == {None, (0, 0), (1, 0)}


# --- records at the edges of the format


def test_options_are_refused_by_name():
    """An option that does not exist is no fault of the game but of the record."""
    with pytest.raises(ValueError, match="dice_cups"):
        judge(game(["red", "black"], LONE_PLANET, dice_cups=3), TILES)


def test_partial_result_agrees():
    """What a result leaves out is not checked."""
    record = changed(EXAMPLES["EX-SW-1"].record, result={"by_source": [{}, {"battle_loss": 1}]})
    assert judge(record, TILES)["legal"]


def test_unfinished_game_has_no_winners():
    """Without final scoring nobody has won yet (SW-56)."""
    assert judge(EXAMPLES["EX-SW-1"].record, TILES)["winners"] == []


def test_scores_of_an_illegal_record_are_those_before_the_fault():
    """The turn with the fault pays nothing, not even for what came before the fault in it."""
    record = changed(VARIANTS["a join and an attack"].record)
    record["turns"][0]["battles"][1]["rolls"][0]["1"] = [7]
    verdict = judge(record, TILES)
    assert (verdict["rule"], verdict["scores"]) == ("SW-3", [0, 0])


@pytest.fixture
def planets_and_crossings(tmp_path):
    """A box in which only planets fit beside a planet."""
    path = tmp_path / "tiles.toml"
    path.write_text(
        box_text(TILES, {"planet-hoth": 3, "field-4": 1, "route-crossing-4": 1}), encoding="utf-8"
    )
    return path


def test_stack_runs_out_on_discards(planets_and_crossings):
    """A turn whose discards empty the stack has no tile, and the game is over (SW-16, SW-53)."""
    record = game(
        ["red", "black"],
        LONE_PLANET,
        turn(0, "planet-hoth", 1, 0, 0),
        turn(1, "planet-hoth", 2, 0, 0),
        no_tile(0, "field-4", "route-crossing-4"),
    )
    assert judge(record, planets_and_crossings)["legal"]
    record["turns"].append(turn(1, "planet-hoth", 3, 0, 0))
    verdict = judge(record, planets_and_crossings)
    assert (verdict["rule"], verdict["turn"]) == ("SW-53", 3)


# --- random games judged


def mixed_game(number, tiles_path, **parts):
    """A random game under random house rules, players and policy."""
    players = 2 + number % 4
    options = random_options(number) | ({"team_mode": True} if players == 4 and number % 8 == 2 else {})
    policy = [{}, {"aggressive": True}, {"sealing": True}][number % 3]
    if "setup" in parts and parts["setup"] == "random":
        parts = {"setup": random_setup(number, players, options, tiles_path, tiles=12, width=5)}
    return play_random(number, players, options, tiles_path, **policy, **parts)


def judged(record, tiles_path):
    """The verdict on a random game: legal, and by the record's own result."""
    verdict = judge(record, tiles_path)
    assert verdict["legal"], verdict
    assert {key: verdict[key] for key in record["result"]} == record["result"]
    return verdict


@pytest.mark.parametrize("number", range(24))
def test_random_games_of_the_whole_box_judge_as_legal(number):
    """What play_random plays, judge finds legal, with the same scores."""
    record = mixed_game(number, TILES)
    judged(record, TILES)
    laid = [entry["tile"] for entry in record["turns"] if entry["tile"]]
    assert len(laid) + sum(len(entry.get("discarded", [])) for entry in record["turns"]) == 75


@pytest.fixture(scope="module")
def quarrelsome_box(tmp_path_factory):
    """Many fields on all sides, few other tiles: joins of three, discards."""
    path = tmp_path_factory.mktemp("box") / "tiles.toml"
    counts = {"field-1": 12, "field-4": 5, "field-3-rebel": 2, "planet-hoth": 3, "route-crossing-4": 2}
    path.write_text(box_text(TILES, counts), encoding="utf-8")
    return path


def test_small_quarrelsome_games_judge_as_legal(quarrelsome_box):
    """Joins of three fighters, several battles a turn and discards are judged as they were played."""
    fighters, battles, discards = set(), set(), 0
    for number in range(80):
        setup = [None, "random", LONE_PLANET][number // 3 % 3]
        record = mixed_game(number, quarrelsome_box, setup=setup)
        judged(record, quarrelsome_box)
        for entry in record["turns"]:
            battles.add(len(entry.get("battles", [])))
            fighters |= {len(battle["rolls"][0]) for battle in entry.get("battles", [])}
            discards += len(entry.get("discarded", []))
    assert {2, 3} <= fighters
    assert {0, 1, 2} <= battles
    assert discards > 10


def test_play_random_is_a_function_of_its_arguments():
    """The same seed gives the same record; another gives another."""
    one, again, other = (play_random(seed, 3, {}, TILES) for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_features_agree_with_networkx():
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
def long_game():
    """A whole aggressive game with many battles."""
    record = play_random(5, 3, {}, TILES, aggressive=True)
    del record["result"]
    return record


def turns_with(record, wanted):
    """A few of the turns, by index, for which something holds."""
    indices = [index for index, entry in enumerate(record["turns"]) if wanted(entry)]
    return random.Random(1).sample(indices, 6)


def has_battle(entry):
    """Was there a battle in this turn?"""
    return bool(entry["battles"])


FAULTY_TURNS = {
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
        lambda entry: entry.update(meeple=attack(99, 99, entry["meeple"]["size"])),
    ),
    "battle left out": ("SW-27", "battles", lambda entry: entry["battles"].pop()),
    "battle added": ("SW-28", None, lambda entry: entry["battles"].append(battle({0: [5], 1: [3]}))),
    "a seventh face": ("SW-3", "battles", lambda entry: first_dice(entry).__setitem__(0, 7)),
    "a die too many": ("SW-30", "battles", lambda entry: first_dice(entry).append(1)),
    "a fighter left out": ("SW-34", "battles", lambda entry: entry["battles"][0]["rolls"][0].popitem()),
    "rolls to spare": (
        "SW-35",
        "battles",
        lambda entry: entry["battles"][0]["rolls"].append({"0": [1]}),
    ),
}


def first_dice(entry):
    """The dice of some fighter in the first roll of the first battle."""
    return next(iter(entry["battles"][0]["rolls"][0].values()))


@pytest.mark.parametrize("name", FAULTY_TURNS)
def test_fault_put_into_a_random_game(long_game, name):
    """A legal game with one turn spoilt is illegal at that turn, by that rule."""
    rule, needs, spoil = FAULTY_TURNS[name]
    for index in turns_with(long_game, lambda entry: needs is None or entry[needs]):
        record = copy.deepcopy(long_game)
        spoil(record["turns"][index])
        verdict = judge(record, TILES)
        assert (verdict["legal"], verdict["rule"], verdict["turn"]) == (False, rule, index), verdict


def test_wrong_rotation_put_into_a_random_game(long_game):
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


def position_fits(position, entry, rotation):
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
