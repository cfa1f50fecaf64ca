"""Moments of games in plain Python: each a copy of the game, apart from what is played on from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
        return str(self._asked("tell", move))

    def scores(self) -> list[int]:
        """What each seat has.

        Raises
        ------
        FailedError
            If the author's code fails.
        """
        return [int(self._asked("score", seat)) for seat in range(self.table.players)]

    def more(self) -> dict[str, Any]:
        """What the author adds to a picture of the moment.

        Raises
        ------
        FailedError
            If the author's code fails, or adds what has no names.
        """
        return dict(self._asked("picture"))

    def _asked(self, method: str, *given: Any) -> Any:
        """What a method of the author's says of a copy of the game."""
        its_own = getattr(type(self.table), method)
        try:
            said = its_own(copy_of(self.table, Guess(0)), *given)
            if method == "picture" and not isinstance(said, Mapping):
                raise TypeError(f"must return a dict of names and what to draw, not {type(said).__name__}")
        except Exception as error:
            at = where(error, Path(its_own.__code__.co_filename).parent)
            with_what = "".join(f", with {'move' if method == 'tell' else 'seat'} {one}" for one in given)
            raise FailedError(
                f"{its_own.__qualname__} failed in turn {self.turn}, seat {self.seat + 1}{with_what}: "
                f"{at}{one_line(error)}"
            ) from error
        return said


def position_of(game: Any, moves: Sequence[Any], move: Any) -> PlainPosition:
    """The moment at which a game is, with the legal moves and the one that was chosen."""
    is_over = not moves and bool(game.is_over())
    return PlainPosition(copy_of(game, Guess(0)), int(game.turn), int(game.seat), tuple(moves), move, is_over)
