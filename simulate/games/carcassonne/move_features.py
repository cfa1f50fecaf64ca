"""Move features: what a move is worth in terms of the game, weighed without playing it.

Each is the change that the move brings. "Rivals" is the sum over all other seats. Whoever has most
meeples on a feature, alone or tied, holds it (CC-34). `share` is the part of the stack still to be drawn,
from 1 to 0. Tiles in hands are tiles to come (HR-21).

The chance that an open cell is filled is taken as n / (n + 4) if n tiles left fit it. The chance to complete
a road or city is the product over the cells that it faces; that of a cloister with k empty places, or of a
farm with k open ends, is q**k with q = left / (left + 8), left = tiles left.

Features *meet* in an open cell that both face: a tile there may join them. What a seat would gain counts in
points of complete roads and cities, and for farms in those of the cities that are complete.

Where closed farms score (HR-20), what a closed one pays is `points`, its farmers are `meeples_home`, and
those on open farms have their part in `return_hope`, with the farm's open half-edges for k.

Some things are simpler than the rules. `farm` counts each farm for itself, as per_field does; what the
other methods pay less for is in `farm_again`. A city that the placement completes counts for a farm that
reaches the new tile only if it borders the city there. If the tile joins two parts that face the same cell,
the cell counts for each. If one elsewhere faces two cells beside the tile, the two changes add up. Meetings
are those in the cell of the tile before, and beside it after; those that were there already stay as they are.
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
from rules.tiles.state import MAX_NODES, MAX_OPEN, MAX_SEATS
from rules.tiles.tileset import MAX_CODES, MAX_DESIGNS, MAX_SEGMENTS, MAX_TILES, Tiles
from rules.words import Word
from simulate.games.tiles.outlook import Outlook, look_ahead
from simulate.play.desk import GameDesk
from simulate.play.noting import Noting

MOST_IN_SUPPLY = 64
"""More meeples than these count as these."""


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
    HAND = "1 + 1/2 + 1/3 ... for the meeples in my supply, at most one for each turn I have left"
    RIVAL_HAND = "the same for the rivals' supplies"
    MEETING = (
        "points I would gain where roads or cities may be joined in a cell near the tile, times the chance"
    )
    RIVAL_MEETING = "the same for the rivals"
    FARM_MEETING = "points I would gain where farms may be joined in a cell near the tile, times the chance"
    RIVAL_FARM_MEETING = "the same for the rivals"
    FARM = "what my farmers would score if the game ended now, each farm for itself"
    RIVAL_FARM = "what the rivals' farmers would score if the game ended now"
    FARM_HOPE = "tiles of the farms that I hold, times share, times farm points / 3"
    RIVAL_FARM_HOPE = "the same for the farms that rivals hold"
    FARM_AGAIN = "cities of a new farmer's farm that I supply already, unless each farm pays for itself"
    KNIGHT = "1 for placing a meeple in a city, times share"
    THIEF = "1 for placing a meeple on a road, or where closed farms score on a field, times share"
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


MEETINGS = (
    MoveFeature.MEETING,
    MoveFeature.RIVAL_MEETING,
    MoveFeature.FARM_MEETING,
    MoveFeature.RIVAL_FARM_MEETING,
)
"""Where features may be joined."""


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
    easy: Array = field(
        np.float64, "the chance that a cell is filled, by how many tiles fit it", shape=MAX_TILES + 1
    )
    completing: Array = field(
        np.float64, "the chance to complete a road or city, by the node that speaks for it", shape=MAX_NODES
    )
    n_ways: Array = field(np.int64, "roads and cities that face each open cell, listed below", shape=MAX_OPEN)
    ways: Array = field(np.int16, "the nodes that speak for them", shape=(MAX_OPEN, 4))
    n_held: Array = field(np.int64, "features with meeples that face each open cell", shape=MAX_OPEN)
    held: Array = field(np.int16, "the nodes that speak for them", shape=(MAX_OPEN, 12))
    meeting: Array = field(
        np.float64, "what may be gained where features face each other, by open cell", shape=(MAX_OPEN, 4)
    )
    gain: Array = field(np.float64, "scratch: what I and the rivals gain if two are joined", shape=2)
    ahead: int = field(np.int64, "whether the seat to move weighs more than SCORES")
    joining: int = field(np.int64, "and who may meet")
    free_sides: int = field(np.int64, "bit s: no tile lies beside side s of the placement")
    side_easy: Array = field(np.float64, "the chance that the cells there are filled then", shape=4)
    group_completing: Array = field(
        np.float64, "the chance to complete each road and city of the placement", shape=MAX_SEGMENTS
    )
    harmonic: Array = field(np.float64, "1 + 1/2 + ... + 1/n, by n", shape=MOST_IN_SUPPLY + 1)
    turns_left: Array = field(np.int64, "turns that each seat has left after this one", shape=MAX_SEATS)
    home: Array = field(np.int64, "meeples of each seat that the placement brings home", shape=MAX_SEATS)
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
    left = tiles_to_come(state)
    for seat in range(state.players):
        later = (seat - state.seat) % state.players
        mind.turns_left[seat] = (left + (state.players - later if later > 0 else 0)) // state.players
    if mind.harmonic[1] == 0.0:
        for n in range(1, MOST_IN_SUPPLY + 1):
            mind.harmonic[n] = mind.harmonic[n - 1] + 1.0 / n
    mind.supplied[:] = 0
    if options.farm_method != FarmMethod.PER_FIELD and options.farm_method != FarmMethod.NONE:
        me = state.seat
        for node in range(state.n_nodes):
            if state.kind[node] == Feature.FIELD and state.feature[node] == node:
                mine = count_of(state.meeples[node], me, SMALL)
                if mine > 0 and mine == most_meeples(state, state.meeples[node]):
                    mind.supplied[0] |= state.near_low[node]
                    mind.supplied[1] |= state.near_high[node]


@kernel
def in_hand(mind: Mind, seat: int, supply: int) -> float:
    """What so many meeples in hand are to a seat: 1 + 1/2 + ..., at most one for each turn it has left."""
    return mind.harmonic[min(supply, mind.turns_left[seat], MOST_IN_SUPPLY)]
