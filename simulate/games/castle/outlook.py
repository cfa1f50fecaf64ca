"""What whoever decides can see at a glance: what is protected, what has a place, who has how many cards."""

from __future__ import annotations

from rules.bits import count_bits, lowest_bit
from rules.castle.cards import Cards, Do, How
from rules.castle.placement import is_placeable, legal_spaces
from rules.castle.plan import MAX_CARDS, ZONE_SPACES, Zone
from rules.castle.state import State
from rules.castle.targets import protected
from rules.kernel import kernel
from simulate.games.castle.move_features import Mind

MANY = 100
"""Legal places of a card that can always be placed outside or on another card."""


@kernel
def look_around(cards: Cards, state: State, mind: Mind) -> None:
    """Take in what does not depend on the move. Nothing hidden from `state.asked` is read."""
    me = state.asked
    mind.me = me
    mind.decision += 1
    mind.safe = protected(cards, state)
    mind.fewest = MAX_CARDS
    for seat in range(state.players):
        mind.left[seat] = count_bits(state.hand[seat]) + state.n_stock[seat]
        if seat != me:
            mind.fewest = min(mind.fewest, mind.left[seat])
    mind.room[:] = -1
    _look_at_hand(cards, state, mind, state.hand[me])


@kernel
def room_of(cards: Cards, state: State, mind: Mind, kind: int) -> int:
    """Legal places of a kind on the board as it lies; found out once for each decision."""
    if mind.room[kind] < 0:
        room = count_bits(legal_spaces(cards, state, kind))
        if always_has_place(cards, kind) and is_placeable(cards, state, kind):
            room = MANY
        mind.room[kind] = room
    return mind.room[kind]


@kernel
def _look_at_hand(cards: Cards, state: State, mind: Mind, hand: int) -> None:
    """The kinds in the hand of whoever decides, and what keeps them there."""
    mind.n_hand = 0
    mind.n_stuck = 0
    mind.relief[:] = 0
    left = hand
    while left != 0:
        kind = cards.kind[lowest_bit(left)]
        n = count_bits(left & cards.alike[kind])
        left &= ~cards.alike[kind]
        mind.hand_kind[mind.n_hand] = kind
        mind.hand_count[mind.n_hand] = n
        mind.n_hand += 1
        if room_of(cards, state, mind, kind) == 0:
            mind.n_stuck += n
            zone = cards.zone[kind]
            if cards.place_how[kind] == How.FREE and ZONE_SPACES[zone] & ~state.occupied == 0:
                mind.relief[zone] += n


@kernel
def count_stuck(cards: Cards, state: State, mind: Mind, played: int) -> int:
    """Cards of my hand, but for one of the kind played, that have no legal place on the board as it is."""
    stuck = 0
    for i in range(mind.n_hand):
        kind = mind.hand_kind[i]
        n = mind.hand_count[i] - (kind == played)
        if n > 0 and not is_placeable(cards, state, kind):
            stuck += n
    return stuck


@kernel
def always_has_place(cards: Cards, kind: int) -> bool:
    """Knights and cards for the outside, of which there is no end of places."""
    return cards.place_how[kind] == How.ON_TOP or cards.zone[kind] == Zone.OUTSIDE


@kernel
def is_hard(cards: Cards, kind: int) -> bool:
    """Whether the condition of placing this kind is seldom met."""
    how = cards.place_how[kind]
    return how in (How.BESIDE, How.LAST_FREE, How.REPLACES)


@kernel
def strikes(cards: Cards, kind: int) -> int:
    """How many cards the effect of this kind sends back by choice or by itself."""
    n = 1 if cards.place_how[kind] == How.REPLACES else 0
    for i in range(cards.n_steps[kind]):
        do = cards.step[kind, i]
        if do in (Do.SEND_BACK, Do.SEND_BACK_LAST):
            n += 1
    return n
