"""Commands that are killed, or that play into one directory at once: nothing is lost and nobody plays on."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from builders import PATIENCE, ROOT, content, run_cli, run_python, run_words, succeed
from forked import Server, children, is_alive

import simulate
from rules.errors import UserError
from simulate.cli import ENOUGH, SHOW_CURSOR
from simulate.io.files import UnwritableError
from simulate.io.folders import Folder
from simulate.plans.plan import make_plan
from simulate.plans.request import Request
from simulate.store.opening import find_run
from simulate.store.runs import Run
from simulate.working.workers import play

LONG: dict[str, Any] = {"n": 20_000, "policy": "random", "tables": "games"}
"""A plan of some seconds."""
WORDS = ["--game", "starwars", "--n", "20000", "--policy", "random", "--tables", "games", "--jobs", "2"]
WORDS += ["--out", "run"]
"""It as a command, into the directory ``run``."""


def wait_until(met: Callable[[], object], seconds: float = PATIENCE) -> bool:
    """Whether something comes true in time."""
    end = time.monotonic() + seconds
    while not met():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def has_blocks(path: Path) -> bool:
    """Whether a run holds a whole block."""
    return any((path / "receipts").glob("*.json"))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The content hash of the plan played straight on."""
    return content(simulate.run("starwars", **LONG, out=tmp_path_factory.mktemp("runs") / "straight"))


ENDLESS = """
import numba, numpy, sys, threading
import simulate.cli

@numba.njit(nogil=True)
def spin(seats):
    while seats[0] > 0:
        seats[1] += 1

def play(*given, **how):
    spin(numpy.zeros(2))
    threading.Timer(0.5, print, ["it spins"], {"flush": True}).start()
    spin(numpy.ones(2))

simulate.cli.program.main = play
sys.argv = "simulate --game hog --n 4".split()
simulate.cli.main()
"""
"""A command in a game of one's own of which a compiled rule does not end."""

LOOPED = """
import asyncio, signal, sys
import simulate.cli

async def heed():
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, print)

simulate.cli.program.main = lambda *given, **how: asyncio.run(heed())
sys.argv = ["simulate"]
simulate.cli.main()
"""
"""A command in which an event loop notes signals in a pipe of its own, and then in none."""

DUMB = """
import os, signal, sys
from joblib.externals.loky import reusable_executor as kept
import simulate.working.workers
from simulate.cli import main

def stop_one(run):
    os.kill(next(iter(kept._executor._processes)), signal.SIGSTOP)

simulate.working.workers._check_there = stop_one
sys.argv = "simulate --game starwars --n 40 --policy random -p 2 -j 2 --backend processes --out run".split()
main()
"""
"""A run of which a worker process answers to nothing any more when all is played."""


def test_an_event_loop_in_a_command_leaves_it_a_good_end(tmp_path: Path) -> None:
    assert run_python(LOOPED, tmp_path) == ""


def test_a_worker_that_answers_no_more_does_not_keep_a_finished_command(tmp_path: Path) -> None:
    assert "40 games" in run_python(DUMB, tmp_path)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="asks Linux who started whom")
def test_no_worker_outlives_a_killed_parent_by_five_seconds(
    tmp_path: Path, undisturbed: str, forks: Server
) -> None:
    """And the run that is left is continued to the undisturbed hash, whoever held its lock."""
    process = forks.start(*WORDS, "--backend", "processes", "--block-size", "5000", cwd=tmp_path)
    run = tmp_path / "run"
    assert wait_until(lambda: has_blocks(run) or process.is_over())
    workers = children(process.pid)
    assert len(workers) >= 2
    process.send(signal.SIGKILL)
    process.wait()
    assert wait_until(lambda: not any(map(is_alive, workers)), 5)
    done = succeed(*WORDS, cwd=tmp_path)
    assert "waiting" not in done.stderr
    assert not list(run.glob("*/.*.part"))
    assert content(simulate.load(run)) == undisturbed


def test_two_commands_at_once_on_a_new_directory_both_end_well(
    tmp_path: Path, undisturbed: str, forks: Server
) -> None:
    both = [forks.start(*WORDS, "--block-size", size, cwd=tmp_path) for size in (700, 900)]
    ends = [process.wait() for process in both]
    assert [done.returncode for done in ends] == [0, 0], ends
    assert sum("another command is playing into run; waiting for it" in done.stderr for done in ends) == 1
    run = simulate.load(tmp_path / "run")
    assert run.is_complete
    assert content(run) == undisturbed


def test_who_waits_for_another_command_can_be_stopped(tmp_path: Path, forks: Server) -> None:
    (tmp_path / "run").mkdir()
    lock = os.open(tmp_path / "run" / ".lock", os.O_RDWR | os.O_CREAT)
    fcntl.flock(lock, fcntl.LOCK_EX)
    process = forks.start(*WORDS, cwd=tmp_path)
    told = process.into.with_suffix(".err")
    assert wait_until(lambda: told.exists() and "waiting for it (Ctrl-C to stop waiting)" in told.read_text())
    process.send(signal.SIGINT)
    done = process.wait()
    os.close(lock)
    assert done.returncode == 130
    assert done.stdout.startswith("continue: simulate --game starwars --n 20000")
    assert done.stdout.endswith("--out run\n")
    assert [file.name for file in (tmp_path / "run").iterdir()] == [".lock"]


