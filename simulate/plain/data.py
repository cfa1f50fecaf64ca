"""Cards and the like from a file beside a game: the rows of a CSV file."""

from __future__ import annotations

import csv
import re
import sys
from collections import namedtuple
from collections.abc import Iterable
from keyword import iskeyword
from pathlib import Path
from typing import Any, ClassVar, NoReturn

from rules.errors import UserError, nearest
from rules.toml import read_toml

COPIES = "copies"


class Line:
    """A row of a table: what stands in a column is an attribute of its name."""

    __slots__ = ()
    _file: ClassVar[str]
    _fields: ClassVar[tuple[str, ...]]

    def __getattr__(self, name: str) -> NoReturn:
        known = self._fields
        raise AttributeError(
            f"{self._file} has no column '{name}'.{nearest(name, known)} Columns: {', '.join(known)}"
        )


def table(file: str, numbers: Iterable[str] = ()) -> list[Any]:
    """The rows of a CSV file that lies beside the game: ``card.points`` is what stands in a column.

    A number is a number, all else is text. In a column of numbers an empty cell is 0: in one that holds
    nothing else, or that `numbers` names, in which all else is refused. A column `copies` says how many there
    are of a row. Read it at the top of the file of a game: then it belongs to it, and with another table it
    is another game.

    Raises
    ------
    UserError
        For a file that cannot be read, a row that is not like the first, or a cell that is no number.
    """
    try:
        text = (_beside() / file).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"{file}: not a text file; save it as CSV in UTF-8") from None
    names, rows = _rows(file, text)
    of_numbers = set(numbers)
    for name in of_numbers:
        if name not in names:
            raise UserError(f"{file}: no column '{name}'.{nearest(name, names)} Columns: {', '.join(names)}")
    for at, name in enumerate(names):
        _read_column(file, name, at, rows, name in of_numbers)

    kept = [at for at, name in enumerate(names) if name != COPIES]
    row_of: Any = namedtuple("Row", [names[at] for at in kept])  # type: ignore[misc]
    line_of = type(re.sub(r"\W+", "_", Path(file).stem), (row_of, Line), {"__slots__": (), "_file": file})
    copies_at = names.index(COPIES) if COPIES in names else None
    lines = []
    for number, row in rows.items():
        copies = 1 if copies_at is None else row[copies_at]
        if type(copies) is not int or copies < 0:
            raise UserError(f"{file}, line {number}, column {COPIES}: {copies}: must be a whole number")
        lines += [line_of(*(row[at] for at in kept))] * copies
    return lines


def _rows(file: str, text: str) -> tuple[list[str], dict[int, list[Any]]]:
    """The names of the columns, and the cells of each row by the number of its line."""
    first = text.partition("\n")[0]
    between = ";" if ";" in first and "," not in first else ","
    reader = csv.reader(text.splitlines(), delimiter=between, skipinitialspace=True)
    names = [re.sub(r"\W+", "_", name.strip().lower()) for name in next(reader, [])]
    for name in names:
        if not name.isidentifier() or iskeyword(name) or names.count(name) > 1 or name.startswith("_"):
            raise UserError(f"{file}: '{name}' is no name for a column: write a word, once")
    if not names:
        raise UserError(f"{file}: empty; its first line names the columns")
    rows = {}
    for row in reader:
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(names):
            raise UserError(
                f"{file}, line {reader.line_num}: {len(row)} columns; the first line has {len(names)}"
            )
        rows[reader.line_num] = [_value(cell.strip()) for cell in row]
    return names, rows


def _read_column(file: str, name: str, at: int, rows: dict[int, list[Any]], of_numbers: bool) -> None:
    """Let empty cells of a column of numbers be 0."""
    words = {number: row[at] for number, row in rows.items() if isinstance(row[at], str) and row[at]}
    if words and of_numbers:
        number, word = next(iter(words.items()))
        raise UserError(f"{file}, line {number}, column {name}: '{word}' is no number")
    if words or not (of_numbers or any(row[at] != "" for row in rows.values())):
        return
    for row in rows.values():
        row[at] = 0 if row[at] == "" else row[at]


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


def _value(text: str) -> int | float | str:
    if re.fullmatch(r"[-+]?\d{1,15}", text, re.ASCII):
        return int(text)
    return float(text) if re.fullmatch(r"[-+]?\d{1,15}\.\d{1,15}", text, re.ASCII) else text
