"""Farms: which complete cities they border, and what the three methods pay.

Complete cities are numbered in the order in which they were completed. A farm carries the set of those
that it borders in the words `near_low` (0-62) and `near_high` (63-125) of its feature, so that farms that
join border what either did, each city once.
"""

from __future__ import annotations

import numpy as np

from rules.bits import count_bits
from rules.carcassonne.options import FarmMethod, Options
from rules.carcassonne.state import MAX_CITIES, MAX_FARMS, Source, State
from rules.carcassonne.tiles import Feature
from rules.kernel import kernel
from rules.tiles.features import SMALL, count_of, count_tiles
from rules.tiles.state import MAX_SEATS, note_scoring
from rules.tiles.tileset import Tiles


@kernel
def note_city(tiles: Tiles, state: State, city: int) -> None:
    """A city is complete: give it a number and mark the farms that border it (CC-58, CC-59).

    Whatever its size, and whether or not anybody holds it. A farm borders it once (CC-60).
    """
    number = state.n_complete
    if number >= MAX_CITIES:
        raise IndexError("more complete cities than a farm can border")
    state.n_complete = number + 1
    low = np.int64(1) << number if number < 63 else np.int64(0)
    high = np.int64(1) << (number - 63) if number >= 63 else np.int64(0)
    for i in range(add_farms_around(tiles, state, city, 0)):
        farm = state.around[i]
        state.near_low[farm] |= low
        state.near_high[farm] |= high


@kernel
def add_farms_around(tiles: Tiles, state: State, city: int, n: int) -> int:
    """Add the farms that border a city to the first `n` of `state.around`, each once (CC-58, CC-60).

    Returns how many there are then. There is room for all, as they are distinct nodes.
    """
    node = city
    for _ in range(state.n_members[city]):
        t = state.node_tile[node]
        other = state.first_node[t]
        bordering = tiles.borders[state.design[t], node - other]
        while bordering != 0:
            if bordering & 1:
                n = _add_once(state, state.feature[other], n)
            bordering >>= 1
            other += 1
        node = state.next_node[node]
    return n


@kernel
def _add_once(state: State, farm: int, n: int) -> int:
    for i in range(n):
        if state.around[i] == farm:
            return n
    state.around[n] = farm
    return n + 1


@kernel
def find_cities(tiles: Tiles, state: State) -> None:
    """Number the complete cities of a given position."""
    for node in range(state.n_nodes):
        if state.feature[node] == node and state.kind[node] == Feature.CITY and state.open_ends[node] == 0:
            note_city(tiles, state, node)


@kernel
def cities_near(state: State, farm: int) -> int:
    """The complete cities that a farm borders."""
    return count_bits(state.near_low[farm]) + count_bits(state.near_high[farm])


@kernel
def list_farms(state: State) -> None:
    """List the farms that hold farmers; open or enclosed alike (CC-54)."""
    for node in range(state.n_nodes):
        if state.meeples[node] != 0 and state.feature[node] == node and state.kind[node] == Feature.FIELD:
            _list_farm(state, node)


@kernel
def _list_farm(state: State, node: int) -> int:
    """Add a farm to the list, with its farmers and its cities as they are now; return its place."""
    n = state.n_farms
    if n >= MAX_FARMS:
        raise IndexError("more farms with farmers than there is room for")
    state.n_farms = n + 1
    state.farm_node[n] = node
    state.farm_low[n] = state.near_low[node]
    state.farm_high[n] = state.near_high[node]
    farm = state.farms[n]
    farm.farm = n
    farm.tiles = count_tiles(state, node)
    farm.cities = cities_near(state, node)
    farm.units[:] = 0
    for seat in range(MAX_SEATS):
        farm.farmers[seat] = count_of(state.meeples[node], seat, SMALL)
    return n


@kernel
def count_units(state: State) -> None:
    """Count for each farm listed at the end the cities that each seat is paid for, by each method (CC-61).

    The order of farms and cities does not matter to what a seat gets in all (CC-67).
    What is paid for a city and not for a farm (`per_city`, `per_field_once`) stands at the first farm
    of the list through which the seat has it.
    """
    for farm in range(state.n_closed, state.n_farms):
        _pay_farm(state, farm)
    for number in range(state.n_complete):
        _pay_city(state, number)


@kernel
def _most_farmers(state: State, farm: int) -> int:
    most = 0
    for seat in range(state.players):
        most = max(most, state.farms[farm].farmers[seat])
    return most


