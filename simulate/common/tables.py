"""The tables of a run: a game declares each with the record type of its rows."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rules.fields import Fields, dtype_of, field, table_of


@dataclass(frozen=True)
class Table:
    """A table: what a row is, and the most rows that a game can add."""

    row: type
    """A subclass of `rules.fields.Fields`."""
    most: int
    on_request: bool = False
    """Whether it is written only if it is asked for by name."""
    renamed: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Columns that have another name than the field, in the words of the game."""

    @property
    def rows(self) -> np.dtype[Any]:
        """The type of a row as kernels fill it."""
        return dtype_of(self.row)

    @property
    def columns(self) -> np.dtype[Any]:
        """The same bytes with a name for each number."""
        return table_of(self.row, **self.renamed)


class ProgressRow(Fields):
    """How a seat stood when a turn was over. The last row of a game is its result, all scoring included."""

    game: int = field(np.int32, "index of the game")
    turn: int = field(np.int16, "the turn, counted as in the other tables")
    seat: int = field(np.int8, "the seat")
    score: int = field(np.int32, "as in `seats`, of what had been scored by then")


class PlacementRow(Fields):
    """A piece that was placed; a game adds where, if it says so, and `brought`: what came of it."""

    game: int = field(np.int32, "index of the game")
    turn: int = field(np.int16, "the turn, counted as in the other tables")
    seat: int = field(np.int8, "who placed it")
    piece: int = field(np.int16, "what it is, as a number")


PROGRESS, PLACEMENTS = WATCHED = ("progress", "placements")
"""The tables on request that `play_watched` writes: every game has the first, one with pieces the other."""


def with_watched(
    tables: Mapping[str, Table], turns: int, seats: int, placements: Table | None = None
) -> Mapping[str, Table]:
    """The tables that a game writes itself, `progress` and, of a game with pieces to place, `placements`.

    A game has so many turns and seats at most. A turn 0 before the first and the scoring after the last may
    come to the turns.
    """
    of_pieces = {} if placements is None else {PLACEMENTS: placements}
    return {**tables, PROGRESS: Table(ProgressRow, (turns + 2) * seats, on_request=True), **of_pieces}
