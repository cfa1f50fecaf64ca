"""Where words go: results to stdout, everything else to stderr. Honours NO_COLOR."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

LINE_EVERY = 5.0
"""Seconds between lines of progress where there is no terminal."""


GAP = "   "
"""Between the columns of a table in a terminal."""

LINE = 130
"""Letters of the longest line of phrases."""


@cache
def out() -> Console:
    """The console for results."""
    from rich.console import Console

    return Console(highlight=False, emoji=False, soft_wrap=True)


@cache
def err() -> Console:
    """The console for progress, notes and errors."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, emoji=False, soft_wrap=True)


def say(text: str = "", style: str | None = None) -> None:
    """Write a line of a result to stdout."""
    out().print(text, style=style, markup=False)


def note(text: str, style: str | None = "dim") -> None:
    """Write a line about the work to stderr."""
    err().print(text, style=style, markup=False)


def aligned(rows: Sequence[Sequence[str]], words: int, gap: str = GAP) -> list[str]:
    """Rows of cells as lines: the first columns, which are words, flush left and numbers flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        (
            " "
            + gap.join(
                cell.ljust(width) if i < words else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
        ).rstrip()
        for row in rows
    ]


def next_step(command: str) -> None:
    """The last line of every command: the next useful one."""
    say(f"next: {command}", style="bold")
