"""Sections of the report about farmers: games played anew, by all who know the rule or by one who differs."""

from __future__ import annotations

from analyses.farmer_study.study import RULES
from analyses.farmer_study.sweep import POINT_MARGIN, WIN_MARGIN
from analyses.studies import Entry, Results
from reports.farmer_study import plots
from reports.farmer_study.parts import price_of, ranges_of
from reports.farmer_study.titles import farmers_title, points_title, sweep_title
from reports.farmer_study.words import (
    MEASURE_WORDS,
    SHOW,
    adapted_sentence,
    best_sentence,
    first_seat_sentence,
    forbidden_sentence,
    margin_words,
    meeple_sentence,
)
from reports.parts import LEVEL, Section, Table
from reports.study_parts import Row, picture_of, plain, plain_2, table_of
from reports.study_words import at_tables, percentage_points, signed, signed_2


def played_anew(results: Results) -> Section:
    """Games of players who know the rule."""
    levels: list[Table] = []
    for measure, show in (("farmers", plain_2), ("turns_to_come", plain)):
        rows: list[Row] = [
            (rule.text, at_tables(results, "adapted", measure, rule=rule.name), show) for rule in RULES
        ]
        rows += [
            (f"{rule.text}: change", _adapted_change(results, measure, rule.name), SHOW[measure])
            for rule in RULES[1:]
        ]
        words = MEASURE_WORDS[measure]
        caption = (
            f"{words[0].upper()}{words[1:]}; changes from the rule in force, margin {margin_words(measure)}."
        )
        levels.append(table_of(results, caption, "rule", rows))
    both = {
        "per_field_4": "field_3_to_4",
        "per_field_once_3": "field_to_once",
        "per_city_4": "field_3_to_city_4",
    }
    for measure in ("score", "farm_share", "first_wins"):
        rows = []
        for rule in RULES[1:]:
            same = at_tables(results, "rescored_changes", measure, policy="heuristic", change=both[rule.name])
            rows.append((f"{rule.text}: same games", same, SHOW[measure]))
            rows.append(
                (f"{rule.text}: played anew", _adapted_change(results, measure, rule.name), SHOW[measure])
            )
        words = MEASURE_WORDS[measure]
        unit = ", percentage points" if SHOW[measure] is percentage_points else ""
        caption = f"Change of {words}{unit}, from the rule in force; margin {margin_words(measure)}."
        levels.append(table_of(results, caption, "rule", rows))
    habit: list[Row] = [
        (rule.text, at_tables(results, "habit", "habit_win", rule=rule.name), percentage_points)
        for rule in RULES[1:]
    ]
    levels.append(
        table_of(
            results,
            "One player who keeps the weights of the rule in force among players tuned for the new one: "
            f"change of that player’s share of wins, percentage points; margin {100 * WIN_MARGIN:g}.",
            "rule",
            habit,
        )
    )
    picture = picture_of(
        plots.adapted(results, farmers_title(results)),
        "Dots with intervals: farmers a player and game, and turns still to come when they are placed, under "
        "four farm rules.",
        f"Every player has the weights tuned for the rule. Bars: {LEVEL} intervals.",
    )
    return Section(
        "Played anew by players who know the rule",
        [
            "The same seed and game numbers, so the same tiles in the same order, but each rule is now "
            "played by a policy whose weights were tuned for it. What the rule does here includes what "
            "people do about it; the rescored games stand beside it for comparison.",
            *(adapted_sentence(results, rule) for rule in RULES[1:]),
            *(first_seat_sentence(results, rule) for rule in RULES[1:]),
        ],
        [picture, *levels],
    )


def _adapted_change(results: Results, measure: str, rule: str) -> dict[int, Entry]:
    return at_tables(results, "adapted_changes", measure, rule=rule)


