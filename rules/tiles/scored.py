"""The log of scorings of a tile-laying game: what each feature was paid for, and when."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules.kernel import Record, kernel

MAX_SCORED = 2048

SCORED_FIELDS: list[tuple[Any, ...]] = [
    ("n_scored", np.int64),
    ("scored_turn", np.int16, MAX_SCORED),
    ("scored_kind", np.int8, MAX_SCORED),
    ("scored_tiles", np.int16, MAX_SCORED),
    ("scored_marks", np.int16, MAX_SCORED),  # symbols, pennants
    ("scored_points", np.int32, MAX_SCORED),
    ("scored_seats", np.int8, MAX_SCORED),  # bit s: seat s stood on it
    ("scored_final", np.int8, MAX_SCORED),  # 1 after the game
]


@kernel
def note_scoring(
    state: Record, kind: int, n_tiles: int, marks: int, points: int, seats: int, final: int
) -> None:
    """Add a scoring to the log."""
    i = state.n_scored
    if i >= MAX_SCORED:
        raise IndexError("more scorings in a game than the log holds")
    state.n_scored = i + 1
    state.scored_turn[i] = state.turn
    state.scored_kind[i] = kind
    state.scored_tiles[i] = n_tiles
    state.scored_marks[i] = marks
    state.scored_points[i] = points
    state.scored_seats[i] = seats
    state.scored_final[i] = final
