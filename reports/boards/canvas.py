"""A canvas that gathers shapes by paint, so that a whole board becomes a few dozen vector paths.

Each board has its own unit (a tile's side, a hex's, a card's pitch); x points east, y north. A thing is
painted once about the origin and stamped wherever it stands.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.patches import BoxStyle, PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from numpy.typing import ArrayLike, NDArray

from reports.pictures.fonts import lettered

Points = NDArray[np.float64]
Point = Sequence[float] | Points
"""One place, x and y."""

#: Levels, from the table upwards. A painter may use the tenths in between.
GROUND, SCATTER, AREA, LANE, BODY, BORDER, MARK, BADGE, PIECE = range(9)

#: A path this long is closed off and another begun: renderers slow down on endless paths.
LONGEST = 6000

MOST_STAMPS = 128
"""Places at which a thing is kept as it was stamped there: all edges of Catan and more."""

CAPITAL = 0.727
"""Height of a capital of Inter, in sizes of the font."""


@dataclass(frozen=True)
class Paint:
    """How a shape is coloured: `fill` and `line` are colours or None, `width` is in the board's unit.

    A line that `scales` grows with the thing it belongs to when that is stamped larger.
    """

    level: float
    fill: str | None = None
    line: str | None = None
    width: float = 0.0
    alpha: float = 1.0
    round: bool = True
    scales: bool = False


class Canvas:
    """Shapes, kept together by paint in the order in which the paints were first used."""

    def __init__(self) -> None:
        self._shapes: dict[Paint, list[Any]] = {}
        self._stamps: dict[tuple[float, ...], list[tuple[Paint, Any]]] = {}

    def __iter__(self) -> Iterator[tuple[Paint, list[Any]]]:
        return iter(self._shapes.items())

    def path(self, paint: Paint, path: Any) -> None:
        """Add a matplotlib path."""
        self._stamps.clear()
        self._shapes.setdefault(paint, []).append(path)

    def polygon(self, paint: Paint, points: ArrayLike) -> None:
        """Add a closed polygon."""
        corners = np.asarray(points, dtype=float)
        self.path(paint, Path(np.vstack([corners, corners[:1]]), closed=True))

    def line(self, paint: Paint, points: ArrayLike) -> None:
        """Add an open line through points."""
        along = np.asarray(points, dtype=float)
        self.path(paint, Path(along, [Path.MOVETO, *[Path.LINETO] * (len(along) - 1)]))

    def disc(self, paint: Paint, centre: Point, radius: float) -> None:
        """Add a circle."""
        x, y = centre
        self.path(paint, Path.circle((x, y), radius))

    def stamp(
        self,
        symbol: Canvas,
        place: Point,
        size: float | tuple[float, float] = 1.0,
        level: float = 0.0,
        rotation: float = 0,
        lines: float = 1.0,
    ) -> None:
        """Copy `symbol` here, its levels raised by `level`, turned by quarter turns clockwise.

        `size` is a factor, or one across and one upwards; a negative one mirrors. Lines that scale grow
        with it, the others with `lines`.
        """
        wide, up = size if isinstance(size, tuple) else (size, size)
        for paint, path in symbol._stamped((*map(float, place), wide, up, level, rotation, lines)):
            self.path(paint, path)

    def _stamped(self, placing: tuple[float, ...]) -> list[tuple[Paint, Any]]:
        """What `stamp` copies; a piece stands at its place for many moments of a film."""
        if placing not in self._stamps:
            if len(self._stamps) >= MOST_STAMPS:
                self._stamps.clear()
            x, y, wide, up, level, rotation, lines = placing
            copied = []
            for paint, paths in self:
                width = paint.width * (abs(up) if paint.scales else lines)
                raised = replace(paint, level=paint.level + level, width=width)
                corners = turn(np.concatenate([path.vertices for path in paths]) * (wide, up), rotation)
                codes = np.concatenate([path.codes for path in paths])
                copied.append((raised, Path(corners + np.asarray((x, y)), codes)))
            self._stamps[placing] = copied
        return self._stamps[placing]

    def draw(self, axes: Any, origin: Point, side: float) -> None:
        """Put everything on `axes`, whose unit is the point (1/72 inch).

        `origin` is where (0, 0) lies and `side` the length of the unit, both in points. Coordinates are
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


# --- shapes


def turn(points: ArrayLike, rotation: float) -> Points:
    """`points` (x, y) after `rotation` quarter turns clockwise about the origin.

    >>> turn((0.0, 0.5), 1).tolist()
    [0.5, 0.0]
    """
    angle = math.pi / 2 * rotation
    cos, sin = round(math.cos(angle), 15), round(math.sin(angle), 15)
    turned: Points = np.asarray(points, dtype=float) @ np.array([(cos, -sin), (sin, cos)])
    return turned + 0.0  # no negative zeros


def tilted(points: ArrayLike, angle: float) -> Points:
    """`points` turned counter-clockwise by an angle in radians."""
    return turn(points, -angle / (np.pi / 2))


def lettering(text: str, height: float, place: Point) -> Any:
    """`text` in bold as a path centred on `place`, its capitals `height` high."""
    outline = _outline(text)
    return Path(outline.vertices * height + np.asarray(place), outline.codes)


@lru_cache(maxsize=256)
def _outline(text: str) -> Any:
    """The outline of a text about the middle of its capitals, which are 1 high."""
    outline = TextPath((0, 0), text, size=100, prop=lettered(bold=True), usetex=False)
    low, high = outline.vertices.min(axis=0), outline.vertices.max(axis=0)
    middle = np.array([(low[0] + high[0]) / 2, 100 * CAPITAL / 2])
    return Path((outline.vertices - middle) / (100 * CAPITAL), outline.codes)


def blob(
    centre: Point, radii: NDArray[np.float64] | Sequence[float], squash: float = 1.0, tilt: float = 0.0
) -> Points:
    """A closed shape whose radius takes the given values at equal angles; `tilt` in radians."""
    angles = np.linspace(0, 2 * np.pi, len(radii), endpoint=False)
    shape = np.column_stack([np.cos(angles), np.sin(angles) * squash]) * np.asarray(radii)[:, None]
    return tilted(shape, tilt) + np.asarray(centre)


def rounded(corners: Points) -> Any:
    """A closed smooth path that rounds off the corners."""
    middles = (corners + np.roll(corners, -1, axis=0)) / 2
    vertices, codes = [middles[-1]], [Path.MOVETO]
    for corner, middle in zip(corners, middles, strict=True):
        vertices += [corner, middle]
        codes += [Path.CURVE3, Path.CURVE3]
    return Path(np.array([*vertices, middles[-1]]), [*codes, Path.CLOSEPOLY])


def box(middle: Point, width: float, height: float) -> Points:
    """The corners of a box, counter-clockwise from its lower left, as those of a rounded one."""
    return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2) + np.asarray(middle)


def rounded_box(middle: Point, width: float, height: float, radius: float) -> Any:
    """A box with round corners, as a path."""
    x, y = middle
    return BoxStyle.Round(0, radius)(x - width / 2, y - height / 2, width, height, 1.0)
