"""The numbers of hexes, vertices and edges, as game records name them, written over the island."""

from __future__ import annotations

from reports.island.places import LABEL, edge_at, geometry, hex_at, vertex_at
from reports.tiles.canvas import Canvas, Paint, lettering
from reports.tiles.geometry import Point


def paint_ids(canvas: Canvas) -> None:
    """Hexes in dark squares, vertices in white discs, edges in yellow ones."""
    for number in range(len(geometry().hexes)):
        x, y = hex_at(number)
        at = x, y + 0.30
        corners = [(x + a * 0.17, at[1] + b * 0.13) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        canvas.polygon(Paint(LABEL, "#1f2430", "#ffffff", 0.02), corners)
        canvas.path(Paint(LABEL + 0.1, "#ffffff"), lettering(str(number), 0.15, at, bold=True))
    for number in range(len(geometry().edges)):
        x, y = edge_at(number).mean(axis=0)
        _disc(canvas, "#ffe28a", number, (float(x), float(y)), 0.105)
    for number in range(len(geometry().vertices)):
        _disc(canvas, "#ffffff", number, vertex_at(number), 0.125)


def _disc(canvas: Canvas, fill: str, number: int, at: Point, radius: float) -> None:
    canvas.disc(Paint(LABEL, fill, "#1f2430", 0.016), at, radius)
    canvas.path(Paint(LABEL + 0.1, "#1f2430"), lettering(str(number), radius * 0.92, at, bold=True))
