"""Playing, the same for all games: one desk, how a seat chooses, playouts, and the loop over games.

A game answers the verbs of `rules.verbs` and, for the players, those declared here.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from rules.chance import POLICY, draw_below, enter_episode, start_chance
from rules.kernel import Array, Struct
from rules.verbs import apply, final_scores, for_each_game, is_over, legal_moves, new_game, verb
from simulate.common.choosing import MAX_SEED, ROLLOUT, USER, WEIGHTED, best_moves, pick_best

MOST_MOVES = 1 << 18
"""Decisions of one game that there is room to note."""


class Desk(NamedTuple):
    """What lies before a worker while it plays. It holds records only: arrays would be counted."""

    box: Struct  # what lies in the box of the game: tiles, cards, a board
    options: Struct
    state: Struct
    policies: Struct  # `policies_dtype`
    users: tuple[Any, ...]  # the function of each seat that a user's policy plays
    mind: Struct  # what a policy knows beside the state, and its scratch paper


# --- what a game answers


@for_each_game
def asked(state: Struct) -> int:
    """The seat that decides: the one whose turn it is."""
    return state.seat


@verb
def value_moves(desk: Desk, state: Struct, weights: Array) -> int:
    """List the legal moves and the value of each in `desk.mind`; return how many there are.

    `state` is the desk's or a copy to try moves on.
    """
    return 0


@verb
def weigh_moves(desk: Desk) -> int:
    """List the legal moves and the features of each, a row of `mind.told`; return how many there are."""
    return 0


@for_each_game
def shown(desk: Desk, seat: int) -> Struct:
    """What a user's policy of this seat gets to see: the state, or a copy without what is hidden from it."""
    return desk.state


@verb
def deal_unseen(desk: Desk, state: Struct, seat: int) -> None:
    """Deal anew, in a copy of the game, what the seat does not know: it may be used in no other way.

    As a turn begins the seat may be -1, an onlooker, who knows what lies open to all.
    """


@for_each_game
def playout_end(state: Struct) -> int:
    """The turn before which a playout that begins here is broken off: late enough never to be reached."""
    return 1 << 30


@verb
def outcome(desk: Desk, state: Struct, seat: int) -> float:
    """How well a playout left it for a seat, from 0 to 1. What is scored after the end has been scored."""
    return 0.0


@for_each_game
def doubt(state: Struct) -> float:
    """Standard errors by which a move must do better in playouts than the weighted policy's own."""
    return 0.0


@verb
def write_rows(desk: Desk, game: int, tables: tuple[Array, ...], rows: Array) -> None:
    """Write the rows of a finished game to each table that has room, and count them in `rows`."""


@for_each_game
def write_placements(desk: Desk, game: int, rows: Array, at: int) -> int:
    """Write what was placed in a finished game, and what it brought, from row `at`; return the next free row.

    Only for a game that declares the table `placements`.
    """
    return at


@verb
def score_now(desk: Desk, state: Struct, seat: int) -> int:
    """The score of a seat as it stands, of what has been scored so far; after the end its final score."""
    return 0


# --- choosing


@for_each_game
def best_weighted(desk: Desk, state: Struct, weights: Array) -> int:
    """The move with the greatest value; equal ones are drawn by lot."""
    n = value_moves(desk, state, weights)
    best = 0 if n == 1 else pick_best(state, asked(state), desk.mind.values, n)
    # as wide in every game, so that `apply` is compiled once
    return np.int64(desk.mind.moves[best])  # type: ignore[return-value]


@for_each_game
def choose_rollout(desk: Desk, weights: Array, playouts: int) -> int:
    """The best few moves of a weighted policy, each tried by playing on: the one that does best.

    Every playout deals anew what is hidden, so the policy knows no more than a player does. All candidates
    meet the same playouts (common random numbers).
    """
    state = desk.state
    n = value_moves(desk, state, weights)
    if n == 1:
        return np.int64(desk.mind.moves[0])  # type: ignore[return-value]
    candidates = best_moves(desk.mind, n)
    shares = np.zeros((candidates.shape[0], playouts))
    me = asked(state)
    for i in range(playouts):
        seed = draw_below(state, POLICY + me, MAX_SEED)
        for k in range(candidates.shape[0]):
            desk.mind.spare[0] = state
            move = np.int64(candidates[k])
            shares[k, i] = play_on(desk, desk.mind.spare[0], weights, move, me, seed)  # type: ignore[arg-type]
    return np.int64(candidates[best_candidate(state, shares)])  # type: ignore[return-value]


