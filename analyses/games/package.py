"""What a summary says of a game in a package of its own, unless its page says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from analyses.measures.summary import Fact, Headings, Side, Summary
from rules.games import Game
from rules.state_fields import SCORE
from simulate.plans.plan import Plan


def of_game(game: Game, said: Mapping[str, Any]) -> SimpleNamespace:
    """An `analyses.measures.summary.GameAnalysis`: what the page of a game has `said`, and the usual."""
    counted: Headings = {column.replace("_", " "): (column,) for column in game.playing.summed.seats}

    def facts(summary: Summary) -> list[Fact]:
        """How long a game takes."""
        return [Fact("turns", summary.length, "{:.1f} turns a game")]

    usual = {
        "SOURCES": {game.unit: (SCORE,)} if game.has_score else {},
        "COUNTED": {"counted": counted} if counted else {},
        "MEASURES": (),
        "CAN_TIE": True,
        "sides": every_seat,
        "facts": facts,
        "remark": lambda summary: None,
    }
    return SimpleNamespace(**{**usual, **said})


def every_seat(plan: Plan) -> tuple[Side, ...]:
    """Every seat for itself."""
    return tuple(Side((seat,), {}) for seat in range(plan.players))
