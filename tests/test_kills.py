"""A hundred commands are stopped at random moments: whatever stops them, they are continued to the same end.

All verbs that take longer than a moment, all games, threads and processes; Ctrl-C, SIGTERM, SIGKILL of the
command or of a worker, a full disk, a directory that vanishes or can only be read. The commands are forked
from a process in which everything is loaded (forked.py), so that the moments lie in their work.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from builders import Done, content
from forked import Command, Server, children, is_alive

import simulate
from rules.games import OWN
from rules.kernel import INTERPRETED
from simulate.store.runs import Run

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="asks Linux who started whom"),
    pytest.mark.skipif(INTERPRETED, reason="interpreted games take too long"),
]

MOMENTS = 100
GRACE = 60.0
"""Seconds in which every worker of a killed command is gone, however slow the machine."""

RULES = {
    "starwars": "dice_cap=4",
    "carcassonne": "farm_points=4",
    "catan": "robber=false",
    "castle": "draw_limit=first_hand",
}
SWEPT = {
    "starwars": "dice_cap=3,4",
    "carcassonne": "farm_points=3,4",
    "catan": "hand_limit=7,9",
    "castle": "hand=4,5",
}


PLAY = "--game {game} --policy random --tables games,seats --n 1500 --block-size 150 --jobs 2 --out run"
JOBS = {
    "run": PLAY,
    "run with processes": f"{PLAY} --backend processes",
    "run without tables": f"{PLAY} --tables none",
    "run that searches": f"{PLAY} --policy search:1 --n 4 --block-size 1",
    "compare": "compare --game {game} --policy random --rule {rule} --n 600 --jobs 2",
    "adapt": "compare --game {game} --rule {rule} --n 40 --adapt --tunings 2 --jobs 2",
    "sweep": "sweep --game {game} --policy random --rule {swept} --n 500 --jobs 2",
    "study": "study seats --game {game} --players 3 --n 100 --jobs 2",
    "tune": "tune --game {game} --start greedy --games 30 --generations 4 --out tuned.toml",
    "report": "report made",
    "plot": "plot made --out scores.png",
    "replay": "replay made --game-index 0-60 --as json --out games.jsonl",
    "verify": "verify made",
    "export": "export made --tables seats --labels --out seats.csv",
    "combine": "combine made after --out run",
    "repair": "repair made --jobs 2",
    "from": "from made --game-index 3 --turn 8 --n 100 --moves 2 --jobs 2",
    "watch": "watch made --game-index 3 --n 16 --jobs 2 --no-browser",
    "review": "review made --game-index 3 --n 16 --jobs 2 --out chances.png",
}
"""The words of commands; each is small, and takes about a second, but for those that play several runs."""
LONG = ("adapt", "sweep", "study", "tune")
"""These are stopped in `make verify` only, and by tests of their own."""
QUICK = [job for job in JOBS if job not in LONG]
FIRST = len(QUICK)
"""Of the moments those that are tried by default."""
WRITERS = (
    "run", "run with processes", "run without tables", "run that searches", "compare", "adapt", "sweep",
    "study", "repair", "combine",
)  # fmt: skip
"""Jobs that write into a run."""
WAYS = ("SIGINT", "SIGTERM", "SIGKILL", "worker", "full disk", "vanished", "read-only")


@dataclass(frozen=True)
class Moment:
    """What stops which command, and when: a part of the time that it takes undisturbed."""

    number: int
    job: str
    game: str
    way: str
    part: float

    @property
    def words(self) -> list[str]:
        """The command."""
        rule, swept = RULES[self.game], SWEPT[self.game]
        return JOBS[self.job].format(game=self.game, rule=rule, swept=swept).split()

    def __str__(self) -> str:
        return f"{self.number}: {self.job}, {self.game}, {self.way}, {self.part:.2f}"


def moments() -> Iterator[Moment]:
    """The moments, the same at any time: the first are verbs of Star Wars, stopped in all ways."""
    rng, ways = Random(13), [way for way in WAYS if way != "worker"]
    for number in range(MOMENTS):
        if number < FIRST:
            job, way, game = QUICK[number], ways[number % len(ways)], "starwars"
            way = "worker" if "processes" in job else way
        else:
            job, game = [*JOBS][number % len(JOBS)], OWN[number // len(JOBS) % len(OWN)]
            way = "worker" if "processes" in job and rng.random() < 0.5 else rng.choice(ways)
        yield Moment(number, job, game, way, rng.random())


class Workshop:
    """Servers by game, and what each command makes undisturbed."""

    def __init__(self, folder: Path, stack: ExitStack, forks: Server) -> None:
        self.folder = folder
        self._stack = stack
        self._servers = {"starwars": forks}
        self._made: dict[tuple[str, int], Run] = {}
        self._straight: dict[tuple[str, str], tuple[dict[str, str], float, int]] = {}

    def server(self, game: str) -> Server:
        """What forks the commands about a game."""
        if game not in self._servers:
            into = self.folder / f"said-{game}"
            into.mkdir()
            self._servers[game] = self._stack.enter_context(closing(Server([game], into)))
        return self._servers[game]

    def set_up(self, moment: Moment, place: Path) -> None:
        """Make what the command needs: a finished run, damaged for repair, and the one after it."""
        place.mkdir()
        for first, name in ((0, "made"), (1200, "after")):
            if name in moment.words:
                shutil.copytree(self.made(moment.game, first).path, place / name)
        if moment.job == "repair":
            for first in (0, 600):
                (place / "made" / "games" / f"{first:010d}.parquet").write_bytes(b"PAR1")

    def made(self, game: str, first: int) -> Run:
        """A finished run of 1,200 games from this one on."""
        if (game, first) not in self._made:
            self._made[game, first] = simulate.run(
                game, n=1200, first_game=first, policy="random", tables="games,seats", block_size=300, jobs=1,
                out=self.folder / f"made-{game}-{first}",
            )  # fmt: skip
        return self._made[game, first]

    def straight(self, moment: Moment) -> tuple[dict[str, str], float, int]:
        """What the command makes undisturbed, the seconds it takes, and its exit code."""
        key = moment.job, moment.game
        if key not in self._straight:
            place = self.folder / f"straight {moment.job} {moment.game}"
            self.set_up(moment, place)
            here = self.server(moment.game)
            begun = time.monotonic()
            done = here.run(*moment.words, cwd=place)
            seconds = time.monotonic() - begun
            assert done.returncode in (0, 1), done.stderr
            assert "a fault of houserules" not in done.stderr
            self._straight[key] = outcome(place), seconds, done.returncode
        return self._straight[key]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory, forks: Server) -> Iterator[Workshop]:
    """One for all moments."""
    with ExitStack() as stack:
        yield Workshop(tmp_path_factory.mktemp("kills"), stack, forks)


def outcome(place: Path) -> dict[str, str]:
    """What lies there, by path: content hashes of runs, whole pages and pictures, else checksums."""
    runs = [manifest.parent for manifest in place.rglob("manifest.json")]
    found = {str(path.relative_to(place)): content(simulate.load(path)) for path in runs}
    for file in place.rglob("*"):
        if not file.is_file() or any(run in file.parents for run in runs if file.suffix != ".html"):
            continue
        data = file.read_bytes()
        ends = {".html": b"</html>", ".png": b"IEND\xaeB`\x82"}.get(file.suffix)
        whole = "whole" if ends and data.rstrip().endswith(ends) else "torn"
        if not file.name.startswith("."):
            found[str(file.relative_to(place))] = whole if ends else hashlib.sha256(data).hexdigest()
    return found


CONTINUES = re.compile(r"(?:continue(?: with)?|again|anew|play them): (simulate .*)")


def continuation(done: Done) -> list[str]:
    """The command that a message names to go on, without its first word; empty if it names none."""
    named = CONTINUES.findall(done.stdout + done.stderr)
    return shlex.split(named[-1])[1:] if named else []


@pytest.mark.parametrize(
    "moment",
    [pytest.param(m, marks=() if m.number < FIRST else pytest.mark.verify) for m in moments()],
    ids=str,
)
def test_what_is_stopped_is_continued_to_the_undisturbed_end(
    moment: Moment, workshop: Workshop, tmp_path: Path
) -> None:
    expected, seconds, code = workshop.straight(moment)
    place, here = tmp_path / "here", workshop.server(moment.game)
    workshop.set_up(moment, place)
    words = moment.words
    limit = int(4_000 + 40_000 * moment.part) if moment.way == "full disk" else None
    command = here.start(*words, cwd=place, file_limit=limit, powers=moment.way != "read-only")
    started = stop_at(moment, command, place, seconds * moment.part)
    done = command.wait()
    end = time.monotonic() + GRACE
    while any(map(is_alive, started)):
        assert time.monotonic() < end, "a worker outlives its command"
        time.sleep(0.05)
    mend(moment, place)

    assert "Traceback" not in done.stderr
    assert "a fault of houserules" not in done.stderr
    stopped = {"SIGINT": {130}, "SIGTERM": {130}, "SIGKILL": {-9}}.get(moment.way, {1, 2})
    late = {-signal.SIGINT, -signal.SIGTERM}  # the interpreter was on its way out
    if done.returncode in late and (done.stdout or outcome(place) == expected):
        stopped |= late
    assert done.returncode in stopped | {code}, done
    named = continuation(done)
    only_reads = moment.job not in WRITERS or (moment.way == "vanished" and "made" in words)
    refused = only_reads and done.returncode == 2  # what it was to read is not there
    assert named or refused or done.returncode == code or done.returncode < 0, done
    for each in [named, words] if named and named != words else [words]:
        again = here.run(*each, cwd=place)
    assert again.returncode == code, again
    assert outcome(place) == expected
    assert not list(place.rglob("*.part"))


def stop_at(moment: Moment, command: Command, place: Path, seconds: float) -> list[int]:
    """Stop a command after so many seconds; the processes that it had started then."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not command.is_over():
        time.sleep(0.002)
    if moment.way == "worker":
        started = workers_of(command)
        if started:
            os.kill(started[0], signal.SIGKILL)
        return started
    started = children(command.pid)
    if moment.way.startswith("SIG"):
        command.send(signal.Signals[moment.way])
    for folder in folders(place):
        if moment.way == "vanished":
            folder.rename(folder.with_name(f"{folder.name} is gone"))
        if moment.way == "read-only":
            for path in (folder, *folder.rglob("*")):
                if path.is_dir():
                    path.chmod(0o555)
    return started


def workers_of(command: Command) -> list[int]:
    """The worker processes of a command, as soon as it has any."""
    while not command.is_over():
        found = [pid for pid in children(command.pid) if b"LokyProcess" in command_line(pid)]
        if found:
            return found
        time.sleep(0.005)
    return []


def command_line(pid: int) -> bytes:
    """The words of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def folders(place: Path) -> list[Path]:
    """The directories that runs lie in."""
    return [folder for name in ("run", "runs", "made", "tunings") if (folder := place / name).is_dir()]


def mend(moment: Moment, place: Path) -> None:
    """Bring back what vanished, let what could only be read be written."""
    for gone in place.glob("* is gone"):
        folder = gone.with_name(gone.name.removesuffix(" is gone"))
        shutil.rmtree(folder, ignore_errors=True)
        gone.rename(folder)
    if moment.way == "read-only":
        for path in (*folders(place), *place.rglob("*")):
            if path.is_dir():
                path.chmod(0o755)
