"""The state of a game of Catan as one NumPy record.

Sets of vertices and of hexes are the bits of an integer, sets of edges those of two (`geometry.HALF`).
Everything that a rule needs often is kept up to date as pieces are placed, so that listing moves and
paying for a roll take a few steps.
"""

from __future__ import annotations

import numpy as np

from rules.catan.geometry import HALF, N_EDGES, N_HARBOURS, N_HEXES, N_VERTICES
from rules.catan.options import MAX_OFFERS, MAX_ROADS, MAX_TURNS
from rules.fields import Fields, Row, Rows, blank, copier, field, rows
from rules.kernel import Array
from rules.verbs import GameState
from rules.words import Word

MAX_SEATS = 4
KNOWN = (MAX_SEATS, 5, MAX_SEATS + 1)
NOBODY = -1
NONE = -1

ALL_CARDS = (1 << 36) - 1
"""The set of the cards of dice; the one for dice a and b has the number 6 * (a - 1) + b - 1."""


class Point(Word):
    """What is to be decided next, by the seat in `asked` (CT-119)."""

    SETUP_SETTLEMENT = "a settlement of the set-up"
    SETUP_ROAD = "the road beside it"
    PRE_ROLL = "a card to play, or the roll"
    DISCARD = "a card to give up on a seven"
    ROBBER = "where the robber goes"
    STEAL = "whom to take a card from"
    MAIN = "what to trade, build, buy or play, or the end of the turn"
    ROLL_AGAIN = "nothing: the dice are rolled once more, after two alike"
    NEUTRAL_ROLL = "nothing: the dice are rolled for nobody, after a round"
    FREE_ROAD = "a road of a road building card"
    TRADE_ANSWER = "yes or no to an offer"
    TRADE_CHOICE = "whom to deal with"
    DRAW = "nothing: a card comes from the bank by lot"
    OVER = "nothing: the game has ended"


class Thing(Word):
    """What has a price (CT-15)."""

    ROAD = "of a supply (CT-14)"
    SETTLEMENT = "of a supply"
    CITY = "of a supply"
    CARD = "from the deck of development cards"


PIECES = tuple(thing.word for thing in Thing if thing != Thing.CARD)
SUPPLIES = ("roads", "settlements", "cities")


class Card(Word):
    """Development cards (CT-13)."""

    KNIGHT = "moves the robber"
    VICTORY_POINT = "counts by itself"
    ROAD_BUILDING = "two free roads"
    YEAR_OF_PLENTY = "two cards from the bank"
    MONOPOLY = "all cards of a resource"


class Source(Word):
    """What victory points are for, in the order of tables and records (CT-113)."""

    SETTLEMENTS = "settlements"
    CITIES = "cities"
    CARDS = "victory point cards"
    LONGEST_ROAD = "the Longest Road"
    LARGEST_ARMY = "the Largest Army"


class Way(Word):
    """Where cards are traded with the bank, in the order of `bank_trades`."""

    AT_BANK = "at its own rate (CT-75)"
    AT_GENERIC = "at a generic harbour (CT-76)"
    AT_SPECIAL = "at a special harbour (CT-77)"


CARDS = tuple(Card.texts())
SOURCES = tuple(Source.texts())

MAX_BUILDS = 144  # 72 edges, and a settlement and a city on each of at most 27 vertices, and 8 of the set-up


ROLLS_A_TURN = 3
"""At most, of which only the last need not be two alike (HR-8)."""
MAX_THROWS = ROLLS_A_TURN * MAX_TURNS + MAX_TURNS // 2
"""Those, and the neutral rolls of two players, one a round (HR-4)."""


class Build(Fields):
    """A piece that was put on the island."""

    turn: int = field(np.int16, "when, 0 in the set-up")
    seat: int = field(np.int8, "whose")
    thing: int = field(np.int8, "what: a `Thing`")
    place: int = field(np.int8, "where: edge or vertex")
    drawn: int = field(np.int16, "cards that rolls had drawn from its hexes before, one a hex and roll")


class HexRow(Row):
    """What came of a hex in a game: a row of the table `hexes`."""

    hex: int = field(np.int8, "its number")
    terrain: int = field(np.int8, "number of its resource, 5 for the desert")
    number: int = field(np.int8, "token, 0 for none")
    pips: int = field(np.int8, "ways to roll it, of 36")
    produced: int = field(np.int16, "cards paid")
    blocked: int = field(np.int16, "cards kept back by the robber")
    short: int = field(np.int16, "cards not in the bank")
    robbed: int = field(np.int16, "turns that ended with the robber there")


