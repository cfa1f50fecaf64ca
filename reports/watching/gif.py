"""An animated GIF of the turns that decided a game: the board, the line that is told, and the scores."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from analyses.runs.review import Review
from reports.boards.page import Page, Window
from reports.boards.plain.scene import WIDE
from reports.boards.story import Line, Lit
from reports.pictures.fonts import FAMILY, FOLDER
from reports.pictures.style import INK, PAPER, QUIET, RULE, SEAT_COLOURS, THEME, figure
from reports.watching.filming import END, Moment
from reports.watching.story import Told
from reports.words.wording import capital, percent
from rules import games
from simulate.play.seam import Position

if TYPE_CHECKING:
    from PIL.Image import Image as Picture
    from PIL.ImageDraw import ImageDraw as Pen
    from PIL.ImageFont import FreeTypeFont

WIDTHS = (640, 480, 360)
"""Pixels across, the first with which the file stays below `LARGEST`."""
LARGEST = 3_000_000
"""Bytes of the file."""

TALLEST = 1.0
"""Height of the board, in widths."""
PAD, HEAD, CHIPS, FOOT = 14, 40, 38, 56
"""Pixels around everything, and of the heading, the chips and the line, of a picture 640 across."""

SHOWN = 5
"""Turns that are shown, at most."""
LINES = 3
"""Lines of a turn that are shown, at most."""
FIRST, READ, LAST = 900, 1900, 3500
"""Milliseconds of a turn as it begins, of a line, and of the end."""

GLOW, RIM = "#ffd84d", "#20180c"


@dataclass(frozen=True)
class Frame:
    """What a picture shows: a moment, a heading, a line with its places, and for how long."""

    moment: int
    heading: str
    line: Line | None
    milliseconds: int


def gif(
    moments: Sequence[Moment],
    told: Sequence[Told],
    draw: Callable[[int], Callable[[Page], Window]],
    result: str,
    review: Review | None = None,
) -> bytes:
    """The file; `draw` gives what draws the board at a moment, `result` says how the game ended."""
    frames = list(frames_of(moments, told, review))
    last = len(moments) - 1
    frames.append(Frame(last, "The end" if moments[-1].turn == END else "", Line(result), LAST))
    window = _around(draw, sorted({frame.moment for frame in frames}))
    for width in WIDTHS:
        data = _encoded(frames, moments, draw, window, width, review)
        if len(data) <= LARGEST:
            break
    return data


# --- what is shown


def frames_of(moments: Sequence[Moment], told: Sequence[Told], review: Review | None) -> Iterator[Frame]:
    """The turns that decided, in their order: each as it begins, then its lines."""
    turns = [moment.turn for moment in moments]
    for turn in sorted(_turns(moments, review)):
        first = turns.index(turn)
        seat = moments[first].seat
        heading = f"Turn {turn}: {moments[0].seats[seat].colour}" if seat is not None else f"Turn {turn}"
        yield Frame(max(0, first - 1), heading, None, FIRST)
        lines = [each for each in told if turns[each.since] == turn and each.until >= _last(turns, turn)]
        loud = [each for each in lines if not each.line.kind] or lines
        for each in loud[-LINES:]:
            yield Frame(each.since, heading, each.line, READ)


def _turns(moments: Sequence[Moment], review: Review | None) -> list[int]:
    """The turns that decided a game, or else those that changed the scores most."""
    if review is not None:
        return [swing.turn for swing in (review.decisive or review.swings)[:SHOWN]]
    change: dict[int, int] = {}
    for before, after in pairwise(moments):
        if isinstance(after.turn, int) and after.turn > 0:  # a set-up decides nothing yet
            moved = sum(abs(b - a) for a, b in zip(before.scores, after.scores, strict=True))
            change[after.turn] = change.get(after.turn, 0) + moved
    return sorted(change, key=lambda turn: -change[turn])[:SHOWN]


def _last(turns: Sequence[int | str | None], turn: int) -> int:
    return len(turns) - 1 - list(reversed(turns)).index(turn)


# --- pictures


def _around(draw: Callable[[int], Callable[[Page], Window]], moments: Sequence[int]) -> Window:
    """What is looked at throughout: all that is looked at in some moment."""
    windows = [draw(moment)(_Blind()) for moment in moments]
    left, lower = min(w[0] for w in windows), min(w[1] for w in windows)
    return left, lower, max(w[2] for w in windows), max(w[3] for w in windows)


class _Blind(Page):
    """A page on which nothing is seen, to learn how large a board is."""

    def __init__(self) -> None:
        super().__init__(None)

    def letter(self, *args: Any, **look: Any) -> None:
        """Nothing is written."""

    def put(self, *args: Any) -> None:
        """Nothing is put."""


def _board(draw: Callable[[Page], Window], window: Window, width: float, height: float) -> Picture:
    """The board in so many pixels at most."""
    from PIL import Image

    left, lower, right, upper = window
    scale = min(width / (right - left), height / (upper - lower))
    with figure((right - left) / 72, (upper - lower) / 72) as fig:
        fig.set_layout_engine("none")
        fig.set_facecolor(THEME["felt"][0])
        axes = fig.add_axes((0, 0, 1, 1))
        axes.set(xlim=(left, right), ylim=(lower, upper))
        axes.set_axis_off()
        page = Page(axes)
        draw(page)
        page.put(page.canvas, (0.0, 0.0), 1.0)
        data = io.BytesIO()
        fig.savefig(data, format="png", dpi=72 * scale, facecolor=THEME["felt"][0])
    return Image.open(data).convert("RGB")


def _encoded(
    frames: Sequence[Frame],
    moments: Sequence[Moment],
    draw: Callable[[int], Callable[[Page], Window]],
    window: Window,
    width: int,
    review: Review | None,
) -> bytes:
    """The frames as a GIF so many pixels wide."""
    from PIL import Image

    boards: dict[int, Picture] = {}
    pictures = []
    for frame in frames:
        if frame.moment not in boards:
            inner = width - 2 * _scaled(PAD, width)
            boards[frame.moment] = _board(draw(frame.moment), window, inner, TALLEST * inner)
        pictures.append(_picture(frame, boards[frame.moment], moments[frame.moment], window, width, review))
    few = [picture.quantize(128, dither=Image.Dither.NONE) for picture in pictures]
    data = io.BytesIO()
    durations = [frame.milliseconds for frame in frames]
    few[0].save(data, "GIF", save_all=True, append_images=few[1:], duration=durations, loop=0, optimize=True)
    return data.getvalue()


def _scaled(pixels: int, width: int) -> int:
    return round(pixels * width / WIDTHS[0])


def _font(size: int, width: int, bold: bool = False) -> FreeTypeFont:
    from PIL import ImageFont

    name = f"{FAMILY}-{'Bold' if bold else 'Regular'}.ttf"
    return ImageFont.truetype(str(FOLDER / name), max(9, _scaled(size, width)))


def _picture(
    frame: Frame, board: Picture, moment: Moment, window: Window, width: int, review: Review | None
) -> Picture:
    """A frame: its heading, the board with what is lit, the scores, and the line."""
    from PIL import Image, ImageDraw

    size = partial(_scaled, width=width)
    height = size(PAD) + size(HEAD) + board.height + size(CHIPS) + size(FOOT) + size(PAD)
    picture = Image.new("RGB", (width, height), PAPER)
    pen = ImageDraw.Draw(picture)
    pen.text((size(PAD), size(PAD)), frame.heading, INK, _font(21, width, bold=True))
    left, top = (width - board.width) // 2, size(PAD) + size(HEAD)
    picture.paste(board, (left, top))
    if frame.line is not None:
        scale = board.width / (window[2] - window[0])
        for outline in frame.line.lit:
            for points in strokes(outline):
                places = [
                    (left + (x / 10 - window[0]) * scale, top + (y / 10 + window[3]) * scale)
                    for x, y in points
                ]
                pen.line(places, RIM, size(7), joint="curve")
                pen.line(places, GLOW, size(4), joint="curve")
    _draw_chips(pen, moment, top + board.height + size(6), width, _chances(frame.moment, review))
    if frame.line is not None:
        y = top + board.height + size(CHIPS) + size(8)
        for n, text in enumerate(_wrapped(pen, capital(frame.line.words), width - 2 * size(PAD), width)):
            pen.text((size(PAD), y + n * size(23)), text, INK, _font(17, width))
    return picture


def _draw_chips(pen: Pen, moment: Moment, top: int, width: int, chances: Sequence[str]) -> None:
    """The score of each seat in its colour, and its chance to win where that is known."""
    x, size = _scaled(PAD, width), partial(_scaled, width=width)
    font, bold, small = _font(16, width), _font(17, width, bold=True), _font(14, width)
    for n, seat in enumerate(moment.seats):
        fill, edge = SEAT_COLOURS[seat.colour]
        texts = [(f"{seat.colour} ", font, INK)]
        if moment.scores:
            texts.append((f"{moment.scores[n]} ", bold, INK))
        if chances:
            texts.append((chances[n], small, QUIET))
        wide = size(30) + sum(pen.textlength(text, kind) for text, kind, _ in texts)
        pen.rounded_rectangle((x, top, x + wide + size(4), top + size(28)), size(14), PAPER, RULE, 1)
        pen.ellipse((x + size(9), top + size(8), x + size(21), top + size(20)), fill, edge)
        at = float(x + size(27))
        for text, kind, colour in texts:
            pen.text((at, top + size(14)), text, colour, kind, anchor="lm")
            at += pen.textlength(text, kind)
        x += round(wide) + size(12)


def _chances(moment: int, review: Review | None) -> list[str]:
    """The chance of each seat to win as it was last asked for."""
    if review is None:
        return []
    known = [n for n, first in enumerate(review.moments) if first <= moment]
    chance_of = {
        seat: percent(standing.chance, 0).split(" [")[0]
        for standing in review.curve[known[-1] if known else 0]
        for seat in standing.side.seats
    }
    return [chance_of[seat] for seat in sorted(chance_of)]


def _wrapped(pen: Pen, text: str, room: int, width: int) -> list[str]:
    """The text in two lines at most."""
    font, lines = _font(17, width), [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if pen.textlength(longer, font) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines if len(lines) <= 2 else [lines[0], f"{lines[1].rsplit(' ', 1)[0]} …"]


def strokes(outline: Lit) -> Iterator[list[tuple[float, float]]]:
    """The lines of an outline of `reports.boards.story`, as places.

    >>> list(strokes("M0 0h10v5M3 3L4 4z"))
    [[(0.0, 0.0), (10.0, 0.0), (10.0, 5.0)], [(3.0, 3.0), (4.0, 4.0), (3.0, 3.0)]]
    """
    points: list[tuple[float, float]] = []
    for letter, text in re.findall(r"([MLhvaz])([^MLhvaz]*)", outline):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        if letter == "M":
            if points:
                yield points
            points = [(numbers[0], numbers[1])]
        elif letter == "L":
            points.append((numbers[0], numbers[1]))
        elif letter in "hv":
            x, y = points[-1]
            points.append((x + numbers[0], y) if letter == "h" else (x, y + numbers[0]))
        elif letter == "a":
            points += _half_circle(points[-1], numbers)
        else:
            points.append(points[0])
    if points:
        yield points


def _half_circle(start: tuple[float, float], numbers: Sequence[float]) -> list[tuple[float, float]]:
    """Places of half a circle to the other end of its diameter."""
    from math import cos, pi, sin

    radius, across = numbers[0], numbers[5]
    middle = start[0] + across / 2, start[1]
    begin = pi if across > 0 else 0.0
    turns = [begin - pi * n / 12 for n in range(1, 13)]
    return [(middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)) for turn in turns]


# --- a game


def drawer(
    plan: Any, positions: Sequence[Position], ended: bool
) -> Callable[[int], Callable[[Page], Window]]:
    """What draws the board at each moment of a game."""
    loaded = games.load(plan.game)
    last = len(positions) - 1
    if loaded.is_plain:
        draw = loaded.picture.read(plan, positions).board(WIDE)
        return lambda n: partial(draw, min(n, last), None)
    seen = positions[-1].table.copied()
    end = seen.copied()
    if ended:
        end.final_scores()
    board = loaded.picture.board(seen)

    def at(n: int) -> Callable[[Page], Window]:
        def paint(page: Page) -> Window:
            seen.turn_to(end if n > last else positions[n].table)
            return board(page)

        return paint

    return at