@for_each_game
def play_on(desk: Desk, state: Struct, weights: Array, move: int, me: int, seed: int) -> float:
    """Play `move` in a copy of the game, and on, everybody weighing moves alike; the outcome for `me`."""
    start_chance(state, seed, 0)
    deal_unseen(desk, state, me)
    end = playout_end(state)
    apply(desk.box, desk.options, state, move)
    while not is_over(state) and state.turn < end:
        apply(desk.box, desk.options, state, best_weighted(desk, state, weights))
    if is_over(state):
        final_scores(desk.box, desk.options, state)
    return outcome(desk, state, me)


@for_each_game
def best_candidate(state: Struct, shares: Array) -> int:
    """The candidate with the best mean of its playouts, a row each; the first where others are in `doubt`."""
    playouts = shares.shape[1]
    totals = np.zeros(shares.shape[0])
    if doubt(state) == 0.0:
        for k in range(shares.shape[0]):
            for i in range(playouts):
                totals[k] += shares[k, i]
        return int(np.argmax(totals))
    found = 0
    best = 0.0
    for k in range(1, shares.shape[0]):
        more = 0.0
        squares = 0.0
        for i in range(playouts):
            more += shares[k, i] - shares[0, i]
            squares += (shares[k, i] - shares[0, i]) * (shares[k, i] - shares[0, i])
        mean = more / playouts
        strays = math.sqrt(max(squares / playouts - mean * mean, 0.0) / playouts)
        if mean - doubt(state) * strays > best:
            best = mean - doubt(state) * strays
            found = k
    return found


@for_each_game
def choose(desk: Desk) -> int:
    """The move of the seat that decides, by its policy. Its chance is that of the turn.

    Raises `IndexError` if a user's policy returns what is no legal move's index.
    """
    state, mind = desk.state, desk.mind
    seat = asked(state)
    if state.chance_episode[POLICY + seat] != state.turn:
        enter_episode(state, POLICY + seat, state.turn)
    way = desk.policies.way[seat]
    if way == WEIGHTED:
        return best_weighted(desk, state, desk.policies.weights[seat])
    if way == ROLLOUT:
        return choose_rollout(desk, desk.policies.weights[seat], desk.policies.playouts[seat])
    if way == USER:
        n = weigh_moves(desk)
        chosen = desk.users[seat](shown(desk, seat), mind.moves[:n], mind.told[:n])
        if chosen < 0 or chosen >= n:
            raise IndexError("the policy chose a move that does not exist")
        return mind.moves[chosen]
    n = legal_moves(desk.box, desk.options, state, mind.moves)
    return mind.moves[draw_below(state, POLICY + seat, n)]


# --- games


@for_each_game
def play_game(desk: Desk, players: int, seed: int, game: int) -> None:
    """Play game `game` to its end, final scoring included."""
    new_game(desk.box, desk.options, desk.state, players, seed, game)
    while not is_over(desk.state):
        apply(desk.box, desk.options, desk.state, choose(desk))
    final_scores(desk.box, desk.options, desk.state)


@for_each_game
def play_otherwise(desk: Desk, players: int, seed: int, game: int, other: int) -> None:
    """Play game `game` to its end as it was set up, but with the chance of another seed from then on.

    Tiles and cards lie in the same order; dice, and lots among moves that are worth the same, fall anew.
    """
    new_game(desk.box, desk.options, desk.state, players, seed, game)
    start_chance(desk.state, other, game)
    while not is_over(desk.state):
        apply(desk.box, desk.options, desk.state, choose(desk))
    final_scores(desk.box, desk.options, desk.state)


