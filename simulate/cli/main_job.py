"""The main job: play a plan's games, with progress, and print the closing summary."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING

from simulate.cli.studying import check_reached, tell_look
from simulate.io.console import LINE_EVERY, err, next_step, note, say, say_json, stop, tell, working
from simulate.plans.plan import Plan, plan_of
from simulate.plans.request import Request
from simulate.store.failures import tell_failed
from simulate.store.opening import place_of
from simulate.store.runs import Run
from simulate.working.workers import InterruptedRunError, Progress, play, stoppable

if TYPE_CHECKING:
    from analyses.questions.until import Look


def play_and_summarise(request: Request, as_json: bool, until: Sequence[str] = ()) -> None:
    """Play what is asked for and say what came out; with `until`, the games of the request are the most."""
    from analyses.measures.summary import analysis_of

    plan = plan_of(request)
    for reason in plan.inert:
        note(reason)

    command = ""
    if until:
        from analyses.questions.play_until import command_of

        command = command_of(request, until)
    analysis_of(plan.game)  # before anything is played, or what a game of the user's lacks is named
    look = None
    try:
        if until:
            run, look = looked_at(plan, request, until, command)
        else:
            run = play(plan, request, announce=note, progress=progress, waiting=working)
    except InterruptedRunError as stopped:
        stop(str(stopped), command or stopped.run.command)
    except KeyboardInterrupt:  # while it looked, or waited for another command
        stop("stopped: all games are kept", command or plan.command(place_of(plan, request.out)))

    tell(run=str(run.path))
    from reports.runs.console import closing_summary
    from reports.runs.showing import findings

    if as_json:
        say_json(findings(run))
    else:
        say(closing_summary(run))
        next_step(f"simulate report {run.typed}", run.path)
    check_reached(look)
    tell_failed(run)


def looked_at(plan: Plan, request: Request, until: Sequence[str], command: str) -> tuple[Run, Look]:
    """Play until what is asked for is known; the run, of as many games as that took, and the last look."""
    from analyses.questions.play_until import play_run_until

    displays = chain([progress], repeat(progress_display))  # the first says what is there

    def grow(part: Plan) -> Run:
        return play(part, request, announce=note, progress=stoppable(next(displays)), waiting=working)

    return play_run_until(plan, until, request, command, grow, tell_look)


@contextlib.contextmanager
def progress(run: Run, games: int) -> Iterator[Progress]:
    """What `progress_display` shows, after a word on the games that are there."""
    if run.plan.n > games:
        note(f"continuing {run.path}: {run.plan.n - games:,} of {run.plan.n:,} games are there")
    with progress_display(run, games) as report:
        yield report


@contextlib.contextmanager
def progress_display(run: Run, games: int) -> Iterator[Progress]:
    """A bar with games/s and time left on a terminal, else a line every few seconds."""
    total, played_before = run.plan.n, run.plan.n - games
    start = last_line = time.monotonic()
    played = 0

    def line(n: int) -> None:
        nonlocal played, last_line
        played += n
        moment = time.monotonic()
        tell(played=played, of=games, seconds=moment - start)
        if moment - last_line >= LINE_EVERY and 0 < played < games:  # a block that was stopped has no games
            last_line, rate = moment, played / (moment - start)
            seconds_left = (games - played) / rate
            count = f"{played_before + played:,} of {total:,} games"
            note(f"{count}, {rate:,.0f} games/s, {seconds_left:.0f} s left")

    if not err().is_terminal:
        yield line
        return

    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    name = TextColumn("{task.description}", markup=False)  # a name may hold brackets
    speed = TextColumn("{task.fields[rate]}")
    columns = name, BarColumn(), MofNCompleteColumn(), speed, TimeRemainingColumn()
    with Bar(*columns, console=err(), transient=True) as bar:
        task = bar.add_task(run.path.name, total=total, completed=played_before, rate="")

        def advance(n: int) -> None:
            nonlocal played
            played += n
            bar.update(task, advance=n, rate=f"{played / (time.monotonic() - start):,.0f} games/s")

        yield advance
