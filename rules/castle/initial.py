"""The position from which a record of Castle begins, written and read.

It may hold any part of the box and need not be reachable by play; what it does not name is out of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.castle.cards import ANY_ZONE, How
from rules.castle.kinds import IDS
from rules.castle.notation import PLACE, card_entry, pile_entry, read_card, read_space, read_wall, space_entry
from rules.castle.plan import EXCHANGE, FACING, HAND, OPEN, PILE, PLACES, REMOVED, SPACES, STOCK, ZONE_OF
from rules.castle.position import Position
from rules.castle.state import NO_CARD, NOBODY
from rules.errors import nearest
from rules.records import Data, Illegal, Keys, is_whole, quote, read_next, spot

_PILE: Keys = [dict.fromkeys(("card", "token"))]
KEYS: Keys = {
    **dict.fromkeys(("hands", "stocks", "exchange", "removed", "first", "next")),
    "castle": [{"at": None, "pile": _PILE}],
    "outside": [{"pile": _PILE, "wall": None}],
    "last_placed": PLACE,
}
"""What may stand in a setup."""

# --- writing


def setup_entry(position: Position) -> Data:
    """The position as it lies; the player to act is at the start of a turn."""
    seats = range(position.players)
    stocks = [position["stock"][seat][: position["n_stock"][seat]].tolist() for seat in seats]
    entry: Data = {
        "hands": [position.ids(position["hand"][seat]) for seat in seats],
        "stocks": [[position.id_of(card) for card in reversed(stock)] for stock in stocks],
        "exchange": position.ids(position["exchange"]),
        "first": position["seat"],
    }
    if position["occupied"]:
        spaces = [space for space in range(SPACES) if position["occupied"] >> space & 1]
        entry["castle"] = [
            space_entry(space) | {"pile": _pile(position, position["lowest"][space])} for space in spaces
        ]
    if position["n_outside"]:
        entry["outside"] = [
            _outside(position, int(card)) for card in position["outside"][: position["n_outside"]]
        ]
    if position["last_placed"] != NO_CARD:
        entry["last_placed"] = _last_placed(position, position["last_placed"])
    if position["removed"]:
        entry["removed"] = position.ids(position["removed"])
    return entry


def _pile(position: Position, lowest: int) -> list[Data]:
    tokens = position["token"].tolist()
    return [
        {"card": position.id_of(card), "token": None if tokens[card] == NOBODY else tokens[card]}
        for card in position.pile(int(lowest))
    ]


def _outside(position: Position, lowest: int) -> Data:
    named = pile_entry(position, lowest)
    return {"pile": _pile(position, lowest)} | ({"wall": named["wall"]} if "wall" in named else {})


def _last_placed(position: Position, card: int) -> str | Data:
    """The card's id, or its place if another such card is in play."""
    in_play = [other for zone in range(4) for other in position.ids(position["zones"][zone])]
    name = position.id_of(card)
    return name if in_play.count(name) == 1 else card_entry(position, card)


# --- reading


def lay_initial(position: Position, setup: Any) -> None:
    """Lay the position before the first turn, and begin."""
    if not isinstance(setup, Mapping):
        raise Illegal("SETUP", f"a setup is an object with hands, stocks and exchange, not {quote(setup)}")
    box = {name: list(position.box.cards_of(name)) for name in IDS}
    for seat, hand in enumerate(_by_seat(position, setup, "hands")):
        for name in _list(hand, "a hand"):
            position.lay(_take(box, name), HAND + seat)
    for seat, stock in enumerate(_by_seat(position, setup, "stocks")):
        for card in reversed([_take(box, name) for name in _list(stock, "a stock")]):
            position.lay(card, STOCK + seat)
    for name in _list(setup.get("exchange", []), "exchange"):
        position.lay(_take(box, name), EXCHANGE)
    for name in _list(setup.get("removed", []), "removed"):
        position.lay(_take(box, name), REMOVED)
    for entry in _list(setup.get("castle", []), "castle"):
        _lay_in_castle(position, box, entry)
    for entry in _list(setup.get("outside", []), "outside"):
        _lay_outside(position, box, entry)
    position["last_placed"] = _read_last(position, setup.get("last_placed"))
    position.begin(read_next(setup, position.players, 0, "first"))


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise Illegal("SETUP", f"{what} is a list, not {quote(value)}")
    return list(value)


