"""The rows of the table `placements` of a tile-laying game, as its tiles are laid and paid for."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

Cell = tuple[int, int]


class Laid:
    """The tiles that were laid, by cell, each with what it has brought so far."""

    def __init__(self, box: Collection[str]) -> None:
        self.designs = list(box)
        self.rows: dict[Cell, dict[str, Any]] = {}

    def lay(self, cell: Cell, tile: str, turn: int, seat: int) -> None:
        """A tile is laid."""
        self.rows[cell] = {"turn": turn, "seat": seat, "piece": self.designs.index(tile), "brought": 0.0}

    def pay(self, cells: Collection[Cell], points: int, seats: Collection[int]) -> None:
        """These cells were paid for; each has an equal part, which counts if one of the seats laid it."""
        for cell in cells:
            if cell in self.rows and self.rows[cell]["seat"] in seats:
                self.rows[cell]["brought"] += points / len(cells)
