"""A measure under two rules: what it is, by how much it changes, and what that says against its margin."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from analyses.estimates.estimate import TUNINGS, UNDECIDED, Estimate, columns, games_needed, verdict
from analyses.estimates.several import union
from analyses.measures.measure import Measure
from analyses.measures.paired_games import PairedSums


@dataclass(frozen=True)
class Change:
    """A measure under both rules, and its change."""

    measure: Measure
    base: Estimate | None
    house: Estimate | None
    """None for what is only told of two runs, such as how often the winner changes."""
    change: Estimate
    """With its own interval: right for a measure that was asked alone."""
    together: Estimate
    """The same with an interval that holds for all measures at once: the verdict comes from here."""
    worth: float | None
    """How many times as many games it would take without pairing; None where nothing varies."""
    halves: tuple[Change, ...] = ()
    """The same on each seed, or in each half of the games: what is said first must be so in both."""
    by_luck: float | None = None
    """Of how often the winner changes: what it would be if both games had nothing in common."""

    def __repr__(self) -> str:
        margin = f"margin {self.measure.margin:g}: {self.verdict}"
        return f"<Change of {self.measure.label}: {self.together}; {margin}>"

    @cached_property
    def agreed(self) -> Change:
        """As far as both halves agree: each interval reaches over those of both."""
        return joined(self.halves) if self.halves else self

    @property
    def verdict(self) -> str:
        """What the change says against the margin."""
        return verdict(self.together, self.measure.margin)

    @property
    def equivalent_within(self) -> float:
        """The smallest margin within which both rules would be equivalent."""
        return max(abs(self.together.low), abs(self.together.high))

    @property
    def games_needed(self) -> int | None:
        """About how many games would settle an undecided change, if it is as large as it seems.

        None if it is settled, if no number of games would do, or if it depends on how players are tuned.
        """
        if self.verdict != UNDECIDED or TUNINGS in self.change.method:
            return None
        return games_needed(self.together, self.measure.margin)

    def as_dict(self) -> dict[str, Any]:
        """A row of a table, or JSON."""
        pointwise, together = self.change.as_dict(), self.together.as_dict()
        return {
            "measure": self.measure.name,
            "at": self.measure.at,
            "words": self.measure.label,
            "kind": self.measure.kind,
            "unit": self.measure.unit or "share",
            **columns(self.base, "a"),
            **columns(self.house, "b"),
            "change": pointwise["value"],
            "low": pointwise["low"],
            "high": pointwise["high"],
            "level": self.change.level,
            "low_together": together["low"],
            "high_together": together["high"],
            "level_together": round(self.together.level, 6),
            "margin": self.measure.margin,
            "verdict": self.verdict,
            "equivalent_within": self.equivalent_within if math.isfinite(self.equivalent_within) else None,
            "games_needed": self.games_needed,
            "agreed": self.agreed.verdict,
            "pairing_worth": self.worth,
            "n": self.change.n,
            "method": self.change.method,
        }


def change_of(
    total: PairedSums, halves: Sequence[PairedSums], level: float, of_all: float, value_level: float
) -> Change:
    """All that is said of a measure; `of_all` is the level at which its interval holds with all others."""
    each = tuple(_alone(sums, level, of_all, value_level) for sums in halves)
    return replace(_alone(total, level, of_all, value_level), halves=each)


def _alone(sums: PairedSums, level: float, of_all: float, value_level: float) -> Change:
    return Change(
        sums.measure,
        sums.estimate(0, value_level),
        sums.estimate(1, value_level),
        sums.difference(level),
        sums.difference(of_all),
        sums.worth,
    )


Join: TypeAlias = Callable[[Sequence[Estimate]], Estimate]
"""Makes one estimate of several of the same number."""


def joined(changes: Sequence[Change], join: Join = union, at_once: Join = union) -> Change:
    """One change of several of the same measure: `join` makes one estimate of those of a number, `at_once` of
    those that hold for all measures. By default each interval reaches over all.
    """

    def known(estimates: Iterable[Estimate | None]) -> Estimate | None:
        found = [estimate for estimate in estimates if estimate is not None]
        return join(found) if found else None

    worths = [c.worth for c in changes]
    return Change(
        changes[0].measure,
        known(c.base for c in changes),
        known(c.house for c in changes),
        join([c.change for c in changes]),
        at_once([c.together for c in changes]),
        None if None in worths else min(filter(None, worths)),
    )
