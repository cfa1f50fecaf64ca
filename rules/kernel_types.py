"""What Numba is taught before it compiles a kernel: words, and what modules bring.

Nothing else may import this but what compiles: importing Numba takes as long as a small command.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, lower_getattr_generic, models, register_model, typeof_impl

from rules.extending import teach
from rules.words import Word, WordMeta

# --- words in kernels: plain numbers, not a type of its own for each class of words


class _Words(types.Dummy):  # type: ignore[misc]
    """Numba's type of a class of words."""

    def __init__(self, words: type[Word]) -> None:
        self.words = words
        super().__init__(f"words({words.__module__}.{words.__qualname__})")


register_model(_Words)(models.OpaqueModel)


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


# --- what kernels are handed from Python: the type of a record or a tuple is made once, not at each call
#
# Numba knows the type of a record again, but of one in a tuple, as of a desk, it makes it anew: 3 to 5 ms for
# each call with a desk.


def type_of(value: Any) -> Any:
    """Numba's type of a value, as Numba itself finds it.

    Raises
    ------
    ValueError
        If Numba has none.
    """
    if isinstance(value, np.record):
        return type_of_dtype(value.dtype)
    if isinstance(value, tuple) and not hasattr(value, "_numba_type_"):
        return _type_of_tuple(type(value), *map(type_of, value))
    return numba.typeof(value)


@cache
def type_of_dtype(dtype: np.dtype[Any]) -> Any:
    """Numba's type of a record of this type."""
    return numba.from_dtype(dtype)


@cache
def _type_of_tuple(kind: type[tuple[Any, ...]], *parts: Any) -> Any:
    return types.BaseTuple.from_types(parts, kind)


teach()
