"""What the box of Castle holds: the 37 kinds of card, the deal, and the options (CA-12, CA-15, CA-101 ff.).

Every kind is (count, zone, gender, rule). The zone of the Knight is "any": it goes on another card (CA-35).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from . import Options

KINDS = {
    "ghost": (1, "towers", "none", "CA-101"),
    "lookout": (1, "towers", "male", "CA-102"),
    "magician": (1, "towers", "male", "CA-103"),
    "archer": (1, "towers", "male", "CA-104"),
    "witch": (1, "towers", "female", "CA-105"),
    "alchemist": (1, "towers", "male", "CA-106"),
    "captain": (1, "ramparts", "male", "CA-107"),
    "traitor": (1, "ramparts", "male", "CA-108"),
    "soldier": (13, "ramparts", "male", "CA-109"),
    "merchant": (1, "courtyard", "male", "CA-110"),
    "king": (1, "courtyard", "male", "CA-111"),
    "minstrel": (1, "courtyard", "male", "CA-112"),
    "courtesan": (1, "courtyard", "female", "CA-113"),
    "queen": (1, "courtyard", "female", "CA-114"),
    "princess": (1, "courtyard", "female", "CA-115"),
    "prince": (1, "courtyard", "male", "CA-116"),
    "schemer": (1, "courtyard", "male", "CA-117"),
    "spy": (1, "courtyard", "male", "CA-118"),
    "ambassador": (1, "courtyard", "male", "CA-119"),
    "thief": (1, "courtyard", "male", "CA-120"),
    "fool": (1, "courtyard", "male", "CA-121"),
    "village_idiot": (1, "courtyard", "male", "CA-122"),
    "priest": (1, "courtyard", "male", "CA-123"),
    "lady_in_waiting": (1, "courtyard", "female", "CA-124"),
    "courtier": (1, "courtyard", "male", "CA-125"),
    "assassin": (1, "courtyard", "male", "CA-126"),
    "kings_advisor": (1, "courtyard", "male", "CA-127"),
    "mistress": (1, "courtyard", "female", "CA-128"),
    "prince_charming": (1, "courtyard", "male", "CA-129"),
    "black_knight": (1, "courtyard", "male", "CA-130"),
    "barbarian": (1, "outside", "male", "CA-131"),
    "fairy": (1, "outside", "female", "CA-132"),
    "enchanter": (1, "outside", "male", "CA-133"),
    "siege_engine": (5, "outside", "none", "CA-134"),
    "dragon": (1, "outside", "none", "CA-135"),
    "herald": (1, "outside", "male", "CA-136"),
    "knight": (4, "any", "male", "CA-137"),
}
EFFECT_OF: dict[str, str] = {}
"""Whose effect a kind has, where it is not its own (HR-30)."""
SOLDIERS = ("soldier", "captain", "traitor")  # CA-83
NOT_FOR_TWO = ("fool", "village_idiot")  # CA-14
DEAL = {2: (9, 13), 3: (7, 8), 4: (5, 6), 5: (5, 4)}  # players: hand and stock of each (CA-15)

DEFAULTS: Options = {
    "hand": None,  # cards of a first hand (CA-15); matters to CA-V2
    "stock": None,  # cards of a stock, of the exchange, and what is taken out: the setup shows them
    "exchange": None,
    "without": [],
    "two_player_box": True,  # CA-14
    "seat_0_gets": "none",  # CA-16
    "actions": 2,  # CA-19
    "max_turns": 1000,  # CA-34
    "merchant_may_win": True,  # CA-V1
    "draw_limit": "none",  # CA-V2
    "out_when": "hand_and_stock",  # CA-28
    "lady_beside": "either",  # CA-124
    "lady_reaches": "courtyard",  # CA-124
}
CHOICES = {
    "draw_limit": ("none", "first_hand"),
    "out_when": ("hand_and_stock", "hand_or_stock"),
    "lady_beside": ("either", "both"),
    "lady_reaches": ("courtyard", "adjacent"),
}


def zone_of_kind(kind: str) -> str:
    """The zone a card belongs to (CA-35)."""
    return KINDS[kind][1]


def gender(kind: str) -> str:
    """male, female or none (CA-138)."""
    return KINDS[kind][2]


def rule_of(kind: str) -> str:
    """The number of the card in the rules."""
    return KINDS[kind][3]


def whole_box() -> Counter[str]:
    """How many of each kind there are (CA-12)."""
    return Counter({kind: count for kind, (count, *_) in KINDS.items()})


def box(players: int) -> Counter[str]:
    """How many of each kind the game is played with (CA-12, CA-14)."""
    return Counter(
        {kind: count for kind, (count, *_) in KINDS.items() if not (players == 2 and kind in NOT_FOR_TWO)}
    )


@contextmanager
def own_cards(changes: list[dict[str, Any]]) -> Iterator[None]:
    """Play with cards of one's own, as a file says them (HR-30)."""
    kinds = dict(KINDS)
    try:
        for change in changes:
            count, zone, gender, rule = KINDS[change["id"]]
            KINDS[change["id"]] = (change.get("count", count), change.get("zone", zone), gender, rule)
            EFFECT_OF[change["id"]] = change.get("effect", change["id"])
        yield
    finally:
        KINDS.update(kinds)
        EFFECT_OF.clear()


def full_options(options: Options | None, players: int) -> Options:
    """Every option with its value."""
    options = dict(options or {})
    if options.pop("preset", "standard") != "standard":
        raise ValueError("there is one edition of Castle, preset standard")
    unknown = set(options) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"no such option: {', '.join(sorted(unknown))}")
    full = DEFAULTS | options
    for name in ("max_turns", "actions"):
        if type(full[name]) is not int or full[name] < 1:
            raise ValueError(f"option {name} is {full[name]!r}, not a number")
    if type(full["merchant_may_win"]) is not bool:
        raise ValueError(f"option merchant_may_win is {full['merchant_may_win']!r}, not true or false")
    for name, words in CHOICES.items():
        if full[name] not in words:
            raise ValueError(f"option {name} is {full[name]!r}, not {' or '.join(words)}")
    if full["hand"] is None:
        full["hand"] = DEAL[players][0]
    return full
