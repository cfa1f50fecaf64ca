"""The castle from above without its cards: meadow, courtyard, ramparts and towers.

Each zone has its own ground, so that no one needs colours to tell them apart: the courtyard is cobbled,
the ramparts are of coursed stone with battlements, the towers are round.
"""

from __future__ import annotations

import random

from reports.boards.canvas import AREA, BODY, GROUND, MARK, SCATTER, Canvas, Paint, blob, box, rounded_box
from reports.boards.castle.coordinates import (
    NORTH,
    OUTER,
    SOUTH,
    WEST_EAST,
    YARD,
    meadow_south,
    n_outside,
    space_at,
)
from reports.boards.symbols import symbol
from rules.castle.plan import SIDE, WALLS
from rules.castle.position import Position
from rules.castle.state import NO_CARD

MIDDLE = (0.0, 0.0)


def ground_of(position: Position) -> Canvas:
    """Everything beneath the cards: the castle on its meadow, and a pointer before each engine."""
    canvas, chance = Canvas(), random.Random("castle")
    _paint_meadow(canvas, n_outside(position), chance)
    _paint_courtyard(canvas, chance)
    for wall in range(len(WALLS)):
        canvas.stamp(symbol("castle/wall"), MIDDLE, level=BODY, rotation=wall)
        if position["engine"][wall] != NO_CARD:
            canvas.stamp(symbol("castle/pointer"), MIDDLE, level=MARK - 0.1, rotation=wall)
    for row in range(SIDE):
        for col in range(SIDE):
            if {row, col} <= {0, SIDE - 1}:
                canvas.stamp(symbol("castle/tower"), space_at(row, col), level=BODY + 0.2)
            canvas.stamp(symbol("castle/slot"), space_at(row, col), level=BODY + 0.6)
    return canvas


def _paint_meadow(canvas: Canvas, piles: int, chance: random.Random) -> None:
    """Grass with tufts and a few trees in its corners, and a line before the rows of cards outside."""
    south = meadow_south(piles)
    lawn = rounded_box((0.0, (NORTH + south) / 2), 2 * WEST_EAST, NORTH - south, 0.12)
    canvas.path(Paint(GROUND, "#bcd98a"), lawn)
    for _ in range(70):
        x, y = chance.uniform(-WEST_EAST + 0.2, WEST_EAST - 0.2), chance.uniform(-SOUTH + 0.2, NORTH - 0.2)
        if max(abs(x), abs(y)) > OUTER + 0.45:
            tufts = [(x + chance.uniform(-0.09, 0.09), y + chance.uniform(-0.06, 0.06)) for _ in range(4)]
            for place in tufts:
                canvas.stamp(symbol("tiles/tuft"), place, chance.uniform(0.7, 1.2), SCATTER)
    corner = OUTER + 0.62
    for x in (-corner, corner):
        for y in (-corner - 0.1, corner + 0.1):
            for _ in range(3):
                place = x + chance.uniform(-0.2, 0.2), y + chance.uniform(-0.2, 0.2)
                canvas.stamp(symbol("tiles/tree"), place, chance.uniform(0.09, 0.13), BODY + 0.2)
    edge = WEST_EAST - 0.1
    canvas.line(Paint(SCATTER + 0.5, None, "#6f9447", 0.02, 0.8), [(-edge, -SOUTH), (edge, -SOUTH)])


def _paint_courtyard(canvas: Canvas, chance: random.Random) -> None:
    """Cobbles, in rows that are a little out of line."""
    canvas.polygon(Paint(AREA, "#d8c092"), box(MIDDLE, 2 * YARD + 0.1, 2 * YARD + 0.1))
    cobble = Paint(AREA + 0.2, "#e2cea6", "#b99b66", 0.008, 0.75)
    pitch = 0.177
    n = round(2 * YARD / pitch)
    for row in range(n):
        for col in range(n):
            x = -YARD + (col + 0.5 + 0.25 * (-1) ** row) * pitch + chance.uniform(-0.015, 0.015)
            y = -YARD + (row + 0.5) * pitch + chance.uniform(-0.015, 0.015)
            radii = [chance.uniform(0.062, 0.082) for _ in range(7)]
            canvas.polygon(cobble, blob((x, y), radii, squash=0.85))
    for depth in (0.10, 0.05):  # the shadow of the walls
        north = [(-YARD, YARD), (YARD, YARD), (YARD, YARD - depth), (-YARD + depth, YARD - depth)]
        west = [(-YARD + depth, YARD - depth), (-YARD + depth, -YARD), (-YARD, -YARD), (-YARD, YARD)]
        canvas.polygon(Paint(AREA + 0.3, "#3b2a10", alpha=0.16), north + west)
