"""The ground of the island: each terrain has a colour and things that stand on it.

The motifs keep clear of the number token south of the middle, and of corners and sides, where pieces go.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from reports.island.motifs import (
    boulder,
    bricks,
    cactus,
    dune,
    fir,
    mound,
    peak,
    sheaf,
    sheep,
    tuft,
)
from reports.island.places import ACROSS, CORNERS, GROUND, MOTIF, hex_at, in_hex
from reports.island.tokens import TOKEN_AT, TOKEN_RADIUS
from reports.tiles.canvas import Canvas, Paint, blob, rounded
from reports.tiles.geometry import Point
from rules.catan.board import TERRAIN

#: How much of its place a hex fills; the sand between hexes is where roads go.
PART = 0.955


@dataclass(frozen=True)
class Ground:
    """The colours of a terrain: its ground, the rim, and patches lighter and darker than the ground."""

    fill: str
    rim: str
    light: str
    dark: str


GROUNDS = {
    "hills": Ground("#d98052", "#8f4220", "#eba27b", "#b8592f"),
    "forest": Ground("#5d9a55", "#2b5a2c", "#7bb26e", "#3f7a3f"),
    "pasture": Ground("#a8d365", "#5d8a2a", "#c4e48a", "#8abb4a"),
    "fields": Ground("#f0cd57", "#a67a12", "#f8e08c", "#d8aa32"),
    "mountains": Ground("#b3b6bb", "#5f646d", "#cdd0d4", "#90959d"),
    "desert": Ground("#ecd9a0", "#a88d4a", "#f7ebc6", "#d6bd7a"),
}


def hex_art(terrain: int, number: int) -> Canvas:
    """A hex about the origin; `number` varies the patches of its ground."""
    name = TERRAIN[terrain]
    chance = random.Random(f"{name}/{number}")
    canvas = Canvas()
    ground = GROUNDS[name]
    canvas.polygon(Paint(GROUND, ground.fill, ground.rim, 0.022), CORNERS * PART)
    for paint in (
        Paint(GROUND + 0.1, ground.light, alpha=0.55),
        Paint(GROUND + 0.2, ground.dark, alpha=0.35),
    ):
        for _ in range(2):
            at = chance.uniform(-0.45, 0.45), chance.uniform(-0.5, 0.5)
            radii = np.array([chance.uniform(0.16, 0.28) for _ in range(8)])
            canvas.path(paint, rounded(blob(at, radii, squash=0.6)))
    _MOTIFS[name](canvas, chance)
    return canvas


def paint_terrain(canvas: Canvas, terrain: Sequence[int]) -> None:
    """All hexes of the island."""
    for number, kind in enumerate(terrain):
        canvas.stamp(hex_art(kind, number), hex_at(number))


def _rows(places: Sequence[tuple[float, float, float]]) -> list[tuple[float, Point, float]]:
    """Level, place and size of things given as (x, y, size): the further south, the higher."""
    rows = sorted({-y for _, y, _ in places})
    return [(MOTIF + 0.06 * rows.index(-y), (x, y), size) for x, y, size in places]


def _forest(canvas: Canvas, chance: random.Random) -> None:
    places = [
        (-0.16, 0.48, 0.36), (0.18, 0.46, 0.38),
        (-0.40, 0.27, 0.42), (0.02, 0.24, 0.46), (0.43, 0.26, 0.42),
        (-0.58, 0.01, 0.42), (-0.22, 0.08, 0.34), (0.25, 0.08, 0.34), (0.60, 0.02, 0.42),
        (-0.56, -0.36, 0.40), (0.56, -0.36, 0.40),
        (-0.24, -0.76, 0.28), (0.24, -0.76, 0.28),
    ]  # fmt: skip
    for level, at, size in _rows(places):
        fir(canvas, level, at, size * chance.uniform(0.94, 1.06))


def _pasture(canvas: Canvas, chance: random.Random) -> None:
    for at in _scattered(chance, 16):
        tuft(canvas, GROUND + 0.5, at, 0.05, "#5d8a2a")
    places = [
        (-0.16, 0.46, 0.36), (0.34, 0.32, 0.38), (-0.44, 0.13, 0.40), (0.10, 0.10, 0.34),
        (0.56, -0.12, 0.32), (-0.52, -0.42, 0.32),
    ]  # fmt: skip
    for n, (level, at, size) in enumerate(_rows(places)):
        sheep(canvas, level, at, size, 1 if n in (0, 2, 5) else -1)


def _fields(canvas: Canvas, chance: random.Random) -> None:
    for n, y in enumerate(np.arange(-0.78, 0.86, 0.13)):
        x = np.linspace(-0.8, 0.8, 41)
        furrow = np.column_stack([x, y + 0.07 * np.cos(1.6 * x) + 0.012 * np.sin(5 * x + n)])
        inside = furrow[in_hex(furrow, 0.88)]
        if len(inside) > 3:
            canvas.line(Paint(GROUND + 0.4, None, "#b98a1c", 0.03, 0.55), inside)
    places = [
        (-0.08, 0.40, 0.40), (0.33, 0.26, 0.40), (-0.44, 0.14, 0.42), (0.06, 0.03, 0.40), (0.56, -0.06, 0.38),
        (-0.55, -0.40, 0.38), (0.52, -0.48, 0.36),
    ]  # fmt: skip
    for level, at, size in _rows(places):
        sheaf(canvas, level, at, size * chance.uniform(0.96, 1.04))


def _hills(canvas: Canvas, chance: random.Random) -> None:
    places = [
        (0.04, 0.24, 0.74, 0.40), (-0.36, 0.14, 0.64, 0.34), (0.41, 0.10, 0.66, 0.32),
        (0.02, 0.02, 0.66, 0.24),
    ]  # fmt: skip
    for n, (x, y, width, height) in enumerate(places):
        mound(canvas, MOTIF + 0.06 * n, (x, y), width, height * chance.uniform(0.95, 1.05))
    for n, (x, y, width) in enumerate([(-0.54, -0.24, 0.36), (0.54, -0.26, 0.36), (0.0, -0.80, 0.30)]):
        bricks(canvas, MOTIF + 0.4 + 0.06 * n, (x, y), width)


def _mountains(canvas: Canvas, chance: random.Random) -> None:
    peaks = [
        (0.04, 0.10, 0.78, 0.70), (-0.40, 0.05, 0.62, 0.48), (0.45, 0.02, 0.62, 0.50),
        (-0.56, -0.24, 0.34, 0.28),
    ]  # fmt: skip
    for n, (x, y, width, height) in enumerate(peaks):
        peak(canvas, MOTIF + 0.06 * n, (x, y), width, height * chance.uniform(0.95, 1.04))
    rocks = [(0.56, -0.24, 0.24), (-0.50, -0.48, 0.20), (0.46, -0.50, 0.18), (0.06, -0.80, 0.20)]
    for n, (x, y, size) in enumerate(rocks):
        boulder(canvas, MOTIF + 0.4 + 0.06 * n, (x, y), size)


def _desert(canvas: Canvas, chance: random.Random) -> None:
    dunes = [
        (0.20, 0.44, 0.66, 0.16), (-0.34, 0.18, 0.70, 0.20), (0.34, -0.06, 0.72, 0.20),
        (-0.26, -0.36, 0.78, 0.20), (0.16, -0.68, 0.56, 0.15),
    ]  # fmt: skip
    for n, (x, y, width, height) in enumerate(dunes):
        dune(canvas, MOTIF + 0.06 * n, (x, y), width, height)
    for n, (x, y, height) in enumerate([(-0.28, 0.24, 0.44), (0.36, 0.02, 0.52), (-0.46, -0.36, 0.34)]):
        cactus(canvas, MOTIF + 0.4 + 0.06 * n, (x, y), height)


_MOTIFS: dict[str, Callable[[Canvas, random.Random], None]] = {
    "hills": _hills,
    "forest": _forest,
    "pasture": _pasture,
    "fields": _fields,
    "mountains": _mountains,
    "desert": _desert,
}


def _scattered(chance: random.Random, count: int) -> list[Point]:
    """Places in a hex, clear of its rim and of the token."""
    found: list[Point] = []
    while len(found) < count:
        at = chance.uniform(-ACROSS, ACROSS), chance.uniform(-1, 1)
        if (
            in_hex(np.array(at), 0.82)
            and np.hypot(at[0] - TOKEN_AT[0], at[1] - TOKEN_AT[1]) > TOKEN_RADIUS + 0.05
        ):
            found.append(at)
    return found
