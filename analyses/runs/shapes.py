"""How the games of a run are distributed: scores, lengths and wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

from analyses.estimates.counted import Counted
from analyses.estimates.critical import at_every_look
from analyses.estimates.estimate import Estimate, wilson
from analyses.measures.summary import Summary, summarise
from simulate.store.runs import Run
from simulate.store.sums import Tally


@dataclass(frozen=True)
class Bin:
    """Whole numbers from `low` to `high`, or from there on if that is None, and the share that had one."""

    low: int
    high: int | None
    share: Estimate


@dataclass(frozen=True)
class Shape:
    """The games of a run by what came of them."""

    summary: Summary
    turns: Counted | None
    """How many games took each number of turns, if they take any."""
    looked: bool
    """Whether somebody looked at the games to say whether they are enough."""

    def wins(self) -> list[Estimate]:
        """The win share of each side, or of each place in the order of play; they hold together."""
        with at_every_look(self.looked):
            return self.summary.shares(self.summary.level_of_all)

    def binned(self, counts: Counted, edges: range) -> list[Bin]:
        """The share of all counted in each bin from an edge to the next; the last is open.

        The game is the unit: scores of seats in one game depend on each other, so that intervals are those of
        as many scores as there are games, which is at worst too wide.
        """
        n = self.summary.n
        bins = []
        with at_every_look(self.looked):
            for low in edges:
                high = None if low == edges[-1] else low + edges.step - 1
                games = float(counts.between(low, high)) * n / counts.n
                bins.append(Bin(low, high, wilson(min(float(n), games), n)))
        return bins


def shape_of(runs: Sequence[Run]) -> Shape:
    """Read runs of the same under several seeds once more, for what a comparison does not keep."""
    summary = summarise(*runs)
    turns = Counted.of(reduce(add, _tallies(runs)), 0) if summary.has_turns else None
    return Shape(summary, turns, any(run.was_looked_at for run in runs))


def _tallies(runs: Sequence[Run]) -> Iterator[Tally]:
    """The turns of games, block by block."""
    for run in runs:
        for block in run.arrays("games", ["turns"]):
            yield Tally.of(block["turns"][:, None])
