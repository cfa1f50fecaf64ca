"""Position features: how a seat stands, from which the chance to win is fitted."""

from __future__ import annotations

from rules.bits import count_bits
from rules.catan.scoring import all_points
from rules.catan.state import Card, State
from rules.kernel import kernel
from rules.words import Word
from simulate.catan.goals import race
from simulate.catan.incomes import learn_island, see_incomes
from simulate.common.desk import Desk


class PositionFeature(Word):
    """The features of a seat in a position, in the order of value vectors."""

    POINTS = "victory points, hidden ones too"
    POINTS_LATE = "the same, squared, over those that win"
    PACE_ROAD = "roads a roll that its production would pay for, if all went to them"
    PACE_SETTLEMENT = "the same for settlements"
    PACE_CITY = "the same for cities"
    PACE_CARD = "the same for development cards"
    LEAST = "cards a roll of the resource that it has least of"
    HAND = "cards in its hand, up to the limit of a seven"
    CARDS = "development cards that it can still play"
    SPOTS = "free vertices at its roads"
    ROAD_RACE = "how near it is to the Longest Road or ahead in it"
    ARMY_RACE = "how near it is to the Largest Army or ahead in it"
    TO_MOVE = "1 if it is its turn"


@kernel
def describe_position(desk: Desk, state: State) -> None:
    """Write the position features of every seat to `desk.mind.position`."""
    options, mind = desk.options, desk.mind
    if mind.key[0] != state.chance_key[0] or mind.key[1] != state.chance_key[1]:
        learn_island(desk.box, state, mind)
    see_incomes(state, mind)
    position = mind.position
    for seat in range(state.players):
        points = float(all_points(options, state, seat))
        position[seat, PositionFeature.POINTS] = points
        position[seat, PositionFeature.POINTS_LATE] = points * points / options.points_to_win
        least = 1.0
        for resource in range(5):
            least = min(least, mind.income[seat, resource])
        for thing in range(4):
            position[seat, PositionFeature.PACE_ROAD + thing] = mind.pace[seat, thing]
        position[seat, PositionFeature.LEAST] = least
        position[seat, PositionFeature.HAND] = min(state.hand_size[seat], options.hand_limit)
        position[seat, PositionFeature.CARDS] = state.unplayed[seat] - state.cards[seat, Card.VICTORY_POINT]
        position[seat, PositionFeature.SPOTS] = count_bits(state.touched[seat] & state.open_vertices)
        position[seat, PositionFeature.ROAD_RACE] = 0.0
        position[seat, PositionFeature.ARMY_RACE] = 0.0
        road = options.longest_road_minimum - 1
        army = options.largest_army_minimum - 1
        for other in range(state.players):
            if other != seat:
                road = max(road, state.road_length[other])
                army = max(army, state.knights[other])
        position[seat, PositionFeature.ROAD_RACE] = race(state.road_length[seat], road + 1)
        position[seat, PositionFeature.ARMY_RACE] = race(state.knights[seat], army + 1)
        position[seat, PositionFeature.TO_MOVE] = 1.0 if seat == state.seat else 0.0
