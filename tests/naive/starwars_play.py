"""Random games of Carcassonne: Star Wars as records, for referees to judge."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

from . import Entry, Options, Record
from .starwars_board import (
    CHOICES,
    DEFAULTS,
    SIZES,
    STANDARD_TILES,
    Meeple,
    Move,
    Position,
    full_options,
    lay,
    read_box,
)
from .starwars_judge import lay_initial, new_position, stand_setup_meeple
from .starwars_rules import (
    contested_features,
    fight,
    fighters_in,
    legal_moves,
    planet_at,
    score_completed,
    score_final,
    stand,
)
from .tile_judge import result_of, scattered
from .tile_position import (
    OPPOSITE,
    STEP,
    Cell,
    Feature,
    around_there,
    as_setup,
    feature_of,
    meeples_on,
    nodes_of,
    step,
)

Taste = Callable[[Position, int, str, Move], float]


def play_random(
    seed: int | str,
    players: int,
    options: Options | None = None,
    tiles_path: Path | str = STANDARD_TILES,
    aggressive: bool = False,
    sealing: bool = False,
    setup: list[Entry] | None = None,
) -> Record:
    """Play a whole random legal game and return its record, every option and every roll in it.

    Each move is drawn evenly from the legal ones. An `aggressive` player takes the more quarrelsome of a few
    of them: joins and attacks that bring battles, and fields that point where other people's fields point.
    A `sealing` player shuts routes and fields, so that tiles without a space edge soon fit nowhere. `setup`
    is a setup in the form of the records.
    """
    rng = random.Random(seed)
    record: Record = {
        "format": "houserules-game/1",
        "game": "starwars",
        "options": full_options(options, players),
        "players": players,
        "setup": setup,
        "turns": [],
        "final": True,
    }
    position = new_position(record, tiles_path)
    lay_initial(position, setup)
    if setup is None:
        record["setup"] = as_setup(position)
    if position.options["first_player"] == "random":
        position.first = rng.randrange(players)

    stack = [name for name, count in position.stack().items() for _ in range(count)]
    rng.shuffle(stack)
    taste = quarrel if aggressive else seal if sealing else None
    seat = position.first
    while stack:
        record["turns"].append(random_turn(position, rng, seat, stack, taste))
        seat = (seat + 1) % players

    if not contested_features(position):  # else the setup was contested and no tile was ever placed
        score_final(position)
    return record | {"result": result_of(position)}


def random_turn(
    position: Position, rng: random.Random, seat: int, stack: list[str], taste: Taste | None
) -> Entry:
    """Play one turn and return its entry. A `taste` puts a number on a move; the best of some is taken."""
    entry: Entry = {"seat": seat, "discarded": [], "tile": None}
    moves: list[Move] = []
    while stack and not moves:
        name = stack.pop()
        moves = sorted(legal_moves(position, seat, name), key=str)
        if not moves:
            entry["discarded"].append(name)
            position.discarded.append(name)
            if position.options["unplaceable"] == "discard_and_pass":
                break
    if not entry["discarded"]:
        del entry["discarded"]
    if not moves:
        return entry

    move = rng.choice(moves)
    if taste:
        sample = rng.sample(moves, min(len(moves), 60))
        move = max(sample, key=lambda move: taste(position, seat, name, move))
    x, y, rotation, meeple = move
    cell = (x, y)
    entry |= {"tile": name, "at": [x, y], "rotation": rotation, "meeple": None, "battles": []}
    position.board[cell] = lay(position.box[name], rotation)
    if meeple:
        entry["meeple"] = as_recorded(meeple)
        stand(position, seat, cell, meeple)

    contested = contested_features(position, cell, meeple.at if meeple else None)
    for feature in contested:
        entry["battles"].append(random_battle(position, rng, feature))
    score_completed(position, cell, contested)
    return entry


def as_recorded(meeple: Meeple) -> Entry:
    """A meeple in the form of the records."""
    if meeple.at is None:
        return {"on": meeple.on, "segment": meeple.segment, "size": meeple.size}
    return {"on": meeple.on, "at": list(meeple.at), "size": meeple.size}


def random_battle(position: Position, rng: random.Random, feature: Feature) -> Entry:
    """Fight one battle with random dice and return its entry."""
    rolls = []

    def roll(numbers: dict[int, int]) -> dict[int, list[int]]:
        faces = position.options["dice_faces"]
        dice = {seat: [rng.randint(1, faces) for _ in range(number)] for seat, number in numbers.items()}
        rolls.append({str(seat): values for seat, values in dice.items()})
        return dice

    fight(position, feature, roll)
    return {"rolls": rolls}


def quarrel(position: Position, seat: int, name: str, move: Move) -> int:
    """How quarrelsome a move is: battles, more fighters more, fields set up for a join, crowding."""
    x, y, rotation, meeple = move
    cell = (x, y)
    position.board[cell] = lay(position.box[name], rotation)
    if meeple:
        stand(position, seat, cell, meeple)
    features = [feature_of(position, node) for node in nodes_of(position, cell)]
    if meeple and meeple.at:
        features.append(planet_at(meeple.at))
    battles = [len(fighters_in(position, feature)) for feature in features]
    joins = [len(sides_facing(position, step(cell, side))) for side in STEP]
    crowd = around_there(position, cell)
    if meeple:
        position.meeples.pop()
    del position.board[cell]
    return (
        sum(60 * number**2 for number in battles if number >= 2)
        + sum(6 * number**2 for number in joins if number >= 2)
        + (4 if meeple and meeple.on == "asteroid" else 2 if meeple else 0)
        + crowd
    )


def sides_facing(position: Position, cell: Cell) -> set[int]:
    """Who holds a field that reaches an empty cell: a tile there may join them."""
    sides = set()
    for direction in STEP if cell not in position.board else ():
        other = step(cell, direction)
        segment = position.board.get(other, {"segment_at": {}})["segment_at"].get(OPPOSITE[direction])
        if segment and segment[0] == "asteroid":
            standing = meeples_on(position, feature_of(position, (other, *segment)))
            sides |= {position.side(meeple["seat"]) for meeple in standing}
    return sides


def seal(position: Position, seat: int, name: str, move: Move) -> int:
    """How well a move shuts the board: few open route and field edges, tiles close together."""
    x, y, rotation, _ = move
    cell = (x, y)
    edges = lay(position.box[name], rotation)["edges"]
    shut = sum(1 if step(cell, side) in position.board else -1 for side in STEP if edges[side] != "S")
    return 10 * shut + around_there(position, cell)


def random_options(seed: int | str) -> Options:
    """House rules at random, each option left alone half of the time."""
    rng = random.Random(seed)
    drawn = {
        **{name: rng.choice(choices) for name, choices in CHOICES.items()},
        "reinforce_own_planet": rng.random() < 0.5,
        "dice_faces": rng.randint(2, 12),
        **{name: rng.randint(1, 6) for name in ("dice_cap", "small_meeple_dice", "big_meeple_dice")},
        **{name: rng.randint(0, 7) for name in DEFAULTS if name.endswith("_points") and name not in CHOICES},
        "small_meeples": rng.randint(1, 7),
        "big_meeples": rng.randint(0, 3),
    }
    return {name: value for name, value in drawn.items() if rng.random() < 0.5}


def random_setup(
    seed: int | str,
    players: int,
    options: Options | None = None,
    tiles_path: Path | str = STANDARD_TILES,
    tiles: int = 20,
    meeples: int = 6,
    width: int = 7,
) -> list[Entry]:
    """A setup that play need not reach: tiles scattered over a square, meeples anywhere, contested or not."""
    rng = random.Random(seed)

    def meeple_on(on: str, segment: int) -> Entry:
        return {"seat": rng.randrange(players), "size": rng.choice(SIZES), "on": on, "segment": segment}

    position = Position(read_box(tiles_path), full_options(options, players), players)
    return scattered(position, rng, tiles, meeples, width, meeple_on, stand_setup_meeple)


def box_text(tiles_path: Path | str, counts: dict[str, int]) -> str:
    """The text of a tile file with the start tile and these designs in these numbers, {id: count}."""
    blocks = Path(tiles_path).read_text(encoding="utf-8").split("[[tile]]")[1:]
    chosen = []
    for design, block in zip(read_box(tiles_path).values(), blocks, strict=True):
        count = 1 if design["start"] else counts.get(design["id"], 0)
        if count:
            chosen.append("[[tile]]" + re.sub(r"(?m)^count = \d+", f"count = {count}", block))
    return "".join(chosen)
