"""The desk of a worker, and what a game answers for those who play at it."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeAlias, TypeVar

from rules.kernel import Array, Functions, Struct
from rules.verbs import GameState, for_each_game, verb
from simulate.play.choosing import Choosing, Policies

Box = TypeVar("Box", covariant=True)
Options = TypeVar("Options", covariant=True)
State = TypeVar("State", covariant=True)
Mind = TypeVar("Mind", covariant=True)


class GameDesk(NamedTuple, Generic[Box, Options, State, Mind]):
    """What lies before a worker while it plays. It holds records only: arrays would be counted.

    A game says which (`Desk`), so that mypy knows every field of the records on it.
    """

    box: Box  # what lies in the box of the game: tiles, cards, a board
    options: Options
    state: State
    policies: Policies
    users: Functions  # the function of each seat that a user's policy plays
    mind: Mind  # what a policy knows beside the state, and its scratch paper


Desk: TypeAlias = GameDesk[Struct, Struct, GameState, Choosing]
"""The desk of whatever game."""


# --- what a game answers


@for_each_game
def asked(state: GameState) -> int:
    """The seat that decides: the one whose turn it is."""
    return state.seat


@verb
def value_moves(desk: Desk, state: GameState, weights: Array) -> int:
    """List the legal moves and the value of each in `desk.mind`; return how many there are.

    `state` is the desk's or a copy to try moves on.
    """
    return 0


@verb
def weigh_moves(desk: Desk) -> int:
    """List the legal moves and the features of each, a row of `mind.told`; return how many there are."""
    return 0


@for_each_game
def shown(desk: Desk, seat: int) -> GameState:
    """What a user's policy of this seat gets to see: the state, or a copy without what is hidden from it."""
    return desk.state


@for_each_game
def ask_user(desk: Desk, view: GameState, seat: int, n: int) -> int:
    """What the user's function of a seat says to the `n` moves that are listed; it may note their values.

    `view` is what the seat may know of the game.
    """
    mind = desk.mind
    return desk.users[seat](view, mind.moves[:n], mind.told[:n], mind.values[:n])


@verb
def deal_unseen(desk: Desk, state: GameState, seat: int) -> None:
    """Deal anew, in a copy of the game, what the seat does not know: it may be used in no other way.

    As a turn begins the seat may be -1, an onlooker, who knows what lies open to all.
    """


@for_each_game
def playout_end(state: GameState) -> int:
    """The turn before which a playout that begins here is broken off: late enough never to be reached."""
    return 1 << 30


@verb
def outcome(desk: Desk, state: GameState, seat: int) -> float:
    """How well a playout left it for a seat, from 0 to 1. What is scored after the end has been scored."""
    return 0.0


@verb
def describe_position(desk: Desk, state: GameState) -> None:
    """Write the position features of every seat to `desk.mind.position`; the game goes on.

    All of the state may be looked at: in a playout what is hidden has been dealt anew.
    """


@for_each_game
def doubt(state: GameState) -> float:
    """Standard errors by which a move must do better in playouts than the weighted policy's own."""
    return 0.0


@for_each_game
def errors_of_others(state: GameState) -> float:
    """How much the others err in playouts, as `err` has it.

    Where nothing happens by chance they would make the same reply in each, and a move would be worth what it
    is against just this reply.
    """
    return 0.0


@verb
def write_rows(desk: Desk, game: int, tables: tuple[Array, ...], rows: Array) -> None:
    """Write the rows of a finished game to each table that has room, and count them in `rows`."""


@for_each_game
def write_placements(desk: Desk, game: int, rows: Array, at: int) -> int:
    """Write what was placed in a finished game, and what it brought, from row `at`; return the next free row.

    Only for a game that declares the table `placements`.
    """
    return at


@for_each_game
def describe_decision(desk: Desk, move: int, row: Struct) -> None:
    """Fill in what is decided, the kind of the move that comes next, and what else the game tells of it."""
    row.decision = 0
    row.chosen = 0


@for_each_game
def write_trades(desk: Desk, game: int, move: int, rows: Array, at: int) -> int:
    """Write what the move that comes next does of a trade, from row `at`; return the next free row.

    Only for a game that declares the table `trades`. Rows before `at` may be of a trade that goes on.
    """
    return at


@verb
def score_now(desk: Desk, state: GameState, seat: int) -> int:
    """The score of a seat as it stands, of what has been scored so far; after the end its final score."""
    return 0
