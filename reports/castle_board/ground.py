"""The castle from above without its cards: meadow, courtyard, ramparts and towers.

Each zone has its own ground, so that no one needs colours to tell them apart: the courtyard is cobbled,
the ramparts are of coursed stone with battlements, the towers are round.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from reports.castle_board.places import (
    CARD,
    MERLON,
    NORTH,
    OUTER,
    SOUTH,
    TOWER,
    WEST_EAST,
    YARD,
    meadow_south,
    space_at,
)
from reports.castle_board.shapes import box, rounded_box
from reports.tiles.canvas import AREA, BODY, GROUND, SCATTER, Canvas, Paint, blob
from reports.tiles.countryside import paint_tree, paint_tufts
from reports.tiles.geometry import Point, turn
from rules.castle.plan import SIDE

MEADOW, HEDGE = "#bcd98a", "#6f9447"
COBBLES, COBBLE, GAP = "#d8c092", "#e2cea6", "#b99b66"
WALL, JOINT, RIM = "#dcd9d0", "#b3aea2", "#57534b"
ROUND, RING = "#b4b2ac", "#8d8a83"

_LAST = SIDE - 1
_CORNERS = tuple(space_at(row, col) for row in (0, _LAST) for col in (0, _LAST))


def paint_ground(canvas: Canvas, piles: int) -> None:
    """Everything beneath the cards; `piles` lie in rows outside."""
    chance = random.Random("castle")
    _paint_meadow(canvas, piles, chance)
    _paint_courtyard(canvas, chance)
    for quarter in range(4):
        _paint_wall(canvas, quarter)
    for corner in _CORNERS:
        _paint_tower(canvas, corner)
    for row in range(SIDE):
        for col in range(SIDE):
            paint_slot(canvas, space_at(row, col))


def paint_slot(canvas: Canvas, at: Point) -> None:
    """The mark of an empty space."""
    slot = rounded_box(at, CARD[0] - 0.05, CARD[1] - 0.05, 0.07)
    canvas.path(Paint(BODY + 0.6, "#ffffff", alpha=0.28), slot)
    canvas.path(Paint(BODY + 0.61, None, "#4a3f2c", 0.012, 0.45), slot)


# --- outside


def _paint_meadow(canvas: Canvas, piles: int, chance: random.Random) -> None:
    """Grass with tufts and a few trees in its corners, and a line before the rows of cards outside."""
    south = meadow_south(piles)
    middle = (0.0, (NORTH + south) / 2)
    canvas.path(Paint(GROUND, MEADOW), rounded_box(middle, 2 * WEST_EAST, NORTH - south, 0.12))
    for _ in range(70):
        x, y = chance.uniform(-WEST_EAST + 0.2, WEST_EAST - 0.2), chance.uniform(-SOUTH + 0.2, NORTH - 0.2)
        if max(abs(x), abs(y)) > OUTER + 0.45:
            near = [(x + chance.uniform(-0.09, 0.09), y + chance.uniform(-0.06, 0.06)) for _ in range(4)]
            paint_tufts(canvas, near, chance)
    out = OUTER + 0.62
    for x in (-out, out):
        for y in (-out - 0.1, out + 0.1):
            for _ in range(3):
                at = x + chance.uniform(-0.2, 0.2), y + chance.uniform(-0.2, 0.2)
                paint_tree(canvas, at, chance.uniform(0.09, 0.13))
    edge = WEST_EAST - 0.1
    canvas.line(Paint(SCATTER + 0.5, None, HEDGE, 0.02, 0.8), [(-edge, -SOUTH), (edge, -SOUTH)])


# --- the castle


def _paint_courtyard(canvas: Canvas, chance: random.Random) -> None:
    """Cobbles, in rows that are a little out of line."""
    side = YARD + 0.05
    canvas.polygon(Paint(AREA, COBBLES), box((0.0, 0.0), 2 * side, 2 * side))
    pitch = 0.177
    n = round(2 * YARD / pitch)
    for row in range(n):
        for col in range(n):
            x = -YARD + (col + 0.5 + 0.25 * (-1) ** row) * pitch + chance.uniform(-0.015, 0.015)
            y = -YARD + (row + 0.5) * pitch + chance.uniform(-0.015, 0.015)
            radii = np.array([chance.uniform(0.062, 0.082) for _ in range(7)])
            canvas.polygon(Paint(AREA + 0.2, COBBLE, GAP, 0.008, 0.75), blob((x, y), radii, squash=0.85))
    for depth, alpha in ((0.10, 0.16), (0.05, 0.16)):  # the shadow of the walls
        north = [(-YARD, YARD), (YARD, YARD), (YARD, YARD - depth), (-YARD + depth, YARD - depth)]
        west = [(-YARD + depth, YARD - depth), (-YARD + depth, -YARD), (-YARD, -YARD), (-YARD, YARD)]
        canvas.polygon(Paint(AREA + 0.3, "#3b2a10", alpha=alpha), north + west)


def _paint_wall(canvas: Canvas, quarter: int) -> None:
    """A wall, north and then clockwise: its walk of coursed stone, its parapet and its battlements."""

    def turned(points: object) -> np.ndarray:
        return turn(np.asarray(points, dtype=float), quarter)

    def block(paint: Paint, west: float, east: float, south: float, north: float) -> None:
        canvas.polygon(paint, turned([(west, south), (west, north), (east, north), (east, south)]))

    ends = OUTER - 0.5
    block(Paint(BODY, WALL, RIM, 0.022), -ends, ends, YARD, OUTER)
    courses = np.linspace(YARD, OUTER, 6)
    for n, (low, high) in enumerate(pairwise(courses)):
        canvas.line(Paint(BODY + 0.1, None, JOINT, 0.011), turned([(-ends, low), (ends, low)]))
        for x in np.arange(-ends + 0.2 * (1 + n % 2), ends, 0.4):
            canvas.line(Paint(BODY + 0.1, None, JOINT, 0.011), turned([(x, low), (x, high)]))
    for west, east in _battlements(ends):
        block(Paint(BODY + 0.2, ROUND, RIM, 0.014), west, east, OUTER - 0.03, OUTER + MERLON)


def _battlements(ends: float) -> Iterator[tuple[float, float]]:
    """From where to where each merlon of a wall stands."""
    count, share = 15, 0.58
    pitch = 2 * (ends - 0.35) / count
    for n in range(count):
        middle = -ends + 0.35 + (n + 0.5) * pitch
        yield middle - share * pitch / 2, middle + share * pitch / 2


def _paint_tower(canvas: Canvas, at: Point) -> None:
    """A round tower from above: its platform in rings of stone, and merlons all round."""
    place = np.asarray(at)
    canvas.disc(Paint(BODY + 0.25, "#2a2a20", alpha=0.22), (at[0] + 0.05, at[1] - 0.06), TOWER + MERLON)
    teeth = 18
    for n in range(teeth):
        angles = 2 * np.pi * (n + 0.5) / teeth + np.linspace(-1, 1, 5) * 0.58 * np.pi / teeth
        rim = np.column_stack([np.cos(angles), np.sin(angles)])
        merlon = np.vstack([rim * (TOWER + MERLON), rim[::-1] * (TOWER - 0.04)])
        canvas.polygon(Paint(BODY + 0.3, ROUND, RIM, 0.014), merlon + place)
    canvas.disc(Paint(BODY + 0.4, ROUND, RIM, 0.022), at, TOWER)
    for n, radius in enumerate((TOWER - 0.09, TOWER - 0.26, TOWER - 0.43)):
        canvas.disc(Paint(BODY + 0.5, None, RING, 0.013), at, radius)
        spokes = (24, 18, 12)[n]
        for angle in 2 * np.pi * (np.arange(spokes) + 0.5 * (n % 2)) / spokes:
            ray = np.array([np.cos(angle), np.sin(angle)])
            outer = radius + (0.09 if n == 0 else 0.17)
            canvas.line(Paint(BODY + 0.5, None, RING, 0.011), [ray * radius + place, ray * outer + place])
