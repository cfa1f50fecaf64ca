"""What buying and playing development cards changes."""

from __future__ import annotations

from rules.bits import lowest_bit
from rules.catan.board import Board
from rules.catan.building import road_spots
from rules.catan.cards import FREE_ROADS
from rules.catan.geometry import HALF
from rules.catan.moves import NO_SECOND
from rules.catan.options import Options
from rules.catan.scoring import all_points
from rules.catan.state import NOBODY, Card, Point, State, Thing
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
from simulate.games.catan.move_features import Mind, MoveFeature
from simulate.games.catan.sites import worth_in_reach
from simulate.games.catan.weighing_building import add_points, length_with, steps_on, weigh_length
from simulate.games.catan.weighing_robber import weigh_block, weigh_robber, worst_hex


@kernel
def cards_unseen(options: Options, state: State, kind: int) -> int:
    """Cards of a kind that neither are played nor lie before the seat that decides (CT-5, CT-13)."""
    if kind == Card.KNIGHT:
        cards = options.knight_cards
    elif kind == Card.VICTORY_POINT:
        cards = options.victory_point_cards
    elif kind == Card.ROAD_BUILDING:
        cards = options.road_building_cards
    elif kind == Card.YEAR_OF_PLENTY:
        cards = options.year_of_plenty_cards
    else:
        cards = options.monopoly_cards
    for seat in range(state.players):
        cards -= state.cards_played[seat, kind]
    return cards - state.cards[state.asked, kind]


@kernel
def weigh_purchase(options: Options, state: State, mind: Mind) -> None:
    """A development card by lot of those that are unseen (CT-90)."""
    unseen = state.n_deck
    for seat in range(state.players):
        if seat != state.asked:
            unseen += state.unplayed[seat]
    part = 1.0 / unseen
    mind.change[MoveFeature.CARD_KNIGHT] = part * cards_unseen(options, state, Card.KNIGHT)
    mind.change[MoveFeature.CARD_POINT] = part * cards_unseen(options, state, Card.VICTORY_POINT)
    for kind in range(Card.ROAD_BUILDING, Card.MONOPOLY + 1):
        mind.change[MoveFeature.CARD_ROAD_BUILDING + kind - Card.ROAD_BUILDING] = part * cards_unseen(
            options, state, kind
        )
    points = all_points(options, state, state.asked)
    if points + options.victory_card_points >= options.points_to_win:
        mind.change[MoveFeature.WIN] = mind.change[MoveFeature.CARD_POINT]
    pay_from_hand(state, mind, Thing.CARD)
    weigh_hand(options, mind)


@kernel
def weigh_knight(board: Board, options: Options, state: State, mind: Mind) -> None:
    """A knight: the Largest Army, and the robber moved to the hex that costs rivals most (CT-95)."""
    me = state.asked
    weigh_robber(board, options, state, mind, worst_hex(board, options, state, mind))
    weigh_block(options, state, mind, state.robber, -1.0)
    mind.change[MoveFeature.PLAY_KNIGHT] = 1.0
    if state.point == Point.PRE_ROLL:
        mind.change[MoveFeature.KNIGHT_EARLY] = 1.0
    knights = state.knights[me]
    mind.change[MoveFeature.ARMY_RACE] = race(knights + 1, mind.army_need) - race(knights, mind.army_need)
    if state.army_holder != me and knights + 1 >= mind.army_need:
        add_points(options, state, mind, options.largest_army_points)
        if state.army_holder != NOBODY:
            mind.change[MoveFeature.RIVAL_POINTS] = float(options.largest_army_points)


@kernel
def weigh_progress(state: State, mind: Mind, kind: int) -> None:
    """A progress card is in hand no longer, before the roll or after it, early or late in the game."""
    mind.change[MoveFeature.PLAY_ROAD_BUILDING + kind - Card.ROAD_BUILDING] = 1.0
    mind.change[MoveFeature.PLAY_LATE] = mind.nearest
    if state.point == Point.PRE_ROLL:
        mind.change[MoveFeature.PROGRESS_EARLY] = 1.0


@kernel
def weigh_road_building(board: Board, options: Options, state: State, mind: Mind) -> None:
    """Two free roads: the sites that they bring nearer, and what they add to the Longest Road (CT-96).

    Both go where they bring a site nearest, one after the other. A second one counts as lengthening too
    where the first one does, else as the cards that it saves.
    """
    me = state.asked
    roads = min(FREE_ROADS, options.roads - state.n_roads[me])
    best = -1.0
    longest = state.road_length[me]
    best_at = best_one = best_two = 0
    for word in range(2):
        left = road_spots(options, state, me, word)
        while left != 0:
            edge = word * HALF + lowest_bit(left)
            left &= left - 1
            at, one, two = steps_on(board, state, me, edge)
            if roads == FREE_ROADS:
                at, one, two = at | one, two, 0
            reach = worth_in_reach(board, mind, me, 0, at, one, two)
            if reach > best:
                best, best_at, best_one, best_two = reach, at, one, two
            longest = max(longest, length_with(board, state, me, edge))
    if longest > state.road_length[me] and roads == FREE_ROADS:
        longest += 1
    weigh_length(options, state, mind, longest)
    mind.change[MoveFeature.REACH] = best - mind.reach[me]
    aim_to_settle(options, state, mind, me, roads, 0, best_at, best_one, best_two)
    aim_to_link(options, state, mind, me, roads, longest)
    hold_own(mind)
    weigh_hand(options, mind)
    set_goals(options, state, mind, me)
    weigh_progress(state, mind, Card.ROAD_BUILDING)
    for resource in range(5):
        cards = 2.0 * state.price[Thing.ROAD, resource]
        mind.change[MoveFeature.STOCK] += cards * mind.card_wait[resource] / mind.mean_wait


@kernel
def weigh_plenty(options: Options, state: State, mind: Mind, first: int, second: int) -> None:
    """Two cards from the bank (CT-97)."""
    hold_own(mind)
    mind.hand[first] += 1.0
    if second != NO_SECOND:
        mind.hand[second] += 1.0
    weigh_hand(options, mind)
    weigh_progress(state, mind, Card.YEAR_OF_PLENTY)


@kernel
def expected_cards(state: State, mind: Mind, seat: int, resource: int) -> float:
    """Cards of a resource in a rival's hand: those counted, and its part of those not counted (CT-5)."""
    me = state.asked
    mine = float(state.hand_size[seat])
    uncounted = mind.others_cards
    left = mind.held[resource]
    for other in range(state.players):
        if other != me:
            left -= state.sure[other, resource, me]
            for kind in range(5):
                uncounted -= state.sure[other, kind, me]
    for kind in range(5):
        mine -= state.sure[seat, kind, me]
    return state.sure[seat, resource, me] + (left * mine / uncounted if uncounted > 0.0 else 0.0)


@kernel
def weigh_monopoly(options: Options, state: State, mind: Mind, resource: int) -> None:
    """All cards of a resource that the others hold, which the bank's count tells (CT-98)."""
    hold_own(mind)
    mind.hand[resource] += mind.held[resource]
    weigh_hand(options, mind)
    weigh_progress(state, mind, Card.MONOPOLY)
    mind.change[MoveFeature.MONOPOLY_CARDS] = mind.held[resource]
    for seat in range(state.players):
        if seat != state.asked:
            mind.change[MoveFeature.MONOPOLY_NEAR] += mind.near[seat] * expected_cards(
                state, mind, seat, resource
            )
