"""The tables of a run: their columns, and how a finished game fills its rows."""

from __future__ import annotations

import numpy as np

from rules.catan.board import DESERT
from rules.catan.geometry import N_HEXES, N_TOKENS
from rules.catan.options import MAX_TURNS, RESOURCES
from rules.catan.state import CARDS, MAX_SEATS, NOBODY, SOURCES
from rules.kernel import Array, Record, kernel
from simulate.common.playing import Desk
from simulate.common.tables import Table

GAMES = np.dtype(
    [
        ("game", np.int32),
        ("players", np.int8),
        ("turns", np.int16),
        ("rounds", np.int16),
        ("first", np.int8),  # the seat that began
        ("winners", np.int8),  # bit s: seat s won; 0 in an unfinished game
        ("finished", np.int8),
        ("margin", np.int16),  # best score minus the best of the others
        ("desert", np.int8),  # its hex, -1 if there is none
        ("sevens", np.int16),
        ("knights", np.int8),  # played
        ("steals", np.int16),  # cards taken by the robber
        ("discarded", np.int16),  # cards
        ("offers", np.int16),
        ("deals", np.int16),  # offers that were accepted
        ("bank_trades", np.int16),  # at any rate
        ("road_holder", np.int8),  # seat with the Longest Road at the end, -1 for nobody
        ("army_holder", np.int8),
    ]
)
SEATS = np.dtype(
    [
        ("game", np.int32),
        ("seat", np.int8),
        ("score", np.int16),
        ("rank", np.int8),  # 1 for the winner, or the best; equal scores share the better rank
        ("win_share", np.float32),  # 1 for the winner
        *[(source, np.int16) for source in SOURCES],  # points; `cards` are victory point cards
        ("roads", np.int8),  # built, as settlements and cities below; the set-up counts
        ("settlements_built", np.int8),
        ("cities_built", np.int8),
        ("road_length", np.int8),
        *[(f"bought_{card}", np.int8) for card in CARDS],
        *[(f"played_{card}", np.int8) for card in CARDS if card != "victory_point"],
        ("offers", np.int16),  # made
        ("deals", np.int16),  # of these, accepted
        ("deals_joined", np.int16),  # offers of others that it accepted
        ("trades_4", np.int16),  # with the bank at its own rate
        ("trades_3", np.int16),  # at a generic harbour
        ("trades_2", np.int16),  # at a special harbour
        ("harbours", np.int8),  # bit k: has a harbour of kind k, 5 being generic
        *[
            (f"{what}_{which}", np.int8)
            for which in (1, 2)  # of the first and the second settlement of the set-up
            for what in ("vertex", "pips", *(f"pips_{resource}" for resource in RESOURCES))
        ],
        *[(resource, np.int16) for resource in RESOURCES],  # cards that rolls paid
        ("blocked", np.int16),  # cards that the robber kept back
        ("short", np.int16),  # cards that the bank did not have
        ("discarded", np.int16),
        ("stolen", np.int16),  # cards lost to the robber
        ("robbed", np.int16),  # cards taken with the robber
        ("monopolised", np.int16),  # cards taken by monopoly
    ]
)
ROLLS = np.dtype([("game", np.int32), *[(f"sum_{total}", np.int16) for total in range(2, 13)]])
PRODUCTION = np.dtype(
    [
        ("game", np.int32),
        ("number", np.int8),  # token
        ("resource", np.int8),
        ("hexes", np.int8),  # with this token and resource
        ("produced", np.int16),  # cards paid
        ("blocked", np.int16),  # kept back by the robber
        ("short", np.int16),  # not in the bank
    ]
)
HEXES = np.dtype(
    [
        ("game", np.int32),
        ("hex", np.int8),
        ("terrain", np.int8),  # number of its resource, 5 for the desert
        ("number", np.int8),  # token, 0 for none
        ("pips", np.int8),  # ways to roll it, of 36
        ("produced", np.int16),
        ("blocked", np.int16),
        ("short", np.int16),
        ("robbed", np.int16),  # turns that ended with the robber there
    ]
)
TURNS = np.dtype([("game", np.int32), ("turn", np.int16), ("seat", np.int8), ("roll", np.int8)])

