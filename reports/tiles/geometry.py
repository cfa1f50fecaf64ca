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

import math
import random
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from matplotlib.path import Path
from numpy.typing import ArrayLike, NDArray

Point = tuple[float, float]
Points = NDArray[np.float64]

EDGES = "NESW"
MIDDLE: dict[str, Point] = {"N": (0.0, 0.5), "E": (0.5, 0.0), "S": (0.0, -0.5), "W": (-0.5, 0.0)}

#: Half the width that an area takes of an edge it reaches; the same everywhere, so that tiles join.
HALF = 0.45
#: How far an area that reaches a single edge comes in.
LOBE = 0.28
#: How far the side of an area dips in between two edges it reaches, past an edge it does not.
DIP = 0.225

#: Points on each drawn curve.
STEPS = 16


def turn(points: Points | Sequence[float] | Sequence[Point], rotation: int) -> Points:
    """`points` (x, y) after `rotation` quarter turns clockwise about the tile's centre.

    >>> turn((0.0, 0.5), 1).tolist()
    [0.5, 0.0]
    """
    turned = np.array(points, dtype=float)
    for _ in range(rotation % 4):
        turned = np.stack([turned[..., 1], -turned[..., 0]], axis=-1)
    return turned + 0.0  # no negative zeros


def bezier(a: ArrayLike, b: ArrayLike, c: ArrayLike, d: ArrayLike, steps: int = STEPS) -> Points:
    """Points along the cubic curve from `a` to `d` with handles `b` and `c`."""
    t = np.linspace(0, 1, steps + 1)[:, None]
    p, q, r, s = (np.asarray(v, dtype=float) for v in (a, b, c, d))
    curve: Points = (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t**2 * r + t**3 * s
    return curve


# --- areas: asteroid fields, cities


def area(edges: Iterable[str], chance: random.Random | None = None, inset: float = 0.0) -> Points:
    """Outline of an area that fills the tile out to the edges it reaches.

    The walk goes clockwise: along a reached edge, then over a curve to the next reached edge. The curve
    depends on how many edges are skipped: none, a notch in the corner; one, a dip; two, a sweep through
    the centre; three (a single edge), a lobe. `chance` roughens the curves, `inset` shrinks the area (in
    tile sides) everywhere but at the edges it reaches.
    """
    reached = sorted(EDGES.index(edge) for edge in edges)
    outline: list[Points] = []
    for n, edge in enumerate(reached):
        skipped = (reached[(n + 1) % len(reached)] - edge - 1) % 4
        curve = _inner_curve(skipped, inset)
        if chance is not None and skipped:
            curve = _roughened(curve, chance)
        outline.append(turn(np.vstack([[(-HALF + inset, 0.5)], curve]), edge))
    walked = np.vstack(outline)
    fresh = np.any(np.abs(np.diff(walked, axis=0, append=walked[:1])) > 1e-9, axis=1)
    return walked[fresh]


def _inner_curve(skipped: int, inset: float) -> Points:
    """From the east end of the north edge to the next reached edge, `skipped` edges further clockwise."""
    h = HALF - inset
    if skipped == 0:
        return bezier((h, 0.5), (h + 0.025, 0.485), (0.485, h + 0.025), (0.5, h), steps=4)
    if skipped == 1:
        x = HALF - inset - DIP / 0.75
        return bezier((h, 0.5), (x, 0.2), (x, -0.2), (h, -0.5))
    if skipped == 2:
        return bezier((h, 0.5), (0.17 - inset, 0.1), (-0.1, -0.17 + inset), (-0.5, -h))
    y = 0.5 - (LOBE - inset) / 0.75
    return bezier((h, 0.5), (0.13, y), (-0.13, y), (-h, 0.5))


def _roughened(curve: Points, chance: random.Random, size: float = 0.011) -> Points:
    """`curve` with its inner points moved sideways by smooth noise of about `size` tile sides."""
    t = np.linspace(0, 1, len(curve))
    waves = sum(
        np.sin(np.pi * k * t + chance.uniform(0, 2 * math.pi)) * chance.uniform(0.3, 1.0) for k in (3, 5, 8)
    )
    step = np.gradient(curve, axis=0)
    normal = np.column_stack([step[:, 1], -step[:, 0]]) / np.hypot(step[:, 0], step[:, 1])[:, None]
    fade = np.minimum(1.0, 3.5 * np.minimum(t, 1 - t))
    return curve + normal * (size * waves * fade)[:, None]


# --- lanes: trade routes, roads, rivers


def lane(a: str, b: str, push: Point = (0.0, 0.0), tight: float = 0.276) -> Points:
    """A smooth curve from the middle of edge `a` to the middle of edge `b`, square to both.

    Between neighbouring edges, `tight` is the length of the handles (0.276 makes a quarter circle).
    Between opposite edges the lane passes through `push`.
    """
    start, end = np.asarray(MIDDLE[a]), np.asarray(MIDDLE[b])
    if EDGES.index(a) % 2 != EDGES.index(b) % 2:
        return bezier(start, start * (1 - 2 * tight), end * (1 - 2 * tight), end, steps=24)
    middle = np.asarray(push)
    there = bezier(start, start * 0.5, middle + start * 0.45, middle, steps=12)
    return np.vstack([there, bezier(middle, middle + end * 0.45, end * 0.5, end, steps=12)[1:]])


def stub(edge: str, target: Point) -> Points:
    """A lane that enters square to `edge` and ends at `target`."""
    start = np.asarray(MIDDLE[edge])
    goal = np.asarray(target, dtype=float)
    handle = start * (1 - 0.9 * float(np.hypot(*(goal - start))))
    return bezier(start, handle, (handle + 2 * goal) / 3, goal, steps=24)


def until_inside(line: Points, outline: Points) -> Points:
    """`line` up to its first point inside `outline`; all of it if it never enters."""
    inside = Path(outline).contains_points(line)
    return line[: int(np.argmax(inside)) + 1] if inside.any() else line


def until_within(line: Points, centre: Point, radius: float) -> Points:
    """`line` up to its first point nearer than `radius` to `centre`; all of it if it stays away."""
    near = np.hypot(line[:, 0] - centre[0], line[:, 1] - centre[1]) < radius
    return line[: int(np.argmax(near)) + 1] if near.any() else line


def crossings(one: Points, other: Points) -> list[Points]:
    """Where two lines cross: places inside the tile, found between the points of the lines."""
    found: list[Points] = []
    for a, b in pairwise(one):
        for c, d in pairwise(other):
            sides = np.column_stack([b - a, c - d])
            if abs(np.linalg.det(sides)) < 1e-12:
                continue
            s, t = np.linalg.solve(sides, c - a)
            place = a + s * (b - a)
            new = all(np.hypot(*(place - earlier)) > 0.02 for earlier in found)
            if -1e-9 <= s <= 1 + 1e-9 and -1e-9 <= t <= 1 + 1e-9 and new:
                found.append(place)
    return found


def stretch(curve: Points, at: Points, half: float) -> Points:
    """The part of a curve nearer than `half` to a place, through that place."""
    step = np.diff(curve, axis=0)
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(step[:, 0], step[:, 1]))])
    middle = lengths[int(np.argmin(np.hypot(*(curve - at).T)))]
    stops = np.linspace(max(0.0, middle - half), min(lengths[-1], middle + half), 7)
    return np.column_stack([np.interp(stops, lengths, curve[:, n]) for n in (0, 1)])


