"""Where compiled kernels are kept: folders that never lie, files that are believed only if they are whole.

Numba's own cache looks only at the file of the function it stores: a change in a callee in another
file goes unseen. So each game has a cache folder of its own, named by a hash of every source and data
file that can reach its kernels, and of the Python and Numba versions: a change in Castle starts a new,
empty folder for Castle, a change in a shared file one for every game.

A file begins with a checksum of its name and of what follows. One that is damaged, or lies in the place
of another, is thrown away and its kernel compiled anew. Folders that were not used for `UNUSED_DAYS` go
when a new one is made.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import os
import pickle
import platform
import re
import shutil
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)

from rules.errors import Notice, UserError
from rules.games import OWN
from rules.kernel_parts import Kernel, StoredPart

SHARED = "shared"
"""The folder of kernels that no game owns: what several games call."""
ANY = "any"
"""The folder of kernels that may call those of any game: a script's, a test's."""

TELLING = ("analysis", "report", "scene")
"""Parts of a game that say what came out."""
PLAYED = ("options", "engine", "playing", "referee", "replay", "transcript")
"""Parts that play it."""

TOP = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "simulate")
"""The packages whose files can reach a kernel, but for the command line."""

UNUSED_DAYS = 60
"""After so many days without use a folder is thrown away."""
FOLDER = re.compile(r"[a-z][a-z0-9_]*-[0-9a-f]{16}")
"""The names of cache folders; nothing else below the base is ever touched."""
SEAL = hashlib.sha256().digest_size


# --- what names a folder


def _sources(folder: Path) -> list[Path]:
    """The source and data files below a folder."""
    return [file for file in folder.rglob("*") if file.suffix in (".py", ".toml")]


def engine_files(game: str) -> list[Path]:
    """Every source and data file that can reach a kernel of this game, or of no game or ANY.

    They are the game's own and those of no game: a game reaches no other, and what games share reaches none.
    """
    shared = [file for file in (TOP / "rules").glob("*") if file.suffix == ".py"]
    for room in ROOMS:
        for folder in (TOP / room).glob("[a-z]*/"):
            if folder.name != "cli" and (game in (folder.name, ANY) or folder.name not in OWN):
                shared += _sources(folder)
    if game not in (*OWN, SHARED, ANY):
        shared += _of_package(game)
    return sorted(shared)


def _of_package(game: str) -> list[Path]:
    """The files of a game in a package of its own, without modules that only tell of games.

    Such a module counts all the same if another file imports it: then it may reach a kernel.
    """
    package = sys.modules[game]
    modules = getattr(getattr(package, "GAME", None), "modules", {})
    telling, others = ({modules.get(part, part) for part in parts} for parts in (TELLING, PLAYED))
    files = _sources(Path(str(package.__file__)).parent)
    telling -= others.union(*(_imported(file) for file in files if file.stem not in telling))
    return [file for file in files if file.stem not in telling]


def _imported(file: Path) -> set[str]:
    """The words in the imports of a Python file."""
    if file.suffix != ".py":
        return set()
    every = ast.walk(ast.parse(file.read_bytes()))
    imports = (ast.unparse(node) for node in every if isinstance(node, ast.Import | ast.ImportFrom))
    return set(re.findall(r"\w+", " ".join(imports)))


def hash_of_sources(files: Iterable[Path]) -> str:
    """A short hash of the names and bytes of these files."""
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"|{path.parent.name}/{path.name}|".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def program_of(game: str) -> str:
    """The program that plays a game: the hash of all sources that can reach its kernels, once a process."""
    return hash_of_sources(engine_files(game))


def cache_base() -> Path:
    """Where all cache folders lie: ``HOUSERULES_CACHE`` if set, else the user's cache folder.

    Raises
    ------
    UserError
        If neither is known: the user has no home.
    """
    try:
        return Path(os.environ.get("HOUSERULES_CACHE") or platformdirs.user_cache_dir("houserules"))
    except RuntimeError:
        raise UserError(
            "no home directory is known for compiled kernels: set HOUSERULES_CACHE to a folder of yours"
        ) from None


def cache_folder(game: str) -> Path:
    """Where compiled kernels of exactly these sources of a game are kept."""
    checked = numba.config.BOUNDSCHECK  # Numba's cache does not tell checked kernels from others
    words = sys.version, numba.__version__, platform.machine(), checked, hash_of_sources(engine_files(game))
    return cache_base() / f"{game}-{hashlib.sha256('|'.join(map(str, words)).encode()).hexdigest()[:16]}"


# --- folders


@cache
def made_folder(game: str) -> Path | None:
    """The cache folder of a game, made and noted as used; None if it cannot be made, which a `Notice` says.

    With a new folder those not used for long go.
    """
    folder = cache_folder(game)
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)  # another process may have made it by now
            remove_folders(unused(folder.parent))
    except OSError as error:
        _tell_not_kept(folder, error)
        return None
    with contextlib.suppress(OSError):  # one that can only be read is used as it is
        os.utime(folder)
    return folder


def kept_folders(base: Path) -> dict[Path, float]:
    """The cache folders that there are and when each was used, as `time.time` counts; the last used first."""
    found = {}
    for folder in base.iterdir() if base.is_dir() else ():
        if FOLDER.fullmatch(folder.name) and folder.is_dir():
            with contextlib.suppress(FileNotFoundError):  # another command removes it
                found[folder] = folder.stat().st_mtime
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def unused(base: Path) -> list[Path]:
    """The cache folders that were not used for `UNUSED_DAYS`."""
    oldest = time.time() - UNUSED_DAYS * 86_400
    return [folder for folder, used in kept_folders(base).items() if used < oldest]


def remove_folders(folders: Iterable[Path]) -> None:
    """Remove cache folders; another command may be doing the same."""
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


# --- files


class _DamagedError(Exception):
    """A file of the cache is not what was written there."""


class _SealedFiles(IndexDataCacheFile):  # type: ignore[misc]
    """The index and the data files of one function."""

    def _load_index(self) -> dict[Any, str]:
        if not os.path.lexists(self._index_path):
            return {}
        stamp, overloads = self._read(self._index_path)
        return overloads if stamp == self._source_stamp else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, (self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return self._read(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _read(self, path: str) -> Any:
        raw = Path(path).read_bytes()
        if raw[:SEAL] != self._seal(path, raw[SEAL:]):
            raise _DamagedError(path)
        return pickle.loads(raw[SEAL:])

    def _write(self, path: str, value: Any) -> None:
        data = self._dump(value)
        with self._open_for_write(path) as file:
            file.write(self._seal(path, data) + data)

    def _seal(self, path: str, data: bytes) -> bytes:
        """The checksum of a file: of its folder's name, its own and its content."""
        place = "/".join(Path(path).parts[-3:])
        return hashlib.sha256(place.encode() + b"|" + data).digest()

    def throw_away(self) -> None:
        """Remove the index and all data files, or what lies in their place."""
        index = Path(self._index_path)
        for path in index.parent.glob(f"{index.stem}*"):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


