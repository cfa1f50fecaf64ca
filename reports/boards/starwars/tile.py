"""A tile of Star Wars: where its segments run, where pieces stand on them, and how it is painted."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from matplotlib.path import Path

from reports.boards.canvas import (
    AREA,
    BADGE,
    BORDER,
    GROUND,
    LANE,
    SCATTER,
    Canvas,
    Paint,
    Point,
    Points,
    blob,
    lettering,
    rounded,
    turn,
)
from reports.boards.starwars.fields import area, fit_in, fit_two, roominess
from reports.boards.starwars.planets import sphere, world_of
from reports.boards.symbols import symbol
from reports.boards.tiles.curves import (
    CENTRE,
    EDGES,
    MIDDLE,
    SQUARE,
    Design,
    Tile,
    along,
    bezier,
    lane,
    scattered,
    stub,
    until_inside,
    until_near,
)

#: A crossing's radius and a planet's, in tile sides; a planet is smaller where a field takes room.
NODE = 0.07
PLANET, SMALL_PLANET = 0.23, 0.18

RADIUS = 0.088
"""Half the height of a badge, in tile sides."""

SPACE = "#0c1224"
NEBULA = 9  # veils, one within the other
ROCKS = (("#87796a", "#aa9c8a"), ("#74685d", "#96897b"), ("#98897a", "#bdae9c"))


class StarWarsTile(Tile):
    """One design: where its segments run, where pieces stand on them, and how it is painted."""

    def __init__(self, design: Design) -> None:
        super().__init__(design)
        self.routes: Sequence[Sequence[str]] = design.get("routes", [])
        self.planet = design.get("planet") or False
        self._symbols: Sequence[Design] = design.get("symbols", [])
        fields = design.get("asteroids", [])
        self.planet_radius = SMALL_PLANET if fields else PLANET
        self.fields = [area(edges, self.chance(f"field{n}")) for n, edges in enumerate(fields)]
        self._dust = [area(edges, self.chance(f"field{n}"), inset=0.03) for n, edges in enumerate(fields)]
        self._smooth = [area(edges) for edges in fields]
        self._field_edges = {edge for edges in fields for edge in edges}
        ends = sum(len(edges) == 1 for edges in self.routes)
        self.crossing = not self.planet and (ends >= 3 or (ends > 0 and not self.fields))
        self.lanes = [self.lanes_of(edges) for edges in self.routes]
        self.badges: list[tuple[str, Point]] = []
        self._places()

    # --- where things run

    def passing(self, a: str, b: str) -> Points:
        """A route across the tile, bowing out a little before fields and round a planet."""
        if self.planet:
            return lane(a, b, 0.66 * MIDDLE[b][::-1], tight=0.1)
        if EDGES.index(a) % 2 != EDGES.index(b) % 2:
            return lane(a, b)
        return lane(a, b, -0.06 * sum((MIDDLE[edge] for edge in sorted(self._field_edges - {a, b})), CENTRE))

    def ending(self, edge: str) -> Points:
        """A route that ends here: at the planet, at the crossing, or at the nearest asteroid field."""
        if self.planet or self.crossing:
            return until_near(stub(edge, CENTRE), CENTRE, NODE if self.crossing else self.planet_radius)
        start = MIDDLE[edge]
        nearest = min(self.fields, key=lambda outline: float(np.hypot(*(outline - start * 0.4).T).min()))
        straight = bezier(start, start * 0.7, -start * 0.7, -start, steps=80)
        if Path(nearest).contains_points(straight * 0.98).any():
            return until_inside(straight, nearest)
        goal = fit_in(nearest) + 0.4 * start
        return until_inside(bezier(start, start * 0.3, goal * 0.3, goal, steps=60), nearest)

    def _places(self) -> None:
        """Find where a meeple stands on each segment and where each badge goes, before rotation."""
        symbols = {(str(s["on"]), int(s.get("segment", 0))): str(s["faction"]) for s in self._symbols}
        if self.planet:
            self.anchors["planet", 0] = CENTRE
        for n, (edges, curves) in enumerate(zip(self.routes, self.lanes, strict=True)):
            marked = ("route", n) in symbols
            self.anchors["route", n] = self._place_on_route(edges, curves[0], marked)
            if marked:
                place = along(curves[0], 0.18) if len(edges) == 2 else curves[0][0] * 0.78
                self.badges.append((symbols["route", n], place))
        occupied = list(self.anchors.values())
        for n, outline in enumerate(self._smooth):
            if ("asteroid", n) in symbols:
                self.anchors["asteroid", n], place = fit_two(outline, occupied)
                self.badges.append((symbols["asteroid", n], place))
            else:
                self.anchors["asteroid", n] = fit_in(outline, occupied)

    def _place_on_route(self, edges: Sequence[str], curve: Points, marked: bool) -> Points:
        """A place on a route's curve, clear of its badge and of other places if it can be."""
        if len(edges) != 2:
            distance = 0.6 if self.crossing else 0.66
            goal: Points = curve[0] * (0.42 if marked else distance)
            return goal
        parts = (0.64, 0.76) if marked else (0.5, 0.64, 0.36, 0.76, 0.24)
        places = [along(curve, part) for part in parts]
        occupied = list(self.anchors.values())
        clear = [
            place for place in places if all(np.hypot(*(place - neighbour)) > 0.24 for neighbour in occupied)
        ]
        return (clear or places)[0]

    # --- what turns with the tile

    def art(self) -> Canvas:
        """Everything printed on the tile that turns with it."""
        canvas = Canvas()
        self._paint_space(canvas)
        for n in range(len(self.fields)):
            self._paint_field(canvas, n)
        for curves in self.lanes:
            for curve in curves:
                _paint_route(canvas, curve)
        ends = [lanes[0][-1] for lanes, edges in zip(self.lanes, self.routes, strict=True) if len(edges) == 1]
        if self.crossing and ends:
            canvas.stamp(symbol("starwars/crossing"), CENTRE, level=LANE + 0.3)
        if self.planet:
            sphere(canvas, world_of(self.planet, self.id), self.planet_radius, self.chance("planet"))
        elif self.fields and not self.crossing:
            for n, dock in enumerate(ends):
                if all(np.hypot(*(dock - earlier)) > 0.1 for earlier in ends[:n]):
                    canvas.stamp(symbol("starwars/dock"), dock, level=LANE + 0.3)
        canvas.polygon(Paint(BORDER, None, "#39435f", 0.011), SQUARE)
        return canvas

    def _paint_space(self, canvas: Canvas) -> None:
        """Dark ground, a faint nebula and a scatter of stars."""
        canvas.polygon(Paint(GROUND, SPACE), SQUARE)
        chance = self.chance("stars")
        tint = chance.choice(("#2a4a86", "#4a2f7a", "#1f5a72", "#5a2f5c"))
        middle = (chance.uniform(-0.12, 0.12), chance.uniform(-0.12, 0.12))
        radii = np.array([chance.uniform(0.75, 1.05) for _ in range(9)])
        for step in range(NEBULA):
            veil = Paint(GROUND + 0.1 + step * 0.01, tint, alpha=0.045)
            canvas.path(veil, rounded(blob(middle, radii * 0.36 * (1 - step / NEBULA))))
        for count, size, paint in (
            (22, 0.0040, Paint(SCATTER, "#9fb0d6", alpha=0.75)),
            (8, 0.0066, Paint(SCATTER, "#e8eefc", alpha=0.9)),
            (2, 0.0095, Paint(SCATTER, chance.choice(("#ffe9bd", "#bfe0ff", "#ffd0c0")))),
        ):
            for _ in range(count):
                place = chance.uniform(-0.48, 0.48), chance.uniform(-0.48, 0.48)
                canvas.polygon(paint, blob(place, np.full(6, size)))

    def _paint_field(self, canvas: Canvas, n: int) -> None:
        """A field: dust, a darker heart, and rocks of four sizes up to its ragged rim."""
        canvas.polygon(Paint(AREA, "#453b35", "#7b6a5b", 0.008), self.fields[n])
        canvas.polygon(Paint(AREA + 0.1, "#574b42", alpha=0.8), self._dust[n])
        chance = self.chance(f"rocks{n}")
        placed: list[tuple[float, float, float]] = []
        for radius, tries in ((0.058, 50), (0.040, 110), (0.026, 190), (0.014, 230)):
            spots = scattered(chance, tries, 0.49)
            room = roominess(spots, self.fields[n])
            sizes = radius * np.array([chance.uniform(0.8, 1.15) for _ in range(tries)])
            free = (room > 0.35 * sizes) & (0.5 - np.abs(spots).max(axis=1) > 1.3 * sizes)
            for (x, y), size in zip(spots[free], sizes[free], strict=True):
                if all((x - a) ** 2 + (y - b) ** 2 > (1.12 * (size + c)) ** 2 for a, b, c in placed):
                    placed.append((x, y, size))
                    _paint_rock(canvas, np.array([x, y]), size, chance)

    # --- what stays upright

    def upright(self, rotation: int) -> Canvas:
        """Badges and names, which stay upright however the tile lies."""
        canvas = Canvas()
        badges = [(faction, turn(point, rotation)) for faction, point in self.badges]
        if self.planet:  # at the upper right, a second one at the upper left
            place = self.planet_radius * 0.84
            factions = [s["faction"] for s in self._symbols if s["on"] == "planet"]
            badges += [(faction, np.array([(-1) ** n * place, place])) for n, faction in enumerate(factions)]
        for faction, point in badges:
            canvas.stamp(symbol(f"starwars/{faction}"), point, level=BADGE)
        if isinstance(self.planet, str):  # the name beneath the planet or, if a route comes in there, above
            reached = {EDGES[(EDGES.index(edge) + rotation) % 4] for edges in self.routes for edge in edges}
            name = lettering(self.planet.upper(), 0.052, (0.0, 0.39 if "S" in reached else -0.39))
            canvas.path(Paint(BADGE, SPACE, SPACE, 0.03, 0.8), name)
            canvas.path(Paint(BADGE + 0.2, "#dbe6ff"), name)
        return canvas


