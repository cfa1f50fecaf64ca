"""What features of a tile-laying game pay, from its table `features`: a row a scoring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    counted: Sequence[str],
    fixed: Fixed,
) -> pd.DataFrame:
    """Scorings a game and, for one, the mean of `counted`: a row a kind and time (in play or after).

    What is `fixed` is exact, and has no interval.
    """
    ranges = [range(len(kinds)), range(2)]
    totals = moments_of((_by(block, ["kind", "final"], ranges, counted) for block in blocks), games)
    return pd.DataFrame(
        {"kind": kind, "final": bool(final), "scorings": totals.mean(f"size_{k}_{final}")}
        | {
            column: _of_one(totals, column, k, final, fixed.get((kind, bool(final)), {}))
            for column in counted
        }
        for k, kind in enumerate(kinds)
        for final in (0, 1)
    )


def _of_one(totals: Moments, column: str, kind: int, final: int, fixed: Mapping[str, int]) -> Estimate:
    """The mean of a column of one scoring, if there was any."""
    mean = totals.ratio(f"{column}_{kind}_{final}", f"size_{kind}_{final}")
    return exact(fixed[column]) if column in fixed and mean.n else mean


def by_size(blocks: Iterable[pd.DataFrame], games: int, kinds: Sequence[str], most: int) -> pd.DataFrame:
    """A row a kind, time and number of tiles that occurs: scorings a game and points of one.

    The row of `most` tiles holds the larger ones too.
    """
    ranges = [range(len(kinds)), range(2), range(most + 1)]
    clipped = (block.assign(tiles=block["tiles"].clip(upper=most)) for block in blocks)
    keys = ["kind", "final", "tiles"]
    totals = moments_of((_by(block, keys, ranges, ["points"]) for block in clipped), games)
    return pd.DataFrame(
        {
            "kind": kind,
            "final": bool(final),
            "tiles": tiles,
            "scorings": totals.mean(f"size_{k}_{final}_{tiles}"),
            "points": totals.ratio(f"points_{k}_{final}_{tiles}", f"size_{k}_{final}_{tiles}"),
        }
        for k, kind in enumerate(kinds)
        for final in (0, 1)
        for tiles in range(most + 1)
        if totals.total(f"size_{k}_{final}_{tiles}")
    )


def _by(block: pd.DataFrame, keys: list[str], values: list[range], counted: Sequence[str]) -> pd.DataFrame:
    """A row a game: the number of scorings and their sums, by `keys`."""
    grouped = block.assign(size=1).groupby(["game", *keys])[["size", *counted]].sum()
    return wide(grouped, keys, values)
