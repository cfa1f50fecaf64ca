"""What is said of an author's methods that return what no game can go on with: which, and in which line.

Python would name a line of this program, where what they returned was used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from simulate.plain.game import Game, has_score


class RulesError(RuntimeError):
    """The author's rules leave a game at a point where it cannot go on; the message says it all."""


def no_move(game: Game) -> RulesError:
    """What to raise where nobody can move, and the game is not over."""
    return RulesError(f"{_place(game, 'moves')}moves() gives no legal move, but is_over() is false")


def fault_in(game: Game) -> RulesError | None:
    """What is wrong with what the methods of a game return now, if anything is.

    Raises
    ------
    Exception
        Whatever the author's code raises.
    """
    players = game.players
    if game.seat not in range(players):
        return RulesError(f"seat is {game.seat!r}; seats are 0 to {players - 1}")
    for name, hidden in game.hidden.items():
        if hidden.seen and not hasattr(game, hidden.seen):
            return RulesError(f"{name} is seen by '{hidden.seen}', and set_up makes no self.{hidden.seen}")
    if not game.is_over():
        moves: Any = game.moves()
        if isinstance(moves, Sequence) and not isinstance(moves, str):
            return None if moves else no_move(game)
        return _wrong(game, "moves", moves, "a list of moves")
    if has_score(type(game)):
        for seat in range(players):
            score: Any = game.score(seat)
            if not isinstance(score, int):
                return _wrong(game, "score", score, "a whole number")
    winners: Any = game.winners()
    if not isinstance(winners, Iterable) or not all(seat in range(players) for seat in winners):
        return wrong_winners(game, winners)
    unknown = [name for _, name, _ in game.brought() if name not in game.pieces]
    return _wrong(game, "brought", unknown[0], "a name that `pieces` has") if unknown else None


def wrong_winners(game: Game, winners: Any) -> RulesError:
    """What to raise where a game names winners who do not play."""
    return _wrong(game, "winners", winners, f"a list of seats, 0 to {game.players - 1}")


def _wrong(game: Game, method: str, returned: Any, wanted: str) -> RulesError:
    written = " ".join(repr(returned).split())[:60]
    return RulesError(f"{_place(game, method)}{method}() gives {written}, not {wanted}")


def _place(game: Game, method: str) -> str:
    """The line at which a method begins, as ``nothanks.py, line 12: ``."""
    code = getattr(type(game), method).__code__
    return f"{Path(code.co_filename).name}, line {code.co_firstlineno}: "
