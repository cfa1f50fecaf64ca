"""The main job: play a plan's games, with progress, and print the closing summary."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Iterator

from simulate.console import LINE_EVERY, err, next_step, note, say
from simulate.plan import plan_of
from simulate.request import Request
from simulate.runs import Run
from simulate.workers import InterruptedRunError, Progress, play


def play_and_summarise(request: Request, as_json: bool) -> None:
    """Play what is asked for and say what came out."""
    plan = plan_of(request)
    try:
        run = play(plan, request, announce=note, progress=progress)
    except InterruptedRunError as stopped:
        note(str(stopped), style=None)
        say(f"continue: {stopped.run.command}", style="bold")
        sys.exit(130)
    from reports.console import closing_summary, summary_as_dict

    if as_json:
        say(json.dumps(summary_as_dict(run)))
        return
    say(closing_summary(run))
    say()
    say(str(run.path))
    next_step(f"simulate report {run.path}")


@contextlib.contextmanager
def progress(run: Run, games: int) -> Iterator[Progress]:
    """A bar with games/s and time left on a terminal, else a line every few seconds."""
    total, kept = run.plan.n, run.plan.n - games
    if kept:
        note(f"continuing {run.path}: {kept:,} of {total:,} games are there")
    if err().is_terminal:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        with Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=err(),
            transient=True,
        ) as bar:
            task = bar.add_task(run.path.name, total=total, completed=kept, rate="")
            begun, played = time.monotonic(), 0

            def advance(n: int) -> None:
                nonlocal played
                played += n
                rate = f"{played / (time.monotonic() - begun):,.0f} games/s"
                bar.update(task, advance=n, rate=rate)

            yield advance
        return

    begun = last = time.monotonic()
    played = 0

    def line(n: int) -> None:
        nonlocal played, last
        played += n
        now = time.monotonic()
        if now - last >= LINE_EVERY and played < games:
            last = now
            rate = played / (now - begun)
            left = (games - played) / rate
            note(f"{kept + played:,} of {total:,} games, {rate:,.0f} games/s, {left:.0f} s left")

    yield line
