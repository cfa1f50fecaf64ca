"""The tiles of Carcassonne: 72 of the base game and 12 of The River."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.errors import UserError
from rules.kernel import kernel
from rules.tiles.reading import claim_halves, claim_sides, of_each, read_tiles
from rules.tiles.tileset import PORT, SIDES, Segment, Tiles, TileSet, join_sets
from rules.words import Word

STANDARD = Path(__file__).with_name("tiles.toml")
RIVER = Path(__file__).with_name("river.toml")

LETTERS = "CRFV"  # city, road, field, river
RIVER_LETTER = 1 + LETTERS.index("V")

MAX_CITY_SEGMENTS = 240
"""Of the base game: a complete city has two segments or more, and a farm can border 126 complete cities."""


class Feature(Word):
    """Kinds of feature (CC-4, CC-9), in the words of tile files and game records.

    Rivers are none: nothing stands on them and they score nothing (CC-80, CC-82). They are edges only.
    """

    ROAD = "where thieves stand"
    CITY = "where knights stand"
    CLOISTER = "where a monk stands"
    FIELD = "where farmers stand"


KINDS = tuple(Feature.texts())


class Role(Word):
    """What a tile is to The River (CC-68), in the words of tile files."""

    LAND = "a tile of the base game"
    SOURCE = "where the river begins"
    MIDDLE = "a stretch of the river"
    LAKE = "where it ends"


ROLES = tuple(Role.texts())


def load_tiles(path: Path | None = None) -> TileSet:
    """The standard tiles (CC-1) or those of a TOML file in the same form, then those of The River (CC-68).

    No tile but those of The River has a river (CC-78).

    Raises
    ------
    UserError
        Naming the file, the tile and what is wrong with it.
    """
    base = read_tiles(path or STANDARD, LETTERS, read_segments, ROLES)
    for tile in base.tiles:
        if tile.role != Role.LAND or "V" in tile.edges:
            raise UserError(
                f"{path}: tile '{tile.id}': river tiles belong to The River, not to the base game"
            )
    cities = sum(tile.count * sum(s.kind == Feature.CITY for s in tile.segments) for tile in base.tiles)
    if cities > MAX_CITY_SEGMENTS:
        raise UserError(f"{path}: {cities} city segments; at most {MAX_CITY_SEGMENTS} can be played")
    return join_sets(base, read_tiles(RIVER, LETTERS, read_segments, ROLES), LETTERS)


@kernel
def is_plain_cloister(tiles: Tiles, design: int) -> bool:
    """Whether a design of the base game is a cloister and land around it, without a road or a city."""
    for segment in range(tiles.n_segments[design]):
        if segment != tiles.centre[design] and tiles.kind[design, segment] != Feature.FIELD:
            return False
    return tiles.centre[design] >= 0 and tiles.role[design] == Role.LAND


@kernel
def count_plain_cloisters(tiles: Tiles) -> int:
    """The plain cloisters of the stack."""
    n = 0
    for i in range(tiles.n_deck):
        n += is_plain_cloister(tiles, tiles.deck[i])
    return n


def read_segments(table: Mapping[str, Any]) -> list[Segment]:
    """The segments of one tile: cities, roads, the cloister, then fields. Raises `ValueError`.

    A road that reaches one edge ends on the tile (CC-38). Which half-edges are one piece of field the file
    says: road and river part the two of a side (CC-55, CC-81), a crossroads or a gate those between its
    roads (CC-56). A river is no segment (CC-80).
    """
    edges = table["edges"]
    cities = claim_sides(edges, "C", "city", of_each(table["cities"], "city", "edges"))
    roads = claim_sides(edges, "R", "road", of_each(table["roads"], "road", "edges"))
    rivers = claim_sides(edges, "V", "river", of_each(table["rivers"], "river", "edges"))
    fields = claim_halves(edges, "C", of_each(table["fields"], "field", "ports"))
    pennants = of_each(table["cities"], "city", "pennant")
    borders = of_each(table["fields"], "field", "cities")
    found = []
    for i, (ports, pennant) in enumerate(zip(cities, pennants, strict=True)):
        if not isinstance(pennant, bool):
            raise ValueError(f"pennant of city {i} must be true or false, not {pennant!r}")
        found.append(Segment(Feature.CITY, i, ports, (int(pennant), 0, 0)))
    found += [Segment(Feature.ROAD, i, ports) for i, ports in enumerate(roads)]
    if not isinstance(table["cloister"], bool):
        raise ValueError(f"cloister must be true or false, not {table['cloister']!r}")
    if table["cloister"]:
        found.append(Segment(Feature.CLOISTER, 0, ()))
    for i, (ports, bordered) in enumerate(zip(fields, borders, strict=True)):
        for city in bordered:
            if type(city) is not int or not 0 <= city < len(cities):
                raise ValueError(f"field {i} borders city {city!r}, which the tile does not have")
        found.append(Segment(Feature.FIELD, i, ports, borders=tuple(bordered)))
        _check_field(found[-1], {"city": cities, "road": roads, "river": rivers, "field": fields})
    return found


def _check_field(field: Segment, drawn: Mapping[str, list[tuple[int, ...]]]) -> None:
    """Refuse a field that cannot be drawn. Raises `ValueError` with the reason.

    Round a corner of the tile from its half-edge it touches the city there (CC-58). No city, road, river or
    other field runs through it (CC-54).
    """
    for port in field.ports:
        side = SIDES[(port // 3 + (1 if port % 3 else -1)) % 4]
        for i, ports in enumerate(drawn["city"]):
            if PORT[side] in ports and i not in field.borders:
                raise ValueError(
                    f"field segment {field.index} touches the city of edge {side}: "
                    f"its cities must hold {i} (CC-58)"
                )
    for word, segments in drawn.items():
        for i, ports in enumerate(segments):
            own = [port in field.ports for port in sorted({*field.ports, *ports})]
            if sum(one != other for one, other in zip(own, own[1:] + own[:1], strict=True)) > 2:
                raise ValueError(
                    f"{word} segment {i} parts field segment {field.index} into two fields (CC-54)"
                )
