"""What Catan is asked beside who wins: length, production, building, trade and the dice."""

from __future__ import annotations

from dataclasses import replace

from analyses.estimates.estimate import Estimate
from analyses.estimates.lazy import pd
from analyses.estimates.moments import moments_of, wide
from analyses.games import trading
from analyses.games.dice import LAW, SUMS
from analyses.measures.labels import sets_of
from analyses.measures.measure import SHARE, Formula, Measure, of_games, of_seats
from analyses.measures.placements import Pieces
from analyses.measures.summary import Fact, Headings, Side, Summary
from analyses.measures.vocabulary import ROUNDS, counted
from rules.catan.board import load_board
from rules.catan.options import RESOURCES
from rules.catan.state import PIECES as THINGS
from simulate.games.catan.tables import BOUGHT, CHOSEN, DECISIONS, DOTS
from simulate.plans.plan import Plan
from simulate.store.runs import Run

TOKENS = tuple(number for number in SUMS if number != 7)
"""The numbers of hexes."""

SOURCES: Headings = {
    "settlements": ("settlements",),
    "cities": ("cities",),
    "point cards": ("cards",),
    "longest road": ("longest_road",),
    "largest army": ("largest_army",),
}
PRODUCED = "cards produced by rolls"
COUNTED = {PRODUCED: {resource: (resource,) for resource in RESOURCES}}
CAN_TIE = False

BUILT: Headings = {
    "roads": ("roads",),
    "settlements": ("settlements_built",),
    "cities": ("cities_built",),
    "development cards": BOUGHT,
    "knights played": ("played_knight",),
}
TRADED: Headings = {
    "offers made": ("offers",),
    "accepted": ("deals",),
    "offers of others joined": ("deals_joined",),
    "at the bank": ("trades_4",),
    "generic harbour": ("trades_3",),
    "special harbour": ("trades_2",),
}
LOST: Headings = {
    "blocked": ("blocked",),
    "short": ("short",),
    "discarded": ("discarded",),
    "stolen": ("stolen",),
    "taken from others": ("robbed",),
}

NOTICED = (0.25, "a victory point in every fourth game")
POINT_RULES = (
    "points_to_win", "settlement_points", "city_points", "victory_card_points", "longest_road_points",
    "largest_army_points", "longest_road_minimum", "largest_army_minimum",
)  # fmt: skip
"""The options that say what counts how many points: they move scores by definition."""
MEASURES = (
    replace(ROUNDS, asked=True),
    Measure(
        "unfinished", "the share of games left unfinished", 0.02, "two games in a hundred",
        Formula("1 − games.finished", lambda arrays: 1 - arrays.game("finished")),
        kind=SHARE, set_by=("max_turns",), says="{} % of games are left unfinished",
    ),
    Measure(
        "cards_produced", "cards a player from rolls", 2.0, "two cards are a road",
        of_seats(*RESOURCES), unit="cards", headline=True, grows=True,
    ),
    Measure(
        "deals", "trades between players a game", 1.0, "one more trade is noticed",
        of_games("deals"), unit="trades", deed=True, grows=True, set_by=("trade",),
    ),
    Measure(
        "bank_trades", "trades with the bank a game", 1.0, "one more trade is noticed",
        of_games("bank_trades"), unit="trades", deed=True, grows=True,
    ),
    Measure(
        "sevens", "sevens rolled a game", 1.0, "one seven more or less",
        of_games("sevens"), unit="sevens", grows=True,
        set_by=(
            "no_seven_first_round", "no_seven_before", "doubles_again", "neutral_roll",
            "dice", "dice_deck_left",
        ),
    ),
    Measure(
        "steals", "cards stolen a game", 1.0, "one more stolen card is noticed",
        of_games("steals"), unit="stolen cards", grows=True, set_by=("robber", "steal"),
    ),
    Measure(
        "knights", "knights played a game", 1.0, "one more knight is noticed",
        of_games("knights"), unit="knights", deed=True, grows=True, set_by=("knight_cards",),
    ),
    Measure(
        "blocked", "cards a player that the robber keeps back", 0.5, "one more in two games of a player",
        of_seats("blocked"), unit="cards", grows=True, set_by=("robber",),
    ),
    *counted(
        {"roads": BUILT["roads"], "development cards": BUILT["development cards"]},
        "{} a player", 0.25, "one more in four games of a player",
    ),
    *trading.MEASURES,
)  # fmt: skip


