"""The tables of a run: their columns, and how a finished game fills its rows."""

from __future__ import annotations

import numpy as np

from rules.fields import Row, Rows, columns, field
from rules.kernel import Array, kernel
from rules.starwars.moves import ATTACK
from rules.starwars.scoring import side_score
from rules.starwars.state import MAX_BATTLES, SOURCES, BattleRow, State
from rules.starwars.tiles import KINDS
from rules.tiles.moves import move_target
from rules.tiles.state import MAX_SCORED, MAX_SEATS, ScoredRow
from rules.tiles.tileset import MAX_TILES
from simulate.games.starwars.move_features import Desk
from simulate.games.tiles import decisions
from simulate.games.tiles.decisions import NO_MEEPLE, chosen_field, describe_laying
from simulate.games.tiles.placements import TileRow, share_points, write_laid
from simulate.play import tables
from simulate.play.tables import (
    MOST_MOVES,
    Summed,
    Table,
    best_two,
    with_watched,
    write_log,
    write_standing,
)

CHOSEN = (NO_MEEPLE, "on a trade route", "on an asteroid field", "on a planet", "on a planet beside the tile")
"""What is placed with a tile."""
BESIDE = len(CHOSEN) - 1


class GameRow(Row):
    """A game."""

    players: int = field(np.int8, "seats")
    first: int = field(np.int8, "the seat that began")
    turns: int = field(np.int16, "turns played")
    tiles: int = field(np.int16, "on the table at the end")
    discarded: int = field(np.int8, "tiles that fitted nowhere")
    winners: int = field(np.int8, "bit s: seat s won")
    margin: int = field(np.int32, "best score minus the best of the other sides", unit="points")
    battles: int = field(np.int16, "battles")
    ties: int = field(np.int32, "rolls whose top was shared")
    largest_pool: int = field(
        np.int16, "most dice of a fighter, before the cap, in battles and in what players weighed"
    )
    most_symbols: int = field(np.int16, "the same of symbols of its own faction in the feature")


class SeatRow(tables.SeatRow):
    """What a seat has at the end. Partners show what their team has, but for meeples placed and attacks."""

    points: Array = columns(np.int32, "points by source; they add up to `score`", SOURCES)
    placed: Array = columns(
        np.int8,
        "meeples placed, by size and kind of feature",
        [f"{size}_on_{kind}" for size in ("small", "big") for kind in KINDS],
        shape=(2, len(KINDS)),
    )
    attacks: int = field(np.int8, "meeples put on a planet that a rival held")
    fought: int = field(np.int16, "battles fought")
    won: int = field(np.int16, "battles won")


class PlacementRow(TileRow):
    """A tile that was laid; the one on the table when the game begins is left out."""

    brought: float = field(
        np.float32,
        "points that features paid to the player who laid it, or the team, to the end of the game: a "
        "planet’s to its tile, those of a route or field in equal parts to all its tiles; what battles pay "
        "is left out",
    )


class DecisionRow(decisions.DecisionRow):
    """A tile to lay, as the table stood before the move."""

    chosen: int = chosen_field(CHOSEN)


TABLES = with_watched(
    {
        "games": Table(GameRow, 1),
        "seats": Table(SeatRow, MAX_SEATS),
        "battles": Table(BattleRow, MAX_BATTLES),
        "features": Table(ScoredRow, MAX_SCORED, renamed={"marks": "symbols"}),
    },
    MAX_TILES,
    MAX_SEATS,
    Table(PlacementRow, MAX_TILES, on_request=True),
    Table(DecisionRow, MOST_MOVES, on_request=True),
)

SUMMED = Summed(("battles", "ties"), (*SOURCES, "attacks", "fought", "won"), tallied="battles")


@kernel
def write_game(state: State, game: int, row: GameRow) -> None:
    """Fill the row of a finished game."""
    row.game = game
    row.players = state.players
    row.first = state.first
    row.turns = state.turn
    row.tiles = state.n_placed
    row.discarded = state.n_discarded
    row.winners = state.winners
    best = second = -1
    for side in range(state.players):
        if state.is_side[side]:
            best, second = best_two(best, second, side_score(state, side))
    row.margin = best - second
    row.battles = state.n_battles
    row.largest_pool = state.largest_pool
    row.most_symbols = state.most_symbols
    row.ties = 0
    for i in range(state.n_battles):
        row.ties += state.battles[i].ties


@kernel
def write_seats(desk: Desk, game: int, rows: Rows[SeatRow], at: int) -> int:
    """Fill one row a seat from row `at`; return the next free row. A team's numbers stand at each partner."""
    state = desk.state
    for seat in range(state.players):
        side = state.side_of[seat]
        row = rows[at + seat]
        write_standing(desk, game, seat, row)
        row.points[:] = state.points[side]
        row.placed[:] = state.placed[seat]
        row.attacks = state.attacks[seat]
        row.fought = state.fought[side]
        row.won = state.won[side]
    return at + state.players


@kernel
def write_rows(
    desk: Desk,
    game: int,
    tables: tuple[Rows[GameRow], Rows[SeatRow], Rows[BattleRow], Rows[ScoredRow]],
    rows: Array,
) -> None:
    """Write the rows of a finished game to each table that has room."""
    games, seats, battles, features = tables
    state = desk.state
    write_game(state, game, games[rows[0]])
    rows[0] += 1
    rows[1] = write_seats(desk, game, seats, rows[1])
    rows[2] = write_log(state.battles, state.n_battles, game, battles, rows[2])
    rows[3] = write_log(state.scored, state.n_scored, game, features, rows[3])


@kernel
def write_placements(desk: Desk, game: int, rows: Rows[TileRow], at: int) -> int:
    """Write the tiles of a finished game from row `at`; return the next free row."""
    state = desk.state
    end = write_laid(state, game, rows, at)
    for i in range(state.n_scored):
        scored = state.scored[i]
        share_points(state, state.scored_node[i], scored.points, partners(state, scored.seats), rows, at)
    return end


@kernel
def partners(state: State, seats: int) -> int:
    """These seats and those of their team, as bits."""
    found = 0
    for seat in range(state.players):
        for other in range(state.players):
            if state.side_of[other] == state.side_of[seat] and (seats >> other) & 1:
                found |= 1 << seat
    return found


@kernel
def describe_decision(desk: Desk, move: int, row: DecisionRow) -> None:
    """Fill in what is decided, what a meeple is placed on (SW-18, SW-20), and the meeples in the reserve."""
    state = desk.state
    meeples = state.reserve[state.seat, 0] + state.reserve[state.seat, 1]
    if describe_laying(state, move, meeples, row):
        target = move_target(move)
        row.chosen = BESIDE if target >= ATTACK else 1 + desk.box.kind[state.tile, target - 1]
