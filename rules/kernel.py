"""One decorator for every function that Numba compiles, and one cache folder that never lies.

Engines are plain Python functions over NumPy records. `kernel` compiles them; with
``NUMBA_DISABLE_JIT=1`` the very same source runs in the interpreter.

Numba's own cache looks only at the file of the function it stores: a change in a callee in another
file goes unseen. So the cache folder is named by a hash of every source and data file that can reach a
kernel, and of the Python and Numba versions: any change starts a new, empty folder.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numba
import platformdirs

F = TypeVar("F", bound=Callable[..., Any])

#: A NumPy record whose fields are read and written as attributes, compiled or not.
Record: TypeAlias = Any
#: A NumPy array inside a kernel.
Array: TypeAlias = Any

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)
"""True when kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""


def engine_files() -> list[Path]:
    """Every source and data file that can reach a kernel: `rules` and the game packages of `simulate`."""
    top = Path(__file__).resolve().parent.parent
    found = [*(top / "rules").rglob("*"), *(top / "simulate").glob("*/*")]
    return sorted(p for p in found if p.suffix in (".py", ".toml") and p.parent.name != "commands")


def source_hash(files: Iterable[Path]) -> str:
    """A short hash of these files, of the Python and Numba versions and of ``NUMBA_BOUNDSCHECK``."""
    checked = numba.config.BOUNDSCHECK  # Numba's cache does not tell checked kernels from others
    digest = hashlib.sha256(f"{sys.version}|{numba.__version__}|{platform.machine()}|{checked}".encode())
    for path in files:
        digest.update(f"|{path.parent.name}/{path.name}|".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels of exactly these sources are kept.

    The base is ``HOUSERULES_CACHE`` if set, else the user's cache folder.
    """
    base = os.environ.get("HOUSERULES_CACHE") or platformdirs.user_cache_dir("houserules")
    return Path(base) / f"kernels-{source_hash(engine_files())}"


def _use_cache_folder() -> bool:
    """Point Numba at our cache folder; False if it cannot be written (kernels then live in memory)."""
    if INTERPRETED or os.environ.get("NUMBA_CACHE_DIR"):
        return not INTERPRETED  # somebody chose a folder, for example for a coverage run
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    numba.config.CACHE_DIR = str(folder)
    return os.access(folder, os.W_OK)


CACHED: bool = _use_cache_folder()
"""True when compiled kernels are kept on disk between runs."""


def kernel(function: F) -> F:
    """Compile `function` at its first call, without the GIL, once for all processes.

    Bounds checks are off unless ``NUMBA_BOUNDSCHECK=1``. Rule numbers must be arguments, never
    globals: a compiled kernel freezes the globals it saw.
    """
    return numba.njit(function, cache=CACHED, nogil=True, error_model="numpy")
