"""The single things that stand on a terrain: trees, sheep, sheaves, bricks, peaks, cactuses.

Each is drawn about the middle of its foot, so that what stands further south covers what is behind it:
`level` is that of its row.
"""

from __future__ import annotations

import numpy as np
from matplotlib.path import Path

from reports.tiles.canvas import Canvas, Paint, blob, rounded
from reports.tiles.geometry import Point, Points

LINE = 0.014
"""Width of the outlines."""


def shadow(canvas: Canvas, level: float, at: Point, width: float) -> None:
    """A soft shadow on the ground."""
    round_ = blob((at[0] + 0.03, at[1]), np.full(12, width / 2), squash=0.32)
    canvas.path(Paint(level, "#1d2415", alpha=0.22), rounded(round_))


def fir(canvas: Canvas, level: float, at: Point, height: float) -> None:
    """A fir tree of three tiers, lit from the left."""
    x, y = at
    shadow(canvas, level, at, 0.62 * height)
    trunk = np.array([(-0.05, 0.0), (0.05, 0.0), (0.05, 0.2), (-0.05, 0.2)])
    canvas.polygon(Paint(level + 0.01, "#5d4026"), trunk * height + at)
    right: list[Point] = [
        (0.14, 0.70), (0.08, 0.70), (0.24, 0.42), (0.15, 0.42), (0.33, 0.13), (0.0, 0.10),
    ]  # fmt: skip
    left = [(-a, b) for a, b in reversed(right[:-1])]
    canvas.polygon(
        Paint(level + 0.02, "#1e5f3a", "#123a23", LINE), np.array([(0.0, 1.0), *right, *left]) * height + at
    )
    lit = np.array([(0.0, 0.96), (0.0, 0.12), *left[:-1]])
    canvas.polygon(Paint(level + 0.03, "#2f8551", alpha=0.85), lit * height + (x - 0.002, y))


def sheep(canvas: Canvas, level: float, at: Point, size: float, facing: int = 1) -> None:
    """A sheep, `size` long; it looks east for `facing` 1, west for -1."""
    flip = np.array([facing, 1.0])
    shadow(canvas, level, at, size)
    for leg in (-0.22, -0.10, 0.13, 0.25):
        foot = np.array([(leg, 0.0), (leg, 0.24)]) * size * flip + at
        canvas.line(Paint(level + 0.01, None, "#2f2a26", 0.09 * size), foot)
    radii = np.full(18, 1.0)
    radii[1::2] = 0.86
    wool = blob((0.0, 0.40), radii * 0.42, squash=0.66)
    canvas.path(Paint(level + 0.02, "#fbfaf4", "#6f6a5c", LINE), rounded(wool * size * flip + at))
    curls = np.array([(-0.22, 0.42), (-0.15, 0.50), (-0.07, 0.44)])
    for step in ((0.0, 0.0), (0.17, -0.10), (-0.02, -0.17)):
        canvas.line(Paint(level + 0.03, None, "#b9b4a4", LINE), (curls + step) * size * flip + at)
    head = blob((0.44, 0.50), np.full(9, 0.155), squash=0.78, tilt=-0.5)
    canvas.path(Paint(level + 0.04, "#3a332d", "#1c1815", LINE * 0.6), rounded(head * size * flip + at))
    ear = np.array([(0.36, 0.60), (0.24, 0.62), (0.33, 0.50)])
    canvas.polygon(Paint(level + 0.05, "#3a332d", "#1c1815", LINE * 0.6), ear * size * flip + at)


def sheaf(canvas: Canvas, level: float, at: Point, height: float) -> None:
    """A sheaf of grain: stalks tied in the middle, ears spread at the top."""
    shadow(canvas, level, at, 0.62 * height)
    skirt = np.array(
        [(-0.27, 0.0), (-0.09, -0.035), (0.09, -0.035), (0.27, 0.0), (0.10, 0.42), (-0.10, 0.42)]
    )
    canvas.polygon(Paint(level + 0.01, "#d39a1d", "#6b4708", LINE), skirt * height + at)
    for foot, top in ((-0.15, -0.05), (-0.02, 0.0), (0.12, 0.05)):
        stalk = np.array([(foot, 0.0), (top, 0.40)]) * height + at
        canvas.line(Paint(level + 0.02, None, "#8f6210", LINE * 0.8), stalk)
    for angle in (-36, 36, -19, 19, 0):
        lean = np.radians(angle)
        tip = np.array([np.sin(lean), np.cos(lean)])
        base = np.array((0.0, 0.36))
        canvas.line(
            Paint(level + 0.03, None, "#8f6210", LINE), np.array([base, base + tip * 0.3]) * height + at
        )
        ear = blob(
            (0.0, 0.0), np.array([0.19, 0.12, 0.075, 0.12, 0.19, 0.12, 0.075, 0.12]), tilt=np.pi / 2 - lean
        )
        canvas.path(
            Paint(level + 0.04, "#f7d04f", "#7a5209", LINE * 0.8),
            rounded((ear + base + tip * 0.44) * height + at),
        )
    band = np.array([(-0.12, 0.34), (0.12, 0.34), (0.12, 0.44), (-0.12, 0.44)])
    canvas.polygon(Paint(level + 0.05, "#a5452b", "#5c2110", LINE * 0.7), band * height + at)


