"""What games add up to: exact whole-number sums, which give every number of a summary with its interval.

A game is a row: its columns of `games`, those of each seat, and the wins by place in the order of play. Kept
are the sums of all columns and of the products of any two; how many games each seat ended with each score;
and how many games had each number that the game wants tallied. Sums of parts add, exactly
and in any order, so how the games were cut into blocks leaves no trace.

A run with tables is summed up when it is read. One without (`--tables none`) keeps the sums of each block in
its receipt, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from rules import games
from simulate.store.order import first_seats

if TYPE_CHECKING:
    import pandas as pd

    from simulate.plans.plan import Plan

Counts: TypeAlias = npt.NDArray[np.int64]
Columns: TypeAlias = "pd.DataFrame | Mapping[str, Any]"
"""Columns by name."""

FORMAT = 1
"""Of what is added up and how: another number whenever the same games would give other sums."""

SUMMED = ("games", "seats")
"""The tables that are summed up."""
WIN, WIN_OF_MANY = 60, 840
"""Parts of a win at a table of up to six, and of more: whoever shares it has a whole number of them."""
OWN_COLUMNS = ("first", "shared")
"""Columns of `games` that only some games have: who began, and whether the win is shared."""
EXACT = 2**53
"""Whole numbers up to here are exact in floating point."""


@dataclass(frozen=True)
class Tally:
    """How often each whole number came, from `low` on: a row a number, a column for each series of them."""

    low: int
    counts: Counts

    @classmethod
    def of(cls, values: Counts) -> Tally:
        """The tally of a row a game."""
        if not len(values):
            return cls(0, np.zeros((0, values.shape[1]), np.int64))
        low, size = int(values.min()), int(values.max() - values.min()) + 1
        return cls(low, np.stack([np.bincount(series - low, minlength=size) for series in values.T], axis=1))

    def __add__(self, other: Tally) -> Tally:
        parts = [part for part in (self, other) if len(part.counts)]
        if len(parts) < 2:
            return parts[0] if parts else self
        low = min(part.low for part in parts)
        end = max(part.low + len(part.counts) for part in parts)
        counts = np.zeros((end - low, self.counts.shape[1]), np.int64)
        for part in parts:
            counts[part.low - low :][: len(part.counts)] += part.counts
        return Tally(low, counts)


@dataclass(frozen=True)
class Sums:
    """The sums of games of one plan."""

    columns: tuple[str, ...]
    n: int
    sums: Counts
    products: Counts
    """Of any two columns."""
    scores: Tally | None
    """A column a seat; None where there are no scores."""
    tally: Tally | None
    """Of what the game wants tallied (`simulate.play.tables.Summed`), if anything."""

    def __add__(self, other: Sums) -> Sums:
        if self.columns != other.columns:
            raise ValueError("sums of other columns")
        return Sums(
            self.columns,
            self.n + other.n,
            self.sums + other.sums,
            self.products + other.products,
            _both(self.scores, other.scores),
            _both(self.tally, other.tally),
        )

    def as_dict(self) -> dict[str, Any]:
        """JSON form. Of the products, which are symmetric, the upper half, row by row."""
        upper = np.triu_indices(len(self.columns))
        tallies = {"scores": self.scores, "tally": self.tally}
        return {
            "columns": list(self.columns),
            "n": self.n,
            "sums": self.sums.tolist(),
            "products": self.products[upper].tolist(),
        } | {name: {"low": one.low, "counts": one.counts.T.tolist()} for name, one in tallies.items() if one}

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Sums:
        """The sums of a JSON form."""
        columns = tuple(data["columns"])
        products = np.zeros((len(columns), len(columns)), np.int64)
        products[np.triu_indices(len(columns))] = data["products"]
        lower = np.tril_indices(len(columns), -1)
        products[lower] = products.T[lower]
        tallies = (
            Tally(data[name]["low"], np.array(data[name]["counts"], np.int64).T) if name in data else None
            for name in ("scores", "tally")
        )
        return Sums(columns, data["n"], np.array(data["sums"], np.int64), products, *tallies)


def _both(one: Tally | None, other: Tally | None) -> Tally | None:
    return None if one is None or other is None else one + other


def parts_of_win(players: int) -> int:
    """Parts of a win at a table of so many."""
    return WIN if players <= 6 else WIN_OF_MANY


@cache
def summed_columns(game: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The columns of `games` and of `seats` that are summed up for a game.

    Raises
    ------
    ValueError
        If a table of a package of a user's own lacks one.
    """
    known = games.load(game)
    playing, compared = known.playing, known.has_score and known.has_rivals
    common = {"turns": known.decides, "margin": compared}
    of_each_seat = {"score": known.has_score, "rank": compared}
    own = [name for name in OWN_COLUMNS if name in playing.tables["games"].columns.names]
    own += [name for name, is_there in common.items() if is_there]
    of_games = tuple(dict.fromkeys([*own, *playing.summed.games]))
    in_seats = [name for name, is_there in of_each_seat.items() if is_there]
    of_seats = tuple(dict.fromkeys([*in_seats, *playing.summed.seats]))
    for table, columns in zip(SUMMED, (of_games, of_seats), strict=True):
        for column in columns:
            if column not in playing.tables[table].columns.names:
                raise ValueError(f"{game}: its table '{table}' has no column '{column}', which is added up")
    return of_games, of_seats


