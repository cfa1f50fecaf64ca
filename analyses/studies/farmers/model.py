"""What the games of the study of farmers show, all that hangs on tuning over five tunings of each rule.

The same games scored by another rule and games played anew are in `outcomes`, one player who farms
otherwise in `sweep`; `tunings` has the players.
"""

from __future__ import annotations

from collections.abc import Iterator

from analyses.measures.number import Number
from analyses.questions.adapt import gain_of
from analyses.questions.results import Runs, Setting
from analyses.studies.declared import Declared
from analyses.studies.farmers.outcomes import adapted, rescored, what_meeples_earn
from analyses.studies.farmers.sweep import swept
from analyses.studies.farmers.tunings import policies

POLICIES = policies()
"""Who is tuned for each rule."""


def analyse(study: Declared, setting: Setting, runs: Runs) -> Iterator[Number]:
    """What the games show."""
    rules, tunings = study.lists["rule"], study.lists["tuning"]
    odd_ones = ("never", *(f"farming{step:+g}" for step in study.lists["step"]), "habit")
    for players in setting.players:
        at = f"{players}p"
        yield from rescored(
            study, players, {p: runs[f"{at}-{rules[0]}-{p}"][0] for p in study.lists["policy"]}
        )
        alike = {rule.name: [runs[f"{at}-{rule}-tuned-{t}"][0] for t in tunings] for rule in rules}
        yield from adapted(study, players, alike)
        yield from what_meeples_earn(study, players, alike)
        for rule in rules:
            odd = {
                who.removeprefix("farming"): [runs[f"{at}-{rule}-{who}-{t}"] for t in tunings]
                for who in odd_ones
                if f"{at}-{rule}-{who}-{tunings[0]}" in runs
            }
            yield from swept(study, players, rule.name, alike[rule.name], odd)
            response = [runs[f"{at}-{rule}-response-{t}"] for t in tunings]
            yield study.row("response", players=players, rule=rule.name)("response_win", gain_of(response))
