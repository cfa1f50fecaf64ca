"""How games go: when they are decided, how often a leader runs away, who wins from behind.

All of it comes from the table `progress` (`analyses.measures.standings`). Games that nobody won are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.estimates.arrays import Whole
from analyses.estimates.critical import LEVEL, at_every_look
from analyses.estimates.estimate import Estimate, wilson
from analyses.estimates.lazy import pd
from analyses.measures.measure import Measure, needed
from analyses.measures.paired_games import PairedSums, arrays_of
from analyses.measures.summary import Fact
from analyses.measures.vocabulary import of_progress
from rules.errors import UserError
from simulate.plans.plan import Plan
from simulate.play.tables import PROGRESS
from simulate.store.runs import Run, check_run

STEPS = 20
"""Parts of a game at which it is asked who leads."""

PHRASES = {
    "last_lead_change": "the lead changes for the last time after {:.1%} of a game",
    "runaway": "{:.1%} of games have a runaway leader",
    "comeback": "{:.1%} are won from behind",
    "leader_won": "who leads alone at half wins {:.1%}",
}
"""What the closing summary says."""


@dataclass(frozen=True)
class Progress:
    """How the games of a run went."""

    plan: Plan
    n: int
    """Games that were won."""
    measures: tuple[Measure, ...]
    """What can be said of it."""
    estimates: Mapping[str, Estimate]
    """The estimate of each measure, by its name."""
    led: Whole
    """At each of `STEPS` parts of the game, from its start, the games in which the later winners lead.

    The last is what stood before the last entry.
    """

    def frame(self) -> pd.DataFrame:
        """A row a measure: its name, its words, its estimate."""
        return pd.DataFrame(
            {"measure": m.name, "words": m.words, "estimate": self.estimates[m.name]} for m in self.measures
        )

    def facts(self) -> list[Fact]:
        """What a summary has room for, and these games can tell."""
        facts = []
        for name, phrase in PHRASES.items():
            estimate = self.estimates[name]
            if not np.isnan(estimate.value):
                facts.append(Fact(name, estimate, phrase))
        return facts

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {name: estimate.as_dict() for name, estimate in self.estimates.items()}

    def leading(self) -> pd.DataFrame:
        """How often the later winners lead, and nobody else, by part of the game; each interval by itself."""
        return pd.DataFrame(
            {"part": step / STEPS, "estimate": wilson(int(led), self.n)} for step, led in enumerate(self.led)
        )


def progress(run: Run) -> pd.DataFrame:
    """How the games of a run go: a row a measure, its name, words and estimate.

    Raises
    ------
    UserError
        If it is no run, has no table `progress`, or nobody won any of its games.
    """
    check_run(run)
    with at_every_look(run.was_looked_at):
        course_of_games = _read(run)
    if course_of_games is None:
        raise UserError(f"{run.path}: nobody won any of its games, so nothing says how a game is won")
    return course_of_games.frame()


def progress_of(run: Run) -> Progress | None:
    """How the games of a run went; None if it has no table that tells, or nobody won any of its games."""
    return _read(run) if PROGRESS in run.tables else None


def _read(run: Run) -> Progress | None:
    """Read the tables once, block by block; None if nobody won any of the games, or nobody has rivals."""
    measures = tuple(measure for measure in of_progress(run.plan.game) if measure.when(run.plan))
    if not measures:
        return None
    sums = [PairedSums(measure) for measure in measures]
    led, n = np.zeros(STEPS + 1, np.int64), 0
    for arrays in arrays_of(run, needed(measures)):
        for measure_sums in sums:
            measure_sums.add(arrays, arrays)
        if arrays.won.any():
            standings = arrays.standings
            for step in range(STEPS + 1):
                led[step] += int(standings.at(step, STEPS, standings.winners_lead).sum())
        n += int(arrays.won.sum())
    if not n:
        return None

    estimates = {}
    for measure_sums in sums:
        if estimate := measure_sums.estimate(0, LEVEL):
            estimates[measure_sums.measure.name] = estimate
    return Progress(run.plan, n, measures, estimates, led)
