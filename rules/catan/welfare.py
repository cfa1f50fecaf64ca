"""Welfare tokens: who gets nothing from a roll takes one, and some of them buy a card (HR-9)."""

from __future__ import annotations

from rules.catan.bank import draw_cards
from rules.catan.moves import Kind, pack_move
from rules.catan.options import OPEN_POINTS, Options
from rules.catan.scoring import public_points
from rules.catan.state import State
from rules.kernel import Array, kernel
from rules.moves import add_move


@kernel
def gives_tokens(options: Options) -> bool:
    """Whether there are welfare tokens in this game."""
    return int(options.welfare_price) != 0


@kernel
def give_tokens(state: State, paid: int) -> None:
    """Each seat that is not in this set takes a welfare token (HR-9)."""
    for seat in range(state.players):
        state.welfare_tokens[seat] += 1 - ((paid >> seat) & 1)


@kernel
def welfare_price(options: Options, state: State, seat: int) -> int:
    """Welfare tokens for a card: a number, or one for each open point, one at least (HR-9)."""
    price = int(options.welfare_price)  # kernels get the number of the choice
    if price == OPEN_POINTS:
        return max(public_points(options, state, seat), 1)
    return price


@kernel
def list_welfare(options: Options, state: State, moves: Array, n: int) -> int:
    """Append every card that the seat can buy from the bank with welfare tokens (HR-9)."""
    seat = state.seat
    if gives_tokens(options) and state.welfare_tokens[seat] >= welfare_price(options, state, seat):
        for resource in range(5):
            if state.bank[resource] > 0:
                n = add_move(moves, n, pack_move(Kind.WELFARE, resource, 0))
    return n


@kernel
def buy_with_tokens(options: Options, state: State, resource: int) -> None:
    """A card of one's choice from the bank for welfare tokens (HR-9)."""
    state.welfare_tokens[state.seat] -= welfare_price(options, state, state.seat)
    draw_cards(state, state.seat, resource, 1)
