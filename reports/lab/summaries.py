"""The summary of games as a terminal prints it, taken apart so that a page can lay it out on any screen."""

from __future__ import annotations

import re
from dataclasses import dataclass

GAP = re.compile(r" {2,}")
"""What is between two columns, and never within a cell."""


@dataclass(frozen=True)
class Part:
    """What stands between two empty lines: a table, or sentences."""

    heads: tuple[str, ...] = ()
    """Of the columns of a table."""
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[str, ...] = ()
    """If it is no table."""


def parts_of(printed: str) -> list[Part]:
    """The parts of a printed summary.

    >>> table, sentences = parts_of(" seat     win share\\n 1     49 % [42, 56]\\n\\n 5 % end in a tie")
    >>> table.heads, table.rows
    (('seat', 'win share'), (('1', '49 % [42, 56]'),))
    >>> sentences.lines
    ('5 % end in a tie',)
    """
    return [_part([line.strip() for line in block.split("\n")]) for block in printed.strip().split("\n\n")]


def _part(lines: list[str]) -> Part:
    cells = [tuple(GAP.split(line)) for line in lines]
    columns = {len(row) for row in cells}
    if len(cells) > 1 and len(columns) == 1 and columns != {1}:
        return Part(cells[0], tuple(cells[1:]))
    return Part(lines=tuple(GAP.sub(" · ", line) for line in lines))
