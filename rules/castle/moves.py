"""Moves: actions, choices within effects and outcomes of chance, each one integer::

bits  0-2   what, a word of `What`
      3-8   card
      9-15  place: a space, a pile outside, FACING + wall or OPEN (plan.py)
     16-21  other: a second card
     22-24  seat

What they mean depends on what is asked, `state.point`:

ACTION            DRAW; SWAP card of the hand for `other` of the exchange; PLAY card on place; NONE
send_back, owner_sends_back, to_exchange, remove, take_token, replace_token
                  CHOOSE card
move, move_knight, draw_out
                  CHOOSE card to place
swap_places, swap_tokens
                  CHOOSE card and `other`
rearrange_tokens  CHOOSE the seat whose token goes to card; asked once for each card
give              CHOOSE card of the exchange for seat
swap_cards        CHOOSE card of the hand for `other` of the exchange; asked up to twice
trade             CHOOSE seat to trade with and card to give
pass              CHOOSE card to pass on; every player is asked
place             CHOOSE card of the exchange and place
either_order      CHOOSE `other`: 0 for the order in which the steps are written, 1 for the reverse
draw_blindly      CHANCE card that seat draws from the partner's hand
take              CHANCE card that seat takes from the hand on its right; asked once for each seat

Cards of a kind look alike in a hand or in the exchange: only the first of them is listed.
"""

from __future__ import annotations

from rules.bits import lowest_bit
from rules.castle.cards import Cards
from rules.castle.plan import PILE
from rules.castle.state import State
from rules.kernel import Array, kernel
from rules.moves import add_move
from rules.words import Word


class What(Word):
    """What a move does."""

    DRAW = "the top card of one's stock comes into the hand"
    SWAP = "a card of the hand changes places with one of the exchange"
    PLAY = "a card of the hand is placed"
    NONE = "nothing: no action is possible"
    CHOOSE = "a choice within an effect"
    CHANCE = "an outcome of chance"


@kernel
def pack_move(what: int, card: int, place: int, other: int, seat: int) -> int:
    """The move as one integer; what does not matter is 0."""
    return what | (card << 3) | (place << 9) | (other << 16) | (seat << 22)


@kernel
def move_what(move: int) -> int:
    """A word of `What`."""
    return move & 7


@kernel
def move_card(move: int) -> int:
    """The card."""
    return (move >> 3) & 63


@kernel
def move_place(move: int) -> int:
    """The place."""
    return (move >> 9) & 127


@kernel
def move_other(move: int) -> int:
    """The second card."""
    return (move >> 16) & 63


@kernel
def move_seat(move: int) -> int:
    """The seat."""
    return (move >> 22) & 7


@kernel
def distinct(cards: Cards, mask: int) -> int:
    """The first card of each kind in a mask."""
    found = mask
    for i in range(cards.n_several):
        alike = mask & cards.several[i]
        found &= ~alike | (alike & -alike)
    return found


@kernel
def list_cards(moves: Array, n: int, what: int, mask: int, seat: int) -> int:
    """A move for each card of a mask, with this seat."""
    left = mask
    while left != 0:
        n = add_move(moves, n, pack_move(what, lowest_bit(left), 0, 0, seat))
        left &= left - 1
    return n


@kernel
def list_spaces(moves: Array, n: int, what: int, card: int, spaces: int) -> int:
    """A move of this card for each space of a mask."""
    left = spaces
    while left != 0:
        n = add_move(moves, n, pack_move(what, card, lowest_bit(left), 0, 0))
        left &= left - 1
    return n


@kernel
def list_outside(state: State, moves: Array, n: int, what: int, card: int) -> int:
    """A move of this card for each pile outside, but for its own."""
    for i in range(state.n_outside):
        pile = PILE + state.outside[i]
        if pile != state.where[card]:
            n = add_move(moves, n, pack_move(what, card, pile, 0, 0))
    return n


@kernel
def list_pairs(moves: Array, n: int, targets: int) -> int:
    """A move for each two of the cards that can be chosen."""
    left = targets
    while left != 0:
        card = lowest_bit(left)
        left &= left - 1
        others = left
        while others != 0:
            n = add_move(moves, n, pack_move(What.CHOOSE, card, 0, lowest_bit(others), 0))
            others &= others - 1
    return n


@kernel
def list_swaps(cards: Cards, moves: Array, n: int, what: int, given: int, taken: int) -> int:
    """A move for each card of one mask against each of another."""
    left = distinct(cards, given)
    wanted = distinct(cards, taken)
    while left != 0:  # most of the moves of a game are these: no call for each card
        card = lowest_bit(left)
        left &= left - 1
        rest = wanted
        while rest != 0:
            n = add_move(moves, n, pack_move(what, card, 0, lowest_bit(rest), 0))
            rest &= rest - 1
    return n
