"""Moments of games in plain Python: each a copy of the game, apart from what is played on from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.errors import FailedError
from simulate.plain.chance import Guess
from simulate.plain.sight import copy_of
from simulate.plans.code import one_line, where


@dataclass(frozen=True)
class PlainPosition:
    """A `simulate.play.seam.Position` of a game in plain Python; `table` is the game as it was."""

    table: Any
    turn: int
    seat: int
    moves: tuple[Any, ...]
    move: Any
    is_over: bool

    def tell(self, move: Any) -> str:
        """A move in the author's words.

        Raises
        ------
        FailedError
            If that fails.
        """
        try:
            return str(self.table.tell(move))
        except Exception as error:
            method = type(self.table).tell
            at = where(error, Path(method.__code__.co_filename).parent)
            raise FailedError(
                f"{method.__qualname__} failed in turn {self.turn}, seat {self.seat + 1}, with move {move}: "
                f"{at}{one_line(error)}"
            ) from error


def position_of(game: Any, moves: Sequence[Any], move: Any) -> PlainPosition:
    """The moment at which a game is, with the legal moves and the one that was chosen."""
    is_over = not moves and bool(game.is_over())
    return PlainPosition(copy_of(game, Guess(0)), int(game.turn), int(game.seat), tuple(moves), move, is_over)
