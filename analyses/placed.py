"""What another rule does to what each tile, card or building brings: the tables `placements` of two runs.

Of a kind of piece it is the change of a ratio: what all of them brought, over how many were placed. Games are
paired as in `analyses.compare`, and the intervals hold for all kinds at once (max-t over blocks of games).
"""

from __future__ import annotations

import numpy as np

from analyses.change import Change, change_of
from analyses.critical import at_every_look
from analyses.measures import GameArrays, Measure, Number, Numbers
from analyses.paired_games import Sums, blocks_of, pieces, together
from analyses.placements import Counting, pieces_of
from simulate.common.tables import PLACEMENTS
from simulate.plan import Plan
from simulate.runs import Run


class Placed(GameArrays):
    """What was placed in some games, and what it brought: a row a game, a column a kind."""

    def __init__(self, plan: Plan, n: int, placed: Numbers, brought: Numbers) -> None:
        super().__init__(plan, {"game": np.arange(n)}, {})
        self.placed, self.brought = placed, brought


def measure_of(game: str, name: str, column: int) -> Measure:
    """What one piece of a kind brings."""
    of = pieces_of(game)

    def brought(arrays: GameArrays) -> Numbers:
        assert isinstance(arrays, Placed)
        return arrays.brought[:, column]

    def placed(arrays: GameArrays) -> Numbers:
        assert isinstance(arrays, Placed)
        return arrays.placed[:, column].astype(np.float64)

    words = f"{of.unit} brought by one {name}"
    top, bottom = Number("placements.brought", brought), Number("rows of placements", placed)
    return Measure(name, words, of.margin, of.because, top, per=bottom, unit=of.unit)


def placed_changes(base: Run, house: Run, level: float = 0.95, family: int = 1) -> tuple[Change, ...]:
    """The change of what each kind of piece brings; nothing if a run has no table that tells.

    Both runs hold the same games. Of `family` comparisons that are read together the intervals hold in all.
    """
    if not all(PLACEMENTS in run.tables for run in (base, house)):
        return ()
    both = [Counting(run.plan) for run in (base, house)]
    kinds = list(dict.fromkeys(kind for counting in both for kind in counting.kinds))
    both = [Counting(run.plan, kinds) for run in (base, house)]
    sums = [Sums(measure_of(base.plan.game, name, column)) for column, name in enumerate(kinds)]
    starts, size = blocks_of(base.plan.n)
    more = (PLACEMENTS,)
    for two in zip(pieces(base, size, more=more), pieces(house, size, more=more), strict=True):
        games = two[0][0]["game"]
        first, n = int(games[0]) - base.plan.first_game, len(games)
        arrays = [
            Placed(run.plan, n, *counting(rows, n))
            for run, counting, (_, _, rows) in zip((base, house), both, two, strict=True)
        ]
        edges = starts[(starts >= first) & (starts < first + n)] - first
        for each in sums:
            each.add(arrays[0], arrays[1], edges)
    told = [each for each in sums if each.known]
    looked = base.was_looked_at or house.was_looked_at
    of_all = together(told, len(starts), level, family, looked)
    with at_every_look(looked):
        return tuple(change_of(each, level, of_all, level) for each in told)
