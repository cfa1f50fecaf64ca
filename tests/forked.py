"""Commands as processes, forked from one in which everything is loaded: a start costs next to nothing.

A whole start of the program takes more than a second, most of it imports and kernels. For a hundred commands
that are killed one process loads all that once, plays nothing on threads, and forks for each command. What
is forked is a process like any other: it has signals, limits and children of its own.

``python tests/forked.py`` is that process: it reads requests from stdin, a JSON object a line, and answers.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from builders import PATIENCE, Done, environment

CHECK_GAMES = 400
"""Games with which a tuned policy is held against its start: 20,000 would be most of the time."""

TUNED: dict[str, Any] = {"generations": 2, "games": 24}
"""How those who adapt are tuned here."""


@dataclass
class Command:
    """A command that runs, or has run."""

    server: Server
    words: list[str]
    pid: int
    into: Path
    """Where its output goes: files with these suffixes."""
    begun: float

    def send(self, number: signal.Signals) -> None:
        """Send it a signal; it may have ended by itself."""
        os.kill(self.pid, number)  # its process stays, as a zombie, until it is waited for

    def is_over(self) -> bool:
        """Whether it has ended."""
        return not is_alive(self.pid)

    def wait(self) -> Done:
        """What came of it; the code is minus a signal that ended it."""
        end = time.monotonic() + PATIENCE
        while not self.is_over():
            assert time.monotonic() < end, f"{self.words} hangs"
            time.sleep(0.005)
        code = self.server.ask(wait=self.pid)
        out, err = (
            self.into.with_suffix(name).read_text(encoding="utf-8", errors="replace")
            for name in (".out", ".err")
        )
        return Done(self.words, code, out, err)


class Server:
    """The process that forks commands about some games; their output goes below the folder."""

    def __init__(self, games: Sequence[str], folder: Path) -> None:
        self.folder = folder
        self.number = 0
        self.process = subprocess.Popen(
            [sys.executable, __file__, *games],
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.answer() == "ready"

    def answer(self) -> Any:
        """What it says next."""
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, **request: Any) -> Any:
        """Its answer to a request."""
        assert self.process.stdin is not None
        print(json.dumps(request), file=self.process.stdin, flush=True)
        return self.answer()

    def start(
        self,
        *words: object,
        cwd: Path,
        file_limit: int | None = None,
        memory: int | None = None,
        powers: bool = True,
    ) -> Command:
        """Start ``simulate WORDS``; no file of it can grow beyond the limit, as if the disk were full.

        It gets so many more megabytes of `memory` at most than are taken when it starts. Without `powers`
        what is read-only is so for root as well.
        """
        self.number += 1
        into = self.folder / str(self.number)
        given = list(map(str, words))
        limits = {"file_limit": file_limit, "memory": memory, "powers": powers}
        pid = self.ask(words=given, cwd=str(cwd), into=str(into), **limits)
        return Command(self, given, pid, into, time.monotonic())

    def run(self, *words: object, cwd: Path) -> Done:
        """Start a command and wait for its end."""
        return self.start(*words, cwd=cwd).wait()

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


# --- processes, as Linux tells of them


def is_alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children(pid: int) -> list[int]:
    """The processes that a process has started, of those they have started, and so on."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [each for word in text.split() for each in (int(word), *children(int(word)))]


# --- inside the process that forks


def serve(games: Sequence[str]) -> None:
    """Load everything, then fork for every request."""
    answers = os.fdopen(os.dup(1), "w")
    load(games)
    gc.freeze()  # or each command, at its end, would look through all that was loaded
    say_to(answers, "ready")
    for line in sys.stdin:
        request = json.loads(line)
        if "wait" in request:
            say_to(answers, os.waitstatus_to_exitcode(os.waitpid(request["wait"], 0)[1]))
            continue
        begun, begins = os.pipe()
        pid = os.fork()
        if pid == 0:
            be(**request, begins=begins)
        os.close(begins)
        os.read(begun, 1)  # or a signal might find it before it is the command
        os.close(begun)
        say_to(answers, pid)


def say_to(answers: Any, what: object) -> None:
    """Answer a request."""
    print(json.dumps(what), file=answers, flush=True)


def load(games: Sequence[str]) -> None:
    """All modules and kernels that commands about these games need."""
    import importlib
    from functools import partial

    import matplotlib.figure  # noqa: F401
    import pandas  # noqa: F401
    import pyarrow.parquet  # noqa: F401
    from warm import warm

    import analyses.questions.adapt
    import simulate.working.tune
    from simulate.cli import COMMANDS

    for path in COMMANDS.glob("[a-z]*.py"):
        importlib.import_module(f"simulate.cli.commands.{path.stem}")
    simulate.working.tune.CHECK_GAMES = CHECK_GAMES
    vars(analyses.questions.adapt)["tune_for"] = partial(analyses.questions.adapt.tune_for, **TUNED)
    for game in games:
        warm(game)


def be(
    words: list[str],
    cwd: str,
    into: str,
    file_limit: int | None,
    memory: int | None,
    powers: bool,
    begins: int,
) -> NoReturn:
    """Be the command, and say so by the end of a pipe; its output goes to files beside `into`.

    Where the program ends it ends as the interpreter does, except that what lies in memory is not tidied up:
    that takes 0.17 s, longer than what some commands do.
    """
    from simulate.cli import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setsid()
    os.chdir(cwd)
    for number, file in enumerate((os.devnull, f"{into}.out", f"{into}.err")):
        os.dup2(os.open(file, os.O_RDWR | os.O_CREAT, 0o666), number)
    sys.argv = ["simulate", *words]
    if file_limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, resource.RLIM_INFINITY))
    if memory is not None:
        taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = taken * resource.getpagesize() + (memory << 20)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    if not powers:
        give_up_powers()
    os.close(begins)
    try:
        main()
    except SystemExit as end:
        code = int(end.code or 0)
    else:
        code = 0
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    os._exit(code)


def give_up_powers() -> None:
    """Be held by the rights of files as any user is, even as root (capset, version 3: no capability)."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    nothing = (ctypes.c_uint32 * 6)()
    if ctypes.CDLL(None, use_errno=True).capset(header, nothing):
        raise OSError(ctypes.get_errno(), "capset")


if __name__ == "__main__":
    serve(sys.argv[1:])
