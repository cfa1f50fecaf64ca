"""What a summary says of a game in plain Python: its author declares nothing for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from analyses.measures.summary import Fact, Headings, Side, Summary
from simulate.plain.game import decides
from simulate.plain.known import PlainGame
from simulate.plans.plan import Plan


@dataclass(frozen=True)
class PlainAnalysis:
    """An `analyses.measures.summary.GameAnalysis`."""

    game: PlainGame
    COUNTED: Mapping[str, Headings] = field(default_factory=dict)
    MEASURES: Sequence[Any] = ()
    CAN_TIE: bool = True

    @property
    def SOURCES(self) -> Headings:  # noqa: N802 - the name that modules of games have for it
        """Nothing is told of where points come from."""
        return {self.game.unit: ("score",)} if self.game.has_score else {}

    def sides(self, plan: Plan) -> tuple[Side, ...]:
        """Every seat for itself, or the teams."""
        kind = self.game.kind
        if kind.together:
            return (Side(tuple(range(plan.players)), {}),)
        in_teams = {seat for team in kind.teams for seat in team}
        alone = [(seat,) for seat in range(plan.players) if seat not in in_teams]
        return tuple(Side(tuple(seats), {}) for seats in sorted([*map(tuple, kind.teams), *alone]))

    def facts(self, summary: Summary) -> list[Fact]:
        """How long a game takes, and how much is decided in it."""
        if not decides(self.game.kind):
            return []
        facts = [Fact("turns", summary.length, "{:.1f} turns a game")]
        facts.append(Fact("decisions", summary.moments.mean("decisions"), "{:.1f} moves"))
        return facts + (summary.beginning if self.game.has_score and len(summary.sides) > 1 else [])

    def remark(self, summary: Summary) -> str | None:
        """Nothing."""
        return None


def of_game(game: PlainGame) -> PlainAnalysis:
    """The analysis of a game."""
    return PlainAnalysis(game)
