"""What protects a card, and the ways in which a card leaves its place or changes its token."""

from __future__ import annotations

from . import Position, Record
from .castle_board import (
    Card,
    Pile,
    Space,
    adjacent,
    all_cards,
    engine_facing,
    find_all,
    name_pile,
    pile_of,
    pile_on,
    soldiers_on,
    space_of,
    wall_of,
)
from .castle_cards import SOLDIERS, zone_of_kind

# --- protection (CA-78 to CA-82)


def beneath_a_knight(position: Position, card: Card) -> bool:
    """Does a Knight lie directly on the card? All that lies on another card is a Knight (CA-10, CA-79)."""
    return pile_of(position, card)["cards"][-1] is not card


def with_the_captain(position: Position, card: Card) -> bool:
    """Is it a soldier on the wall of a Captain, and not he (CA-79, CA-81, CA-82, CA-143)?"""
    return card["card"] in SOLDIERS and any(
        card is not captain and wall_of(space_of(position, card)) == wall_of(space_of(position, captain))
        for captain in find_all(position, "captain", "ramparts")
    )


def with_the_priest(position: Position, card: Card) -> bool:
    """Is it on a space adjacent to a Priest and of his colour (CA-79, CA-82, CA-123, CA-138, CA-143)?"""
    return any(
        adjacent(space_of(position, card), space_of(position, priest))
        and priest["token"] is not None
        and card["token"] == priest["token"]
        for priest in find_all(position, "priest", zone_of_kind("priest"))
    )


def is_protected(position: Position, card: Card) -> bool:
    """Can the card neither be sent back, moved nor assassinated (CA-78, CA-79)?"""
    return (
        card["card"] == "ambassador"
        or beneath_a_knight(position, card)
        or with_the_captain(position, card)
        or with_the_priest(position, card)
    )


# --- leaving the board


def take_off(position: Position, card: Card) -> None:
    """Take a card off its pile; its token goes back to its owner's supply (CA-60)."""
    pile = pile_of(position, card)
    pile["cards"] = [other for other in pile["cards"] if other is not card]
    if not pile["cards"]:
        position["piles"] = [other for other in position["piles"] if other is not pile]


def send_back(position: Position, card: Card) -> None:
    """Into the hand of the owner of its token, without a token to the exchange (CA-60)."""
    take_off(position, card)
    if card["token"] is None:
        position["exchange"].append(card["card"])
    else:
        position["hands"][card["token"]].append(card["card"])


def send_to_exchange(position: Position, card: Card) -> None:
    """The Magician's way (CA-103)."""
    take_off(position, card)
    position["exchange"].append(card["card"])


def assassinate(position: Position, card: Card) -> None:
    """Out of the game for good (CA-126)."""
    take_off(position, card)
    position["removed"].append(card["card"])


# --- moving; a card keeps its token (CA-72)


def move_to_space(position: Position, card: Card, space: Space) -> None:
    """To a free space (CA-65); the card is alone on its own."""
    assert pile_on(position, space) is None
    assert pile_of(position, card)["cards"] == [card]
    pile_of(position, card)["at"] = space


def move_onto(position: Position, knight: Card, pile: Pile) -> None:
    """A Knight onto the pile of another card (CA-68)."""
    assert pile_of(position, knight) is not pile
    take_off(position, knight)
    pile["cards"].append(knight)


def move_outside(position: Position, card: Card) -> None:
    """Out of the castle (CA-132)."""
    take_off(position, card)
    position["piles"].append({"at": None, "wall": None, "cards": [card]})


# --- soldiers and Siege Engines (CA-84 to CA-91)


def wall_is_manned(position: Position, wall: str | None) -> None:
    """With four soldiers on the wall its engine is sent back, unless protected (CA-84, CA-90)."""
    pile = engine_facing(position, wall)
    if wall is None or pile is None or len(soldiers_on(position, wall)) < 4:
        return
    engine = pile["cards"][0]
    if not is_protected(position, engine):
        send_back(position, engine)


def castle_is_besieged(position: Position) -> None:
    """If four engines stand all unprotected soldiers are sent back at once (CA-63, CA-87, CA-89)."""
    if any(engine_facing(position, wall) is None for wall in "NESW"):
        return
    soldiers = [soldier for wall in "NESW" for soldier in soldiers_on(position, wall)]
    for soldier in [soldier for soldier in soldiers if not is_protected(position, soldier)]:
        send_back(position, soldier)


# --- what a verdict shows


def shown(position: Position) -> Record:
    """The position as plain data: what a record's setup would say of it, and the tokens by seat."""
    tokens = [card["token"] for pile in position["piles"] for card in pile["cards"]]
    castle, outside = [], []
    for pile in sorted(position["piles"], key=lambda pile: pile["at"] or (9, 9)):
        cards = [dict(card) for card in pile["cards"]]
        if pile["at"] is not None:
            castle.append({"at": list(pile["at"]), "pile": cards})
        else:
            outside.append(name_pile(position, pile) | {"pile": cards})
    return {
        "hands": [sorted(hand) for hand in position["hands"]],
        "stocks": [list(stock) for stock in position["stocks"]],
        "exchange": sorted(position["exchange"]),
        "castle": castle,
        "outside": outside,
        "removed": sorted(position["removed"]),
        "tokens": [tokens.count(seat) for seat in range(position["players"])],
        "cards": sum(all_cards(position).values()),
    }
