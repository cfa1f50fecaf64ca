"""The tables of a run: a game declares each with the record type of its rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rules.fields import dtype_of, table_of


@dataclass(frozen=True)
class Table:
    """A table: what a row is, and the most rows that a game can add."""

    row: type
    """A subclass of `rules.fields.Fields`."""
    most: int
    on_request: bool = False
    """Whether it is written only if it is asked for by name."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Columns that have another name than the field, in the words of the game."""

    @property
    def rows(self) -> np.dtype[Any]:
        """The type of a row as kernels fill it."""
        return dtype_of(self.row)

    @property
    def columns(self) -> np.dtype[Any]:
        """The same bytes with a name for each number."""
        return table_of(self.row, **self.renamed)
