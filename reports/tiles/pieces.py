"""Wooden figures: the meeple, small and big, in a player's colour."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.path import Path

from reports.style import SEAT_COLOURS
from reports.tiles.canvas import PIECE, Canvas, Paint
from reports.tiles.geometry import Point, turn

#: Half the height of a figure, in tile sides.
HALF_HEIGHT = {"small": 0.118, "big": 0.172}

CURVE, LINE = int(Path.CURVE4), int(Path.LINETO)

# The right half, from the top of the head down to the crotch, in half heights.
_RIGHT: list[tuple[int, list[Point]]] = [
    (CURVE, [(0.21, 1.0), (0.36, 0.86), (0.36, 0.66)]),
    (CURVE, [(0.36, 0.56), (0.33, 0.48), (0.28, 0.41)]),
    (CURVE, [(0.52, 0.32), (0.97, 0.19), (0.97, -0.03)]),
    (CURVE, [(0.97, -0.21), (0.66, -0.21), (0.44, -0.19)]),
    (CURVE, [(0.50, -0.44), (0.76, -0.72), (0.77, -0.86)]),
    (CURVE, [(0.78, -0.97), (0.70, -1.0), (0.62, -1.0)]),
    (LINE, [(0.26, -1.0)]),
    (CURVE, [(0.17, -1.0), (0.14, -0.95), (0.10, -0.85)]),
    (CURVE, [(0.06, -0.75), (0.03, -0.70), (0.0, -0.70)]),
]


def meeple_outline() -> Any:
    """The familiar silhouette, upright, in a box from -1 to 1."""
    corners: list[Point] = [(0.0, 1.0)]
    codes = [int(Path.MOVETO)]
    for code, points in _RIGHT:
        corners += points
        codes += [code] * len(points)
    for n in range(len(_RIGHT) - 1, -1, -1):  # the left half, walked back up
        code, points = _RIGHT[n]
        before = _RIGHT[n - 1][1][-1] if n else (0.0, 1.0)
        back = [*points[-2::-1], before]
        corners += [(-x, y) for x, y in back]
        codes += [code] * len(back)
    corners.append(corners[0])
    codes.append(int(Path.CLOSEPOLY))
    return Path(np.array(corners), codes)


_MEEPLE = meeple_outline()


def meeple(
    canvas: Canvas, colour: str, at: Point, half_height: float, halo: bool = True, lying: bool = False
) -> None:
    """A meeple centred on `at`, upright or lying with its head in the west, as farmers do.

    The white halo keeps dark ones visible on dark ground.
    """
    fill, edge = SEAT_COLOURS[colour]
    figure = turn(_MEEPLE.vertices, 3 if lying else 0)

    def shape(shift: Point = (0.0, 0.0), size: float = 1.0) -> Any:
        return Path((figure * size + np.asarray(shift)) * half_height + np.asarray(at), _MEEPLE.codes)

    if halo:
        canvas.path(Paint(PIECE, "#000000", "#000000", 0.035, 0.4), shape((0.10, -0.10)))
        canvas.path(Paint(PIECE + 0.1, "#ffffff", "#ffffff", 0.044), shape())
    canvas.path(Paint(PIECE + 0.2, fill, edge, 0.013), shape())
    _shine(canvas, at, half_height, lying)


def _shine(canvas: Canvas, at: Point, half_height: float, lying: bool) -> None:
    """A little light on the head and shoulder, so that the figure looks like painted wood."""
    light = Paint(PIECE + 0.3, None, "#ffffff", 0.011, 0.45)
    angles = np.linspace(np.radians(100), np.radians(175), 7)
    head = np.column_stack([0.22 * np.cos(angles), 0.66 + 0.22 * np.sin(angles)])
    arm = np.array([(-0.34, 0.27), (-0.55, 0.18), (-0.74, 0.08)])
    for stroke in (head, arm):
        canvas.line(light, turn(stroke, 3 if lying else 0) * half_height + np.asarray(at))
