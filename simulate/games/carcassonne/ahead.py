"""What the cells around a placement promise: who can go on there, who is shut in, and who may meet."""

from __future__ import annotations

from rules.bits import count_bits, lowest_bit
from rules.carcassonne.hands import tiles_in_hands
from rules.carcassonne.options import Options
from rules.carcassonne.scoring import feature_points, most_meeples
from rules.carcassonne.state import State
from rules.carcassonne.tiles import Feature
from rules.kernel import Array, kernel
from rules.tiles.board import code_at
from rules.tiles.features import SMALL, all_marks, count_of, count_tiles
from rules.tiles.grid import STEP
from rules.tiles.moves import move_cell, move_rotation
from rules.tiles.preview import group_tiles
from rules.tiles.tileset import MAX_CODES, MAX_TILES, Tiles
from simulate.games.carcassonne.move_features import Mind, MoveFeature
from simulate.play.noting import note

MIDDLES = 0b010010010010
"""The ports of roads and cities, the middles of sides; fields have the others."""

LEAST = 0.01
"""The chance that a cell is filled which no tile fits."""


@kernel
def count_fitting(tiles: Tiles, state: State, mind: Mind) -> None:
    """Bring `mind.fitting` up to date: take off what was drawn, or for another game count anew.

    Tiles in hands are to come (HR-21): nobody learns from it who holds what, and they are counted anew.
    """
    same = mind.fitting_key[0] == state.chance_key[0] and mind.fitting_key[1] == state.chance_key[1]
    drawn_only = mind.fitting_next <= state.deck_next and tiles_in_hands(state) == 0
    if same and mind.knows_stack == 1 and drawn_only:
        for i in range(mind.fitting_next, state.deck_next):
            _add_fitting(tiles, mind, state.deck_order[i], -1)
    else:  # another stack: designs of which it holds more or fewer tiles
        mind.stack_left[:] = 0
        for i in range(state.deck_next, state.n_deck):
            mind.stack_left[state.deck_order[i]] += 1
        for seat in range(state.players):
            for slot in range(state.hand_size[seat]):
                mind.stack_left[state.hand[seat, slot]] += 1
        for design in range(tiles.n_designs):
            more = mind.stack_left[design] - mind.fitting_left[design]
            if more != 0:
                _add_fitting(tiles, mind, design, more)
        for n in range(MAX_TILES + 1):
            mind.easy[n] = max(n / (4.0 + n), LEAST)
        mind.knows_stack = 1
        mind.fitting_key[0] = state.chance_key[0]
        mind.fitting_key[1] = state.chance_key[1]
    mind.fitting_next = state.deck_next


@kernel
def _add_fitting(tiles: Tiles, mind: Mind, design: int, n: int) -> None:
    """Count `n` more tiles of a design, or fewer, wherever one fits."""
    mind.fitting_left[design] += n
    for code in range(MAX_CODES):
        mind.fitting[code] += n if tiles.fits[design, code] != 0 else 0


@kernel
def look_at_cells(options: Options, state: State, mind: Mind) -> None:
    """Take in the open cells: the chance to complete each road and city that faces some, and who may meet."""
    mind.completing[: state.n_nodes] = 1.0
    for i in range(state.n_open):
        easy = mind.easy[mind.fitting[state.codes[i + 1]]]
        ways = 0
        held = 0
        for k in range(state.n_facing[i]):
            feature = state.feature[state.facing_node[i, k]]
            is_held = state.meeples[feature] != 0
            if state.facing_ports[i, k] & MIDDLES:
                if _is_listed(mind.ways[i], ways, feature):
                    continue
                mind.ways[i, ways] = feature
                ways += 1
                mind.completing[feature] *= easy
            elif not is_held or _is_listed(mind.held[i], held, feature):
                continue
            if is_held:
                mind.held[i, held] = feature
                held += 1
        mind.n_ways[i] = ways
        mind.n_held[i] = held
        mind.meeting[i, :] = 0.0
        if held > 1 and mind.joining != 0:
            _find_meetings(options, state, mind, i, easy)


