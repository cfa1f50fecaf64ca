"""`simulate sweep`: a rule from value to value, and where a measure becomes what is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from rules.errors import UserError
from simulate.cli.adapting import adapting_options, ask_for_adapting, read_adapting
from simulate.cli.asking import Settings, ask_for_settings
from simulate.cli.help import Grouped
from simulate.cli.options import run_option
from simulate.cli.studying import Asking, answer_study
from simulate.plans.request import command_line

if TYPE_CHECKING:
    from analyses.questions.curve import Axis
    from analyses.studies.study import Study
    from simulate.plans.plan import Plan


@click.command("sweep", cls=Grouped, short_help="A rule from value to value, and where a target is met.")
@run_option(
    "rules",
    metavar="KEY=VALUES",
    help="A rule and its values, as 8..12 or 8,10,12; twice for two axes. One value holds everywhere.",
)
@click.option(
    "--target", "targets", multiple=True, metavar="MEASURE=VALUE",
    help="What is wanted: turns=60, win_share:seat1=25%.",
)  # fmt: skip
@ask_for_adapting
@ask_for_settings
def command(
    rules: tuple[str, ...], targets: tuple[str, ...], adapt: bool, tunings: int | None, **given: Any
) -> None:
    """Change a rule from value to value: a curve of each measure, and where it crosses what you want.

    \b
    simulate sweep --game catan --rule points_to_win=8..12 --target turns=60
    simulate sweep --game starwars --rule dice_cap=1..6 --players 2,5
    simulate sweep --game catan --rule points_to_win=8..12 --strength random..search:1

    Every value plays the same games, on the same tiles and dice, and is compared with the standard value.
    With --adapt those play who are tuned for each value, several times over. With --target, whole numbers
    between two of yours are played too, until neighbours show where it is crossed.
    The games are ordinary runs under runs/ and are used again. sweeps/NAME then holds a page, tables and
    findings.json.
    """
    if len(targets) > 1:
        raise UserError(
            f"--target {' --target '.join(targets)}: a sweep has one target; ask for each in turn"
        )
    target = next(iter(targets), None)
    settings = Settings(given)
    axes, fixed = _read_axes(rules, settings.game, target)
    study = _study(settings, axes, fixed, target)
    times = read_adapting(
        adapt, tunings, settings.n, _plans(study) if adapt else (), settings.until, settings.rungs
    )
    said = {"rule": rules, "target": target} | settings.options() | adapting_options(times)
    command = command_line("sweep", **said)
    asking = Asking("sweep", command, settings.out, settings.jobs, settings.until, as_json=settings.as_json)
    answer_study(replace(study, adapt=times or None), asking)


def _study(settings: Settings, axes: Sequence[Axis], fixed: Sequence[str], target: str | None) -> Study:
    """The study of a curve: an arm a value of the first axis, a setting a value of the second.

    Raises
    ------
    UserError
        For values that do not go together with the other rules, or a target along values that are no numbers.
    """
    from analyses.questions.curve import read_target, standard_first, with_baseline
    from analyses.studies.study import BASELINE, Arm

    axis, *others = axes
    baseline = Arm(BASELINE, tuple(fixed))
    usual = settings.study(baseline, [])
    plan = usual.plan(usual.settings()[0], baseline)
    axis = with_baseline(axis, getattr(plan.options, axis.name, None))
    if target:
        read_target(target, plan, settings.pace)
        if axis.numbers is None:
            raise UserError(f"--target {target}: the values of {axis.name} are no numbers; leave it out")
    second = standard_first(others[0], plan.options) if others else None
    arms = [
        Arm(words, (*fixed, words), value=value) for value, words in zip(axis.values, axis.words, strict=True)
    ]
    return settings.study(baseline, arms, axis=axis, second_axis=second, target=target or "")


def _plans(study: Study) -> list[Plan]:
    """The games of all values in all settings."""
    return [study.plan(setting, arm) for setting in study.settings() for arm in (study.baseline, *study.arms)]


def _read_axes(rules: Sequence[str], game: str, target: str | None) -> tuple[list[Axis], list[str]]:
    """The axes of a sweep, that which a target is crossed along first, and the rules that hold everywhere."""
    from analyses.questions.curve import read_axis, typed_axis

    if not rules:
        raise UserError(f"say which rule, as --rule KEY=1..6; all rules: simulate rules {game}")
    read = [typed_axis(read_axis(word), game) for word in rules]
    axes, fixed = [a for a in read if len(a.values) > 1], [a.words[0] for a in read if len(a.values) == 1]
    if not axes:
        raise UserError(f"--rule {rules[0]} is one value; a sweep needs several, as KEY=1..6 or KEY=A,B")
    if len(axes) > 2:
        raise UserError(f"a sweep has one axis or two, not {len(axes)}")
    if target:  # it is crossed along an axis of numbers
        axes.sort(key=lambda axis: axis.numbers is None)
    return axes, fixed
