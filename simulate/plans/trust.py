"""Whose code is executed: a user's own, and that of a run from elsewhere only if the user says so.

A run directory holds copies of the files that play its games, policies and games of users' own, and whoever
made it wrote them. A file that is named on the command line is trusted by that; a copy in a run is trusted if
the same file was once. What is trusted is noted by its hash beside the compiled kernels.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from pathlib import Path

from rules.errors import UserError

_here: set[str] = set()
"""The hashes that are trusted in this process, should the folder not be writable."""
_all = False


@contextlib.contextmanager
def all_trusted() -> Iterator[None]:
    """Trust all code that is met, as with ``--trust``."""
    global _all
    _all = True
    try:
        yield
    finally:
        _all = False


def trust(source: str) -> None:
    """Trust the text of a file, now and later on this machine."""
    key = _key(source)
    _here.add(key)
    with contextlib.suppress(OSError):  # then it is asked for again next time
        _folder().mkdir(parents=True, exist_ok=True)
        (_folder() / key).touch()


class UntrustedError(UserError):
    """Code came with a run, and nobody here has vouched for it."""


def check_trusted(source: str, refusal: str) -> None:
    """Refuse to execute code that came with a run and that nobody here has vouched for.

    Raises
    ------
    UntrustedError
        The `refusal`, which says what to read, and what to type then.
    """
    key = _key(source)
    if key in _here or (_folder() / key).exists():
        return
    if _all:
        trust(source)
        return
    raise UntrustedError(refusal)


def _folder() -> Path:
    from rules.kernel_cache import cache_base

    return cache_base() / "trusted"


def _key(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()
