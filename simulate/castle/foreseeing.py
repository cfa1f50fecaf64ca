"""Foreseeing a play: the events that a card on a place would bring about, its effect included.

Of what the effect leaves to choose the best by the weights in force is taken. Nothing that is hidden is
looked at: a card to be drawn counts as any that it can be.
"""

from __future__ import annotations

from rules.bits import count_bits, lowest_bit
from rules.castle.cards import CAPTAIN, KNIGHT, MERCHANT, MISTRESS, PRIEST, Do, How
from rules.castle.moves import distinct
from rules.castle.piles import lift, put
from rules.castle.plan import COURTYARD, NEAR, RAMPARTS, SPACES, WALL_OF, WALL_SPACES
from rules.castle.protection import cards_on, in_zone
from rules.castle.state import NO_CARD, NOBODY
from rules.kernel import Record, kernel
from simulate.castle.events import (
    ARRIVE,
    AWAY,
    BACK,
    BARE,
    COVER,
    EXTRA_ACTION,
    GO_OUT,
    GONE,
    LOSE,
    SAFE,
    SHOWN,
    UNKNOWN,
    expect,
    value_of,
)
from simulate.castle.outlook import count_stuck

FULL = 4
"""Soldiers of a full wall, and Siege Engines of a storm (CA-84, CA-87)."""


@kernel
def foresee(cards: Record, options: Record, state: Record, mind: Record, card: int, place: int) -> None:
    """Write what placing a card brings about to `mind.event` and `mind.crowding`.

    A card of my hand is mine then; one of the exchange belongs to nobody (CA-127).
    """
    mine = (state.hand[mind.me] >> card) & 1 != 0
    mind.n_events = 0
    mind.crowding = 0
    if mine:
        expect(mind, LOSE, card)
        expect(mind, SAFE if is_safe_at(cards, state, mind, card, place) else SHOWN, card)
    kind = cards.kind[card]
    if cards.place_how[kind] == How.REPLACES:
        expect(mind, BACK, state.top[place])
    else:
        if cards.place_how[kind] == How.ON_TOP:
            expect(mind, COVER, state.top[place])
        mind.crowding = crowding(cards, state, mind, card, place, mine)
    for i in range(cards.n_steps[kind]):
        _foresee_step(cards, options, state, mind, card, place, i)
    if mine and _goes_out(options, state, mind, kind):
        expect(mind, GO_OUT, 0)


@kernel
def crowding(cards: Record, state: Record, mind: Record, card: int, place: int, mine: bool) -> int:
    """How many more cards of my hand have no legal place once a card lies on a place."""
    was = state.where[card]
    put(cards, state, card, place)
    stuck = count_stuck(cards, state, mind, cards.kind[card] if mine else -1)
    lift(cards, state, card)
    state.where[card] = was
    return stuck - mind.n_stuck


@kernel
def is_safe_at(cards: Record, state: Record, mind: Record, card: int, place: int) -> bool:
    """Whether a card of mine would be protected at a place, by the Captain or by my Priest (CA-79)."""
    if place >= SPACES:
        return False
    if (cards.soldiers >> card) & 1:
        captain = cards.first[CAPTAIN]
        if in_zone(state, captain, RAMPARTS) and WALL_OF[state.where[captain]] == WALL_OF[place]:
            return True
    priest = cards.first[PRIEST]
    if not in_zone(state, priest, COURTYARD) or state.token[priest] != mind.me:
        return False
    return (NEAR[state.where[priest]] >> place) & 1 != 0


@kernel
def _goes_out(options: Record, state: Record, mind: Record, kind: int) -> bool:
    """Whether I have no card left after the play that has been foreseen (CA-28, CA-V1)."""
    if state.n_stock[mind.me] != 0 or count_bits(state.hand[mind.me]) != 1:
        return False
    if kind == MERCHANT and not options.merchant_may_win:
        return False
    for i in range(mind.n_events):
        what = mind.event[i] >> 6
        if what == UNKNOWN or (what == BACK and state.token[mind.event[i] & 63] == mind.me):
            return False
    return True


# --- the steps of an effect


@kernel
def reach(cards: Record, state: Record, card: int, place: int, i: int) -> int:
    """The cards that step `i` of a card would speak of if it lay on a place."""
    kind = cards.kind[card]
    found = 0
    for zone in range(4):
        if (cards.step_from[kind, i] >> zone) & 1:
            found |= state.zones[zone]
    if cards.step_near[kind, i]:
        found &= cards_on(state, NEAR[place]) if place < SPACES else 0
    return found & cards.step_only[kind, i] & ~(1 << card)


@kernel
def best_of(cards: Record, state: Record, mind: Record, what: int, targets: int, sign: float) -> int:
    """The card for which an event is worth most to me, or least with sign -1; NO_CARD if there is none."""
    best = NO_CARD
    best_value = 0.0
    left = targets
    while left != 0:
        card = lowest_bit(left)
        left &= left - 1
        value = sign * value_of(cards, state, mind, what, card)
        if best == NO_CARD or value > best_value:
            best = card
            best_value = value
    return best


@kernel
def _expect_best(cards: Record, state: Record, mind: Record, what: int, targets: int) -> None:
    """Expect the best of these, if there is any: an effect is mandatory (CA-43)."""
    card = best_of(cards, state, mind, what, targets, 1.0)
    if card != NO_CARD:
        expect(mind, what, card)


