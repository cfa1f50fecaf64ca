"""What the positions of all games have in common: the state of one game, open to be read and written.

A referee and a replay play a game through its engine, step by step. `rules.GAME.position` adds the steps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from copy import copy
from typing import Any, ClassVar, Self

import numpy as np

from rules import games
from rules.fields import blank, records
from rules.kernel import Array, Struct
from rules.options import as_dict, as_struct
from rules.records import FORMAT, Data
from rules.verbs import clear_game, final_scores, for_each_game, kernel_of, legal_moves, new_game

EMPTY = records(np.dtype([("nothing", np.int64)]))
"""The look-up tables of a game that needs nothing but dice."""


def tables_of(box: Any) -> np.recarray[Any, Any]:
    """The look-up tables of what lies in a box, for kernels."""
    return EMPTY if box is None else box.tables


@for_each_game
def list_moves(box: Struct, options: Struct, state: Struct, moves: Array, sought: int) -> tuple[int, bool]:
    """List every legal move; return how many there are, and whether `sought` is one of them."""
    n = legal_moves(box, options, state, moves)
    for i in range(n):
        if moves[i] == sought:
            return n, True
    return n, False


class GamePosition(ABC):
    """One game at a time.

    Kernels do not check what they are given: the caller hands over what is legal. The records that they take
    lie in plain one-element arrays here: one taken from a record array costs twice as much to hand over.
    """

    game: ClassVar[str]
    state_type: ClassVar[type]
    most_moves: ClassVar[int]
    """Of one decision that there is room for."""
    options: Any
    players: int
    watch: Callable[[int | None], None] | None = None
    """Told of every decision of a seat, as a move, before it is played, and of the end of a record, None."""

    def __init_subclass__(cls) -> None:
        if changed := games.changed_by(cls.__module__):
            cls.game = changed

    def __init__(self, box: Any = None, states: np.recarray[Any, Any] | None = None) -> None:
        """`box` is the game's own unless it is given; so is `states`, room for the state."""
        self.box = box or games.load(self.game).standard_box
        self.tables = tables_of(self.box).view(np.ndarray)
        self.states = (blank(self.state_type) if states is None else states).view(np.ndarray)
        self._moves = np.zeros(self.most_moves, np.int64)
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

    def turn_to(self, moment: Self) -> None:
        """Be another moment of the game: who looks at this one sees that."""
        vars(self).update(vars(moment))

    def open(self, options: Any, players: int, rules: np.recarray[Any, Any] | None = None) -> None:
        """Make room for a game under these complete options."""
        self.options = options
        self.players = players
        self.rules = (as_struct(options) if rules is None else rules).view(np.ndarray)
        kernel_of(clear_game, self.game)(self.rules[0], self.states[0], players)

    def deal(self, seed: int, game: int) -> None:
        """Set up game `game` of the run with this seed."""
        start = kernel_of(new_game, self.game)
        start(self.tables[0], self.rules[0], self.states[0], self.players, seed, game)

    def moves(self) -> list[int]:
        """Every legal move of whoever decides."""
        n, _ = self._list_moves(self.tables[0], self.rules[0], self.states[0], self._moves, 0)
        return self._moves[:n].tolist()

    def allows(self, move: int) -> bool:
        """Whether this is one of the legal moves."""
        _, found = self._list_moves(self.tables[0], self.rules[0], self.states[0], self._moves, move)
        return found

    def about_to(self, move: int | None) -> None:
        """Tell who watches that this move of a seat comes now; a game says so before it plays one."""
        if self.watch is not None:
            self.watch(move)

    def final_scores(self) -> None:
        """Score what is scored after the end, and find the winners."""
        kernel_of(final_scores, self.game)(self.tables[0], self.rules[0], self.states[0])

    @abstractmethod
    def by_source(self) -> list[dict[str, int]]:
        """What the score of each seat is made of, in the words of records."""

    def scores(self) -> list[int]:
        """The score of each seat."""
        return [sum(sources.values()) for sources in self.by_source()]

    def winners(self) -> list[int]:
        """The seats that won; none before the final scoring."""
        return [seat for seat in range(self.players) if self["winners"] >> seat & 1]

    @abstractmethod
    def result(self) -> Data:
        """The result as it stands, as records have it."""

    def record(self, **parts: Any) -> Data:
        """The record of the game: every option stands in it; then its parts, and the result as it stands."""
        head = {
            "format": FORMAT,
            "game": self.game,
            "options": as_dict(self.options),
            "players": self.players,
        }
        return {**head, **parts, "result": self.result()}
