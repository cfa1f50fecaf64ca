"""Moves: lists of them, in which a game writes what is legal, and what one is made of.

    class Move(GameMove):
        card: int = one_of(Card)
        target: int = seat()
        guess: int = one_of(Card)

A kernel has a move as one whole number: ``Move.pack(card, target, guess)``, and back ``Move.unpack(move)``.
From the parts follow how a move stands in records, how it is read there, and what is said of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any, ClassVar

from rules.extending import for_numba
from rules.games import MAX_SEATS
from rules.kernel import Array, kernel
from rules.words import Word

NOBODY = MAX_SEATS
"""In place of a seat, in a part of a move: it names none."""


@kernel
def add_move(moves: Array, n: int, move: int) -> int:
    """Append a move to the first `n`; return how many there are now."""
    if n >= moves.shape[0]:
        raise IndexError("more legal moves than the buffer holds")
    moves[n] = move
    return n + 1


# --- what a move is made of


@dataclass(frozen=True)
class Part:
    """A part of a move: a whole number from 0 to below `size`."""

    size: int
    words: type[Word] | None = None
    """What the numbers mean, if they are words."""
    nothing: int | None = None
    """The number with which the part says nothing: it is left out of records and sentences."""
    is_seat: bool = False

    def as_json(self, number: int) -> Any:
        """The part as it stands in records."""
        return number if self.words is None else self.words(number).word  # type: ignore[arg-type]

    def told(self, number: int) -> str:
        """The part as people say it."""
        return f"seat {number + 1}" if self.is_seat else str(self.as_json(number)).replace("_", " ")


def upto(most: int) -> Any:
    """A part of a move: a whole number from 0 to `most`."""
    return Part(most + 1)


def seat() -> Any:
    """A part of a move: a seat, or `NOBODY`."""
    return Part(MAX_SEATS + 1, None, NOBODY, True)


def one_of(words: type[Word]) -> Any:
    """A part of a move: a word of this class; one that is called NONE says nothing."""
    return Part(len(words), words, getattr(words, "NONE", None))


class MoveMeta(type):
    """The class of classes of moves, by which a kernel knows them."""


class GameMove(metaclass=MoveMeta):
    """Base of what a game's moves are made of; an object is a move taken to pieces, to be told."""

    parts: ClassVar[Mapping[str, Part]] = {}
    size: ClassVar[int] = 1
    """Moves are whole numbers below this one."""

    def __init_subclass__(cls) -> None:
        cls.parts = {name: value for name, value in vars(cls).items() if isinstance(value, Part)}
        if not cls.parts:
            raise TypeError(f"{cls.__module__}.{cls.__name__} has no parts: upto(), seat(), one_of()")
        cls.size = prod(part.size for part in cls.parts.values())
        cls.pack, cls.unpack = _packing(cls)  # type: ignore[method-assign]

    @staticmethod
    def pack(*parts: int) -> int:
        """A move of these parts, in their order."""
        raise NotImplementedError

    @staticmethod
    def unpack(move: int) -> tuple[int, ...]:
        """The parts of a move."""
        raise NotImplementedError

    def __init__(self, move: int) -> None:
        for (name, part), number in zip(self.parts.items(), self.unpack(move), strict=True):
            setattr(self, name, number if part.words is None else part.words(number))  # type: ignore[arg-type]

    def tell(self) -> str:
        """The move in words: what each part says; a game may say it better."""
        first, *others = self._said().items()
        words = [self.parts[first[0]].told(first[1])]
        words += [f"{name.replace('_', ' ')} {self.parts[name].told(number)}" for name, number in others]
        return ", ".join(words)

    def came(self, before: Any, after: Any) -> str:
        """What came of it, by the state before it and after it: what chance brought; a game may say so."""
        return ""

    def as_json(self) -> Any:
        """The move as it stands in records: a word or number if it has one part, else an object."""
        said = {name: self.parts[name].as_json(number) for name, number in self._said().items()}
        return next(iter(said.values())) if len(self.parts) == 1 else said

    def _said(self) -> dict[str, int]:
        """Its parts by name, without those that say nothing; the first is always said."""
        numbers = {name: int(getattr(self, name)) for name in self.parts}
        first = next(iter(numbers))
        return {n: number for n, number in numbers.items() if n == first or number != self.parts[n].nothing}


def _packing(moves: type[GameMove]) -> tuple[Any, Any]:
    """The kernels `pack` and `unpack` of moves with these parts: the last part counts in ones."""
    names, sizes = list(moves.parts), [part.size for part in moves.parts.values()]
    packed, unpacked = names[0], []
    for name, size in zip(names[1:], sizes[1:], strict=True):
        packed = f"({packed}) * {size} + {name}"
    for k in range(len(names)):
        below = prod(sizes[k + 1 :])
        unpacked.append(f"move // {below} % {sizes[k]}")
    text = f"""
def pack({", ".join(names)}):
    return {packed}

def unpack(move):
    return ({", ".join(unpacked)},)
"""
    space: dict[str, Any] = {"__name__": moves.__module__}
    exec(text, space)

    @for_numba
    def compiled() -> None:
        from numba.extending import register_jitable

        register_jitable(space["pack"])
        register_jitable(space["unpack"])

    return staticmethod(space["pack"]), staticmethod(space["unpack"])


@cache
def keys_of(moves: type[GameMove]) -> dict[str, None] | None:
    """What may stand in an entry of a record: the names of the parts; None where there is but one."""
    return dict.fromkeys(moves.parts) if len(moves.parts) > 1 else None


@for_numba
def _typed() -> None:
    """Kernels know a class of moves by two functions."""
    from numba import types
    from numba.core.typing.templates import AttributeTemplate
    from numba.extending import infer_getattr, lower_getattr_generic, models, register_model, typeof_impl

    class Moves(types.Dummy):  # type: ignore[misc]
        """Numba's type of a class of moves."""

        def __init__(self, moves: type[GameMove]) -> None:
            self.moves = moves
            super().__init__(f"moves({moves.__module__}.{moves.__qualname__} {id(moves)})")

    register_model(Moves)(models.OpaqueModel)

    @typeof_impl.register(MoveMeta)  # type: ignore[untyped-decorator]
    def type_of(moves: type[GameMove], context: Any) -> Moves:
        return Moves(moves)

    @infer_getattr
    class Function(AttributeTemplate):  # type: ignore[misc]
        key = Moves

        def generic_resolve(self, moves: Moves, name: str) -> Any:
            known = name in ("pack", "unpack")
            return self.context.resolve_value_type(getattr(moves.moves, name)) if known else None

    @lower_getattr_generic(Moves)  # type: ignore[untyped-decorator]
    def function_of(context: Any, builder: Any, moves: Moves, value: Any, name: str) -> Any:
        return context.get_dummy_value()
