"""An empty table: what every field of the state is before anything has happened."""

from __future__ import annotations

from rules.catan.board import HALF
from rules.catan.dice import ALL_CARDS
from rules.catan.geometry import N_EDGES, N_HEXES, N_VERTICES
from rules.catan.options import UNLIMITED, Resource
from rules.catan.state import MAX_SEATS, NOBODY, NONE, Card, Thing
from rules.kernel import Record, kernel

ENDLESS = 1_000_000
"""Cards of each resource in a bank that has no end."""


@kernel
def clear_game(options: Record, state: Record, players: int) -> None:
    """Three or four players seated, bank and deck full, an island without anything on it (CT-1, CT-12)."""
    state.players = players
    state.seat = 0
    state.asked = 0
    state.first = 0
    state.turn = 0
    state.setup_step = 0
    state.rolled = 0
    state.settled = 0
    state.card_played = 0
    state.building = 0
    state.offers_made = 0
    state.free_roads = 0
    state.winner = NOBODY
    state.winners = 0
    state.robber = NONE
    state.road_holder = NOBODY
    state.army_holder = NOBODY
    state.to_ask = 0
    state.yes = 0
    state.n_refused = 0
    state.dice_cards = ALL_CARDS
    state.bought = NONE
    state.stolen = NONE
    state.die[0] = 0
    state.die[1] = 0
    state.roll_log[0] = 0
    state.n_builds = 0
    state.open_vertices = (1 << N_VERTICES) - 1
    state.all_buildings = 0
    state.free_edges[0] = (1 << HALF) - 1
    state.free_edges[1] = (1 << (N_EDGES - HALF)) - 1
    for edge in range(N_EDGES):
        state.road_owner[edge] = NOBODY
    for number in range(13):
        state.sums[number] = 0
    for h in range(N_HEXES):
        state.hex_produced[h] = 0
        state.hex_blocked[h] = 0
        state.hex_short[h] = 0
        state.hex_robbed[h] = 0
        for seat in range(MAX_SEATS):
            state.hex_yield[h, seat] = 0
    set_prices(options, state)
    fill_deck(options, state)
    for resource in range(5):
        state.bank[resource] = ENDLESS if options.shortage == UNLIMITED else options.bank
        state.new_cards[resource] = 0
        state.give[resource] = 0
        state.want[resource] = 0
    for seat in range(MAX_SEATS):
        clear_seat(options, state, seat)


@kernel
def clear_seat(options: Record, state: Record, seat: int) -> None:
    """A player with nothing but pieces in the supply (CT-14)."""
    state.hand_size[seat] = 0
    state.knights[seat] = 0
    state.unplayed[seat] = 0
    state.settlements[seat] = 0
    state.cities[seat] = 0
    state.buildings[seat] = 0
    state.harbours[seat] = 0
    state.n_settlements[seat] = 0
    state.n_cities[seat] = 0
    state.n_roads[seat] = 0
    state.touched[seat] = 0
    state.road_length[seat] = 0
    state.due[seat] = 0
    state.discarded[seat] = 0
    state.robbed[seat] = 0
    state.lost[seat] = 0
    state.monopolised[seat] = 0
    state.offers[seat] = 0
    state.deals[seat] = 0
    state.deals_joined[seat] = 0
    for word in range(2):
        state.road_spots[seat, word] = 0
        state.opening[seat, word] = NONE
    for way in range(3):
        state.bank_trades[seat, way] = 0
    for i in range(5):  # a resource, a kind of card, a source of points
        state.hands[seat, i] = 0
        state.rate[seat, i] = options.bank_rate
        state.given_up[seat, i] = 0
        state.cards[seat, i] = 0
        state.cards_bought[seat, i] = 0
        state.cards_played[seat, i] = 0
        state.produced[seat, i] = 0
        state.blocked[seat, i] = 0
        state.short[seat, i] = 0
        state.owed[i, seat] = 0
        state.points[seat, i] = 0


@kernel
def set_prices(options: Record, state: Record) -> None:
    """What things cost (CT-15), and the rates of harbours (CT-76, CT-77)."""
    for thing in range(4):
        for resource in range(5):
            state.price[thing, resource] = 0
    state.price[Thing.ROAD, Resource.BRICK] = options.road_brick
    state.price[Thing.ROAD, Resource.LUMBER] = options.road_lumber
    state.price[Thing.SETTLEMENT, Resource.BRICK] = options.settlement_brick
    state.price[Thing.SETTLEMENT, Resource.LUMBER] = options.settlement_lumber
    state.price[Thing.SETTLEMENT, Resource.WOOL] = options.settlement_wool
    state.price[Thing.SETTLEMENT, Resource.GRAIN] = options.settlement_grain
    state.price[Thing.CITY, Resource.GRAIN] = options.city_grain
    state.price[Thing.CITY, Resource.ORE] = options.city_ore
    state.price[Thing.CARD, Resource.WOOL] = options.card_wool
    state.price[Thing.CARD, Resource.GRAIN] = options.card_grain
    state.price[Thing.CARD, Resource.ORE] = options.card_ore
    state.harbour_rate[0] = options.generic_rate
    state.harbour_rate[1] = options.special_rate


@kernel
def fill_deck(options: Record, state: Record) -> None:
    """The development cards (CT-13)."""
    state.deck[Card.KNIGHT] = options.knight_cards
    state.deck[Card.VICTORY_POINT] = options.victory_point_cards
    state.deck[Card.ROAD_BUILDING] = options.road_building_cards
    state.deck[Card.YEAR_OF_PLENTY] = options.year_of_plenty_cards
    state.deck[Card.MONOPOLY] = options.monopoly_cards
    state.n_deck = 0
    for kind in range(5):
        state.n_deck += state.deck[kind]
