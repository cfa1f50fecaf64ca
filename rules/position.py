"""What the positions of all games have in common: the state of one game, open to be read and written.

A referee and a replay play a game through its engine, step by step. `rules.GAME.position` adds the steps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from copy import copy
from typing import Any, ClassVar, Self

import numpy as np

from rules.kernel import Array
from rules.options import as_struct
from rules.verbs import for_each_game, kernel_of, legal_moves


@for_each_game
def list_moves(box: Array, options: Array, state: Array, moves: Array, sought: int) -> tuple[int, bool]:
    """List every legal move; return how many there are, and whether `sought` is one of them."""
    n = legal_moves(box[0], options[0], state[0], moves)
    for i in range(n):
        if moves[i] == sought:
            return n, True
    return n, False


class GamePosition(ABC):
    """One game at a time.

    Kernels do not check what they are given: the caller hands over what is legal. They take plain
    one-element arrays here, because handing them a record or a record array costs three times as much.
    """

    game: ClassVar[str]
    options: Any
    players: int
    watch: Callable[[int | None], None] | None = None
    """Told of every decision of a seat, as a move, before it is played, and of the end of a record, None."""

    def __init__(self, states: np.recarray[Any, Any], box: Any, moves: Array) -> None:
        """`box` holds the look-up tables of what lies in the box, `moves` has room for the legal moves."""
        self.states = states.view(np.ndarray)
        self._box = box
        self._moves = moves
        self._list_moves = kernel_of(list_moves, self.game)
        self._fields = {name: self.states[name] for name in self.states.dtype.names or ()}

    def __getitem__(self, name: str) -> Any:
        """A field of the state: an array, or a number."""
        value = self._fields[name][0]
        return value if value.shape else int(value)

    def __setitem__(self, name: str, value: int) -> None:
        self._fields[name][0] = value

    def copied(self) -> Self:
        """This moment, apart from what is played on from here."""
        made = copy(self)
        made.states = self.states.copy()
        made._fields = {name: made.states[name] for name in self._fields}
        made.watch = None
        return made

    def open(self, options: Any, players: int, rules: np.recarray[Any, Any] | None = None) -> None:
        """Make room for a game under these complete options."""
        self.options = options
        self.players = players
        self.rules = (as_struct(options) if rules is None else rules).view(np.ndarray)
        self._clear()

    @abstractmethod
    def _clear(self) -> None:
        """Clear the engine's state."""

    def moves(self) -> list[int]:
        """Every legal move of whoever decides."""
        n, _ = self._list_moves(self._box, self.rules, self.states, self._moves, 0)
        moves: list[int] = self._moves[:n].tolist()
        return moves

    def allows(self, move: int) -> bool:
        """Whether this is one of the legal moves."""
        _, found = self._list_moves(self._box, self.rules, self.states, self._moves, move)
        return found

    def about_to(self, move: int | None) -> None:
        """Tell who watches that this move of a seat comes now; a game says so before it plays one."""
        if self.watch is not None:
            self.watch(move)

    @abstractmethod
    def by_source(self) -> list[dict[str, int]]:
        """What the score of each seat is made of, in the words of records."""

    def scores(self) -> list[int]:
        """The score of each seat."""
        return [sum(sources.values()) for sources in self.by_source()]

    @abstractmethod
    def winners(self) -> list[int]:
        """The seats that won; none before the game is over."""
