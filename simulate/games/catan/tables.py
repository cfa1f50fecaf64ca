"""The tables of a run: their columns, and how a finished game fills its rows (CT-126)."""

from __future__ import annotations

import numpy as np

from rules.catan.board import DESERT, Board
from rules.catan.building import drawn_at
from rules.catan.dice import NEUTRAL, place_of_throw, throw_total
from rules.catan.geometry import N_HEXES, N_TOKENS
from rules.catan.layout import paying_number, pips_of
from rules.catan.moves import (
    MOVES,
    NOT_NOW,
    Kind,
    move_asked,
    move_given,
    move_kind,
    move_place,
    move_second,
    move_wanted,
)
from rules.catan.options import MAX_TURNS, RESOURCES, Options
from rules.catan.state import (
    CARDS,
    MAX_BUILDS,
    MAX_SEATS,
    MAX_THROWS,
    NOBODY,
    NONE,
    SOURCES,
    Card,
    HexRow,
    Point,
    State,
    Thing,
)
from rules.fields import Row, Rows, columns, field
from rules.kernel import Array, kernel
from rules.words import with_numbers
from simulate.games.catan.move_features import Desk
from simulate.play import tables
from simulate.play.tables import MOST_MOVES, Summed, Table, best_two, with_watched, write_log

BOUGHT = tuple(f"bought_{card}" for card in CARDS)
BANK_TRADES = ("trades_4", "trades_3", "trades_2")

DOTS = 16
"""More than the dots at any vertex."""


class GameRow(Row):
    """A game."""

    players: int = field(np.int8, "seats")
    turns: int = field(np.int16, "turns played")
    rounds: int = field(np.int16, "rounds, the last perhaps in part")
    first: int = field(np.int8, "the seat that began")
    winners: int = field(np.int8, "bit s: seat s won; 0 in an unfinished game")
    finished: int = field(np.int8, "1 if somebody won")
    margin: int = field(np.int16, "best score minus the best of the others", unit="points")
    desert: int = field(np.int8, "its hex, -1 if there is none")
    sevens: int = field(np.int16, "sevens rolled")
    knights: int = field(np.int8, "played")
    steals: int = field(np.int16, "cards taken by the robber")
    discarded: int = field(np.int16, "cards given up on sevens")
    offers: int = field(np.int16, "offers made")
    deals: int = field(np.int16, "offers that were accepted")
    bank_trades: int = field(np.int16, "trades with the bank at any rate")
    road_holder: int = field(np.int8, "seat with the Longest Road at the end, -1 for nobody")
    army_holder: int = field(np.int8, "seat with the Largest Army at the end, -1 for nobody")
    most_out: int = field(
        np.int16, "most cards of one resource that were out of the bank, or owed by it, at once"
    )


class SeatRow(Row):
    """What a seat has at the end, and what it did."""

    seat: int = field(np.int8, "the seat")
    score: int = field(np.int16, "victory points")
    rank: int = field(np.int8, "1 for the winner, or the best; equal scores share the better rank")
    win_share: float = field(np.float32, "1 for the winner")
    points: Array = columns(np.int16, "points by source; `cards` are victory point cards", SOURCES)
    roads: int = field(np.int8, "built, as settlements and cities below; the set-up counts")
    settlements_built: int = field(np.int8, "those that became cities too")
    cities_built: int = field(np.int8, "cities")
    road_length: int = field(np.int8, "the length of its road", unit="roads")
    bought: Array = columns(np.int8, "development cards bought", BOUGHT)
    played_knight: int = field(np.int8, "knights played")
    played: Array = columns(
        np.int8, "progress cards played", [f"played_{card}" for card in CARDS[Card.ROAD_BUILDING :]]
    )
    offers: int = field(np.int16, "offers made")
    deals: int = field(np.int16, "of these, accepted")
    deals_joined: int = field(np.int16, "offers of others that it accepted")
    bank_trades: Array = columns(
        np.int16, "with the bank at its own rate, at a generic and at a special harbour", BANK_TRADES
    )
    harbours: int = field(np.int8, "bit k: has a harbour of kind k, 5 being generic")
    opening: Array = columns(
        np.int8,
        "of the first and the second settlement of the set-up: where, and what it draws of 36 rolls",
        [
            f"{what}_{which}"
            for which in (1, 2)
            for what in ("vertex", "pips", *(f"pips_{resource}" for resource in RESOURCES))
        ],
        shape=(2, 7),
    )
    produced: Array = columns(np.int16, "cards that rolls paid", RESOURCES)
    blocked: int = field(np.int16, "cards that the robber kept back")
    short: int = field(np.int16, "cards that the bank did not have")
    discarded: int = field(np.int16, "cards given up on sevens")
    stolen: int = field(np.int16, "cards lost to the robber")
    robbed: int = field(np.int16, "cards taken with the robber")
    monopolised: int = field(np.int16, "cards taken by monopoly")


