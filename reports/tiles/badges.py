"""Faction badges: a shape, a colour and a letter each, so that they can be told apart in grey too.

E  empire   a toothed wheel
R  rebel    a bird with raised wings
B  bounty   a horned crest
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reports.tiles.canvas import BADGE, Canvas, Paint, lettering
from reports.tiles.geometry import Point, Points

#: Half the height of a badge, in tile sides.
RADIUS = 0.088


def _wheel() -> Points:
    """Eight square teeth round a disc."""
    teeth = 8
    corners = []
    for n in range(teeth):
        middle = 2 * np.pi * (n + 0.5) / teeth
        for shift, radius in ((-0.30, 0.80), (-0.20, 1.0), (0.20, 1.0), (0.30, 0.80)):
            angle = middle + shift
            corners.append((radius * np.cos(angle), radius * np.sin(angle)))
    return np.array(corners)


def _mirrored(right: list[Point]) -> Points:
    """A closed shape from its right half, given from the top down."""
    return np.array(right + [(-x, y) for x, y in reversed(right) if x > 0])


_SHAPES: dict[str, Points] = {
    "empire": _wheel(),
    "rebel": _mirrored(
        [
            (0.0, 0.72), (0.20, 0.60), (0.42, 0.62), (0.62, 0.78), (0.78, 1.0), (0.98, 0.62), (1.04, 0.18),
            (0.96, -0.22), (0.74, -0.58), (0.42, -0.84), (0.0, -1.08),
        ]
    ),
    "bounty": _mirrored(
        [
            (0.0, 0.80), (0.30, 0.80), (0.52, 0.88), (0.72, 1.10), (0.90, 0.84), (0.90, 0.05), (0.70, -0.20),
            (0.62, -0.62), (0.34, -1.02), (0.0, -1.08),
        ]
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Badge:
    """A badge's letter, and the colours of its field and of its letter and rim."""

    letter: str
    fill: str
    ink: str


BADGES = {
    "empire": Badge("E", "#c9d1dc", "#141a26"),
    "rebel": Badge("R", "#e2533a", "#ffffff"),
    "bounty": Badge("B", "#2f8f5b", "#ffffff"),
}


def badge(canvas: Canvas, faction: str, at: Point, radius: float = RADIUS) -> None:
    """A faction's badge, upright, centred on `at`; `radius` in tile sides."""
    look = BADGES[faction]
    shape = _SHAPES[faction] * radius + np.asarray(at)
    canvas.polygon(Paint(BADGE, "#05070f", "#05070f", 0.036, 0.75), shape)
    canvas.polygon(Paint(BADGE + 0.1, look.fill, "#ffffff", 0.011), shape)
    canvas.path(Paint(BADGE + 0.2, look.ink), lettering(look.letter, radius * 0.95, at, bold=True))
