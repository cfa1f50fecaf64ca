"""The tables of a run of a game in plain Python; where there is no score they have no column for one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rules.fields import Row, field
from simulate.plain.game import MOST_SEATS, Game, has_score
from simulate.play import tables
from simulate.play.tables import DECISIONS, MOST_MOVES, PROGRESS, DecisionRow, ProgressRow, Summed, Table

MOST_TURNS = 100_000


class GameRow(Row):
    """A game."""

    players: int = field(np.int8, "seats")
    turns: int = field(np.int32, "turns played")
    first: int = field(np.int8, "the seat that began")
    winners: int = field(np.int16, "bit s: seat s won")
    shared: int = field(np.int8, "1 if the win is shared")
    decisions: int = field(np.int32, "moves made")


class ScoredGameRow(GameRow):
    """A game that is won by its score."""

    margin: int = field(np.int32, "best score less the best of the others")


class SeatRow(Row):
    """What a seat has at the end, where there is no score."""

    seat: int = field(np.int8, "the seat")
    win_share: float = field(np.float32, "1, or a part of it if the win is shared")


class PlainDecisionRow(DecisionRow):
    """A decision: its moves are words, and not told apart by numbers."""


class UnscoredDecisionRow(Row):
    """A decision in a game without a score."""

    turn: int = field(np.int16, "the turn, counted as in the other tables")
    seat: int = field(np.int8, "who decided")
    legal: int = field(np.int16, "legal moves to choose from")


def tables_of(kind: type[Game]) -> Mapping[str, Table]:
    """The tables of a game by name."""
    scored = has_score(kind)
    made = {
        "games": Table(ScoredGameRow if scored else GameRow, 1),
        "seats": Table(tables.SeatRow if scored else SeatRow, MOST_SEATS),
    }
    if scored:
        made[PROGRESS] = Table(ProgressRow, (MOST_TURNS + 1) * MOST_SEATS, on_request=True)
    made[DECISIONS] = Table(DecisionRow if scored else UnscoredDecisionRow, MOST_MOVES, on_request=True)
    return made


SUMMED = Summed(("decisions",), (), tallied="turns")


def as_columns(rows: list[Any], table: Table) -> np.ndarray[Any, Any]:
    """Rows as tuples, as the columns of a table."""
    return np.array(rows, table.columns)
