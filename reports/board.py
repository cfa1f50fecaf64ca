"""The picture of a board of tiles, with the pieces that stand on it, as one page of vector shapes.

figure = draw_board(scene)
save_board(scene, "board.svg")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from reports.drawing import MARGIN, NOTE, TEXT, TITLE, measure, save_drawing, suffix, wrap
from reports.style import INK, QUIET, figure
from reports.tiles.canvas import MARK, Canvas, Paint
from reports.tiles.carcassonne import CarcassonneTile
from reports.tiles.fields import shade
from reports.tiles.geometry import Point, turn
from reports.tiles.pieces import HALF_HEIGHT, meeple
from reports.tiles.starwars import StarWarsTile

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Cell = tuple[int, int]


@dataclass(frozen=True)
class Placed:
    """A tile on the board: its table from the tile file, its cell (x east, y north), its quarter turns.

    `rotation` counts quarter turns clockwise.
    """

    design: Mapping[str, Any]
    at: Cell
    rotation: int = 0


@dataclass(frozen=True)
class Standing:
    """A meeple on the board: on segment `segment` of the list that goes with `on` in the tile's design.

    `colour` is one of `reports.style.SEAT_COLOURS`.
    """

    colour: str
    size: Literal["small", "big"]
    at: Cell
    on: str
    segment: int = 0


@dataclass(frozen=True)
class FarmShade:
    """A field to be tinted in the colours of those who own its farm: stripes if they are several.

    `segment` is the field's index in the tile's design; without `colours` the field stays plain.
    """

    at: Cell
    segment: int
    colours: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """All that a picture shows. `last` is the cell to outline; `legend` pairs a colour with a text."""

    tiles: Sequence[Placed]
    meeples: Sequence[Standing] = ()
    last: Cell | None = None
    title: str = ""
    legend: Sequence[tuple[str, str]] = ()
    caption: str = ""
    farms: Sequence[FarmShade] = ()


class Tile(Protocol):
    """What a game's painter gives for each design, in tile sides, the tile's centre at the origin."""

    @property
    def anchors(self) -> Mapping[tuple[str, int], Point]:
        """Where a meeple stands, by kind of segment and index, before rotation."""

    def art(self) -> Canvas:
        """What turns with the tile."""

    def upright(self, rotation: int) -> Canvas:
        """What stays upright, for a tile turned by `rotation` quarter turns clockwise."""


def tile_for(design: Mapping[str, Any]) -> Tile:
    """The painted tile of a design; the keys of its table tell the game."""
    return CarcassonneTile(design) if "cloister" in design else StarWarsTile(design)


def stand(tile: Tile, piece: Standing, rotation: int) -> Point:
    """Where a piece stands on a turned tile, from its centre in tile sides, whole and within the tile."""
    x, y = turn(tile.anchors[piece.on, piece.segment], rotation)
    most = 0.48 - HALF_HEIGHT[piece.size]
    return max(-most, min(most, float(x))), max(-most, min(most, float(y)))


# --- the page, in points (1/72 inch)

#: A tile's side: as large as fits `ROOM`, within these bounds, and never so large that the board
#: outgrows `LONGEST`.
LARGEST, SMALLEST = 144.0, 44.0
ROOM, LONGEST = 900.0, 2600.0

NARROWEST = 430.0


def draw_board(scene: Scene) -> Figure:
    """The picture of a scene, ready to save; its size follows from the extent of the board."""
    board = _Extent(scene.tiles)
    axis = 16.0  # room for the coordinates
    width = max(board.width + 2 * MARGIN + axis, NARROWEST)
    inner = width - 2 * MARGIN
    title = wrap(scene.title, inner, TITLE, bold=True)
    rows = _legend_rows(scene.legend, inner)
    caption = wrap(scene.caption, inner, NOTE)
    head = len(title) * TITLE * 1.35 + len(rows) * TEXT * 2.0 + (16.0 if title or rows else 0.0)
    foot = axis + (len(caption) * NOTE * 1.45 + 6.0 if caption else 0.0)
    height = float(round(2 * MARGIN + head + board.height + foot))

    with figure(round(width) / 72, height / 72) as fig:
        fig.set_layout_engine("none")
        axes = fig.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, round(width)), ylim=(0, height))
        axes.set_axis_off()
        top = height - MARGIN
        for line in title:
            top -= TITLE * 1.35
            axes.text(MARGIN, top + 4, line, size=TITLE, weight="bold", color=INK, parse_math=False)
        top = _draw_legend(axes, rows, top)
        left = round((width - board.width + axis) / 2)
        bottom = round(MARGIN + foot)
        _draw_tiles(axes, scene, board, (left, bottom))
        _draw_coordinates(axes, board, (left, bottom))
        for n, line in enumerate(reversed(caption)):
            axes.text(MARGIN, MARGIN + n * NOTE * 1.45, line, size=NOTE, color=QUIET, parse_math=False)
    return fig


def save_board(scene: Scene, path: str | Path) -> Path:
    """Draw a scene into a .png or .svg file, the same bytes every time; returns the path."""
    suffix(path)
    return save_drawing(draw_board(scene), path, scene.title or "A board")


class _Extent:
    """The rectangle of cells that the tiles span, and its size on the page in points."""

    def __init__(self, tiles: Sequence[Placed]) -> None:
        if not tiles:
            raise ValueError("a board without tiles cannot be drawn")
        columns = [tile.at[0] for tile in tiles]
        rows = [tile.at[1] for tile in tiles]
        self.west, self.east = min(columns), max(columns)
        self.south, self.north = min(rows), max(rows)
        across, up = self.east - self.west + 1, self.north - self.south + 1
        side = max(SMALLEST, min(LARGEST, ROOM / max(across, up)))
        self.side = float(int(min(side, LONGEST / max(across, up))))
        self.width, self.height = across * self.side, up * self.side

    def place(self, at: Cell) -> Point:
        """The centre of a cell, in tile sides from the lower left corner of the board."""
        return at[0] - self.west + 0.5, at[1] - self.south + 0.5


def _draw_tiles(axes: Any, scene: Scene, board: _Extent, origin: Point) -> None:
    """The tiles, the outline of the last one, and the pieces."""
    canvas = Canvas()
    painted: dict[str, tuple[Tile, Canvas]] = {}
    uprights: dict[tuple[str, int], Canvas] = {}
    lying: dict[Cell, tuple[Tile, int]] = {}
    for placed in scene.tiles:
        key = str(placed.design["id"])
        if key not in painted:
            tile = tile_for(placed.design)
            painted[key] = tile, tile.art()
        tile, art = painted[key]
        lying[placed.at] = tile, placed.rotation
        canvas.stamp(art, board.place(placed.at), placed.rotation)
        turned = key, placed.rotation % 4
        if turned not in uprights:
            uprights[turned] = tile.upright(placed.rotation)
        canvas.stamp(uprights[turned], board.place(placed.at))
    for farm in scene.farms:
        tile, rotation = lying[farm.at]
        if not isinstance(tile, CarcassonneTile):
            raise ValueError(f"there are no farms on the tile at {farm.at}")
        place = np.array(board.place(farm.at))
        shade(canvas, [turn(face, rotation) + place for face in tile.regions[farm.segment]], farm.colours)
    if scene.last is not None:
        x, y = board.place(scene.last)
        square = [(x + 0.5 * a, y + 0.5 * b) for a, b in ((-1, -1), (-1, 1), (1, 1), (1, -1))]
        width = min(0.045, 3.4 / board.side)
        canvas.polygon(Paint(MARK, None, "#3a2a00", width * 1.7, 0.6), square)
        canvas.polygon(Paint(MARK + 0.1, None, "#ffd84d", width), square)
    crowd: dict[tuple[Cell, str, int], int] = {}
    for piece in scene.meeples:
        tile, rotation = lying[piece.at]
        spot = piece.at, piece.on, piece.segment
        earlier = crowd.get(spot, 0)
        crowd[spot] = earlier + 1
        beside = 0.13 * ((earlier + 1) // 2) * (-1) ** earlier
        x, y = stand(tile, piece, rotation)
        across, up = board.place(piece.at)
        at = across + x + beside, up + y
        meeple(canvas, piece.colour, at, HALF_HEIGHT[piece.size], lying=piece.on == "field")
    canvas.draw(axes, origin, board.side)


def _draw_coordinates(axes: Any, board: _Extent, origin: Point) -> None:
    """Column numbers beneath the board, row numbers at its left."""
    size = min(NOTE, board.side / 4)
    look = {"size": size, "color": QUIET, "parse_math": False}
    for x in range(board.west, board.east + 1):
        at = origin[0] + board.place((x, board.south))[0] * board.side
        axes.text(at, origin[1] - 5, str(x), ha="center", va="top", **look)
    for y in range(board.south, board.north + 1):
        at = origin[1] + board.place((board.west, y))[1] * board.side
        axes.text(origin[0] - 5, at, str(y), ha="right", va="center", **look)


# --- the legend

_GLYPH = 20.0  # a meeple and the gap after it
_GAP = 22.0  # between two entries


def _legend_rows(legend: Sequence[tuple[str, str]], width: float) -> list[list[tuple[float, str, str]]]:
    """Entries (offset in points, colour, text) in rows no wider than `width` points."""
    rows: list[list[tuple[float, str, str]]] = []
    used = width
    for colour, text in legend:
        needed = _GLYPH + measure(text, TEXT)
        if not rows or used + needed > width:
            rows.append([])
            used = 0.0
        rows[-1].append((used, colour, text))
        used += needed + _GAP
    return rows


def _draw_legend(axes: Any, rows: list[list[tuple[float, str, str]]], top: float) -> float:
    """Draw the players from `top` downwards; returns where the legend ends."""
    canvas = Canvas()
    for row in rows:
        top -= TEXT * 2.0
        for offset, colour, text in row:
            meeple(canvas, colour, ((MARGIN + offset + 7) / 60, (top + 7) / 60), 7.5 / 60, halo=False)
            axes.text(MARGIN + offset + _GLYPH, top + 3.3, text, size=TEXT, color=INK, parse_math=False)
    canvas.draw(axes, (0.0, 0.0), 60.0)
    return top