class State(GameState):
    """A game of Catan."""

    point: Point = field(np.int64, "what is to be decided")
    asked: int = field(np.int64, "who decides now")
    first: int = field(np.int64, "the seat that began")
    setup_step: int = field(np.int64, "settlements with their roads that were set up")
    rolled: int = field(np.int64, "rolls of this turn; above 1 only after two alike (HR-8)")
    roll_done: int = field(np.int64, "1 once the roll and what came of it are done with")
    card_played: int = field(np.int64, "1 once a development card was played this turn (CT-92)")
    building: int = field(np.int64, "1 once something was bought this turn (CT-58)")
    offers_made: int = field(np.int64, "this turn (CT-79)")
    free_roads: int = field(np.int64, "still to be placed of a road building card")
    winner: int = field(np.int64, "NOBODY while there is none, and in an unfinished game", start=NOBODY)
    price: Array = field(np.int64, "[thing, resource], from the options", shape=(4, 5))
    harbour_rate: Array = field(np.int64, "generic, special; from the options", shape=2)
    # what lies on the island
    terrain: Array = field(np.int64, "number of each hex's resource, or DESERT", shape=N_HEXES)
    token: Array = field(np.int64, "number of each hex, NO_TOKEN for none", shape=N_HEXES)
    harbour: Array = field(np.int64, "number of each slot's resource, or GENERIC", shape=N_HARBOURS)
    robber: int = field(np.int64, "the hex it stands on", start=NONE)
    token_first: Array = field(
        np.int64, "the first hex that a number pays, NONE for none", shape=13, start=NONE
    )
    token_next: Array = field(np.int64, "the next hex that it pays", shape=N_HEXES, start=NONE)
    # cards
    bank: Array = field(np.int64, "by resource", shape=5)
    most_out: int = field(np.int64, "most cards of a resource that were out of the bank, or owed, at once")
    hands: Array = field(np.int64, "[seat, resource]", shape=(MAX_SEATS, 5))
    hand_size: Array = field(np.int64, "of each seat", shape=MAX_SEATS)
    sure: Array = field(
        np.int64, "of a hand what a seat knows, [whose, resource, who knows]; last what all know", shape=KNOWN
    )
    deck: Array = field(np.int64, "cards left of each kind; their order is drawn as they are bought", shape=5)
    n_deck: int = field(np.int64, "cards left")
    cards: Array = field(np.int64, "unplayed development cards, [seat, kind]", shape=(MAX_SEATS, 5))
    unplayed: Array = field(np.int64, "how many of them; the others see no more (CT-5)", shape=MAX_SEATS)
    new_cards: Array = field(np.int64, "of those, what the seat on turn bought this turn (CT-93)", shape=5)
    knights: Array = field(np.int64, "played by each seat", shape=MAX_SEATS)
    welfare_tokens: Array = field(np.int64, "for rolls that paid a seat nothing (HR-9)", shape=MAX_SEATS)
    # pieces
    settlements: Array = field(np.int64, "set of vertices of each seat", shape=MAX_SEATS)
    cities: Array = field(np.int64, "set of vertices of each seat", shape=MAX_SEATS)
    buildings: Array = field(np.int64, "both", shape=MAX_SEATS)
    all_buildings: int = field(np.int64, "of all seats")
    n_settlements: Array = field(np.int64, "on the board", shape=MAX_SEATS)
    n_cities: Array = field(np.int64, "on the board", shape=MAX_SEATS)
    n_roads: Array = field(np.int64, "on the board", shape=MAX_SEATS)
    road_owner: Array = field(np.int64, "NOBODY for an empty edge", shape=N_EDGES, start=NOBODY)
    road_number: Array = field(np.int64, "how many roads its owner had before", shape=N_EDGES)
    road_list: Array = field(np.int64, "each seat's edges as they were built", shape=(MAX_SEATS, MAX_ROADS))
    free_edges: Array = field(
        np.int64, "set of edges", shape=2, start=((1 << HALF) - 1, (1 << (N_EDGES - HALF)) - 1)
    )
    road_spots: Array = field(np.int64, "edges at the seat's roads, even if taken", shape=(MAX_SEATS, 2))
    touched: Array = field(np.int64, "vertices at the seat's roads", shape=MAX_SEATS)
    open_vertices: int = field(
        np.int64, "empty, and so are all neighbours (CT-84)", start=(1 << N_VERTICES) - 1
    )
    hex_yield: Array = field(np.int64, "cards that a hex pays, [hex, seat]", shape=(N_HEXES, MAX_SEATS))
    rate: Array = field(np.int64, "best rate of the bank, [seat, resource] (CT-44)", shape=(MAX_SEATS, 5))
    harbours: Array = field(np.int64, "set of the kinds that a seat has", shape=MAX_SEATS)
    # awards
    road_length: Array = field(np.int64, "of each seat", shape=MAX_SEATS)
    road_holder: int = field(np.int64, "seat with the Longest Road", start=NOBODY)
    army_holder: int = field(np.int64, "seat with the Largest Army", start=NOBODY)
    # decisions under way
    due: Array = field(np.int64, "cards still to be discarded", shape=MAX_SEATS)
    given_up: Array = field(np.int64, "chosen for it, not yet paid (CT-62)", shape=(MAX_SEATS, 5))
    give: Array = field(np.int64, "the offer, by resource", shape=5)
    want: Array = field(np.int64, "what is wanted for it", shape=5)
    to_ask: int = field(np.int64, "set of seats")
    yes: int = field(np.int64, "set of seats")
    n_refused: int = field(np.int64, "offers of this turn that came to nothing")
    refused: Array = field(np.int64, "these, as moves to nobody", shape=MAX_OFFERS)
    dice_cards: int = field(np.int64, "set of the cards left in the deck of dice", start=ALL_CARDS)
    # outcomes of chance of the last move
    die: Array = field(np.int64, "two of them", shape=2)
    bought: int = field(np.int64, "kind of card", start=NONE)
    stolen: int = field(np.int64, "resource", start=NONE)
    # results, filled by final_scores
    points: Array = field(np.int64, "[seat, source]", shape=(MAX_SEATS, 5))
    # statistics (CT-126)
    sums: Array = field(np.int64, "how often each sum of dice came", shape=13)
    opening: Array = field(np.int64, "where a seat settled first", shape=(MAX_SEATS, 2), start=NONE)
    cards_bought: Array = field(np.int64, "[seat, kind]", shape=(MAX_SEATS, 5))
    cards_played: Array = field(np.int64, "[seat, kind]", shape=(MAX_SEATS, 5))
    produced: Array = field(np.int64, "cards that rolls paid, [seat, resource]", shape=(MAX_SEATS, 5))
    blocked: Array = field(np.int64, "kept back by the robber", shape=(MAX_SEATS, 5))
    short: Array = field(np.int64, "not paid by the bank (CT-55)", shape=(MAX_SEATS, 5))
    discarded: Array = field(np.int64, "cards given up on sevens", shape=MAX_SEATS)
    robbed: Array = field(np.int64, "cards taken from others by theft", shape=MAX_SEATS)
    lost: Array = field(np.int64, "cards lost to theft", shape=MAX_SEATS)
    monopolised: Array = field(np.int64, "cards taken by monopoly", shape=MAX_SEATS)
    offers: Array = field(np.int64, "made", shape=MAX_SEATS)
    deals: Array = field(np.int64, "own offers that were accepted", shape=MAX_SEATS)
    deals_joined: Array = field(np.int64, "offers of others accepted", shape=MAX_SEATS)
    bank_trades: Array = field(np.int64, "[seat, way]", shape=(MAX_SEATS, 3))
    # scratch
    owed: Array = field(np.int64, "[resource, seat], all 0 between rolls", shape=(5, MAX_SEATS))
    walk_at: Array = field(np.int64, "of a walk along roads: vertices", shape=MAX_ROADS + 2)
    walk_next: Array = field(np.int64, "what to do next there", shape=MAX_ROADS + 2)
    walk_bit: Array = field(np.int64, "the road taken to it", shape=MAX_ROADS + 2)
    # logs (CT-126); last, as their items are small
    n_builds: int = field(np.int64, "pieces put on the island")
    builds: Rows[Build] = rows(Build, MAX_BUILDS, "these, in order")
    hexes: Rows[HexRow] = rows(HexRow, N_HEXES, "what came of each hex")
    drawn: Array = field(np.int16, "rolls that each hex has paid, or could have", shape=N_HEXES)
    n_throws: int = field(np.int64, "rolls of the dice")
    throws: Array = field(np.int8, "these: `throw_code` of each", shape=MAX_THROWS, copied="n_throws")


BLANK = blank(State)
"""A game before anything has happened."""
start_over = copier(State)
"""Makes a game like that."""
