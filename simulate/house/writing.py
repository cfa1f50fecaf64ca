"""What the author of a rule of one's own writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from rules.worlds import World

F = TypeVar("F", bound=Callable[..., Any])

_worlds: list[World] = []
"""The game that is being changed; none while it is only asked which files a file uses."""


def replaces(target: Any) -> Callable[[F], F]:
    """Let a function take the place of one of the game, with the same parameters::

        from rules.carcassonne import scoring

        @replaces(scoring.feature_points)
        def feature_points(options, kind, n_tiles, pennants, complete):
            return 2 * original(options, kind, n_tiles, pennants, complete)

    Everybody in the game who called that function calls this one: the rules, the players that look ahead.
    """

    def decorate(function: F) -> F:
        for world in _worlds:
            world.replace(target, function)
        return function

    return decorate


def original(*given: Any) -> Any:
    """In a function that replaces another one, that one."""
    raise NameError("original is the function that yours replaces: call it there")


@contextmanager
def changing(world: World) -> Iterator[None]:
    """Let `replaces` change a game."""
    _worlds.append(world)
    try:
        yield
    finally:
        _worlds.pop()
