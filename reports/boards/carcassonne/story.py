"""A game of Carcassonne as people tell it."""

from __future__ import annotations

from collections.abc import Iterator

from reports.boards.story import QUIET, Line
from reports.boards.tiles.story import TileStory, TileWords
from rules.carcassonne.options import COLOURS
from rules.carcassonne.position import Position
from rules.tiles.moves import DRAW, move_target
from rules.tiles.state import NO_TILE

WORDS = TileWords(
    names={"road": "road", "city": "city", "cloister": "cloister", "field": "field"},
    claims={
        "road": "a thief takes the road",
        "city": "a knight takes the city",
        "cloister": "a monk takes the cloister",
        "field": "a farmer takes the field",
    },
    centres=("cloister",),
    ground="field",
    marks={"city": "pennant", "field": "city"},
)


def happened(before: Position, move: int, after: Position) -> Iterator[Line]:
    """What a decision brought."""
    name = COLOURS[before["seat"]]
    if before["may_draw"] == 1 and move == DRAW:
        yield Line(f"{name} draws a tile", kind=QUIET)
    elif before.design_of(move) == NO_TILE:
        yield Line(f"{name} has no tile", kind=QUIET)
    else:
        story = _story(before)
        yield from story.laid(before, move, after, before.design_of(move))
        joined = [holding for holding in story.holdings(before, after) if holding.is_joined]
        paid = after["feature"][after["scored_node"][before["n_scored"] : after["n_scored"]]].tolist()
        for holding in joined:
            if after["feature"][holding.node] not in paid:
                yield story.joined(after, holding, before["seat"])
        yield from story.paid(before, after, joined)


def proposed(position: Position, move: int) -> Line:
    """A move that whoever decides could play."""
    if position["may_draw"] == 1 and move == DRAW:
        return Line("draws a tile")
    design = position.design_of(move)
    if design == NO_TILE:
        return Line("has no tile")
    story = _story(position)
    words, lit = story.tile(move, design, position)
    claim = f"; {story.claim(position, design, move)}" if move_target(move) else ""
    return Line(f"{words}{claim}", lit)


def ended(before: Position, after: Position) -> Iterator[Line]:
    """What was paid after the last turn."""
    yield from _story(after).finally_paid(before, after)


def _story(position: Position) -> TileStory:
    return TileStory(WORDS, COLOURS[: position.players])
