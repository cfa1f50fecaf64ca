"""Roads, settlements and cities: where they may go, and placing them."""

from __future__ import annotations

from rules.catan.board import GENERIC, Board
from rules.catan.geometry import N_EDGES
from rules.catan.options import Options
from rules.catan.state import NOBODY, State, Thing
from rules.kernel import kernel

# --- where pieces may go


@kernel
def road_spots(options: Options, state: State, seat: int, word: int) -> int:
    """The edges in this word on which the seat may place a road, whatever it costs (CT-81, CT-82, CT-86)."""
    if state.n_roads[seat] >= options.roads:
        return 0
    return state.road_spots[seat, word] & state.free_edges[word]


@kernel
def has_road_spot(options: Options, state: State, seat: int) -> bool:
    """Whether the seat may place a road anywhere."""
    return road_spots(options, state, seat, 0) != 0 or road_spots(options, state, seat, 1) != 0


@kernel
def settlement_spots(options: Options, state: State, seat: int) -> int:
    """The vertices on which the seat may place a settlement, whatever it costs (CT-83, CT-84, CT-86)."""
    if state.n_settlements[seat] >= options.settlements:
        return 0
    return state.open_vertices & state.touched[seat]


@kernel
def setup_spots(board: Board, options: Options, state: State) -> int:
    """The vertices for a piece of the set-up: with no building beside it, or a free edge (CT-46, HR-6)."""
    if options.setup_distance > 1:
        return state.open_vertices
    spots = 0
    for edge in range(N_EDGES):
        if state.road_owner[edge] == NOBODY:
            spots |= (1 << board.edge_ends[edge, 0]) | (1 << board.edge_ends[edge, 1])
    return spots & ~state.all_buildings


@kernel
def city_spots(options: Options, state: State, seat: int) -> int:
    """The settlements that may become cities, whatever it costs (CT-85, CT-86)."""
    if state.n_cities[seat] >= options.cities:
        return 0
    return state.settlements[seat]


# --- placing


@kernel
def place_road(board: Board, state: State, seat: int, edge: int) -> None:
    """A road goes on an empty edge; where it leads, the next one may go (CT-81, CT-82)."""
    n = state.n_roads[seat]
    state.road_owner[edge] = seat
    state.road_number[edge] = n
    state.road_list[seat, n] = edge
    state.n_roads[seat] = n + 1
    state.free_edges[board.edge_word[edge]] &= ~board.edge_bit[edge]
    others = state.all_buildings & ~state.buildings[seat]
    for end in range(2):
        vertex = board.edge_ends[edge, end]
        state.touched[seat] |= 1 << vertex
        if (others >> vertex) & 1 == 0:
            state.road_spots[seat, 0] |= board.vertex_roads[vertex, 0]
            state.road_spots[seat, 1] |= board.vertex_roads[vertex, 1]
    log_build(board, state, seat, Thing.ROAD, edge)


@kernel
def place_settlement(board: Board, state: State, seat: int, vertex: int) -> None:
    """A settlement goes on an empty vertex: it draws from its hexes, opens its harbour and cuts others.

    No other building may stand beside it (CT-84), but in the set-up if so agreed (HR-6).
    """
    at = 1 << vertex
    state.settlements[seat] |= at
    state.buildings[seat] |= at
    state.all_buildings |= at
    state.n_settlements[seat] += 1
    state.open_vertices &= ~(at | board.vertex_near[vertex])
    state.road_spots[seat, 0] |= board.vertex_roads[vertex, 0]
    state.road_spots[seat, 1] |= board.vertex_roads[vertex, 1]
    grow_yield(board, state, seat, vertex)
    slot = board.vertex_slot[vertex]
    if slot >= 0:
        open_harbour(state, seat, state.harbour[slot])
    for other in range(state.players):
        if other != seat and (state.touched[other] >> vertex) & 1:
            cut_spots(board, state, other, vertex)
    log_build(board, state, seat, Thing.SETTLEMENT, vertex)


@kernel
def place_city(board: Board, state: State, seat: int, vertex: int) -> None:
    """A city replaces an own settlement, which goes back to the supply; else pieces stay (CT-85, CT-87)."""
    at = 1 << vertex
    state.settlements[seat] &= ~at
    state.cities[seat] |= at
    state.n_settlements[seat] -= 1
    state.n_cities[seat] += 1
    grow_yield(board, state, seat, vertex)
    log_build(board, state, seat, Thing.CITY, vertex)


@kernel
def grow_yield(board: Board, state: State, seat: int, vertex: int) -> None:
    """The hexes at a vertex pay one card more: a settlement 1, a city 2 (CT-53)."""
    for i in range(3):
        h = board.vertex_hexes[vertex, i]
        if h >= 0:
            state.hex_yield[h, seat] += 1


@kernel
def open_harbour(state: State, seat: int, kind: int) -> None:
    """The seat trades at the harbour's rate from now on, if it is better (CT-44, CT-76, CT-77, CT-89)."""
    state.harbours[seat] |= 1 << kind
    if kind == GENERIC:
        for resource in range(5):
            state.rate[seat, resource] = min(state.rate[seat, resource], state.harbour_rate[0])
    else:
        state.rate[seat, kind] = min(state.rate[seat, kind], state.harbour_rate[1])


@kernel
def cut_spots(board: Board, state: State, seat: int, vertex: int) -> None:
    """Another seat has built at the end of a road: it leads no further, but its far ends do (CT-82)."""
    others = state.all_buildings & ~state.buildings[seat]
    for i in range(3):
        edge = board.vertex_edges[vertex, i]
        if edge >= 0 and state.road_owner[edge] == NOBODY:
            far = board.vertex_to[vertex, i]
            own = state.touched[seat] | state.buildings[seat]
            if ((own & ~others) >> far) & 1 == 0:
                state.road_spots[seat, board.edge_word[edge]] &= ~board.edge_bit[edge]


@kernel
def drawn_at(board: Board, state: State, vertex: int) -> int:
    """Cards that the rolls so far would have drawn for a settlement there, had it always stood."""
    cards = 0
    for i in range(3):
        h = board.vertex_hexes[vertex, i]
        if h >= 0:
            cards += state.drawn[h]
    return cards


@kernel
def log_build(board: Board, state: State, seat: int, thing: int, place: int) -> None:
    """Note what was built when."""
    n = state.n_builds
    if n >= state.builds.shape[0]:
        raise IndexError("more was built than the island has room for")
    build = state.builds[n]
    build.turn = state.turn
    build.seat = seat
    build.thing = thing
    build.place = place
    build.drawn = 0 if thing == Thing.ROAD else drawn_at(board, state, place)
    state.n_builds = n + 1
