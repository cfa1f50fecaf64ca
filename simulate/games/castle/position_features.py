"""Position features: how a seat stands, from which the chance to win is fitted."""

from __future__ import annotations

from rules.bits import count_bits, lowest_bit
from rules.castle.state import State
from rules.castle.targets import protected, with_tokens
from rules.kernel import kernel
from rules.words import Word
from simulate.games.castle.move_features import Desk
from simulate.games.castle.outlook import always_has_place, is_hard, room_of, strikes


class PositionFeature(Word):
    """The features of a seat in a position, in the order of value vectors."""

    HAND = "cards in its hand"
    STOCK = "cards in its stock"
    NEAR = "1 / (1 + actions that it needs to be out)"
    STUCK = "cards in its hand without a legal place"
    STUCK_LATE = "the same, by 1 / (1 + cards in hand and stock)"
    EASY = "Knights and cards for the outside in its hand"
    HARD = "cards in its hand with a place condition that is seldom met"
    STRIKER = "cards that effects of cards in its hand can send back"
    EXPOSED = "its tokens on unprotected cards"
    TO_MOVE = "1 if it is its turn"
    TO_MOVE_LATE = "the same, by 1 / (1 + actions that it needs to be out)"


@kernel
def describe_position(desk: Desk, state: State) -> None:
    """Write the position features of every seat to `desk.mind.position`."""
    cards, mind = desk.box, desk.mind
    position = mind.position
    position[:] = 0.0
    mind.room[:] = -1
    for seat in range(state.players):
        hand = count_bits(state.hand[seat])
        position[seat, PositionFeature.HAND] = hand
        position[seat, PositionFeature.STOCK] = state.n_stock[seat]
        near = 1.0 / (1.0 + hand + 2 * state.n_stock[seat])
        position[seat, PositionFeature.NEAR] = near
        if seat == state.seat:
            position[seat, PositionFeature.TO_MOVE] = 1.0
            position[seat, PositionFeature.TO_MOVE_LATE] = near
        left = state.hand[seat]
        while left != 0:
            kind = cards.kind[lowest_bit(left)]
            n = count_bits(left & cards.alike[kind])
            left &= ~cards.alike[kind]
            if room_of(cards, state, mind, kind) == 0:
                position[seat, PositionFeature.STUCK] += n
            if always_has_place(cards, kind):
                position[seat, PositionFeature.EASY] += n
            if is_hard(cards, kind):
                position[seat, PositionFeature.HARD] += n
            position[seat, PositionFeature.STRIKER] += n * strikes(cards, kind)
        stuck = position[seat, PositionFeature.STUCK]
        position[seat, PositionFeature.STUCK_LATE] = stuck / (1.0 + hand + state.n_stock[seat])
    left = with_tokens(state) & ~protected(cards, state)
    while left != 0:
        position[state.token[lowest_bit(left)], PositionFeature.EXPOSED] += 1.0
        left &= left - 1
