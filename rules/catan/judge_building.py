"""Judging roads, settlements, cities and the cards bought: may they be built, and are they paid for?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.catan.geometry import N_EDGES, N_VERTICES
from rules.catan.moves import BUILD_CITY, BUILD_ROAD, BUILD_SETTLEMENT, BUY, pack_move
from rules.catan.options import RESOURCES
from rules.catan.state import (
    CARD,
    CARDS,
    CITY,
    FREE_ROAD,
    NOBODY,
    ROAD,
    SETTLEMENT,
    SETUP_ROAD,
    SETUP_SETTLEMENT,
)
from rules.catan.table import Table
from rules.records import Illegal, is_whole, quote

Entry = Mapping[str, Any]


def check_price(table: Table, seat: int, thing: int, name: str, rule: str) -> None:
    """The hand holds the price (CT-15, CT-80)."""
    hand, price = table["hands"][seat].tolist(), table["price"][thing].tolist()
    missing = [name for name, have, cost in zip(RESOURCES, hand, price, strict=True) if have < cost]
    if missing:
        raise Illegal(rule, f"seat {seat} has not enough {' and '.join(missing)} for {name}")


def check_supply(table: Table, seat: int, used: str, most: int, name: str) -> None:
    """The supply holds a further piece (CT-86)."""
    if table[used][seat] >= most:
        raise Illegal("CT-86", f"seat {seat} has all {most} {name} on the board")


# --- roads


def judge_road(table: Table, seat: int, entry: Entry) -> None:
    """A road of the set-up, a free one, or one that is paid for (CT-47, CT-80 to CT-82, CT-96)."""
    edge = entry.get("edge")
    if not is_whole(edge, 0, N_EDGES - 1):
        rule = "CT-47" if table["point"] == SETUP_ROAD else "CT-81"
        raise Illegal(rule, f"there is no edge {quote(edge)}; edges go from 0 to {N_EDGES - 1}")
    if table["point"] == SETUP_ROAD:
        _check_setup_road(table, seat, edge)
    else:
        check_supply(table, seat, "n_roads", table.options.roads, "roads")
        _check_road(table, seat, edge)
        if table["point"] != FREE_ROAD:
            check_price(table, seat, ROAD, "a road", "CT-80")
    table.settle(pack_move(BUILD_ROAD, edge, 0))


def _check_setup_road(table: Table, seat: int, edge: int) -> None:
    vertex = int(table["opening"][seat, table["setup_step"] // table.players])
    if vertex not in table.island.geometry.edges[edge]:
        raise Illegal("CT-47", f"edge {edge} does not touch the settlement just placed on vertex {vertex}")
    if table["road_owner"][edge] != NOBODY:
        raise Illegal("CT-47", f"edge {edge} already carries a road")


def _check_road(table: Table, seat: int, edge: int) -> None:
    if table["road_owner"][edge] != NOBODY:
        raise Illegal("CT-81", f"edge {edge} already carries a road")
    if edge in table.road_spots(seat):
        return
    touched = table["touched"][seat]
    if any(touched >> vertex & 1 for vertex in table.island.geometry.edges[edge]):
        raise Illegal(
            "CT-82", f"another player's building cuts edge {edge} off from the roads of seat {seat}"
        )
    raise Illegal("CT-81", f"edge {edge} meets no road and no building of seat {seat}")


# --- settlements and cities


def _read_vertex(entry: Entry, rule: str) -> int:
    vertex = entry.get("vertex")
    if not is_whole(vertex, 0, N_VERTICES - 1):
        raise Illegal(rule, f"there is no vertex {quote(vertex)}; vertices go from 0 to {N_VERTICES - 1}")
    return int(vertex)


def judge_settlement(table: Table, seat: int, entry: Entry) -> None:
    """A settlement of the set-up, or one that is paid for (CT-46, CT-80, CT-83, CT-84)."""
    starting = table["point"] == SETUP_SETTLEMENT
    rule = "CT-46" if starting else "CT-83"
    vertex = _read_vertex(entry, rule)
    if not starting:
        check_supply(table, seat, "n_settlements", table.options.settlements, "settlements")
    if table["all_buildings"] >> vertex & 1:
        raise Illegal(rule, f"vertex {vertex} already carries a building")
    if not table["open_vertices"] >> vertex & 1:
        raise Illegal("CT-84", f"a vertex beside vertex {vertex} carries a building")
    if not starting:
        if not table["touched"][seat] >> vertex & 1:
            raise Illegal("CT-83", f"vertex {vertex} touches no road of seat {seat}")
        check_price(table, seat, SETTLEMENT, "a settlement", "CT-80")
    table.settle(pack_move(BUILD_SETTLEMENT, vertex, 0))


def judge_city(table: Table, seat: int, entry: Entry) -> None:
    """A city in place of an own settlement (CT-80, CT-85, CT-86)."""
    vertex = _read_vertex(entry, "CT-85")
    if not table["settlements"][seat] >> vertex & 1:
        raise Illegal("CT-85", f"seat {seat} has no settlement on vertex {vertex}")
    check_supply(table, seat, "n_cities", table.options.cities, "cities")
    check_price(table, seat, CITY, "a city", "CT-80")
    table.settle(pack_move(BUILD_CITY, vertex, 0))


# --- cards


def judge_purchase(table: Table, seat: int, entry: Entry) -> None:
    """A development card from the deck (CT-90, CT-91)."""
    if table["n_deck"] == 0:
        raise Illegal("CT-91", "no development card is left")
    check_price(table, seat, CARD, "a development card", "CT-90")
    name = entry.get("card")
    if not isinstance(name, str) or name not in CARDS:
        raise Illegal("CT-13", f"there is no development card {quote(name)}; there are {', '.join(CARDS)}")
    kind = CARDS.index(name)
    if table["deck"][kind] == 0:
        raise Illegal("CT-13", f"no card '{name}' is left in the deck")
    table.settle(pack_move(BUY, 0, 0), kind)
