"""Small signs: one for each resource, one for cards. A shape each, so that they can be told apart in grey."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from reports.island.motifs import LINE, boulder, bricks, log, sheaf, sheep
from reports.tiles.canvas import Canvas, Paint, lettering
from reports.tiles.geometry import Point
from rules.catan.options import RESOURCES


def _brick(canvas: Canvas, level: float, at: Point, size: float) -> None:
    bricks(canvas, level, (at[0], at[1] - 0.30 * size), 0.98 * size)


def _lumber(canvas: Canvas, level: float, at: Point, size: float) -> None:
    x, y = at
    log(canvas, level, (x - 0.01 * size, y + 0.02 * size), 0.78 * size)
    log(canvas, level + 0.04, (x - 0.05 * size, y - 0.30 * size), 0.9 * size)


def _wool(canvas: Canvas, level: float, at: Point, size: float) -> None:
    sheep(canvas, level, (at[0] - 0.04 * size, at[1] - 0.37 * size), 0.98 * size)


def _grain(canvas: Canvas, level: float, at: Point, size: float) -> None:
    sheaf(canvas, level, (at[0], at[1] - 0.46 * size), 0.98 * size)


def _ore(canvas: Canvas, level: float, at: Point, size: float) -> None:
    x, y = at
    boulder(canvas, level, (x + 0.03 * size, y - 0.06 * size), 0.62 * size)
    boulder(canvas, level + 0.03, (x - 0.22 * size, y - 0.34 * size), 0.62 * size)
    boulder(canvas, level + 0.06, (x + 0.26 * size, y - 0.36 * size), 0.54 * size)


_SIGNS: dict[str, Callable[[Canvas, float, Point, float], None]] = {
    "brick": _brick,
    "lumber": _lumber,
    "wool": _wool,
    "grain": _grain,
    "ore": _ore,
}


def emblem(canvas: Canvas, level: float, resource: int, at: Point, size: float) -> None:
    """The sign of a resource, about `size` wide, centred on `at`."""
    _SIGNS[RESOURCES[resource]](canvas, level, at, size)


def card(canvas: Canvas, level: float, at: Point, size: float) -> None:
    """The back of a development card, `size` high, centred on `at`."""
    corners = np.array([(-0.34, -0.5), (0.34, -0.5), (0.34, 0.5), (-0.34, 0.5)])
    canvas.polygon(Paint(level, "#6b4a8e", "#35204d", LINE), corners * size + at)
    canvas.polygon(Paint(level + 0.01, None, "#e6daf3", LINE), corners * 0.74 * size + at)
    canvas.path(Paint(level + 0.02, "#ffffff"), lettering("?", 0.42 * size, at, bold=True))
