"""Steps that follow by themselves; they belong to the card that was placed (CA-90)."""

from __future__ import annotations

from rules.bits import count_bits, lowest_bit
from rules.castle.cards import Cards, Do
from rules.castle.options import Options
from rules.castle.piles import send_back
from rules.castle.plan import SPACES, WALL_OF, WALL_SPACES, Zone
from rules.castle.state import NO_CARD, State
from rules.castle.targets import protected
from rules.kernel import kernel


@kernel
def check_wall(cards: Cards, state: State, wall: int) -> None:
    """With four soldiers on the wall the unprotected engine facing it is sent back (CA-84, CA-85, CA-90).

    Captain, Traitor and Soldiers are soldiers (CA-83, CA-107, CA-108, CA-109), beneath a Knight too (CA-77).
    Asked when one comes to the wall, not when an engine comes to face it (CA-86). Off the ramparts, where
    cards of one's own may go (HR-30), there is none.
    """
    if wall < 0:
        return
    engine = state.engine[wall]
    if engine == NO_CARD or count_bits(state.soldier_spaces & WALL_SPACES[wall]) < 4:
        return
    if (protected(cards, state) >> engine) & 1 == 0:
        send_back(cards, state, engine, state.seat)


@kernel
def storm(cards: Cards, state: State) -> None:
    """With four engines around the castle all unprotected soldiers on the walls are sent back together.

    Protection is judged once, before any of them leaves (CA-63, CA-87, CA-89). A Knight on one is no soldier
    (CA-91). Asked when an engine is placed (CA-134), not when a soldier is (CA-88).
    """
    for wall in range(4):
        if state.engine[wall] == NO_CARD:
            return
    left = state.zones[Zone.RAMPARTS] & cards.soldiers & ~protected(cards, state)
    while left != 0:
        send_back(cards, state, lowest_bit(left), state.seat)
        left &= left - 1


@kernel
def send_back_last(cards: Cards, state: State) -> None:
    """Send back the card placed before the last, if it still lies there unprotected (CA-133)."""
    card = state.placed_before
    if card != NO_CARD and (protected(cards, state) >> card) & 1 == 0:
        send_back(cards, state, card, state.seat)


@kernel
def follow(cards: Cards, options: Options, state: State, do: int) -> None:
    """Carry out such a step; the last is the Merchant's third action (CA-26, CA-110, CA-141)."""
    if do == Do.FULL_WALL:
        place = state.where[state.source]
        if place < SPACES:
            check_wall(cards, state, WALL_OF[place])
    elif do == Do.STORM:
        storm(cards, state)
    elif do == Do.SEND_BACK_LAST:
        send_back_last(cards, state)
    else:
        state.n_actions = options.actions + 1  # never more (CA-26)
