"""Planets as shaded spheres: a few kinds of world, each with its own features and colours."""

from __future__ import annotations

import random
import zlib
from dataclasses import dataclass

import numpy as np

from reports.tiles.canvas import BODY, Canvas, Paint, blob
from reports.tiles.geometry import Points


@dataclass(frozen=True)
class World:
    """The look of a planet: base colour, colour of its features, colour of its air, and what it bears."""

    base: str
    mark: str
    air: str
    bands: int = 0
    lands: int = 0
    craters: int = 0
    clouds: int = 0
    ring: bool = False


#: Planets known by name look as the films show them.
WORLDS = {
    "Tatooine": World("#dcab68", "#c08a48", "#f3d9a4", bands=4, craters=2),
    "Jakku": World("#cdb287", "#a98c60", "#e9d8b4", bands=2, craters=6),
    "Hoth": World("#dfeaf3", "#b4cbdf", "#ffffff", lands=5, clouds=2),
    "Dagobah": World("#62794a", "#42562f", "#b9c79a", lands=5, clouds=5),
    "Alderaan": World("#3d7fbd", "#5f9a5b", "#a9d4f5", lands=5, clouds=4),
    "Naboo": World("#4d9c86", "#3a6fae", "#b3e0d2", lands=6, clouds=3),
}

#: All others take one of these.
OTHERS = (
    World("#c97b4a", "#a1552f", "#f0bd92", bands=6, ring=True),
    World("#9a9ca3", "#74767e", "#c9ccd4", craters=11),
    World("#7a6bb5", "#5b4c98", "#c3b8ea", bands=5),
    World("#a8443a", "#6f2520", "#e89a83", lands=6, craters=3),
    World("#57a9b0", "#3d8790", "#b6e6ea", bands=5, ring=True),
    World("#b79a3e", "#8d7326", "#ecd98d", lands=4, clouds=3),
    World("#5d8a4e", "#7fae63", "#c6e2b4", lands=5, clouds=2),
    World("#b5638a", "#8e4268", "#ebb4cf", bands=4, craters=3),
)


def world_of(planet: object, tile: str) -> World:
    """The look of a tile's planet: by name if it is a known one, else by the tile's id, always the same."""
    if isinstance(planet, str) and planet in WORLDS:
        return WORLDS[planet]
    name = planet if isinstance(planet, str) else tile
    return OTHERS[zlib.crc32(f"{name}/world".encode()) % len(OTHERS)]


def sphere(canvas: Canvas, world: World, radius: float, chance: random.Random) -> None:
    """A planet in the middle of the tile, lit from the upper left; `radius` in tile sides."""
    lean = chance.uniform(-0.5, -0.2)
    for size, alpha in ((1.26, 0.07), (1.17, 0.10), (1.09, 0.16)):
        canvas.disc(Paint(BODY, world.air, alpha=alpha), (0.0, 0.0), radius * size)
    if world.ring:
        _half_ring(canvas, BODY + 0.05, world, radius, lean, upper=True)
    canvas.disc(Paint(BODY + 0.1, world.base), (0.0, 0.0), radius)
    _bands(canvas, world, radius, chance, lean)
    mark = Paint(BODY + 0.3, world.mark, alpha=0.8)
    for _ in range(world.lands):
        canvas.polygon(mark, _land(radius, chance))
    for _ in range(world.craters):
        _crater(canvas, world, radius, chance)
    for _ in range(world.clouds):
        start = chance.uniform(-1.1, 0.2)
        canvas.polygon(
            Paint(BODY + 0.4, "#ffffff", alpha=0.42),
            _stripe(radius, chance.uniform(-1.0, 1.0), chance.uniform(0.07, 0.14), lean, start, start + 0.9),
        )
    _light(canvas, world, radius)
    if world.ring:
        _half_ring(canvas, BODY + 0.8, world, radius, lean, upper=False)


def _bands(canvas: Canvas, world: World, radius: float, chance: random.Random, lean: float) -> None:
    """Belts along the latitudes, as gas giants and desert worlds have."""
    for n in range(world.bands):
        latitude = -1.05 + 2.1 * (n + 0.5) / world.bands + chance.uniform(-0.08, 0.08)
        paint = Paint(BODY + 0.2, world.mark if n % 2 == 0 else world.air, alpha=0.62 if n % 2 == 0 else 0.3)
        width = chance.uniform(0.5, 1.0) / world.bands
        canvas.polygon(paint, _stripe(radius, latitude, width, lean, -np.pi / 2, np.pi / 2))


