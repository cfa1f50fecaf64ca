"""How the games of a run are distributed: scores, lengths and wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyses.critical import at_every_look
from analyses.estimate import Estimate, wilson
from analyses.lazy import pd
from analyses.moments import add_counts
from analyses.summary import Summary, summarise
from simulate.runs import Run


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
    turns: pd.Series[int]
    """How many games took each number of turns."""
    looked: bool
    """Whether somebody looked at the games to say whether they are enough."""

    @property
    def scores(self) -> pd.Series[int]:
        """How many games ended with each score, for any side."""
        return self.summary.scores.sum(axis=1)

    def wins(self) -> list[Estimate]:
        """The win share of each side, or of each place in the order of play; they hold together."""
        with at_every_look(self.looked):
            return self.summary.shares(self.summary.level_of_all)

    def binned(self, counts: pd.Series[int], edges: range) -> list[Bin]:
        """The share of all counted in each bin from an edge to the next; the last is open.

        The game is the unit: scores of seats in one game depend on each other, so that intervals are those of
        as many scores as there are games, which is at worst too wide.
        """
        n = int(counts.sum())
        with at_every_look(self.looked):
            ends = [edge + edges.step - 1 for edge in edges[:-1]]
            found = [
                Bin(a, b, self._share(counts.loc[a:b].sum(), n)) for a, b in zip(edges, ends, strict=False)
            ]
            return [*found, Bin(edges[-1], None, self._share(counts.loc[edges[-1] :].sum(), n))]

    def _share(self, held: int, n: int) -> Estimate:
        games = self.summary.n
        return wilson(min(float(games), float(held) * games / n), games)


def shape_of(runs: Sequence[Run]) -> Shape:
    """Read runs of the same under several seeds once more, for what a comparison does not keep."""
    blocks = (block for run in runs for block in run.blocks("games", ["turns"]))
    counts = add_counts(block["turns"].value_counts() for block in blocks)
    turns = counts.reindex(range(int(counts.index.max()) + 1), fill_value=0)
    return Shape(summarise(*runs), turns, any(run.was_looked_at for run in runs))
