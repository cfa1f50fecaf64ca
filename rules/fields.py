"""Record types as classes: a field is declared once, with its type, size, start value and meaning.

    class State(Fields):
        turn: int = field(np.int64, "turns played so far")
        tile: int = field(np.int64, "the design in hand, NO_TILE for none", start=NO_TILE)
        reserve: Array = field(np.int16, "meeples left, [seat, size]", shape=(MAX_SEATS, 2))
        scored: Rows[ScoredRow] = rows(ScoredRow, MAX_SCORED, "what was paid, in order")

From it follow the NumPy type (`dtype_of`), a blank record to start from (`blank`), the columns of tables
and what the documentation says of them. Two classes with the same fields are two types. A kernel that takes
``state: State`` is checked by mypy: a misspelt field is a type error. At run time it gets a NumPy record.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeVar

import numpy as np

from rules.extending import for_numba

R = TypeVar("R")


@dataclass(frozen=True)
class Field:
    """One field of a record."""

    kind: Any
    """NumPy's type, or a word that stands for a record type."""
    shape: tuple[Any, ...]
    """Numbers, and words that stand for numbers."""
    text: str
    start: Any
    columns: tuple[str, ...]
    """Of a table: the name of each column, if the field is an array of several."""
    unit: str = ""
    """Of a column: what it counts, where neither its name nor its text says so."""
    copied: str = "whole"
    """What a `copier` copies: "whole", "nothing", or the field that says how many of its items."""
    counted: bool = False
    """Whether it is a column of the tables, of what the field counts in a game."""
    pool: str = ""
    """Of hidden pieces: those of one pool may lie in each other's places."""
    owned: bool = False
    """Whether each seat sees its own of them."""
    seen: str = ""
    """The field that says which of them a seat has come to know."""

    @property
    def differs(self) -> bool:
        """Whether words stand for its size or type."""
        return any(isinstance(part, str) for part in (self.kind, *self.shape))


class Fields:
    """Base of record types. The fields of base classes come first, in the order of the bases."""


def field(
    kind: Any,
    text: str,
    *,
    unit: str = "",
    shape: int | str | tuple[int | str, ...] = (),
    start: Any = 0,
    copied: str = "whole",
) -> Any:
    """Declare a field: a number or, with a `shape`, an array. `start` is its value in a new game.

    A size may be a word, for which `dtype_of` is given a number: where it is another one in each game.
    `copied` is for large records: of an array of which only the first items mean anything the field that
    counts them; "nothing" for scratch.
    """
    shape = shape if isinstance(shape, tuple) else (shape,)
    return Field(np.dtype(kind), shape, text, start, (), unit, copied)


class Row(Fields):
    """Base of what is a row in a table of a run."""

    game: int = field(np.int32, "index of the game")


class Rows(Protocol[R]):
    """Several records of one type as a kernel has them: a log, or the rows that it writes."""

    shape: tuple[int, ...]

    def __getitem__(self, at: int) -> R: ...

    def __setitem__(self, at: int, row: R) -> None: ...


def columns(kind: Any, text: str, names: Iterable[str], *, shape: tuple[int, ...] = ()) -> Any:
    """Declare an array of a table's row, one column for each name; a list unless a `shape` is given."""
    names = tuple(names)
    return Field(np.dtype(kind), shape or (len(names),), text, 0, names)


def rows(kind: type | str, most: int, text: str, *, copied: str = "whole") -> Any:
    """Declare an array of up to `most` records of another type: a log, for example.

    The type may be a word, for which `dtype_of` is given a type.
    """
    return Field(kind if isinstance(kind, str) else dtype_of(kind), (most,), text, None, (), copied=copied)


@cache
def fields_of(kind: type) -> dict[str, Field]:
    """Every field of a record type by name, in order."""
    found: dict[str, Field] = {}
    for base in kind.__bases__:
        found |= fields_of(base)
    return found | {name: value for name, value in vars(kind).items() if isinstance(value, Field)}


