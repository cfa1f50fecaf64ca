"""A board moment by moment as one SVG: every shape stands in it once, with the moments in which it is seen.

film = Film()
for position in positions:
    film.add(lambda page: board(page, position))
svg = film.svg("the end of the game")
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import groupby
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from reports.boards.canvas import Canvas, Point, Points
from reports.boards.page import ABOVE, Page, Window
from reports.pictures.fonts import FAMILY
from reports.pictures.style import QUIET

UNITS = 10
"""Units of the SVG in a point: what is finer cannot be seen."""

_LETTERS = {1: "m", 2: "l", 3: "q", 4: "c", 79: "z"}
_ANCHORS = {"left": "start", "center": "middle", "right": "end"}
_LIFT = {"baseline": 0.0, "center_baseline": 0.36, "center": 0.36, "top": 0.75}


class _Look(NamedTuple):
    """What shapes that are drawn alike share; looks are drawn by level."""

    level: float
    attributes: str


_Shape = tuple[_Look, Any, "Callable[[], str]"]
"""How a shape looks, what tells it from others, and what makes its text."""

_Painted = WeakKeyDictionary[Canvas, dict[tuple[float, ...], list[_Shape]]]
"""Canvases that were put before, by where and how large."""


class Film:
    """Moments of a board, each drawn on a page of its own."""

    def __init__(self) -> None:
        self.windows: list[tuple[int, int, int, int]] = []
        self._seen: dict[tuple[_Look, Any], list[int]] = {}
        self._shapes: dict[Any, str] = {}
        self._painted: _Painted = WeakKeyDictionary()

    def add(self, draw: Callable[[Page], Window]) -> None:
        """Draw the next moment; what `draw` returns is the window through which it is looked at."""
        page = _Recorder(self._painted)
        left, lower, right, upper = draw(page)
        page.put(page.canvas, (0.0, 0.0), 1.0)
        number = len(self.windows)
        for look, key, text in page.shapes:
            self._seen.setdefault((look, key), []).append(number)
            if key not in self._shapes:
                self._shapes[key] = text()
        corner = round(left * UNITS), round(-upper * UNITS)
        self.windows.append((*corner, round((right - left) * UNITS), round((upper - lower) * UNITS)))

    def svg(self, description: str, name: str = "board") -> str:
        """The whole film, standing at its last moment; `description` is what is to be seen there, in words.

        `name` is what it is called on its page.

        A shape that is not seen throughout has the moments in `data-in`, as `3-7 12-12`.
        """
        last = len(self.windows) - 1
        lines = [
            f'<svg id="{name}" viewBox="{" ".join(map(str, self.windows[last]))}" role="img" '
            f'aria-label="{escape(description)}" font-family="{FAMILY}, sans-serif">'
        ]
        order = {look: n for n, look in enumerate(dict.fromkeys(look for look, _ in self._seen))}
        shapes_by_level = sorted(self._seen.items(), key=lambda item: (item[0][0].level, order[item[0][0]]))
        for look, shapes in groupby(shapes_by_level, key=lambda item: item[0][0]):
            lines.append(f"<g {look.attributes}>")
            texts_by_moments: dict[tuple[int, ...], list[str]] = {}
            for (_, key), moments in shapes:
                texts_by_moments.setdefault(tuple(moments), []).append(self._shapes[key])
            for span, texts in texts_by_moments.items():
                attributes = "" if len(span) > last else f' data-in="{spans(span)}"'
                if span[-1] != last:
                    attributes += ' display="none"'
                lines += _elements(texts, attributes)
            lines.append("</g>")
        return "\n".join([*lines, "</svg>"])


def spans(moments: Sequence[int]) -> str:
    """Numbers in rising order as spans.

    >>> spans([3, 4, 5, 9])
    '3-5 9-9'
    """
    runs = [[n for _, n in run] for _, run in groupby(enumerate(moments), key=lambda pair: pair[1] - pair[0])]
    return " ".join(f"{run[0]}-{run[-1]}" for run in runs)


def _elements(texts: Sequence[str], attributes: str) -> Iterator[str]:
    """One path for all outlines, a text for each word."""
    if texts[0].startswith("<"):
        yield from (text.replace(">", f"{attributes}>", 1) for text in texts)
    else:
        yield f'<path{attributes} d="{"".join(texts)}"/>'


class _Recorder(Page):
    """A page that keeps what is drawn on it."""

    def __init__(self, painted: _Painted) -> None:
        self.canvas = Canvas()
        self.shapes: list[_Shape] = []
        self._painted = painted

    def letter(self, place: Point, text: str, size: float, bold: bool, colour: str, ha: str, va: str) -> None:
        """Keep a line of text."""
        x, y = round(place[0] * UNITS), round((-place[1] + _LIFT[va] * size) * UNITS)
        weight = ' font-weight="700"' if bold else ""
        colour = "currentColor" if colour == QUIET else colour  # notes beside the board, also at night
        look = _Look(
            ABOVE, f'fill="{colour}" text-anchor="{_ANCHORS[ha]}" font-size="{size * UNITS:g}"{weight}'
        )
        self.shapes.append((look, (x, y, text), lambda: f'<text x="{x}" y="{y}">{escape(text)}</text>'))

    def note(self, middle: Point, width: float, height: float, text: str) -> None:
        """Keep words on a part of the page."""
        x, y = round((middle[0] - width / 2) * UNITS), round((-middle[1] - height / 2) * UNITS)
        size = f'width="{round(width * UNITS)}" height="{round(height * UNITS)}"'
        shape = f'<rect x="{x}" y="{y}" {size} data-note="{escape(text)}"></rect>'
        self.shapes.append((_Look(ABOVE + 1, 'fill="transparent"'), (x, y, size, text), lambda: shape))

    def put(self, canvas: Canvas, origin: Point, side: float) -> None:
        """Keep what is on a canvas, its unit `side` points long."""
        by_place = self._painted.setdefault(canvas, {})
        place = float(origin[0]), float(origin[1]), side
        if place not in by_place:
            by_place[place] = list(_shapes_of(canvas, np.asarray(origin), side))
        self.shapes += by_place[place]


def _shapes_of(canvas: Canvas, origin: Points, side: float) -> Iterator[_Shape]:
    """The shapes on a canvas."""
    for paint, paths in canvas:
        words = [f'fill="{paint.fill or "none"}"']
        if paint.line:
            width = f"{paint.width * side * UNITS:.3g}"
            words.append(f'stroke="{paint.line}" stroke-width="{width}" stroke-linejoin="round"')
            words += ['stroke-linecap="round"'] if paint.round else []
        if paint.alpha < 1:
            words.append(f'fill-opacity="{paint.alpha:g}" stroke-opacity="{paint.alpha:g}"')
        look = _Look(paint.level, " ".join(words))
        for path in paths:
            corners = np.rint((path.vertices * side + origin) * (UNITS, -UNITS)).astype(np.int32)
            codes = np.asarray(path.codes, np.uint8)
            yield look, (corners.tobytes(), codes.tobytes()), partial(outline, corners, codes)


def outline(corners: NDArray[np.int32], codes: NDArray[np.uint8]) -> str:
    """The `d` of a path in whole units, each corner as its distance from where the last stroke ended."""
    strokes: list[str] = []
    x = y = first_x = first_y = 0
    points, last, index = corners.tolist(), "", 0
    kinds = codes.tolist()
    while index < len(kinds):
        letter = _LETTERS[kinds[index]]
        if letter == "z":
            strokes.append("z")
            x, y, last, index = first_x, first_y, "z", index + 1
            continue
        count = {"q": 2, "c": 3}.get(letter, 1)
        numbers = [n for right, down in points[index : index + count] for n in (right - x, down - y)]
        if letter == "m":  # from the corner of the sheet, so that outlines can be strung together
            numbers, letter = points[index], "M"
        text = " ".join(map(str, numbers)).replace(" -", "-")
        joint = "" if letter != last or text.startswith("-") else " "
        strokes.append((joint if letter == last else letter) + text)
        x, y = points[index + count - 1]
        if letter == "M":
            first_x, first_y = x, y
        last, index = letter, index + count
    return "".join(strokes)
