"""What is a farmer worth in Carcassonne, and what happens if the farm rule changes?

Four questions, for each number of players: what another farm rule makes of the very same games
(`rules`), what players do about the rule (`rules`), how much farming pays under it
(`sweep`), and whether the answers to the first depend on who plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from analyses.estimate import DIFFERENT
from analyses.rescoring import FarmRule
from analyses.studies.farmers.rules import ROBUST_POLICIES, adapted, rescored, what_meeples_earn
from analyses.studies.farmers.sweep import swept
from analyses.studies.study import Entry, Results, Runs, Setting, in_every_seat, results_of
from simulate.cells import Cell
from simulate.plan import Plan, make_plan
from simulate.policies import Policy, read_policy

GAMES = 2_500
PLAYERS = (2, 3, 4, 5)

GAME = "carcassonne"


@dataclass(frozen=True)
class Studied:
    """A farm rule that is played, with the policy tuned for it."""

    name: str
    rule: FarmRule
    policy: str
    text: str


RULES = (
    Studied("per_field_3", FarmRule("per_field", 3), "heuristic", "per field, 3 points"),
    Studied("per_field_4", FarmRule("per_field", 4), "adapted_per_field_4", "per field, 4 points"),
    Studied(
        "per_field_once_3",
        FarmRule("per_field_once", 3),
        "adapted_per_field_once",
        "per field, each city once, 3 points",
    ),
    Studied("per_city_4", FarmRule("per_city", 4), "adapted_per_city", "per city, 4 points"),
)
"""The rule in force comes first."""

STEPS = (-1.5, -0.75, -0.4, 0.4, 0.75, 1.5, 3.0)
"""What is added to the weights of both `FARMING` features of the odd one out."""

FARMING = ("farmer", "farmer_now")
NEVER = "never"
HABIT = "habit"
TUNED = "tuned"
"""Names of the odd ones out beside the steps: never a farmer; the weights tuned for the rule in force;
and nobody, all seats being alike."""

FORBIDDEN = -1000.0


def step_name(step: float) -> str:
    """The name of a step of the sweep: ``+0.75``."""
    return f"{step:+g}"


def cells(setting: Setting) -> tuple[Cell, ...]:
    """What must be played: all seats alike under each rule and for each policy, then one odd one out."""
    return tuple(cell for players in setting.players for cell in _cells(setting, players))


def _cells(setting: Setting, players: int) -> Iterator[Cell]:
    table = f"{players} players"
    blocks = max(2, -(-setting.n // (2 * players)))
    for studied in RULES:
        plan = _plan(setting, players, studied, studied.policy)
        yield Cell(name_of(players, studied.name, TUNED), f"{table}, {studied.text}", (plan,))
    for policy in ROBUST_POLICIES[1:]:
        plan = _plan(setting, players, RULES[0], policy)
        yield Cell(name_of(players, RULES[0].name, policy), f"{table}, policy {policy}", (plan,))
    for studied in RULES:
        tuned = read_policy(GAME, studied.policy, players)
        odd = {step_name(step): farming_more(tuned, step) for step in STEPS}
        odd[NEVER] = never_farming(tuned)
        if studied is not RULES[0]:
            odd[HABIT] = read_policy(GAME, RULES[0].policy, players)
        base = _plan(replace(setting, n=blocks), players, studied, studied.policy)
        base = replace(base, tables=("games", "seats"))
        for name, policy_of_one in odd.items():
            words = f"{table}, {studied.text}, one player: {_odd_text(name)}"
            plans = in_every_seat(base, policy_of_one, tuned)
            yield Cell(name_of(players, studied.name, name), words, plans)


def name_of(players: int, rule: str, who: str) -> str:
    """The name of a cell."""
    return f"{players}p-{rule}-{'farming' if who[0] in '+-' else ''}{who}"


def _odd_text(name: str) -> str:
    return {NEVER: "never a farmer", HABIT: "old habits"}.get(name, f"farming {name}")


def _plan(setting: Setting, players: int, studied: Studied, policy: str) -> Plan:
    return make_plan(
        GAME, setting.n, players=players, policy=policy, rules=studied.rule.as_words(), seed=setting.seed
    )


def farming_more(policy: Policy, step: float) -> Policy:
    """The policy with `step` added to what it thinks of placing a farmer, early and late."""
    weights = tuple((f, w + step if f in FARMING else w) for f, w in policy.weights or ())
    return replace(policy, name=f"{policy.name}{step_name(step)}", weights=weights)


def never_farming(policy: Policy) -> Policy:
    """The policy without farmers."""
    weights = tuple((f, FORBIDDEN if f == "farmer_now" else w) for f, w in policy.weights or ())
    return replace(policy, name=f"{policy.name}-{NEVER}", weights=weights)


def analyse(setting: Setting, runs: Runs) -> Results:
    """What the games show."""
    entries: list[Entry] = []
    for players in setting.players:
        alike = {s.name: runs[name_of(players, s.name, TUNED)][0] for s in RULES}
        by_policy = {ROBUST_POLICIES[0]: alike[RULES[0].name]} | {
            policy: runs[name_of(players, RULES[0].name, policy)][0] for policy in ROBUST_POLICIES[1:]
        }
        entries += rescored(players, by_policy)
        entries += adapted(players, alike)
        entries += what_meeples_earn(players, alike)
        for studied in RULES:
            odd = {
                who: runs[name_of(players, studied.name, who)]
                for who in (NEVER, *map(step_name, STEPS), HABIT)
                if not (who == HABIT and studied is RULES[0])
            }
            entries += swept(players, studied.name, alike[studied.name], odd)
    results = results_of(setting, runs, entries)
    return replace(results, notes=[*notes(setting), *doubts(results)])


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


def doubts(results: Results) -> list[str]:
    """Where the tuning for a rule must be doubted, why, and by how much it loses."""
    found = []
    for studied in RULES:
        for rival, table, measure, tables in (
            (
                "with the weights of the rule in force wins more than an even share",
                "habit",
                "habit_win",
                loses_to_habit(results, studied.name),
            ),
            (
                "who farms more or less wins more than they do",
                "price",
                "best_win",
                farms_amiss(results, studied.name),
            ),
        ):
            gains = [
                f"{results.get(table, measure, players=players, rule=studied.name).times(100):+.1f} "
                f"percentage points with {players} players"
                for players in tables
            ]
            if gains:
                found.append(
                    f"the weights tuned for “{studied.text}” are in doubt: among players who have them, one "
                    f"{rival}, {', '.join(gains)}. What is said of games played anew at these tables is "
                    "about these weights, not about the rule"
                )
    return found


def notes(setting: Setting) -> list[str]:
    """What a reader must know of the policies before any number."""
    found = []
    for studied in RULES[1:]:
        same = [
            str(players)
            for players in setting.players
            if read_policy(GAME, studied.policy, players).weights
            == read_policy(GAME, RULES[0].policy, players).weights
        ]
        if same:
            found.append(
                f"the policy {studied.policy} has the weights of {RULES[0].policy} with "
                f"{', '.join(same)} players, so there it knows the rule but is not tuned for it"
            )
    return found