def piece_names(plan: Plan) -> list[str]:
    """Names of pieces: roads, and settlements and cities by the dots of their hexes."""
    road, *buildings = THINGS
    names = [road] * DOTS
    for building in buildings:
        for dots in range(DOTS):
            unit = "dot" if dots == 1 else "dots"
            names.append(f"{building} with {dots} {unit}")
    return names


PIECES = Pieces("piece", "cards", piece_names, 1.0, "one card more is noticed")
CODES = {
    "resource": lambda plan: dict(enumerate(RESOURCES)),
    "terrain": lambda plan: dict(enumerate([*RESOURCES, "desert"])),
    "decision": lambda plan: dict(enumerate(DECISIONS)),
    "chosen": lambda plan: dict(enumerate(CHOSEN)),
    "harbours": lambda plan: dict(enumerate(sets_of([*RESOURCES, "generic"], "none"))),
}
"""What codes of columns are called."""


def sides(plan: Plan) -> tuple[Side, ...]:
    """Every seat for itself, in the colours of the box."""
    colours = load_board().colours[-plan.players :]
    return tuple(Side((seat,), {"colour": colours[seat]}) for seat in range(plan.players))


def facts(summary: Summary) -> list[Fact]:
    """How long a game takes, how many are left unfinished, trades, and what beginning gains."""
    moments = summary.moments
    return [
        Fact("turns", summary.length, "a game takes {:.1f} turns"),
        Fact("unfinished", stopped(summary), "{:.2%} are left unfinished"),
        Fact("deals", moments.mean("deals"), "trades between players {:.1f} a game"),
        Fact("bank_trades", moments.mean("bank_trades"), "with the bank {:.1f}"),
        Fact("sevens", moments.mean("sevens"), "sevens {:.1f}"),
        Fact("steals", moments.mean("steals"), "cards stolen {:.1f}"),
        Fact("margin", summary.margin, "the best leads by {:.1f} points"),
        *summary.beginning,
    ]


def stopped(summary: Summary) -> Estimate:
    """The share of games that the limit of turns left unfinished (CT-121)."""
    return summary.moments.win_share("finished", 1).minus(1).times(-1)


def remark(summary: Summary) -> str | None:
    """How long a game takes."""
    return f"a game takes {summary.length:.1f} turns"


# --- dice and hexes


def rolls(run: Run) -> pd.DataFrame:
    """A row a sum of the dice: its share of all rolls, and its chance with two dice."""
    columns = [f"sum_{total}" for total in SUMS]
    moments = moments_of(run.blocks("rolls", columns))
    all_rolls = dict.fromkeys(columns, 1)
    return pd.DataFrame(
        {"sum": total, "share": moments.ratio(f"sum_{total}", all_rolls), "exact": chance}
        for total, chance in zip(SUMS, LAW, strict=True)
    )


def production(run: Run, games: int) -> pd.DataFrame:
    """A row a number: cards a game that its hexes pay, that the robber keeps back, that the bank lacks.

    Reads the table `production` of a run of so many `games`.
    """
    kinds = ["produced", "blocked", "short"]
    blocks = run.blocks("production", ["game", "number", *kinds])
    by_number = (block.groupby(["game", "number"])[kinds].sum() for block in blocks)
    moments = moments_of((wide(rows, ["number"], [TOKENS]) for rows in by_number), games)
    return pd.DataFrame(
        {"number": number, **{kind: moments.mean(f"{kind}_{number}") for kind in kinds}} for number in TOKENS
    )
