"""The referees of the tile games against their naive twins, record by record and move by move."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import naive.carcassonne
import naive.carcassonne_board
import naive.starwars
import naive.starwars_board
import pytest
from corpus import Cases, Json
from naive.carcassonne_board import PRESETS
from naive.carcassonne_rules import may_place_own
from spoiling import JUNK, spoil
from test_replay import DISCARDS
from tiles_notation import CARCASSONNE, STARWARS

import rules.carcassonne.referee
import rules.starwars.referee
from rules.carcassonne.tiles import KINDS
from rules.errors import UserError
from rules.records import FORMAT
from rules.starwars.moves import ATTACK
from rules.starwars.record import SIZES
from rules.starwars.tiles import STANDARD, load_tiles
from rules.tiles.grid import STEP, place_of
from rules.tiles.moves import DRAW, NOTHING, move_cell, move_rotation, move_size, move_target

SAID = ("legal", "turn", "rule", "scores", "by_source", "winners")
"""What referee and twin must agree on."""
BOXES = {
    "many fields, discards": DISCARDS,
    "joins of three": {"field-1": 10, "field-4": 8, "field-3": 4, "field-3-rebel": 3, "field-corner": 4},
    "planets": {"planet-hoth": 6, "planet-naboo": 5, "planet-route-empire": 3}
    | {"route-straight": 4, "field-1": 3},
}
TEAMS = ["red black green white", "black green white red", "white red black green"]


def said(verdict: Json) -> Json:
    """The part of a verdict that counts."""
    return {key: verdict[key] for key in SAID}


@dataclass(frozen=True)
class Pair:
    """A game's referee, which keeps the table, and its twin: one box of tiles."""

    referee: Any
    judge: Callable[[Json], Json]
    position_after: Callable[[Json], Any]
    legal_moves: Callable[[Any, int, str], set[Any]]

    def agree(self, record: Json) -> Json:
        """The verdict of the referee, after the twin has said the same."""
        verdict: Json = self.referee.judge(record).as_dict()
        assert said(verdict) == said(self.judge(record))
        return verdict


@dataclass(frozen=True)
class Game:
    """A game: its pairs by box, and random games played by its twin."""

    corpus: Cases
    standard: str
    pairs: dict[str, Pair]
    mixed: Callable[[int], tuple[str, Json]]
    words: Sequence[Any]
    forgiven: Callable[[Json, str], bool]
    in_words: Callable[[Any, int, int], tuple[Any, ...]]
    sizes: int


# --- Star Wars


def starwars(folder: Path) -> Game:
    """Star Wars with the standard box and some odd ones."""
    paths = {"standard": STANDARD}
    for name, counts in BOXES.items():
        paths[name] = folder / f"{name.split()[-1]}.toml"
        paths[name].write_text(naive.starwars.box_text(STANDARD, counts), encoding="utf-8")

    def pair(path: Path) -> Pair:
        return Pair(
            rules.starwars.referee.Referee(load_tiles(path)),
            lambda record: naive.starwars.judge(record, path),
            lambda record: naive.starwars.position_after(record, path),
            naive.starwars.legal_moves,
        )

    def mixed(number: int) -> tuple[str, Json]:
        rng = random.Random(number)
        box = rng.choice(["standard", *BOXES, *BOXES])
        players = rng.randint(2, 5)
        options = naive.starwars.random_options(number) if rng.random() < 0.8 else {}
        if rng.random() < 0.3:
            players = 4
            options |= {"team_mode": True, "colours": rng.choice(TEAMS).split()}
        elif rng.random() < 0.5:
            options["colours"] = rng.sample(["red", "black", "orange", "green", "white"], players)
        setup = None
        if rng.random() < 0.5:
            tiles, width, meeples = (rng.choice(sizes) for sizes in ([5, 12, 20], [3, 5, 8], [2, 6, 15]))
            room = {"tiles": tiles, "width": width, "meeples": meeples}
            setup = naive.starwars.random_setup(number, players, options, paths[box], **room)
        taste = rng.choice([{}, {"aggressive": True}, {"sealing": True}])
        return box, naive.starwars.play_random(number, players, options, paths[box], setup=setup, **taste)

    def in_words(table: Any, move: int, design: int) -> tuple[Any, ...]:
        at, target = place_of(move_cell(move)), move_target(move)
        if target == NOTHING:
            return (*at, move_rotation(move), None)
        size = SIZES[move_size(move)]
        if target >= ATTACK:
            planet = place_of(move_cell(move) + STEP[target - ATTACK])
            return (*at, move_rotation(move), (size, "planet", None, planet))
        kind, segment = list(table.segments[design])[target - 1]
        return (*at, move_rotation(move), (size, kind, segment, None))

    return Game(
        STARWARS,
        "standard",
        {name: pair(path) for name, path in paths.items()},
        mixed,
        [*JUNK, "planet", "route", "asteroid", "small", "big", 7, 99, [200, 200], [None], -5],
        lambda record, message: bool(re.search("is a list|reaches from", message)),
        in_words,
        2,
    )


