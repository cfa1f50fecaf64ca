"""Events: the elementary things that moves bring about, and what each adds to the features.

A move is a few events, and its features are the sum of theirs; each event is weighed for itself. An event
is one integer, so that its value, the weighted sum of what it adds, is found out once for
each decision.
"""

from __future__ import annotations

import numpy as np

from rules.bits import count_bits
from rules.castle.cards import N_KINDS, Cards, How
from rules.castle.hidden import hidden_from
from rules.castle.plan import zone_of
from rules.castle.state import NO_CARD, NOBODY, State
from rules.kernel import kernel
from rules.words import Word
from simulate.games.castle.move_features import FRESH, MAX_EVENTS, PATIENCE, Mind, MoveFeature
from simulate.games.castle.outlook import MANY, always_has_place, is_hard, room_of, strikes
from simulate.play.noting import note, start_noting


class Event(Word):
    """What a move can bring about."""

    LOSE = "a card leaves my hand"
    HOLD = "a card comes into my hand, to be placed on the board as it lies"
    BACK = "a card in play is sent back"
    GONE = "a card leaves the board, but to nobody's hand"
    AWAY = "a card goes from the castle to the outside"
    BARE = "a card loses its token"
    COVER = "a Knight comes to lie on a card"
    UNCOVER = "a Knight leaves a card"
    SHOWN = "a card of mine is placed where nothing protects it"
    SAFE = "a card of mine is placed where something protects it"
    ARRIVE = "a card comes into a rival's hand"
    GET_TOKEN = "a card that has just lost its token gets one of a seat"
    TRADE = "an unknown card comes from a rival's hand into mine"
    UNKNOWN = "an unknown card comes into my hand"
    DRAW = "the same from my stock"
    EXCHANGE = "the action of exchanging a card"
    EXTRA_ACTION = "a third action"
    GO_OUT = "I am out"


STRUCK = np.array([-1, Event.BACK, Event.BACK, Event.GONE, Event.GONE, Event.BARE], np.int64)
"""What becomes of the card that a step up to TAKE_TOKEN chooses."""


@kernel
def of_seat(what: int, seat: int) -> int:
    """What happens with this seat."""
    return what | seat << 5


@kernel
def event_of(what: int, card: int) -> int:
    """The event as one integer."""
    return what * 64 + card


@kernel
def what_of(event: int) -> int:
    """What happens, with its seat."""
    return event >> 6


@kernel
def card_of(event: int) -> int:
    """The card to which it happens."""
    return event & 63


@kernel
def value_of(cards: Cards, state: State, mind: Mind, event: int) -> float:
    """The weighted sum of what an event adds."""
    if mind.known[event] != mind.decision:
        start_noting(mind)
        add_event(cards, state, mind, event)
        mind.worth[event] = mind.value
        mind.known[event] = mind.decision
    return mind.worth[event]


@kernel
def expect(mind: Mind, what: int, card: int) -> None:
    """Note that the play being weighed brings about an event."""
    if mind.n_events >= MAX_EVENTS:
        raise IndexError("a play brings about more than there is room for")
    mind.event[mind.n_events] = event_of(what, card)
    mind.n_events += 1


@kernel
def add_event(cards: Cards, state: State, mind: Mind, event: int) -> None:
    """Note what an event brings."""
    what = what_of(event) & 31
    seat = event >> 11
    card = card_of(event)
    if what == Event.LOSE:
        _add_held(cards, mind, -1.0, card, room_of(cards, state, mind, cards.kind[card]))
    elif what == Event.HOLD:
        _add_held(cards, mind, 1.0, card, room_of(cards, state, mind, cards.kind[card]))
    elif what == Event.BACK:
        _add_back(cards, state, mind, card)
    elif what == Event.GONE:
        _add_token(state, mind, -1.0, card, state.token[card])
        _add_lifted(state, mind, card)
    elif what == Event.AWAY:
        _add_lifted(state, mind, card)
    elif what == Event.BARE:
        _add_token(state, mind, -1.0, card, state.token[card])
    elif what == Event.COVER:
        if (mind.safe >> card) & 1 == 0:
            _add_exposed(state, mind, -1.0, state.token[card])
    elif what == Event.UNCOVER:
        _add_exposed(state, mind, 1.0, state.token[card])
    elif what in (Event.SHOWN, Event.SAFE):
        note(mind, MoveFeature.TOKEN, 1.0)
        if what == Event.SHOWN:
            note(mind, MoveFeature.EXPOSED, 1.0)
    elif what == Event.ARRIVE:
        room = room_of(cards, state, mind, cards.kind[card])
        _add_arrival(cards, mind, card, seat, room == 0)
    elif what == Event.GET_TOKEN:
        _add_token(state, mind, 1.0, card, seat)
    elif what == Event.TRADE:
        _add_count(mind, -1.0, seat)
        _add_unknown(cards, state, mind)
    elif what == Event.UNKNOWN:
        _add_unknown(cards, state, mind)
    elif what == Event.DRAW:
        note(mind, MoveFeature.DRAWN, 1.0)
        playable = count_bits(state.hand[mind.me]) - mind.n_stuck
        note(mind, MoveFeature.DRAWN_SHORT, 1.0 / (1.0 + playable))
        _add_unknown(cards, state, mind)
    elif what == Event.EXCHANGE:
        note(mind, MoveFeature.EXCHANGED, 1.0)
        note(mind, MoveFeature.DITHERED, max(state.exchanges[mind.me] - PATIENCE, 0))
    elif what == Event.EXTRA_ACTION:
        note(mind, MoveFeature.EXTRA, 1.0)
    else:
        note(mind, MoveFeature.OUT, 1.0)