def _paint_rock(canvas: Canvas, place: Points, size: float, chance: random.Random) -> None:
    """A rock: shadow, body and the facet that faces the light at the upper left."""
    corners = 7 if size > 0.02 else 5
    radii = [size * chance.uniform(0.78, 1.12) for _ in range(corners)]
    body = blob(place, radii, squash=chance.uniform(0.72, 0.95), tilt=chance.uniform(0, np.pi))
    tone, lit = chance.choice(ROCKS)
    canvas.polygon(Paint(AREA + 0.3, tone), body)
    if size > 0.02:
        canvas.polygon(Paint(AREA + 0.2, "#211b18", alpha=0.7), body + size * np.array([0.16, -0.20]))
        canvas.polygon(Paint(AREA + 0.4, lit), (body - place) * 0.58 + place + size * np.array([-0.20, 0.20]))


def _paint_route(canvas: Canvas, curve: Points) -> None:
    """A lane of light: two veils of glow, the lane and its bright core."""
    for width, colour, alpha in ((0.15, "#2a7fd0", 0.20), (0.10, "#2f8fe0", 0.32)):
        canvas.line(Paint(LANE, None, colour, width, alpha, round=False), curve)
    canvas.line(Paint(LANE + 0.1, None, "#57bdf2", 0.052, round=False), curve)
    canvas.line(Paint(LANE + 0.2, None, "#f2fbff", 0.016, round=False), curve)
