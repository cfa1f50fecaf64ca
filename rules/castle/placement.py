"""Where a card may be placed: its zone, a free space and its condition; asked only when it is placed."""

from __future__ import annotations

from rules.bits import lowest_bit
from rules.castle.cards import LADY_IN_WAITING, PRINCESS, QUEEN, Cards, How
from rules.castle.moves import list_outside, pack_move
from rules.castle.options import LadyBeside
from rules.castle.plan import FACING, NEAR, OPEN, ZONE_SPACES, Zone
from rules.castle.state import NO_CARD, State
from rules.castle.targets import protected
from rules.kernel import Array, inlined, kernel
from rules.moves import add_move


@kernel
def spaces_beside(state: State, named: int) -> int:
    """The spaces adjacent to those of the named cards that are in the courtyard (CA-40, CA-140)."""
    found = 0
    left = named & state.zones[Zone.COURTYARD]
    while left != 0:
        found |= NEAR[state.where[lowest_bit(left)]]
        left &= left - 1
    return found


@kernel
def replaceable(cards: Cards, state: State, zone: int) -> int:
    """The spaces of a zone that hold a single unprotected card (CA-101)."""
    found = 0
    safe = protected(cards, state)
    left = state.occupied & ZONE_SPACES[zone]
    while left != 0:
        space = lowest_bit(left)
        left &= left - 1
        if state.pile[space] & (state.pile[space] - 1) == 0 and state.pile[space] & safe == 0:
            found |= 1 << space
    return found


@inlined
def legal_spaces(cards: Cards, state: State, kind: int) -> int:
    """The castle spaces on which a card of this kind may be placed, as a mask (CA-35, CA-36, CA-37, CA-39).

    A Knight goes on a card (CA-74), a Ghost in its place (CA-101). The King's Advisor goes beside the King,
    or the Prince while the King is not in the courtyard (CA-116, CA-127); a Lady in Waiting beside Queen or
    Princess, or both (CA-124); a Queen beside the King and Prince Charming beside the Princess, if they are
    there (CA-114, CA-129); the Mistress not while the Queen is there (CA-128); the Ambassador last (CA-119).
    """
    how = cards.place_how[kind]
    if how == How.ON_TOP:
        return state.occupied
    zone = cards.zone[kind]
    if zone == Zone.OUTSIDE:
        return 0
    if how == How.REPLACES:
        return replaceable(cards, state, zone)
    free = ZONE_SPACES[zone] & ~state.occupied
    there = cards.place_by[kind] & state.zones[Zone.COURTYARD]
    if kind == LADY_IN_WAITING and state.lady_beside == LadyBeside.BOTH:
        free &= spaces_beside(state, cards.alike[QUEEN])
        return free & spaces_beside(state, cards.alike[PRINCESS])
    if how == How.BESIDE:
        return free & spaces_beside(state, there if there != 0 else cards.stand_in[kind])
    if how == How.BESIDE_IF_THERE and there != 0:
        return free & spaces_beside(state, there)
    if (how == How.ABSENT and there != 0) or (how == How.LAST_FREE and free & (free - 1) != 0):
        return 0
    return free


@kernel
def is_placeable(cards: Cards, state: State, kind: int) -> bool:
    """Whether a card of this kind has a legal place on the present board (CA-33, CA-36)."""
    if legal_spaces(cards, state, kind) != 0:
        return True
    how = cards.place_how[kind]
    if how == How.ON_TOP:
        return state.n_outside > 0
    if how == How.FACES:
        for wall in range(4):
            if state.engine[wall] == NO_CARD:
                return True
        return False
    return cards.zone[kind] == Zone.OUTSIDE


@kernel
def list_places(cards: Cards, state: State, what: int, card: int, moves: Array, n: int) -> int:
    """Append a move for each legal place of a card to the first `n`; return how many there are now.

    A Knight goes on any card in play, another Knight and cards outside too (CA-74, CA-75); a Siege Engine
    faces a wall that no other one faces, full or not (CA-86, CA-134).
    """
    kind = cards.kind[card]
    left = legal_spaces(cards, state, kind)
    while left != 0:  # here and not in a kernel of its own: it is half of listing moves
        n = add_move(moves, n, pack_move(what, card, lowest_bit(left), 0, 0))
        left &= left - 1
    how = cards.place_how[kind]
    if how == How.ON_TOP:
        n = list_outside(state, moves, n, what, card)
    elif how == How.FACES:
        for wall in range(4):
            if state.engine[wall] == NO_CARD:
                n = add_move(moves, n, pack_move(what, card, FACING + wall, 0, 0))
    elif cards.zone[kind] == Zone.OUTSIDE:
        n = add_move(moves, n, pack_move(what, card, OPEN, 0, 0))
    return n


@kernel
def any_placeable(cards: Cards, state: State, mask: int) -> bool:
    """Whether one of these cards has a legal place."""
    left = mask
    while left != 0:
        if is_placeable(cards, state, cards.kind[lowest_bit(left)]):
            return True
        left &= left - 1
    return False
