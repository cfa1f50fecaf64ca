"""Move features: what a move is worth in terms of the game, weighed without playing it.

Each is the change that the move brings. "Rivals" is the sum over all other seats. Whoever has most
meeples on a feature, alone or tied, holds it (CC-34). `share` is the part of the stack still to be drawn,
from 1 to 0, and the chance to complete a feature with k open ends is taken as q**k with
q = left / (left + 8), left = tiles left. Tiles in hands are tiles to come (HR-21).

Where closed farms score (HR-20), what a closed one pays is `points`, its farmers are `meeples_home`, and
those on open farms have their part in `return_hope`, with the farm's open half-edges for k.

Three things are simpler than the rules. `farm` counts each farm for itself, as per_field does; what the
other methods pay less for is in `farm_again`. A city that the placement completes counts for a farm that
reaches the new tile only if it borders the city there. `stuck` looks at the cells around the placement; the
older open edges of a feature that is claimed or joined stay with whoever held it.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from rules.carcassonne.hands import tiles_to_come
from rules.carcassonne.options import FarmMethod, Options
from rules.carcassonne.scoring import most_meeples
from rules.carcassonne.state import State
from rules.carcassonne.tiles import Feature
from rules.fields import field
from rules.kernel import Array, kernel
from rules.tiles.features import SMALL, count_of
from rules.tiles.state import MAX_OPEN
from rules.tiles.tileset import MAX_CODES, MAX_DESIGNS, MAX_TILES, Tiles
from rules.words import Word
from simulate.games.tiles.outlook import Outlook, look_ahead
from simulate.play.desk import GameDesk
from simulate.play.noting import Noting


class MoveFeature(Word):
    """The features of a move, in the order of weight vectors."""

    POINTS = "points I score this turn"
    RIVAL_POINTS = "points the rivals score this turn"
    STANDING = "what my meeples on roads, cities and cloisters would score if the game ended now"
    RIVAL_STANDING = "the same for the rivals' meeples"
    CITY_HOPE = "extra points of my open cities if completed, times the chance"
    RIVAL_CITY_HOPE = "the same for the rivals' open cities"
    CLOISTER_HOPE = "points still missing around my cloisters, times share"
    RIVAL_CLOISTER_HOPE = "the same for the rivals' cloisters"
    RETURN_HOPE = "my meeples on open features times the chance to come home, times share"
    RIVAL_RETURN_HOPE = "the same for the rivals' meeples"
    MEEPLES_HOME = "my meeples that come home this turn, times share"
    RIVAL_MEEPLES_HOME = "the rivals' meeples that come home this turn, times share"
    STUCK = "open edges of my roads and cities near the tile, each by how few tiles left would fit"
    RIVAL_STUCK = "the same for the rivals' roads and cities"
    FARM = "what my farmers would score if the game ended now, each farm for itself"
    RIVAL_FARM = "what the rivals' farmers would score if the game ended now"
    FARM_HOPE = "tiles of the farms that I hold, times share, times farm points / 3"
    RIVAL_FARM_HOPE = "the same for the farms that rivals hold"
    FARM_AGAIN = "cities of a new farmer's farm that I supply already, unless each farm pays for itself"
    KNIGHT = "1 for placing a meeple in a city, times share"
    THIEF = "1 for placing a meeple on a road, times share"
    MONK = "1 for placing a meeple on a cloister, times share"
    FARMER = "1 for placing a meeple on a field, times share"
    FARMER_NOW = "1 for placing a meeple on a field, whenever"
    SCARCITY = "share / meeples in my supply, for placing one of them"
    ROAD_ENDS = "open ends of my roads, times share"
    CITY_ENDS = "open edges of my cities, times share"


SCORES = (
    MoveFeature.POINTS,
    MoveFeature.RIVAL_POINTS,
    MoveFeature.STANDING,
    MoveFeature.RIVAL_STANDING,
    MoveFeature.FARM,
    MoveFeature.RIVAL_FARM,
)
"""What is or would be scored; all other features are about what may come."""


class Mind(Outlook, Noting):
    """What a policy knows beside the state, and its scratch paper."""

    scarcity: float = field(np.float64, "share / meeples in the supply of the seat to move")
    farm_tile: float = field(np.float64, "share * farm points / 3")
    fitting: Array = field(np.int16, "tiles still to come that fit a cell with this code", shape=MAX_CODES)
    knows_stack: int = field(np.int64, "1 if that was counted for any game")
    fitting_key: Array = field(np.uint64, "the game for which that was counted", shape=2)
    fitting_next: int = field(np.int64, "the place in its stack")
    fitting_left: Array = field(np.int16, "the tiles counted there, by design", shape=MAX_DESIGNS)
    stack_left: Array = field(np.int16, "scratch: tiles still to come, by design", shape=MAX_DESIGNS)
    hard: Array = field(
        np.float64, "a cell, by how many tiles fit: 1 for none, towards 0", shape=MAX_TILES + 1
    )
    facing: Array = field(
        np.float64, "edges of held roads and cities that face it, by open cell", shape=(MAX_OPEN, 2)
    )
    ahead: int = field(np.int64, "whether the seat to move weighs more than SCORES")
    stuck: int = field(np.int64, "and how hard it is to go on")
    free_ports: int = field(
        np.int64, "bit p: port p is the middle of a side of the placement with no tile beside"
    )
    side_hard: Array = field(np.float64, "how hard the cells beside these sides are then", shape=4)
    done: int = field(np.int64, "bit s: segment s of the tile lies in a city that the placement completes")
    supplied: Array = field(
        np.int64, "complete cities that farms of the seat to move supply already", shape=2
    )


Desk: TypeAlias = GameDesk[Tiles, Options, State, Mind]


@kernel
def look_around(options: Options, state: State, mind: Mind) -> None:
    """Take in what depends on the turn only: the tiles left and the cities that one supplies already."""
    look_ahead(state, mind, tiles_to_come(state))
    mind.scarcity = mind.share / max(state.supply[state.seat], 1)
    mind.farm_tile = mind.share * options.farm_points / 3.0
    mind.supplied[:] = 0
    if options.farm_method != FarmMethod.PER_FIELD and options.farm_method != FarmMethod.NONE:
        me = state.seat
        for node in range(state.n_nodes):
            if state.kind[node] == Feature.FIELD and state.feature[node] == node:
                mine = count_of(state.meeples[node], me, SMALL)
                if mine > 0 and mine == most_meeples(state, state.meeples[node]):
                    mind.supplied[0] |= state.near_low[node]
                    mind.supplied[1] |= state.near_high[node]
