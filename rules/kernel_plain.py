"""Kernels as plain `numba.njit` makes them, kept by Numba's own cache; `rules.kernel_way` says when.

That cache looks at the file of a kernel alone and believes damaged files: the names of folders say the rest.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

import numba

import rules.kernel_types  # noqa: F401

_naming = Lock()
"""Held while Numba is told of a folder."""


def jit(function: Callable[..., Any], options: Mapping[str, Any], folder: Path | None, also: str) -> Any:
    """A function that Numba compiles for the types of each call; with a folder versions are kept there."""
    if folder is None or not Path(inspect.getfile(function)).exists():
        return numba.njit(**options)(function)
    place = folder / hashlib.sha256(also.encode()).hexdigest()[:16] if also else folder
    with _naming:
        usual = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(place)
        try:
            made = numba.njit(cache=True, **options)(function)
        finally:
            numba.config.CACHE_DIR = usual
    if Path(made.stats.cache_path).is_relative_to(place):
        return made
    # it cannot be written to, and beside its source, where Numba went, a kernel would outlive other sources
    return numba.njit(**options)(function)
