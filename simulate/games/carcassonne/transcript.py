"""A game of Carcassonne as people like to read it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.carcassonne.options import COLOURS
from rules.carcassonne.position import Position
from rules.carcassonne.record import OWN, turn_entry
from rules.records import Data
from rules.tiles.moves import DRAW
from rules.tiles.state import NO_TILE
from simulate.games.tiles.replay import Played, Scoring, Turn
from simulate.games.tiles.transcript import by_source, tell, tell_count, tell_segment, tell_tile, tell_turns
from simulate.replays.replay import ToldTurn

ROLES = {"road": "thief", "city": "knight", "cloister": "monk", "field": "farmer"}
WORDS = {"road": "road", "city": "city", "cloister": "cloister", "field": "field"}
SOURCE_WORDS = {"road": "roads", "city": "cities", "cloister": "cloisters", "farm": "farms"}


def transcript(played: Played) -> Iterator[str]:
    """The game line by line: its turns with the scores after each, then the points by source."""
    colours = COLOURS[: played.position.players]
    yield from tell(played, colours, turns(played))
    yield from by_source(played, [("colour",), *((c,) for c in colours)], SOURCE_WORDS, "shares the win")


def turns(played: Played) -> Iterator[ToldTurn]:
    """A line for each thing that happened, by turn; under None what was paid at the end."""
    return tell_turns(played, partial(_happened, played.position), _paid)


def _happened(position: Position, turn: Turn) -> Iterator[str]:
    yield from _dealt(turn.entry)
    yield from _laid(position, turn.entry)
    if "hand" in turn.entry:
        yield f"takes up in their place: {', '.join(turn.entry['hand'])}"
    for scoring in turn.scorings:
        yield _paid(scoring, "complete")
    if "drawn" in turn.entry:
        yield f"draws {turn.entry['drawn']}"


def _dealt(entry: Data) -> Iterator[str]:
    """The hands as they are dealt (HR-21)."""
    if "hands" in entry:
        hands = (f"{COLOURS[seat]} {' '.join(hand)}" for seat, hand in enumerate(entry["hands"]))
        yield f"hands are dealt: {', '.join(hands)}"


def _paid(scoring: Scoring, when: str) -> str:
    marks = "city" if scoring.on == "field" else "pennant"
    more = f", {tell_count(scoring.marks, marks)}" if scoring.marks else ""
    whom = " and ".join(COLOURS[seat] for seat in scoring.seats)
    word = "farm" if scoring.on == "field" else WORDS[scoring.on]
    return f"{word} {when} ({tell_count(scoring.tiles, 'tile')}{more}): {whom} +{scoring.points}"


def tell_move(position: Position, move: int) -> str:
    """A move of the seat that decides, in words."""
    own = position["may_draw"] == 1
    if own and move == DRAW:
        return "draws a tile"
    design = position.design_of(move)
    if design == NO_TILE:
        return "has no tile"
    return next(_laid(position, turn_entry(position, position["seat"], (), design, move, own=own)))


def _laid(position: Position, entry: Data) -> Iterator[str]:
    """The tile that was laid, and what was discarded before; one's own is said to be so (HR-22)."""
    lines = tell_tile(entry, _meeple(position, entry))
    if OWN in entry:
        yield f"its own {next(lines)}"
    yield from lines


def _meeple(position: Position, entry: Data) -> str:
    meeple = entry.get("meeple")
    return f"; {ROLES[meeple['on']]} on {tell_segment(position, entry, WORDS)}" if meeple else ""
