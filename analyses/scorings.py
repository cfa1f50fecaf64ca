"""What features of a tile-laying game pay, from its table `features`: a row a scoring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyses.lazy import pd
from analyses.moments import moments_of, wide

SCORED = ("game", "kind", "final")
"""The columns that say which scorings belong together: in play, or after it where `final` is 1."""


def by_kind_and_time(
    blocks: Iterable[pd.DataFrame], games: int, kinds: Sequence[str], counted: Sequence[str]
) -> pd.DataFrame:
    """Scorings a game and, for one, the mean of `counted`: a row a kind and time (in play or after)."""
    ranges = [range(len(kinds)), range(2)]
    totals = moments_of((_by(block, ["kind", "final"], ranges, counted) for block in blocks), games)
    return pd.DataFrame(
        {"kind": kind, "final": bool(final), "scorings": totals.mean(f"size_{k}_{final}")}
        | {column: totals.ratio(f"{column}_{k}_{final}", f"size_{k}_{final}") for column in counted}
        for k, kind in enumerate(kinds)
        for final in (0, 1)
    )


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
