"""Cards on their way: between the bank and a hand, from hand to hand, for a price, by lot (CT-7)."""

from __future__ import annotations

from rules.chance import draw_below
from rules.kernel import Array, Record, kernel


@kernel
def draw_cards(state: Record, seat: int, resource: int, n: int) -> None:
    """So many cards of a resource go from the bank to a hand, or back if n is below 0 (CT-7)."""
    state.bank[resource] -= n
    state.hands[seat, resource] += n
    state.hand_size[seat] += n


@kernel
def hand_over(state: Record, giver: int, taker: int, resource: int, n: int) -> None:
    """So many cards of a resource go from one hand to another, or back if n is below 0 (CT-7)."""
    state.hands[giver, resource] -= n
    state.hand_size[giver] -= n
    state.hands[taker, resource] += n
    state.hand_size[taker] += n


@kernel
def can_pay(state: Record, seat: int, thing: int) -> bool:
    """Whether a hand holds the price of a `Thing` (CT-15, CT-80)."""
    for resource in range(5):
        if state.hands[seat, resource] < state.price[thing, resource]:
            return False
    return True


@kernel
def pay(state: Record, seat: int, thing: int) -> None:
    """The price goes to the bank (CT-80)."""
    for resource in range(5):
        draw_cards(state, seat, resource, -state.price[thing, resource])


@kernel
def draw_kind(state: Record, stream: int, counts: Array, n: int) -> int:
    """The kind of one of `n` cards by lot, each with the same chance; `counts` has how many of each kind."""
    nth = draw_below(state, stream, n)
    kind = 0
    while nth >= counts[kind]:
        nth -= counts[kind]
        kind += 1
    return kind
