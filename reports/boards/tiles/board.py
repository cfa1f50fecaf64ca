"""The scene of a board of tiles: the tiles as they lie, the figures on them, and who plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from reports.boards.canvas import MARK, PIECE, Canvas, Paint, Point, Points, box, turn
from reports.boards.page import NOTE, TEXT, Page, Scene, measure
from reports.boards.symbols import symbol
from reports.boards.tiles.curves import Design, Tile
from reports.style import QUIET, SEAT_COLOURS
from rules.starwars.record import SIZES

if TYPE_CHECKING:
    from simulate.tiles.replay import Played

Cell = tuple[int, int]

HALF_HEIGHT = {"small": 0.118, "big": 0.172}
"""Half the height of a figure, in tile sides."""


@dataclass(frozen=True)
class Placed:
    """A tile on the board: its cell (x east, y north) and its quarter turns clockwise."""

    tile: Tile
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
class Board:
    """All that a picture shows: `last` is the cell to outline; `legend` pairs a colour with a text.

    `shading` lies on the ground of the tiles, in tile sides, the cell (0, 0) about the origin.
    """

    tiles: Sequence[Placed]
    meeples: Sequence[Standing] = ()
    last: Cell | None = None
    legend: Sequence[tuple[str, str]] = ()
    shading: Canvas | None = None


def board_of(played: Played, paint: Callable[[Design], Tile], seats: Sequence[tuple[str, str]]) -> Board:
    """The board of a replayed game; `seats` are the colours and names of the players.

    The last tile is outlined, and the legend says each player's score and reserve.
    """
    designs, snapshot = played.position.tileset.tiles, played.snapshot
    painted = {n: paint(designs[n].source) for n in {lying.design for lying in snapshot.lying.values()}}
    return Board(
        tiles=[Placed(painted[lying.design], at, lying.rotation) for at, lying in snapshot.lying.items()],
        meeples=[
            Standing(seats[meeple.seat][0], SIZES[meeple.size], meeple.at, meeple.on, meeple.segment)  # type: ignore[arg-type]
            for meeple in snapshot.standing
        ],
        last=snapshot.last,
        legend=[
            (colour, f"{name}: {score} points, {_reserve(left)}")
            for (colour, name), score, left in zip(
                seats, snapshot.result["scores"], snapshot.reserve, strict=True
            )
        ],
    )


def _reserve(left: Sequence[int]) -> str:
    """What a seat has in reserve, in words."""
    sizes = [f"{size} " for size in SIZES] if len(left) > 1 else [""]
    words = [f"{n} {size}".strip() for n, size in zip(left, sizes, strict=True) if n]
    return f"{' and '.join(words)} in reserve" if words else "nothing in reserve"


# --- the scene, in points

#: A tile's side: as large as fits `ROOM`, within these bounds, and never so large that the board
#: outgrows `LONGEST`.
LARGEST, SMALLEST = 144.0, 44.0
ROOM, LONGEST = 900.0, 2600.0

NARROWEST = 386.0

#: Room for the coordinates, between legend and board, and of a row of the legend.
AXIS, GAP, ROW = 16.0, 16.0, 2 * TEXT


def board_scene(board: Board) -> Scene:
    """A board; the size of the scene follows from its extent."""
    if not board.tiles:
        raise ValueError("a board without tiles cannot be drawn")
    cells = np.array([placed.at for placed in board.tiles])
    first = cells.min(axis=0)
    extent = cells.max(axis=0) - first + 1
    side = float(int(min(max(SMALLEST, min(LARGEST, ROOM / extent.max())), LONGEST / extent.max())))
    across, up = extent * side
    width = max(across + AXIS, NARROWEST)
    rows = _legend_rows(board.legend, width)

    def paint(page: Page, left: float, top: float) -> None:
        _draw_legend(page, rows, left, top)
        corner = round(left + (width - across + AXIS) / 2), round(top - len(rows) * ROW - GAP - up)
        origin = np.array(corner) - (first - 0.5) * side  # of the middle of cell (0, 0)
        page.put(_paint_board(board, side), origin, side)
        size = min(NOTE, side / 4)
        for n in range(extent[0]):
            at = corner[0] + (n + 0.5) * side, corner[1] - 5
            page.write(at, str(first[0] + n), size, colour=QUIET, ha="center", va="top")
        for n in range(extent[1]):
            at = corner[0] - 5, corner[1] + (n + 0.5) * side
            page.write(at, str(first[1] + n), size, colour=QUIET, ha="right", va="center")

    return Scene(width, len(rows) * ROW + GAP + up + AXIS, paint, under_title=0.0, over_caption=6.0)


def _paint_board(board: Board, side: float) -> Canvas:
    """The tiles, the outline of the last one, and the pieces."""
    canvas = Canvas()
    arts: dict[Tile, Canvas] = {}
    uprights: dict[tuple[Tile, int], Canvas] = {}
    for placed in board.tiles:
        tile, turned = placed.tile, (placed.tile, placed.rotation % 4)
        if tile not in arts:
            arts[tile] = tile.art()
        if turned not in uprights:
            uprights[turned] = tile.upright(placed.rotation)
        canvas.stamp(arts[tile], placed.at, rotation=placed.rotation)
        canvas.stamp(uprights[turned], placed.at)
    if board.shading:
        canvas.stamp(board.shading, (0.0, 0.0))
    if board.last is not None:
        outline, width = box(board.last, 1.0, 1.0), min(0.045, 3.4 / side)
        canvas.polygon(Paint(MARK, None, "#3a2a00", width * 1.7, 0.6), outline)
        canvas.polygon(Paint(MARK + 0.1, None, "#ffd84d", width), outline)
    lying = {placed.at: placed for placed in board.tiles}
    crowd: dict[tuple[Cell, str, int], int] = {}
    for piece in board.meeples:
        spot = piece.at, piece.on, piece.segment
        earlier = crowd[spot] = crowd.get(spot, -1) + 1
        beside = 0.13 * ((earlier + 1) // 2) * (-1) ** earlier
        at = stand(lying[piece.at], piece) + piece.at + np.array([beside, 0.0])
        paint_meeple(canvas, piece.colour, at, HALF_HEIGHT[piece.size], lying=piece.on == "field")
    return canvas


def stand(placed: Placed, piece: Standing) -> Points:
    """Where a piece stands on a turned tile, from its centre in tile sides, whole and within the tile."""
    most = 0.48 - HALF_HEIGHT[piece.size]
    return np.clip(turn(placed.tile.anchors[piece.on, piece.segment], placed.rotation), -most, most)


def paint_meeple(canvas: Canvas, colour: str, at: Point, half_height: float, lying: bool = False) -> None:
    """A meeple centred on `at`, upright or lying with its head in the west, as farmers do.

    The white halo keeps dark ones visible on dark ground.
    """
    rotation = 3 if lying else 0
    shadow = np.array([0.10, -0.10]) * half_height + at
    canvas.stamp(symbol("tiles/shadow"), shadow, half_height, PIECE, rotation)
    canvas.stamp(symbol("tiles/halo"), at, half_height, PIECE + 0.1, rotation)
    canvas.stamp(meeple(colour), at, half_height, PIECE + 0.2, rotation)


def meeple(colour: str) -> Canvas:
    """The figure alone, in a box from -1 to 1."""
    fill, edge = SEAT_COLOURS[colour]
    return symbol("tiles/meeple", seat=fill, edge=edge)


# --- the legend

_GLYPH = 20.0  # a meeple and the gap after it
_BETWEEN = 22.0  # two entries
_SCALE = 60.0  # points of a tile's side in which the meeples of the legend are painted


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
        used += needed + _BETWEEN
    return rows


def _draw_legend(page: Page, rows: list[list[tuple[float, str, str]]], left: float, top: float) -> None:
    """The players from `top` downwards."""
    for n, row in enumerate(rows, 1):
        for offset, colour, text in row:
            x, y = left + offset, top - n * ROW
            page.canvas.stamp(meeple(colour), (x + 7, y + 7), 7.5, PIECE, lines=_SCALE)
            page.write((x + _GLYPH, y + 3.3), text)
