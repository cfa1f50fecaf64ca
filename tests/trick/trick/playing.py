"""What Trick brings to be simulated."""

from typing import TypeAlias

import numpy as np

from rules.chance import DECK, shuffle
from rules.fields import Fields, Rows, field, rows
from rules.kernel import Array, Struct, kernel
from rules.verbs import copy_game, register
from rules.words import Word
from simulate.play import tables
from simulate.play.choosing import Choosing
from simulate.play.desk import GameDesk
from simulate.play.simulator import Playing
from simulate.play.tables import Summed, Table, best_two, with_watched, write_standing
from trick.engine import CARDS, HELD, SEATS, State, legal_moves
from trick.options import Options


class MoveFeature(Word):
    """The features of a move."""

    POINTS = "points of the card, if it scores"


class PositionFeature(Word):
    """The features of a seat in a position."""

    POINTS = "its points"


class Mind(Choosing):
    """What a policy knows beside the state."""

    shown: Rows[State] = rows(State, 1, "the game as one seat may see it")


Desk: TypeAlias = GameDesk[Struct, Options, State, Mind]


class GameRow(Fields):
    """A game."""

    game: int = field(np.int32, "index of the game")
    players: int = field(np.int8, "seats")
    turns: int = field(np.int32, "turns played")
    winners: int = field(np.int8, "bit s: seat s won")
    margin: int = field(np.int32, "best score less the best of the others")


class SeatRow(tables.SeatRow):
    """What a seat has at the end."""


@kernel
def worth(desk: Desk, state: State, slot: int) -> float:
    """The points that a card brings."""
    card = state.hands[state.seat, slot]
    return float(card) if card > state.lies else 0.0


@kernel
def value_moves(desk: Desk, state: State, weights: Array) -> int:
    """List the legal moves and the value of each."""
    n = legal_moves(desk.box, desk.options, state, desk.mind.moves)
    for k in range(n):
        desk.mind.values[k] = weights[0] * worth(desk, state, desk.mind.moves[k])
    return n


@kernel
def weigh_moves(desk: Desk) -> int:
    """List the legal moves and the features of each."""
    n = legal_moves(desk.box, desk.options, desk.state, desk.mind.moves)
    for k in range(n):
        desk.mind.told[k, 0] = worth(desk, desk.state, desk.mind.moves[k])
    return n


@kernel
def deal_unseen(desk: Desk, state: State, seat: int) -> None:
    """Deal the deck and the hands of others anew, from all these cards in order."""
    pool = np.zeros(CARDS, np.int64)
    n = 0
    for card in range(1, CARDS + 1):
        hidden = False
        for i in range(state.n_deck):
            hidden = hidden or state.deck[i] == card
        for other in range(state.players):
            for slot in range(HELD):
                hidden = hidden or (other != seat and state.hands[other, slot] == card)
        if hidden:
            pool[n] = card
            n += 1
    shuffle(state, DECK, pool, n)
    for i in range(state.n_deck):
        n -= 1
        state.deck[i] = pool[n]
    for other in range(state.players):
        for slot in range(HELD):
            if other != seat and state.hands[other, slot] > 0:
                n -= 1
                state.hands[other, slot] = pool[n]


@kernel
def shown(desk: Desk, seat: int) -> State:
    """A copy without the deck and the hands of others."""
    view = desk.mind.shown[0]
    copy_game(view, desk.state)
    view.chance_words[:] = 0
    view.deck[:] = 0
    for other in range(view.players):
        if other != seat:
            view.hands[other] = 0
    return view


@kernel
def outcome(desk: Desk, state: State, seat: int) -> float:
    """1 for a win."""
    return float((state.winners >> seat) & 1)


@kernel
def describe_position(desk: Desk, state: State) -> None:
    """The points of every seat."""
    for seat in range(state.players):
        desk.mind.position[seat, 0] = state.points[seat]


@kernel
def score_now(desk: Desk, state: State, seat: int) -> int:
    """The points of a seat."""
    return state.points[seat]


@kernel
def write_rows(desk: Desk, game: int, tables: tuple[Rows[GameRow], Rows[SeatRow]], rows: Array) -> None:
    """Write the rows of a finished game."""
    games, seats = tables
    state = desk.state
    best = second = -1
    for seat in range(state.players):
        best, second = best_two(best, second, state.points[seat])
        write_standing(desk, game, seat, seats[rows[1]])
        rows[1] += 1
    row = games[rows[0]]
    row.game = game
    row.players = state.players
    row.turns = state.turn
    row.winners = state.winners
    row.margin = best - second
    rows[0] += 1


register(
    "trick", State, value_moves, weigh_moves, deal_unseen, shown, outcome, describe_position, write_rows,
    score_now,
)  # fmt: skip

PLAYING = Playing(
    policies_version=1,
    state=State,
    mind=Mind,
    moves=HELD,
    move_features=MoveFeature,
    position_features=PositionFeature,
    tables=with_watched({"games": Table(GameRow, 1), "seats": Table(SeatRow, SEATS)}, CARDS, SEATS),
    summed=Summed((), (), tallied="turns"),
)
