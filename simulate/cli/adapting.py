"""`--adapt`: tune the players for each rule that is compared, and play the games of those who adapted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from rules.errors import UserError
from simulate.cli.asking import play_plans, stop
from simulate.cli.options import all_of
from simulate.console import note

if TYPE_CHECKING:
    from analyses.adapt import Adapted
    from simulate.plan import Plan
    from simulate.policies import Policy
    from simulate.runs import Run
    from simulate.tune import Generation

ask_for_adapting = all_of(
    click.option(
        "--adapt", is_flag=True,
        help="Tune the players anew for each rule, several times, and say what those do who adapted.",
    ),
    click.option(
        "--tunings", type=int, metavar="K", help="Tunings of each rule, for --adapt.  [default: 5]"
    ),
)  # fmt: skip
"""Gives a command the options of those who adapt."""


def read_adapting(
    adapt: bool, tunings: int | None, n: int, until: Sequence[str] = (), rungs: Sequence[str] = ()
) -> int:
    """How many tunings of each rule; 0 if nobody adapts.

    Raises
    ------
    UserError
        For numbers out of bounds, and options that do not go together.
    """
    from analyses.adapt import TUNINGS, check_tunings

    if not adapt:
        if tunings is not None:
            raise UserError(f"--tunings {tunings}: say --adapt too")
        return 0
    if rungs:
        raise UserError("--adapt tunes one kind of player, and --strength asks many: say one of them")
    if until:
        raise UserError("--adapt plays a number of games that is fixed: say --n in place of --until")
    return check_tunings(TUNINGS if tunings is None else tunings, n)


def adapting_options(tunings: int) -> dict[str, Any]:
    """The options of a command line that say so."""
    from analyses.adapt import TUNINGS

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
    `there` already, by the hash of the plan, are not tuned. At Ctrl-C what was tuned and played
    is kept and the program ends with the command that continues.
    """
    from analyses.adapt import Adapted, rules_of, tune_for

    every = {plan.hash: plan for plan in plans}
    found = dict(there)
    try:
        for i, (key, plan) in enumerate(every.items(), 1):
            if key in there:
                continue

            def tell(number: int, of: int, generation: Generation, i: int = i, plan: Plan = plan) -> None:
                if generation.number == generation.of:
                    note(f"{rules_of(plan)} ({i} of {len(every)}): tuned {number} of {of}")

            found[key] = tune_for(plan, tunings, jobs, tell)
    except KeyboardInterrupt:
        stop("stopped: what is tuned so far is kept", again)
    adapted = Adapted(tunings, found)
    parts = adapted.plans(every.values())
    texts = {part.hash: text for part, text in parts}
    return adapted, play_plans([part for part, _ in parts], jobs, again, False, texts)
