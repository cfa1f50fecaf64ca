"""The rollout policy: the best few moves of a weighted policy, each tried by playing the game to its end.

Every playout shuffles the tiles still to come, so the policy knows no more than a player does. All
candidates meet the same playouts (common random numbers).
"""

from __future__ import annotations

import numpy as np

from rules.carcassonne.engine import apply, final_scores, is_over
from rules.carcassonne.scoring import seat_score
from rules.chance import DECK, POLICY, draw_below, shuffle, start_chance
from rules.kernel import Array, Record, kernel
from simulate.carcassonne.desk import Desk
from simulate.carcassonne.weighing import best_weighted, value_moves
from simulate.common.choosing import MAX_SEED, best_moves, rounded_win


@kernel
def choose_rollout(desk: Desk, weights: Array, playouts: int) -> int:
    """The candidate with the best mean outcome over `playouts` playouts."""
    state = desk.state
    n = value_moves(desk, state, weights)
    if n == 1:
        return desk.mind.moves[0]
    candidates = best_moves(desk.mind, n)
    totals = np.zeros(candidates.shape[0])
    me = state.seat
    for _ in range(playouts):
        seed = draw_below(state, POLICY + me, MAX_SEED)
        for k in range(candidates.shape[0]):
            desk.mind.spare[0] = state
            play_out(desk, desk.mind.spare[0], weights, candidates[k], seed)
            totals[k] += _outcome(desk.mind.spare[0], me)
    return candidates[np.argmax(totals)]


@kernel
def play_out(desk: Desk, state: Record, weights: Array, move: int, seed: int) -> None:
    """Play `move` and the rest of the game, everybody weighing moves alike, with tiles in a new order."""
    start_chance(state, seed, 0)
    shuffle_rest(desk.tiles, state)
    apply(desk.tiles, desk.options, state, move)
    while not is_over(state):
        apply(desk.tiles, desk.options, state, best_weighted(desk, state, weights))
    final_scores(desk.options, state)


@kernel
def shuffle_rest(tiles: Record, state: Record) -> None:
    """Shuffle what is still to be drawn: the River's middle and the land each by itself (CC-68)."""
    start = state.deck_next
    while start < state.n_deck:
        role = tiles.role[state.deck_order[start]]
        end = start + 1
        while end < state.n_deck and tiles.role[state.deck_order[end]] == role:
            end += 1
        shuffle(state, DECK, state.deck_order[start:end], end - start)
        start = end


@kernel
def _outcome(state: Record, me: int) -> float:
    """How well the game ended for a seat, from 0 to 1."""
    best = -1
    for seat in range(state.players):
        if seat != me:
            best = max(best, seat_score(state, seat))
    return rounded_win(seat_score(state, me) - best)
