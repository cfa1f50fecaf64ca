"""Moves, each one integer, and packing them::

    bits  0-4   kind
          5-11  place: vertex, edge, hex, seat or resource
         12-18  second resource

but for an offer::

    bits  0-4   kind
          5-29  cards given, 5 bits for each resource
         30-54  cards wanted, 5 bits for each resource
         55-58  set of the seats asked
"""

from __future__ import annotations

from enum import IntEnum

from rules.catan.state import State
from rules.kernel import Array, kernel


class Kind(IntEnum):
    """What a move does; its word in records is the name in small letters."""

    ROAD = 0  # edge
    SETTLEMENT = 1  # vertex
    CITY = 2  # vertex
    BUY = 3
    ROLL = 4
    DISCARD = 5  # resource: one card of a discard
    ROBBER = 6  # hex
    STEAL = 7  # seat, or NOT_NOW to take no card
    KNIGHT = 8
    ROAD_BUILDING = 9
    YEAR_OF_PLENTY = 10  # resource, second resource or NO_SECOND
    MONOPOLY = 11  # resource
    BANK = 12  # resource given, resource taken
    OFFER = 13
    ANSWER = 14  # 1 yes, 0 no
    ACCEPT = 15  # seat, or NOT_NOW to deal with nobody
    END = 16


MOVES = tuple(kind.name.lower() for kind in Kind)

NOT_NOW = 127  # in place of a seat
NO_SECOND = 127  # in place of a second resource

MAX_MOVES = 512
"""Of one decision: 72 roads, 54 settlements and cities, 20 ways to trade with the bank, 230 offers of up to
two cards a side and 24 ways to play cards stay below it."""


MOST_CARDS = 31
"""Of a resource on one side of an offer that is a move."""


@kernel
def pack_move(kind: int, place: int, second: int) -> int:
    """A move that is no offer as one integer."""
    return kind | (place << 5) | (second << 12)


@kernel
def move_kind(move: int) -> int:
    """What is done."""
    return move & 31


@kernel
def move_place(move: int) -> int:
    """Vertex, edge, hex, seat or resource."""
    return (move >> 5) & 127


@kernel
def move_second(move: int) -> int:
    """The second resource."""
    return (move >> 12) & 127


@kernel
def one_given(resource: int) -> int:
    """One card more on the side that is given; add it to OFFER."""
    return 1 << (5 + 5 * resource)


@kernel
def one_wanted(resource: int) -> int:
    """One card more on the side that is wanted; add it to OFFER."""
    return 1 << (30 + 5 * resource)


@kernel
def asked_seats(seats: int) -> int:
    """The set of seats that an offer goes to; add it to OFFER."""
    return seats << 55


@kernel
def move_given(move: int, resource: int) -> int:
    """How many cards of a resource an offer gives."""
    return (move >> (5 + 5 * resource)) & 31


@kernel
def move_wanted(move: int, resource: int) -> int:
    """How many cards of a resource an offer wants."""
    return (move >> (30 + 5 * resource)) & 31


@kernel
def move_asked(move: int) -> int:
    """The set of seats that an offer goes to."""
    return (move >> 55) & 15


@kernel
def read_offer(state: State, move: int) -> None:
    """Lay the two sides of an offer on the table."""
    for resource in range(5):
        state.give[resource] = move_given(move, resource)
        state.want[resource] = move_wanted(move, resource)


@kernel
def add_move(moves: Array, n: int, move: int) -> int:
    """Append a move to the first `n`; returns how many there are now."""
    if n >= MAX_MOVES:
        raise IndexError("more legal moves than the buffer holds")
    moves[n] = move
    return n + 1
