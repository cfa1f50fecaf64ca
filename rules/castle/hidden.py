"""What a seat cannot see, and dealing it anew for playouts.

A seat sees its own hand, the board, the exchange, what left the game, and how many cards every hand and
stock has. It also knows cards in the hands of others, `state.seen[viewer]`: those that went there for all
to see, and those that it gave or lost itself, as long as nothing left that hand unseen. The rest is hidden:
other cards in the hands of others, all stocks, and what was not dealt.
"""

from __future__ import annotations

from rules.bits import count_bits, lowest_bit
from rules.castle.cards import Do
from rules.castle.piles import stack_card, to_hand
from rules.castle.plan import BOX
from rules.castle.state import NO_CARD, NOBODY, State
from rules.chance import DECK, draw_bit, shuffle
from rules.kernel import kernel


@kernel
def known_hand(state: State, viewer: int, seat: int) -> int:
    """The cards in a hand that the viewer knows to be there, as a mask; NOBODY knows what all know."""
    if seat == viewer:
        return state.hand[seat]
    if viewer == NOBODY:
        known = state.hand[seat]
        for other in range(state.players):
            if other != seat:
                known &= state.seen[other]
        return known
    return state.hand[seat] & state.seen[viewer]


@kernel
def hidden_from(state: State, viewer: int) -> int:
    """The cards whose place the viewer does not know, as a mask."""
    hidden = state.undealt
    for seat in range(state.players):
        hidden |= state.hand[seat] & ~known_hand(state, viewer, seat)
        for i in range(state.n_stock[seat]):
            hidden |= 1 << state.stock[seat, i]
    return hidden


@kernel
def deal_hidden(state: State, viewer: int) -> None:
    """Shuffle what the viewer does not know among the places where it can be (stream DECK).

    Hands and stocks keep their numbers of cards. What other seats know of these cards is forgotten. If
    players are passing cards (CA-121), those who have chosen choose anew by lot.
    """
    order = state.spare
    hidden = hidden_from(state, viewer)
    n = 0
    left = hidden
    while left != 0:
        order[n] = lowest_bit(left)
        left &= left - 1
        n += 1
    shuffle(state, DECK, order, n)
    n = 0
    for seat in range(state.players):
        state.seen[seat] &= ~hidden
        unknown = state.hand[seat] & hidden
        state.hand[seat] &= ~unknown
        for _ in range(count_bits(unknown)):
            to_hand(state, order[n], seat)
            n += 1
        for i in range(state.n_stock[seat]):
            stack_card(state, order[n], seat, i)
            n += 1
    state.in_game |= hidden
    state.undealt = 0
    while n < count_bits(hidden):
        state.undealt |= 1 << order[n]
        state.where[order[n]] = BOX
        n += 1
    state.in_game &= ~state.undealt
    if state.point == Do.PASS:
        for seat in range(state.players):
            if seat != viewer and state.picked[seat] != NO_CARD:
                state.picked[seat] = draw_bit(state, DECK, state.hand[seat])