def sums_of(plan: Plan, of_games: Columns, of_seats: Columns) -> Sums:
    """The sums of games by their columns of `games` and `seats`, a row a game, and a row a game and seat."""
    columns = columns_by_game(plan, of_games, of_seats)
    values = np.stack(list(columns.values()), axis=1)

    def of_each_seat(name: str) -> Counts:
        return np.stack([columns[f"{name}_{seat}"] for seat in range(plan.players)], axis=1)

    game, tally = games.load(plan.game), None
    if tallied := game.playing.summed.tallied:
        counted = columns[tallied] if tallied in columns else of_each_seat(tallied).sum(axis=1)
        tally = Tally.of(counted[:, None])
    return Sums(
        tuple(columns),
        len(values),
        *exact_sums(values.astype(np.float64)),
        Tally.of(of_each_seat("score")) if game.has_score else None,
        tally,
    )


def sums_of_rows(plan: Plan, tables: Mapping[str, np.ndarray[Any, Any]]) -> Sums:
    """The sums of games by their rows of both tables."""
    columns = [{name: tables[table][name] for name in tables[table].dtype.names or ()} for table in SUMMED]
    return sums_of(plan, *columns)


def no_sums(plan: Plan) -> Sums:
    """The sums of no games of a plan."""
    tables = games.load(plan.game).playing.tables
    return sums_of_rows(plan, {table: np.zeros(0, tables[table].columns) for table in SUMMED})


def columns_by_game(plan: Plan, of_games: Columns, of_seats: Columns) -> dict[str, Counts]:
    """What is summed up, a number a game each: ``turns``, ``score_0``, ``win_0``, ``place_win_0``..."""
    in_games, in_seats = summed_columns(plan.game)
    found = {name: _whole(of_games[name]) for name in in_games}
    found["first"] = first = first_seats(plan, of_games)
    seats = {name: _whole(of_seats[name]).reshape(-1, plan.players) for name in in_seats}
    shares = np.asarray(of_seats["win_share"], np.float64).reshape(-1, plan.players)
    seats["win"] = wins = (shares * parts_of_win(plan.players)).round().astype(np.int64)
    found["tied"] = found["shared"] if "shared" in found else (found["margin"] == 0).astype(np.int64)
    rows = np.arange(len(first))
    if "score" in seats:
        found["first_score"] = seats["score"][rows, first]
    found["first_win"] = wins[rows, first]
    found |= {
        f"{name}_{seat}": by_seat[:, seat] for name, by_seat in seats.items() for seat in range(plan.players)
    }
    for place in range(plan.players):
        found[f"place_win_{place}"] = wins[rows, (first + place) % plan.players]
    return found


def _whole(column: Any) -> Counts:
    return np.asarray(column, np.int64)


def exact_sums(values: npt.NDArray[np.float64]) -> tuple[Counts, Counts]:
    """The sums of whole numbers by column, and of the products of any two columns.

    Raises
    ------
    OverflowError
        If a number is too large: products of floats are fast, and exact up to `EXACT`.
    """
    largest = float(np.abs(values).max(initial=0.0))
    if len(values) * largest**2 > EXACT:
        raise OverflowError(f"a number of {largest:.0f} a game is too large to add up squares exactly")
    # Not values.T @ values: its threads wait for each other while other work fills the cores.
    products = np.einsum("gi,gj->ij", values, values)
    return values.sum(axis=0).astype(np.int64), products.astype(np.int64)
