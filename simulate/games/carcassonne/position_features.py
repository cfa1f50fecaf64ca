"""Position features: how a seat stands, from which the chance to win is fitted."""

from __future__ import annotations

import math

from rules.bits import count_bits
from rules.carcassonne.hands import tiles_to_come
from rules.carcassonne.options import ClosedFarms, FarmMethod, Options
from rules.carcassonne.scoring import feature_points, most_meeples, seat_score, tiles_counted
from rules.carcassonne.state import State
from rules.carcassonne.tiles import Feature
from rules.kernel import kernel
from rules.tiles.features import SMALL, all_marks, count_of, count_tiles
from rules.words import Word
from simulate.games.carcassonne.move_features import Desk, Mind
from simulate.games.tiles.outlook import chance_of, look_ahead


class PositionFeature(Word):
    """The features of a seat in a position, in the order of value vectors."""

    POINTS = "points scored"
    STANDING = "what its meeples on roads, cities and cloisters would score if the game ended now"
    CITY_HOPE = "extra points of its open cities if completed, times the chance"
    CLOISTER_HOPE = "points still missing around its cloisters, times share"
    RETURN_HOPE = "its meeples on open features times the chance to come home, times share"
    FARM = "what its farmers would score if the game ended now, each farm for itself"
    FARM_HOPE = "tiles of the farms that it holds, times share, times farm points / 3"
    MEEPLES = "meeples in its supply, times share"
    SOME = "1 if there is a meeple in its supply, times share"
    TO_MOVE = "1 if it is its turn"


@kernel
def describe_position(desk: Desk, state: State) -> None:
    """Write the position features of every seat to `desk.mind.position`."""
    options, mind = desk.options, desk.mind
    left = tiles_to_come(state)
    look_ahead(state, mind, left)
    position = mind.position
    position[:] = 0.0
    for seat in range(state.players):
        position[seat, PositionFeature.POINTS] = seat_score(state, seat)
        position[seat, PositionFeature.MEEPLES] = state.supply[seat] * mind.share
        position[seat, PositionFeature.SOME] = mind.share if state.supply[seat] > 0 else 0.0
    position[state.seat, PositionFeature.TO_MOVE] = 1.0
    for node in range(state.n_nodes):
        if state.meeples[node] != 0 and state.feature[node] == node:
            _describe_feature(options, state, mind, node)
    scale = 1.0 / math.sqrt(left + 1.0)
    for seat in range(state.players):
        position[seat, :] *= scale


@kernel
def _describe_feature(options: Options, state: State, mind: Mind, feature: int) -> None:
    """Add a feature that holds meeples to what its seats have."""
    position = mind.position
    meeples = state.meeples[feature]
    most = most_meeples(state, meeples)
    kind = state.kind[feature]
    now = 0.0
    hope = 0.0
    likely = 0.0
    if kind == Feature.FIELD:
        if options.farm_method == FarmMethod.NONE:
            return
        cities = count_bits(state.near_low[feature]) + count_bits(state.near_high[feature])
        now = cities * options.farm_points
        hope = count_tiles(state, feature) * mind.share * options.farm_points / 3.0
        if options.closed_farms == ClosedFarms.SCORE:
            likely = chance_of(mind, state.open_ends[feature]) * mind.share
    else:
        ends = state.open_ends[feature]
        n_tiles = tiles_counted(state, feature)
        pennants = all_marks(state.marks[feature])
        likely = chance_of(mind, ends) * mind.share
        now = feature_points(options, kind, n_tiles, pennants, False)
        if kind == Feature.CITY:
            hope = (feature_points(options, kind, n_tiles, pennants, True) - now) * chance_of(mind, ends)
        elif kind == Feature.CLOISTER:
            hope = ends * options.cloister_place_points * mind.share
    for seat in range(state.players):
        n = count_of(meeples, seat, SMALL)
        if n == 0:
            continue
        position[seat, PositionFeature.RETURN_HOPE] += n * likely
        if n < most:
            continue
        if kind == Feature.FIELD:
            position[seat, PositionFeature.FARM] += now
            position[seat, PositionFeature.FARM_HOPE] += hope
        else:
            position[seat, PositionFeature.STANDING] += now
            if kind == Feature.CITY:
                position[seat, PositionFeature.CITY_HOPE] += hope
            elif kind == Feature.CLOISTER:
                position[seat, PositionFeature.CLOISTER_HOPE] += hope
