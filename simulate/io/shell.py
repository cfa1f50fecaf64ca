"""Text as a terminal shows it and commands as a shell takes them, whatever stands in the names of files."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from unicodedata import category

UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Kinds of characters that command a terminal, turn its text around, end a line or cannot be encoded."""


def visible(text: str, kept: str = "") -> str:
    """Text whose characters that are not seen stand as their codes, but for those that are `kept`.

    >>> visible("red \\x1b[31m, turned \\u202e")
    'red \\\\x1b[31m, turned \\\\u202e'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        ascii(sign)[1:-1] if category(sign) in UNSEEN and sign not in kept else sign for sign in text
    )


def quoted(word: str) -> str:
    """A word as it is typed: as bytes in ``$'...'`` where it cannot be shown, so that it can be typed again.

    >>> quoted("my runs/a"), quoted("red\\x1b[31m")
    ("'my runs/a'", "$'red\\\\x1b[31m'")
    """
    if visible(word) == word and _is_encoded(word):
        return shlex.quote(word)
    return "$'" + "".join(map(_byte, os.fsencode(word))) + "'"


def command_of(words: Iterable[str]) -> str:
    """Words as one line that is typed."""
    return " ".join(map(quoted, words))


OPENERS = ("wslview", "xdg-open", "open")
"""Programs that show a page in the browser: in WSL, on Linux, on macOS."""


def to_open(page: Path) -> str:
    """What opens a page: the command of this machine, or in words where it has none."""
    known = OPENERS if sys.platform != "linux" else OPENERS[:-1]  # there `open` is something else
    opener = next((name for name in known if shutil.which(name)), None)
    return command_of([opener, str(page)]) if opener else f"open {page} with a browser"


def _is_encoded(word: str) -> bool:
    """Whether stdout has a sign for each letter."""
    try:
        word.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _byte(value: int) -> str:
    sign = chr(value)
    if sign in "'\\":
        return f"\\{sign}"
    return sign if sign.isascii() and sign.isprintable() else f"\\x{value:02x}"
