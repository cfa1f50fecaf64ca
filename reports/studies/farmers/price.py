"""The report about farmers on one player who farms otherwise than the rest: what each farmer is worth."""

from __future__ import annotations

import math

from analyses.studies.farmers.study import RULES, Studied
from analyses.studies.farmers.sweep import POINT_MARGIN, WIN_MARGIN
from analyses.studies.study import Entry, Results
from reports.parts import LEVEL, Cell, Row, Section, Table, picture, table_of
from reports.studies.farmers import plots
from reports.studies.farmers.played import IN_FORCE, doubt_words, rows_of
from reports.words import COUNTS, by_players, headed, listed, points, sized, verdicts

EARNED = "points of a farmer over a meeple elsewhere"

# --- sentences


def best_sentence(results: Results, studied: Studied) -> str:
    """The best farming, and in brackets all that these games do not tell apart from it."""
    best = results.across("price", "best_farmers", rule=studied.name)
    return (
        f"Under “{studied.text}” the farming that wins most, of those measured, is "
        f"{by_players(best, '.1f', 'farmers a game')}; the brackets hold all that is not told apart from it."
        f"{doubt_words(results, studied)}"
    )


def forbidden_sentence(results: Results, studied: Studied) -> str:
    """What never placing a farmer costs one player."""
    win, score = (
        results.across("price", measure, rule=studied.name)
        for measure in ("forbidden_win", "forbidden_score")
    )
    return (
        f"Under “{studied.text}”, forbidding farmers to one player changes that player’s share of wins by "
        f"{sized(win, '+.1pp', points(WIN_MARGIN), 'percentage points')}, and the score by "
        f"{sized(score, '+.1f', f'{POINT_MARGIN:g} points', 'points')}.{doubt_words(results, studied)}"
    )


def meeple_sentence(results: Results) -> str:
    """What a farmer earns against a meeple elsewhere, under the rule in force."""
    rule = IN_FORCE
    farmer, other, difference = (
        results.across("meeples", role, rule=rule.name)
        for role in ("farmer", "elsewhere", "farmer_over_elsewhere")
    )
    said = listed(
        f"{farmer[p].estimate:.1f} against {other[p].estimate:.1f} with {COUNTS[p]}" for p in results.players
    )
    net = by_players(results.across("price", "points_a_farmer", rule=rule.name), "+.1f")
    earns = (
        " more points than a meeple placed elsewhere, but it never comes home:"
        if all(entry.estimate.low > 0 for entry in difference.values())
        else ", against a meeple placed elsewhere,"
    )
    return (
        f"Under “{rule.text}” a farmer earns{earns} {said} players ({verdicts(difference, '1 point')}). "
        f"Against a player who never farms, each farmer adds {net} to the final score, all told."
        f"{doubt_words(results, rule)}"
    )


# --- sections


def sweep_title(results: Results) -> str:
    """The farming that may win most: from the fewest to the most farmers, over all tables."""
    best = [e.estimate for e in results.across("price", "best_farmers", rule=IN_FORCE.name).values()]
    low, high = (
        math.floor(10 * min(e.low for e in best)) / 10,
        math.ceil(10 * max(e.high for e in best)) / 10,
    )
    return f"Under the rule in force the best farming lies between {low:.1f} and {high:.1f} farmers a game"


def points_title(results: Results) -> str:
    """What never farming costs in points under the rule in force."""
    return headed(
        results.across("price", "forbidden_score", rule=IN_FORCE.name),
        "Under the rule in force a player who never farms has {} points",
        f"under the rule in force a player who never farms has as many points, within {POINT_MARGIN:g}",
        "under the rule in force, what never farming costs in points",
        1.0,
        "+",
    )