@kernel
def _is_listed(features: Array, n: int, feature: int) -> bool:
    for k in range(n):
        if features[k] == feature:
            return True
    return False


@kernel
def _find_meetings(options: Options, state: State, mind: Mind, i: int, easy: float) -> None:
    """What it would bring if the features that face an open cell were joined there, two by two."""
    for k in range(1, mind.n_held[i]):
        one = mind.held[i, k]
        for j in range(k):
            other = mind.held[i, j]
            if state.kind[other] != state.kind[one]:
                continue
            weigh_meeting(
                state,
                mind,
                full_points(options, state, one),
                state.meeples[one],
                full_points(options, state, other),
                state.meeples[other],
            )
            farm = state.kind[one] == Feature.FIELD
            mind.meeting[i, 2 * farm] += easy * mind.gain[0]
            mind.meeting[i, 2 * farm + 1] += easy * mind.gain[1]


@kernel
def full_points(options: Options, state: State, feature: int) -> int:
    """What a road or city on the board would pay if complete now, and a farm if the game ended."""
    if state.kind[feature] == Feature.FIELD:
        cities = count_bits(state.near_low[feature]) + count_bits(state.near_high[feature])
        return cities * options.farm_points
    pennants = all_marks(state.marks[feature])
    return feature_points(options, state.kind[feature], count_tiles(state, feature), pennants, True)


@kernel
def weigh_meeting(state: State, mind: Mind, one: int, holding: int, other: int, held: int) -> None:
    """What I and my rivals would gain if two features of so many points, so held, became one."""
    mind.gain[:] = 0.0
    most_one, most_other = most_meeples(state, holding), most_meeples(state, held)
    most = most_meeples(state, holding + held)
    for seat in range(state.players):
        mine, here = count_of(holding, seat, SMALL), count_of(held, seat, SMALL)
        gain = 0
        if mine + here == most:
            gain += one + other
        if mine == most_one:
            gain -= one
        if here == most_other:
            gain -= other
        mind.gain[0 if seat == state.seat else 1] += gain


@kernel
def look_at_sides(tiles: Tiles, options: Options, state: State, mind: Mind, placement: int) -> None:
    """Find for a placement the chance to complete each of its roads and cities; note what it does to others.

    The cells beside it ask for more then. An open cell that two joined features face counts for each.
    """
    cell = move_cell(placement)
    looks = state.tile * 4 + move_rotation(placement)
    for segment in range(tiles.n_segments[state.tile]):
        mind.group_completing[segment] = 1.0
    here = state.open_at[cell] - 1
    again = 1.0 / mind.easy[mind.fitting[state.codes[here + 1]]]
    for i in range(state.n_links):
        if state.link_ports[i] & MIDDLES:
            mind.group_completing[state.link_group[i]] *= mind.completing[state.link_feature[i]] * again
    mind.free_sides = 0
    for side in range(4):
        there = cell + STEP[side]
        if state.tile_at[there] > 0:
            continue
        mind.free_sides |= 1 << side
        code = code_at(state, there)
        easy = mind.easy[mind.fitting[code + tiles.edge[looks, side] * tiles.weight[(side + 2) & 3]]]
        mind.side_easy[side] = easy
        segment = tiles.segment_at[looks, side * 3 + 1]
        group = state.group[segment] if segment >= 0 else -1
        i = state.open_at[there] - 1
        if i >= 0 and _change_cell(options, state, mind, i, easy, group):
            group = -1
        if group >= 0:
            mind.group_completing[group] *= easy
    if mind.joining:
        for which in range(4):
            note(mind, MoveFeature.MEETING + which, -mind.meeting[here, which])


