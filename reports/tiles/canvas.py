"""A canvas that gathers shapes by paint, so that a whole board becomes a few dozen vector paths.

Shapes are kept in tile sides: the tile's centre is the origin, x points east, y north, and the tile
reaches from -1/2 to 1/2. A tile is painted once per design, then stamped wherever it lies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from numpy.typing import ArrayLike, NDArray

from reports.tiles.geometry import Point, Points, turn

#: Levels, from the table upwards. A painter may use the tenths in between.
GROUND, SCATTER, AREA, LANE, BODY, BORDER, MARK, BADGE, PIECE = range(9)

#: A path this long is closed off and another begun: renderers slow down on endless paths.
LONGEST = 6000


@dataclass(frozen=True)
class Paint:
    """How a shape is coloured: `fill` and `line` are colours or None, `width` is in tile sides."""

    level: float
    fill: str | None = None
    line: str | None = None
    width: float = 0.0
    alpha: float = 1.0
    round: bool = True


class Canvas:
    """Shapes in tile sides, kept together by paint in the order in which the paints were first used."""

    def __init__(self) -> None:
        self._shapes: dict[Paint, list[Any]] = {}

    def __iter__(self) -> Iterator[tuple[Paint, list[Any]]]:
        return iter(self._shapes.items())

    def path(self, paint: Paint, path: Any) -> None:
        """Add a matplotlib path."""
        self._shapes.setdefault(paint, []).append(path)

    def polygon(self, paint: Paint, points: ArrayLike) -> None:
        """Add a closed polygon."""
        corners = np.asarray(points, dtype=float)
        codes = np.full(len(corners) + 1, Path.LINETO)
        codes[0], codes[-1] = Path.MOVETO, Path.CLOSEPOLY
        self.path(paint, Path(np.vstack([corners, corners[:1]]), codes))

    def line(self, paint: Paint, points: ArrayLike) -> None:
        """Add an open line through points."""
        along = np.asarray(points, dtype=float)
        codes = np.full(len(along), Path.LINETO)
        codes[0] = Path.MOVETO
        self.path(paint, Path(along, codes))

    def disc(self, paint: Paint, centre: Point, radius: float) -> None:
        """Add a circle."""
        self.path(paint, Path.circle(centre, radius))

    def stamp(self, other: Canvas, at: Point, rotation: int = 0) -> None:
        """Copy `other` here, turned by `rotation` quarter turns clockwise."""
        for paint, paths in other:
            for path in paths:
                placed = turn(path.vertices, rotation) + np.asarray(at)
                self.path(paint, Path(placed, path.codes))

    def draw(self, axes: Any, origin: Point, side: float) -> None:
        """Put everything on `axes`, whose unit is the point (1/72 inch).

        `origin` is where (0, 0) lies and `side` the length of a tile, both in points. Coordinates are
        rounded to a hundredth of a point, which no one can see and which halves the size of an SVG.
        """
        for paint, paths in sorted(self._shapes.items(), key=lambda item: item[0].level):
            for batch in _batches(paths):
                corners = np.concatenate([path.vertices for path in batch])
                codes = np.concatenate([path.codes for path in batch])
                placed = np.round(corners * side + np.asarray(origin), 2)
                axes.add_artist(_patch(paint, Path(placed, codes), paint.width * side))


def _patch(paint: Paint, path: Any, width: float) -> Any:
    """One drawable for one path; `width` in points."""
    return PathPatch(
        path,
        facecolor=paint.fill or "none",
        edgecolor=paint.line or "none",
        linewidth=width if paint.line else 0.0,
        alpha=paint.alpha,
        capstyle="round" if paint.round else "butt",
        joinstyle="round",
        zorder=paint.level,
        clip_on=False,
    )


def _batches(paths: list[Any]) -> Iterator[list[Any]]:
    """The paths in order, in batches of about `LONGEST` corners."""
    batch: list[Any] = []
    corners = 0
    for path in paths:
        batch.append(path)
        corners += len(path.vertices)
        if corners >= LONGEST:
            yield batch
            batch, corners = [], 0
    if batch:
        yield batch


def lettering(text: str, height: float, at: Point, bold: bool = False) -> Any:
    """`text` as a path centred on `at`, its capitals `height` tile sides high."""
    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")
    outline = TextPath((0, 0), text, size=100, prop=font, usetex=False)
    capital = 72.9  # height of a DejaVu Sans capital at size 100
    low, high = outline.vertices.min(axis=0), outline.vertices.max(axis=0)
    middle = np.array([(low[0] + high[0]) / 2, capital / 2])
    return Path((outline.vertices - middle) * (height / capital) + np.asarray(at), outline.codes)


def blob(centre: Point, radii: NDArray[np.float64], squash: float = 1.0, tilt: float = 0.0) -> Points:
    """A closed shape whose radius takes the given values at equal angles; `tilt` in radians."""
    angles = np.linspace(0, 2 * np.pi, len(radii), endpoint=False)
    x, y = radii * np.cos(angles), radii * np.sin(angles) * squash
    return np.column_stack(
        [
            centre[0] + x * np.cos(tilt) - y * np.sin(tilt),
            centre[1] + x * np.sin(tilt) + y * np.cos(tilt),
        ]
    )


def rounded(corners: Points) -> Any:
    """A closed smooth path that rounds off the corners."""
    middles = (corners + np.roll(corners, -1, axis=0)) / 2
    vertices, codes = [middles[-1]], [Path.MOVETO]
    for corner, middle in zip(corners, middles, strict=True):
        vertices += [corner, middle]
        codes += [Path.CURVE3, Path.CURVE3]
    return Path(np.array([*vertices, middles[-1]]), [*codes, Path.CLOSEPOLY])
