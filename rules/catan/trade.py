"""Trade with the bank and between players."""

from __future__ import annotations

from rules.catan.bank import draw_cards, hand_over
from rules.catan.board import GENERIC
from rules.catan.moves import MOST_CARDS, Kind, asked_seats, one_given, one_wanted, pack_move
from rules.catan.options import Options, Phases, Trade
from rules.catan.state import NOBODY, Point, State, Way
from rules.kernel import Array, kernel
from rules.moves import add_move

# --- the bank


@kernel
def may_trade(options: Options, state: State) -> bool:
    """Whether trading goes on: to the end of the turn, or until something is bought (CT-58, CT-74)."""
    return options.phases != Phases.STRICT or state.building == 0


@kernel
def list_bank_trades(state: State, moves: Array, n: int) -> int:
    """Append every trade with the bank at the seat's best rates (CT-44, CT-75, CT-76, CT-77, CT-78)."""
    seat = state.seat
    for given in range(5):
        if state.hands[seat, given] >= state.rate[seat, given]:
            for taken in range(5):
                if taken != given and state.bank[taken] > 0:
                    n = add_move(moves, n, pack_move(Kind.BANK, given, taken))
    return n


@kernel
def trade_with_bank(options: Options, state: State, given: int, taken: int) -> None:
    """Pay the best rate of one resource for a card of another (CT-75, CT-76, CT-77, CT-78)."""
    seat = state.seat
    cards = state.rate[seat, given]
    draw_cards(state, seat, given, -cards)
    draw_cards(state, seat, taken, 1)
    state.bank_trades[seat, way_of_trade(options, state, seat, given)] += 1


@kernel
def way_of_trade(options: Options, state: State, seat: int, given: int) -> int:
    """The `Way` in which the seat gets its best rate for a resource (CT-44)."""
    harbours, rate = state.harbours[seat], state.rate[seat, given]
    if (harbours >> given) & 1 and rate == options.special_rate:
        return Way.AT_SPECIAL
    if (harbours >> GENERIC) & 1 and rate == options.generic_rate:
        return Way.AT_GENERIC
    return Way.AT_BANK


# --- offers


@kernel
def list_offers(options: Options, state: State, moves: Array, n: int) -> int:
    """Append the offers that a policy chooses from, each to all other seats (CT-71, CT-72, CT-79).

    With trade=one_for_one these are all there are: one card held for one of another resource. With
    trade=any both sides have one card or two; other numbers are legal too, but not listed.
    """
    if options.trade == Trade.NONE or state.offers_made >= options.trade_offers_per_turn:
        return n
    seat = state.seat
    everybody = asked_seats(((1 << state.players) - 1) & ~(1 << seat))
    for given in range(5):
        if state.hands[seat, given] == 0:
            continue
        one = Kind.OFFER + everybody + one_given(given)
        n = list_wants(options, moves, n, one, given, given)
        if options.trade == Trade.ONE_FOR_ONE:
            continue
        for other in range(given, 5):
            if state.hands[seat, other] >= (2 if other == given else 1):
                n = list_wants(options, moves, n, one + one_given(other), given, other)
    return n


@kernel
def list_wants(options: Options, moves: Array, n: int, offer: int, first: int, second: int) -> int:
    """Complete an offer of cards of one or two resources in every way that is listed."""
    for wanted in range(5):
        if wanted in (first, second):
            continue
        one = offer + one_wanted(wanted)
        n = add_move(moves, n, one)
        if options.trade != Trade.ONE_FOR_ONE:
            for other in range(wanted, 5):
                if other != first and other != second:
                    n = add_move(moves, n, one + one_wanted(other))
    return n


@kernel
def holds(state: State, seat: int, cards: Array) -> bool:
    """Whether a hand holds these cards."""
    enough = True
    for resource in range(5):  # all five without a branch: nobody can foresee it
        enough &= state.hands[seat, resource] >= cards[resource]
    return enough


@kernel
def open_offer(state: State, seats: int) -> None:
    """The cards in `give` are offered for those in `want`, and the seats are asked (CT-79)."""
    state.offers_made += 1
    state.offers[state.seat] += 1
    state.to_ask = seats
    state.yes = 0
    next_answer(state)


@kernel
def next_answer(state: State) -> None:
    """Ask the next addressee clockwise; who lacks what is wanted is passed over (CT-79).

    When all have answered, the seat on turn chooses among those who said yes, if any.
    """
    for step in range(1, state.players):
        other = (state.seat + step) % state.players
        if (state.to_ask >> other) & 1:
            state.to_ask &= ~(1 << other)
            if holds(state, other, state.want):
                state.point = Point.TRADE_ANSWER
                state.asked = other
                return
    state.asked = state.seat
    if state.yes != 0:
        state.point = Point.TRADE_CHOICE
    else:
        note_refused(state)
        close_offer(state)


@kernel
def note_refused(state: State) -> None:
    """Remember an offer that came to nothing, for who would make it again this turn.

    One too large for a move is none that a policy makes.
    """
    offer = Kind.OFFER
    for resource in range(5):
        if max(state.give[resource], state.want[resource]) > MOST_CARDS:
            return
        offer += state.give[resource] * one_given(resource) + state.want[resource] * one_wanted(resource)
    state.refused[state.n_refused] = offer
    state.n_refused += 1


@kernel
def close_offer(state: State) -> None:
    """The offer is over."""
    state.point = Point.MAIN
    state.asked = state.seat
    state.yes = 0
    state.to_ask = 0
    state.give[:] = 0
    state.want[:] = 0


@kernel
def deal(state: State, other: int) -> None:
    """The cards change hands at once, or nobody's if `other` is NOBODY; the offer is over (CT-79)."""
    if other != NOBODY:
        seat = state.seat
        for resource in range(5):
            hand_over(state, other, seat, resource, state.want[resource] - state.give[resource])
        state.deals[seat] += 1
        state.deals_joined[other] += 1
    else:
        note_refused(state)
    close_offer(state)
