"""The files of kept kernels: believed only if they are whole.

A file begins with a checksum of its name and of what follows. One that is damaged, or lies in the place of
another, is thrown away and its kernel compiled anew. They lie in a folder that `rules.kernel_cache` names.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import pickle
import shutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)

from rules.errors import tell
from rules.games import USERS, changed_by
from rules.kernel_cache import ROOMS, TOP, tell_not_kept
from rules.kernel_parts import Dispatcher, StoredPart

SEAL = hashlib.sha256().digest_size


class _SealedFiles(IndexDataCacheFile):  # type: ignore[misc]
    """The versions of one function: a file for each, named by its types.

    Numba numbers them, in an index: of two processes that read it at once, one put its code in the place of
    the other's.
    """

    def load(self, key: Any) -> Any:
        """What was kept, unless it is damaged or of another source."""
        path = self._path(key)
        try:
            raw = path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError:  # a folder in its place
            raw = b""
        if raw[:SEAL] != self._seal(path, raw[SEAL:]):
            self._throw_away(path)
            return None
        stamp, kept = pickle.loads(raw[SEAL:])
        known, data = pickle.loads(kept) if stamp == self._source_stamp else (None, None)
        return data if known == key else None

    def save(self, key: Any, data: Any) -> None:
        """Keep a version."""
        path = self._path(key)
        sealed = self._dump((self._source_stamp, self._dump((key, data))))
        with self._open_for_write(path) as file:
            file.write(self._seal(path, sealed) + sealed)

    def _path(self, key: Any) -> Path:
        types = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
        return Path(self._index_path).with_suffix(f".{types}.nbc")

    def _seal(self, path: Path, data: bytes) -> bytes:
        """The checksum of a file: of its folder's name, its own and its content."""
        place = "/".join(path.parts[-3:])
        return hashlib.sha256(place.encode() + b"|" + data).digest()

    def _throw_away(self, path: Path) -> None:
        tell(f"damaged kernels in {path.parent.parent} are thrown away and compiled anew")
        with contextlib.suppress(OSError):  # then it cannot be kept either, which is said
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


class _InFolder(UserProvidedCacheLocator):  # type: ignore[misc]
    """Names the place of a kernel in a folder, even if nothing can be written there."""

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Any:
        """Where the kernel of a function in a file lies."""
        return cls(py_func, py_file)

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
    """Keeps the compiled versions of one function."""

    _impl_class = _Stored

    def __init__(self, function: Callable[..., Any], folder: Path | str, also: str) -> None:
        super().__init__(function)
        locator, source = self._impl.locator, Path(inspect.getfile(function))
        is_users = changed_by(function.__module__) and function.__module__.split(".")[1] == USERS
        place = USERS if is_users else locator.get_suitable_cache_subpath(str(source))
        self._cache_path = locator._cache_path = str(Path(folder) / place)
        written = source.stat()
        stamp = _hash_of(source, written.st_mtime_ns, written.st_size), also
        self._cache_file = _SealedFiles(self._cache_path, self._impl.filename_base, stamp)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled version, if that is possible."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            tell_not_kept(Path(self._cache_path).parent, error)


@cache
def _hash_of(source: Path, written: int, size: int) -> str:
    """The hash of a source, read again when written again; before 0.68 Numba looks at the time alone."""
    return hashlib.sha256(source.read_bytes()).hexdigest()


class _PartCache(KernelCache):
    """Keeps the parts of one function."""

    _impl_class = _PartStored


def jit(
    function: Callable[..., Any], options: Mapping[str, Any], folder: Path | None, also: str
) -> Dispatcher:
    """A function that Numba compiles for the types of each call; with a folder versions are kept there."""
    made = Dispatcher(function, targetoptions=dict(options))
    if folder is not None:
        keep(made, folder, also)
    return made


def keep(kernel: Dispatcher, folder: Path | str, also: str = "") -> None:
    """Let a kernel keep its compiled versions in a folder, as long as its file and `also` stay what they are.

    One that is in no file, as in a notebook, keeps none.
    """
    if Path(inspect.getfile(kernel.py_func)).exists():
        kernel._cache = KernelCache(kernel.py_func, folder, also)
        kernel.part_cache = lambda: _PartCache(kernel.py_func, folder, also)
