"""Why a card may not be placed where a record says, by rule number (CA-35 to CA-37, section 12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.castle.cards import ANY_ZONE, FACES, ON_TOP, REPLACES
from rules.castle.moves import pack_move
from rules.castle.places import read_goal
from rules.castle.plan import FACING, OPEN, OUTSIDE, SPACES, ZONE_OF, ZONES
from rules.castle.table import Table
from rules.records import Illegal, quote


def read_placing(table: Table, what: int, card: int, entry: Mapping[str, Any]) -> int:
    """The move that places a card where the entry says.

    Raises
    ------
    Illegal
        Naming the rule that is in the way.
    """
    goal = read_goal(table, entry, card)
    move = None if goal is None else pack_move(what, card, goal, 0, 0)
    if move is None or move not in table.legal():
        raise _misplaced(table, card, entry, goal)
    return int(move)


def _misplaced(table: Table, card: int, entry: Mapping[str, Any], goal: int | None) -> Illegal:
    """The rule that keeps a card from where the entry says."""
    kind = table.kind(card)
    said = quote({way: entry[way] for way in ("at", "outside", "wall") if way in entry})
    if kind.how == ON_TOP:
        return Illegal("CA-74", f"a {kind.name} goes on top of a card in play, and none is at {said}")
    if kind.how == FACES and not (goal is not None and goal < SPACES):
        if goal is None or not FACING <= goal < OPEN:
            return Illegal("CA-134", f"a {kind.name} faces one of the walls N, E, S, W, not {said}")
        return Illegal("CA-134", f"another {kind.name} faces wall {quote(entry['wall'])}")
    if goal is None or _zone(goal) != kind.zone:
        where = "outside" if kind.zone == OUTSIDE else f"in the {ZONES[kind.zone]}"
        return Illegal("CA-35", f"the {kind.name} is placed {where}, not at {said}")
    if kind.how == REPLACES:
        return Illegal(kind.rule, f"the {kind.name} replaces a single unprotected card; {said} holds none")
    if table["occupied"] >> goal & 1:
        return Illegal("CA-37", f"a card lies at {said}")
    return Illegal(kind.rule, f"the {kind.name} may not be placed at {said}")


def _zone(goal: int) -> int:
    """The zone of a goal; a wall that is faced belongs to none that other cards are placed in."""
    if goal < SPACES:
        return int(ZONE_OF[goal])
    return OUTSIDE if goal == OPEN else ANY_ZONE
