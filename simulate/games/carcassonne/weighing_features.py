"""Weighing a move: what the placement and the meeple on it change, feature by feature."""

from __future__ import annotations

from rules.bits import count_bits, lowest_bit
from rules.carcassonne.farms import add_farms_around
from rules.carcassonne.options import ClosedFarms, FarmMethod, Options
from rules.carcassonne.scoring import feature_points, most_meeples
from rules.carcassonne.state import State
from rules.carcassonne.tiles import Feature
from rules.kernel import inlined, kernel
from rules.tiles.features import SMALL, all_marks, count_of, count_tiles, one_meeple
from rules.tiles.grid import STEP
from rules.tiles.moves import move_cell, move_target
from rules.tiles.preview import group_tiles
from rules.tiles.tileset import Tiles
from simulate.games.carcassonne.ahead import look_at_sides, weigh_group_meetings
from simulate.games.carcassonne.move_features import Mind, MoveFeature, in_hand
from simulate.games.tiles.outlook import chance_of
from simulate.play.noting import note, start_noting


@kernel
def _weigh(
    options: Options,
    state: State,
    mind: Mind,
    sign: float,
    kind: int,
    n_tiles: int,
    pennants: int,
    ends: int,
    likely: float,
    meeples: int,
) -> None:
    """Add, or with sign -1 take away, a road, city or cloister in this condition."""
    most = most_meeples(state, meeples)
    for seat in range(state.players):
        n = count_of(meeples, seat, SMALL)
        if n > 0:
            _weigh_seat(options, state, mind, sign, kind, n_tiles, pennants, ends, likely, seat, n, n == most)


@inlined
def _weigh_seat(
    options: Options,
    state: State,
    mind: Mind,
    sign: float,
    kind: int,
    n_tiles: int,
    pennants: int,
    ends: int,
    likely: float,
    seat: int,
    n: int,
    holds: bool,
) -> None:
    """Add what a road, city or cloister means to one seat, a rival or not, with n meeples there."""
    rival = 0 if seat == state.seat else 1
    now = 0
    if holds:
        now = feature_points(options, kind, n_tiles, pennants, ends == 0)
        note(mind, (MoveFeature.POINTS if ends == 0 else MoveFeature.STANDING) + rival, sign * now)
    if mind.ahead == 0:  # nobody weighs what may come
        return
    if ends == 0:
        note(mind, MoveFeature.MEEPLES_HOME + rival, sign * n * mind.share)
        mind.home[seat] += n
        return
    note(mind, MoveFeature.RETURN_HOPE + rival, sign * n * likely * mind.share)
    if not holds:
        return
    if kind == Feature.CITY:
        full = feature_points(options, kind, n_tiles, pennants, True)
        note(mind, MoveFeature.CITY_HOPE + rival, sign * (full - now) * likely)
        if rival == 0:
            note(mind, MoveFeature.CITY_ENDS, sign * ends * mind.share)
    elif kind == Feature.CLOISTER:
        missing = ends * options.cloister_place_points * mind.share
        note(mind, MoveFeature.CLOISTER_HOPE + rival, sign * missing)
    elif rival == 0:
        note(mind, MoveFeature.ROAD_ENDS, sign * ends * mind.share)


@kernel
def _weigh_farm(
    options: Options,
    state: State,
    mind: Mind,
    sign: float,
    n_tiles: int,
    cities: int,
    ends: int,
    meeples: int,
) -> None:
    """Add, or with sign -1 take away, a farm with so many complete cities."""
    most = most_meeples(state, meeples)
    for seat in range(state.players):
        if count_of(meeples, seat, SMALL) == most:
            rival = 0 if seat == state.seat else 1
            _weigh_farm_seat(options, mind, sign, n_tiles, cities, ends, rival)


@inlined
def _weigh_farm_seat(
    options: Options, mind: Mind, sign: float, n_tiles: int, cities: int, ends: int, rival: int
) -> None:
    """Add what a farm means to a seat that holds it, a rival or not; a closed one may pay at once (HR-20)."""
    if ends == 0 and options.closed_farms == ClosedFarms.SCORE:
        note(mind, MoveFeature.POINTS + rival, sign * cities * options.farm_points)
        return
    note(mind, MoveFeature.FARM + rival, sign * cities * options.farm_points)
    note(mind, MoveFeature.FARM_HOPE + rival, sign * n_tiles * mind.farm_tile)


