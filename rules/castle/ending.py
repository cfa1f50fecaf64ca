"""How a game ends: out, blocked, or at the limit of turns."""

from __future__ import annotations

from rules.bits import count_bits
from rules.castle.cards import Cards
from rules.castle.options import Options
from rules.castle.placing import any_placeable
from rules.castle.plan import MAX_CARDS
from rules.castle.state import BLOCKED, NOBODY, OUT, TURN_LIMIT, State
from rules.kernel import kernel


@kernel
def check_out(options: Options, state: State) -> None:
    """After a play the first without a card wins, from the player to act clockwise (CA-30, CA-V1).

    Hand and stock must be empty when the effect is over, so a card that came back is in the way (CA-28,
    CA-29).
    """
    for i in range(state.players):
        seat = (state.seat + i) % state.players
        if state.hand[seat] != 0 or state.n_stock[seat] != 0:
            continue
        if i == 0 and state.merchant and not options.merchant_may_win:
            continue
        state.over = 1
        state.reason = OUT
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
        state.reason = TURN_LIMIT
    elif is_blocked(cards, state):
        state.over = 1
        state.reason = BLOCKED


@kernel
def find_winners(state: State) -> int:
    """Who won, a bit each: who went out, else the fewest cards in hand, then in stock (CA-32, CA-33)."""
    if state.out_seat != NOBODY:
        return 1 << state.out_seat
    fewest = MAX_CARDS * MAX_CARDS * 2
    winners = 0
    for seat in range(state.players):
        left = count_bits(state.hand[seat]) * MAX_CARDS * 2 + state.n_stock[seat]
        if left < fewest:
            fewest = left
            winners = 0
        if left == fewest:
            winners |= 1 << seat
    return winners
