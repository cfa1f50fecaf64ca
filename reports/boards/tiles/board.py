"""The scene of a board of tiles: the tiles as they lie, the figures on them, and who plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from reports.boards.canvas import MARK, PIECE, Canvas, Paint, Point, Points, box, rounded_box, turn
from reports.boards.page import NOTE, TEXT, Page, Scene, Seat, Window
from reports.boards.symbols import symbol
from reports.boards.tiles.curves import Design, Tile
from reports.pictures.fonts import measure
from reports.pictures.style import QUIET, SEAT_COLOURS
from reports.words.wording import listed
from rules.starwars.record import SIZES
from rules.tiles.features import SMALL
from rules.tiles.state import NO_TILE

if TYPE_CHECKING:
    from reports.boards.tiles.story import TileWords
    from rules.tiles.position import Meeple, TilePosition

Cell = tuple[int, int]

HALF_HEIGHT = (0.118, 0.172)
"""Half the height of a small figure and of a big one, in tile sides."""


@dataclass(frozen=True)
class Placed:
    """A tile on the board: its cell (x east, y north) and its quarter turns clockwise."""

    tile: Tile
    at: Cell
    rotation: int = 0


@dataclass(frozen=True)
class Board:
    """All that a picture shows: `last` is the cell to outline; `legend` pairs a colour with a text.

    `colours` are those of the seats, each one of `reports.pictures.style.SEAT_COLOURS`. `shading` lies on the
    ground of the tiles, in tile sides, the cell (0, 0) about the origin. `paid` are words to stand at a
    figure. `key` says what is not self-evident.
    """

    tiles: Sequence[Placed]
    colours: Sequence[str] = ()
    meeples: Sequence[Meeple] = ()
    last: Cell | None = None
    legend: Sequence[tuple[str, str]] = ()
    shading: Canvas | None = None
    paid: Sequence[tuple[Meeple, str]] = ()
    key: str = ""


def board_of(position: TilePosition, paint: Callable[[Design], Tile], colours: Sequence[str]) -> Board:
    """The board of a game; `colours` are those of the seats.

    The last tile is outlined, and the legend says each seat's score and reserve, and who won.
    """
    designs, tiles, winners = position.tileset.tiles, position.lying, position.winners()
    painters = {n: paint(designs[n].source) for n in {tile.design for tile in tiles.values()}}
    placed = [Placed(painters[tile.design], cell, tile.rotation) for cell, tile in tiles.items()]

    verb = "wins" if len(winners) == 1 else "shares the win"
    legend = []
    for seat, (colour, score, reserve) in enumerate(
        zip(colours, position.scores(), position.reserve(), strict=True)
    ):
        fate = verb if seat in winners else ", ".join([_reserve(reserve), *_held(position, seat)])
        legend.append((colour, f"seat {seat + 1} ({colour}): {score} points, {fate}"))
    return Board(
        placed,
        colours,
        position.standing,
        position.last_laid,
        legend=legend,
        key="Golden rim: the tile placed last." if position.last_laid else "",
    )


def _reserve(counts: Sequence[int]) -> str:
    """What a seat has in reserve, in words."""
    sizes = [f"{size} " for size in SIZES] if len(counts) > 1 else [""]
    words = [f"{n} {size}".strip() for n, size in zip(counts, sizes, strict=True) if n]
    return f"{' and '.join(words)} in reserve" if words else "nothing in reserve"


def _held(position: TilePosition, seat: int) -> list[str]:
    """The tiles that a seat holds, in words, a cloister of its own too; nothing if it holds none."""
    tiles, own = position.tileset.tiles, position.own_tile(seat)
    names = [tiles[design].id for design in position.hand(seat)]
    words = [f"tile{'s' * (len(names) > 1)} {listed(names)} in hand"] if names else []
    return [*words, f"tile {tiles[own].id} of its own"] if own != NO_TILE else words


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
    width_of_tiles, up = extent * side
    width = max(width_of_tiles + AXIS, NARROWEST)
    rows = _legend_rows(board.legend, width)
    gap = GAP + 2 * NOTE * bool(board.key)

    def paint(page: Page, left: float, top: float) -> None:
        _draw_legend(page, rows, left, top)
        corner = round(left + (width - width_of_tiles + AXIS) / 2), round(top - len(rows) * ROW - gap - up)
        origin = np.array(corner) - (first - 0.5) * side  # of the middle of cell (0, 0)
        page.put(_paint_board(board, side), origin, side)
        _write_coordinates(page, first, cells.max(axis=0), origin, side)
        by_cell = {placed.at: placed for placed in board.tiles}
        for piece, text in board.paid:
            _write_paid(page, text, origin + (stand(by_cell[piece.at], piece) + piece.at) * side)
        if board.key:
            page.write((left, top - len(rows) * ROW - NOTE - 4), board.key, NOTE, colour=QUIET)

    return Scene(width, len(rows) * ROW + gap + up + AXIS, paint, under_title=0.0, over_caption=6.0)


#: Of a board to watch: a tile's side, and how many tiles the window holds at least, across and up.
WATCHED, FEWEST = 100.0, 5

WATCHED_NOTE, WATCHED_AXIS = 15.0, 23.0
"""Its coordinates, in points: they are looked at smaller than a picture's."""


