"""What lies on the table in both games of tiles: tiles, meeples, features and points.

A position holds what lies on the table and nothing else. Features, reserves and the stack are worked out
afresh whenever a rule asks for them.

A *cell* is (x, y), x east, y north. A *node* is (cell, kind, segment): one segment of a tile that lies. A
*feature* is a frozen set of nodes. A *port* is where a segment reaches the rim of its tile: a side or, for
the fields of Carcassonne, half a side.

           Nw  Ne
         +--------+
      Wn |        | En
      Ws |        | Es
         +--------+
           Sw  Se
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, ClassVar

from . import Entry, Fault, Options
from .tile_tables import COMPASS, Design

Cell = tuple[int, int]
Node = tuple[Cell, str, int]
Feature = frozenset[Node]
Lying = dict[str, Any]
"""A tile as it lies: its edges by side, its segments with the ports they reach, the segment at each port."""

STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
FACING = OPPOSITE | {
    **{"Nw": "Sw", "Ne": "Se", "En": "Wn", "Es": "Ws"},
    **{"Sw": "Nw", "Se": "Ne", "Wn": "En", "Ws": "Es"},
}  # CC-8
AROUND = [(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)]


@dataclass
class Table:
    """What lies on the table."""

    box: dict[str, Design]
    options: Options
    players: int
    board: dict[Cell, Lying] = field(default_factory=dict)  # in the order of laying
    meeples: list[Entry] = field(default_factory=list)  # {"seat", "node"}
    discarded: list[str] = field(default_factory=list)  # ids of the tiles that fitted nowhere
    aside: list[str] = field(default_factory=list)  # ids of the tiles that take no part
    hands: list[list[str]] = field(default_factory=list)  # ids of the tiles in each hand (HR-21)
    next: int | None = None  # the seat of the first turn, if rule or setup says so

    sources: ClassVar[tuple[str, ...]]

    def __post_init__(self) -> None:
        self.earned = [dict.fromkeys(self.sources, 0) for _ in range(self.players)]  # by seat

    def tile(self, name: str, rotation: int) -> Lying:
        """A tile of the box as it lies after so many quarter turns clockwise."""
        raise NotImplementedError

    def by_source(self) -> list[dict[str, int]]:
        """Points by source for each seat, as they are now."""
        return [dict(sources) for sources in self.earned]

    def scores(self) -> list[int]:
        """Points of each seat."""
        return [sum(sources.values()) for sources in self.by_source()]

    def winners(self) -> list[int]:
        """The seats with most points (CC-53, SW-56)."""
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == max(scores)]

    def copies(self, name: str) -> int:
        """How many tiles of a design there are, on the table, out of the game, in hands and in the stack."""
        return int(self.box[name]["count"])

    def stack(self) -> dict[str, int]:
        """How many of each design are still to be drawn."""
        held = [name for hand in self.hands for name in hand]
        gone = Counter([lying["tile"] for lying in self.board.values()] + self.discarded + self.aside + held)
        left = {name: self.copies(name) - gone[name] for name in self.box}
        return {name: count for name, count in left.items() if count > 0}


def start_tile(position: Table) -> str:
    """The design that lies before the first turn (CC-11, CC-68, SW-8)."""
    return next(name for name, design in position.box.items() if design["start"])


def as_setup(position: Table) -> list[Entry]:
    """The tiles that lie, in the form of the records."""
    return [
        {"tile": lying["tile"], "at": list(cell), "rotation": lying["rotation"]}
        for cell, lying in position.board.items()
    ]


# --- a tile that lies


def turned(side: str, rotation: int) -> str:
    """Where a side points after so many quarter turns clockwise (CC-6)."""
    return COMPASS[(COMPASS.index(side) + rotation) % 4]


def as_it_lies(design: Design, rotation: int, segments: dict[tuple[str, int], list[str]]) -> Lying:
    """A tile with its edges, and the segments with the ports that they reach."""
    return {
        "tile": design["id"],
        "rotation": rotation,
        "edges": {turned(side, rotation): edge for side, edge in zip(COMPASS, design["edges"], strict=True)},
        "segments": segments,
        "segment_at": {port: segment for segment, ports in segments.items() for port in ports},
    }


def first_of_each(looks: list[Any]) -> list[int]:
    """The rotations that look different; of those that look alike, the lowest (CC-18)."""
    return [rotation for rotation, look in enumerate(looks) if look not in looks[:rotation]]


def step(cell: Cell, side: str) -> Cell:
    """The cell across a side."""
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]


def eight_around(cell: Cell) -> list[Cell]:
    """The eight cells around a cell, orthogonal and diagonal."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in AROUND]


