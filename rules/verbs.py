"""Verbs that every game has: declared once, answered by each game for the type of its state.

Whoever knows one engine knows all. A game says which kernel answers a verb ::

    register("castle", State, new_game, apply, is_over)

and what is the same for all games is written once, in terms of verbs::

    @for_each_game
    def play_game(desk, players, seed, game):
        new_game(desk.box, desk.options, desk.state, players, seed, game)
        while not is_over(desk.state):
            ...

A verb finds the game by the type of its argument `state`, or of `desk.state`: when its caller is compiled,
so that a call costs nothing, or, interpreted, when it is called. That type is the game's own, whatever its
fields (`rules.fields.dtype_of`), and a name or type that another game has is refused.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from rules import games
from rules.chance import ChanceState, start_chance
from rules.errors import nearest
from rules.extending import for_numba
from rules.fields import copier, dtype_of, field
from rules.kernel import Array, Struct, compile_for
from rules.kernel_cache import forget_program
from rules.moves import GameMove
from rules.state_fields import clearer, dealer, game_counter, score_reader, seat_counter

F = TypeVar("F", bound=Callable[..., Any])


class GameState(ChanceState):
    """What every game's state holds; what is the same for all games reads nothing else of it."""

    players: int = field(np.int64, "seats at the table")
    seat: int = field(np.int64, "whose turn it is")
    turn: int = field(np.int64, "number of the turn, from 0; from 1 where a set-up phase comes before")
    winners: int = field(np.int64, "bit s: seat s wins; set by `final_scores`")


class Registered(NamedTuple):
    """What a game is known by."""

    state: type
    place: str
    """The module, and the file, in which the class of its state stands."""
    moves: type[GameMove] | None = None
    """What its moves are made of, if it says so."""


_registered: dict[str, Registered] = {}
"""By game."""
_games: dict[np.dtype[Any], str] = {}
"""The game of each type of state."""
_answers: dict[tuple[str, str], Any] = {}
"""The kernel by game and name."""
_usual: set[str] = set()
"""The kernels that are the same for all games that have no other."""
_declared: dict[str, tuple[str, ...]] = {}
"""What every verb, and every kernel that is the same for all games, takes, by its name."""


def register(
    game: str, state: type, *kernels: Callable[..., Any], moves: type[GameMove] | None = None
) -> None:
    """Say which kernels answer the verbs of their names for states of this type; and what moves are made of.

    A game may do so in several modules. If the file of its state is read again, the game is what it says now.
    Where a file of the user's changes the game, its state is that of the changed one.

    Raises
    ------
    ValueError
        For a name that is no verb's, a kernel that takes another number of things than its verb, and one of
        the same module that has the name of a verb and is left out; for the name or the type of state of
        another game, and a verb that is answered already.
    """
    game = games.changed_by(state.__module__) or game
    own = [kernel for kernel in kernels if not hasattr(kernel, "kernel_of")]
    for kernel in own:
        name, takes = kernel.__name__, inspect.signature(getattr(kernel, "py_func", kernel)).parameters
        if name not in _declared:
            raise ValueError(f"{game}: there is no verb '{name}'.{nearest(name, _declared)}")
        if len(takes) != len(_declared[name]):
            raise ValueError(
                f"{game}: {name}({', '.join(takes)}) must be {name}({', '.join(_declared[name])})"
            )
    for module in dict.fromkeys(kernel.__module__ for kernel in own):
        for name, function in vars(sys.modules[module]).items():
            named = name in _declared and getattr(function, "__module__", None) == module
            if named and function not in kernels and (game, name) not in _answers:
                raise ValueError(f"{module}.{name} has the name of a verb and is not registered")
    _claim(game, state)
    if moves is not None:
        _registered[game] = _registered[game]._replace(moves=moves)
    for kernel in kernels:
        answer = kernel_of(kernel, game) if hasattr(kernel, "kernel_of") else kernel
        first = _answers.setdefault((game, kernel.__name__), answer)
        if first is not answer:
            raise ValueError(
                f"{game}: {kernel.__name__} is answered already, in {first.__module__}; to read files again "
                f"begin with that of the state, {_registered[game].place}"
            )


