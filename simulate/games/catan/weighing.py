"""Weighing: a move's value is the weighted sum of its features.

An offer that is refused costs nothing but itself: for the chance that nobody accepts it the value of the
best other move is added.
"""

from __future__ import annotations

from rules.catan.legal import legal_moves
from rules.catan.moves import NOT_NOW, Kind, move_kind, move_place, move_second
from rules.catan.state import Card, Point, State
from rules.kernel import Array, kernel
from simulate.games.catan.goals import look
from simulate.games.catan.move_features import N_MOVE_FEATURES, Desk, Mind
from simulate.games.catan.sites import see_all_spots
from simulate.games.catan.weighing_building import weigh_city, weigh_road, weigh_settlement
from simulate.games.catan.weighing_cards import (
    weigh_knight,
    weigh_monopoly,
    weigh_plenty,
    weigh_purchase,
    weigh_road_building,
)
from simulate.games.catan.weighing_robber import (
    add_loot,
    see_loot,
    weigh_console,
    weigh_discard,
    weigh_robber,
)
from simulate.games.catan.weighing_trade import weigh_bank_trade, weigh_deal, weigh_offer, weigh_welfare


@kernel
def look_at(desk: Desk, state: State) -> None:
    """Take in what the moves of this decision are weighed by."""
    board, options, mind = desk.box, desk.options, desk.mind
    look(board, options, state, mind, state.asked)
    point = state.point
    if point == Point.SETUP_SETTLEMENT:
        see_all_spots(board, options, state, mind, state.asked)
    elif point in (Point.ROBBER, Point.STEAL) or (
        point in (Point.MAIN, Point.PRE_ROLL) and state.cards[state.seat, Card.KNIGHT] > 0
    ):
        see_loot(options, state, mind)


@kernel
def weigh_move(desk: Desk, state: State, move: int) -> None:
    """Fill `mind.change` with the features of a move; what is not weighed changes nothing."""
    board, options, mind = desk.box, desk.options, desk.mind
    for feature in range(N_MOVE_FEATURES):
        mind.change[feature] = 0.0
    mind.chance = 1.0
    kind, place = move_kind(move), move_place(move)
    if kind == Kind.OFFER:
        weigh_offer(options, state, mind, move)
    elif kind == Kind.BANK:
        weigh_bank_trade(options, state, mind, place, move_second(move))
    elif kind == Kind.ROAD:
        if place != NOT_NOW:
            weigh_road(board, options, state, mind, place)
    elif kind == Kind.SETTLEMENT or (kind == Kind.CITY and state.turn == 0):
        weigh_settlement(board, options, state, mind, place)
    elif kind == Kind.CITY:
        weigh_city(board, options, state, mind, place)
    elif kind == Kind.BUY:
        weigh_purchase(options, state, mind)
    elif kind == Kind.ANSWER:
        if place == 1:
            weigh_deal(options, state, mind, state.seat, -1.0)
    elif kind == Kind.ACCEPT:
        if place != NOT_NOW:
            weigh_deal(options, state, mind, place, 1.0)
    elif kind == Kind.DISCARD:
        weigh_discard(options, mind, place)
    elif kind == Kind.ROBBER:
        weigh_robber(board, options, state, mind, place)
    elif kind == Kind.STEAL:
        if place != NOT_NOW:
            add_loot(mind, place)
        else:
            weigh_console(options, mind)
    elif kind == Kind.KNIGHT:
        weigh_knight(board, options, state, mind)
    elif kind == Kind.ROAD_BUILDING:
        weigh_road_building(board, options, state, mind)
    elif kind == Kind.YEAR_OF_PLENTY:
        weigh_plenty(options, state, mind, place, move_second(move))
    elif kind == Kind.MONOPOLY:
        weigh_monopoly(options, state, mind, place)
    elif kind == Kind.WELFARE:
        weigh_welfare(options, mind, place)


@kernel
def weigh(mind: Mind) -> float:
    """The weighted sum of the features in `mind.change`, in four running sums that can be added side by side.

    The arrays are part of the record, so that their length is known when it is compiled.
    """
    n = mind.weights.shape[0]
    a = b = c = d = 0.0
    for k in range(0, n - 3, 4):
        a += mind.weights[k] * mind.change[k]
        b += mind.weights[k + 1] * mind.change[k + 1]
        c += mind.weights[k + 2] * mind.change[k + 2]
        d += mind.weights[k + 3] * mind.change[k + 3]
    for k in range(n - n % 4, n):
        a += mind.weights[k] * mind.change[k]
    return a + b + c + d


@kernel
def value_moves(desk: Desk, state: State, weights: Array) -> int:
    """List the legal moves and the value of each in `desk.mind`; return how many there are.

    `state` is the desk's or a copy to try moves on. Where there is no choice nothing is weighed.
    """
    mind = desk.mind
    n = legal_moves(desk.box, desk.options, state, mind.moves)
    if n == 1:
        mind.values[0] = 0.0
        return n
    mind.weights[:] = weights
    look_at(desk, state)
    best = -1e300
    for i in range(n):
        move = mind.moves[i]
        weigh_move(desk, state, move)
        value = weigh(mind)
        if move_kind(move) == Kind.OFFER:  # listed last, so the best other move is known
            value += (1.0 - mind.chance) * best
        else:
            best = max(best, value)
        mind.values[i] = value
    return n


@kernel
def weigh_moves(desk: Desk) -> int:
    """List the legal moves and the features of each, a row of `mind.told`; return how many there are."""
    state, mind = desk.state, desk.mind
    n = legal_moves(desk.box, desk.options, state, mind.moves)
    look_at(desk, state)
    for i in range(n):
        weigh_move(desk, state, mind.moves[i])
        mind.told[i] = mind.change
    return n
