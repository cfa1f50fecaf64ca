"""Foreseeing a play: the events that a card on a place would bring about, its effect included.

Of what the effect leaves to choose the best by the weights in force is taken. Nothing that is hidden is
looked at: a card to be drawn counts as any that it can be.
"""

from __future__ import annotations

from rules.bits import count_bits, lowest_bit
from rules.castle.cards import CAPTAIN, KNIGHT, MERCHANT, MISTRESS, PRIEST, Cards, Do, How
from rules.castle.moves import distinct
from rules.castle.options import Options, OutWhen
from rules.castle.piles import lift, put
from rules.castle.plan import NEAR, SPACES, WALL_OF, WALL_SPACES, Zone
from rules.castle.state import NO_CARD, NOBODY, State
from rules.castle.targets import cards_on, in_reach, in_zone, with_tokens
from rules.kernel import kernel
from simulate.games.castle.events import STRUCK, Event, card_of, event_of, expect, of_seat, value_of, what_of
from simulate.games.castle.move_features import Mind
from simulate.games.castle.outlook import count_stuck

FULL = 4
"""Soldiers of a full wall, and Siege Engines of a storm (CA-84, CA-87)."""


@kernel
def foresee(cards: Cards, options: Options, state: State, mind: Mind, card: int, place: int) -> None:
    """Write what placing a card brings about to `mind.event` and `mind.crowding`.

    A card of my hand is mine then; one of the exchange belongs to nobody (CA-127).
    """
    mine = (state.hand[mind.me] >> card) & 1 != 0
    mind.n_events = 0
    mind.crowding = 0
    if mine:
        expect(mind, Event.LOSE, card)
        expect(mind, Event.SAFE if is_safe_at(cards, state, mind, card, place) else Event.SHOWN, card)
    kind = cards.kind[card]
    if cards.place_how[kind] == How.REPLACES:
        expect(mind, Event.BACK, state.top[place])
    else:
        if cards.place_how[kind] == How.ON_TOP:
            expect(mind, Event.COVER, state.top[place])
        mind.crowding = crowding(cards, state, mind, card, place, mine)
    for i in range(cards.n_steps[kind]):
        _foresee_step(cards, options, state, mind, card, place, i)
    if mine and _goes_out(options, state, mind, kind):
        expect(mind, Event.GO_OUT, 0)


@kernel
def crowding(cards: Cards, state: State, mind: Mind, card: int, place: int, mine: bool) -> int:
    """How many more cards of my hand have no legal place once a card lies on a place."""
    was = state.where[card]
    put(cards, state, card, place)
    stuck = count_stuck(cards, state, mind, cards.kind[card] if mine else -1)
    lift(cards, state, card)
    state.where[card] = was
    return stuck - mind.n_stuck


@kernel
def is_safe_at(cards: Cards, state: State, mind: Mind, card: int, place: int) -> bool:
    """Whether a card of mine would be protected at a place, by the Captain or by my Priest (CA-79)."""
    if place >= SPACES:
        return False
    if (cards.soldiers >> card) & 1:
        captains = cards.alike[CAPTAIN] & state.zones[Zone.RAMPARTS]
        if WALL_OF[place] >= 0 and cards_on(state, WALL_SPACES[WALL_OF[place]]) & captains != 0:
            return True
    priests = cards.alike[PRIEST] & state.zones[cards.zone[PRIEST]] & state.tokens[mind.me]
    return cards_on(state, NEAR[place]) & priests != 0


@kernel
def _goes_out(options: Options, state: State, mind: Mind, kind: int) -> bool:
    """Whether I am out after the play that has been foreseen (CA-28, CA-V1)."""
    last_card, no_stock = count_bits(state.hand[mind.me]) == 1, state.n_stock[mind.me] == 0
    if kind == MERCHANT and not options.merchant_may_win:
        return False
    if options.out_when == OutWhen.HAND_OR_STOCK:
        if no_stock:
            return True
    elif not no_stock:
        return False
    if not last_card:
        return False
    for i in range(mind.n_events):
        what = what_of(mind.event[i])
        if what == Event.UNKNOWN or (what == Event.BACK and state.token[card_of(mind.event[i])] == mind.me):
            return False
    return True


# --- the steps of an effect


@kernel
def best_of(cards: Cards, state: State, mind: Mind, what: int, targets: int, sign: float) -> int:
    """The card for which an event is worth most to me, or least with sign -1; NO_CARD if there is none."""
    best = NO_CARD
    best_value = 0.0
    left = targets
    while left != 0:
        card = lowest_bit(left)
        left &= left - 1
        value = sign * value_of(cards, state, mind, event_of(what, card))
        if best == NO_CARD or value > best_value:
            best = card
            best_value = value
    return best


