"""Position features: how a side stands, from which the chance to win is fitted."""

from __future__ import annotations

import math

from rules.kernel import kernel
from rules.starwars.battle import dice_pool
from rules.starwars.options import Options
from rules.starwars.scoring import feature_points, side_score, tiles_counted
from rules.starwars.state import State, only_side, side_meeples
from rules.starwars.tiles import Feature
from rules.tiles.features import BIG, SMALL, all_marks
from rules.words import Word
from simulate.games.starwars.move_features import Desk, Mind
from simulate.games.tiles.outlook import chance_of, look_ahead


class PositionFeature(Word):
    """The features of a seat in a position, in the order of value vectors."""

    POINTS = "points scored"
    STANDING = "what its meeples would score if the game ended now"
    FIELD_HOPE = "extra points of its open fields if completed, times the chance"
    PLANET_HOPE = "points still missing around its planets, times share"
    RETURN_HOPE = "its meeples on open features times the chance to come home, times share"
    GUARD = "dice with which it holds open planets, times share"
    SMALL_MEEPLES = "small meeples in its reserve, times share"
    BIG_MEEPLES = "big meeples in its reserve, times share"
    SOME = "1 if there is a meeple in its reserve, times share"
    TO_MOVE = "1 if it is its turn"


@kernel
def describe_position(desk: Desk, state: State) -> None:
    """Write the position features of every seat, those of its side, to `desk.mind.position`."""
    options, mind = desk.options, desk.mind
    look_ahead(state, mind, state.n_deck - state.deck_next)
    position = mind.position
    position[:] = 0.0
    for seat in range(state.players):
        side = state.side_of[seat]
        if side == seat:
            position[side, PositionFeature.POINTS] = side_score(state, side)
        position[side, PositionFeature.SMALL_MEEPLES] += state.reserve[seat, SMALL] * mind.share
        position[side, PositionFeature.BIG_MEEPLES] += state.reserve[seat, BIG] * mind.share
        if state.reserve[seat, SMALL] + state.reserve[seat, BIG] > 0:
            position[side, PositionFeature.SOME] += mind.share
    position[state.side_of[state.seat], PositionFeature.TO_MOVE] = 1.0
    for node in range(state.n_nodes):
        if state.meeples[node] != 0 and state.feature[node] == node:
            _describe_feature(options, state, mind, node)
    scale = 1.0 / math.sqrt(state.n_deck - state.deck_next + 1.0)
    for side in range(state.players):
        position[side, :] *= scale
    for seat in range(state.players):
        position[seat, :] = position[state.side_of[seat], :]


@kernel
def _describe_feature(options: Options, state: State, mind: Mind, feature: int) -> None:
    """Add a feature to what the side has that holds it."""
    position = mind.position
    meeples = state.meeples[feature]
    side = only_side(state, meeples)
    if side < 0 or meeples & ~state.side_mask[side] != 0:
        return
    kind = state.kind[feature]
    ends = state.open_ends[feature]
    n_tiles = tiles_counted(state, feature)
    symbols = all_marks(state.marks[feature])
    now = feature_points(options, kind, n_tiles, symbols, False)
    likely = chance_of(mind, ends)
    position[side, PositionFeature.STANDING] += now
    position[side, PositionFeature.RETURN_HOPE] += side_meeples(state, meeples, side) * likely * mind.share
    if kind == Feature.ASTEROID:
        full = feature_points(options, kind, n_tiles, symbols, True)
        position[side, PositionFeature.FIELD_HOPE] += (full - now) * likely
    elif kind == Feature.PLANET:
        position[side, PositionFeature.PLANET_HOPE] += ends * options.planet_place_points * mind.share
        dice = dice_pool(options, state, meeples, state.marks[feature], side)
        position[side, PositionFeature.GUARD] += dice * mind.share
