"""Turns: how one begins, goes on, ends, and is found to have won the game (CT-50, CT-115 to CT-121)."""

from __future__ import annotations

from rules.catan.scoring import all_points
from rules.catan.state import Point
from rules.chance import STEAL, enter_episode
from rules.kernel import Record, kernel


@kernel
def begin_turn(options: Record, state: Record, seat: int) -> None:
    """The next turn; who has enough points as it starts has won (CT-50, CT-117)."""
    state.turn += 1
    state.seat = seat
    state.asked = seat
    state.point = Point.PRE_ROLL
    state.rolled = 0
    state.settled = 0
    state.card_played = 0
    state.building = 0
    state.offers_made = 0
    state.n_refused = 0
    state.roll_log[state.turn] = 0
    for kind in range(5):
        state.new_cards[kind] = 0
    enter_episode(state, STEAL, state.turn)
    check_win(options, state)


@kernel
def end_turn(options: Record, state: Record) -> None:
    """The next seat is on, unless the game has been won or has lasted too long (CT-59, CT-121)."""
    check_win(options, state)
    if state.point == Point.OVER:
        return
    state.hex_robbed[state.robber] += 1
    if state.turn >= options.max_turns:
        state.point = Point.OVER
        return
    begin_turn(options, state, (state.seat + 1) % state.players)


@kernel
def check_win(options: Record, state: Record) -> None:
    """The seat on turn wins with enough points, and the game stops at once (CT-2, CT-115, CT-116)."""
    if state.point != Point.OVER and all_points(options, state, state.seat) >= options.points_to_win:
        state.winner = state.seat
        state.point = Point.OVER


@kernel
def go_on(options: Record, state: Record) -> None:
    """What interrupted the turn is over: back to before the roll, or to the main part (CT-69, CT-94)."""
    state.asked = state.seat
    if state.rolled == 0:
        state.point = Point.PRE_ROLL
        return
    state.point = Point.MAIN
    if state.settled == 0:
        state.settled = 1
        check_win(options, state)
