"""Between the cities: grass and trees, roads and bridges, rivers, villages and the cloister's garden."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from reports.tiles.canvas import AREA, BODY, GROUND, LANE, SCATTER, Canvas, Paint, blob, rounded
from reports.tiles.fields import GRASS
from reports.tiles.geometry import Point, Points

ROAD, RIVER = 0.068, 0.145

SQUARE = [(-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5)]


def paint_grass(canvas: Canvas, chance: random.Random) -> None:
    """Green ground with a few soft patches."""
    canvas.polygon(Paint(GROUND, GRASS), SQUARE)
    for paint in (Paint(GROUND + 0.5, "#ffffff", alpha=0.10), Paint(GROUND + 0.6, "#2f5a1c", alpha=0.07)):
        for _ in range(2):
            at = chance.uniform(-0.3, 0.3), chance.uniform(-0.3, 0.3)
            radii = np.array([chance.uniform(0.10, 0.19) for _ in range(7)])
            canvas.path(paint, rounded(blob(at, radii, squash=0.7, tilt=chance.uniform(0, np.pi))))


def paint_tufts(canvas: Canvas, places: Sequence[Point], chance: random.Random) -> None:
    """Tufts of grass."""
    for x, y in places:
        tuft = np.array([(-0.014, 0.017), (0.0, -0.008), (0.003, 0.022), (0.004, -0.008), (0.019, 0.013)])
        canvas.line(Paint(SCATTER, None, "#4e7a2c", 0.0055, 0.55), tuft * chance.uniform(0.7, 1.2) + (x, y))


def paint_tree(canvas: Canvas, at: Point, size: float) -> None:
    """A leafy tree; `size` is half its width."""
    x, y = at
    crown = blob((x, y), np.full(9, size))
    canvas.path(Paint(BODY + 0.2, "#26401a", alpha=0.32), rounded(crown + size * np.array([0.25, -0.38])))
    canvas.path(Paint(BODY + 0.3, "#4f8a3c", "#2c5724", 0.007), rounded(crown))
    canvas.path(
        Paint(BODY + 0.32, "#79b055"),
        rounded(blob((x - 0.26 * size, y + 0.28 * size), np.full(6, size * 0.5))),
    )


def paint_hedge(canvas: Canvas, line: Points) -> None:
    """A hedge between fields that nothing else parts."""
    canvas.line(Paint(AREA, None, "#2c5724", 0.042), line)
    canvas.line(Paint(AREA + 0.1, None, "#4f8a3c", 0.03), line)


# --- roads


def paint_road(canvas: Canvas, curve: Points) -> None:
    """A sandy road with darker sides."""
    canvas.line(Paint(LANE, None, "#7d6c47", ROAD + 0.022, round=False), curve)
    canvas.line(Paint(LANE + 0.1, None, "#f4ead0", ROAD, round=False), curve)


def paint_bridge(canvas: Canvas, deck: Points) -> None:
    """A stone bridge under the part of a road that crosses something."""
    canvas.line(Paint(LANE + 0.2, None, "#4d3d2b", ROAD + 0.066, round=False), deck)
    canvas.line(Paint(LANE + 0.3, None, "#cbbd9f", ROAD + 0.048, round=False), deck)
    canvas.line(Paint(LANE + 0.4, None, "#7d6c47", ROAD + 0.016, round=False), deck)
    over = np.vstack([2 * deck[0] - deck[1], deck, 2 * deck[-1] - deck[-2]])
    canvas.line(Paint(LANE + 0.5, None, "#f4ead0", ROAD, round=False), over)


def paint_square(canvas: Canvas, at: Point, radius: float) -> None:
    """The open ground in the middle of a village."""
    canvas.disc(Paint(LANE, "#7d6c47"), at, radius + 0.011)
    canvas.disc(Paint(LANE + 0.1, "#f4ead0"), at, radius)


# --- rivers


def paint_river(canvas: Canvas, curve: Points) -> None:
    """Water between soft banks."""
    for level, colour, width, alpha in (
        (0.0, "#6f9a3e", 0.085, 0.45),
        (0.05, "#d9c98c", 0.040, 0.9),
        (0.1, "#4f95c4", 0.008, 1.0),
        (0.2, "#6fb3dc", -0.03, 1.0),
        (0.25, "#8cc8ea", -0.085, 1.0),
    ):
        canvas.line(Paint(AREA + level, None, colour, RIVER + width, alpha, round=False), curve)


def paint_ripples(canvas: Canvas, curve: Points, chance: random.Random) -> None:
    """Short light strokes that run with the river."""
    for start in range(2, len(curve) - 4, 4):
        step = curve[start + 1] - curve[start]
        side = np.array([-step[1], step[0]]) / np.hypot(*step) * chance.uniform(-0.045, 0.045)
        canvas.line(Paint(AREA + 0.3, None, "#e6f5fd", 0.007, 0.8), curve[start : start + 3] + side)


def paint_lake(canvas: Canvas, at: Point, radius: float, chance: random.Random) -> None:
    """The lake or spring where a river ends."""
    radii = np.array([radius * chance.uniform(0.9, 1.1) for _ in range(11)])
    for level, colour, width, alpha in (
        (0.0, "#6f9a3e", 0.0425, 0.45),
        (0.05, "#d9c98c", 0.020, 0.9),
        (0.1, "#4f95c4", 0.004, 1.0),
        (0.2, "#6fb3dc", -0.015, 1.0),
        (0.25, "#8cc8ea", -0.0425, 1.0),
    ):
        canvas.path(Paint(AREA + level, colour, alpha=alpha), rounded(blob(at, radii + width)))
    for _ in range(round(radius * 28)):
        angle, out = chance.uniform(0, 2 * np.pi), chance.uniform(0, 0.6) * radius
        x, y = at[0] + out * np.cos(angle), at[1] + out * np.sin(angle)
        canvas.line(
            Paint(AREA + 0.3, None, "#e6f5fd", 0.007, 0.8), [(x - 0.025, y), (x, y + 0.008), (x + 0.025, y)]
        )


def paint_rocks(canvas: Canvas, at: Point, chance: random.Random) -> None:
    """The rocks from which a river springs."""
    for angle in np.linspace(0.15 * np.pi, 0.85 * np.pi, 5):
        place = np.array([np.cos(angle), np.sin(angle)]) * 0.115 + np.asarray(at)
        radii = np.array([chance.uniform(0.035, 0.05) for _ in range(7)])
        stone = blob((float(place[0]), float(place[1])), radii, squash=0.8)
        canvas.polygon(Paint(AREA + 0.4, "#9a958a", "#57534b", 0.008), stone)
        canvas.polygon(Paint(AREA + 0.42, "#c4c0b5"), (stone - place) * 0.5 + place + (-0.009, 0.01))
