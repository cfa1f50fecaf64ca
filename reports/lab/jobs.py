"""What the lab plays: one command at a time, the others wait; and what is known of each meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import secrets
import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WAITING, PLAYING, STOPPING, DONE, STOPPED, FAILED = (
    "waiting", "playing", "stopping", "done", "stopped", "failed",
)  # fmt: skip
"""What may be so of a job."""

OVER = DONE, STOPPED, FAILED

LONELY = 10.0
"""Seconds without any page open after which nothing is played on."""

LONGEST_LINE = 2**24
"""Bytes of a line that the player tells at most."""

KEPT = "lab.json"
"""Where the questions that wait, and the names of cards, outlive the lab."""

INTERRUPTED = 130

DOING = {
    "from": "It is played on from there, many times.",
    "check": "It is tried from all sides.",
    "plot": "The picture is drawn.",
    "export": "The workbook is written.",
}
"""What is done by commands that are not for an answer."""

FOR_TERMINALS = re.compile(r"^cell \d|--[a-z]")
"""Notes that speak of options, or of what a progress bar shows."""

UNSETTLED = "not reached after"
"""How the command line begins to say that the most games did not settle it."""


@dataclass
class Job:
    """A command that was asked for, and what it has told."""

    words: tuple[str, ...]
    title: str
    key: str = field(default_factory=lambda: secrets.token_hex(4))
    state: str = WAITING
    answer: str = ""
    """The folder of its answer, once it is known."""
    pages: tuple[str, ...] = ()
    """Files that it makes, to be shown at its end."""
    runs: Mapping[str, str] = field(default_factory=dict)
    """Where one game is shown under two rules: the run of each page, by its rules in words."""
    then: Callable[[Job], Sequence[str]] | None = None
    """The command that follows, once this one has told what it is about."""
    told: dict[str, Any] = field(default_factory=dict)
    """Which game of which run it shows, and the turn in which that parts from another, or was decided."""
    look: dict[str, Any] | None = None
    """What its games show so far: `reports.answers.first_screen`."""
    first_reach: tuple[float, ...] = ()
    """How far the bars of its numbers reached at the first look: against that they shrink."""
    played: int = 0
    of: int = 0
    seconds: float = 0.0
    note: str = ""
    message: str = ""
    printed: str = ""

    @property
    def command(self) -> str:
        """What does the same in a terminal."""
        return shlex.join(["simulate", *self.words])

    @property
    def doing(self) -> str:
        """What is done while nothing of the answer is there."""
        if self.words[0] in DOING:
            return DOING[self.words[0]]
        if self.played and "--until" not in self.words:
            return "Its games are played. The answer comes with the last one."
        return "The first games are played."

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens to it."""
        return self.state in OVER

    @property
    def names_python(self) -> bool:
        """Whether it executes a file of the user's, in a player that plays nothing else afterwards."""
        return any(word.split(":")[0].endswith(".py") for word in self.words)

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.played / self.seconds if self.seconds > 0.5 else 0.0

    def hear(self, event: dict[str, Any]) -> None:
        """Take in what the player tells."""
        if "look" in event:
            self.look = event["look"]
            numbers = event["look"]["numbers"]
            if len(self.first_reach) != len(numbers):
                self.first_reach = tuple(reach_of(number) for number in numbers)
        for name, value in event.items():
            if name == "note" and FOR_TERMINALS.search(value):
                continue
            if name in ("answer", "played", "of", "seconds", "note"):
                setattr(self, name, value)
            elif name in ("run", "game_index", "parts", "turn", "playouts"):
                self.told[name] = value

    def stopped_words(self) -> list[str]:
        """The command that gives the answer of the last look."""
        assert self.look is not None
        words = list(self.words)
        if "--n" in words:
            at = words.index("--n")
            del words[at : at + 2]
        return [*words, "--n", str(self.look["games"])]


def reach_of(number: dict[str, Any]) -> float:
    """How far the bar of a number reaches from nothing: its interval, and its margin with room beside."""
    return max(abs(number["low"]), abs(number["high"]), 1.5 * (number["margin"] or 0.0)) or 1.0


