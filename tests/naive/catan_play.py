"""Random games of Catan as records, for referees to judge."""

from __future__ import annotations

import random
from collections.abc import Mapping

from . import Entry, Options, Position, Record
from .catan_board import random_board
from .catan_choices import choices, outcomes
from .catan_events import happen
from .catan_judge import result_of
from .catan_options import full_options
from .catan_position import point
from .catan_setup import position_of

TASTES: dict[str, dict[str, float]] = {
    "even": {},
    "builder": {"settlement": 40, "city": 40, "road": 3, "buy": 3, "bank": 1, "offer": 1, "end": 2},
    "trader": {"offer": 6, "bank": 4, "settlement": 10, "city": 10},
    "gambler": {"buy": 30, "play": 30, "bank": 2, "settlement": 10, "city": 10, "offer": 0.5},
    "hoarder": {"end": 30, "settlement": 4, "city": 4},
}
"""How often a player goes for each kind of event, against 1 for kinds not named."""


def play_random(
    options: Options,
    players: int,
    rng: random.Random,
    setup: Record | None = None,
    taste: str = "even",
    most_events: int = 20_000,
) -> Record:
    """Play a whole random legal game and return its record, every option in it.

    The kind of event is drawn from those open, by the weights of the taste, then the event evenly, then its
    outcome by its odds. `setup` is a setup in the form of the records; without one a board is laid out.
    """
    options = full_options(options)
    record: Record = {
        "format": "houserules-game/1",
        "game": "catan",
        "options": options,
        "players": players,
        "setup": random_setup(options, rng) if setup is None else setup,
        "turns": [],
    }
    position = position_of(record)
    while point(position) != "over" and len(record["turns"]) < most_events:
        event = random_event(position, rng, TASTES[taste])
        happen(position, event)
        record["turns"].append(event)
    return record | {"result": result_of(position)}


def random_event(position: Position, rng: random.Random, weights: Mapping[str, float]) -> Entry:
    """An event open now, its chance included."""
    found = choices(position)
    kinds = list(found)
    [kind] = rng.choices(kinds, [weights.get(kind, 1) for kind in kinds])
    ways = outcomes(position, rng.choice(found[kind]))
    return rng.choices([event for _, event in ways], [weight for weight, _ in ways])[0]


def random_setup(options: Options, rng: random.Random) -> Record:
    """A board by the options, in the form of the records."""
    board = random_board(options, rng)
    return board | {"robber": board["terrain"].index("desert")}
