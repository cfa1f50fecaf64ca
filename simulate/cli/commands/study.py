"""`simulate study NAME`: play what a question about a rule needs, and answer it in a report."""

from __future__ import annotations

import importlib
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from rules.errors import UserError, nearest
from simulate.cli import Count
from simulate.cli.asking import answer, open_answer, play_all, read_jobs, read_players
from simulate.console import next_step, say

if TYPE_CHECKING:
    from analyses.studies.study import Results, Setting, Study
    from reports.studies.page import StudyReport

STUDIES = {
    "farmers": "Carcassonne: what a farmer is worth, and what another farm rule changes",
    "numbers": "Catan: whether dice and dots keep their promise, which openings win, what seats are worth",
    "castle": "Castle: length, luck and skill, each card’s worth, the rulebook’s claims",
}
"""What each asks. Its cells and numbers are `analyses.studies.NAME.study`, its report is
`reports.studies.NAME.report.REPORT`."""

LEAST_GAMES = 20


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
    type=Count(),
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
    jobs = read_jobs(jobs)
    from analyses.studies.study import Setting
    from simulate.request import MAX_GAME, MAX_SEED, check_whole

    study = cast("Study", importlib.import_module(f"analyses.studies.{name}.study"))
    games = check_whole("n", study.GAMES if n is None else n, LEAST_GAMES, MAX_GAME)
    setting = Setting(read_players(players, study.PLAYERS), games, check_whole("seed", seed, 0, MAX_SEED))
    cells = study.cells(setting)
    again = _command(name, setting, study, out)
    plans = [plan for cell in cells for plan in cell.plans]
    folder = open_answer(out, "study", name, plans, again, study=name)
    runs = play_all(cells, folder, jobs, again)
    results = study.analyse(setting, runs)
    report: StudyReport = importlib.import_module(f"reports.studies.{name}.report").REPORT
    findings = _as_dict(name, results, report, folder)
    answer(
        folder,
        report.page(results, again),
        results.frames(),
        findings,
        lambda: report.summary(results),
        as_json,
        f"simulate report {runs[cells[0].name][0].path}",
    )


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


def _as_dict(name: str, results: Results, report: StudyReport, folder: Path) -> dict[str, Any]:
    """The findings for a script."""
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
