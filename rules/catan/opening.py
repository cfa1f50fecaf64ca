"""The set-up phase: two settlements and two roads of each player (CT-45 to CT-49)."""

from __future__ import annotations

from rules.catan.building import place_road, place_settlement
from rules.catan.production import pay_start
from rules.catan.roads import lengthen
from rules.catan.state import Point
from rules.catan.turns import begin_turn
from rules.kernel import Record, kernel


@kernel
def begin_setup(state: Record, first: int) -> None:
    """The seat that begins places its first settlement (CT-4, CT-45)."""
    state.first = first
    state.seat = first
    state.asked = first
    state.setup_step = 0
    state.point = Point.SETUP_SETTLEMENT


@kernel
def setup_seat(state: Record, step: int) -> int:
    """Who places in this step: once round from the first seat, then back (CT-45)."""
    n = state.players
    place = step if step < n else 2 * n - 1 - step
    return (state.first + place) % n


@kernel
def place_printed(board: Record, options: Record, state: Record) -> None:
    """The pieces printed on the map for a first game; with three players the first colour is left out."""
    for step in range(2 * state.players):
        row = 4 - state.players + setup_seat(state, step)
        place = 0 if step < state.players else 2
        set_up_settlement(board, state, board.printed[row, place])
        set_up_road(board, options, state, board.printed[row, place + 1])


@kernel
def set_up_settlement(board: Record, state: Record, vertex: int) -> None:
    """A settlement of the set-up; the second pays the first cards (CT-46, CT-48)."""
    seat, later = state.seat, state.setup_step // state.players
    place_settlement(board, state, seat, vertex)
    state.opening[seat, later] = vertex
    if later == 1:
        pay_start(board, state, seat, vertex)
    state.point = Point.SETUP_ROAD


@kernel
def set_up_road(board: Record, options: Record, state: Record, edge: int) -> None:
    """The road beside it; the next seat places, or the first turn begins (CT-45, CT-47, CT-49)."""
    place_road(board, state, state.seat, edge)
    lengthen(board, state, state.seat, edge)
    state.setup_step += 1
    if state.setup_step == 2 * state.players:
        begin_turn(options, state, state.first)
        return
    state.seat = setup_seat(state, state.setup_step)
    state.asked = state.seat
    state.point = Point.SETUP_SETTLEMENT