TABLES = {
    "games": Table(GAMES, 1),
    "seats": Table(SEATS, MAX_SEATS),
    "rolls": Table(ROLLS, 1),
    "production": Table(PRODUCTION, N_TOKENS + 2),  # a board of one's own may have no desert; and one to try
    "hexes": Table(HEXES, N_HEXES),
    "turns": Table(TURNS, MAX_TURNS, on_request=True),
}


@kernel
def score_of(state: Record, seat: int) -> int:
    """Victory points at the end."""
    return state.points[seat].sum()


@kernel
def pips_of(token: int) -> int:
    """Ways of 36 to roll this number (CT-37)."""
    return 6 - abs(token - 7) if token > 0 else 0


@kernel
def write_game(state: Record, game: int, row: Record) -> None:
    """Fill the row of a finished game (CT-126)."""
    row.game = game
    row.players = state.players
    row.turns = state.turn
    row.rounds = (state.turn + state.players - 1) // state.players
    row.first = state.first
    row.winners = state.winners
    row.finished = 1 if state.winner != NOBODY else 0
    best = -1
    second = -1
    for seat in range(state.players):
        score = score_of(state, seat)
        if score > best:
            best, second = score, best
        elif score > second:
            second = score
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


@kernel
def write_seats(board: Record, state: Record, game: int, rows: Array, at: int) -> int:
    """Fill one row a seat from row `at`; return the next free row (CT-126)."""
    for seat in range(state.players):
        row = rows[at + seat]
        row.game = game
        row.seat = seat
        write_result(state, seat, row)
        write_pieces(state, seat, row)
        write_trades(state, seat, row)
        write_opening(board, state, seat, row)
        row.brick = state.produced[seat, 0]
        row.lumber = state.produced[seat, 1]
        row.wool = state.produced[seat, 2]
        row.grain = state.produced[seat, 3]
        row.ore = state.produced[seat, 4]
        row.blocked = state.blocked[seat].sum()
        row.short = state.short[seat].sum()
        row.discarded = state.discarded[seat]
        row.stolen = state.lost[seat]
        row.robbed = state.robbed[seat]
        row.monopolised = state.monopolised[seat]
    return at + state.players


@kernel
def write_result(state: Record, seat: int, row: Record) -> None:
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
    row.settlements = state.points[seat, 0]
    row.cities = state.points[seat, 1]
    row.cards = state.points[seat, 2]
    row.longest_road = state.points[seat, 3]
    row.largest_army = state.points[seat, 4]


@kernel
def write_pieces(state: Record, seat: int, row: Record) -> None:
    """What was built, bought and played."""
    row.roads = state.n_roads[seat]
    row.settlements_built = state.n_settlements[seat] + state.n_cities[seat]
    row.cities_built = state.n_cities[seat]
    row.road_length = state.road_length[seat]
    bought, played = state.cards_bought[seat], state.cards_played[seat]
    row.bought_knight = bought[0]
    row.bought_victory_point = bought[1]
    row.bought_road_building = bought[2]
    row.bought_year_of_plenty = bought[3]
    row.bought_monopoly = bought[4]
    row.played_knight = played[0]
    row.played_road_building = played[2]
    row.played_year_of_plenty = played[3]
    row.played_monopoly = played[4]


@kernel
def write_trades(state: Record, seat: int, row: Record) -> None:
    """Trades by kind."""
    row.offers = state.offers[seat]
    row.deals = state.deals[seat]
    row.deals_joined = state.deals_joined[seat]
    row.trades_4 = state.bank_trades[seat, 0]
    row.trades_3 = state.bank_trades[seat, 1]
    row.trades_2 = state.bank_trades[seat, 2]
    row.harbours = state.harbours[seat]


@kernel
def pips_at(board: Record, state: Record, vertex: int, resource: int) -> int:
    """Ways of 36 that a settlement at a vertex draws a resource by."""
    pips = 0
    for i in range(3):
        h = board.vertex_hexes[vertex, i]
        if h >= 0 and state.terrain[h] == resource:
            pips += pips_of(state.token[h])
    return pips


