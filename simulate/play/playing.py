"""Playing, the same for all games: how a seat chooses, and the loop over games.

A game answers the verbs of `rules.verbs` and, for the players, those of `simulate.play.desk`.
"""

from __future__ import annotations

import numpy as np

from rules.chance import POLICY, draw_below, enter_episode, start_chance
from rules.fields import Rows
from rules.kernel import Array
from rules.verbs import apply, by_score, final_scores, for_each_game, is_over, legal_moves, new_game
from simulate.play.choosing import Way, err
from simulate.play.desk import (
    Desk,
    ask_user,
    asked,
    describe_decision,
    describe_position,
    errors_of_others,
    score_now,
    shown,
    value_moves,
    weigh_moves,
    write_placements,
    write_trades,
)
from simulate.play.search import best_of, best_weighted, choose_rollout, choose_search
from simulate.play.tables import MOST_MOVES, DecisionRow, ProgressRow, write_rows

# --- choosing


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
    if way == Way.WEIGHTED:
        return best_weighted(desk, state, desk.policies.weights[seat])
    if way in (Way.ERRING, Way.ERRING_FIRST):
        n = value_moves(desk, state, desk.policies.weights[seat])
        if way == Way.ERRING_FIRST and errors_of_others(state) == 0.0:
            return best_of(desk, state, n)
        err(state, seat, mind.values, n, desk.policies.errors[seat])
        return mind.moves[np.argmax(mind.values[:n])]
    if way == Way.ROLLOUT:
        return choose_rollout(desk, desk.policies.weights[seat], desk.policies.playouts[seat])
    if way in (Way.SEARCH, Way.USER_SEARCH):
        return choose_search(desk, desk.policies.weights[seat], desk.policies.playouts[seat])
    if way == Way.USER:
        n = weigh_moves(desk)
        chosen = ask_user(desk, shown(desk, seat), seat, n)
        if chosen < 0 or chosen >= n:
            raise IndexError("the policy chose a move that does not exist")
        return mind.moves[chosen]
    n = legal_moves(desk.box, desk.options, state, mind.moves)
    return mind.moves[draw_below(state, POLICY + seat, n)]


# --- games


@for_each_game
def goes_on(desk: Desk, played: int) -> bool:
    """Whether the game on the desk goes on after so many decisions.

    Raises `IndexError` if they are more than there is room to note: a fault of an engine that ends no game.
    """
    if is_over(desk.state):
        return False
    if played >= MOST_MOVES:
        raise IndexError("the game does not end: more decisions than there is room to note")
    return True


@for_each_game
def play_to_the_end(desk: Desk) -> None:
    """Play the game on the desk on to its end, final scoring included."""
    n = 0
    while goes_on(desk, n):
        n += 1
        apply(desk.box, desk.options, desk.state, choose(desk))
    final_scores(desk.box, desk.options, desk.state)


@for_each_game
def play_game(desk: Desk, players: int, seed: int, game: int) -> None:
    """Play game `game` to its end, final scoring included."""
    new_game(desk.box, desk.options, desk.state, players, seed, game)
    play_to_the_end(desk)


@for_each_game
def play_noted(desk: Desk, players: int, seed: int, game: int, moves: Array, turns: Array) -> int:
    """Play game `game` to its end; write down its moves and when they came; returns how many there were.

    There is room for MOST_MOVES.
    """
    new_game(desk.box, desk.options, desk.state, players, seed, game)
    n = 0
    while goes_on(desk, n):
        moves[n] = choose(desk)
        turns[n] = desk.state.turn
        apply(desk.box, desk.options, desk.state, moves[n])
        n += 1
    final_scores(desk.box, desk.options, desk.state)
    return n


@for_each_game
def play_games(
    desk: Desk, players: int, seed: int, first: int, n: int, tables: tuple[Array, ...], rows: Array
) -> None:
    """Play games `first` to `first + n - 1` and write their rows; `rows` counts the rows of each table.

    The caller has made room for the most that n games can write; a table that is not wanted has none.
    """
    for game in range(first, first + n):
        play_game(desk, players, seed, game)
        write_rows(desk, game, tables, rows)


@for_each_game
def play_otherwise(
    desk: Desk,
    players: int,
    seed: int,
    first: int,
    n: int,
    others: Array,
    tables: tuple[Array, ...],
    rows: Array,
) -> None:
    """Play the games of `play_games` as they are set up, each with the chance of other seeds from then on.

    Tiles and cards lie in the same order; dice, and lots among moves that are worth the same, fall anew.
    """
    for game in range(first, first + n):
        for other in others:
            new_game(desk.box, desk.options, desk.state, players, seed, game)
            start_chance(desk.state, other, game)
            play_to_the_end(desk)
            write_rows(desk, game, tables, rows)


