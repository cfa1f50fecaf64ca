"""The report about farmers on finished games: scored by another rule, and by everybody's games."""

from __future__ import annotations

from itertools import groupby

from analyses.studies.farmers.rules import CHANGES, MEASURES, ROBUST_POLICIES, Change, panel
from analyses.studies.study import Entry, Results
from reports.parts import LEVEL, Cell, Picture, Section, Table, marked, picture, table_of
from reports.studies.farmers import plots
from reports.words import (
    COUNTS,
    MARKS,
    MARKS_TWICE,
    agreement,
    by_players,
    capital,
    headed,
    listed,
    sized,
    verdicts,
    whoever,
)

SHOWN = ("winner_changes", "score", "farm_share", "first_wins")
"""The measures of rescored games that get a table."""

TABLE = "rescored_changes"
WINNER = MEASURES["winner_changes"]
EVERYBODY = "all five policies"


def changed(results: Results, measure: str, change: Change = CHANGES[0]) -> dict[int, Entry]:
    """What a change of the rule does to the games of those who know the rule in force."""
    return results.across(TABLE, measure, policy=ROBUST_POLICIES[0], change=change.name)


# --- sentences


def winner_sentence(results: Results, change: Change = CHANGES[0]) -> str:
    """How often a change of the rule makes somebody else win the same game; first of all a fourth point."""
    found = changed(results, "winner_changes", change)
    said = [f"{entry.estimate:.1%} of {COUNTS[players]}-player" for players, entry in found.items()]
    return (
        f"{change.text} changes the winner of {listed(said)} games ({verdicts(found, WINNER.margin_words)}); "
        f"{whoever(results.where(TABLE, 'winner_changes', change=change.name), EVERYBODY)}."
    )


def effect_sentence(results: Results) -> str:
    """What a fourth point does to scores, farms and the first seat."""
    score, margin = changed(results, "score"), MEASURES["score"].margin_words
    found = results.where(TABLE, "score", change=CHANGES[0].name)
    everybody = whoever(found, EVERYBODY, "points", "+", 1.0)
    share, first = (
        sized(changed(results, name), MEASURES[name].spec, MEASURES[name].margin_words) for name in SHOWN[2:]
    )
    return (
        f"In the same games the fourth point adds {by_players(score, '+.1f')} to a player’s score "
        f"({verdicts(score, margin)}; {everybody}); the share of points from farms moves by {share}, "
        f"seat 1’s share of wins by {first}, both in percentage points."
    )


def dispute_sentences(results: Results) -> list[str]:
    """Whether the policies agree about the rescored games; first, who wins."""
    found = panel(results)
    about = [p for p in found if p.measure == "winner_changes"]
    labels = {change.name: change.label for change in CHANGES}
    said = [
        f"{labels[name]} with {listed(COUNTS[int(p.keys['players'])] for p in group)} players"
        for name, group in groupby((p for p in about if p.contrary), key=lambda p: str(p.keys["change"]))
    ]
    first = agreement(about, "the five policies", "how often the winner changes")
    if said:
        first += f" Contradicted: {'; '.join(said)} (which says what: last section)."
    others = [p for p in found if p not in about]
    return [first, agreement(others, "them", "points, farms, the first seat and the lead")]


# --- sections


def same_games(results: Results) -> Section:
    """The very same games under another rule."""
    of_farms = MEASURES["farm_share"].margin_words
    pictures = [
        _picture(
            results,
            "winner_changes",
            headed(
                changed(results, "winner_changes"),
                "The fourth point changes the winner of {} % of the same games",
                f"the fourth point changes the winner of no more than {WINNER.margin_words}",
                f"whether the fourth point changes the winner of more than {WINNER.margin_words}",
            ),
            "share of games whose winner changes",
            "games whose winner changes (%)",
            f"Games of policy heuristic under the rule in force, scored again. Bars: {LEVEL} intervals. ",
        ),
        _picture(
            results,
            "farm_share",
            headed(
                changed(results, "farm_share"),
                "The fourth point moves farms’ share of points by {} percentage points",
                f"the fourth point leaves farms their share of points, within {of_farms}",
                f"whether the fourth point moves farms’ share of points by {of_farms}",
                sign="+",
            ),
            "change of the share of points from farms",
            "change of farms’ share of points (pp)",
            "The same games. ",
        ),
    ]
    return Section(
        "The same games, scored by another rule",
        [
            "Farms are paid after the last tile, so every finished game can be scored by another farm rule "
            "exactly: same moves, same cities, other points. This is what the rule itself does, before "
            "anybody plays differently. The winner has changed if the seats that win are not the same, a "
            "shared win included.",
            effect_sentence(results),
        ],
        [*pictures, *(_change_table(results, measure) for measure in SHOWN)],
    )


def _picture(results: Results, measure: str, title: str, what: str, label: str, caption: str) -> Picture:
    return picture(
        plots.changes,
        title,
        f"Dots with intervals: {what}, for {len(CHANGES)} changes of the rule and "
        f"{listed(map(str, results.players))} players.",
        f"{caption}Shaded: within the margin of {MEASURES[measure].margin_words}.",
        results,
        measure,
        label,
    )


def _change_table(results: Results, measure: str) -> Table:
    about = MEASURES[measure]
    rows = [(change.label, changed(results, measure, change), about.spec) for change in CHANGES]
    what = about.words if about is WINNER else f"change of {about.words}"
    unit = ", percentage points" if about.spec.endswith("pp") else ""
    return table_of(results, f"{capital(what)}{unit}; margin {about.margin_words}.", "change", rows)


def robustness(results: Results) -> Section:
    """The rescored games of every policy."""
    asked = panel(results)
    found = [p for p in asked if p.contrary]
    judged = [p for p in asked if p.measure == "winner_changes" and p.judged]
    dots = picture(
        plots.by_policy,
        f"How often the winner changes depends on who plays in {sum(p.apart for p in judged)} of "
        f"{len(judged)} findings that can be judged",
        f"Dots with intervals: share of games whose winner changes, for {len(CHANGES)} changes of the rule "
        f"and {len(ROBUST_POLICIES)} policies, a panel for each number of players.",
        f"Each policy’s games under the rule in force, scored again. Shaded: within the margin of "
        f"{WINNER.margin_words}.",
        results,
    )
    tables = []
    for players in results.players:
        rows = []
        for change in CHANGES:
            keys: dict[str, int | str] = {"players": players, "change": change.name}
            entries = [results.entry(TABLE, "winner_changes", policy=p, **keys) for p in ROBUST_POLICIES]
            rows.append([Cell(change.label), *(marked(entry, WINNER.spec) for entry in entries)])
        caption = f"Share of games whose winner changes with {players} players, by policy; margin "
        tables.append(Table(f"{caption}{WINNER.margin_words}.", ["change", *ROBUST_POLICIES], rows))
    if found:
        labels = {change.name: change.label for change in CHANGES}
        rows = [
            [
                Cell(MEASURES[d.measure].words),
                Cell(labels[str(d.keys["change"])]),
                Cell(str(d.keys["players"])),
                *(Cell(MARKS[d.entries[policy].verdict]) for policy in ROBUST_POLICIES),
            ]
            for d in found
        ]
        tables.append(
            Table(
                f"Every contradiction: one policy’s games differ by more than the margin, another’s are "
                f"equivalent within it or differ the other way. {MARKS_TWICE}.",
                ["measure", "change", "players", *ROBUST_POLICIES],
                rows,
                3,
            )
        )
    return Section("Does it depend on who plays?", dispute_sentences(results), [dots, *tables])
