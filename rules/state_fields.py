"""Fields of a game's state by what they mean, and the kernels that follow from them.

    class State(GameState):
        score: Array = by_seat("points that are safe")
        rolls: Array = by_seat("rolls", counted=True)
        deck: Array = secret("cards to be drawn", shape=16)
        hand: Array = own("the card of each seat", seen="known")

Each kernel is written for the fields of a class, a line or a loop for each: how to clear a state, what the
score of a seat is, what a finished game has counted, and how what a seat does not see is dealt anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import Any

import numpy as np

from rules.chance import DECK, ChanceState, shuffle
from rules.extending import for_numba
from rules.fields import Field, fields_of
from rules.games import MAX_SEATS
from rules.kernel import Array, kernel

SCORE = "score"
"""The field that holds the score of each seat, in a game that has one."""

Shape = int | tuple[int, ...]


def number(text: str, *, start: int = 0, counted: bool = False) -> Any:
    """Declare a whole number; `counted` makes it a column of the table `games`."""
    return Field(np.dtype(np.int64), (), text, start, (), counted=counted)


def by_seat(text: str, *, start: int = 0, counted: bool = False) -> Any:
    """Declare a whole number of each seat; `counted` makes it a column of the table `seats`.

    The one that is called `score` is what the game is won by.
    """
    return Field(np.dtype(np.int64), (MAX_SEATS,), text, start, (), counted=counted)


def secret(text: str, *, shape: Shape = (), pool: str = "cards", seen: str = "") -> Any:
    """Declare pieces that nobody sees: a pile, a card laid aside. A place with 0 is empty.

    Pieces of one `pool` may lie in each other's places: they are dealt anew together for who looks ahead.
    `seen` names a field ``[seat, place]`` that is not 0 where the seat has come to know a piece.
    """
    return Field(np.dtype(np.int64), _sizes(shape), text, 0, (), pool=pool, seen=seen)


def own(text: str, *, shape: Shape = (), pool: str = "cards", seen: str = "") -> Any:
    """Declare pieces of each seat that it alone sees: a hand. A place with 0 is empty.

    A seat has so many places as `shape` says. `seen` names a field ``[seat, other seat, place]``.
    """
    return Field(
        np.dtype(np.int64), (MAX_SEATS, *_sizes(shape)), text, 0, (), pool=pool, owned=True, seen=seen
    )


def _sizes(shape: Shape) -> tuple[int, ...]:
    return shape if isinstance(shape, tuple) else (shape,)


def hides(kind: type) -> bool:
    """Whether a state has pieces that somebody does not see."""
    return any(field.pool for field in fields_of(kind).values())


def counted_fields(kind: type) -> tuple[dict[str, Field], dict[str, Field]]:
    """The fields that are columns of `games`, and those that are columns of `seats`, by name."""
    counted = {name: field for name, field in fields_of(kind).items() if field.counted}
    return (
        {name: field for name, field in counted.items() if not field.shape},
        {name: field for name, field in counted.items() if field.shape},
    )


# --- kernels


def clearer(kind: type) -> Callable[[Any], None]:
    """A kernel that gives every field its start value, but for those of chance."""
    chance = fields_of(ChanceState)
    lines = []
    for name, field in fields_of(kind).items():
        if name not in chance and field.start is not None and field.copied != "nothing":
            lines.append(f"state.{name}{'[:]' if field.shape else ''} = {field.start!r}")
    return _written(kind, "clear", ("state",), lines)


def score_reader(kind: type) -> Callable[[Any, int], int]:
    """A kernel that says the score of a seat; 0 where there is none."""
    has_score = SCORE in fields_of(kind)
    return _written(
        kind, "score", ("state", "seat"), [f"return state.{SCORE}[seat]" if has_score else "return 0"]
    )


def game_counter(kind: type) -> Callable[[Any, Any], None]:
    """A kernel that writes what a game has counted to a row of the table `games`."""
    of_games, _ = counted_fields(kind)
    return _written(kind, "count_game", ("state", "row"), [f"row.{name} = state.{name}" for name in of_games])


def seat_counter(kind: type) -> Callable[[Any, int, Any], None]:
    """A kernel that writes what a seat has counted to a row of the table `seats`."""
    _, of_seats = counted_fields(kind)
    lines = [f"row.{name} = state.{name}[seat]" for name in of_seats]
    return _written(kind, "count_seat", ("state", "seat", "row"), lines)


def dealer(kind: type) -> Callable[[Any, int], None]:
    """A kernel that deals anew what a seat does not see of a state, pool by pool; of -1, an onlooker, all.

    The pieces are sorted before they are shuffled: what is dealt does not depend on how they lay.
    """
    hidden = {name: field for name, field in fields_of(kind).items() if field.pool}
    lines = []
    for pool in dict.fromkeys(field.pool for field in hidden.values()):
        fields = {name: field for name, field in hidden.items() if field.pool == pool}
        room = sum(prod(field.shape) for field in fields.values())
        lines += [f"pieces = np.empty({room}, np.int64)", "n = 0"]
        for name, field in fields.items():
            lines += _each_hidden(name, field, "pieces[n] = {}")
        lines += ["sort_pieces(pieces, n)", "shuffle(state, DECK, pieces, n)", "n = 0"]
        for name, field in fields.items():
            lines += _each_hidden(name, field, "{} = pieces[n]")
    return _written(
        kind, "deal", ("state", "viewer"), lines, DECK=DECK, shuffle=shuffle, sort_pieces=sort_pieces
    )


def _each_hidden(name: str, field: Field, deed: str) -> Iterator[str]:
    """Lines that do a deed with each piece of a field that the viewer does not see."""
    at = [f"i{k}" for k in range(len(field.shape))]
    for k, size in enumerate(field.shape):
        yield f"{'    ' * k}for {at[k]} in range({size}):"
    indent = "    " * len(at)
    place = f"state.{name}[{', '.join(at)}]" if at else f"state.{name}"
    conditions = [f"{place} != 0"]
    if field.owned:
        conditions.append("i0 != viewer")
    if field.seen:
        conditions.append(f"(viewer < 0 or state.{field.seen}[{', '.join(['viewer', *at])}] == 0)")
    yield f"{indent}if {' and '.join(conditions)}:"
    yield f"{indent}    {deed.format(place)}"
    yield f"{indent}    n += 1"


@kernel
def sort_pieces(pieces: Array, n: int) -> None:
    """Put the first `n` pieces, which are few, in order."""
    for i in range(1, n):
        piece = pieces[i]
        k = i
        while k > 0 and pieces[k - 1] > piece:
            pieces[k] = pieces[k - 1]
            k -= 1
        pieces[k] = piece


def _written(
    kind: type, name: str, takes: Sequence[str], lines: Sequence[str], **names: Any
) -> Callable[..., Any]:
    """A kernel of these lines: part of each that calls it."""
    space = {"__name__": kind.__module__, "np": np, **names}
    body = "".join(f"    {line}\n" for line in lines or ["pass"])
    exec(f"def {name}({', '.join(takes)}):\n{body}", space)
    function: Any = space[name]

    @for_numba
    def compiled() -> None:
        from numba.extending import register_jitable

        register_jitable(function)

    return function
