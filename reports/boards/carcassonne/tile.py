"""A tile of Carcassonne: where pieces stand on it and how it looks."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from reports.boards.canvas import (
    AREA,
    BADGE,
    BODY,
    BORDER,
    GROUND,
    LANE,
    SCATTER,
    Canvas,
    Paint,
    Points,
    blob,
    rounded,
    turn,
)
from reports.boards.carcassonne.cities import paint_city
from reports.boards.carcassonne.fields import within
from reports.boards.carcassonne.landscape import RIVER, ROAD, SPRING, Landscape
from reports.boards.symbols import symbol
from reports.boards.tiles.curves import CENTRE, SQUARE, Design, along, apart, best, grid, nearest, scattered

#: Pieces stand no further out than this, so that they are whole on their tile.
OUTMOST = 0.36

#: Half the height of a pennant's shield, in tile sides.
SHIELD = 0.082

ROOFS = ("#b9502f", "#a8452c", "#c7643a", "#9c4a34", "#bb6f3c")

#: Of water, from its grassy banks inwards: level, colour, how far it reaches over the width, opacity.
WATER = (
    (0.0, "#6f9a3e", 0.085, 0.45),
    (0.05, "#d9c98c", 0.040, 0.9),
    (0.1, "#4f95c4", 0.008, 1.0),
    (0.2, "#6fb3dc", -0.03, 1.0),
    (0.25, "#8cc8ea", -0.085, 1.0),
)
RIPPLE = Paint(AREA + 0.3, None, "#e6f5fd", 0.007, 0.8)

#: The sand of roads, and their edges.
SAND, VERGE = "#f4ead0", "#7d6c47"

_GRID = grid(OUTMOST, 37)


class CarcassonneTile(Landscape):
    """One design: where pieces stand on its segments, and how it is painted."""

    def __init__(self, design: Design) -> None:
        super().__init__(design)
        self.pennants: list[Points] = []
        self._places()

    # --- where things stand

    def _places(self) -> None:
        """Find where a meeple stands on each segment: in the open, and clear of the others."""
        choices: dict[tuple[str, int], tuple[Points, Points]] = {}
        if self.cloister is not None:
            choices["cloister", 0] = np.array([self.cloister]), np.zeros(1)
        for n, city in enumerate(self.design["cities"]):
            spots, room = self._city_places(n)
            if city["pennant"]:
                piece, shield = _with_shield(spots, room)
                self.pennants.append(shield)
                spots, room = piece[None], np.zeros(1)
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
                corner = np.vstack(region).mean(axis=0) if region else CENTRE
                choices["field", n] = corner[None], np.zeros(1)
        for _ in range(4):
            for key, (spots, room) in choices.items():
                clear = np.full(len(spots), 0.27)
                for neighbour, anchor in self.anchors.items():
                    if neighbour != key:
                        clear = np.minimum(clear, np.hypot(*(spots - anchor).T))
                self.anchors[key] = spots[best(room + 3 * clear)]

    def _road_places(self, edges: Sequence[str], curve: Points) -> tuple[Points, Points]:
        """Places on a road, best in the middle of one that passes and well out on one that ends."""
        spots = np.array([along(curve, part) for part in np.linspace(0.0, 1.0, 41)])
        spots = spots[np.abs(spots).max(axis=1) <= OUTMOST]
        if not len(spots):
            spots = curve[-1:] * 0.9
        goal = along(curve, 0.5) if len(edges) == 2 else spots[0]
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
        _paint_grass(canvas, chance)
        for hedge in self.hedges:
            canvas.line(Paint(AREA, None, "#2c5724", 0.042), hedge)
            canvas.line(Paint(AREA + 0.1, None, "#4f8a3c", 0.03), hedge)
        for edges, curve in zip(self.rivers, self.streams, strict=True):
            _paint_river(canvas, curve, chance)
            if len(edges) == 1:
                _paint_lake(canvas, self.water, chance)
        for n, outline in enumerate(self.outlines):
            paint_city(canvas, outline, self.walls[n], self.anchors["city", n])
        for curve in self.all_lanes:
            canvas.line(Paint(LANE, None, VERGE, ROAD + 0.022, round=False), _over_the_rim(curve))
            canvas.line(Paint(LANE + 0.1, None, SAND, ROAD, round=False), _over_the_rim(curve))
        for deck in self.decks():
            _paint_bridge(canvas, deck)
        if self.village is not None:
            canvas.disc(Paint(LANE, VERGE), self.village, 0.071)
            canvas.disc(Paint(LANE + 0.1, SAND), self.village, 0.06)
        canvas.polygon(Paint(BORDER, None, "#33421c", 0.008, 0.4), SQUARE)
        return canvas

    # --- what stays upright

    def upright(self, rotation: int) -> Canvas:
        """Buildings, trees and shields, which stay upright however the tile lies."""
        canvas = Canvas()
        chance = self.chance("upright")

        for place in self._scatter(chance, 14, 0.025, 0.1):
            canvas.stamp(symbol("tiles/tuft"), turn(place, rotation), chance.uniform(0.7, 1.2), SCATTER)
        for place in self._wood(chance):
            height = chance.uniform(0.028, 0.042)
            canvas.stamp(symbol("tiles/tree"), turn(place, rotation), height, BODY + 0.2)

        self._build_cities(canvas, rotation, chance)
        if self.village is not None:
            for place in self.cottages(self.village):
                _build_house(canvas, turn(place, rotation), 0.04, chance)
        if self.water == SPRING and any(len(edges) == 1 for edges in self.rivers):
            _paint_rocks(canvas, chance)
        if self.cloister is not None:
            canvas.stamp(symbol("carcassonne/cloister"), turn(self.cloister, rotation), level=BODY + 0.2)
        for place in self.pennants:
            canvas.stamp(symbol("carcassonne/pennant"), turn(place, rotation), level=BADGE)
        return canvas

    def _build_cities(self, canvas: Canvas, rotation: int, chance: random.Random) -> None:
        """Houses and towers of every city, and a gate where a road ends at its walls."""
        for n in range(len(self.cities)):
            for place in self._houses(n, chance):
                _build_house(canvas, turn(place, rotation), chance.uniform(0.043, 0.052), chance)
            for wall in self.walls[n]:
                for part in (0.3, 0.7):
                    place = turn(along(wall, part), rotation)
                    canvas.stamp(symbol("carcassonne/tower"), place, 0.034, BODY + 0.5)
        for end in self.ends:
            if any(nearest(end[None], city)[0] < 0.04 for city in self.walls):
                canvas.stamp(symbol("carcassonne/gate"), turn(end, rotation), level=BODY + 0.45)

    def _scatter(self, chance: random.Random, count: int, room: float, distance: float) -> Points:
        """Up to `count` places in the open, with some room about each."""
        spots = scattered(chance, count * 5, 0.46)
        fields = [face for region in self.regions for face in region]
        free = (self.clearance(spots) > room) & within(spots, fields)
        return _spaced(spots[free], distance)[:count]

    def _houses(self, n: int, chance: random.Random) -> Points:
        """Places for the houses of a city: inside the walls, about a square where a meeple may stand."""
        spots = scattered(chance, 500, 0.44)
        free = within(spots, [self.outlines[n]]) & (nearest(spots, self.walls[n]) > 0.07)
        occupied = [(self.anchors["city", n], 0.155), *((place, SHIELD + 0.055) for place in self.pennants)]
        for place, radius in occupied:
            free &= np.hypot(*(spots - place).T) > radius
        return _spaced(spots[free], 0.118)

    def _wood(self, chance: random.Random) -> Points:
        """Places for a few trees, clear of where farmers lie."""
        spots = self._scatter(chance, 12, 0.05, 0.075)
        for place in self.anchors.values():
            spots = spots[np.hypot(*(spots - place).T) > 0.165]
        return spots[:5]


def _with_shield(spots: Points, room: Points) -> tuple[Points, Points]:
    """A place in a city for a piece and, clear of it and of the walls, one for a shield."""
    score = 2 * room[:, None] + 6 * np.minimum(room, SHIELD + 0.02)[None, :]
    piece, shield = best(score + 4 * np.minimum(apart(spots), 0.225))
    return spots[piece], spots[shield]


def _spaced(spots: Points, distance: float) -> Points:
    """The spots in their order, without those too near to an earlier one."""
    spaced: list[Points] = []
    for spot in spots:
        if all(np.hypot(*(spot - earlier)) > distance for earlier in spaced):
            spaced.append(spot)
    return np.array(spaced).reshape(-1, 2)


def _over_the_rim(curve: Points) -> Points:
    """A curve drawn out by a hair where it leaves the tile, so that no gap shows at the next one."""
    ends = [end * 1.003 if np.isclose(np.abs(end).max(), 0.5) else end for end in (curve[0], curve[-1])]
    return np.vstack([ends[0], curve[1:-1], ends[1]])


def _build_house(canvas: Canvas, place: Points, size: float, chance: random.Random) -> None:
    """A house with a roof of any colour, as it is or mirrored."""
    look = chance.randrange(10)
    house = symbol("carcassonne/house", roof=ROOFS[look % len(ROOFS)])
    canvas.stamp(house, place, (size if look % 2 else -size, size), BODY + 0.4)


# --- the country


def _paint_grass(canvas: Canvas, chance: random.Random) -> None:
    """Green ground with a few soft patches."""
    canvas.polygon(Paint(GROUND, "#a3c763"), SQUARE)
    for paint in (Paint(GROUND + 0.5, "#ffffff", alpha=0.10), Paint(GROUND + 0.6, "#2f5a1c", alpha=0.07)):
        for _ in range(2):
            place = chance.uniform(-0.3, 0.3), chance.uniform(-0.3, 0.3)
            radii = [chance.uniform(0.10, 0.19) for _ in range(7)]
            canvas.path(paint, rounded(blob(place, radii, squash=0.7, tilt=chance.uniform(0, np.pi))))


def _paint_bridge(canvas: Canvas, deck: Points) -> None:
    """A stone bridge under the part of a road that crosses something."""
    canvas.line(Paint(LANE + 0.2, None, "#4d3d2b", ROAD + 0.066, round=False), deck)
    canvas.line(Paint(LANE + 0.3, None, "#cbbd9f", ROAD + 0.048, round=False), deck)
    canvas.line(Paint(LANE + 0.4, None, VERGE, ROAD + 0.016, round=False), deck)
    deck_and_ends = np.vstack([2 * deck[0] - deck[1], deck, 2 * deck[-1] - deck[-2]])
    canvas.line(Paint(LANE + 0.5, None, SAND, ROAD, round=False), deck_and_ends)


def _paint_river(canvas: Canvas, curve: Points, chance: random.Random) -> None:
    """Water between soft banks, with short light strokes that run with it."""
    for level, colour, extra, alpha in WATER:
        paint = Paint(AREA + level, None, colour, RIVER + extra, alpha, round=False)
        canvas.line(paint, _over_the_rim(curve))
    for start in range(2, len(curve) - 4, 4):
        step = curve[start + 1] - curve[start]
        side = np.array([-step[1], step[0]]) / np.hypot(*step) * chance.uniform(-0.045, 0.045)
        canvas.line(RIPPLE, curve[start : start + 3] + side)


def _paint_lake(canvas: Canvas, radius: float, chance: random.Random) -> None:
    """The lake or spring where a river ends, in the middle of the tile."""
    radii = np.array([radius * chance.uniform(0.9, 1.1) for _ in range(11)])
    for level, colour, extra, alpha in WATER:
        canvas.path(Paint(AREA + level, colour, alpha=alpha), rounded(blob(CENTRE, radii + extra / 2)))
    for _ in range(round(radius * 28)):
        angle, out = chance.uniform(0, 2 * np.pi), chance.uniform(0, 0.6) * radius
        x, y = out * np.cos(angle), out * np.sin(angle)
        canvas.line(RIPPLE, [(x - 0.025, y), (x, y + 0.008), (x + 0.025, y)])


def _paint_rocks(canvas: Canvas, chance: random.Random) -> None:
    """The rocks from which a river springs, in the middle of the tile."""
    for angle in np.linspace(0.15 * np.pi, 0.85 * np.pi, 5):
        place = np.array([np.cos(angle), np.sin(angle)]) * 0.115
        stone = blob(place, [chance.uniform(0.035, 0.05) for _ in range(7)], squash=0.8)
        canvas.polygon(Paint(AREA + 0.4, "#9a958a", "#57534b", 0.008), stone)
        canvas.polygon(Paint(AREA + 0.42, "#c4c0b5"), (stone - place) * 0.5 + place + (-0.009, 0.01))