class RollRow(Row):
    """The rolls of a game."""

    sums: Array = columns(np.int16, "how often each sum came", [f"sum_{total}" for total in range(2, 13)])


class ProductionRow(Row):
    """What hexes with one token and resource paid in a game."""

    number: int = field(np.int8, "token")
    resource: int = field(np.int8, "its number")
    hexes: int = field(np.int8, "with this token and resource")
    produced: int = field(np.int16, "cards paid")
    blocked: int = field(np.int16, "kept back by the robber", unit="cards")
    short: int = field(np.int16, "not in the bank", unit="cards")


class TurnRow(Row):
    """A turn."""

    turn: int = field(np.int16, "its number, from 1")
    seat: int = field(np.int8, "whose")
    roll: int = field(np.int8, "sum of the dice, of its first roll; 0 if it was won before that")


class ThrowRow(Row):
    """A roll of the dice; there is more than one a turn under some house rules."""

    turn: int = field(np.int16, "in which, from 1")
    seat: int = field(np.int8, "who rolled, -1 for the neutral roll after a round")
    roll: int = field(np.int8, "sum of the dice")


class PlacementRow(tables.PlacementRow):
    """What was built, those of the set-up too, in turn 0."""

    piece: int = field(
        np.int16, "0 a road, 16 + d a settlement and 32 + d a city where d of 36 rolls draw a card"
    )
    place: int = field(np.int8, "edge or vertex")
    brought: int = field(
        np.int16,
        "cards that rolls drew for it to the end of the game, less those that the robber kept back; of a "
        "city one a hex, as the other is the settlement’s. What the bank was short of counts",
    )


DECISIONS = tuple(point.word.replace("_", " ") for point in Point if point != Point.OVER)
"""What is decided (CT-119)."""
CHOSEN = tuple(move.replace("_", " ") for move in MOVES)


class DecisionRow(tables.DecisionRow):
    """A decision (CT-119), as it stood before the move."""

    decision: int = field(np.int8, f"what was asked: {with_numbers(DECISIONS)}")
    legal: int = field(
        np.int16, "legal moves to choose from; of offers those that players choose from, to all other seats"
    )
    chosen: int = field(np.int8, f"the move: {with_numbers(CHOSEN)}")
    hand: int = field(np.int16, "resource cards that the seat had in hand")
    unplayed: int = field(np.int8, "its development cards that were not played yet")


class TradeRow(Row):
    """An offer to other players (CT-79), or a trade with the bank (CT-75, CT-76, CT-77)."""

    turn: int = field(np.int16, "the turn")
    seat: int = field(np.int8, "whose turn it was: who offered, or traded with the bank")
    rate: int = field(np.int8, "cards that the bank took for one; 0 for an offer to players")
    given: Array = columns(np.int8, "cards offered, or paid to the bank", [f"given_{r}" for r in RESOURCES])
    wanted: Array = columns(
        np.int8, "cards wanted for them, or taken from the bank", [f"wanted_{r}" for r in RESOURCES]
    )
    asked: int = field(np.int8, "bit s: the offer went to seat s; 0 for the bank")
    agreed: int = field(np.int8, "bit s: seat s said yes")
    refused: int = field(np.int8, "bit s: seat s said no; who lacked what was wanted said nothing")
    partner: int = field(np.int8, "the seat that cards were traded with, -1 for none, and for the bank")
    struck: int = field(np.int8, "1 if cards changed hands")


