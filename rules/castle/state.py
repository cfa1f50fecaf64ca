"""The state of a game of Castle as one NumPy record.

Every card is in one place, `where[card]`; masks, piles and counts beside it say the same from the other
side, so that questions cost one look. A mask has a bit for each card, or for each space.
"""

from __future__ import annotations

import numpy as np

from rules.castle.plan import MAX_CARDS, PLACES, SPACES
from rules.chance import ChanceState
from rules.fields import dtype_of

MAX_SEATS = 5
NOBODY = -1
NO_CARD = -1

MAX_MOVES = 4096
"""Moves of one decision: the pairs of 55 cards for the Schemer, or 28 x 28 exchanges and 500 plays."""

MAX_PENDING = 16
"""Steps that wait: those of one card and, after the King's Advisor has none left, of a second."""

MAX_PLAYS = 4096
"""Cards placed in a game: four a turn in 1000 turns."""

# Why a game ended.
OUT, BLOCKED, TURN_LIMIT = range(1, 4)
REASONS = (None, "out", "blocked", "turn_limit")

SOURCES = ("hand", "stock")
"""Where a seat has the cards left that are its score."""

STATE_DTYPE = np.dtype(
    [
        *dtype_of(ChanceState).descr,
        ("players", np.int64),
        ("first", np.int64),  # the seat that begins (CA-17)
        ("turn", np.int64),  # turns finished
        ("n_turns", np.int64),  # turns in which something was done
        ("seat", np.int64),  # the player to act
        ("action", np.int64),  # actions done in this turn
        ("n_actions", np.int64),  # actions of this turn (CA-19, CA-26)
        ("playing", np.int64),  # the action that goes on is a play
        ("merchant", np.int64),  # the Merchant was played in this turn
        ("asked", np.int64),  # who decides now, NOBODY for chance
        ("point", np.int64),  # what is asked: ACTION or the step of an effect
        ("over", np.int64),
        ("reason", np.int64),
        ("out_seat", np.int64),  # who has no card left (CA-30), NOBODY
        ("winners", np.int64),  # bit s: seat s wins; set by final_scores
        ("left", np.int64, (MAX_SEATS, 2)),  # cards in hand and in stock; set by final_scores
        # where the cards are
        ("in_game", np.int64),
        ("undealt", np.int64),  # cards that nobody has seen, because the exchange is smaller than the rest
        ("where", np.int64, MAX_CARDS),
        ("hand", np.int64, MAX_SEATS),
        ("n_stock", np.int64, MAX_SEATS),
        ("stock", np.int64, (MAX_SEATS, MAX_CARDS)),  # [seat, i]: the last of n_stock is on top
        ("exchange", np.int64),
        ("removed", np.int64),
        # the board
        ("zones", np.int64, 4),  # cards in each zone
        ("covered", np.int64),  # cards with a Knight directly on them
        ("above", np.int64, MAX_CARDS),
        ("beneath", np.int64, MAX_CARDS),
        ("pile", np.int64, PLACES),  # the cards of each place
        ("top", np.int64, PLACES),
        ("lowest", np.int64, SPACES),
        ("occupied", np.int64),  # spaces
        ("soldier_spaces", np.int64),  # rampart spaces with a soldier
        ("engine", np.int64, 4),  # the Siege Engine facing each wall
        ("n_outside", np.int64),
        ("outside", np.int64, MAX_CARDS),  # lowest cards of the piles outside, the longest there first
        ("last_placed", np.int64),
        ("placed_before", np.int64),  # the card placed before the last
        # tokens
        ("token", np.int64, MAX_CARDS),  # the owner, NOBODY
        ("tokens", np.int64, MAX_SEATS),  # the cards with a token of each seat
        # the effect that is going on
        ("n_pending", np.int64),
        ("pending", np.int64, MAX_PENDING),  # card * 8 + number of the step, the next one last
        ("source", np.int64),  # the card whose step asks
        ("step_index", np.int64),
        ("targets", np.int64),  # the cards that can be chosen now
        ("n_chosen", np.int64),  # answers to a step that takes several
        ("chosen", np.int64, MAX_CARDS),
        ("quota", np.int64),
        ("partner", np.int64),  # whom the Courtesan trades with, NOBODY; who takes for the Village Idiot
        ("pool", np.int64, MAX_SEATS),  # tokens that the Spy has still to give back, by owner
        (
            "picked",
            np.int64,
            MAX_SEATS,
        ),  # by seat: the card that goes to the left (CA-121, CA-122)
        # what seats know of the hands of others (hidden.py)
        ("seen", np.int64, MAX_SEATS),
        ("spare", np.int64, MAX_CARDS),  # room for shuffling
        # what tables and studies count
        ("dealt", np.int64, MAX_CARDS),  # where each card was after the deal
        ("times_played", np.int64, MAX_CARDS),
        ("times_back", np.int64, MAX_CARDS),
        ("draws", np.int64, MAX_SEATS),
        ("exchanges", np.int64, MAX_SEATS),
        ("played", np.int64, MAX_SEATS),
        ("lost_actions", np.int64, MAX_SEATS),
        ("back_to", np.int64, MAX_SEATS),  # cards sent back to a seat
        ("back_by", np.int64, MAX_SEATS),  # cards that a seat sent back
        ("n_plays", np.int64),
        ("plays", np.int64, MAX_PLAYS),  # see log.py
    ]
)


def new_state() -> np.recarray[tuple[int], np.dtype[np.record]]:
    """Room for one game: a one-element record array. Kernels take its element."""
    return np.zeros(1, STATE_DTYPE).view(np.recarray)
