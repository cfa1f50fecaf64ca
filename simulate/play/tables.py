"""The tables of a run: a game declares each with the record type of its rows."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from rules.bits import count_bits
from rules.fields import Row, Rows, dtype_of, field, fields_of, table_of
from rules.kernel import Array, Struct, kernel
from rules.verbs import LOW_WINS, by_score, count_game, count_seat, for_each_game
from simulate.play.choosing import win_share
from simulate.play.desk import LARGEST, Desk, score_now

AnyRow = TypeVar("AnyRow", bound=Row)

MOST_MOVES = 1 << 18
"""Decisions of one game that there is room to note."""


@dataclass(frozen=True)
class Table:
    """A table: what a row is, and the most rows that a game can add."""

    row: type
    """A subclass of `rules.fields.Fields`."""
    most: int
    on_request: bool = False
    """Whether it is written only if it is asked for by name."""
    renamed: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Columns that have another name than the field, in the words of the game."""
    first_games: int = 0
    """The games with an index below this one all have their rows."""
    one_in: int = 1
    """Of those after them, one in so many."""

    def keeps(self, game: Any) -> Any:
        """Whether the game of this index, or each of an array of them, has its rows.

        It depends on the index alone, so that a run may be extended, repaired and combined.
        """
        return (game < self.first_games) | (game % self.one_in == 0)

    @property
    def is_long(self) -> bool:
        """Whether there is only room for a few games at a time, as one may have so very many rows."""
        return self.most >= MOST_MOVES

    @property
    def sample(self) -> str:
        """Which games have rows, where not all have."""
        if self.one_in == 1:
            return ""
        return f"the first {self.first_games:,} games, then one in {self.one_in}"

    @property
    def rows(self) -> np.dtype[Any]:
        """The type of a row as kernels fill it."""
        return dtype_of(self.row)

    @property
    def columns(self) -> np.dtype[Any]:
        """The same bytes with a name for each number."""
        return table_of(self.row, **self.renamed)


@dataclass(frozen=True)
class Summed:
    """What a game adds up of its games, beside what is added up of every game (`simulate.store.sums`)."""

    games: tuple[str, ...]
    """Columns of `games`."""
    seats: tuple[str, ...]
    """Columns of `seats`: those of points by source first."""
    tallied: str = ""
    """What is counted game by game: a column that is added up, one of `seats` over all seats; "" for none."""


class SeatRow(Row):
    """What a seat has at the end; a game adds more."""

    seat: int = field(np.int8, "the seat")
    score: int = field(np.int32, "points")
    rank: int = field(np.int8, "1 for the best; equal scores share the better rank")
    win_share: float = field(np.float32, "1, or a part of it if the win is shared")


def without(row: type, *names: str) -> type:
    """A row that has all but these columns of another one."""
    kept = {name: each for name, each in fields_of(row).items() if name not in names}
    return type(row.__name__, (Row,), {"__module__": __name__, **kept})


UNSCORED_SEAT = without(SeatRow, "score", "rank")
"""What a seat has at the end, where there is no score."""


class ProgressRow(Row):
    """How a seat stood when a turn was over. The last row of a game is its result, all scoring included."""

    turn: int = field(np.int16, "the turn, counted as in the other tables")
    seat: int = field(np.int8, "the seat")
    score: int = field(np.int32, "as in `seats`, of what had been scored by then")


class PlacementRow(Row):
    """A piece that was placed; a game adds where, if it says so, and `brought`: what came of it."""

    turn: int = field(np.int16, "the turn, counted as in the other tables")
    seat: int = field(np.int8, "who placed it")
    piece: int = field(np.int16, "what it is, as a number")


class DecisionRow(Row):
    """A decision, as it stood before the move. A game adds what matters to who decides."""

    turn: int = field(np.int16, "the turn, counted as in the other tables")
    seat: int = field(np.int8, "who decided")
    decision: int = field(np.int8, "what was decided, 0 where a game does not tell them apart")
    legal: int = field(np.int16, "legal moves to choose from")
    chosen: int = field(np.int8, "what kind of move was chosen, 0 where a game does not tell them apart")
    score: int = field(np.int32, "what the seat had by then, as in `progress`")


