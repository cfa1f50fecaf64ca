"""Legal moves at each decision point (CT-119)."""

from __future__ import annotations

from rules.bits import lowest_bit
from rules.catan.bank import can_pay
from rules.catan.board import Board
from rules.catan.building import city_spots, road_spots, settlement_spots, setup_spots
from rules.catan.cards import list_plays, may_leave_road
from rules.catan.geometry import HALF
from rules.catan.moves import NOT_NOW, Kind, pack_move
from rules.catan.options import Options
from rules.catan.robber import may_decline, robber_spots, victims
from rules.catan.state import NOBODY, Point, State, Thing
from rules.catan.trade import list_bank_trades, list_offers, may_trade
from rules.catan.turns import sets_up_city
from rules.catan.welfare import list_welfare
from rules.kernel import Array, kernel
from rules.moves import add_move


@kernel
def legal_moves(board: Board, options: Options, state: State, moves: Array) -> int:
    """Write every legal move of the seat in `state.asked` into `moves` and return how many there are.

    `moves` holds MAX_MOVES integers. Only a game that is over has none.
    """
    point = state.point
    if point == Point.MAIN:
        return list_main(options, state, moves)
    if point == Point.PRE_ROLL:
        return list_plays(options, state, moves, add_move(moves, 0, pack_move(Kind.ROLL, 0, 0)))
    if point == Point.TRADE_ANSWER:
        moves[0] = pack_move(Kind.ANSWER, 0, 0)
        moves[1] = pack_move(Kind.ANSWER, 1, 0)
        return 2
    if point == Point.DISCARD:
        return list_discards(state, moves)
    if point == Point.ROBBER:
        return list_set(moves, 0, Kind.ROBBER, robber_spots(board, options, state), 0)
    if point == Point.STEAL:
        moves[0] = pack_move(Kind.STEAL, NOT_NOW, 0)
        declined = 1 if may_decline(options) else 0
        return list_set(moves, declined, Kind.STEAL, victims(board, options, state), 0)
    if point == Point.FREE_ROAD:
        moves[0] = pack_move(Kind.ROAD, NOT_NOW, 0)
        return list_roads(options, state, moves, 1 if may_leave_road(options, state) else 0)
    if point == Point.SETUP_SETTLEMENT:
        kind = Kind.CITY if sets_up_city(options, state) else Kind.SETTLEMENT
        return list_set(moves, 0, kind, setup_spots(board, options, state), 0)
    if point == Point.SETUP_ROAD:
        return list_setup_roads(board, state, moves)
    if point == Point.ROLL_AGAIN:
        return add_move(moves, 0, pack_move(Kind.ROLL, 0, 0))
    if point == Point.NEUTRAL_ROLL:
        return add_move(moves, 0, pack_move(Kind.NEUTRAL_ROLL, 0, 0))
    if point == Point.DRAW:
        return add_move(moves, 0, pack_move(Kind.DRAW, 0, 0))
    if point == Point.OVER:
        return 0
    moves[0] = pack_move(Kind.ACCEPT, NOT_NOW, 0)  # TRADE_CHOICE
    return list_set(moves, 1, Kind.ACCEPT, state.yes, 0)


@kernel
def list_set(moves: Array, n: int, kind: int, places: int, first: int) -> int:
    """Append a move of this kind for each place of a set whose bit 0 is the place `first`."""
    while places != 0:
        n = add_move(moves, n, pack_move(kind, first + lowest_bit(places), 0))
        places &= places - 1
    return n


@kernel
def list_roads(options: Options, state: State, moves: Array, n: int) -> int:
    """Append every place for a road (CT-81)."""
    seat = state.seat
    n = list_set(moves, n, Kind.ROAD, road_spots(options, state, seat, 0), 0)
    return list_set(moves, n, Kind.ROAD, road_spots(options, state, seat, 1), HALF)


@kernel
def list_main(options: Options, state: State, moves: Array) -> int:
    """After the roll: end the turn, build, buy, play a card, trade (CT-58, CT-59, CT-74, CT-88)."""
    seat = state.seat
    n = add_move(moves, 0, pack_move(Kind.END, 0, 0))
    if can_pay(state, seat, Thing.ROAD):
        n = list_roads(options, state, moves, n)
    if can_pay(state, seat, Thing.SETTLEMENT):
        n = list_set(moves, n, Kind.SETTLEMENT, settlement_spots(options, state, seat), 0)
    if can_pay(state, seat, Thing.CITY):
        n = list_set(moves, n, Kind.CITY, city_spots(options, state, seat), 0)
    if state.n_deck > 0 and can_pay(state, seat, Thing.CARD):
        n = add_move(moves, n, pack_move(Kind.BUY, 0, 0))
    n = list_plays(options, state, moves, n)
    if may_trade(options, state):
        n = list_bank_trades(state, moves, n)
        n = list_welfare(options, state, moves, n)
        n = list_offers(options, state, moves, n)
    return n


@kernel
def list_discards(state: State, moves: Array) -> int:
    """One card of any resource of which the seat still has some to give up (CT-62)."""
    n = 0
    for resource in range(5):
        if state.hands[state.asked, resource] > state.given_up[state.asked, resource]:
            n = add_move(moves, n, pack_move(Kind.DISCARD, resource, 0))
    return n


@kernel
def list_setup_roads(board: Board, state: State, moves: Array) -> int:
    """The empty edges at the settlement just placed (CT-47)."""
    n = 0
    vertex = state.opening[state.seat, state.setup_step // state.players]
    for i in range(3):
        edge = board.vertex_edges[vertex, i]
        if edge >= 0 and state.road_owner[edge] == NOBODY:
            n = add_move(moves, n, pack_move(Kind.ROAD, edge, 0))
    return n