@kernel
def _foresee_step(
    cards: Record, options: Record, state: Record, mind: Record, card: int, place: int, i: int
) -> None:
    """Expect what a step of the effect brings about."""
    do = cards.step[cards.kind[card], i]
    open_targets = reach(cards, state, card, place, i) & ~mind.safe
    if do == Do.SEND_BACK:
        _expect_best(cards, state, mind, BACK, open_targets)
    elif do == Do.OWNER_SENDS_BACK:
        _foresee_owner(cards, state, mind, open_targets)
    elif do in (Do.TO_EXCHANGE, Do.REMOVE):
        _expect_best(cards, state, mind, GONE, open_targets)
    elif do == Do.TAKE_TOKEN:
        owned = 0
        for seat in range(state.players):
            owned |= state.tokens[seat]
        _expect_best(cards, state, mind, BARE, reach(cards, state, card, place, i) & owned)
    elif do == Do.DRAW_OUT:
        _expect_best(cards, state, mind, AWAY, open_targets & ~cards.alike[KNIGHT])
    elif do == Do.SEND_BACK_LAST:
        last = state.last_placed
        if last != NO_CARD and (mind.safe >> last) & 1 == 0:
            expect(mind, BACK, last)
    elif do == Do.FULL_WALL:
        if place < SPACES:
            foresee_wall(state, mind, WALL_OF[place], state.soldier_spaces | (1 << place))
    elif do == Do.STORM:
        _foresee_storm(cards, state, mind)
    elif do == Do.MOVE:
        _foresee_march(cards, state, mind, open_targets & cards.soldiers)
    elif do == Do.GIVE:
        _foresee_gift(cards, state, mind)
    elif do in (Do.PASS, Do.TAKE):
        _foresee_round(state, mind, card)
    elif do == Do.THIRD_ACTION and state.n_actions == options.actions:
        expect(mind, EXTRA_ACTION, 0)


@kernel
def _foresee_owner(cards: Record, state: Record, mind: Record, targets: int) -> None:
    """The owner of the token on the Mistress sends back a card too, the best for that seat (CA-111)."""
    mistress = cards.first[MISTRESS]
    left = targets
    for i in range(mind.n_events):
        if mind.event[i] >> 6 == BACK:
            left &= ~(1 << (mind.event[i] & 63))
    if not in_zone(state, mistress, COURTYARD) or state.token[mistress] == NOBODY:
        return
    if mind.n_events > 0 and mind.event[mind.n_events - 1] == BACK * 64 + mistress:
        return
    sign = 1.0 if state.token[mistress] == mind.me else -1.0
    card = best_of(cards, state, mind, BACK, left, sign)
    if card != NO_CARD:
        expect(mind, BACK, card)


@kernel
def foresee_wall(state: Record, mind: Record, wall: int, soldiers: int) -> None:
    """With these spaces held by soldiers, the engine facing a full wall goes back (CA-84)."""
    engine = state.engine[wall]
    if engine == NO_CARD or count_bits(soldiers & WALL_SPACES[wall]) < FULL:
        return
    if (mind.safe >> engine) & 1 == 0:
        expect(mind, BACK, engine)


@kernel
def _foresee_storm(cards: Record, state: Record, mind: Record) -> None:
    """With the fourth engine all unprotected soldiers go back (CA-87)."""
    engines = 0
    for wall in range(FULL):
        engines += state.engine[wall] != NO_CARD
    if engines != FULL - 1:
        return
    left = state.zones[RAMPARTS] & cards.soldiers & ~mind.safe
    while left != 0:
        expect(mind, BACK, lowest_bit(left))
        left &= left - 1


@kernel
def _foresee_march(cards: Record, state: Record, mind: Record, soldiers: int) -> None:
    """A soldier that the Lookout moves may fill the wall whose engine I want back most (CA-85)."""
    best = NO_CARD
    best_value = 0.0
    for wall in range(4):
        engine = state.engine[wall]
        on_wall = state.soldier_spaces & WALL_SPACES[wall]
        if engine == NO_CARD or count_bits(on_wall) != FULL - 1 or (mind.safe >> engine) & 1:
            continue
        if WALL_SPACES[wall] & ~state.occupied == 0 or soldiers & ~cards_on(state, on_wall) == 0:
            continue
        value = value_of(cards, state, mind, BACK, engine)
        if value > best_value:
            best = engine
            best_value = value
    if best != NO_CARD:
        expect(mind, BACK, best)


@kernel
def _foresee_gift(cards: Record, state: Record, mind: Record) -> None:
    """The Witch gives the rival whom it hurts most a card of the exchange (CA-105)."""
    best = NO_CARD
    best_value = 0.0
    whom = 0
    gifts = distinct(cards, state.exchange)
    for seat in range(state.players):
        if seat == mind.me:
            continue
        card = best_of(cards, state, mind, ARRIVE + seat, gifts, 1.0)
        if card == NO_CARD:
            return
        value = value_of(cards, state, mind, ARRIVE + seat, card)
        if best == NO_CARD or value > best_value:
            best = card
            best_value = value
            whom = seat
    expect(mind, ARRIVE + whom, best)


@kernel
def _foresee_round(state: Record, mind: Record, card: int) -> None:
    """Fool and Village Idiot: only if it is my last card does a card come and none go (CA-121, CA-122)."""
    right = (mind.me + state.players - 1) % state.players
    if state.hand[right] != 0 and state.hand[mind.me] & ~(1 << card) == 0:
        expect(mind, UNKNOWN, 0)
