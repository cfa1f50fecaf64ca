"""The castle, what stands there, and how a record names it.

A position is a dictionary of what lies on the table. A *space* is (row, col), row 0 in the north. A *pile* is
{"at": space or None, "wall": wall or None, "cards": [...]}, lowest card first; a pile without a space is
outside, and only a Siege Engine has a wall. Piles stand in the order in which they came to be, so that those
outside are in the order in which they have been there. A *card* in play is {"card": kind, "token": seat or
None}; it is told from others of its kind by being that very dictionary. Cards in hands, stocks, the exchange
and out of the game are kinds only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeGuard

from . import Entry, Options, Position
from .castle_cards import SOLDIERS, full_options

Space = tuple[int, int]
Card = dict[str, Any]
Cards = Sequence[Card]
Pile = dict[str, Any]

SPACES = [(row, col) for row in range(6) for col in range(6)]
WALLS = {
    "N": [(0, 1), (0, 2), (0, 3), (0, 4)],
    "E": [(1, 5), (2, 5), (3, 5), (4, 5)],
    "S": [(5, 1), (5, 2), (5, 3), (5, 4)],
    "W": [(1, 0), (2, 0), (3, 0), (4, 0)],
}
TOWERS = [(0, 0), (0, 5), (5, 0), (5, 5)]


# --- spaces


@cache
def zone(space: Space | None) -> str:
    """courtyard, ramparts or towers for a space, outside for None (CA-1 to CA-5)."""
    if space is None:
        return "outside"
    if space in TOWERS:
        return "towers"
    if any(space in wall for wall in WALLS.values()):
        return "ramparts"
    return "courtyard"


def spaces_in(name: str) -> list[Space]:
    """The spaces of a zone (CA-3 to CA-5); the outside has none (CA-8)."""
    return [space for space in SPACES if zone(space) == name]


def adjacent(one: Space | None, other: Space | None) -> bool:
    """Do two spaces share a side or a corner (CA-6)? The outside is adjacent to nothing (CA-8)."""
    if one is None or other is None or one == other:
        return False
    return abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


def wall_of(space: Space | None) -> str | None:
    """The wall a space belongs to, None if to none."""
    return next((name for name, wall in WALLS.items() if space in wall), None)


# --- a position


def new_position(players: int, options: Options | None = None) -> Position:
    """An empty table."""
    return {
        "players": players,
        "options": full_options(options, players),
        "hands": [[] for _ in range(players)],
        "stocks": [[] for _ in range(players)],  # top card first
        "exchange": [],
        "removed": [],  # what the Assassin took (CA-126)
        "piles": [],
        "last_placed": None,  # a card, perhaps no longer in play (CA-41)
        "placed_before": None,  # the card that was last placed when that one came (CA-133)
        "seat": 0,  # the player to act
        "taken": 0,  # actions taken this turn
        "allowed": 2,  # actions of this turn (CA-19, CA-26)
        "merchant": False,  # was the Merchant played this turn (CA-V1)?
        "asked": [],  # the questions of the effects of this action (CA-44)
        "turns": 0,
        "reason": None,  # why the game is over
        "winners": [],
    }


def cards_in_play(position: Position) -> list[Card]:
    """Every card on the table, in piles too."""
    return [card for pile in position["piles"] for card in pile["cards"]]


def is_in_play(position: Position, card: Card) -> bool:
    """Does this very card lie on the table?"""
    return any(card is other for other in cards_in_play(position))


def pile_of(position: Position, card: Card) -> Pile:
    """The pile in which a card lies."""
    return next(pile for pile in position["piles"] if any(card is other for other in pile["cards"]))


def space_of(position: Position, card: Card) -> Space | None:
    """The space of a card, None for a card outside."""
    return pile_of(position, card)["at"]


def zone_of(position: Position, card: Card) -> str:
    """The zone in which a card lies."""
    return zone(space_of(position, card))


def pile_on(position: Position, space: Space | None) -> Pile | None:
    """The pile on a space, None if it is free."""
    return next((pile for pile in position["piles"] if space is not None and pile["at"] == space), None)


def engine_facing(position: Position, wall: str | None) -> Pile | None:
    """The pile of the Siege Engine that faces a wall (CA-9), None if there is none."""
    return next((pile for pile in position["piles"] if wall is not None and pile["wall"] == wall), None)


def free_spaces(position: Position, name: str) -> list[Space]:
    """The spaces of a zone on which nothing lies."""
    return [space for space in spaces_in(name) if pile_on(position, space) is None]


def cards_in(position: Position, *zones: str) -> list[Card]:
    """The cards that lie in these zones, in piles too."""
    return [card for pile in position["piles"] if zone(pile["at"]) in zones for card in pile["cards"]]


def cards_beside(position: Position, space: Space | None) -> list[Card]:
    """The cards on the spaces adjacent to this one, in piles too (CA-11)."""
    return [card for pile in position["piles"] if adjacent(pile["at"], space) for card in pile["cards"]]


def find(position: Position, kind: str, *zones: str) -> Card | None:
    """The first card of a kind in these zones, also beneath a Knight (CA-40), None if there is none."""
    return next((card for card in cards_in(position, *zones) if card["card"] == kind), None)


def find_all(position: Position, kind: str, *zones: str) -> list[Card]:
    """Every card of a kind in these zones: a box of one's own may hold several (HR-30)."""
    return [card for card in cards_in(position, *zones) if card["card"] == kind]