@cache
def dtype_of(kind: type, **words: Any) -> np.dtype[Any]:
    """The NumPy type of a record type: with what the `words` of its fields stand for, sizes and types.

    Fields with words lie last: they are large, and those behind them would lie at odd addresses. The first
    field has the name of the class as its title: NumPy and Numba compare types by their fields alone, and two
    games with the same fields would be taken for one another.

    Raises
    ------
    TypeError
        For a field that interpreted kernels could not read: they would get what NumPy calls so.
    """
    for name in fields_of(kind):
        if hasattr(np.record, name):
            raise TypeError(
                f"{kind.__name__}.{name}: NumPy's records have a '{name}' of their own; name the field "
                "otherwise"
            )
    every = sorted(fields_of(kind).items(), key=lambda item: item[1].differs)
    return np.dtype(
        [
            (
                name if at else (_title(kind), name),
                dtype_of(words[field.kind]) if isinstance(field.kind, str) else field.kind,
                tuple(words.get(size, size) for size in field.shape),
            )
            for at, (name, field) in enumerate(every)
        ]
    )


_readings: dict[str, list[type]] = {}
"""The classes of each name: several if their file was read again."""


def _title(kind: type) -> str:
    """The name of a record type, numbered from the second class that has it in this process."""
    name = f"{kind.__module__}.{kind.__qualname__}"
    known = _readings.setdefault(name, [])
    if kind not in known:
        known.append(kind)
    number = 1 + known.index(kind)
    return name if number == 1 else f"{name} {number}"


@cache
def table_of(kind: type, **renamed: str) -> np.dtype[Any]:
    """The same bytes as a row of a table: a column for each number; some fields may be `renamed`.

    Raises
    ------
    TypeError
        If an array of the record type does not name its columns.
    """
    found = []
    for name, field in fields_of(kind).items():
        names = field.columns or (renamed.get(name, name),)
        if field.shape and math.prod(field.shape) != len(field.columns):
            raise TypeError(f"{kind.__name__}.{name}: an array of a table must name its columns")
        found += [(column, field.kind) for column in names]
    return np.dtype(found)


@cache
def _of_records(kind: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype((np.record, kind))


def records(kind: np.dtype[Any], n: int = 1) -> np.recarray[Any, Any]:
    """An array of `n` records of this type, all zero.

    All that are made share one object as their type: two that are equal Numba compares field by field at
    each call of a kernel from Python, which takes 7 us for a state of a tile game.
    """
    return np.zeros(n, _of_records(kind)).view(np.recarray)


def blank(kind: type, n: int = 1) -> np.recarray[Any, Any]:
    """An array of `n` records in which every field has its start value. Kernels take its elements."""
    made = records(dtype_of(kind), n)
    for name, field in fields_of(kind).items():
        if field.start is not None:
            made[name] = field.start
    return made


@cache
def copier(kind: type) -> Callable[[Any, Any], None]:
    """A function that makes one record like another in the fields of this type, as far as they are `copied`.

    A record may be of a type that has more fields behind these.
    """
    made, pieces = dtype_of(kind), list[tuple[int, int, str]]()
    for name, field in fields_of(kind).items():
        offset = made.fields[name][1]  # type: ignore[index]
        if field.copied == "whole":
            size = made[name].itemsize
            if pieces and pieces[-1][2] == "" and sum(pieces[-1][:2]) == offset:
                offset, size = pieces[-1][0], pieces.pop()[1] + size
            pieces.append((offset, size, ""))
        elif field.copied != "nothing":
            pieces.append((offset, made[name].itemsize // field.shape[0], field.copied))

    def copy(record: Any, other: Any) -> None:
        for name, field in fields_of(kind).items():
            if field.copied == "whole":
                record[name] = other[name]
            elif field.copied != "nothing":
                n = other[field.copied]
                record[name][:n] = other[name][:n]

    @for_numba
    def compiled() -> None:
        from llvmlite import ir
        from numba import types
        from numba.core import cgutils
        from numba.extending import intrinsic, overload

        @intrinsic  # type: ignore[untyped-decorator]
        def copy_pieces(typing_context: Any, record: Any, other: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                for offset, size, count in pieces:
                    n = context.get_constant(types.intp, 1)
                    if count:
                        at = cgutils.pointer_add(builder, args[1], made.fields[count][1])  # type: ignore[index]
                        n = builder.load(builder.bitcast(at, ir.IntType(64).as_pointer()), align=1)
                    to, source = (cgutils.pointer_add(builder, arg, offset) for arg in args)
                    cgutils.raw_memcpy(builder, to, source, n, size)
                return context.get_dummy_value()

            return types.none(record, other), generate

        @overload(copy, strict=False)
        def compiled_copy(record, other):  # type: ignore[no-untyped-def]
            return lambda record, other: copy_pieces(record, other)

    return copy
