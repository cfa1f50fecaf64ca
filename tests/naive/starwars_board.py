"""What lies on the table in Carcassonne: Star Wars: the box, options, tiles, positions and features.

A position holds what lies on the table and nothing else: tiles, meeples, the tiles that left the game, and
the points. Features, reserves and the stack are worked out afresh whenever a rule asks for them.

Words used below: a *cell* is (x, y), x east, y north. A *node* is (cell, kind, segment): one segment of a
tile that lies, kind being "route", "asteroid" or "planet". A *feature* is a set of nodes. A *side* is who
fights and scores together: a seat or, in the team game, a team, named by its lowest seat.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from . import Entry, Options
from .tile_tables import Design, star_wars_designs

STANDARD_TILES = Path(__file__).parents[2] / "rules" / "starwars" / "tiles.toml"
"""In place of this file the twin takes its own table."""

Cell = tuple[int, int]
Node = tuple[Cell, str, int]
Feature = Set[Node]
Lying = dict[str, Any]
"""A tile as it lies."""

COMPASS = "NESW"
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
AROUND = [(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)]
KINDS = ("route", "asteroid", "planet")
SIZES = ("small", "big")
SOURCES = ("route", "asteroid", "planet", "battle_loss", "battle_tie")
FACTION = {"red": "rebel", "green": "rebel", "black": "empire", "white": "empire", "orange": "bounty"}

DEFAULTS: Options = {
    "symbol_dice": "each",  # SW-31
    "reinforce_own_planet": False,  # SW-24
    "loser_points": "dice_of_one_roll",  # SW-40
    "dice_cap": 3,  # SW-30
    "dice_faces": 6,  # SW-3
    "small_meeple_dice": 1,  # SW-30
    "big_meeple_dice": 2,  # SW-30
    "tied_roll_points": 1,  # SW-36
    "loser_die_points": 1,  # SW-39
    "route_tile_points": 1,  # SW-43, SW-54
    "field_tile_points": 2,  # SW-44
    "incomplete_field_tile_points": 1,  # SW-54
    "symbol_points": 2,  # SW-43, SW-44, SW-46, SW-54
    "planet_place_points": 1,  # SW-46, SW-54
    "small_meeples": 4,  # SW-2
    "big_meeples": 1,  # SW-2
    "unplaceable": "discard_and_redraw",  # SW-16
    "win_tie": "shared",  # SW-56
    "first_player": "seat_0",  # SW-9
    "team_mode": False,  # SW-59
}
PRESETS: dict[str, Options] = {"standard": {}, "team": {"team_mode": True}}
COLOURS = ["red", "black", "orange", "green", "white"]  # SW-10
TEAM_COLOURS = ["red", "black", "green", "white"]  # SW-59a
CHOICES = {
    "symbol_dice": ("each", "at_most_one"),
    "loser_points": ("dice_of_one_roll", "dice_of_every_roll"),
    "unplaceable": ("discard_and_redraw", "discard_and_pass"),
    "win_tie": ("shared", "later_seat"),
    "first_player": ("seat_0", "random"),
}


class Fault(Exception):  # noqa: N818 - a fault in a game, not an error of the program
    """Something a rule forbids, with the number of that rule."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule
        self.message = message


class Meeple(NamedTuple):
    """A meeple to be placed: `segment` on the tile just placed (SW-19), or a planet `at` a cell (SW-20)."""

    size: str
    on: str
    segment: int | None
    at: tuple[int, int] | None


Move = tuple[int, int, int, Meeple | None]
"""A tile at x, y with its rotation, and perhaps a meeple."""


# --- the box and the options


def read_box(tiles_path: Path | str) -> dict[str, Design]:
    """The tile designs by id: those of the standard box from the twin's own table, others from their file."""
    if Path(tiles_path).resolve() == STANDARD_TILES.resolve():
        return star_wars_designs()
    with Path(tiles_path).open("rb") as file:
        return {design["id"]: design for design in tomllib.load(file)["tile"]}


def full_options(options: Options | None, players: int) -> Options:
    """Every option with its value, the colours by seat among them (SW-10, SW-59a)."""
    options = dict(options or {})
    full = DEFAULTS | PRESETS[options.pop("preset", "standard")] | options
    if not full.get("colours"):
        standard = TEAM_COLOURS if full["team_mode"] else COLOURS
        full["colours"] = standard[:players]

    unknown = set(full) - set(DEFAULTS) - {"colours"}
    if unknown:
        raise ValueError(f"no such option: {', '.join(sorted(unknown))}")
    for name, allowed in CHOICES.items():
        if full[name] not in allowed:
            raise ValueError(f"option {name} is {full[name]!r}, not one of {', '.join(allowed)}")
    if not 2 <= players <= 5:
        raise ValueError(f"{players} players; the game is for 2 to 5 (SW-7)")
    colours = full["colours"]
    if len(colours) != players or len(set(colours)) != players or not set(colours) <= set(FACTION):
        raise ValueError(f"colours {colours} are not {players} different ones of {', '.join(FACTION)} (SW-7)")
    if full["team_mode"]:
        factions = [FACTION[colour] for colour in colours]
        if players != 4 or factions not in (["rebel", "empire"] * 2, ["empire", "rebel"] * 2):
            raise ValueError("the team game is for four, Rebels and Empire by turns (SW-59)")
    return full


# --- a tile that lies


def turned(side: str, rotation: int) -> str:
    """Where a side points after so many quarter turns clockwise."""
    return COMPASS[(COMPASS.index(side) + rotation) % 4]


