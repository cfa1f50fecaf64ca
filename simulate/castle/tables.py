"""The tables of a run: their columns, and how a finished game fills its rows."""

from __future__ import annotations

import numpy as np

from rules.bits import count_bits, lowest_bit
from rules.castle.log import NO_OWNER, play_card, play_seat, play_sent, play_turn, play_zone
from rules.castle.plan import BOX, EXCHANGE, HAND, MAX_CARDS, REMOVED, SPACES, STOCK, ZONE_OF
from rules.castle.state import BLOCKED, MAX_PLAYS, MAX_SEATS, OUT, TURN_LIMIT
from rules.kernel import Array, Record, kernel
from simulate.common.playing import Desk
from simulate.common.tables import Table

GAMES = np.dtype(
    [
        ("game", np.int32),
        ("players", np.int8),
        ("first", np.int8),  # the seat that began
        ("turns", np.int16),
        ("rounds", np.int16),  # times that play went round, the last perhaps in part
        ("reason", np.int8),  # 1 out, 2 blocked, 3 turn limit
        ("blocked", np.int8),  # 1 if no card could be placed any more
        ("unfinished", np.int8),  # 1 if the limit of turns ended it
        ("winners", np.int8),  # bit s: seat s won
        ("shared", np.int8),  # 1 if several share the win
        ("margin", np.int8),  # cards by which the winner is ahead of the next, 0 if the win is shared
        ("plays", np.int16),  # cards placed, also by the King's Advisor
        ("draws", np.int16),
        ("exchanges", np.int16),
        ("lost", np.int16),  # actions lost because none was possible
        ("sent_back", np.int16),  # cards sent back, to hands and to the exchange
        ("to_exchange", np.int16),  # of these to the exchange
        ("removed", np.int8),  # cards that left the game
        ("in_castle", np.int8),  # cards there at the end, in piles and alone
        ("outside", np.int8),
    ]
)
SEATS = np.dtype(
    [
        ("game", np.int32),
        ("seat", np.int8),
        ("score", np.int8),  # cards left; few are good
        ("hand", np.int8),
        ("stock", np.int8),
        ("rank", np.int8),  # 1 for the winner; the others by cards left, equal ones share the better rank
        ("win_share", np.float32),  # 1, or a part of it if the win is shared
        ("draws", np.int16),
        ("exchanges", np.int16),
        ("plays", np.int16),  # cards placed from the hand
        ("lost", np.int16),  # actions lost
        ("got_back", np.int16),  # cards sent back to the seat
        ("sent_back", np.int16),  # cards that the seat sent back, to whomever
    ]
)
PLAYS = np.dtype(
    [
        ("game", np.int32),
        ("turn", np.int16),
        ("seat", np.int8),
        ("card", np.int8),
        ("zone", np.int8),  # 0 courtyard, 1 ramparts, 2 towers, 3 outside
        *[(f"sent_{seat}", np.int8) for seat in range(MAX_SEATS)],  # cards sent back to each seat
        ("sent_exchange", np.int8),
    ]
)
CARDS = np.dtype(
    [
        ("game", np.int32),
        ("card", np.int8),
        ("dealt", np.int8),  # 0-4 a seat's hand, 10-14 its stock, 20 exchange, 21 not dealt
        ("end", np.int8),  # 0-4, 10-14, 20 as before, 22 removed, 30 courtyard, 31 ramparts, 32, 33
        ("token", np.int8),  # whose token it carries at the end, -1 for none
        ("played", np.int8),  # times
        ("back", np.int8),  # times sent back
    ]
)
TABLES = {
    "games": Table(GAMES, 1),
    "seats": Table(SEATS, MAX_SEATS),
    "plays": Table(PLAYS, MAX_PLAYS),
    "cards": Table(CARDS, MAX_CARDS),
}

# Where a card is, in the table of cards: IN_HAND + seat, IN_STOCK + seat, ..., IN_ZONE + zone.
IN_HAND, IN_STOCK, IN_EXCHANGE, NOT_DEALT, TAKEN_OUT, IN_ZONE = 0, 10, 20, 21, 22, 30


@kernel
def write_game(state: Record, game: int, row: Record) -> None:
    """Fill the row of a finished game."""
    row.game = game
    row.players = state.players
    row.first = state.first
    row.turns = state.n_turns
    row.rounds = (state.turn + state.over + state.players - 1) // state.players
    row.reason = state.reason
    row.blocked = state.reason == BLOCKED
    row.unfinished = state.reason == TURN_LIMIT
    row.winners = state.winners
    row.shared = count_bits(state.winners) > 1
    row.margin = _margin(state)
    row.plays = state.n_plays
    row.removed = count_bits(state.removed)
    row.outside = count_bits(state.zones[3])
    row.in_castle = count_bits(state.zones[0] | state.zones[1] | state.zones[2])
    row.draws = 0
    row.exchanges = 0
    row.lost = 0
    row.sent_back = 0
    row.to_exchange = 0
    for seat in range(state.players):
        row.draws += state.draws[seat]
        row.exchanges += state.exchanges[seat]
        row.lost += state.lost_actions[seat]
        row.sent_back += state.back_by[seat]
        row.to_exchange += state.back_by[seat] - state.back_to[seat]


