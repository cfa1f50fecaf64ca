"""What the pictures of the report about farmers show, computed from their numbers."""

from __future__ import annotations

from analyses.farmer_study.robustness import comparisons, disputes
from analyses.farmer_study.rules import CHANGES
from analyses.farmer_study.study import RULES, STEPS, doubtful, step_name
from analyses.studies import Results
from reports.study_words import at_tables, between, listed


def changes_title(results: Results, measure: str, text: str) -> str:
    """The title of the changes: the first of them at all tables."""
    found = at_tables(results, "rescored_changes", measure, policy="heuristic", change=CHANGES[0].name)
    values = [100 * entry.estimate.value for entry in found.values()]
    spec = ".0f" if measure == "winner_changes" else ".1f"
    return text.format(between(min(values), max(values), spec))


def points_title(results: Results) -> str:
    """The title of the points curves: the most that farming adds under the rule in force."""
    most = [
        max(
            entry.estimate.value
            for entry in results.entries
            if entry.table == "sweep"
            and entry.measure == "score_over_never"
            and entry.keys["players"] == players
            and entry.keys["rule"] == RULES[0].name
        )
        for players in results.setting.players
    ]
    return (
        f"Under the rule in force farming adds {between(min(most), max(most), '.1f')} points at best to "
        "a score without farmers"
    )


def policies_title(results: Results) -> str:
    """The title of the policies: how often they contradict each other."""
    found = sum(dispute.measure == "winner_changes" for dispute in disputes(results))
    return f"How often the winner changes: {found} of {comparisons(results)} findings depend on who plays"


def farmers_title(results: Results) -> str:
    """The title of the adapted farming: a fourth point, at the tables where the tuning is not in doubt."""
    found = at_tables(results, "adapted_changes", "farmers", rule=RULES[1].name)
    doubt = sorted({p for rule in RULES[:2] for p in doubtful(results, rule.name)})
    values = [entry.estimate.value for players, entry in found.items() if players not in doubt]
    if not values:
        return "Farmers under four farm rules, by weights whose tuning is in doubt"
    span = between(min(values), max(values), "+.1f")
    where = f" ({listed([str(p) for p in doubt])} players in doubt)" if doubt else ""
    return f"A fourth point per field changes the farmers of a player by {span} a game{where}"


def sweep_title(results: Results) -> str:
    """The title of the curves: how much farming wins most, and what too much does."""
    rule, players = RULES[0].name, results.setting.players
    best = [results.get("price", "best_farmers", players=p, rule=rule).value for p in players]
    most = step_name(STEPS[-1])
    keen = [results.get("sweep", "win_share", players=p, rule=rule, farming=most).value for p in players]
    span = between(min(best), max(best), ".1f")
    return (
        f"Under the rule in force {span} farmers a game win most; who farms most wins "
        f"{100 * max(keen):.0f} % of games at best"
    )