@kernel
def _weigh_way_home(state: State, mind: Mind, sign: float, ends: int, meeples: int) -> None:
    """Add, or with sign -1 take away, farmers who go home or may, where closed farms score (HR-20)."""
    for seat in range(state.players):
        rival = 0 if seat == state.seat else 1
        farmers = sign * count_of(meeples, seat, SMALL) * mind.share
        if ends == 0:
            mind.home[seat] += count_of(meeples, seat, SMALL)
            note(mind, MoveFeature.MEEPLES_HOME + rival, farmers)
        else:
            note(mind, MoveFeature.RETURN_HOPE + rival, farmers * chance_of(mind, ends))


@kernel
def _weigh_feature(options: Options, state: State, mind: Mind, sign: float, feature: int) -> None:
    """Add, or with sign -1 take away, a feature as it stands on the board."""
    n_tiles = count_tiles(state, feature)
    meeples = state.meeples[feature]
    if state.kind[feature] == Feature.FIELD:
        cities = count_bits(state.near_low[feature]) + count_bits(state.near_high[feature])
        ends = state.open_ends[feature]
        _weigh_farm(options, state, mind, sign, n_tiles, cities, ends, meeples)
        if options.closed_farms == ClosedFarms.SCORE:
            _weigh_way_home(state, mind, sign, ends, meeples)
        return
    pennants = all_marks(state.marks[feature])
    ends, likely = state.open_ends[feature], mind.completing[feature]
    _weigh(options, state, mind, sign, state.kind[feature], n_tiles, pennants, ends, likely, meeples)


@kernel
def _weigh_group(tiles: Tiles, options: Options, state: State, mind: Mind, group: int, meeples: int) -> None:
    """Add the feature of the new tile that this group of segments makes, with these meeples on it."""
    kind = tiles.kind[state.tile, group]
    ends = state.group_open[group]
    if kind == Feature.CLOISTER:
        _weigh(options, state, mind, 1.0, kind, 9 - ends, 0, ends, chance_of(mind, ends), meeples)
        return
    n_tiles = group_tiles(state, group)
    if kind == Feature.FIELD:
        cities = _cities_of_group(tiles, state, mind, group)
        _weigh_farm(options, state, mind, 1.0, n_tiles, cities, ends, meeples)
        if options.closed_farms == ClosedFarms.SCORE:
            _weigh_way_home(state, mind, 1.0, ends, meeples)
        return
    pennants, likely = all_marks(state.group_marks[group]), mind.group_completing[group]
    _weigh(options, state, mind, 1.0, kind, n_tiles, pennants, ends, likely, meeples)


@kernel
def _cities_of_group(tiles: Tiles, state: State, mind: Mind, group: int) -> int:
    """Complete cities that a farm of the new tile would border, those that the placement completes included.

    The latter count as far as the farm borders them on the new tile itself.
    """
    cities = 0
    if (state.linked >> group) & 1:
        cities = count_bits(state.group_near_low[group]) + count_bits(state.group_near_high[group])
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
def _find_done(tiles: Tiles, state: State, mind: Mind) -> None:
    """Note which segments of the new tile lie in a city that is complete with it."""
    mind.done = 0
    for segment in range(tiles.n_segments[state.tile]):
        if tiles.kind[state.tile, segment] != Feature.CITY:
            return  # cities come first
        if state.group_open[state.group[segment]] == 0:
            mind.done |= 1 << segment


@kernel
def _weigh_neighbours(tiles: Tiles, options: Options, state: State, mind: Mind, group: int) -> None:
    """Add a complete city more to the farms with farmers around a city that the placement completes.

    Farms that reach the new tile are left to `_cities_of_group`.
    """
    n = 0
    for i in range(state.n_links):
        feature = state.link_feature[i]
        if state.group[state.link_group[i]] == group and state.kind[feature] == Feature.CITY:
            n = add_farms_around(tiles, state, feature, n)
    for i in range(n):
        farm = state.around[i]
        if state.meeples[farm] != 0 and not _is_linked(state, farm):
            _weigh_farm(options, state, mind, 1.0, 0, 1, state.open_ends[farm], state.meeples[farm])


@kernel
def _is_linked(state: State, feature: int) -> bool:
    """Whether the new tile would touch the feature."""
    for i in range(state.n_links):
        if state.link_feature[i] == feature:
            return True
    return False


