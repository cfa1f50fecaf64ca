"""Which way Numba compiles kernels: by parts, or each by itself with plain `numba.njit`.

`rules.kernel_parts` and what belongs to it reach into Numba, which may be another in its next version. The
plain way does not. It compiles more slowly, and games are the same.
"""

from __future__ import annotations

import os
import re
from functools import cache

from rules.errors import tell

SWITCH = "HOUSERULES_PLAIN_NJIT"
"""Set to 1 in the environment it asks for the plain way."""

TESTED = (0, 65), (0, 68)
"""The first and the last version of Numba whose private parts are known."""


def is_set(variable: str) -> bool:
    """Whether a variable of the environment is a number other than 0, as Numba reads its own."""
    return os.environ.get(variable, "").strip(" 0").isdigit()


@cache
def is_plain() -> bool:
    """Whether kernels are compiled the plain way: asked for, or because this Numba is not known."""
    if is_set(SWITCH):
        return True
    unknown = _what_is_unknown()
    if unknown:
        tell(f"{unknown}: kernels are compiled by plain numba.njit, which takes longer; games are the same")
    return bool(unknown)


def _what_is_unknown() -> str:
    """What of this Numba `rules.kernel_parts` does not know; an empty string if it can be used."""
    import numba

    first, last = TESTED
    if not first <= tuple(map(int, re.findall(r"\d+", numba.__version__)[:2])) <= last:
        known = f"{first[0]}.{first[1]} to {last[0]}.{last[1]}"
        return f"Numba {numba.__version__} is not one of {known}"
    try:
        import rules.kernel_parts  # noqa: F401
    except (
        AttributeError,
        ImportError,
        TypeError,
    ) as error:  # as Python says that a part is missing or other
        return f"Numba {numba.__version__} lacks a part ({error})"
    return ""
