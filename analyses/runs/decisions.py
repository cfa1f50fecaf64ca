"""What players decide and trade: all that the tables `decisions` and `trades` of a run tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.estimates.critical import LEVEL, at_every_look
from analyses.estimates.estimate import Estimate
from analyses.estimates.lazy import pd
from analyses.measures.measure import Measure
from analyses.measures.paired_games import sums_of
from analyses.measures.summary import Fact
from analyses.measures.vocabulary import declared
from rules.errors import UserError
from simulate.play.tables import DECISIONS, TRADES
from simulate.store.runs import Run, check_run

PHRASES = {
    "legal_moves": "a decision has {:.1f} legal moves",
    "decisions_per_turn": "decisions {:.1f} a turn",
    "one_legal_move": "{:.1%} of decisions have one legal move",
    "without_meeple": "{:.1%} of turns begin without a meeple at hand",
    "offers_refused": "{:.1%} of offers come to nothing",
    "bank_rate_paid": "the bank gets {:.2f} cards for one",
}
"""What the closing summary says."""


@dataclass(frozen=True)
class Decided:
    """What was decided and traded in the games of a run."""

    estimates: Mapping[Measure, Estimate]
    """Of each measure that these games can tell."""

    def frame(self) -> pd.DataFrame:
        """A row a measure: its name, its words, its estimate."""
        return pd.DataFrame(
            {"measure": measure.name, "words": measure.words, "estimate": estimate}
            for measure, estimate in self.estimates.items()
        )

    def facts(self) -> list[Fact]:
        """What a summary has room for."""
        by_name = {measure.name: estimate for measure, estimate in self.estimates.items()}
        return [Fact(name, by_name[name], phrase) for name, phrase in PHRASES.items() if name in by_name]

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {measure.name: estimate.as_dict() for measure, estimate in self.estimates.items()}


def decisions(run: Run) -> pd.DataFrame:
    """What players of a run decide and trade: a row a measure, its name, words and estimate.

    Raises
    ------
    UserError
        If it is no run, or has neither of the tables `decisions` and `trades`.
    """
    check_run(run)
    if not {DECISIONS, TRADES} & set(run.tables):
        run.frame(DECISIONS)  # says how to get it
    with at_every_look(run.was_looked_at):
        decided = decisions_of(run)
    if decided is None:
        raise UserError(f"{run.path}: no game of it has decisions or trades")
    return decided.frame()


def decisions_of(run: Run) -> Decided | None:
    """What players of a run decide and trade; None if it has no table that tells."""
    ours = {DECISIONS, TRADES}.intersection(run.tables)
    measures = [m for m in declared(run.plan.game) if m.needs and ours.issuperset(m.needs)] if ours else []
    estimates = {}
    for measure, sums in zip(measures, sums_of(run, measures) if measures else (), strict=True):
        estimate = sums.estimate(0, LEVEL)
        if estimate and not np.isnan(estimate.value):
            estimates[measure] = estimate
    return Decided(estimates) if estimates else None
