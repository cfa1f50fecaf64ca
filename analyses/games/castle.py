"""What Castle is asked beside who wins: how games end, what seats do, what becomes of the cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from analyses.estimates.critical import shared_level
from analyses.estimates.estimate import Estimate
from analyses.estimates.lazy import pd
from analyses.estimates.moments import moments_of, wide
from analyses.measures.labels import seat_names
from analyses.measures.measure import SHARE, Measure, of_games
from analyses.measures.placements import Pieces
from analyses.measures.summary import Fact, Headings, Side, Summary
from analyses.measures.vocabulary import ROUNDS, counted
from rules.castle.cards import CardSet
from rules.castle.options import COLOURS
from rules.castle.plan import ZONES
from rules.castle.state import Reason
from simulate.games.castle.tables import CHOSEN, DECISIONS, IN_EXCHANGE, IN_HAND, IN_STOCK, IN_ZONE, TAKEN_OUT
from simulate.plans.plan import Plan
from simulate.play.simulator import read_box
from simulate.store.runs import Run

SOURCES: Headings = {"hand": ("hand",), "stock": ("stock",)}
"""Where the cards are that a seat has left."""
LEFT = True
"""A score is what a player has left."""

ACTIONS: Headings = {"plays": ("plays",), "draws": ("draws",), "exchanges": ("exchanges",)}
SENT_BACK: Headings = {"to the seat": ("got_back",), "by the seat": ("sent_back",)}
CAN_TIE = True
COUNTED = {"actions": ACTIONS, "cards sent back": SENT_BACK}
POINT_RULES = ("hand", "stock")
"""The options that say how many cards there are: what is left at the end follows in part."""
NEW_STUDY = "actions"
"""The option that a new study begins with: the first switch is of tables of two only."""
NOTICED = (0.25, "a card more or less in every fourth game")
MEASURES = (
    replace(ROUNDS, headline=True),
    Measure(
        "cards_placed", "cards placed a game", 2.0, "two of some thirty cards",
        of_games("plays"), unit="cards placed", grows=True,
    ),
    Measure(
        "sent_back", "cards sent back a game", 1.0, "one more card that comes back is noticed",
        of_games("sent_back"), unit="cards sent back", headline=True, grows=True,
    ),
    Measure(
        "blocked", "the share of games that end blocked", 0.02, "two games in a hundred",
        of_games("blocked"), kind=SHARE, says="{} % of games end blocked",
    ),
    Measure(
        "unfinished", "the share of games stopped unfinished", 0.02, "two games in a hundred",
        of_games("unfinished"), kind=SHARE, set_by=("max_turns",),
        says="{} % of games are stopped unfinished",
    ),
    Measure(
        "lost", "actions lost a game", 0.25, "one lost action in four games",
        of_games("lost"), unit="lost actions", grows=True,
    ),
    *counted(ACTIONS, "{} a player", 0.5, "one more in every second game of a player"),
)  # fmt: skip


def card_names(plan: Plan) -> list[str]:
    """What each card is called; copies share a name."""
    return [kind.name for kind in read_box(plan).kinds for _ in range(kind.count)]


def place_names(plan: Plan) -> dict[int, str]:
    """Where a card can be, before the game and after it."""
    names: dict[int, str] = {}
    for seat, name in enumerate(seat_names(plan)):
        names |= {IN_HAND + seat: f"hand of {name}", IN_STOCK + seat: f"stock of {name}"}
    names |= {IN_EXCHANGE: "exchange", TAKEN_OUT: "removed"}
    return names | {IN_ZONE + zone: name for zone, name in enumerate(ZONES)}


PIECES = Pieces("card", "cards", card_names, 0.25, "a card sent back more in four placings")
DECISION_RULES = ("actions",)
"""The options that say how often a player decides in a turn: they move that by definition."""
CODES = {
    "card": lambda plan: dict(enumerate(card_names(plan))),
    "zone": lambda plan: dict(enumerate(ZONES)),
    "place": lambda plan: dict(enumerate(ZONES)),
    "dealt": place_names,
    "end": place_names,
    "decision": lambda plan: dict(enumerate(DECISIONS)),
    "chosen": lambda plan: dict(enumerate(CHOSEN)),
    "reason": lambda plan: {int(reason): reason.word for reason in Reason},
}
"""What codes of columns are called."""


def sides(plan: Plan) -> tuple[Side, ...]:
    """Every seat for itself."""
    return tuple(Side((seat,), {"colour": COLOURS[seat]}) for seat in range(plan.players))


def facts(summary: Summary) -> list[Fact]:
    """How long a game takes, what is played and sent back in it, how it ends, and what beginning gains."""
    moments = summary.moments
    known_facts = [
        Fact("rounds", moments.mean("rounds"), "{:.1f} rounds a game"),
        Fact("cards_played", moments.mean("plays"), "cards placed {:.1f}"),
        Fact("sent_back", moments.mean(summary.everyone("sent_back")), "sent back {:.1f}"),
        Fact("ahead", summary.margin, "the winner is ahead by {:.2f} cards"),
        Fact("blocked", moments.win_share("blocked", 1), "blocked {:.2%}"),
        Fact("unfinished", stopped(summary), "unfinished {:.2%}"),
    ]
    if summary.beginning_says_something:
        known_facts.append(
            Fact("first_player_wins", summary.first_player_wins, "the first player wins {:.1%}")
        )
    return known_facts


def stopped(summary: Summary) -> Estimate:
    """The share of games that the limit of turns ended (CA-34)."""
    return summary.moments.win_share("unfinished", 1)


MOST_CIRCLING = {"greedy": 3, "controller": 3}
"""Players at a table at most, of whom more than one game in a thousand is stopped: of 20,000 games that
greedy plays 405 with two, 52 with three and 3 with four; of 4,000 of controller 86, 14 and none."""
LARGE_STOCK = 14
"""Cards in each of two stocks, from which on others stop as many, too: with 15, novice 7 of 4,000 games and
heuristic 27."""


def may_circle(plan: Plan) -> bool:
    """Whether more than one game in a thousand of such a plan is known to be stopped, by those who play."""
    large = plan.players == 2 and plan.options.stock >= LARGE_STOCK
    return large or any(plan.players <= MOST_CIRCLING.get(policy.name, 0) for policy in plan.policies)


def remark(summary: Summary) -> str | None:
    """How many games were stopped, if that is worth a word."""
    unfinished = stopped(summary)
    return f"{unfinished:.1%} of games were stopped unfinished" if unfinished.value > 0.01 else None


def endings(summary: Summary) -> dict[str, Estimate]:
    """The share of games by the way in which they end (CA-28, CA-33, CA-34)."""
    moments = summary.moments
    blocked, unfinished = moments.win_share("blocked", 1), stopped(summary)
    stopped_or_blocked = moments.win_share({"blocked": 1, "unfinished": 1}, 1)
    player_out = stopped_or_blocked.times(-1).minus(-1)
    return {"a player is out": player_out, "blocked": blocked, "stopped unfinished": unfinished}


def lost(summary: Summary) -> Estimate:
    """Actions a game that are lost because none is possible (CA-23)."""
    return summary.moments.mean(summary.everyone("lost"))


FATES = ("played", "back", "in_play", "in_hand", "in_stock", "elsewhere")
"""What may become of a card."""


def by_card(run: Run, games: int) -> pd.DataFrame:
    """A row a kind of card, from the table `cards`, those played most often first.

    Of a single card: times it is played and sent back in a game, and the shares of games that it ends in
    play, in a hand, in a stock, or anywhere else. `played_at_once` is `played` with an interval that holds
    for all kinds at once.
    """
    columns = ["game", "card", "end", "played", "back"]
    cards = read_box(run.plan)
    moments = moments_of((_fates_by_game(cards, block) for block in run.blocks("cards", columns)), games)
    rows: list[dict[str, Any]] = []
    dealt_kinds = []
    for number, kind in enumerate(cards.kinds):
        if moments.total(f"dealt_{number}"):
            dealt_kinds.append((number, kind))
    level = shared_level(len(dealt_kinds))
    for number, kind in dealt_kinds:
        dealt = f"dealt_{number}"
        fates = {fate: moments.ratio(f"{fate}_{number}", dealt) for fate in FATES}
        at_once = moments.ratio(f"played_{number}", dealt, level)
        of_kind = {"card": kind.name, "cards": moments.total(dealt) // games}
        rows.append({**of_kind, **fates, "played_at_once": at_once})
    rows.sort(key=lambda row: -row["played"].value)
    return pd.DataFrame(rows)


def _fates_by_game(cards: CardSet, block: pd.DataFrame) -> pd.DataFrame:
    """A row a game: for each kind of card the sums over its cards."""
    kinds = cards.tables["kind"][0]
    end = block["end"]
    rows = pd.DataFrame(
        {
            "game": block["game"],
            "kind": kinds[block["card"].to_numpy()],
            "dealt": 1,
            "played": block["played"],
            "back": block["back"],
            "in_play": (end >= IN_ZONE).astype(int),
            "in_hand": (end < IN_STOCK).astype(int),
            "in_stock": end.between(IN_STOCK, IN_EXCHANGE - 1).astype(int),
            "elsewhere": end.between(IN_EXCHANGE, IN_ZONE - 1).astype(int),
        }
    )
    return wide(rows.groupby(["game", "kind"]).sum(), ["kind"], [range(len(cards.kinds))])
