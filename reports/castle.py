"""What a report on Castle says beyond who wins: how games end, the actions, and what becomes of the cards."""

from __future__ import annotations

from analyses import castle
from analyses.summary import Summary
from reports import plots
from reports.parts import (
    LEVEL,
    Cell,
    Picture,
    Section,
    Table,
    missing,
    per_game,
    shown,
    side_cells,
    side_heading,
)
from simulate.runs import Run


def sections(run: Run, summary: Summary) -> list[Section]:
    """How games end, what the seats do, and the cards; one line for what the run did not keep."""
    title = "What becomes of the cards"
    kept = "cards" in run.plan.tables
    return [endings(run, summary), actions(summary), cards(run, summary) if kept else missing(title, "cards")]


def endings(run: Run, summary: Summary) -> Section:
    """How games end, and how long they take."""
    table = Table(
        f"Games by the way in which they end, {LEVEL} intervals.",
        ["the end", "games"],
        [[Cell(way), shown(share, ".2%")] for way, share in castle.endings(summary).items()],
    )
    rounds = summary.moments.mean("rounds")
    prose = (
        "A player without a card in hand and stock wins at once (CA-28). A game in which no card has a place "
        "any more is blocked (CA-33), and one that does not end is stopped at the limit of "
        f"{summary.plan.options.max_turns} turns (CA-34); then the fewest cards in hand win."
    )
    picture = per_game(castle.rounds_per_game(run), rounds, "rounds")
    return Section("How games end", [prose], [picture, table])


def actions(summary: Summary) -> Section:
    """What the seats do with their actions, and what their cards do to others."""
    heading = side_heading(summary)
    tables = []
    for group, says in (
        ("actions", "Actions of a game"),
        ("cards sent back", "Cards sent back in a game, to whom and by whom"),
    ):
        counted = summary.by_count(group)
        names = list(counted["what"].unique())
        rows = [
            [
                *side_cells(summary, side),
                *(shown(number, ".2f") for number in counted.loc[counted["side"] == side, "number"]),
            ]
            for side in summary.sides
        ]
        tables.append(Table(f"{says}, {LEVEL} intervals.", [*heading, *names], rows, len(heading)))
    picture = Picture(
        plots.inline(plots.pieces(summary, "actions")),
        "Stacked bars of plays, draws and exchanges by seat. The table has the numbers.",
        "The bar of a seat is as long as the actions that it takes in a game.",
    )
    moments = summary.moments
    prose = (
        f"{moments.mean('to_exchange'):.2f} cards a game go back to the exchange, because they carry no "
        f"token (CA-60); {moments.mean('removed'):.2f} leave the game (CA-126); {castle.lost(summary):.3f} "
        "actions are lost because none is possible (CA-23)."
    )
    return Section("What the seats do", [prose], [picture, *tables])


def cards(run: Run, summary: Summary) -> Section:
    """How often each card is played and sent back, and where it ends."""
    columns = ("played", "back")
    shares = ("in_play", "in_hand", "in_stock", "elsewhere")
    rows = [
        [
            Cell(row["card"] if row["cards"] == 1 else f"{row['card']} ({row['cards']})"),
            *(shown(row[column], ".2f") for column in columns),
            *(shown(row[column], ".1%") for column in shares),
        ]
        for _, row in castle.by_card(run, summary.n).iterrows()
    ]
    table = Table(
        f"Means of a game for one card, {LEVEL} intervals; in brackets the number of cards of a kind. "
        "Played: also by the King's Advisor. Elsewhere: in the exchange or out of the game.",
        ["card", "played", "sent back", "ends in play", "in a hand", "in a stock", "elsewhere"],
        rows,
    )
    first, last = rows[0][0].text, rows[-1][0].text
    prose = f"The {first} is played most often, the {last} least."
    return Section("What becomes of the cards", [prose], [table])
