"""Move features: what a move is worth in terms of the game, weighed without playing it.

"I" am whoever decides, which may be another than the player to act (`state.asked`). Each feature is the
change that the move brings; "rivals" is the sum over all other seats. A place is weighed on the board as it
lies. One set of weights covers every decision: actions, targets, places, tokens and gifts.

A play is weighed with its effect: of what the effect leaves to choose, the best by the same weights is taken.
Left out are moves within the castle but for the Lookout's, the King's Advisor's card, tokens that change
owners, and cards that are swapped with the exchange; these are weighed when they are chosen. A card that
nobody has seen counts as the mean of all that could be there.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from rules.castle.cards import N_KINDS, Cards
from rules.castle.options import Options
from rules.castle.state import MAX_SEATS, State
from rules.fields import field
from rules.kernel import Array
from rules.words import Word
from simulate.play.desk import GameDesk
from simulate.play.noting import Noting


class MoveFeature(Word):
    """Every feature with its meaning, in the order of weight vectors."""

    RID = "cards that leave my hand, less those that come into it"
    RID_LAST = "the same, each by 1 / my cards left in hand and stock"
    DRAWN = "1 for drawing from my stock"
    DRAWN_SHORT = "the same, by 1 / (1 + cards in my hand that have a legal place)"
    EXCHANGED = "1 for exchanging a card"
    STUCK = "cards in my hand without a legal place"
    TIGHT = "cards in my hand by 1 / legal places in the castle, if there are any"
    EASY = "Knights and cards for the outside in my hand"
    HARD = "cards in my hand with a place condition that is seldom met: beside others, last, replacing"
    STRIKER = "cards that effects of cards in my hand can send back"
    RIVAL_HAND = "cards that rivals' hands get, less those they lose"
    LEADER_HAND = "the same for rivals with the fewest cards left in hand and stock"
    RIVAL_LAST = "the same for all rivals, each by 1 / their cards left"
    RIVAL_STUCK = "cards without a legal place that rivals' hands get"
    RIVAL_EASY = "Knights and cards for the outside that rivals' hands get"
    RIVAL_HARD = "cards with such a place condition that rivals' hands get"
    RIVAL_STRIKER = "cards that can be sent back with what rivals' hands get"
    TOKEN = "my tokens in play"
    EXPOSED = "my tokens on unprotected cards"
    RIVAL_TOKEN = "rivals' tokens in play"
    RIVAL_EXPOSED = "rivals' tokens on unprotected cards"
    DITHERED = "exchanges beyond the tenth that I have made, for making another"
    RESENT = "times beyond the third that cards which go back to rivals were sent back before"
    EXTRA = "1 for a third action gained"
    OUT = "1 if I am out then"


PATIENCE = 10
"""Exchanges of a seat from which on another one is dithering."""

FRESH = 3
"""Times that a card is sent back before doing it again counts as going round in circles."""

MAX_EVENTS = 64
"""Things that one play brings about: at most one for each card in play, and some more."""

N_EVENTS = 5 * 32 * 64
"""Numbers of events (events.py)."""


class Mind(Noting):
    """What a policy knows beside the state, and its scratch paper."""

    me: int = field(np.int64, "whose decision it is")
    safe: int = field(np.int64, "the protected cards")
    left: Array = field(np.int64, "cards of each seat in hand and stock", shape=MAX_SEATS)
    fewest: int = field(np.int64, "the fewest of any rival")
    room: Array = field(np.int64, "legal places of each kind, MANY outside or on a card", shape=N_KINDS)
    relief: Array = field(np.int64, "my stuck cards that one free space of each zone is enough for", shape=4)
    n_hand: int = field(np.int64, "kinds in my hand")
    hand_kind: Array = field(np.int64, "these kinds", shape=N_KINDS)
    hand_count: Array = field(np.int64, "cards of each", shape=N_KINDS)
    n_stuck: int = field(np.int64, "cards stuck in my hand")
    decision: int = field(np.int64, "its number, by which what is known of events goes out of date")
    known: Array = field(np.int64, "the decision for which the value of each event was found", shape=N_EVENTS)
    worth: Array = field(np.float64, "the value of each event", shape=N_EVENTS)
    n_events: int = field(np.int64, "what the play being weighed brings about")
    event: Array = field(np.int64, "these events", shape=MAX_EVENTS)
    crowding: int = field(np.int64, "cards of my hand that it leaves without a place, less those it frees")


Desk: TypeAlias = GameDesk[Cards, Options, State, Mind]
