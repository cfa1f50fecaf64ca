"""How quick the lab is: until it answers, until a question shows its first numbers, and while it plays."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

QUESTIONS = {
    "starwars": ("rule.dice_cap", "4"),
    "carcassonne": ("rule.farm_points", "4"),
    "catan": ("rule.robber", "false"),
    "castle": ("rule.actions", "3"),
}
"""The rule that each game is asked about."""

CHOOSING = 10.0
"""Seconds in which a user reads the rules of a game, and its engine is loaded."""

PAGES = "/", "/ask/catan", "/ask/castle"
ROUNDS = 30
"""How often each page is asked for while a question is played."""


class Visitor:
    """Somebody who uses a lab by its pages."""

    def __init__(self, entrance: str) -> None:
        self.opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))
        self.home = entrance.partition("/?")[0]
        self.opener.open(entrance).read()
        self.events = self.opener.open(self.home + "/events")  # nothing is played on where nobody looks

    def get(self, path: str) -> str:
        """A page."""
        with self.opener.open(self.home + path) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **fields: str) -> str:
        """Press a button; where that leads."""
        asked = Request(self.home + path, urlencode(fields).encode(), {"Origin": self.home})
        with self.opener.open(asked) as answer:
            return str(answer.url.removeprefix(self.home))


@contextmanager
def open_lab(folder: str) -> Iterator[str]:
    """A lab in a folder: the address of its first page."""
    words = [sys.executable, "-m", "simulate", "app", "--no-browser"]
    with subprocess.Popen(
        words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def ready(folder: str) -> float:
    """Seconds from the command to the first page."""
    begun = time.perf_counter()
    with open_lab(folder) as entrance:
        Visitor(entrance)
        return time.perf_counter() - begun


def first_numbers(folder: str, game: str) -> tuple[float, list[float]]:
    """Seconds from the button to the first numbers of a question, and those of pages while it is played."""
    with open_lab(folder) as entrance:
        visitor = Visitor(entrance)
        visitor.get(f"/ask/{game}")
        time.sleep(CHOOSING)
        rule, value = QUESTIONS[game]
        begun = time.perf_counter()
        job = visitor.post(f"/ask/{game}", **{rule: value})
        while 'class="numbers"' not in visitor.get(job):
            time.sleep(0.05)
        seconds = time.perf_counter() - begun
        pages = [timed(visitor, page) for _ in range(ROUNDS) for page in PAGES]
        visitor.post(job.replace("/job/", "/stop/"))
        return seconds, pages


def timed(visitor: Visitor, page: str) -> float:
    """Seconds that a page takes."""
    begun = time.perf_counter()
    visitor.get(page)
    return time.perf_counter() - begun


def lab(folder: str, repeats: int) -> str:
    """The table of all that, the games' kernels compiled."""
    rows = [told("from the command to the first page", [ready(folder) for _ in range(repeats)], "<= 1")]
    of_pages: list[float] = []
    for game in QUESTIONS:
        seconds = []
        for n in range(repeats):
            first, pages = first_numbers(f"{folder}/{game}{n}", game)
            seconds.append(first)
            of_pages += pages
        rows.append(told(f"from the button to the first numbers, {game}", seconds, "<= 3"))
    late = statistics.quantiles(of_pages, n=20)[-1]
    median = 1000 * statistics.median(of_pages)
    row = f"| a page while two cores play, {len(of_pages):,} of them | **{median:.0f}** ms"
    rows.append(f"{row} (95 % within {1000 * late:.0f}) | <= 50 |")
    return "\n".join(["| what | measured | goal |", "|---|---|---|", *rows])


def told(what: str, seconds: list[float], goal: str) -> str:
    """A row: the median, the fastest and the slowest."""
    ends = f"{min(seconds):.1f}-{max(seconds):.1f}"
    return f"| {what} | **{statistics.median(seconds):.1f}** s ({ends}) | {goal} |"
