"""Kernels that play games of Castle as the simulator does, with a look at the table after every move."""

from __future__ import annotations

from castle_stepper import check_table

from rules.castle.cards import Do
from rules.castle.engine import apply, final_scores, is_over, legal_moves, new_game
from rules.castle.hidden import deal_hidden
from rules.kernel import Array, Record, kernel
from simulate.castle.playing import hide_from
from simulate.castle.weighing import judge_moves, value_moves
from simulate.common.playing import Desk, choose


@kernel
def check_legal(desk: Desk, move: int) -> None:
    """A policy chooses one of the legal moves."""
    n = legal_moves(desk.box, desk.options, desk.state, desk.mind.moves)
    for i in range(n):
        if desk.mind.moves[i] == move:
            return
    raise AssertionError("a policy chose a move that is not legal")


@kernel
def play_checked(desk: Desk, players: int, seed: int, game: int, chosen: Array) -> int:
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
def count_decisions(desk: Desk, players: int, seed: int, game: int) -> tuple[int, int]:
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
def redeal(state: Record, states: Array) -> None:
    """Put the state into `states`, with all that is hidden from whoever decides dealt anew."""
    states[0] = state
    deal_hidden(states[0], state.asked)


@kernel
def apply_choice(desk: Desk, move: int) -> None:
    """Play a move on the desk."""
    apply(desk.box, desk.options, desk.state, move)


@kernel
def view_of(state: Record, views: Array, seed: int) -> None:
    """Put what whoever decides is shown into `views`."""
    views[0] = state
    hide_from(views[0], state.asked, seed)


@kernel
def choose_redealt(
    desk: Desk, other: Desk, others: Array, players: int, seed: int, game: int, most: int
) -> tuple[int, int]:
    """Play a game in which the other desk, all that is hidden dealt anew, always chooses alike (CA-16).

    Returns the decisions that were looked at, and those at which cards lay elsewhere on the other desk.
    """
    state = desk.state
    new_game(desk.box, desk.options, state, players, seed, game)
    n = 0
    differ = 0
    while not is_over(state) and n < most:
        redeal(state, others)
        for card in range(desk.box.n_cards):
            if others[0].where[card] != state.where[card]:
                differ += 1
                break
        move = choose(desk)
        if choose(other) != move:
            raise AssertionError("a policy looked at what is hidden")
        n += 1
        apply(desk.box, desk.options, state, move)
    return n, differ


@kernel
def compare_features(desk: Desk, weights: Array, players: int, seed: int, game: int) -> int:
    """Play a game in which the features of every move weigh as much as its value; bits of what was asked."""
    state, mind = desk.state, desk.mind
    new_game(desk.box, desk.options, state, players, seed, game)
    asked = 0
    while not is_over(state):
        n = value_moves(desk, state, weights)
        values = mind.values[:n].copy()
        if judge_moves(desk) != n:
            raise AssertionError("there are other moves to judge than to value")
        for i in range(n):
            weighed = 0.0
            for feature in range(len(weights)):
                weighed += mind.table[i, feature] * weights[feature]
            if abs(weighed - values[i]) > 1e-8 + 1e-5 * abs(values[i]):
                raise AssertionError("the features of a move do not weigh as much as its value")
        asked |= 1 << state.point
        apply(desk.box, desk.options, state, choose(desk))
    return asked


@kernel
def count_last_cards(desk: Desk, out: int, players: int, seed: int, game: int) -> tuple[int, int]:
    """Play a game; how often the feature `out` said who has no card left, and how often it was over then.

    It says so of every play that ends the game, and if it does not end an effect goes on (CA-28, CA-29).
    """
    state = desk.state
    new_game(desk.box, desk.options, state, players, seed, game)
    said = 0
    ended = 0
    while not is_over(state):
        move = choose(desk)
        is_action = state.point == Do.ACTION
        says = False
        n = judge_moves(desk)
        for i in range(n):
            if desk.mind.moves[i] == move:
                says = desk.mind.table[i, out] == 1
        apply(desk.box, desk.options, state, move)
        if says:
            said += 1
            ended += is_over(state)
            if not is_over(state) and state.point == Do.ACTION:
                raise AssertionError("CA-28: a seat without cards has not won")
        elif is_action and is_over(state):
            raise AssertionError("CA-28: a seat has won, and no feature said so")
    return said, ended