# --- Carcassonne


def first_turns(record: Json, turns: int) -> list[Json]:
    """The tiles that lie and the meeples that stand after so many turns of a record, as a setup."""
    position = naive.carcassonne.position_after(record, turns)
    setup = []
    for cell, lying in position.board.items():
        meeples = [
            {"seat": meeple["seat"], "on": meeple["node"][1], "segment": meeple["node"][2]}
            for meeple in position.meeples
            if meeple["node"][0] == cell
        ]
        entry = {"tile": lying["tile"], "at": list(cell), "rotation": lying["rotation"]}
        setup.append(entry | ({"meeples": meeples} if meeples else {}))
    return setup


def scattered(options: Json, players: int, rng: random.Random) -> list[Json]:
    """Tiles and meeples anywhere; a River is begun by play, for it cannot lie in pieces (CC-71)."""
    room = {"tiles": rng.choice([8, 20, 40]), "width": rng.choice([3, 5, 8]), "meeples": rng.choice([2, 8])}
    if not options.get("river"):
        return naive.carcassonne.random_setup(options, players, rng, **room)
    if options.get("start_cloisters"):  # in a setup everybody still has theirs (HR-22)
        return first_turns(naive.carcassonne.play_random(options, players, rng), rng.randrange(8))
    return first_turns(naive.carcassonne.play_random(options, players, rng), rng.randrange(20))


def in_pieces(record: Json) -> bool:
    """Whether a setup has River tiles that are not one river with its source.

    The rule page knows one open end only (CC-71); here a River goes on from its source, in the twin from
    any River tile.
    """
    position = naive.carcassonne.position_after(record, 0)
    rivers = naive.carcassonne.features(position, "river")
    sources = [cell for cell, lying in position.board.items() if lying["tile"] == "RA"]
    return len(rivers) > 1 or (len(rivers) == 1 and not sources)


def carcassonne() -> Game:
    """Carcassonne with and without the River."""

    def mixed(number: int) -> tuple[str, Json]:
        rng = random.Random(number)
        players = rng.randint(2, 5)
        options = naive.carcassonne.random_options(rng, players) if rng.random() < 0.6 else {}
        river: list[Json] = [{}, {"river": False}, {"river": True}, {"river": True, "river_turn": "none"}]
        options |= rng.choice(river)
        options |= {"preset": rng.choice(list(PRESETS))} if rng.random() < 0.5 else {}
        options = naive.carcassonne.going_together(options, players)
        setup = scattered(options, players, rng) if rng.random() < 0.4 else None
        sealing = rng.random() < 0.3
        return "", naive.carcassonne.play_random(options, players, rng, setup=setup, sealing=sealing)

    def in_words(table: Any, move: int, design: int) -> tuple[Any, ...]:
        target = move_target(move)
        meeple = None if target == NOTHING else list(table.segments[design])[target - 1]
        return (*place_of(move_cell(move)), move_rotation(move), meeple)

    pair = Pair(
        rules.carcassonne.referee.Referee(),
        naive.carcassonne.judge,
        naive.carcassonne.position_after,
        naive.carcassonne.legal_moves,
    )
    return Game(
        CARCASSONNE,
        "",
        {"": pair},
        mixed,
        [*JUNK, *KINDS, "river", "farm", "D", "C", "B", "RA", "RL", "RG", 7, 99, [200, 200], [None], -5],
        # the twin takes any empty value for none and knows no edge of the table
        lambda record, message: (
            bool(re.search("is a list|discarded is|reaches from", message)) or in_pieces(record)
        ),
        in_words,
        1,
    )


