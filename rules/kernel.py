"""One decorator for every function that Numba compiles.

Engines are plain Python functions over NumPy records. `kernel` compiles them; with
``NUMBA_DISABLE_JIT=1`` the very same source runs in the interpreter. `rules.kernel_cache` keeps them.
Numba itself is imported at the first call of a kernel: what only reads runs does without.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cached_property, update_wrapper
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from rules.games import OWN
from rules.kernel_cache import ANY, ROOMS, SHARED, hash_of_sources, made_folder, program_of
from rules.sparing import spare

if TYPE_CHECKING:
    from rules.kernel_parts import Dispatcher

F = TypeVar("F", bound=Callable[..., Any])

#: A NumPy record whose fields are read and written as attributes, compiled or not.
Struct: TypeAlias = Any
#: A NumPy array inside a kernel.
Array: TypeAlias = Any

OURS = (*OWN, SHARED)
"""Whose kernels are made of nothing but the files that name their folder."""

INTERPRETED: bool = os.environ.get("NUMBA_DISABLE_JIT", "").strip(" 0").isdigit()
"""True when kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""


class Kernel:
    """A function that Numba compiles when it is first called, by Python or in a kernel that is compiled."""

    def __init__(self, game: str, function: Callable[..., Any], inline: bool) -> None:
        update_wrapper(self, function)
        self.game, self.py_func, self.inline = game, function, inline
        program_of(game)  # now: at the first call its files may be others than those that were read

    @cached_property
    def compiled(self) -> Dispatcher:
        """What Numba knows it by: compiles it for the types of each call, and keeps that."""
        spare()
        from rules.kernel_files import keep
        from rules.kernel_parts import Dispatcher

        options = {"nopython": True, "nogil": True, "error_model": "numpy", "forceinline": self.inline}
        made = Dispatcher(self.py_func, targetoptions=options)
        folder = os.environ.get("NUMBA_CACHE_DIR") or made_folder(self.game)  # the first as in a coverage run
        if folder:
            keep(made, folder, "" if self.game in OURS else self._made_of())
        return made

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
    made.compiled.compile_only(signature)
    return made.compiled


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
