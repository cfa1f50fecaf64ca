"""Plays many settings in one go: the cells of a study, with one progress for all and a clean stop."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.errors import UserError
from simulate.io.console import LINE_EVERY, err, note, stop, tell, working
from simulate.io.shell import command_of, quoted
from simulate.plans.plan import Plan
from simulate.plans.request import Request
from simulate.store.failures import check_none_failed, warn
from simulate.store.opening import find_run
from simulate.store.runs import MAX_BLOCK, Run
from simulate.working.workers import play, stoppable


@dataclass(frozen=True)
class Cell:
    """Games under one setting: a run, or several where one seat in turn is the odd one out."""

    name: str
    text: str
    """For the line of progress."""
    plans: tuple[Plan, ...]

    @property
    def games(self) -> int:
        """Games of all its runs."""
        return sum(plan.n for plan in self.plans)

    @property
    def names(self) -> list[str]:
        """What its runs are called, in the order of its plans; a policy may be a file in a folder."""
        name = re.sub(r"[^\w.:+-]|\.(?=toml\b)", "-", self.name)
        if len(self.plans) == 1:
            return [name]
        return [f"{name}-seat{seat}" for seat in range(1, len(self.plans) + 1)]


def play_cells(
    cells: Sequence[Cell], folder: Path, jobs: int, again: str, called: str = "", told: bool = True
) -> dict[str, list[Run]]:
    """Play what is missing of the cells below `folder`; their runs by cell.

    `called` names what they are for, if that is not the folder. If it is `told`, say what is there already,
    and how long the rest took. At Ctrl-C what is finished is kept, and the program ends with the command that
    plays on, `again`.

    Raises
    ------
    FailedError
        If a user's policy failed in a game; all others are played and kept.
    """
    begun = time.monotonic()
    for why in dict.fromkeys(why for cell in cells for plan in cell.plans for why in plan.inert):
        note(why)
    at = {cell.name: [folder / "runs" / name for name in cell.names] for cell in cells}
    plans = {path: plan for cell in cells for path, plan in zip(at[cell.name], cell.plans, strict=True)}
    there = {path: run for path, plan in plans.items() if (run := find_run(plan, path)) is not None}
    total = sum(cell.games for cell in cells)
    kept = sum(run.games_done for run in there.values())
    _check_programs(list(there.values()), kept == total)
    if kept == total and told:
        note(f"complete: {called or folder} holds all {total:,} games of {len(cells)} cells already")
    elif kept and told:
        note(f"continuing {called or folder}: {kept:,} of {total:,} games are there")
    runs: dict[str, list[Run]] = {}
    try:
        with _Progress(len(cells), total - kept, told).shown() as progress:
            for cell in cells:
                progress.begin(cell.text)
                others = [run for several in runs.values() for run in several]
                runs[cell.name] = [
                    _finished(plan, path, there.get(path), jobs, progress, others)
                    for path, plan in zip(at[cell.name], cell.plans, strict=True)
                ]
    except KeyboardInterrupt:
        stop(f"stopped: {len(runs)} of {len(cells)} cells are complete and kept", again)
    check_none_failed(*(run for several in runs.values() for run in several))
    if told and kept < total:
        note(f"{total - kept:,} games in {clock(time.monotonic() - begun)}")
    return runs


MOST_NAMED = 3
"""Runs of another program that are named one by one."""


def _check_programs(runs: Sequence[Run], complete: bool) -> None:
    """Refuse to compare games of two programs; say which other one played them all."""
    others = [run for run in runs if not run.is_of_this_program]
    if not others:
        return
    which = command_of(str(run.path) for run in others)
    if len(others) > MOST_NAMED:
        which = " ".join(f"{quoted(folder)}/*" for folder in {str(run.path.parent) for run in others})
    again = f"simulate repair {which} --play-again"
    text = f"{len(others)} of {len(runs)} runs were played by {others[0].other_program}"
    if not complete or len({run.program for run in runs}) > 1:
        raise UserError(f"{text}, and games of two programs are not compared; play them anew: {again}")
    warn(f"{text}; play them anew: {again}")


def _finished(
    plan: Plan, path: Path, run: Run | None, jobs: int, progress: _Progress, others: Sequence[Run]
) -> Run:
    """The finished run of a plan: the one that is there, or what is missing of it played.

    Games that it shares with others that are finished are not played again.
    """
    if run is not None and run.is_complete:
        return run
    rounds = -(-plan.n // (MAX_BLOCK * jobs))  # all workers have as much to do
    how = Request(out=path, jobs=jobs, block_size=-(-plan.n // (jobs * rounds)))
    return play(plan, how, announce=note, progress=stoppable(progress.of_run), waiting=working, others=others)


class _Progress:
    """Which cell is being played, and how long all of them will take."""

    def __init__(self, cells: int, games: int, told: bool) -> None:
        self.cells, self.games, self.told = cells, games, told
        self.cell, self.done, self.text = 0, 0, ""
        self.begun = self.last = time.monotonic()
        self.bar: Any = None
        self.task: Any = None

    @contextlib.contextmanager
    def shown(self) -> Iterator[_Progress]:
        """With a bar on a terminal."""
        if not self.games or not err().is_terminal:
            yield self
            return
        from rich.progress import BarColumn, Progress, TextColumn

        name = TextColumn("{task.description}", markup=False)  # a name may hold brackets
        columns = name, BarColumn(), TextColumn("{task.fields[left]}")
        with Progress(*columns, console=err(), transient=True) as self.bar:
            self.task = self.bar.add_task("", total=self.games, left="")
            yield self

    def begin(self, text: str) -> None:
        """Say that the next cell is played."""
        self.cell, self.text = self.cell + 1, text
        if self.bar is not None:
            self.bar.update(self.task, description=f"cell {self.cell} of {self.cells}: {text}")
        elif self.games and ((self.told and not self.done) or time.monotonic() - self.last >= LINE_EVERY):
            self.line()

    def line(self) -> None:
        """A line where there is no terminal."""
        self.last = time.monotonic()
        if self.done < self.games:
            note(f"cell {self.cell} of {self.cells}: {self.text}{self.left()}")

    def left(self) -> str:
        """How fast it goes and how long it will take, once that is known."""
        seconds = time.monotonic() - self.begun
        if not self.done or seconds < 1:
            return ""
        rate = self.done / seconds
        return f"; {rate:,.0f} games/s, {clock((self.games - self.done) / rate)} left"

    @contextlib.contextmanager
    def of_run(self, run: Run, games: int) -> Iterator[Any]:
        """What `play` tells of finished games."""
        if not self.done:  # what came before was compiling
            self.begun = time.monotonic()

        def advance(n: int) -> None:
            self.done += n
            tell(played=self.done, of=self.games, seconds=time.monotonic() - self.begun)
            if self.bar is not None:
                self.bar.update(self.task, advance=n, left=self.left().removeprefix("; "))
            elif time.monotonic() - self.last >= LINE_EVERY:
                self.line()

        yield advance


def clock(seconds: float) -> str:
    """``75 s`` or ``12 min``."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
