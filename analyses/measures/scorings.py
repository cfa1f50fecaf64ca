"""What features of a tile-laying game pay, from its table `features`: a row a scoring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from analyses.estimates.estimate import Estimate
from analyses.estimates.lazy import pd
from analyses.estimates.moments import Moments, moments_of, wide
from analyses.estimates.samples import exact

SCORED = ("game", "kind", "final")
"""The columns that say which scorings belong together: in play, or after it where `final` is 1."""

Fixed: TypeAlias = Mapping[tuple[str, bool], Mapping[str, int]]
"""What the rules fix of one scoring, by its kind and whether it is final."""


def by_kind_and_time(
    blocks: Iterable[pd.DataFrame],
    games: int,
    kinds: Sequence[str],
    columns: Sequence[str],
    fixed: Fixed,
) -> pd.DataFrame:
    """Scorings a game and, for one, the mean of `columns`: a row a kind and time (in play or after).

    What is `fixed` is exact, and has no interval.
    """
    ranges = [range(len(kinds)), range(2)]
    by_game = (_by_game(block, ["kind", "final"], ranges, columns) for block in blocks)
    totals = moments_of(by_game, games)
    rows = []
    for k, kind in enumerate(kinds):
        for final in (0, 1):
            fixed_here = fixed.get((kind, bool(final)), {})
            row = {"kind": kind, "final": bool(final), "scorings": totals.mean(f"size_{k}_{final}")}
            for column in columns:
                row[column] = _of_one(totals, column, k, final, fixed_here)
            rows.append(row)
    return pd.DataFrame(rows)


def _of_one(totals: Moments, column: str, kind: int, final: int, fixed: Mapping[str, int]) -> Estimate:
    """The mean of a column of one scoring, if there was any."""
    mean = totals.ratio(f"{column}_{kind}_{final}", f"size_{kind}_{final}")
    return exact(fixed[column]) if column in fixed and mean.n else mean


def by_size(blocks: Iterable[pd.DataFrame], games: int, kinds: Sequence[str], largest: int) -> pd.DataFrame:
    """A row a kind, time and number of tiles that occurs: scorings a game and points of one.

    The row of `largest` tiles holds the larger ones too.
    """
    ranges = [range(len(kinds)), range(2), range(largest + 1)]
    keys = ["kind", "final", "tiles"]
    clipped = (block.assign(tiles=block["tiles"].clip(upper=largest)) for block in blocks)
    totals = moments_of((_by_game(block, keys, ranges, ["points"]) for block in clipped), games)
    rows = []
    for k, final, tiles in product(*ranges):
        size = f"size_{k}_{final}_{tiles}"
        if not totals.total(size):
            continue
        points = totals.ratio(f"points_{k}_{final}_{tiles}", size)
        row = {"kind": kinds[k], "final": bool(final), "tiles": tiles}
        rows.append(row | {"scorings": totals.mean(size), "points": points})
    return pd.DataFrame(rows)


def _by_game(
    block: pd.DataFrame, keys: list[str], values: list[range], columns: Sequence[str]
) -> pd.DataFrame:
    """A row a game: the number of scorings and their sums, by `keys`."""
    grouped = block.assign(size=1).groupby(["game", *keys])[["size", *columns]].sum()
    return wide(grouped, keys, values)
