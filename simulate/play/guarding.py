"""A user's policy behind a guard: it reads the state and never writes to it, and reads beyond no array.

Only where a user's code plays. The code, and whatever kernels it calls, are compiled with bounds checks, in
versions of their own: those by which all others play stay as they are.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from types import CellType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    intrinsic,
    is_jitted,
    lower_getattr_generic,
    models,
    register_jitable,
    register_model,
)

from rules.chance import N_STREAMS, POLICY
from rules.errors import UserError, nearest
from rules.kernel import Array, Kernel, compile_only, jit, names_in
from rules.verbs import GameState, for_each_game, kernel_of
from simulate.play.choosing import pick_best

DRAWN = ("chance_used", "chance_words")
"""What a draw changes in the state."""
NOT_ITS_OWN = "it draws from a stream that is not its own; use draw_below(state, POLICY + state.seat, n)"
NO_VALUES = "a search needs a value for each move; return an array of len(moves) numbers"
OTHER_LENGTH = "it returns more or fewer values than there are moves"
NO_NUMBER = "a value that it returns is not a finite number"
WRITES = "it writes to the state, the moves or an array of its file, which a policy only reads"


# --- the type of a state that is only read


class Seen(types.Type):  # type: ignore[misc]
    """Numba's type of a state as a policy of a user's gets it: to be read, and drawn from."""

    def __init__(self, record: types.Record) -> None:
        self.record = record
        super().__init__(f"state({record.name})")


register_model(Seen)(models.OpaqueModel)


@infer_getattr
class _FieldOfSeen(AttributeTemplate):  # type: ignore[misc]
    key = Seen

    def generic_resolve(self, seen: Seen, name: str) -> Any:
        if name not in seen.record.fields:
            return None
        found = seen.record.typeof(name)
        if isinstance(found, types.NestedArray):
            return types.Array(found.dtype, found.ndim, "C", readonly=name not in DRAWN)
        return found


@lower_getattr_generic(Seen)  # type: ignore[untyped-decorator]
def _read_field(context: Any, builder: Any, seen: Seen, value: Any, name: str) -> Any:
    pointer = builder.bitcast(value, context.get_value_type(seen.record))
    return context.get_getattr(seen.record, name)(context, builder, seen.record, pointer, name)


@intrinsic  # type: ignore[untyped-decorator]
def as_seen(typing_context: Any, state: Any) -> Any:
    """The state as a user's policy gets it."""
    seen = Seen(state)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(seen))

    return seen(state), generate


# --- compiled

OPTIONS = {"nogil": True}
"""How what stands around a user's function is compiled."""


def compile_guarded(
    function: Callable[..., Any], name: str, signature: Any, asked: Any, game: str, searches: bool
) -> Any:
    """A user's function as one that kernels may be handed, of this signature: it takes a state as it is.

    If it returns a value for each move, the best move is chosen, of equal ones by lot; one who `searches`
    must do so, and gets them written down. `asked` is the kernel that says who decides.

    Raises
    ------
    UserError
        If Numba cannot compile it, or it returns neither the index of a move nor values.
    """
    state, moves, features, _ = signature.args
    given = Seen(state), types.Array(moves.dtype, 1, "C", readonly=True), features
    plain = _Checked(game).rebound(getattr(function, "py_func", function))
    try:
        user = numba.njit(given, nogil=True, boundscheck=True)(plain)
    except MemoryError:
        raise
    except Exception as error:  # whatever Numba's passes raise for what they cannot compile
        raise UserError(f"--policy {name}: cannot be compiled: {reason_of(error, state.fields)}") from error
    returned = user.nopython_signatures[0].return_type
    if returned is types.none:
        raise UserError(f"--policy {name}: never returns the index of a move")
    values = (
        isinstance(returned, types.Array)
        and returned.ndim == 1
        and isinstance(returned.dtype, types.Float | types.Integer)
    )
    if not values and not isinstance(returned, types.Integer):
        raise UserError(
            f"--policy {name}: returns {_words(returned)}, not the index of a move or a value for each"
        )
    if searches and not values:
        raise UserError(f"--policy {name}: {NO_VALUES}")
    choose = jit(write_values if searches else take_best if values else take_index, OPTIONS)
    keep, check = kernel_of(kept_chance, game), kernel_of(check_chance, game)

    def guarded(state: GameState, moves: Array, features: Array, values: Array) -> int:
        used, words = keep(state)
        answer = user(as_seen(state), moves, features)
        seat = asked(state)
        check(state, seat, used, words)
        return choose(state, seat, answer, moves, values)

    return compile_only(jit(guarded, OPTIONS), signature)


@for_each_game
def kept_chance(state: GameState) -> tuple[Array, Array]:
    """What has been drawn so far. Kept, as kernels are: of a guard the least is compiled for each policy."""
    return state.chance_used.copy(), state.chance_words.copy()


@for_each_game
def check_chance(state: GameState, seat: int, used: Array, words: Array) -> None:
    """Raise an error if since then anything was drawn that is not from this seat's stream."""
    for stream in range(N_STREAMS):
        if stream != POLICY + seat and stream != POLICY + state.seat:
            same = used[stream] == state.chance_used[stream]
            for i in range(4):
                same = same and words[stream, i] == state.chance_words[stream, i]
            if not same:
                raise RuntimeError(NOT_ITS_OWN)


def take_index(state: GameState, seat: int, chosen: Any, moves: Array, values: Array) -> int:
    """What a function chose."""
    return chosen


