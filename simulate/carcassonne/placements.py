"""The table `placements`: the tiles that were laid, and what they brought."""

from __future__ import annotations

import numpy as np

from rules.carcassonne.options import FarmMethod
from rules.fields import field
from rules.kernel import Array, kernel
from simulate.carcassonne.move_features import Desk
from simulate.tiles.placements import TileRow, share_points, write_laid


class PlacementRow(TileRow):
    """A tile that was laid; the one on the table when the game begins is left out."""

    brought: float = field(
        np.float32,
        "points that features paid whoever laid it, to the end of the game: a cloister’s to its tile, those "
        "of a road, city or farm in equal parts to all its tiles",
    )


@kernel
def write_placements(desk: Desk, game: int, rows: Array, at: int) -> int:
    """Write the tiles of a finished game from row `at`; return the next free row."""
    state, options = desk.state, desk.options
    end = write_laid(state, game, rows, at)
    for i in range(state.n_scored):
        scored = state.scored[i]
        share_points(state, state.scored_node[i], scored.points, scored.seats, rows, at)
    if options.farm_method == FarmMethod.NONE:
        return end
    for farm in range(state.n_farms):
        for seat in range(state.players):
            points = state.farms[farm].units[options.farm_method, seat] * options.farm_points
            share_points(state, state.farm_node[farm], points, 1 << seat, rows, at)
    return end
