"""The scene of a game of Carcassonne: the board, who plays and, if asked for, who holds the farms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from reports.boards.canvas import Canvas, turn
from reports.boards.carcassonne import story as story
from reports.boards.carcassonne.fields import shade
from reports.boards.carcassonne.tile import CarcassonneTile
from reports.boards.page import Held, Page, Scene, Seat, Window
from reports.boards.tiles.board import Cell, Placed, board_of, board_scene, seats_of, watched
from reports.boards.tiles.sheet import sheet_scene
from rules.carcassonne.options import COLOURS

if TYPE_CHECKING:
    from rules.carcassonne.position import Position
    from rules.tiles.position import Meeple
    from rules.tiles.tileset import TileSet

SHOW = ("farms",)
"""What a picture can show besides: fields in the colours of those who hold their farms."""


def scene(position: Position, show: str | None = None) -> Scene:
    """The board and who plays, at any moment of a game; "farms": shaded by who holds them."""
    colours = COLOURS[: position.players]
    board = board_of(position, CarcassonneTile, colours)
    if show == "farms":
        key = f"{board.key} Tinted: fields in the colours of those who hold their farms."
        paid = farm_points(position)
        board = replace(
            board,
            shading=farm_shading(board.tiles, farm_holders(position, colours)),
            paid=paid,
            key=f"{key} Numbers: what the farm pays." if paid else key,
        )
    return board_scene(board)


def sheet(tileset: TileSet) -> Scene:
    """Every design of a tile set, by its id."""
    return sheet_scene(tileset, CarcassonneTile)


def board(position: Position) -> Callable[[Page], Window]:
    """Draws the tiles and meeples of a game that goes on."""
    return watched(position, CarcassonneTile, lambda: COLOURS)


def seats(position: Position) -> list[Seat]:
    """What each seat has beside the board."""
    return seats_of(position, COLOURS[: position.players], story.WORDS)


def common(position: Position) -> list[Held]:
    """Nothing."""
    return []


def farm_holders(position: Position, colours: Sequence[str]) -> dict[tuple[Cell, int], list[str]]:
    """The colours with most farmers on the farm of every field segment, by cell and index (CC-63)."""
    farmers: dict[int, list[int]] = {}
    for meeple, farm in _farmers(position):
        farmers.setdefault(farm, [0] * len(colours))[meeple.seat] += 1
    holders = {}
    for cell, tile in position.lying.items():
        for (kind, segment), number in position.segments[tile.design].items():
            counts = farmers.get(int(position["feature"][tile.node + number]))
            if kind == "field" and counts:
                largest = max(counts)
                holders[cell, segment] = [c for c, n in zip(colours, counts, strict=True) if n == largest]
    return holders


def farm_points(position: Position) -> list[tuple[Meeple, str]]:
    """What each farm pays at the end of the game, beside a farmer of each that is paid (CC-61, CC-66)."""
    if not position.winners():
        return []
    n, options = position["n_farms"], position.options
    units = {
        int(position["feature"][node]): farm["units"][options.farm_method].tolist()
        for node, farm in zip(position["farm_node"][:n], position["farms"][:n], strict=True)
    }
    pays: dict[tuple[int, int], tuple[Meeple, str]] = {}
    for meeple, farm in _farmers(position):
        points = units[farm][meeple.seat] * options.farm_points
        if points:
            pays.setdefault((farm, meeple.seat), (meeple, f"+{points}"))
    return list(pays.values())


def _farmers(position: Position) -> Iterator[tuple[Meeple, int]]:
    """Every farmer on the board, and the farm on which it stands."""
    for meeple in position.standing:
        if meeple.on == "field":
            yield meeple, position.feature_of(meeple)


def farm_shading(tiles: Sequence[Placed], holders: dict[tuple[Cell, int], list[str]]) -> Canvas:
    """The fields of these holders, tinted."""
    canvas = Canvas()
    for placed in tiles:
        assert isinstance(placed.tile, CarcassonneTile)
        for segment, region in enumerate(placed.tile.regions):
            turned_region = [turn(face, placed.rotation) + placed.at for face in region]
            shade(canvas, turned_region, holders.get((placed.at, segment), ()))
    return canvas
