"""What another rule does to what each tile, card or building brings: the tables `placements` of two runs.

Of a kind of piece it is the change of a ratio: what all of them brought, over how many were placed. Games are
paired as in `analyses.compare`, and the intervals hold for all kinds at once (max-t over blocks of games).
"""

from __future__ import annotations

import numpy as np

from analyses.change import Change, change_of
from analyses.critical import at_every_look
from analyses.measures import GameArrays, Measure, Number, Numbers
from analyses.paired_games import Halves, Sums, together
from analyses.placements import Counting, pieces_of
from simulate.common.tables import PLACEMENTS
from simulate.plan import Plan


class Placed(GameArrays):
    """What was placed in some games, and what it brought: a row a game, a column a kind."""

    def __init__(self, plan: Plan, n: int, placed: Numbers, brought: Numbers) -> None:
        super().__init__(plan, {"games": {"game": np.arange(n)}})
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


def placed_changes(halves: Halves, level: float = 0.95, family: int = 1) -> tuple[Change, ...]:
    """The change of what each kind of piece brings; nothing if a run has no table that tells.

    Of `family` comparisons that are read together the intervals hold in all.
    """
    runs = [run for pair in halves.pairs for run in pair]
    if not all(PLACEMENTS in run.tables for run in runs):
        return ()
    plans = [run.plan for run in halves.pairs[0]]
    kinds = list(dict.fromkeys(kind for plan in plans for kind in Counting(plan).kinds))
    both = [Counting(plan, kinds) for plan in plans]
    measures = [measure_of(plans[0].game, name, column) for column, name in enumerate(kinds)]
    sums = [(Sums(measure), Sums(measure)) for measure in measures]
    for half, one, other, edges in halves.pieces((PLACEMENTS,)):
        n = len(one["games"]["game"])
        arrays = [
            Placed(plan, n, *counting(of[PLACEMENTS], n))
            for plan, counting, of in zip(plans, both, (one, other), strict=True)
        ]
        for each in sums:
            each[half].add(arrays[0], arrays[1], edges)
    told = [(total, each) for each in sums if (total := each[0] + each[1]).known]
    looked = any(run.was_looked_at for run in runs)
    blocks = sum(map(len, halves.blocks))
    of_all = together([total for total, _ in told], blocks, level, family, looked)
    with at_every_look(looked):
        return tuple(change_of(total, each, level, of_all, level) for total, each in told)
