"""What lies on the table in Carcassonne: the box, options, tiles, positions and features.

A position is a dict of what lies on the table and nothing else: tiles, meeples, the tiles that left the
game, and the points. Features, supplies and the stack are worked out afresh whenever a rule asks for them.

Words used below: a *cell* is (x, y), x east, y north. A *node* is (cell, kind, segment): one segment of a
tile that lies. A *feature* is a frozen set of nodes. A *port* is where a segment reaches the rim of its
tile: a side for cities, roads and rivers, half a side for fields.

           Nw  Ne
         +--------+
      Wn |        | En
      Ws |        | Es
         +--------+
           Sw  Se
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from . import Entry, Options, Position
from .tile_tables import BASE, RIVER, Design, carcassonne_designs

Cell = tuple[int, int]
Node = tuple[Cell, str, int]
Feature = frozenset[Node]
Lying = dict[str, Any]
"""A tile as it lies."""

COMPASS = ["N", "E", "S", "W"]
HALVES = ["Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn"]  # clockwise, two to a side
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
FACING = OPPOSITE | {
    **{"Nw": "Sw", "Ne": "Se", "En": "Wn", "Es": "Ws"},
    **{"Sw": "Nw", "Se": "Ne", "Wn": "En", "Ws": "Es"},
}  # CC-8
AROUND = [(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)]

KINDS = ("city", "road", "cloister", "field")  # those that can hold a meeple (CC-23)
SOURCES = ("city", "road", "cloister", "farm")

DEFAULTS: Options = {
    "farm_method": "per_field",  # CC-62 to CC-65
    "farm_points": 3,  # CC-66
    "small_city": "full",  # CC-45
    "meeples": 7,  # CC-2
    "road_tile_points": 1,  # CC-39
    "city_tile_points": 2,  # CC-42
    "pennant_points": 2,  # CC-42
    "cloister_place_points": 1,  # CC-47
    "incomplete_road_tile_points": 1,  # CC-50
    "incomplete_city_tile_points": 1,  # CC-50
    "incomplete_pennant_points": 1,  # CC-50
    "incomplete_cloister_place_points": 1,  # CC-50
    "river": False,  # CC-68
    "river_turn": "immediate",  # CC-75
    "river_start_tile": "removed",  # CC-69
    "first_player": "seat_0",  # CC-3
}
PRESETS: dict[str, Options] = {
    "new": {"farm_method": "per_field", "farm_points": 3, "small_city": "full"},
    "middle": {"farm_method": "per_field_once", "farm_points": 3, "small_city": "half"},
    "old": {"farm_method": "per_city", "farm_points": 4, "small_city": "half"},
    "no_farmers": {"farm_method": "none", "small_city": "full"},
}
CHOICES = {
    "farm_method": ("per_city", "per_field", "per_field_once", "none"),
    "small_city": ("half", "full"),
    "river": (False, True),
    "river_turn": ("immediate", "successive", "none"),
    "river_start_tile": ("removed", "shuffled"),
    "first_player": ("seat_0", "random"),
}


class Fault(Exception):  # noqa: N818 - a fault in a game, not an error of the program
    """Something a rule forbids, with the number of that rule."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule
        self.message = message


# --- the options and the box


def full_options(options: Options | None) -> Options:
    """Every option with its value: what is given, then the preset, then the default."""
    options = dict(options or {})
    full = DEFAULTS | PRESETS[options.pop("preset", "new")] | options
    unknown = set(full) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"no such option: {', '.join(sorted(unknown))}")
    for name, allowed in CHOICES.items():
        if full[name] not in allowed:
            raise ValueError(f"option {name} is {full[name]!r}, not one of {allowed}")
    return full


def box_of(options: Options) -> dict[str, Design]:
    """The designs in the game, with their counts.

    With the River its source is the start tile, and the start tile of the base game stays out or is one of
    the tiles to be drawn (CC-69).
    """
    box = carcassonne_designs(BASE)
    if not options["river"]:
        return box
    for design in box.values():
        if design["start"]:
            design["start"] = False
            if options["river_start_tile"] == "removed":
                design["count"] -= 1
    return box | carcassonne_designs(RIVER)


def start_tile(box: dict[str, Design]) -> str:
    """The design that lies before the first turn (CC-11, CC-68)."""
    return next(name for name, design in box.items() if design["start"])


def role(design: Design) -> str:
    """What a tile is to the stack: "middle" and "lake" of the River, or "land" (CC-68)."""
    return design.get("role", "land")


# --- a tile that lies


def turned(side: str, rotation: int) -> str:
    """Where a side points after so many quarter turns clockwise (CC-6)."""
    return COMPASS[(COMPASS.index(side) + rotation) % 4]


def turned_half(half: str, rotation: int) -> str:
    """Where half a side points after so many quarter turns clockwise."""
    return HALVES[(HALVES.index(half) + 2 * rotation) % 8]


