"""Playing what is compared until it is known: what is said of each look, of the end, and after Ctrl-C."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rules.errors import FailedError
from simulate.cli.asking import Settings, play_plans
from simulate.io.console import note, stop

if TYPE_CHECKING:
    from analyses.questions.until import Look, Watched
    from analyses.studies.file import StudyFile
    from simulate.plans.plan import Plan
    from simulate.store.runs import Run


def tell_look(look: Look, after: int | None) -> None:
    """Say what a look showed."""
    note(f"{look}{f'; on to {after:,}' if after else ''}")


def check_reached(look: Look | None) -> None:
    """End as unfinished if what was to be known is not."""
    if look is not None and not look.reached:
        raise FailedError(f"not reached after {look}; a larger --n goes on")


@dataclass(frozen=True)
class Pair:
    """Two plans that are compared, and what tells this comparison from others of the same question."""

    setting: str
    base: Plan
    house: Plan


def on_seeds(plan: Plan, n: int) -> list[Plan]:
    """So many games of a plan: half of them on its seed and half on the next, which replicates the other.

    They are no more than the plan has.
    """
    from analyses.questions.replication import second

    n = min(n, plan.n)
    return [replace(plan, n=n - n // 2), replace(plan, n=n // 2, seed=second(plan.seed))]


def play_pairs(
    pairs: Sequence[Pair], settings: Settings, again: str, names: Callable[[Run], Sequence[str] | None]
) -> tuple[list[Watched], Look | None]:
    """Play what is to be compared, as many games as the user says or as it takes: runs, and the last look.

    `names` are the measures of a comparison with this run, as `analyses.questions.compare` takes them.
    """
    from analyses.questions.play_until import play_until
    from analyses.questions.until import Watched

    plans = [plan for pair in pairs for plan in (pair.base, pair.house)]
    played: list[Watched] = []

    def grow(n: int) -> list[Watched]:
        first = not played
        every = [one for seed in zip(*(on_seeds(plan, n) for plan in plans), strict=True) for one in seed]
        runs = play_plans(every, settings.jobs, again, first)
        both = [[tuple(runs[on.hash] for on in on_seeds(p, n)) for p in (x.base, x.house)] for x in pairs]
        played[:] = [
            Watched(pair.setting, base, house, (base_again, house_again))
            for pair, ((base, base_again), (house, house_again)) in zip(pairs, both, strict=True)
        ]
        return played

    if not settings.until:
        return grow(settings.n), None
    wishes = settings.wishes(plans[0])
    with all_kept(again):
        return played, play_until(wishes, settings.n, grow, tell_look, again, names, settings.pace)


def play_study(
    study: StudyFile, until: Sequence[str], jobs: int, again: str
) -> tuple[StudyFile, dict[str, Run], Look]:
    """Play a study until it is known, its own `n` at most: the study of as many games as that took.

    Each seed is a question of its own, as a finding must hold on both. Also the runs by the hash of their
    plan, and the last look.
    """
    from analyses.questions.play_until import play_until
    from analyses.questions.until import Watched, read_until
    from analyses.studies.arms import pairs_of, plans_of

    pairs = pairs_of(study)
    runs: dict[str, Run] = {}
    wishes = read_until(until, pairs[0][1], two=True)

    def grow(n: int) -> list[Watched]:
        first = not runs
        runs.update(play_plans(plans_of(replace(study, n=n)), jobs, again, first))
        return [Watched(setting, runs[base.hash], runs[house.hash]) for setting, base, house in pairs]

    with all_kept(again):
        look = play_until(
            wishes, study.n, grow, tell_look, again, lambda base: study.measures, weigh=study.weighed
        )
    return replace(study, n=look.n), runs, look


@contextlib.contextmanager
def all_kept(again: str) -> Iterator[None]:
    """At Ctrl-C between two plays end with the command that goes on."""
    try:
        yield
    except KeyboardInterrupt:  # while it looked
        stop("stopped: all games are kept", again)