def soldiers_on(position: Position, wall: str) -> list[Card]:
    """The soldiers on a wall, also those beneath Knights (CA-77, CA-83)."""
    return [
        card
        for pile in position["piles"]
        for card in pile["cards"]
        if pile["at"] in WALLS[wall] and card["card"] in SOLDIERS
    ]


def all_cards(position: Position) -> Counter[str]:
    """How many of each kind there are, wherever they are; no action ever changes this."""
    return Counter(
        [card["card"] for card in cards_in_play(position)]
        + [kind for cards in position["hands"] + position["stocks"] for kind in cards]
        + position["exchange"]
        + position["removed"]
    )


# --- how a record names a card in play


def is_space(value: Any) -> TypeGuard[list[Any]]:
    """Is this the [row, col] of a space?"""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        return False
    return all(type(part) is int and 0 <= part <= 5 for part in value)


def alike_outside(position: Position, kind: str) -> list[Pile]:
    """The piles outside whose lowest card is of a kind, in the order in which they have been there."""
    return [pile for pile in position["piles"] if pile["at"] is None and pile["cards"][0]["card"] == kind]


def name_pile(position: Position, pile: Pile) -> Entry:
    """How a record names the top card of a pile."""
    if pile["at"] is not None:
        return {"at": list(pile["at"])}
    if pile["wall"] is not None:
        return {"wall": pile["wall"]}
    kind = pile["cards"][0]["card"]
    number = next(n for n, other in enumerate(alike_outside(position, kind)) if other is pile)
    return {"outside": kind, "nth": number} if number else {"outside": kind}


def name_card(position: Position, card: Card) -> Entry:
    """How a record names a card in play: its pile, and its depth if it is not the top card."""
    pile = pile_of(position, card)
    depth = next(n for n, other in enumerate(reversed(pile["cards"])) if other is card)
    return name_pile(position, pile) | ({"depth": depth} if depth else {})


def pile_named(position: Position, place: Any) -> Pile | Any:
    """The pile a record names, whatever the depth; None if it names none.

    A Siege Engine is named by its wall only.
    """
    if not isinstance(place, dict) or sum(key in place for key in ("at", "outside", "wall")) != 1:
        return None
    if "at" in place:
        return pile_on(position, tuple(place["at"])) if is_space(place["at"]) else None
    if "wall" in place:
        return engine_facing(position, place["wall"])
    number = place.get("nth", 0)
    alike = [pile for pile in alike_outside(position, place["outside"]) if pile["wall"] is None]
    return alike[number] if type(number) is int and 0 <= number < len(alike) else None


def card_named(position: Position, place: Any) -> Card | Any:
    """The card in play that a record names; None if it names none."""
    pile = pile_named(position, place)
    depth = place.get("depth", 0) if pile else None
    if pile is None or type(depth) is not int or not 0 <= depth < len(pile["cards"]):
        return None
    return pile["cards"][-1 - depth]
