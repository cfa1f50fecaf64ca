"""A process that plays for another program, the lab: commands come in, and what they tell goes out.

``python -m simulate.cli.player`` reads a JSON object a line: ``{"do": ["compare", ...]}`` does what the
command line would, ``{"warm": "catan"}`` loads the engine of a game, and ``{"stop": true}`` is Ctrl-C. It
writes an object a line: what commands `tell`, their notes, and at the end of each ``{"done": 0, ...}`` with
its exit code and the words that people would have read. When its input ends it stops at the next block.
"""

from __future__ import annotations

import io
import json
import os
import queue
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from typing import Any, TextIO

import click

from rules.errors import Notice
from simulate.cli import message_and_code, program, show_warning
from simulate.io.console import listening

INTERRUPTED = 130
"""The exit code of what was stopped."""


class _Notes(io.TextIOBase):
    """A stream whose lines are told as notes."""

    def __init__(self, tell: Callable[[dict[str, Any]], None]) -> None:
        self.told, self.line = tell, ""

    def write(self, text: str) -> int:
        """Tell each line that is whole."""
        *lines, self.line = (self.line + text).split("\n")
        for line in lines:
            if line.strip():
                self.told({"note": line})
        return len(text)


def run_command(words: Sequence[str], tell: Callable[[dict[str, Any]], None]) -> None:
    """Do what the command line does with these words, and tell what it says and how it ends."""
    printed, message, code = io.StringIO(), "", 0
    sys.argv = ["simulate", *words]  # which a message may say again
    try:
        with (
            redirect_stdout(printed),
            redirect_stderr(_Notes(tell)),
            listening(tell),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("default", Notice)
            warnings.showwarning = show_warning
            program.main(list(words), prog_name="simulate", standalone_mode=False)
    except (SystemExit, click.exceptions.Exit) as end:
        code = int((end.code if isinstance(end, SystemExit) else end.exit_code) or 0)
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except Exception as error:
        message, code = message_and_code(error)
    tell({"done": code, "message": message, "printed": printed.getvalue()})


OF_ANSWERS = (
    "simulate.cli.commands.compare", "reports.answers.page", "reports.answers.first_screen",
    "pyarrow.parquet", "rich.console", "scipy.special",
)  # fmt: skip
"""Modules that write games and tell of them once they are played."""


def warm_up(game: str) -> None:
    """Load the engine of a game and what tells of its games, so that its first numbers come at once."""
    from simulate.plans.plan import make_plan
    from simulate.working.work import simulator_of

    simulator_of(make_plan(game, 1)).play_on(0, 1)
    for module in OF_ANSWERS:
        import_module(module)


def serve(lines: Iterable[str], out: TextIO) -> None:
    """Do what each line asks, one after another, until there are no more."""
    waiting: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
    busy = threading.Event()
    writing = threading.Lock()

    def tell(event: dict[str, Any]) -> None:
        with writing:
            out.write(json.dumps(event) + "\n")
            out.flush()

    def interrupt() -> None:
        if busy.is_set():
            os.kill(os.getpid(), signal.SIGINT)

    def read() -> None:
        for line in lines:
            asked = json.loads(line)
            if asked.get("stop"):
                interrupt()
            else:
                waiting.put(asked)
        waiting.put(None)
        interrupt()

    threading.Thread(target=read, daemon=True).start()
    while (asked := waiting.get()) is not None:
        busy.set()
        try:
            if "do" in asked:
                run_command(asked["do"], tell)
            else:
                warm_up(asked["warm"])
        except KeyboardInterrupt:  # in the last moment of a command
            pass
        finally:
            busy.clear()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    serve(sys.stdin, sys.stdout)