def price(results: Results) -> Section:
    """Farming swept from never to always, and what a farmer earns."""
    pictures = [
        picture(
            plots.sweep,
            sweep_title(results),
            "Lines with bands: one player’s share of wins against the farmers this player places, under four "
            "farm rules, a panel for each number of players.",
            "One player’s liking for farmers is shifted; all others keep the weights tuned for the rule. "
            f"Bands: {LEVEL} intervals. Dashed: an even share.",
            results,
            "win_share",
            "share of wins",
            100.0,
        ),
        picture(
            plots.sweep,
            points_title(results),
            "Lines with bands: one player’s points over those of a player who never farms, against farmers "
            "placed, under four farm rules.",
            "The same games; difference on the same tiles from the player who never places a farmer, "
            f"{LEVEL} intervals. The curves go on below, where farming ruins the player.",
            results,
            "score_over_never",
            "points over never farming",
            1.0,
        ),
    ]
    roles: list[Row] = [
        (f"{role}, {IN_FORCE.text}", results.across("meeples", role, rule=IN_FORCE.name), ".2f")
        for role in ("thief", "knight", "monk", "farmer")
    ]

    def by_rule(caption: str, table: str, measure: str, spec: str) -> Table:
        return table_of(results, caption, "rule", rows_of(results, table, measure, spec))

    tables = [
        by_rule(
            "Farmers a game of the player who wins most, of those measured; in brackets all that these games "
            "do not tell apart from the best (Hsu’s comparisons with the best).",
            "price",
            "best_farmers",
            ".2f",
        ),
        by_rule(
            "Share of wins of the best other farming over the tuned one, percentage points; margin "
            f"{100 * WIN_MARGIN:g}. The interval allows for the best being picked from several; games that "
            "pick it do not measure it.",
            "price",
            "best_win",
            "+.1pp",
        ),
        _range(
            results,
            "Where farming pays: farmers a game of all who win more than a player who never farms (the "
            "intervals of all differences lie above 0 at once).",
        ),
        by_rule(
            "What a placed farmer earns over a meeple placed elsewhere, points; margin 1 point.",
            "meeples",
            "farmer_over_elsewhere",
            "+.2f",
        ),
        by_rule(
            "What a farmer is worth, all told: final score of the tuned player over one who never farms, for "
            "each farmer placed. It counts what the meeple would have earned elsewhere.",
            "price",
            "points_a_farmer",
            "+.2f",
        ),
        table_of(results, "Points a placed meeple earns, by role, under the rule in force.", "role", roles),
    ]
    return Section(
        "The price of a farmer",
        [
            "One player likes farmers more or less than the tuned players around, in steps from never to "
            "always, and takes every seat in turn on the same tiles. The curve shows what each amount of "
            "farming is worth at a table where everybody else plays as tuned; the ring marks the tuned "
            "player.",
            best_sentence(results, IN_FORCE),
            meeple_sentence(results),
        ],
        [*pictures, *tables],
    )


def _range(results: Results, caption: str) -> Table:
    """From the fewest to the most farmers of the steps that pay."""

    def span(low: Entry | None, high: Entry | None) -> Cell:
        return Cell(f"{low.estimate.value:.1f} to {high.estimate.value:.1f}" if low and high else "nowhere")

    rows = []
    for rule in RULES:
        low, high = (results.some("price", f"pays_{end}", rule=rule.name) for end in ("from", "to"))
        rows.append([Cell(rule.text), *(span(low.get(p), high.get(p)) for p in results.players)])
    heading = ["rule", *(f"{p} players" for p in results.players)]
    return Table(f"{caption} The steps with their intervals: tables/sweep.csv.", heading, rows)


def forbidden(results: Results) -> Section:
    """What never placing a farmer costs one player."""
    tables = [
        table_of(
            results,
            f"One player who never places a farmer: change of {what}; margin {margin}.",
            "rule",
            rows_of(results, "price", measure, spec),
        )
        for measure, what, margin, spec in (
            (
                "forbidden_win",
                "that player’s share of wins, percentage points",
                f"{100 * WIN_MARGIN:g}",
                "+.1pp",
            ),
            ("forbidden_score", "that player’s points", f"{POINT_MARGIN:g}", "+.1f"),
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
