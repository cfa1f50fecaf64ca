"""What a user is told: the error that a mistake raises, of work that failed, and notices."""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Iterable


class UserError(ValueError):
    """Bad input: the message is one line saying what was given, what is wrong and what to type next.

    The command line prints it without a traceback and exits with code 2.
    """

    goes_on = False
    """Whether the same command goes on from what is there, as the command line then says."""


class FailedError(Exception):
    """Work that could not be finished through no fault of ours: a policy that raises, a replay that differs.

    The command line prints the one line and exits with code 1.
    """

    goes_on = False
    """As that of `UserError`."""


class Notice(UserWarning):
    """One line that a user should know and that stops nothing: a damaged cache, a run of another version.

    Given with `warnings.warn`; the command line prints it as it prints errors.
    """


_told: set[str] = set()


def tell(text: str) -> None:
    """Give a `Notice` once, not for each kernel."""
    if text not in _told:
        _told.add(text)
        warnings.warn(text, Notice, stacklevel=2)


def nearest(given: object, known: Iterable[str]) -> str:
    """``" Did you mean 'x'?"`` for the known name closest to `given`, or an empty string.

    >>> nearest("farm_point", ["farm_points", "meeples"])
    " Did you mean 'farm_points'?"
    """
    close = difflib.get_close_matches(str(given), list(known), n=1, cutoff=0.5)
    return f" Did you mean '{close[0]}'?" if close else ""
