"""The picture of a replayed game, whatever the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules.games import load

SHOW = {"farms": "carcassonne", "ids": "catan"}
"""What a picture can show besides, and of which game."""


def save_picture(played: Any, path: Path, title: str, caption: str = "", show: str | None = None) -> Path:
    """Draw the moment at which a replayed game stands; ``.svg`` or ``.png`` by the file's suffix.

    `show` is what `SHOW` has for the game, or None.
    """
    game = played.record["game"]
    return DRAW[game](played, path, f"{load(game).title}: {title}", caption, show is not None)


def _tiles(played: Any, path: Path, title: str, caption: str, farms: bool) -> Path:
    from reports.positions import save_position

    return save_position(played, path, title, caption, farms)


def _island(played: Any, path: Path, title: str, caption: str, ids: bool) -> Path:
    from reports.island.picture import save_island
    from reports.islands import position_at

    return save_island(position_at(played.table, title, caption), path, ids=ids)


def _castle(played: Any, path: Path, title: str, caption: str, _: bool) -> Path:
    from reports.castle_board.picture import save_castle
    from reports.castle_board.position import position_of

    return save_castle(position_of(played.table, title, caption), path)


DRAW: dict[str, Callable[[Any, Path, str, str, bool], Path]] = {
    "starwars": _tiles,
    "carcassonne": _tiles,
    "catan": _island,
    "castle": _castle,
}
"""How a position of each game is drawn."""
