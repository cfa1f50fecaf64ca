"""The decisions of a game, as both tile-laying games tell of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from rules.fields import field
from rules.kernel import kernel
from rules.tiles.moves import NOTHING, move_target
from rules.tiles.state import NO_TILE, TileState
from rules.words import Word, with_numbers
from simulate.play import tables

NO_MEEPLE = "no meeple"


class Decision(Word):
    """What is decided."""

    TILE = "where a tile goes, and whether a meeple stands on it"
    NOTHING = "nothing: no tile can be laid"
    DRAW = "to draw a tile, though a cloister of one's own could go somewhere (HR-22)"


class DecisionRow(tables.DecisionRow):
    """A tile to lay, as the table stood before the move."""

    decision: int = field(
        np.int8, f"what was decided: {with_numbers(('tile', 'nothing'))}, as no tile can be laid"
    )
    chosen: int
    """What a meeple is placed on, a game declares."""
    meeples: int = field(np.int8, "meeples that the seat had in its supply")


def chosen_field(words: Iterable[str]) -> Any:
    """The column of what is placed with a tile: `NO_MEEPLE`, and what else the words say."""
    return field(np.int8, f"what was placed with the tile: {with_numbers(words)}")


@kernel
def describe_laying(state: TileState, move: int, meeples: int, row: DecisionRow) -> bool:
    """Fill in all but what a meeple is placed on; return whether one is."""
    row.decision = Decision.NOTHING if state.tile == NO_TILE else Decision.TILE
    row.chosen = 0
    row.meeples = meeples
    return state.tile != NO_TILE and move_target(move) != NOTHING