FIRST_GAMES, ONE_IN = 1000, 10
"""The games whose decisions and trades are kept: all of the first, and then one in so many."""

TABLES = with_watched(
    {
        "games": Table(GameRow, 1),
        "seats": Table(SeatRow, MAX_SEATS),
        "rolls": Table(RollRow, 1),
        "production": Table(ProductionRow, N_TOKENS + 2),  # perhaps no desert; and one to try
        "hexes": Table(HexRow, N_HEXES),
        "turns": Table(TurnRow, MAX_TURNS, on_request=True),
        "throws": Table(ThrowRow, MAX_THROWS, on_request=True),
    },
    MAX_TURNS,
    MAX_SEATS,
    Table(PlacementRow, MAX_BUILDS, on_request=True),
    Table(DecisionRow, MOST_MOVES, on_request=True, first_games=FIRST_GAMES, one_in=ONE_IN),
    Table(TradeRow, MOST_MOVES, on_request=True, first_games=FIRST_GAMES, one_in=ONE_IN),
)

SUMMED = Summed(
    ("finished", "sevens", "knights", "steals", "offers", "deals", "bank_trades"),
    (
        *SOURCES,
        *RESOURCES,
        *("roads", "settlements_built", "cities_built", *BOUGHT, "played_knight"),
        *("offers", "deals", "deals_joined", *BANK_TRADES),
        *("blocked", "short", "discarded", "stolen", "robbed"),
    ),
    tallied="turns",
)


@kernel
def score_of(state: State, seat: int) -> int:
    """Victory points at the end."""
    return state.points[seat].sum()


@kernel
def write_game(state: State, game: int, row: GameRow) -> None:
    """Fill the row of a finished game (CT-126)."""
    row.game = game
    row.players = state.players
    row.turns = state.turn
    row.rounds = (state.turn + state.players - 1) // state.players
    row.first = state.first
    row.winners = state.winners
    row.finished = 1 if state.winner != NOBODY else 0
    best = second = -1
    for seat in range(state.players):
        best, second = best_two(best, second, score_of(state, seat))
    row.margin = best - second
    row.desert = -1
    for h in range(N_HEXES):
        if state.terrain[h] == DESERT:
            row.desert = h
    row.sevens = state.sums[7]
    row.knights = state.knights.sum()
    row.steals = state.robbed.sum()
    row.discarded = state.discarded.sum()
    row.offers = state.offers.sum()
    row.deals = state.deals.sum()
    row.bank_trades = state.bank_trades.sum()
    row.road_holder = state.road_holder
    row.army_holder = state.army_holder
    row.most_out = state.most_out


@kernel
def write_seats(board: Board, options: Options, state: State, game: int, rows: Rows[SeatRow], at: int) -> int:
    """Fill one row a seat from row `at`; return the next free row (CT-126)."""
    for seat in range(state.players):
        row = rows[at + seat]
        row.game = game
        row.seat = seat
        write_result(state, seat, row)
        row.roads = state.n_roads[seat]
        row.settlements_built = state.n_settlements[seat] + state.n_cities[seat]
        row.cities_built = state.n_cities[seat]
        row.road_length = state.road_length[seat]
        row.bought[:] = state.cards_bought[seat]
        row.played_knight = state.cards_played[seat, Card.KNIGHT]
        row.played[:] = state.cards_played[seat, Card.ROAD_BUILDING :]
        row.offers = state.offers[seat]
        row.deals = state.deals[seat]
        row.deals_joined = state.deals_joined[seat]
        row.bank_trades[:] = state.bank_trades[seat]
        row.harbours = state.harbours[seat]
        write_opening(board, options, state, seat, row)
        row.produced[:] = state.produced[seat]
        row.blocked = state.blocked[seat].sum()
        row.short = state.short[seat].sum()
        row.discarded = state.discarded[seat]
        row.stolen = state.lost[seat]
        row.robbed = state.robbed[seat]
        row.monopolised = state.monopolised[seat]
    return at + state.players


