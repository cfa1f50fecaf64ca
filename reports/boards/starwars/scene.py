"""The scene of a game of Star Wars: the board of tiles and who plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reports.boards.page import Held, Page, Scene, Seat, Window
from reports.boards.starwars import story as story
from reports.boards.starwars.tile import StarWarsTile
from reports.boards.tiles.board import board_of, board_scene, seats_of, watched
from reports.boards.tiles.sheet import sheet_scene

if TYPE_CHECKING:
    from rules.starwars.position import Position
    from rules.tiles.tileset import TileSet

SHOW = ()
"""What a picture can show besides: nothing."""


def scene(position: Position, show: str | None = None) -> Scene:
    """The board and who plays, at any moment of a game."""
    return board_scene(board_of(position, StarWarsTile, position.options.colours))


def sheet(tileset: TileSet) -> Scene:
    """Every design of a tile set, by its id."""
    return sheet_scene(tileset, StarWarsTile)


def board(position: Position) -> Callable[[Page], Window]:
    """Draws the tiles and meeples of a game that goes on."""
    return watched(position, StarWarsTile, lambda: position.options.colours)


def seats(position: Position) -> list[Seat]:
    """What each seat has beside the board."""
    return seats_of(position, position.options.colours, story.WORDS)


def common(position: Position) -> list[Held]:
    """Nothing."""
    return []
