"""How far counts are from an exact law, for tests of what the engines draw.

Every test draws with a fixed seed, so it gives the same answer each time; `RARE` says how odd the draws of
a right engine may be without being called wrong. A law needs many draws: these tests want compiled kernels.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import chi2, norm

from rules.kernel import INTERPRETED

Counts = npt.NDArray[np.int64]

compiled_only = pytest.mark.skipif(INTERPRETED, reason="a law needs many draws")
"""The mark of modules that test laws."""

RARE = 1e-5
"""Counts that a right engine shows less often than this are a fault."""


def assert_law(counts: npt.ArrayLike, weights: npt.ArrayLike) -> None:
    """Independent draws fell so often into each class; each has its weight in the law (chi-square).

    Classes that are to come less than five times are counted together.
    """
    seen, law = np.asarray(counts, float).ravel(), np.asarray(weights, float).ravel()
    assert seen.shape == law.shape
    assert not seen[law == 0].any(), f"drawn though the law says never: {np.flatnonzero(seen * (law == 0))}"
    expected = law / law.sum() * seen.sum()
    rare = expected < 5
    if rare.any():
        seen = np.append(seen[~rare], seen[rare].sum())
        expected = np.append(expected[~rare], expected[rare].sum())
    seen, expected = seen[expected > 0], expected[expected > 0]
    assert len(seen) > 1, "too few draws for this law"
    p = chi2.sf(((seen - expected) ** 2 / expected).sum(), len(seen) - 1)
    assert p > RARE, f"p = {p:.1e}: {seen.astype(int).tolist()} in place of {expected.round(1).tolist()}"


def assert_uniform(counts: npt.ArrayLike) -> None:
    """Every class is equally likely."""
    assert_law(counts, np.ones(np.size(np.asarray(counts))))


def assert_shuffled(orders: npt.ArrayLike) -> None:
    """Each row is a whole shuffle of the same things, of which some may be alike.

    Looks at which thing lies where, at all places together and at each one, and at which things lie next to
    each other in front, in the middle and at the end, or first and last.
    """
    rows = np.asarray(orders)
    games, n = rows.shape
    kinds, counts = np.unique(rows[0], return_counts=True)
    assert (np.sort(rows, axis=1) == np.sort(rows[0])).all(), "things were lost, or made"
    placed = np.stack([(rows == kind).sum(axis=0) for kind in kinds])
    _assert_permutation(placed, counts, games)
    for place in range(n):
        assert_law(placed[:, place], counts)
    number, size = np.searchsorted(kinds, rows), len(kinds)
    pairs = np.outer(counts, counts) - np.diag(counts)
    apart = np.subtract.outer(np.arange(size), np.arange(size)) % size
    for one, other in ((0, 1), (n // 2, n // 2 + 1), (n - 2, n - 1), (0, n - 1)):
        seen = np.bincount(number[:, one] * size + number[:, other], minlength=size * size)
        assert_law(np.bincount(apart.ravel(), seen), np.bincount(apart.ravel(), pairs.ravel()))
        if games >= 5 * size * size:
            assert_law(seen, pairs)


def assert_dealt(places: npt.ArrayLike) -> None:
    """Each row says to which place each of several different cards came; all deals are equally likely."""
    rows = np.asarray(places)
    labels, sizes = np.unique(rows[0], return_counts=True)
    assert (np.sort(rows, axis=1) == np.sort(rows[0])).all(), "a place has another number of cards"
    seen = np.stack([(rows == label).sum(axis=0) for label in labels])
    _assert_permutation(seen, sizes, len(rows))


def _assert_permutation(seen: Counts, sizes: Counts, games: int) -> None:
    """How often each of several kinds lay at each of n places, in whole shuffles.

    The counts of one shuffle are bound in rows and in columns, so that (n - 1) / n times the usual sum has
    the chi-square law with (kinds - 1) (n - 1) degrees of freedom, here in its normal form.
    """
    n = seen.shape[1]
    expected = games * sizes[:, None] / n
    freedom = (len(sizes) - 1) * (n - 1)
    if freedom == 0:
        return
    total = (n - 1) / n * ((seen - expected) ** 2 / expected).sum()
    z = ((total / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5
    assert norm.sf(abs(z)) > RARE, f"places and kinds are not independent: z = {z:.1f}"


def assert_shares(counts: Sequence[int], chances: Sequence[float], n: int) -> None:
    """Each of these events came so often in n games; they need not exclude each other."""
    for i, (count, chance) in enumerate(zip(counts, chances, strict=True)):
        sigma = (n * chance * (1 - chance)) ** 0.5
        assert abs(count - n * chance) <= 4.5 * sigma, f"event {i}: {count} in place of {n * chance:.1f}"