@pytest.fixture(scope="module", params=["starwars", "carcassonne"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Each of the tile games."""
    return carcassonne() if request.param == "carcassonne" else starwars(tmp_path_factory.mktemp("boxes"))


# --- random games


def check_random_games(game: Game, numbers: range) -> tuple[set[int], int]:
    """Referee and twin on random games; returns how many fought in a battle, and how much was discarded."""
    fighters, discards, unsettled = set(), 0, 0
    for number in numbers:
        box, record = game.mixed(number)
        unsettled += not game.pairs[box].agree(record)["legal"]
        for entry in record["turns"]:
            fighters |= {len(fought["rolls"][0]) for fought in entry.get("battles", [])}
            discards += len(entry.get("discarded", []))
    assert 20 * unsettled <= len(numbers)  # only setups with a battle that no turn could settle
    return fighters, discards


def test_random_games_are_judged_alike(game: Game) -> None:
    """Teams, presets, house rules, scattered setups, the River, discards: the same verdict and scores."""
    fighters, discards = check_random_games(game, range(24))
    assert discards > 0
    assert game.sizes == 1 or {2, 3} <= fighters


@pytest.mark.verify
def test_many_random_games_are_judged_alike(game: Game) -> None:
    """The same on thousands of games."""
    check_random_games(game, range(1000, 4000))


# --- spoilt games


def check_spoilt_games(game: Game, numbers: range, each: int) -> set[str | None]:
    """Referee and twin on spoilt games; returns the rules that were broken."""
    broken: set[str | None] = set()
    for number in numbers:
        box, record = game.mixed(number)
        pair = game.pairs[box]
        for attempt in range(each):
            faulty = spoil(record, random.Random(f"{number} {attempt}"), game.words)
            try:
                verdict = pair.referee.judge(faulty).as_dict()
            except UserError:  # no game can be made of it
                continue
            assert (verdict["rule"] is None) == verdict["legal"]
            json.dumps(verdict, allow_nan=False)
            broken.add(verdict["rule"])
            try:
                expected = said(pair.judge(faulty))
            except Exception:  # the twin was not built to read it
                continue
            same = said(verdict) == expected
            assert same or game.forgiven(faulty, verdict["message"] or ""), (number, attempt, verdict)
    return broken


def test_spoilt_games_are_judged_alike(game: Game) -> None:
    """The same first fault by the same rule; a verdict or one line for whatever was spoilt."""
    broken = check_spoilt_games(game, range(4001, 4001 + 10), 10)
    assert {"SETUP", "RESULT"} < broken
    assert len(broken) > 7


MOST_RULES = [
    {f"SW-{n}" for n in (3, 9, 11, 14, 15, 16, 18, 19, 20, 27, 28, 30, 34, 35, 36, 38)},
    {f"CC-{n}" for n in (1, 12, 13, 15, 16, 17, 20, 22, 23, 24, 26, 68, 70, 71)},
]


@pytest.mark.verify
def test_many_spoilt_games_are_judged_alike(game: Game) -> None:
    """The same on tens of thousands of records."""
    broken = check_spoilt_games(game, range(5000, 7000), 9)
    assert any(most <= broken for most in MOST_RULES)


# --- legal moves

OPEN_END: Json = {"final": False, "result": None}


def check_moves(game: Game, box: str, record: Json, rng: random.Random, tiles: int) -> int:
    """The moves of engine and twin after a record, for some of the tiles left; how many."""
    pair, found = game.pairs[box], 0
    pair.referee.judge(record)
    table, position = pair.referee.position, pair.position_after(record)
    if any(position.hands):
        return check_hand(game, pair, table, position)
    left = sorted(position.stack())
    for name in rng.sample(left, min(tiles, len(left))):
        design = table.designs[name]
        table["tile"] = design
        moves = table.moves()
        expected = pair.legal_moves(position, table["seat"], name)
        assert {game.in_words(table, move, design) for move in moves} == expected, name
        assert len(moves) == len(expected)
        found += len(moves)
    if position.options.get("start_cloisters"):
        found += check_own(game, pair, record, position)
    return found


def check_hand(game: Game, pair: Pair, table: Any, position: Any) -> int:
    """The moves of engine and twin with all tiles in hand (HR-21); how many."""
    names = set(position.hands[table["seat"]])
    expected = {(name, *move) for name in names for move in pair.legal_moves(position, table["seat"], name)}
    if not expected:  # the hand is laid out of the game, or there is none
        return 0
    moves = table.moves()
    found = set()
    for move in moves:
        design = table.design_of(move)
        found.add((table.tileset.tiles[design].id, *game.in_words(table, move, design)))
    assert found == expected
    assert len(moves) == len(expected)
    return len(moves)


def check_own(game: Game, pair: Pair, record: Json, position: Any) -> int:
    """What is open to a seat with a cloister of its own before it draws (HR-22); how many moves."""
    last = pair.referee.follow(record)[-1]
    seat = last["seat"]
    assert bool(last.moves) == may_place_own(position, seat)
    if not last.moves:
        return 0
    expected = pair.legal_moves(position, seat, position.own[seat])
    moves = {game.in_words(last.position, move, last["tile"]) for move in last.moves if move != DRAW}
    assert moves == expected
    assert DRAW in last.moves
    assert len(last.moves) == len(expected) + 1
    return len(expected)


def check_random_moves(game: Game, numbers: range) -> int:
    """The same in the middle of random games."""
    found = 0
    for number in numbers:
        rng = random.Random(number)
        box, record = game.mixed(number)
        turns = record["turns"][: rng.randrange(1 + len(record["turns"]))]
        found += check_moves(game, box, record | {"turns": turns} | OPEN_END, rng, 3)
    return found


def test_legal_moves_in_mid_game(game: Game) -> None:
    """Engine and twin agree on what is open (SW-14 to SW-25, CC-16 to CC-31)."""
    assert check_random_moves(game, range(8000, 8000 + 12)) > 300


def test_legal_moves_after_every_legal_example(game: Game) -> None:
    """The same in the positions that the examples of the rule pages lead to, as far as a turn may follow."""
    found = 0
    for number, example in enumerate(game.corpus.every()):
        if example.verdict and example.verdict["legal"]:
            record = example.record | OPEN_END
            if not game.forgiven(record, ""):
                found += check_moves(game, game.standard, record, random.Random(number), 1)
    assert found > 300


@pytest.mark.verify
def test_legal_moves_in_many_games(game: Game) -> None:
    """The same in thousands of positions."""
    check_random_moves(game, range(9000, 10500))


# --- at the edges


def test_the_largest_box_scattered_over_the_table(tmp_path: Path) -> None:
    """126 tiles that do not touch leave four open places each, more than play ever has."""
    path = tmp_path / "tiles.toml"
    path.write_text(naive.starwars.box_text(STANDARD, {"route-straight": 125}), encoding="utf-8")
    lying = " ".join(f"route-straight({2 * (i % 12)},{3 * (i // 12)})r0" for i in range(124))
    record = STARWARS.record(f"red black | {lying}", "0: route-straight(0,1)r0 route0")
    verdict = rules.starwars.referee.Referee(load_tiles(path)).judge(record)
    assert said(verdict.as_dict()) == said(naive.starwars.judge(record, path))
    assert verdict.legal


def test_a_setup_may_reach_to_the_edge_of_the_table() -> None:
    """Tiles at the limit have neighbours within the grid."""
    record = STARWARS.record(
        "red black | planet-hoth(120,-120)r0 planet-jakku(-120,120)r0 | in play",
        "0: planet-naboo(121,-120)r0 attack(120,-120)",
    )
    verdict = rules.starwars.referee.Referee().judge(record).as_dict()
    assert said(verdict) == said(naive.starwars.judge(record, STANDARD))


def test_rotations_that_look_alike_are_legal_alike(game: Game) -> None:
    """A rotation that looks like another names the same placement, by other segments if it must (CC-18)."""
    pair, broken = game.pairs[game.standard], Counter[str | None]()
    position = pair.referee.position
    empty = {"format": FORMAT, "game": position.game, "players": 2, "final": False}
    pair.agree(empty)  # the standard game, whatever was judged before
    start = position.first_design()
    meeples = [{"seat": 1, "on": on, "segment": number} for on, number in position.segments[start]]
    laid = {"tile": position.tileset.tiles[start].id, "at": [0, 0], "rotation": 0, "meeples": meeples}
    record = empty | {"setup": [laid]}
    for design, tile in enumerate(position.tileset.tiles):
        for rotation in {0, 1, 2, 3}.difference(tile.distinct_rotations()):
            for at, (on, number) in product([[1, 0], [0, 1]], position.segments[design]):
                meeple = {"on": on, "segment": number} | ({"size": "small"} if game.sizes > 1 else {})
                turn = {"seat": 0, "tile": tile.id, "at": at, "rotation": rotation, "meeple": meeple}
                verdict = pair.agree(record | {"turns": [turn]})
                broken[verdict["rule"]] += 1
    assert {"starwars": "SW-19", "carcassonne": "CC-24"}[position.game] in broken
    assert broken[None] > 5
