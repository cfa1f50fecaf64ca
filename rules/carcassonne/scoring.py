"""What roads, cities and cloisters are worth, during the game and at its end."""

from __future__ import annotations

from rules.carcassonne.farms import note_city, score_closed_farms
from rules.carcassonne.options import ClosedFarms, Options, SmallCity
from rules.carcassonne.state import Source, State
from rules.carcassonne.tiles import Feature
from rules.kernel import kernel
from rules.tiles.features import SMALL, all_marks, count_of, count_tiles
from rules.tiles.grid import STEP
from rules.tiles.state import note_scoring
from rules.tiles.tileset import Tiles


@kernel
def feature_points(options: Options, kind: int, n_tiles: int, pennants: int, complete: bool) -> int:
    """The value of a road, city or cloister with so many tiles.

    Complete: a road (CC-39), a city (CC-42), a cloister (CC-47); incomplete at the end any of them (CC-50). A
    complete city of two tiles may be worth half (CC-45), its pennants too, though none has any (CC-46). For a
    cloister `n_tiles` counts its own tile and those on the eight places around it.
    """
    if kind == Feature.ROAD:
        return n_tiles * (options.road_tile_points if complete else options.incomplete_road_tile_points)
    if kind == Feature.CLOISTER:
        return n_tiles * (
            options.cloister_place_points if complete else options.incomplete_cloister_place_points
        )
    if not complete:
        return n_tiles * options.incomplete_city_tile_points + pennants * options.incomplete_pennant_points
    points = n_tiles * options.city_tile_points + pennants * options.pennant_points
    if n_tiles == 2 and options.small_city == SmallCity.HALF:
        return points // 2
    return points


@kernel
def tiles_counted(state: State, feature: int) -> int:
    """Tiles that a feature is paid for: its own, or a cloister's places that hold tiles.

    Each counts once (CC-40, CC-43, CC-50), River tiles too (CC-82).
    """
    if state.kind[feature] == Feature.CLOISTER:
        return 9 - state.open_ends[feature]
    return count_tiles(state, feature)


@kernel
def most_meeples(state: State, meeples: int) -> int:
    """The greatest number of meeples that one seat has in packed counters."""
    most = 0
    for seat in range(state.players):
        most = max(most, count_of(meeples, seat, SMALL))
    return most


@kernel
def score_feature(options: Options, state: State, feature: int, final: int) -> None:
    """Pay every seat with most meeples in full (CC-34), and send all meeples home (CC-35).

    There is no other way home (CC-29).
    """
    meeples = state.meeples[feature]
    n_tiles = tiles_counted(state, feature)
    pennants = all_marks(state.marks[feature])
    kind = state.kind[feature]
    points = feature_points(options, kind, n_tiles, pennants, state.open_ends[feature] == 0)
    source = Source.CITY
    if kind == Feature.ROAD:
        source = Source.ROAD
    elif kind == Feature.CLOISTER:
        source = Source.CLOISTER
    most = most_meeples(state, meeples)
    paid = 0
    for seat in range(state.players):
        n = count_of(meeples, seat, SMALL)
        if n == most:
            state.points[seat, source] += points
            paid |= 1 << seat
        state.supply[seat] += n
    state.meeples[feature] = 0
    note_scoring(state, feature, n_tiles, pennants, points, paid, final)


@kernel
def score_completed(tiles: Tiles, options: Options, state: State) -> None:
    """Step 3: what the tile just laid completes, cloisters around it included (CC-32, CC-36).

    What holds no meeple pays nobody (CC-33). Farmers stay where they are (CC-30), unless closed farms score,
    with all cities that are complete now (HR-20).
    """
    t = state.n_placed - 1
    first = state.first_node[t]
    for node in range(first, state.n_nodes):
        feature = state.feature[node]
        if state.open_ends[feature] != 0 or state.kind[feature] == Feature.FIELD:
            continue
        if state.kind[feature] == Feature.CITY and not _came_before(state, first, node):
            note_city(tiles, state, feature)
        if state.meeples[feature] != 0:
            score_feature(options, state, feature, 0)
    cell = state.cell[t]
    if state.centres_near[cell] > 0:
        for i in range(8):
            other = state.tile_at[cell + STEP[i]] - 1
            if other >= 0 and state.centre_node[other] >= 0:
                node = state.centre_node[other]
                if state.open_ends[node] == 0 and state.meeples[node] != 0:
                    score_feature(options, state, node, 0)
    if options.closed_farms == ClosedFarms.SCORE:
        score_closed_farms(options, state, first)


@kernel
def _came_before(state: State, first: int, node: int) -> bool:
    """Whether a node from `first` on, before this one, belongs to the same feature."""
    for other in range(first, node):
        if state.feature[other] == state.feature[node]:
            return True
    return False


@kernel
def score_standing(options: Options, state: State) -> None:
    """The roads, cities and cloisters that still hold meeples after the last turn (CC-50, CC-51)."""
    for node in range(state.n_nodes):
        if state.meeples[node] != 0 and state.feature[node] == node and state.kind[node] != Feature.FIELD:
            score_feature(options, state, node, 1)


@kernel
def seat_score(state: State, seat: int) -> int:
    """All points of a seat; there is no upper end (CC-5)."""
    return state.points[seat].sum()


@kernel
def find_winners(state: State) -> int:
    """Bit s for each seat s with most points; there is no tie-breaker (CC-53)."""
    best = -1
    for seat in range(state.players):
        best = max(best, seat_score(state, seat))
    winners = 0
    for seat in range(state.players):
        if seat_score(state, seat) == best:
            winners |= 1 << seat
    return winners
