"""The scene of a game of Star Wars: the board of tiles and who plays."""

from __future__ import annotations

from typing import Any

from reports.boards.page import Scene
from reports.boards.starwars.tile import StarWarsTile
from reports.boards.tiles.board import board_of, board_scene
from rules.starwars.options import CHARACTERS

SHOW = ()
"""What a picture can show besides: nothing."""


def scene(played: Any, show: str | None = None) -> Scene:
    """The moment at which a replayed game stands."""
    seats = [(colour, CHARACTERS[colour]) for colour in played.position.options.colours]
    return board_scene(board_of(played, StarWarsTile, seats))
