"""The games there are."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

from rules.errors import UserError, nearest

NAMES = ("starwars", "carcassonne", "catan", "castle")


def load(name: str) -> ModuleType:
    """The package of a game; its `TITLE`, `PLAYERS` and so on are read without loading the engine.

    Raises
    ------
    UserError
        For an unknown name.
    """
    if name not in NAMES:
        raise UserError(
            f"there is no game '{name}'.{nearest(name, NAMES)} Games: {', '.join(NAMES)} (simulate games)"
        )
    return importlib.import_module(f"rules.{name}")


def load_box(name: str, path: Path | None = None) -> Any:
    """What lies in the box of a game, from a file of the user's if there is one: a tile set, a board.

    The game's `BOX` says what it is; None if no file can replace it.

    Raises
    ------
    UserError
        For a file that cannot be used.
    """
    word = load(name).BOX
    if word is None:
        return None
    return getattr(importlib.import_module(f"rules.{name}.{word}"), f"load_{word}")(path)


def check_players(name: str, players: int | None) -> int:
    """The number of players, the game's default for None.

    Raises
    ------
    UserError
        If the game is not for so many.
    """
    game = load(name)
    low, high = game.PLAYERS
    if players is None:
        return int(game.DEFAULT_PLAYERS)
    if not low <= players <= high:
        raise UserError(f"{name} is for {low} to {high} players, not {players}")
    return players
