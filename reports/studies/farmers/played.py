"""The report about farmers on games played anew: by all who know the rule, or by one who farms otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from analyses.studies.farmers.rules import MEASURES
from analyses.studies.farmers.study import RULES, Studied, doubtful
from analyses.studies.farmers.sweep import WIN_MARGIN
from analyses.studies.study import Results
from reports.parts import LEVEL, Row, Section, picture, table_of
from reports.studies.farmers import plots
from reports.studies.farmers.rescored import TABLE
from reports.words import COUNTS, capital, headed, listed, sized

IN_FORCE = RULES[0]
SAME_GAMES = {
    "per_field_4": "field_3_to_4",
    "per_field_once_3": "field_to_once",
    "per_city_4": "field_3_to_city_4",
}
"""The change that leads from the rule in force to each other rule."""


def rows_of(
    results: Results, table: str, measure: str, spec: str, rules: Sequence[Studied] = RULES, more: str = ""
) -> list[Row]:
    """A row a rule; farming may pay nowhere."""
    return [(f"{r.text}{more}", results.some(table, measure, rule=r.name), spec) for r in rules]


def _change(results: Results, measure: str, studied: Studied) -> str:
    """What a rule changes in games played anew, with its margin."""
    about = MEASURES[measure]
    found = results.across("adapted_changes", measure, rule=studied.name)
    unit = "percentage points" if about.spec.endswith("pp") else ""
    return sized(found, about.spec, about.margin_words, unit)


# --- sentences


def doubt_words(results: Results, *rules: Studied) -> str:
    """A sentence's end where the weights tuned for a rule that it speaks of are in doubt."""
    doubted = {players for studied in rules for players in doubtful(results, studied.name)}
    tables = [COUNTS[players] for players in sorted(doubted)]
    return f" The weights are in doubt with {listed(tables)} players." if tables else ""


def adapted_sentence(results: Results, studied: Studied) -> str:
    """How players tuned for a rule farm, against those tuned for the rule in force."""
    return (
        f"When everybody is tuned for “{studied.text}” instead of “{IN_FORCE.text}”, the farmers that a "
        f"player places change by {_change(results, 'farmers', studied)}, and the turns still to come when "
        f"one is placed by {_change(results, 'turns_to_come', studied)}."
        f"{doubt_words(results, IN_FORCE, studied)}"
    )


def first_seat_sentence(results: Results, studied: Studied) -> str:
    """What a rule does to the first seat once all players know it."""
    return (
        f"Played anew under “{studied.text}”, seat 1’s share of wins moves by "
        f"{_change(results, 'first_wins', studied)}.{doubt_words(results, IN_FORCE, studied)}"
    )


# --- sections


def played_anew(results: Results) -> Section:
    """Games of players who know the rule."""
    tables = []
    for measure, spec in (("farmers", ".2f"), ("turns_to_come", ".1f")):
        about = MEASURES[measure]
        rows = rows_of(results, "adapted", measure, spec)
        rows += rows_of(results, "adapted_changes", measure, about.spec, RULES[1:], ": change")
        caption = f"{capital(about.words)}; changes from the rule in force, margin {about.margin_words}."
        tables.append(table_of(results, caption, "rule", rows))
    for measure in ("score", "farm_share", "first_wins"):
        rows, about = [], MEASURES[measure]
        for rule in RULES[1:]:
            same = results.across(TABLE, measure, policy="heuristic", change=SAME_GAMES[rule.name])
            rows.append((f"{rule.text}: same games", same, about.spec))
            rows += rows_of(results, "adapted_changes", measure, about.spec, [rule], ": played anew")
        unit = ", percentage points" if about.spec.endswith("pp") else ""
        caption = f"Change of {about.words}{unit}, from the rule in force; margin {about.margin_words}."
        tables.append(table_of(results, caption, "rule", rows))
    tables.append(
        table_of(
            results,
            "One player who keeps the weights of the rule in force among players tuned for the new one: "
            f"change of that player’s share of wins, percentage points; margin {100 * WIN_MARGIN:g}.",
            "rule",
            rows_of(results, "habit", "habit_win", "+.1pp", RULES[1:]),
        )
    )
    dots = picture(
        plots.adapted,
        farmers_title(results),
        "Dots with intervals: farmers a player and game, and turns still to come when they are placed, under "
        "four farm rules.",
        f"Every player has the weights tuned for the rule. Bars: {LEVEL} intervals.",
        results,
    )
    return Section(
        "Played anew by players who know the rule",
        [
            "The same seed and game numbers, so the same tiles in the same order, but each rule is now "
            "played by a policy whose weights were tuned for it. What the rule does here includes what "
            "people do about it; the rescored games stand beside it for comparison. Each rule was tuned for "
            "once: the intervals hold the chance of the games, not that of tuning, and other weights that "
            "are as strong may farm more or less.",
            *(adapted_sentence(results, rule) for rule in RULES[1:]),
            *(first_seat_sentence(results, rule) for rule in RULES[1:]),
        ],
        [dots, *tables],
    )


def farmers_title(results: Results) -> str:
    """What a fourth point does to farming, at the tables where the tuning is not in doubt."""
    doubt = sorted({p for rule in RULES[:2] for p in doubtful(results, rule.name)})
    found = results.across("adapted_changes", "farmers", rule=RULES[1].name)
    known = {players: entry for players, entry in found.items() if players not in doubt}
    if not known:
        return "Farmers under four farm rules, by weights whose tuning is in doubt"
    where = f" ({listed(map(str, doubt))} players in doubt)" if doubt else ""
    said = headed(
        known,
        "A fourth point per field changes the farmers of a player by {} a game",
        f"a fourth point per field leaves as many farmers, within {MEASURES['farmers'].margin:g} a player",
        "whether a fourth point per field makes more farmers",
        1.0,
        "+",
    )
    return f"{said}{where}"
