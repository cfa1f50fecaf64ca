"""Move features: what a move is worth in terms of the game, judged without playing it.

Each is the change that the move brings. "Rivals" is the sum over all other seats. Whoever has most
meeples on a feature, alone or tied, holds it (CC-34). `share` is the part of the stack still to be drawn,
from 1 to 0, and the chance to complete a feature with k open ends is taken as q**k with
q = left / (left + 8), left = tiles left.

Three things are simpler than the rules. `farm` counts each farm for itself, as per_field does; what the
other methods pay less for is in `farm_again`. A city that the placement completes counts for a farm that
reaches the new tile only if it borders the city there. `stuck` looks at the cells around the placement; the
older open edges of a feature that is claimed or joined stay with whoever held it.
"""

from __future__ import annotations

import numpy as np

from rules.carcassonne.options import NO_FARMS, PER_FIELD
from rules.carcassonne.scoring import most_meeples
from rules.carcassonne.state import MAX_MOVES, STATE_DTYPE
from rules.carcassonne.tiles import FIELD
from rules.kernel import Record, kernel
from rules.tiles.board import MAX_OPEN
from rules.tiles.features import SMALL, count_of
from rules.tiles.tileset import MAX_CODES, MAX_TILES
from simulate.common.noting import noting_fields
from simulate.common.outlook import OUTLOOK_FIELDS, look_ahead

FEATURES: dict[str, str] = {
    "points": "points I score this turn",
    "rival_points": "points the rivals score this turn",
    "standing": "what my meeples on roads, cities and cloisters would score if the game ended now",
    "rival_standing": "the same for the rivals' meeples",
    "city_hope": "extra points of my open cities if completed, times the chance",
    "rival_city_hope": "the same for the rivals' open cities",
    "cloister_hope": "points still missing around my cloisters, times share",
    "rival_cloister_hope": "the same for the rivals' cloisters",
    "return_hope": "my meeples on open features times the chance to come home, times share",
    "rival_return_hope": "the same for the rivals' meeples",
    "meeples_home": "my meeples that come home this turn, times share",
    "rival_meeples_home": "the rivals' meeples that come home this turn, times share",
    "stuck": "open edges of my roads and cities near the tile, each by how few tiles left would fit",
    "rival_stuck": "the same for the rivals' roads and cities",
    "farm": "what my farmers would score if the game ended now, each farm for itself",
    "rival_farm": "what the rivals' farmers would score if the game ended now",
    "farm_hope": "tiles of the farms that I hold, times share, times farm points / 3",
    "rival_farm_hope": "the same for the farms that rivals hold",
    "farm_again": "cities of a new farmer's farm that I supply already, unless each farm pays for itself",
    "knight": "1 for placing a meeple in a city, times share",
    "thief": "1 for placing a meeple on a road, times share",
    "monk": "1 for placing a meeple on a cloister, times share",
    "farmer": "1 for placing a meeple on a field, times share",
    "farmer_now": "1 for placing a meeple on a field, whenever",
    "scarcity": "share / meeples in my supply, for placing one of them",
    "road_ends": "open ends of my roads, times share",
    "city_ends": "open edges of my cities, times share",
}
"""Name and meaning of every feature, in the order of weight vectors."""

N_FEATURES = len(FEATURES)
(
    POINTS,
    RIVAL_POINTS,
    STANDING,
    RIVAL_STANDING,
    CITY_HOPE,
    RIVAL_CITY_HOPE,
    CLOISTER_HOPE,
    RIVAL_CLOISTER_HOPE,
    RETURN_HOPE,
    RIVAL_RETURN_HOPE,
    MEEPLES_HOME,
    RIVAL_MEEPLES_HOME,
    STUCK,
    RIVAL_STUCK,
    FARM,
    RIVAL_FARM,
    FARM_HOPE,
    RIVAL_FARM_HOPE,
    FARM_AGAIN,
    KNIGHT,
    THIEF,
    MONK,
    FARMER,
    FARMER_NOW,
    SCARCITY,
    ROAD_ENDS,
    CITY_ENDS,
) = range(N_FEATURES)

SCORES = (POINTS, RIVAL_POINTS, STANDING, RIVAL_STANDING, FARM, RIVAL_FARM)
"""What is or would be scored; all other features are about what may come."""

MIND_DTYPE = np.dtype(
    [
        *OUTLOOK_FIELDS,
        ("scarcity", np.float64),  # share / meeples in the supply of the seat to move
        ("farm_tile", np.float64),  # share * farm points / 3
        ("fitting", np.int16, MAX_CODES),  # tiles still to come that fit a cell with this code
        ("fitting_key", np.uint64, 2),  # the game for which that was counted
        ("fitting_next", np.int64),  # the place in its stack
        ("hard", np.float64, MAX_TILES + 1),  # a cell, by how many tiles fit: 1 for none, towards 0
        ("facing", np.float64, (MAX_OPEN, 2)),  # edges of held roads and cities that face it, by open cell
        ("ahead", np.int64),  # whether the seat to move weighs more than SCORES
        ("stuck", np.int64),  # and how hard it is to go on
        ("side_hard", np.float64, 4),  # of the cells beside the placement, -1 where a tile lies
        ("done", np.int64),  # bit s: segment s of the tile lies in a city that the placement completes
        ("supplied", np.int64, 2),  # complete cities that farms of the seat to move supply already
        ("moves", np.int32, MAX_MOVES),  # the legal moves
        ("values", np.float64, MAX_MOVES),  # what a weighted policy thinks of them
        ("table", np.float64, (MAX_MOVES, N_FEATURES)),  # what a user's policy is told of them
        *noting_fields(N_FEATURES),
        ("spare", STATE_DTYPE, 1),  # a game to try moves on
    ]
)
"""What a policy knows beside the state, and its scratch paper.

In a record rather than in arrays of their own, since Numba counts references to arrays whenever a kernel
takes one from a tuple.
"""


@kernel
def look_around(options: Record, state: Record, mind: Record) -> None:
    """Take in what depends on the turn only: the tiles left and the cities that one supplies already."""
    look_ahead(state, mind)
    mind.scarcity = mind.share / max(state.supply[state.seat], 1)
    mind.farm_tile = mind.share * options.farm_points / 3.0
    mind.supplied[:] = 0
    if options.farm_method != PER_FIELD and options.farm_method != NO_FARMS:
        me = state.seat
        for node in range(state.n_nodes):
            if state.kind[node] == FIELD and state.feature[node] == node:
                mine = count_of(state.meeples[node], me, SMALL)
                if mine > 0 and mine == most_meeples(state, state.meeples[node]):
                    mind.supplied[0] |= state.near_low[node]
                    mind.supplied[1] |= state.near_high[node]