@inlined
def weigh_placement(tiles: Tiles, options: Options, state: State, mind: Mind, placement: int) -> None:
    """Note what a placement without a meeple brings; it was looked at with `preview`."""
    design = state.tile
    cell = move_cell(placement)
    start_noting(mind)
    mind.home[:] = 0
    _find_done(tiles, state, mind)
    if state.same_cell and mind.itemised == 0:
        mind.value = mind.taken
    else:
        links = state.held_links
        while links != 0:
            _weigh_feature(options, state, mind, -1.0, state.link_feature[lowest_bit(links)])
            links &= links - 1
        mind.taken = mind.value
    if mind.ahead != 0:
        look_at_sides(tiles, options, state, mind, placement)
    groups = state.held
    while groups != 0:
        group = lowest_bit(groups)
        meeples = state.group_meeples[group]
        _weigh_group(tiles, options, state, mind, group, meeples)
        if mind.joining != 0:
            weigh_group_meetings(tiles, options, state, mind, placement, group, meeples)
        groups &= groups - 1
    if mind.done != 0 and options.farm_method != FarmMethod.NONE:
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
                held = state.meeples[node]
                likely = chance_of(mind, ends)
                _weigh(options, state, mind, -1.0, Feature.CLOISTER, 9 - ends, 0, ends, likely, held)
                ends -= 1
                likely = chance_of(mind, ends)
                _weigh(options, state, mind, 1.0, Feature.CLOISTER, 9 - ends, 0, ends, likely, held)
    if mind.ahead != 0:
        for seat in range(state.players):
            if mind.home[seat] != 0:
                supply = state.supply[seat]
                more = in_hand(mind, seat, supply + mind.home[seat]) - in_hand(mind, seat, supply)
                note(mind, MoveFeature.HAND + (0 if seat == state.seat else 1), more)


@inlined
def weigh_meeple(tiles: Tiles, options: Options, state: State, mind: Mind, move: int) -> None:
    """Note what the meeple of a move adds to its placement, looked at with `preview`."""
    start_noting(mind)
    before = mind.home[state.seat]
    segment = move_target(move) - 1
    group = int(state.group[segment])
    kind = tiles.kind[state.tile, segment]
    ends = state.group_open[group]
    n_tiles = 9 - ends if kind == Feature.CLOISTER else group_tiles(state, group)
    if kind == Feature.FIELD:
        _weigh_farm_seat(options, mind, 1.0, n_tiles, _cities_of_group(tiles, state, mind, group), ends, 0)
        if options.closed_farms == ClosedFarms.SCORE:
            _weigh_way_home(state, mind, 1.0, ends, one_meeple(state.seat, SMALL))
    else:
        pennants = all_marks(state.group_marks[group])
        likely = chance_of(mind, ends) if kind == Feature.CLOISTER else mind.group_completing[group]
        me = state.seat
        _weigh_seat(options, state, mind, 1.0, kind, n_tiles, pennants, ends, likely, me, 1, True)
    if mind.ahead == 0:
        return
    supply = state.supply[state.seat]
    note(
        mind,
        MoveFeature.HAND,
        in_hand(mind, state.seat, supply - 1 + mind.home[state.seat])
        - in_hand(mind, state.seat, supply + before),
    )
    mind.home[state.seat] = before
    if mind.joining != 0 and kind != Feature.CLOISTER:
        weigh_group_meetings(tiles, options, state, mind, move, group, one_meeple(state.seat, SMALL))
    note(mind, MoveFeature.SCARCITY, mind.scarcity)
    if kind == Feature.FIELD:
        may_go_home = options.closed_farms == ClosedFarms.SCORE
        note(mind, MoveFeature.THIEF if may_go_home else MoveFeature.FARMER, mind.share)
        note(mind, MoveFeature.FARMER_NOW, 1.0)
        if options.farm_method != FarmMethod.PER_FIELD and (state.linked >> group) & 1:
            again = count_bits(state.group_near_low[group] & mind.supplied[0])
            again += count_bits(state.group_near_high[group] & mind.supplied[1])
            note(mind, MoveFeature.FARM_AGAIN, again)
    elif kind == Feature.CITY:
        note(mind, MoveFeature.KNIGHT, mind.share)
    elif kind == Feature.ROAD:
        note(mind, MoveFeature.THIEF, mind.share)
    else:
        note(mind, MoveFeature.MONK, mind.share)
