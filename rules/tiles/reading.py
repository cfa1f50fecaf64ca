"""Reading tile sets from TOML, and checking them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.errors import UserError
from rules.tiles.tileset import (
    HALVES,
    MAX_DESIGNS,
    MAX_SEGMENTS,
    MAX_TILES,
    PORT,
    ROOM,
    SIDES,
    Segment,
    Tile,
    TileSet,
)
from rules.toml import read_toml


def read_tiles(
    path: Path,
    letters: str,
    read_segments: Callable[[Mapping[str, Any]], list[Segment]],
    roles: tuple[str, ...] = (),
) -> TileSet:
    """Read and check a tile file.

    `letters` are the edge letters of the game; `read_segments` turns one ``[[tile]]`` table into its
    segments and raises `ValueError` with the reason when it cannot; `roles` are the words that a tile's
    `role` may have, if the game knows any.

    Raises
    ------
    UserError
        Naming the file, the tile and the reason.
    """
    data = read_toml(path)
    tables = data.get("tile")
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        raise UserError(f"{path}: holds no [[tile]] tables")
    if others := [key for key in data if key != "tile"]:
        raise UserError(f"{path}: holds '{others[0]}'; only [[tile]] tables are read")
    tiles: list[Tile] = []
    for table in tables:
        name = str(table.get("id", f"number {len(tiles) + 1}"))
        try:
            tiles.append(_read_tile(table, letters, read_segments, roles))
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            reason = f"has no {error}" if isinstance(error, KeyError) else error
            raise UserError(f"{path}: tile '{name}': {reason}") from None
        if sum(tile.id == name for tile in tiles) > 1:
            raise UserError(f"{path}: tile '{name}': the id is used twice")
    starts = [tile for tile in tiles if tile.start]
    if len(starts) != 1:
        raise UserError(f"{path}: exactly one design must be the start tile, not {len(starts)}")
    if starts[0].count < 1:
        raise UserError(f"{path}: tile '{starts[0].id}': the start tile needs a count of at least 1")
    total = sum(tile.count for tile in tiles)
    if total > MAX_TILES or len(tiles) > MAX_DESIGNS:
        raise UserError(f"{path}: {total} tiles of {len(tiles)} designs; {ROOM}")
    if total < 2:
        raise UserError(f"{path}: the start tile alone is no game; add tiles")
    return TileSet(path.stem, tuple(tiles), letters)


def _read_tile(
    table: Mapping[str, Any],
    letters: str,
    read_segments: Callable[[Mapping[str, Any]], list[Segment]],
    roles: tuple[str, ...],
) -> Tile:
    edges, count = table["edges"], table["count"]
    if not isinstance(edges, str) or len(edges) != 4 or any(e not in letters for e in edges):
        raise ValueError(f"edges must be four of the letters {letters} in the order N E S W, not {edges!r}")
    if type(count) is not int or not 0 <= count <= MAX_TILES:
        raise ValueError(f"count must be a whole number from 0 to {MAX_TILES}, not {count!r}")
    if not isinstance(table["start"], bool):
        raise ValueError("start must be true or false")
    segments = read_segments(table)
    if len(segments) > MAX_SEGMENTS:
        raise ValueError(f"{len(segments)} segments; at most {MAX_SEGMENTS} can be played")
    role = table.get("role", roles[0] if roles else None)
    if roles and role not in roles:
        raise ValueError(f"role must be one of {', '.join(roles)}, not {role!r}")
    return Tile(
        str(table["id"]),
        count,
        table["start"],
        edges,
        tuple(segments),
        table,
        roles.index(role) if roles else 0,
    )


def of_each(tables: Sequence[Mapping[str, Any]], word: str, key: str) -> list[Any]:
    """This key of each segment of one kind. Raises `ValueError` for a segment without it."""
    for i, table in enumerate(tables):
        if key not in table:
            raise ValueError(f"{word} segment {i} has no '{key}'")
    return [table[key] for table in tables]


def claim_sides(edges: str, letter: str, word: str, lists: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
    """The ports of each segment of one kind, checked: every side of its letter is reached exactly once.

    Raises `ValueError` with the reason.
    """
    reached: dict[str, int] = {}
    for i, sides in enumerate(lists):
        if not sides:
            raise ValueError(f"{word} segment {i} reaches no edge")
        for side in sides:
            if side not in SIDES:
                raise ValueError(f"{word} segment {i}: {side!r} is no edge; write N, E, S or W")
            if edges[SIDES.index(side)] != letter:
                raise ValueError(
                    f"{word} segment {i} reaches edge {side}, which is '{edges[SIDES.index(side)]}'"
                )
            if side in reached:
                raise ValueError(f"edge {side} belongs to {word} segments {reached[side]} and {i}")
            reached[side] = i
    for side, edge in zip(SIDES, edges, strict=True):
        if edge == letter and side not in reached:
            raise ValueError(f"edge {side} is '{letter}' but no {word} segment reaches {side}")
    return [tuple(PORT[side] for side in sides) for sides in lists]


def claim_halves(edges: str, closed: str, lists: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
    """The ports of each field segment, checked: the half-edges of every side are reached exactly once.

    Sides with the letter `closed` have no half-edges. Raises `ValueError` with the reason.
    """
    reached: dict[str, int] = {}
    for i, halves in enumerate(lists):
        if not halves:
            raise ValueError(f"field segment {i} reaches no half-edge")
        for half in halves:
            if half not in HALVES:
                raise ValueError(f"field segment {i}: {half!r} is no half-edge; write {', '.join(HALVES)}")
            if edges[SIDES.index(half[0].upper())] == closed:
                raise ValueError(
                    f"field segment {i} reaches {half}, but edge {half[0].upper()} is '{closed}'"
                )
            if half in reached:
                raise ValueError(f"half-edge {half} belongs to field segments {reached[half]} and {i}")
            reached[half] = i
    for half in HALVES:
        if edges[SIDES.index(half[0].upper())] != closed and half not in reached:
            raise ValueError(f"no field segment reaches half-edge {half}")
    return [tuple(PORT[half] for half in halves) for halves in lists]
