"""A study of two cells for the command line: does a die of four sides make Star Wars longer or shorter?

Run as a program it is ``simulate`` with this study in place of the real ones.
"""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np

from analyses.samples import difference_of, mean_of
from analyses.studies.study import Results, Runs, Setting, at, results_of
from reports.parts import Row, Section, lines_of, table_of
from reports.studies.page import StudyReport
from reports.words import sized
from simulate.cells import Cell
from simulate.plan import make_plan

GAMES = 100
PLAYERS = (2, 3)

WAYS = {"six": (), "four": ("dice_faces=4",)}
MARGIN = 1.0


def cells(setting: Setting) -> tuple[Cell, ...]:
    """Each way at each table."""
    return tuple(
        Cell(
            f"{players}p-{way}",
            f"{players} players, {way} sides",
            (
                make_plan(
                    "starwars", setting.n, players=players, policy="random", rules=rules,
                    seed=setting.seed, tables=("games", "seats"),
                ),
            ),
        )
        for players in setting.players
        for way, rules in WAYS.items()
    )  # fmt: skip


def analyse(setting: Setting, runs: Runs) -> Results:
    """Battles a game, and their change."""
    entries = []
    for players in setting.players:
        six, four = (runs[f"{players}p-{way}"][0].games["battles"].to_numpy(np.int64) for way in WAYS)
        here = at("battles", players=players)
        entries.append(here("six", "battles", mean_of(six)))
        entries.append(here("change", "battles", difference_of(four, six, reach=10 * MARGIN), MARGIN))
    return results_of(setting, runs, entries)


def change(results: Results) -> str:
    """The only finding."""
    said = sized(results.across("battles", "change"), "+.2f", "1 battle")
    return f"A die of four sides changes battles by {said}."


def rows(results: Results) -> list[Row]:
    """The only table."""
    return [
        ("battles", results.across("battles", "six"), ".2f"),
        ("change", results.across("battles", "change"), "+.2f"),
    ]


REPORT = StudyReport(
    "starwars",
    "How many sides?",
    careful="who plays",
    note="Brackets hold 95 % intervals.",
    policies=("random",),
    who="Chance.",
    margins=[("battles", "1 battle")],
    method=lambda n: [f"A cell holds {n:,} games."],
    headline=change,
    disputes=lambda results: ["Nobody else plays."],
    in_short=lambda results: [change(results)],
    findings=lambda results: [change(results)],
    sections=(
        lambda results: Section(
            "Battles", [change(results)], [table_of(results, "Battles.", "", rows(results))]
        ),
    ),
    lines=lambda results: iter(lines_of(results, "battles a game (margin 1)", rows(results))),
)


if __name__ == "__main__":
    from simulate.cli import main
    from simulate.cli.commands.study import STUDIES

    STUDIES.clear()
    STUDIES["toy"] = "Star Wars: sides of a die"
    toy: Any = SimpleNamespace(GAMES=GAMES, PLAYERS=PLAYERS, cells=cells, analyse=analyse, REPORT=REPORT)
    for where in ("analyses.studies.toy.study", "reports.studies.toy.report"):
        sys.modules[where] = toy
    main()
