"""What effects can choose: the cards within reach of a step, but for those that are protected."""

from __future__ import annotations

from rules.bits import lowest_bit
from rules.castle.cards import AMBASSADOR, CAPTAIN, LADY_IN_WAITING, PRIEST, Cards
from rules.castle.options import LadyReaches
from rules.castle.plan import WALL_OF, WALL_SPACES, Zone, near
from rules.castle.state import NO_CARD, NOBODY, State
from rules.kernel import kernel

EVERY_ZONE = 15  # a bit each


@kernel
def cards_on(state: State, spaces: int) -> int:
    """The cards of the piles on these spaces, as a mask; a pile is as near as its space (CA-11)."""
    found = 0
    left = spaces & state.occupied
    while left != 0:
        space = lowest_bit(left)
        left &= left - 1
        found |= state.pile[space]
    return found


@kernel
def in_zone(state: State, card: int, zone: int) -> bool:
    """Whether a card, perhaps none at all, is in a zone, also beneath a Knight (CA-40, CA-77)."""
    return card != NO_CARD and (state.zones[zone] >> card) & 1 != 0


# --- reach


@kernel
def in_reach(cards: Cards, state: State, card: int, place: int, i: int) -> int:
    """The cards in play of which step `i` of a card on a place speaks, protected or not, but itself (CA-47).

    Whose tokens they carry does not matter (CA-48, CA-61). The Lady in Waiting may reach out of the courtyard
    (CA-124).
    """
    kind = cards.kind[card]
    zones = cards.step_from[kind, i]
    if cards.acts_as[kind] == LADY_IN_WAITING and state.lady_reaches == LadyReaches.ADJACENT:
        zones = EVERY_ZONE
    found = 0
    for zone in range(4):
        if (zones >> zone) & 1:
            found |= state.zones[zone]
    if cards.step_near[kind, i]:
        found &= cards_on(state, near(place))
    return found & cards.step_only[kind, i] & ~(1 << card)


@kernel
def any_in_play(state: State, named: int) -> bool:
    """Whether any of these cards is on the board."""
    for zone in range(4):
        if state.zones[zone] & named != 0:
            return True
    return False


@kernel
def with_tokens(state: State) -> int:
    """Every card that carries a token."""
    found = 0
    for seat in range(state.players):
        found |= state.tokens[seat]
    return found


# --- protection


@kernel
def guarded_by_captain(cards: Cards, state: State) -> int:
    """The soldiers that a Captain protects: all others on his wall, whatever his token (CA-79, CA-82).

    Not himself (CA-81), but beneath a Knight too (CA-107, CA-143).
    """
    found = 0
    left = cards.alike[CAPTAIN] & state.zones[Zone.RAMPARTS]
    while left != 0:
        captain = lowest_bit(left)
        left &= left - 1
        wall = WALL_OF[state.where[captain]]
        found |= cards_on(state, WALL_SPACES[wall]) & cards.soldiers & ~(1 << captain)
    return found


@kernel
def guarded_by_priest(cards: Cards, state: State) -> int:
    """The cards on spaces adjacent to a Priest that carry a token of his colour (CA-79, CA-82, CA-123).

    Every card but himself can be protected so (CA-81), a machine, a Knight and a card beneath him too
    (CA-138, CA-142); and he protects beneath a Knight (CA-143).
    """
    found = 0
    left = cards.alike[PRIEST] & state.zones[cards.zone[PRIEST]]
    while left != 0:
        priest = lowest_bit(left)
        left &= left - 1
        owner = state.token[priest]
        if owner != NOBODY:
            found |= cards_on(state, near(state.where[priest])) & state.tokens[owner]
    return found


@kernel
def protected(cards: Cards, state: State) -> int:
    """Every protected card now (CA-79, CA-80): under a Knight, by Captain or Priest, the Ambassador (CA-119).

    None of these can be sent back, moved or taken away (CA-62, CA-69, CA-78). As a card under a Knight is
    protected (CA-137), only the top card of a pile can (CA-64).
    """
    return (
        state.covered
        | cards.alike[AMBASSADOR]
        | guarded_by_captain(cards, state)
        | guarded_by_priest(cards, state)
    )