@kernel
def _expect_best(cards: Cards, state: State, mind: Mind, what: int, targets: int) -> None:
    """Expect the best of these, if there is any: an effect is mandatory (CA-43)."""
    card = best_of(cards, state, mind, what, targets, 1.0)
    if card != NO_CARD:
        expect(mind, what, card)


@kernel
def _foresee_step(
    cards: Cards, options: Options, state: State, mind: Mind, card: int, place: int, i: int
) -> None:
    """Expect what a step of the effect brings about."""
    do = cards.step[cards.kind[card], i]
    targets = in_reach(cards, state, card, place, i)
    open_targets = targets & ~mind.safe
    if do == Do.OWNER_SENDS_BACK:
        _foresee_owner(cards, state, mind, open_targets)
    elif do <= Do.TAKE_TOKEN:  # protection does not matter to tokens (CA-71)
        targets = targets & with_tokens(state) if do == Do.TAKE_TOKEN else open_targets
        _expect_best(cards, state, mind, STRUCK[do], targets)
    elif do == Do.DRAW_OUT:
        _expect_best(cards, state, mind, Event.AWAY, open_targets & ~cards.alike[KNIGHT])
    elif do == Do.SEND_BACK_LAST:
        last = state.last_placed
        if last != NO_CARD and (mind.safe >> last) & 1 == 0:
            expect(mind, Event.BACK, last)
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
        expect(mind, Event.EXTRA_ACTION, 0)


@kernel
def _foresee_owner(cards: Cards, state: State, mind: Mind, targets: int) -> None:
    """The owner of the token on the Mistress sends back a card too, the best for that seat (CA-111)."""
    mistress = cards.first[MISTRESS]
    left = targets
    for i in range(mind.n_events):
        if what_of(mind.event[i]) == Event.BACK:
            left &= ~(1 << card_of(mind.event[i]))
    if not in_zone(state, mistress, cards.zone[MISTRESS]) or state.token[mistress] == NOBODY:
        return
    if mind.n_events > 0 and mind.event[mind.n_events - 1] == event_of(Event.BACK, mistress):
        return
    sign = 1.0 if state.token[mistress] == mind.me else -1.0
    card = best_of(cards, state, mind, Event.BACK, left, sign)
    if card != NO_CARD:
        expect(mind, Event.BACK, card)


@kernel
def foresee_wall(state: State, mind: Mind, wall: int, soldiers: int) -> None:
    """With these spaces held by soldiers, the engine facing a full wall goes back (CA-84)."""
    if wall < 0:
        return
    engine = state.engine[wall]
    if engine == NO_CARD or count_bits(soldiers & WALL_SPACES[wall]) < FULL:
        return
    if (mind.safe >> engine) & 1 == 0:
        expect(mind, Event.BACK, engine)


@kernel
def _foresee_storm(cards: Cards, state: State, mind: Mind) -> None:
    """With the fourth engine all unprotected soldiers go back (CA-87)."""
    engines = 0
    for wall in range(FULL):
        engines += state.engine[wall] != NO_CARD
    if engines != FULL - 1:
        return
    left = state.zones[Zone.RAMPARTS] & cards.soldiers & ~mind.safe
    while left != 0:
        expect(mind, Event.BACK, lowest_bit(left))
        left &= left - 1


@kernel
def _foresee_march(cards: Cards, state: State, mind: Mind, soldiers: int) -> None:
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
        value = value_of(cards, state, mind, event_of(Event.BACK, engine))
        if value > best_value:
            best = engine
            best_value = value
    if best != NO_CARD:
        expect(mind, Event.BACK, best)


@kernel
def _foresee_gift(cards: Cards, state: State, mind: Mind) -> None:
    """The Witch gives the rival whom it hurts most a card of the exchange (CA-105)."""
    best = NO_CARD
    best_value = 0.0
    whom = 0
    gifts = distinct(cards, state.exchange)
    for seat in range(state.players):
        if seat == mind.me:
            continue
        card = best_of(cards, state, mind, of_seat(Event.ARRIVE, seat), gifts, 1.0)
        if card == NO_CARD:
            return
        value = value_of(cards, state, mind, event_of(of_seat(Event.ARRIVE, seat), card))
        if best == NO_CARD or value > best_value:
            best = card
            best_value = value
            whom = seat
    expect(mind, of_seat(Event.ARRIVE, whom), best)


@kernel
def _foresee_round(state: State, mind: Mind, card: int) -> None:
    """Fool and Village Idiot: only if it is my last card does a card come and none go (CA-121, CA-122)."""
    right = (mind.me + state.players - 1) % state.players
    if state.hand[right] != 0 and state.hand[mind.me] & ~(1 << card) == 0:
        expect(mind, Event.UNKNOWN, 0)