def replace_answers(game: str, new: Mapping[int, Any]) -> None:
    """Let other kernels answer for a game, by the `id` of those that do."""
    for key, kernel in _answers.items():
        if key[0] == game:
            _answers[key] = new.get(id(kernel), kernel)


def _claim(game: str, state: type) -> None:
    """Note a game by its name and the type of its state.

    Raises
    ------
    ValueError
        If one of them is another game's.
    """
    file = getattr(sys.modules.get(state.__module__), "__file__", None)
    now = Registered(state, f"{state.__module__} ({file})" if file else state.__module__)
    known = _registered.get(game)
    if known is not None and known.state is state:
        return
    for other, one in _registered.items():
        if one.state is state:
            raise ValueError(
                f"{game}: {state.__module__}.{state.__qualname__} is the state of '{other}'; declare a class "
                f"of its own for '{game}', be it a subclass without another field"
            )
    if known is not None:
        if known.place != now.place:
            raise ValueError(f"'{game}' is the game of {known.place}; give that of {now.place} another name")
        _forget(game)
    _registered[game] = now
    dtype = dtype_of(state)
    _games[dtype] = _games[np.dtype((np.record, dtype))] = game


def registered(game: str) -> Registered:
    """What a game that is loaded is known by."""
    return _registered[game]


def _forget(game: str) -> None:
    """Its file is read again: nothing of what it said before answers for it."""
    games.forget()
    forget_program(game)
    for dtype in [dtype for dtype, name in _games.items() if name == game]:
        del _games[dtype]
    for key in [key for key in _answers if key[0] == game]:
        del _answers[key]


def _resolved(function: F, kernel_of: Callable[[str], Any]) -> F:
    """`function` as a name for the kernels that `kernel_of` gives for each game."""
    names = list(inspect.signature(function).parameters)
    _declared[function.__name__] = tuple(names)
    at = names.index("state" if "state" in names else "desk")

    def called(*given: Any) -> Any:
        state = given[at].state if isinstance(given[at], tuple) else given[at]
        return kernel_of(_games[state.dtype])(*given)

    @for_numba
    def compiled() -> None:
        from numba import types
        from numba.extending import overload

        from rules.kernel_types import type_of_dtype

        @overload(called, strict=False)  # type: ignore[untyped-decorator]
        def of_types(*given: Any) -> Any:
            state = given[at]
            if isinstance(state, types.BaseNamedTuple):
                state = state[state.fields.index("state")]
            game = next((game for dtype, game in _games.items() if type_of_dtype(dtype) == state), None)
            if game is None:
                return None
            kernel = kernel_of(game)
            return lambda *given: kernel(*given)

    called.__name__, called.__doc__ = function.__name__, function.__doc__
    called.kernel_of = kernel_of  # type: ignore[attr-defined]
    return called  # type: ignore[return-value]


def verb(stub: F) -> F:
    """Declare a verb that nothing answers unless a game does: `register`."""

    def kernel_of(game: str) -> Any:
        if (game, stub.__name__) not in _answers:
            raise NotImplementedError(f"{game} does not answer the verb '{stub.__name__}': {stub.__doc__}")
        return _answers[game, stub.__name__]

    called = _resolved(stub, kernel_of)
    called.is_verb = True  # type: ignore[attr-defined]
    return called


def kernel_of(function: F, game: str) -> F:
    """What a verb, or a kernel that is the same for all games, is in this game: called without a look-up."""
    return function.kernel_of(game)  # type: ignore[attr-defined]


def answered(game: str, name: str) -> bool:
    """Whether something answers a verb for a game that is loaded: the game, or what is the same for all."""
    return name in _usual or answers(game, name)


def answers(game: str, name: str) -> bool:
    """Whether a game answers a verb itself, as it says when it is loaded."""
    return (game, name) in _answers


class OfGame:
    """What is known of each game, or the kernel that is right for it: a constant in `for_each_game` kernels.

    It is a name there like that of a verb.
    """

    def __init__(self, read: Callable[[str], Any]) -> None:
        self.kernel_of = read


def by_score(scored: Any, unscored: Any) -> Any:
    """The kernel that is the same for all games with a score; or the one for all without."""
    return OfGame(lambda game: kernel_of(scored if games.load(game).has_score else unscored, game))


LOW_WINS: Any = OfGame(lambda game: games.load(game).low_wins)


