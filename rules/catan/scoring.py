"""Victory points."""

from __future__ import annotations

from rules.catan.board import Board
from rules.catan.options import Options
from rules.catan.state import MAX_SEATS, NOBODY, Card, Source, State
from rules.kernel import kernel


@kernel
def public_points(options: Options, state: State, seat: int) -> int:
    """What the others see: all but victory point cards (CT-114)."""
    points = state.n_settlements[seat] * options.settlement_points
    points += state.n_cities[seat] * options.city_points
    if state.road_holder == seat:
        points += options.longest_road_points
    if state.army_holder == seat:
        points += options.largest_army_points
    return points


@kernel
def all_points(options: Options, state: State, seat: int) -> int:
    """All victory points of a seat (CT-16, CT-113)."""
    hidden = state.cards[seat, Card.VICTORY_POINT] * options.victory_card_points
    return public_points(options, state, seat) + hidden


@kernel
def final_scores(board: Board, options: Options, state: State) -> None:
    """Write every seat's points by source, and the set of winners: one seat (CT-118), none if unfinished."""
    for seat in range(MAX_SEATS):
        points = state.points[seat]
        points[Source.SETTLEMENTS] = state.n_settlements[seat] * options.settlement_points
        points[Source.CITIES] = state.n_cities[seat] * options.city_points
        points[Source.CARDS] = state.cards[seat, Card.VICTORY_POINT] * options.victory_card_points
        points[Source.LONGEST_ROAD] = options.longest_road_points if state.road_holder == seat else 0
        points[Source.LARGEST_ARMY] = options.largest_army_points if state.army_holder == seat else 0
    state.winners = 0 if state.winner == NOBODY else 1 << state.winner