def price(results: Results) -> Section:
    """Farming swept from never to always, and what a farmer earns."""
    pictures = [
        picture_of(
            plots.sweep(results, "win_share", sweep_title(results), "share of wins", 100.0),
            "Lines with bands: one player’s share of wins against the farmers this player places, under four "
            "farm rules, a panel for each number of players.",
            "One player’s liking for farmers is shifted; all others keep the weights tuned for the rule. "
            f"Bands: {LEVEL} intervals. Dashed: an even share.",
        ),
        picture_of(
            plots.sweep(results, "score_over_never", points_title(results), "points over never farming", 1.0),
            "Lines with bands: one player’s points over those of a player who never farms, against farmers "
            "placed, under four farm rules.",
            "The same games; difference on the same tiles from the player who never places a farmer, "
            f"{LEVEL} intervals. The curves go on below, where farming ruins the player.",
        ),
    ]
    best = table_of(
        results,
        "Farmers a game of the player who wins most, of those measured.",
        "rule",
        [(rule.text, price_of(results, "best_farmers", rule.name), plain_2) for rule in RULES],
    )
    ranges = ranges_of(
        results,
        "Farmers a game of all whose share of wins these games do not tell apart from the best.",
        "as_good",
    )
    gain = table_of(
        results,
        "Share of wins of the best farming over the tuned one, percentage points; margin "
        f"{100 * WIN_MARGIN:g}. The best of several is a little flattered by chance.",
        "rule",
        [(rule.text, price_of(results, "best_win", rule.name), percentage_points) for rule in RULES],
    )
    paying = ranges_of(
        results,
        "Where farming pays: farmers a game of all who win more than a player who never farms (interval of "
        "the difference above 0).",
        "pays",
    )
    over: list[Row] = [
        (rule.text, at_tables(results, "meeples", "farmer_over_elsewhere", rule=rule.name), signed_2)
        for rule in RULES
    ]
    net: list[Row] = [
        (rule.text, price_of(results, "points_a_farmer", rule.name), signed_2) for rule in RULES
    ]
    roles: list[Row] = [
        (f"{role}, {RULES[0].text}", at_tables(results, "meeples", role, rule=RULES[0].name), plain_2)
        for role in ("thief", "knight", "monk", "farmer")
    ]
    return Section(
        "The price of a farmer",
        [
            "One player likes farmers more or less than the tuned players around, in steps from never to "
            "always, and takes every seat in turn on the same tiles. The curve shows what each amount of "
            "farming is worth at a table where everybody else plays as tuned; the ring marks the tuned "
            "player.",
            best_sentence(results, RULES[0]),
            meeple_sentence(results),
        ],
        [
            *pictures,
            best,
            ranges,
            gain,
            paying,
            table_of(
                results,
                "What a placed farmer earns over a meeple placed elsewhere, points; margin 1 point.",
                "rule",
                over,
            ),
            table_of(
                results,
                "What a farmer is worth, all told: final score of the tuned player over one who never farms, "
                "for each farmer placed. It counts what the meeple would have earned elsewhere.",
                "rule",
                net,
            ),
            table_of(
                results, "Points a placed meeple earns, by role, under the rule in force.", "role", roles
            ),
        ],
    )


def forbidden(results: Results) -> Section:
    """What never placing a farmer costs one player."""
    tables = [
        table_of(
            results,
            f"One player who never places a farmer: change of {what}; margin {margin}.",
            "rule",
            [(rule.text, price_of(results, measure, rule.name), show) for rule in RULES],
        )
        for measure, what, margin, show in (
            (
                "forbidden_win",
                "that player’s share of wins, percentage points",
                f"{100 * WIN_MARGIN:g}",
                percentage_points,
            ),
            ("forbidden_score", "that player’s points", f"{POINT_MARGIN:g}", signed),
        )
    ]
    return Section(
        "One player without farmers",
        [
            "The left end of the curves: one player never places a farmer, all others play as tuned.",
            *(forbidden_sentence(results, rule) for rule in RULES),
        ],
        tables,
    )
