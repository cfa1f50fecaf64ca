"""The tile set of Carcassonne: Star Wars. The published counts are not known: it is a reconstruction."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.starwars.options import FACTIONS
from rules.tiles.reading import claim_sides, read_tiles
from rules.tiles.tileset import Segment, TileSet
from rules.words import Word

STANDARD = Path(__file__).with_name("tiles.toml")

LETTERS = "ARS"  # asteroid field, trade route, open space


class Feature(Word):
    """Kinds of feature (SW-5), in the words of tile files and game records."""

    ROUTE = "trade route"
    ASTEROID = "asteroid field"
    PLANET = "planet"


KINDS = tuple(Feature.texts())


def load_tiles(path: Path | None = None) -> TileSet:
    """The standard tile set (SW-1), or the one of a TOML file in the same form.

    Raises
    ------
    UserError
        Naming the file, the tile and what is wrong with it.
    """
    return read_tiles(path or STANDARD, LETTERS, _segments)


def _segments(table: Mapping[str, Any]) -> list[Segment]:
    """The segments of one tile: routes, then asteroid fields, then the planet; their symbols (SW-6)."""
    edges = table["edges"]
    ports: dict[int, list[tuple[int, ...]]] = {
        Feature.ROUTE: claim_sides(edges, "R", "route", table["routes"]),
        Feature.ASTEROID: claim_sides(edges, "A", "asteroid", table["asteroids"]),
        Feature.PLANET: [()] if table["planet"] else [],
    }
    marks = {(kind, i): [0, 0, 0] for kind, segments in ports.items() for i in range(len(segments))}
    for symbol in table["symbols"]:
        on, index, faction = symbol["on"], symbol["segment"], symbol["faction"]
        if on not in KINDS or (KINDS.index(on), index) not in marks:
            raise ValueError(f"a symbol lies on {on} {index}, which the tile does not have")
        if faction not in FACTIONS:
            raise ValueError(f"faction {faction!r} is not one of {', '.join(FACTIONS)}")
        marks[KINDS.index(on), index][FACTIONS.index(faction)] += 1
    if table["planet"] and sum(marks[Feature.PLANET, 0]) != 1:
        raise ValueError(f"a planet carries exactly one symbol, not {sum(marks[Feature.PLANET, 0])} (SW-6)")
    return [
        Segment(kind, i, reached, (m[0], m[1], m[2]))
        for (kind, i), m in marks.items()
        for reached in [ports[kind][i]]
    ]
