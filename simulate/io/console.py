"""Where words go: results to stdout, everything else to stderr. Honours NO_COLOR.

Text from files, paths and the code of others never commands a terminal: it is shown by `visible`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn

from rules.games import as_typed
from simulate.io.layout import fold
from simulate.io.shell import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

LINE_EVERY = 5.0
"""Seconds between lines of progress where there is no terminal."""

PATIENCE = 1.0
"""Seconds that something may take before it is said what it is."""


SIGNS = frozenset("≠Δ=?●◐○")

STYLES = {
    r"●( sure)?": "green",
    r"◐( likely)?": "yellow",
    r"○( not settled)?": "dim",
    r"(?<= )[≠Δ](?= )": "bold cyan",
    r"(?<= )=(?= )": "dim",
    r"(?<= )\?(?= )": "bold magenta",
}
"""Signs of answers, by how they look at a terminal; colour is not all that tells them apart."""


@cache
def out() -> Console:
    """The console for results."""
    from simulate.io.terminal import Terminal

    return Terminal(highlight=False, emoji=False, soft_wrap=True)


@cache
def err() -> Console:
    """The console for progress, notes and errors."""
    from simulate.io.terminal import Terminal

    return Terminal(stderr=True, highlight=False, emoji=False, soft_wrap=True)


def on_terminal() -> bool:
    """Whether somebody reads along: stderr is a terminal."""
    return err().is_terminal and not err().quiet


def say(text: str = "", style: str | None = None) -> None:
    """Write lines of a result to stdout, its signs coloured, folded where a terminal is too narrow."""
    for line in text.split("\n"):
        out().print(_coloured(fold(visible(as_typed(line)))), style=style, markup=False)


def _coloured(line: str) -> str | Text:
    """A line whose signs of verdict and certainty have colours, if somebody looks at it."""
    if not out().is_terminal or not set(line) & SIGNS:
        return line
    from rich.text import Text

    text = Text(line)
    for pattern, style in STYLES.items():
        text.highlight_regex(pattern, style)
    return text


def say_whole(text: str) -> None:
    """Write what a program reads to stdout, however long its lines are."""
    out().print(visible(text, kept="\n"), markup=False)


def say_json(data: Any) -> None:
    """Write an object to stdout as one line of JSON."""
    say_whole(json.dumps(data, allow_nan=False))


def note(text: str, style: str | None = "dim") -> None:
    """Write a line about the work to stderr."""
    err().print(visible(as_typed(text), kept="\n"), style=style, markup=False)


def stop(why: str, again: str) -> NoReturn:
    """End after Ctrl-C with the command that continues."""
    note(why, style=None)
    say(f"continue: {again}", style="bold")
    sys.exit(130)


@contextmanager
def working(text: str, seconds: float | None = None) -> Iterator[None]:
    """Say what is being done, from its second second on: for how long, and if that is known how long still.

    A line that changes on a terminal; else one every few seconds. `seconds` is how long it may take.
    """
    done = Event()
    teller = Thread(target=_tell, args=(text, seconds, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(text: str, seconds: float | None, done: Event) -> None:
    begun = monotonic()

    def line() -> str:
        now = monotonic() - begun
        if seconds is None:
            return f"{text}: {now:.0f} s"
        left = f"about {seconds - now:.0f} s left" if now < seconds else "longer than expected"
        return f"{text}: {now:.0f} s, {left}"

    if done.wait(PATIENCE):
        return
    if on_terminal() and err().is_interactive:
        from rich.status import Status
        from rich.text import Text

        with Status(Text(line()), console=err()) as status:
            while not done.wait(1):
                status.update(Text(line()))
        return
    note(line())
    while not done.wait(LINE_EVERY):
        note(line())


_listeners: list[Callable[[dict[str, Any]], None]] = []


@contextmanager
def listening(listener: Callable[[dict[str, Any]], None]) -> Iterator[None]:
    """Let a program hear what people see: how far the work is, and what its games show so far."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def is_heard() -> bool:
    """Whether a program listens."""
    return bool(_listeners)


def tell(**event: Any) -> None:
    """Say something to programs that listen; its values are those of JSON."""
    for listener in _listeners:
        listener(event)


def next_step(command: str, *paths: object) -> None:
    """End a command, for people at a terminal only: what it wrote, and the next useful command."""
    if not on_terminal():
        return
    note("")
    for path in paths:
        note(str(path), style=None)
    note(f"next: {command}", style="bold")
