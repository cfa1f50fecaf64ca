"""`simulate compare`: what another rule changes, in the same games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rules.errors import UserError
from rules.options import split_words, typed
from simulate.cli.adapting import adapting_options, ask_for_adapting, read_adapting
from simulate.cli.answering import open_answer, write_and_say
from simulate.cli.asking import Settings, ask_for_settings, changed_game
from simulate.cli.help import Grouped, names_a_game
from simulate.cli.options import first_given, run_option
from simulate.cli.studying import Asking, answer_study
from simulate.io.console import note, working
from simulate.plans.request import BOXES, command_line

if TYPE_CHECKING:
    from analyses.studies.study import Study
    from simulate.plans.plan import Plan

OF_RUNS = ("measures", "pace", "out", "as_json", "jobs")
"""Options that hold for runs that are there; all others say what is played."""


@click.command("compare", cls=Grouped, short_help="What a rule changes, in the same games.")
@click.argument("runs", nargs=-1, metavar="[RUN_A RUN_B ...]")
@run_option("rules", help="A rule to change; may be repeated.")
@click.option("--a", "a", multiple=True, metavar="KEY=VALUE", help="A rule of the first side only.")
@click.option("--b", "b", multiple=True, metavar="KEY=VALUE", help="A rule of the second side only.")
@ask_for_adapting
@ask_for_settings
def command(
    runs: tuple[str, ...],
    rules: tuple[str, ...],
    a: tuple[str, ...],
    b: tuple[str, ...],
    adapt: bool,
    tunings: int | None,
    **given: Any,
) -> None:
    """Say what another rule changes: the same games, on the same tiles and dice, under two rules.

    \b
    simulate compare --game catan --rule robber=false
    simulate compare --game carcassonne --a farm_points=3 --b farm_points=4
    simulate compare --game catan --rule robber=false --tables all,progress
    simulate compare --game catan --rule robber=false --adapt
    simulate compare --game catan --rule robber=false --strength random..search:4
    simulate compare --game carcassonne --preset no_farmers
    simulate compare --game carcassonne --tiles mine.toml
    simulate compare --game carcassonne --a tiles=one.toml --b tiles=other.toml
    simulate compare --game carcassonne --code inns.py
    simulate compare runs/catan-1a2b3c runs/catan-4d5e6f runs/catan-7a8b9c

    Of runs that are there, each is compared with the first.

    --rule, --tiles, --board and --cards are compared with the standard game, and so is --preset alone; beside
    another of these it holds for both. With --a and --b, which say what differs, the others hold for both.
    --code, rules of your own, always is of the second side.

    The games are ordinary runs under runs/ and are used again. comparisons/NAME holds a page, tables and
    findings.json.
    """
    own_box = any(given[name] for name in BOXES)
    if runs:
        meant = "" if Path(runs[0]).exists() else names_a_game(runs[0])
        if meant or len(runs) < 2:
            raise UserError(f"compare takes two runs or more, not {'a game' if meant else '1'}{meant}")
        if flag := first_given(OF_RUNS):
            raise UserError(f"{flag}: compare two runs, or say --game and what changes; not both")
        _compare_runs(runs, given)
        return
    changes = rules or a or b or own_box or given["code"]
    if not changes and given["preset"] is None:
        game = given["game"] or "GAME"
        raise UserError(f"say what changes, as --rule KEY=VALUE; all rules: simulate rules {game}")
    settings = Settings(given | {"code": None})
    study = _study(settings, rules, a, b, given["code"])
    plans = [plan for pair in _pairs(study) for plan in pair]
    times = read_adapting(adapt, tunings, settings.n, plans, settings.until, settings.rungs)
    said = settings.options() | {"code": given["code"]} | adapting_options(times)
    command = command_line("compare", rule=rules, a=a, b=b, **said)
    asking = Asking(
        "comparison", command, settings.out, settings.jobs, settings.until, as_json=settings.as_json
    )
    answer_study(replace(study, adapt=times or None), asking)


def _study(
    settings: Settings, rules: Sequence[str], a: Sequence[str], b: Sequence[str], code: str | None
) -> Study:
    """The study of one arm: what is said of both sides holds for both, and all else is compared.

    Raises
    ------
    UserError
        If nothing changes, or for what cannot be compared or measured.
    """
    from analyses.studies.study import BASELINE, Arm, Box

    given = settings.given
    own_box = any(given[name] for name in BOXES)
    both = bool(a or b)
    without = () if both else ("box",) if rules or own_box else () if code else ("preset",)
    common = tuple(rules) if both else ()
    base_words, base_box = settings.side(a)
    arm_words, arm_box = settings.side(b)
    if "box" in without:
        arm_box = Box(**{name: given[name] for name in BOXES})
    preset = given["preset"] if "preset" in without else None
    changed = changed_game(settings.game, code) if code else ""
    arm = Arm("", (*(common or rules), *arm_words), arm_box, preset, game=changed)
    study = settings.study(Arm(BASELINE, (*common, *base_words), base_box), [arm], without)
    _check_pairs(study, settings, [*rules, *a, *b])
    if not both:
        _tell_same(rules, _pairs(study))
    _tell_unset(_pairs(study))
    name = _name(study, [*(() if both else rules), *arm_words])
    return replace(study, arms=(replace(arm, name=name),))


def _name(study: Study, words: Sequence[str]) -> str:
    """What the arm is called: its own rules and its box, or what tells it from the baseline."""
    from analyses.questions.pairing import names_of

    (arm,), first = study.arms, study.settings()[0]
    plan = study.plan(first, arm)
    values = typed(plan.options)
    parts = [f"preset {arm.preset}"] if arm.preset else []
    parts += [f"{name}={values[name]}" for name in split_words(words)]
    boxes = {name: getattr(arm.box, name) for name in BOXES}
    parts += [f"{kind} {file}" for kind, file in boxes.items() if file]
    parts += [f"code {plan.code.file}"] if arm.game and plan.code else []
    return ", ".join(parts) or names_of(study.plan(first, study.baseline), plan)[1]


def _pairs(study: Study) -> list[tuple[Plan, Plan]]:
    """The games of baseline and arm in each setting."""
    (arm,) = study.arms
    return [(study.plan(at, study.baseline), study.plan(at, arm)) for at in study.settings()]


def _check_pairs(study: Study, settings: Settings, words: Sequence[str]) -> None:
    """Refuse two sides that are the same, do not pair, or do not tell what is asked of both."""
    from analyses.measures.vocabulary import chosen
    from analyses.questions.pairing import check_alike, names_of, same_games
    from analyses.questions.until import read_until
    from simulate.store.runs import DECIDED

    for one, other in _pairs(study):
        if one.hash == other.hash:
            said = ", ".join(dict.fromkeys(words)) or f"preset {settings.preset}"
            many = len(settings.players) > 1
            at, hint = (f" with {one.players} players", "; leave them out") if many else ("", "")
            raise UserError(f"nothing changes{at}: {said} is so on both sides already{hint}")
        check_alike(one, other, names_of(one, other))
        wishes = read_until(settings.until, one, two=True, pace=settings.pace)
        wished = [wish.name for wish in wishes if wish.name != DECIDED]
        for asked in (settings.measures, wished):
            chosen(one, asked, settings.pace, same=same_games(one, other))


def _tell_same(rules: Sequence[str], plans: Sequence[tuple[Plan, Plan]]) -> None:
    """Name the rules that are to change and are so on both sides in all settings; others do change."""
    for name, value in split_words(rules).items():
        if all(typed(one.options).get(name) == typed(other.options)[name] for one, other in plans):
            note(f"{name}={value} is so on both sides already, and changes nothing")


def _tell_unset(plans: Sequence[tuple[Plan, Plan]]) -> None:
    """Name the options that a file of rules adds, if none of them is set."""
    (one, other), *_ = plans
    added = [name for name in typed(other.options) if name not in typed(one.options)]
    if added and other.code and not set(added) & other.changed_options().keys():
        note(f"{other.code.file} adds {', '.join(added)}, which nothing sets here: --rule NAME=VALUE does")


def _compare_runs(names: Sequence[str], given: dict[str, Any]) -> None:
    """Compare runs that are there, each with the first."""
    from analyses.measures.vocabulary import chosen
    from analyses.questions.pairing import check_pairs, same_games
    from analyses.studies.outcome import outcome_of_runs
    from reports.answers.overview import Overview
    from reports.answers.page import answer_of
    from simulate.store.runs import load

    base, *houses = runs = [load(name) for name in names]
    if any(house.path.resolve() == base.path.resolve() for house in houses):
        raise UserError(f"{base.path} is compared with itself; name another run")
    check_pairs(base, houses)
    measures, pace = given["measures"] or None, given["pace"]
    for run in runs:
        chosen(run.plan, measures, pace, same=same_games(base.plan, run.plan))
    again = command_line("compare", *names, measure=given["measures"], pace=pace, out=given["out"])
    begun = open_answer(given["out"], "comparison", base.plan.game, [run.plan for run in runs], again)
    with working("comparing the games"):
        answer = answer_of(Overview(outcome_of_runs(runs, measures, pace)))
    write_and_say(begun, answer, runs, given["as_json"])
