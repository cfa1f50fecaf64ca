"""What the page of a run shows of a game in plain Python only: nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyses.measures.summary import Summary
from reports.pages.parts import Section
from simulate.store.runs import Run


@dataclass(frozen=True)
class PlainReport:
    """The sections of a game's own."""

    game: Any

    def sections(self, run: Run, summary: Summary) -> list[Section]:
        """None."""
        return []


def of_game(game: Any) -> PlainReport:
    """The report of a game."""
    return PlainReport(game)
