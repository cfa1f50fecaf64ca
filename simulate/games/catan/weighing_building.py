"""What a road, a settlement or a city changes, in the set-up and later."""

from __future__ import annotations

from rules.bits import count_bits, lowest_bit
from rules.catan.awards import longest_through
from rules.catan.board import Board
from rules.catan.building import settlement_spots
from rules.catan.options import Options
from rules.catan.scoring import all_points
from rules.catan.state import NOBODY, Point, State, Thing
from rules.catan.turns import pays_first_cards, sets_up_city
from rules.kernel import kernel
from simulate.games.catan.goals import (
    aim_to_link,
    aim_to_settle,
    hold_own,
    pay_from_hand,
    race,
    set_goals,
    weigh_hand,
)
from simulate.games.catan.incomes import try_spot
from simulate.games.catan.move_features import Goal, Mind, MoveFeature
from simulate.games.catan.sites import A_ROAD, NEXT, free_ends, one_road_on, worth_in_reach


@kernel
def add_points(options: Options, state: State, mind: Mind, points: int) -> None:
    """So many points now, and whether they win (CT-2, CT-115)."""
    mind.change[MoveFeature.POINTS] += points
    if all_points(options, state, state.asked) + mind.change[MoveFeature.POINTS] >= options.points_to_win:
        mind.change[MoveFeature.WIN] = 1.0


# --- roads


@kernel
def length_with(board: Board, state: State, me: int, edge: int) -> int:
    """The length of the seat's road with one more on this edge; the state is as before."""
    n = state.n_roads[me]
    number = state.road_number[edge]
    state.road_owner[edge] = me
    state.road_number[edge] = n
    length = longest_through(board, state, me, edge, (1 << (n + 1)) - 1)
    state.road_owner[edge] = NOBODY
    state.road_number[edge] = number
    return max(length, state.road_length[me])


@kernel
def steps_on(board: Board, state: State, me: int, edge: int) -> tuple[int, int, int]:
    """The sets of vertices to which a road on this edge leads anew, one more road from it, and two more."""
    ends = (1 << board.edge_ends[edge, 0]) | (1 << board.edge_ends[edge, 1])
    at = ends & ~(state.touched[me] | state.buildings[me])
    one = one_road_on(board, state, me, at)
    return at, one, one_road_on(board, state, me, one)


@kernel
def weigh_road(board: Board, options: Options, state: State, mind: Mind, edge: int) -> None:
    """A road: the sites that it brings nearer and the race for the Longest Road (CT-81, CT-103)."""
    me = state.asked
    at, one, two = steps_on(board, state, me, edge)
    mind.change[MoveFeature.REACH] = worth_in_reach(board, mind, me, 0, at, one, two) - mind.reach[me]
    if state.turn == 0:
        return
    length = length_with(board, state, me, edge)
    weigh_length(options, state, mind, length)
    aim_to_settle(options, state, mind, me, 1, 0, at, one, two)
    aim_to_link(options, state, mind, me, 1, length)
    if state.point == Point.FREE_ROAD:
        hold_own(mind)
    else:
        pay_from_hand(state, mind, Thing.ROAD)
    weigh_hand(options, mind)
    set_goals(options, state, mind, me)


@kernel
def weigh_length(options: Options, state: State, mind: Mind, length: int) -> None:
    """A road of this length: the race, and the points of the Longest Road (CT-103, CT-104)."""
    me = state.asked
    mind.change[MoveFeature.ROAD_RACE] = race(length, mind.road_need) - race(
        state.road_length[me], mind.road_need
    )
    if state.road_holder != me and length >= mind.road_need:
        add_points(options, state, mind, options.longest_road_points)
        if state.road_holder != NOBODY:
            mind.change[MoveFeature.RIVAL_POINTS] = float(options.longest_road_points)


# --- settlements and cities


