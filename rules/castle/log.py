"""The log of plays: one integer for each card placed, from a hand or by the King's Advisor::

bits  0-5   card
      6-8   seat
      9-10  zone
     11-25  turn, counted from 0
     26-55  cards that its effect sent back: five bits for each owner, then five for the exchange
"""

from __future__ import annotations

from rules.castle.state import MAX_PLAYS, MAX_SEATS, NOBODY
from rules.kernel import Record, kernel

SENT_BITS = 5
SENT_SHIFT = 26
NO_OWNER = MAX_SEATS
"""In place of the owner of a card sent back without a token (CA-60)."""


@kernel
def log_play(state: Record, card: int, zone: int) -> None:
    """Note that the player to act placed a card in a zone."""
    if state.n_plays >= MAX_PLAYS:
        raise IndexError("more cards placed than the log of plays holds")
    state.plays[state.n_plays] = card | (state.seat << 6) | (zone << 9) | (state.turn << 11)
    state.n_plays += 1
    state.times_played[card] += 1


@kernel
def log_back(state: Record, card: int, owner: int, by: int) -> None:
    """Note that `by` sent a card back to its owner, or to the exchange for NOBODY."""
    state.times_back[card] += 1
    state.back_by[by] += 1
    to = owner
    if owner == NOBODY:
        to = NO_OWNER
    else:
        state.back_to[owner] += 1
    state.plays[state.n_plays - 1] += 1 << (SENT_SHIFT + SENT_BITS * to)


@kernel
def play_card(play: int) -> int:
    """The card of a play."""
    return play & 63


@kernel
def play_seat(play: int) -> int:
    """Who placed it."""
    return (play >> 6) & 7


@kernel
def play_zone(play: int) -> int:
    """The zone into which it was placed."""
    return (play >> 9) & 3


@kernel
def play_turn(play: int) -> int:
    """In which turn, counted from 0."""
    return (play >> 11) & 0x7FFF


@kernel
def play_sent(play: int, owner: int) -> int:
    """How many cards it sent back to an owner, or for NO_OWNER to the exchange."""
    return (play >> (SENT_SHIFT + SENT_BITS * owner)) & ((1 << SENT_BITS) - 1)
