"""Plays games from start to end and writes their rows."""

from __future__ import annotations

from typing import Any

from rules.catan.engine import apply, final_scores, is_over, new_game
from rules.kernel import Array, Record, kernel
from simulate.catan.desk import Desk
from simulate.catan.policies import choose
from simulate.catan.tables import (
    write_game,
    write_hexes,
    write_production,
    write_rolls,
    write_seats,
    write_turns,
)

# Positions in the array of row counts.
N_GAMES, N_SEATS, N_ROLLS, N_PRODUCTION, N_HEX_ROWS, N_TURNS = range(6)


@kernel
def play_game(desk: Desk, players: int, seed: int, game: int) -> None:
    """Play game `game` to its end."""
    new_game(desk.board, desk.options, desk.state, players, seed, game)
    while not is_over(desk.state):
        apply(desk.board, desk.options, desk.state, choose(desk))
    final_scores(desk.options, desk.state)


@kernel
def play_noted(desk: Desk, players: int, seed: int, game: int, moves: Array) -> int:
    """Play game `game` to its end and write down its moves; returns how many there were."""
    new_game(desk.board, desk.options, desk.state, players, seed, game)
    n = 0
    while not is_over(desk.state):
        if n >= moves.shape[0]:
            raise IndexError("more decisions than there is room to note")
        moves[n] = choose(desk)
        apply(desk.board, desk.options, desk.state, moves[n])
        n += 1
    final_scores(desk.options, desk.state)
    return n


@kernel
def play_games(
    board: Record,
    options: Record,
    state: Record,
    policies: Record,
    users: tuple[Any, ...],
    mind: Record,
    players: int,
    seed: int,
    first: int,
    n: int,
    games: Array,
    seats: Array,
    rolls: Array,
    production: Array,
    hexes: Array,
    turns: Array,
    rows: Array,
) -> None:
    """Play games `first` to `first + n - 1` and write their rows; `rows` counts the rows of each table.

    The caller has made room for the most that n games can write; a table that is not wanted has none.
    The desk comes in pieces, as Numba takes milliseconds to recognise a named tuple from outside.
    """
    desk = Desk(board, options, state, policies, users, mind)
    for game in range(first, first + n):
        play_game(desk, players, seed, game)
        write_game(state, game, games[rows[N_GAMES]])
        rows[N_GAMES] += 1
        rows[N_SEATS] = write_seats(board, state, game, seats, rows[N_SEATS])
        if rolls.shape[0] > 0:
            write_rolls(state, game, rolls[rows[N_ROLLS]])
            rows[N_ROLLS] += 1
        if production.shape[0] > 0:
            rows[N_PRODUCTION] = write_production(state, game, production, rows[N_PRODUCTION])
        if hexes.shape[0] > 0:
            rows[N_HEX_ROWS] = write_hexes(state, game, hexes, rows[N_HEX_ROWS])
        if turns.shape[0] > 0:
            rows[N_TURNS] = write_turns(state, game, turns, rows[N_TURNS])
