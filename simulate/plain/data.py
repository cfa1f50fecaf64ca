"""Cards and the like from a file beside a game: the rows of a CSV file."""

from __future__ import annotations

import csv
import re
import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

from rules.errors import UserError
from rules.toml import read_toml

COPIES = "copies"


def table(file: str) -> list[Any]:
    """The rows of a CSV file that lies beside the game: ``card.points`` is what stands in a column.

    Whole numbers are numbers, all else is text. A column `copies` says how many there are of a row. Read it
    at the top of the file of a game: then it belongs to it, and with another table it is another game.

    Raises
    ------
    UserError
        For a file that cannot be read, or a row that is not like the first.
    """
    try:
        with (_beside() / file).open(encoding="utf-8-sig", newline="") as opened:
            heading, *rows = list(csv.reader(opened, skipinitialspace=True)) or [[]]
    except OSError as error:
        raise UserError(f"{file}: cannot be read: {error.strerror}") from None
    names = [re.sub(r"\W+", "_", name.strip().lower()) for name in heading]
    for name in names:
        if not name.isidentifier() or names.count(name) > 1 or name.startswith("_"):
            raise UserError(f"{file}: '{name}' is no name for a column: write a word, once")
    kept = [name for name in names if name != COPIES]
    line_of = namedtuple("Line", kept)  # type: ignore[misc]
    lines = []
    for number, row in enumerate(rows, 2):
        if not any(row):
            continue
        if len(row) != len(names):
            raise UserError(f"{file}, line {number}: {len(row)} columns; the first line has {len(names)}")
        values = dict(zip(names, (_value(text.strip()) for text in row), strict=True))
        copies = values.pop(COPIES, 1)
        if not isinstance(copies, int):
            raise UserError(f"{file}, line {number}: copies = {copies}: must be a whole number")
        lines += [line_of(**values)] * copies
    return lines


def weights(file: str) -> dict[str, Any]:
    """The tables of a TOML file beside the game, as ``simulate tune`` writes them: for `Game.styles`.

    Raises
    ------
    UserError
        For a file that cannot be read.
    """
    return read_toml(_beside() / file)


def _beside() -> Path:
    """The folder of the file whose code called a function of this module."""
    return Path(str(sys._getframe(2).f_globals.get("__file__", "."))).parent


def _value(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?\d{1,15}", text, re.ASCII) else text
