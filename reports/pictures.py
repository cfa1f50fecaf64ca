"""The picture of a replayed game, whatever the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reports.boards.page import save
from rules.games import load


def save_picture(played: Any, path: Path, title: str, caption: str = "", show: str | None = None) -> Path:
    """Draw the moment at which a replayed game stands; ``.svg`` or ``.png`` by the file's suffix.

    `show` is what the picture shows besides, a word of the game's `picture.SHOW`, or None.
    """
    game = load(played.record["game"])
    return save(game.picture.scene(played, show), path, f"{game.title}: {title}", caption)
