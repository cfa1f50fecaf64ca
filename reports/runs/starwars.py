"""What a report on Star Wars Carcassonne says beyond who wins: battles, and what features pay."""

from __future__ import annotations

from analyses.estimates.lazy import pd
from analyses.games import starwars
from analyses.measures.summary import Summary
from reports.pages.parts import (
    LEVEL,
    Section,
    Table,
    against_exact,
    by_kind_and_time,
    frame_table,
    if_kept,
    per_game,
    side_table,
)
from simulate.store.runs import Run

RARE = 30
"""Battles with the same dice below which a row of the table would say nothing."""


def sections(run: Run, summary: Summary) -> list[Section]:
    """The battles, their odds and the features; one line for what the run did not keep."""
    dice = if_kept(run, summary, "Dice", odds, "battles")
    return [battles(run, summary), dice, if_kept(run, summary, "What features pay", features, "features")]


def battles(run: Run, summary: Summary) -> Section:
    """How often there is a battle, and who fights."""
    known = {fact.name: fact.estimate for fact in starwars.facts(summary)}
    battles_a_game = known["battles"]
    fighters = side_table(
        summary,
        f"A game, {LEVEL} intervals. An attack puts a meeple on a planet that a rival holds (SW-20).",
        lambda side: starwars.as_fighter(summary, side),
        {"attacks": ("attacks", ".2f"), "battles fought": ("fought", ".2f"), "battles won": ("won", ".1%")},
    )

    prose = f"A game has {battles_a_game:.2f} battles."
    if "tied_rolls" in known:
        prose += f" Of their rolls {known['tied_rolls']:.1%} tie and are rolled again (SW-36)."
    return Section("Battles", [prose], [per_game(summary.tally, battles_a_game, "battles"), fighters])


def odds(run: Run, summary: Summary) -> Section:
    """Where battles are fought, and who wins them with how many dice."""
    battles_of_run = starwars.battles(run, summary.n)
    kinds = frame_table(
        f"Battles by kind of feature, {LEVEL} intervals.",
        battles_of_run.by_kind,
        {"on": ("kind", ""), "battles a game": ("battles", ".3f"), "rolls that tie": ("tied_rolls", ".1%")},
    )

    of_two = battles_of_run.by_pools[battles_of_run.by_pools["pools"].map(len) == 2]
    of_more = battles_of_run.by_pools[battles_of_run.by_pools["pools"].map(len) > 2]
    prose = [
        "Only the highest die of each fighter counts (SW-34), so the chance to win follows from the numbers "
        "of dice alone and is known exactly. Given their dice, battles are independent: here the battle is "
        "the unit, and the games should hit the exact chance up to their intervals."
    ]
    if of_two.empty:
        return Section("Dice", ["There was no battle of two fighters in these games."], [kinds])
    dots = against_exact(
        of_two.assign(dice=_dice(of_two))[["dice", "won", "exact"]],
        "Battles of two",
        "battles won",
        f"Share of battles won by who had more dice, or of equal dice by the earlier seat, with {LEVEL} "
        "intervals.",
        0.36,
    )

    tables = [_pools(of_two, "two", ".3f")]
    if len(frequent := of_more[of_more["battles"] >= RARE]):
        tables.append(_pools(frequent, "three and more", ".4f", f" Only dice that met {RARE} times or more."))
    return Section("Dice", prose, [kinds, dots, *tables])


def _dice(table: pd.DataFrame) -> list[str]:
    """The pools of each row: ``2 v 1``."""
    return [" v ".join(map(str, pools)) for pools in table["pools"]]


def _pools(table: pd.DataFrame, fighters: str, spec: str, note: str = "") -> Table:
    """The table of battles by pools, with `spec` for the battles a game."""
    return frame_table(
        f"Battles of {fighters} fighters by their dice: how many, and how often a fighter with most "
        f"dice won (of equal dice, the earliest seat), {LEVEL} intervals.{note}",
        table.assign(dice=_dice(table)),
        {
            "dice": ("dice", ""),
            "battles": ("battles", ","),
            "a game": ("a_game", spec),
            "won": ("won", ".1%"),
            "exact chance": ("exact", ".1%"),
        },
    )


def features(run: Run, summary: Summary) -> Section:
    """What a complete and an incomplete feature pays."""
    table = by_kind_and_time(
        starwars.scorings(run, summary.n),
        {"points": ".2f", "tiles": ".2f", "symbols": ".2f"},
        "Tiles of a planet are its nine places that hold one.",
    )
    return Section("What features pay", [], [table])
