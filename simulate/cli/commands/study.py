"""`simulate study NAME|FILE`: play what a question about a rule needs, and answer it in a report."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rules.errors import UserError, nearest
from simulate.cli import Count
from simulate.cli.asking import (
    answer,
    command_line,
    open_answer,
    play_all,
    play_plans,
    read_jobs,
    read_players,
)
from simulate.console import next_step, say

if TYPE_CHECKING:
    from analyses.studies.study import Results
    from reports.studies.page import StudyReport

STUDIES = {
    "farmers": "Carcassonne: what a farmer is worth, and what another farm rule changes",
    "numbers": "Catan: whether dice and dots keep their promise, which openings win, what seats are worth",
    "battles": "Star Wars: what dice, symbols, ties and the big meeple are worth",
    "castle": "Castle: length, luck and skill, each card’s worth, the rulebook’s claims",
}
"""What each asks. It is a file NAME.toml in `SHIPPED`, or its cells and numbers are those of
`analyses.studies.NAME.study` and its report is `reports.studies.NAME.report.REPORT`."""

OF_ANY_GAME = {
    "seats": "any game: what a place in the order of play is worth, and what would repair it",
    "policies": "any game: a round robin of its policies, and how strong each is",
}
"""Studies that are asked with --game: `of_game` of their package makes one, and `of_study` its report."""

SHIPPED = Path(__file__).parents[3] / "analyses" / "studies"
"""The study files that come with the program."""

LEAST_GAMES = 20


@click.command("study")
@click.argument("name", metavar="[NAME|FILE.toml|new]", required=False)
@click.argument("new_name", metavar="[NEW NAME]", required=False)
@click.option("--game", metavar="GAME", help="The game of a new study, or of one for any game.")
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
    help="Games of a cell, that is of one setting, on each seed. Four times as many halve the intervals.  "
    "[default: the study's own, a few minutes]",
)
@click.option(
    "--seed",
    type=int,
    metavar="S",
    help="Every cell plays the games of this seed, so that luck cancels, and all is played again on the "
    "next, which tests the findings.  [default: 1, or the file's]",
)
@click.option("--jobs", type=int, metavar="J", help="Workers.  [default: one a core]")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where everything goes: report, tables and the runs.  [default: studies/NAME-HASH]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as one JSON object.")
@click.option("--full", is_flag=True, help="Print the evidence too: every table.")
def command(
    name: str | None,
    new_name: str | None,
    game: str | None,
    players: str | None,
    n: int | None,
    seed: int | None,
    jobs: int | None,
    out: Path | None,
    as_json: bool,
    full: bool,
) -> None:
    """Answer a question about a rule: play many settings on the same tiles and report what differs.

    \b
    simulate study                            the studies there are
    simulate study farmers                    one of them
    simulate study seats --game catan         one for any game
    simulate study new robber --game catan    write robber.toml, a study to start from
    simulate study robber.toml                play it

    A study plays its cells (a rule, a table, a way to play) as runs, then writes a report in one HTML file
    and every number with its interval as CSV. The same command again continues an interrupted study and
    opens a finished one.
    """
    if name is None:
        for known, text in (STUDIES | OF_ANY_GAME).items():
            say(f" {known:<10}{text}")
        next_step(f"simulate study {next(iter(STUDIES))}")
        return
    if name == "new":
        _write_new(new_name, game)
        return
    if new_name is not None:
        raise UserError(f"study {name}: a second name is for `simulate study new NAME` only")
    every = STUDIES | OF_ANY_GAME
    path = SHIPPED / f"{name}.toml" if name in STUDIES else Path(name)
    if name not in every and path.suffix != ".toml":
        raise UserError(
            f"there is no study '{name}'.{nearest(name, every)} Studies: {', '.join(every)}, or a file "
            "NAME.toml"
        )
    if game is not None and name not in OF_ANY_GAME:
        raise UserError(f"study {name} says itself which game; leave out --game")
    from analyses.studies.declared import is_declared

    if path.suffix == ".toml" and (path.parent != SHIPPED or path.exists()) and not is_declared(name):
        _study_file(path, name, players, n, seed, read_jobs(jobs), out, as_json)
        return
    if game is None and name in OF_ANY_GAME:
        raise UserError(f"study {name}: say which game: --game starwars (simulate games lists them)")
    jobs = read_jobs(jobs)
    from analyses.studies.study import Setting, analyse, cells_of
    from simulate.request import MAX_GAME, MAX_SEED, check_whole

    if is_declared(name):
        _declared(name, game, players, n, seed, jobs, out, as_json, full)
        return
    study, report = _study_and_report(name, game)
    games = check_whole("n", study.GAMES if n is None else n, LEAST_GAMES, MAX_GAME)
    seed = check_whole("seed", 1 if seed is None else seed, 0, MAX_SEED - 1)
    setting = Setting(read_players(players, study.PLAYERS), games, seed, seed + 1)
    cells = cells_of(study, setting)
    again = _command(
        [name, *(["--game", game] if game is not None else [])],
        (setting.players, setting.n, setting.seed),
        (study.PLAYERS, study.GAMES, 1),
        out,
    )
    plans = [plan for cell in cells for plan in cell.plans]
    called = name if game is None else f"{name}-{game}"
    folder = open_answer(out, "study", called, plans, again, study=name)
    runs = play_all(cells, folder, jobs, again)
    results = analyse(study, setting, runs)
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


def _declared(
    name: str,
    game: str | None,
    players: str | None,
    n: int | None,
    seed: int | None,
    jobs: int,
    out: Path | None,
    as_json: bool,
    full: bool,
) -> None:
    """Play a study that comes with the program, and answer it."""
    from analyses.studies.declared import declared
    from analyses.studies.study import Setting, analyse, cells_of
    from reports.studies.template import Report
    from simulate.request import MAX_GAME, MAX_SEED, check_whole

    study = declared(name, game)
    setting = Setting(
        read_players(players, study.players),
        check_whole("n", study.games if n is None else n, LEAST_GAMES, MAX_GAME),
        seed := check_whole("seed", 1 if seed is None else seed, 0, MAX_SEED - 1),
        seed + 1,
    )
    cells = cells_of(study, setting)
    again = _command(
        [name, *(["--game", game] if game is not None else [])],
        (setting.players, setting.n, setting.seed),
        (study.players, study.games, 1),
        out,
    )
    plans = [plan for cell in cells for plan in cell.plans]
    called = name if game is None else f"{name}-{game}"
    folder = open_answer(out, "study", called, plans, again, study=name)
    runs = play_all(cells, folder, jobs, again)
    results = analyse(study, setting, runs)
    report = Report(study, results)
    answer(
        folder,
        report.html(again),
        results.frames(),
        report.as_dict() | {"directory": str(folder)},
        lambda: report.summary(full),
        as_json,
        f"simulate report {runs[cells[0].name][0].path}",
    )


def _study_and_report(name: str, game: str | None) -> tuple[Any, StudyReport]:
    """The study of this name, of a game if it is one for any."""
    module = importlib.import_module(f"analyses.studies.{name}.study")
    reports = importlib.import_module(f"reports.studies.{name}.report")
    if game is None:
        return module, reports.REPORT
    study = module.of_game(game)
    return study, reports.of_study(study)


def _study_file(
    path: Path,
    called: str,
    players: str | None,
    n: int | None,
    seed: int | None,
    jobs: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play a study that a file declares, and answer it."""
    from analyses.studies.arms import laws, plans_of, shown
    from analyses.studies.file import read_study
    from reports.studies.file import StudyAnswer
    from reports.studies.file_page import check_template
    from reports.studies.file_page import page as page_of
    from simulate.request import MAX_GAME, MAX_SEED, check_whole

    declared = read_study(path)
    check_template(declared)
    study = replace(
        declared,
        players=declared.players if players is None else read_players(players, declared.players),
        n=check_whole("n", declared.n if n is None else n, LEAST_GAMES, MAX_GAME),
    )
    if seed is not None:
        other = None if declared.replicate is None else seed + 1
        study = replace(study, seed=check_whole("seed", seed, 0, MAX_SEED - 1), replicate=other)
    again = _command(
        [called], (study.players, study.n, study.seed), (declared.players, declared.n, declared.seed), out
    )
    plans = plans_of(study)
    folder = open_answer(out, "study", study.name, plans, again, study=study.name)
    runs = play_plans(plans, jobs, again)
    found = StudyAnswer(study, shown(study, runs), again, laws(study, runs))
    answer(
        folder,
        page_of(found, [str(run.path) for run in runs.values()]),
        found.frames(),
        found.as_dict() | {"directory": str(folder)},
        found.summary,
        as_json,
        f"simulate report {next(iter(runs.values())).path}",
    )


