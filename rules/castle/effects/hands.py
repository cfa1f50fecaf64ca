"""Steps between hands and the exchange: Witch, Alchemist, Courtesan, Fool, Village Idiot."""

from __future__ import annotations

from rules.bits import count_bits
from rules.castle.cards import Cards, Do
from rules.castle.moves import What, distinct, list_cards, list_swaps, move_card, move_other, move_seat
from rules.castle.piles import (
    forget_hand,
    from_exchange,
    from_hand,
    pass_from,
    pass_to,
    show_to_all,
    to_exchange,
    to_hand,
)
from rules.castle.state import NO_CARD, NOBODY, State
from rules.kernel import Array, kernel


@kernel
def ask(state: State, do: int) -> bool:
    """Find who chooses from what; whether there is anything to choose (CA-44).

    The Witch gives a card of the exchange (CA-105). The Alchemist swaps up to two, card by card (CA-106). The
    Courtesan chooses whom to trade with and what to give, then chance draws what she gets (CA-113). Every
    player chooses what the Fool passes on (CA-121); chance draws what the Village Idiot lets them take
    (CA-122).
    """
    if do == Do.GIVE:
        return state.exchange != 0
    if do == Do.SWAP_CARDS:
        if state.n_chosen == 0:
            state.quota = min(2, count_bits(state.hand[state.seat]), count_bits(state.exchange))
        return state.quota > 0
    if do == Do.TRADE:
        state.partner = NOBODY
        return state.hand[state.seat] != 0 and any_partner(state)
    if do == Do.DRAW_BLINDLY:
        state.asked = NOBODY
        return state.partner != NOBODY
    if state.n_chosen == 0:
        state.picked[:] = NO_CARD
    if do == Do.PASS:
        state.asked = next_giver(state, state.seat)
        return state.asked != NOBODY
    # The player to act takes first; the order does not matter, as all hands stay as they were.
    state.asked = NOBODY
    giver = next_giver(state, (state.seat + state.players - 1) % state.players)
    state.partner = NOBODY if giver == NOBODY else (giver + 1) % state.players
    return state.partner != NOBODY


@kernel
def any_partner(state: State) -> bool:
    """Whether another player has a card in hand (CA-113)."""
    for seat in range(state.players):
        if seat != state.seat and state.hand[seat] != 0:
            return True
    return False


@kernel
def next_giver(state: State, first: int) -> int:
    """The next seat clockwise from `first` that has a card but has none picked yet, NOBODY."""
    for i in range(state.players):
        seat = (first + i) % state.players
        if state.hand[seat] != 0 and state.picked[seat] == NO_CARD:
            return seat
    return NOBODY


@kernel
def giver_of(state: State, do: int) -> int:
    """From whose hand chance draws now."""
    if do == Do.DRAW_BLINDLY:
        return state.partner
    return (state.partner + state.players - 1) % state.players


@kernel
def taker_of(state: State, do: int) -> int:
    """Whose hand gets what chance draws now."""
    return state.seat if do == Do.DRAW_BLINDLY else state.partner


@kernel
def list_answers(cards: Cards, state: State, do: int, moves: Array) -> int:
    """A move for each choice, or for each outcome of chance; cards of a kind look alike."""
    hand = state.hand[state.seat]
    if do == Do.SWAP_CARDS:
        wanted = state.exchange
        for i in range(state.n_chosen):
            hand &= ~(1 << move_card(state.chosen[i]))
            wanted &= ~(1 << move_other(state.chosen[i]))
        return list_swaps(cards, moves, 0, What.CHOOSE, hand, wanted)
    if do == Do.PASS:
        return list_cards(moves, 0, What.CHOOSE, distinct(cards, state.hand[state.asked]), 0)
    n = 0
    if do == Do.GIVE:
        for seat in range(state.players):
            n = list_cards(moves, n, What.CHOOSE, distinct(cards, state.exchange), seat)
    elif do == Do.TRADE:
        for seat in range(state.players):
            if seat != state.seat and state.hand[seat] != 0:
                n = list_cards(moves, n, What.CHOOSE, distinct(cards, hand), seat)
    else:
        hand = state.hand[giver_of(state, do)]
        n = list_cards(moves, 0, What.CHANCE, distinct(cards, hand), taker_of(state, do))
    return n


@kernel
def answer(cards: Cards, state: State, do: int, move: int) -> bool:
    """Do what was chosen or drawn; whether the step is done."""
    card = move_card(move)
    if do == Do.GIVE:
        from_exchange(state, card)
        to_hand(state, card, move_seat(move))
        show_to_all(state, card)
        return True
    if do == Do.SWAP_CARDS:
        state.chosen[state.n_chosen] = move
        state.n_chosen += 1
        if state.n_chosen < state.quota:
            return False
        for i in range(state.n_chosen):  # all at once: one that comes may be of a kind with one that goes
            give_to_exchange(cards, state, state.seat, state.chosen[i])
        for i in range(state.n_chosen):
            take_from_exchange(state, state.seat, state.chosen[i])
        return True
    if do == Do.TRADE:
        state.partner = move_seat(move)
        state.chosen[0] = card
        return True
    if do == Do.DRAW_BLINDLY:
        trade(cards, state, state.seat, state.chosen[0], state.partner, card)
        state.partner = NOBODY
        return True
    if do == Do.PASS:
        state.picked[state.asked] = card
    else:
        state.picked[giver_of(state, do)] = card
    state.n_chosen += 1
    if next_giver(state, state.seat) != NOBODY:
        return False
    pass_left(cards, state)
    return True


@kernel
def give_to_exchange(cards: Cards, state: State, seat: int, move: int) -> None:
    """The card of the hand that is swapped goes to the exchange (CA-21, CA-106)."""
    from_hand(cards, state, move_card(move), seat)
    to_exchange(state, move_card(move))


@kernel
def take_from_exchange(state: State, seat: int, move: int) -> None:
    """The card of the exchange that is swapped comes into the hand, for all to see."""
    taken = move_other(move)
    from_exchange(state, taken)
    to_hand(state, taken, seat)
    show_to_all(state, taken)


@kernel
def trade(cards: Cards, state: State, seat: int, given: int, partner: int, got: int) -> None:
    """Two players swap a card; only they see them (CA-113)."""
    for viewer in range(state.players):
        if viewer != seat and viewer != partner:
            forget_hand(state, viewer, seat)
            forget_hand(state, viewer, partner)
    pass_from(cards, state, given, seat, partner)
    pass_from(cards, state, got, partner, seat)
    pass_to(state, given, seat, partner)
    pass_to(state, got, partner, seat)


@kernel
def pass_left(cards: Cards, state: State) -> None:
    """The card picked in each hand goes to the hand on the left, all at once (CA-121, CA-122)."""
    for giver in range(state.players):
        if state.picked[giver] != NO_CARD:
            for viewer in range(state.players):
                if viewer != giver and viewer != (giver + 1) % state.players:
                    forget_hand(state, viewer, giver)
    for giver in range(state.players):
        if state.picked[giver] != NO_CARD:
            pass_from(cards, state, state.picked[giver], giver, (giver + 1) % state.players)
    for giver in range(state.players):
        if state.picked[giver] != NO_CARD:
            pass_to(state, state.picked[giver], giver, (giver + 1) % state.players)
