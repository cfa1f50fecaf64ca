"""`simulate study NAME`: play what a question about a rule needs, and answer it in a report."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import re
import shlex
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from rules.errors import UserError, nearest
from simulate.console import err, next_step, note, say

if TYPE_CHECKING:
    from analyses.studies import Cell, Results, Setting, Study, StudyReport
    from simulate.runs import Run

STUDIES = {"farmers": "Carcassonne: what a farmer is worth, and what another farm rule changes"}
"""Each is a module of `analyses` and one of `reports`; `analyses.studies` says what they offer."""

LEAST_GAMES = 20
LINE_EVERY = 5.0
"""Seconds between lines of progress where there is no terminal."""


@click.command("study")
@click.argument("name", required=False)
@click.option(
    "--players",
    metavar="P",
    help="Numbers of players, as 2 or 2,3 or 2-5: a rule for two may do something else for five.  "
    "[default: all that the study knows]",
)
@click.option(
    "--n",
    type=int,
    metavar="GAMES",
    help="Games of a cell, that is of one setting. Four times as many halve the intervals.  "
    "[default: the study's own, a few minutes]",
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    metavar="S",
    help="Every cell plays the games of this seed, so that luck cancels; another seed tests the findings.",
)
@click.option("--jobs", type=int, metavar="J", help="Workers.  [default: one a core]")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where everything goes: report, tables and the runs.  [default: studies/NAME-HASH]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as one JSON object.")
def command(
    name: str | None,
    players: str | None,
    n: int | None,
    seed: int,
    jobs: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Answer a question about a rule: play many settings on the same tiles and report what differs.

    Without NAME it lists the studies. A study plays its cells (a rule, a table, a way to play) as runs below
    DIR/runs, then writes a report in one HTML file and every number with its interval as CSV. The same
    command again continues an interrupted study and opens a finished one.
    """
    if name is None:
        for known, text in STUDIES.items():
            say(f" {known:<10}{text}")
        next_step(f"simulate study {next(iter(STUDIES))}")
        return
    if name not in STUDIES:
        known = ", ".join(STUDIES)
        raise UserError(f"there is no study '{name}'.{nearest(name, STUDIES)} Studies: {known}")
    if jobs is not None and not 1 <= jobs <= 1024:
        raise UserError(f"--jobs {jobs}: must be a whole number from 1 to 1024")
    from analyses.studies import Setting, hash_of
    from simulate.plan import MAX_GAME, MAX_SEED, whole

    study = cast("Study", importlib.import_module(f"analyses.{name}"))
    games = whole("n", study.GAMES if n is None else n, LEAST_GAMES, MAX_GAME)
    setting = Setting(_read_players(players, study.PLAYERS), games, whole("seed", seed, 0, MAX_SEED))
    cells = study.cells(setting)
    key = hash_of(cells)
    folder = out or Path("studies") / f"{name}-{key[:6]}"
    again = _command(name, setting, study, out)
    _open(folder, {"study": name, "hash": key, "command": again})

    begun = time.monotonic()
    runs, played = _play(cells, folder, jobs or os.cpu_count() or 1, again)
    results = study.analyse(setting, runs)
    page, tables = _write(name, results, folder, again)
    if as_json:
        say(json.dumps(_as_dict(name, results, folder), allow_nan=False))
        return
    report = cast("StudyReport", importlib.import_module(f"reports.{name}"))
    say(report.summary(results))
    say()
    if played:
        note(f"{played:,} games in {_clock(time.monotonic() - begun)}")
    say(str(page))
    say(str(tables))
    next_step(f"simulate report {runs[cells[0].name][0].path}")


