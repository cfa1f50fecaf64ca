"""The chart of an answer so small that it fits a card: an SVG element in the colours of its page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from reports.pictures.style import SERIES
from reports.words.phrases import in_words

WIDE, HIGH, EDGE, TOP = 320, 150, 12, 26
"""Units of the picture, the room around what is drawn, and that of the words above it."""

MOST_ROWS = 5
"""Rows that can still be seen apart."""

COLOURS = {"A": "quiet", "B": "accent", "value": "accent"}


def thumbnail(chart: Mapping[str, Any]) -> str:
    """The first panel of before and after, or the lines of a curve; nothing of an answer without a chart."""
    if chart.get("form") == "rows":
        panel = chart["panels"][0]
        return _framed(panel["title"], _rows(panel["rows"][:MOST_ROWS]))
    if chart.get("form") == "lines":
        return _framed(f"{chart['title']} by {chart['axis']}", _lines(chart))
    return ""


def _framed(title: str, parts: Iterable[str]) -> str:
    words = escape(in_words(title))
    return (
        f'<svg class="small" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{words}">'
        f'<text x="{EDGE}" y="17">{words}</text>{"".join(parts)}</svg>'
    )


def _rows(rows: Sequence[Mapping[str, Any]]) -> Iterable[str]:
    """A dot and interval a number, A above B."""
    numbers = [row[side] for row in rows for side in COLOURS if side in row]
    low, high = min(map(min, numbers)), max(map(max, numbers))
    tall = (HIGH - TOP - EDGE) / len(rows)
    for n, row in enumerate(rows):
        middle = TOP + tall * (n + 0.5)
        yield f'<path class="grid" d="M{EDGE} {middle + tall / 2:.1f}H{WIDE - EDGE}"/>'
        for side, shift in (("A", -0.2), ("B", 0.2), ("value", 0.0)):
            if side not in row:
                continue
            value, *ends = (_along(number, low, high) for number in row[side])
            y, colour = middle + shift * tall, f"var(--{COLOURS[side]})"
            if ends:
                yield f'<path d="M{ends[0]} {y:.1f}H{ends[1]}" stroke="{colour}" stroke-width="2"/>'
            fill = "var(--paper)" if side == "A" else colour
            look = f'fill="{fill}" stroke="{colour}" stroke-width="2"'
            yield f'<circle cx="{value}" cy="{y:.1f}" r="4.5" {look}/>'


def _along(number: float, low: float, high: float) -> float:
    """Where a number lies across."""
    room = WIDE - 4 * EDGE
    return round(2 * EDGE + (room * (number - low) / (high - low) if high > low else room / 2), 1)


def _lines(chart: Mapping[str, Any]) -> Iterable[str]:
    """A line a setting, the standard ringed; of values that are words the dots alone."""
    at = chart["at"] or list(range(len(chart["values"])))
    points = [point[0] for line in chart["lines"] for point in line["points"]]
    low, high = min(points), max(points)
    yield f'<path class="grid" d="M{EDGE} {HIGH - EDGE}H{WIDE - EDGE}"/>'
    for n, line in enumerate(chart["lines"]):
        name = COLOURS.get(line["name"]) or (
            "accent" if len(chart["lines"]) == 1 else [*SERIES][n % len(SERIES)]
        )
        colour, floor = f"var(--{name})", HIGH - 2 * EDGE
        places = [
            (_along(x, min(at), max(at)), round(floor - (floor - TOP - 8) * _part(point[0], low, high), 1))
            for x, point in zip(at, line["points"], strict=True)
        ]
        if chart["at"]:
            path = "L".join(f"{x} {y}" for x, y in places)
            yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for m, (x, y) in enumerate(places):
            fill = "var(--paper)" if m == chart["standard"] else colour
            yield f'<circle cx="{x}" cy="{y}" r="4" fill="{fill}" stroke="{colour}" stroke-width="2"/>'


def _part(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low) if high > low else 0.5
