"""Where a card may be placed: its zone, a free space, its own condition (CA-35 to CA-41)."""

from __future__ import annotations

from . import Entry, Fault, Position
from .castle_board import (
    Card,
    Space,
    adjacent,
    engine_facing,
    find,
    find_all,
    free_spaces,
    is_space,
    name_pile,
    pile_named,
    pile_on,
    space_of,
    spaces_in,
    zone,
)
from .castle_cards import KINDS, rule_of, zone_of_kind
from .castle_table import is_protected, send_back

PLACE_KEYS = ("at", "outside", "wall", "nth", "depth")


def place_in(entry: Entry) -> Entry:
    """The part of an entry that names a place."""
    return {key: entry[key] for key in PLACE_KEYS if key in entry}


# --- conditions


def beside(position: Position, space: Space | None, kind: str) -> bool:
    """Is the space adjacent to such a card of the courtyard?"""
    named = find_all(position, kind, "courtyard")
    return any(adjacent(space, space_of(position, card)) for card in named)


def check_condition(position: Position, kind: str, space: Space) -> None:
    """The further condition of a courtyard card (CA-36), judged on the board as it is (CA-39, CA-40)."""
    king = find(position, "king", "courtyard")
    if kind == "queen":
        allowed = king is None or beside(position, space, "king")
    elif kind == "ambassador":
        allowed = len(free_spaces(position, zone_of_kind(kind))) == 1
    elif kind == "lady_in_waiting":
        women = [beside(position, space, woman) for woman in ("queen", "princess")]
        allowed = all(women) if position["options"]["lady_beside"] == "both" else any(women)
    elif kind == "kings_advisor" and king is None:
        allowed = beside(position, space, "prince")
    elif kind == "kings_advisor":
        allowed = beside(position, space, "king")
    elif kind == "mistress":
        allowed = find(position, "queen", "courtyard") is None
    elif kind == "prince_charming":
        princess = find(position, "princess", "courtyard")
        allowed = princess is None or beside(position, space, "princess")
    else:
        allowed = True
    if not allowed:
        raise Fault(rule_of(kind), f"{kind} cannot be placed on {list(space)}")


# --- all places


def places(position: Position, kind: str) -> list[Entry]:
    """Every legal place for a card, as a record names it."""
    if kind == "knight":
        return [name_pile(position, pile) for pile in position["piles"]]
    if kind == "siege_engine":
        return [{"wall": wall} for wall in "NESW" if engine_facing(position, wall) is None]
    if zone_of_kind(kind) == "outside":
        return [{"outside": True}]
    found = [{"at": list(space)} for space in spaces_in(zone_of_kind(kind))]
    return [place for place in found if is_legal_place(position, kind, place)]


def is_legal_place(position: Position, kind: str, place: Entry) -> bool:
    """Can the card go there?"""
    try:
        check_place(position, kind, place)
    except Fault:
        return False
    return True


def check_place(position: Position, kind: str, place: Entry) -> None:
    """Raise what is wrong with a place, in the order zone, space, condition.

    CA-74   a Knight on an empty space or on what is not there
    CA-134  a Siege Engine that faces no wall, or one that an engine faces
    CA-35   a place of another zone, or none
    CA-37   an occupied space
    CA-101  a Ghost on a tower that does not hold a single unprotected card
    CA-1xx  the condition of the card
    """
    if kind not in KINDS:
        raise Fault("CA-22", f"there is no card {kind!r}")
    if kind == "knight":
        if pile_named(position, place) is None or place.get("depth", 0) != 0:
            raise Fault("CA-74", f"no card for a Knight to go on: {place}")
        return
    if sum(key in place for key in ("at", "outside", "wall")) > 1 or place.get("depth", 0) != 0:
        raise Fault("CA-35", f"{kind} needs one place, not {place}")
    if kind == "siege_engine" and not is_space(place.get("at")):
        if place.get("wall") not in ("N", "E", "S", "W"):
            raise Fault("CA-134", f"a Siege Engine faces a wall, not {place}")
        if engine_facing(position, place["wall"]) is not None:
            raise Fault("CA-134", f"an engine faces wall {place['wall']} already")
        return
    if zone_of_kind(kind) == "outside":
        if kind == "siege_engine" or place.get("outside") is not True:
            raise Fault("CA-35", f"{kind} goes outside, not to {place}")
        return
    if not is_space(place.get("at")) or zone(tuple(place["at"])) != zone_of_kind(kind):
        raise Fault("CA-35", f"{kind} goes to the {zone_of_kind(kind)}, not to {place}")
    space = tuple(place["at"])
    lying = pile_on(position, space)
    if kind == "ghost":
        if lying is None or len(lying["cards"]) > 1 or is_protected(position, lying["cards"][0]):
            raise Fault("CA-101", f"no card to be replaced on {list(space)}")
        return
    if lying is not None:
        raise Fault("CA-37", f"{list(space)} is occupied")
    check_condition(position, kind, space)


# --- placing


def put(position: Position, kind: str, place: Entry, token: int | None) -> Card:
    """Put a card on a legal place with this token; it becomes the last placed card (CA-38, CA-41)."""
    check_place(position, kind, place)
    card = {"card": kind, "token": token}
    if kind == "knight":
        pile_named(position, place)["cards"].append(card)
    elif "at" in place:
        space = tuple(place["at"])
        if kind == "ghost":
            send_back(position, pile_named(position, place)["cards"][0])
        position["piles"].append({"at": space, "wall": None, "cards": [card]})
    else:
        position["piles"].append({"at": None, "wall": place.get("wall"), "cards": [card]})
    position["placed_before"] = position["last_placed"]
    position["last_placed"] = card
    return card
