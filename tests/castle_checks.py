"""What holds at every step of a game of Castle, whatever was played."""

from __future__ import annotations

from rules.bits import count_bits
from rules.castle.cards import ANY_ZONE, SIEGE_ENGINE, Do
from rules.castle.effects.program import is_chance
from rules.castle.engine import draw_outcome, is_over, legal_moves, new_game, step
from rules.castle.plan import BOX, EXCHANGE, HAND, PILE, PLACES, REMOVED, SPACES, STOCK, ZONE_OF, Zone
from rules.castle.state import NO_CARD, NOBODY
from rules.chance import POLICY, draw_below
from rules.kernel import Array, Struct, kernel


@kernel
def check_places(cards: Struct, state: Struct) -> None:
    """CA-12: every card is in exactly one place, and all that says so agrees."""
    seen = 0
    n = 0
    for seat in range(state.players):
        seen |= state.hand[seat]
        n += count_bits(state.hand[seat])
        for i in range(state.n_stock[seat]):
            card = state.stock[seat, i]
            if state.where[card] != STOCK + seat:
                raise AssertionError("CA-16: a card of a stock is elsewhere")
            seen |= 1 << card
            n += 1
    for mask in (
        state.exchange,
        state.removed,
        state.zones[0],
        state.zones[1],
        state.zones[2],
        state.zones[3],
    ):
        seen |= mask
        n += count_bits(mask)
    if seen != state.in_game or n != count_bits(state.in_game):
        raise AssertionError("CA-12: a card is lost, or in two places")
    for card in range(cards.n_cards):
        bit = 1 << card
        where = state.where[card]
        if where < PLACES:
            if state.pile[where] & bit == 0:
                raise AssertionError("CA-10: a card is not in its pile")
        elif where < STOCK:
            if state.hand[where - HAND] & bit == 0:
                raise AssertionError("CA-16: a card is not in its hand")
        elif where == EXCHANGE and state.exchange & bit == 0:
            raise AssertionError("CA-16: a card is not in the exchange")
        elif where == REMOVED and state.removed & bit == 0:
            raise AssertionError("CA-126: a card was not removed")
        elif where == BOX and state.in_game & bit != 0:
            raise AssertionError("CA-12: a card is in the box")


@kernel
def check_pile(cards: Struct, state: Struct, place: int) -> None:
    """CA-10, CA-74: one card of the zone, and Knights on it; the links between them agree."""
    mask = state.pile[place]
    if mask == 0:
        if state.top[place] != NO_CARD:
            raise AssertionError("CA-10: an empty place has a top card")
        return
    card = state.top[place]
    if state.above[card] != NO_CARD:
        raise AssertionError("CA-10: something lies on the top card")
    found = 0
    while state.beneath[card] != NO_CARD:
        found |= 1 << card
        if cards.zone[cards.kind[card]] != ANY_ZONE:
            raise AssertionError("CA-10: only Knights lie on cards")
        lower = state.beneath[card]
        if state.above[lower] != card or (state.covered >> lower) & 1 == 0:
            raise AssertionError("CA-79: a card under a Knight does not know it")
        card = lower
    found |= 1 << card
    if found != mask:
        raise AssertionError("CA-10: a pile holds other cards")
    zone = cards.zone[cards.kind[card]]
    if place < SPACES:
        if state.lowest[place] != card or zone != ZONE_OF[place]:
            raise AssertionError("CA-35: a card lies in a zone that is not its own")
        if (state.occupied >> place) & 1 == 0:
            raise AssertionError("CA-37: a space with a card is not occupied")
        is_soldier = (cards.soldiers >> card) & 1
        if (state.soldier_spaces >> place) & 1 != is_soldier:
            raise AssertionError("CA-83: a soldier is not known")
    elif place != PILE + card or zone == ANY_ZONE:
        raise AssertionError("CA-8: a pile outside has another name")


@kernel
def check_board(cards: Struct, state: Struct) -> None:
    """CA-1 to CA-11: piles, zones, engines and what lies outside agree."""
    n_outside = 0
    zones = 0
    for place in range(PLACES):
        check_pile(cards, state, place)
        if state.pile[place] != 0:
            zone = ZONE_OF[place] if place < SPACES else Zone.OUTSIDE
            if state.pile[place] & ~state.zones[zone] != 0:
                raise AssertionError("CA-1: a card is not in its zone")
            zones |= state.pile[place]
            n_outside += place >= SPACES
    if zones != state.zones[0] | state.zones[1] | state.zones[2] | state.zones[3]:
        raise AssertionError("CA-1: a zone holds a card that lies nowhere")
    if state.covered & ~zones != 0:
        raise AssertionError("CA-79: a card that is not in play is covered")
    if n_outside != state.n_outside:
        raise AssertionError("CA-8: a pile outside is not listed")
    for i in range(state.n_outside):
        card = state.outside[i]
        if state.where[card] != PILE + card or state.beneath[card] != NO_CARD:
            raise AssertionError("CA-8: a pile is listed that does not lie outside")
        facing = 0
        for wall in range(4):
            facing += state.engine[wall] == card
        if facing != (cards.kind[card] == SIEGE_ENGINE):
            raise AssertionError("CA-9: an engine faces one wall, and nothing else faces any")


@kernel
def check_tokens(cards: Struct, state: Struct) -> None:
    """CA-38, CA-60: a token lies on a card in play, and only one."""
    for card in range(cards.n_cards):
        owner = state.token[card]
        for seat in range(state.players):
            if ((state.tokens[seat] >> card) & 1 != 0) != (owner == seat):
                raise AssertionError("CA-38: a token is in two minds")
        if owner != NOBODY and state.where[card] >= PLACES:
            raise AssertionError("CA-60: a card that is not in play carries a token")


@kernel
def check_state(cards: Struct, options: Struct, state: Struct) -> None:
    """What holds after every step: raises with the number of the rule."""
    check_places(cards, state)
    check_board(cards, state)
    check_tokens(cards, state)
    for seat in range(state.players):
        if state.seen[seat] & (state.exchange | state.removed) != 0:
            raise AssertionError("a card that everybody sees is remembered as one in a hand")
        for zone in range(4):
            if state.seen[seat] & state.zones[zone] != 0:
                raise AssertionError("a card in play is remembered as one in a hand")
    if state.point == Do.ACTION and (state.n_pending != 0 or state.asked != state.seat):
        raise AssertionError("CA-25: an effect is not finished")
    if state.seat != (state.first + state.turn) % state.players:
        raise AssertionError("CA-17: play does not go round")
    if not state.over and state.action > 2:
        raise AssertionError("CA-26: more than three actions")


@kernel
def play_steps(
    cards: Struct, options: Struct, state: Struct, moves: Array, players: int, seed: int, game: int
) -> None:
    """Play a game by lot and check the state at every step, outcomes of chance too."""
    new_game(cards, options, state, players, seed, game)
    check_state(cards, options, state)
    while not is_over(state):
        n_moves = legal_moves(cards, options, state, moves)
        if n_moves == 0:
            raise AssertionError("CA-23: nothing is legal")
        if is_chance(state):
            move = draw_outcome(state)
        else:
            move = moves[draw_below(state, POLICY + state.asked, n_moves)]
        step(cards, options, state, move)
        check_state(cards, options, state)