@kernel
def write_result(state: State, seat: int, row: SeatRow) -> None:
    """Score by source, rank and win; nobody is ahead of the winner (CT-118)."""
    score = score_of(state, seat)
    row.score = score
    rank = 1
    for other in range(state.players):
        ahead = score_of(state, other) > score and state.winner != seat
        if other != seat and (ahead or state.winner == other):
            rank += 1
    row.rank = rank
    row.win_share = 1.0 if state.winner == seat else 0.0
    row.points[:] = state.points[seat]


@kernel
def write_opening(board: Board, options: Options, state: State, seat: int, row: SeatRow) -> None:
    """Where the first two settlements went, and what they draw: ways of 36 in all and by resource."""
    row.opening[:] = 0
    for which in range(2):
        vertex = state.opening[seat, which]
        row.opening[which, 0] = vertex
        for i in range(3 if vertex != NONE else 0):  # a game that began from a given position may lack one
            h = board.vertex_hexes[vertex, i]
            if h >= 0 and state.terrain[h] != DESERT:
                pips = pips_of(options, state.token[h])
                row.opening[which, 1] += pips
                row.opening[which, 2 + state.terrain[h]] += pips


@kernel
def write_production(options: Options, state: State, game: int, rows: Rows[ProductionRow], at: int) -> int:
    """A row for each token and resource that lie together, from row `at`; return the next free row."""
    for number in range(2, 13):
        for resource in range(5):
            row = rows[at]
            row.game = game
            row.number = number
            row.resource = resource
            row.hexes = 0
            row.produced = 0
            row.blocked = 0
            row.short = 0
            h = state.token_first[paying_number(options, number)]
            while h >= 0:
                if state.terrain[h] == resource and state.token[h] == number:
                    row.hexes += 1
                    row.produced += state.hexes[h].produced
                    row.blocked += state.hexes[h].blocked
                    row.short += state.hexes[h].short
                h = state.token_next[h]
            if row.hexes > 0:
                at += 1
    return at


@kernel
def write_turns(state: State, game: int, rows: Rows[TurnRow], at: int) -> int:
    """A row a turn from row `at`, roll 0 for one that was won before its roll; return the next free row."""
    for turn in range(1, state.turn + 1):
        row = rows[at + turn - 1]
        row.game = game
        row.turn = turn
        row.seat = seat_of_turn(state, turn)
        row.roll = 0
    turn = 0
    for i in range(state.n_throws):
        if place_of_throw(state.throws[i]) == 0:
            rows[at + turn].roll = throw_total(state.throws[i])
            turn += 1
    return at + state.turn


@kernel
def seat_of_turn(state: State, turn: int) -> int:
    """Whose turn it was."""
    return (state.first + turn - 1) % state.players


@kernel
def write_throws(state: State, game: int, rows: Rows[ThrowRow], at: int) -> int:
    """A row a roll of the dice from row `at`; return the next free row."""
    turn = 0
    for i in range(state.n_throws):
        code, row = state.throws[i], rows[at + i]
        turn += place_of_throw(code) == 0
        row.game = game
        row.turn = turn
        row.seat = NOBODY if place_of_throw(code) == NEUTRAL else seat_of_turn(state, turn)
        row.roll = throw_total(code)
    return at + state.n_throws


