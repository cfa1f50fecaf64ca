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

from collections.abc import Sequence

from rules.catan.state import State
from rules.kernel import kernel
from rules.words import Word


class Kind(Word):
    """What a move does, and what stands for its place and its second number."""

    ROAD = "edge, or NOT_NOW to leave out a free one"
    SETTLEMENT = "vertex"
    CITY = "vertex"
    BUY = "a development card"
    ROLL = "the dice"
    DISCARD = "resource: one card of a discard"
    ROBBER = "hex"
    STEAL = "seat, or NOT_NOW to take no card"
    KNIGHT = "a card played"
    ROAD_BUILDING = "a card played"
    YEAR_OF_PLENTY = "resource, second resource or NO_SECOND"
    MONOPOLY = "resource"
    BANK = "resource given, resource taken"
    OFFER = "cards given, cards wanted, seats asked"
    ANSWER = "1 yes, 0 no"
    ACCEPT = "seat, or NOT_NOW to deal with nobody"
    END = "the turn is over"
    NEUTRAL_ROLL = "the dice, for nobody"
    DRAW = "a card from the bank"
    WELFARE = "resource: a card for welfare tokens"


MOVES = tuple(Kind.texts())
"""The kinds in the words of records."""

NOT_NOW = 127  # in place of a seat or an edge
NO_SECOND = 127  # in place of a second resource

MAX_MOVES = 512
"""Of one decision: 72 roads, 54 settlements and cities, 20 ways to trade with the bank, 5 cards for tokens,
230 offers of up to two cards a side and 24 ways to play cards stay below it."""


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


def pack_offer(give: Sequence[int], want: Sequence[int], seats: int) -> int:
    """An offer of up to MOST_CARDS cards of a resource as one integer."""
    sides = zip(range(5), give, want, strict=True)
    cards = sum(int(n) * one_given(i) + int(m) * one_wanted(i) for i, n, m in sides)
    return Kind.OFFER + asked_seats(seats) + cards


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