def watched(
    position: TilePosition, paint: Callable[[Design], Tile], colours: Callable[[], Sequence[str]]
) -> Callable[[Page], Window]:
    """Draws the tiles as they lie whenever it is called, the middle of cell (0, 0) at the origin.

    The tile placed last is outlined; `colours` gives those of the seats.
    """
    painters: dict[int, Tile] = {}

    def draw(page: Page) -> Window:
        tiles = []
        for cell, tile in position.lying.items():
            if tile.design not in painters:
                painters[tile.design] = paint(position.tileset.tiles[tile.design].source)
            page.put(painters[tile.design].laid(tile.rotation), np.array(cell) * WATCHED, WATCHED)
            tiles.append(Placed(painters[tile.design], cell, tile.rotation))
        board = Board(tiles, colours(), position.standing, position.last_laid)
        page.put(_paint_pieces(board, WATCHED), (0.0, 0.0), WATCHED)
        cells = np.array(list(position.lying))
        low, high = cells.min(axis=0), cells.max(axis=0)
        _write_coordinates(page, low, high, np.zeros(2), WATCHED, WATCHED_NOTE)
        margin = np.maximum(FEWEST - (high - low + 1), 0) / 2
        left, lower = (low - 0.5 - margin) * WATCHED - WATCHED_AXIS
        right, upper = (high + 0.5 + margin) * WATCHED + AXIS / 2
        return float(left), float(lower), float(right), float(upper)

    return draw


def seats_of(position: TilePosition, colours: Sequence[str], words: TileWords) -> list[Seat]:
    """What each seat has in reserve and in hand, and the tile that the one on turn has drawn, in `words`."""
    drawn = position.drawn()
    seats = []
    for seat, (colour, reserve) in enumerate(zip(colours, position.reserve(), strict=True)):
        holds = [(text, "") for text in (_reserve(reserve), *_held(position, seat))]
        if drawn != NO_TILE and seat == position["seat"]:
            holds.append((f"draws {words.look(position, drawn)}", ""))
        seats.append(Seat(colour, holds))
    return seats


def _write_coordinates(
    page: Page, first: Points, last: Points, origin: Points, side: float, size: float = NOTE
) -> None:
    """Below the tiles and at their left; `origin` is the middle of cell (0, 0)."""
    size = min(size, side / 4)
    left, lower = origin + (first - 0.5) * side
    for n in range(int(first[0]), int(last[0]) + 1):
        page.write((origin[0] + n * side, lower - 5), str(n), size, colour=QUIET, ha="center", va="top")
    for n in range(int(first[1]), int(last[1]) + 1):
        page.write((left - 5, origin[1] + n * side), str(n), size, colour=QUIET, ha="right", va="center")


def _paint_board(board: Board, side: float) -> Canvas:
    """The tiles, the outline of the last one, and the pieces."""
    canvas = Canvas()
    for placed in board.tiles:
        canvas.stamp(placed.tile.laid(placed.rotation % 4), placed.at)
    if board.shading:
        canvas.stamp(board.shading, (0.0, 0.0))
    canvas.stamp(_paint_pieces(board, side), (0.0, 0.0))
    return canvas


