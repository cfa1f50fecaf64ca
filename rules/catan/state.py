"""The state of a game of Catan as one NumPy record.

Sets of vertices and of hexes are the bits of an integer, sets of edges those of two (`board.HALF`).
Everything that a rule needs often is kept up to date as pieces are placed, so that listing moves and
paying for a roll take a few steps.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rules.catan.geometry import N_EDGES, N_HARBOURS, N_HEXES
from rules.catan.options import MAX_OFFERS, MAX_ROADS, MAX_TURNS
from rules.chance import ChanceState
from rules.fields import dtype_of

MAX_SEATS = 4
NOBODY = -1
NONE = -1


class Point(IntEnum):
    """What is to be decided next, by the seat in `asked` (CT-119)."""

    SETUP_SETTLEMENT = 0
    SETUP_ROAD = 1
    PRE_ROLL = 2
    DISCARD = 3
    ROBBER = 4
    STEAL = 5
    MAIN = 6
    FREE_ROAD = 7
    TRADE_ANSWER = 8
    TRADE_CHOICE = 9
    OVER = 10


class Thing(IntEnum):
    """What has a price (CT-15); of all but cards each seat has a supply (CT-14)."""

    ROAD = 0
    SETTLEMENT = 1
    CITY = 2
    CARD = 3


PIECES = ("road", "settlement", "city")
SUPPLIES = ("roads", "settlements", "cities")


class Card(IntEnum):
    """Development cards (CT-13)."""

    KNIGHT = 0
    VICTORY_POINT = 1
    ROAD_BUILDING = 2
    YEAR_OF_PLENTY = 3
    MONOPOLY = 4


class Source(IntEnum):
    """What victory points are for, in the order of tables and records (CT-113)."""

    SETTLEMENTS = 0
    CITIES = 1
    CARDS = 2
    LONGEST_ROAD = 3
    LARGEST_ARMY = 4


class Way(IntEnum):
    """Where cards are traded with the bank, in the order of `bank_trades` (CT-75, CT-76, CT-77)."""

    AT_BANK = 0
    AT_GENERIC = 1
    AT_SPECIAL = 2


CARDS = tuple(card.name.lower() for card in Card)
SOURCES = tuple(source.name.lower() for source in Source)

MAX_BUILDS = 128  # 72 edges, and a settlement and a city on each of at most 27 vertices

STATE_DTYPE = np.dtype(
    [
        *dtype_of(ChanceState).descr,
        ("players", np.int64),
        ("point", np.int64),
        ("seat", np.int64),  # whose turn it is
        ("asked", np.int64),  # who decides now
        ("first", np.int64),  # the seat that began
        ("turn", np.int64),  # 0 in set-up
        ("setup_step", np.int64),
        ("rolled", np.int64),  # 1 once the dice of the turn are rolled
        ("settled", np.int64),  # 1 once the roll and what came of it are done with
        ("card_played", np.int64),  # 1 once a development card was played this turn (CT-92)
        ("building", np.int64),  # 1 once something was bought this turn (CT-58)
        ("offers_made", np.int64),  # this turn (CT-79)
        ("free_roads", np.int64),  # still to be placed of a road building card
        ("winner", np.int64),  # NOBODY while there is none, and in an unfinished game
        ("price", np.int64, (4, 5)),  # [thing, resource], from the options
        ("harbour_rate", np.int64, 2),  # generic, special; from the options
        # what lies on the island
        ("terrain", np.int64, N_HEXES),  # number of the resource, or DESERT
        ("token", np.int64, N_HEXES),
        ("harbour", np.int64, N_HARBOURS),  # number of the resource, or GENERIC
        ("robber", np.int64),
        ("token_first", np.int64, 13),  # the first hex with a number, NONE for none
        ("token_next", np.int64, N_HEXES),  # the next hex with the same number
        # cards
        ("bank", np.int64, 5),
        ("hands", np.int64, (MAX_SEATS, 5)),
        ("hand_size", np.int64, MAX_SEATS),
        ("deck", np.int64, 5),  # cards of each kind that are left; their order is drawn as they are bought
        ("n_deck", np.int64),
        ("cards", np.int64, (MAX_SEATS, 5)),  # unplayed development cards
        ("unplayed", np.int64, MAX_SEATS),  # how many of them; the others see no more (CT-5)
        ("new_cards", np.int64, 5),  # of those, what the seat on turn bought this turn (CT-93)
        ("knights", np.int64, MAX_SEATS),  # played
        # pieces
        ("settlements", np.int64, MAX_SEATS),  # set of vertices
        ("cities", np.int64, MAX_SEATS),
        ("buildings", np.int64, MAX_SEATS),  # both
        ("all_buildings", np.int64),
        ("n_settlements", np.int64, MAX_SEATS),  # on the board
        ("n_cities", np.int64, MAX_SEATS),
        ("n_roads", np.int64, MAX_SEATS),
        ("road_owner", np.int64, N_EDGES),  # NOBODY for an empty edge
        ("road_number", np.int64, N_EDGES),  # how many roads its owner had before
        ("road_list", np.int64, (MAX_SEATS, MAX_ROADS)),  # edges in the order in which they were built
        ("free_edges", np.int64, 2),
        ("road_spots", np.int64, (MAX_SEATS, 2)),  # edges that meet the seat's roads; some may be taken
        ("touched", np.int64, MAX_SEATS),  # vertices at the seat's roads
        ("open_vertices", np.int64),  # empty, and so are all neighbours (CT-84)
        ("hex_yield", np.int64, (N_HEXES, MAX_SEATS)),  # cards that a hex pays to a seat
        ("rate", np.int64, (MAX_SEATS, 5)),  # best rate of the bank (CT-44)
        ("harbours", np.int64, MAX_SEATS),  # set of the kinds that a seat has
        # awards
        ("road_length", np.int64, MAX_SEATS),
        ("road_holder", np.int64),
        ("army_holder", np.int64),
        # decisions under way
        ("due", np.int64, MAX_SEATS),  # cards still to be discarded
        ("given_up", np.int64, (MAX_SEATS, 5)),  # chosen, not yet paid (CT-62)
        ("give", np.int64, 5),  # the offer
        ("want", np.int64, 5),
        ("to_ask", np.int64),  # set of seats
        ("yes", np.int64),  # set of seats
        ("n_refused", np.int64),
        ("refused", np.int64, MAX_OFFERS),  # offers of this turn that came to nothing, as moves to nobody
        ("dice_cards", np.int64),  # set of the cards left in the deck of dice
        # outcomes of chance of the last move
        ("die", np.int64, 2),
        ("bought", np.int64),  # kind of card
        ("stolen", np.int64),  # resource
        # results, filled by final_scores
        ("points", np.int64, (MAX_SEATS, 5)),  # [seat, source]
        ("winners", np.int64),  # set of seats
        # statistics (CT-126)
        ("sums", np.int64, 13),  # how often each sum of dice came
        ("n_builds", np.int64),
        ("opening", np.int64, (MAX_SEATS, 2)),  # vertices of the first and the second settlement
        ("cards_bought", np.int64, (MAX_SEATS, 5)),
        ("cards_played", np.int64, (MAX_SEATS, 5)),
        ("produced", np.int64, (MAX_SEATS, 5)),  # cards that rolls paid, by resource
        ("blocked", np.int64, (MAX_SEATS, 5)),  # kept back by the robber
        ("short", np.int64, (MAX_SEATS, 5)),  # not paid by the bank (CT-55)
        ("discarded", np.int64, MAX_SEATS),
        ("robbed", np.int64, MAX_SEATS),  # cards taken from others by theft
        ("lost", np.int64, MAX_SEATS),  # cards lost to theft
        ("monopolised", np.int64, MAX_SEATS),  # cards taken by monopoly
        ("offers", np.int64, MAX_SEATS),
        ("deals", np.int64, MAX_SEATS),  # own offers that were accepted
        ("deals_joined", np.int64, MAX_SEATS),  # offers of others accepted
        ("bank_trades", np.int64, (MAX_SEATS, 3)),  # at the bank, a generic, a special harbour
        ("hex_produced", np.int64, N_HEXES),
        ("hex_blocked", np.int64, N_HEXES),
        ("hex_short", np.int64, N_HEXES),
        ("hex_robbed", np.int64, N_HEXES),  # turns that ended with the robber there
        # scratch
        ("owed", np.int64, (5, MAX_SEATS)),  # all 0 between rolls
        ("walk_at", np.int64, MAX_ROADS + 2),
        ("walk_next", np.int64, MAX_ROADS + 2),
        ("walk_bit", np.int64, MAX_ROADS + 2),
        # logs (CT-126); last, as their items are small
        ("roll_log", np.int8, MAX_TURNS + 1),  # by turn: the sum, 0 for none; turn t is of first + t - 1
        ("build_turn", np.int16, MAX_BUILDS),
        ("build_seat", np.int8, MAX_BUILDS),
        ("build_kind", np.int8, MAX_BUILDS),  # ROAD, SETTLEMENT, CITY
        ("build_place", np.int8, MAX_BUILDS),
    ]
)


def new_state() -> np.recarray[tuple[int], np.dtype[np.record]]:
    """Room for one game: a one-element record array. Kernels take its element."""
    return np.zeros(1, STATE_DTYPE).view(np.recarray)
