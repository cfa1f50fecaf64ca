"""Why a record's choice is against the rules, by rule number.

CA-43   an effect is missing, or something else stands in its place
CA-44   an effect too many
CA-46   another player than the one who chooses; CA-111 where the text of the King names who does
CA-47   the card that was just placed
CA-78   a protected card
CA-144  the two cards of the Dragon in the wrong order
CA-65, CA-68, CA-132   a card is moved to where it cannot go
CA-35, CA-37, CA-74, CA-134   a card is placed where it cannot go
CA-1xx  anything else, by the rule of the card whose effect it is
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.castle.cards import ANY_ZONE, Do, How
from rules.castle.notation import WAYS, read_space, tell_place
from rules.castle.plan import FACING, OPEN, SPACES, ZONE_OF, ZONES, Zone
from rules.castle.position import Position
from rules.records import Illegal, quote, spot

UNSHELTERED = (Do.TAKE_TOKEN, Do.REPLACE_TOKEN, Do.SWAP_TOKENS, Do.REARRANGE_TOKENS)
"""Steps for which protection does not matter (CA-71)."""

GOALS: dict[int, str] = {Do.MOVE: "CA-65", Do.MOVE_KNIGHT: "CA-68", Do.DRAW_OUT: "CA-132"}
"""The rule that says where a card can go, by the step that moves it."""


def refuse(position: Position, message: str) -> Illegal:
    """A fault by the rule of the card whose effect is going on."""
    return Illegal(position.kind(position["source"]).rule, message)


def refuse_target(position: Position, source: int, steps: list[int], card: int, place: Any) -> Illegal:
    """Why none of these steps of the card `source` can choose a card in play."""
    name, kind = position.kind(card).name, position.kind(source)
    if card == source:
        return Illegal("CA-47", f"the {name} does not choose itself")
    where = tell_place(place)
    chosen = where if where.startswith(name) else f"{name} at {where}"  # a card outside is its own place
    for step in steps:
        if position.in_reach(source, step) >> card & 1 == 0:
            continue
        do = kind.steps[step].do
        if do not in UNSHELTERED and position.protected() >> card & 1:
            return Illegal("CA-78", f"the {chosen} is protected")
        if do in GOALS:
            return Illegal(GOALS[do], f"the {chosen} has no other place to go to")
    now, later = kind.steps[steps[-1]].do, range(steps[-1] + 1, len(kind.steps))
    alike = [step for step in later if kind.steps[step].do == now == Do.SEND_BACK]
    if any(position.in_reach(source, step) >> card & 1 for step in alike):
        return Illegal("CA-144", f"the {kind.name} chooses the {chosen} later")
    return Illegal(kind.rule, f"the {chosen} cannot be chosen by the {kind.name}")


def refuse_place(position: Position, card: int, entry: Mapping[str, Any], goal: int | None) -> Illegal:
    """Why a card may not be placed where the entry says (CA-35, CA-36, CA-37)."""
    kind = position.kind(card)
    at = entry.get("at")
    said = quote({way: entry[way] for way in (*WAYS, "depth") if way in entry})
    if "depth" in entry:
        said += ", which is beneath a card"
    elif at is not None and read_space(at) is not None:
        said = spot(at)
    if kind.how == How.ON_TOP:
        return Illegal("CA-74", f"a {kind.name} goes on top of a card in play, and none is at {said}")
    if kind.how == How.FACES and not (goal is not None and goal < SPACES):
        if goal is None or not FACING <= goal < OPEN:
            return Illegal("CA-134", f"a {kind.name} faces one of the walls N, E, S, W, not {said}")
        return Illegal("CA-134", f"another {kind.name} faces wall {quote(entry['wall'])}")
    if goal is None or _zone(goal) != kind.zone:
        where = "outside" if kind.zone == Zone.OUTSIDE else f"in the {ZONES[kind.zone]}"
        return Illegal("CA-35", f"the {kind.name} is placed {where}, not at {said}")
    if kind.how == How.REPLACES:
        return Illegal(kind.rule, f"the {kind.name} replaces a single unprotected card; {said} holds none")
    if position["occupied"] >> goal & 1:
        return Illegal("CA-37", f"a card lies at {said}")
    return Illegal(kind.rule, f"the {kind.name} may not be placed at {said}")


def _zone(goal: int) -> int:
    """The zone of a goal; a wall that is faced belongs to none that other cards are placed in."""
    if goal < SPACES:
        return int(ZONE_OF[goal])
    return Zone.OUTSIDE if goal == OPEN else ANY_ZONE
