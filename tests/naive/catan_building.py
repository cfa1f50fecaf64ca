"""What is wrong with a building or with buying a card (CT-46, CT-47, CT-80 to CT-91).

Each function yields (rule, message) for everything that speaks against an event, the rule that is named
first; the event is legal if it yields nothing. The kind of event is known to be open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeGuard

from . import Entry, Position
from .catan_board import EDGES, Wrong, beside, edges_at
from .catan_options import box_of_cards, cost_of
from .catan_position import buildings, deck, holds, point, road_ends, supply


def is_number(value: Any, count: int) -> TypeGuard[int]:
    """Is this a whole number below `count`? True and 1.0 are none."""
    return type(value) is int and 0 <= value < count


def payment_faults(position: Position, seat: int, what: str, rule: str = "CT-80") -> Iterator[Wrong]:
    """The full cost, from the hand (CT-80)."""
    if not holds(position, seat, cost_of(position["options"], what)):
        yield rule, f"seat {seat} cannot pay for this"


def distance_faults(position: Position, vertex: int) -> Iterator[Wrong]:
    """No building on a neighbouring vertex, whoever owns it (CT-84)."""
    near = [other for other in beside(vertex) if other in buildings(position)]
    if near:
        yield "CT-84", f"there is a building on the neighbouring vertex {near[0]}"


def settlement_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """A settlement: in set-up anywhere (CT-46), later at an own road (CT-83)."""
    seat, vertex = event["seat"], event.get("vertex")
    in_setup = point(position) in ("setup_settlement", "setup_city")
    place_rule = "CT-46" if in_setup else "CT-83"
    if not is_number(vertex, 54):
        yield place_rule, f"{vertex!r} is not a vertex"
        return
    if supply(position, seat, "settlement") <= 0:
        yield "CT-86", f"seat {seat} has no settlement in supply"
    if not in_setup:
        yield from payment_faults(position, seat, "settlement")
    if vertex in buildings(position):
        yield place_rule, f"there is a building on vertex {vertex}"
    if not in_setup or position["options"]["setup_distance"] == 2:
        yield from distance_faults(position, vertex)
    if in_setup and all(edge in position["roads"] for edge in edges_at(vertex)):
        yield "HR-6", f"no edge at vertex {vertex} is free"
    if not in_setup and vertex not in road_ends(position, seat):
        yield "CT-83", f"no road of seat {seat} touches vertex {vertex}"


def road_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """A road: in set-up at the new settlement (CT-47), later at own pieces (CT-81, CT-82)."""
    seat, edge = event["seat"], event.get("edge")
    if edge is None and a_road_can_be_left_out(position):
        return
    at = point(position)
    place_rule = "CT-47" if at == "setup_road" else "CT-81"
    if not is_number(edge, 72):
        yield place_rule, f"{edge!r} is not an edge"
        return
    if supply(position, seat, "road") <= 0:
        yield "CT-86", f"seat {seat} has no road in supply"
    if at == "main":  # neither set-up nor a free road (CT-96)
        yield from payment_faults(position, seat, "road")
    if edge in position["roads"]:
        yield place_rule, f"there is a road on edge {edge}"
    if at == "setup_road":
        if position["road_from"] not in EDGES[edge]:
            yield "CT-47", f"edge {edge} does not touch the settlement just placed"
    else:
        yield from connection_faults(position, seat, edge)


def a_road_can_be_left_out(position: Position) -> bool:
    """Is it the second free road, and may it be left out (HR-12)?"""
    return position["options"]["second_free_road"] == "may" and position["free_roads"] == 1


def connection_faults(position: Position, seat: int, edge: int) -> Iterator[Wrong]:
    """At one end an own building, or an own road without a foreign building in between (CT-81, CT-82)."""
    owner = buildings(position)
    meets = [end for end in EDGES[edge] if owner.get(end) == seat or end in road_ends(position, seat)]
    if not meets:
        yield "CT-81", f"edge {edge} meets nothing of seat {seat}"
    elif all(owner.get(end, seat) != seat for end in meets):
        yield "CT-82", f"the building on vertex {meets[0]} cuts edge {edge} off"


def city_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """A city in the place of an own settlement (CT-85, CT-86); in set-up where one could be (HR-6)."""
    seat, vertex = event["seat"], event.get("vertex")
    if point(position) == "setup_city":
        yield from settlement_faults(position, event)
        return
    if not is_number(vertex, 54):
        yield "CT-85", f"{vertex!r} is not a vertex"
        return
    if supply(position, seat, "city") <= 0:
        yield "CT-86", f"seat {seat} has no city in supply"
    yield from payment_faults(position, seat, "city")
    if position["settlements"].get(vertex) != seat:
        yield "CT-85", f"seat {seat} has no settlement on vertex {vertex}"


def buy_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """A development card from the deck (CT-90, CT-91); the record says which came up."""
    seat, card = event["seat"], event.get("card")
    if not any(deck(position).values()):
        yield "CT-91", "all development cards are gone"
    elif not isinstance(card, str) or card not in box_of_cards(position["options"]):
        yield "CT-13", f"{card!r} is not a development card"
    elif not deck(position)[card]:
        yield "CT-13", f"the deck holds no further {card}"
    yield from payment_faults(position, seat, "buy", "CT-90")


def a_road_can_be_placed(position: Position, seat: int) -> bool:
    """Is there a piece and a place for a free road (CT-96)?"""
    if supply(position, seat, "road") <= 0:
        return False
    near = {edge for vertex in own_vertices(position, seat) for edge in edges_at(vertex)}
    return any(
        edge not in position["roads"] and not list(connection_faults(position, seat, edge)) for edge in near
    )


def own_vertices(position: Position, seat: int) -> set[int]:
    """Vertices that a road or building of this seat touches."""
    return road_ends(position, seat) | {at for at, owner in buildings(position).items() if owner == seat}
