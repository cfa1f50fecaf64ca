"""What two plays of the same question both say: a finding counts as far as other games repeat it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from analyses.estimates.several import union
from analyses.measures.winners import Moves
from analyses.questions.change import Change, Join, joined
from analyses.questions.compare import Comparison, beside_luck


def second(seed: int) -> int:
    """The seed whose games say a finding again."""
    return seed + 1


def agreed(comparisons: Sequence[Comparison], join: Join = union, at_once: Join = union) -> Comparison:
    """The same comparison on several seeds as one: each interval reaches over those of all seeds.

    `join` makes one estimate of those of a number, `at_once` of those that hold for all measures. By default
    a change is called different, or equivalent, only if every seed calls it so, and the same way: the verdict
    of the union of intervals is that of all of them (an intersection-union test, Berger 1982). A
    value is the mean over all games. The union of intervals that each hold the truth at some level holds it
    at that level at least.
    """
    first = comparisons[0]
    if len(comparisons) == 1:
        return first
    changes = (_joined(same, join, at_once) for same in zip(*(c.changes for c in comparisons), strict=True))
    moves = tuple(_moves(same) for same in zip(*(c.moves for c in comparisons), strict=True))
    return replace(
        first,
        n=sum(c.n for c in comparisons),
        looked=any(c.looked for c in comparisons),
        seeds=tuple(dict.fromkeys(seed for c in comparisons for seed in c.seeds)),
        changes=beside_luck(changes, moves),
        placed=_placed(comparisons, join, at_once),
        differ=join([c.differ for c in comparisons]),
        moves=moves,
        remarks=tuple(dict.fromkeys(each for c in comparisons for each in c.remarks)),
        stopped=_stopped(comparisons),
    )


def _stopped(comparisons: Sequence[Comparison]) -> tuple[float, float]:
    """The share of all games that only the limit of turns has ended, under either rule."""
    games = sum(c.n for c in comparisons)
    base, house = (sum(c.n * c.stopped[side] for c in comparisons) / games for side in (0, 1))
    return base, house


def _joined(changes: Sequence[Change], join: Join, at_once: Join) -> Change:
    """A change on all seeds, and on each, if both must say the same."""
    return replace(joined(changes, join, at_once), halves=tuple(changes) if at_once is union else ())


def _placed(comparisons: Sequence[Comparison], join: Join, at_once: Join) -> tuple[Change, ...]:
    """The kinds of piece that all seeds tell of."""
    every = [{change.measure.name: change for change in c.placed} for c in comparisons]
    kinds = [kind for kind in every[0] if all(kind in of for of in every)]
    return tuple(_joined([of[kind] for of in every], join, at_once) for kind in kinds)


def _moves(same: Sequence[Moves]) -> Moves:
    """Who wins under both rules, over all games: names that one seed alone has are among them."""
    names = tuple(dict.fromkeys(name for moves in same for name in moves.names))
    counts = np.zeros((len(names), len(names)), np.int64)
    for moves in same:
        at = [names.index(name) for name in moves.names]
        counts[np.ix_(at, at)] += moves.counts
    return Moves(same[0].by, names, counts, any(moves.looked for moves in same))