def nearest(points: Points, lines: Sequence[Points]) -> Points:
    """The distance of each point to the nearest of the lines; 1 if there are none."""
    least = np.ones(len(points))
    for line in lines:
        a, side = line[:-1], np.diff(line, axis=0)
        offset = points[:, None, :] - a[None, :, :]
        t = np.clip((offset * side).sum(axis=2) / np.maximum((side**2).sum(axis=1), 1e-12), 0, 1)
        gap = np.hypot(*np.moveaxis(offset - t[..., None] * side, 2, 0)).min(axis=1)
        least = np.minimum(least, gap)
    return least


# --- where things stand

_GRID = np.array([(x, y) for y in np.linspace(0.46, -0.46, 47) for x in np.linspace(-0.46, 0.46, 47)])


def roominess(points: Points, outline: Points) -> NDArray[np.float64]:
    """Distance of each point to those sides of an area that are not the tile's edge; 0 outside it."""
    a, b = outline, np.roll(outline, -1, axis=0)
    inner = ~(np.isclose(np.abs(a), 0.5) & np.isclose(a, b)).any(axis=1)
    room = np.full(len(points), 0.5)
    if inner.any():
        a, b = a[inner], b[inner]
        side = b - a
        length = np.maximum((side**2).sum(axis=1), 1e-12)
        offset = points[:, None, :] - a[None, :, :]
        t = np.clip((offset * side).sum(axis=2) / length, 0, 1)
        room = np.hypot(*np.moveaxis(offset - t[..., None] * side, 2, 0)).min(axis=1)
    return np.where(Path(outline).contains_points(points), room, 0.0)