@for_each_game
def write_progress(desk: Desk, players: int, game: int, turn: int, rows: Rows[ProgressRow], at: int) -> int:
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
def write_no_progress(
    desk: Desk, players: int, game: int, turn: int, rows: Rows[ProgressRow], at: int
) -> int:
    """Nothing stands to be written in a game without a score."""
    return at


@for_each_game
def write_score(desk: Desk, seat: int, row: DecisionRow) -> None:
    """Write what a seat has by now."""
    row.score = score_now(desk, desk.state, seat)


@for_each_game
def write_no_score(desk: Desk, seat: int, row: DecisionRow) -> None:
    """There is none."""


write_standings = by_score(write_progress, write_no_progress)
write_score_if_any = by_score(write_score, write_no_score)


@for_each_game
def write_decision(desk: Desk, game: int, move: int, rows: Rows[DecisionRow], at: int) -> int:
    """Write a decision before its move is played, to row `at`; return the next free row.

    What is legal is listed once more, as whoever chose may have written over the list.
    """
    state = desk.state
    seat = asked(state)
    row = rows[at]
    row.game = game
    row.turn = state.turn
    row.seat = seat
    row.legal = legal_moves(desk.box, desk.options, state, desk.mind.moves)
    write_score_if_any(desk, seat, row)
    describe_decision(desk, move, row)
    return at + 1


@for_each_game
def play_watched(
    desk: Desk,
    players: int,
    seed: int,
    first: int,
    n: int,
    tables: tuple[Array, ...],
    rows: Array,
    progress: Array,
    placements: Array,
    decisions: Array,
    trades: Array,
    kept: Array,
    watched: Array,
) -> int:
    """The same games as `play_games`, with how the seats stand after each turn, and what they did.

    What is not wanted has no room; `watched` counts the rows of each, and `kept` says by table and game
    whether decisions and trades are. Returns the first game that is left over: one that may have more of
    these than there is room for. A kernel of its own, so that `play_games` stays as fast, and as quick to
    compile, as it is.
    """
    for game in range(first, first + n):
        notes_decisions = decisions.shape[0] > 0 and kept[2, game - first]
        notes_trades = trades.shape[0] > 0 and kept[3, game - first]
        full = notes_decisions and watched[2] + MOST_MOVES > decisions.shape[0]
        if full or (notes_trades and watched[3] + MOST_MOVES > trades.shape[0]):
            return game
        new_game(desk.box, desk.options, desk.state, players, seed, game)
        turn = desk.state.turn
        n_moves = 0
        while goes_on(desk, n_moves):
            n_moves += 1
            move = choose(desk)
            if notes_decisions:
                watched[2] = write_decision(desk, game, move, decisions, watched[2])
            if notes_trades:
                watched[3] = write_trades(desk, game, move, trades, watched[3])
            apply(desk.box, desk.options, desk.state, move)
            if desk.state.turn != turn:
                if progress.shape[0] > 0:
                    watched[0] = write_standings(desk, players, game, turn, progress, watched[0])
                turn = desk.state.turn
        final_scores(desk.box, desk.options, desk.state)
        if progress.shape[0] > 0:
            watched[0] = write_standings(desk, players, game, turn, progress, watched[0])
        if placements.shape[0] > 0:
            watched[1] = write_placements(desk, game, placements, watched[1])
        write_rows(desk, game, tables, rows)
    return first + n


@for_each_game
def play_described(desk: Desk, players: int, seed: int, game: int, every: int, positions: Array) -> int:
    """Play game `game` to its end, as `play_noted` does; describe a position in `every` turns.

    `positions` gets the features by [position, seat, feature]; returns how many positions there are.
    """
    n = 0
    new_game(desk.box, desk.options, desk.state, players, seed, game)
    turn = desk.state.turn
    n_moves = 0
    while goes_on(desk, n_moves):
        n_moves += 1
        apply(desk.box, desk.options, desk.state, choose(desk))
        if desk.state.turn != turn and not is_over(desk.state):
            turn = desk.state.turn
            if (turn + game) % every == 0:
                if n >= positions.shape[0]:
                    raise IndexError("more positions than there is room to describe")
                describe_position(desk, desk.state)
                positions[n] = desk.mind.position[:players, : positions.shape[2]]
                n += 1
    final_scores(desk.box, desk.options, desk.state)
    return n
