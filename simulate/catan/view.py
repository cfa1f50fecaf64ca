"""The game as one seat may see it (CT-5): what a user's policy is given in place of the state."""

from __future__ import annotations

from rules.catan.state import NONE
from rules.chance import N_STREAMS, POLICY, draw_word
from rules.kernel import Record, kernel


@kernel
def see_as(state: Record, view: Record, seat: int) -> None:
    """Make `view` what this seat may know of `state`.

    The hands and unplayed cards of the others are 0; their numbers, `hand_size` and `unplayed`, stay. So are
    the deck but for `n_deck`, discards and answers that are still unseen, and a card stolen or bought by
    others. Chance is another one: what the view draws is random, and says nothing of what is to come.
    """
    for other in range(state.players):
        if other != seat:
            for i in range(5):
                view.due[other] += view.given_up[other, i]
                view.hands[other, i] = 0
                view.cards[other, i] = 0
                view.given_up[other, i] = 0
                view.cards_bought[other, i] = 0
    for i in range(5):
        view.deck[i] = 0
        if seat != state.seat:
            view.new_cards[i] = 0
    if seat != state.seat:
        view.yes = 0
        view.bought = NONE
        view.stolen = NONE
    view.chance_key[0] = draw_word(state, POLICY + seat)
    view.chance_key[1] = draw_word(state, POLICY + seat)
    for stream in range(N_STREAMS):
        view.chance_episode[stream] = 0
        view.chance_used[stream] = 0
        for word in range(4):
            view.chance_words[stream, word] = view.chance_key[0]
