"""What transcripts of all games have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class ToldTurn(NamedTuple):
    """A turn in words: its number, whose it is, and a line for each thing that happened.

    There is no number for what comes after the last turn, and no seat where all take part.
    """

    turn: int | None
    seat: int | None
    lines: Sequence[str]


def aligned(rows: Sequence[Sequence[str]], numbers: range) -> Iterator[str]:
    """Rows of cells one below the other, columns in these places to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if i in numbers else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield (" " + "  ".join(cells)).rstrip()
