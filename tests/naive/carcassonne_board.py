"""What lies on the table in Carcassonne: the box, options, tiles, positions and features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import Options
from .tile_position import (
    Feature,
    Lying,
    Node,
    Table,
    as_it_lies,
    feature_of,
    first_of_each,
    nodes_of,
    turned,
)
from .tile_tables import BASE, HALVES, RIVER, Design, carcassonne_designs

KINDS = ("city", "road", "cloister", "field")  # those that can hold a meeple (CC-23)
SOURCES = ("city", "road", "cloister", "farm")

DEFAULTS: Options = {
    "farm_method": "per_field",  # CC-62 to CC-65
    "farm_points": 3,  # CC-66
    "closed_farms": "stay",  # HR-20
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
    "tiles_in_hand": 0,  # HR-21
    "hand_view": "secret",  # HR-21
    "start_cloisters": False,  # HR-22
}
PRESETS: dict[str, Options] = {
    "new": {"farm_method": "per_field", "farm_points": 3, "small_city": "full"},
    "middle": {"farm_method": "per_field_once", "farm_points": 3, "small_city": "half"},
    "old": {"farm_method": "per_city", "farm_points": 4, "small_city": "half"},
    "no_farmers": {"farm_method": "none", "small_city": "full"},
}
CHOICES = {
    "farm_method": ("per_city", "per_field", "per_field_once", "none"),
    "closed_farms": ("stay", "score"),
    "small_city": ("half", "full"),
    "river": (False, True),
    "river_turn": ("immediate", "successive", "none"),
    "river_start_tile": ("removed", "shuffled"),
    "first_player": ("seat_0", "random"),
    "tiles_in_hand": (0, 1, 2, 3),
    "hand_view": ("secret", "open"),
    "start_cloisters": (False, True),
}


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
    if full["closed_farms"] == "score" and full["farm_method"] == "per_city":
        raise ValueError("closed farms score, but cities are what is paid for (HR-20)")
    if full["start_cloisters"] and full["tiles_in_hand"]:
        raise ValueError("with tiles in hand nobody draws before placing (HR-21, HR-22)")
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


def role(design: Design) -> str:
    """What a tile is to the stack: "middle" and "lake" of the River, or "land" (CC-68)."""
    return design.get("role", "land")


def plain_cloisters(box: dict[str, Design]) -> list[str]:
    """The cloisters without road, city or river that are to be drawn, a name a tile (HR-22)."""
    found = []
    for name, design in box.items():
        if design["cloister"] and not design["roads"] and not design["cities"] and not design["rivers"]:
            found += [name] * (design["count"] - design["start"])
    return found


# --- a tile that lies


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
    return as_it_lies(design, rotation, segments) | {
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
    """The rotations that look different."""
    return first_of_each([looks(lay(design, rotation)) for rotation in range(4)])


# --- a position


@dataclass
class Position(Table):
    """What lies on the table."""

    sources = SOURCES

    def __post_init__(self) -> None:
        super().__post_init__()
        self.fed: list[set[Feature]] = [set() for _ in range(self.players)]  # paid by closed farms (HR-20)
        self.own: dict[int, str] = {}  # the cloister of each seat that has one to place (HR-22)
        if self.options["start_cloisters"]:
            cloisters = plain_cloisters(self.box)
            if len(cloisters) < self.players:
                raise ValueError("fewer cloisters than players (HR-22)")
            self.own = dict(zip(range(self.players), cloisters, strict=False))

    def copies(self, name: str) -> int:
        """As in all tile games, without the cloisters that seats have yet to place (HR-22)."""
        return super().copies(name) - list(self.own.values()).count(name)

    def tile(self, name: str, rotation: int) -> Lying:
        """A tile of the box as it lies."""
        return lay(self.box[name], rotation)

    def supply(self, seat: int) -> int:
        """How many meeples a seat has that do not stand on the table (CC-2, CC-26)."""
        return self.options["meeples"] - sum(meeple["seat"] == seat for meeple in self.meeples)


def new_position(options: Options | None = None, players: int = 2) -> Position:
    """An empty table."""
    if type(players) is not int or not 2 <= players <= 5:
        raise ValueError(f"{players!r} players; the game is for 2 to 5 (CC-3)")
    options = full_options(options)
    return Position(box_of(options), options, players)


# --- features


def features(position: Position, kind: str) -> list[Feature]:
    """Every feature of a kind, in the order of laying the tiles."""
    found = []
    seen: set[Node] = set()
    for cell in position.board:
        for node in nodes_of(position, cell):
            if node[1] == kind and node not in seen:
                found.append(feature_of(position, node))
                seen |= found[-1]
    return found


def pennants_of(position: Position, feature: Feature) -> int:
    """How many segments of a city carry a pennant (CC-43)."""
    return sum(index in position.board[cell]["pennants"] for cell, _, index in feature)