def take_best(state: GameState, seat: int, given: Array, moves: Array, values: Array) -> int:
    """The move to which a function gave the greatest value, of equal ones by lot."""
    write_values(state, seat, given, moves, values)
    return pick_best(state, seat, values, values.shape[0])


@register_jitable  # type: ignore[untyped-decorator]
def write_values(state: GameState, seat: int, given: Array, moves: Array, values: Array) -> int:
    """Write down the value that a function gave to each move; a search chooses by itself."""
    if given.shape[0] != moves.shape[0]:
        raise RuntimeError(OTHER_LENGTH)
    for i in range(given.shape[0]):
        if not np.isfinite(given[i]):
            raise RuntimeError(NO_NUMBER)
        values[i] = given[i]
    return 0


def _words(returned: Any) -> str:
    if isinstance(returned, types.Optional):
        return "nothing in some cases"
    if isinstance(types.unliteral(returned), types.Boolean):
        return "a bool"
    return "a float" if isinstance(returned, types.Float) else str(types.unliteral(returned))


def reason_of(error: BaseException, fields: Iterable[str] = ()) -> str:
    """What Numba says, in a line without its colours and all types of the state, which has these fields."""
    text = re.sub(r"\x1b\[\d*m", "", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    where = next((line.rstrip(":") for line in lines if line.startswith("File ")), "")
    why, *more = [line for line in lines if "Failed in" not in line] or [type(error).__name__]
    why = " ".join([why, *more[: why.endswith("signature:")]])
    if isinstance(error, KeyError):  # Numba names no line
        why = f"a record has no field {error}; NUMBA_DISABLE_JIT=1 finds where"
    elif "Cannot modify readonly array" in text or re.search(r"(setattr|lowering).*state\(Record", text):
        why = WRITES
    elif unknown := re.match(r"Unknown attribute '(\w+)' of type (state|Record)\(", why):
        owner = "the state" if unknown[2] == "state" else "a record"
        why = f"{owner} has no field '{unknown[1]}'.{nearest(unknown[1], fields)}"
    return f"{re.sub(r'state[(]Record[(].*False[)][)]', 'state', why)} {where}".rstrip()


class _Checked:
    """Makes versions with bounds checks of a user's functions, and of the kernels that they call."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._made: dict[Any, Any] = {}

    def rebound(self, function: Any) -> Any:
        """A plain function with such versions in place of the compiled functions that it names."""
        bound = _copied(function)
        self._fill(bound, function)
        return bound

    def _fill(self, bound: Any, function: Any) -> None:
        names = names_in(function.__code__)
        self._replace(bound.__globals__, names)
        for cell, before in zip(bound.__closure__ or (), function.__closure__ or (), strict=True):
            cell.cell_contents = self._checked(before.cell_contents, names)

    def _replace(self, space: dict[str, Any], names: set[str]) -> None:
        for name in names & space.keys():
            space[name] = self._checked(space[name], names)

    def _checked(self, value: Any, names: set[str]) -> Any:
        if hasattr(value, "kernel_of"):  # a verb
            value = value.kernel_of(self.game)
        if isinstance(value, ModuleType):
            return self._of_module(value, names)
        if isinstance(value, Kernel):
            value = value.compiled
        if not is_jitted(value):
            return value
        if value not in self._made:
            bound = _copied(value.py_func)
            self._made[value] = numba.jit(**{**value.targetoptions, "boundscheck": True})(bound)
            self._fill(bound, value.py_func)  # it may name itself
        return self._made[value]

    def _of_module(self, module: ModuleType, names: set[str]) -> ModuleType:
        named = [vars(module).get(name) for name in names]
        if not any(isinstance(value, Kernel) or is_jitted(value) for value in named):
            return module
        copy = ModuleType(module.__name__)
        vars(copy).update(vars(module))
        self._replace(vars(copy), names)
        return copy


def _copied(function: Any) -> Any:
    """A plain function with globals of its own and empty cells."""
    cells = tuple(CellType() for _ in function.__closure__ or ())
    bound = FunctionType(
        function.__code__, dict(function.__globals__), function.__name__, function.__defaults__, cells
    )
    bound.__module__, bound.__qualname__ = function.__module__, function.__qualname__
    return bound


# --- interpreted


def guard_interpreted(
    function: Callable[..., Any], asked: Callable[[Any], int], searches: bool
) -> Callable[..., int]:
    """The same guard around a function that the interpreter runs."""

    def guarded(state: Any, moves: Any, features: Any, values: Any) -> int:
        before, known = state.copy(), moves.copy()
        answer = function(state, moves, features)
        own = [POLICY + int(asked(before)), POLICY + int(before["seat"])]
        for stream in range(N_STREAMS):
            for name in DRAWN:
                if stream in own:
                    before[name][stream] = state[name][stream]
                elif not np.array_equal(before[name][stream], state[name][stream]):
                    raise RuntimeError(NOT_ITS_OWN)
        if before.tobytes() != state.tobytes() or not np.array_equal(known, moves):
            raise RuntimeError(WRITES)
        if isinstance(answer, np.ndarray):
            return (write_values if searches else take_best)(state, asked(state), answer, moves, values)
        if searches:
            raise RuntimeError(NO_VALUES)
        if isinstance(answer, bool | np.bool_):
            raise TypeError("a bool is not the index of a move")
        return operator.index(answer)

    return guarded