def around_there(position: Table, cell: Cell) -> int:
    """How many tiles lie on a cell's eight neighbours."""
    return sum(other in position.board for other in eight_around(cell))


# --- features


def nodes_of(position: Table, cell: Cell) -> list[Node]:
    """The segments of one tile."""
    return [(cell, kind, index) for kind, index in position.board[cell]["segments"]]


def touching(position: Table, node: Node) -> list[Node]:
    """The segments that meet this one across a side (CC-8, SW-17). A cloister or planet meets none."""
    cell, kind, index = node
    met = []
    for port in position.board[cell]["segments"][kind, index]:
        other = step(cell, port[0].upper())
        if other in position.board:
            met.append((other, *position.board[other]["segment_at"][FACING[port]]))
    return met


def feature_of(position: Table, node: Node) -> Feature:
    """The whole connected set of segments (CC-9, SW-17), flooded from one of them."""
    feature = {node}
    frontier = [node]
    while frontier:
        for other in touching(position, frontier.pop()):
            if other not in feature:
                feature.add(other)
                frontier.append(other)
    return frozenset(feature)


def kind_of(feature: Feature) -> str:
    """All segments of a feature are of one kind."""
    return next(iter(feature))[1]


def tiles_of(feature: Feature) -> set[Cell]:
    """The different tiles of a feature; a tile counts once (CC-40, CC-43, SW-48)."""
    return {cell for cell, _, _ in feature}


def meeples_on(position: Table, feature: Feature) -> list[Entry]:
    """The meeples that stand in a feature."""
    return [meeple for meeple in position.meeples if meeple["node"] in feature]


def is_complete(position: Table, feature: Feature) -> bool:
    """A cloister or planet with eight neighbours (CC-47, SW-46), any other without an open side.

    CC-37, CC-41, SW-43, SW-44.
    """
    if kind_of(feature) in ("cloister", "planet"):
        (cell,) = tiles_of(feature)
        return around_there(position, cell) == 8
    return all(
        step(cell, port[0].upper()) in position.board
        for cell, kind, index in feature
        for port in position.board[cell]["segments"][kind, index]
    )


# --- placing a tile


def check_contact(position: Table, cell: Cell, rule: str) -> None:
    """An empty cell that shares a side with a tile already lying (CC-16, SW-14)."""
    if cell in position.board:
        raise Fault(rule, f"a tile already lies at {list(cell)}")
    if not any(step(cell, side) in position.board for side in COMPASS):
        raise Fault(rule, f"{list(cell)} shares no side with a tile already lying")


def check_edges(position: Table, lying: Lying, cell: Cell, rule: str) -> None:
    """Equal letters on every shared side (CC-17, SW-15)."""
    for side in COMPASS:
        other = position.board.get(step(cell, side))
        if other and lying["edges"][side] != other["edges"][OPPOSITE[side]]:
            raise Fault(rule, f"side {side} of '{lying['tile']}' at {list(cell)} does not match")


def open_cells(position: Table) -> list[Cell]:
    """Empty cells that share a side with a tile already lying, in order."""
    beside = {step(cell, side) for cell in position.board for side in COMPASS}
    return sorted(beside - set(position.board))
