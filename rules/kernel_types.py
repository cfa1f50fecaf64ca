"""What Numba is taught before it compiles a kernel: words, records, tuples, indices, what modules bring.

Nothing else may import this but what compiles: importing Numba takes as long as a small command.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.datamodel.models import OpaqueModel
from numba.core.imputils import lower_builtin, lower_constant, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.core.typing.typeof import typeof_impl
from numba.extending import register_model
from numba.np.arrayobj import getitem_array_tuple, getitem_arraynd_intp, setitem_array

from rules.extending import teach
from rules.words import Word, WordMeta

# --- words in kernels: plain numbers, not a type of its own for each class of words


class _Words(types.Dummy):  # type: ignore[misc]
    """Numba's type of a class of words."""

    def __init__(self, words: type[Word]) -> None:
        self.words = words
        super().__init__(f"words({words.__module__}.{words.__qualname__})")


register_model(_Words)(OpaqueModel)


@typeof_impl.register(WordMeta)  # type: ignore[untyped-decorator]
def _type_of_words(words: type[Word], context: Any) -> _Words:
    return _Words(words)


@typeof_impl.register(Word)  # type: ignore[untyped-decorator]
def _type_of_word(word: Word, context: Any) -> Any:
    return types.int64


@infer_getattr
class _WordOfClass(AttributeTemplate):  # type: ignore[misc]
    key = _Words

    def generic_resolve(self, words: _Words, name: str) -> Any:
        return types.int64 if name in words.words.__members__ else None


@lower_getattr_generic(_Words)  # type: ignore[untyped-decorator]
def _number_of_word(context: Any, builder: Any, words: _Words, value: Any, name: str) -> Any:
    return context.get_constant(types.int64, int(words.words[name]))


@lower_constant(_Words)  # type: ignore[untyped-decorator]
def _nothing(context: Any, builder: Any, words: _Words, value: Any) -> Any:
    return context.get_dummy_value()


# --- what kernels are handed from Python: the type of a record or a tuple is made once, not at each call
#
# Numba knows the type of a record again, but of one in a tuple, as of a desk, it makes it anew: 3 to 5 ms for
# each call with a desk.


@cache
def type_of_dtype(dtype: np.dtype[Any]) -> Any:
    """Numba's type of a record of this type."""
    return numba.from_dtype(dtype)


@typeof_impl.register(np.record)  # type: ignore[untyped-decorator]
def _type_of_record(record: np.record, context: Any) -> Any:
    return type_of_dtype(record.dtype)


@cache
def _type_of_tuple_of(kind: type[tuple[Any, ...]], *parts: Any) -> Any:
    return types.BaseTuple.from_types(parts, kind)


@typeof_impl.register(tuple)  # type: ignore[untyped-decorator]
def _type_of_tuple(values: tuple[Any, ...], context: Any) -> Any:
    parts = [typeof_impl(value, context) for value in values]
    return None if None in parts else _type_of_tuple_of(type(values), *parts)


# --- indices in kernels: from the start of an array that is a field of a record, never from its end
#
# Numba asks of each signed index whether it is negative and counts from the end, as Python does. Kernels have
# no such index: taken as unsigned, none is asked. Random games of Carcassonne gained 20 %. A negative index
# by mistake reads garbage, as one beyond the end does: `NUMBA_BOUNDSCHECK=1` finds it, and tests interpreted.


def _unsigned(context: Any, builder: Any, index: Any, value: Any) -> tuple[Any, Any]:
    """An index, or each of a tuple, as an unsigned number; slices as they are."""
    if isinstance(index, types.Integer):
        return types.uintp, context.cast(builder, value, index, types.uintp)
    if not isinstance(index, types.BaseTuple):
        return index, value
    parts = [
        _unsigned(context, builder, part, builder.extract_value(value, i)) for i, part in enumerate(index)
    ]
    made = types.Tuple([part for part, _ in parts])
    return made, context.make_tuple(builder, made, [number for _, number in parts])


def _lower_index(lower: Callable[..., Any], verb: Any, *index: Any) -> None:
    """Let arrays in records be read or written by `lower` with unsigned indices."""

    def lowered(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        (array, index, *rest), (at, value, *others) = signature.args, args
        index, value = _unsigned(context, builder, index, value)
        signature = signature.replace(args=(array, index, *rest))
        return lower(context, builder, signature, (at, value, *others))

    lower_builtin(verb, types.NestedArray, *index)(lowered)


_lower_index(getitem_arraynd_intp, operator.getitem, types.Integer)
_lower_index(getitem_array_tuple, operator.getitem, types.BaseTuple)
_lower_index(setitem_array, operator.setitem, types.Integer, types.Any)
_lower_index(setitem_array, operator.setitem, types.BaseTuple, types.Any)

teach()
