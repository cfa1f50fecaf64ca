"""The island with everything on it: sea, terrain, number tokens, harbours, pieces, robber."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from analyses.games.dice import ways
from reports.boards.canvas import Canvas, Paint, Point, Points, blob, box, lettering, rounded
from reports.boards.catan.coordinates import (
    ACROSS,
    BUILDING,
    CORNERS,
    GROUND,
    LABEL,
    MOTIF,
    PIER,
    ROAD,
    ROBBER,
    SEA,
    SHIP,
    TOKEN,
    edge_at,
    geometry,
    harbour_edge,
    hex_at,
    ship_at,
    vertex_at,
)
from reports.boards.symbols import symbol, varied
from reports.pictures.style import SEAT_COLOURS
from rules.catan.board import GENERIC, NO_TOKEN, RED, TERRAIN, standard_island
from rules.catan.options import RESOURCES
from rules.catan.position import Position
from rules.catan.state import PIECES

#: How much of its place a hex fills; the sand between hexes is where roads go.
PART = 0.955

#: Of each terrain: its ground, the rim, and patches lighter and darker than the ground.
GROUNDS = {
    "hills": ("#d98052", "#8f4220", "#eba27b", "#b8592f"),
    "forest": ("#5d9a55", "#2b5a2c", "#7bb26e", "#3f7a3f"),
    "pasture": ("#a8d365", "#5d8a2a", "#c4e48a", "#8abb4a"),
    "fields": ("#f0cd57", "#a67a12", "#f8e08c", "#d8aa32"),
    "mountains": ("#b3b6bb", "#5f646d", "#cdd0d4", "#90959d"),
    "desert": ("#ecd9a0", "#a88d4a", "#f7ebc6", "#d6bd7a"),
}

#: From the middle of the hex.
TOKEN_AT, TOKEN_RADIUS = np.array([0.0, -0.27]), 0.275
ROBBER_AT = np.array([0.47, -0.43])

INK, RED_INK = "#1f2430", "#b3211b"

#: How far round a piece its ring is, and how far above its place the middle of the ring.
RINGS = {"road": (0.37, 0.0), "settlement": (0.34, 0.02), "city": (0.42, 0.04)}


def seat_colours(players: int) -> Sequence[str]:
    """The colours of the printed pieces by seat; with three players the first is left out (CT-34)."""
    return standard_island().colours[4 - players :]


def paint_island(position: Position, ids: bool = False) -> Canvas:
    """The island as it lies, in sides of a hex, its middle at the origin.

    With `ids` every hex, vertex and edge carries the number that game records use.
    """
    canvas = paint_map(position)
    paint_pieces(position, canvas)
    if ids:
        paint_ids(canvas)
    return canvas


def paint_map(position: Position) -> Canvas:
    """What stays as it is: sea, terrain, number tokens, harbours."""
    canvas = Canvas()
    canvas.stamp(symbol("catan/sea"), (0.0, 0.0), level=SEA)
    for number, kind in enumerate(position["terrain"].tolist()):
        canvas.stamp(paint_hex(kind, number), hex_at(number))
    for number, token in enumerate(position["token"].tolist()):
        if token != NO_TOKEN:
            paint_token(canvas, token, hex_at(number) + TOKEN_AT)
    paint_harbours(canvas, position["harbour"].tolist(), position["harbour_rate"].tolist())
    return canvas


def paint_pieces(position: Position, canvas: Canvas) -> None:
    """Roads, settlements, cities, and the robber."""
    for seat, colour in enumerate(seat_colours(position.players)):
        for edge in np.flatnonzero(position["road_owner"] == seat):
            ends = edge_at(int(edge))
            east, north = ends[1] - ends[0]
            paint_piece(canvas, "road", colour, ends.mean(axis=0), -np.arctan2(north, east) / (np.pi / 2))
        for kind, built in (("settlement", "settlements"), ("city", "cities")):
            for vertex in members(int(position[built][seat])):
                paint_piece(canvas, kind, colour, vertex_at(vertex))
    _ring_last(canvas, position)
    if position.options.robber:
        canvas.stamp(symbol("catan/robber"), hex_at(position["robber"]) + ROBBER_AT, level=ROBBER)


def members(vertices: int) -> list[int]:
    """The members of a set of vertices."""
    return [vertex for vertex in range(vertices.bit_length()) if vertices >> vertex & 1]


# --- the map


def paint_hex(terrain: int, number: int) -> Canvas:
    """A hex about the origin; `number` varies the patches of its ground and what stands on it."""
    name = TERRAIN[terrain]
    chance = random.Random(f"{name}/{number}")
    canvas = Canvas()
    fill, rim, light, dark = GROUNDS[name]
    canvas.polygon(Paint(GROUND, fill, rim, 0.022), CORNERS * PART)
    for paint in (Paint(GROUND + 0.1, light, alpha=0.55), Paint(GROUND + 0.2, dark, alpha=0.35)):
        for _ in range(2):
            middle = chance.uniform(-0.45, 0.45), chance.uniform(-0.5, 0.5)
            radii = [chance.uniform(0.16, 0.28) for _ in range(8)]
            canvas.path(paint, rounded(blob(middle, radii, squash=0.6)))
    if name == "pasture":
        for place in _scattered(chance, 16):
            canvas.stamp(symbol("catan/tuft"), place, 0.05, GROUND + 0.5)
    canvas.stamp(varied(f"catan/{name}", chance), (0.0, 0.0), level=MOTIF)
    return canvas


def _scattered(chance: random.Random, count: int) -> list[Point]:
    """Places in a hex, clear of its rim and of the token."""
    places: list[Point] = []
    while len(places) < count:
        x, y = chance.uniform(-ACROSS, ACROSS), chance.uniform(-1, 1)
        is_inside = abs(x) <= 0.82 * ACROSS and abs(y) + abs(x) / (2 * ACROSS) <= 0.82
        if is_inside and np.hypot(*TOKEN_AT - (x, y)) > TOKEN_RADIUS + 0.05:
            places.append((x, y))
    return places


def paint_token(canvas: Canvas, number: int, place: Points) -> None:
    """A number token with a dot for each way in 36 to roll its number (CT-37)."""
    x, y = place
    canvas.stamp(symbol("catan/token"), place, level=TOKEN)
    ink = Paint(TOKEN + 0.2, RED_INK if number in RED else INK)
    height = 0.21 if number in RED else 0.185
    canvas.path(ink, lettering(str(number), height, (x, y + 0.055)))
    count = ways(number)
    for n in range(count):
        canvas.disc(ink, (x + (n - (count - 1) / 2) * 0.068, y - 0.135), 0.024)


def paint_harbours(canvas: Canvas, kinds: Sequence[int], rates: Sequence[int]) -> None:
    """A ship at every harbour with piers to its two vertices; `rates` are generic and special.

    The sail says what the harbour trades: the rate, and the sign of the resource or "any".
    """
    ink = Paint(SHIP + 0.4, INK)
    for number, kind in enumerate(kinds):
        x, y = ship_at(number)
        for end in edge_at(harbour_edge(number)):
            _paint_pier(canvas, end, np.array([x, y - 0.22]))
        canvas.stamp(symbol("catan/ship"), (x, y), level=SHIP)
        if kind == GENERIC:
            canvas.path(ink, lettering(f"{rates[0]}:1", 0.185, (x, y + 0.13)))
            canvas.path(ink, lettering("any", 0.12, (x, y - 0.10)))
        else:
            canvas.path(ink, lettering(f"{rates[1]}:1", 0.145, (x, y - 0.12)))
            canvas.stamp(symbol(f"catan/{RESOURCES[kind]}"), (x, y + 0.16), 0.32, SHIP + 0.5)


def _paint_pier(canvas: Canvas, start: Points, goal: Points) -> None:
    """Planks from a vertex out to the ship."""
    length = float(np.hypot(*(goal - start)))
    direction = (goal - start) / length
    side = np.array([-direction[1], direction[0]]) * 0.055
    walk = [start + direction * 0.12, start + direction * (length - 0.15)]
    canvas.line(Paint(PIER, None, "#3f2a14", 0.15, round=False), walk)
    canvas.line(Paint(PIER + 0.1, None, "#b98a52", 0.11, round=False), walk)
    for step in np.arange(0.18, length - 0.15, 0.075):
        plank = start + direction * step
        canvas.line(Paint(PIER + 0.2, None, "#6b4a25", 0.014, round=False), [plank - side, plank + side])


# --- the pieces


def paint_piece(
    canvas: Canvas, kind: str, colour: str, place: Point, rotation: float = 0, side: float = 1.0
) -> None:
    """A road, a settlement or a city, `side` being the length of a side of a hex.

    A white rim and a dark outline keep pieces apart from any terrain; some colours carry a mark, so that
    they can be told apart in grey print and by colour-blind readers.
    """
    level = ROAD if kind == "road" else BUILDING
    body = symbol(f"catan/{kind}", seat=SEAT_COLOURS[colour][0])
    canvas.stamp(body, place, side, level, rotation, lines=side)
    if colour in ("blue", "orange", "green"):
        canvas.stamp(symbol(f"catan/{kind}-{colour}"), place, side, level + 0.3, rotation, lines=side)


def _ring_last(canvas: Canvas, position: Position) -> None:
    """A golden ring round the piece built last, if that was this turn or, in the set-up phase, at all."""
    number = position["n_builds"] - 1
    if number < 0 or position["builds"][number]["turn"] != position["turn"]:
        return
    _, _, piece, place, _ = position["builds"][number].tolist()
    kind = PIECES[piece]
    x, y = edge_at(place).mean(axis=0) if kind == "road" else vertex_at(place)
    radius, up = RINGS[kind]
    canvas.stamp(symbol("catan/ring"), (x, y + up), radius, BUILDING + 0.5)


# --- the numbers of places


def paint_ids(canvas: Canvas) -> None:
    """Hexes in dark squares, vertices in white discs, edges in yellow ones."""
    for number in range(len(geometry().hexes)):
        x, y = hex_at(number)
        place = x, y + 0.30
        canvas.polygon(Paint(LABEL, INK, "#ffffff", 0.02), box(place, 0.34, 0.26))
        canvas.path(Paint(LABEL + 0.1, "#ffffff"), lettering(str(number), 0.15, place))
    edges = [(edge_at(number).mean(axis=0), "#ffe28a", 0.105) for number in range(len(geometry().edges))]
    vertices = [(vertex_at(number), "#ffffff", 0.125) for number in range(len(geometry().vertices))]
    for places in (edges, vertices):
        for number, (place, fill, radius) in enumerate(places):
            canvas.disc(Paint(LABEL, fill, INK, 0.016), place, radius)
            canvas.path(Paint(LABEL + 0.1, INK), lettering(str(number), radius * 0.92, place))