# --- hands


@kernel
def _add_held(cards: Cards, mind: Mind, sign: float, card: int, room: int) -> None:
    """Add a card of this room to my hand, or with sign -1 take it away."""
    note(mind, MoveFeature.RID, -sign)
    note(mind, MoveFeature.RID_LAST, -sign / max(mind.left[mind.me], 1))
    _add_traits(cards, mind, sign, cards.kind[card], room)


@kernel
def _add_traits(cards: Cards, mind: Mind, part: float, kind: int, room: int) -> None:
    """Add what a card of this kind in my hand is like, or a part of it."""
    if room == 0:
        note(mind, MoveFeature.STUCK, part)
    elif room < MANY:
        note(mind, MoveFeature.TIGHT, part / room)
    if always_has_place(cards, kind):
        note(mind, MoveFeature.EASY, part)
    elif is_hard(cards, kind):
        note(mind, MoveFeature.HARD, part)
    note(mind, MoveFeature.STRIKER, part * strikes(cards, kind))


@kernel
def _add_unknown(cards: Cards, state: State, mind: Mind) -> None:
    """Add a card to my hand that may be any of those I have not seen."""
    hidden = hidden_from(state, mind.me)
    part = 1.0 / max(count_bits(hidden), 1)
    for kind in range(N_KINDS):
        n = count_bits(hidden & cards.alike[kind])
        if n > 0:
            _add_traits(cards, mind, n * part, kind, room_of(cards, state, mind, kind))
    note(mind, MoveFeature.RID, -1.0)
    note(mind, MoveFeature.RID_LAST, -1.0 / max(mind.left[mind.me], 1))


@kernel
def _add_count(mind: Mind, sign: float, seat: int) -> None:
    """Add a card, or with sign -1 take it, to a rival's hand."""
    note(mind, MoveFeature.RIVAL_HAND, sign)
    note(mind, MoveFeature.RIVAL_LAST, sign / max(mind.left[seat], 1))
    if mind.left[seat] == mind.fewest:
        note(mind, MoveFeature.LEADER_HAND, sign)


@kernel
def _add_arrival(cards: Cards, mind: Mind, card: int, seat: int, stuck: bool) -> None:
    """Add a card to a rival's hand."""
    kind = cards.kind[card]
    _add_count(mind, 1.0, seat)
    if stuck:
        note(mind, MoveFeature.RIVAL_STUCK, 1.0)
    if always_has_place(cards, kind):
        note(mind, MoveFeature.RIVAL_EASY, 1.0)
    elif is_hard(cards, kind):
        note(mind, MoveFeature.RIVAL_HARD, 1.0)
    note(mind, MoveFeature.RIVAL_STRIKER, strikes(cards, kind))


# --- the board


@kernel
def _add_back(cards: Cards, state: State, mind: Mind, card: int) -> None:
    """Add a card that goes to the hand of its token's owner, without a token to the exchange."""
    owner = state.token[card]
    kind = cards.kind[card]
    room = room_of(cards, state, mind, kind)
    if room == 0 and cards.place_how[kind] <= How.BESIDE:
        room = 1  # where it lay
    if owner == mind.me:
        _add_held(cards, mind, 1.0, card, room)
    elif owner != NOBODY:
        _add_arrival(cards, mind, card, owner, room == 0)
        note(mind, MoveFeature.RESENT, max(state.times_back[card] - FRESH, 0))
    _add_token(state, mind, -1.0, card, owner)
    _add_lifted(state, mind, card)


@kernel
def _add_lifted(state: State, mind: Mind, card: int) -> None:
    """Add what a card leaves behind: a free space, or a card that no Knight protects any more."""
    lower = state.beneath[card]
    if lower != NO_CARD:
        _add_exposed(state, mind, 1.0, state.token[lower])
        return
    zone = zone_of(state.where[card])
    note(mind, MoveFeature.STUCK, -mind.relief[zone])


@kernel
def _add_token(state: State, mind: Mind, sign: float, card: int, owner: int) -> None:
    """Add a token of this owner on a card in play, or with sign -1 take it away."""
    if owner == NOBODY:
        return
    note(mind, MoveFeature.TOKEN if owner == mind.me else MoveFeature.RIVAL_TOKEN, sign)
    if (mind.safe >> card) & 1 == 0:
        _add_exposed(state, mind, sign, owner)


@kernel
def _add_exposed(state: State, mind: Mind, sign: float, owner: int) -> None:
    """Add an unprotected token of this owner, or with sign -1 take it away."""
    if owner != NOBODY:
        note(mind, MoveFeature.EXPOSED if owner == mind.me else MoveFeature.RIVAL_EXPOSED, sign)
