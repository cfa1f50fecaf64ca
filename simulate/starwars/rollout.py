"""The rollout policy: the best few moves of a weighted policy, each tried by playing the game to its end.

Every playout shuffles the tiles still to come and rolls new dice, so the policy knows no more than a
player does. All candidates meet the same playouts (common random numbers).
"""

from __future__ import annotations

import math

import numpy as np

from rules.chance import DECK, POLICY, draw_below, shuffle, start_chance
from rules.kernel import Array, Record, kernel
from rules.starwars.engine import apply, final_scores, is_over
from rules.starwars.moves import legal_moves
from rules.starwars.scoring import side_score
from simulate.starwars.weighing import best_weighted, value_moves

CANDIDATES = 4
"""Moves that are tried."""

MARGIN_SCALE = 10.0
"""Points of margin that make a playout 73 % of a win."""


MAX_SEED = 1 << 62


@kernel
def choose_rollout(
    tiles: Record,
    options: Record,
    state: Record,
    weights: Array,
    playouts: int,
    mind: Record,
    moves: Array,
    values: Array,
    spare: Array,
    n: int,
) -> int:
    """The candidate with the best mean outcome over `playouts` playouts; `spare` is room for one state."""
    value_moves(tiles, options, state, weights, mind, moves, n, values)
    candidates = np.zeros(CANDIDATES, np.int64)
    n_candidates = min(n, CANDIDATES)
    for k in range(n_candidates):
        best = 0
        for i in range(n):
            if values[i] > values[best]:
                best = i
        candidates[k] = moves[best]
        values[best] = -np.inf
    totals = np.zeros(CANDIDATES)
    me = state.side_of[state.seat]
    for _ in range(playouts):
        seed = draw_below(state, POLICY + state.seat, MAX_SEED)
        for k in range(n_candidates):
            spare[0] = state
            play_out(tiles, options, spare[0], weights, mind, moves, values, candidates[k], seed)
            totals[k] += _outcome(spare[0], me)
    return candidates[np.argmax(totals[:n_candidates])]


@kernel
def play_out(
    tiles: Record,
    options: Record,
    state: Record,
    weights: Array,
    mind: Record,
    moves: Array,
    values: Array,
    move: int,
    seed: int,
) -> None:
    """Play `move` and the rest of the game, everybody weighing moves alike, with new tiles and dice."""
    start_chance(state, seed, 0)
    shuffle(state, DECK, state.deck_order[state.deck_next :], state.n_deck - state.deck_next)
    apply(tiles, options, state, move)
    while not is_over(state):
        n = legal_moves(tiles, options, state, moves)
        choice = best_weighted(tiles, options, state, weights, mind, moves, values, n)
        apply(tiles, options, state, choice)
    final_scores(options, state)


@kernel
def _outcome(state: Record, me: int) -> float:
    """A win share with its edges rounded off: 1 / (1 + exp(-margin / MARGIN_SCALE))."""
    best = -1
    for side in range(state.players):
        if state.is_side[side] and side != me:
            best = max(best, side_score(state, side))
    return 1.0 / (1.0 + math.exp((best - side_score(state, me)) / MARGIN_SCALE))
