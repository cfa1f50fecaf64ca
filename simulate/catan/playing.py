"""What Catan brings to be simulated: what a seat may see (CT-5), and how its playouts go.

A playout ends after ROUNDS rounds; who has not won by then has a chance by its points, its income and its
hand. Another move than the weighted policy's own is played only if it does better by more than the playouts
stray.
"""

from __future__ import annotations

import math

from rules.catan.scoring import all_points
from rules.catan.state import NOBODY, NONE, STATE_DTYPE, Thing
from rules.chance import DECK, N_STREAMS, POLICY, STEAL, draw_below, draw_word
from rules.kernel import Record, kernel
from rules.verbs import register
from simulate.catan.features import FEATURES, MIND_DTYPE
from simulate.catan.incomes import CARD_VALUE, USED, forget, see_incomes
from simulate.catan.tables import TABLES, write_rows
from simulate.catan.weighing import judge_moves, value_moves
from simulate.common.playing import Desk
from simulate.common.simulator import Playing

ROUNDS = 4
"""Rounds that a playout lasts; the turn under way is the first."""

SCALE = 2.0
"""Points of lead over a rival that make winning 2.7 times as likely as for the rival."""

OUTLOOK = 24.0
"""Rolls whose income counts as points at the end of a playout."""

A_CARD = 0.1
"""Points for a card in the hand at the end of a playout, up to the limit of a seven."""

SURE = 1.0
"""Standard errors by which another move has to be better."""


@kernel
def asked(state: Record) -> int:
    """Whoever decides: it may be another seat than the one on turn, asked for a discard or an answer."""
    return state.asked


@kernel
def doubt(state: Record) -> float:
    """Another move than the weighted policy's own has to be surely better."""
    return SURE


@kernel
def playout_end(state: Record) -> int:
    """Some rounds from now."""
    return state.turn + ROUNDS * state.players


@kernel
def shown(desk: Desk, seat: int) -> Record:
    """A copy of the game without what is hidden from the seat."""
    desk.mind.shown[0] = desk.state
    see_as(desk.state, desk.mind.shown[0], seat)
    return desk.mind.shown[0]


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


@kernel
def deal_unseen(desk: Desk, state: Record, me: int) -> None:
    """Deal the others' hands and unplayed cards anew from what `me` does not see, as many to each as before.

    The stream of the deck deals the cards, that of thefts the hands. Discards and answers of others that are
    still unseen are taken back.
    """
    forget(desk.mind)
    deal_cards(state, me)
    take_back(state, me)
    for resource in range(5):
        state.owed[resource, 0] = 0
        for seat in range(state.players):
            if seat != me:
                state.owed[resource, 0] += state.hands[seat, resource]
                state.hands[seat, resource] = 0
    for seat in range(state.players):
        if seat == me:
            continue
        for resource in range(5):  # who has made an offer or said yes to it has the cards
            sure = 0
            if (state.yes >> seat) & 1:
                sure = state.want[resource]
            if seat == state.seat:
                sure = state.give[resource]
            state.hands[seat, resource] = sure
            state.owed[resource, 0] -= sure
    for seat in range(state.players):
        if seat != me:
            dealt = 0
            for resource in range(5):
                dealt += state.hands[seat, resource]
            for _ in range(state.hand_size[seat] - dealt):
                deal_one(state, seat)
    for resource in range(5):
        state.owed[resource, 0] = 0


@kernel
def take_back(state: Record, me: int) -> None:
    """Take back what the others have decided unseen: discards (CT-62), and answers to an offer (CT-79)."""
    for seat in range(state.players):
        if seat != me:
            for resource in range(5):
                state.due[seat] += state.given_up[seat, resource]
                state.given_up[seat, resource] = 0
    if me != state.seat:
        state.yes = 0


@kernel
def deal_one(state: Record, seat: int) -> None:
    """One of the cards in `owed`, by lot, into a hand."""
    left = 0
    for resource in range(5):
        left += state.owed[resource, 0]
    nth = draw_below(state, STEAL, left)
    resource = 0
    while nth >= state.owed[resource, 0]:
        nth -= state.owed[resource, 0]
        resource += 1
    state.owed[resource, 0] -= 1
    state.hands[seat, resource] += 1


@kernel
def deal_cards(state: Record, me: int) -> None:
    """The unplayed development cards of the others, by lot from theirs and the deck."""
    for seat in range(state.players):
        if seat != me:
            for kind in range(5):
                state.deck[kind] += state.cards[seat, kind]
                state.cards[seat, kind] = 0
            state.n_deck += state.unplayed[seat]
    if me != state.seat:
        for kind in range(5):
            state.new_cards[kind] = 0
    for seat in range(state.players):
        if seat != me:
            for _ in range(state.unplayed[seat]):
                nth = draw_below(state, DECK, state.n_deck)
                kind = 0
                while nth >= state.deck[kind]:
                    nth -= state.deck[kind]
                    kind += 1
                state.deck[kind] -= 1
                state.n_deck -= 1
                state.cards[seat, kind] += 1


@kernel
def outcome(desk: Desk, state: Record, me: int) -> float:
    """The chance of a seat to win as a playout left it: its part of what all chances add up to."""
    if state.winner != NOBODY:
        return 1.0 if state.winner == me else 0.0
    see_incomes(state, desk.mind)
    total = 0.0
    mine = prospects(desk, state, me)
    for seat in range(state.players):
        total += math.exp((prospects(desk, state, seat) - mine) / SCALE)
    return 1.0 / total


@kernel
def prospects(desk: Desk, state: Record, seat: int) -> float:
    """Points, and what income and hand are worth in points."""
    pace = desk.mind.pace
    coming = pace[seat, Thing.SETTLEMENT] + pace[seat, Thing.CITY] + CARD_VALUE * pace[seat, Thing.CARD]
    hand = min(state.hand_size[seat], desk.options.hand_limit)
    return all_points(desk.options, state, seat) + USED * OUTLOOK * coming + A_CARD * hand


register(
    "catan",
    STATE_DTYPE,
    asked=asked,
    shown=shown,
    value_moves=value_moves,
    judge_moves=judge_moves,
    deal_unseen=deal_unseen,
    playout_end=playout_end,
    outcome=outcome,
    doubt=doubt,
    write_rows=write_rows,
)

PLAYING = Playing(
    policies_version=1,
    state=STATE_DTYPE,
    mind=MIND_DTYPE,
    features=FEATURES,
    tables=TABLES,
    margin_scale=SCALE,
)