def from_fields(make: Callable[[type], Any]) -> Callable[[F], F]:
    """Declare a kernel that follows from the fields of a game's state: `make` makes it for their class."""

    def declare(stub: F) -> F:
        def kernel_of(game: str) -> Any:
            if (game, stub.__name__) not in _answers:
                _answers[game, stub.__name__] = make(_registered[game].state)
            return _answers[game, stub.__name__]

        return _resolved(stub, kernel_of)

    return declare


def for_each_game(function: F) -> F:
    """A kernel that is the same for all games, compiled and cached for each; a game may have its own."""

    def kernel_of(game: str) -> Any:
        if (game, function.__name__) not in _answers:
            _answers[game, function.__name__] = compile_for(game, _bound(function, game))
        return _answers[game, function.__name__]

    _usual.add(function.__name__)
    called = _resolved(function, kernel_of)
    called.is_verb = True  # type: ignore[attr-defined]
    return called


def _bound(function: F, game: str) -> F:
    """The function with the kernels of this game in place of the verbs that it names.

    Else each call of a verb would be one more function to compile around the kernel that answers it.
    """
    names = {
        name: value.kernel_of(game)
        for name, value in function.__globals__.items()
        if name in function.__code__.co_names and hasattr(value, "kernel_of")
    }
    bound = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
    bound.__module__, bound.__qualname__ = function.__module__, function.__qualname__
    return bound  # type: ignore[return-value]


# --- what follows from the fields of a game's state


@from_fields(clearer)
def clear_fields(state: GameState) -> None:
    """Give every field its start value, but for those of chance."""


@from_fields(copier)
def copy_fields(state: GameState, other: GameState) -> None:
    """Make the fields of a state like those of another, as far as they are `copied`."""


@from_fields(dealer)
def deal_fields(state: GameState, viewer: int) -> None:
    """Deal anew what a seat does not see of the fields that are declared `secret` or `own`."""


@from_fields(score_reader)
def read_score(state: GameState, seat: int) -> int:
    """What the field `score` says of a seat; 0 where there is none."""
    return 0


@from_fields(game_counter)
def count_game(state: GameState, row: Struct) -> None:
    """Write the fields that are `counted` to a row of `games`."""


@from_fields(seat_counter)
def count_seat(state: GameState, seat: int, row: Struct) -> None:
    """Write what the fields that are `counted` say of a seat to a row of `seats`."""


# --- what a game answers


@verb
def legal_moves(box: Struct, options: Struct, state: GameState, moves: Array) -> int:
    """Write every legal move of whoever decides to `moves`; return how many there are."""
    return 0


@verb
def apply(box: Struct, options: Struct, state: GameState, move: int) -> None:
    """Play a legal move, with all that follows from it and all that chance adds."""


@verb
def is_over(state: GameState) -> bool:
    """Whether the game has ended."""
    return True


# --- what a game may answer


@for_each_game
def clear_game(options: Struct, state: GameState, players: int) -> None:
    """An empty table before the set-up: so many players seated, nothing laid or dealt."""
    clear_fields(state)
    state.players = players


@for_each_game
def set_up(box: Struct, options: Struct, state: GameState) -> None:
    """Lay and deal what lies there when a game begins, on an empty table."""


@for_each_game
def new_game(box: Struct, options: Struct, state: GameState, players: int, seed: int, game: int) -> None:
    """Set up game `game` of the run with this seed."""
    clear_game(options, state, players)
    start_chance(state, seed, game)
    set_up(box, options, state)


@for_each_game
def has_won(options: Struct, state: GameState, seat: int) -> bool:
    """Whether a seat has won a game that is over: no other has a better score."""
    for other in range(state.players):
        if LOW_WINS:
            if read_score(state, other) < read_score(state, seat):
                return False
        elif read_score(state, other) > read_score(state, seat):
            return False
    return True


@for_each_game
def final_scores(box: Struct, options: Struct, state: GameState) -> None:
    """Score what is scored after the end, and find the winners."""
    state.winners = 0
    if is_over(state):
        for seat in range(state.players):
            if has_won(options, state, seat):
                state.winners |= 1 << seat


@for_each_game
def copy_game(state: GameState, other: GameState) -> None:
    """Make the game in `state` like another; a game may have fields that it copies in a way of its own."""
    copy_fields(state, other)
