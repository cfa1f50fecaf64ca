"""What a compiled policy holds of the values that its file had when it was read: its constants."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from enum import Enum
from inspect import isclass, isfunction
from types import ModuleType
from typing import Any

import numpy as np

from rules.kernel import names_in

LIBRARIES = ("rules", "simulate", "numpy", "numba", "math", "builtins")
"""Packages whose functions and types are no constants of a user's file: a run notes their versions."""

DIGITS = 16
"""Hexadecimal digits by which a value is known."""


def constants_of(function: Any) -> dict[str, str]:
    """The values that a function and all that it calls take from outside, by name: a digest of each.

    Numba compiles globals, closures and defaults as they are when the file is read. They are part of what the
    policy is, as its text is.
    """
    plain = _plain(function)
    found: dict[str, str] = {}
    pending, file = [plain], plain.__code__.co_filename
    for one in pending:  # which grows
        for name, value in _taken(one):
            kind = _plain(value)
            if isfunction(kind) and not _of_library(kind):
                if kind not in pending:
                    pending.append(kind)
                if kind.__code__.co_filename != file:  # whose text no run keeps
                    found[name] = _digest(kind.__code__.co_code + _text(kind.__code__.co_consts).encode())
            elif not callable(kind):
                found[name] = _digest(_text(value).encode())
    return dict(sorted(found.items()))


def changed_constants(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The names of constants that are not the same."""
    return sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))


def _plain(value: Any) -> Any:
    """The Python function of one that is compiled, anything else as it is."""
    return getattr(value, "py_func", value)


def _of_library(value: Any) -> bool:
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return str(name).partition(".")[0] in LIBRARIES


def _taken(function: Any) -> Iterator[tuple[str, Any]]:
    """What a function takes from outside its body, by name; of modules and classes what it names of them."""
    code = function.__code__
    names = names_in(code)
    space = function.__globals__
    for name in sorted(names & space.keys()):
        yield from _parts(name, space[name], names)
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        yield from _parts(f"{function.__name__}.{name}", cell.cell_contents, names)
    for place, value in enumerate(function.__defaults__ or ()):
        yield f"{function.__name__}, default {place + 1}", value


def _parts(name: str, value: Any, names: set[str], depth: int = 3) -> Iterator[tuple[str, Any]]:
    if not isinstance(value, ModuleType) and not isclass(value):
        yield name, value
    elif depth and not _of_library(value):
        for part in sorted(names & vars(value).keys()):
            yield from _parts(f"{name}.{part}", vars(value)[part], names, depth - 1)


def _text(value: Any) -> str:
    """A value as text that is the same in every process, whatever lies where in memory."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}={_text(value.value)}"
    if isinstance(value, np.ndarray | np.generic):
        plain = value.tolist() if value.dtype.hasobject or value.dtype.names else value.tobytes().hex()
        return f"{value.dtype} {np.shape(value)} {plain}"
    if isinstance(value, set | frozenset):
        return f"set{sorted(map(_text, value))}"
    if isinstance(value, Mapping):
        return f"dict{[(_text(key), _text(one)) for key, one in value.items()]}"
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}{[_text(one) for one in value]}"
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return f"{type(value).__name__} {value!r}"
    return f"{type(value).__module__}.{type(value).__qualname__}"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:DIGITS]