def _write_new(name: str | None, game: str | None) -> None:
    """Write a commented study to start from."""
    from reports.studies.new import starter

    if name is None:
        raise UserError("study new: give it a name, for example simulate study new robber --game catan")
    path = Path(name if name.endswith(".toml") else f"{name}.toml")
    text = starter(path.stem, game or "catan")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UserError(f"{path} is there already; choose another name") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
    say(str(path))
    next_step(command_line("study", str(path)))


def _command(
    called: Sequence[str],
    now: tuple[Sequence[int], int, int],
    usual: tuple[Sequence[int], int, int],
    out: Path | None,
) -> str:
    """The command line that makes, or continues, a study: players, games, seed where not as usual."""
    words = ["study", *called]
    for flag, value, normal in zip(("--players", "--n", "--seed"), now, usual, strict=True):
        if value != normal:
            words += [flag, ",".join(map(str, value)) if isinstance(value, Sequence) else str(value)]
    return command_line(*words, *(["--out", str(out)] if out is not None else []))


def _as_dict(name: str, results: Results, report: StudyReport, folder: Path) -> dict[str, Any]:
    """The findings for a script."""
    setting = results.setting
    return {
        "study": name,
        "directory": str(folder),
        "players": list(setting.players),
        "n": setting.n,
        "seed": setting.seed,
        "replicate": setting.replicate,
        "games": results.games,
        "cells": results.cells,
        "notes": list(results.notes),
        "findings": report.sentences(results),
        "numbers": [entry.as_dict() for entry in results.entries],
    }
