"""Cities: their outlines and walls, from the edges they reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from reports.boards.canvas import AREA, BODY, Canvas, Paint, Point, Points, blob, rounded, turn
from reports.boards.tiles.curves import EDGES, along, bezier, gaps

#: Where a wall meets the tile's edge, from its middle: close to the corner.
WALL_END = 0.48
WALL = 0.042


def walls(edges: Iterable[str], other_edges: Iterable[str] = ()) -> list[Points]:
    """The walls of a city, clockwise: one for each gap between the edges it reaches.

    A gap of one edge dips in, one of two sweeps past the centre, one of three (a city on a single edge)
    makes a cap. Walls keep back from `other_edges`, the edges that further cities of the tile reach.
    """
    further = {EDGES.index(edge) for edge in other_edges}
    return [
        turn(_wall(skipped, bool({(edge + 1) % 4, (edge + skipped) % 4} & further)), edge)
        for edge, skipped in gaps(edges)
        if skipped
    ]


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


def city_outline(edges: Iterable[str], other_edges: Iterable[str] = ()) -> Points:
    """The ground of a city: its walls, joined along the edges it reaches and round the corners between."""
    curves = iter(walls(edges, other_edges))
    parts = [next(curves) if skipped else turn([(0.5, 0.5)], edge) for edge, skipped in gaps(edges)]
    return np.vstack(parts)


def paint_city(canvas: Canvas, outline: Points, curves: Sequence[Points], square: Point) -> None:
    """The ground of a city, its market square and the walls round it, with merlons on top."""
    canvas.polygon(Paint(AREA + 0.5, "#cfa672"), outline)
    canvas.path(Paint(AREA + 0.7, "#e3c596", alpha=0.4), rounded(blob(square, np.full(9, 0.115))))
    for curve in curves:
        canvas.polygon(
            Paint(AREA + 0.6, "#8a5f34", alpha=0.35), np.vstack([curve, _inwards(curve, 0.065)[::-1]])
        )
        canvas.line(Paint(BODY, None, "#5d4b38", WALL + 0.014), curve)
        canvas.line(Paint(BODY + 0.1, None, "#e6dcc6", WALL), curve)
        step = np.gradient(curve, axis=0)
        length = float(np.hypot(*np.diff(curve, axis=0).T).sum())
        count = round(length / 0.05)
        for n in range(count):
            merlon = along(curve, (n + 0.5) / count)
            index = int(np.argmin(np.hypot(*(curve - merlon).T)))
            outwards = np.array([step[index][1], -step[index][0]]) / np.hypot(*step[index]) * WALL * 0.46
            canvas.line(
                Paint(BODY + 0.2, None, "#8f7d61", 0.010, round=False), [merlon - outwards, merlon + outwards]
            )


def _inwards(curve: Points, distance: float) -> Points:
    """A wall moved towards the city, at its right hand as it is walked, but not at its ends."""
    step = np.gradient(curve, axis=0)
    right = np.column_stack([step[:, 1], -step[:, 0]]) / np.hypot(step[:, 0], step[:, 1])[:, None]
    fade = np.minimum(1.0, 4 * np.linspace(0, 1, len(curve)))
    return curve + right * (distance * np.minimum(fade, fade[::-1]))[:, None]
