"""The table `placements`: the cards that were placed, and what they brought."""

from __future__ import annotations

import numpy as np

from rules.castle.plan import ZONES
from rules.fields import field
from rules.kernel import Array, kernel
from rules.words import with_numbers
from simulate.castle.move_features import Desk
from simulate.common import tables


class PlacementRow(tables.PlacementRow):
    """A card that was placed, from a hand or by the King's Advisor."""

    piece: int = field(np.int16, "the card")
    place: int = field(np.int8, with_numbers(ZONES))
    brought: int = field(
        np.int8,
        "cards that its effect sent back to other seats, less those to its own. What else an effect does, "
        "and what comes of the card later, is left out",
    )


@kernel
def write_placements(desk: Desk, game: int, rows: Array, at: int) -> int:
    """Write what was placed in a finished game from row `at`; return the next free row."""
    state = desk.state
    for i in range(state.n_plays):
        play, row = state.plays[i], rows[at + i]
        row.game = game
        row.turn = play.turn
        row.seat = play.seat
        row.piece = play.card
        row.place = play.zone
        row.brought = 0
        for seat in range(state.players):
            row.brought += -play.sent[seat] if seat == play.seat else play.sent[seat]
    return at + state.n_plays
