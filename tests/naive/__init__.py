"""Naive twins of the engines: slow, obvious judges that share no code with the package.

A twin reads a game record and recomputes everything from the tiles and pieces that lie on the table. It is
wrong only where the rules were misread, never where an engine was made fast.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Record = dict[str, Any]
"""A game record, its setup, or what a referee says of it."""
Entry = dict[str, Any]
"""A part of a record: an action, an event, a place, a choice."""
Options = dict[str, Any]
"""Options by name."""
Position = dict[str, Any]
"""What lies on the table, by name."""


class Fault(Exception):  # noqa: N818 - a fault in a game, not an error of the program
    """Something a rule forbids, with the number of that rule."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule
        self.message = message


def allowed(check: Callable[..., object], *what: Any) -> bool:
    """Does a check let this pass?"""
    try:
        check(*what)
    except Fault:
        return False
    return True


def same(stated: Any, found: Any) -> bool:
    """Are these the same JSON value? In JSON true is not 1 and 1.0 is not 1."""
    return json.dumps(stated, sort_keys=True) == json.dumps(found, sort_keys=True)
