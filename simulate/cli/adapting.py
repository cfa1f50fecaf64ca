"""`--adapt`: tune the players for each rule that is compared, and play the games of those who adapted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from statistics import mean
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from rules.errors import UserError
from simulate.cli.asking import play_plans
from simulate.cli.options import all_of
from simulate.io.console import note, stop

if TYPE_CHECKING:
    from analyses.questions.adapt import Adapted
    from simulate.plans.plan import Plan
    from simulate.plans.policies import Policy
    from simulate.store.runs import Run
    from simulate.working.tune import Generation

ask_for_adapting = all_of(
    click.option(
        "--adapt", is_flag=True,
        help="Tune the players anew for each rule, several times, and compare those who adapted.",
    ),
    click.option(
        "--tunings", type=int, metavar="K", help="Tunings of each rule, for --adapt.  [default: 5]"
    ),
)  # fmt: skip
"""Gives a command the options of those who adapt."""


def read_adapting(
    adapt: bool,
    tunings: int | None,
    n: int,
    plans: Iterable[Plan],
    until: Sequence[str] = (),
    rungs: Sequence[str] = (),
) -> int:
    """How many tunings of each rule; 0 if nobody adapts. The players of all `plans` must be such as adapt.

    Raises
    ------
    UserError
        For numbers out of bounds, and options that do not go together.
    """
    from analyses.questions.adapt import TUNINGS, check_players, check_tunings

    if not adapt:
        if tunings is not None:
            raise UserError(f"--tunings {tunings}: say --adapt too")
        return 0
    if rungs:
        raise UserError("--adapt tunes one kind of player, and --strength asks many: say one of them")
    if until:
        raise UserError("--adapt plays a number of games that is fixed: say --n in place of --until")
    for plan in plans:
        check_players(plan)
    return check_tunings(TUNINGS if tunings is None else tunings, n)


def adapting_options(tunings: int) -> dict[str, Any]:
    """The options of a command line that say so."""
    from analyses.questions.adapt import TUNINGS

    return {"adapt": tunings > 0, "tunings": tunings if tunings not in (0, TUNINGS) else None}


def play_adapted(
    plans: Sequence[Plan],
    tunings: int,
    jobs: int,
    again: str,
    there: Mapping[str, Sequence[Policy]] = MappingProxyType({}),
) -> tuple[Adapted, dict[str, Run]]:
    """Tune the players of each plan for its rules, and play its games and those of best responses.

    Those who adapted to each rule, and the runs of all their games by the hash of the plan. Players who are
    `there` already, by the hash of the plan, are not tuned. What differs in its games alone, as on another
    seed, is one rule. At Ctrl-C what was tuned and played is kept and the program ends with the command that
    continues.
    """
    from analyses.questions.adapt import Adapted, tune_for

    every = {plan.hash: plan for plan in plans}
    rules = {key: replace(plan, seed=0, first_game=0) for key, plan in every.items() if key not in there}
    progress = Progress({plan.hash: plan for plan in rules.values()})
    tuned = {}
    try:
        for key, plan in progress.rules.items():
            tuned[key] = tune_for(plan, tunings, jobs, partial(progress.tell, key))
    except KeyboardInterrupt:
        stop("stopped: what is tuned so far is kept", again)
    adapted = Adapted(tunings, {**there, **{key: tuned[plan.hash] for key, plan in rules.items()}})
    parts = adapted.plans(every.values())
    texts = {part.hash: text for part, text in parts}
    return adapted, play_plans([part for part, _ in parts], jobs, again, False, texts)


class Progress:
    """Which rule the players are tuned for, and how long all of it will take."""

    def __init__(self, rules: Mapping[str, Plan]) -> None:
        self.rules = rules
        self.took: list[float] = []
        """Seconds of each generation but those that were kept from before, and the first: it compiles."""
        self.last: float | None = None
        """When a generation ended, if one was played."""

    def tell(self, key: str, number: int, of: int, generation: Generation) -> None:
        """Say it when that is known first, and after each tuning."""
        from analyses.questions.adapt import rules_of
        from simulate.working.cells import clock

        now, before = monotonic(), len(self.took)
        if self.last is not None and not generation.kept:
            self.took.append(now - self.last)
        if self.last is not None or not generation.kept:
            self.last = now
        finished, known_first = generation.number == generation.of, not before and len(self.took) == 1
        if not finished and not known_first:
            return
        place = list(self.rules).index(key)
        generations = ((len(self.rules) - place) * of - number + 1) * generation.of - generation.number
        done, several = f"tuned {number if finished else number - 1} of {of}", len(self.rules) > 1
        if self.took and generations:
            done += f", {clock(generations * mean(self.took))} left{' for all rules' * several}"
        which = f" (rule {place + 1} of {len(self.rules)})" * several
        note(f"{rules_of(self.rules[key])}{which}: {done}")