def lay(design: Design, rotation: int) -> Lying:
    """A tile as it lies: its edges, and its segments with the ports they reach."""
    segments = {}
    for kind, listed in (("city", "cities"), ("road", "roads"), ("river", "rivers")):
        for index, segment in enumerate(design[listed]):
            segments[kind, index] = [turned(side, rotation) for side in segment["edges"]]
    for index, segment in enumerate(design["fields"]):
        segments["field", index] = [turned_half(half, rotation) for half in segment["ports"]]
    if design["cloister"]:
        segments["cloister", 0] = []
    return {
        "tile": design["id"],
        "rotation": rotation,
        "edges": {turned(side, rotation): edge for side, edge in zip(COMPASS, design["edges"], strict=True)},
        "segments": segments,
        "pennants": {index for index, city in enumerate(design["cities"]) if city["pennant"]},
        "borders": [field["cities"] for field in design["fields"]],  # by field segment (CC-58)
    }


def looks(lying: Lying) -> Any:
    """What one sees of a tile that lies: edges, and segments by the ports they reach (CC-18)."""
    segments = sorted(
        (kind, sorted(ports), kind == "city" and index in lying["pennants"])
        for (kind, index), ports in lying["segments"].items()
    )
    return lying["edges"], segments


def distinct_rotations(design: Design) -> list[int]:
    """The rotations that look different; of those that look alike, the lowest (CC-18)."""
    seen = []
    rotations = []
    for rotation in range(4):
        look = looks(lay(design, rotation))
        if look not in seen:
            seen.append(look)
            rotations.append(rotation)
    return rotations


def step(cell: Cell, side: str) -> Cell:
    """The cell across a side."""
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]


def eight_around(cell: Cell) -> list[Cell]:
    """The eight cells around a cell, orthogonal and diagonal."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in AROUND]


# --- a position


def new_position(options: Options | None = None, players: int = 2) -> Position:
    """An empty table."""
    if type(players) is not int or not 2 <= players <= 5:
        raise ValueError(f"{players!r} players; the game is for 2 to 5 (CC-3)")
    options = full_options(options)
    return {
        "options": options,
        "players": players,
        "box": box_of(options),
        "board": {},  # cell -> tile as it lies, in the order of laying
        "meeples": [],  # {"seat", "node"}
        "discarded": [],  # ids of the tiles that fitted nowhere
        "aside": [],  # ids of the tiles that take no part: a start tile that the setup leaves out
        "earned": [dict.fromkeys(SOURCES, 0) for _ in range(players)],  # points by seat and source
        "begins": None,  # the seat of the first turn, None if neither rule nor setup says (CC-3)
    }


def stack(position: Position) -> dict[str, int]:
    """How many of each design are still to be drawn. The start tile is never among them (CC-11, CC-68)."""
    lying = [tile["tile"] for tile in position["board"].values()]
    gone = Counter(lying + position["discarded"] + position["aside"])
    left = {name: design["count"] - gone[name] for name, design in position["box"].items()}
    return {name: count for name, count in left.items() if count > 0}


def supply(position: Position, seat: int) -> int:
    """How many meeples a seat has that do not stand on the table (CC-2, CC-26)."""
    return position["options"]["meeples"] - sum(meeple["seat"] == seat for meeple in position["meeples"])


# --- features


def nodes_of(position: Position, cell: Cell) -> list[Node]:
    """The segments of one tile."""
    return [(cell, kind, index) for kind, index in position["board"][cell]["segments"]]


def touching(position: Position, node: Node) -> list[Node]:
    """The segments that meet this one across a side of its tile (CC-8). A cloister meets none."""
    cell, kind, index = node
    met = []
    for port in position["board"][cell]["segments"][kind, index]:
        other = step(cell, port[0].upper())
        if other in position["board"]:
            for (other_kind, other_index), ports in position["board"][other]["segments"].items():
                if other_kind == kind and FACING[port] in ports:
                    met.append((other, other_kind, other_index))
    return met


def feature_of(position: Position, node: Node) -> Feature:
    """The whole connected set of segments, flooded from one of them (CC-9)."""
    feature = {node}
    frontier = [node]
    while frontier:
        for other in touching(position, frontier.pop()):
            if other not in feature:
                feature.add(other)
                frontier.append(other)
    return frozenset(feature)


def features(position: Position, kind: str) -> list[Feature]:
    """Every feature of a kind, in the order of laying the tiles."""
    found = []
    seen: set[Node] = set()
    for cell in position["board"]:
        for node in nodes_of(position, cell):
            if node[1] == kind and node not in seen:
                found.append(feature_of(position, node))
                seen |= found[-1]
    return found


def kind_of(feature: Feature) -> str:
    """All segments of a feature are of one kind."""
    return next(iter(feature))[1]


def tiles_of(feature: Feature) -> set[Cell]:
    """The different tiles of a feature; a tile counts once (CC-40, CC-43)."""
    return {cell for cell, _, _ in feature}


def pennants_of(position: Position, feature: Feature) -> int:
    """How many segments of a city carry a pennant (CC-43)."""
    return sum(index in position["board"][cell]["pennants"] for cell, _, index in feature)


def meeples_on(position: Position, feature: Feature) -> list[Entry]:
    """The meeples that stand in a feature."""
    return [meeple for meeple in position["meeples"] if meeple["node"] in feature]


def is_complete(position: Position, feature: Feature) -> bool:
    """A cloister with eight neighbours (CC-47); a road or city with no open side (CC-37, CC-41)."""
    if kind_of(feature) == "cloister":
        (cell,) = tiles_of(feature)
        return all(other in position["board"] for other in eight_around(cell))
    return all(
        step(cell, side) in position["board"]
        for cell, kind, index in feature
        for side in position["board"][cell]["segments"][kind, index]
    )
