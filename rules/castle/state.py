"""The state of a game of Castle as one record.

Every card is in one place, `where[card]`; masks, piles and counts beside it say the same from the other
side, so that questions cost one look. A mask has a bit for each card, or for each space.
"""

from __future__ import annotations

import numpy as np

from rules.castle.plan import BOX, MAX_CARDS, PLACES, SPACES, ZONES
from rules.fields import Row, Rows, blank, columns, copier, field, rows
from rules.kernel import Array, kernel
from rules.verbs import GameState
from rules.words import Word, with_numbers

MAX_SEATS = 5
NOBODY = -1
NO_CARD = -1

MAX_MOVES = 4096
"""Moves of one decision: the pairs of 55 cards for the Schemer, or 28 x 28 exchanges and 500 plays."""

MAX_PENDING = 16
"""Steps that wait: those of one card and, after the King's Advisor has none left, of a second."""

MAX_PLAYS = 4096
"""Cards placed in a game: four a turn in 1000 turns."""


class Reason(Word):
    """Why a game ended."""

    NONE = "the game goes on"
    OUT = "out of cards"
    BLOCKED = "no card has a place any more"
    TURN_LIMIT = "stopped at the limit of turns"


SOURCES = ("hand", "stock")
"""Where a seat has the cards left that are its score."""


class PlayRow(Row):
    """A card placed, from a hand or by the King's Advisor, as it stands in the log."""

    turn: int = field(np.int16, "counted from 0")
    seat: int = field(np.int8, "who placed it")
    card: int = field(np.int8, "the card")
    zone: int = field(np.int8, with_numbers(ZONES))
    sent: Array = columns(
        np.int8,
        "cards that its effect sent back to each seat, and to the exchange",
        [*(f"sent_{seat}" for seat in range(MAX_SEATS)), "sent_exchange"],
    )


