"""Steps that change whose card a card is: Merchant, Schemer, Spy; protection does not matter (CA-71)."""

from __future__ import annotations

from rules.bits import lowest_bit
from rules.castle.cards import Cards, Do
from rules.castle.moves import What, list_cards, list_pairs, move_card, move_other, move_seat, pack_move
from rules.castle.piles import set_token
from rules.castle.state import State
from rules.castle.targets import in_reach, with_tokens
from rules.kernel import Array, kernel
from rules.moves import add_move


@kernel
def ask(cards: Cards, state: State, do: int) -> bool:
    """Find the targets; whether there is anything to choose (CA-44), protected or not (CA-71).

    The Merchant puts a token of his player on a card of another (CA-110); the Schemer swaps those of two
    cards (CA-117); the Spy gives those beside him back in any way, asked once for each card (CA-118).
    """
    if do == Do.REARRANGE_TOKENS and state.n_chosen > 0:
        return True  # the next card; the targets are those still without a token
    place = state.where[state.source]
    state.targets = in_reach(cards, state, state.source, place, state.step_index) & with_tokens(state)
    if do == Do.REPLACE_TOKEN:
        state.targets &= ~state.tokens[state.seat]
    elif do == Do.SWAP_TOKENS and state.targets & (state.targets - 1) == 0:
        state.targets = 0  # fewer than two (CA-117)
    elif do == Do.REARRANGE_TOKENS:
        state.pool[:] = 0
        left = state.targets
        while left != 0:
            state.pool[state.token[lowest_bit(left)]] += 1
            left &= left - 1
    return state.targets != 0


@kernel
def list_answers(state: State, do: int, moves: Array) -> int:
    """A move for each card, for each pair, or for each owner of a token that the next card can get."""
    if do == Do.REPLACE_TOKEN:
        return list_cards(moves, 0, What.CHOOSE, state.targets, 0)
    if do == Do.SWAP_TOKENS:
        return list_pairs(moves, 0, state.targets)
    n = 0
    for seat in range(state.players):
        if state.pool[seat] > 0:
            n = add_move(moves, n, pack_move(What.CHOOSE, lowest_bit(state.targets), 0, 0, seat))
    return n


@kernel
def answer(state: State, do: int, move: int) -> bool:
    """Change the tokens; whether the step is done. The Spy's change when all are given (CA-118)."""
    card = move_card(move)
    if do == Do.REPLACE_TOKEN:
        set_token(state, card, state.seat)
    elif do == Do.SWAP_TOKENS:
        other = move_other(move)
        owner = state.token[card]
        set_token(state, card, state.token[other])
        set_token(state, other, owner)
    else:
        seat = move_seat(move)
        state.pool[seat] -= 1
        state.targets &= ~(1 << card)
        state.chosen[state.n_chosen] = move
        state.n_chosen += 1
        if state.targets != 0:
            return False
        for i in range(state.n_chosen):
            set_token(state, move_card(state.chosen[i]), move_seat(state.chosen[i]))
    return True
