"""The tables of a run: their columns, and how a finished game fills its rows."""

from __future__ import annotations

import numpy as np

from rules.bits import count_bits, lowest_bit
from rules.castle.cards import Do
from rules.castle.ending import standing
from rules.castle.moves import What, move_what
from rules.castle.options import MAX_TURNS
from rules.castle.plan import BOX, EXCHANGE, HAND, MAX_CARDS, SPACES, STOCK, ZONE_OF, ZONES, Zone
from rules.castle.state import MAX_PLAYS, MAX_SEATS, PlayRow, Reason, State
from rules.fields import Row, Rows, field
from rules.kernel import Array, kernel
from rules.words import with_numbers
from simulate.games.castle.move_features import Desk
from simulate.play import tables
from simulate.play.choosing import win_share
from simulate.play.tables import MOST_MOVES, Summed, Table, with_watched, write_log

REASONS = [reason.word.replace("_", " ") for reason in Reason if reason != Reason.NONE]

# Where a card is, in the table of cards: IN_HAND + seat, IN_STOCK + seat, ..., IN_ZONE + zone.
IN_HAND, IN_STOCK, IN_EXCHANGE, TAKEN_OUT, IN_ZONE = 0, 10, 20, 22, 30
HANDS, STOCKS = (f"{first}-{first + MAX_SEATS - 1}" for first in (IN_HAND, IN_STOCK))


class GameRow(Row):
    """A game."""

    players: int = field(np.int8, "seats")
    first: int = field(np.int8, "the seat that began")
    turns: int = field(np.int16, "turns in which something was done")
    rounds: int = field(np.int16, "times that play went round, the last perhaps in part")
    reason: int = field(np.int8, with_numbers(REASONS, first=Reason.OUT))
    blocked: int = field(np.int8, "1 if no card could be placed any more")
    unfinished: int = field(np.int8, "1 if the limit of turns ended it")
    winners: int = field(np.int8, "bit s: seat s won")
    shared: int = field(np.int8, "1 if several share the win")
    margin: int = field(np.int8, "cards by which the winner is ahead of the next, 0 if the win is shared")
    plays: int = field(np.int16, "cards placed, also by the King's Advisor")
    draws: int = field(np.int16, "cards drawn")
    exchanges: int = field(np.int16, "actions of exchanging a card")
    lost: int = field(np.int16, "actions lost because none was possible")
    sent_back: int = field(np.int16, "cards sent back, to hands and to the exchange")
    to_exchange: int = field(np.int16, "of these to the exchange")
    removed: int = field(np.int8, "cards that left the game")
    in_castle: int = field(np.int8, "cards there at the end, in piles and alone")
    outside: int = field(np.int8, "cards outside at the end")


class SeatRow(Row):
    """A seat in a game."""

    seat: int = field(np.int8, "the seat")
    score: int = field(np.int8, "cards left; few are good")
    hand: int = field(np.int8, "cards left in hand")
    stock: int = field(np.int8, "cards left in stock")
    rank: int = field(np.int8, "1 for the winner; the others by cards left, equal ones share the better rank")
    win_share: float = field(np.float32, "1, or a part of it if the win is shared")
    draws: int = field(np.int16, "cards drawn")
    exchanges: int = field(np.int16, "actions of exchanging a card")
    plays: int = field(np.int16, "cards placed from the hand")
    lost: int = field(np.int16, "actions lost")
    got_back: int = field(np.int16, "cards sent back to the seat")
    sent_back: int = field(np.int16, "cards that the seat sent back, to whomever")


class CardRow(Row):
    """A card in a game."""

    card: int = field(np.int8, "the card")
    dealt: int = field(np.int8, f"{HANDS} a seat's hand, {STOCKS} its stock, {IN_EXCHANGE} exchange")
    end: int = field(
        np.int8,
        f"{HANDS}, {STOCKS}, {IN_EXCHANGE} as before, {TAKEN_OUT} removed, "
        f"{with_numbers(ZONES, first=IN_ZONE)}",
    )
    token: int = field(np.int8, "whose token it carries at the end, -1 for none")
    played: int = field(np.int16, "times")
    back: int = field(np.int16, "times sent back")


class PlacementRow(tables.PlacementRow):
    """A card that was placed, from a hand or by the King's Advisor."""

    piece: int = field(np.int16, "the card")
    place: int = field(np.int8, with_numbers(ZONES))
    brought: int = field(
        np.int8,
        "cards that its effect sent back to other seats, less those to its own. What else an effect does, "
        "and what comes of the card later, is left out",
    )


DECISIONS = tuple(do.word.replace("_", " ") for do in Do if do <= Do.EITHER_ORDER)
"""What is decided: an action of the turn, or a step of an effect."""
CHOSEN = (*(what.word for what in What if what < What.CHOOSE), "choice within an effect")
"""What a move does, in the order of `What`."""


class DecisionRow(tables.DecisionRow):
    """A decision of the turn or within the effect of a card, as it stood before the move."""

    decision: int = field(np.int8, f"what was asked: {with_numbers(DECISIONS)}")
    chosen: int = field(np.int8, f"what the move does: {with_numbers(CHOSEN)}")
    hand: int = field(np.int8, "cards that the seat had in hand")


