"""How records name places: ``{"at": [row, col]}``, ``{"outside": "fairy"}``, ``{"wall": "N"}``.

A place means its top card, with ``"depth": 1`` the one beneath, and so on. A pile outside is named by its
lowest card, or by the wall that an engine faces; of two piles with like lowest cards ``"nth": 1`` is the one
that came second.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.castle.cards import How, standard_cards
from rules.castle.plan import FACING, OPEN, PILE, SIDE, SPACES, WALLS, Wall, space_of
from rules.castle.position import Position
from rules.castle.state import NO_CARD
from rules.records import Data, is_pair, is_whole, spot

WAYS = ("at", "outside", "wall")

PLACE = dict.fromkeys((*WAYS, "depth", "nth"))
"""The keys of a place."""

# --- writing


def space_entry(space: int) -> Data:
    """A space."""
    return {"at": [int(space) // SIDE, int(space) % SIDE]}


def pile_entry(position: Position, lowest: int) -> Data:
    """A pile outside."""
    walls = [wall for wall in range(4) if position["engine"][wall] == lowest]
    if walls:
        return {"wall": WALLS[walls[0]]}
    name = position.id_of(lowest)
    nth = _named(position, name).index(lowest)
    return {"outside": name} | ({"nth": nth} if nth else {})


def _named(position: Position, name: str) -> list[int]:
    """The lowest cards of the piles outside that a card id names, the longest there first."""
    outside = [int(card) for card in position["outside"][: position["n_outside"]]]
    engines = position["engine"].tolist()
    return [card for card in outside if position.id_of(card) == name and card not in engines]


def card_entry(position: Position, card: int) -> Data:
    """Where a card in play lies."""
    pile = position.pile(card)
    place = int(position["where"][card])
    entry = space_entry(place) if place < SPACES else pile_entry(position, pile[0])
    depth = len(pile) - 1 - pile.index(card)
    return entry | ({"depth": depth} if depth else {})


def goal_entry(position: Position, place: int) -> Data:
    """Where a card goes that is placed or moved."""
    if place < SPACES:
        return space_entry(place)
    if place == OPEN:
        return {"outside": True}
    if place >= FACING:
        return {"wall": WALLS[place - FACING]}
    return pile_entry(position, place - PILE)


# --- reading


def read_space(at: Any) -> int | None:
    """A space from [row, col], None for what is none."""
    return space_of(at[0], at[1]) if is_pair(at, 0, SIDE - 1) else None


def read_wall(wall: Any) -> int | None:
    """A wall from its letter, None for what is none."""
    return next((number for number, letter in enumerate(WALLS) if wall == letter), None)


def read_pile(position: Position, entry: Any) -> list[int]:
    """The cards of the pile that an entry names, the lowest first; none if there is no such pile."""
    if not isinstance(entry, Mapping) or sum(way in entry for way in WAYS) != 1:
        return []
    if "at" in entry:
        space = read_space(entry["at"])
        lowest = NO_CARD if space is None else int(position["lowest"][space])
    elif "wall" in entry:
        wall = read_wall(entry["wall"])
        lowest = NO_CARD if wall is None else int(position["engine"][wall])
    else:
        nth, name = entry.get("nth", 0), entry["outside"]
        found = _named(position, name) if isinstance(name, str) else []
        lowest = found[nth] if is_whole(nth, 0, len(found) - 1) else NO_CARD
    return [] if lowest == NO_CARD else position.pile(lowest)


def read_card(position: Position, entry: Any) -> int | None:
    """The card that an entry names, None if there is none."""
    pile = read_pile(position, entry)
    depth: Any = entry.get("depth", 0) if pile else None
    return pile[-1 - depth] if is_whole(depth, 0, len(pile) - 1) else None


def depth_fault(position: Position, entry: Any) -> str:
    """How a refusal of a card that is not there ends, if a pile is there and only the depth is wrong."""
    pile = read_pile(position, entry)
    if not pile or is_whole(entry.get("depth", 0), 0, len(pile) - 1):
        return ""
    found = "a single card lies" if len(pile) == 1 else f"{len(pile)} cards lie"
    return f": {found} there, so the depth is {f'0 to {len(pile) - 1}' if len(pile) > 1 else 0}"


def read_goal(position: Position, entry: Any, card: int) -> int | None:
    """Where an entry puts a card, None for what is no place for anything.

    Only for a Knight a wall or a card outside means the pile there. Nothing goes beneath a card.
    """
    if not isinstance(entry, Mapping) or sum(way in entry for way in WAYS) != 1:
        return None
    if not is_whole(entry.get("depth", 0), 0, 0):
        return None
    if "at" in entry:
        return read_space(entry["at"])
    if position.kind(card).how == How.ON_TOP:
        pile = read_pile(position, entry)
        return PILE + pile[0] if pile else None
    if "outside" in entry:
        return OPEN if entry["outside"] is True else None
    wall = read_wall(entry["wall"])
    return None if wall is None else FACING + wall


# --- telling

WALL_WORDS = {wall.text: wall.word for wall in Wall}
NAMES = {kind.id: kind.name for kind in standard_cards().kinds}
"""The names of cards by their ids."""


def tell_place(place: Data) -> str:
    """Where a card lies, in words."""
    under = f", {place['depth']} beneath the top" if place.get("depth") else ""
    if "at" in place:
        return f"{spot(place['at'])}{under}"
    if "wall" in place:
        return f"the engine facing {WALL_WORDS[place['wall']]}{under}"
    nth = f" number {place['nth'] + 1}" if place.get("nth") else ""
    return f"{NAMES[place['outside']]}{nth} outside{under}"


def tell_goal(goal: Data, before: str = "at") -> str:
    """Where a card goes, in words."""
    if "at" in goal:
        return f"{before} {spot(goal['at'])}"
    if "wall" in goal:
        return f"facing {WALL_WORDS[goal['wall']]}"
    return "outside" if goal["outside"] is True else f"on {tell_place(goal)}"
