"""What the page of a run shows of a game in plain Python only: how long it takes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from analyses.measures.summary import Summary
from reports.pages.parts import Section, per_game
from simulate.store.runs import Run


def of_length(run: Run, summary: Summary) -> list[Section]:
    """How many turns a game takes, if it takes any."""
    title = "How long it takes"
    if not summary.has_turns:
        return []
    least, most = summary.tally.least, summary.tally.numbers[-1]
    if least == most:
        return [Section(title, [f"Every game takes {least} turns."])]
    return [Section(title, [], [per_game(summary.tally, summary.length, "turns")])]


def of_game(game: Any) -> SimpleNamespace:
    """The sections of a game's own."""
    return SimpleNamespace(sections=of_length)