def bricks(canvas: Canvas, level: float, at: Point, width: float) -> None:
    """A stack of bricks, three courses high."""
    brick, course = width / 3, width * 0.2
    shadow(canvas, level, at, 1.15 * width)
    for row in range(3):
        count = 3 - row
        for n in range(count):
            left = at[0] + (n - count / 2) * brick
            low = at[1] + row * course
            corners = [
                (left, low), (left + brick, low), (left + brick, low + course), (left, low + course),
            ]  # fmt: skip
            tone = ("#b4472c", "#c9593a", "#a83f27")[(row + n) % 3]
            canvas.polygon(Paint(level + 0.01 + 0.001 * row, tone, "#f3d2bd", LINE), corners)
    outline = np.array(
        [(-1.5, 0), (1.5, 0), (1.5, 1), (1.0, 1), (1.0, 2), (0.5, 2), (0.5, 3), (-0.5, 3), (-0.5, 2),
         (-1.0, 2), (-1.0, 1), (-1.5, 1)]
    ) * (brick, course) + at  # fmt: skip
    canvas.polygon(Paint(level + 0.02, None, "#5a1f10", LINE * 1.2), outline)


def mound(canvas: Canvas, level: float, at: Point, width: float, height: float) -> None:
    """A hill of clay: a lit and a shaded slope, and layers that show in its side."""

    def slope(x: Points) -> Points:
        """The outline of the hill above places across it, from -1/2 to 1/2."""
        return np.column_stack([x, np.abs(np.cos(np.pi * x)) ** 0.85])

    scale = (width, height)
    whole = slope(np.linspace(-0.5, 0.5, 25))
    canvas.polygon(Paint(level, "#e29a68", "#6d2c15", LINE), whole * scale + at)
    edge = np.array([(0.34, 0.0), (0.22, 0.35), (0.21, 0.60), (0.08, 0.86)])
    canvas.polygon(
        Paint(level + 0.01, "#b1552e"), np.vstack([slope(np.linspace(0.02, 0.5, 13)), edge]) * scale + at
    )
    for part in (0.24, 0.47, 0.70):
        reach = np.arccos(part ** (1 / 0.85)) / np.pi * 0.94
        t = np.linspace(-1, 1, 11)
        layer = np.column_stack([t * reach, part + 0.05 * np.sin(4 * t + 9 * part) - 0.03])
        canvas.line(Paint(level + 0.02, None, "#8d3f20", LINE, 0.75), layer * scale + at)
    canvas.polygon(Paint(level + 0.03, None, "#6d2c15", LINE), whole * scale + at)


def peak(canvas: Canvas, level: float, at: Point, width: float, height: float) -> None:
    """A mountain: a lit and a shaded side, and snow on the top."""
    body = np.array(
        [(-0.5, 0.0), (-0.24, 0.46), (-0.14, 0.56), (0.0, 1.0), (0.13, 0.64), (0.26, 0.48), (0.5, 0.0)]
    )
    dark = np.array(
        [(0.0, 1.0), (0.13, 0.64), (0.26, 0.48), (0.5, 0.0), (0.06, 0.0), (0.10, 0.30), (-0.02, 0.55)]
    )
    snow = np.array(
        [(0.0, 1.0), (0.13, 0.64), (0.07, 0.68), (0.02, 0.56), (-0.03, 0.67), (-0.09, 0.60), (-0.126, 0.60)]
    )
    scale = (width, height)
    canvas.polygon(Paint(level, "#a9adb5", "#3c4149", LINE), body * scale + at)
    canvas.polygon(Paint(level + 0.01, "#6c727d"), dark * scale + at)
    canvas.polygon(Paint(level + 0.02, "#ffffff", "#5c636e", LINE * 0.6), snow * scale + at)
    canvas.polygon(Paint(level + 0.03, None, "#3c4149", LINE), body * scale + at)


