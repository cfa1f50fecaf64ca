"""Victory points, and who has won (CT-113 to CT-118)."""

from __future__ import annotations

from rules.catan.state import (
    ARMY_POINTS,
    CARD_POINTS,
    CITY_POINTS,
    MAX_SEATS,
    NOBODY,
    ROAD_POINTS,
    SETTLEMENT_POINTS,
    VICTORY_POINT,
)
from rules.kernel import Record, kernel


@kernel
def public_points(options: Record, state: Record, seat: int) -> int:
    """What the others see: all but victory point cards (CT-114)."""
    points = state.n_settlements[seat] * options.settlement_points
    points += state.n_cities[seat] * options.city_points
    if state.road_holder == seat:
        points += options.longest_road_points
    if state.army_holder == seat:
        points += options.largest_army_points
    return points


@kernel
def all_points(options: Record, state: Record, seat: int) -> int:
    """All victory points of a seat (CT-113)."""
    return (
        public_points(options, state, seat) + state.cards[seat, VICTORY_POINT] * options.victory_card_points
    )


@kernel
def final_scores(board: Record, options: Record, state: Record) -> None:
    """Write every seat's points by source, and the set of winners: one seat, or none if unfinished."""
    for seat in range(MAX_SEATS):
        state.points[seat, SETTLEMENT_POINTS] = state.n_settlements[seat] * options.settlement_points
        state.points[seat, CITY_POINTS] = state.n_cities[seat] * options.city_points
        state.points[seat, CARD_POINTS] = state.cards[seat, VICTORY_POINT] * options.victory_card_points
        state.points[seat, ROAD_POINTS] = options.longest_road_points if state.road_holder == seat else 0
        state.points[seat, ARMY_POINTS] = options.largest_army_points if state.army_holder == seat else 0
    state.winners = 0 if state.winner == NOBODY else 1 << state.winner
