"""The tables of a run: their columns, and how a finished game fills its rows."""

from __future__ import annotations

import numpy as np

from rules.kernel import Array, Record, kernel
from rules.starwars.scoring import side_score
from rules.starwars.state import MAX_BATTLES
from rules.tiles.features import MAX_SEATS
from rules.tiles.scored import MAX_SCORED
from simulate.common.playing import Desk

GAMES = np.dtype(
    [
        ("game", np.int32),
        ("players", np.int8),
        ("first", np.int8),  # the seat that began
        ("turns", np.int16),
        ("tiles", np.int16),  # on the table at the end
        ("discarded", np.int8),
        ("winners", np.int8),  # bit s: seat s won
        ("margin", np.int32),  # best score minus the best of the other sides
        ("battles", np.int16),
        ("ties", np.int32),  # rolls whose top was shared
    ]
)
SEATS = np.dtype(
    [
        ("game", np.int32),
        ("seat", np.int8),
        ("score", np.int32),
        ("rank", np.int8),  # 1 for the best; equal scores share the better rank
        ("win_share", np.float32),  # 1, or a part of it if the win is shared
        ("route", np.int32),  # points by source
        ("asteroid", np.int32),
        ("planet", np.int32),
        ("battle_loss", np.int32),
        ("battle_tie", np.int32),
        ("small_on_route", np.int8),  # meeples placed, by size and kind of feature
        ("small_on_asteroid", np.int8),
        ("small_on_planet", np.int8),
        ("big_on_route", np.int8),
        ("big_on_asteroid", np.int8),
        ("big_on_planet", np.int8),
        ("attacks", np.int8),  # meeples put on planets that rivals held
        ("fought", np.int16),  # battles
        ("won", np.int16),
    ]
)
BATTLES = np.dtype(
    [
        ("game", np.int32),
        ("turn", np.int16),
        ("kind", np.int8),  # 0 route, 1 asteroid field, 2 planet
        ("fighters", np.int8),
        ("dice_0", np.int8),  # by seat, 0 for who did not fight; a team under its lowest seat
        ("dice_1", np.int8),
        ("dice_2", np.int8),
        ("dice_3", np.int8),
        ("dice_4", np.int8),
        ("rolls", np.int32),
        ("ties", np.int32),  # rolls whose top was shared: rolls - 1
        ("winner", np.int8),  # seat, or the team's lowest seat
        ("complete", np.int8),  # 1 if the feature was complete
    ]
)
FEATURES = np.dtype(
    [
        ("game", np.int32),
        ("turn", np.int16),
        ("kind", np.int8),
        ("tiles", np.int16),  # tiles paid for; for a planet its places that hold tiles
        ("symbols", np.int16),
        ("points", np.int32),
        ("seats", np.int8),  # bit s: seat s stood on it
        ("final", np.int8),  # 1 after the game, 0 during it
    ]
)
TABLES = {"games": GAMES, "seats": SEATS, "battles": BATTLES, "features": FEATURES}
ROWS_PER_GAME = {"games": 1, "seats": MAX_SEATS, "battles": MAX_BATTLES, "features": MAX_SCORED}
"""Most rows that one game can add."""


@kernel
def write_game(state: Record, game: int, row: Record) -> None:
    """Fill the row of a finished game."""
    row.game = game
    row.players = state.players
    row.first = state.first
    row.turns = state.turn
    row.tiles = state.n_placed
    row.discarded = state.n_discarded
    row.winners = state.winners
    best = -1
    second = -1
    for side in range(state.players):
        if state.is_side[side]:
            score = side_score(state, side)
            if score > best:
                best, second = score, best
            elif score > second:
                second = score
    row.margin = best - second
    row.battles = state.n_battles
    ties = 0
    for i in range(state.n_battles):
        ties += state.battle_rolls[i] - 1
    row.ties = ties


@kernel
def write_seats(state: Record, game: int, rows: Array, at: int) -> int:
    """Fill one row a seat from row `at`; return the next free row. A team's numbers stand at each partner."""
    sharing = 0
    for seat in range(state.players):
        sharing += (state.winners >> seat) & 1
    for seat in range(state.players):
        side = state.side_of[seat]
        row = rows[at + seat]
        row.game = game
        row.seat = seat
        score = side_score(state, side)
        row.score = score
        rank = 1
        for other in range(state.players):
            if side_score(state, state.side_of[other]) > score:
                rank += 1
        row.rank = rank
        row.win_share = 1.0 / sharing if (state.winners >> seat) & 1 else 0.0
        row.route = state.points[side, 0]
        row.asteroid = state.points[side, 1]
        row.planet = state.points[side, 2]
        row.battle_loss = state.points[side, 3]
        row.battle_tie = state.points[side, 4]
        row.small_on_route = state.placed[seat, 0, 0]
        row.small_on_asteroid = state.placed[seat, 1, 0]
        row.small_on_planet = state.placed[seat, 2, 0]
        row.big_on_route = state.placed[seat, 0, 1]
        row.big_on_asteroid = state.placed[seat, 1, 1]
        row.big_on_planet = state.placed[seat, 2, 1]
        row.attacks = state.attacks[seat]
        row.fought = state.fought[side]
        row.won = state.won[side]
    return at + state.players


@kernel
def write_battles(state: Record, game: int, rows: Array, at: int) -> int:
    """Copy the game's log of battles to rows from `at`; return the next free row."""
    for i in range(state.n_battles):
        row = rows[at + i]
        row.game = game
        row.turn = state.battle_turn[i]
        row.kind = state.battle_kind[i]
        fighters = 0
        for side in range(MAX_SEATS):
            if state.battle_dice[i, side] > 0:
                fighters += 1
        row.fighters = fighters
        row.dice_0 = state.battle_dice[i, 0]
        row.dice_1 = state.battle_dice[i, 1]
        row.dice_2 = state.battle_dice[i, 2]
        row.dice_3 = state.battle_dice[i, 3]
        row.dice_4 = state.battle_dice[i, 4]
        row.rolls = state.battle_rolls[i]
        row.ties = state.battle_rolls[i] - 1
        row.winner = state.battle_winner[i]
        row.complete = state.battle_complete[i]
    return at + state.n_battles


@kernel
def write_features(state: Record, game: int, rows: Array, at: int) -> int:
    """Copy the game's log of scorings to rows from `at`; return the next free row."""
    for i in range(state.n_scored):
        row = rows[at + i]
        row.game = game
        row.turn = state.scored_turn[i]
        row.kind = state.scored_kind[i]
        row.tiles = state.scored_tiles[i]
        row.symbols = state.scored_marks[i]
        row.points = state.scored_points[i]
        row.seats = state.scored_seats[i]
        row.final = state.scored_final[i]
    return at + state.n_scored


@kernel
def write_rows(desk: Desk, game: int, tables: tuple[Array, ...], rows: Array) -> None:
    """Write the rows of a finished game to each table that has room."""
    games, seats, battles, features = tables
    state = desk.state
    write_game(state, game, games[rows[0]])
    rows[0] += 1
    rows[1] = write_seats(state, game, seats, rows[1])
    if battles.shape[0] > 0:
        rows[2] = write_battles(state, game, battles, rows[2])
    if features.shape[0] > 0:
        rows[3] = write_features(state, game, features, rows[3])
