"""What lies on a hex: its number, with a dot for each way in 36 to roll it, and the robber."""

from __future__ import annotations

import numpy as np
from matplotlib.path import Path

from reports.island.places import ROBBER, TOKEN
from reports.tiles.canvas import Canvas, Paint, lettering, rounded
from reports.tiles.geometry import Point
from rules.catan.board import RED

#: From the middle of the hex, in its sides.
TOKEN_AT: Point = (0.0, -0.27)
TOKEN_RADIUS = 0.275
ROBBER_AT: Point = (0.47, -0.43)

RED_INK, BLACK_INK = "#b3211b", "#1f2430"


def pips(number: int) -> int:
    """In how many of 36 ways two dice give a number (CT-37).

    >>> [pips(n) for n in (2, 6, 8, 12)]
    [1, 5, 5, 1]
    """
    return 6 - abs(7 - number)


def paint_token(canvas: Canvas, number: int, at: Point) -> None:
    """A number token on the hex whose middle is `at`."""
    x, y = at[0] + TOKEN_AT[0], at[1] + TOKEN_AT[1]
    ink = RED_INK if number in RED else BLACK_INK
    canvas.disc(Paint(TOKEN, "#3a2c12", alpha=0.35), (x + 0.02, y - 0.03), TOKEN_RADIUS + 0.01)
    canvas.disc(Paint(TOKEN + 0.1, "#fbf3dc", "#4a3a1c", 0.02), (x, y), TOKEN_RADIUS)
    height = 0.21 if number in RED else 0.185
    canvas.path(Paint(TOKEN + 0.2, ink), lettering(str(number), height, (x, y + 0.055), bold=True))
    count = pips(number)
    for n in range(count):
        canvas.disc(Paint(TOKEN + 0.2, ink), (x + (n - (count - 1) / 2) * 0.068, y - 0.135), 0.024)


def paint_robber(canvas: Canvas, at: Point) -> None:
    """The robber, beside the token of the hex whose middle is `at`."""
    right: list[Point] = [
        (0.34, 0.0), (0.36, 0.10), (0.25, 0.17), (0.27, 0.38), (0.20, 0.62), (0.10, 0.72),
    ]  # fmt: skip
    body = np.array([*right, *((-x, y) for x, y in reversed(right))])
    foot = np.array(at) + ROBBER_AT
    size = 0.56
    figure = rounded(body * size + foot)
    head = Path.circle((float(foot[0]), float(foot[1] + 0.79 * size)), 0.175 * size)
    for paint in (
        Paint(ROBBER, "#ffffff", "#ffffff", 0.075),
        Paint(ROBBER + 0.1, "#3d434e", "#0d1016", 0.022),
    ):
        canvas.path(paint, figure)
        canvas.path(paint, head)
    shine = np.array([(-0.13, 0.22), (-0.155, 0.38), (-0.12, 0.56)]) * size + foot
    canvas.line(Paint(ROBBER + 0.2, None, "#aab2c0", 0.02, 0.9), shine)
