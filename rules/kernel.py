"""One decorator for every function that Numba compiles.

Engines are plain Python functions over NumPy records. `kernel` compiles them; with
``NUMBA_DISABLE_JIT=1`` the very same source runs in the interpreter. `rules.kernel_way` says how they are
compiled, `rules.kernel_cache` where they are kept.
Numba itself is imported at the first call of a kernel: what only reads runs does without.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Mapping
from functools import cached_property, update_wrapper
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeAlias, TypeVar

from rules.extending import for_numba
from rules.games import OWN, changed_by
from rules.kernel_cache import ANY, ROOMS, SHARED, hash_of_sources, made_folder, program_of
from rules.kernel_way import is_plain, is_set
from rules.sparing import spare

F = TypeVar("F", bound=Callable[..., Any])

#: A NumPy record whose fields are read and written as attributes, compiled or not.
Struct: TypeAlias = Any
#: A NumPy array inside a kernel.
Array: TypeAlias = Any

OURS = (*OWN, SHARED)
"""Whose kernels are made of nothing but the files that name their folder."""

INTERPRETED: bool = is_set("NUMBA_DISABLE_JIT")
"""True when kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""


class Kernel:
    """A function that Numba compiles when it is first called, by Python or in a kernel that is compiled."""

    def __init__(self, game: str, function: Callable[..., Any], inline: bool) -> None:
        update_wrapper(self, function)
        self.game, self.py_func, self.inline = game, function, inline
        program_of(game)  # now: at the first call its files may be others than those that were read

    @cached_property
    def compiled(self) -> Any:
        """What Numba knows it by: compiles it for the types of each call, and keeps that."""
        spare()
        options = {"nogil": True, "error_model": "numpy", "forceinline": self.inline}
        chosen = os.environ.get("NUMBA_CACHE_DIR")  # as in a coverage run
        folder = Path(chosen) if chosen else made_folder(self.game)
        is_told = self.game in OURS or changed_by(self.game)  # by the name of the folder
        return jit(self.py_func, options, folder, "" if is_told else self._made_of())

    def _made_of(self) -> str:
        """What a user's kernel may be made of: files and values of all that its code names."""
        import numpy as np

        files, values, kernels = set(), [], [self]
        for one in kernels:
            files.add(one.py_func.__code__.co_filename)
            for value in named_in(one.py_func):
                if isinstance(value, Kernel):
                    if value.game not in OURS and value not in kernels:
                        kernels.append(value)
                elif isinstance(value, int | float | str):
                    values.append(repr(value))
                elif isinstance(value, np.ndarray | np.generic):
                    values += [str(value.dtype), str(value.shape), value.tobytes().hex()]
                else:
                    is_module = isinstance(value, ModuleType)
                    home = value if is_module else sys.modules.get(str(getattr(value, "__module__", "")))
                    files.add(getattr(home, "__file__", None) or "")
        there = sorted(file for file in map(Path, files) if file.is_file())
        return f"{hash_of_sources(there)} {hashlib.sha256(' '.join(values).encode()).hexdigest()}"

    @property
    def _numba_type_(self) -> Any:
        """How Numba knows it in a kernel that calls it."""
        return self.compiled._numba_type_

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Call what is compiled."""
        return self.compiled(*given, **named)


def jit(
    function: Callable[..., Any], options: Mapping[str, Any], folder: Path | None = None, also: str = ""
) -> Any:
    """A function that Numba compiles for the types of each call, with these options of `numba.njit`.

    With a `folder` its versions are kept there, as long as its file and `also` stay what they are. One that
    is in no file, as in a notebook, keeps none.
    """
    if is_plain():
        from rules import kernel_plain as way
    else:
        from rules import kernel_files as way  # type: ignore[no-redef]
    return way.jit(function, options, folder, also)


def compile_only(jitted: Any, signature: Any) -> Any:
    """Compile the one version that there will be of what `jit` made: now kernels can be handed this one."""
    jitted.compile(signature)
    jitted.disable_compile()
    return jitted


class Functions(tuple[Callable[..., Any], ...]):
    """Functions with one version each, of the same signature: handed to a kernel, which picks one to call."""

    @cached_property
    def _numba_type_(self) -> Any:
        """That of a tuple with as many, of which Numba would warn as of something new."""
        from numba import types

        return types.UniTuple(self[0].get_function_type(), len(self))  # type: ignore[attr-defined]


@for_numba
def _typed() -> None:
    from numba.extending import typeof_impl

    @typeof_impl.register(Functions)  # type: ignore[untyped-decorator]
    def type_of_functions(functions: Functions, context: Any) -> Any:
        return functions._numba_type_


def named_in(function: Callable[..., Any]) -> list[Any]:
    """All that a function's code names, and what it may mean by them in tuples and modules."""
    names, space = sorted(names_in(function.__code__)), function.__globals__
    found, modules = [space[name] for name in names if name in space], set()
    for value in found:
        if isinstance(value, tuple):
            found += value
        elif isinstance(value, ModuleType) and value not in modules:  # they may name each other
            modules.add(value)
            found += [vars(value)[name] for name in names if name in vars(value)]
    return found


def names_in(code: CodeType) -> set[str]:
    """The names in a function and in those within it."""
    inner = (one for one in code.co_consts if isinstance(one, CodeType))
    return set(code.co_names).union(*map(names_in, inner))


def game_of(function: Callable[..., Any]) -> str:
    """Whose kernel a function is, by its module: a game's, SHARED or ANY."""
    module = function.__module__
    for room in ROOMS:
        prefix = room.replace("/", ".") + "."
        if module.startswith(prefix):
            folder = module.removeprefix(prefix).partition(".")[0]
            return folder if folder in OWN else SHARED
    package = module.partition(".")[0]
    return package if hasattr(sys.modules.get(package), "__path__") else ANY


def compile_for(game: str, function: F, signature: Any = None, inline: bool = False) -> F:
    """Compile `function` for one game, without the GIL, once for all processes.

    That is at its first call, or at once with a `signature`, as a function that kernels may be handed. With
    `inline` it becomes part of each kernel that calls it.
    """
    if INTERPRETED:
        return function
    made: Any = Kernel(game, function, inline)
    if signature is None:
        return made
    return compile_only(made.compiled, signature)


def kernel(function: F) -> F:
    """Compile `function` at its first call, without the GIL, once for all processes.

    Bounds checks are off unless ``NUMBA_BOUNDSCHECK=1``. Rule numbers must be arguments, never
    globals: a compiled kernel freezes the globals it saw.
    """
    return compile_for(game_of(function), function)


def inlined(function: F) -> F:
    """A kernel that becomes part of those that call it: for what few of them call, for every move.

    A call costs as much as a little work: Carcassonne's `heuristic` gained 10 %.
    """
    return compile_for(game_of(function), function, inline=True)
