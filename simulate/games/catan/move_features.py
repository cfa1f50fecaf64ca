"""Move features: what a move is worth in terms of the game, weighed without playing it.

Each is the change that the move brings to the seat that decides; to end the turn, to roll, to refuse or to
deal with nobody changes nothing. All come from what the seat may know (CT-5): the board, the bank, its own
cards, and how many cards the others hold.

The terms in which they are told:

rolls left      ROLLS times the part of the way to the last point that whoever has built most has still to go
wait            rolls that a card of a resource takes on average, by own production and by trading with the
                bank what else is produced
pace            of a road, settlement, city or card: how many of them the rolls left would pay for
site            a free vertex in reach of the own roads; its worth is the points of a settlement and, in
                points, what it adds to the paces
goal            what the hand is saved for: the best site with the roads to it, the best city, a card, and
                the Longest Road with the roads that it takes
readiness       of a goal: its worth, the more discounted the longer the missing cards take
near            how near a rival is to winning: its public points over those that win, squared
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from rules.catan.board import Board
from rules.catan.geometry import N_VERTICES
from rules.catan.options import Options
from rules.catan.state import MAX_SEATS, State
from rules.fields import Rows, field, rows
from rules.kernel import Array
from rules.words import Word
from simulate.play.choosing import Choosing
from simulate.play.desk import GameDesk


class MoveFeature(Word):
    """The features of a move, in the order of weight vectors.

    An offer counts what the trade brings times the chance that somebody accepts; what a knight brings is
    weighed for the hex that costs rivals most; a card taken by chance counts by the chances of its resource.
    """

    POINTS = "points I gain now"
    WIN = "1 if these points win the game"
    RIVAL_POINTS = "points that a rival loses now, for an award"
    CARDS_TO_COME = "cards that I shall produce more in the rolls left"
    KINDS = "resources that I have not produced before"
    PACE_ROAD = "roads more that the rolls left would pay for, if all went to them; harbours count"
    PACE_SETTLEMENT = "the same for settlements"
    PACE_CITY = "the same for cities"
    PACE_CARD = "the same for development cards"
    REACH = "worth of the best site in reach and half that of the next, each 0.6 times for a road to it"
    SPOIL = "free vertices at rivals' roads that my settlement closes"
    READY_SETTLEMENT = "readiness for the best site and the roads to it"
    READY_CITY = "readiness for the best city"
    READY_CARD = "readiness for a development card"
    READY_ROAD = "readiness for the Longest Road"
    STOCK = "cards in my hand, each by its wait over the mean wait"
    RISK = "cards that a seven would cost, those of a hand one or two under the limit in part"
    READY_WIN = "readiness for the goal that wins soonest, as a part of its worth"
    ROAD_RACE = "how near I am to the Longest Road or ahead in it: 1 / (1 + roads missing)"
    ARMY_RACE = "how near I am to the Largest Army or ahead in it: 1 / (1 + knights missing)"
    CARD_POINT = "chance that a card bought is a victory point"
    CARD_KNIGHT = "chance that it is a knight"
    CARD_ROAD_BUILDING = "chance that it is road building"
    CARD_YEAR_OF_PLENTY = "chance that it is a year of plenty"
    CARD_MONOPOLY = "chance that it is a monopoly"
    PLAY_KNIGHT = "1 for playing a knight"
    PLAY_ROAD_BUILDING = "1 for playing road building"
    PLAY_YEAR_OF_PLENTY = "1 for playing a year of plenty"
    PLAY_MONOPOLY = "1 for playing a monopoly"
    PLAY_LATE = "how near anybody is to winning, for playing a progress card"
    KNIGHT_EARLY = "1 for playing a knight before the roll"
    PROGRESS_EARLY = "1 for playing a progress card before the roll"
    MONOPOLY_CARDS = "cards that a monopoly takes"
    MONOPOLY_NEAR = "the same, each by how near the rival is to winning from whom it is thought to come"
    BLOCK = "cards a roll that the robber keeps from rivals"
    BLOCK_NEAR = "the same, each rival's by how near it is to winning"
    BLOCK_ME = "cards a roll that the robber keeps from me"
    ROB = "1 for taking a card from a rival"
    ROB_NEAR = "how near that rival is to winning"
    OFFER = "1 for making an offer"
    DEAL = "1 for a trade with another player, for an offer its chance"
    DEAL_NEAR = "how near the partner of the trade is to winning"
    DEAL_HELP = "the partner's wait for what it gets less that for what it gives, over its mean wait"


N_MOVE_FEATURES = len(MoveFeature)


class Goal(Word):
    """What a hand is saved for, in the order of its features."""

    SETTLE = "the best site, with the roads to it"
    GROW = "the best city"
    DRAW = "a development card"
    LINK = "the Longest Road, with the roads that it takes"


N_GOALS = len(Goal)
N_LOOT = N_GOALS + 3
"""Move features that a card changes, one after the other: readiness for each goal, stock, risk, readiness
to win.
"""

MAX_SITES = 32
FAR = 9
"""Roads to a vertex that is out of reach."""


class Mind(Choosing):
    """What a policy knows beside the state, and its scratch paper."""

    # the island of this game
    knows_island: int = field(np.int64, "1 if any game is known")
    key: Array = field(np.uint64, "the game that is known", shape=2)
    yield_of: Array = field(np.float64, "cards a roll of a settlement, by resource", shape=(N_VERTICES, 5))
    # what each seat sees on the board; until something is built it does not change
    builds: int = field(np.int64, "state.n_builds when somebody looked last")
    seen: Array = field(np.int64, "state.n_builds at the time", shape=MAX_SEATS)
    sees_sites: Array = field(np.int64, "the same for sites and goals, for who decides", shape=MAX_SEATS)
    income: Array = field(np.float64, "cards a roll, by resource", shape=(MAX_SEATS, 5))
    wait: Array = field(np.float64, "rolls for a card of each resource", shape=(MAX_SEATS, 5))
    pace: Array = field(np.float64, "things a roll: road, settlement, city, card", shape=(MAX_SEATS, 4))
    spot_worth: Array = field(np.float64, "of a settlement there, in points", shape=(MAX_SEATS, N_VERTICES))
    n_sites: Array = field(np.int64, "sites in reach", shape=MAX_SEATS)
    site: Array = field(np.int64, "vertices", shape=(MAX_SEATS, MAX_SITES))
    site_roads: Array = field(np.int64, "roads to them", shape=(MAX_SEATS, MAX_SITES))
    city_spot: Array = field(np.int64, "settlement best made a city, -1 for none", shape=MAX_SEATS)
    city_worth: Array = field(np.float64, "of the best city and of the next", shape=(MAX_SEATS, 2))
    reach: Array = field(np.float64, "worth of the sites in reach", shape=MAX_SEATS)
    # this decision
    rolls_left: float = field(np.float64, "rolls left in the game")
    near: Array = field(np.float64, "how near each rival is to winning", shape=MAX_SEATS)
    nearest: float = field(np.float64, "how near anybody is, own hidden points included")
    ready_win: float = field(np.float64, "readiness for the goal that wins soonest, as a part of its worth")
    winning: int = field(np.int64, "set of the goals whose points win")
    mean_wait: float = field(np.float64, "of the seat that decides")
    goal_price: Array = field(np.float64, "[goal, resource]", shape=(N_GOALS, 5))
    goal_worth: Array = field(np.float64, "in points", shape=N_GOALS)
    card_wait: Array = field(np.float64, "of the seat that decides", shape=5)
    per_card: Array = field(np.float64, "a card more than needed, at the bank, in cards", shape=5)
    own: Array = field(np.float64, "the hand", shape=5)
    token_cards: float = field(np.float64, "cards that its welfare tokens buy (HR-9)")
    own_size: float = field(np.float64, "its cards")
    ready: Array = field(np.float64, "readiness of the hand", shape=N_GOALS)
    seven_waits: int = field(np.int64, "1 while no seven can come, as nobody has built a city (HR-7)")
    risk: float = field(np.float64, "cards that a seven would cost it")
    held: Array = field(np.float64, "cards of a resource that the others hold together", shape=5)
    others_cards: float = field(np.float64, "all that they hold")
    loot: Array = field(np.float64, "what a card by chance adds: readiness, stock, risk", shape=N_LOOT)
    consolation: Array = field(np.float64, "the same of a card from the bank (HR-3)", shape=N_LOOT)
    road_need: int = field(np.int64, "length that would take the Longest Road")
    army_need: int = field(np.int64, "knights that would take the Largest Army")
    # a hand or production that is being weighed
    hand: Array = field(np.float64, "by resource", shape=5)
    give: Array = field(np.float64, "what is given in a trade, from who offers it", shape=5)
    want: Array = field(np.float64, "what is wanted for it", shape=5)
    trial_income: Array = field(np.float64, "cards a roll", shape=5)
    trial_rate: Array = field(np.float64, "best rate of the bank", shape=5)
    trial_wait: Array = field(np.float64, "rolls for a card", shape=5)
    trial_pace: Array = field(np.float64, "things a roll", shape=4)
    # choosing
    chance: float = field(np.float64, "that the offer being weighed is accepted")
    shown: Rows[State] = rows(State, 1, "the game as one seat may see it")


Desk: TypeAlias = GameDesk[Board, Options, State, Mind]
