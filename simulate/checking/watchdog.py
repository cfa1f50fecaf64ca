"""Ends a call of an author's method that does not come back, and names the line at which it is."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from simulate.plain.faults import RulesError

SECONDS = 20.0
"""How long one call may take; a whole game usually takes a thousandth."""

LOOKS = 10
"""Looks in that time."""


@contextmanager
def watchdog(folder: Path) -> Iterator[None]:
    """End calls of code in a folder that take longer than `SECONDS`, where the system has timers.

    It looks now and then which call of that code is going on: the game pays nothing for it.

    Raises
    ------
    RulesError
        In the call itself, wherever it is.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    seen: FrameType | None = None
    looks = 0

    def look(_: int, frame: FrameType | None) -> None:
        nonlocal seen, looks
        calls = [each for each in _stack(frame) if Path(each.f_code.co_filename).parent == folder]
        call = calls[-1] if calls else None
        looks, seen = looks + 1 if call is seen else 0, call
        if call is not None and looks >= LOOKS:
            at = f"{Path(calls[0].f_code.co_filename).name}, line {calls[0].f_lineno}"
            name = call.f_code.co_name
            raise RulesError(f"{at}: {name}() has not come back after {SECONDS:g} s, perhaps an endless loop")

    before: Any = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, SECONDS / LOOKS, SECONDS / LOOKS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _stack(frame: FrameType | None) -> Iterator[FrameType]:
    """The calls that are going on, the innermost first."""
    while frame is not None:
        yield frame
        frame = frame.f_back
