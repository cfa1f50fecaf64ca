"""What the tables of decisions and trades tell: numbers of rows, over the games whose rows are kept.

Of a long run a game may keep the rows of some games only (`simulate.play.tables.Table`). So all of these
measures are ratios of totals, to which the other games add nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from analyses.estimates.arrays import Numbers
from analyses.measures.measure import SHARE, Formula, GameArrays, Measure
from simulate.play.tables import DECISIONS


def total_of(table: str, text: str, of: Callable[[Mapping[str, Any]], Any]) -> Formula:
    """A number of each row of a table, added up by game; a game without rows has 0."""

    def total(arrays: GameArrays) -> Numbers:
        rows, games = arrays.tables[table], np.asarray(arrays.tables["games"]["game"])
        of_game = games.searchsorted(np.asarray(rows["game"]))
        return np.bincount(of_game, np.asarray(of(rows), np.float64), arrays.n)

    return Formula(text, total)


def of_decisions(text: str, of: Callable[[Mapping[str, Any]], Any]) -> Formula:
    """A number of each decision, added up."""
    return total_of(DECISIONS, text, of)


ALL = of_decisions("rows of decisions", lambda rows: np.ones(len(rows["game"])))

KEPT_TURNS = Formula(
    "games.turns, of games with decisions", lambda arrays: arrays.game("turns") * arrays.kept(DECISIONS)
)

LEGAL_MOVES = Measure(
    "legal_moves", "legal moves a decision", 2.0, "two more to think about are the least that players feel",
    of_decisions("sum of decisions.legal", lambda rows: rows["legal"]), per=ALL,
    unit="legal moves", needs=(DECISIONS,), headline=True, says="a decision has {} legal moves",
)  # fmt: skip

DECISIONS_PER_TURN = Measure(
    "decisions_per_turn", "decisions a turn", 0.5, "one more in every second turn",
    ALL, per=KEPT_TURNS,
    unit="decisions", needs=(DECISIONS,), says="a turn has {} decisions",
)  # fmt: skip

ONE_LEGAL_MOVE = Measure(
    "one_legal_move", "the share of decisions with one legal move", 0.05, "one decision in twenty",
    of_decisions("1 if decisions.legal = 1", lambda rows: rows["legal"] == 1), per=ALL,
    kind=SHARE, needs=(DECISIONS,), headline=True, says="{} % of decisions have one legal move",
)  # fmt: skip

WITHOUT_MEEPLE = Measure(
    "without_meeple", "the share of turns without a meeple at hand", 0.05, "one turn in twenty",
    of_decisions(
        "1 if a tile is laid and decisions.meeples = 0",
        lambda rows: (rows["decision"] == 0) & (rows["meeples"] == 0),
    ),
    per=of_decisions("1 if a tile is laid", lambda rows: rows["decision"] == 0),
    kind=SHARE, needs=(DECISIONS,), headline=True, deed=True,
    says="{} % of turns begin without a meeple at hand",
)  # fmt: skip
"""Of the tile-laying games, where one decision of a turn lays the tile."""