@kernel
def write_rows(
    desk: Desk,
    game: int,
    tables: tuple[
        Rows[GameRow],
        Rows[SeatRow],
        Rows[RollRow],
        Rows[ProductionRow],
        Rows[HexRow],
        Rows[TurnRow],
        Rows[ThrowRow],
    ],
    rows: Array,
) -> None:
    """Write the rows of a finished game to each table that has room."""
    games, seats, rolls, production, hexes, turns, throws = tables
    state = desk.state
    write_game(state, game, games[rows[0]])
    rows[0] += 1
    rows[1] = write_seats(desk.box, desk.options, state, game, seats, rows[1])
    if rolls.shape[0] > 0:
        rolls[rows[2]].game = game
        rolls[rows[2]].sums[:] = state.sums[2:]
        rows[2] += 1
    if production.shape[0] > 0:
        rows[3] = write_production(desk.options, state, game, production, rows[3])
    rows[4] = write_log(state.hexes, N_HEXES, game, hexes, rows[4])
    if turns.shape[0] > 0:
        rows[5] = write_turns(state, game, turns, rows[5])
    if throws.shape[0] > 0:
        rows[6] = write_throws(state, game, throws, rows[6])


@kernel
def write_placements(desk: Desk, game: int, rows: Rows[PlacementRow], at: int) -> int:
    """Write what was built in a finished game from row `at`; return the next free row (CT-53, CT-54)."""
    state = desk.state
    for i in range(state.n_builds):
        built, row = state.builds[i], rows[at + i]
        row.game = game
        row.turn = built.turn
        row.seat = built.seat
        row.piece = DOTS * built.thing
        row.place = built.place
        row.brought = 0
        if built.thing == Thing.ROAD:
            continue
        for k in range(3):
            h = desk.box.vertex_hexes[built.place, k]
            if h < 0 or state.terrain[h] == DESERT:
                continue
            row.piece += pips_of(desk.options, state.token[h])
        row.brought = drawn_at(desk.box, state, built.place) - built.drawn
    return at + state.n_builds


@kernel
def describe_decision(desk: Desk, move: int, row: DecisionRow) -> None:
    """Fill in what is asked (CT-119), the kind of the move, and the cards of whoever decides."""
    state = desk.state
    row.decision = state.point
    row.chosen = move_kind(move)
    row.hand = state.hand_size[state.asked]
    row.unplayed = state.unplayed[state.asked]


@kernel
def write_trades(desk: Desk, game: int, move: int, rows: Rows[TradeRow], at: int) -> int:
    """Begin the row of an offer or of a trade with the bank, or note what came of the offer in the last row.

    Return the next free row (CT-75, CT-79).
    """
    state = desk.state
    kind, place = move_kind(move), move_place(move)
    if kind == Kind.OFFER:
        begin_trade(state, game, rows[at])
        rows[at].asked = move_asked(move)
        for resource in range(5):
            rows[at].given[resource] = move_given(move, resource)
            rows[at].wanted[resource] = move_wanted(move, resource)
        return at + 1
    if kind == Kind.BANK:
        begin_trade(state, game, rows[at])
        rows[at].rate = state.rate[state.seat, place]
        rows[at].given[place] = rows[at].rate
        rows[at].wanted[move_second(move)] = 1
        rows[at].struck = 1
        return at + 1
    offer = rows[at - 1]
    if kind == Kind.ANSWER:
        if place == 1:
            offer.agreed |= 1 << state.asked
        else:
            offer.refused |= 1 << state.asked
    elif kind == Kind.ACCEPT and place != NOT_NOW:
        offer.partner = place
        offer.struck = 1
    return at


@kernel
def begin_trade(state: State, game: int, row: TradeRow) -> None:
    """Fill in whose turn it is; nothing is offered yet, and nobody has answered."""
    row.game = game
    row.turn = state.turn
    row.seat = state.seat
    row.rate = 0
    row.given[:] = 0
    row.wanted[:] = 0
    row.asked = 0
    row.agreed = 0
    row.refused = 0
    row.partner = NOBODY
    row.struck = 0
