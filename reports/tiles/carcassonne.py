"""Paint for Carcassonne: where pieces stand on a tile and how it looks."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from reports.tiles.canvas import BORDER, Canvas, Paint
from reports.tiles.castles import (
    SHIELD,
    paint_city,
    paint_cloister,
    paint_gate,
    paint_house,
    paint_pennant,
    paint_tower,
)
from reports.tiles.countryside import (
    SQUARE,
    paint_bridge,
    paint_grass,
    paint_hedge,
    paint_lake,
    paint_ripples,
    paint_river,
    paint_road,
    paint_rocks,
    paint_square,
    paint_tree,
    paint_tufts,
)
from reports.tiles.fields import within
from reports.tiles.geometry import Point, Points, along, nearest, turn
from reports.tiles.landscape import LAKE, SPRING, Design, Landscape

#: Pieces stand no further out than this, so that they are whole on their tile.
OUTMOST = 0.36

_GRID = np.array(
    [(x, y) for y in np.linspace(OUTMOST, -OUTMOST, 37) for x in np.linspace(-OUTMOST, OUTMOST, 37)]
)


class CarcassonneTile(Landscape):
    """One design: where pieces stand on its segments, and how it is painted."""

    def __init__(self, design: Design) -> None:
        super().__init__(design)
        self.anchors: dict[tuple[str, int], Point] = {}
        self.pennants: list[Point] = []
        self._places()

    # --- where things stand

    def _places(self) -> None:
        """Find where a meeple stands on each segment: in the open, and clear of the others."""
        choices: dict[tuple[str, int], tuple[Points, Points]] = {}
        if self.cloister:
            choices["cloister", 0] = np.array([self.cloister]), np.zeros(1)
        for n, city in enumerate(self.design["cities"]):
            spots, room = self._city_places(n)
            if city["pennant"]:
                piece, shield = _with_shield(spots, room)
                self.pennants.append(shield)
                spots, room = np.array([piece]), np.zeros(1)
            choices["city", n] = spots, room
        for n, edges in enumerate(self.roads):
            choices["road", n] = self._road_places(edges, self.lanes[n][0])
        clearance = self.clearance(_GRID)
        for n, region in enumerate(self.regions):
            inside = within(_GRID, region)
            if inside.any():
                spots = _GRID[inside]
                room = np.minimum(clearance[inside], 0.14) - 0.02 * np.hypot(*spots.T)
                to_rim = 0.5 - np.abs(spots).max(axis=1)
                choices["field", n] = spots, room + 0.2 * np.minimum(to_rim, 0.2)
            else:
                corner = np.vstack(region).mean(axis=0) if region else np.zeros(2)
                choices["field", n] = np.array([corner]), np.zeros(1)
        for _ in range(4):
            for key, (spots, room) in choices.items():
                apart = np.full(len(spots), 0.27)
                for other, (x, y) in self.anchors.items():
                    if other != key:
                        apart = np.minimum(apart, np.hypot(spots[:, 0] - x, spots[:, 1] - y))
                best = spots[int(np.argmax(np.round(room + 3 * apart, 6)))]
                self.anchors[key] = float(best[0]), float(best[1])

    def _road_places(self, edges: Sequence[str], curve: Points) -> tuple[Points, Points]:
        """Places on a road, best in the middle of one that passes and well out on one that ends."""
        spots = np.array([along(curve, part) for part in np.linspace(0.0, 1.0, 41)])
        spots = spots[np.abs(spots).max(axis=1) <= OUTMOST]
        if not len(spots):
            spots = curve[-1:] * 0.9
        goal = np.array(along(curve, 0.5)) if len(edges) == 2 else spots[0]
        bridge = np.minimum(nearest(spots, self.streams), 0.16)
        return spots, 2 * bridge - 0.2 * np.hypot(*(spots - goal).T)

    def _city_places(self, n: int) -> tuple[Points, Points]:
        """Places in a city and the room there: to its walls, and better towards the middle."""
        spots = _GRID[within(_GRID, [self.outlines[n]])]
        return spots, np.minimum(nearest(spots, self.walls[n]), 0.17) - 0.05 * np.hypot(*spots.T)

    # --- what turns with the tile

    def art(self) -> Canvas:
        """Everything printed on the tile that turns with it."""
        canvas = Canvas()
        chance = self.chance("grass")
        paint_grass(canvas, chance)
        for hedge in self.hedges:
            paint_hedge(canvas, hedge)
        for edges, curve in zip(self.rivers, self.streams, strict=True):
            paint_river(canvas, _over_the_rim(curve))
            paint_ripples(canvas, curve, chance)
            if len(edges) == 1:
                paint_lake(canvas, (0.0, 0.0), SPRING if self.from_spring else LAKE, chance)
        for n, outline in enumerate(self.outlines):
            paint_city(canvas, outline, self.walls[n], self.anchors["city", n])
        for curve in self.all_lanes():
            paint_road(canvas, _over_the_rim(curve))
        for deck in self.decks():
            paint_bridge(canvas, deck)
        if self.village:
            paint_square(canvas, self.village, 0.06)
        canvas.polygon(Paint(BORDER, None, "#33421c", 0.008, 0.4), SQUARE)
        return canvas

    def _scatter(self, chance: random.Random, count: int, room: float, apart: float) -> Points:
        """Up to `count` places in the open, with some room about each."""
        spots = np.array(
            [(chance.uniform(-0.46, 0.46), chance.uniform(-0.46, 0.46)) for _ in range(count * 5)]
        )
        fields = [face for region in self.regions for face in region]
        free = (self.clearance(spots) > room) & within(spots, fields)
        return _spaced(spots[free], apart)[:count]

    # --- what stays upright

    def upright(self, rotation: int) -> Canvas:
        """Buildings, trees and shields, which stay upright however the tile lies."""
        canvas = Canvas()
        chance = self.chance("upright")

        def turned(at: Sequence[float] | Points) -> Point:
            x, y = turn(at, rotation)
            return float(x), float(y)

        paint_tufts(canvas, [turned(at) for at in self._scatter(chance, 14, 0.025, 0.1)], chance)
        for at in self._wood(chance):
            paint_tree(canvas, turned(at), chance.uniform(0.028, 0.042))
        for n in range(len(self.cities)):
            for at in self._houses(n, chance):
                paint_house(canvas, turned(at), chance.uniform(0.043, 0.052), chance.randrange(10))
            for wall in self.walls[n]:
                for part in (0.3, 0.7):
                    paint_tower(canvas, turned(along(wall, part)))
        for edges, curves in zip(self.roads, self.lanes, strict=True):
            at_wall = min((float(nearest(curves[0][-1:], city)[0]) for city in self.walls), default=1.0)
            if len(edges) == 1 and at_wall < 0.04:
                paint_gate(canvas, turned(curves[0][-1]))
        if self.village:
            for at in self.cottages():
                paint_house(canvas, turned(at), 0.04, chance.randrange(10))
        for edges in self.rivers:
            if len(edges) == 1 and self.from_spring:
                paint_rocks(canvas, (0.0, 0.0), chance)
        if self.cloister:
            paint_cloister(canvas, turned(self.cloister))
        for at in self.pennants:
            paint_pennant(canvas, turned(at))
        return canvas

    def _houses(self, n: int, chance: random.Random) -> Points:
        """Places for the houses of a city: inside the walls, about a square where a meeple may stand."""
        spots = np.array([(chance.uniform(-0.44, 0.44), chance.uniform(-0.44, 0.44)) for _ in range(500)])
        free = within(spots, [self.outlines[n]]) & (nearest(spots, self.walls[n]) > 0.07)
        taken = [(self.anchors["city", n], 0.155), *((at, SHIELD + 0.055) for at in self.pennants)]
        for at, radius in taken:
            free &= np.hypot(*(spots - np.array(at)).T) > radius
        return _spaced(spots[free], 0.118)

    def _wood(self, chance: random.Random) -> Points:
        """Places for a few trees, clear of where farmers lie."""
        spots = self._scatter(chance, 12, 0.05, 0.075)
        for at in self.anchors.values():
            spots = spots[np.hypot(*(spots - np.array(at)).T) > 0.165]
        return spots[:5]


def _with_shield(spots: Points, room: Points) -> tuple[Point, Point]:
    """Of the places in a city, one for a piece and, clear of it and of the walls, one for a shield."""
    apart = np.hypot(*np.moveaxis(spots[:, None, :] - spots[None, :, :], 2, 0))
    score = 2 * room[:, None] + 6 * np.minimum(room, SHIELD + 0.02)[None, :] + 4 * np.minimum(apart, 0.225)
    piece, shield = np.unravel_index(int(np.argmax(np.round(score, 6))), score.shape)
    (x, y), (a, b) = spots[piece], spots[shield]
    return (float(x), float(y)), (float(a), float(b))


def _spaced(spots: Points, apart: float) -> Points:
    """The spots in their order, without those too near to an earlier one."""
    kept: list[Points] = []
    for spot in spots:
        if all(np.hypot(*(spot - other)) > apart for other in kept):
            kept.append(spot)
    return np.array(kept).reshape(-1, 2)


def _over_the_rim(curve: Points) -> Points:
    """A curve drawn out by a hair where it leaves the tile, so that no gap shows at the next one."""
    ends = [end * 1.003 if np.isclose(np.abs(end).max(), 0.5) else end for end in (curve[0], curve[-1])]
    return np.vstack([ends[0], curve[1:-1], ends[1]])