@kernel
def write_opening(board: Record, state: Record, seat: int, row: Record) -> None:
    """Where the first two settlements went, and what they draw."""
    first, second = state.opening[seat, 0], state.opening[seat, 1]
    row.vertex_1 = first
    row.pips_brick_1 = pips_at(board, state, first, 0)
    row.pips_lumber_1 = pips_at(board, state, first, 1)
    row.pips_wool_1 = pips_at(board, state, first, 2)
    row.pips_grain_1 = pips_at(board, state, first, 3)
    row.pips_ore_1 = pips_at(board, state, first, 4)
    row.pips_1 = row.pips_brick_1 + row.pips_lumber_1 + row.pips_wool_1 + row.pips_grain_1 + row.pips_ore_1
    row.vertex_2 = second
    row.pips_brick_2 = pips_at(board, state, second, 0)
    row.pips_lumber_2 = pips_at(board, state, second, 1)
    row.pips_wool_2 = pips_at(board, state, second, 2)
    row.pips_grain_2 = pips_at(board, state, second, 3)
    row.pips_ore_2 = pips_at(board, state, second, 4)
    row.pips_2 = row.pips_brick_2 + row.pips_lumber_2 + row.pips_wool_2 + row.pips_grain_2 + row.pips_ore_2


@kernel
def write_rolls(state: Record, game: int, row: Record) -> None:
    """How often each sum was rolled."""
    row.game = game
    row.sum_2 = state.sums[2]
    row.sum_3 = state.sums[3]
    row.sum_4 = state.sums[4]
    row.sum_5 = state.sums[5]
    row.sum_6 = state.sums[6]
    row.sum_7 = state.sums[7]
    row.sum_8 = state.sums[8]
    row.sum_9 = state.sums[9]
    row.sum_10 = state.sums[10]
    row.sum_11 = state.sums[11]
    row.sum_12 = state.sums[12]


@kernel
def write_production(state: Record, game: int, rows: Array, at: int) -> int:
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
            h = state.token_first[number]
            while h >= 0:
                if state.terrain[h] == resource:
                    row.hexes += 1
                    row.produced += state.hex_produced[h]
                    row.blocked += state.hex_blocked[h]
                    row.short += state.hex_short[h]
                h = state.token_next[h]
            if row.hexes > 0:
                at += 1
    return at


@kernel
def write_hexes(state: Record, game: int, rows: Array, at: int) -> int:
    """A row a hex from row `at`; return the next free row."""
    for h in range(N_HEXES):
        row = rows[at + h]
        row.game = game
        row.hex = h
        row.terrain = state.terrain[h]
        row.number = state.token[h]
        row.pips = pips_of(state.token[h])
        row.produced = state.hex_produced[h]
        row.blocked = state.hex_blocked[h]
        row.short = state.hex_short[h]
        row.robbed = state.hex_robbed[h]
    return at + N_HEXES


@kernel
def write_turns(state: Record, game: int, rows: Array, at: int) -> int:
    """A row a turn from row `at`, roll 0 for one that was won before its roll; return the next free row."""
    for turn in range(1, state.turn + 1):
        row = rows[at + turn - 1]
        row.game = game
        row.turn = turn
        row.seat = (state.first + turn - 1) % state.players
        row.roll = state.roll_log[turn]
    return at + state.turn


@kernel
def write_rows(desk: Desk, game: int, tables: tuple[Array, ...], rows: Array) -> None:
    """Write the rows of a finished game to each table that has room."""
    games, seats, rolls, production, hexes, turns = tables
    state = desk.state
    write_game(state, game, games[rows[0]])
    rows[0] += 1
    rows[1] = write_seats(desk.box, state, game, seats, rows[1])
    if rolls.shape[0] > 0:
        write_rolls(state, game, rolls[rows[2]])
        rows[2] += 1
    if production.shape[0] > 0:
        rows[3] = write_production(state, game, production, rows[3])
    if hexes.shape[0] > 0:
        rows[4] = write_hexes(state, game, hexes, rows[4])
    if turns.shape[0] > 0:
        rows[5] = write_turns(state, game, turns, rows[5])