def boulder(canvas: Canvas, level: float, at: Point, size: float) -> None:
    """A lump of rock with a lit facet."""
    shadow(canvas, level, at, 1.2 * size)
    body = np.array([(-0.5, 0.0), (-0.42, 0.34), (-0.12, 0.58), (0.26, 0.46), (0.5, 0.12), (0.44, 0.0)])
    facet = np.array([(-0.42, 0.34), (-0.12, 0.58), (0.26, 0.46), (0.02, 0.28)])
    canvas.polygon(Paint(level + 0.01, "#7d838d", "#3c4149", LINE), body * size + at)
    canvas.polygon(Paint(level + 0.02, "#c3c7cd"), facet * size + at)


def cactus(canvas: Canvas, level: float, at: Point, height: float) -> None:
    """A tall cactus with two raised arms."""
    shadow(canvas, level, at, 0.5 * height)
    limbs = (
        np.array([(0.0, 0.02), (0.0, 0.92)]),
        np.array([(0.0, 0.34), (-0.20, 0.36), (-0.25, 0.44), (-0.25, 0.68)]),
        np.array([(0.0, 0.44), (0.18, 0.46), (0.24, 0.54), (0.24, 0.80)]),
    )
    for line, width, colour in ((0.01, 0.0, "#1d4423"), (0.02, -0.045, "#4c9a51")):
        for n, limb in enumerate(limbs):
            thick = (0.19 if n == 0 else 0.145) + width
            canvas.line(Paint(level + line, None, colour, thick * height), limb * height + at)
    for limb in limbs:
        canvas.line(Paint(level + 0.03, None, "#a5d69a", 0.014 * height, 0.9), limb[-2:] * height + at)


def dune(canvas: Canvas, level: float, at: Point, width: float, height: float) -> None:
    """A crest of sand with a shaded lee."""
    t = np.linspace(0, 1, 13)
    rise = np.column_stack([t * 0.58 - 0.5, t**1.5])
    fall = np.column_stack([0.08 + 0.42 * t, (1 - t) ** 1.8])
    whole = np.vstack([rise, fall[1:]])
    foot = np.array([(0.5, 0.0), (0.12, -0.10), (-0.02, 0.36), (0.08, 1.0)])
    scale = (width, height)
    canvas.polygon(Paint(level, "#f6e7b4"), whole * scale + at)
    canvas.polygon(Paint(level + 0.01, "#cfae68"), np.vstack([fall, foot[1:]]) * scale + at)
    canvas.line(Paint(level + 0.02, None, "#a07f3c", LINE), whole * scale + at)


def tuft(canvas: Canvas, level: float, at: Point, size: float, colour: str) -> None:
    """A few blades of grass."""
    blades = np.array([(-0.6, 0.8), (0.0, 0.0), (0.05, 1.0), (0.1, 0.0), (0.7, 0.7)])
    canvas.line(Paint(level, None, colour, LINE, 0.8), blades * size + at)


def log(canvas: Canvas, level: float, at: Point, length: float) -> None:
    """A felled trunk, its cut end towards the west."""
    thick = 0.34
    body = np.array([(-0.38, 0.0), (0.42, 0.0), (0.5, thick / 2), (0.42, thick), (-0.38, thick)])
    canvas.polygon(Paint(level, "#8a5a2e", "#452a10", LINE), body * length + at)
    canvas.line(
        Paint(level + 0.01, None, "#5e3b19", LINE * 0.8),
        np.array([(-0.15, 0.11), (0.36, 0.11)]) * length + at,
    )
    canvas.line(
        Paint(level + 0.01, None, "#5e3b19", LINE * 0.8), np.array([(-0.1, 0.23), (0.28, 0.23)]) * length + at
    )
    middle = (at[0] - 0.38 * length, at[1] + thick / 2 * length)
    canvas.path(Paint(level + 0.02, "#f0cf94", "#452a10", LINE), Path.circle(middle, thick / 2 * length))
    canvas.path(Paint(level + 0.03, None, "#a9773e", LINE * 0.8), Path.circle(middle, thick / 4 * length))
