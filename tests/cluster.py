"""A Dask cluster on this machine: a scheduler and workers, each a process of its own that can be killed."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from builders import PATIENCE, ROOT, environment


def wait_for(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


class Cluster:
    """A scheduler at a port of its own, and workers of one thread."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.folder = folder
        self.scheduler = self.start_scheduler()
        self.workers: list[subprocess.Popen[str]] = []

    def start_scheduler(self) -> subprocess.Popen[str]:
        """Start the scheduler, or the next one."""
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        return self.scheduler

    def add_workers(self, n: int, source: Path = ROOT) -> None:
        """Start workers that play by the program in a folder."""
        for _ in range(n):
            words = ["--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder)]
            self.workers.append(self._start("worker", self.address, *words, source=source))

    def _start(self, what: str, *words: str, source: Path = ROOT) -> subprocess.Popen[str]:
        log = (self.folder / "cluster.log").open("a")
        return subprocess.Popen(
            [sys.executable, "-m", "dask", what, *words, "--no-dashboard"],
            cwd=self.folder,
            env=environment(PYTHONPATH=str(source)),
            stdout=log,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def stop(self) -> None:
        """End all processes."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
