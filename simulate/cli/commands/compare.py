"""`simulate compare`: what another rule changes, in the same games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rules.errors import UserError
from simulate.cli.asking import (
    Settings,
    answer,
    ask_for_settings,
    command_line,
    open_answer,
    play_plans,
    rules_words,
)

if TYPE_CHECKING:
    from simulate.runs import Run


@click.command("compare")
@click.argument("runs", nargs=-1, metavar="[RUN_A RUN_B]")
@click.option(
    "--rule", "rules", multiple=True, metavar="KEY=VALUE", help="A rule to change; may be repeated."
)
@click.option("--a", "a", multiple=True, metavar="KEY=VALUE", help="A rule of the first side only.")
@click.option("--b", "b", multiple=True, metavar="KEY=VALUE", help="A rule of the second side only.")
@ask_for_settings
def command(
    runs: tuple[str, ...], rules: tuple[str, ...], a: tuple[str, ...], b: tuple[str, ...], **given: Any
) -> None:
    """Say what another rule changes: the same games, on the same tiles and dice, under two rules.

    \b
    simulate compare --game catan --rule robber=false
    simulate compare --game carcassonne --a farm_points=3 --b farm_points=4 --players 2-5
    simulate compare runs/catan-1a2b3c runs/catan-4d5e6f

    --rule is compared with the standard game; with --a and --b, which say what differs, it holds for both.
    The games are ordinary runs under runs/ and are used again. comparisons/NAME then holds a page, tables
    and findings.json.
    """
    if runs:
        if len(runs) != 2:
            raise UserError(f"compare takes two runs, not {len(runs)}")
        if rules or a or b or given["game"]:
            raise UserError("compare two runs, or say --game and what changes; not both")
        _compare_runs(runs[0], runs[1], given)
        return
    if not (rules or a or b):
        raise UserError("say what changes, for example --rule dice_cap=4; all rules: simulate rules GAME")
    settings = Settings.of(given)
    sides = ([*rules, *a], [*rules, *b]) if a or b else ([], list(rules))
    plans = [(settings.plan(*who, sides[0]), settings.plan(*who, sides[1])) for who in settings.each()]
    for one, other in plans:
        if one.hash == other.hash:
            raise UserError(f"nothing changes: {_said(rules, a, b)} is so on both sides already")
    again = command_line(
        "compare", *rules_words("rule", rules), *rules_words("a", a), *rules_words("b", b), *settings.words()
    )
    every = [plan for pair in plans for plan in pair]
    folder = open_answer(settings.out, "comparison", settings.game, every, again)
    played = play_plans(every, settings.jobs, again)
    pairs = [(played[one.hash], played[other.hash]) for one, other in plans]
    _answer(pairs, settings.measures, settings.pace, folder, again, settings.as_json)


def _said(rules: Sequence[str], a: Sequence[str], b: Sequence[str]) -> str:
    return ", ".join([*rules, *a, *b])


def _compare_runs(one: str, other: str, given: dict[str, Any]) -> None:
    """Compare two runs that are there."""
    from analyses.compare import check_pair
    from analyses.measures import chosen
    from simulate.runs import load

    pair = load(one), load(other)
    check_pair(*pair)
    measures = given["measures"] or None
    chosen(pair[0].plan, measures, given["pace"])
    again = command_line("compare", one, other, *rules_words("measure", given["measures"]))
    plans = [run.plan for run in pair]
    folder = open_answer(given["out"], "comparison", plans[0].game, plans, again)
    _answer([pair], measures, given["pace"], folder, again, given["as_json"])


def _answer(
    pairs: Sequence[tuple[Run, Run]],
    measures: Sequence[str] | None,
    pace: float | None,
    folder: Path,
    again: str,
    as_json: bool,
) -> None:
    """Compare, write the answer, and say it."""
    from analyses.compare import compare
    from reports.comparison import Answer
    from reports.comparison_page import page as page_of

    found = [compare(one, other, measures, pace=pace, family=len(pairs)) for one, other in pairs]
    came_out = Answer(found, again)
    runs = [str(run.path) for pair in pairs for run in pair]
    answer(
        folder,
        page_of(came_out, runs),
        came_out.frames(),
        came_out.as_dict() | {"directory": str(folder)},
        came_out.summary,
        as_json,
        f"simulate report {pairs[0][1].path}",
    )
