"""The tables of a run: their columns, and how a finished game fills its rows."""

from __future__ import annotations

import numpy as np

from rules.carcassonne.options import FarmMethod
from rules.carcassonne.scoring import seat_score
from rules.carcassonne.state import MAX_FARMS, SOURCES, FarmRow, State
from rules.carcassonne.tiles import Feature
from rules.fields import Row, Rows, columns, field
from rules.kernel import Array, kernel
from rules.tiles.moves import DRAW, move_slot, move_target
from rules.tiles.state import MAX_SCORED, MAX_SEATS, ScoredRow
from rules.tiles.tileset import MAX_TILES
from rules.words import with_numbers
from simulate.games.carcassonne.move_features import Desk
from simulate.games.tiles import decisions
from simulate.games.tiles.decisions import NO_MEEPLE, Decision, chosen_field, describe_laying
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

PLACED = ("thieves", "knights", "monks", "farmers")
"""Columns of meeples by role, in the order of the sources that they earn from (CC-23)."""

CHOSEN = (NO_MEEPLE, "a thief", "a knight", "a monk", "a farmer")
"""What is placed with a tile: nothing, or a meeple in one of these roles."""


class GameRow(Row):
    """A game."""

    players: int = field(np.int8, "seats")
    turns: int = field(np.int16, "turns played")
    tiles: int = field(np.int16, "on the table at the end")
    discarded: int = field(np.int8, "tiles that fitted nowhere")
    winners: int = field(np.int8, "bit s: seat s won")
    margin: int = field(np.int32, "best score minus the best of the others", unit="points")
    cities: int = field(np.int16, "complete ones")
    farms: int = field(np.int16, "with farmers")


class SeatRow(tables.SeatRow):
    """What a seat has at the end."""

    points: Array = columns(np.int32, "points by source; they add up to `score`", SOURCES)
    placed: Array = columns(np.int8, "meeples placed, by role", PLACED)
    farmer_turns: int = field(
        np.int32, "sum over farmers of the turns from theirs to the last in which they stand, both counted"
    )
    left: int = field(np.int8, "meeples in the supply when the last turn was over")


class PlacementRow(TileRow):
    """A tile that was laid; the one on the table when the game begins is left out."""

    brought: float = field(
        np.float32,
        "points that features paid to the player who laid it, to the end of the game: a cloister’s to its "
        "tile, those of a road, city or farm in equal parts to all its tiles",
    )


class DecisionRow(decisions.DecisionRow):
    """A tile to lay, as the table stood before the move."""

    decision: int = field(
        np.int8,
        f"what was decided: {with_numbers(Decision.texts())}, though a cloister of one’s own could go "
        "somewhere; nothing where no tile can be laid",
    )
    chosen: int = chosen_field(CHOSEN)


TABLES = with_watched(
    {
        "games": Table(GameRow, 1),
        "seats": Table(SeatRow, MAX_SEATS),
        "features": Table(ScoredRow, MAX_SCORED, renamed={"marks": "pennants"}),
        "farms": Table(FarmRow, MAX_FARMS),
    },
    MAX_TILES,
    MAX_SEATS,
    Table(PlacementRow, MAX_TILES, on_request=True),
    Table(DecisionRow, MOST_MOVES, on_request=True),
)

SUMMED = Summed(
    ("cities", "farms", "discarded"), (*SOURCES, *PLACED, "farmer_turns", "left"), tallied="farmers"
)


@kernel
def write_game(state: State, game: int, row: GameRow) -> None:
    """Fill the row of a finished game."""
    row.game = game
    row.players = state.players
    row.turns = state.turn
    row.tiles = state.n_placed
    row.discarded = state.n_discarded
    row.winners = state.winners
    best = second = -1
    for seat in range(state.players):
        best, second = best_two(best, second, seat_score(state, seat))
    row.margin = best - second
    row.cities = state.n_complete
    row.farms = state.n_farms


@kernel
def write_seats(desk: Desk, game: int, rows: Rows[SeatRow], at: int) -> int:
    """Fill one row a seat from row `at`; return the next free row."""
    state = desk.state
    for seat in range(state.players):
        row = rows[at + seat]
        write_standing(desk, game, seat, row)
        row.points[:] = state.points[seat]
        row.placed[:] = state.placed[seat]
        standing = state.placed[seat, Feature.FIELD] - state.farmers_home[seat]
        row.farmer_turns = standing * state.turn - state.farmer_turn[seat]
        row.left = state.left[seat]
    return at + state.players


@kernel
def write_rows(
    desk: Desk,
    game: int,
    tables: tuple[Rows[GameRow], Rows[SeatRow], Rows[ScoredRow], Rows[FarmRow]],
    rows: Array,
) -> None:
    """Write the rows of a finished game to each table that has room."""
    games, seats, features, farms = tables
    state = desk.state
    write_game(state, game, games[rows[0]])
    rows[0] += 1
    rows[1] = write_seats(desk, game, seats, rows[1])
    rows[2] = write_log(state.scored, state.n_scored, game, features, rows[2])
    rows[3] = write_log(state.farms, state.n_farms, game, farms, rows[3])


@kernel
def write_placements(desk: Desk, game: int, rows: Rows[TileRow], at: int) -> int:
    """Write the tiles of a finished game from row `at`; return the next free row."""
    state, options = desk.state, desk.options
    end = write_laid(state, game, rows, at)
    for i in range(state.n_scored):
        scored = state.scored[i]
        share_points(state, state.scored_node[i], scored.points, scored.seats, rows, at)
    if options.farm_method == FarmMethod.NONE:
        return end
    for farm in range(state.n_closed, state.n_farms):
        for seat in range(state.players):
            points = state.farms[farm].units[options.farm_method, seat] * options.farm_points
            share_points(state, state.farm_node[farm], points, 1 << seat, rows, at)
    return end


@kernel
def describe_decision(desk: Desk, move: int, row: DecisionRow) -> None:
    """Fill in what is decided, the role of the meeple placed, and the meeples in the supply."""
    state = desk.state
    lays_meeple = describe_laying(state, move, state.supply[state.seat], row)
    if state.may_draw == 1 and move == DRAW:
        row.decision = Decision.DRAW
    elif lays_meeple:
        row.chosen = 1 + desk.box.kind[tile_of_move(state, move), move_target(move) - 1]


@kernel
def tile_of_move(state: State, move: int) -> int:
    """The design of the tile that a move lays: the one drawn, or one of the hand (HR-21)."""
    if state.hand_size[state.seat] > 0:
        return state.hand[state.seat, move_slot(move)]
    return state.tile