TABLES = with_watched(
    {
        "games": Table(GameRow, 1),
        "seats": Table(SeatRow, MAX_SEATS),
        "plays": Table(PlayRow, MAX_PLAYS),
        "cards": Table(CardRow, MAX_CARDS),
    },
    MAX_TURNS,
    MAX_SEATS,
    Table(PlacementRow, MAX_PLAYS, on_request=True),
    Table(DecisionRow, MOST_MOVES, on_request=True),
)

SUMMED = Summed(
    ("rounds", "blocked", "unfinished", "plays", "to_exchange", "removed"),
    ("hand", "stock", "plays", "draws", "exchanges", "lost", "got_back", "sent_back"),
    tallied="rounds",
)


@kernel
def write_rows(
    desk: Desk,
    game: int,
    tables: tuple[Rows[GameRow], Rows[SeatRow], Rows[PlayRow], Rows[CardRow]],
    rows: Array,
) -> None:
    """Write the rows of a finished game to each table that has room."""
    games, seats, plays, cards = tables
    state = desk.state
    write_game(state, game, games[rows[0]])
    rows[0] += 1
    for seat in range(state.players):
        write_seat(state, game, seat, seats[rows[1]])
        rows[1] += 1
    rows[2] = write_log(state.plays, state.n_plays, game, plays, rows[2])
    if cards.shape[0] > 0:
        for card in range(MAX_CARDS):
            if state.dealt[card] != BOX:
                write_card(state, game, card, cards[rows[3]])
                rows[3] += 1


@kernel
def write_game(state: State, game: int, row: GameRow) -> None:
    """Fill the row of a finished game."""
    row.game = game
    row.players = state.players
    row.first = state.first
    row.turns = state.n_turns
    row.rounds = (state.n_turns + state.players - 1) // state.players
    row.reason = state.reason
    row.blocked = state.reason == Reason.BLOCKED
    row.unfinished = state.reason == Reason.TURN_LIMIT
    row.winners = state.winners
    row.shared = count_bits(state.winners) > 1
    row.margin = _margin(state)
    row.plays = state.n_plays
    row.draws = state.draws.sum()
    row.exchanges = state.exchanges.sum()
    row.lost = state.lost_actions.sum()
    row.sent_back = state.back_by.sum()
    row.to_exchange = state.back_by.sum() - state.back_to.sum()
    row.removed = count_bits(state.removed)
    castle = state.zones[Zone.COURTYARD] | state.zones[Zone.RAMPARTS] | state.zones[Zone.TOWERS]
    row.in_castle = count_bits(castle)
    row.outside = count_bits(state.zones[Zone.OUTSIDE])


@kernel
def _margin(state: State) -> int:
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
    if state.reason == Reason.OUT:
        return hand + stock
    return hand if hand != 0 else stock


@kernel
def write_seat(state: State, game: int, seat: int, row: SeatRow) -> None:
    """Fill the row of a seat."""
    row.game = game
    row.seat = seat
    row.hand = state.left[seat, 0]
    row.stock = state.left[seat, 1]
    row.score = row.hand + row.stock
    rank = 1
    for other in range(state.players):
        rank += standing(state, other) < standing(state, seat)
    row.rank = rank
    row.win_share = win_share(state.winners, seat)
    row.draws = state.draws[seat]
    row.exchanges = state.exchanges[seat]
    row.plays = state.played[seat]
    row.lost = state.lost_actions[seat]
    row.got_back = state.back_to[seat]
    row.sent_back = state.back_by[seat]


@kernel
def place_number(where: int) -> int:
    """The place of a card that was dealt, in the numbers of the table of cards."""
    if where < SPACES:
        return IN_ZONE + ZONE_OF[where]
    if where < HAND:
        return IN_ZONE + Zone.OUTSIDE
    if where < STOCK:
        return IN_HAND + where - HAND
    if where < EXCHANGE:
        return IN_STOCK + where - STOCK
    return IN_EXCHANGE if where == EXCHANGE else TAKEN_OUT


@kernel
def write_card(state: State, game: int, card: int, row: CardRow) -> None:
    """Fill the row of a card that was dealt."""
    row.game = game
    row.card = card
    row.dealt = place_number(state.dealt[card])
    row.end = place_number(state.where[card])
    row.token = state.token[card]
    row.played = state.times_played[card]
    row.back = state.times_back[card]


@kernel
def write_placements(desk: Desk, game: int, rows: Rows[PlacementRow], at: int) -> int:
    """Write what was placed in a finished game from row `at`; return the next free row."""
    state = desk.state
    for i in range(state.n_plays):
        play, row = state.plays[i], rows[at + i]
        row.game = game
        row.turn = play.turn
        row.seat = play.seat
        row.piece = play.card
        row.place = play.zone
        row.brought = 0
        for seat in range(state.players):
            row.brought += -play.sent[seat] if seat == play.seat else play.sent[seat]
    return at + state.n_plays


@kernel
def describe_decision(desk: Desk, move: int, row: DecisionRow) -> None:
    """Fill in what is asked (CA-19), what the move does, and the cards in hand of whoever decides."""
    state = desk.state
    row.decision = state.point
    row.chosen = move_what(move)
    row.hand = count_bits(state.hand[state.asked])
