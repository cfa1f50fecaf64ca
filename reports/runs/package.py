"""What the page of a run shows of a game in a package of its own, unless its page says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from reports.runs.plain import of_length
from rules.games import Game


def of_game(game: Game, said: Mapping[str, Any]) -> SimpleNamespace:
    """The sections of the game's own: those that its page has `said`, or how long a game takes."""
    return SimpleNamespace(**{"sections": of_length, **said})