@for_each_game
def play_noted(
    box: Struct,
    options: Struct,
    state: Struct,
    policies: Struct,
    users: tuple[Any, ...],
    mind: Struct,
    players: int,
    seed: int,
    game: int,
    moves: Array,
    turns: Array,
) -> int:
    """Play game `game` to its end; write down its moves and when they came; returns how many there were.

    The desk comes in pieces, as Numba takes milliseconds to recognise a named tuple from outside.
    """
    desk = Desk(box, options, state, policies, users, mind)
    new_game(desk.box, desk.options, desk.state, players, seed, game)
    n = 0
    while not is_over(desk.state):
        if n >= moves.shape[0]:
            raise IndexError("more decisions than there is room to note")
        moves[n] = choose(desk)
        turns[n] = desk.state.turn
        apply(desk.box, desk.options, desk.state, moves[n])
        n += 1
    final_scores(desk.box, desk.options, desk.state)
    return n


@for_each_game
def write_played(
    box: Struct,
    options: Struct,
    state: Struct,
    policies: Struct,
    users: tuple[Any, ...],
    mind: Struct,
    game: int,
    tables: tuple[Array, ...],
    rows: Array,
) -> None:
    """Write the rows of the game that was just played; the desk in pieces, as in `play_noted`."""
    write_rows(Desk(box, options, state, policies, users, mind), game, tables, rows)


@for_each_game
def play_games(
    box: Struct,
    options: Struct,
    state: Struct,
    policies: Struct,
    users: tuple[Any, ...],
    mind: Struct,
    players: int,
    seed: int,
    first: int,
    n: int,
    tables: tuple[Array, ...],
    rows: Array,
) -> None:
    """Play games `first` to `first + n - 1` and write their rows; `rows` counts the rows of each table.

    The caller has made room for the most that n games can write; a table that is not wanted has none.
    The desk comes in pieces, as Numba takes milliseconds to recognise a named tuple from outside.
    """
    desk = Desk(box, options, state, policies, users, mind)
    for game in range(first, first + n):
        play_game(desk, players, seed, game)
        write_rows(desk, game, tables, rows)


@for_each_game
def write_progress(desk: Desk, players: int, game: int, turn: int, rows: Array, at: int) -> int:
    """Write how the seats stand, a row each from row `at`; return the next free row."""
    if at + players > rows.shape[0]:
        raise IndexError("more turns than there is room to note")
    for seat in range(players):
        row = rows[at + seat]
        row.game = game
        row.turn = turn
        row.seat = seat
        row.score = score_now(desk, desk.state, seat)
    return at + players


@for_each_game
def play_watched(
    box: Struct,
    options: Struct,
    state: Struct,
    policies: Struct,
    users: tuple[Any, ...],
    mind: Struct,
    players: int,
    seed: int,
    first: int,
    n: int,
    tables: tuple[Array, ...],
    rows: Array,
    progress: Array,
    placements: Array,
    watched: Array,
) -> None:
    """The same games as `play_games`, with how the seats stand after each turn, and what was placed.

    What is not wanted has no room; `watched` counts the rows of both. A kernel of its own, so that
    `play_games` stays as fast, and as quick to compile, as it is.
    """
    desk = Desk(box, options, state, policies, users, mind)
    for game in range(first, first + n):
        new_game(desk.box, desk.options, desk.state, players, seed, game)
        turn = desk.state.turn
        while not is_over(desk.state):
            apply(desk.box, desk.options, desk.state, choose(desk))
            if desk.state.turn != turn:
                if progress.shape[0] > 0:
                    watched[0] = write_progress(desk, players, game, turn, progress, watched[0])
                turn = desk.state.turn
        final_scores(desk.box, desk.options, desk.state)
        if progress.shape[0] > 0:
            watched[0] = write_progress(desk, players, game, turn, progress, watched[0])
        if placements.shape[0] > 0:
            watched[1] = write_placements(desk, game, placements, watched[1])
        write_rows(desk, game, tables, rows)
