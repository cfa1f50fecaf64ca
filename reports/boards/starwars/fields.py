"""The areas of a Star Wars tile, its asteroid fields: their outlines, and where things stand in them."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np
from matplotlib.path import Path
from numpy.typing import NDArray

from reports.boards.canvas import Point, Points, turn
from reports.boards.tiles.curves import apart, best, bezier, gaps, grid, to_sides

#: Half the width that an area takes of an edge it reaches; the same everywhere, so that tiles join.
HALF = 0.45
#: How far an area that reaches a single edge comes in.
LOBE = 0.28
#: How far the side of an area dips in between two edges it reaches, past an edge it does not.
DIP = 0.225

_GRID = grid(0.46, 47)


def area(edges: Iterable[str], chance: random.Random | None = None, inset: float = 0.0) -> Points:
    """Outline of an area that fills the tile out to the edges it reaches.

    The walk goes clockwise: along a reached edge, then over a curve to the next reached edge. The curve
    depends on how many edges are skipped: none, a notch in the corner; one, a dip; two, a sweep through
    the centre; three (a single edge), a lobe. `chance` roughens the curves, `inset` shrinks the area (in
    tile sides) everywhere but at the edges it reaches.
    """
    outline: list[Points] = []
    for edge, skipped in gaps(edges):
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
        np.sin(np.pi * k * t + chance.uniform(0, 2 * np.pi)) * chance.uniform(0.3, 1.0) for k in (3, 5, 8)
    )
    step = np.gradient(curve, axis=0)
    normal = np.column_stack([step[:, 1], -step[:, 0]]) / np.hypot(step[:, 0], step[:, 1])[:, None]
    fade = np.minimum(1.0, 3.5 * np.minimum(t, 1 - t))
    return curve + normal * (size * waves * fade)[:, None]


# --- where things stand


def roominess(points: Points, outline: Points) -> NDArray[np.float64]:
    """Distance of each point to those sides of an area that are not the tile's edge; 0 outside it."""
    a, b = outline, np.roll(outline, -1, axis=0)
    inner = ~(np.isclose(np.abs(a), 0.5) & np.isclose(a, b)).any(axis=1)
    room = to_sides(points, a[inner], (b - a)[inner]) if inner.any() else np.full(len(points), 0.5)
    return np.where(Path(outline).contains_points(points), room, 0.0)


def fit_in(outline: Points, occupied: Iterable[Point] = ()) -> Points:
    """The roomiest place in an area for a piece, away from the places already taken.

    It keeps a little further from the tile's edge than from the area's own sides, which a piece may overlap.
    """
    place: Points = _GRID[best(_room_to_stand(_GRID, outline, occupied) - 0.01 * np.hypot(*_GRID.T))]
    return place


def fit_two(outline: Points, occupied: Iterable[Point] = ()) -> tuple[Points, Points]:
    """Places in an area for a piece, towards the middle, and clear of it for a badge, all of it inside."""
    coarse = _GRID[(np.abs(np.round(_GRID / 0.04) * 0.04 - _GRID) < 1e-9).all(axis=1)]
    inside = coarse[Path(outline).contains_points(coarse)]
    room = np.minimum(_room_to_stand(inside, outline, occupied), 0.24)
    clear = np.minimum(roominess(inside, outline), 0.5 - np.abs(inside).max(axis=1))
    score = 2 * room[:, None] + 2 * np.minimum(clear, 0.125)[None, :] + np.minimum(apart(inside), 0.33)
    piece, badge = best(score - 0.1 * np.hypot(*inside.T)[:, None])  # the piece takes the middle
    return inside[piece], inside[badge]


def _room_to_stand(points: Points, outline: Points, occupied: Iterable[Point]) -> NDArray[np.float64]:
    """Room about each point: to the area's own sides, with some overlap, to the tile's edge, to others."""
    room = np.minimum(roominess(points, outline) + 0.06, 0.5 - np.abs(points).max(axis=1))
    for place in occupied:
        room = np.minimum(room, np.hypot(*(points - np.asarray(place)).T) - 0.15)
    return np.where(Path(outline).contains_points(points), room, -1.0)
