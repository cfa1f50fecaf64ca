"""What each character does, in a sentence with the number of its rule, for whoever meets the name."""

from __future__ import annotations

from rules.castle.cards import CardSet, Do, How, Kind, Step
from rules.castle.kinds import IDS
from rules.castle.plan import ZONES, Zone
from rules.words import listed_or

STEPS = {
    Do.SEND_BACK: "sends back {}",
    Do.OWNER_SENDS_BACK: "the owner of the token on the Mistress sends back {}",
    Do.TO_EXCHANGE: "sends {} to the exchange",
    Do.REMOVE: "takes out of the game {}",
    Do.TAKE_TOKEN: "takes the token off {}",
    Do.MOVE: "moves {} to a free space of its zone",
    Do.MOVE_KNIGHT: "moves {} onto another card of its zone",
    Do.DRAW_OUT: "brings {} outside",
    Do.SWAP_PLACES: "two cards change places: {}",
    Do.REPLACE_TOKEN: "puts its owner's token on {}",
    Do.SWAP_TOKENS: "swaps the tokens of two cards",
    Do.REARRANGE_TOKENS: "deals the tokens of adjacent cards anew",
    Do.GIVE: "gives a card of the exchange to a player",
    Do.SWAP_CARDS: "exchanges up to two cards of the hand",
    Do.TRADE: "trades a card of the hand with a player",
    Do.DRAW_BLINDLY: "draws what the trade brings blindly",
    Do.PASS: "all pass a card on to the left",
    Do.TAKE: "all take a card from the right, blindly",
    Do.PLACE: "places a card of the exchange",
    Do.FULL_WALL: "the fourth soldier of a wall drives off the Siege Engine",
    Do.STORM: "the fourth Siege Engine drives off all soldiers",
    Do.SEND_BACK_LAST: "sends back the card placed before",
    Do.THIRD_ACTION: "brings one more action in this turn",
}
"""What a step does; the card that it means stands in the place of {}."""

STANDING = {
    "ghost": "takes the place of a card, which is sent back",
    "captain": "protects the other soldiers of the wall",
    "prince": "stands in for the King",
    "ambassador": "is always protected",
    "priest": "protects adjacent cards with a token of the same colour",
    "herald": "whoever has the King in hand must play it",
    "knight": "protects the card beneath",
}
"""What a character is good for while it lies there."""


def effects(cards: CardSet) -> dict[str, str]:
    """What every character of the box does, by name."""
    return {kind.name: effect_of(cards, kind) for kind in cards.kinds}


def effect_of(cards: CardSet, kind: Kind) -> str:
    """``Queen, courtyard: sends back a card in the courtyard (CA-114)``."""
    acts = cards.kinds[kind.acts_as]
    parts = [STANDING[acts.id]] if acts.id in STANDING else []
    steps = [step for step in acts.steps if step.do in STEPS]
    parts += list(dict.fromkeys(STEPS[step.do].format(_target(cards, step)) for step in steps))
    zone = ZONES[kind.zone] if kind.zone < len(ZONES) else "on top of a card"
    beside = ""
    if kind.how in (How.BESIDE, How.BESIDE_IF_THERE):
        beside = f" beside {_either([f'the {cards.kinds[other].name}' for other in sorted(kind.by)])}"
    return f"{kind.name}, {zone}{beside}: {'; '.join(parts) or 'no effect'} ({kind.rule})"


def _target(cards: CardSet, step: Step) -> str:
    """Which cards a step can mean: ``an adjacent male card in the courtyard``."""
    kinds = [cards.kinds[number] for number in sorted(step.kinds)]
    genders = {kind.gender for kind in kinds}
    if len(kinds) <= 3:
        what = _either([f"a {kind.name}" for kind in kinds])
    elif len(genders) == 1:
        what = f"a {genders.pop()} card"
    else:
        left_out = [cards.kinds[number].name for number in range(len(IDS)) if number not in step.kinds]
        what = f"a card but the {_either(left_out)}" if 0 < len(left_out) <= 2 else "a card"
    near = " beside it" if step.near else ""
    return f"{what}{near}{_where(step)}"


def _where(step: Step) -> str:
    """In which part of the castle, if not anywhere."""
    if set(step.zones) == set(Zone):
        return ""
    if set(step.zones) == set(Zone) - {Zone.OUTSIDE}:
        return " in the castle"
    zones = [ZONES[zone] for zone in step.zones]
    if step.zones == (Zone.OUTSIDE,):
        return " outside"
    return f" {'in' if Zone.COURTYARD in step.zones else 'on'} the {_either(zones)}"


def _either(words: list[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    return listed_or(words) if len(words) > 1 else words[0]
