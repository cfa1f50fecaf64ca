"""Development cards: buying, and what playing one does.

The deck is a count of each kind. Its order is drawn card by card as cards are bought, which is the same
as shuffling it before the game: the nth card depends on chance and on the cards before it alone.
"""

from __future__ import annotations

from rules.catan.bank import draw_kind, hand_over
from rules.catan.building import has_road_spot
from rules.catan.moves import NO_SECOND, Kind, pack_move
from rules.catan.options import Options, SecondRoad
from rules.catan.state import Card, State
from rules.chance import DECK
from rules.kernel import Array, kernel
from rules.moves import add_move

FREE_ROADS = 2
"""Of a road building card, if there are as many and room for them (CT-96)."""

# --- buying


@kernel
def draw_card(state: State) -> int:
    """The kind of the top card of the deck (CT-90)."""
    return draw_kind(state, DECK, state.deck, state.n_deck)


@kernel
def take_card(state: State, kind: int) -> None:
    """The seat on turn takes a card of this kind from the deck; it cannot be played this turn (CT-93)."""
    state.deck[kind] -= 1
    state.n_deck -= 1
    state.cards[state.seat, kind] += 1
    state.unplayed[state.seat] += 1
    state.new_cards[kind] += 1
    state.cards_bought[state.seat, kind] += 1
    state.bought = kind


# --- playing


@kernel
def may_play(state: State, kind: int) -> bool:
    """Whether the seat on turn has a card of this kind that it may play this turn (CT-92, CT-93)."""
    return state.card_played == 0 and state.cards[state.seat, kind] > state.new_cards[kind]


@kernel
def put_down(state: State, kind: int) -> None:
    """A card is played: the one of this turn (CT-92)."""
    state.cards[state.seat, kind] -= 1
    state.unplayed[state.seat] -= 1
    state.cards_played[state.seat, kind] += 1
    state.card_played = 1


@kernel
def list_plays(options: Options, state: State, moves: Array, n: int) -> int:
    """Append every way to play a development card now, before the roll or after it (CT-52, CT-92).

    A knight, two roads if there is room for one, cards from the bank, or a monopoly (CT-95, CT-96, CT-97,
    CT-98); never a victory point, which counts by itself (CT-99).
    """
    if state.card_played:
        return n
    if may_play(state, Card.KNIGHT):
        n = add_move(moves, n, pack_move(Kind.KNIGHT, 0, 0))
    if may_play(state, Card.ROAD_BUILDING) and has_road_spot(options, state, state.seat):
        n = add_move(moves, n, pack_move(Kind.ROAD_BUILDING, 0, 0))
    if may_play(state, Card.YEAR_OF_PLENTY):
        n = list_plenty(state, moves, n)
    if may_play(state, Card.MONOPOLY):
        for resource in range(5):
            n = add_move(moves, n, pack_move(Kind.MONOPOLY, resource, 0))
    return n


@kernel
def list_plenty(state: State, moves: Array, n: int) -> int:
    """Every two cards that the bank has, or its last one (CT-97)."""
    last = state.bank.sum() == 1
    for first in range(5):
        if state.bank[first] == 0:
            continue
        if last:
            n = add_move(moves, n, pack_move(Kind.YEAR_OF_PLENTY, first, NO_SECOND))
        for second in range(first, 5):
            if state.bank[second] >= (2 if second == first else 1):
                n = add_move(moves, n, pack_move(Kind.YEAR_OF_PLENTY, first, second))
    return n


@kernel
def take_monopoly(state: State, resource: int) -> None:
    """All others hand over all their cards of a resource (CT-98)."""
    seat = state.seat
    for other in range(state.players):
        if other != seat:
            cards = state.hands[other, resource]
            hand_over(state, other, seat, resource, cards)
            state.monopolised[seat] += cards


@kernel
def may_leave_road(options: Options, state: State) -> bool:
    """Whether the free road that is due is the second, and may be left out (CT-96, HR-12)."""
    return state.free_roads == 1 and options.second_free_road == SecondRoad.MAY
