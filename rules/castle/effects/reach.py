"""What a step can reach: cards of its zones, near the card that was placed, of the kinds it names."""

from __future__ import annotations

from rules.castle.cards import Cards
from rules.castle.plan import PLACES, near
from rules.castle.protection import cards_on
from rules.castle.state import NO_CARD, State
from rules.kernel import kernel


@kernel
def in_reach(cards: Cards, state: State, card: int, place: int, i: int) -> int:
    """The cards in play of which step `i` of a card on a place speaks, protected or not, but itself (CA-47).

    Whose tokens they carry does not matter (CA-48, CA-61).
    """
    kind = cards.kind[card]
    found = 0
    for zone in range(4):
        if (cards.step_from[kind, i] >> zone) & 1:
            found |= state.zones[zone]
    if cards.step_near[kind, i]:
        found &= cards_on(state, near(place))
    return found & cards.step_only[kind, i] & ~(1 << card)


@kernel
def in_play(state: State, card: int) -> bool:
    """Whether a card, perhaps none at all, is on the board."""
    return card != NO_CARD and state.where[card] < PLACES


@kernel
def with_tokens(state: State) -> int:
    """Every card that carries a token."""
    found = 0
    for seat in range(state.players):
        found |= state.tokens[seat]
    return found
