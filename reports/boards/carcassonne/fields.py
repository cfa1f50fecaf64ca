"""The fields of a tile: what is left of it when walls, roads and rivers have cut it, as polygons.

field 0    the lines that cut a tile are laid over its rim and the faces between them are walked;
------------  each face belongs to the field whose ports lie on it:
field 1    here a road from west to east makes two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from matplotlib.colors import to_hex, to_rgb
from matplotlib.path import Path
from numpy.typing import NDArray

from reports.boards.canvas import GROUND, Canvas, Paint, Point, Points, turn
from reports.boards.carcassonne.cities import WALL_END
from reports.boards.tiles.curves import EDGES
from reports.pictures.style import SEAT_COLOURS

#: The middle of each half-edge, clockwise from the north-west corner.
PORTS: dict[str, Points] = {
    port: turn((-0.25 if n % 2 == 0 else 0.25, 0.5), n // 2)
    for n, port in enumerate(("Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn"))
}

#: The tile's rim, with a corner wherever a port lies, a lane crosses it or a wall meets it.
RIM: Points = np.vstack(
    [turn([(x, 0.5) for x in (-0.5, -WALL_END, -0.25, 0.0, 0.25, WALL_END)], n) for n in range(len(EDGES))]
)

#: The ground of a shaded farm, how much of the owner's colour it takes, and how wide stripes are.
PALE, TINT, STRIPE = "#ece9dc", 0.45, 0.09

Corner = tuple[float, float]


def field_regions(
    cuts: Sequence[Points], fields: Sequence[Sequence[str]]
) -> tuple[list[list[Points]], list[Points]]:
    """The polygons of each field, given by its ports, and the hedges needed besides the `cuts`.

    Together the regions are the tile but for its cities. A region is one polygon, unless the lines
    part what the design calls one field. If they leave undivided what the design calls two, hedges
    divide it.
    """
    owner = {_key(PORTS[port]): n for n, ports in enumerate(fields) for port in ports}
    hedges: list[Points] = []
    for face in _faces(cuts):
        hedges += _hedges(face, owner)
    regions: list[list[Points]] = [[] for _ in fields]
    for face in _faces([*cuts, *hedges]):
        for n in {owner[_key(corner)] for corner in face if _key(corner) in owner}:
            regions[n].append(face)
    return regions, hedges


def _hedges(face: Points, owner: dict[Corner, int]) -> list[Points]:
    """Lines to the middle of a face from wherever, along its sides, one field gives way to another."""
    owned = [(n, owner[_key(corner)]) for n, corner in enumerate(face) if _key(corner) in owner]
    if len({field for _, field in owned}) < 2:
        return []
    middle = _key(face.mean(axis=0))
    lines = []
    for (start, field), (end, next_field) in zip(owned, owned[1:] + owned[:1], strict=True):
        if field != next_field:
            halfway = (start + ((end - start) % len(face)) / 2) % len(face)
            lines.append(np.array([face[int(halfway)], middle]))
    return lines


# --- faces of a drawing of lines


def _key(point: Point) -> Corner:
    return round(float(point[0]), 6), round(float(point[1]), 6)


def _faces(cuts: Sequence[Points]) -> list[Points]:
    """The bounded faces between the tile's rim and the lines of `cuts`, counter-clockwise."""
    neighbours: dict[Corner, set[Corner]] = {}
    for a, b in _pieces([np.vstack([RIM, RIM[:1]]), *cuts]):
        neighbours.setdefault(a, set()).add(b)
        neighbours.setdefault(b, set()).add(a)
    following: dict[tuple[Corner, Corner], tuple[Corner, Corner]] = {}
    for corner, ends in neighbours.items():
        ring = sorted(ends, key=lambda end: np.arctan2(end[1] - corner[1], end[0] - corner[0]))
        for n, end in enumerate(ring):  # come from `end`, leave by the next one clockwise
            following[end, corner] = corner, ring[n - 1]
    faces = []
    while following:
        step = first = next(iter(following))
        walk = []
        while step in following:
            walk.append(step[0])
            step = following.pop(step)
        assert step == first
        face = np.array(walk)
        if _signed_area(face) > 0:
            faces.append(face)
    return faces


def _pieces(lines: Sequence[Points]) -> Iterator[tuple[Corner, Corner]]:
    """The straight pieces of all lines, cut where they cross or touch."""
    start = np.vstack([line[:-1] for line in lines])
    step = np.vstack([np.diff(line, axis=0) for line in lines])
    offsets = start[None, :] - start[:, None]
    cross = _cross(step[:, None], step[None, :])
    with np.errstate(divide="ignore", invalid="ignore"):
        along = _cross(offsets, step[None, :]) / cross
        along_other = _cross(offsets, step[:, None]) / cross
    tolerance = 1e-7
    meet = (np.abs(cross) > 1e-12) & (along > -tolerance) & (along < 1 + tolerance)
    meet &= (along_other > -tolerance) & (along_other < 1 + tolerance)
    for n, (a, side) in enumerate(zip(start, step, strict=True)):
        stops = np.sort(np.concatenate([[0.0, 1.0], along[n][meet[n]]]))
        corners = [_key(a + stop * side) for stop in stops]
        yield from ((p, q) for p, q in pairwise(corners) if p != q)


def _cross(a: Points, b: Points) -> Points:
    product: Points = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product


def _signed_area(face: Points) -> float:
    """Positive if the corners run counter-clockwise."""
    return float(_cross(face, np.roll(face, -1, axis=0)).sum() / 2)


def within(points: Points, region: Sequence[Points]) -> NDArray[np.bool_]:
    """Which of the points lie in a region."""
    inside = np.zeros(len(points), dtype=bool)
    for face in region:
        inside |= Path(face).contains_points(points)
    return inside


# --- farms in their owners' colours


def shade(canvas: Canvas, region: Sequence[Points], colours: Sequence[str]) -> None:
    """Tint a region, as it lies on the board, in its owners' colours: stripes if they are several.

    The stripes are counted from the middle of the board, so that they run on from tile to tile.
    """
    seats = [np.array(to_rgb(SEAT_COLOURS[colour][0])) for colour in colours]
    tints = [to_hex((1 - TINT) * np.array(to_rgb(PALE)) + TINT * seat) for seat in seats]
    if not tints:
        return
    for face in region:
        canvas.polygon(Paint(GROUND + 0.3, tints[0]), face)
        if len(tints) > 1:
            for n, stripe in _stripes(face):
                if n % len(tints):
                    canvas.polygon(Paint(GROUND + 0.4, tints[n % len(tints)]), stripe)


def _stripes(face: Points) -> Iterator[tuple[int, Points]]:
    """The slanting stripes of a polygon, each with its number from the origin."""
    direction = np.array([1.0, 1.0]) / np.sqrt(2) / STRIPE
    places = face @ direction
    for n in range(int(np.floor(places.min())), int(np.ceil(places.max()))):
        stripe = _half(_half(face, direction, n), -direction, -n - 1)
        if len(stripe) > 2:
            yield n, stripe


def _half(face: Points, direction: Points, least: float) -> Points:
    """The part of a polygon where `direction` times the point is at least `least`."""
    corners = []
    place = face @ direction - least
    for n, (corner, height) in enumerate(zip(face, place, strict=True)):
        previous = place[n - 1]
        if (height >= 0) != (previous >= 0):
            corners.append(face[n - 1] + (corner - face[n - 1]) * previous / (previous - height))
        if height >= 0:
            corners.append(corner)
    return np.array(corners).reshape(-1, 2)
