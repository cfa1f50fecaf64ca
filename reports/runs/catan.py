"""What a report on Catan says beyond who wins: length, production, building, trade, the robber, dice."""

from __future__ import annotations

from analyses.games import catan
from analyses.measures.summary import Headings, Summary
from reports.pages.parts import (
    LEVEL,
    Section,
    Table,
    against_exact,
    frame_table,
    if_kept,
    means_table,
    per_game,
    picture,
)
from reports.pictures import charts
from simulate.store.runs import Run


def sections(run: Run, summary: Summary) -> list[Section]:
    """How long it takes, where cards come from and go, and the dice; one line for what is not there."""
    return [
        length(run, summary),
        produced(summary),
        built(summary),
        traded(summary),
        lost(summary),
        if_kept(run, summary, "Dice", dice, "rolls"),
        if_kept(run, summary, "Numbers", numbers, "production"),
    ]


def length(run: Run, summary: Summary) -> Section:
    """How many turns a game takes, and how many games are not finished."""
    facts = {fact.name: fact.estimate for fact in catan.facts(summary)}
    prose = (
        f"Turns are those of all seats together (CT-120). {facts['unfinished']:.2%} of games are left "
        f"unfinished after {run.plan.options.max_turns} turns; nobody wins those (CT-121)."
    )
    return Section("How long it takes", [prose], [per_game(summary.tally, facts["turns"], "turns")])


def by_group(summary: Summary, caption: str, group: Headings) -> Table:
    """A table of means a game: a row a seat, a column a heading of the group."""
    return means_table(summary, f"{caption} Means a game, {LEVEL} intervals.", group, ".2f")


def produced(summary: Summary) -> Section:
    """The cards that rolls pay, by resource."""
    group = catan.COUNTED[catan.PRODUCED]
    bars = picture(
        lambda page: charts.means(page, summary, group, f"{catan.PRODUCED} a game"),
        charts.pieces_say(summary, catan.PRODUCED),
        f"Bars of cards produced by resource: {', '.join(group)}. The table has the numbers.",
        f"Cards that rolls pay a seat in a game, without the first cards of the set-up; means with {LEVEL} "
        "intervals.",
    )
    return Section("What is produced", [], [bars, by_group(summary, "Cards that rolls pay (CT-53).", group)])


def built(summary: Summary) -> Section:
    """Pieces and cards."""
    caption = "Pieces built, those of the set-up among them; a city was a settlement before."
    return Section("What is built", [], [by_group(summary, caption, catan.BUILT)])


def traded(summary: Summary) -> Section:
    """Trades by kind."""
    facts = {fact.name: fact.estimate for fact in catan.facts(summary)}
    prose = (
        f"A game has {facts['deals']:.1f} trades between players and {facts['bank_trades']:.1f} with the "
        "bank."
    )
    caption = (
        "Offers that a seat makes and joins (CT-79), and its trades with the bank by rate (CT-75 to CT-77)."
    )
    return Section("Trade", [prose], [by_group(summary, caption, catan.TRADED)])


def lost(summary: Summary) -> Section:
    """Cards that a seat does not get or keep."""
    caption = (
        "Cards kept back by the robber (CT-54), not in the bank (CT-55), discarded on a seven (CT-61), lost "
        "to the robber and taken with it (CT-65)."
    )
    return Section("The robber", [], [by_group(summary, caption, catan.LOST)])


def dice(run: Run, summary: Summary) -> Section:
    """How often each sum came, beside its chance."""
    sums = catan.rolls(run)
    dots = against_exact(
        sums,
        "Sums of the dice",
        "of rolls",
        f"Share of all rolls with {LEVEL} intervals, each by itself, beside the chance with two dice. "
        "Four times as many games make the intervals half as wide.",
        0.27,
    )

    table = frame_table(
        f"Share of all rolls, {LEVEL} intervals, beside the exact chance with two dice (CT-19).",
        sums,
        {"sum": ("sum", ""), "rolls": ("share", ".2%"), "exact": ("exact", ".2%")},
    )
    return Section("Dice", [], [dots, table])


def numbers(run: Run, summary: Summary) -> Section:
    """What the hexes of each number pay."""
    table = frame_table(
        f"Cards a game by number token: paid, kept back by the robber, not in the bank. {LEVEL} intervals.",
        catan.production(run, summary.n),
        {"number": ("number", "")} | {kind: (kind, ".2f") for kind in ("produced", "blocked", "short")},
    )
    return Section("Numbers", [], [table])
