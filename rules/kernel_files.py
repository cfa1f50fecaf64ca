"""The files of kept kernels: believed only if they are whole.

A file begins with a checksum of its name and of what follows. One that is damaged, or lies in the place of
another, is thrown away and its kernel compiled anew. They lie in a folder that `rules.kernel_cache` names.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)

from rules.kernel_cache import ROOMS, TOP, tell, tell_not_kept
from rules.kernel_parts import Dispatcher, StoredPart

SEAL = hashlib.sha256().digest_size


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
            tell_not_kept(self._folder, error)

    @property
    def _folder(self) -> Path:
        return Path(self._cache_path).parent

    def _throw_away(self) -> None:
        tell(f"damaged kernels in {self._folder} are thrown away and compiled anew")
        with contextlib.suppress(OSError):  # then it cannot be kept either, which is said
            self._cache_file.throw_away()


class _PartCache(KernelCache):
    """Keeps the parts of one function."""

    _impl_class = _PartStored


def keep(kernel: Dispatcher, folder: Path | str) -> None:
    """Let a kernel keep its compiled versions in a folder."""

    def cache_of(kind: type[KernelCache]) -> KernelCache:
        numba.config.CACHE_DIR = str(folder)  # a locator looks here
        return kind(kernel.py_func)

    kernel._cache = cache_of(KernelCache)
    kernel.part_cache = lambda: cache_of(_PartCache)
