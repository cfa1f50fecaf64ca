"""The picture of an island as one page of vector shapes.

figure = draw_island(position)
save_island(position, "island.svg")
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reports.drawing import MARGIN, NOTE, TITLE, save_drawing, suffix, wrap
from reports.island.ids import paint_ids
from reports.island.panels import WIDTH, draw_side, side_height
from reports.island.pieces import paint_pieces, ring
from reports.island.places import SEA_CORNER, SEA_REACH, hex_at
from reports.island.position import IslandPosition
from reports.island.sea import paint_harbours, paint_sea
from reports.island.terrain import paint_terrain
from reports.island.tokens import paint_robber, paint_token
from reports.style import INK, QUIET, figure
from reports.tiles.canvas import Canvas

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: The side of a hex, and the gap between the sea and the panels, in points.
SIDE, GUTTER = 56.0, 18.0


def island_art(position: IslandPosition, ids: bool = False) -> Canvas:
    """The island with everything on it, in sides of a hex, its middle at the origin.

    With `ids` every hex, vertex and edge carries the number that game records use.
    """
    canvas = Canvas()
    paint_sea(canvas, len(position.harbours))
    paint_terrain(canvas, position.terrain)
    for number, token in enumerate(position.tokens):
        if token:
            paint_token(canvas, token, hex_at(number))
    paint_harbours(canvas, position.harbours, position.harbour_rates)
    paint_pieces(canvas, position.players)
    if position.last is not None:
        ring(canvas, position.last)
    if position.robber is not None:
        paint_robber(canvas, hex_at(position.robber))
    if ids:
        paint_ids(canvas)
    return canvas


def draw_island(position: IslandPosition, ids: bool = False) -> Figure:
    """The picture of a position, ready to save."""
    sea_width, sea_height = 2 * SEA_CORNER * SIDE, 2 * SEA_REACH * SIDE
    width = float(round(2 * MARGIN + sea_width + GUTTER + WIDTH))
    title = wrap(position.title, width - 2 * MARGIN, TITLE, bold=True)
    caption = wrap(position.caption, width - 2 * MARGIN, NOTE)
    head = len(title) * TITLE * 1.35 + (12.0 if title else 0.0)
    foot = len(caption) * NOTE * 1.45 + 10.0 if caption else 0.0
    middle = max(sea_height, side_height(position))
    height = float(round(2 * MARGIN + head + middle + foot))

    with figure(width / 72, height / 72) as fig:
        fig.set_layout_engine("none")
        axes = fig.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, width), ylim=(0, height))
        axes.set_axis_off()
        top = height - MARGIN
        for line in title:
            top -= TITLE * 1.35
            axes.text(MARGIN, top + 4, line, size=TITLE, weight="bold", color=INK, parse_math=False)
        top = height - MARGIN - head
        origin = MARGIN + sea_width / 2, top - middle / 2
        island_art(position, ids).draw(axes, origin, SIDE)
        side = side_height(position)
        draw_side(axes, position, MARGIN + sea_width + GUTTER, top - (middle - side) / 2)
        for n, line in enumerate(reversed(caption)):
            axes.text(MARGIN, MARGIN + n * NOTE * 1.45, line, size=NOTE, color=QUIET, parse_math=False)
    return fig


def save_island(position: IslandPosition, path: str | Path, ids: bool = False) -> Path:
    """Draw a position into a .png or .svg file, the same bytes every time; returns the path.

    With `ids` every hex, vertex and edge carries the number that game records use.
    """
    suffix(path)
    return save_drawing(draw_island(position, ids), path, position.title or "An island")
