"""Plays games from start to end and writes their rows."""

from __future__ import annotations

from typing import Any

from rules.kernel import Array, Record, kernel
from rules.starwars.engine import apply, final_scores, is_over, new_game
from simulate.starwars.desk import Desk
from simulate.starwars.policies import choose
from simulate.starwars.tables import write_battles, write_features, write_game, write_seats

# Positions in the array of row counts.
N_GAMES, N_SEATS, N_BATTLES, N_FEATURES_ROWS = range(4)


@kernel
def play_game(desk: Desk, players: int, seed: int, game: int) -> None:
    """Play game `game` to its end, final scoring included."""
    new_game(desk.tiles, desk.options, desk.factions, desk.state, players, seed, game)
    while not is_over(desk.state):
        apply(desk.tiles, desk.options, desk.state, choose(desk))
    final_scores(desk.options, desk.state)


@kernel
def play_games(
    tiles: Record,
    options: Record,
    factions: Array,
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
    battles: Array,
    features: Array,
    rows: Array,
) -> None:
    """Play games `first` to `first + n - 1` and write their rows; `rows` counts the rows of each table.

    The caller has made room for the most that n games can write; a table that is not wanted has none.
    The desk comes in pieces, as Numba takes milliseconds to recognise a named tuple from outside.
    """
    desk = Desk(tiles, options, factions, state, policies, users, mind)
    for game in range(first, first + n):
        play_game(desk, players, seed, game)
        write_game(state, game, games[rows[N_GAMES]])
        rows[N_GAMES] += 1
        rows[N_SEATS] = write_seats(state, game, seats, rows[N_SEATS])
        if battles.shape[0] > 0:
            rows[N_BATTLES] = write_battles(state, game, battles, rows[N_BATTLES])
        if features.shape[0] > 0:
            rows[N_FEATURES_ROWS] = write_features(state, game, features, rows[N_FEATURES_ROWS])