@kernel
def _holds(state: State, farm: int, seat: int) -> bool:
    """Whether the seat has most farmers on a listed farm, alone or tied (CC-63)."""
    return state.farms[farm].farmers[seat] == _most_farmers(state, farm)


@kernel
def _pay_farm(state: State, farm: int) -> None:
    """Who has most farmers: each city (CC-63), or those not yet paid to the seat (CC-64)."""
    for seat in range(state.players):
        if not _holds(state, farm, seat):
            continue
        low, high = state.farm_low[farm], state.farm_high[farm]
        state.farms[farm].units[FarmMethod.PER_FIELD, seat] = count_bits(low) + count_bits(high)
        for earlier in range(farm):
            if _holds(state, earlier, seat):
                low &= ~state.farm_low[earlier]
                high &= ~state.farm_high[earlier]
        state.farms[farm].units[FarmMethod.PER_FIELD_ONCE, seat] = count_bits(low) + count_bits(high)


@kernel
def _borders(state: State, farm: int, number: int) -> bool:
    """Whether a listed farm borders the complete city of this number."""
    if number < 63:
        return (state.farm_low[farm] >> number) & 1 == 1
    return (state.farm_high[farm] >> (number - 63)) & 1 == 1


@kernel
def _pay_city(state: State, number: int) -> None:
    """Most farmers on all farms around the city together (CC-62)."""
    most = 0
    for seat in range(state.players):
        most = max(most, _farmers_around(state, number, seat))
    if most == 0:
        return
    for seat in range(state.players):
        if _farmers_around(state, number, seat) != most:
            continue
        for farm in range(state.n_closed, state.n_farms):
            if state.farms[farm].farmers[seat] > 0 and _borders(state, farm, number):
                state.farms[farm].units[FarmMethod.PER_CITY, seat] += 1
                break


@kernel
def _farmers_around(state: State, number: int, seat: int) -> int:
    """The seat's farmers on all farms that border the city."""
    total = 0
    for farm in range(state.n_closed, state.n_farms):
        if _borders(state, farm, number):
            total += state.farms[farm].farmers[seat]
    return total


@kernel
def score_farms(options: Options, state: State) -> None:
    """Pay the farmers after all else (CC-52), by the method in force (CC-62, CC-63, CC-64, CC-65, CC-66)."""
    list_farms(state)
    count_units(state)
    if options.farm_method == FarmMethod.NONE:
        return
    for farm in range(state.n_closed, state.n_farms):
        _pay_listed(options, state, farm)


@kernel
def _pay_listed(options: Options, state: State, farm: int) -> None:
    """Every seat gets the points for its cities of a listed farm (CC-66)."""
    for seat in range(state.players):
        units = state.farms[farm].units[options.farm_method, seat]
        state.points[seat, Source.FARM] += units * options.farm_points


@kernel
def score_closed_farms(options: Options, state: State, first: int) -> None:
    """The farms with farmers that the tile just laid has closed pay, and the farmers go home (HR-20).

    The segments of the tile are the nodes from `first` on.
    """
    if options.farm_method == FarmMethod.NONE:
        return
    for node in range(first, state.n_nodes):
        root = state.feature[node]
        if state.kind[root] != Feature.FIELD or state.open_ends[root] != 0 or state.meeples[root] == 0:
            continue
        farm = _list_farm(state, root)
        state.n_closed = state.n_farms
        _pay_farm(state, farm)
        _pay_listed(options, state, farm)
        _note_closed(options, state, farm)
        state.meeples[root] = 0
        for seat in range(state.players):
            n = state.farms[farm].farmers[seat]
            state.supply[seat] += n
            state.farmers_home[seat] += n
            state.farmer_turn[seat] -= n * (state.turn + 1)


@kernel
def _note_closed(options: Options, state: State, farm: int) -> None:
    """Add a closed farm to the log of scorings, once for all seats that are paid alike."""
    noted = 0
    row = state.farms[farm]
    for seat in range(state.players):
        if (noted >> seat) & 1 or not _holds(state, farm, seat):
            continue
        units = row.units[options.farm_method, seat]
        seats = 0
        for other in range(seat, state.players):
            if _holds(state, farm, other) and row.units[options.farm_method, other] == units:
                seats |= 1 << other
        noted |= seats
        points = units * options.farm_points
        note_scoring(state, state.farm_node[farm], row.tiles, row.cities, points, seats, 0)
