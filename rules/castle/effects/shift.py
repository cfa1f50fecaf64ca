"""Steps that move cards in play: Lookout, Mistress, Prince Charming, Princess, Fairy, Minstrel."""

from __future__ import annotations

from rules.bits import count_bits, lowest_bit
from rules.castle.cards import KNIGHT, Cards, Do
from rules.castle.effects.automatic import check_wall
from rules.castle.moves import (
    What,
    list_outside,
    list_pairs,
    list_spaces,
    move_card,
    move_other,
    move_place,
    pack_move,
)
from rules.castle.piles import lift, put, shift
from rules.castle.plan import OPEN, SPACES, WALL_OF, ZONE_SPACES, Zone, zone_of
from rules.castle.state import State
from rules.castle.targets import in_reach, protected
from rules.kernel import Array, kernel
from rules.moves import add_move


@kernel
def find_movable(cards: Cards, state: State, source: int, i: int) -> int:
    """The cards that can be moved: unprotected, and there is another place for them (CA-66, CA-69, CA-70).

    Soldiers for the Lookout (CA-102), the King for the Mistress, not from outside (CA-128, CA-140), a female
    card for Prince Charming (CA-129), Knights, never the Black Knight, for the Princess and the Mistress
    (CA-76, CA-115), a card of the castle for the Fairy (CA-132), two beside the Minstrel (CA-112).
    """
    do = cards.step[cards.kind[source], i]
    found = in_reach(cards, state, source, state.where[source], i)
    if found == 0:
        return 0
    found &= ~protected(cards, state)
    if do in (Do.MOVE, Do.MOVE_KNIGHT):
        for zone in range(4):
            if do == Do.MOVE:  # a free space (CA-66); the outside has none (CA-70)
                elsewhere = ZONE_SPACES[zone] & ~state.occupied != 0
            elif zone == Zone.OUTSIDE:  # another pile of the zone (CA-68)
                elsewhere = state.n_outside > 1
            else:
                elsewhere = count_bits(ZONE_SPACES[zone] & state.occupied) > 1
            if not elsewhere:
                found &= ~state.zones[zone]
    elif do == Do.SWAP_PLACES and found & (found - 1) == 0:
        return 0  # fewer than two; who is not alone on a space is protected (CA-112)
    return found


@kernel
def ask(cards: Cards, state: State) -> bool:
    """Find the targets; whether there is anything to choose (CA-44)."""
    state.targets = find_movable(cards, state, state.source, state.step_index)
    return state.targets != 0


@kernel
def list_answers(cards: Cards, state: State, do: int, moves: Array) -> int:
    """A move for each target and each place to which it can go.

    A free space of its zone (CA-65); for a Knight another card of its zone, also the one just placed (CA-68,
    CA-139); what the Fairy draws goes outside, a Knight onto a card there (CA-132).
    """
    if do == Do.SWAP_PLACES:
        return list_pairs(moves, 0, state.targets)
    n = 0
    left = state.targets
    while left != 0:
        card = lowest_bit(left)
        left &= left - 1
        zone = zone_of(state.where[card])
        if do == Do.MOVE:
            n = list_spaces(moves, n, What.CHOOSE, card, ZONE_SPACES[zone] & ~state.occupied)
        elif do == Do.DRAW_OUT and (cards.alike[KNIGHT] >> card) & 1 == 0:
            n = add_move(moves, n, pack_move(What.CHOOSE, card, OPEN, 0, 0))
        elif do == Do.DRAW_OUT or zone == Zone.OUTSIDE:  # a Knight goes onto a card outside (CA-132)
            n = list_outside(state, moves, n, What.CHOOSE, card)
        else:
            own = 1 << state.where[card]
            n = list_spaces(moves, n, What.CHOOSE, card, ZONE_SPACES[zone] & state.occupied & ~own)
    return n


@kernel
def answer(cards: Cards, state: State, do: int, move: int) -> bool:
    """Move the card chosen; neither its condition nor its effect matters, but for a wall that is full then.

    (CA-67, CA-85)
    """
    card = move_card(move)
    if do == Do.SWAP_PLACES:
        other = move_other(move)
        here = state.where[card]
        there = state.where[other]
        lift(cards, state, card)
        lift(cards, state, other)
        put(cards, state, card, there)
        put(cards, state, other, here)
        return True
    shift(cards, state, card, move_place(move))
    if (cards.soldiers >> card) & 1 and state.where[card] < SPACES:  # CA-85
        check_wall(cards, state, WALL_OF[state.where[card]])
    return True
