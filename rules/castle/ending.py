"""How a game ends: out, blocked, or at the limit of turns."""

from __future__ import annotations

from rules.castle.cards import Cards
from rules.castle.options import Options, OutWhen
from rules.castle.placement import any_placeable
from rules.castle.plan import MAX_CARDS
from rules.castle.state import Reason, State
from rules.kernel import kernel


@kernel
def is_out(options: Options, state: State, seat: int) -> bool:
    """Whether hand and stock of a seat are used up, or either, by the option out_when (CA-28)."""
    if options.out_when == OutWhen.HAND_OR_STOCK:
        return state.hand[seat] == 0 or state.n_stock[seat] == 0
    return state.hand[seat] == 0 and state.n_stock[seat] == 0


@kernel
def check_out(options: Options, state: State) -> None:
    """After a play the first who is out wins, from the player to act clockwise (CA-30, CA-V1).

    Hand and stock, or either, must be empty when the effect is over, so a card that came back is in the way
    (CA-28, CA-29).
    """
    for i in range(state.players):
        seat = (state.seat + i) % state.players
        if not is_out(options, state, seat):
            continue
        if i == 0 and state.merchant and not options.merchant_may_win:
            continue
        state.over = 1
        state.reason = Reason.OUT
        state.out_seat = seat
        return


@kernel
def is_blocked(cards: Cards, state: State) -> bool:
    """Whether no card of any hand, stock or the exchange has a legal place (CA-32, CA-33)."""
    off_board = state.in_game & ~state.removed
    for zone in range(4):
        off_board &= ~state.zones[zone]
    return not any_placeable(cards, state, off_board)


@kernel
def check_stop(cards: Cards, options: Options, state: State) -> None:
    """At the start of a turn: the limit of turns, then a blocked game (CA-33, CA-34, CA-145)."""
    if state.turn >= options.max_turns:
        state.over = 1
        state.reason = Reason.TURN_LIMIT
    elif is_blocked(cards, state):
        state.over = 1
        state.reason = Reason.BLOCKED


@kernel
def standing(state: State, seat: int) -> int:
    """What orders the seats at the end, the lowest first.

    If somebody is out, that is the winner and the others stand by all cards left; else by the cards in
    hand, and of equal hands by those in stock (CA-30, CA-32, CA-33).
    """
    if state.reason != Reason.OUT:
        return state.left[seat, 0] * MAX_CARDS + state.left[seat, 1]
    return -1 if seat == state.out_seat else state.left[seat, 0] + state.left[seat, 1]


@kernel
def find_winners(state: State) -> int:
    """Who won, a bit each: who stands best; equal ones share the win (CA-33)."""
    best = standing(state, 0)
    for seat in range(1, state.players):
        best = min(best, standing(state, seat))
    winners = 0
    for seat in range(state.players):
        if standing(state, seat) == best:
            winners |= 1 << seat
    return winners
