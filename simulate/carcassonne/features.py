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
from rules.carcassonne.scoring import feature_points, most_meeples
from rules.carcassonne.state import MAX_MOVES, STATE_DTYPE
from rules.carcassonne.tiles import CITY, CLOISTER, FIELD, ROAD
from rules.kernel import Record, kernel
from rules.tiles.board import MAX_OPEN
from rules.tiles.features import COUNT_BITS, SMALL, all_marks, bits, count_of, group_tiles
from rules.tiles.grid import STEP
from rules.tiles.moves import NOTHING, move_cell, move_rotation, move_target
from rules.tiles.tileset import MAX_CODES, MAX_TILES
from simulate.common.choosing import FEW

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

MAX_ENDS = 16
MAX_SEEN = 32  # farms looked at around a city

MIND_DTYPE = np.dtype(
    [
        ("share", np.float64),
        ("scarcity", np.float64),  # share / meeples in the supply of the seat to move
        ("farm_tile", np.float64),  # share * farm points / 3
        ("chance", np.float64, MAX_ENDS),  # to complete a feature, by open ends
        ("fitting", np.int16, MAX_CODES),  # tiles still to come that fit a cell with this code
        ("fitting_key", np.uint64, 2),  # the game for which that was counted
        ("fitting_next", np.int64),  # the place in its stack
        ("hard", np.float64, MAX_TILES + 1),  # a cell, by how many tiles fit: 1 for none, towards 0
        ("facing", np.float64, (MAX_OPEN, 2)),  # edges of held roads and cities that face it, by open cell
        ("side_hard", np.float64, 4),  # of the cells beside the placement, -1 where a tile lies
        ("done", np.int64),  # bit s: segment s of the tile lies in a city that the placement completes
        ("supplied", np.int64, 2),  # complete cities that farms of the seat to move supply already
        ("n_seen", np.int64),
        ("seen", np.int64, MAX_SEEN),
        ("moves", np.int32, MAX_MOVES),  # the legal moves
        ("values", np.float64, MAX_MOVES),  # what a weighted policy thinks of them
        ("table", np.float64, (MAX_MOVES, N_FEATURES)),  # what a user's policy is told of them
        ("weights", np.float64, N_FEATURES),  # by which the seat to move chooses, if by weights
        ("n_live", np.int64),  # weights that are not 0
        ("live", np.int64, FEW),  # their features, if they are few
        ("change", np.float64, N_FEATURES),  # what is being judged adds to each feature
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
    left = state.n_deck - state.deck_next
    mind.share = left / max(state.n_deck, 1)
    mind.scarcity = mind.share / max(state.supply[state.seat], 1)
    mind.farm_tile = mind.share * options.farm_points / 3.0
    q = left / (left + 8.0)
    chance = 1.0
    for k in range(MAX_ENDS):
        mind.chance[k] = chance
        chance *= q
    mind.supplied[:] = 0
    if options.farm_method != PER_FIELD and options.farm_method != NO_FARMS:
        me = state.seat
        for node in range(state.n_nodes):
            if state.kind[node] == FIELD and state.feature[node] == node:
                mine = count_of(state.meeples[node], me, SMALL)
                if mine > 0 and mine == most_meeples(state, state.meeples[node]):
                    mind.supplied[0] |= state.near_low[node]
                    mind.supplied[1] |= state.near_high[node]


@kernel
def count_fitting(tiles: Record, state: Record, mind: Record) -> None:
    """Bring `mind.fitting` up to date: take off what was drawn, or for another game count anew."""
    same = mind.fitting_key[0] == state.chance_key[0] and mind.fitting_key[1] == state.chance_key[1]
    if same and mind.fitting_next <= state.deck_next:
        for i in range(mind.fitting_next, state.deck_next):
            _add_fitting(tiles, mind, state.deck_order[i], -1)
    else:
        mind.fitting[:] = 0
        for i in range(state.deck_next, state.n_deck):
            _add_fitting(tiles, mind, state.deck_order[i], 1)
        for n in range(MAX_TILES + 1):
            mind.hard[n] = 4.0 / (4.0 + n)
        mind.fitting_key[0] = state.chance_key[0]
        mind.fitting_key[1] = state.chance_key[1]
    mind.fitting_next = state.deck_next


@kernel
def _add_fitting(tiles: Record, mind: Record, design: int, n: int) -> None:
    for code in range(MAX_CODES):
        mind.fitting[code] += n if tiles.fits[design, code] != 0 else 0


@kernel
def _weigh(
    options: Record,
    state: Record,
    mind: Record,
    sign: float,
    kind: int,
    n_tiles: int,
    pennants: int,
    ends: int,
    meeples: int,
) -> None:
    """Add, or with sign -1 take away, a road, city or cloister in this condition."""
    most = most_meeples(state, meeples)
    for seat in range(state.players):
        n = (meeples >> (2 * COUNT_BITS * seat)) & 63
        if n > 0:
            rival = 0 if seat == state.seat else 1
            _weigh_seat(options, mind, sign, kind, n_tiles, pennants, ends, rival, n, n == most)


@kernel
def _weigh_seat(
    options: Record,
    mind: Record,
    sign: float,
    kind: int,
    n_tiles: int,
    pennants: int,
    ends: int,
    rival: int,
    n: int,
    holds: bool,
) -> None:
    """Add what a road, city or cloister means to one seat, a rival or not, with n meeples there."""
    now = feature_points(options, kind, n_tiles, pennants, ends == 0)
    if ends == 0:
        mind.change[MEEPLES_HOME + rival] += sign * n * mind.share
        if holds:
            mind.change[POINTS + rival] += sign * now
        return
    likely = mind.chance[min(ends, MAX_ENDS - 1)]
    mind.change[RETURN_HOPE + rival] += sign * n * likely * mind.share
    if not holds:
        return
    mind.change[STANDING + rival] += sign * now
    if kind == CITY:
        full = feature_points(options, kind, n_tiles, pennants, True)
        mind.change[CITY_HOPE + rival] += sign * (full - now) * likely
        if rival == 0:
            mind.change[CITY_ENDS] += sign * ends * mind.share
    elif kind == CLOISTER:
        missing = ends * options.cloister_place_points * mind.share
        mind.change[CLOISTER_HOPE + rival] += sign * missing
    elif rival == 0:
        mind.change[ROAD_ENDS] += sign * ends * mind.share


@kernel
def _weigh_farm(
    options: Record, state: Record, mind: Record, sign: float, n_tiles: int, cities: int, meeples: int
) -> None:
    """Add, or with sign -1 take away, a farm with so many complete cities."""
    most = most_meeples(state, meeples)
    for seat in range(state.players):
        if (meeples >> (2 * COUNT_BITS * seat)) & 63 == most:
            rival = 0 if seat == state.seat else 1
            _weigh_farm_seat(options, mind, sign, n_tiles, cities, rival)


@kernel
def _weigh_farm_seat(
    options: Record, mind: Record, sign: float, n_tiles: int, cities: int, rival: int
) -> None:
    """Add what a farm means to a seat that holds it, a rival or not."""
    mind.change[FARM + rival] += sign * cities * options.farm_points
    mind.change[FARM_HOPE + rival] += sign * n_tiles * mind.farm_tile


@kernel
def _weigh_feature(options: Record, state: Record, mind: Record, sign: float, feature: int) -> None:
    """Add, or with sign -1 take away, a feature as it stands on the board."""
    n_tiles = bits(state.tiles_low[feature]) + bits(state.tiles_high[feature])
    meeples = state.meeples[feature]
    if state.kind[feature] == FIELD:
        cities = bits(state.near_low[feature]) + bits(state.near_high[feature])
        _weigh_farm(options, state, mind, sign, n_tiles, cities, meeples)
        return
    pennants = all_marks(state.marks[feature])
    _weigh(
        options, state, mind, sign, state.kind[feature], n_tiles, pennants, state.open_ends[feature], meeples
    )


@kernel
def _weigh_group(
    tiles: Record, options: Record, state: Record, mind: Record, group: int, meeples: int
) -> None:
    """Add the feature of the new tile that this group of segments makes, with these meeples on it."""
    kind = tiles.kind[state.tile, group]
    ends = state.group_open[group]
    if kind == CLOISTER:
        _weigh(options, state, mind, 1.0, kind, 9 - ends, 0, ends, meeples)
        return
    n_tiles = group_tiles(state, group)
    if kind == FIELD:
        _weigh_farm(options, state, mind, 1.0, n_tiles, _cities_of_group(tiles, state, mind, group), meeples)
        return
    _weigh(options, state, mind, 1.0, kind, n_tiles, all_marks(state.group_marks[group]), ends, meeples)


@kernel
def _cities_of_group(tiles: Record, state: Record, mind: Record, group: int) -> int:
    """Complete cities that a farm of the new tile would border, those that the placement completes included.

    The latter count as far as the farm borders them on the new tile itself.
    """
    cities = 0
    if (state.linked >> group) & 1:
        cities = bits(state.group_near_low[group]) + bits(state.group_near_high[group])
    if mind.done == 0:
        return cities
    bordered = 0
    for segment in range(group, tiles.n_segments[state.tile]):
        if state.group[segment] == group:
            bordered |= tiles.borders[state.tile, segment]
    bordered &= mind.done
    for segment in range(tiles.n_segments[state.tile]):
        if (bordered >> segment) & 1:
            cities += 1
            for other in range(segment + 1, tiles.n_segments[state.tile]):
                if state.group[other] == state.group[segment]:
                    bordered &= ~(1 << other)
    return cities


@kernel
def _find_done(tiles: Record, state: Record, mind: Record) -> None:
    """Note which segments of the new tile lie in a city that is complete with it."""
    mind.done = 0
    for segment in range(tiles.n_segments[state.tile]):
        if tiles.kind[state.tile, segment] != CITY:
            return  # cities come first
        if state.group_open[state.group[segment]] == 0:
            mind.done |= 1 << segment


@kernel
def _weigh_neighbours(tiles: Record, options: Record, state: Record, mind: Record, group: int) -> None:
    """Add a complete city more to the farms with farmers around a city that the placement completes.

    Farms that reach the new tile are left to `_cities_of_group`.
    """
    mind.n_seen = 0
    for i in range(state.n_links):
        feature = state.link_feature[i]
        if state.kind[feature] == FIELD:
            _has_seen(mind, feature)
    for i in range(state.n_links):
        if state.group[state.link_group[i]] != group or state.kind[state.link_feature[i]] != CITY:
            continue
        city = state.link_feature[i]
        node = city
        for _ in range(state.n_members[city]):
            t = state.node_tile[node]
            other = state.first_node[t]
            bordering = tiles.borders[state.design[t], node - other]
            while bordering != 0:
                farm = state.feature[other]
                if bordering & 1 and state.meeples[farm] != 0 and not _has_seen(mind, farm):
                    _weigh_farm(options, state, mind, 1.0, 0, 1, state.meeples[farm])
                bordering >>= 1
                other += 1
            node = state.next_node[node]


@kernel
def _has_seen(mind: Record, farm: int) -> bool:
    """Whether the farm was looked at before; now it was."""
    for i in range(mind.n_seen):
        if mind.seen[i] == farm:
            return True
    if mind.n_seen < MAX_SEEN:
        mind.seen[mind.n_seen] = farm
        mind.n_seen += 1
    return False


@kernel
def judge_placement(tiles: Record, options: Record, state: Record, mind: Record, placement: int) -> None:
    """Write to `mind.change` what a placement without a meeple brings; it was looked at with `preview`."""
    design = state.tile
    cell = move_cell(placement)
    mind.change[:] = 0.0
    _find_done(tiles, state, mind)
    i = 0
    links = state.held_links
    while links != 0:
        if links & 1:
            _weigh_feature(options, state, mind, -1.0, state.link_feature[i])
        links >>= 1
        i += 1
    group = 0
    groups = state.held
    while groups != 0:
        if groups & 1:
            _weigh_group(tiles, options, state, mind, group, state.group_meeples[group])
        groups >>= 1
        group += 1
    if mind.done != 0 and options.farm_method != NO_FARMS:
        for segment in range(tiles.n_segments[design]):
            if (mind.done >> segment) & 1 and state.group[segment] == segment:
                _weigh_neighbours(tiles, options, state, mind, segment)
    if state.centres_near[cell] > 0:
        for direction in range(8):
            other = state.tile_at[cell + STEP[direction]] - 1
            if other < 0 or state.centre_node[other] < 0:
                continue
            node = state.centre_node[other]
            if state.meeples[node] != 0:
                ends = state.open_ends[node]
                _weigh(options, state, mind, -1.0, CLOISTER, 9 - ends, 0, ends, state.meeples[node])
                _weigh(options, state, mind, 1.0, CLOISTER, 10 - ends, 0, ends - 1, state.meeples[node])


@kernel
def judge_meeple(tiles: Record, options: Record, state: Record, mind: Record, move: int) -> None:
    """Write to `mind.change` what the meeple of a move adds to its placement, looked at with `preview`."""
    mind.change[:] = 0.0
    target = move_target(move)
    if target == NOTHING:
        return
    segment = target - 1
    group = int(state.group[segment])
    kind = tiles.kind[state.tile, segment]
    ends = state.group_open[group]
    n_tiles = 9 - ends if kind == CLOISTER else group_tiles(state, group)
    mind.change[SCARCITY] += mind.scarcity
    if kind == FIELD:
        _weigh_farm_seat(options, mind, 1.0, n_tiles, _cities_of_group(tiles, state, mind, group), 0)
        mind.change[FARMER] += mind.share
        mind.change[FARMER_NOW] += 1.0
        if options.farm_method != PER_FIELD and (state.linked >> group) & 1:
            again = bits(state.group_near_low[group] & mind.supplied[0])
            again += bits(state.group_near_high[group] & mind.supplied[1])
            mind.change[FARM_AGAIN] += again
        return
    pennants = all_marks(state.group_marks[group])
    _weigh_seat(options, mind, 1.0, kind, n_tiles, pennants, ends, 0, 1, True)
    if kind == CITY:
        mind.change[KNIGHT] += mind.share
    elif kind == ROAD:
        mind.change[THIEF] += mind.share
    else:
        mind.change[MONK] += mind.share
    if kind != CLOISTER:
        looks = state.tile * 4 + move_rotation(move)
        for side in range(4):
            facing = tiles.segment_at[looks, side * 3 + 1]
            if mind.side_hard[side] >= 0.0 and facing >= 0 and state.group[facing] == group:
                mind.change[STUCK] += mind.side_hard[side]


@kernel
def _add_stuck(state: Record, mind: Record, meeples: int, amount: float) -> None:
    """Add an open edge's hardness for each seat that holds its road or city."""
    most = most_meeples(state, meeples)
    for seat in range(state.players):
        if (meeples >> (2 * COUNT_BITS * seat)) & 63 == most:
            mind.change[STUCK if seat == state.seat else RIVAL_STUCK] += amount


@kernel
def count_facing(state: Record, mind: Record) -> None:
    """Count for every open cell the edges of held roads and cities that face it: mine and the rivals'."""
    for i in range(state.n_open):
        mine = 0
        theirs = 0
        for side in range(4):
            t = state.tile_at[state.open_cells[i] + STEP[side]] - 1
            if t < 0:
                continue
            node = state.port_node[t, ((side + 2) & 3) * 3 + 1]
            if node < 0:
                continue
            meeples = state.meeples[state.feature[node]]
            if meeples == 0:
                continue
            most = most_meeples(state, meeples)
            for seat in range(state.players):
                if (meeples >> (2 * COUNT_BITS * seat)) & 63 == most:
                    if seat == state.seat:
                        mine += 1
                    else:
                        theirs += 1
        mind.facing[i, 0] = mine
        mind.facing[i, 1] = theirs


@kernel
def judge_stuck(tiles: Record, state: Record, mind: Record, placement: int) -> None:
    """Add to `mind.change` how much harder or easier it gets to go on with roads and cities that are held.

    The hardness of a cell is 4 / (4 + tiles left that fit it).
    """
    cell = move_cell(placement)
    looks = state.tile * 4 + move_rotation(placement)
    here = mind.hard[mind.fitting[state.code[cell]]]
    i = state.open_at[cell] - 1
    stuck = -here * mind.facing[i, 0]
    rival_stuck = -here * mind.facing[i, 1]
    for side in range(4):
        there = cell + STEP[side]
        if state.tile_at[there] > 0:
            mind.side_hard[side] = -1.0
            continue
        code = state.code[there]
        now = mind.hard[mind.fitting[code + tiles.edge[looks, side] * tiles.weight[(side + 2) & 3]]]
        mind.side_hard[side] = now
        facing = tiles.segment_at[looks, side * 3 + 1]
        if facing >= 0 and state.group_meeples[state.group[facing]] != 0:
            _add_stuck(state, mind, state.group_meeples[state.group[facing]], now)
        i = state.open_at[there] - 1
        if i >= 0:
            harder = now - mind.hard[mind.fitting[code]]
            stuck += harder * mind.facing[i, 0]
            rival_stuck += harder * mind.facing[i, 1]
    mind.change[STUCK] += stuck
    mind.change[RIVAL_STUCK] += rival_stuck
