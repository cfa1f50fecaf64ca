"""Cities: their outlines and walls from the edges they reach, and their houses, towers and pennants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from reports.tiles.canvas import AREA, BADGE, BODY, Canvas, Paint, blob, rounded
from reports.tiles.geometry import EDGES, Point, Points, along, bezier, turn

#: Where a wall meets the tile's edge, from its middle: close to the corner.
WALL_END = 0.48
WALL = 0.042

ROOFS = ("#b9502f", "#a8452c", "#c7643a", "#9c4a34", "#bb6f3c")
STONE, MORTAR, SHADE = "#e6dcc6", "#5d4b38", "#b9aa8c"


def walls(edges: Iterable[str], others: Iterable[str] = ()) -> list[Points]:
    """The walls of a city, clockwise: one for each gap between the edges it reaches.

    A gap of one edge dips in, one of two sweeps past the centre, one of three (a city on a single edge)
    makes a cap. Walls keep back from `others`, the edges that further cities of the tile reach.
    """
    reached = sorted(EDGES.index(edge) for edge in edges)
    further = {EDGES.index(edge) for edge in others}
    found = []
    for n, edge in enumerate(reached):
        skipped = (reached[(n + 1) % len(reached)] - edge - 1) % 4
        if skipped:
            beside = {(edge + 1) % 4, (edge + skipped) % 4}
            found.append(turn(_wall(skipped, bool(beside & further)), edge))
    return found


def _wall(skipped: int, crowded: bool) -> Points:
    """From the east end of the north edge to the next reached edge, `skipped` edges further clockwise."""
    h = WALL_END
    if skipped == 1:
        x = h - (0.42 if crowded else 0.275) / 0.75
        return bezier((h, 0.5), (x, 0.22), (x, -0.22), (h, -0.5))
    if skipped == 2:
        x, y = (-0.06, 0.30) if crowded else (0.07, 0.19)
        return bezier((h, 0.5), (x, y), (-y, -x), (-0.5, -h))
    x, depth = (0.05, 0.27) if crowded else (0.24, 0.295)
    y = 0.5 - depth / 0.75
    return bezier((h, 0.5), (x, y), (-x, y), (-h, 0.5))


def city_outline(edges: Iterable[str], others: Iterable[str] = ()) -> Points:
    """The ground of a city: its walls, joined along the edges it reaches and round the corners between."""
    reached = sorted(EDGES.index(edge) for edge in edges)
    curves = iter(walls(edges, others))
    parts: list[Points] = []
    for n, edge in enumerate(reached):
        skipped = (reached[(n + 1) % len(reached)] - edge - 1) % 4
        parts.append(next(curves) if skipped else turn([(0.5, 0.5)], edge))
    return np.vstack(parts)


# --- what turns with the tile


def paint_city(canvas: Canvas, outline: Points, curves: Sequence[Points], square: Point) -> None:
    """The ground of a city, its market square and the walls round it, with merlons on top."""
    canvas.polygon(Paint(AREA + 0.5, "#cfa672"), outline)
    canvas.path(Paint(AREA + 0.7, "#e3c596", alpha=0.4), rounded(blob(square, np.full(9, 0.115))))
    for curve in curves:
        canvas.polygon(
            Paint(AREA + 0.6, "#8a5f34", alpha=0.35), np.vstack([curve, _inwards(curve, 0.065)[::-1]])
        )
        canvas.line(Paint(BODY, None, MORTAR, WALL + 0.014), curve)
        canvas.line(Paint(BODY + 0.1, None, STONE, WALL), curve)
        step = np.gradient(curve, axis=0)
        length = float(np.hypot(*np.diff(curve, axis=0).T).sum())
        count = round(length / 0.05)
        for n in range(count):
            part = (n + 0.5) / count
            at = np.array(along(curve, part))
            near = int(np.argmin(np.hypot(*(curve - at).T)))
            out = np.array([step[near][1], -step[near][0]]) / np.hypot(*step[near]) * WALL * 0.46
            canvas.line(Paint(BODY + 0.2, None, "#8f7d61", 0.010, round=False), [at - out, at + out])


def _inwards(curve: Points, by: float) -> Points:
    """A wall moved towards the city, at its right hand as it is walked, but not at its ends."""
    step = np.gradient(curve, axis=0)
    right = np.column_stack([step[:, 1], -step[:, 0]]) / np.hypot(step[:, 0], step[:, 1])[:, None]
    fade = np.minimum(1.0, 4 * np.linspace(0, 1, len(curve)))
    return curve + right * (by * np.minimum(fade, fade[::-1]))[:, None]


# --- what stays upright


def paint_house(canvas: Canvas, at: Point, size: float, look: int, level: float = BODY + 0.4) -> None:
    """A house seen a little from above, `size` being half its width; `look` picks the roof and the side."""
    roof = ROOFS[look % len(ROOFS)]
    flip = np.array([1.0 if look % 2 else -1.0, 1.0]) * size

    def face(paint: Paint, *corners: Point) -> None:
        canvas.polygon(paint, np.array(corners) * flip + np.asarray(at))

    rim, width = "#4a2c1c", 0.0065
    face(
        Paint(level, "#efe0c0", rim, width), (-1, -0.85), (0.98, -0.85), (0.98, 0.0), (0.64, 0.75), (-1, 0.0)
    )
    face(Paint(level + 0.02, "#cdb78f"), (0.28, -0.85), (0.98, -0.85), (0.98, 0.0), (0.64, 0.72), (0.28, 0.0))
    face(Paint(level + 0.04, roof, rim, width), (-1.15, -0.1), (0.24, -0.1), (0.66, 0.92), (-0.72, 0.92))


def paint_tower(canvas: Canvas, at: Point, size: float = 0.034) -> None:
    """A round tower of the wall with a pointed roof; `size` is half its width."""
    x, y = at
    body = [(x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)]
    canvas.polygon(Paint(BODY + 0.5, STONE, MORTAR, 0.008), body)
    shaded = [
        (x + 0.2 * size, y - size),
        (x + size, y - size),
        (x + size, y + size),
        (x + 0.2 * size, y + size),
    ]
    canvas.polygon(Paint(BODY + 0.52, SHADE), shaded)
    roof = [(x - 1.4 * size, y + 0.8 * size), (x + 1.4 * size, y + 0.8 * size), (x, y + 2.9 * size)]
    canvas.polygon(Paint(BODY + 0.54, "#8e3b2a", "#4a2118", 0.008), roof)


def paint_gate(canvas: Canvas, at: Point) -> None:
    """The gate by which a road enters a city: two towers and an arch."""
    x, y = at
    for side in (-0.055, 0.055):
        paint_tower(canvas, (x + side, y), 0.026)
    arch = [(x - 0.035, y - 0.03), (x + 0.035, y - 0.03), (x + 0.035, y + 0.035), (x - 0.035, y + 0.035)]
    canvas.polygon(Paint(BODY + 0.45, STONE, MORTAR, 0.008), arch)
    door = [
        (x - 0.02, y - 0.03),
        (x + 0.02, y - 0.03),
        (x + 0.02, y + 0.008),
        (x, y + 0.02),
        (x - 0.02, y + 0.008),
    ]
    canvas.polygon(Paint(BODY + 0.47, "#4a3624"), door)


#: Half the height of a pennant's shield, in tile sides.
SHIELD = 0.082

_SHIELD = np.array(
    [(-0.8, 1.0), (0.8, 1.0), (0.8, 0.05), (0.66, -0.4), (0.36, -0.76), (0.0, -1.0), (-0.36, -0.76),
     (-0.66, -0.4), (-0.8, 0.05)]
)  # fmt: skip
_QUARTERS = (
    np.array([(0.0, 1.0), (0.8, 1.0), (0.8, 0.1), (0.0, 0.1)]),
    np.array([(0.0, 0.1), (0.0, -1.0), (-0.36, -0.76), (-0.66, -0.4), (-0.8, 0.05), (-0.8, 0.1)]),
)


def paint_pennant(canvas: Canvas, at: Point) -> None:
    """A quartered shield, blue and white."""
    place = np.asarray(at)
    canvas.polygon(Paint(BADGE, "#3b2a18", "#3b2a18", 0.03, 0.4), _SHIELD * SHIELD + place + (0.008, -0.01))
    canvas.polygon(Paint(BADGE + 0.1, "#2a5fb0", "#ffffff", 0.026), _SHIELD * SHIELD + place)
    for quarter in _QUARTERS:
        canvas.polygon(Paint(BADGE + 0.2, "#f7f7f2"), quarter * SHIELD + place)
    canvas.polygon(Paint(BADGE + 0.3, None, "#1c3a70", 0.009), _SHIELD * SHIELD + place)


def paint_cloister(canvas: Canvas, at: Point) -> None:
    """A cloister: a church with a red roof and a belfry, in a walled garden."""
    level = BODY + 0.3
    rim = "#4a2c1c"

    def face(above: float, fill: str, *corners: Point, width: float = 0.008) -> None:
        canvas.polygon(Paint(level + above, fill, rim, width), np.array(corners) + np.asarray(at))

    garden = blob((0.0, 0.0), np.full(14, 0.225), squash=0.86) + np.asarray(at)
    canvas.path(Paint(level - 0.1, "#cfc08f", "#8a7a4e", 0.012), rounded(garden))
    face(0.00, "#f3e7cb", (-0.14, -0.13), (0.09, -0.13), (0.09, 0.0), (-0.14, 0.0))
    face(0.01, "#d9c59c", (0.09, -0.13), (0.19, -0.13), (0.19, 0.0), (0.14, 0.1), (0.09, 0.0))
    face(0.02, "#c23b2c", (-0.16, -0.01), (0.085, -0.01), (0.14, 0.115), (-0.11, 0.115))
    face(0.03, "#f3e7cb", (-0.185, -0.13), (-0.105, -0.13), (-0.105, 0.12), (-0.185, 0.12))
    face(0.04, "#a92f24", (-0.205, 0.11), (-0.085, 0.11), (-0.145, 0.235))
    for x, y in ((-0.06, -0.07), (0.0, -0.07), (-0.145, 0.06)):
        window = [
            (x - 0.012, y - 0.03),
            (x + 0.012, y - 0.03),
            (x + 0.012, y + 0.012),
            (x, y + 0.028),
            (x - 0.012, y + 0.012),
        ]
        canvas.polygon(Paint(level + 0.05, "#5b6c7d"), np.array(window) + np.asarray(at))
    door = [(0.12, -0.13), (0.16, -0.13), (0.16, -0.075), (0.14, -0.055), (0.12, -0.075)]
    canvas.polygon(Paint(level + 0.05, "#6b4428"), np.array(door) + np.asarray(at))