def _paint_pieces(board: Board, side: float) -> Canvas:
    """The outline of the last tile, and the meeples on the tiles."""
    canvas = Canvas()
    if board.last is not None:
        outline, width = box(board.last, 1.0, 1.0), min(0.045, 3.4 / side)
        canvas.polygon(Paint(MARK, None, "#3a2a00", width * 1.7, 0.6), outline)
        canvas.polygon(Paint(MARK + 0.1, None, "#ffd84d", width), outline)
    by_cell = {tile.at: tile for tile in board.tiles}
    crowd: dict[tuple[Cell, str, int], int] = {}
    for piece in board.meeples:
        spot = piece.at, piece.on, piece.segment
        earlier = crowd[spot] = crowd.get(spot, -1) + 1
        shift = 0.13 * ((earlier + 1) // 2) * (-1) ** earlier
        place = stand(by_cell[piece.at], piece) + piece.at + np.array([shift, 0.0])
        paint_meeple(
            canvas, board.colours[piece.seat], place, HALF_HEIGHT[piece.size], lying=piece.on == "field"
        )
    return canvas


def stand(placed: Placed, piece: Meeple) -> Points:
    """Where a piece stands on a turned tile, from its centre in tile sides, whole and within the tile."""
    reach = 0.48 - HALF_HEIGHT[piece.size]
    return np.clip(turn(placed.tile.anchors[piece.on, piece.segment], placed.rotation), -reach, reach)


def paint_meeple(canvas: Canvas, colour: str, place: Point, half_height: float, lying: bool = False) -> None:
    """A meeple centred on `place`, upright or lying with its head in the west, as farmers do.

    The white halo keeps dark ones visible on dark ground.
    """
    rotation = 3 if lying else 0
    shadow = np.array([0.10, -0.10]) * half_height + place
    canvas.stamp(symbol("tiles/shadow"), shadow, half_height, PIECE, rotation)
    canvas.stamp(symbol("tiles/halo"), place, half_height, PIECE + 0.1, rotation)
    canvas.stamp(meeple(colour), place, half_height, PIECE + 0.2, rotation)


def meeple(colour: str) -> Canvas:
    """The figure alone, in a box from -1 to 1."""
    fill, edge = SEAT_COLOURS[colour]
    return symbol("tiles/meeple", seat=fill, edge=edge)


def _write_paid(page: Page, text: str, place: Points) -> None:
    """Write the points that are paid beside a figure."""
    x, y = place[0] + HALF_HEIGHT[SMALL] * LARGEST, place[1]
    wide = measure(text, TEXT, bold=True)
    page.canvas.path(Paint(PIECE + 1, "#ffffff", QUIET, 0.8), rounded_box((x + wide / 2, y), wide + 8, 16, 4))
    page.write((x, y), text, TEXT, bold=True, va="center_baseline")


# --- the legend

_GLYPH = 20.0  # a meeple and the gap after it
_BETWEEN = 22.0  # two entries
_SCALE = 60.0  # points of a tile's side in which the meeples of the legend are painted


def _legend_rows(legend: Sequence[tuple[str, str]], width: float) -> list[list[tuple[float, str, str]]]:
    """Entries (offset in points, colour, text) in rows no wider than `width` points."""
    rows: list[list[tuple[float, str, str]]] = []
    offset = width
    for colour, text in legend:
        needed = _GLYPH + measure(text, TEXT)
        if not rows or offset + needed > width:
            rows.append([])
            offset = 0.0
        rows[-1].append((offset, colour, text))
        offset += needed + _BETWEEN
    return rows


def _draw_legend(page: Page, rows: list[list[tuple[float, str, str]]], left: float, top: float) -> None:
    """The players from `top` downwards."""
    for n, row in enumerate(rows, 1):
        for offset, colour, text in row:
            x, y = left + offset, top - n * ROW
            page.canvas.stamp(meeple(colour), (x + 7, y + 7), 7.5, PIECE, lines=_SCALE)
            page.write((x + _GLYPH, y + 3.3), text)
