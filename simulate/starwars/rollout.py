"""The rollout policy: the best few moves of a weighted policy, each tried by playing the game to its end.

Every playout shuffles the tiles still to come and rolls new dice, so the policy knows no more than a
player does. All candidates meet the same playouts (common random numbers).
"""

from __future__ import annotations

import numpy as np

from rules.chance import DECK, POLICY, draw_below, shuffle, start_chance
from rules.kernel import Array, Record, kernel
from rules.starwars.engine import apply, final_scores, is_over
from rules.starwars.scoring import side_score
from rules.starwars.state import NO_TILE
from simulate.common.choosing import MAX_SEED, best_moves, rounded_win
from simulate.starwars.desk import Desk
from simulate.starwars.weighing import best_weighted, value_moves


@kernel
def choose_rollout(desk: Desk, weights: Array, playouts: int) -> int:
    """The candidate with the best mean outcome over `playouts` playouts."""
    state = desk.state
    n = value_moves(desk, state, weights)
    if n == 1:
        return desk.mind.moves[0]
    candidates = best_moves(desk.mind, n)
    totals = np.zeros(candidates.shape[0])
    me = state.side_of[state.seat]
    for _ in range(playouts):
        seed = draw_below(state, POLICY + state.seat, MAX_SEED)
        for k in range(candidates.shape[0]):
            desk.mind.spare[0] = state
            play_out(desk, desk.mind.spare[0], weights, candidates[k], seed)
            totals[k] += _outcome(desk.mind.spare[0], me)
    return candidates[np.argmax(totals)]


@kernel
def play_out(desk: Desk, state: Record, weights: Array, move: int, seed: int) -> None:
    """Play `move` and the rest of the game, everybody weighing moves alike, with new tiles and dice."""
    start_chance(state, seed, 0)
    shuffle(state, DECK, state.deck_order[state.deck_next :], state.n_deck - state.deck_next)
    apply(desk.tiles, desk.options, state, move)
    while not is_over(state):
        choice = best_weighted(desk, state, weights) if state.tile != NO_TILE else 0
        apply(desk.tiles, desk.options, state, choice)
    final_scores(desk.options, state)


@kernel
def _outcome(state: Record, me: int) -> float:
    """How well the game ended for a side, from 0 to 1."""
    best = -1
    for side in range(state.players):
        if state.is_side[side] and side != me:
            best = max(best, side_score(state, side))
    return rounded_win(side_score(state, me) - best)
