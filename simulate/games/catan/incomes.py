"""What production is worth: cards a roll, waits for a card, and the pace of things (`features`)."""

from __future__ import annotations

from rules.catan.board import DESERT, GENERIC, Board
from rules.catan.geometry import N_HEXES, N_VERTICES
from rules.catan.layout import pips_of
from rules.catan.options import Options
from rules.catan.state import State, Thing
from rules.kernel import kernel
from simulate.games.catan.move_features import Mind

ROLLS = 70.0
"""Rolls to come as the game begins."""

TRADED = 0.5
"""Part of what else is produced that counts as traded for the card that is waited for."""

LEAST = 0.01
"""Cards a roll below which a wait grows no longer."""

USED = 0.5
"""Part of a pace that is thought to be used: production cannot go into all things at once."""

CARD_VALUE, ROAD_VALUE = 0.6, 0.15
"""Points that a development card and a road are taken for in the worth of a site."""


@kernel
def forget(mind: Mind) -> None:
    """Look at the board anew, since other pieces may lie on it than as many pieces ago."""
    mind.builds = 0
    mind.seen[:] = -1
    mind.sees_sites[:] = -1


@kernel
def learn_island(board: Board, options: Options, state: State, mind: Mind) -> None:
    """Take in the island of a new game: what a settlement at each vertex would yield."""
    mind.knows_island = 1
    mind.key[0], mind.key[1] = state.chance_key[0], state.chance_key[1]
    forget(mind)
    mind.yield_of[:] = 0.0
    for vertex in range(N_VERTICES):
        for i in range(3):
            h = board.vertex_hexes[vertex, i]
            if h >= 0 and state.terrain[h] != DESERT:
                mind.yield_of[vertex, state.terrain[h]] += chance_of_token(options, state.token[h])


@kernel
def chance_of_token(options: Options, token: int) -> float:
    """The chance that a roll pays this token (CT-19, HR-1)."""
    return pips_of(options, token) / 36.0


@kernel
def see_incomes(options: Options, state: State, mind: Mind) -> None:
    """Take in what every seat's buildings yield, how long it waits for each card, and the rolls left."""
    for seat in range(state.players):
        if mind.seen[seat] == state.n_builds:
            continue
        mind.seen[seat] = state.n_builds
        for resource in range(5):
            mind.trial_income[resource] = 0.0
            mind.trial_rate[resource] = float(state.rate[seat, resource])
        for h in range(N_HEXES):
            cards = state.hex_yield[h, seat]
            if cards > 0 and state.terrain[h] != DESERT:
                mind.trial_income[state.terrain[h]] += cards * chance_of_token(options, state.token[h])
        weigh_income(options, state, mind)
        for resource in range(5):
            mind.income[seat, resource] = mind.trial_income[resource]
            mind.wait[seat, resource] = mind.trial_wait[resource]
        for thing in range(4):
            mind.pace[seat, thing] = mind.trial_pace[thing]


@kernel
def guess_rolls_left(options: Options, state: State) -> float:
    """ROLLS times the part of the way that whoever has built most points has still to go.

    Pieces and the Longest Road count, so that it changes with `state.n_builds` only.
    """
    most = 0
    for seat in range(state.players):
        points = state.n_settlements[seat] * options.settlement_points
        points += state.n_cities[seat] * options.city_points
        if state.road_holder == seat:
            points += options.longest_road_points
        most = max(most, points)
    return ROLLS * max(options.points_to_win - most, 1) / options.points_to_win


@kernel
def free_cards(options: Options, state: State) -> float:
    """Cards of each resource that a seat draws from the bank in a roll, on average (HR-2)."""
    return 1.0 / (5 * state.players) if options.free_card else 0.0


@kernel
def weigh_income(options: Options, state: State, mind: Mind) -> None:
    """The waits and paces that `trial_income` and `trial_rate` give.

    A thing takes half as long as its cards take one after the other, and half as long as the slowest of its
    resources takes alone, since cards of all kinds come in at the same time.
    """
    traded = 0.0
    free = free_cards(options, state)
    for resource in range(5):
        traded += (mind.trial_income[resource] + free) / mind.trial_rate[resource]
    for resource in range(5):
        own = mind.trial_income[resource] + free
        coming = own + TRADED * (traded - own / mind.trial_rate[resource])
        mind.trial_wait[resource] = 1.0 / max(coming, LEAST)
    for thing in range(4):
        total = 0.0
        slowest = 0.0
        for resource in range(5):
            cards = state.price[thing, resource]
            if cards > 0:
                rolls = cards * mind.trial_wait[resource]
                total += rolls
                slowest = max(slowest, rolls)
        mind.trial_pace[thing] = 2.0 / (total + slowest) if total > 0.0 else 0.0


@kernel
def try_spot(board: Board, options: Options, state: State, mind: Mind, seat: int, vertex: int) -> None:
    """Fill the trial income, waits and paces for one building more at a vertex, its harbour open."""
    for resource in range(5):
        mind.trial_income[resource] = mind.income[seat, resource] + mind.yield_of[vertex, resource]
        mind.trial_rate[resource] = float(state.rate[seat, resource])
    slot = board.vertex_slot[vertex]
    if slot >= 0:
        kind = state.harbour[slot]
        if kind == GENERIC:
            for resource in range(5):
                mind.trial_rate[resource] = min(mind.trial_rate[resource], float(state.harbour_rate[0]))
        else:
            mind.trial_rate[kind] = min(mind.trial_rate[kind], float(state.harbour_rate[1]))
    weigh_income(options, state, mind)


@kernel
def worth_of_pace(options: Options, mind: Mind, seat: int) -> float:
    """Points that the trial paces are worth more than those of the seat, in the rolls left."""
    more = (mind.trial_pace[Thing.SETTLEMENT] - mind.pace[seat, Thing.SETTLEMENT]) * options.settlement_points
    more += (mind.trial_pace[Thing.CITY] - mind.pace[seat, Thing.CITY]) * (
        options.city_points - options.settlement_points
    )
    more += (mind.trial_pace[Thing.CARD] - mind.pace[seat, Thing.CARD]) * CARD_VALUE
    more += (mind.trial_pace[Thing.ROAD] - mind.pace[seat, Thing.ROAD]) * ROAD_VALUE
    return USED * mind.rolls_left * more
