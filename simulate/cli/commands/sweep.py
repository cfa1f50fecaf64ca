"""`simulate sweep`: a rule from value to value, and where a measure becomes what is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from rules.errors import UserError
from simulate.cli.adapting import adapting_options, ask_for_adapting, play_adapted, read_adapting
from simulate.cli.answering import answer, open_answer
from simulate.cli.asking import Settings, ask_for_settings
from simulate.cli.help import Grouped
from simulate.cli.looking import Pair, check_reached, play_pairs
from simulate.cli.options import run_option
from simulate.io.console import note, working
from simulate.plans.request import USUAL_POLICY, command_line

if TYPE_CHECKING:
    from analyses.questions.sweep import Axis, Point, Target
    from analyses.questions.until import Look
    from analyses.runs.shapes import Shape
    from reports.answers.sweep import Sweep
    from simulate.plans.plan import Plan
    from simulate.store.runs import Run

At: TypeAlias = tuple[int, str | None, tuple[str, ...]]
"""A number of players, who plays, and the values of the axes."""


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
    from analyses.questions.sweep import headlines, read_target
    from reports.answers.sweep_page import page as page_of
    from reports.words.wording import lowered

    if len(targets) > 1:
        raise UserError(
            f"--target {' --target '.join(targets)}: a sweep has one target; ask for each in turn"
        )
    target = next(iter(targets), None)
    settings = Settings(given)
    axes, fixed = _read_axes(rules, settings.game, target)
    asked = Asked(settings, axes, fixed)
    wanted = read_target(target, asked.first, settings.pace) if target else None
    if wanted and asked.along.numbers is None:
        raise UserError(f"--target {target}: the values of {asked.along.name} are no numbers; leave it out")
    times = read_adapting(adapt, tunings, settings.n, asked.every, settings.until, settings.rungs)
    said = {"rule": rules, "target": target or None} | settings.options() | adapting_options(times)
    again = command_line("sweep", **said)
    begun = open_answer(settings.out, "sweep", settings.game, asked.every, again, times, settings.rungs)

    def names(base: Run) -> list[str]:
        measures = list(settings.measures or headlines(base, bool(times), settings.pace))
        if wanted and wanted.measure.key not in measures and wanted.measure.name not in measures:
            measures.insert(0, wanted.measure.key)
        return measures

    play = partial(_play_adapted, times=times) if times else _play
    played = play(asked, wanted, names, again)
    while values := asked.inside(played.sweep):
        _tell_inside(values, asked, played.sweep)
        asked = asked.with_values(values)
        played = play(asked, wanted, names, again)
    came_out = played.sweep
    if came_out.reach and came_out.reach.never:
        from simulate.store.answers import leave_unanswered

        leave_unanswered(begun)
        never = lowered(came_out.sentence.removesuffix("."))
        raise UserError(f"--target {target}: {never}; the games are kept")
    far = [point.values[0] for point in came_out.lines[0].points if not point.standard][-1]
    alone = not (fixed or given["tiles"] or given["board"])  # else these hold for both sides
    best = f"{asked.along.name}={far}"
    said = {"rule": best} if alone else {"rule": fixed, "b": best}
    after = command_line("compare", **(said | settings.options() | {"out": None}))
    write = partial(page_of, came_out, shapes=played.shapes)
    answer(begun, came_out, played.runs, write, settings.as_json, after)
    check_reached(played.look)


def _read_axes(rules: Sequence[str], game: str, target: str | None) -> tuple[list[Axis], list[str]]:
    """The axes of a sweep, that which a target is crossed along first, and the rules that hold everywhere."""
    from analyses.questions.sweep import read_axis, typed

    if not rules:
        raise UserError(f"say which rule, as --rule KEY=1..6; all rules: simulate rules {game}")
    read = [typed(read_axis(word), game) for word in rules]
    axes, fixed = [a for a in read if len(a.values) > 1], [a.words[0] for a in read if len(a.values) == 1]
    if not axes:
        raise UserError(f"--rule {rules[0]} is one value; a sweep needs several, as KEY=1..6 or KEY=A,B")
    if len(axes) > 2:
        raise UserError(f"a sweep has one axis or two, not {len(axes)}")
    if target:  # it is crossed along an axis of numbers
        axes.sort(key=lambda axis: axis.numbers is None)
    return axes, fixed


class Asked:
    """The plans of a sweep: of each value with each of those who play, and of what that is compared with.

    Raises
    ------
    UserError
        For values that do not go together with the other rules.
    """

    def __init__(self, settings: Settings, axes: Sequence[Axis], fixed: Sequence[str]) -> None:
        from analyses.questions.sweep import with_baseline

        self.settings, self.fixed = settings, fixed
        usual = [settings.plan(*who, fixed) for who in settings.each()]
        along, *rest = axes
        along = with_baseline(along, getattr(usual[0].options, along.name, None))
        self.axes = [along, *rest]
        self.plans: dict[At, Plan] = {}
        self.standard: dict[At, Plan] = {}
        for who in settings.each():
            for values in product(*(axis.values for axis in self.axes)):
                self.plans[*who, values] = self._plan(who, self.axes, values)
                self.standard[*who, values[1:]] = self._plan(who, rest, values[1:])
        self.besides = sorted(
            product(*(axis.values for axis in rest)),
            key=lambda beside: (
                [self.standard[*who, beside].hash for who in settings.each()] != [one.hash for one in usual]
            ),
        )
        """Values of the second axis: those of the standard game first."""

    def _plan(self, who: tuple[int, str | None], axes: Sequence[Axis], values: Sequence[str]) -> Plan:
        words = [f"{axis.name}={value}" for axis, value in zip(axes, values, strict=True)]
        return self.settings.plan(*who, [*self.fixed, *words])

    @property
    def along(self) -> Axis:
        """The axis along which the curves run."""
        return self.axes[0]

    @property
    def first(self) -> Plan:
        """The game that every value of the first line is compared with."""
        return next(iter(self.standard.values()))

    @property
    def every(self) -> list[Plan]:
        """All plans."""
        return [*self.standard.values(), *self.plans.values()]

    def each_line(self) -> Iterator[tuple[tuple[int, str | None], tuple[str, ...]]]:
        """Each of those who play with each value of the second axis: a curve."""
        return product(self.settings.each(), self.besides)

    @property
    def lines(self) -> int:
        """How many curves there are."""
        return len(self.standard)

    def values_judged(self, wanted: Target | None) -> int:
        """At how many values the intervals of a measure hold at once.

        Where a target is looked for, all that might be played count: which of them are shows in the games.
        """
        return self.lines * (self.along.playable if wanted else len(self.along.values))

    def with_values(self, values: Sequence[int]) -> Asked:
        """The same with more values on the first axis."""
        return Asked(self.settings, [self.along.with_values(values), *self.axes[1:]], self.fixed)

    def inside(self, sweep: Sweep) -> list[int]:
        """Values to play because they lie between two at which the answer says that a target is crossed.

        One in each gap: the one nearest to the middle that the other rules allow.
        """
        gaps = sweep.reach.gaps if sweep.reach else []
        middles = [next(filter(self._is_allowed, middle_first(gap)), None) for gap in gaps]
        return [value for value in middles if value is not None]

    def _is_allowed(self, value: int) -> bool:
        """Whether a value can be played together with all other rules."""
        try:
            for who, beside in self.each_line():
                self._plan(who, self.axes, (str(value), *beside))
        except UserError:
            return False
        return True


@dataclass(frozen=True)
class Played:
    """What a sweep came to: the answer and its games."""

    sweep: Sweep
    runs: Sequence[Run]
    shapes: Sequence[Sequence[Shape]] = ()
    """Of the games of each line at each value."""
    look: Look | None = None
    """The last one, if the games were looked at to say whether they are enough."""


def _play(asked: Asked, wanted: Target | None, names: Callable[[Run], list[str]], again: str) -> Played:
    """Play all values, each on the games of the standard value."""
    from analyses.questions.sweep import swept
    from analyses.questions.until import measured
    from analyses.runs.shapes import shape_of

    settings = asked.settings
    pairs = [
        Pair(
            f"{players} players, {policy or USUAL_POLICY}, {', '.join(values)}",
            asked.standard[players, policy, values[1:]],
            plan,
        )
        for (players, policy, values), plan in asked.plans.items()
    ]
    every, look = play_pairs(pairs, settings, again, names)
    played = dict(zip(asked.plans, every, strict=True))
    wishes = settings.wishes(asked.first)
    points, shapes = [], []
    for who, beside in asked.each_line():
        line = {(x, *beside): played[*who, (x, *beside)] for x in asked.along.values}
        measures = [m.key for m in measured(next(iter(line.values())), wishes, names, settings.pace)]
        with working(f"comparing the games of {asked.along.name}"):
            points.append([*swept(line, measures, settings.pace, len(pairs), asked.values_judged(wanted))])
            shapes.append([shape_of([runs[1] for runs in one.seeds]) for one in line.values()])
    sweep = _sweep(asked, wanted, again, points)
    return Played(sweep, [run for one in every for run in one.runs], shapes, look)


def _play_adapted(
    asked: Asked, wanted: Target | None, names: Callable[[Run], list[str]], again: str, times: int
) -> Played:
    """Play all values and the standard one, each by those who adapted to it in so many tunings."""
    from analyses.estimates.critical import shared_level
    from analyses.questions.sweep import Point

    settings, family = asked.settings, len(asked.plans)
    adapted, runs = play_adapted(asked.every, times, settings.jobs, again)
    bound, level = adapted.bound(asked.every, runs), shared_level(asked.values_judged(wanted))

    def point_of(base: Plan, house: Plan, values: tuple[str, ...]) -> Point:
        measures = names(runs[adapted.parts(base)[0].hash])
        one = adapted.compare(base, house, runs, measures, settings.pace, family, level)
        one = replace(one, remarks=(*one.remarks, bound))
        return Point(values, one, house.hash == base.hash)

    points = []
    for who, beside in asked.each_line():
        base, along = asked.standard[*who, beside], [(x, *beside) for x in asked.along.values]
        points.append([point_of(base, asked.plans[*who, values], values) for values in along])
    return Played(_sweep(asked, wanted, again, points), [*runs.values()])


def _sweep(asked: Asked, wanted: Target | None, again: str, points: Sequence[Sequence[Point]]) -> Sweep:
    """The curves, each with its points."""
    from analyses.questions.sweep import Line
    from reports.answers.sweep import Sweep

    lines = []
    for (who, beside), of_line in zip(asked.each_line(), points, strict=True):
        base = asked.standard[*who, beside]
        name = ", ".join(f"{axis.name}={v}" for axis, v in zip(asked.axes[1:], beside, strict=True))
        lines.append(Line(base.players, base.policy_words, name, tuple(of_line)))
    return Sweep(asked.axes, lines, wanted, again, asked.settings.rungs)


def middle_first(gap: range) -> list[int]:
    """The numbers of a range from its middle to both ends.

    >>> middle_first(range(3, 7))
    [4, 5, 3, 6]
    """
    middle = (gap[0] + gap[-1]) / 2
    return sorted(gap, key=lambda value: abs(value - middle))


def _tell_inside(values: Sequence[int], asked: Asked, sweep: Sweep) -> None:
    """Say which values are played besides those that were asked for, why, and what that costs."""
    assert sweep.reach is not None
    settings, name = asked.settings, asked.along.name
    games = asked.lines * len(values) * settings.n
    most = "at most " if settings.until or settings.rungs else ""
    measure = sweep.reach.target.measure
    note(
        f"to say where {measure.label} {measure.does('reach')} {sweep.reach.wanted}, "
        f"{name}={','.join(map(str, values))} is played too: {most}{games:,} games"
    )
