"""What a summary says of a game in plain Python: its author declares nothing for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from analyses.estimates.estimate import wilson
from analyses.measures.measure import LENGTH_NOTICED, singular
from analyses.measures.placements import Pieces
from analyses.measures.summary import Fact, Headings, Side, Summary
from simulate.plain.game import sides_of
from simulate.plain.known import PlainGame
from simulate.plain.players import RANDOM
from simulate.plain.strength import length_of, wins_of
from simulate.plans.plan import Plan

NOTICED_SHARE = 0.03
"""The part of a game's length that is noticed: two turns are that of Catan's 65."""


@dataclass(frozen=True)
class PlainAnalysis:
    """An `analyses.measures.summary.GameAnalysis`."""

    game: PlainGame
    SOURCES: Headings = field(default_factory=dict)
    COUNTED: Mapping[str, Headings] = field(default_factory=dict)
    MEASURES: Sequence[Any] = ()

    @property
    def CAN_TIE(self) -> bool:  # noqa: N802 - the name that modules of games have for it
        """Whether sides can share a win."""
        return self.game.has_rivals

    @property
    def PIECES(self) -> Pieces:  # noqa: N802
        """What the pieces are called of which the author says what they brought."""
        kind = self.game.kind
        return Pieces(kind.piece, self.game.unit, lambda plan: list(kind.pieces))

    @property
    def NOTICED(self) -> tuple[float, str]:  # noqa: N802
        """The smallest difference of scores that matters, and why."""
        return 1.0, f"one {singular(self.game.unit)} more or less is noticed at the end"

    @property
    def LENGTH_NOTICED(self) -> tuple[float, str]:  # noqa: N802
        """The smallest difference of turns that matters: a share of those that the game usually takes."""
        turns = length_of(self.game)
        if not turns:
            return LENGTH_NOTICED
        margin = float(f"{NOTICED_SHARE * turns:.1g}")
        return margin, f"{100 * NOTICED_SHARE:.0f} % of the turns that a game takes"

    def sides(self, plan: Plan) -> tuple[Side, ...]:
        """Every seat for itself, or the teams."""
        return tuple(Side(seats, {}) for seats in sides_of(self.game.kind, plan.players))

    def facts(self, summary: Summary) -> list[Fact]:
        """How long a game takes, and how much is decided in it."""
        if not self.game.decides:
            return []
        facts = [Fact("turns", summary.length, "{:.1f} turns a game")]
        facts.append(Fact("decisions", summary.moments.mean("decisions"), "{:.1f} moves"))
        return facts + (summary.beginning if summary.is_compared else [])

    def strength(self, plans: Sequence[Plan]) -> str:
        """How often each policy of some plans wins where all others move at random.

        It is told at one table: at the usual one, if some of the plans are for that, else at the smallest.
        """
        usual = self.game.usual_players
        first = min(plans, key=lambda plan: (plan.players != usual(plan.preset), plan.players))
        of_table = [plan for plan in plans if plan.players == first.players]
        policies = list({policy.name: policy for plan in of_table for policy in plan.policies}.values())
        if not self.game.decides:
            return ""
        if [policy.name for policy in policies] == [RANDOM]:
            return "all players move at random" if first.players > 1 else "the player moves at random"
        sides = self.sides(first)
        if len(sides) == 1:
            return ""
        words = []
        for policy in policies:
            if policy.name != RANDOM and (won := wins_of(self.game, first, policy)) is not None:
                words.append(f"{policy.name} wins {wilson(won.games, won.of):.0%}")
        n = first.players - 1
        others = "against one other who moves" if n == 1 else f"among {n} others who move"
        even = 100 * len(sides[0].seats) / first.players
        return f"{others} at random {' and '.join(words)} (even: {even:.0f})" if words else ""

    def remark(self, summary: Summary) -> str | None:
        """Nothing."""
        return None


def of_game(game: PlainGame) -> PlainAnalysis:
    """The analysis of a game."""
    return PlainAnalysis(game)
