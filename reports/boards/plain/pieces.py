"""Cards, tokens, chips, dice and counters of any game, each about its middle; in points (1/72 inch)."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from reports.boards.canvas import BODY, PIECE, Canvas, Paint, Point, rounded_box
from reports.boards.page import Page
from reports.pictures.fonts import measure, wrap
from reports.pictures.style import INK, SEAT_COLOURS, SEATS, ink_on

PARCHMENT, EDGE, SHADOW, FAINT = "#fdfbf4", "#cfc8b6", "#0c1512", "#6a6455"
GLOW, GLOW_RIM = "#ffd84d", "#4a3a00"
TABLE, LIGHT, LIGHT_INK, SOFT_INK = "#2f564b", "#ffffff", "#f3f7f4", "#c9dbd2"
"""The cloth of the table, what lies on it lighter, and words that stand on it."""

BACKS = ("#7c3640", "#2f4f7c", "#8a6420", "#5d3f74")
"""Backs of cards, a colour a pool."""

CARD = 44.0, 60.0
CORNER = 5.5
SHORT = 3
"""Letters of a title that is written large, as on playing cards."""
TITLE, SMALL, LEADING = 10.5, 8.5, 1.2

PIPS = {
    1: [(0, 0)],
    2: [(-1, 1), (1, -1)],
    3: [(-1, 1), (0, 0), (1, -1)],
    4: [(-1, 1), (1, 1), (-1, -1), (1, -1)],
    5: [(-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)],
    6: [(-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)],
}


def ink_for(fill: str) -> str:
    """Ink or paper, whichever is readable on a colour."""
    return ink_on(*(part / 255 for part in bytes.fromhex(fill[1:])))


def fit(
    text: str, width: float, most: int, largest: float, least: float, bold: bool = True
) -> tuple[list[str], float]:
    """A text in a few lines as large as they may be; what does not fit ends in an ellipsis."""
    size = largest
    while size > least:
        lines = wrap(text, width, size, bold)
        if len(lines) <= most and all(measure(line, size, bold) <= width for line in lines):
            return lines, size
        size -= 0.5
    lines = wrap(text, width, least, bold)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1]} \N{HORIZONTAL ELLIPSIS}"]
    return [cut(line, width, least, bold) for line in lines], least


def cut(line: str, width: float, size: float, bold: bool) -> str:
    """A line that is not too wide, cut if it was."""
    if measure(line, size, bold) <= width:
        return line
    line = line.rstrip("\N{HORIZONTAL ELLIPSIS} ")
    while line and measure(f"{line}\N{HORIZONTAL ELLIPSIS}", size, bold) > width:
        line = line[:-1].rstrip()
    return f"{line}\N{HORIZONTAL ELLIPSIS}"


# --- outlines, painted once


@lru_cache(maxsize=2000)
def plate(
    width: float,
    height: float,
    fill: str,
    level: float,
    line: str = "",
    corner: float = CORNER,
    alpha: float = 1.0,
    shadow: bool = False,
) -> Canvas:
    """A box with round corners."""
    canvas = Canvas()
    if shadow:
        canvas.path(Paint(level - 0.004, SHADOW, alpha=0.3), rounded_box((0.7, -1.5), width, height, corner))
    canvas.path(Paint(level, fill, line or None, 0.8, alpha), rounded_box((0, 0), width, height, corner))
    return canvas


@lru_cache(maxsize=500)
def rim(width: float, height: float, level: float, corner: float = CORNER) -> Canvas:
    """The golden rim of what has changed."""
    canvas = Canvas()
    outline = rounded_box((0, 0), width, height, corner)
    canvas.path(Paint(level - 0.003, GLOW_RIM, GLOW_RIM, 6.4), outline)
    canvas.path(Paint(level - 0.002, GLOW, GLOW, 4.6), outline)
    return canvas


@lru_cache(maxsize=500)
def card_front(width: float, height: float, colour: str, level: float) -> Canvas:
    """A card without its words: framed in its colour."""
    canvas = Canvas()
    canvas.path(Paint(level - 0.004, SHADOW, alpha=0.3), rounded_box((0.7, -1.5), width, height, CORNER))
    canvas.path(Paint(level, colour or PARCHMENT, EDGE, 0.7), rounded_box((0, 0), width, height, CORNER))
    if colour:
        inside = rounded_box((0, 1.2), width - 6, height - 8.4, CORNER - 2.2)
        canvas.path(Paint(level + 0.001, PARCHMENT), inside)
    return canvas


@lru_cache(maxsize=100)
def card_back(width: float, height: float, colour: str, level: float) -> Canvas:
    """The back of a card."""
    canvas = Canvas()
    canvas.path(Paint(level - 0.004, SHADOW, alpha=0.3), rounded_box((0.7, -1.5), width, height, CORNER))
    canvas.path(Paint(level, PARCHMENT, EDGE, 0.7), rounded_box((0, 0), width, height, CORNER))
    canvas.path(Paint(level + 0.001, colour), rounded_box((0, 0), width - 5, height - 5, CORNER - 1.5))
    light = Paint(level + 0.002, None, LIGHT, 0.8, 0.55)
    canvas.path(light, rounded_box((0, 0), width - 11, height - 11, CORNER - 2.5))
    for size in (0.30, 0.17):
        canvas.polygon(
            light, [(0, size * height), (size * width, 0), (0, -size * height), (-size * width, 0)]
        )
    return canvas


@lru_cache(maxsize=100)
def disc(radius: float, fill: str, line: str, level: float = PIECE) -> Canvas:
    """A round token."""
    canvas = Canvas()
    canvas.disc(Paint(level - 0.004, SHADOW, alpha=0.35), (0.5, -1.0), radius)
    canvas.disc(Paint(level, fill, line, 0.9), (0, 0), radius)
    return canvas


@lru_cache(maxsize=20)
def chip(radius: float, colour: str) -> Canvas:
    """A chip with marks on its edge, light in the middle."""
    canvas = Canvas()
    canvas.disc(Paint(BODY - 0.004, SHADOW, alpha=0.35), (0.6, -1.3), radius)
    canvas.disc(Paint(BODY, colour, "#20180c", 0.5), (0, 0), radius)
    for n in range(8):
        angle = pi / 4 * n + pi / 8
        inner, outer = radius * 0.74, radius * 0.97
        ends = [(r * cos(angle), r * sin(angle)) for r in (inner, outer)]
        canvas.line(Paint(BODY + 0.001, None, PARCHMENT, radius * 0.26, round=False), ends)
    canvas.disc(Paint(BODY + 0.002, PARCHMENT, EDGE, 0.5), (0, 0), radius * 0.68)
    return canvas


@lru_cache(maxsize=20)
def die(value: int, side: float) -> Canvas:
    """A die that shows a number from 1 to 6; a blank one for any other."""
    canvas = Canvas()
    canvas.path(Paint(BODY - 0.004, SHADOW, alpha=0.35), rounded_box((0.7, -1.5), side, side, side * 0.2))
    canvas.path(Paint(BODY, PARCHMENT, EDGE, 0.8), rounded_box((0, 0), side, side, side * 0.2))
    for x, y in PIPS.get(value, ()):
        canvas.disc(Paint(BODY + 0.001, INK), (x * side * 0.27, y * side * 0.27), side * 0.095)
    return canvas


@lru_cache(maxsize=20)
def star(radius: float) -> Canvas:
    """The star of who has won."""
    canvas = Canvas()
    points = []
    for n in range(10):
        angle, size = pi / 2 + pi / 5 * n, radius if n % 2 == 0 else radius * 0.45
        points.append((size * cos(angle), size * sin(angle)))
    canvas.polygon(Paint(PIECE, GLOW, GLOW_RIM, 0.6), points)
    return canvas


@lru_cache(maxsize=4)
def arrow(size: float) -> Canvas:
    """The mark of who decides."""
    canvas = Canvas()
    canvas.polygon(Paint(PIECE, GLOW, GLOW_RIM, 0.5), [(-size, size), (size, 0), (-size, -size)])
    return canvas


# --- pieces with their words


def seat_token(page: Page, place: Point, radius: float, seat: int, mark: str | None = None) -> None:
    """A token of a seat with its number on it, or another mark."""
    fill, line = SEAT_COLOURS[SEATS[seat % len(SEATS)]]
    page.put(disc(radius, fill, PARCHMENT if seat % len(SEATS) == 7 else line), place, 1.0)
    text = str(seat + 1) if mark is None else mark
    if radius >= 5:
        size = radius * (1.25 if len(text) < 2 else 0.95)
        page.write(
            (place[0], place[1] - size * 0.36),
            text,
            round(size, 1),
            bold=True,
            ha="center",
            colour=ink_for(fill),
        )


def badge(page: Page, place: Point, text: str) -> None:
    """A small count at a corner of a card or a pile."""
    width = max(17.0, measure(text, 9.5, bold=True) + 9)
    page.put(plate(width, 14.5, INK, BODY + 0.9, PARCHMENT, 7.2), place, 1.0)
    page.write((place[0], place[1] - 3.4), text, 9.5, bold=True, ha="center", colour="#ffffff")


def change_words(before: float, after: float) -> str:
    """How much a number has risen or fallen.

    >>> change_words(3, 5), change_words(5, 4.5)
    ('+2', '−0.5')
    """
    by = after - before
    return f"{'+' if by > 0 else chr(0x2212)}{abs(by):.4g}"


def face_lines(
    title: str, lines: tuple[str, ...], width: float, largest: float = 20.0
) -> tuple[list[str], float, list[str]]:
    """The lines of a title, their size, and the lines below, on a card of this width."""
    room = width - 9
    if len(title) <= SHORT:
        titles, size = fit(title, room + 3, 1, largest if len(title) < SHORT else 0.8 * largest, 9.0)
    else:
        titles, size = fit(title, room, 3, TITLE, 8.5)
    return titles, size, [cut(line, room, SMALL, False) for line in lines[:5]]


def face_size(title: str, lines: tuple[str, ...]) -> tuple[float, float]:
    """How large a card must be for its words, within reason."""
    words = [measure(word, TITLE - 1, True) for word in title.split(" ")] if len(title) > SHORT else []
    widths = [*words, *(measure(line, SMALL) for line in lines)]
    width = min(max(CARD[0], max(widths, default=0.0) + 10), 96.0)
    titles, size, below = face_lines(title, lines, width)
    return width, max(CARD[1], 14 + len(titles) * size * LEADING + len(below) * SMALL * LEADING)


def face_up(
    page: Page,
    place: Point,
    size: tuple[float, float],
    title: str,
    below: tuple[str, ...],
    colour: str,
    depth: float = 0.0,
    new: bool = False,
    strip: float | None = None,
) -> None:
    """A card; of one that another covers only a `strip` is seen, with its title in the corner."""
    (x, y), (width, height), level = place, size, BODY + depth
    if new:
        page.put(rim(width, height, level), place, 1.0)
    page.put(card_front(width, height, colour, level), place, 1.0)
    largest = 20.0
    if strip is not None:
        widest = max((measure(line, SMALL) for line in below), default=0.0)
        if max(0.6 * width, widest + 7) <= strip:  # there is room for what stands in the middle
            x, width, largest = x - (width - strip) / 2, strip, 15.0
        else:
            corner = x - width / 2 + (6.0 if colour else 4.5), y + height / 2 - (15.5 if colour else 14.5)
            lines, letters = fit(title, strip - 5, 1, 11.0, 8.0)
            page.write(corner, lines[0], letters, bold=True)
            return
    titles, letters, small = face_lines(title, below, width, largest)
    whole = len(titles) * letters * LEADING + len(small) * SMALL * LEADING
    top = y + (1.2 if colour else 0) + whole / 2
    for line in titles:
        top -= letters * LEADING
        page.write((x, top + letters * 0.24), line, letters, bold=True, ha="center")
    for line in small:
        top -= SMALL * LEADING
        page.write((x, top + SMALL * 0.24), line, SMALL, ha="center", colour=FAINT)


def face_down(page: Page, place: Point, size: tuple[float, float], pool: int, depth: float = 0.0) -> None:
    """The back of a card."""
    page.put(card_back(*size, BACKS[pool % len(BACKS)], BODY + depth), place, 1.0)


def ghost(page: Page, place: Point, size: tuple[float, float]) -> None:
    """Where a card could lie."""
    canvas = plate(*size, LIGHT, BODY - 0.5, LIGHT, CORNER, 0.14)
    page.put(canvas, place, 1.0)
