"""What Numba is taught, kept until Numba is there: importing it takes as long as a small command.

A module that brings what Numba must know teaches it beside what the interpreter runs ::

    @for_numba
    def compiled():
        from numba.extending import overload

        @overload(count_bits)
        ...
"""

from __future__ import annotations

from collections.abc import Callable

Lesson = Callable[[], None]

_waiting: list[Lesson] | None = []
"""None once Numba is there."""


def for_numba(lesson: Lesson) -> None:
    """Run a function that teaches Numba something before it compiles a kernel; at once if it may have."""
    if _waiting is None:
        lesson()
    else:
        _waiting.append(lesson)


def teach() -> None:
    """Numba is there: run what waits. What Ctrl-C leaves waits on, for the next call of a kernel."""
    global _waiting
    while _waiting:
        _waiting[0]()
        del _waiting[0]
    _waiting = None