def settle_in(outline: Points, taken: Iterable[Point] = ()) -> Point:
    """The roomiest place in an area for a piece, away from the places already taken.

    It keeps a little further from the tile's edge than from the area's own sides, which a piece may overlap.
    """
    room = _room_to_stand(_GRID, outline, taken)
    best = _GRID[int(np.argmax(np.round(room - 0.01 * np.hypot(*_GRID.T), 6)))]
    return float(best[0]), float(best[1])


def settle_two(outline: Points, taken: Iterable[Point] = ()) -> tuple[Point, Point]:
    """Places in an area for a piece, towards the middle, and clear of it for a badge, all of it inside."""
    coarse = _GRID[(np.abs(np.round(_GRID / 0.04) * 0.04 - _GRID) < 1e-9).all(axis=1)]
    inside = coarse[Path(outline).contains_points(coarse)]
    room = np.minimum(_room_to_stand(inside, outline, taken), 0.24)
    clear = np.minimum(roominess(inside, outline), 0.5 - np.abs(inside).max(axis=1))
    apart = np.hypot(*np.moveaxis(inside[:, None, :] - inside[None, :, :], 2, 0))
    score = 2 * room[:, None] + 2 * np.minimum(clear, 0.125)[None, :] + np.minimum(apart, 0.33)
    score = score - 0.1 * np.hypot(*inside.T)[:, None]  # the piece takes the middle
    piece, badge = np.unravel_index(int(np.argmax(np.round(score, 6))), score.shape)
    return (float(inside[piece][0]), float(inside[piece][1])), (
        float(inside[badge][0]),
        float(inside[badge][1]),
    )


def _room_to_stand(points: Points, outline: Points, taken: Iterable[Point]) -> NDArray[np.float64]:
    """Room about each point: to the area's own sides, with some overlap, to the tile's edge, to others."""
    room = np.minimum(roominess(points, outline) + 0.06, 0.5 - np.abs(points).max(axis=1))
    for place in taken:
        room = np.minimum(room, np.hypot(points[:, 0] - place[0], points[:, 1] - place[1]) - 0.15)
    return np.where(Path(outline).contains_points(points), room, -1.0)


def along(line: Points, fraction: float) -> Point:
    """The point at a fraction of the line's length.

    >>> along(np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), 0.75)
    (0.5, 1.0)
    """
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    goal = fraction * lengths[-1]
    return float(np.interp(goal, lengths, line[:, 0])), float(np.interp(goal, lengths, line[:, 1]))
