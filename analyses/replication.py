"""What two plays of the same question both say: a finding counts as far as other games repeat it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from analyses.compare import Change, Comparison
from analyses.estimate import Estimate
from analyses.winners import Moves


def agreed(comparisons: Sequence[Comparison]) -> Comparison:
    """The same comparison on several seeds as one: each interval reaches over those of all seeds.

    So a change is called different, or equivalent, only if every seed calls it so, and the same way: the
    verdict of the union of intervals is that of all of them (an intersection-union test, Berger 1982). A
    value is the mean over all games. The union of intervals that each hold the truth at some level holds it
    at that level at least.
    """
    first = comparisons[0]
    if len(comparisons) == 1:
        return first
    return replace(
        first,
        n=sum(c.n for c in comparisons),
        changes=tuple(_change(same) for same in zip(*(c.changes for c in comparisons), strict=True)),
        placed=_placed(comparisons),
        differ=union([c.differ for c in comparisons]),
        moves=tuple(_moves(same) for same in zip(*(c.moves for c in comparisons), strict=True)),
        notes=tuple(dict.fromkeys(note for c in comparisons for note in c.notes)),
    )


def _placed(comparisons: Sequence[Comparison]) -> tuple[Change, ...]:
    """The kinds of piece that all seeds tell of."""
    every = [{change.measure.name: change for change in c.placed} for c in comparisons]
    return tuple(_change([of[kind] for of in every]) for kind in every[0] if all(kind in of for of in every))


def _change(changes: Sequence[Change]) -> Change:
    worths = [c.worth for c in changes]
    return Change(
        changes[0].measure,
        _union_or_none([c.base for c in changes]),
        _union_or_none([c.house for c in changes]),
        union([c.change for c in changes]),
        union([c.together for c in changes]),
        None if None in worths else min(filter(None, worths)),
    )


def _union_or_none(estimates: Sequence[Estimate | None]) -> Estimate | None:
    found = [estimate for estimate in estimates if estimate is not None]
    return union(found) if found else None


def union(estimates: Sequence[Estimate]) -> Estimate:
    """The mean over all games, and the interval that reaches over all intervals."""
    n = sum(e.n for e in estimates)
    value = math.fsum(e.value * e.n for e in estimates) / n
    low, high = min(e.low for e in estimates), max(e.high for e in estimates)
    level = min(e.level for e in estimates)
    return Estimate(value, low, high, level, n, f"{estimates[0].method}, all seeds")


def pooled(estimates: Sequence[Estimate]) -> Estimate:
    """One estimate from independent plays of the same games' number: the mean, each arm in quadrature.

    >>> one, other = (Estimate(x, x - 0.3, x + 0.4, 0.95, 100, "t") for x in (2, 4))
    >>> pooled([one, other])
    Estimate(3.000, [2.787, 3.283], 95 %, n=200, t, pooled)
    """
    k, n = len(estimates), sum(e.n for e in estimates)
    value = math.fsum(e.value for e in estimates) / k
    low, high = (math.hypot(*(getattr(e, end) - e.value for e in estimates)) / k for end in ("low", "high"))
    method = f"{estimates[0].method}, pooled"
    return Estimate(value, value - low, value + high, min(e.level for e in estimates), n, method)


def _moves(same: Sequence[Moves]) -> Moves:
    """Who wins under both rules, over all games: names that one seed alone has are among them."""
    names = tuple(dict.fromkeys(name for moves in same for name in moves.names))
    counts = np.zeros((len(names), len(names)), np.int64)
    for moves in same:
        at = [names.index(name) for name in moves.names]
        counts[np.ix_(at, at)] += moves.counts
    return Moves(same[0].by, names, counts)
