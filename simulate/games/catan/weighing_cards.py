"""What buying and playing development cards changes."""

from __future__ import annotations

from rules.bits import lowest_bit
from rules.catan.board import Board
from rules.catan.building import road_spots
from rules.catan.geometry import HALF
from rules.catan.moves import NO_SECOND
from rules.catan.options import Options
from rules.catan.scoring import all_points
from rules.catan.state import NOBODY, Card, State, Thing
from rules.kernel import kernel
from simulate.games.catan.goals import hold_own, pay_from_hand, race, weigh_hand
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
        mind.change[MoveFeature.CARD_PROGRESS] += part * cards_unseen(options, state, kind)
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
    knights = state.knights[me]
    mind.change[MoveFeature.ARMY_RACE] = race(knights + 1, mind.army_need) - race(knights, mind.army_need)
    if state.army_holder != me and knights + 1 >= mind.army_need:
        add_points(options, state, mind, options.largest_army_points)
        if state.army_holder != NOBODY:
            mind.change[MoveFeature.RIVAL_POINTS] = float(options.largest_army_points)


@kernel
def weigh_road_building(board: Board, options: Options, state: State, mind: Mind) -> None:
    """Two free roads: the better of what one brings near and of what one adds to the Longest Road.

    A second one counts as lengthening too where the first one does, else as the cards that it saves (CT-96).
    """
    me = state.asked
    reach = 0.0
    longest = state.road_length[me]
    for word in range(2):
        left = road_spots(options, state, me, word)
        while left != 0:
            edge = word * HALF + lowest_bit(left)
            left &= left - 1
            at, one, two = steps_on(board, state, me, edge)
            more = worth_in_reach(board, mind, me, 0, at, one, two) - mind.reach[me]
            reach = max(reach, more)
            longest = max(longest, length_with(board, state, me, edge))
    if longest > state.road_length[me] and state.n_roads[me] + 2 <= options.roads:
        longest += 1
    weigh_length(options, state, mind, longest)
    mind.change[MoveFeature.REACH] = reach
    mind.change[MoveFeature.PLAY_PROGRESS] = 1.0
    for resource in range(5):
        cards = 2.0 * state.price[Thing.ROAD, resource]
        mind.change[MoveFeature.STOCK] += cards * mind.card_wait[resource] / mind.mean_wait


@kernel
def weigh_plenty(options: Options, mind: Mind, first: int, second: int) -> None:
    """Two cards from the bank (CT-97)."""
    hold_own(mind)
    mind.hand[first] += 1.0
    if second != NO_SECOND:
        mind.hand[second] += 1.0
    weigh_hand(options, mind)
    mind.change[MoveFeature.PLAY_PROGRESS] = 1.0


@kernel
def weigh_monopoly(options: Options, mind: Mind, resource: int) -> None:
    """All cards of a resource that the others hold, which the bank's count tells (CT-98)."""
    hold_own(mind)
    mind.hand[resource] += mind.held[resource]
    weigh_hand(options, mind)
    mind.change[MoveFeature.PLAY_PROGRESS] = 1.0
