"""What the games of the study of farmers show, and where its players must be doubted.

The same games scored by another rule and games played anew are in `outcomes`, one player who farms
otherwise in `sweep`.
"""

from __future__ import annotations

from collections.abc import Iterator

from analyses.estimate import DIFFERENT
from analyses.studies.declared import Declared
from analyses.studies.farmers.outcomes import adapted, rescored, what_meeples_earn
from analyses.studies.farmers.sweep import swept
from analyses.studies.study import Entry, Results, Runs, Setting
from simulate.policies import read_policy


def analyse(study: Declared, setting: Setting, runs: Runs) -> Iterator[Entry]:
    """What the games show."""
    rules, policies = study.lists["rule"], study.lists["policy"]
    odd_ones = ("never", *(f"farming{step:+g}" for step in study.lists["step"]), "habit")
    for players in setting.players:
        alike = {rule.name: runs[f"{players}p-{rule}-tuned"][0] for rule in rules}
        others = {policy: runs[f"{players}p-{rules[0]}-{policy}"][0] for policy in policies[1:]}
        yield from rescored(study, players, {policies[0]: alike[rules[0].name]} | others)
        yield from adapted(study, players, alike)
        yield from what_meeples_earn(study, players, alike)
        for rule in rules:
            cells = {who: f"{players}p-{rule}-{who}" for who in odd_ones}
            odd = {who.removeprefix("farming"): runs[cell] for who, cell in cells.items() if cell in runs}
            yield from swept(study, players, rule.name, alike[rule.name], odd)


def doubtful(results: Results, rule: str) -> list[int]:
    """The tables at which the weights tuned for a rule are not what good players do under it."""
    lost, amiss = loses_to_habit(results, rule), farms_amiss(results, rule)
    return [players for players in results.players if players in lost or players in amiss]


def loses_to_habit(results: Results, rule: str) -> list[int]:
    """The tables at which the weights tuned for a rule lose to those of the rule in force.

    There a player with old habits wins more than an even share among the tuned ones (interval of the
    difference above 0).
    """
    found = results.some("habit", "habit_win", rule=rule)
    return [players for players, entry in found.items() if any(e.low > 0 for e in entry.each)]


def farms_amiss(results: Results, rule: str) -> list[int]:
    """The tables at which one who farms more or less wins more than the tuned ones, beyond the margin."""
    found = results.across("price", "best_win", rule=rule)
    return [
        players
        for players, entry in found.items()
        if DIFFERENT in [entry.verdict_of(estimate) for estimate in entry.each]
    ]


def notes(study: Declared, results: Results) -> list[str]:
    """What a reader must know of the policies before any number."""
    return [*_untuned(study, results), *doubts(study, results)]


def doubts(study: Declared, results: Results) -> list[str]:
    """Where the tuning for a rule must be doubted, why, and by how much it loses."""
    found = []
    for rule in study.lists["rule"]:
        for rival, table, measure, tables in (
            (
                "with the weights of the rule in force",
                "habit",
                "habit_win",
                loses_to_habit(results, rule.name),
            ),
            ("who farms more or less", "price", "best_win", farms_amiss(results, rule.name)),
        ):
            gains = [
                f"{results.get(table, measure, players=players, rule=rule.name).times(100):+.1f} "
                f"percentage points with {players} players"
                for players in tables
            ]
            if gains:
                found.append(
                    f"the weights tuned for “{rule.text}” are in doubt: among players who have them, one "
                    f"{rival} wins more than they do, {', '.join(gains)}. What is said of games played anew "
                    "at these tables is about these weights, not about the rule"
                )
    return found


def _untuned(study: Declared, results: Results) -> list[str]:
    """Where a policy knows a rule but has the weights of the rule in force."""
    first, *others = study.lists["rule"]
    found = []
    for rule in others:
        same = [
            str(players)
            for players in results.players
            if read_policy(study.game, rule.policy, players).weights
            == read_policy(study.game, first.policy, players).weights
        ]
        if same:
            found.append(
                f"the policy {rule.policy} has the weights of {first.policy} with "
                f"{', '.join(same)} players, so there it knows the rule but is not tuned for it"
            )
    return found
