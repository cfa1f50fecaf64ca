"""One decorator for every function that Numba compiles, and cache folders that never lie.

Engines are plain Python functions over NumPy records. `kernel` compiles them; with
``NUMBA_DISABLE_JIT=1`` the very same source runs in the interpreter.

Numba's own cache looks only at the file of the function it stores: a change in a callee in another
file goes unseen. So each game has a cache folder of its own, named by a hash of every source and data
file that can reach its kernels, and of the Python and Numba versions: a change in Castle starts a new,
empty folder for Castle, a change in a shared file one for every game.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numba
import platformdirs
from numba import types
from numba.core.datamodel.models import OpaqueModel
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.core.typing.typeof import typeof_impl
from numba.extending import register_model

from rules.words import Word, WordMeta

F = TypeVar("F", bound=Callable[..., Any])

#: A NumPy record whose fields are read and written as attributes, compiled or not.
Struct: TypeAlias = Any
#: A NumPy array inside a kernel.
Array: TypeAlias = Any

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)
"""True when kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""

SHARED = "shared"
"""The folder of kernels that no game owns: what several games call."""
ANY = "any"
"""The folder of kernels that may call those of any game: a script's, a test's."""

TOP = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "simulate")
"""The packages whose files can reach a kernel, but for the command line."""


def _sources(folder: Path) -> list[Path]:
    """The source and data files below a folder."""
    return [file for file in folder.rglob("*") if file.suffix in (".py", ".toml")]


def own_games() -> list[str]:
    """The games of this project: the folders of `rules` that hold an engine."""
    return sorted(engine.parent.name for engine in (TOP / "rules").glob("*/engine.py"))


@cache
def _is_game(folder: str) -> bool:
    return folder in own_games()


def engine_files(game: str) -> list[Path]:
    """Every source and data file that can reach a kernel of this game, or of no game or ANY.

    They are the game's own and those of no game: a game reaches no other, and what games share reaches none.
    """
    games = own_games()
    shared = [file for file in (TOP / "rules").glob("*") if file.suffix == ".py"]
    for room in ROOMS:
        for folder in (TOP / room).glob("[a-z]*/"):
            if folder.name != "cli" and (game in (folder.name, ANY) or folder.name not in games):
                shared += _sources(folder)
    if game not in (*games, SHARED, ANY):  # a package of its own
        shared += _sources(Path(str(sys.modules[game].__file__)).parent)
    return sorted(shared)


def source_hash(files: Iterable[Path]) -> str:
    """A short hash of these files, of the Python and Numba versions and of ``NUMBA_BOUNDSCHECK``."""
    checked = numba.config.BOUNDSCHECK  # Numba's cache does not tell checked kernels from others
    digest = hashlib.sha256(f"{sys.version}|{numba.__version__}|{platform.machine()}|{checked}".encode())
    for path in files:
        digest.update(f"|{path.parent.name}/{path.name}|".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(game: str) -> Path:
    """Where compiled kernels of exactly these sources of a game are kept.

    The base is ``HOUSERULES_CACHE`` if set, else the user's cache folder.
    """
    base = os.environ.get("HOUSERULES_CACHE") or platformdirs.user_cache_dir("houserules")
    return Path(base) / f"{game}-{source_hash(engine_files(game))}"


def game_of(function: Callable[..., Any]) -> str:
    """Whose kernel a function is, by its module: a game's, SHARED or ANY."""
    room, _, rest = function.__module__.partition(".")
    if room in ROOMS:
        folder = rest.partition(".")[0]
        return folder if _is_game(folder) else SHARED
    return room if hasattr(sys.modules.get(room), "__path__") else ANY


@cache
def _made_folder(game: str) -> Path | None:
    """The cache folder of a game, made; None if it cannot be written (kernels then live in memory)."""
    folder = cache_folder(game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def compile_for(game: str, function: F, signature: Any = None) -> F:
    """Compile `function` for one game, without the GIL, once for all processes.

    That is at its first call, or at once with a `signature`, as a function that kernels may be handed.
    """
    folder = os.environ.get("NUMBA_CACHE_DIR")  # of a coverage run, for example
    if not folder and not INTERPRETED:
        folder = str(_made_folder(game) or "")
        numba.config.CACHE_DIR = folder  # the decorator looks here
    return numba.njit(signature, cache=bool(folder), nogil=True, error_model="numpy")(function)


def kernel(function: F) -> F:
    """Compile `function` at its first call, without the GIL, once for all processes.

    Bounds checks are off unless ``NUMBA_BOUNDSCHECK=1``. Rule numbers must be arguments, never
    globals: a compiled kernel freezes the globals it saw.
    """
    return compile_for(game_of(function), function)


# --- words in kernels: plain numbers, not a type of its own for each class of words


class _Words(types.Dummy):  # type: ignore[misc]
    """Numba's type of a class of words."""

    def __init__(self, words: type[Word]) -> None:
        self.words = words
        super().__init__(f"words({words.__module__}.{words.__qualname__})")


register_model(_Words)(OpaqueModel)


@typeof_impl.register(WordMeta)  # type: ignore[untyped-decorator]
def _type_of_words(words: type[Word], context: Any) -> _Words:
    return _Words(words)


@typeof_impl.register(Word)  # type: ignore[untyped-decorator]
def _type_of_word(word: Word, context: Any) -> Any:
    return types.int64


@infer_getattr
class _WordOfClass(AttributeTemplate):  # type: ignore[misc]
    key = _Words

    def generic_resolve(self, words: _Words, name: str) -> Any:
        return types.int64 if name in words.words.__members__ else None


@lower_getattr_generic(_Words)  # type: ignore[untyped-decorator]
def _number_of_word(context: Any, builder: Any, words: _Words, value: Any, name: str) -> Any:
    return context.get_constant(types.int64, int(words.words[name]))


@lower_constant(_Words)  # type: ignore[untyped-decorator]
def _nothing(context: Any, builder: Any, words: _Words, value: Any) -> Any:
    return context.get_dummy_value()
