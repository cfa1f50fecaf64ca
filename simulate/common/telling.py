"""What transcripts of all games have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Told(NamedTuple):
    """A turn in words: its number, whose it is, and a line for each thing that happened.

    There is no number for what comes after the last turn, and no seat where all take part.
    """

    turn: int | None
    seat: int | None
    lines: Sequence[str]
