"""Sections of the report about farmers: finished games, scored by another rule."""

from __future__ import annotations

from analyses.farmer_study.robustness import disputes
from analyses.farmer_study.rules import CHANGES, ROBUST_POLICIES
from analyses.studies import Results
from reports.farmer_study import plots
from reports.farmer_study.titles import changes_title, policies_title
from reports.farmer_study.words import MEASURE_WORDS, SHOW, dispute_sentences, effect_sentence, margin_words
from reports.parts import LEVEL, Cell, Section, Table
from reports.study_parts import Row, cell_of, picture_of, table_of
from reports.study_words import MARKS, MARKS_SAY, at_tables, listed, percent, percentage_points

SHOWN = ("winner_changes", "score", "farm_share", "first_wins")
"""The measures of rescored games that get a table."""


def same_games(results: Results) -> Section:
    """The very same games under another rule."""
    first = at_tables(
        results, "rescored_changes", "winner_changes", policy="heuristic", change=CHANGES[0].name
    )
    tables = listed([f"{p}" for p in first])
    pictures = [
        picture_of(
            plots.changes(
                results,
                "winner_changes",
                changes_title(
                    results, "winner_changes", "The fourth point changes the winner of {} % of the same games"
                ),
                "games whose winner changes (%)",
                100.0,
            ),
            f"Dots with intervals: share of games whose winner changes, for {len(CHANGES)} changes of the "
            f"rule and {tables} players.",
            f"Games of policy heuristic under the rule in force, scored again. Bars: {LEVEL} intervals. "
            f"Shaded: within the margin of {margin_words('winner_changes')}.",
        ),
        picture_of(
            plots.changes(
                results,
                "farm_share",
                changes_title(
                    results,
                    "farm_share",
                    "The fourth point lifts farms’ share of points by {} percentage points",
                ),
                "change of farms’ share of points (pp)",
                100.0,
            ),
            f"Dots with intervals: change of the share of points from farms, for {len(CHANGES)} changes of "
            f"the rule and {tables} players.",
            f"The same games. Shaded: within the margin of {margin_words('farm_share')}.",
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


def _change_table(results: Results, measure: str) -> Table:
    rows: list[Row] = [
        (
            change.label,
            at_tables(results, "rescored_changes", measure, policy=ROBUST_POLICIES[0], change=change.name),
            SHOW[measure],
        )
        for change in CHANGES
    ]
    words = MEASURE_WORDS[measure]
    what = words if measure == "winner_changes" else f"change of {words}"
    unit = ", percentage points" if SHOW[measure] is percentage_points else ""
    return table_of(
        results, f"{what[0].upper()}{what[1:]}{unit}; margin {margin_words(measure)}.", "change", rows
    )


def robustness(results: Results) -> Section:
    """The rescored games of every policy."""
    picture = picture_of(
        plots.by_policy(results, policies_title(results)),
        f"Dots with intervals: share of games whose winner changes, for {len(CHANGES)} changes of the rule "
        f"and {len(ROBUST_POLICIES)} policies, a panel for each number of players.",
        f"Each policy’s games under the rule in force, scored again. Shaded: within the margin of "
        f"{margin_words('winner_changes')}.",
    )
    tables = [
        Table(
            f"Share of games whose winner changes with {players} players, by policy; margin "
            f"{margin_words('winner_changes')}.",
            ["change", *ROBUST_POLICIES],
            [
                [
                    Cell(change.label),
                    *(
                        cell_of(
                            results.entry(
                                "rescored_changes",
                                "winner_changes",
                                players=players,
                                policy=policy,
                                change=change.name,
                            ),
                            percent,
                        )
                        for policy in ROBUST_POLICIES
                    ),
                ]
                for change in CHANGES
            ],
        )
        for players in results.setting.players
    ]
    found = list(disputes(results))
    if found:
        rows = [
            [
                Cell(MEASURE_WORDS[d.measure]),
                Cell(d.change.label),
                Cell(str(d.players)),
                *(Cell(MARKS[d.verdicts[policy]]) for policy in ROBUST_POLICIES),
            ]
            for d in found
        ]
        tables.append(
            Table(
                f"Every contradiction: one policy’s games differ by more than the margin, another’s are "
                f"equivalent within it or differ the other way. {MARKS_SAY}.",
                ["measure", "change", "players", *ROBUST_POLICIES],
                rows,
                3,
            )
        )
    return Section("Does it depend on who plays?", dispute_sentences(results), [picture, *tables])
