"""Planets as shaded spheres: a few kinds of world, each with its own features and colours."""

from __future__ import annotations

import random
import zlib
from dataclasses import dataclass

import numpy as np

from reports.boards.canvas import BODY, Canvas, Paint, Points, blob, tilted
from reports.boards.symbols import symbol
from reports.boards.tiles.curves import CENTRE


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

    def common(name: str, level: float, angle: float = 0.0) -> None:
        layer = symbol(f"starwars/{name}", air=world.air)
        canvas.stamp(layer, CENTRE, radius, BODY + level, rotation=-angle / (np.pi / 2))

    common("air", 0.0)
    canvas.disc(Paint(BODY + 0.1, world.base), CENTRE, radius)
    _bands(canvas, world, radius, chance, lean)
    for _ in range(world.lands):
        canvas.polygon(Paint(BODY + 0.3, world.mark, alpha=0.8), _land(chance) * radius)
    for _ in range(world.craters):
        _crater(canvas, world, radius, chance)
    for _ in range(world.clouds):
        start = chance.uniform(-1.1, 0.2)
        latitude, width = chance.uniform(-1.0, 1.0), chance.uniform(0.07, 0.14)
        cloud = _stripe(latitude, width, lean, start, start + 0.9) * radius
        canvas.polygon(Paint(BODY + 0.4, "#ffffff", alpha=0.42), cloud)
    common("light", 0.5)
    if world.ring:
        common("ring-behind", 0.05, lean)
        common("ring-before", 0.8, lean)


def _bands(canvas: Canvas, world: World, radius: float, chance: random.Random, lean: float) -> None:
    """Belts along the latitudes, as gas giants and desert worlds have."""
    dark, bright = Paint(BODY + 0.2, world.mark, alpha=0.62), Paint(BODY + 0.2, world.air, alpha=0.3)
    for n in range(world.bands):
        latitude = -1.05 + 2.1 * (n + 0.5) / world.bands + chance.uniform(-0.08, 0.08)
        width = chance.uniform(0.5, 1.0) / world.bands
        belt = _stripe(latitude, width, lean, -np.pi / 2, np.pi / 2) * radius
        canvas.polygon(bright if n % 2 else dark, belt)


def _stripe(latitude: float, width: float, lean: float, west: float, east: float) -> Points:
    """A belt on the sphere, `width` and `latitude` in radians, from longitude `west` to `east`."""
    along = np.linspace(west, east, 13)
    swell = np.sin(np.linspace(0, np.pi, 13)) if east - west < 3 else np.ones(13)
    north, south = latitude + width * swell / 2, latitude - width * swell / 2
    angles = np.concatenate([north, south[::-1]])
    longitudes = np.concatenate([along, along[::-1]])
    y = np.sin(angles) * np.cos(0.25) - np.cos(angles) * np.cos(longitudes) * np.sin(0.25)
    return tilted(np.column_stack([np.cos(angles) * np.sin(longitudes), y]), lean)


def _land(chance: random.Random) -> Points:
    """A continent with a ragged coast, flattened towards the rim."""
    distance = np.sqrt(chance.uniform(0.0, 0.55))
    angle = chance.uniform(0, 2 * np.pi)
    size = chance.uniform(0.16, 0.34)
    coast = [size * chance.uniform(0.62, 1.15) for _ in range(11)]
    shape = blob(CENTRE, coast) * (np.sqrt(1 - distance**2), 1.0) + (distance, 0.0)
    shape /= np.maximum(1.0, np.hypot(*shape.T) / 0.98)[:, None]
    return tilted(shape, angle)


def _crater(canvas: Canvas, world: World, radius: float, chance: random.Random) -> None:
    """A bowl with a lit rim."""
    distance, angle = np.sqrt(chance.uniform(0.0, 0.7)), chance.uniform(0, 2 * np.pi)
    size = chance.uniform(0.05, 0.14) * radius
    rim = tilted(blob(CENTRE, np.full(14, size)) * (np.sqrt(1 - distance**2), 1.0), angle)
    centre = tilted((distance * radius, 0.0), angle)
    for shift, level, paint, alpha in ((0.18, 0.3, world.air, 0.8), (0.0, 0.35, world.mark, 1.0)):
        middle = centre + size * shift * np.array([1.0, -1.0])
        canvas.polygon(Paint(BODY + level, paint, alpha=alpha), rim + middle)
