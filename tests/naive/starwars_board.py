"""What lies on the table in Carcassonne: Star Wars: the box, options, tiles, positions and features.

A *side* is who fights and scores together: a seat or, in the team game, a team, named by its lowest seat.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from . import Options
from .tile_position import Feature, Lying, Table, as_it_lies, first_of_each, turned
from .tile_tables import Design, star_wars_designs

STANDARD_TILES = Path(__file__).parents[2] / "rules" / "starwars" / "tiles.toml"
"""In place of this file the twin takes its own table."""

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


def lay(design: Design, rotation: int) -> Lying:
    """A tile as it lies: its edges, its segments with the sides they reach, and their symbols."""
    segments = {
        (kind, index): [turned(side, rotation) for side in sides]
        for kind, listed in (("route", "routes"), ("asteroid", "asteroids"))
        for index, sides in enumerate(design[listed])
    }
    if design["planet"]:
        segments["planet", 0] = []
    return as_it_lies(design, rotation, segments) | {
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
    """The rotations that look different."""
    return first_of_each([looks(lay(design, rotation)) for rotation in range(4)])


# --- a position


@dataclass
class Position(Table):
    """What lies on the table; meeples have a size, and points of a side are kept at the side."""

    first: int = 0  # the seat that began the game (SW-56)

    sources = SOURCES

    def tile(self, name: str, rotation: int) -> Lying:
        """A tile of the box as it lies."""
        return lay(self.box[name], rotation)

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

    def winners(self) -> list[int]:
        """The seats with most points (SW-56), both partners of a team; `later_seat` breaks a tie."""
        best = super().winners()
        if self.options["win_tie"] == "later_seat":
            last = max(best, key=lambda seat: (seat - self.first) % self.players)
            best = [seat for seat in best if self.side(seat) == self.side(last)]
        return best

    def reserve(self, seat: int, size: str) -> int:
        """How many meeples of this size the seat does not have on the board (SW-2, SW-18)."""
        standing = sum(meeple["seat"] == seat and meeple["size"] == size for meeple in self.meeples)
        return self.options[f"{size}_meeples"] - standing


def symbols_on(position: Position, feature: Feature) -> list[str]:
    """The factions printed on these very segments (SW-6, SW-32), counted one by one (SW-48)."""
    return [
        faction
        for cell, kind, segment in feature
        for faction in position.board[cell]["symbols"][kind, segment]
    ]
