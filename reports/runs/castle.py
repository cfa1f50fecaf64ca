"""What a report on Castle says beyond who wins: how games end, the actions, and what becomes of the cards."""

from __future__ import annotations

from analyses.estimates.lazy import pd
from analyses.games import castle
from analyses.measures.summary import Summary
from reports.pages.parts import (
    LEVEL,
    Cell,
    Section,
    Table,
    estimate_cell,
    frame_table,
    if_kept,
    means_table,
    per_game,
    picture,
)
from reports.pictures import charts
from reports.runs.placements import which_kind
from reports.words.wording import capital
from simulate.store.runs import Run


def sections(run: Run, summary: Summary) -> list[Section]:
    """How games end, what the seats do, and the cards; one line for what the run did not keep."""
    card_section = if_kept(run, summary, "What becomes of the cards", cards, "cards")
    return [endings(run, summary), actions(summary), card_section]


def endings(run: Run, summary: Summary) -> Section:
    """How games end, and how long they take."""
    table = Table(
        f"Games by the way in which they end, {LEVEL} intervals.",
        ["the end", "games"],
        [[Cell(ending), estimate_cell(share, ".2%")] for ending, share in castle.endings(summary).items()],
    )

    rounds = summary.moments.mean("rounds")
    prose = (
        "A player without a card in hand and stock wins at once (CA-28). A game in which no card has a place "
        "any more is blocked (CA-33). One that does not end is stopped at the limit of "
        f"{summary.plan.options.max_turns} turns (CA-34). In both the fewest cards in hand win."
    )
    return Section("How games end", [prose], [per_game(summary.tally, rounds, "rounds"), table])


def actions(summary: Summary) -> Section:
    """What the seats do with their actions, and what their cards do to others."""
    sent_back = f"Cards sent back in a game, to whom and by whom, {LEVEL} intervals."
    tables = [
        means_table(summary, f"Actions of a game, {LEVEL} intervals.", castle.ACTIONS, ".2f"),
        means_table(summary, sent_back, castle.SENT_BACK, ".2f"),
    ]
    bars = picture(
        lambda page: charts.means(page, summary, castle.ACTIONS, "actions a game"),
        charts.pieces_say(summary, "actions"),
        "Bars of plays, draws and exchanges. The table has the numbers.",
        f"Actions that a seat takes in a game, means with {LEVEL} intervals.",
    )

    moments = summary.moments
    prose = (
        f"{moments.mean('to_exchange'):.2f} cards a game go back to the exchange, because they carry no "
        f"token (CA-60); {moments.mean('removed'):.2f} leave the game (CA-126); {castle.lost(summary):.3f} "
        "actions are lost because none is possible (CA-23)."
    )
    return Section("What the seats do", [prose], [bars, *tables])


def cards(run: Run, summary: Summary) -> Section:
    """How often each card is played and sent back, and where it ends."""
    cards = castle.by_card(run, summary.n)
    names = cards["card"].where(cards["cards"] == 1, cards["card"] + " (" + cards["cards"].astype(str) + ")")
    table = frame_table(
        f"Means of a game for one card, {LEVEL} intervals; in brackets the number of cards of a kind. "
        "Played: also by the King's Advisor. Elsewhere: in the exchange or out of the game.",
        cards.assign(card=names),
        {
            "card": ("card", ""),
            "played": ("played", ".2f"),
            "sent back": ("back", ".2f"),
            "ends in play": ("in_play", ".1%"),
            "in a hand": ("in_hand", ".1%"),
            "in a stock": ("in_stock", ".1%"),
            "elsewhere": ("elsewhere", ".1%"),
        },
    )
    return Section("What becomes of the cards", [played(cards)], [table])


def played(cards: pd.DataFrame) -> str:
    """Which of the cards of `castle.by_card` are played most often and least, as far as the games tell."""
    at_once = cards["played_at_once"]
    floor = max(estimate.low for estimate in at_once)
    ceiling = min(estimate.high for estimate in at_once)
    likely_most = [name for name, e in zip(cards["card"], at_once, strict=True) if e.high >= floor]
    likely_least = [name for name, e in zip(cards["card"], at_once, strict=True) if e.low <= ceiling]
    most = which_kind("card", "is played most often", likely_most, len(cards))
    least = which_kind("card", "is played least", likely_least, len(cards))
    return f"{capital(most)}; {least}. Both hold for all cards at once."
