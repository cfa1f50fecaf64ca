"""Where the segments of a Carcassonne tile run: its walls, roads, rivers, buildings and fields."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from reports.tiles.castles import city_outline, walls
from reports.tiles.countryside import RIVER, ROAD
from reports.tiles.fields import PORTS, field_regions
from reports.tiles.geometry import (
    MIDDLE,
    Point,
    Points,
    bezier,
    crossings,
    lane,
    nearest,
    stretch,
    stub,
    until_inside,
    until_within,
)

Design = Mapping[str, Any]

#: Radius of the cloister's garden, of a village with its houses, of a lake and of a spring.
CLOISTER, VILLAGE, LAKE, SPRING = 0.225, 0.16, 0.20, 0.09


class Landscape:
    """The shapes of one design, in tile sides before rotation; all of them follow from its segments."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.id = str(design["id"])
        self.cities = ["".join(city["edges"]) for city in design["cities"]]
        self.roads: Sequence[Sequence[str]] = [road["edges"] for road in design["roads"]]
        self.rivers: Sequence[Sequence[str]] = [river["edges"] for river in design["rivers"]]
        others = ["".join(self.cities[:n] + self.cities[n + 1 :]) for n in range(len(self.cities))]
        self.walls = [walls(edges, other) for edges, other in zip(self.cities, others, strict=True)]
        self.outlines = [city_outline(edges, other) for edges, other in zip(self.cities, others, strict=True)]
        self.cloister = self._cloister_at() if design["cloister"] else None
        self.from_spring = design.get("role") == "source"
        self._ends = sum(len(edges) == 1 for edges in self.roads)
        self._junction = self._away_from_cities(0.05)
        self.streams = [self._stream(edges) for edges in self.rivers]
        self.lanes = [self._lanes(edges) for edges in self.roads]
        cuts = [*(wall for city in self.walls for wall in city), *self.all_lanes(), *self.streams]
        if self.cloister:  # roads that end at a cloister part fields there too
            ends = [
                lane[0][-1] for lane, edges in zip(self.lanes, self.roads, strict=True) if len(edges) == 1
            ]
            cuts += [np.array([end, self.cloister]) for end in ends]
        #: The polygons of each field, and the hedges that part fields where nothing else does.
        self.regions, self.hedges = field_regions(cuts, [field["ports"] for field in design["fields"]])
        self.village = self._village()

    def chance(self, purpose: str) -> random.Random:
        """Chance that is the same every time for this design and purpose."""
        return random.Random(f"{self.id}/{purpose}")

    def all_lanes(self) -> list[Points]:
        """The curves of all roads."""
        return [curve for curves in self.lanes for curve in curves]

    def _away_from_cities(self, by: float, beside: Sequence[str] = ()) -> Point:
        """A step from the middle away from the edges of cities, but for the edges `beside`."""
        edges = [edge for city in self.cities for edge in city if edge not in beside]
        step = -2 * by * sum((np.array(MIDDLE[edge]) for edge in edges), np.zeros(2))
        return float(step[0]), float(step[1])

    def _cloister_at(self) -> Point:
        """The middle, or, if something runs there, a place in the largest field."""
        if not self.cities and all(len(edges) == 1 for edges in [*self.roads, *self.rivers]):
            return 0.0, 0.0
        ports = max((field["ports"] for field in self.design["fields"]), key=len, default=())
        towards = sum((np.array(PORTS[port]) for port in ports), np.zeros(2))
        step = towards / max(0.01, float(np.hypot(*towards))) * 0.20
        return float(step[0]), float(step[1])

    def _passing(self, a: str, b: str, purpose: str) -> Points:
        """A road or river across the tile, keeping away from cities and the cloister beside it."""
        push = np.array(self._away_from_cities(0.06, (a, b)))
        if self.cloister:
            push -= np.array(self.cloister) * 0.8
        elif not push.any():
            side = np.array(MIDDLE[a])[::-1]
            push = side * self.chance(purpose).choice((-0.09, 0.09))
        return lane(a, b, (float(push[0]), float(push[1])))

    def _stream(self, edges: Sequence[str]) -> Points:
        """A river's course: across the tile, or to the lake or from the spring."""
        if len(edges) == 1:
            return stub(edges[0], (0.0, 0.0))
        return self._passing(edges[0], edges[1], "river")

    def _lanes(self, edges: Sequence[str]) -> list[Points]:
        """The curves of one road: from edge to edge, or from its edge to the place where it ends."""
        if len(edges) == 2:
            return [self._passing(edges[0], edges[1], "road")]
        if len(edges) == 1:
            return [self._ending(edges[0])]
        return [stub(edge, self._junction) for edge in edges]

    def _ending(self, edge: str) -> Points:
        """A road that ends here: at the cloister, in the village at the crossing, or at a city's gate."""
        start = np.array(MIDDLE[edge])
        if self.cloister:
            return until_within(stub(edge, self.cloister), self.cloister, CLOISTER * 0.8)
        if self._ends > 1 or not self.cities:
            line = stub(edge, self._junction)
        else:
            line = bezier(start, start * 0.7, -start * 0.7, -start, steps=60)
            if all(len(until_inside(line, outline)) == len(line) for outline in self.outlines):
                goal = self.outlines[0].mean(axis=0)
                line = bezier(start, start * 0.3, goal * 0.3, goal, steps=40)
        for outline in self.outlines:
            line = until_inside(line, outline)
        return line

    def _village(self) -> Point | None:
        """Where roads end in the open: the crossing, unless it lies in a city or at the cloister."""
        ends = [
            curves[0][-1] for curves, edges in zip(self.lanes, self.roads, strict=True) if len(edges) == 1
        ]
        at_junction = [end for end in ends if np.hypot(*(end - np.array(self._junction))) < 0.01]
        return self._junction if at_junction and not self.cloister else None

    def clearance(self, points: Points) -> Points:
        """The distance of each point to walls, roads, rivers and buildings, as wide as they are."""
        room = nearest(points, [wall for city in self.walls for wall in city]) - 0.02
        room = np.minimum(room, nearest(points, self.all_lanes()) - ROAD / 2)
        room = np.minimum(room, nearest(points, self.streams) - RIVER / 2)
        room = np.minimum(room, nearest(points, self.hedges) - 0.02)
        for at, radius in self.buildings():
            room = np.minimum(room, np.hypot(*(points - np.array(at)).T) - radius)
        return room

    def buildings(self) -> list[tuple[Point, float]]:
        """The round places that nothing else may cover, with their radius."""
        found = [(self.cloister, CLOISTER)] if self.cloister else []
        found += [(self.village, VILLAGE)] if self.village else []
        radius = SPRING + 0.05 if self.from_spring else LAKE
        return found + [((0.0, 0.0), radius) for edges in self.rivers if len(edges) == 1]

    def decks(self) -> list[Points]:
        """The parts of roads that cross a river, or a road that passes beneath."""
        decks = []
        for n, curves in enumerate(self.lanes):
            beneath = [
                *self.streams,
                *(c[0] for c, e in zip(self.lanes[:n], self.roads, strict=False) if len(e) == 2),
            ]
            for line in beneath:
                half = RIVER / 2 + 0.035 if any(line is stream for stream in self.streams) else 0.08
                decks += [stretch(c, at, half) for c in curves for at in crossings(c, line)]
        return decks

    def cottages(self) -> Points:
        """Places for the houses of a village: between the roads that meet there."""
        assert self.village
        angles = np.radians([45, 135, 225, 315, 90, 0, 180, 270])
        spots = np.array(self.village) + 0.15 * np.column_stack([np.cos(angles), np.sin(angles)])
        return spots[nearest(spots, self.all_lanes()) > 0.07][:4]
