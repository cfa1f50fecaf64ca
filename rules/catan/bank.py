"""The bank, what things cost, and cards on their way: to a hand and back, from hand to hand, by lot."""

from __future__ import annotations

from rules.catan.options import Options, Resource, Shortage
from rules.catan.state import MAX_SEATS, Card, Point, State, Thing
from rules.chance import BANK, draw_below, draw_bit
from rules.kernel import Array, kernel

ENDLESS = 1_000_000
"""Cards of each resource in a bank that has no end."""


@kernel
def fill_bank(options: Options, state: State) -> None:
    """The cards of each resource (CT-12), what things cost (CT-15), and the rates (CT-75, CT-76, CT-77)."""
    state.bank[:] = ENDLESS if options.shortage == Shortage.UNLIMITED else options.bank
    state.rate[:] = options.bank_rate
    state.price[Thing.ROAD, Resource.BRICK] = options.road_brick
    state.price[Thing.ROAD, Resource.LUMBER] = options.road_lumber
    state.price[Thing.SETTLEMENT, Resource.BRICK] = options.settlement_brick
    state.price[Thing.SETTLEMENT, Resource.LUMBER] = options.settlement_lumber
    state.price[Thing.SETTLEMENT, Resource.WOOL] = options.settlement_wool
    state.price[Thing.SETTLEMENT, Resource.GRAIN] = options.settlement_grain
    state.price[Thing.CITY, Resource.GRAIN] = options.city_grain
    state.price[Thing.CITY, Resource.ORE] = options.city_ore
    state.price[Thing.CARD, Resource.WOOL] = options.card_wool
    state.price[Thing.CARD, Resource.GRAIN] = options.card_grain
    state.price[Thing.CARD, Resource.ORE] = options.card_ore
    state.harbour_rate[0] = options.generic_rate
    state.harbour_rate[1] = options.special_rate


@kernel
def fill_deck(options: Options, state: State) -> None:
    """The development cards (CT-13)."""
    state.deck[Card.KNIGHT] = options.knight_cards
    state.deck[Card.VICTORY_POINT] = options.victory_point_cards
    state.deck[Card.ROAD_BUILDING] = options.road_building_cards
    state.deck[Card.YEAR_OF_PLENTY] = options.year_of_plenty_cards
    state.deck[Card.MONOPOLY] = options.monopoly_cards
    state.n_deck = state.deck.sum()


# --- on their way


@kernel
def draw_cards(state: State, seat: int, resource: int, n: int) -> None:
    """So many cards of a resource go from the bank to a hand, or back if n is below 0 (CT-7)."""
    state.bank[resource] -= n
    state.hands[seat, resource] += n
    state.hand_size[seat] += n
    see_cards(state, seat, resource, n)
    if n > 0:
        note_out(state, resource, 0)


@kernel
def note_out(state: State, resource: int, owed: int) -> None:
    """Note how many cards of a resource are out of the bank, with those that it owes now (CT-12, CT-55)."""
    out = owed
    for seat in range(state.players):
        out += state.hands[seat, resource]
    state.most_out = max(state.most_out, out)


@kernel
def hand_over(state: State, giver: int, taker: int, resource: int, n: int) -> None:
    """So many cards of a resource go from one hand to another, or back if n is below 0 (CT-7)."""
    state.hands[giver, resource] -= n
    state.hand_size[giver] -= n
    state.hands[taker, resource] += n
    state.hand_size[taker] += n
    see_cards(state, giver, resource, -n)
    see_cards(state, taker, resource, n)


@kernel
def see_cards(state: State, seat: int, resource: int, n: int) -> None:
    """Everybody sees that so many cards come to a hand, or go if n is below 0 (CT-5)."""
    if n != 0:
        for viewer in range(MAX_SEATS + 1):
            state.sure[seat, resource, viewer] = max(state.sure[seat, resource, viewer] + n, 0)


@kernel
def can_pay(state: State, seat: int, thing: int) -> bool:
    """Whether a hand holds the price of a `Thing` (CT-15, CT-80)."""
    for resource in range(5):
        if state.hands[seat, resource] < state.price[thing, resource]:
            return False
    return True


@kernel
def pay(state: State, seat: int, thing: int) -> None:
    """The price goes to the bank (CT-80)."""
    for resource in range(5):
        draw_cards(state, seat, resource, -state.price[thing, resource])


@kernel
def draw_kind(state: State, stream: int, counts: Array, n: int) -> int:
    """The kind of one of `n` cards by lot, each with the same chance; `counts` has how many of each kind."""
    nth = draw_below(state, stream, n)
    kind = 0
    while nth >= counts[kind]:
        nth -= counts[kind]
        kind += 1
    return kind


# --- a card from the bank by lot


@kernel
def kinds_in_bank(state: State) -> int:
    """The set of the resources of which the bank has a card."""
    kinds = 0
    for resource in range(5):
        kinds |= (state.bank[resource] > 0) << resource
    return kinds


@kernel
def ask_draw(state: State) -> bool:
    """The seat on turn must draw a card, if the bank has any (HR-2). Returns whether it must."""
    if kinds_in_bank(state) == 0:
        return False
    state.point = Point.DRAW
    state.asked = state.seat
    return True


@kernel
def draw_from_bank(state: State) -> int:
    """The resource of that card by lot: each kind that the bank has, with the same chance (HR-2)."""
    return draw_bit(state, BANK, kinds_in_bank(state))
