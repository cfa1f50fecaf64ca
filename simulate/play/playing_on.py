"""The kernels of playouts: a position of a compiled game is played on, what is hidden dealt anew."""

from __future__ import annotations

from rules.chance import start_chance
from rules.kernel import Array
from rules.verbs import GameState, apply, copy_game, for_each_game, is_over
from simulate.play.choosing import Way
from simulate.play.desk import Desk, asked, deal_unseen, errors_of_others, value_moves
from simulate.play.playing import choose, play_to_the_end
from simulate.play.search import best_of, misjudge
from simulate.play.tables import write_rows

NO_MOVE = -1
"""In place of a move: whoever decides goes by the policy."""


@for_each_game
def play_while_others_err(desk: Desk, viewer: int) -> None:
    """Play on as long as others err: all who go by weights, but for the viewer."""
    state = desk.state
    while not is_over(state) and errors_of_others(state) > 0.0:
        seat = asked(state)
        if seat == viewer or desk.policies.way[seat] != Way.WEIGHTED:
            apply(desk.box, desk.options, state, choose(desk))
            continue
        n = value_moves(desk, state, desk.policies.weights[seat])
        misjudge(desk, state, n)
        apply(desk.box, desk.options, state, best_of(desk, state, n))


@for_each_game
def play_outs(
    desk: Desk,
    start: GameState,
    viewer: int,
    moves: Array,
    seed: int,
    first: int,
    n: int,
    tables: tuple[Array, ...],
    rows: Array,
) -> None:
    """Play `n` games on from a position, each once with every one of `moves`, and write their rows.

    `start` is the position; what `viewer` does not know of it is dealt anew. The desk's game is room to play.
    """
    state = desk.state
    for k in range(first, first + n):
        for i in range(moves.shape[0]):
            copy_game(state, start)
            start_chance(state, seed, k)
            if not is_over(state):
                deal_unseen(desk, state, viewer)
            if moves[i] != NO_MOVE:
                apply(desk.box, desk.options, state, moves[i])
            play_while_others_err(desk, viewer)
            play_to_the_end(desk)
            write_rows(desk, k - first, tables, rows)


@for_each_game
def rank(desk: Desk, start: GameState, viewer: int, weights: Array) -> int:
    """List the legal moves of a position and what these weights think of them in its mind; how many."""
    state = desk.state
    copy_game(state, start)
    start_chance(state, 0, 0)
    deal_unseen(desk, state, viewer)
    return value_moves(desk, state, weights)
