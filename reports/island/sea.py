"""The sea round the island: water, beach, and a ship at every harbour with piers to its two vertices."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from matplotlib.path import Path as Outline

from reports.island.emblems import emblem
from reports.island.places import (
    BEACH,
    PIER,
    SEA,
    SHIP,
    coastline,
    edge_at,
    harbour_edge,
    sea_corners,
    ship_at,
)
from reports.tiles.canvas import Canvas, Paint, lettering
from reports.tiles.geometry import Point, Points, nearest
from rules.catan.board import GENERIC

SAIL = 0.62
"""Width and height of a sail."""

WAVES = 90


def paint_sea(canvas: Canvas, ships: int) -> None:
    """Water out to a hexagonal frame, lighter near the land, with waves where no ship lies; and the beach."""
    coast = coastline()
    closed = np.vstack([coast, coast[:1]])
    canvas.polygon(Paint(SEA, "#3f88bd", "#25587f", 0.06), sea_corners(0.03))
    for n, (colour, width) in enumerate((("#559bcb", 1.15), ("#6bacd6", 0.80), ("#8cc3e2", 0.48))):
        canvas.polygon(Paint(SEA + 0.1 * (n + 1), colour, colour, width), coast)
    canvas.polygon(Paint(BEACH, "#b08d4e", "#b08d4e", 0.27), coast)
    canvas.polygon(Paint(BEACH + 0.1, "#f0dfae", "#f0dfae", 0.23), coast)
    harbours = np.array([ship_at(number) for number in range(ships)]).reshape(-1, 2)
    chance = random.Random("waves")
    frame = Outline(sea_corners(0.3))
    placed: list[Point] = []
    for _ in range(4000):
        at = chance.uniform(-5.7, 5.7), chance.uniform(-5.0, 5.0)
        spot = np.array([at])
        clear = (
            frame.contains_point(at)
            and not Outline(coast).contains_point(at)
            and nearest(spot, [closed])[0] > 0.34
            and (np.hypot(*(harbours - spot).T) > 0.52).all()
            and all(np.hypot(at[0] - x, at[1] - y) > 0.36 for x, y in placed)
        )
        if clear and len(placed) < WAVES:
            placed.append(at)
            _paint_wave(canvas, at, chance.uniform(0.8, 1.15))


def _paint_wave(canvas: Canvas, at: Point, size: float) -> None:
    t = np.linspace(0, 2, 9)
    crests = np.column_stack([(t - 1) * 0.11, 0.035 * np.abs(np.sin(np.pi * t))]) * size
    canvas.line(Paint(SEA + 0.5, None, "#d9eefa", 0.017, 0.75), crests + at)


def paint_harbours(canvas: Canvas, kinds: Sequence[int], rates: tuple[int, int]) -> None:
    """The ships of all harbours; `rates` are those of a generic and of a special harbour."""
    for number, kind in enumerate(kinds):
        at = ship_at(number)
        for end in edge_at(harbour_edge(number)):
            _paint_pier(canvas, end, np.array([at[0], at[1] - 0.22]))
        _paint_ship(canvas, kind, rates[0 if kind == GENERIC else 1], at)


def _paint_pier(canvas: Canvas, start: Points, goal: Points) -> None:
    """Planks from a vertex out to the ship."""
    way = goal - start
    length = float(np.hypot(*way))
    ahead = way / length
    side = np.array([-ahead[1], ahead[0]])
    first, last = start + ahead * 0.12, start + ahead * (length - 0.15)
    canvas.line(Paint(PIER, None, "#3f2a14", 0.15, round=False), [first, last])
    canvas.line(Paint(PIER + 0.1, None, "#b98a52", 0.11, round=False), [first, last])
    for step in np.arange(0.18, length - 0.15, 0.075):
        plank = start + ahead * step
        canvas.line(
            Paint(PIER + 0.2, None, "#6b4a25", 0.014, round=False),
            [plank - side * 0.055, plank + side * 0.055],
        )


def _paint_ship(canvas: Canvas, kind: int, rate: int, at: Point) -> None:
    """A ship whose sail says what it trades: the rate, and the sign of the resource or "any"."""
    hull = np.array([(-0.40, -0.26), (0.40, -0.26), (0.28, -0.43), (-0.28, -0.43)])
    canvas.polygon(Paint(SHIP, "#17405f", alpha=0.35), hull + at + (0.03, -0.045))
    canvas.polygon(Paint(SHIP + 0.1, "#8a5327", "#3a210c", 0.02), hull + at)
    canvas.line(Paint(SHIP + 0.11, None, "#d9a066", 0.018), np.array([(-0.33, -0.315), (0.33, -0.315)]) + at)
    half = SAIL / 2
    t = np.linspace(-1, 1, 9)
    left = np.column_stack([-half + 0.035 * (1 - t**2), half * t])[::-1]
    sail = np.vstack([left, np.column_stack([half - 0.035 * (1 - t**2), half * t])]) * (1.0, 0.93)
    canvas.polygon(Paint(SHIP + 0.2, "#fffaf0", "#3a210c", 0.02), sail + at + (0.0, 0.06))
    yard = np.array([(-half - 0.03, half * 0.93), (half + 0.03, half * 0.93)])
    canvas.line(Paint(SHIP + 0.3, None, "#3a210c", 0.045), yard + at + (0.0, 0.06))
    ink = Paint(SHIP + 0.4, "#1f2430")
    x, y = at
    if kind == GENERIC:
        canvas.path(ink, lettering(f"{rate}:1", 0.185, (x, y + 0.13), bold=True))
        canvas.path(ink, lettering("any", 0.12, (x, y - 0.10), bold=True))
        return
    emblem(canvas, SHIP + 0.5, kind, (x, y + 0.16), 0.32)
    canvas.path(ink, lettering(f"{rate}:1", 0.145, (x, y - 0.12), bold=True))
