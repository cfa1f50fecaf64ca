"""Why an effect of a record cannot be applied, by rule number.

CA-43   an effect is missing, or something else stands in its place
CA-44   an effect too many
CA-46   another player than the one who chooses; CA-111 where the text of the King names who does
CA-47   the card that was just placed
CA-78   a protected card
CA-144  the two cards of the Dragon in the wrong order
CA-65, CA-68, CA-132   a card is moved to where it cannot go
CA-1xx  anything else, by the rule of the card whose effect it is
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rules.castle.cards import (
    DRAW_OUT,
    MOVE,
    MOVE_KNIGHT,
    REARRANGE_TOKENS,
    REPLACE_TOKEN,
    SEND_BACK,
    SWAP_TOKENS,
    TAKE_TOKEN,
)
from rules.castle.places import read_card
from rules.castle.record import WORDS
from rules.castle.table import Table
from rules.records import Illegal, quote

UNSHELTERED = (TAKE_TOKEN, REPLACE_TOKEN, SWAP_TOKENS, REARRANGE_TOKENS)
"""Steps for which protection does not matter (CA-71)."""

GOALS = {MOVE: "CA-65", MOVE_KNIGHT: "CA-68", DRAW_OUT: "CA-132"}
"""The rule that says where a card can go, by the step that moves it."""


def refuse_target(table: Table, source: int, steps: Sequence[int], card: int, place: Any) -> Illegal:
    """Why none of these steps of the card `source` can choose a card in play."""
    name, kind = table.kind(card).name, table.kind(source)
    if card == source:
        return Illegal("CA-47", f"the {name} does not choose itself")
    for step in steps:
        if table.in_reach(source, step) >> card & 1 == 0:
            continue
        do = kind.steps[step].do
        if do not in UNSHELTERED and table.protected() >> card & 1:
            return Illegal("CA-78", f"the {name} at {quote(place)} is protected")
        if do in GOALS:
            return Illegal(GOALS[do], f"the {name} at {quote(place)} has no other place to go to")
    now, later = kind.steps[steps[-1]].do, range(steps[-1] + 1, len(kind.steps))
    alike = [step for step in later if kind.steps[step].do == now == SEND_BACK]
    if any(table.in_reach(source, step) >> card & 1 for step in alike):
        return Illegal("CA-144", f"the {kind.name} chooses the {name} at {quote(place)} later")
    return Illegal(kind.rule, f"the {name} at {quote(place)} cannot be chosen by the {kind.name}")


def refuse_surplus(table: Table, card: int, effect: Any, answered: Collection[str]) -> Illegal:
    """Why a card does not have an effect for which nothing asked; `answered` are the words of those it had.

    If it had none of this kind, for want of anything to choose, the reason is that of the target.
    """
    kind = table.kind(card)
    words = [WORDS[step.do] for step in kind.steps if step.do in WORDS and WORDS[step.do] not in answered]
    word = next((word for word in words if isinstance(effect, Mapping) and word in effect), None)
    if word is None:
        return Illegal("CA-44", f"the {kind.name} has no such effect here: {quote(effect)}")
    target = read_card(table, effect[word])
    if target is None:
        return Illegal(kind.rule, f"the {kind.name} cannot do this here: {quote(effect)}")
    steps = [i for i, step in enumerate(kind.steps) if WORDS.get(step.do) == word]
    return refuse_target(table, card, steps, target, effect[word])
