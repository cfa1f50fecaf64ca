"""Shapes from topology: what a tile looks like follows from which edges its segments reach.

Everything is in tile sides, the tile's centre at the origin, x east and y north, before rotation:

              N
        +-----------+  1/2
        |           |
      W |     0     | E
        |           |
        +-----------+ -1/2
              S
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from matplotlib.path import Path
from numpy.typing import ArrayLike, NDArray

from reports.boards.canvas import Canvas, Point, Points, box

Design = Mapping[str, Any]
"""A tile's table in the tile file."""

EDGES = "NESW"
MIDDLE: dict[str, Points] = {
    edge: np.array(at)
    for edge, at in zip(EDGES, ((0.0, 0.5), (0.5, 0.0), (0.0, -0.5), (-0.5, 0.0)), strict=True)
}
CENTRE = np.zeros(2)
SQUARE = box(CENTRE, 1.0, 1.0)

#: Points on each drawn curve.
STEPS = 16


class Tile(ABC):
    """A design, painted: where its segments run, where pieces stand on them, and how it looks."""

    junction: Point = CENTRE
    """Where three or more lanes meet."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.id = str(design["id"])
        self.anchors: dict[tuple[str, int], Point] = {}
        """Where a meeple stands, by kind of segment and index, before rotation."""
        self._laid: dict[int, Canvas] = {}

    def chance(self, purpose: str) -> random.Random:
        """Chance that is the same every time for this design and purpose."""
        return random.Random(f"{self.id}/{purpose}")

    def lanes_of(self, edges: Sequence[str]) -> list[Points]:
        """The curves of one road or route: from edge to edge, or from its edge to the place where it ends."""
        if len(edges) == 2:
            return [self.passing(edges[0], edges[1])]
        if len(edges) == 1:
            return [self.ending(edges[0])]
        return [stub(edge, self.junction) for edge in edges]

    def laid(self, rotation: int) -> Canvas:
        """The tile as it lies after 0 to 3 quarter turns clockwise, painted once."""
        if rotation not in self._laid:
            canvas = self._laid[rotation] = Canvas()
            canvas.stamp(self._printed, (0.0, 0.0), rotation=rotation)
            canvas.stamp(self.upright(rotation), (0.0, 0.0))
        return self._laid[rotation]

    @cached_property
    def _printed(self) -> Canvas:
        return self.art()

    @abstractmethod
    def passing(self, a: str, b: str) -> Points:
        """A lane across the tile."""

    @abstractmethod
    def ending(self, edge: str) -> Points:
        """A lane that ends on the tile."""

    @abstractmethod
    def art(self) -> Canvas:
        """What turns with the tile."""

    @abstractmethod
    def upright(self, rotation: int) -> Canvas:
        """What stays upright, for a tile turned by `rotation` quarter turns clockwise."""


# --- curves


def bezier(a: ArrayLike, b: ArrayLike, c: ArrayLike, d: ArrayLike, steps: int = STEPS) -> Points:
    """Points along the cubic curve from `a` to `d` with handles `b` and `c`."""
    t = np.linspace(0, 1, steps + 1)[:, None]
    p, q, r, s = (np.asarray(v, dtype=float) for v in (a, b, c, d))
    curve: Points = (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t**2 * r + t**3 * s
    return curve


def gaps(edges: Iterable[str]) -> Iterator[tuple[int, int]]:
    """A clockwise walk over the edges that an area reaches: each, and how many are skipped to the next."""
    reached = sorted(EDGES.index(edge) for edge in edges)
    for n, edge in enumerate(reached):
        yield edge, (reached[(n + 1) % len(reached)] - edge - 1) % 4


def lane(a: str, b: str, push: Point = CENTRE, tight: float = 0.276) -> Points:
    """A smooth curve from the middle of edge `a` to the middle of edge `b`, square to both.

    Between neighbouring edges, `tight` is the length of the handles (0.276 makes a quarter circle).
    Between opposite edges the lane passes through `push`.
    """
    start, end, middle = MIDDLE[a], MIDDLE[b], np.asarray(push)
    if EDGES.index(a) % 2 != EDGES.index(b) % 2:
        return bezier(start, start * (1 - 2 * tight), end * (1 - 2 * tight), end, steps=24)
    first_half = bezier(start, start * 0.5, middle + start * 0.45, middle, steps=12)
    return np.vstack([first_half, bezier(middle, middle + end * 0.45, end * 0.5, end, steps=12)[1:]])


def stub(edge: str, target: Point) -> Points:
    """A lane that enters square to `edge` and ends at `target`."""
    start, goal = MIDDLE[edge], np.asarray(target, dtype=float)
    handle = start * (1 - 0.9 * float(np.hypot(*(goal - start))))
    return bezier(start, handle, (handle + 2 * goal) / 3, goal, steps=24)


def until(line: Points, reached: NDArray[np.bool_]) -> Points:
    """`line` up to its first point that has reached something; all of it if none has."""
    return line[: int(np.argmax(reached)) + 1] if reached.any() else line


def until_inside(line: Points, outline: Points) -> Points:
    """`line` up to its first point inside `outline`."""
    return until(line, Path(outline).contains_points(line))


def until_near(line: Points, centre: Point, radius: float) -> Points:
    """`line` up to its first point nearer than `radius` to `centre`."""
    return until(line, np.hypot(*(line - np.asarray(centre)).T) < radius)


def along(line: Points, fraction: float) -> Points:
    """The point at a fraction of the line's length.

    >>> along(np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), 0.75).tolist()
    [0.5, 1.0]
    """
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    return np.array([np.interp(fraction * lengths[-1], lengths, line[:, n]) for n in (0, 1)])


# --- room


def to_sides(points: Points, start: Points, side: Points) -> NDArray[np.float64]:
    """The distance of each point to the nearest of some straight sides."""
    offset = points[:, None, :] - start[None, :, :]
    t = np.clip((offset * side).sum(axis=2) / np.maximum((side**2).sum(axis=1), 1e-12), 0, 1)
    return np.hypot(*np.moveaxis(offset - t[..., None] * side, 2, 0)).min(axis=1)


def nearest(points: Points, lines: Sequence[Points]) -> NDArray[np.float64]:
    """The distance of each point to the nearest of the lines; 1 if there are none."""
    least = np.ones(len(points))
    for line in lines:
        least = np.minimum(least, to_sides(points, line[:-1], np.diff(line, axis=0)))
    return least


def grid(outmost: float, places: int) -> Points:
    """Places spread over the tile, row by row from the north-west."""
    steps = np.linspace(-outmost, outmost, places)
    return np.array([(x, y) for y in steps[::-1] for x in steps])


def scattered(chance: random.Random, count: int, outmost: float) -> Points:
    """Places anywhere on the tile."""
    return np.array(
        [(chance.uniform(-outmost, outmost), chance.uniform(-outmost, outmost)) for _ in range(count)]
    )


def apart(spots: Points) -> NDArray[np.float64]:
    """The distance of each spot to each."""
    return np.hypot(*np.moveaxis(spots[:, None, :] - spots[None, :, :], 2, 0))


def best(score: NDArray[np.float64]) -> Any:
    """Where a score is highest, the first of several alike."""
    return np.unravel_index(int(np.argmax(np.round(score, 6))), score.shape)
