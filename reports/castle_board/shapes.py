"""Small shapes of the picture: boxes, and the marks of cards and tokens."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.path import Path

from reports.style import SEAT_COLOURS
from reports.tiles.canvas import PIECE, Canvas, Paint, lettering
from reports.tiles.geometry import Point, Points


def box(middle: Point, width: float, height: float) -> Points:
    """The corners of a box."""
    x, y = middle
    w, h = width / 2, height / 2
    return np.array([(x - w, y - h), (x - w, y + h), (x + w, y + h), (x + w, y - h)])


def rounded_box(middle: Point, width: float, height: float, radius: float) -> Any:
    """A box with round corners, as a path."""
    corners = box(middle, width, height)
    vertices: list[Any] = []
    codes: list[int] = []
    for n, corner in enumerate(corners):
        before, after = corners[n - 1] - corner, corners[(n + 1) % 4] - corner
        start = corner + before / np.hypot(*before) * radius
        end = corner + after / np.hypot(*after) * radius
        vertices += [start, corner, end]
        codes += [int(Path.LINETO if n else Path.MOVETO), int(Path.CURVE3), int(Path.CURVE3)]
    return Path(np.array([*vertices, vertices[0]]), [*codes, int(Path.CLOSEPOLY)])


# --- tokens


def paint_token(canvas: Canvas, at: Point, radius: float, colour: str, number: int) -> None:
    """A player's token with the player's number on it."""
    fill, edge = SEAT_COLOURS[colour]
    canvas.disc(Paint(PIECE, "#ffffff", "#ffffff", radius * 0.16), at, radius)
    canvas.disc(Paint(PIECE + 0.1, fill, edge, radius * 0.14), at, radius * 0.93)
    ink = "#1f2430" if _light(fill) else "#ffffff"
    canvas.path(Paint(PIECE + 0.2, ink), lettering(str(number), radius * 1.0, at, bold=True))


def paint_no_token(canvas: Canvas, at: Point, radius: float) -> None:
    """A ring of dots, where a token would lie."""
    for angle in np.linspace(0, 2 * np.pi, 10, endpoint=False):
        dot = at[0] + radius * 0.85 * np.cos(angle), at[1] + radius * 0.85 * np.sin(angle)
        canvas.disc(Paint(PIECE, "#6b7280"), dot, radius * 0.12)


def _light(colour: str) -> bool:
    """Whether dark letters read better on a colour than white ones."""
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return 0.30 * red + 0.59 * green + 0.11 * blue > 140


# --- who is who

_ARC = np.linspace(0, 2 * np.pi, 25)


def paint_gender(canvas: Canvas, gender: str, at: Point, size: float, paint: Paint) -> None:
    """The sign of Mars or of Venus, `size` from its middle to its end; nothing for machine and beast."""
    ring = np.column_stack([np.cos(_ARC), np.sin(_ARC)]) * 0.52
    if gender == "male":
        strokes = [
            ring - 0.25,
            np.array([(0.12, 0.12), (0.85, 0.85)]),
            np.array([(0.30, 0.85), (0.85, 0.85), (0.85, 0.30)]),
        ]
    elif gender == "female":
        strokes = [
            ring + np.array([0.0, 0.42]),
            np.array([(0.0, -0.10), (0.0, -1.0)]),
            np.array([(-0.42, -0.55), (0.42, -0.55)]),
        ]
    else:
        strokes = []
    for stroke in strokes:
        canvas.line(paint, stroke * size + np.asarray(at))


def paint_swords(canvas: Canvas, at: Point, size: float, paint: Paint) -> None:
    """Crossed swords, the mark of a soldier; `size` from the middle to the tips."""
    for side in (-1, 1):
        flip = np.array([side, 1.0]) * size
        for stroke in ([(-0.8, -0.95), (0.85, 1.0)], [(-0.85, -0.30), (-0.22, -0.78)]):
            canvas.line(paint, np.array(stroke) * flip + np.asarray(at))