class _InFolder(UserProvidedCacheLocator):  # type: ignore[misc]
    """Says that a kernel lies in the folder that was named, even if nothing can be written there."""

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Any:
        """Where the kernel of a function in a file lies."""
        return cls(py_func, py_file) if Path(py_file).exists() else None

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The folder of a source; where it is installed counts only if it does not name the cache folder."""
        path = Path(py_file).resolve()
        if any(path.is_relative_to(TOP / room) for room in ROOMS):
            return ".".join(path.parent.relative_to(TOP).parts)
        return str(super().get_suitable_cache_subpath(py_file))


class _Stored(CompileResultCacheImpl):  # type: ignore[misc]
    """Numba's way to store a kernel, in the folder that was named and nowhere else."""

    _locator_classes = (_InFolder,)


class _PartStored(StoredPart, _Stored):
    """A part, in that folder too."""


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Keeps the compiled versions of one function; a damaged one is thrown away, which a `Notice` says."""

    _impl_class = _Stored

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        locator = self._impl.locator
        self._cache_file = _SealedFiles(
            self._cache_path, self._impl.filename_base, locator.get_source_stamp()
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kept version for a signature, or None."""
        try:
            return super().load_overload(sig, target_context)
        except (_DamagedError, OSError):
            self._throw_away()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled version, if that is possible."""
        try:
            try:
                super().save_overload(sig, data)
            except (_DamagedError, IsADirectoryError):
                self._throw_away()
                super().save_overload(sig, data)
        except OSError as error:
            _tell_not_kept(self._folder, error)

    @property
    def _folder(self) -> Path:
        return Path(self._cache_path).parent

    def _throw_away(self) -> None:
        _tell(f"damaged kernels in {self._folder} are thrown away and compiled anew")
        with contextlib.suppress(OSError):  # then it cannot be kept either, which is said
            self._cache_file.throw_away()


# --- what is said

_told: set[str] = set()


def _tell(text: str) -> None:
    """Say it once, not for each kernel."""
    if text not in _told:
        _told.add(text)
        warnings.warn(text, Notice, stacklevel=2)


def _tell_not_kept(folder: Path, error: OSError) -> None:
    _tell(f"compiled kernels cannot be kept in {folder}: {error.strerror}; every command compiles them anew")


class _PartCache(KernelCache):
    """Keeps the parts of one function."""

    _impl_class = _PartStored


def keep(kernel: Kernel, function: Callable[..., Any], folder: Path | str) -> None:
    """Let a kernel keep its compiled versions in a folder."""

    def cache_of(kind: type[KernelCache]) -> KernelCache:
        numba.config.CACHE_DIR = str(folder)  # a locator looks here
        return kind(function)

    kernel._cache = cache_of(KernelCache)
    kernel.part_cache = lambda: cache_of(_PartCache)
