"""Plays games from start to end and writes their rows."""

from __future__ import annotations

from typing import Any

from rules.castle.engine import apply, final_scores, is_over, new_game
from rules.kernel import Array, Record, kernel
from simulate.castle.desk import Desk
from simulate.castle.policies import choose
from simulate.castle.tables import write_cards, write_game, write_plays, write_seats

# Positions in the array of row counts.
N_GAMES, N_SEATS, N_PLAYS, N_CARDS = range(4)


@kernel
def play_game(desk: Desk, players: int, seed: int, game: int) -> None:
    """Play game `game` to its end."""
    new_game(desk.cards, desk.options, desk.state, players, seed, game)
    while not is_over(desk.state):
        apply(desk.cards, desk.options, desk.state, choose(desk))
    final_scores(desk.state)


@kernel
def play_games(
    cards: Record,
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
    plays: Array,
    fates: Array,
    rows: Array,
) -> None:
    """Play games `first` to `first + n - 1` and write their rows; `rows` counts the rows of each table.

    The caller has made room for the most that n games can write; a table that is not wanted has none.
    The desk comes in pieces, as Numba takes milliseconds to recognise a named tuple from outside.
    """
    desk = Desk(cards, options, state, policies, users, mind)
    for game in range(first, first + n):
        play_game(desk, players, seed, game)
        write_game(state, game, games[rows[N_GAMES]])
        rows[N_GAMES] += 1
        rows[N_SEATS] = write_seats(state, game, seats, rows[N_SEATS])
        if plays.shape[0] > 0:
            rows[N_PLAYS] = write_plays(state, game, plays, rows[N_PLAYS])
        if fates.shape[0] > 0:
            rows[N_CARDS] = write_cards(state, game, fates, rows[N_CARDS])
