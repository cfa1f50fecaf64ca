"""The arms of a study from a file: what must be played, and what the games of each show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from analyses.estimates.critical import at_every_look
from analyses.games.laws import Law, laws_of
from analyses.questions.adapt import Adapted
from analyses.questions.compare import Comparison, compare
from analyses.questions.replication import agreed
from analyses.studies.file import Arm, StudyFile, Who
from simulate.io.console import working
from simulate.plans.plan import Plan
from simulate.store.runs import Run


def differing(study: StudyFile, whoever: Sequence[Who] = ()) -> Iterator[tuple[Arm, list[Who]]]:
    """Each arm with those with whom it differs from the baseline: of all but variations, or of these."""
    for arm in study.arms:
        where = [
            who
            for who in whoever or study.seatings()
            if study.plan(who, arm, study.seed).hash != study.plan(who, study.baseline, study.seed).hash
        ]
        if where:
            yield arm, where


@dataclass(frozen=True)
class Shown:
    """What the games of an arm show: a comparison with the baseline at each table."""

    arm: Arm
    by_seed: tuple[tuple[Comparison, ...], ...]
    """For each seed, a comparison a table."""

    elsewhere: Mapping[tuple[str, int, str], tuple[Comparison, ...]] = field(default_factory=dict)
    """Of each variation, number of players and policy, a comparison a seed."""

    @property
    def agreed(self) -> tuple[Comparison, ...]:
        """What all seeds say, a comparison a table."""
        return tuple(agreed(found) for found in zip(*self.by_seed, strict=True))


def plans_of(study: StudyFile) -> list[Plan]:
    """All that must be played: the baseline and every arm, at every table, on every seed."""
    arms = [arm for arm, _ in differing(study)]
    found = [
        study.plan(who, arm, seed)
        for seed in study.seeds
        for who in (*study.seatings(), *study.elsewhere())
        for arm in (study.baseline, *arms)
    ]
    return list({plan.hash: plan for plan in found}.values())


def pairs_of(study: StudyFile) -> list[tuple[str, Plan, Plan]]:
    """All that is compared at every table on every seed: what tells it from others, baseline, and arm."""
    found = []
    for arm, tables in (*differing(study), *differing(study, list(study.elsewhere()))):
        for who, seed in product(tables, study.seeds):
            where = [f"{who.players} players", who.policy, *([who.variation.name] if who.variation else [])]
            setting = f"{arm.name}, {', '.join(where)}, seed {seed}"
            base, house = (study.plan(who, x, seed) for x in (study.baseline, arm))
            found.append((setting, base, house))
    return found


def shown(study: StudyFile, runs: Mapping[str, Run], adapted: Adapted | None = None) -> list[Shown]:
    """What the games show; `runs` are those of `plans_of` by the hash of their plan, or of those `adapted`.

    The intervals of a seed hold for all measures, tables and arms at once; those of variations for all of
    these.
    """
    arms = list(differing(study))
    others = dict(differing(study, list(study.elsewhere()))) if study.variations else {}
    family, more = (sum(map(len, where)) for where in (dict(arms).values(), others.values()))
    bound = adapted.bound(plans_of(study), runs) if adapted else ""

    def one(who: Who, arm: Arm, seed: int) -> Comparison:
        base, house = (study.plan(who, x, seed) for x in (study.baseline, arm))
        of = more if who.variation else family
        if adapted:
            found = adapted.compare(base, house, runs, study.measures, family=of, weigh=study.weighed)
            return replace(found, remarks=(*found.remarks, bound))
        return compare(runs[base.hash], runs[house.hash], study.measures, family=of, weigh=study.weighed)

    return [
        Shown(
            arm,
            tuple(tuple(one(who, arm, seed) for who in where) for seed in study.seeds),
            {
                (who.variation.name, who.players, who.policy): tuple(one(who, arm, s) for s in study.seeds)
                for who in others.get(arm, ())
                if who.variation is not None
            },
        )
        for arm, where in arms
    ]


def laws(study: StudyFile, runs: Mapping[str, Run]) -> dict[str, Law]:
    """What the games of the baseline say of each law that the study asks for."""
    plans = [study.plan(who, study.baseline, seed) for seed in study.seeds for who in study.seatings()]
    found = {}
    for name in study.laws:
        played = [runs[plan.hash] for plan in plans]
        looked = any(run.was_looked_at for run in played)
        with working(f"holding the games against {name.replace('_', ' ')}"), at_every_look(looked):
            found[name] = laws_of(study.game)[name](played)
    return found
