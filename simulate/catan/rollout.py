"""The rollout policy: the best few moves of a weighted policy, each tried by playing on.

Every playout deals anew what the seat does not know (`deal_unseen`), so the policy knows no more than a
player does. All candidates meet the same playouts (common random numbers). A playout ends after ROUNDS
rounds; who has not won by then has a chance by its points, its income and its hand. Another move than the
weighted policy's own is played only if it does better by more than the playouts stray.
"""

from __future__ import annotations

import math

import numpy as np

from rules.catan.engine import apply, is_over
from rules.catan.scoring import all_points
from rules.catan.state import CARD, CITY, NOBODY, SETTLEMENT
from rules.chance import DECK, POLICY, STEAL, draw_below, start_chance
from rules.kernel import Array, Record, kernel
from simulate.catan.desk import Desk
from simulate.catan.incomes import CARD_VALUE, USED, forget, see_incomes
from simulate.catan.weighing import best_weighted, value_moves
from simulate.common.choosing import MAX_SEED, best_moves

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
def choose_rollout(desk: Desk, weights: Array, playouts: int) -> int:
    """The candidate that does best in `playouts` playouts, the weighted policy's own unless one is better."""
    state = desk.state
    n = value_moves(desk, state, weights)
    if n == 1:
        return desk.mind.moves[0]
    candidates = best_moves(desk.mind, n)
    more = np.zeros(candidates.shape[0])
    squares = np.zeros(candidates.shape[0])
    me = state.asked
    for _ in range(playouts):
        seed = draw_below(state, POLICY + me, MAX_SEED)
        first = 0.0
        for k in range(candidates.shape[0]):
            desk.mind.spare[0] = state
            play_on(desk, desk.mind.spare[0], weights, me, candidates[k], seed)
            share = outcome(desk, desk.mind.spare[0], me)
            if k == 0:
                first = share
            more[k] += share - first
            squares[k] += (share - first) * (share - first)
    found = 0
    best = 0.0
    for k in range(1, candidates.shape[0]):
        mean = more[k] / playouts
        stray = math.sqrt(max(squares[k] / playouts - mean * mean, 0.0) / playouts)
        if mean - SURE * stray > best:
            best = mean - SURE * stray
            found = k
    return candidates[found]


@kernel
def play_on(desk: Desk, state: Record, weights: Array, me: int, move: int, seed: int) -> None:
    """Play `move` and the next rounds, everybody weighing moves alike, what `me` does not know dealt anew."""
    start_chance(state, seed, 0)
    forget(desk.mind)
    deal_unseen(state, me)
    last = state.turn + ROUNDS * state.players
    apply(desk.board, desk.options, state, move)
    while not is_over(state) and state.turn < last:
        apply(desk.board, desk.options, state, best_weighted(desk, state, weights))


@kernel
def deal_unseen(state: Record, me: int) -> None:
    """Deal the others' hands and unplayed cards anew from what `me` does not see, as many to each as before.

    The stream of the deck deals the cards, that of thefts the hands. Discards and answers of others that are
    still unseen are taken back.
    """
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
    coming = pace[seat, SETTLEMENT] + pace[seat, CITY] + CARD_VALUE * pace[seat, CARD]
    hand = min(state.hand_size[seat], desk.options.hand_limit)
    return all_points(desk.options, state, seat) + USED * OUTLOOK * coming + A_CARD * hand