class Jobs:
    """The jobs of a lab, in the order in which they were asked for.

    `folder` is where commands are run. Pages wait for `changed`.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.jobs: dict[str, Job] = {}
        self.names: dict[str, str] = {}
        self.tabs = 0
        self.left = time.monotonic()
        self.changed = asyncio.Event()
        self._asked = asyncio.Event()
        self._process: asyncio.subprocess.Process | None = None
        self._read_kept()

    # --- what is asked

    def ask(
        self,
        words: Sequence[str],
        title: str,
        pages: Sequence[str] = (),
        then: Callable[[Job], Sequence[str]] | None = None,
        runs: Mapping[str, str] | None = None,
    ) -> Job:
        """Let a command be played when its turn comes; one that waits or plays already is that one."""
        for job in self.jobs.values():
            if job.words == tuple(words) and job.pages == tuple(pages) and not job.is_over:
                return job
        job = Job(tuple(words), title, pages=tuple(pages), then=then, runs=runs or {})
        self.jobs[job.key] = job
        self._note_change(kept=True)
        self._asked.set()
        return job

    async def stop(self, job: Job, why: str = "") -> None:
        """Stop a job at its next block; one that waits is not begun."""
        if job.state == WAITING:
            job.state, job.message = STOPPED, why
        elif job.state == PLAYING:
            job.state, job.message = STOPPING, why
            await self._send({"stop": True})
        self._note_change(kept=True)

    async def warm(self, game: str) -> None:
        """Let the engine of a game be loaded while the user still chooses."""
        if self.current is None:
            await self._send({"warm": game})

    @property
    def current(self) -> Job | None:
        """The job that is played."""
        return next((job for job in self.jobs.values() if job.state in (PLAYING, STOPPING)), None)

    @property
    def waiting(self) -> list[Job]:
        """Those whose turn has not come."""
        return [job for job in self.jobs.values() if job.state == WAITING]

    def of_answer(self, folder: str) -> Job | None:
        """The newest job that makes the answer in a folder."""
        return next((job for job in reversed(self.jobs.values()) if job.answer == folder), None)

    # --- tabs

    def opened(self) -> None:
        """Somebody looks."""
        self.tabs += 1

    def closed(self) -> None:
        """Somebody looks no more."""
        self.tabs -= 1
        self.left = time.monotonic()

    # --- playing

    async def play(self) -> None:
        """Play what is asked, one after another, as long as the lab is open."""
        watching = asyncio.create_task(self._watch_tabs())
        try:
            while True:
                waiting = self.waiting
                if not waiting:
                    self._asked.clear()
                    await self._asked.wait()
                    continue
                await self._play(waiting[0])
        finally:
            watching.cancel()
            await self.end()

    async def _play(self, job: Job) -> None:
        job.state = PLAYING
        self._note_change(kept=True)
        ended = await self._do(job, job.words)
        if ended["done"] == 0 and job.then is not None:
            printed = ended["printed"]
            ended = await self._do(job, job.then(job))
            ended["printed"] = printed
        if ended["done"] == INTERRUPTED and job.state == STOPPING and job.look is not None:
            ended = await self._do(job, job.stopped_words())  # the answer of the last look
            job.state = STOPPED
        elif ended["done"] == INTERRUPTED:
            job.state = STOPPED
        else:
            settled = ended["done"] == 0 or UNSETTLED in ended["message"]
            job.state = DONE if settled else FAILED
        if UNSETTLED not in ended["message"]:
            job.message = ended["message"] or job.message
        job.printed = ended["printed"]
        self._note_change(kept=True)
        if job.names_python:
            await self.end()

    async def _do(self, job: Job, words: Sequence[str]) -> dict[str, Any]:
        """Let the player do a command, and hear what it tells until it is done."""
        await self._send({"do": list(words)})
        while True:
            process = self._process
            line = await process.stdout.readline() if process and process.stdout else b""
            if not line:
                self._process = None
                lost = "the process that plays has ended; all finished games are kept"
                return {"done": 1, "message": lost, "printed": ""}
            event = json.loads(line)
            if "done" in event:
                return dict(event)
            job.hear(event)
            self._note_change()

    async def _send(self, asked: dict[str, Any]) -> None:
        """Tell the player something; start one if there is none."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "simulate.cli.player",
                cwd=self.folder, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE, start_new_session=True,
            )  # fmt: skip
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked).encode() + b"\n")
        with contextlib.suppress(ConnectionError):  # it has ended, which its output shows
            await self._process.stdin.drain()

    async def end(self) -> None:
        """Let the player end: it stops at the next block."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            assert process.stdin is not None
            process.stdin.close()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), LONELY)

    async def _watch_tabs(self) -> None:
        """Stop what is played when nobody has looked for a while."""
        while True:
            await asyncio.sleep(1)
            job = self.current
            alone = not self.tabs and time.monotonic() - self.left > LONELY
            if alone and job is not None and job.state == PLAYING:
                for waiting in self.waiting:
                    await self.stop(waiting, "not begun: no page of the lab was open")
                await self.stop(job, "stopped, because no page of the lab was open; all games are kept")

    # --- kept

    def name(self, card: str, name: str) -> None:
        """Give a card a name of the user's own; none takes it back."""
        self.names.pop(card, None)
        if name:
            self.names[card] = name
        self._note_change(kept=True)

    def _note_change(self, kept: bool = False) -> None:
        self.changed.set()
        self.changed = asyncio.Event()
        if kept:
            waiting = [
                {"words": job.words, "title": job.title} for job in self.jobs.values() if not job.is_over
            ]
            text = json.dumps({"names": self.names, "waiting": waiting}, indent=1)
            _write(self.folder / KEPT, text, bool(self.names or waiting))

    def _read_kept(self) -> None:
        """The names of cards, and what waited when the lab ended: it waits for a click now."""
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            kept = json.loads((self.folder / KEPT).read_text(encoding="utf-8"))
            self.names = {str(card): str(name) for card, name in kept["names"].items()}
            for each in kept["waiting"]:
                job = Job(tuple(map(str, each["words"])), str(each["title"]), state=STOPPED)
                job.message = "the lab was closed meanwhile; all games are kept"
                self.jobs[job.key] = job


def _write(file: Path, text: str, worth: bool) -> None:
    """Write what is kept, if there is anything; a folder that can only be read keeps nothing."""
    from simulate.io.files import UnwritableError, write_whole

    with contextlib.suppress(UnwritableError, OSError):
        if worth:
            write_whole(file, text.encode())
        else:
            file.unlink(missing_ok=True)