def test_from_python_an_interrupt_is_one_and_the_same_call_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Else ``except Exception`` in a loop over runs would go on with the next one."""

    def stop(*given: object) -> Iterator[int]:
        raise KeyboardInterrupt

    asked: dict[str, Any] = {"n": 8, "policy": "random", "out": tmp_path / "run"}
    with monkeypatch.context() as patch:
        patch.setattr("simulate.working.workers._blocks_played", stop)
        with pytest.raises(KeyboardInterrupt, match="stopped: 0 of 8 games are kept"):
            simulate.run("starwars", **asked)
    assert simulate.run("starwars", **asked).is_complete


def test_ctrl_c_while_a_library_is_loaded_is_told_as_at_any_other_moment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Matplotlib's modules in C say that their import failed, because of it."""

    def load(*given: object, **named: object) -> None:
        raise ImportError("initialization failed") from KeyboardInterrupt()

    monkeypatch.setattr("simulate.cli.program.main", load)
    done = run_cli("plot", "run", cwd=tmp_path)
    assert done.returncode == 130
    assert done.stderr == "simulate: interrupted; again: simulate plot run\n"


IN_CALLBACK = """
import os, signal, sys, time
from simulate import cli

class Dying:
    def __del__(self):
        os.kill(os.getpid(), signal.{way})
        time.sleep(1)

def command(*given, **named):
    dying = Dying()
    del dying
    time.sleep(60)

cli.program.main = command
sys.argv = ["simulate", "games"]
cli.main()
"""


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_in_a_callback_is_not_lost(way: signal.Signals, tmp_path: Path) -> None:
    """Where an exception can end nothing, as when an object is cleared away."""
    done = run_words(sys.executable, "-c", IN_CALLBACK.format(way=way.name), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (130, "simulate: interrupted; again: simulate games\n")


AT_EXIT = """
import atexit, os, signal, sys, threading
{when}(os.kill, os.getpid(), signal.{way})
from simulate.cli import main
sys.argv = ["simulate", "games"]
main()
"""


@pytest.mark.parametrize("when", ["atexit.register", "threading._register_atexit"])
@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_after_the_last_word_shows_no_traceback(
    way: signal.Signals, when: str, tmp_path: Path
) -> None:
    """While libraries clear away, and before that while threads are joined."""
    done = run_words(sys.executable, "-c", AT_EXIT.format(way=way.name, when=when), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (-way, "")
    assert "starwars" in done.stdout


@pytest.mark.parametrize("after", [1, 2])
def test_a_run_that_vanishes_is_not_taken_for_one_that_was_stopped(tmp_path: Path, after: int) -> None:
    """Whether blocks are still to come or it was the last."""
    plan = make_plan("starwars", 2, policy="random", tables="games")

    @contextlib.contextmanager
    def watching(run: Run, games: int) -> Iterator[Callable[[int], None]]:
        told: list[int] = []

        def tell(n: int) -> None:
            told.append(n)
            if len(told) == after:
                run.path.rename(tmp_path / "gone")

        yield tell

    with pytest.raises(UnwritableError, match=r"vanished|cannot be written"):
        play(plan, Request(out=tmp_path / "run", jobs=1, block_size=1), progress=watching)


@pytest.mark.parametrize("look", ["names", "read"])
def test_a_run_that_vanishes_while_it_is_looked_for_is_none(
    look: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between a look whether it is there and its list, or its manifest: the command then plays it anew."""
    out = tmp_path / "run"
    there = simulate.run("starwars", n=2, policy="random", tables="games", out=out)
    real = getattr(Folder, look)

    def gone(folder: Folder, *given: Any) -> Any:
        if folder.path == out and out.exists():
            out.rename(tmp_path / "gone")
        return real(folder, *given)

    with monkeypatch.context() as here:
        here.setattr(Folder, look, gone)
        assert find_run(there.plan, out) is None
    (tmp_path / "gone").rename(out)
    (out / "manifest.json").write_text("{")
    (out / "receipts").rename(out / "other")
    with pytest.raises(UserError, match="manifest"):
        find_run(there.plan, out)


@pytest.mark.parametrize("opened", [os.pipe, pty.openpty], ids=["file", "terminal"])
def test_ctrl_c_again_and_again_ends_a_compiled_loop_that_does_not_end(
    folder: Path, opened: Callable[[], tuple[int, int]]
) -> None:
    """Python heeds no signal there: the program could only be killed. A terminal gets its cursor back."""
    read, screen = opened()
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", ENDLESS], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=screen
    ) as spinning:
        os.close(screen)
        assert spinning.stdout is not None
        assert spinning.stdout.readline() == b"it spins\n"
        for _ in range(ENOUGH):
            assert spinning.poll() is None
            spinning.send_signal(signal.SIGINT)
            time.sleep(0.2)
        wait_until(lambda: spinning.poll() is not None, seconds=10)
        spinning.kill()
        said = os.read(read, 1_000).decode().replace("\r", "")
        os.close(read)
    assert spinning.returncode == 130
    cursor = "" if opened is os.pipe else SHOW_CURSOR
    assert said == f"{cursor}simulate: interrupted; again: simulate --game hog --n 4\n"


def test_ctrl_c_while_modules_are_imported_is_one_line(tmp_path: Path) -> None:
    """Before `main` can say so; of the modules one interrupts."""
    (tmp_path / "click.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    code = "import sys; sys.argv[1:] = ['games', 'a\\x1b']; from houserules_lab import script; script()"
    done = run_words(sys.executable, "-c", code, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert done.returncode == 130
    assert done.stderr == "simulate: interrupted; again: simulate games 'a\\x1b'\n"
    (tmp_path / "click.py").unlink()
    code = "import sys; sys.argv[1:] = ['games']; from houserules_lab import script; script()"
    assert run_words(sys.executable, "-c", code, cwd=tmp_path).returncode == 0
