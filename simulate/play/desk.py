"""The desk of a worker, and what a game answers for those who play at it."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from rules import games
from rules.chance import POLICY, draw_below, start_chance
from rules.kernel import Array, Functions, Struct
from rules.state_fields import hides
from rules.verbs import (
    LOW_WINS,
    GameState,
    OfGame,
    apply,
    by_score,
    copy_game,
    deal_fields,
    final_scores,
    for_each_game,
    is_over,
    kernel_of,
    legal_moves,
    read_score,
    registered,
)
from rules.words import Word
from simulate.play.choosing import PLAYOUT_SEEDS, Choosing, Policies, win_share
from simulate.play.noting import keep_features, note, start_noting, take_weights

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

WeighingDesk: TypeAlias = GameDesk[Struct, Struct, GameState, Any]
"""The desk of a game that weighs moves as all do: its mind is a `Noting` or, to try them, a `Trying`."""


# --- what a game answers


@for_each_game
def asked(state: GameState) -> int:
    """The seat that decides: the one whose turn it is."""
    return state.seat


@for_each_game
def note_features(desk: WeighingDesk, state: GameState, move: int) -> None:
    """Note the features of a move: how the game stands after it, what is hidden dealt anew.

    A game that has move features of its own notes those.
    """
    mind, trial = desk.mind, desk.mind.trial[0]
    seat = asked(state)
    copy_game(trial, state)
    start_chance(trial, mind.guess, 0)
    deal_unseen(desk, trial, seat)
    apply(desk.box, desk.options, trial, move)
    if is_over(trial):
        final_scores(desk.box, desk.options, trial)
        share = win_share(trial.winners, seat)
        note(mind, OneAhead.WIN, share if share > 0.0 else -1.0)
    note_lead(desk, trial, seat)


class OneAhead(Word):
    """The features of a move in a game that declares none: how it stands after it, one move ahead."""

    WIN = "the part of the win if it ends the game, -1 for none"
    LEAD = "what I am ahead of the best rival after it"


@for_each_game
def note_points_ahead(desk: WeighingDesk, state: GameState, seat: int) -> None:
    """Note how far a seat is ahead of the best of the others."""
    lead = LARGEST
    for other in range(state.players):
        if other != seat:
            ahead = score_now(desk, state, seat) - score_now(desk, state, other)
            lead = min(lead, -ahead if LOW_WINS else ahead)
    note(desk.mind, OneAhead.LEAD, lead)


@for_each_game
def note_nothing(desk: WeighingDesk, state: GameState, seat: int) -> None:
    """Nobody is ahead in a game without a score."""


LARGEST = 1 << 30

note_lead = by_score(note_points_ahead, note_nothing)


@for_each_game
def draw_guess(desk: WeighingDesk, state: GameState) -> None:
    """Draw by what lot hidden pieces and chance fall in the trials of the moves that are weighed next."""
    desk.mind.guess = draw_below(state, POLICY + asked(state), PLAYOUT_SEEDS)


@for_each_game
def draw_no_guess(desk: WeighingDesk, state: GameState) -> None:
    """Moves are weighed by features of the game's own, and none is tried."""


begin_weighing: Any = OfGame(
    lambda game: kernel_of(draw_guess if games.load(game).playing.styles else draw_no_guess, game)
)


@for_each_game
def value_moves(desk: WeighingDesk, state: GameState, weights: Array) -> int:
    """List the legal moves and the value of each in `desk.mind`; return how many there are.

    `state` is the desk's or a copy to try moves on.
    """
    mind = desk.mind
    n = legal_moves(desk.box, desk.options, state, mind.moves)
    take_weights(mind, weights)
    begin_weighing(desk, state)
    for k in range(n):
        start_noting(mind)
        note_features(desk, state, mind.moves[k])
        mind.values[k] = mind.value
    return n


@for_each_game
def weigh_moves(desk: WeighingDesk) -> int:
    """List the legal moves and the features of each, a row of `mind.told`; return how many there are."""
    mind = desk.mind
    n = legal_moves(desk.box, desk.options, desk.state, mind.moves)
    keep_features(mind)
    begin_weighing(desk, desk.state)
    for k in range(n):
        start_noting(mind)
        note_features(desk, desk.state, mind.moves[k])
        mind.told[k] = mind.change
    return n


@for_each_game
def show_all(desk: Desk, seat: int) -> GameState:
    """The state: everybody sees all of it."""
    return desk.state


@for_each_game
def show_own(desk: Desk, seat: int) -> GameState:
    """A copy in which what the seat does not know is dealt anew, and no chance to come remains."""
    seed = draw_below(desk.state, POLICY + seat, PLAYOUT_SEEDS)
    view = desk.mind.spare[0]
    copy_game(view, desk.state)
    view.chance_words[:] = 0
    start_chance(view, seed, 0)
    deal_unseen(desk, view, seat)
    return view


show_what_is_seen: Any = OfGame(
    lambda game: kernel_of(show_own if hides(registered(game).state) else show_all, game)
)


@for_each_game
def shown(desk: Desk, seat: int) -> GameState:
    """What a user's policy of this seat gets to see: the state, or a copy without what is hidden from it."""
    return show_what_is_seen(desk, seat)


@for_each_game
def ask_user(desk: Desk, view: GameState, seat: int, n: int) -> int:
    """What the user's function of a seat says to the `n` moves that are listed; it may note their values.

    `view` is what the seat may know of the game.
    """
    mind = desk.mind
    return desk.users[seat](view, mind.moves[:n], mind.told[:n], mind.values[:n])


@for_each_game
def deal_unseen(desk: Desk, state: GameState, seat: int) -> None:
    """Deal anew, in a copy of the game, what the seat does not know: it may be used in no other way.

    As a turn begins the seat may be -1, an onlooker, who knows what lies open to all.
    """
    deal_fields(state, seat)


@for_each_game
def playout_end(state: GameState) -> int:
    """The turn before which a playout that begins here is broken off: late enough never to be reached."""
    return 1 << 30


@for_each_game
def outcome(desk: Desk, state: GameState, seat: int) -> float:
    """How well a playout left it for a seat, from 0 to 1. What is scored after the end has been scored."""
    return win_share(state.winners, seat)


class Standing(Word):
    """The features of a position in a game that declares none."""

    SCORE = "the score by now; 0 where there is none"


@for_each_game
def describe_position(desk: Desk, state: GameState) -> None:
    """Write the position features of every seat to `desk.mind.position`; the game goes on.

    All of the state may be looked at: in a playout what is hidden has been dealt anew.
    """
    for seat in range(state.players):
        desk.mind.position[seat, Standing.SCORE] = score_now(desk, state, seat)


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


@for_each_game
def score_now(desk: Desk, state: GameState, seat: int) -> int:
    """The score of a seat as it stands, of what has been scored so far; after the end its final score."""
    return read_score(state, seat)
