"""What the page of a run says of decisions and trades, if it has the tables."""

from __future__ import annotations

import numpy as np

from analyses.measures.measure import SHARE
from analyses.runs.decisions import decisions_of
from reports.pages.parts import LEVEL, Cell, Section, Table, estimate_cell
from reports.words.wording import count
from rules import games
from simulate.play.tables import DECISIONS
from simulate.store.runs import Run


def sections(run: Run) -> list[Section]:
    """How much there is to decide, and what is traded; nothing for a run that cannot tell."""
    decided = decisions_of(run)
    if decided is None:
        return []
    rows = [
        [Cell(measure.words), estimate_cell(estimate, ".1%" if measure.kind == SHARE else ".2f")]
        for measure, estimate in decided.estimates.items()
    ]
    table = Table(f"{games_told(run)}, {LEVEL} intervals.", ["", "these games"], rows)
    return [Section("What players decide", [], [table])]


def games_told(run: Run) -> str:
    """Which games of a run tell it: all, or a sample."""
    plan = run.plan
    table = games.load(plan.game).playing.tables[DECISIONS]
    kept = int(table.keeps(np.arange(plan.first_game, plan.first_game + plan.n)).sum())
    if kept == plan.n:
        return count(plan.n)
    return f"{count(kept)} of {plan.n:,}: {table.sample}"