@kernel
def standing(state: Record, seat: int) -> int:
    """What orders the seats at the end, the lowest first.

    If somebody is out, that is the winner and the others stand by all cards left; else by the cards in
    hand, and of equal hands by those in stock (CA-30, CA-33).
    """
    if state.reason != OUT:
        return state.left[seat, 0] * MAX_CARDS + state.left[seat, 1]
    return -1 if seat == state.out_seat else state.left[seat, 0] + state.left[seat, 1]


@kernel
def _margin(state: Record) -> int:
    """Cards by which the winner is ahead of the next; 0 if the win is shared.

    In a game that nobody goes out of, cards in hand, or where hands tie, in stock.
    """
    if state.winners & (state.winners - 1) != 0:
        return 0
    winner = lowest_bit(state.winners)
    next_best = -1
    for seat in range(state.players):
        if seat != winner and (next_best < 0 or standing(state, seat) < standing(state, next_best)):
            next_best = seat
    hand = state.left[next_best, 0] - state.left[winner, 0]
    stock = state.left[next_best, 1] - state.left[winner, 1]
    if state.reason == OUT:
        return hand + stock
    return hand if hand != 0 else stock


@kernel
def write_seats(state: Record, game: int, rows: Array, at: int) -> int:
    """Fill one row a seat from row `at`; return the next free row."""
    sharing = count_bits(state.winners)
    for seat in range(state.players):
        row = rows[at + seat]
        row.game = game
        row.seat = seat
        row.score = state.left[seat, 0] + state.left[seat, 1]
        row.hand = state.left[seat, 0]
        row.stock = state.left[seat, 1]
        won = (state.winners >> seat) & 1
        rank = 1
        for other in range(state.players):
            rank += standing(state, other) < standing(state, seat)
        row.rank = rank
        row.win_share = 1.0 / sharing if won else 0.0
        row.draws = state.draws[seat]
        row.exchanges = state.exchanges[seat]
        row.plays = state.played[seat]
        row.lost = state.lost_actions[seat]
        row.got_back = state.back_to[seat]
        row.sent_back = state.back_by[seat]
    return at + state.players


@kernel
def write_plays(state: Record, game: int, rows: Array, at: int) -> int:
    """Copy the game's log of plays to rows from `at`; return the next free row."""
    for i in range(state.n_plays):
        row = rows[at + i]
        play = state.plays[i]
        row.game = game
        row.turn = play_turn(play)
        row.seat = play_seat(play)
        row.card = play_card(play)
        row.zone = play_zone(play)
        row.sent_0 = play_sent(play, 0)
        row.sent_1 = play_sent(play, 1)
        row.sent_2 = play_sent(play, 2)
        row.sent_3 = play_sent(play, 3)
        row.sent_4 = play_sent(play, 4)
        row.sent_exchange = play_sent(play, NO_OWNER)
    return at + state.n_plays


@kernel
def place_number(where: int) -> int:
    """A place in the numbers of the table of cards."""
    if where < SPACES:
        return IN_ZONE + ZONE_OF[where]
    if where < HAND:
        return IN_ZONE + 3
    if where < STOCK:
        return IN_HAND + where - HAND
    if where < EXCHANGE:
        return IN_STOCK + where - STOCK
    if where == EXCHANGE:
        return IN_EXCHANGE
    return TAKEN_OUT if where == REMOVED else NOT_DEALT


@kernel
def write_cards(state: Record, game: int, rows: Array, at: int) -> int:
    """Fill one row for each card that was dealt, from row `at`; return the next free row."""
    for card in range(MAX_CARDS):
        if state.dealt[card] == BOX:
            continue
        row = rows[at]
        row.game = game
        row.card = card
        row.dealt = place_number(state.dealt[card])
        row.end = place_number(state.where[card])
        row.token = state.token[card]
        row.played = min(state.times_played[card], 127)
        row.back = min(state.times_back[card], 127)
        at += 1
    return at


@kernel
def write_rows(desk: Desk, game: int, tables: tuple[Array, ...], rows: Array) -> None:
    """Write the rows of a finished game to each table that has room."""
    games, seats, plays, cards = tables
    state = desk.state
    write_game(state, game, games[rows[0]])
    rows[0] += 1
    rows[1] = write_seats(state, game, seats, rows[1])
    if plays.shape[0] > 0:
        rows[2] = write_plays(state, game, plays, rows[2])
    if cards.shape[0] > 0:
        rows[3] = write_cards(state, game, cards, rows[3])
