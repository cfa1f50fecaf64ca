"""The tables of a run of a game in plain Python, without columns for what there is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rules.fields import Row, field
from simulate.plain.game import MOST_SEATS, Game, decides, has_rivals, has_score
from simulate.play import tables
from simulate.play.tables import (
    DECISIONS,
    MOST_MOVES,
    PLACEMENTS,
    PROGRESS,
    UNSCORED_SEAT,
    DecisionRow,
    PlacementRow,
    ProgressRow,
    Summed,
    Table,
    without,
)

MOST_TURNS = 100_000
MOST_PIECES = 1_000


class GameRow(Row):
    """A game that is over once it is set up: nobody decides anything."""

    players: int = field(np.int8, "seats")
    first: int = field(np.int8, "the seat that began")
    winners: int = field(np.int16, "bit s: seat s won")
    shared: int = field(np.int8, "1 if the win is shared")


class PlayedGameRow(GameRow):
    """A game with decisions."""

    turns: int = field(np.int32, "turns played")
    decisions: int = field(np.int32, "moves made")


class ScoredGameRow(GameRow):
    """A game without decisions that is won by its score."""

    margin: int = field(np.int32, "best score less the best of the others; 0 where there are none")


class PlayedScoredGameRow(PlayedGameRow):
    """A game with decisions that is won by its score."""

    margin: int = field(np.int32, "best score less the best of the others; 0 where there are none")


GAME_ROWS = {
    (False, False): GameRow,
    (True, False): PlayedGameRow,
    (False, True): ScoredGameRow,
    (True, True): PlayedScoredGameRow,
}
"""A game's row by whether there are decisions, and whether some can be ahead of others."""


UNRANKED_SEAT = without(tables.SeatRow, "rank")
"""What a seat has at the end, where there is a score and nobody to be ahead of."""

UNSCORED_DECISION = without(DecisionRow, "decision", "chosen", "score")
"""A decision in a game without a score, whose moves are words."""


class BroughtRow(PlacementRow):
    """A piece that somebody had."""

    brought: int = field(np.int32, "what it brought by the end of the game")


def tables_of(kind: type[Game]) -> Mapping[str, Table]:
    """The tables of a game by name."""
    scored, compared = has_score(kind), has_score(kind) and has_rivals(kind)
    of_seats = tables.SeatRow if compared else UNRANKED_SEAT if scored else UNSCORED_SEAT
    made = {
        "games": Table(GAME_ROWS[decides(kind), compared], 1),
        "seats": Table(of_seats, MOST_SEATS),
    }
    if kind.pieces:
        made[PLACEMENTS] = Table(BroughtRow, MOST_PIECES)
    if not decides(kind):
        return made
    if scored:
        made[PROGRESS] = Table(ProgressRow, (MOST_TURNS + 1) * MOST_SEATS, on_request=True)
    made[DECISIONS] = Table(DecisionRow if scored else UNSCORED_DECISION, MOST_MOVES, on_request=True)
    return made


def summed_of(kind: type[Game]) -> Summed:
    """What is added up of the games of a kind."""
    return Summed(("decisions",), (), "turns") if decides(kind) else Summed((), ())


def as_columns(rows: list[Any], table: Table) -> np.ndarray[Any, Any]:
    """Rows as tuples, as the columns of a table."""
    return np.array(rows, table.columns)
