"""Where the segments of a Carcassonne tile run: its walls, roads, rivers, buildings and fields."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from reports.boards.canvas import Point, Points
from reports.boards.carcassonne.cities import city_outline, walls
from reports.boards.carcassonne.fields import PORTS, field_regions
from reports.boards.tiles.curves import (
    CENTRE,
    MIDDLE,
    Design,
    Tile,
    bezier,
    lane,
    nearest,
    stub,
    until_inside,
    until_near,
)

#: How wide roads and rivers are.
ROAD, RIVER = 0.068, 0.145

#: Radius of the cloister's garden, of a village with its houses, of a lake and of a spring.
CLOISTER, VILLAGE, LAKE, SPRING = 0.225, 0.16, 0.20, 0.09


class Landscape(Tile):
    """The shapes of one design, in tile sides before rotation; all of them follow from its segments."""

    def __init__(self, design: Design) -> None:
        super().__init__(design)
        self.cities = ["".join(city["edges"]) for city in design["cities"]]
        self.roads: Sequence[Sequence[str]] = [road["edges"] for road in design["roads"]]
        self.rivers: Sequence[Sequence[str]] = [river["edges"] for river in design["rivers"]]

        self.walls: list[list[Points]] = []
        self.outlines: list[Points] = []
        for n, edges in enumerate(self.cities):
            other_edges = "".join(self.cities[:n] + self.cities[n + 1 :])
            self.walls.append(walls(edges, other_edges))
            self.outlines.append(city_outline(edges, other_edges))
        self.cloister = self._cloister_at() if design["cloister"] else None
        self.water = LAKE if design.get("role") != "source" else SPRING
        self.junction = self._away_from_cities(0.05)

        self.streams = [self._stream(edges) for edges in self.rivers]
        self.lanes = [self.lanes_of(edges) for edges in self.roads]
        self.all_walls = [wall for city in self.walls for wall in city]
        self.all_lanes = [curve for curves in self.lanes for curve in curves]
        #: Where roads end on the tile.
        self.ends = [
            curves[0][-1] for curves, edges in zip(self.lanes, self.roads, strict=True) if len(edges) == 1
        ]

        cuts = [*self.all_walls, *self.all_lanes, *self.streams]
        if self.cloister is not None:  # roads that end at a cloister part fields there too
            cuts += [np.array([end, self.cloister]) for end in self.ends]
        #: The polygons of each field, and the hedges that part fields where nothing else does.
        self.regions, self.hedges = field_regions(cuts, [field["ports"] for field in design["fields"]])

        in_the_open = any(np.hypot(*(end - self.junction)) < 0.01 for end in self.ends)
        #: Where roads end in the open: the crossing, unless it lies in a city or at the cloister.
        self.village = self.junction if in_the_open and self.cloister is None else None

    def _away_from_cities(self, distance: float, kept_edges: Sequence[str] = ()) -> Points:
        """A step from the middle away from the edges of cities, but for `kept_edges`."""
        edges = [edge for city in self.cities for edge in city if edge not in kept_edges]
        return -2 * distance * sum((MIDDLE[edge] for edge in edges), CENTRE)

    def _cloister_at(self) -> Points:
        """The middle, or, if something runs there, a place in the largest field."""
        if not self.cities and all(len(edges) == 1 for edges in [*self.roads, *self.rivers]):
            return CENTRE
        ports = max((field["ports"] for field in self.design["fields"]), key=len, default=())
        towards = sum((PORTS[port] for port in ports), CENTRE)
        return towards / max(0.01, float(np.hypot(*towards))) * 0.20

    def passing(self, a: str, b: str, purpose: str = "road") -> Points:
        """A road or river across the tile, keeping away from cities and the cloister beside it."""
        push = self._away_from_cities(0.06, (a, b))
        if self.cloister is not None:
            push = push - self.cloister * 0.8
        elif not push.any():
            push = MIDDLE[a][::-1] * self.chance(purpose).choice((-0.09, 0.09))
        return lane(a, b, push)

    def _stream(self, edges: Sequence[str]) -> Points:
        """A river's course: across the tile, or to the lake or from the spring."""
        return stub(edges[0], CENTRE) if len(edges) == 1 else self.passing(edges[0], edges[1], "river")

    def ending(self, edge: str) -> Points:
        """A road that ends here: at the cloister, in the village at the crossing, or at a city's gate."""
        start = MIDDLE[edge]
        if self.cloister is not None:
            return until_near(stub(edge, self.cloister), self.cloister, CLOISTER * 0.8)
        if sum(len(edges) == 1 for edges in self.roads) > 1 or not self.cities:
            line = stub(edge, self.junction)
        else:
            line = bezier(start, start * 0.7, -start * 0.7, -start, steps=60)
            if all(len(until_inside(line, outline)) == len(line) for outline in self.outlines):
                goal = self.outlines[0].mean(axis=0)
                line = bezier(start, start * 0.3, goal * 0.3, goal, steps=40)
        for outline in self.outlines:
            line = until_inside(line, outline)
        return line

    def clearance(self, points: Points) -> Points:
        """The distance of each point to walls, roads, rivers and buildings, as wide as they are."""
        room = nearest(points, self.all_walls) - 0.02
        room = np.minimum(room, nearest(points, self.all_lanes) - ROAD / 2)
        room = np.minimum(room, nearest(points, self.streams) - RIVER / 2)
        room = np.minimum(room, nearest(points, self.hedges) - 0.02)
        for place, radius in self._buildings():
            room = np.minimum(room, np.hypot(*(points - place).T) - radius)
        return room

    def _buildings(self) -> list[tuple[Points, float]]:
        """The round places that nothing else may cover, with their radius."""
        places = []
        if self.cloister is not None:
            places.append((self.cloister, CLOISTER))
        if self.village is not None:
            places.append((self.village, VILLAGE))
        radius = SPRING + 0.05 if self.water == SPRING else LAKE
        for edges in self.rivers:
            if len(edges) == 1:
                places.append((CENTRE, radius))
        return places

    def decks(self) -> list[Points]:
        """The parts of roads that cross a river, or a road that passes beneath."""
        decks = []
        for n, curves in enumerate(self.lanes):
            beneath = [(stream, RIVER / 2 + 0.035) for stream in self.streams]
            beneath += [(c[0], 0.08) for c, e in zip(self.lanes[:n], self.roads, strict=False) if len(e) == 2]
            for line, half in beneath:
                for curve in curves:
                    decks += [_stretch(curve, place, half) for place in _crossings(curve, line)]
        return decks

    def cottages(self, village: Point) -> Points:
        """Places for the houses of a village: between the roads that meet there."""
        angles = np.radians([45, 135, 225, 315, 90, 0, 180, 270])
        spots = np.asarray(village) + 0.15 * np.column_stack([np.cos(angles), np.sin(angles)])
        return spots[nearest(spots, self.all_lanes) > 0.07][:4]


def _crossings(line: Points, crossing_line: Points) -> list[Points]:
    """Where two lines cross: places inside the tile, found between the points of the lines."""
    places: list[Points] = []
    for a, b in pairwise(line):
        for c, d in pairwise(crossing_line):
            sides = np.column_stack([b - a, c - d])
            if abs(np.linalg.det(sides)) < 1e-12:
                continue
            s, t = np.linalg.solve(sides, c - a)
            place = a + s * (b - a)
            new = all(np.hypot(*(place - earlier)) > 0.02 for earlier in places)
            if -1e-9 <= s <= 1 + 1e-9 and -1e-9 <= t <= 1 + 1e-9 and new:
                places.append(place)
    return places


def _stretch(curve: Points, place: Points, half: float) -> Points:
    """The part of a curve nearer than `half` to a place, through that place."""
    step = np.diff(curve, axis=0)
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(step[:, 0], step[:, 1]))])
    middle = lengths[int(np.argmin(np.hypot(*(curve - place).T)))]
    stops = np.linspace(max(0.0, middle - half), min(lengths[-1], middle + half), 7)
    return np.column_stack([np.interp(stops, lengths, curve[:, n]) for n in (0, 1)])
