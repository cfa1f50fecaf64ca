"""Playing a study and answering it: the one way, whether flags or a file asked it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rules.errors import FailedError, UserError
from simulate.cli.adapting import play_adapted
from simulate.cli.answering import open_answer, write_and_say
from simulate.cli.asking import is_played, play_plans
from simulate.io.console import is_heard, note, stop, tell, working

if TYPE_CHECKING:
    from analyses.questions.adapt import Adapted
    from analyses.questions.results import Setting as Asked
    from analyses.questions.until import Look
    from analyses.studies.declared import Declared
    from analyses.studies.outcome import Outcome
    from analyses.studies.study import Study
    from reports.answers.overview import Overview
    from simulate.store.answers import AnswerFolder
    from simulate.store.runs import Run


@dataclass(frozen=True)
class Asking:
    """How a study is played and where its answer goes."""

    kind: str
    """What is answered: a key of `simulate.io.files.ANSWERS`."""
    command: str
    """The command line that makes it again."""
    out: Path | None
    jobs: int
    until: Sequence[str] = ()
    as_json: bool = False
    full: bool = False
    """Whether a terminal shows the evidence, too."""
    copies: Mapping[str, bytes] = field(default_factory=dict)
    """Of the user's files, which are kept beside the answer."""
    says: Mapping[str, str] = field(default_factory=dict)
    """What the file of the answer holds beside its command."""
    first: str = ""
    """What is told when the question is asked for the first time."""


@dataclass(frozen=True)
class Played:
    """The outcome of a study, the runs that it rests on, and the last look if there was one."""

    outcome: Outcome
    runs: Mapping[str, Run]
    look: Look | None = None


def answer_study(study: Study, asking: Asking) -> None:
    """Play what a study needs, and say and write its answer.

    Whole numbers between two values of a curve are played too, until neighbours show where a target is met.
    """
    from analyses.studies.outcome import adapted_plans, plans_of
    from reports.answers.page import answer_of

    plans = plans_of(study)
    if study.axis and study.adapt:
        plans = [plan for pair in adapted_plans(study).values() for plan in pair]
    begun = open_answer(
        asking.out, asking.kind, study.name, plans, asking.command, study.adapt or 0, study.strength,
        study.of_baseline, **asking.says,
    )  # fmt: skip
    tell(answer=str(begun.folder))
    if asking.first and not begun.files:
        note(asking.first)
    overview, played = _answered(study, asking)
    while values := _values_inside(overview):
        _tell_inside(values, overview, study, asking)
        study = with_values(study, values)
        overview, played = _answered(study, asking)
    _check_reachable(begun, overview)

    write_and_say(
        begun, answer_of(overview), played.runs.values(), asking.as_json, asking.full, asking.copies
    )  # fmt: skip
    check_reached(played.look)


def answer_tables(study: Declared, setting: Asked, asking: Asking) -> None:
    """Play what a study with tables of its own needs, and say and write its answer."""
    from reports.answers.studies.template import Report

    cells = study.all_cells(setting)
    texts = {plan.hash: cell.text for cell in cells for plan in cell.plans}
    names = {plan.hash: name for cell in cells for name, plan in zip(cell.names, cell.plans, strict=True)}
    plans = [plan for cell in cells for plan in cell.plans]
    begun = open_answer(
        asking.out, asking.kind, study.called, plans, asking.command, 0, study.rungs, 0, **asking.says
    )
    tell(answer=str(begun.folder))
    if asking.first and not begun.files:
        note(asking.first)

    played = play_plans(plans, asking.jobs, asking.command, texts=texts)
    runs = {cell.name: [played[plan.hash] for plan in cell.plans] for cell in cells}
    with working("reading the games"):
        answer = Report(study, study.results(setting, runs)).answer
    write_and_say(begun, answer, played.values(), asking.as_json, asking.full, names=names)


def _answered(study: Study, asking: Asking) -> tuple[Overview, Played]:
    """What a study says that is played as it is."""
    from reports.answers.overview import Overview

    played = play_study(study, asking)
    return Overview(played.outcome), played


def play_study(study: Study, asking: Asking) -> Played:
    """Play a study, as many games as it says or as it takes to know what is to be known."""
    from analyses.studies.outcome import curve_of_adapted, outcome_of, wishes_of

    if study.axis and study.adapt:
        adapted, runs = _play_adapted(study, asking, {})
        assert adapted is not None
        return Played(curve_of_adapted(study, adapted, runs), runs)

    look = None
    if asking.until:
        study, runs, look = _play_until(study, asking)
    else:
        runs = _play(study, asking)
    adapted, of_adapted = _play_adapted(study, asking, runs)
    with working("comparing the games"):
        outcome = outcome_of(study, runs, wishes_of(study, asking.until), adapted, of_adapted)
    return Played(outcome, {**runs, **of_adapted}, look)


def _play(study: Study, asking: Asking, told: bool = True) -> dict[str, Run]:
    """Play all games of a study; slow rungs of the ladder come last, after a word on what they can settle."""
    from analyses.questions.strength import quick_of
    from analyses.studies.outcome import plans_of

    plans, quick = plans_of(study), quick_of(study.strength)
    if not quick or all(is_played(plan) for plan in plans):
        return play_plans(plans, asking.jobs, asking.command, told)
    sooner = replace(study, strength=quick)
    runs = play_plans(plans_of(sooner), asking.jobs, asking.command, told)
    _tell_slow(study, sooner, runs)
    later = [plan for plan in plans if plan.hash not in runs]
    return runs | play_plans(later, asking.jobs, asking.command, told)


