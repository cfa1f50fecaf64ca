"""What a roll pays: hexes, the robber's hex, and the bank that runs short."""

from __future__ import annotations

from rules.catan.bank import draw_cards, note_out
from rules.catan.board import Board
from rules.catan.layout import paying_number
from rules.catan.options import Options, Shortage
from rules.catan.state import State
from rules.catan.welfare import give_tokens, gives_tokens
from rules.kernel import kernel


@kernel
def produce(options: Options, state: State, number: int) -> None:
    """Every hex with this number pays 1 card for a settlement and 2 for a city (CT-53, HR-1)."""
    owing = 0  # set of resources
    h = state.token_first[paying_number(options, number)]
    while h >= 0:
        resource = state.terrain[h]
        if h == state.robber and options.robber:
            block(state, h, resource)
        else:
            owing |= 1 << resource
            state.drawn[h] += 1
            for seat in range(state.players):
                cards = state.hex_yield[h, seat]
                state.owed[resource, seat] += cards
                state.hexes[h].produced += cards
        h = state.token_next[h]
    paid = 0  # set of seats
    for resource in range(5):
        if (owing >> resource) & 1:
            paid |= pay_resource(options, state, number, resource)
    if gives_tokens(options):
        give_tokens(state, paid)


@kernel
def block(state: State, h: int, resource: int) -> None:
    """The hex under the robber produces nothing (CT-54)."""
    for seat in range(state.players):
        cards = state.hex_yield[h, seat]
        state.blocked[seat, resource] += cards
        state.hexes[h].blocked += cards


@kernel
def pay_resource(options: Options, state: State, number: int, resource: int) -> int:
    """Pay what a roll owes of one resource, to all at once (CT-53, CT-57); returns the set of who gets some.

    If the bank has too little nobody is paid (CT-55), but a single claimant takes the rest (CT-56).
    """
    seats = 0
    total = 0
    claimants = 0
    for seat in range(state.players):
        total += state.owed[resource, seat]
        claimants += state.owed[resource, seat] > 0
    note_out(state, resource, total)
    most = state.bank[resource]
    if total > most:
        if claimants > 1 or options.shortage != Shortage.OFFICIAL:
            most = 0
        note_short_hexes(options, state, number, resource, total - most)
    for seat in range(state.players):
        owed = state.owed[resource, seat]
        paid = min(owed, most)
        state.owed[resource, seat] = 0
        state.produced[seat, resource] += paid
        state.short[seat, resource] += owed - paid
        draw_cards(state, seat, resource, paid)
        seats |= (paid > 0) << seat
    return seats


@kernel
def note_short_hexes(options: Options, state: State, number: int, resource: int, missing: int) -> None:
    """Of the hexes that should have paid, the first ones in order of their ids did not."""
    h = state.token_first[paying_number(options, number)]
    while h >= 0:
        if state.terrain[h] == resource and not (h == state.robber and options.robber):
            cards = 0
            for seat in range(state.players):
                cards += state.hex_yield[h, seat]
            cards = min(cards, missing)
            state.hexes[h].produced -= cards
            state.hexes[h].short += cards
            missing -= cards
        h = state.token_next[h]


@kernel
def pay_start(board: Board, state: State, seat: int, vertex: int) -> None:
    """The first cards: one for each producing hex at a settlement that pays, if the bank has it (CT-48)."""
    for i in range(3):
        h = board.vertex_hexes[vertex, i]
        if h >= 0:
            resource = state.terrain[h]
            if resource < 5 and state.bank[resource] > 0:
                draw_cards(state, seat, resource, 1)
