"""Move features: what a move is worth in terms of the game, weighed without playing it.

Each is the change that the move brings, in expectation over the battles it causes. "Rivals" is the sum
over all other sides. `share` is the part of the stack still to be drawn, from 1 to 0, and the chance to
complete a feature with k open ends is taken as q**k with q = left / (left + 8), left = tiles left.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from rules.bits import lowest_bit
from rules.fields import field
from rules.kernel import Array, inlined, kernel
from rules.starwars.battle import dice_pool
from rules.starwars.moves import ATTACK, planet_node
from rules.starwars.options import Options
from rules.starwars.scoring import feature_points
from rules.starwars.state import MAX_POOL, State, only_side, side_meeples
from rules.starwars.tiles import Feature
from rules.tiles.features import all_marks, count_tiles, one_meeple
from rules.tiles.grid import STEP
from rules.tiles.moves import move_cell, move_size, move_target
from rules.tiles.preview import group_tiles
from rules.tiles.state import MAX_SEATS
from rules.tiles.tileset import Tiles
from rules.words import Word
from simulate.games.tiles.outlook import Outlook, chance_of
from simulate.play.desk import GameDesk
from simulate.play.noting import Noting, note, start_noting


class MoveFeature(Word):
    """The features of a move, in the order of weight vectors."""

    POINTS = "points I score this turn (completed features, battles)"
    RIVAL_POINTS = "points the rivals score this turn"
    STANDING = "what my meeples would score if the game ended now"
    RIVAL_STANDING = "what the rivals' meeples would score if the game ended now"
    FIELD_HOPE = "extra points of my open fields if completed, times the chance"
    RIVAL_FIELD_HOPE = "the same for the rivals' open fields"
    PLANET_HOPE = "points still missing around my planets, times share"
    RIVAL_PLANET_HOPE = "the same for the rivals' planets"
    RETURN_HOPE = "my meeples on open features times the chance to come home, times share"
    RIVAL_RETURN_HOPE = "the same for the rivals' meeples"
    MEEPLES_HOME = "my meeples that come home this turn, times share"
    RIVAL_MEEPLES_HOME = "the rivals' meeples that come home this turn, times share"
    SMALL_MEEPLE = "1 for placing a small meeple, times share"
    BIG_MEEPLE = "1 for placing a big meeple, times share"
    LAST_MEEPLE = "1 for emptying my reserve, times share"
    ROUTE_ENDS = "open ends of my routes, times share"
    FIELD_ENDS = "open edges of my fields, times share"
    BATTLES = "battles that I am in this turn"
    ATTACKS = "1 for putting a meeple on a planet that a rival holds"
    GUARD = "dice with which I hold open planets, times share"


class Mind(Outlook, Noting):
    """What a policy knows beside the state, and its scratch paper."""

    win: Array = field(np.float64, "that a dice beat b dice in the end", shape=(MAX_POOL + 1, MAX_POOL + 1))
    ties: Array = field(
        np.float64, "expected tied rolls of a against b dice", shape=(MAX_POOL + 1, MAX_POOL + 1)
    )
    below: Array = field(np.float64, "that all of n dice show at most m", shape=(MAX_POOL + 1, 101))
    faces: int = field(np.int64, "faces of a die")
    hold: Array = field(np.float64, "chance of each side to hold the feature looked at", shape=MAX_SEATS)
    paid: Array = field(np.float64, "expected battle points of each side there", shape=MAX_SEATS)
    pools: Array = field(np.int64, "dice of each side there", shape=MAX_SEATS)


Desk: TypeAlias = GameDesk[Tiles, Options, State, Mind]


@kernel
def prepare_mind(options: Options, mind: Mind) -> None:
    """Fill in the odds of two fighters, exactly, for the dice in force (SW-34, SW-35, SW-36, SW-37)."""
    faces = options.dice_faces
    mind.faces = faces
    for n in range(MAX_POOL + 1):
        for m in range(faces + 1):
            mind.below[n, m] = (m / faces) ** n
    for a in range(1, MAX_POOL + 1):
        for b in range(1, MAX_POOL + 1):
            alone = 0.0
            tie = 0.0
            for m in range(1, faces + 1):
                top = mind.below[a, m] - mind.below[a, m - 1]
                alone += top * mind.below[b, m - 1]
                tie += top * (mind.below[b, m] - mind.below[b, m - 1])
            mind.win[a, b] = alone / (1.0 - tie)
            mind.ties[a, b] = tie / (1.0 - tie)


@kernel
def _expect_battle(options: Options, state: State, mind: Mind, meeples: int, marks: int) -> None:
    """Fill in who would hold a contested feature and what its battle would pay.

    Two fighters are exact. For more the chances of the first roll are scaled to one: each fighter's
    expected ties are left out.
    """
    fighters = 0
    a = -1
    b = -1
    for side in range(state.players):
        mind.hold[side] = 0.0
        mind.paid[side] = 0.0
        pool = dice_pool(options, state, meeples, marks, side)
        mind.pools[side] = pool
        if pool > 0:
            fighters += 1
            if a < 0:
                a = side
            else:
                b = side
    if fighters == 2:
        pa, pb = mind.pools[a], mind.pools[b]
        mind.hold[a] = mind.win[pa, pb]
        mind.hold[b] = mind.win[pb, pa]
        ties = mind.ties[pa, pb] * options.tied_roll_points
        mind.paid[a] = ties + mind.hold[b] * pa * options.loser_die_points
        mind.paid[b] = ties + mind.hold[a] * pb * options.loser_die_points
    else:
        total = 0.0
        for side in range(state.players):
            pool = mind.pools[side]
            if pool == 0:
                continue
            alone = 0.0
            for m in range(1, mind.faces + 1):
                others = 1.0
                for rival in range(state.players):
                    if rival != side and mind.pools[rival] > 0:
                        others *= mind.below[mind.pools[rival], m - 1]
                alone += (mind.below[pool, m] - mind.below[pool, m - 1]) * others
            mind.hold[side] = alone
            total += alone
        for side in range(state.players):
            if mind.pools[side] > 0:
                mind.hold[side] /= total
                mind.paid[side] = (1.0 - mind.hold[side]) * mind.pools[side] * options.loser_die_points


@kernel
def _weigh_holding(
    options: Options,
    state: State,
    mind: Mind,
    me: int,
    side: int,
    chance: float,
    kind: int,
    n_tiles: int,
    marks: int,
    ends: int,
    mine: int,
) -> None:
    """Add what it means that `side` holds such a feature with `chance` and `mine` meeples.

    `chance` is negative for a condition that the move brings to an end.
    """
    symbols = all_marks(marks)
    rival = 0 if side == me else 1
    if ends == 0:
        note(mind, MoveFeature.POINTS + rival, chance * feature_points(options, kind, n_tiles, symbols, True))
        note(mind, MoveFeature.MEEPLES_HOME + rival, chance * mine * mind.share)
        return
    now = feature_points(options, kind, n_tiles, symbols, False)
    note(mind, MoveFeature.STANDING + rival, chance * now)
    likely = chance_of(mind, ends)
    note(mind, MoveFeature.RETURN_HOPE + rival, chance * mine * likely * mind.share)
    if kind == Feature.ASTEROID:
        full = feature_points(options, kind, n_tiles, symbols, True)
        note(mind, MoveFeature.FIELD_HOPE + rival, chance * (full - now) * likely)
        if rival == 0:
            note(mind, MoveFeature.FIELD_ENDS, chance * ends * mind.share)
    elif kind == Feature.PLANET:
        note(mind, MoveFeature.PLANET_HOPE + rival, chance * ends * options.planet_place_points * mind.share)
        if rival == 0:
            note(mind, MoveFeature.GUARD, chance * mind.pools[side] * mind.share)
    elif rival == 0:
        note(mind, MoveFeature.ROUTE_ENDS, chance * ends * mind.share)


@kernel
def _weigh(
    options: Options,
    state: State,
    mind: Mind,
    sign: float,
    kind: int,
    n_tiles: int,
    marks: int,
    ends: int,
    meeples: int,
) -> None:
    """Add, or with sign -1 take away, a feature in this condition after its battle, if any."""
    me = state.side_of[state.seat]
    holder = only_side(state, meeples)
    if holder < 0:
        return
    if meeples & ~state.side_mask[holder] == 0:
        dice = dice_pool(options, state, meeples, marks, holder) if kind == Feature.PLANET else 0
        mind.pools[holder] = dice
        standing = side_meeples(state, meeples, holder)
        _weigh_holding(options, state, mind, me, holder, sign, kind, n_tiles, marks, ends, standing)
        return
    _expect_battle(options, state, mind, meeples, marks)
    for side in range(state.players):
        pool = mind.pools[side]
        if pool == 0:
            continue
        standing = side_meeples(state, meeples, side)
        rival = 0 if side == me else 1
        note(mind, MoveFeature.POINTS + rival, sign * mind.paid[side])
        note(mind, MoveFeature.MEEPLES_HOME + rival, sign * (1.0 - mind.hold[side]) * standing * mind.share)
        if rival == 0:
            note(mind, MoveFeature.BATTLES, sign)
        _weigh_holding(
            options, state, mind, me, side, sign * mind.hold[side], kind, n_tiles, marks, ends, standing
        )


@kernel
def _weigh_feature(options: Options, state: State, mind: Mind, sign: float, feature: int) -> None:
    """Add, or with sign -1 take away, a feature as it stands on the board."""
    _weigh(
        options,
        state,
        mind,
        sign,
        state.kind[feature],
        count_tiles(state, feature),
        state.marks[feature],
        state.open_ends[feature],
        state.meeples[feature],
    )


@inlined
def weigh_placement(tiles: Tiles, options: Options, state: State, mind: Mind, placement: int) -> None:
    """Note what a placement without a meeple brings; it was looked at with `preview`."""
    cell = move_cell(placement)
    start_noting(mind)
    if state.same_cell and mind.itemised == 0:
        mind.value = mind.taken
    else:
        links = state.held_links
        while links != 0:
            _weigh_feature(options, state, mind, -1.0, state.link_feature[lowest_bit(links)])
            links &= links - 1
        mind.taken = mind.value
    groups = state.held
    while groups != 0:
        group = lowest_bit(groups)
        _weigh_group(tiles, options, state, mind, group, state.group_meeples[group])
        groups &= groups - 1
    if state.centres_near[cell] > 0:
        for direction in range(8):
            node = planet_node(state, cell + STEP[direction])
            if node >= 0 and state.meeples[node] != 0:
                ends = state.open_ends[node]
                marks = state.marks[node]
                held = state.meeples[node]
                _weigh(options, state, mind, -1.0, Feature.PLANET, 9 - ends, marks, ends, held)
                _weigh(options, state, mind, 1.0, Feature.PLANET, 10 - ends, marks, ends - 1, held)


@inlined
def _weigh_group(
    tiles: Tiles, options: Options, state: State, mind: Mind, segment: int, meeples: int
) -> None:
    """Add the feature of the new tile that `segment` belongs to, with these meeples on it."""
    group = state.group[segment]
    kind = tiles.kind[state.tile, segment]
    ends = state.group_open[group]
    if kind == Feature.PLANET:
        n_tiles = 9 - ends
    else:
        n_tiles = group_tiles(state, group)
    _weigh(options, state, mind, 1.0, kind, n_tiles, state.group_marks[group], ends, meeples)


@inlined
def weigh_meeple(tiles: Tiles, options: Options, state: State, mind: Mind, move: int) -> None:
    """Note what the meeple of a move adds to its placement, looked at with `preview`."""
    start_noting(mind)
    target = move_target(move)
    seat = state.seat
    size = move_size(move)
    meeple = one_meeple(seat, size)
    note(mind, MoveFeature.SMALL_MEEPLE + size, mind.share)
    if state.reserve[seat, 0] + state.reserve[seat, 1] == 1:
        note(mind, MoveFeature.LAST_MEEPLE, mind.share)
    if target < ATTACK:
        _weigh_group(tiles, options, state, mind, target - 1, meeple)
        return
    node = planet_node(state, move_cell(move) + STEP[target - ATTACK])
    ends = state.open_ends[node]
    marks = state.marks[node]
    before = state.meeples[node]
    _weigh(options, state, mind, -1.0, Feature.PLANET, 10 - ends, marks, ends - 1, before)
    _weigh(options, state, mind, 1.0, Feature.PLANET, 10 - ends, marks, ends - 1, before + meeple)
    holder = only_side(state, before)
    if holder >= 0 and holder != state.side_of[seat]:
        note(mind, MoveFeature.ATTACKS, 1.0)
