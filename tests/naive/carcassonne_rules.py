"""Placing tiles and meeples in Carcassonne. Numbers as CC-24 are those of the rule page.

Each `check_...` raises the `Fault` of the rule that forbids something; what no check forbids is legal.
"""

from __future__ import annotations

from . import Fault, allowed
from .carcassonne_board import KINDS, Position, distinct_rotations, role
from .tile_position import (
    OPPOSITE,
    Cell,
    Lying,
    check_contact,
    check_edges,
    feature_of,
    meeples_on,
    nodes_of,
    open_cells,
    step,
    turned,
)
from .tile_tables import COMPASS

Move = tuple[int, int, int, tuple[str, int] | None]

# --- drawing


def check_in_stack(position: Position, name: str) -> None:
    """May this tile be the next one drawn? There is one left (CC-1), the River first, its lake last."""
    left = position.stack()
    if not isinstance(name, str) or name not in left:
        raise Fault("CC-1", f"no tile {name!r} is left to draw")
    roles = {role(position.box[other]) for other in left}
    drawn = role(position.box[name])
    if drawn == "land" and roles & {"middle", "lake"}:
        raise Fault("CC-70", f"the land tile '{name}' is drawn while River tiles are left")
    if drawn == "lake" and "middle" in roles:
        raise Fault("CC-68", "the lake is drawn while other River tiles are left")


def river_left(position: Position) -> int:
    """How many tiles of the River are still to be drawn."""
    return sum(n for name, n in position.stack().items() if role(position.box[name]) != "land")


def may_place_own(position: Position, seat: int) -> bool:
    """May a seat place its cloister in place of drawing: it fits, and a land tile is the next (HR-22)?"""
    if seat not in position.own or not position.stack() or river_left(position):
        return False
    return bool(placements(position, position.own[seat]))


# --- placing a tile


def check_placement(position: Position, lying: Lying, cell: Cell) -> None:
    """May this tile, turned as it is, go to this cell?"""
    check_contact(position, cell, "CC-16")
    if "V" in lying["edges"].values():
        check_open_end(position, lying, cell)
    check_edges(position, lying, cell, "CC-17")
    if "V" in lying["edges"].values():
        check_river_turn(position, lying, cell)


def placements(position: Position, name: str) -> list[tuple[Cell, Lying]]:
    """Every (cell, tile as it lies) open to the tile; rotations that look alike are one (CC-18)."""
    cells = open_cells(position)
    ways = [position.tile(name, rotation) for rotation in distinct_rotations(position.box[name])]
    return [(cell, way) for way in ways for cell in cells if allowed(check_placement, position, way, cell)]


# --- the River


def joined_sides(position: Position, lying: Lying, cell: Cell) -> list[str]:
    """The sides on which the river of a tile would meet a river that lies."""
    return [
        side
        for side in COMPASS
        if lying["edges"][side] == "V"
        and step(cell, side) in position.board
        and position.board[step(cell, side)]["edges"][OPPOSITE[side]] == "V"
    ]


def check_open_end(position: Position, lying: Lying, cell: Cell) -> None:
    """A River tile lies with its river on the open end (CC-71)."""
    if not joined_sides(position, lying, cell):
        raise Fault("CC-71", f"'{lying['tile']}' at {list(cell)} does not lengthen the river")


def river_sides(lying: Lying) -> list[str]:
    """The sides that the river of a tile reaches: one at the source and the lake, else two."""
    return [side for side in COMPASS if lying["edges"][side] == "V"]


def hand(before: str, after: str) -> str | None:
    """A change of heading: "right", "left", or None for straight on (CC-73)."""
    return {turned(before, 1): "right", turned(before, 3): "left"}.get(after)


def hands_upstream(position: Position, cell: Cell, heading: str) -> list[str | None]:
    """The hand of each River tile on the way back from a river that flows into `cell`, the nearest first.

    The source is neither a bend nor a straight and ends the walk (CC-74); so does a gap on the table.
    """
    hands = []
    cell = step(cell, OPPOSITE[heading])
    while cell in position.board:
        entrance = [side for side in river_sides(position.board[cell]) if side != heading]
        if not entrance:
            break
        before = OPPOSITE[entrance[0]]
        hands.append(hand(before, heading))
        cell, heading = step(cell, entrance[0]), before
    return hands


def check_river_turn(position: Position, lying: Lying, cell: Cell) -> None:
    """The turn rule (CC-75), for tiles next to each other along the river on the table (CC-76)."""
    rule = position.options["river_turn"]
    for side in joined_sides(position, lying, cell):
        heading = OPPOSITE[side]
        exits = [other for other in river_sides(lying) if other != side]
        if rule == "none" or not exits or hand(heading, exits[0]) is None:
            continue
        upstream = hands_upstream(position, cell, heading)
        if rule != "immediate":
            upstream = [bend for bend in upstream if bend is not None]
        earlier = upstream[:1]
        if earlier == [hand(heading, exits[0])]:
            raise Fault("CC-75", f"a second {earlier[0]} bend with river_turn {rule}")


# --- placing a meeple


def check_meeple(position: Position, seat: int, cell: Cell, meeple: tuple[str, int]) -> None:
    """May this seat, its tile lying at `cell`, put a meeple on (kind, segment) of that tile?"""
    kind, segment = meeple
    if kind not in KINDS:
        raise Fault("CC-23", f"no meeple can stand on a {kind}")
    if (cell, kind, segment) not in nodes_of(position, cell):
        raise Fault("CC-22", f"the tile just placed has no {kind} segment {segment}")
    if kind == "field" and position.options["farm_method"] == "none":
        raise Fault("CC-31", "there are no farmers in this game")
    if position.supply(seat) <= 0:
        raise Fault("CC-26", f"seat {seat} has no meeple in the supply")
    if meeples_on(position, feature_of(position, (cell, kind, segment))):
        raise Fault("CC-24", f"the {kind} already holds a meeple")


def meeple_choices(position: Position, seat: int, cell: Cell) -> list[tuple[str, int]]:
    """Every meeple the seat may place after its tile was placed at `cell`."""
    choices = [(kind, segment) for _, kind, segment in nodes_of(position, cell)]
    return [choice for choice in choices if allowed(check_meeple, position, seat, cell, choice)]


def legal_moves(position: Position, seat: int, name: str) -> set[Move]:
    """The set of (x, y, rotation, (kind, segment) or None) open to a seat that has drawn the tile."""
    moves = set()
    for cell, lying in placements(position, name):
        position.board[cell] = lying  # joined first, then asked who stands there (CC-24)
        for meeple in [None, *meeple_choices(position, seat, cell)]:
            moves.add((*cell, lying["rotation"], meeple))
        del position.board[cell]
    return moves


def stand(position: Position, seat: int, cell: Cell, meeple: tuple[str, int]) -> None:
    """Put a meeple on (kind, segment) of the tile at `cell`."""
    position.meeples.append({"seat": seat, "node": (cell, *meeple)})