def _tell_slow(study: Study, sooner: Study, runs: Mapping[str, Run]) -> None:
    """Say how many games of the slowest rung would settle what the answer leads with."""
    from analyses.studies.outcome import outcome_of
    from reports.answers.overview import Overview
    from reports.answers.strength import settling_of

    with working("comparing the games"):
        overview = Overview(outcome_of(sooner, runs, parted=False))
        curve = overview.curve
        found = curve.strength.get(curve.lead) if curve else overview.climbed
    slowest = next(setting for setting in study.settings() if setting.policy == study.strength[-1])
    games = sum(study.plan(slowest, study.arms[0], seed).n for seed in study.seeds)
    if found and (text := settling_of(found, study.strength, games)):
        note(text)


def _play_until(study: Study, asking: Asking) -> tuple[Study, dict[str, Run], Look]:
    """The study of as many games as it took, its own at most; the runs, and the last look."""
    from analyses.questions.play_until import play_until
    from analyses.questions.until import Watched
    from analyses.studies.outcome import names_of_measures, watched_together, wishes_of
    from reports.answers.first_screen import first_screen

    runs: dict[str, Run] = {}

    def grow(n: int) -> list[Watched]:
        grown = replace(study, n=n)
        runs.update(_play(grown, asking, told=not runs))
        return watched_together(grown, runs)

    def told(look: Look, after: int | None) -> None:
        tell_look(look, after)
        if is_heard():
            tell(look=first_screen(replace(study, n=look.n), runs, look, tuple(asking.until)))

    with all_kept(asking.command):
        look = play_until(
            wishes_of(study, asking.until), study.n, grow, told, asking.command,
            lambda base: names_of_measures(study, base), study.pace, study.weighed,
        )  # fmt: skip
    return replace(study, n=look.n), runs, look


def _play_adapted(
    study: Study, asking: Asking, played: Mapping[str, Run]
) -> tuple[Adapted | None, dict[str, Run]]:
    """Those who adapted to each rule, and the runs of their games; nobody if that is not asked.

    Without being asked those play who come tuned for the rules, if there are such for all of them.
    """
    from analyses.questions.adapt import LEAST_PART, tuned_for
    from analyses.studies.outcome import adapted_plans

    pairs = adapted_plans(study)
    plans = [plan for pair in pairs.values() for plan in pair]
    known = {} if study.adapt or study.axis else {plan.hash: tuned_for(plan) for plan in plans}
    there = {key: found for key, found in known.items() if found}
    times = study.adapt or min((len(found) - 1 for found in there.values()), default=0)
    if not times or there.keys() != known.keys() or min(plan.n for plan in plans) < LEAST_PART * times:
        return None, {}
    return play_adapted(plans, times, asking.jobs, asking.command, there)


# --- values inside a curve


def with_values(study: Study, values: Sequence[int]) -> Study:
    """The study with more values on its axis."""
    assert study.axis is not None
    axis = study.axis.with_values(values)
    arms = {arm.value: arm for arm in study.arms}
    pattern = study.arms[0]
    for value, words in zip(axis.values, axis.words, strict=True):
        if value not in arms:
            rules = tuple(words if rule in study.axis.words else rule for rule in pattern.rules)
            arms[value] = replace(pattern, name=words, rules=rules, value=value)
    return replace(study, axis=axis, arms=tuple(arms[value] for value in axis.values))


def _values_inside(overview: Overview) -> list[int]:
    """Values to play because they lie between two at which the answer says that a target is crossed.

    One in each gap: the one nearest to the middle that the other rules allow.
    """
    from analyses.questions.curve import middle_first

    if overview.curve is None or overview.curve.reach is None:
        return []
    middles = [
        next((value for value in middle_first(gap) if _is_allowed(overview.study, value)), None)
        for gap in overview.curve.reach.gaps
    ]
    return [value for value in middles if value is not None]


def _is_allowed(study: Study, value: int) -> bool:
    """Whether a value can be played together with all other rules."""
    grown = with_values(study, [value])
    arm = next(arm for arm in grown.arms if arm.value == str(value))
    try:
        for setting in grown.settings():
            grown.plan(setting, arm)
    except UserError:
        return False
    return True


def _tell_inside(values: Sequence[int], overview: Overview, study: Study, asking: Asking) -> None:
    """Say which values are played besides those that were asked for, why, and what that costs."""
    assert overview.curve is not None
    reach = overview.curve.reach
    assert reach is not None
    games = len(study.settings()) * len(values) * study.n
    most = "at most " if asking.until or study.strength else ""
    measure = reach.target.measure
    note(
        f"to say where {measure.label} {measure.does('reach')} {reach.target_words}, "
        f"{overview.curve.axis.name}={','.join(map(str, values))} is played too: {most}{games:,} games"
    )


def _check_reachable(begun: AnswerFolder, overview: Overview) -> None:
    """Refuse a target that no line reaches: there is no answer then."""
    from reports.answers.curve import never_reached
    from reports.words.wording import lowered
    from simulate.store.answers import leave_unanswered

    if overview.curve and (text := never_reached(overview.curve)):
        leave_unanswered(begun)
        said = lowered(text.removesuffix("."))
        raise UserError(f"--target {overview.study.target}: {said}; the games are kept")


# --- looking


def tell_look(look: Look, after: int | None) -> None:
    """Say what a look showed."""
    note(f"{look}{f'; on to {after:,}' if after else ''}")


def check_reached(look: Look | None) -> None:
    """End as unfinished if what was to be known is not."""
    if look is not None and not look.reached:
        raise FailedError(f"not reached after {look}; a larger --n goes on")


@contextlib.contextmanager
def all_kept(again: str) -> Iterator[None]:
    """At Ctrl-C between two plays end with the command that goes on."""
    try:
        yield
    except KeyboardInterrupt:  # while it looked
        stop("stopped: all games are kept", again)
