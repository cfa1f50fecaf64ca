"""What the tables of all games have in common: the state of one game, open to be read and written.

A referee and a replay play a game through its engine, step by step. `rules.GAME.table` adds the steps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from rules.options import as_record


class GameTable(ABC):
    """One game at a time.

    Kernels do not check what they are given: the caller hands over what is legal. They take plain
    one-element arrays here, because handing them a record or a record array costs three times as much.
    """

    options: Any
    players: int

    def __init__(self, states: np.recarray[Any, Any]) -> None:
        self.states = states.view(np.ndarray)
        self._fields = {name: self.states[name] for name in self.states.dtype.names or ()}

    def __getitem__(self, name: str) -> Any:
        """A field of the state: an array, or a number."""
        value = self._fields[name][0]
        return value if value.shape else int(value)

    def __setitem__(self, name: str, value: int) -> None:
        self._fields[name][0] = value

    def open(self, options: Any, players: int, rules: np.recarray[Any, Any] | None = None) -> None:
        """Clear the table for a game under these settled options."""
        self.options = options
        self.players = players
        self.rules = (as_record(options) if rules is None else rules).view(np.ndarray)
        self._clear()

    @abstractmethod
    def _clear(self) -> None:
        """Clear the engine's state."""

    @abstractmethod
    def by_source(self) -> list[dict[str, int]]:
        """What the score of each seat is made of, in the words of records."""

    def scores(self) -> list[int]:
        """The score of each seat."""
        return [sum(sources.values()) for sources in self.by_source()]