def lay(design: Design, rotation: int) -> Lying:
    """A tile as it lies: its edges, its segments with the sides they reach, and the segment at each side."""
    segments = {}
    for index, sides in enumerate(design["routes"]):
        segments["route", index] = [turned(side, rotation) for side in sides]
    for index, sides in enumerate(design["asteroids"]):
        segments["asteroid", index] = [turned(side, rotation) for side in sides]
    if design["planet"]:
        segments["planet", 0] = []
    return {
        "tile": design["id"],
        "rotation": rotation,
        "edges": {turned(side, rotation): edge for side, edge in zip(COMPASS, design["edges"], strict=True)},
        "segments": segments,
        "segment_at": {side: segment for segment, sides in segments.items() for side in sides},
        "symbols": {
            (kind, index): [
                symbol["faction"]
                for symbol in design["symbols"]
                if symbol["on"] == kind and symbol["segment"] == index
            ]
            for kind, index in segments
        },
    }


def looks(lying: Lying) -> Any:
    """What one sees of a tile that lies: edges, and segments with their symbols, whatever their indices."""
    segments = sorted(
        (kind, sorted(sides), sorted(lying["symbols"][kind, index]))
        for (kind, index), sides in lying["segments"].items()
    )
    return lying["edges"], segments


def distinct_rotations(design: Design) -> list[int]:
    """The rotations that look different; of those that look alike, the lowest."""
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


@dataclass
class Position:
    """What lies on the table."""

    box: dict[str, Design]
    options: Options
    players: int
    board: dict[Cell, Lying] = field(default_factory=dict)  # cell -> tile as it lies, in the order of laying
    meeples: list[Entry] = field(default_factory=list)  # {"seat", "size", "node"}
    discarded: list[str] = field(default_factory=list)  # ids of the tiles that fitted nowhere
    earned: list[dict[str, int]] = field(
        default_factory=list
    )  # by seat, points by source; a side's are kept at the side
    first: int = 0  # the seat that began the game (SW-56)
    next: int | None = None  # the seat of the first turn, if a setup says so

    def __post_init__(self) -> None:
        self.earned = [dict.fromkeys(SOURCES, 0) for _ in range(self.players)]

    def faction(self, seat: int) -> str:
        """The faction of a seat's colour (SW-4)."""
        return FACTION[self.options["colours"][seat]]

    def side(self, seat: int) -> int:
        """Who fights and scores together: each seat alone (SW-57), or a team (SW-61, SW-62)."""
        if not self.options["team_mode"]:
            return seat
        return min(other for other in range(self.players) if self.faction(other) == self.faction(seat))

    def pay(self, seat: int, source: str, points: int) -> None:
        """Points for a seat, or for its team (SW-62)."""
        self.earned[self.side(seat)][source] += points

    def by_source(self) -> list[dict[str, int]]:
        """Points by source for each seat; partners show the team's."""
        return [dict(self.earned[self.side(seat)]) for seat in range(self.players)]

    def scores(self) -> list[int]:
        """Points of each seat; partners show the team's."""
        return [sum(sources.values()) for sources in self.by_source()]

    def reserve(self, seat: int, size: str) -> int:
        """How many meeples of this size the seat does not have on the board (SW-2, SW-18)."""
        standing = sum(meeple["seat"] == seat and meeple["size"] == size for meeple in self.meeples)
        return self.options[f"{size}_meeples"] - standing

    def stack(self) -> dict[str, int]:
        """How many of each design are still to be drawn. The start tile is never among them (SW-8)."""
        used = Counter(lying["tile"] for lying in self.board.values()) + Counter(self.discarded)
        left = {
            name: design["count"] - max(used[name], int(design["start"])) for name, design in self.box.items()
        }
        return {name: count for name, count in left.items() if count > 0}


# --- features


def nodes_of(position: Position, cell: Cell) -> list[Node]:
    """The segments of one tile: routes, then fields, then the planet."""
    segments = position.board[cell]["segments"]
    return [(cell, *segment) for kind in KINDS for segment in segments if segment[0] == kind]


def touching(position: Position, node: Node) -> list[Node]:
    """The segments that meet this one across a side (SW-17). A planet meets none."""
    cell, kind, segment = node
    met = []
    for side in position.board[cell]["segments"][kind, segment]:
        other = step(cell, side)
        if other in position.board:
            met.append((other, *position.board[other]["segment_at"][OPPOSITE[side]]))
    return met


def feature_of(position: Position, node: Node) -> Feature:
    """The whole connected set of segments (SW-17), flooded from one of them."""
    feature = {node}
    frontier = [node]
    while frontier:
        for other in touching(position, frontier.pop()):
            if other not in feature:
                feature.add(other)
                frontier.append(other)
    return feature


def kind_of(feature: Feature) -> str:
    """Route, asteroid or planet: all segments of a feature are of one kind."""
    return next(iter(feature))[1]


def tiles_of(feature: Feature) -> set[Cell]:
    """The different tiles of a feature; a tile counts once (SW-48)."""
    return {cell for cell, _, _ in feature}


def meeples_on(position: Position, feature: Feature) -> list[Entry]:
    """The meeples that stand in a feature."""
    return [meeple for meeple in position.meeples if meeple["node"] in feature]


def symbols_on(position: Position, feature: Feature) -> list[str]:
    """The factions printed on these very segments (SW-6, SW-32), counted one by one (SW-48)."""
    return [
        faction
        for cell, kind, segment in feature
        for faction in position.board[cell]["symbols"][kind, segment]
    ]


def is_complete(position: Position, feature: Feature) -> bool:
    """A planet with eight neighbours (SW-46); a route or field without an open end (SW-43, SW-44)."""
    if kind_of(feature) == "planet":
        (cell,) = tiles_of(feature)
        return all(other in position.board for other in eight_around(cell))
    return all(
        step(cell, side) in position.board
        for cell, kind, segment in feature
        for side in position.board[cell]["segments"][kind, segment]
    )
