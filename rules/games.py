"""The games there are."""

from __future__ import annotations

import importlib
from types import ModuleType

from rules.errors import UserError, nearest

NAMES = ("starwars", "carcassonne")


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
