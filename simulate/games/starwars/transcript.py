"""A game of Star Wars Carcassonne as people like to read it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.records import Data, spot
from rules.starwars.options import CHARACTERS, FACTION_OF
from rules.starwars.position import Position
from rules.starwars.record import turn_entry
from rules.starwars.state import SOURCES
from rules.tiles.state import NO_TILE
from simulate.games.starwars.replay import Battle
from simulate.games.tiles.replay import Played, Scoring, Turn
from simulate.games.tiles.transcript import (
    by_source,
    tell,
    tell_count,
    tell_segment,
    tell_tile,
    tell_turns,
)
from simulate.replays.replay import ToldTurn

WORDS = {"route": "route", "asteroid": "field", "planet": "planet"}
SOURCE_WORDS = dict(zip(SOURCES, ("routes", "fields", "planets", "battles lost", "tied rolls"), strict=True))


def transcript(played: Played) -> Iterator[str]:
    """The game line by line: its turns with the scores after each, then the points by source."""
    options = played.position.options
    yield from tell(played, options.colours, turns(played))
    names = [(colour, CHARACTERS[colour], FACTION_OF[colour]) for colour in options.colours]
    team = options.team_mode and len(played.record["result"]["winners"]) == 2
    word = "wins" if team else "shares the win"
    yield from by_source(played, [("colour", "character", "faction"), *names], SOURCE_WORDS, word)


def turns(played: Played) -> Iterator[ToldTurn]:
    """A line for each thing that happened, by turn; under None what was paid at the end."""
    return tell_turns(played, partial(_happened, played), partial(_paid, played))


def _happened(played: Played, turn: Turn) -> Iterator[str]:
    yield from tell_tile(turn.entry, _meeple(played.position, turn.entry))
    for battle in turn.battles:
        yield _fought(played, battle)
    for scoring in turn.scorings:
        yield _paid(played, scoring, "complete")


def _paid(played: Played, scoring: Scoring, when: str) -> str:
    symbols = f", {tell_count(scoring.marks, 'symbol')}" if scoring.marks else ""
    whom = " and ".join(played.position.options.colours[seat] for seat in scoring.seats)
    tiles = tell_count(scoring.tiles, "tile")
    return f"{WORDS[scoring.on]} {when} ({tiles}{symbols}): {whom} +{scoring.points}"


def tell_move(position: Position, move: int) -> str:
    """A move of the seat that decides, in words."""
    design = position["tile"]
    if design == NO_TILE:
        return "no tile"
    entry = turn_entry(position, position["seat"], (), design, move, ())
    return next(tell_tile(entry, _meeple(position, entry)))


def _meeple(position: Position, entry: Data) -> str:
    meeple = entry.get("meeple")
    if meeple is None:
        return ""
    if "at" in meeple:
        return f"; {meeple['size']} meeple to the planet at {spot(meeple['at'])}"
    return f"; {meeple['size']} meeple on {tell_segment(position, entry, WORDS)}"


def _fought(played: Played, battle: Battle) -> str:
    """A battle: each roll with the points that it brought, then the winner."""
    colours = played.position.options.colours
    rolls = []
    for roll in battle.rolls:
        dice = ", ".join(
            f"{colours[int(seat)]} {' '.join(map(str, values))}" for seat, values in roll.dice.items()
        )
        gained = ", ".join(f"{colours[seat]} +{points}" for seat, points in roll.points.items())
        rolls.append(f"{dice}" + (f" ({gained})" if gained else ""))
    return f"battle for the {WORDS[battle.on]}: {'; again: '.join(rolls)}; {colours[battle.winner]} wins"
