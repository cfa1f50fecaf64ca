"""Where words go: results to stdout, everything else to stderr. Honours NO_COLOR."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from simulate.layout import fold

if TYPE_CHECKING:
    from rich.console import Console

LINE_EVERY = 5.0
"""Seconds between lines of progress where there is no terminal."""


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


def on_terminal() -> bool:
    """Whether somebody reads along: stderr is a terminal."""
    return err().is_terminal


def say(text: str = "", style: str | None = None) -> None:
    """Write lines of a result to stdout, folded where a terminal is too narrow for them."""
    for line in text.split("\n"):
        out().print(fold(line), style=style, markup=False)


def say_whole(text: str) -> None:
    """Write what a program reads to stdout, however long its lines are."""
    out().print(text, markup=False)


def say_json(data: Any) -> None:
    """Write an object to stdout as one line of JSON."""
    say_whole(json.dumps(data, allow_nan=False))


def note(text: str, style: str | None = "dim") -> None:
    """Write a line about the work to stderr."""
    err().print(text, style=style, markup=False)


def next_step(command: str, *paths: object) -> None:
    """End a command, for people at a terminal only: what it wrote, and the next useful command."""
    if not on_terminal():
        return
    note("")
    for path in paths:
        note(str(path), style=None)
    note(f"next: {command}", style="bold")
