"""What the games of a study show: one engine for whatever is asked.

A `Study` says which runs are needed (`plans_of`); these are played, and compared arm by arm in each setting.
Rescored games, players who adapted, laws and variations are parts of the same `Outcome`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TypeAlias

from analyses.estimates.critical import at_every_look, shared_level
from analyses.estimates.estimate import Estimate
from analyses.games.laws import Law, laws_of
from analyses.measures.measure import ways_in
from analyses.measures.vocabulary import chosen
from analyses.questions.adapt import Adapted
from analyses.questions.compare import Comparison, compare, parting
from analyses.questions.curve import Line, Point, Target, headlines, read_target
from analyses.questions.pairing import names_of, rescored, rules_of
from analyses.questions.until import Watched, Wish, measured, read_until
from analyses.runs.shapes import Shape, shape_of
from analyses.studies.study import BASELINE, Arm, Margin, Setting, Study
from rules.words import seated
from simulate.io.console import working
from simulate.plans.plan import Plan
from simulate.store.runs import Run

At: TypeAlias = tuple[Arm, Setting]
"""Where something is compared with the baseline: an arm in a setting."""

Cells: TypeAlias = Mapping[At, Comparison]

Compare: TypeAlias = Callable[[Watched, Sequence[str], int], Comparison]
"""Compares two rules by these measures, as one of so many comparisons."""


@dataclass(frozen=True)
class Outcome:
    """What the games of a study show."""

    study: Study
    cells: Cells
    """In the order of the arms; an arm is not in settings where its rules are those of the baseline."""
    elsewhere: Cells = field(default_factory=dict)
    """The same in the settings of variations."""
    standard: Mapping[Setting, Comparison] = field(default_factory=dict)
    """Of a curve the baseline beside itself: a point of the curve where an arm has its value."""
    rescored: Cells = field(default_factory=dict)
    """Of rules that change nothing but scores: the games of the baseline, as these rules score them."""
    adapted: Cells = field(default_factory=dict)
    """What changes between players who were tuned for each rule."""
    gains: Mapping[At, Mapping[str, Estimate]] = field(default_factory=dict)
    """Of these, by rule, what one player wins over an even share who is tuned against the others."""
    laws: Mapping[str, Law] = field(default_factory=dict)
    shapes: Mapping[tuple[Setting, str], Shape] = field(default_factory=dict)
    """Of a curve the games in each setting, at each value."""

    @property
    def lines(self) -> dict[Setting, Line]:
        """Of a curve its points in each setting."""
        study = self.study
        if study.axis is None:
            return {}
        return {setting: self._line(setting) for setting in study.settings()}

    def _line(self, setting: Setting) -> Line:
        points = []
        for arm in self.study.arms:
            comparison = self.cells.get((arm, setting))
            standard = comparison is None
            points.append(Point(arm.value, comparison or self.standard[setting], standard))
        policy = points[0].comparison.base.policy_words
        return Line(setting.players, policy, ", ".join(setting.second_rules), tuple(points))

    @property
    def target(self) -> Target | None:
        """What a measure of the curve is to be."""
        study = self.study
        if not study.target:
            return None
        return read_target(study.target, study.plan(study.settings()[0], study.baseline), study.pace)


# --- what must be played


def plans_of(study: Study) -> list[Plan]:
    """All that must be played: the baseline and every arm, in every setting, on every seed."""
    settings, plans = [*study.settings(), *study.elsewhere()], []
    for setting, seed in product(settings, study.seeds):
        plans.append(study.plan(setting, study.baseline, seed))
    for arm, where in study.differing_arms(settings):
        plans += [study.plan(setting, arm, seed) for setting, seed in product(where, study.seeds)]
    return list({plan.hash: plan for plan in plans}.values())


def watched(study: Study, runs: Mapping[str, Run]) -> dict[At, Watched]:
    """All that is compared: the runs of the baseline and of an arm in a setting, on every seed."""
    cells = {}
    for arm, where in (*study.differing_arms(study.settings()), *study.differing_arms(study.elsewhere())):
        for setting in where:
            cells[arm, setting] = Watched(_words(arm, setting), *_runs_of(study, setting, arm, runs))
    return cells


def watched_together(study: Study, runs: Mapping[str, Run]) -> list[Watched]:
    """All that is compared, each as one of as many comparisons as `outcome_of` reads together."""
    cells = watched(study, runs)
    here = {at: pair for at, pair in cells.items() if at[1].variation is None}
    families = {True: len(here) + len(_scored_anew(study, here)), False: len(cells) - len(here)}
    return [replace(pair, family=families[at in here]) for at, pair in cells.items()]


def _words(arm: Arm, setting: Setting) -> str:
    """What tells a comparison from others of the study."""
    where = [seated(setting.players), setting.policy, *setting.second_rules]
    if setting.variation is not None:
        where.append(setting.variation.name)
    return ", ".join([arm.name or ", ".join(arm.rules), *where])


def _runs_of(
    study: Study, setting: Setting, arm: Arm, runs: Mapping[str, Run]
) -> tuple[Run, Run, tuple[Run, Run] | None]:
    """The runs of the baseline and of an arm on the first seed, and those on the other one."""
    first, *again = (
        (
            runs[study.plan(setting, study.baseline, seed).hash],
            runs[study.plan(setting, arm, seed).hash],
        )
        for seed in study.seeds
    )
    return *first, again[0] if again else None


def wishes_of(study: Study, until: Sequence[str]) -> tuple[Wish, ...]:
    """What is to be known before play ends."""
    base = study.plan(study.settings()[0], study.baseline)
    return read_until(until, base, two=True, pace=study.pace)


def names_of_measures(study: Study, base: Run) -> list[str] | None:
    """The measures of a comparison with a run; None for all that can say something."""
    if study.axis is None or study.measures is not None:
        names = study.measures
    else:
        names = headlines(base, bool(study.adapt), study.pace)
    if names is None or not study.target:
        return names
    measure = read_target(study.target, base.plan, study.pace).measure
    return names if {measure.key, measure.name} & set(names) else [measure.key, *names]


# --- what it shows


def outcome_of(
    study: Study,
    runs: Mapping[str, Run],
    wishes: Sequence[Wish] = (),
    adapted: Adapted | None = None,
    of_adapted: Mapping[str, Run] | None = None,
    parted: bool = True,
) -> Outcome:
    """What the games show; `runs` are those of `plans_of` by their plan's hash, `of_adapted` of `adapted`.

    When games part is asked of one arm alone, for it takes a second: not at all unless `parted`.

    The intervals hold for all measures, arms and settings at once; those of variations, and of players who
    adapted, for all of these.
    """
    cells = watched(study, runs)
    here = {at: pair for at, pair in cells.items() if at[1].variation is None}
    there = {at: pair for at, pair in cells.items() if at[1].variation is not None}
    anew = _scored_anew(study, here)
    family = len(here) + len(anew)
    keys = {
        at: [m.key for m in measured(pair, wishes, lambda base: names_of_measures(study, base), study.pace)]
        for at, pair in cells.items()
    }
    level = _level_of_values(study)

    def compared(pair: Watched, names: Sequence[str], family: int) -> Comparison:
        assert pair.house is not None  # a study compares
        return compare(
            pair.base, pair.house, names, pace=study.pace, family=family, value_level=level,
            weigh=study.weighed, again=pair.second_pair, long_baseline=bool(study.of_baseline),
        )  # fmt: skip

    found = {at: compared(pair, keys[at], family) for at, pair in here.items()}
    if len(study.arms) == 1 and parted:
        found = {at: replace(c, parting=parting(c)) if _is_told(study, at) else c for at, c in found.items()}
    plain = {at: [key for key in keys[at] if not _needs(here[at].base, key, study.pace)] for at in anew}
    changed, gains = _adapted(study, keys, adapted, of_adapted or {}) if adapted else ({}, {})
    is_curve = study.axis is not None
    return Outcome(
        study,
        found,
        {at: compared(pair, keys[at], len(there)) for at, pair in there.items()},
        _standard(study, runs, keys, family, compared) if is_curve else {},
        {at: compared(pair, plain[at], family) for at, pair in anew.items() if plain[at]},
        changed,
        gains,
        _laws(study, runs),
        _shapes(study, runs) if is_curve else {},
    )


def curve_of_adapted(study: Study, adapted: Adapted, runs: Mapping[str, Run]) -> Outcome:
    """The curve of players who were tuned for each value of the axis; `runs` by the hash of their plan."""
    pairs = adapted_plans(study)
    first = next(iter(pairs.values()))[0]
    keys = names_of_measures(study, runs[adapted.parts(first)[0].hash]) or []
    found, gains = _adapted(study, dict.fromkeys(pairs, keys), adapted, runs)
    standard = {}
    for setting in study.settings():
        base = study.plan(setting, study.baseline, n=study.n)
        standard[setting] = adapted.compare(
            base, base, runs, keys, study.pace, len(pairs), _level_of_values(study), study.weighed
        )
    return Outcome(study, found, standard=standard, gains=gains)


def _is_told(study: Study, at: At) -> bool:
    """Whether the answer tells of it, and it does not only test the answer."""
    return at[1].policy in study.answering_policies


def _level_of_values(study: Study) -> float | None:
    """The level at which the intervals of a measure itself hold at all points of all curves at once.

    Where a target is looked for, all values that might be played count: which of them are shows in the games.
    """
    if study.axis is None:
        return None
    values = study.axis.playable if study.target else len(study.axis.values)
    return shared_level(len(study.settings()) * values)


def _needs(base: Run, key: str, pace: float | None) -> bool:
    """Whether more than scores tells a measure."""
    return any(measure.needs for measure in chosen(base.plan, [key], pace, ways_in(base)))


def _scored_anew(study: Study, cells: Mapping[At, Watched]) -> dict[At, Watched]:
    """The games of the baseline as arms score them, of those that change nothing but scores."""
    found: dict[At, Watched] = {}
    for at, pair in cells.items():
        if study.axis is None and _is_told(study, at):
            anew = [
                (base, scored)
                for base, house in pair.seeds
                if (scored := rescored(base, house, house.plan.n)) is not None
            ]
            if anew:
                first, *again = anew
                found[at] = replace(
                    pair, base=first[0], house=first[1], second_pair=again[0] if again else None
                )
    return found


def _standard(
    study: Study,
    runs: Mapping[str, Run],
    keys: Mapping[At, Sequence[str]],
    family: int,
    compared: Compare,
) -> dict[Setting, Comparison]:
    """Of a curve the baseline beside itself, in settings where an arm has its value."""
    found = {}
    for setting in study.settings():
        mine = [at for at in keys if at[1] == setting]
        if mine and len(mine) < len(study.arms):
            pair = Watched("", *_runs_of(study, setting, study.baseline, runs))
            found[setting] = compared(pair, keys[mine[0]], family)
    return found


def _shapes(study: Study, runs: Mapping[str, Run]) -> dict[tuple[Setting, str], Shape]:
    """Of a curve how the games at each point are distributed."""
    found = {}
    with working("reading how scores and lengths are distributed"):
        for setting, arm in product(study.settings(), study.arms):
            of_arm = [runs[study.plan(setting, arm, seed).hash] for seed in study.seeds]
            found[setting, arm.value] = shape_of(of_arm)
    return found


def _laws(study: Study, runs: Mapping[str, Run]) -> dict[str, Law]:
    """What the games of the baseline say of each law that the study asks for."""
    plans = [
        study.plan(setting, study.baseline, seed) for seed in study.seeds for setting in study.settings()
    ]
    found = {}
    for name in study.laws:
        played = [runs[plan.hash] for plan in plans]
        looked = any(run.was_looked_at for run in played)
        with working(f"holding the games against {name.replace('_', ' ')}"), at_every_look(looked):
            found[name] = laws_of(study.game)[name](played)
    return found


def outcome_of_runs(
    runs: Sequence[Run], measures: Sequence[str] | None = None, pace: float | None = None
) -> Outcome:
    """What changes from the games of the first of some runs to the same games of each of the others."""
    base, *houses = runs
    plans = [run.plan for run in runs]
    most = min(plan.n for plan in plans)
    setting = Setting(base.plan.players, base.plan.policy_words)
    arms = dict(zip(_arms_of(runs), houses, strict=True))
    study = Study(
        name=base.plan.game,
        game=base.plan.game,
        players=(base.plan.players,),
        policies=(base.plan.policy_words,),
        baseline=Arm(rules_of(base.plan, plans) if len(houses) > 1 else BASELINE),
        arms=tuple(arms),
        n=most,
        seed=base.plan.seed,
        margins=tuple(Margin(name, None, "") for name in measures or ()),
        pace=pace,
    )
    anew = {arm: scored for arm, house in arms.items() if (scored := rescored(base, house, most))}
    plain = None
    if measures is not None:
        plain = [key for key in _keys_of(base, measures, pace) if not _needs(base, key, pace)]
    if plain == []:
        anew = {}  # all is asked of how games go
    family = len(arms) + len(anew)

    def compared(house: Run, names: Sequence[str] | None) -> Comparison:
        return compare(base, house, names, pace=pace, family=family, most=most)

    cells = {(arm, setting): compared(house, measures) for arm, house in arms.items()}
    cells = {at: replace(comparison, parting=parting(comparison)) for at, comparison in cells.items()}
    of_scores = {(arm, setting): compared(house, plain) for arm, house in anew.items()}
    return Outcome(study, cells, rescored=of_scores)


def _arms_of(runs: Sequence[Run]) -> list[Arm]:
    """An arm for each run but the first, by what tells it from the others."""
    base, *houses = (run.plan for run in runs)
    if len(houses) == 1:
        return [Arm(names_of(base, houses[0])[1])]
    names = [rules_of(plan, [base, *houses]) for plan in houses]
    return [
        Arm(f"{name} ({run.path})" if names.count(name) > 1 else name)
        for name, run in zip(names, runs[1:], strict=True)
    ]


def _keys_of(base: Run, measures: Sequence[str], pace: float | None) -> list[str]:
    return [measure.key for measure in chosen(base.plan, measures, pace, ways_in(base))]


# --- players who adapted


def adapted_plans(study: Study) -> dict[At, tuple[Plan, Plan]]:
    """The games of those who adapted: of the baseline and of each arm, where the answer tells of it.

    They all have the first seed: each tuning plays a part of them, and tells by itself what changes.
    """
    return {
        (arm, setting): (
            study.plan(setting, study.baseline, n=study.n),
            study.plan(setting, arm, n=study.n),
        )
        for arm, where in study.differing_arms(study.settings())
        for setting in where
        if _is_told(study, (arm, setting))
    }


def _adapted(
    study: Study,
    keys: Mapping[At, Sequence[str]],
    adapted: Adapted,
    runs: Mapping[str, Run],
) -> tuple[dict[At, Comparison], dict[At, Mapping[str, Estimate]]]:
    """What changes between players who adapted to each rule, and what a best response gains under each."""
    pairs = adapted_plans(study)
    found: dict[At, Comparison] = {}
    gains: dict[At, Mapping[str, Estimate]] = {}
    for at, (base, house) in pairs.items():
        found[at] = adapted.compare(
            base, house, runs, keys[at], study.pace, len(pairs), _level_of_values(study), study.weighed
        )
        gains[at] = {
            name: adapted.gain(plan, runs) for name, plan in zip(found[at].names, (base, house), strict=True)
        }
    return found, gains
