"""Weighing: a move's value is the weighted sum of its features, event by event."""

from __future__ import annotations

from rules.castle.cards import KNIGHT, Cards, Do
from rules.castle.engine import legal_moves
from rules.castle.moves import What, move_card, move_other, move_place, move_seat, move_what
from rules.castle.options import Options
from rules.castle.plan import FACING, WALL_OF
from rules.castle.state import NO_CARD, State
from rules.kernel import Array, kernel
from simulate.games.castle.events import STRUCK, Event, add_event, expect, of_seat, value_of
from simulate.games.castle.foreseeing import foresee, foresee_wall
from simulate.games.castle.move_features import Desk, Mind, MoveFeature
from simulate.games.castle.outlook import look_around
from simulate.play.noting import keep_features, note, start_noting, take_weights


@kernel
def expect_move(cards: Cards, options: Options, state: State, mind: Mind, move: int) -> None:
    """Write what a legal move brings about to `mind.event` and `mind.crowding`."""
    mind.n_events = 0
    mind.crowding = 0
    card = move_card(move)
    if state.point == Do.ACTION:
        what = move_what(move)
        if what == What.PLAY:
            foresee(cards, options, state, mind, card, move_place(move))
        elif what == What.SWAP:
            expect(mind, Event.EXCHANGE, 0)
            expect(mind, Event.LOSE, card)
            expect(mind, Event.HOLD, move_other(move))
        elif what == What.DRAW:
            expect(mind, Event.DRAW, 0)
        return
    do = state.point
    if do <= Do.TAKE_TOKEN:
        expect(mind, STRUCK[do], card)
    elif do in (Do.MOVE, Do.MOVE_KNIGHT, Do.DRAW_OUT):
        _expect_shift(cards, state, mind, card, move_place(move))
    elif do == Do.REPLACE_TOKEN:
        expect(mind, Event.BARE, card)
        expect(mind, of_seat(Event.GET_TOKEN, mind.me), card)
    elif do == Do.SWAP_TOKENS:
        other = move_other(move)
        expect(mind, Event.BARE, card)
        expect(mind, Event.BARE, other)
        expect(mind, of_seat(Event.GET_TOKEN, state.token[other]), card)
        expect(mind, of_seat(Event.GET_TOKEN, state.token[card]), other)
    elif do == Do.REARRANGE_TOKENS:
        expect(mind, Event.BARE, card)
        expect(mind, of_seat(Event.GET_TOKEN, move_seat(move)), card)
    elif do == Do.PLACE:
        foresee(cards, options, state, mind, card, move_place(move))
    else:
        _expect_bargain(state, mind, do, move)


@kernel
def _expect_shift(cards: Cards, state: State, mind: Mind, card: int, to: int) -> None:
    """A card in play goes elsewhere: it uncovers, covers, fills a wall, or is out of the castle."""
    lower = state.beneath[card]
    if (cards.alike[KNIGHT] >> card) & 1:
        if lower != NO_CARD:
            expect(mind, Event.UNCOVER, lower)
        if to < FACING:
            expect(mind, Event.COVER, state.top[to])
    elif to >= FACING:
        expect(mind, Event.AWAY, card)
    elif (cards.soldiers >> card) & 1:
        left = state.soldier_spaces & ~(1 << state.where[card])
        foresee_wall(state, mind, WALL_OF[to], left | (1 << to))


@kernel
def _expect_bargain(state: State, mind: Mind, do: int, move: int) -> None:
    """Cards go between hands and the exchange."""
    card = move_card(move)
    seat = move_seat(move)
    if do == Do.GIVE:
        if seat == mind.me:
            expect(mind, Event.HOLD, card)
        else:
            expect(mind, of_seat(Event.ARRIVE, seat), card)
    elif do == Do.SWAP_CARDS:
        expect(mind, Event.LOSE, card)
        expect(mind, Event.HOLD, move_other(move))
    elif do == Do.TRADE:
        expect(mind, Event.LOSE, card)
        expect(mind, of_seat(Event.ARRIVE, seat), card)
        expect(mind, of_seat(Event.TRADE, seat), 0)
    elif do == Do.PASS:
        expect(mind, Event.LOSE, card)
        expect(mind, of_seat(Event.ARRIVE, (mind.me + 1) % state.players), card)


@kernel
def value_moves(desk: Desk, state: State, weights: Array) -> int:
    """List the legal moves and the value of each in `desk.mind`; return how many there are."""
    cards, options, mind = desk.box, desk.options, desk.mind
    n = legal_moves(cards, options, state, mind.moves)
    take_weights(mind, weights)
    look_around(cards, state, mind)
    for k in range(n):
        expect_move(cards, options, state, mind, mind.moves[k])
        value = mind.weights[MoveFeature.STUCK] * mind.crowding
        for i in range(mind.n_events):
            value += value_of(cards, state, mind, mind.event[i])
        mind.values[k] = value
    return n


@kernel
def weigh_moves(desk: Desk) -> int:
    """List the legal moves and the features of each, a row of `mind.told`; return how many there are."""
    cards, options, state, mind = desk.box, desk.options, desk.state, desk.mind
    n = legal_moves(cards, options, state, mind.moves)
    take_weights(mind, desk.policies.weights[state.asked])
    keep_features(mind)
    look_around(cards, state, mind)
    for k in range(n):
        expect_move(cards, options, state, mind, mind.moves[k])
        start_noting(mind)
        note(mind, MoveFeature.STUCK, mind.crowding)
        for i in range(mind.n_events):
            add_event(cards, state, mind, mind.event[i])
        mind.told[k] = mind.change
    return n
