"""Where a seat may settle next: sites in reach, the best city, and what another road changes."""

from __future__ import annotations

from rules.bits import lowest_bit
from rules.catan.board import Board
from rules.catan.building import city_spots
from rules.catan.options import Options
from rules.catan.state import NOBODY, State
from rules.kernel import kernel
from simulate.games.catan.incomes import try_spot, worth_of_pace
from simulate.games.catan.move_features import FAR, MAX_SITES, Mind

FARTHEST = 3
"""Roads to the farthest site that is looked at."""

A_ROAD = 0.6
"""What a site loses of its worth for each road that it takes."""

NEXT = 0.5
"""What the second best site in reach counts."""


@kernel
def free_ends(board: Board, state: State, vertex: int) -> int:
    """The set of vertices to which a road from here is free."""
    found = 0
    for i in range(3):
        edge = board.vertex_edges[vertex, i]
        if edge >= 0 and state.road_owner[edge] == NOBODY:
            found |= 1 << board.vertex_to[vertex, i]
    return found


@kernel
def one_road_on(board: Board, state: State, seat: int, vertices: int) -> int:
    """The set of vertices one free road from these; nobody passes a rival's building (CT-82)."""
    found = 0
    left = vertices & ~(state.all_buildings & ~state.buildings[seat])
    while left != 0:
        found |= free_ends(board, state, lowest_bit(left))
        left &= left - 1
    return found


@kernel
def see_sites(board: Board, options: Options, state: State, mind: Mind, seat: int) -> None:
    """Take in the sites in reach of the seat with the roads to them, and its best city."""
    reached = state.touched[seat] | state.buildings[seat]
    at, seen, n = reached, reached, 0
    for roads in range(FARTHEST + 1):
        n = _add_sites(board, options, state, mind, seat, at & state.open_vertices, roads, n)
        if roads < FARTHEST:
            at = one_road_on(board, state, seat, at) & ~seen
            seen |= at
    mind.n_sites[seat] = n
    mind.reach[seat] = worth_in_reach(board, mind, seat, 0, 0, 0, 0)
    _see_cities(board, options, state, mind, seat)


@kernel
def see_all_spots(board: Board, options: Options, state: State, mind: Mind, seat: int) -> None:
    """Take in what a settlement on every free vertex is worth, for the set-up."""
    left = state.open_vertices
    while left != 0:
        vertex = lowest_bit(left)
        left &= left - 1
        try_spot(board, options, state, mind, seat, vertex)
        mind.spot_worth[seat, vertex] = options.settlement_points + worth_of_pace(options, mind, seat)


@kernel
def _add_sites(
    board: Board, options: Options, state: State, mind: Mind, seat: int, spots: int, roads: int, n: int
) -> int:
    """Append sites so many roads away; those beyond MAX_SITES, the farthest, are left out."""
    while spots != 0 and n < MAX_SITES:
        vertex = lowest_bit(spots)
        spots &= spots - 1
        try_spot(board, options, state, mind, seat, vertex)
        mind.spot_worth[seat, vertex] = options.settlement_points + worth_of_pace(options, mind, seat)
        mind.site[seat, n] = vertex
        mind.site_roads[seat, n] = roads
        n += 1
    return n


@kernel
def _see_cities(board: Board, options: Options, state: State, mind: Mind, seat: int) -> None:
    """Take in the settlement that gains most as a city, and the worth of the two best."""
    mind.city_spot[seat] = -1
    mind.city_worth[seat, 0] = 0.0
    mind.city_worth[seat, 1] = 0.0
    spots = city_spots(options, state, seat)
    more = options.city_points - options.settlement_points
    while spots != 0:
        vertex = lowest_bit(spots)
        spots &= spots - 1
        try_spot(board, options, state, mind, seat, vertex)
        worth = more + worth_of_pace(options, mind, seat)
        if worth > mind.city_worth[seat, 0]:
            mind.city_worth[seat, 1] = mind.city_worth[seat, 0]
            mind.city_worth[seat, 0] = worth
            mind.city_spot[seat] = vertex
        elif worth > mind.city_worth[seat, 1]:
            mind.city_worth[seat, 1] = worth


@kernel
def roads_to(mind: Mind, seat: int, i: int, at: int, one: int, two: int) -> int:
    """Roads to site i, if a new road leads to `at`, from there one more to `one` and two more to `two`."""
    vertex, roads = mind.site[seat, i], mind.site_roads[seat, i]
    if (at >> vertex) & 1:
        return 0
    if (one >> vertex) & 1:
        return min(roads, 1)
    if (two >> vertex) & 1:
        return min(roads, 2)
    return roads


@kernel
def worth_at(mind: Mind, seat: int, i: int, roads: int) -> float:
    """The worth of site i, less for each road to it."""
    worth = mind.spot_worth[seat, mind.site[seat, i]]
    for _ in range(roads):
        worth *= A_ROAD
    return worth


@kernel
def worth_in_reach(board: Board, mind: Mind, seat: int, closed: int, at: int, one: int, two: int) -> float:
    """Worth of the best site in reach and NEXT times the next one, not beside it; some are `closed`."""
    i, best = best_site(mind, seat, closed, at, one, two)
    if i < 0:
        return 0.0
    where = mind.site[seat, i]
    beside = closed | (1 << where) | board.vertex_near[where]
    _, second = best_site(mind, seat, beside, at, one, two)
    return best + NEXT * second


@kernel
def best_site(mind: Mind, seat: int, closed: int, at: int, one: int, two: int) -> tuple[int, float]:
    """The site in reach that is worth most for the roads it takes, and its worth; -1 and 0 for none."""
    best = 0.0
    found = -1
    for i in range(mind.n_sites[seat]):
        if (closed >> mind.site[seat, i]) & 1 == 0:
            worth = worth_at(mind, seat, i, roads_to(mind, seat, i, at, one, two))
            if worth > best:
                best = worth
                found = i
    return found, best


@kernel
def nearest_site(mind: Mind, seat: int, closed: int, at: int, one: int, two: int) -> int:
    """The site in reach to which it takes fewest roads; -1 for none."""
    fewest = FAR
    found = -1
    for i in range(mind.n_sites[seat]):
        if (closed >> mind.site[seat, i]) & 1 == 0:
            roads = roads_to(mind, seat, i, at, one, two)
            if roads < fewest:
                fewest = roads
                found = i
    return found