PROGRESS, PLACEMENTS, DECISIONS, TRADES = WATCHED = ("progress", "placements", "decisions", "trades")
"""The tables on request that `play_watched` writes: every game has the first and `decisions`."""


def with_watched(
    tables: Mapping[str, Table],
    turns: int,
    seats: int,
    placements: Table | None = None,
    decisions: Table | None = None,
    trades: Table | None = None,
) -> Mapping[str, Table]:
    """The tables that a game writes itself, and those that are written of every game as it is played.

    A game has so many turns and seats at most. A turn 0 before the first and the scoring after the last may
    come to the turns. A game that says nothing of its `decisions` has the columns that all games have.
    """
    watched = {
        PROGRESS: Table(ProgressRow, (turns + 2) * seats, on_request=True),
        PLACEMENTS: placements,
        DECISIONS: decisions or Table(DecisionRow, MOST_MOVES, on_request=True),
        TRADES: trades,
    }
    return {**tables, **{name: table for name, table in watched.items() if table is not None}}


# --- filling rows


@for_each_game
def write_standing(desk: Desk, game: int, seat: int, row: SeatRow) -> None:
    """Fill in what every seat has at the end of a game with a score."""
    state = desk.state
    row.game = game
    row.seat = seat
    score = score_now(desk, state, seat)
    row.score = score
    row.rank = 1
    for other in range(state.players):
        rival = score_now(desk, state, other)
        if rival < score if LOW_WINS else rival > score:
            row.rank += 1
    row.win_share = win_share(state.winners, seat)


@kernel
def best_two(best: int, second: int, score: int) -> tuple[int, int]:
    """The best score and the best of the others, when those so far are joined by one more."""
    return max(best, score), max(second, min(best, score))


@for_each_game
def write_lead(desk: Desk, row: Struct) -> None:
    """Write how far the best score is from the best of the others."""
    state = desk.state
    sign = -1 if LOW_WINS else 1
    best = second = -LARGEST
    for seat in range(state.players):
        best, second = best_two(best, second, sign * score_now(desk, state, seat))
    row.margin = best - second


@for_each_game
def write_sharing(desk: Desk, row: Struct) -> None:
    """Write whether several share the win."""
    row.shared = 1 if count_bits(desk.state.winners) > 1 else 0


@for_each_game
def write_share(desk: Desk, game: int, seat: int, row: SeatRow) -> None:
    """Fill in what every seat has at the end of a game without a score."""
    row.game = game
    row.seat = seat
    row.win_share = win_share(desk.state.winners, seat)


finish_game, finish_seat = by_score(write_lead, write_sharing), by_score(write_standing, write_share)


@for_each_game
def write_rows(desk: Desk, game: int, tables: tuple[Array, ...], rows: Array) -> None:
    """Write the rows of a finished game to each table that has room, and count them in `rows`.

    Without a word of the game: how it ended, and what the fields that are `counted` say.
    """
    games, seats = tables
    state = desk.state
    row = games[rows[0]]
    row.game = game
    row.players = state.players
    row.turns = state.turn
    row.winners = state.winners
    finish_game(desk, row)
    count_game(state, row)
    rows[0] += 1
    for seat in range(state.players):
        line = seats[rows[1]]
        finish_seat(desk, game, seat, line)
        count_seat(state, seat, line)
        rows[1] += 1


@kernel
def write_log(log: Rows[AnyRow], n: int, game: int, rows: Rows[AnyRow], at: int) -> int:
    """Copy the `n` rows of a game's log to rows from `at`, if they are wanted; return the next free row."""
    if rows.shape[0] == 0:
        return at
    if at + n > rows.shape[0]:
        raise IndexError("more rows than its Table has room for")
    for i in range(n):
        rows[at + i] = log[i]
        rows[at + i].game = game
    return at + n
