"""Intervals of means from all numbers at once, by SciPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats


def interval(values: Any) -> Any:
    """Mean and t interval by SciPy; Wilson's for what is nearly always 0, as so many games of one size."""
    squares, total = float(np.square(values).sum()), float(np.sum(values))
    n, size = len(values), squares / total if total else 1.0
    if np.min(values) >= 0 and total / size < min(30, n / 2):
        z = stats.norm.ppf(0.975)
        p, reach = total / size / n, z * z / n
        centre = (p + reach / 2) / (1 + reach)
        half = np.sqrt(p * (1 - p) * reach + reach**2 / 4) / (1 + reach)
        return pytest.approx(
            (total / n, max(0, centre - half) * size, (centre + half) * size), rel=1e-9, abs=1e-15
        )
    low, high = stats.ttest_1samp(values, 0).confidence_interval()
    return pytest.approx((np.mean(values), low, high), rel=1e-9)


def numbers(estimate: Any) -> tuple[float, float, float]:
    """The three numbers of an estimate."""
    return estimate.value, estimate.low, estimate.high


def came(counted: Any) -> dict[int, int]:
    """How often each number came that did."""
    return {number: n for number, n in zip(counted.numbers, counted.often.tolist(), strict=True) if n}


def check_fixed(row: Any, scorings: Any, fixed: Any) -> None:
    """What the rules fix of one scoring is so in every one, and printed without an interval."""
    for column, number in fixed.get((row.kind, row.final), {}).items():
        assert (scorings[column] == number).all(), (row.kind, column)
        assert f"{getattr(row, column):.2f}" == f"{number:.2f}"
