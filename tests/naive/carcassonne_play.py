"""Random games of Carcassonne as records, for referees to judge."""

from __future__ import annotations

import random

from . import Entry, Options, Record
from .carcassonne_board import CHOICES, DEFAULTS, PRESETS, Position, new_position, role
from .carcassonne_judge import fitting, lay_initial, stand_setup_meeple
from .carcassonne_rules import may_place_own, meeple_choices, placements, stand
from .carcassonne_scoring import score_completed, score_final
from .tile_judge import result_of, scattered
from .tile_position import Cell, Lying, as_setup, step
from .tile_tables import COMPASS


def play_random(
    options: Options | None,
    players: int,
    rng: random.Random,
    setup: list[Entry] | None = None,
    sealing: bool = False,
) -> Record:
    """Play a whole random legal game and return its record, every option in it.

    The place is drawn evenly from the legal ones, then the meeple from those open there and none. A
    `sealing` player shuts roads and cities, so that many tiles soon fit nowhere. `setup` is a setup in the
    form of the records; without one the start tile lies.
    """
    position = new_position(options, players)
    lay_initial(position, setup)
    if setup is None:
        setup = as_setup(position)
    tiles = shuffled(position, rng)
    turns: list[Entry] = []
    if position.next is None:
        position.next = rng.randrange(players)
    while tiles or any(position.hands):
        seat = (position.next + len(turns)) % players
        turns.append(random_turn(position, rng, seat, tiles, sealing))
    score_final(position)
    return {
        "format": "houserules-game/1",
        "game": "carcassonne",
        "options": position.options,
        "players": players,
        "setup": setup,
        "turns": turns,
        "final": True,
        "result": result_of(position),
    }


def shuffled(position: Position, rng: random.Random) -> list[str]:
    """The tiles to draw, the first one last: the River, its lake, then the land tiles (CC-68)."""
    tiles = [name for name, count in position.stack().items() for _ in range(count)]
    rng.shuffle(tiles)
    return sorted(tiles, key=lambda name: ["land", "lake", "middle"].index(role(position.box[name])))


def random_turn(position: Position, rng: random.Random, seat: int, tiles: list[str], sealing: bool) -> Entry:
    """Play one turn and return its entry."""
    entry: Entry = {"seat": seat, "tile": None}
    k = position.options["tiles_in_hand"]
    places: list[tuple[Cell, Lying]] = []
    if may_place_own(position, seat) and rng.random() < 0.2:
        name = position.own.pop(seat)
        entry["own"] = True
        places = placements(position, name)
    while tiles and not places and not (k and role(position.box[tiles[-1]]) == "land"):
        name = tiles.pop()
        places = placements(position, name)
        if not places:
            entry.setdefault("discarded", []).append(name)
            position.discarded.append(name)
    from_hand = k > 0 and not places
    if from_hand:
        take_up_random_hand(position, entry, tiles)
        fits = fitting(position, seat)
        if fits:
            name = rng.choice(fits)
            position.hands[seat].remove(name)
            places = placements(position, name)
    if not places:
        return entry

    cell, lying = rng.choice(places)
    if sealing:
        cell, lying = max(places, key=lambda place: shut_sides(position, *place) + rng.random())
    position.board[cell] = lying
    meeple = rng.choice([None, *meeple_choices(position, seat, cell)])
    entry |= {"tile": name, "at": list(cell), "rotation": lying["rotation"], "meeple": None}
    if meeple:
        entry["meeple"] = {"on": meeple[0], "segment": meeple[1]}
        stand(position, seat, cell, meeple)
    score_completed(position, cell)
    if from_hand and tiles:
        entry["drawn"] = tiles.pop()
        position.hands[seat].append(entry["drawn"])
    return entry


def take_up_random_hand(position: Position, entry: Entry, tiles: list[str]) -> None:
    """Deal hands before the first turn with them; one that fits nowhere makes way for another (HR-21)."""
    seat, k = entry["seat"], position.options["tiles_in_hand"]
    if not any(position.hands):
        position.hands = [[] for _ in range(position.players)]
        for i in range(min(k * position.players, len(tiles))):
            position.hands[(seat + i) % position.players].append(tiles.pop())
        entry["hands"] = [list(hand) for hand in position.hands]
    while position.hands[seat] and not fitting(position, seat):
        entry.setdefault("discarded", []).extend(position.hands[seat])
        position.discarded += position.hands[seat]
        position.hands[seat] = [tiles.pop() for _ in range(min(k, len(tiles)))]
        entry["hand"] = list(position.hands[seat])


def shut_sides(position: Position, cell: Cell, lying: Lying) -> int:
    """How many road and city sides a placement shuts rather than opens."""
    return sum(
        1 if step(cell, side) in position.board else -1
        for side in COMPASS
        if lying["edges"][side] in ("C", "R")
    )


def random_options(rng: random.Random, players: int) -> Options:
    """House rules at random for so many players, each option left alone half of the time."""
    drawn = {
        **{name: rng.choice(choices) for name, choices in CHOICES.items()},
        **{name: rng.randint(0, 7) for name in DEFAULTS if name.endswith("_points")},
        "meeples": rng.randint(1, 7),
    }
    return going_together({name: value for name, value in drawn.items() if rng.random() < 0.5}, players)


def going_together(options: Options, players: int) -> Options:
    """These options without those that others refuse."""
    refused = set()
    if (PRESETS[options.get("preset", "new")] | options).get("farm_method") == "per_city":
        refused.add("closed_farms")  # HR-20
    if options.get("tiles_in_hand") or players > 4:
        refused.add("start_cloisters")  # HR-22: there are four to deal
    return {name: value for name, value in options.items() if name not in refused}


def random_setup(
    options: Options | None,
    players: int,
    rng: random.Random,
    tiles: int = 20,
    meeples: int = 8,
    width: int = 6,
) -> list[Entry]:
    """A setup that play need not reach: tiles scattered over a square, meeples anywhere, in any company."""

    def meeple_on(on: str, segment: int) -> Entry:
        return {"seat": rng.randrange(players), "on": on, "segment": segment}

    position = new_position(options, players)
    return scattered(position, rng, tiles, meeples, width, meeple_on, stand_setup_meeple)
