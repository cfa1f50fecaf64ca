"""Steps that choose one card and take it, or its token, away."""

from __future__ import annotations

from rules.castle.cards import MISTRESS, Cards, Do
from rules.castle.moves import move_card
from rules.castle.piles import leave, send_back, set_token, to_exchange, to_removed
from rules.castle.state import NOBODY, State
from rules.castle.targets import in_reach, in_zone, protected, with_tokens
from rules.kernel import kernel


@kernel
def ask(cards: Cards, state: State, do: int) -> bool:
    """Find the targets, and who chooses; whether there is anything to choose (CA-44).

    Targets are unprotected (CA-62), but tokens can be taken from any card (CA-71, CA-120). The owner of the
    token on the Mistress chooses what the King sends back too (CA-111).
    """
    state.targets = in_reach(cards, state, state.source, state.where[state.source], state.step_index)
    if do == Do.TAKE_TOKEN:  # protection does not matter (CA-71, CA-120)
        state.targets &= with_tokens(state)
    elif state.targets != 0:
        state.targets &= ~protected(cards, state)
    if do == Do.OWNER_SENDS_BACK:  # judged after the first card has left (CA-111)
        mistress = cards.first[MISTRESS]
        if not in_zone(state, mistress, cards.zone[MISTRESS]) or state.token[mistress] == NOBODY:
            return False
        state.asked = state.token[mistress]
    return state.targets != 0


@kernel
def answer(cards: Cards, state: State, do: int, move: int) -> bool:
    """Do it to the card chosen; the step is done.

    Archer, Traitor, King, Queen, Lady in Waiting, Courtier, Black Knight, Barbarian and Dragon send it back
    (CA-104, CA-108, CA-111, CA-114, CA-124, CA-125, CA-130, CA-131, CA-135, CA-144), Magician and Assassin
    take it away (CA-103, CA-126), the Thief takes its token (CA-120).
    """
    card = move_card(move)
    if do in (Do.SEND_BACK, Do.OWNER_SENDS_BACK):
        send_back(cards, state, card, state.asked)
    elif do == Do.TO_EXCHANGE:  # not to its owner (CA-103)
        leave(cards, state, card)
        to_exchange(state, card)
    elif do == Do.REMOVE:
        leave(cards, state, card)
        to_removed(state, card)
    else:
        set_token(state, card, NOBODY)
    return True
