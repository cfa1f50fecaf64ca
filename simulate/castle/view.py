"""What a user's policy is shown: a copy of the game in which all that is hidden has been dealt anew."""

from __future__ import annotations

from rules.castle.hidden import deal_hidden
from rules.castle.plan import BOX, MAX_CARDS
from rules.castle.state import MAX_SEATS, NO_CARD
from rules.chance import N_STREAMS, start_chance
from rules.kernel import Record, kernel


@kernel
def show(view: Record, viewer: int, seed: int) -> None:
    """Deal anew in `view`, which is a copy of the game, what the viewer does not know, by the lot of `seed`.

    Neither chance to come nor traces of cards that were hidden remain in it.
    """
    for stream in range(N_STREAMS):
        for word in range(4):
            view.chance_words[stream, word] = 0
    start_chance(view, seed, 0)
    deal_hidden(view, viewer)
    for card in range(MAX_CARDS):
        view.dealt[card] = BOX
        view.spare[card] = 0
    for seat in range(MAX_SEATS):
        n = view.n_stock[seat] if seat < view.players else 0
        for i in range(n, MAX_CARDS):
            view.stock[seat, i] = NO_CARD
        if seat != viewer:
            view.seen[seat] = 0