def _by_seat(position: Position, setup: Mapping[str, Any], name: str) -> list[Any]:
    """One list for each seat; if none is given they are empty."""
    found = _list(setup.get(name, [[]] * position.players), name)
    if len(found) != position.players:
        raise Illegal(
            "SETUP", f"{name} holds one list for each of {position.players} seats, not {len(found)}"
        )
    return found


def _take(box: dict[str, list[int]], name: Any) -> int:
    """A card of the box by its id."""
    if not isinstance(name, str) or name not in box:
        raise Illegal("SETUP", f"there is no card {quote(name)}.{nearest(name, box)}")
    if not box[name]:
        raise Illegal("SETUP", f"the box has no further '{name}'")
    return box[name].pop(0)


def _read_pile(position: Position, box: dict[str, list[int]], entry: Any) -> list[tuple[int, int]]:
    """The cards of a pile with their tokens' owners: one card, and Knights on it (CA-10)."""
    if not isinstance(entry, Mapping) or not entry.get("pile"):
        raise Illegal("SETUP", f"{quote(entry)} is not a pile of cards")
    found: list[tuple[int, int]] = []
    for part in _list(entry["pile"], "a pile"):
        if not isinstance(part, Mapping):
            raise Illegal("SETUP", f"{quote(part)} is not a card of a pile")
        token = part.get("token")
        if token is not None and not is_whole(token, 0, position.players - 1):
            raise Illegal("SETUP", f"a token is a seat or null, not {quote(token)}")
        card = _take(box, part.get("card"))
        if (position.kind(card).zone == ANY_ZONE) != bool(found):
            raise Illegal("SETUP", f"'{position.id_of(card)}': a pile is one card with Knights on it (CA-10)")
        found.append((card, NOBODY if token is None else token))
    return found


def _lay_in_castle(position: Position, box: dict[str, list[int]], entry: Any) -> None:
    """A pile on a free space of its zone."""
    pile = _read_pile(position, box, entry)
    space = read_space(entry.get("at"))
    if space is None:
        raise Illegal("SETUP", f"there is no space {quote(entry.get('at'))}")
    if position["occupied"] >> space & 1:
        raise Illegal("SETUP", f"two piles lie on {spot(entry['at'])}")
    kind = position.kind(pile[0][0])
    if kind.zone != ZONE_OF[space]:
        raise Illegal("SETUP", f"'{kind.id}' cannot lie on {spot(entry['at'])} (CA-35)")
    for card, owner in pile:
        position.lay(card, space, owner)


def _lay_outside(position: Position, box: dict[str, list[int]], entry: Any) -> None:
    """A pile outside; an engine faces a wall that no other one faces (CA-9)."""
    pile = _read_pile(position, box, entry)
    lowest, wall = pile[0][0], entry.get("wall")
    goal = OPEN
    if position.kind(lowest).how == How.FACES:
        facing = read_wall(wall)
        if facing is None:
            raise Illegal("SETUP", f"a siege engine faces one of the walls N, E, S, W, not {quote(wall)}")
        if position["engine"][facing] != NO_CARD:
            raise Illegal("SETUP", f"two siege engines face wall {wall} (CA-9)")
        goal = FACING + facing
    elif wall is not None:
        raise Illegal("SETUP", f"'{position.id_of(lowest)}' faces no wall (CA-9)")
    position.lay(lowest, goal, pile[0][1])
    for card, owner in pile[1:]:
        position.lay(card, PILE + lowest, owner)


def _read_last(position: Position, value: Any) -> int:
    """The card placed last, by its id or its place; one that is not in play means nothing (CA-133)."""
    if value is None:
        return NO_CARD
    if isinstance(value, str) and value in IDS:
        found = [card for card in position.box.cards_of(value) if position["where"][card] < PLACES]
        if len(found) > 1:
            raise Illegal("SETUP", f"several '{value}' are in play; say where the one placed last lies")
        return found[0] if found else NO_CARD
    card = read_card(position, value)
    if card is None:
        raise Illegal("SETUP", f"last_placed is a card in play, not {quote(value)}")
    return card
