"""Position features: how a seat stands, from which the chance to win is fitted.

The terms are those of the move features: pace, site, worth, goal, readiness. Each seat is seen as it sees
itself when it decides.
"""

from __future__ import annotations

import math

from rules.catan.board import DESERT
from rules.catan.options import Options
from rules.catan.scoring import all_points
from rules.catan.state import Card, State, Thing
from rules.kernel import kernel
from rules.words import Word
from simulate.games.catan.goals import look, race
from simulate.games.catan.incomes import CARD_VALUE, LEAST, chance_of_token
from simulate.games.catan.move_features import Desk, Goal, Mind


class PositionFeature(Word):
    """The features of a seat in a position, in the order of value vectors."""

    POINTS = "victory points, hidden ones too"
    POINTS_LATE = "the same, squared, over those that win"
    PACE_ROAD = "roads a roll that its production would pay for, if all went to them"
    PACE_SETTLEMENT = "the same for settlements"
    PACE_CITY = "the same for cities"
    PACE_CARD = "the same for development cards"
    HASTE = "log of the points a roll that these paces are, over the points that it still needs"
    REACH = "worth of the best site in reach and half that of the next, each 0.6 times for a road to it"
    CITY = "worth of its best city"
    NEXT_CITY = "worth of the next best"
    READY_SETTLEMENT = "readiness for the best site and the roads to it"
    READY_CITY = "readiness for the best city"
    READY_ROAD = "readiness for the Longest Road"
    STOCK = "cards in its hand, each by its wait over the mean wait"
    CARDS = "development cards that it can still play"
    BLOCKED = "cards a roll that the robber keeps from it"
    ROAD_RACE = "how near it is to the Longest Road or ahead in it"
    HOLDS_ROAD = "1 if it has the Longest Road"
    ARMY_RACE = "how near it is to the Largest Army or ahead in it"
    HOLDS_ARMY = "1 if it has the Largest Army"
    TO_MOVE = "1 if it is its turn"


@kernel
def describe_position(desk: Desk, state: State) -> None:
    """Write the position features of every seat to `desk.mind.position`."""
    for seat in range(state.players):
        look(desk.box, desk.options, state, desk.mind, seat)
        _describe_points(desk.options, state, desk.mind, seat)
        _describe_outlook(desk.options, state, desk.mind, seat)
        _describe_awards(desk.options, state, desk.mind, seat)
        desk.mind.position[seat, PositionFeature.TO_MOVE] = 1.0 if seat == state.seat else 0.0


@kernel
def _describe_points(options: Options, state: State, mind: Mind, seat: int) -> None:
    """The points of a seat, its paces, and how long it would take to win by them."""
    mine = mind.position[seat]
    points = float(all_points(options, state, seat))
    mine[PositionFeature.POINTS] = points
    mine[PositionFeature.POINTS_LATE] = points * points / options.points_to_win
    for thing in range(4):
        mine[PositionFeature.PACE_ROAD + thing] = mind.pace[seat, thing]
    pace = mind.pace[seat, Thing.SETTLEMENT] + mind.pace[seat, Thing.CITY]
    pace += CARD_VALUE * mind.pace[seat, Thing.CARD]
    mine[PositionFeature.HASTE] = math.log(max(pace, LEAST) / max(options.points_to_win - points, 0.5))


@kernel
def _describe_outlook(options: Options, state: State, mind: Mind, seat: int) -> None:
    """What the seat may build next, how near its hand is to that, and what the robber keeps from it."""
    mine = mind.position[seat]
    mine[PositionFeature.REACH] = mind.reach[seat]
    mine[PositionFeature.CITY] = mind.city_worth[seat, 0]
    mine[PositionFeature.NEXT_CITY] = mind.city_worth[seat, 1]
    mine[PositionFeature.READY_SETTLEMENT] = mind.ready[Goal.SETTLE]
    mine[PositionFeature.READY_CITY] = mind.ready[Goal.GROW]
    mine[PositionFeature.READY_ROAD] = mind.ready[Goal.LINK]
    stock = 0.0
    for resource in range(5):
        stock += mind.own[resource] * mind.card_wait[resource]
    mine[PositionFeature.STOCK] = stock / mind.mean_wait
    mine[PositionFeature.CARDS] = state.unplayed[seat] - state.cards[seat, Card.VICTORY_POINT]
    mine[PositionFeature.BLOCKED] = 0.0
    hex = state.robber
    if hex >= 0 and state.terrain[hex] != DESERT:
        mine[PositionFeature.BLOCKED] = state.hex_yield[hex, seat] * chance_of_token(
            options, state.token[hex]
        )


@kernel
def _describe_awards(options: Options, state: State, mind: Mind, seat: int) -> None:
    """How the seat stands in the races for the awards, and which it has."""
    road = options.longest_road_minimum - 1
    army = options.largest_army_minimum - 1
    for other in range(state.players):
        if other != seat:
            road = max(road, state.road_length[other])
            army = max(army, state.knights[other])
    mine = mind.position[seat]
    mine[PositionFeature.ROAD_RACE] = race(state.road_length[seat], road + 1)
    mine[PositionFeature.ARMY_RACE] = race(state.knights[seat], army + 1)
    mine[PositionFeature.HOLDS_ROAD] = 1.0 if state.road_holder == seat else 0.0
    mine[PositionFeature.HOLDS_ARMY] = 1.0 if state.army_holder == seat else 0.0
