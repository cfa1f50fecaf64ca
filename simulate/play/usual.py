"""What stands for the module `playing` of a compiled game that says nothing, or little, of how it is played.

Its moves are weighed by trying them, one move ahead, unless it has features of its own; its searches play on
to the end; and its tables have the columns of all games, and those of the fields that it has `counted`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from rules import games
from rules.fields import Field, Row, field, fields_of
from rules.games import MAX_SEATS
from rules.played_moves import most_moves
from rules.state_fields import SCORE, counted_fields
from rules.verbs import answers, registered
from rules.words import Word
from simulate.play.choosing import Choosing
from simulate.play.desk import OneAhead, Standing
from simulate.play.noting import Noting, Trying
from simulate.play.search import TO_THE_END
from simulate.play.simulator import Playing
from simulate.play.tables import (
    MOST_MOVES,
    PROGRESS,
    UNSCORED_SEAT,
    DecisionRow,
    SeatRow,
    Summed,
    Table,
    with_watched,
    without,
)

MOST_TURNS = 1_000
"""The most turns of a game that has no option `max_turns`."""

GREEDY = "the move after which it stands best, one move ahead, what is hidden dealt anew"


class GameRow(Row):
    """A game."""

    players: int = field(np.int8, "seats")
    turns: int = field(np.int32, "turns played")
    winners: int = field(np.int8, "bit s: seat s won")


class ScoredGameRow(GameRow):
    """A game that is won by its score."""

    margin: int = field(np.int32, "best score less the best of the others; of the least, where that wins")


class UnscoredGameRow(GameRow):
    """A game without a score."""

    shared: int = field(np.int8, "1 if the win is shared")


UNSCORED_DECISION = without(DecisionRow, "score")
"""A decision in a game without a score."""


class OnlyWins(Word):
    """The features of a move where there is no score: the first of `OneAhead`."""

    WIN = OneAhead.WIN.text


def playing_of(
    game: str,
    *,
    policies_version: int = 1,
    mind: type[Choosing] = Noting,
    move_features: type[Word] | None = None,
    position_features: type[Word] = Standing,
    **others: Any,
) -> Playing:
    """How a game is played that says no more than this; what else a `Playing` has may be said, too.

    Without `move_features` every move is tried. With some it answers the verb `note_features`, and its
    `weights.toml` says what they weigh.

    Raises
    ------
    ValueError
        If nothing says what its moves are made of, who has won, or what its features are for a move.
    """
    known, own = games.load(game), registered(game)
    if known.has_score and SCORE not in fields_of(own.state):
        raise ValueError(f"{game} counts {known.unit}, and its state has no field '{SCORE}' of each seat")
    if not known.has_score and not (answers(game, "has_won") or answers(game, "final_scores")):
        raise ValueError(f"{game} has no score, and no kernel `has_won` says who wins")
    if move_features and not (answers(game, "note_features") or answers(game, "value_moves")):
        raise ValueError(f"{game} declares move features, and no kernel `note_features` notes them")
    if own.moves is None and "moves" not in others:
        raise ValueError(f"{game} says not what its moves are made of: register(..., moves=Move)")
    tables, summed = tables_of(game)
    usual: dict[str, Any] = {"tables": tables, "summed": summed, "mind": mind}
    if own.moves is not None:
        usual["moves"] = most_moves(own.moves)
    if move_features is None:
        usual |= {"mind": Trying, "anchor": "win"}
        move_features = OneAhead if known.has_score else OnlyWins
        weights = {"win": 10.0, "lead": 1.0} if known.has_score else {"win": 1.0}
        usual["styles"] = {"greedy": {"text": GREEDY, **weights}}
    if position_features is Standing:
        usual["ahead"] = (TO_THE_END, 0)
    features = {"move_features": move_features, "position_features": position_features}
    return Playing(
        **{"policies_version": policies_version, "state": own.state, **features, **usual, **others}
    )


def tables_of(game: str) -> tuple[Mapping[str, Table], Summed]:
    """The tables of a game, with the fields of its state that are counted, and what is added up of them."""
    known, own = games.load(game), registered(game)
    of_games, of_seats = counted_fields(own.state)
    scored = known.has_score
    tables = {
        "games": Table(_row(own.state, ScoredGameRow if scored else UnscoredGameRow, of_games), 1),
        "seats": Table(_row(own.state, SeatRow if scored else UNSCORED_SEAT, of_seats), MAX_SEATS),
    }
    decisions = None if scored else Table(UNSCORED_DECISION, MOST_MOVES, on_request=True)
    every = dict(with_watched(tables, _most_turns(known.options.Options), MAX_SEATS, decisions=decisions))
    if not scored:
        del every[PROGRESS]
    return every, Summed(tuple(of_games), tuple(of_seats), tallied="turns")


def _row(state: type, base: type, counted: Mapping[str, Field]) -> type:
    """A row with a column for each field that is counted, of the game's own."""
    columns = {name: field(np.int32, each.text) for name, each in counted.items()}
    return type(base.__name__, (base,), {"__module__": state.__module__, "__doc__": base.__doc__, **columns})


def _most_turns(options: type) -> int:
    """The most turns that a game can take, as its option `max_turns` says."""
    every = {each.name: each for each in dataclasses.fields(options)}
    return every["max_turns"].metadata["high"] if "max_turns" in every else MOST_TURNS