def _read_players(words: str | None, known: tuple[int, ...]) -> tuple[int, ...]:
    """``2``, ``2,3`` or ``2-5`` as numbers in order."""
    if words is None:
        return known
    found: set[int] = set()
    for part in words.split(","):
        match = re.fullmatch(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", part)
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if match is None or low > high or low not in known or high not in known:
            raise UserError(
                f"--players {words}: write numbers from {known[0]} to {known[-1]} as {known[0]} or "
                f"{known[0]},{known[1]} or {known[0]}-{known[-1]}"
            )
        found |= set(range(low, high + 1))
    return tuple(sorted(found))


def _command(name: str, setting: Setting, study: Study, out: Path | None) -> str:
    """The command line that makes, or continues, this study."""
    words = ["simulate", "study", name]
    if setting.players != study.PLAYERS:
        words += ["--players", ",".join(map(str, setting.players))]
    if setting.n != study.GAMES:
        words += ["--n", str(setting.n)]
    if setting.seed != 1:
        words += ["--seed", str(setting.seed)]
    if out is not None:
        words += ["--out", str(out)]
    return shlex.join(words)


def _open(folder: Path, manifest: dict[str, Any]) -> None:
    """Make the study's directory, or make sure that it holds this study."""
    from simulate.runs import write_whole

    file = folder / "study.json"
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        found = None
    except (OSError, ValueError) as error:
        raise UserError(f"{file}: cannot be read: {error}; choose another --out") from None
    if found is not None:
        if not isinstance(found, dict) or found.get("hash") != manifest["hash"]:
            held = found.get("command", "unknown") if isinstance(found, dict) else "unknown"
            why = (
                "made by other rules or policies than this version's" if held == manifest["command"] else held
            )
            raise UserError(f"{folder} holds another study ({why}); choose another --out")
        return
    try:
        if folder.exists() and any(folder.iterdir()):
            raise UserError(f"{folder} is not empty and is not a study; choose another --out")
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(file, (json.dumps(manifest, indent=2) + "\n").encode())
    except OSError as error:
        raise UserError(f"--out {folder}: cannot be written: {error.strerror}") from None


def _play(cells: tuple[Cell, ...], folder: Path, jobs: int, again: str) -> tuple[dict[str, list[Run]], int]:
    """Play what is missing; the runs of each cell, and how many games were played."""
    from simulate.runs import load
    from simulate.workers import InterruptedRunError, play

    at = {cell.name: [folder / "runs" / name for name in cell.directories()] for cell in cells}
    there = {path: load(path) for paths in at.values() for path in paths if (path / "manifest.json").exists()}
    total = sum(cell.games for cell in cells)
    kept = sum(run.games_done for run in there.values())
    if kept == total:
        note(f"complete: {folder} holds all {total:,} games of {len(cells)} cells already")
    elif kept:
        note(f"continuing {folder}: {kept:,} of {total:,} games are there")
    runs: dict[str, list[Run]] = {}
    try:
        with _Progress(len(cells), total - kept).shown() as progress:
            for cell in cells:
                progress.begin(cell.text)
                runs[cell.name] = []
                for path, plan in zip(at[cell.name], cell.plans, strict=True):
                    run = there.get(path)
                    if run is None:
                        shutil.rmtree(path, ignore_errors=True)  # made, but stopped before its manifest
                    if run is None or not run.is_complete:
                        run = play(
                            plan,
                            out=path,
                            jobs=jobs,
                            block_size=_block_size(plan.n, jobs),
                            announce=note,
                            progress=progress.of_run,
                        )
                    if progress.stopped:
                        raise KeyboardInterrupt
                    runs[cell.name].append(run)
    except (InterruptedRunError, KeyboardInterrupt):
        note(f"stopped: {len(runs) - 1} of {len(cells)} cells are complete and kept", style=None)
        say(f"continue: {again}", style="bold")
        sys.exit(130)
    return runs, total - kept


def _block_size(n: int, jobs: int) -> int:
    """Games a block so that all workers have as much to do, 2,500 at most."""
    rounds = -(-n // (2_500 * jobs))
    return -(-n // (jobs * rounds))


class _Progress:
    """Which cell is being played, and how long all of them will take."""

    def __init__(self, cells: int, games: int) -> None:
        self.cells, self.games = cells, games
        self.cell, self.done, self.text = 0, 0, ""
        self.begun = self.last = time.monotonic()
        self.stopped = False
        self.bar: Any = None
        self.task: Any = None

    @contextlib.contextmanager
    def shown(self) -> Iterator[_Progress]:
        """With a bar on a terminal."""
        if not self.games or not err().is_terminal:
            yield self
            return
        from rich.progress import BarColumn, Progress, TextColumn

        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}")
        with Progress(*columns, console=err(), transient=True) as self.bar:
            self.task = self.bar.add_task("", total=self.games, left="")
            yield self

    def begin(self, text: str) -> None:
        """Say that the next cell is played."""
        self.cell, self.text = self.cell + 1, text
        if self.bar is not None:
            self.bar.update(self.task, description=f"cell {self.cell} of {self.cells}: {text}")
        elif self.games and (not self.done or time.monotonic() - self.last >= LINE_EVERY):
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
        return f"; {rate:,.0f} games/s, {_clock((self.games - self.done) / rate)} left"

    @contextlib.contextmanager
    def of_run(self, run: Run, games: int) -> Iterator[Any]:
        """What `play` tells of finished games."""
        from simulate.workers import stop_sign

        if not self.done:  # what came before was compiling
            self.begun = time.monotonic()

        def advance(n: int) -> None:
            self.done += n
            if self.bar is not None:
                self.bar.update(self.task, advance=n, left=self.left().removeprefix("; "))
            elif time.monotonic() - self.last >= LINE_EVERY:
                self.line()

        yield advance
        self.stopped = stop_sign(run.path).exists()  # Ctrl-C in the last moment of a run


def _clock(seconds: float) -> str:
    """``75 s`` or ``12 min``."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def _write(name: str, results: Results, folder: Path, again: str) -> tuple[Path, Path]:
    """Write the report, the tables and the findings."""
    from simulate.runs import write_whole

    report = cast("StudyReport", importlib.import_module(f"reports.{name}"))
    page, tables = folder / "report.html", folder / "tables"
    text = report.page(results, again)
    try:
        tables.mkdir(exist_ok=True)
        for table, frame in results.frames().items():
            write_whole(tables / f"{table}.csv", frame.to_csv(index=False).encode())
        findings = json.dumps(_as_dict(name, results, folder), indent=1, allow_nan=False)
        write_whole(folder / "findings.json", findings.encode())
        write_whole(page, text.encode())
    except OSError as error:
        raise UserError(f"{folder}: cannot be written: {error.strerror}") from None
    return page, tables


def _as_dict(name: str, results: Results, folder: Path) -> dict[str, Any]:
    """The findings for a script."""
    report = cast("StudyReport", importlib.import_module(f"reports.{name}"))
    setting = results.setting
    return {
        "study": name,
        "directory": str(folder),
        "players": list(setting.players),
        "n": setting.n,
        "seed": setting.seed,
        "games": results.games,
        "cells": results.cells,
        "notes": list(results.notes),
        "findings": report.sentences(results),
        "numbers": [entry.as_dict() for entry in results.entries],
    }
