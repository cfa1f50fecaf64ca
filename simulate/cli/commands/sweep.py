"""`simulate sweep`: a rule from value to value, and where a measure becomes what is wanted."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import click

from rules.errors import UserError
from simulate.cli.adapting import adapting_options, ask_for_adapting, play_adapted, read_adapting
from simulate.cli.answering import answer, close_unanswered, open_answer
from simulate.cli.asking import Settings, ask_for_settings
from simulate.cli.help import Grouped
from simulate.cli.looking import Pair, check_reached, play_pairs
from simulate.cli.options import run_option
from simulate.console import working
from simulate.request import USUAL_POLICY, command_line

if TYPE_CHECKING:
    from simulate.plan import Plan
    from simulate.runs import Run


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
    With --adapt those play who are tuned for each value, several times over.
    The games are ordinary runs under runs/ and are used again. sweeps/NAME then holds a page, tables and
    findings.json.
    """
    from analyses.shapes import shape_of
    from analyses.sweep import Line, Point, headlines, read_axis, read_target, swept, typed, with_baseline
    from analyses.until import measured
    from reports.sweep import Sweep
    from reports.sweep_page import page as page_of
    from reports.words import lowered

    if not rules:
        game = given["game"] or "GAME"
        raise UserError(f"say which rule, as --rule KEY=1..6; all rules: simulate rules {game}")
    settings = Settings(given)
    read = [typed(read_axis(word), settings.game) for word in rules]
    axes, fixed = [a for a in read if len(a.values) > 1], [a.words[0] for a in read if len(a.values) == 1]
    if not axes:
        raise UserError(f"--rule {rules[0]} is one value; a sweep needs several, as KEY=1..6 or KEY=A,B")
    if len(axes) > 2:
        raise UserError(f"a sweep has one axis or two, not {len(axes)}")
    if len(targets) > 1:
        raise UserError(
            f"--target {' --target '.join(targets)}: a sweep has one target; ask for each in turn"
        )
    target = next(iter(targets), None)
    if target:  # it is crossed along an axis of numbers
        axes.sort(key=lambda axis: axis.numbers is None)
    usual = [settings.plan(*who, fixed) for who in settings.each()]
    axes[0] = with_baseline(axes[0], getattr(usual[0].options, axes[0].name, None))
    plans: dict[tuple[int, str | None, tuple[str, ...]], Plan] = {}
    standard: dict[tuple[int, str | None, tuple[str, ...]], Plan] = {}
    for who in settings.each():
        for values in product(*(axis.values for axis in axes)):
            words = [f"{axis.name}={value}" for axis, value in zip(axes, values, strict=True)]
            plans[*who, values] = settings.plan(*who, [*fixed, *words])
            standard[*who, values[1:]] = settings.plan(*who, [*fixed, *words[1:]])
    besides = sorted(
        product(*(axis.values for axis in axes[1:])),
        key=lambda beside: (
            [standard[*who, beside].hash for who in settings.each()] != [plan.hash for plan in usual]
        ),
    )
    first = next(iter(standard.values()))
    wanted = read_target(target, first, settings.pace) if target else None
    if wanted and axes[0].numbers is None:
        raise UserError(f"--target {target}: the values of {axes[0].name} are no numbers; leave it out")
    every = [*standard.values(), *plans.values()]
    times = read_adapting(adapt, tunings, settings.n, every, settings.until, settings.rungs)
    said = {"rule": rules, "target": target or None} | settings.options() | adapting_options(times)
    again = command_line("sweep", **said)
    folder = open_answer(settings.out, "sweep", settings.game, every, again, times, settings.rungs)

    def names(base: Run) -> list[str]:
        asked = list(settings.measures or headlines(base, bool(times), settings.pace))
        if wanted and wanted.measure.key not in asked and wanted.measure.name not in asked:
            asked.insert(0, wanted.measure.key)
        return asked

    look = None
    if times:
        adapted, runs = play_adapted(every, times, settings.jobs, again)
        bound = adapted.bound(every, runs)
        those = list(runs.values())
    else:
        pairs = [
            Pair(
                f"{players} players, {policy or USUAL_POLICY}, {', '.join(values)}",
                standard[players, policy, values[1:]],
                plan,
            )
            for (players, policy, values), plan in plans.items()
        ]
        played, look = play_pairs(pairs, settings, again, names)
        at = dict(zip(plans, played, strict=True))
        those = [run for one in played for run in one.runs]
    lines, shapes = [], []
    wishes, family = settings.wishes(first), len(plans)
    for who in settings.each():
        for beside in besides:
            along, base = [(x, *beside) for x in axes[0].values], standard[*who, beside]
            if times:
                asked = names(runs[adapted.parts(base)[0].hash])
                points = []
                for values in along:  # as `swept`, but both sides are played by those who adapted
                    house = plans[*who, values]
                    one = adapted.compare(base, house, runs, asked, settings.pace, family, 1 - 0.05 / family)
                    one = replace(one, remarks=(*one.remarks, bound))
                    points.append(Point(values, one, house.hash == base.hash))
            else:
                found = {values: at[*who, values] for values in along}
                asked = [m.key for m in measured(found[along[0]], wishes, names, settings.pace)]
                with working(f"comparing the games of {axes[0].name}"):
                    points = list(swept(found, asked, settings.pace, family))
                    shapes.append([shape_of([runs[1] for runs in one.seeds]) for one in found.values()])
            name = ", ".join(f"{axis.name}={v}" for axis, v in zip(axes[1:], beside, strict=True))
            lines.append(Line(base.players, base.policy_words, name, tuple(points)))
    came_out = Sweep(axes, lines, wanted, again, settings.rungs)
    if came_out.reach and came_out.reach.never:
        close_unanswered(folder)
        never = lowered(came_out.sentence.removesuffix("."))
        raise UserError(f"--target {target}: {never}; the games are kept")
    far = [point.values[0] for point in lines[0].points if not point.standard][-1]
    alone = not (fixed or given["tiles"] or given["board"])  # else these hold for both sides
    best = f"{axes[0].name}={far}"
    said = {"rule": best} if alone else {"rule": fixed, "b": best}
    after = command_line("compare", **(said | settings.options() | {"out": None}))
    answer(folder, came_out, those, lambda kept: page_of(came_out, kept, shapes), settings.as_json, after)
    check_reached(look)
