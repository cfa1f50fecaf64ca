"""The rollout policy: the best few moves of a weighted policy, each tried by playing a few rounds on.

Every playout deals anew what is hidden from whoever decides, so the policy knows no more than a player
does. All candidates meet the same playouts (common random numbers).
"""

from __future__ import annotations

import math

import numpy as np

from rules.bits import count_bits
from rules.castle.engine import apply, final_scores, is_over
from rules.castle.hidden import deal_hidden
from rules.chance import POLICY, draw_below, start_chance
from rules.kernel import Array, Record, kernel
from simulate.castle.desk import Desk
from simulate.castle.weighing import best_weighted, value_moves
from simulate.common.choosing import MAX_SEED, best_moves

ROUNDS = 4
"""How many turns of each seat a playout lasts, if the game does."""

LEAD_SCALE = 4.0
"""Actions ahead of the best rival that make an unfinished playout 73 % of a win, and cards when weights are
tuned."""


@kernel
def choose_rollout(desk: Desk, weights: Array, playouts: int) -> int:
    """The candidate with the best mean outcome over `playouts` playouts."""
    state = desk.state
    n = value_moves(desk, state, weights)
    if n == 1:
        return desk.mind.moves[0]
    candidates = best_moves(desk.mind, n)
    totals = np.zeros(candidates.shape[0])
    me = state.asked
    for _ in range(playouts):
        seed = draw_below(state, POLICY + me, MAX_SEED)
        for k in range(candidates.shape[0]):
            desk.mind.spare[0] = state
            totals[k] += _play_on(desk, desk.mind.spare[0], weights, candidates[k], me, seed)
    return candidates[np.argmax(totals)]


@kernel
def _play_on(desk: Desk, state: Record, weights: Array, move: int, me: int, seed: int) -> float:
    """Play `move` and some rounds more, everybody weighing moves alike, and say how well it stands then."""
    start_chance(state, seed, 0)
    deal_hidden(state, me)
    end = state.turn + ROUNDS * state.players
    apply(desk.cards, desk.options, state, move)
    while not is_over(state) and state.turn < end:
        apply(desk.cards, desk.options, state, best_weighted(desk, state, weights))
    return _standing(state, me)


@kernel
def _standing(state: Record, me: int) -> float:
    """How well a game stands for a seat, from 0 to 1: the share of the win, or how far it is ahead."""
    if is_over(state):
        final_scores(state)
        if (state.winners >> me) & 1 == 0:
            return 0.0
        return 1.0 / count_bits(state.winners)
    best = 1 << 20
    for seat in range(state.players):
        if seat != me:
            best = min(best, _actions_left(state, seat))
    return 1.0 / (1.0 + math.exp((_actions_left(state, me) - best) / LEAD_SCALE))


@kernel
def _actions_left(state: Record, seat: int) -> int:
    """The least number of actions in which a seat can be rid of all its cards."""
    return count_bits(state.hand[seat]) + 2 * state.n_stock[seat]
