"""Roads, settlements and cities in the players' colours.

A white rim and a dark outline keep them apart from any terrain; a mark for each colour keeps the colours
apart in grey print and for colour-blind readers.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.island.places import BUILDING, ROAD, edge_at, vertex_at
from reports.island.position import Piece, Player
from reports.style import SEAT_COLOURS
from reports.tiles.canvas import Canvas, Paint
from reports.tiles.geometry import Point, Points

#: What a piece carries beside its colour: its kind and its ink. Other colours carry nothing.
MARKS: dict[str, tuple[str, str]] = {
    "blue": ("line", "#d6e6fb"),
    "orange": ("dots", "#4f2c02"),
    "green": ("bars", "#e2f3df"),
}

RIM, EDGE = 0.040, 0.030
"""Widths of the white rim and of the dark outline, each on its side of the piece's border."""

HOUSE = np.array([(-0.19, -0.16), (0.19, -0.16), (0.19, 0.055), (0.0, 0.215), (-0.19, 0.055)])
ROOF = np.array([(-0.19, 0.055), (0.0, 0.215), (0.19, 0.055)])

HALL = np.array(
    [
        (-0.29, -0.19),
        (0.29, -0.19),
        (0.29, 0.06),
        (0.20, 0.15),
        (-0.01, 0.15),
        (-0.01, 0.17),
        (-0.15, 0.315),
        (-0.29, 0.17),
    ]
)
HALL_ROOFS = (
    np.array([(-0.29, 0.17), (-0.15, 0.315), (-0.01, 0.17)]),
    np.array([(-0.01, 0.05), (0.29, 0.05), (0.20, 0.15), (-0.01, 0.15)]),
)

HALF_ROAD, ROAD_WIDTH = 0.29, 0.135
"""Half the length of a road, which leaves room for the buildings at its ends, and its width."""


def paint_pieces(canvas: Canvas, players: Sequence[Player]) -> None:
    """Every piece on the island."""
    for player in players:
        for edge in player.roads:
            ends = edge_at(edge)
            paint_road(canvas, player.colour, ends.mean(axis=0), ends[1] - ends[0])
        for vertex in player.settlements:
            paint_settlement(canvas, player.colour, vertex_at(vertex))
        for vertex in player.cities:
            paint_city(canvas, player.colour, vertex_at(vertex))


def paint_road(
    canvas: Canvas, colour: str, at: Point | Points, along: Points, half: float = HALF_ROAD
) -> None:
    """A road centred on `at` that runs `along`."""
    ahead = along / np.hypot(*along)
    if ahead[0] < 0:
        ahead = -ahead
    side = np.array([-ahead[1], ahead[0]]) * ROAD_WIDTH / 2
    reach = ahead * half
    plank = np.array([-reach - side, reach - side, reach + side, -reach + side]) + at
    _body(canvas, ROAD, colour, plank)
    kind, ink = MARKS.get(colour, ("", ""))
    if kind == "line":
        canvas.line(Paint(ROAD + 0.3, None, ink, 0.034, round=False), np.array([-reach, reach]) * 0.86 + at)
    elif kind:
        for part in (-0.66, 0.0, 0.66):
            spot = np.asarray(at) + reach * part
            if kind == "dots":
                canvas.disc(Paint(ROAD + 0.3, ink), (float(spot[0]), float(spot[1])), 0.036)
            else:
                canvas.line(
                    Paint(ROAD + 0.3, None, ink, 0.04, round=False), [spot - side * 0.8, spot + side * 0.8]
                )


def paint_settlement(canvas: Canvas, colour: str, at: Point) -> None:
    """A house."""
    _body(canvas, BUILDING, colour, HOUSE + at)
    _roof(canvas, ROOF + at)
    _mark(canvas, colour, (at[0], at[1] - 0.055), 0.13)


def paint_city(canvas: Canvas, colour: str, at: Point) -> None:
    """A hall with a tower."""
    _body(canvas, BUILDING, colour, HALL + at)
    for roof in HALL_ROOFS:
        _roof(canvas, roof + at)
    _mark(canvas, colour, (at[0], at[1] - 0.075), 0.22)


def _body(canvas: Canvas, level: float, colour: str, outline: Points) -> None:
    """A piece's shape with its rims."""
    fill, _ = SEAT_COLOURS[colour]
    canvas.polygon(Paint(level, "#ffffff", "#ffffff", 2 * (EDGE + RIM) - EDGE), outline)
    canvas.polygon(Paint(level + 0.1, fill, "#14181f", EDGE), outline)


def _roof(canvas: Canvas, outline: Points) -> None:
    """A roof, a shade darker than the wall."""
    canvas.polygon(Paint(BUILDING + 0.2, "#14181f", "#14181f", EDGE * 0.5, 0.30), outline)


def _mark(canvas: Canvas, colour: str, at: Point, half: float) -> None:
    """The mark of a colour on a wall, reaching `half` to either side."""
    kind, ink = MARKS.get(colour, ("", ""))
    x, y = at
    if kind == "line":
        canvas.line(Paint(BUILDING + 0.3, None, ink, 0.05, round=False), [(x - half, y), (x + half, y)])
    elif kind == "dots":
        for part in (-0.55, 0.55):
            canvas.disc(Paint(BUILDING + 0.3, ink), (x + part * half, y), 0.042)
    elif kind == "bars":
        for part in (-0.6, 0.0, 0.6):
            canvas.line(
                Paint(BUILDING + 0.3, None, ink, 0.035, round=False),
                [(x + part * half, y - 0.07), (x + part * half, y + 0.07)],
            )


def ring(canvas: Canvas, piece: Piece) -> None:
    """A golden ring round the piece that was built last."""
    kind, number = piece
    spot = edge_at(number).mean(axis=0) if kind == "road" else np.array(vertex_at(number))
    radius = {"road": 0.37, "settlement": 0.34, "city": 0.42}[kind]
    centre = (
        float(spot[0]),
        float(spot[1]) + (0.04 if kind == "city" else 0.02 if kind == "settlement" else 0.0),
    )
    canvas.disc(Paint(BUILDING + 0.5, None, "#3a2a00", 0.085, 0.7), centre, radius)
    canvas.disc(Paint(BUILDING + 0.6, None, "#ffd84d", 0.05), centre, radius)