def _stripe(radius: float, latitude: float, width: float, lean: float, west: float, east: float) -> Points:
    """A belt on the sphere, `width` and `latitude` in radians, from longitude `west` to `east`."""
    along = np.linspace(west, east, 13)
    swell = np.sin(np.linspace(0, np.pi, 13)) if east - west < 3 else np.ones(13)
    north, south = latitude + width * swell / 2, latitude - width * swell / 2
    angles = np.concatenate([north, south[::-1]])
    across = np.concatenate([along, along[::-1]])
    x = np.cos(angles) * np.sin(across)
    y = np.sin(angles) * np.cos(0.25) - np.cos(angles) * np.cos(across) * np.sin(0.25)
    return (
        np.column_stack([x * np.cos(lean) - y * np.sin(lean), x * np.sin(lean) + y * np.cos(lean)]) * radius
    )


def _land(radius: float, chance: random.Random) -> Points:
    """A continent with a ragged coast, flattened towards the rim."""
    far = np.sqrt(chance.uniform(0.0, 0.55))
    angle = chance.uniform(0, 2 * np.pi)
    size = chance.uniform(0.16, 0.34)
    coast = np.array([size * chance.uniform(0.62, 1.15) for _ in range(11)])
    flat = np.sqrt(1 - far**2)
    shape = blob((0.0, 0.0), coast) * np.array([flat, 1.0]) + np.array([far, 0.0])
    shape /= np.maximum(1.0, np.hypot(shape[:, 0], shape[:, 1]) / 0.98)[:, None]
    cos, sin = np.cos(angle), np.sin(angle)
    return (
        np.column_stack([shape[:, 0] * cos - shape[:, 1] * sin, shape[:, 0] * sin + shape[:, 1] * cos])
        * radius
    )


def _crater(canvas: Canvas, world: World, radius: float, chance: random.Random) -> None:
    """A bowl with a lit rim."""
    far, angle = np.sqrt(chance.uniform(0.0, 0.7)), chance.uniform(0, 2 * np.pi)
    size = chance.uniform(0.05, 0.14) * radius
    flat = float(np.sqrt(1 - far**2))
    centre = np.array([far * np.cos(angle), far * np.sin(angle)]) * radius
    for shift, level, paint, alpha in ((0.18, 0.3, world.air, 0.8), (0.0, 0.35, world.mark, 1.0)):
        middle = centre + size * shift * np.array([1.0, -1.0])
        rim = np.column_stack([size * flat * np.cos(_ROUND), size * np.sin(_ROUND)]) @ np.array(
            [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
        )
        canvas.polygon(Paint(BODY + level, paint, alpha=alpha), rim + middle)


_ROUND = np.linspace(0, 2 * np.pi, 14, endpoint=False)


def _light(canvas: Canvas, world: World, radius: float) -> None:
    """Shadow growing towards the lower right, a soft spot of light at the upper left, a thin bright rim."""
    limb = np.linspace(np.pi / 2, 3 * np.pi / 2, 25)
    towards = np.radians(135)
    cos, sin = np.cos(towards), np.sin(towards)
    for n, bulge in enumerate((0.9, 0.76, 0.62, 0.47, 0.31, 0.14, -0.05)):
        dark = np.column_stack([np.cos(limb), np.sin(limb)])
        edge = np.column_stack([bulge * np.cos(limb[::-1]), np.sin(limb[::-1])])
        shape = np.vstack([dark, edge[1:-1]]) * radius
        turned = np.column_stack(
            [shape[:, 0] * cos - shape[:, 1] * sin, shape[:, 0] * sin + shape[:, 1] * cos]
        )
        canvas.polygon(Paint(BODY + 0.5 + n * 0.01, "#05070f", alpha=0.13), turned)
    spot = (-0.36 * radius, 0.36 * radius)
    for n, size in enumerate((0.46, 0.34, 0.22, 0.11)):
        canvas.disc(Paint(BODY + 0.6 + n * 0.01, "#ffffff", alpha=0.08), spot, radius * size)
    canvas.disc(Paint(BODY + 0.7, None, world.air, 0.008, 0.55), (0.0, 0.0), radius)


def _half_ring(canvas: Canvas, level: float, world: World, radius: float, lean: float, upper: bool) -> None:
    """The half of a ring behind the planet (`upper`) or before it."""
    start = 0.0 if upper else np.pi
    angles = np.linspace(start, start + np.pi, 25)
    for inner, outer, alpha in ((1.28, 1.46, 0.85), (1.52, 1.72, 0.55)):
        rim = np.column_stack([outer * np.cos(angles), 0.27 * outer * np.sin(angles)])
        hole = np.column_stack([inner * np.cos(angles[::-1]), 0.27 * inner * np.sin(angles[::-1])])
        shape = np.vstack([rim, hole]) * radius
        cos, sin = np.cos(lean), np.sin(lean)
        turned = np.column_stack(
            [shape[:, 0] * cos - shape[:, 1] * sin, shape[:, 0] * sin + shape[:, 1] * cos]
        )
        canvas.polygon(Paint(level, world.air, alpha=alpha), turned)
