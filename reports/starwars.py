"""What a report on Star Wars Carcassonne says beyond who wins: battles, and what features pay."""

from __future__ import annotations

import pandas as pd

from analyses import starwars
from analyses.summary import Summary
from reports import plots
from reports.parts import (
    LEVEL,
    Cell,
    Picture,
    Section,
    Table,
    by_kind_and_time,
    missing,
    per_game,
    shown,
    side_cells,
    side_heading,
)
from simulate.runs import Run

RARE = 30
"""Battles with the same dice below which a row of the table would say nothing."""


def sections(run: Run, summary: Summary) -> list[Section]:
    """The battles, their odds and the features; one line for what the run did not keep."""
    found = [battles(run, summary)]
    for title, table, section in (
        ("Dice", "battles", odds),
        ("What features pay", "features", features),
    ):
        found.append(section(run, summary) if table in run.plan.tables else missing(title, table))
    return found


def battles(run: Run, summary: Summary) -> Section:
    """How often there is a battle, and who fights."""
    known = {fact.name: fact.estimate for fact in starwars.facts(summary)}
    often = known["battles"]
    heading = side_heading(summary)
    fighters = Table(
        f"A game, {LEVEL} intervals. An attack puts a meeple on a planet that a rival holds (SW-20).",
        [*heading, "attacks", "battles fought", "battles won"],
        [
            [
                *side_cells(summary, row["side"]),
                shown(row["attacks"], ".2f"),
                shown(row["fought"], ".2f"),
                shown(row["won"], ".1%"),
            ]
            for _, row in starwars.by_fighter(summary).iterrows()
        ],
        len(heading),
    )
    picture = per_game(starwars.battles_per_game(run), often, "battles")
    prose = f"A game has {often:.2f} battles."
    if "tied_rolls" in known:
        prose += f" Of their rolls {known['tied_rolls']:.1%} tie and are rolled again (SW-36)."
    return Section("Battles", [prose], [picture, fighters])


def odds(run: Run, summary: Summary) -> Section:
    """Where battles are fought, and who wins them with how many dice."""
    found = starwars.battles(run, summary.n)
    kinds = Table(
        f"Battles by kind of feature, {LEVEL} intervals.",
        ["on", "battles a game", "rolls that tie"],
        [
            [Cell(row["kind"]), shown(row["battles"], ".3f"), shown(row["tied_rolls"], ".1%")]
            for _, row in found.by_kind.iterrows()
        ],
    )
    of_two = found.by_pools[found.by_pools["pools"].map(len) == 2]
    of_more = found.by_pools[found.by_pools["pools"].map(len) > 2]
    prose = [
        "Only the highest die of each fighter counts (SW-34), so the chance to win follows from the numbers "
        "of dice alone and is known exactly. Given their dice, battles are independent: here the battle is "
        "the unit, and the games should hit the exact chance up to their intervals."
    ]
    if of_two.empty:
        return Section("Dice", ["There was no battle of two fighters in these games."], [kinds])
    hold = sum(
        won.low <= exact <= won.high for won, exact in zip(of_two["won"], of_two["exact"], strict=True)
    )
    says = f"Battles of two: {hold} of {len(of_two)} intervals hold the exact chance"
    picture = Picture(
        plots.inline(
            plots.odds(of_two, says, "battles won by the larger pool; of equal pools, by the earlier seat")
        ),
        f"{says}. The table has the numbers.",
        f"Dots: battles won in these games, with the {LEVEL} interval. Upright lines: the exact chance.",
    )
    return Section("Dice", prose, [kinds, picture, _pools(of_two, "two", ".3f"), *_crowds(of_more)])


def _crowds(table: pd.DataFrame) -> list[Table]:
    """Battles of three fighters and more, if there are enough of one kind to say anything."""
    often = table[table["battles"] >= RARE]
    return (
        []
        if often.empty
        else [_pools(often, "three and more", ".4f", f" Only dice that met {RARE} times or more.")]
    )


def _pools(table: pd.DataFrame, fighters: str, spec: str, note: str = "") -> Table:
    """The table of battles by pools, with `spec` for the battles a game."""
    rows = [
        [
            Cell(" v ".join(map(str, row["pools"]))),
            Cell(f"{row['battles']:,}"),
            shown(row["a_game"], spec),
            shown(row["won"], ".1%"),
            Cell(f"{row['exact']:.1%}".replace("%", " %")),
        ]
        for _, row in table.iterrows()
    ]
    return Table(
        f"Battles of {fighters} fighters by their dice: how many, and how often a fighter with most "
        f"dice won (of equal dice, the earliest seat), {LEVEL} intervals.{note}",
        ["dice", "battles", "a game", "won", "exact chance"],
        rows,
    )


def features(run: Run, summary: Summary) -> Section:
    """What a complete and an incomplete feature pays."""
    table = by_kind_and_time(
        starwars.scorings(run, summary.n),
        {"points": ".2f", "tiles": ".2f", "symbols": ".2f"},
        "Tiles of a planet are its nine places that hold one.",
    )
    return Section("What features pay", [], [table])
