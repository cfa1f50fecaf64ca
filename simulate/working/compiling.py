"""Compiling the engine of a game: whether it is needed, and how long it took here the last time."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeAlias

from rules import games
from rules.kernel import INTERPRETED
from rules.kernel_cache import cache_base, made_folder
from simulate.io.files import UnwritableError, write_whole

USUAL = 20.0
"""Seconds for the engine of a game on one of two cores, until there is a last time."""

Waiting: TypeAlias = Callable[[str, float | None], AbstractContextManager[None]]
"""Shows what takes long, and how many seconds it may take, for as long as its context is open."""


def unseen(text: str, seconds: float | None = None) -> AbstractContextManager[None]:
    """A `Waiting` that shows nothing."""
    return contextlib.nullcontext()


def is_compiled(game: str, kernel: str = "play_games") -> bool:
    """Whether the kernels of this version are in the cache already."""
    if games.load(game).is_plain:
        return True
    folder = None if INTERPRETED else made_folder(game)
    return INTERPRETED or (folder is not None and any(folder.glob(f"*/*{kernel}*.nbc")))


@contextlib.contextmanager
def compiling(game: str, kernel: str, waiting: Waiting) -> Iterator[None]:
    """Show that this kernel is compiled when it is first called inside, and note how long that took."""
    if is_compiled(game, kernel):
        yield
        return
    what = f"{game} {kernel}"
    text = f"compiling {games.load(game).title}, once for this version"
    begun = time.monotonic()
    with waiting(text, seconds_taken().get(what, USUAL)):
        yield
    with contextlib.suppress(UnwritableError):  # what cannot be noted is guessed the next time, too
        taken = seconds_taken() | {what: round(time.monotonic() - begun, 1)}
        write_whole(_notes(), json.dumps(taken, indent=1).encode())


def seconds_taken() -> dict[str, float]:
    """How long each engine took to compile here the last time, by game and kernel."""
    try:
        found = json.loads(_notes().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {what: float(taken) for what, taken in found.items() if isinstance(taken, int | float)}


def _notes() -> Path:
    return cache_base() / "seconds.json"
