"""The scene of a tile set: every design as it lies unturned, by the id that records and tile files have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from reports.boards.canvas import PIECE, Canvas, Paint, lettering
from reports.boards.page import NOTE, TEXT, Page, Scene
from reports.boards.tiles.curves import Design, Tile
from reports.pictures.fonts import measure
from reports.pictures.style import QUIET
from rules.tiles.tileset import TileSet

ACROSS = 6
"""Tiles in a row."""

SIDE, GAP = 108.0, 16.0
"""A tile's side and the room between two, in points."""

BELOW = TEXT + NOTE + 18
"""Room for the name under a tile, and how many there are."""

BADGE = 0.075
"""Radius of the disc with the number of a segment, in tile sides."""

KEY = (
    "As they lie with rotation 0; each rotation is a quarter turn clockwise.",
    "Numbers tell the segments of one kind apart; one that is alone is segment 0.",
)


def sheet_scene(tileset: TileSet, paint: Callable[[Design], Tile]) -> Scene:
    """All designs of a set: their ids, how many of each are in the box, and the numbers of segments."""
    designs = tileset.tiles
    rows = -(-len(designs) // ACROSS)
    head = len(KEY) * 1.5 * NOTE + GAP

    def draw(page: Page, left: float, top: float) -> None:
        for n, line in enumerate(KEY):
            page.write((left, top - (n + 1) * 1.5 * NOTE), line, NOTE, colour=QUIET)
        for n, design in enumerate(designs):
            row, column = divmod(n, ACROSS)
            x, y = left + column * (SIDE + GAP), top - head - row * (SIDE + BELOW) - SIDE
            tile = paint(design.source)
            canvas = Canvas()
            canvas.stamp(tile.laid(0), (0.0, 0.0))
            canvas.stamp(numbered(tile), (0.0, 0.0))
            page.put(canvas, (x + SIDE / 2, y + SIDE / 2), SIDE)
            size = TEXT * min(1.0, (SIDE + GAP / 2) / measure(design.id, TEXT, bold=True))
            page.write((x, y - TEXT - 3), design.id, size, bold=True)
            count = f"× {design.count}{', start' if design.start else ''}"
            page.write((x, y - TEXT - NOTE - 5), count, NOTE, colour=QUIET)

    return Scene(ACROSS * (SIDE + GAP) - GAP, head + rows * (SIDE + BELOW), draw, under_title=2.0)


def numbered(tile: Tile) -> Canvas:
    """The numbers of segments where pieces stand, of kinds that a tile has several of."""
    canvas = Canvas()
    several = Counter(kind for kind, _ in tile.anchors)
    for (kind, number), at in tile.anchors.items():
        if several[kind] > 1:
            canvas.disc(Paint(PIECE, "#ffffff", QUIET, 0.008), at, BADGE)
            canvas.path(Paint(PIECE + 0.1, "#1c1c2b"), lettering(str(number), 0.075, at))
    return canvas
