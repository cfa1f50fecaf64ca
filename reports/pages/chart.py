"""The one chart of an answer as plain numbers: what the page shows first, for a slide, a card or a script."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from analyses.estimates.estimate import Estimate

Chart: TypeAlias = "Mapping[str, Any]"
"""What stands in `findings.json` as ``chart``; nothing if no numbers give the answer.

Of ``"form": "rows"`` there are ``panels``, each with a ``title`` and ``rows``: a ``name``, and a number
under A and B, or one under ``value``. Of ``"form": "lines"`` there are a ``title``, the ``axis`` with its
``values`` and where these lie (``at``), the place of the ``standard``, what is ``wanted``, and the ``lines``:
a ``name`` and ``points``. A number is a list: the value, and the ends of its interval if it has one.
"""

MOST_ROWS = 12
"""Rows of a panel: of more nobody at the back of a room can read a name."""

Rows: TypeAlias = "Sequence[tuple[str, Mapping[str, Estimate | None]]]"
"""Rows of a panel: the name, and the numbers by ``A`` and ``B`` or ``value``, as they are printed."""


def rows_chart(panels: Mapping[str, Rows]) -> Chart:
    """A panel a measure, by its title."""
    drawn = []
    for title, rows in panels.items():
        shown = [
            {"name": name} | {side: _number(e) for side, e in sides.items() if e and math.isfinite(e.value)}
            for name, sides in rows[:MOST_ROWS]
        ]
        drawn.append({"title": title, "rows": shown})
    return {"form": "rows", "panels": drawn} if any(panel["rows"] for panel in drawn) else {}


def lines_chart(
    title: str,
    axis: str,
    values: Sequence[str],
    at: Sequence[float] | None,
    lines: Mapping[str, Sequence[Estimate]],
    standard: int | None = None,
    wanted: float | None = None,
) -> Chart:
    """A line a setting along the values of an axis; values that are words lie side by side."""
    return {
        "form": "lines",
        "title": title,
        "axis": axis,
        "values": list(values),
        "at": list(at) if at is not None else None,
        "standard": standard,
        "wanted": wanted,
        "lines": [{"name": name, "points": [_number(e) for e in points]} for name, points in lines.items()],
    }


def _number(estimate: Estimate) -> list[float]:
    """Value and interval in six digits; of an exact or a lone number the value."""
    ends = [estimate.low, estimate.high]
    known = ends if all(map(math.isfinite, ends)) and ends[0] < ends[1] else []
    return [float(f"{number:.6g}") for number in (estimate.value, *known)]
