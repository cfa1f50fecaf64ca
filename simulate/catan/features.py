"""Move features: what a move is worth in terms of the game, judged without playing it.

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

import numpy as np

from rules.catan.geometry import N_VERTICES
from rules.catan.moves import MAX_MOVES
from rules.catan.state import MAX_SEATS, STATE_DTYPE

FEATURES: dict[str, str] = {
    "points": "points I gain now",
    "win": "1 if these points win the game",
    "rival_points": "points that a rival loses now, for an award",
    "cards_to_come": "cards that I shall produce more in the rolls left",
    "kinds": "resources that I have not produced before",
    "pace_road": "roads more that the rolls left would pay for, if all went to them; harbours count",
    "pace_settlement": "the same for settlements",
    "pace_city": "the same for cities",
    "pace_card": "the same for development cards",
    "reach": "worth of the best site in reach and half that of the next, each 0.6 times for a road to it",
    "spoil": "free vertices at rivals' roads that my settlement closes",
    "ready_settlement": "readiness for the best site and the roads to it",
    "ready_city": "readiness for the best city",
    "ready_card": "readiness for a development card",
    "ready_road": "readiness for the Longest Road",
    "stock": "cards in my hand, each by its wait over the mean wait",
    "risk": "cards that a seven would cost, those of a hand one or two under the limit in part",
    "road_race": "how near I am to the Longest Road or ahead in it: 1 / (1 + roads missing)",
    "army_race": "how near I am to the Largest Army or ahead in it: 1 / (1 + knights missing)",
    "card_point": "chance that a card bought is a victory point",
    "card_knight": "chance that it is a knight",
    "card_progress": "chance that it is a progress card",
    "play_knight": "1 for playing a knight",
    "play_progress": "1 for playing a progress card",
    "block": "cards a roll that the robber keeps from rivals",
    "block_near": "the same, each rival's by how near it is to winning",
    "block_me": "cards a roll that the robber keeps from me",
    "rob": "1 for taking a card from a rival",
    "rob_near": "how near that rival is to winning",
    "offer": "1 for making an offer",
    "deal": "1 for a trade with another player, for an offer its chance",
    "deal_near": "how near the partner of the trade is to winning",
    "deal_help": "the partner's wait for what it gets less that for what it gives, over its mean wait",
}
"""Name and meaning of every feature, in the order of weight vectors.

An offer counts what the trade brings times the chance that somebody accepts; what a knight brings is judged
for the hex that costs rivals most; a card taken by chance counts by the chances of its resource.
"""

N_FEATURES = len(FEATURES)
(
    POINTS,
    WIN,
    RIVAL_POINTS,
    CARDS_TO_COME,
    KINDS,
    PACE_ROAD,
    PACE_SETTLEMENT,
    PACE_CITY,
    PACE_CARD,
    REACH,
    SPOIL,
    READY_SETTLEMENT,
    READY_CITY,
    READY_CARD,
    READY_ROAD,
    STOCK,
    RISK,
    ROAD_RACE,
    ARMY_RACE,
    CARD_POINT,
    CARD_KNIGHT,
    CARD_PROGRESS,
    PLAY_KNIGHT,
    PLAY_PROGRESS,
    BLOCK,
    BLOCK_NEAR,
    BLOCK_ME,
    ROB,
    ROB_NEAR,
    OFFER,
    DEAL,
    DEAL_NEAR,
    DEAL_HELP,
) = range(N_FEATURES)

FIRST_READY, FIRST_PACE = READY_SETTLEMENT, PACE_ROAD

# Goals, in the order of their features.
SETTLE, GROW, DRAW, LINK = range(4)
N_GOALS = 4

MAX_SITES = 32
FAR = 9
"""Roads to a vertex that is out of reach."""

MIND_DTYPE = np.dtype(
    [
        # the island of this game
        ("key", np.uint64, 2),  # the game that is known
        ("yield_of", np.float64, (N_VERTICES, 5)),  # cards a roll of a settlement, by resource
        # what each seat sees on the board; until something is built it does not change
        ("builds", np.int64),  # state.n_builds when somebody looked last
        ("seen", np.int64, MAX_SEATS),  # state.n_builds at the time
        ("sees_sites", np.int64, MAX_SEATS),  # the same for the sites and goals, which only who decides needs
        ("income", np.float64, (MAX_SEATS, 5)),  # cards a roll, by resource
        ("wait", np.float64, (MAX_SEATS, 5)),
        ("pace", np.float64, (MAX_SEATS, 4)),  # things a roll: road, settlement, city, card
        ("spot_worth", np.float64, (MAX_SEATS, N_VERTICES)),  # of a settlement there, in points
        ("n_sites", np.int64, MAX_SEATS),
        ("site", np.int64, (MAX_SEATS, MAX_SITES)),  # vertices
        ("site_roads", np.int64, (MAX_SEATS, MAX_SITES)),  # roads to them
        ("city_spot", np.int64, MAX_SEATS),  # the settlement that is best made a city, -1 for none
        ("city_worth", np.float64, (MAX_SEATS, 2)),  # of the best city and of the next
        ("reach", np.float64, MAX_SEATS),
        # this decision
        ("rolls_left", np.float64),
        ("near", np.float64, MAX_SEATS),
        ("mean_wait", np.float64),
        ("goal_price", np.float64, (N_GOALS, 5)),
        ("goal_worth", np.float64, N_GOALS),
        ("card_wait", np.float64, 5),  # of the seat that decides
        ("per_card", np.float64, 5),  # what a card more than needed is worth at the bank, in cards
        ("own", np.float64, 5),  # the hand
        ("own_size", np.float64),
        ("ready", np.float64, N_GOALS),  # readiness of the hand
        ("risk", np.float64),
        ("held", np.float64, 5),  # cards of a resource that the others hold together
        ("others_cards", np.float64),  # all that they hold
        ("loot", np.float64, N_GOALS + 2),  # what a card taken by chance adds to readiness, stock and risk
        ("road_need", np.int64),  # length that would take the Longest Road
        ("army_need", np.int64),  # knights that would take the Largest Army
        # a hand or production that is being judged
        ("hand", np.float64, 5),
        ("give", np.float64, 5),  # the sides of a trade, from who offers it
        ("want", np.float64, 5),
        ("trial_income", np.float64, 5),
        ("trial_rate", np.float64, 5),
        ("trial_wait", np.float64, 5),
        ("trial_pace", np.float64, 4),
        # choosing
        ("moves", np.int64, MAX_MOVES),  # the legal moves
        ("values", np.float64, MAX_MOVES),  # what a weighted policy thinks of them
        ("chance", np.float64),  # that the offer being judged is accepted
        ("table", np.float64, (MAX_MOVES, N_FEATURES)),  # what a user's policy is told of them
        ("weights", np.float64, N_FEATURES),  # by which the seat chooses, if by weights
        ("change", np.float64, N_FEATURES),  # what is being judged adds to each feature
        ("spare", STATE_DTYPE, 1),  # a game to try moves on
        ("shown", STATE_DTYPE, 1),  # the game as one seat may see it
    ]
)
"""What a policy knows beside the state, and its scratch paper.

In a record rather than in arrays of their own, since Numba counts references to arrays whenever a kernel
takes one from a tuple.
"""