@kernel
def _change_cell(options: Options, state: State, mind: Mind, i: int, easy: float, group: int) -> bool:
    """An open cell asks for more: tell those that face it; return whether the group does so already."""
    faced = False
    before = mind.easy[mind.fitting[state.codes[i + 1]]]
    ratio = easy / before
    for k in range(mind.n_ways[i]):
        feature = mind.ways[i, k]
        linked = group_of(state, feature)
        if linked >= 0:
            mind.group_completing[linked] *= ratio
            faced |= linked == group
        elif state.meeples[feature] != 0:
            _weigh_chance(options, state, mind, feature, mind.completing[feature] * (ratio - 1.0))
    return faced


@kernel
def group_of(state: State, feature: int) -> int:
    """The group of the placement looked at that a feature of the board would belong to, or -1."""
    for i in range(state.n_links):
        if state.link_feature[i] == feature:
            return state.link_group[i]
    return -1


@kernel
def _weigh_chance(options: Options, state: State, mind: Mind, feature: int, more: float) -> None:
    """A road or city elsewhere is so much likelier, or less, to be completed."""
    meeples = state.meeples[feature]
    most = most_meeples(state, meeples)
    extra = 0.0
    if state.kind[feature] == Feature.CITY:
        pennants, n_tiles = all_marks(state.marks[feature]), count_tiles(state, feature)
        now = feature_points(options, Feature.CITY, n_tiles, pennants, False)
        extra = (feature_points(options, Feature.CITY, n_tiles, pennants, True) - now) * more
    for seat in range(state.players):
        n = count_of(meeples, seat, SMALL)
        rival = 0 if seat == state.seat else 1
        if n > 0:
            note(mind, MoveFeature.RETURN_HOPE + rival, n * more * mind.share)
        if n == most:
            note(mind, MoveFeature.CITY_HOPE + rival, extra)


@kernel
def weigh_group_meetings(
    tiles: Tiles, options: Options, state: State, mind: Mind, placement: int, group: int, meeples: int
) -> None:
    """Note whom a group of the placement, so held, may meet in the cells beside the new tile."""
    looks = state.tile * 4 + move_rotation(placement)
    kind = tiles.kind[state.tile, group]
    points = -1
    sides = mind.free_sides
    while sides != 0:
        side = lowest_bit(sides)
        sides &= sides - 1
        i = state.open_at[move_cell(placement) + STEP[side]] - 1
        if i < 0 or mind.n_held[i] == 0 or not _reaches(tiles, state, looks, side, group):
            continue
        for k in range(mind.n_held[i]):
            other = mind.held[i, k]
            if state.kind[other] != kind or group_of(state, other) == group:
                continue
            if points < 0:
                points = _group_points(options, state, kind, group)
            weigh_meeting(
                state, mind, points, meeples, full_points(options, state, other), state.meeples[other]
            )
            feature = MoveFeature.FARM_MEETING if kind == Feature.FIELD else MoveFeature.MEETING
            note(mind, feature, mind.side_easy[side] * mind.gain[0])
            note(mind, feature + 1, mind.side_easy[side] * mind.gain[1])


@kernel
def _reaches(tiles: Tiles, state: State, looks: int, side: int, group: int) -> bool:
    """Whether a group of the placement reaches a side of the new tile."""
    for port in range(3 * side, 3 * side + 3):
        segment = tiles.segment_at[looks, port]
        if segment >= 0 and state.group[segment] == group:
            return True
    return False


@kernel
def _group_points(options: Options, state: State, kind: int, group: int) -> int:
    """As `full_points`, for a group of the placement."""
    if kind == Feature.FIELD:
        if (state.linked >> group) & 1 == 0:
            return 0
        cities = count_bits(state.group_near_low[group]) + count_bits(state.group_near_high[group])
        return cities * options.farm_points
    pennants = all_marks(state.group_marks[group])
    return feature_points(options, kind, group_tiles(state, group), pennants, True)
