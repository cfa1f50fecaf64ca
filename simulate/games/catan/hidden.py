"""What a seat does not know: blanked for a user's policy, dealt anew for a playout."""

from __future__ import annotations

import numpy as np

from rules.catan.bank import draw_kind
from rules.catan.state import MAX_SEATS, NONE, State
from rules.chance import DECK, POLICY, STEAL, draw_word
from rules.kernel import Struct, kernel
from simulate.games.catan.incomes import forget
from simulate.games.catan.move_features import Desk


@kernel
def take_back(state: State, me: int) -> None:
    """Take back what the others have decided unseen: discards (CT-62), and answers to an offer (CT-79)."""
    for seat in range(state.players):
        if seat != me:
            for resource in range(5):
                state.due[seat] += state.given_up[seat, resource]
                state.given_up[seat, resource] = 0
    if me != state.seat:
        state.yes = 0


# --- blanked


@kernel
def shown(desk: Desk, seat: int) -> Struct:
    """A copy of the game without what is hidden from the seat (CT-5)."""
    desk.mind.shown[0] = desk.state
    see_as(desk.state, desk.mind.shown[0], seat)
    return desk.mind.shown[0]


@kernel
def see_as(state: State, view: State, seat: int) -> None:
    """Make `view` what this seat may know of `state` (CT-5).

    The hands and unplayed cards of the others are 0; their numbers, `hand_size` and `unplayed`, stay. So are
    the deck but for `n_deck`, discards and answers that are still unseen, and a card stolen or bought by
    others. What the seat has counted is left, `sure[other, resource, seat]`. Chance is another one: what the
    view draws is random, and says nothing of what is to come.
    """
    take_back(view, seat)
    for other in range(state.players):
        if other != seat:
            view.hands[other] = 0
            view.cards[other] = 0
            view.cards_bought[other] = 0
            view.sure[:, :, other] = 0
    view.deck[:] = 0
    if seat != state.seat:
        view.new_cards[:] = 0
        view.bought = NONE
        view.stolen = NONE
    view.chance_key[0] = draw_word(state, POLICY + seat)
    view.chance_key[1] = draw_word(state, POLICY + seat)
    view.chance_episode[:] = 0
    view.chance_used[:] = 0
    view.chance_words[:] = view.chance_key[0]


# --- dealt anew


@kernel
def deal_unseen(desk: Desk, state: State, me: int) -> None:
    """Deal the others' hands and unplayed cards anew from what `me` does not see, as many to each as before.

    A hand keeps the cards that `me` has counted: what came and went for all to see, and what one of the two
    stole from the other. The stream of the deck deals the cards, that of thefts the hands. Discards and
    answers of others that are still unseen are taken back.
    """
    forget(desk.mind)
    desk.mind.knows_island = 0  # it may be another one than the last
    deal_cards(state, me)
    take_back(state, me)
    counts = me % (MAX_SEATS + 1)  # the last is what all know
    pool = np.zeros(5, np.int64)
    for seat in range(state.players):
        if seat != me:
            for resource in range(5):  # who has made an offer or said yes to it has the cards
                sure = state.sure[seat, resource, counts]
                if (state.yes >> seat) & 1:
                    sure = max(sure, state.want[resource])
                if seat == state.seat:
                    sure = max(sure, state.give[resource])
                pool[resource] += state.hands[seat, resource] - sure
                state.hands[seat, resource] = sure
    left = pool.sum()
    for seat in range(state.players):
        if seat != me:
            for _ in range(state.hand_size[seat] - state.hands[seat].sum()):
                resource = draw_kind(state, STEAL, pool, left)
                pool[resource] -= 1
                left -= 1
                state.hands[seat, resource] += 1
    for viewer in range(state.players):
        if viewer != me:
            state.sure[:, :, viewer] = state.sure[:, :, counts]
            state.sure[viewer, :, viewer] = state.hands[viewer]


@kernel
def deal_cards(state: State, me: int) -> None:
    """The unplayed development cards of the others, by lot from theirs and the deck."""
    for seat in range(state.players):
        if seat != me:
            for kind in range(5):
                state.deck[kind] += state.cards[seat, kind]
                state.cards[seat, kind] = 0
            state.n_deck += state.unplayed[seat]
    if me != state.seat:
        state.new_cards[:] = 0
    for seat in range(state.players):
        if seat != me:
            for _ in range(state.unplayed[seat]):
                kind = draw_kind(state, DECK, state.deck, state.n_deck)
                state.deck[kind] -= 1
                state.n_deck -= 1
                state.cards[seat, kind] += 1
