"""The page with a position of Castle.

position = position_of(table, title="game 17, the end")
save_castle(position, "castle.svg")
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.castle_board.cards import EDGE, PARCHMENT, Pen
from reports.castle_board.ground import paint_ground
from reports.castle_board.panel import WIDTH, draw_panel, panel_rows
from reports.castle_board.places import (
    CARD,
    HEADING,
    NORTH,
    OUTER,
    PLATE,
    SOUTH,
    WEST_EAST,
    engine_at,
    meadow_south,
    outside_at,
    space_at,
)
from reports.castle_board.position import CastlePosition
from reports.drawing import MARGIN, NOTE, TEXT, TITLE, save_drawing, suffix, wrap
from reports.style import INK, QUIET, figure
from reports.tiles.canvas import MARK, Canvas, Paint
from reports.tiles.geometry import EDGES, Point, turn
from rules.castle.plan import SIDE, WALLS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: A card pitch in points; between the meadow and the panel; room for the coordinates.
PITCH = 90.0
GUTTER = 18.0
AXIS = 15.0

FOREST = "#38541f"


def draw_castle(position: CastlePosition) -> Figure:
    """The picture of a position, ready to save."""
    piles = len(position.outside)
    rows = panel_rows(position)
    meadow = 2 * WEST_EAST * PITCH
    width = round(2 * MARGIN + AXIS + meadow + GUTTER + WIDTH)
    inner = width - 2 * MARGIN
    title = wrap(position.title, inner, TITLE, bold=True)
    caption = wrap(position.caption, inner, NOTE)
    head = len(title) * TITLE * 1.35 + (10.0 if title else 0.0) + AXIS
    foot = len(caption) * NOTE * 1.45 + 12.0 if caption else 0.0
    body = max((NORTH - meadow_south(piles)) * PITCH, sum(row.height for row in rows))
    height = float(round(2 * MARGIN + head + body + foot))

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
        pen = Pen(axes, position.players)
        origin = MARGIN + AXIS + WEST_EAST * PITCH, top - NORTH * PITCH
        _draw_board(axes, pen, position, origin)
        draw_panel(pen, rows, width - MARGIN - WIDTH, top)
        pen.finish()
        for n, line in enumerate(reversed(caption)):
            axes.text(MARGIN, MARGIN + n * NOTE * 1.45, line, size=NOTE, color=QUIET, parse_math=False)
    return fig


def save_castle(position: CastlePosition, path: str | Path) -> Path:
    """Draw a position into a .png or .svg file, the same bytes every time; returns the path."""
    suffix(path)
    return save_drawing(draw_castle(position), path, position.title or "A castle")


def _draw_board(axes: Any, pen: Pen, position: CastlePosition, origin: Point) -> None:
    """The castle on its meadow, and every pile in play."""
    ground = Canvas()
    paint_ground(ground, len(position.outside))
    for wall in position.engines:
        _paint_pointer(ground, wall)
    ground.draw(axes, origin, PITCH)

    def place(at: Point) -> Point:
        return origin[0] + at[0] * PITCH, origin[1] + at[1] * PITCH

    card, plate = ((width * PITCH, height * PITCH) for width, height in (CARD, PLATE))
    for (row, col), pile in sorted(position.castle.items()):
        pen.pile(pile, place(space_at(row, col)), *card)
    for wall, pile in position.engines.items():
        pen.pile(pile, place(engine_at(wall)), *plate)
    for n, pile in enumerate(position.outside):
        pen.pile(pile, place(outside_at(n)), *card)
    _draw_words(pen, place)


def _paint_pointer(canvas: Canvas, wall: str) -> None:
    """The arrow from an engine to the wall that it faces."""
    tip, base = OUTER + 0.125, OUTER + 0.30
    arrow = turn([(0.0, tip), (-0.16, base), (0.16, base)], EDGES.index(wall))
    canvas.polygon(Paint(MARK - 0.1, PARCHMENT, EDGE, 0.014), arrow)


def _draw_words(pen: Pen, place: Any) -> None:
    """The walls' letters, the heading of the cards outside, and the coordinates."""
    for n, wall in enumerate(WALLS):
        x, y = turn((0.64, OUTER + 0.27), n)
        across, up = place((float(x), float(y)))
        pen.write((across, up - 4.5), wall, 12.5, bold=True, ha="center", colour=FOREST)
    x, y = place((-WEST_EAST + 0.12, -SOUTH - HEADING + 0.06))
    pen.write((x, y), "Outside", TEXT, bold=True, colour=FOREST)
    for n in range(SIDE):
        across, up = place((space_at(n, n)[0], NORTH))
        pen.write((across, up + 5), str(n), NOTE, ha="center", colour=QUIET)
        across, up = place((-WEST_EAST, space_at(n, n)[1]))
        pen.write((across - 5, up - 3), str(n), NOTE, ha="right", colour=QUIET)
