"""The table `placements`: the tiles that were laid, and what they brought."""

from __future__ import annotations

import numpy as np

from rules.fields import field
from rules.kernel import Array, kernel
from rules.starwars.state import State
from simulate.starwars.move_features import Desk
from simulate.tiles.placements import TileRow, share_points, write_laid


class PlacementRow(TileRow):
    """A tile that was laid; the one on the table when the game begins is left out."""

    brought: float = field(
        np.float32,
        "points that features paid whoever laid it, or the team, to the end of the game: a planet’s to its "
        "tile, those of a route or field in equal parts to all its tiles; what battles pay is left out",
    )


@kernel
def write_placements(desk: Desk, game: int, rows: Array, at: int) -> int:
    """Write the tiles of a finished game from row `at`; return the next free row."""
    state = desk.state
    end = write_laid(state, game, rows, at)
    for i in range(state.n_scored):
        scored = state.scored[i]
        share_points(state, state.scored_node[i], scored.points, partners(state, scored.seats), rows, at)
    return end


@kernel
def partners(state: State, seats: int) -> int:
    """These seats and those of their team, as bits."""
    found = 0
    for seat in range(state.players):
        for other in range(state.players):
            if state.side_of[other] == state.side_of[seat] and (seats >> other) & 1:
                found |= 1 << seat
    return found