@kernel
def weigh_income_of(board: Board, options: Options, state: State, mind: Mind, vertex: int) -> None:
    """What one building more at a vertex brings in."""
    me = state.asked
    try_spot(board, options, state, mind, me, vertex)
    for resource in range(5):
        more = mind.yield_of[vertex, resource]
        mind.change[MoveFeature.CARDS_TO_COME] += more * mind.rolls_left
        if more > 0.0 and mind.income[me, resource] == 0.0:
            mind.change[MoveFeature.KINDS] += 1.0
    for thing in range(4):
        mind.change[MoveFeature.PACE_ROAD + thing] = mind.rolls_left * (
            mind.trial_pace[thing] - mind.pace[me, thing]
        )


@kernel
def weigh_settlement(board: Board, options: Options, state: State, mind: Mind, vertex: int) -> None:
    """A settlement: points, income, and the vertices it closes to oneself and to rivals (CT-83, CT-84)."""
    me = state.asked
    add_points(options, state, mind, options.settlement_points)
    weigh_income_of(board, options, state, mind, vertex)
    closed = (1 << vertex) | board.vertex_near[vertex]
    if state.turn == 0:
        weigh_start(board, options, state, mind, vertex, closed)
        return
    mind.change[MoveFeature.REACH] = worth_in_reach(board, mind, me, closed, 0, 0, 0) - mind.reach[me]
    for seat in range(state.players):
        if seat != me:
            mind.change[MoveFeature.SPOIL] += count_bits(closed & settlement_spots(options, state, seat))
    aim_to_settle(options, state, mind, me, 0, closed, 0, 0, 0)
    pay_from_hand(state, mind, Thing.SETTLEMENT)
    weigh_hand(options, mind)
    set_goals(options, state, mind, me)


@kernel
def weigh_start(board: Board, options: Options, state: State, mind: Mind, vertex: int, closed: int) -> None:
    """A settlement of the set-up: the sites around it, and the first cards that it pays (CT-48, HR-5).

    A city brings twice as much (HR-6).
    """
    me = state.asked
    one = free_ends(board, state, vertex)
    two = one_road_on(board, state, me, one)
    three = one_road_on(board, state, me, two) & ~two
    mind.change[MoveFeature.REACH] = worth_around(state, mind, me, two & ~closed, three & ~closed)
    cards = 1.0
    if sets_up_city(options, state):
        cards = 2.0
        mind.change[MoveFeature.CARDS_TO_COME] *= cards
        for thing in range(4):
            mind.change[MoveFeature.PACE_ROAD + thing] *= cards
    if not pays_first_cards(options, state.setup_step // state.players):
        return
    hold_own(mind)
    for i in range(3):
        h = board.vertex_hexes[vertex, i]
        if h >= 0 and state.terrain[h] < 5:
            mind.hand[state.terrain[h]] += cards
    weigh_hand(options, mind)


@kernel
def worth_around(state: State, mind: Mind, me: int, two: int, three: int) -> float:
    """Worth of the best of the free vertices two and three roads away, and NEXT times the next one."""
    best = 0.0
    second = 0.0
    factor = A_ROAD * A_ROAD
    for vertices in (two, three):
        left = vertices & state.open_vertices
        while left != 0:
            worth = factor * mind.spot_worth[me, lowest_bit(left)]
            left &= left - 1
            if worth > best:
                best, second = worth, best
            elif worth > second:
                second = worth
        factor *= A_ROAD
    return best + NEXT * second


@kernel
def weigh_city(board: Board, options: Options, state: State, mind: Mind, vertex: int) -> None:
    """A city: points and income (CT-85)."""
    me = state.asked
    add_points(options, state, mind, options.city_points - options.settlement_points)
    weigh_income_of(board, options, state, mind, vertex)
    mind.change[MoveFeature.KINDS] = 0.0
    if vertex == mind.city_spot[me]:
        mind.goal_worth[Goal.GROW] = mind.city_worth[me, 1]
    pay_from_hand(state, mind, Thing.CITY)
    weigh_hand(options, mind)
    mind.goal_worth[Goal.GROW] = mind.city_worth[me, 0]
