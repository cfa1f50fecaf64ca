"""Games that go round in circles until the limit of turns stops them: a few of them make a mean.

A game that is stopped is some twenty times as long as another. Where few are, their number is luck, and
Student's interval of a mean holds too rarely. The page verification of the documentation tells how often.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyses.estimates.estimate import FEW, Estimate, median
from analyses.estimates.lazy import pd
from analyses.measures.summary import Summary, analysis_of
from simulate.plans.plan import Plan
from simulate.store.runs import Run

FEW_STOPPED = 0.001
"""Share of games that are stopped at the limit of turns, from which on means are to be read with care."""


def may_circle(plan: Plan) -> bool:
    """Whether more of the games of such a plan are known to be stopped than `FEW_STOPPED`.

    A game declares it in its module of `analyses`, as measured: `may_circle(plan)`.
    """
    declared = getattr(analysis_of(plan.game), "may_circle", None)
    return declared is not None and declared(plan)


def circling(plan: Plan, share: float, n: int, which: str = "") -> str | None:
    """A note on means over `n` games if the limit of turns has stopped a `share` of them.

    `which` says which games, as ``(standard game; 2 players, greedy)``. None if there is nothing to say.
    """
    stopped = round(share * n)
    games = f"games {which}" if which else "games"
    if share > FEW_STOPPED:
        note = (
            f"{100 * share:.1f} % of {games} were stopped at the limit of turns and count as they then "
            "stood, so means depend on that limit"
        )
        if stopped < min(FEW, n / 10):
            note += f"; as they are so few ({stopped}), intervals of means may be too narrow"
        return note

    if may_circle(plan) and stopped < FEW:
        if stopped > 1:
            count = f"{stopped} were"
        else:
            count = "one was" if stopped else "none was"
        return (
            f"of {n:,} {games} {count} stopped at the limit of turns, but with these players more than "
            "one in 1,000 is: intervals of means may be too narrow"
        )
    return None


@dataclass(frozen=True)
class Circling:
    """A note beside the means of a run whose games may have gone round in circles."""

    note: str
    median: Estimate | None
    """Turns of the middle game; None without tables."""

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {"note": self.note, "median_turns": self.median.as_dict() if self.median else None}

    def __str__(self) -> str:
        return self.note if self.median is None else f"{self.note}. The median is {self.median:.1f} turns"


def circling_of(run: Run, summary: Summary) -> Circling | None:
    """What a summary of a run must say of games that were stopped, or may be; None if nothing.

    A game that has such games tells their share: `stopped(summary)` in its module of `analyses`.
    """
    stopped = getattr(analysis_of(run.plan.game), "stopped", None)
    if stopped is None:
        return None
    note = circling(run.plan, stopped(summary).value, summary.n)
    return Circling(note, median_turns(run)) if note else None


def median_turns(run: Run) -> Estimate | None:
    """How long the middle one of its games takes, in turns, if the run has tables.

    A game of 47 turns ends in its 47th, so half a turn before 47 on average.
    """
    if not run.tables:
        return None
    turns = pd.concat(run.blocks("games", ["turns"]))["turns"]
    return median(turns.to_numpy()).minus(0.5)
