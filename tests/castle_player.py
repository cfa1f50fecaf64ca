"""Kernels that play games of Castle as the simulator does, with a look at the table after every move."""

from __future__ import annotations

from castle_stepper import check_table

from rules.castle.engine import apply, final_scores, is_over, legal_moves, new_game
from rules.castle.hidden import deal_hidden
from rules.kernel import kernel
from simulate.castle.playing import hide_from
from simulate.common.playing import choose


@kernel
def check_legal(desk, move):
    """A policy chooses one of the legal moves."""
    n = legal_moves(desk.box, desk.options, desk.state, desk.mind.moves)
    for i in range(n):
        if desk.mind.moves[i] == move:
            return
    raise AssertionError("a policy chose a move that is not legal")


@kernel
def play_checked(desk, players, seed, game, chosen):
    """Play a game, look at the table after every move, and write its moves to `chosen`."""
    cards, options, state = desk.box, desk.options, desk.state
    new_game(cards, options, state, players, seed, game)
    check_table(cards, state)
    n = 0
    while not is_over(state):
        move = choose(desk)
        check_legal(desk, move)
        chosen[n] = move
        n += 1
        apply(cards, options, state, move)
        check_table(cards, state)
    final_scores(cards, options, state)
    return n


@kernel
def count_decisions(desk, players, seed, game):
    """Play a game; its decisions, and the legal moves of all of them together."""
    cards, options, state = desk.box, desk.options, desk.state
    new_game(cards, options, state, players, seed, game)
    n = 0
    moves = 0
    while not is_over(state):
        moves += legal_moves(cards, options, state, desk.mind.moves)
        n += 1
        apply(cards, options, state, choose(desk))
    return n, moves


@kernel
def redeal(state, states):
    """Put the state into `states`, with all that is hidden from whoever decides dealt anew."""
    states[0] = state
    deal_hidden(states[0], state.asked)


@kernel
def apply_choice(desk, move):
    """Play a move on the desk."""
    apply(desk.box, desk.options, desk.state, move)


@kernel
def view_of(state, views, seed):
    """Put what whoever decides is shown into `views`."""
    views[0] = state
    hide_from(views[0], state.asked, seed)
