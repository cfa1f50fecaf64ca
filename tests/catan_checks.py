"""What holds at every step of a game of Catan, whatever was played (CT-124)."""

from __future__ import annotations

from rules.bits import count_bits
from rules.catan.bank import ENDLESS
from rules.catan.geometry import N_EDGES, N_HEXES, N_VERTICES
from rules.catan.options import Shortage
from rules.catan.scoring import all_points
from rules.catan.state import NOBODY, Point
from rules.kernel import Struct, kernel


@kernel
def check_cards(options: Struct, state: Struct) -> None:
    """No card is lost or made (CT-7)."""
    for resource in range(5):
        total = state.bank[resource]
        if total < 0:
            raise AssertionError("CT-7: a bank below nothing")
        for seat in range(state.players):
            if state.hands[seat, resource] < 0:
                raise AssertionError("CT-124: a hand below nothing")
            total += state.hands[seat, resource]
        if total != (ENDLESS if options.shortage == Shortage.UNLIMITED else options.bank):
            raise AssertionError("CT-7: resource cards were lost or made")
    for seat in range(state.players):
        if state.hands[seat].sum() != state.hand_size[seat]:
            raise AssertionError("a hand of another size than is noted")
        if state.cards[seat].sum() != state.unplayed[seat]:
            raise AssertionError("CT-5: the unplayed cards of a seat are counted wrongly")
    boxed = (
        options.knight_cards,
        options.victory_point_cards,
        options.road_building_cards,
        options.year_of_plenty_cards,
        options.monopoly_cards,
    )
    for kind in range(5):
        total = state.deck[kind]
        for seat in range(state.players):
            total += state.cards[seat, kind] + state.cards_played[seat, kind]
            if state.cards[seat, kind] < 0 or state.deck[kind] < 0:
                raise AssertionError("CT-124: fewer than no development cards")
        if total != boxed[kind]:
            raise AssertionError("CT-7: development cards were lost or made")
    if state.deck.sum() != state.n_deck:
        raise AssertionError("a deck of another size than is noted")


@kernel
def check_pieces(board: Struct, options: Struct, state: Struct) -> None:
    """Pieces keep to their limits, buildings apart, and roads hang on a building (CT-14, CT-26, CT-84)."""
    every = 0
    for seat in range(state.players):
        if state.settlements[seat] & state.cities[seat]:
            raise AssertionError("a settlement and a city on one vertex")
        if state.buildings[seat] != state.settlements[seat] | state.cities[seat]:
            raise AssertionError("buildings are settlements and cities")
        if every & state.buildings[seat]:
            raise AssertionError("CT-83: two buildings on one vertex")
        every |= state.buildings[seat]
        if count_bits(state.settlements[seat]) != state.n_settlements[seat]:
            raise AssertionError("settlements miscounted")
        if count_bits(state.cities[seat]) != state.n_cities[seat]:
            raise AssertionError("cities miscounted")
        if state.n_settlements[seat] > options.settlements or state.n_cities[seat] > options.cities:
            raise AssertionError("CT-86: more buildings than there are")
        if state.n_roads[seat] > options.roads:
            raise AssertionError("CT-86: more roads than there are")
        check_roads(board, state, seat)
    if every != state.all_buildings:
        raise AssertionError("buildings of nobody")
    for vertex in range(N_VERTICES):
        beside = every & (board.vertex_near[vertex] | (1 << vertex))
        if (every >> vertex) & 1 and beside != 1 << vertex:
            raise AssertionError("CT-84: buildings side by side")
        if (state.open_vertices >> vertex) & 1 != (1 if beside == 0 else 0):
            raise AssertionError("CT-84: open vertices miscounted")


@kernel
def check_roads(board: Struct, state: Struct, seat: int) -> None:
    """The roads of a seat: counted, hanging on buildings, and where the next one may go (CT-81, CT-82)."""
    others = state.all_buildings & ~state.buildings[seat]
    n = 0
    touched = 0
    for edge in range(N_EDGES):
        if state.road_owner[edge] == seat:
            n += 1
            touched |= (1 << board.edge_ends[edge, 0]) | (1 << board.edge_ends[edge, 1])
    if n != state.n_roads[seat] or touched != state.touched[seat]:
        raise AssertionError("roads miscounted")
    reached = state.buildings[seat]
    for _ in range(n):
        for edge in range(N_EDGES):
            a, b = board.edge_ends[edge, 0], board.edge_ends[edge, 1]
            if state.road_owner[edge] == seat and ((reached >> a) | (reached >> b)) & 1:
                reached |= (1 << a) | (1 << b)
    if touched & ~reached:
        raise AssertionError("CT-124: a road hangs on nothing")
    leads = (touched & ~others) | state.buildings[seat]
    for edge in range(N_EDGES):
        a, b = board.edge_ends[edge, 0], board.edge_ends[edge, 1]
        word, bit = board.edge_word[edge], board.edge_bit[edge]
        empty = state.road_owner[edge] == NOBODY
        if (state.free_edges[word] & bit != 0) != empty:
            raise AssertionError("free edges miscounted")
        legal = empty and ((leads >> a) | (leads >> b)) & 1 != 0
        if (state.road_spots[seat, word] & state.free_edges[word] & bit != 0) != legal:
            raise AssertionError("CT-81, CT-82: road spots miscounted")


@kernel
def check_state(board: Struct, options: Struct, state: Struct) -> None:
    """What holds after every step: raises with the number of the rule."""
    check_cards(options, state)
    if state.point != Point.SETUP_ROAD:
        check_pieces(board, options, state)
    playing = state.turn > 0 and state.point != Point.OVER
    if playing and options.win_check == 0 and all_points(options, state, state.seat) >= options.points_to_win:
        raise AssertionError("CT-116: the seat on turn has enough points and plays on")
    if state.robber < 0 or state.robber >= N_HEXES:
        raise AssertionError("CT-18: the robber is nowhere")
    if state.n_refused > state.offers_made or state.offers_made > options.trade_offers_per_turn:
        raise AssertionError("CT-79: more offers than there may be in a turn")


@kernel
def check_end(board: Struct, options: Struct, state: Struct) -> None:
    """What holds at the end: points add up, and the winner has enough."""
    for seat in range(state.players):
        if state.points[seat].sum() != all_points(options, state, seat):
            raise AssertionError("CT-113: points by source do not add up")
    if state.winner == NOBODY:
        if state.turn != options.max_turns:
            raise AssertionError("CT-121: unfinished too early")
    elif all_points(options, state, state.winner) < options.points_to_win or state.winner != state.seat:
        raise AssertionError("CT-115: the winner has not enough points on its turn")