class Cleared(GameState):
    """What is cleared before a game."""

    lady_beside: int = field(np.int64, "where a Lady in Waiting is placed, a LadyBeside (CA-124)")
    lady_reaches: int = field(np.int64, "whom she can send back, a LadyReaches (CA-124)")
    first: int = field(np.int64, "the seat that begins (CA-17)")
    n_turns: int = field(np.int64, "turns in which something was done")
    action: int = field(np.int64, "actions done in this turn")
    n_actions: int = field(np.int64, "actions of this turn (CA-19, CA-26)")
    playing: int = field(np.int64, "the action that goes on is a play")
    merchant: int = field(np.int64, "the Merchant was played in this turn")
    asked: int = field(np.int64, "who decides now, NOBODY for chance")
    point: int = field(np.int64, "what is asked: Do.ACTION or the step of an effect")
    over: int = field(np.int64, "the game has ended")
    reason: int = field(np.int64, "why the game ended, a Reason")
    out_seat: int = field(np.int64, "who is out (CA-30), NOBODY", start=NOBODY)
    left: Array = field(
        np.int64, "[seat]: cards in hand and in stock; set by final_scores", shape=(MAX_SEATS, 2)
    )

    # where the cards are
    in_game: int = field(np.int64, "the cards that play")
    undealt: int = field(np.int64, "cards that nobody has seen, if the exchange is smaller than the rest")
    where: Array = field(np.int64, "the place of each card", shape=MAX_CARDS, start=BOX)
    hand: Array = field(np.int64, "the cards of each hand", shape=MAX_SEATS)
    n_stock: Array = field(np.int64, "cards in each stock", shape=MAX_SEATS)
    stock: Array = field(np.int64, "[seat, i]: the last of n_stock is on top", shape=(MAX_SEATS, MAX_CARDS))
    exchange: int = field(np.int64, "the cards of the exchange")
    removed: int = field(np.int64, "the cards that left the game")

    # the board
    zones: Array = field(np.int64, "the cards in each zone", shape=4)
    covered: int = field(np.int64, "cards with a Knight directly on them")
    above: Array = field(np.int64, "the card on each card", shape=MAX_CARDS, start=NO_CARD)
    beneath: Array = field(np.int64, "the card under each card", shape=MAX_CARDS, start=NO_CARD)
    pile: Array = field(np.int64, "the cards of each place", shape=PLACES)
    top: Array = field(np.int64, "the top card of each place", shape=PLACES, start=NO_CARD)
    lowest: Array = field(np.int64, "the lowest card of each space", shape=SPACES, start=NO_CARD)
    occupied: int = field(np.int64, "spaces with a card")
    soldier_spaces: int = field(np.int64, "rampart spaces with a soldier")
    engine: Array = field(np.int64, "the Siege Engine facing each wall", shape=4, start=NO_CARD)
    n_outside: int = field(np.int64, "piles outside")
    outside: Array = field(np.int64, "their lowest cards, the longest there first", shape=MAX_CARDS)
    last_placed: int = field(np.int64, "the card placed last", start=NO_CARD)
    placed_before: int = field(np.int64, "the card placed before the last", start=NO_CARD)

    # tokens
    token: Array = field(np.int64, "the owner of each card's token, NOBODY", shape=MAX_CARDS, start=NOBODY)
    tokens: Array = field(np.int64, "the cards with a token of each seat", shape=MAX_SEATS)

    # the effect that is going on
    n_pending: int = field(np.int64, "steps that wait")
    pending: Array = field(np.int64, "card * 8 + number of the step, the next one last", shape=MAX_PENDING)
    source: int = field(np.int64, "the card whose step asks")
    step_index: int = field(np.int64, "the number of this step")
    targets: int = field(np.int64, "the cards that can be chosen now")
    n_chosen: int = field(np.int64, "answers to a step that takes several")
    chosen: Array = field(np.int64, "these answers", shape=MAX_CARDS)
    quota: int = field(np.int64, "answers that the Alchemist's step takes")
    partner: int = field(
        np.int64, "whom the Courtesan trades with, NOBODY; who takes for the Village Idiot", start=NOBODY
    )
    pool: Array = field(np.int64, "tokens that the Spy has still to give back, by owner", shape=MAX_SEATS)
    picked: Array = field(
        np.int64, "by seat: the card that goes to the left (CA-121, CA-122)", shape=MAX_SEATS, start=NO_CARD
    )

    seen: Array = field(
        np.int64, "by seat: cards that it knows in others' hands (hidden.py)", shape=MAX_SEATS
    )
    spare: Array = field(np.int64, "room for shuffling", shape=MAX_CARDS)

    # what tables and studies count
    dealt: Array = field(np.int64, "where each card was after the deal", shape=MAX_CARDS, start=BOX)
    times_played: Array = field(np.int64, "of each card", shape=MAX_CARDS)
    times_back: Array = field(np.int64, "of each card: sent back", shape=MAX_CARDS)
    draws: Array = field(np.int64, "of each seat", shape=MAX_SEATS)
    exchanges: Array = field(np.int64, "of each seat", shape=MAX_SEATS)
    played: Array = field(np.int64, "cards that each seat placed from its hand", shape=MAX_SEATS)
    lost_actions: Array = field(np.int64, "of each seat", shape=MAX_SEATS)
    back_to: Array = field(np.int64, "cards sent back to a seat", shape=MAX_SEATS)
    back_by: Array = field(np.int64, "cards that a seat sent back", shape=MAX_SEATS)
    n_plays: int = field(np.int64, "cards placed in this game")


class State(Cleared):
    """The whole state: at its end the log, which is not cleared."""

    plays: Rows[PlayRow] = rows(PlayRow, MAX_PLAYS, "cards placed, in order", copied="n_plays")


BLANK = blank(Cleared)
start_over = copier(Cleared)
"""Makes that part of a state like another."""


@kernel
def note_play(state: State, card: int, zone: int) -> None:
    """Note that the player to act placed a card in a zone."""
    if state.n_plays >= MAX_PLAYS:
        raise IndexError("more cards placed than the log of plays holds")
    row = state.plays[state.n_plays]
    row.turn = state.turn
    row.seat = state.seat
    row.card = card
    row.zone = zone
    row.sent[:] = 0
    state.n_plays += 1
    state.times_played[card] += 1


@kernel
def note_back(state: State, card: int, owner: int, by: int) -> None:
    """Note that `by` sent a card back to its owner, or to the exchange for NOBODY (CA-60)."""
    state.times_back[card] += 1
    state.back_by[by] += 1
    sent = state.plays[state.n_plays - 1].sent
    if owner == NOBODY:
        sent[MAX_SEATS] += 1
    else:
        sent[owner] += 1
        state.back_to[owner] += 1
