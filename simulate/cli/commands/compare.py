"""`simulate compare`: what another rule changes, in the same games."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rules.errors import UserError
from simulate.cli.asking import (
    Settings,
    ask_for_settings,
    command_line,
    open_folder,
    play_plans,
    rules_words,
    write_answer,
)
from simulate.console import next_step, note, say

if TYPE_CHECKING:
    from simulate.plan import Plan
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
    folder = _open(plans, settings.out, again)
    begun = time.monotonic()
    played_runs, played = play_plans([plan for pair in plans for plan in pair], settings.jobs, again)
    if played:
        from simulate.cells import clock

        note(f"{played:,} games in {clock(time.monotonic() - begun)}")
    pairs = [(played_runs[one.hash], played_runs[other.hash]) for one, other in plans]
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
    folder = _open([(pair[0].plan, pair[1].plan)], given["out"], again)
    _answer([pair], measures, given["pace"], folder, again, given["as_json"])


def _open(plans: Sequence[tuple[Plan, Plan]], out: Path | None, again: str) -> Path:
    """The directory of the comparison."""
    key = hashlib.sha256(" ".join(plan.hash for pair in plans for plan in pair).encode()).hexdigest()
    folder = out or Path("comparisons") / f"{plans[0][0].game}-{key[:6]}"
    open_folder(folder, "comparison", {"hash": key, "command": again})
    return folder


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
    answer = Answer(found, again)
    findings = answer.as_dict() | {"directory": str(folder)}
    runs = [str(run.path) for pair in pairs for run in pair]
    page, tables = write_answer(folder, page_of(answer, runs), answer.frames(), findings)
    if as_json:
        say(json.dumps(findings, allow_nan=False))
        return
    say(answer.summary())
    say()
    say(str(page))
    say(str(tables))
    next_step(f"simulate report {pairs[0][1].path}")
