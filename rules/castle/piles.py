"""Where cards are and go: piles on the board, tokens on them, hands, stocks, the exchange.

The one place that changes `where` and the masks that say the same. Nothing here asks whether a rule
allows it.
"""

from __future__ import annotations

from rules.castle.cards import Cards
from rules.castle.plan import EXCHANGE, FACING, HAND, OPEN, PILE, REMOVED, SPACES, STOCK, ZONE_OF, Zone
from rules.castle.state import NO_CARD, NOBODY, State, note_back
from rules.kernel import kernel

# --- the board


@kernel
def put(cards: Cards, state: State, card: int, to: int) -> None:
    """Put a card on a place, on top of what is there (CA-10); OPEN and FACING begin a pile outside."""
    bit = 1 << card
    place = to
    if to >= FACING:
        place = PILE + card
        if to != OPEN:
            state.engine[to - FACING] = card
        state.outside[state.n_outside] = card
        state.n_outside += 1
    state.where[card] = place
    state.above[card] = NO_CARD
    state.beneath[card] = NO_CARD
    if state.pile[place] != 0:
        lower = state.top[place]
        state.above[lower] = card
        state.beneath[card] = lower
        state.covered |= 1 << lower
    elif place < SPACES:
        state.lowest[place] = card
        state.occupied |= 1 << place
        if cards.soldiers & bit:
            state.soldier_spaces |= 1 << place
    state.pile[place] |= bit
    state.top[place] = card
    state.zones[ZONE_OF[place] if place < SPACES else Zone.OUTSIDE] |= bit


@kernel
def lift(cards: Cards, state: State, card: int) -> None:
    """Take the top card of a pile off the board, its token still on it."""
    bit = 1 << card
    place = state.where[card]
    lower = state.beneath[card]
    state.pile[place] &= ~bit
    state.top[place] = lower
    if lower != NO_CARD:
        state.above[lower] = NO_CARD
        state.beneath[card] = NO_CARD
        state.covered &= ~(1 << lower)
    elif place < SPACES:
        state.lowest[place] = NO_CARD
        state.occupied &= ~(1 << place)
        state.soldier_spaces &= ~(1 << place)
    else:
        close_pile(state, card)
    state.zones[ZONE_OF[place] if place < SPACES else Zone.OUTSIDE] &= ~bit


@kernel
def close_pile(state: State, card: int) -> None:
    """A pile outside is gone with its lowest card; an engine faces its wall no longer."""
    for wall in range(4):
        if state.engine[wall] == card:
            state.engine[wall] = NO_CARD
    i = 0
    while state.outside[i] != card:
        i += 1
    state.n_outside -= 1
    for j in range(i, state.n_outside):
        state.outside[j] = state.outside[j + 1]


@kernel
def shift(cards: Cards, state: State, card: int, to: int) -> None:
    """Move a top card to another place; it keeps its token (CA-72)."""
    lift(cards, state, card)
    put(cards, state, card, to)


# --- tokens


@kernel
def set_token(state: State, card: int, owner: int) -> None:
    """Put the owner's token on a card instead of what was there (CA-38); NOBODY takes it away.

    Each card of a pile has its own (CA-73), and there are always enough (CA-13).
    """
    bit = 1 << card
    if state.token[card] != NOBODY:
        state.tokens[state.token[card]] &= ~bit
    if owner != NOBODY:
        state.tokens[owner] |= bit
    state.token[card] = owner


# --- leaving the board


@kernel
def leave(cards: Cards, state: State, card: int) -> int:
    """A top card leaves the board and loses its token; returns the token's owner (CA-60)."""
    owner = state.token[card]
    lift(cards, state, card)
    set_token(state, card, NOBODY)
    if state.last_placed == card:
        state.last_placed = NO_CARD
    if state.placed_before == card:
        state.placed_before = NO_CARD
    return owner


@kernel
def send_back(cards: Cards, state: State, card: int, by: int) -> None:
    """A card goes to the hand of its token's owner, without a token to the exchange (CA-60)."""
    owner = leave(cards, state, card)
    if owner == NOBODY:
        to_exchange(state, card)
    else:
        to_hand(state, card, owner)
        show_to_all(state, card)
    note_back(state, card, owner, by)


@kernel
def to_exchange(state: State, card: int) -> None:
    """A card that is nowhere goes to the exchange."""
    state.exchange |= 1 << card
    state.where[card] = EXCHANGE


@kernel
def to_removed(state: State, card: int) -> None:
    """A card that is nowhere leaves the game for good (CA-126)."""
    state.removed |= 1 << card
    state.where[card] = REMOVED


# --- hands


@kernel
def to_hand(state: State, card: int, seat: int) -> None:
    """A card that is nowhere goes into a hand; who else knows of it is told apart."""
    state.hand[seat] |= 1 << card
    state.where[card] = HAND + seat


@kernel
def from_exchange(state: State, card: int) -> None:
    """Take a card out of the exchange."""
    state.exchange &= ~(1 << card)


@kernel
def from_hand(cards: Cards, state: State, card: int, seat: int) -> None:
    """Take a card out of a hand for all to see."""
    for viewer in range(state.players):
        see_leave(cards, state, viewer, card, seat)
    state.hand[seat] &= ~(1 << card)


@kernel
def see_leave(cards: Cards, state: State, viewer: int, card: int, seat: int) -> None:
    """The viewer sees a card leave a hand.

    Cards of a kind look alike: who knew of another one of them in this hand now knows of one less.
    """
    bit = 1 << card
    if state.seen[viewer] & bit == 0:
        known = cards.alike[cards.kind[card]] & state.hand[seat] & state.seen[viewer]
        bit = known & -known
    state.seen[viewer] &= ~bit


@kernel
def show_to_all(state: State, card: int) -> None:
    """Everybody knows in which hand the card is."""
    for viewer in range(state.players):
        state.seen[viewer] |= 1 << card


@kernel
def forget_hand(state: State, viewer: int, seat: int) -> None:
    """A card left this hand unseen: the viewer no longer knows what is in it."""
    state.seen[viewer] &= ~state.hand[seat]


@kernel
def pass_from(cards: Cards, state: State, card: int, giver: int, taker: int) -> None:
    """Take a card out of a hand; only giver and taker see it. Others are to forget the giver's hand."""
    see_leave(cards, state, taker, card, giver)
    state.hand[giver] &= ~(1 << card)


@kernel
def pass_to(state: State, card: int, giver: int, taker: int) -> None:
    """It goes into the taker's hand, and only giver and taker know. All that is swapped has left before."""
    to_hand(state, card, taker)
    state.seen[giver] |= 1 << card


# --- stocks


@kernel
def stack_card(state: State, card: int, seat: int, i: int) -> None:
    """Put a card into a stock, `i` cards from the bottom."""
    state.stock[seat, i] = card
    state.where[card] = STOCK + seat


@kernel
def draw_from_stock(state: State, seat: int) -> None:
    """The top card of a stock goes into its owner's hand (CA-20)."""
    state.n_stock[seat] -= 1
    to_hand(state, state.stock[seat, state.n_stock[seat]], seat)
