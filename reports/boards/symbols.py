"""Scenery that is only coordinates: drawn in the sheets `symbols.svg` of the boards, read from there.

A sheet is an SVG file that any browser shows and any editor changes. Of SVG it may use, in a `symbol`:

path     with `d` of M, L, Q, C and Z, all absolute
circle   with `cx`, `cy` and `r`
text     with `x`, `y` and `font-size`; middle, bold
use      of another symbol of the sheet, with `transform="translate(x y) scale(across up)"`; `data-vary`
         is by how much of its height one may differ from the next
g        what stands side by side, nothing of it on top of the other

100 units are one unit of the board, or whatever size the symbol is stamped in. What comes later in a symbol
covers what comes before. A colour `var(--roof, #b9502f)` is the one that the painter gives for `roof`.
A line keeps its width in all sizes if it has `vector-effect="non-scaling-stroke"`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
from matplotlib.path import Path as Outline

from reports.boards.canvas import CAPITAL, Canvas, Paint, lettering

UNITS = 100.0
STEP = 0.001
"""In levels, from a shape to the one that covers it."""

_SVG = "{http://www.w3.org/2000/svg}"
_CODES = dict(zip("MLQCZ", (1, 2, 3, 4, 79), strict=True))  # as matplotlib numbers them
_NUMBER = re.compile(r"-?[\d.]+")
_GIVEN = re.compile(r"var\(--(\w+), ([^)]+)\)")


@cache
def symbol(name: str, **colours: str) -> Canvas:
    """A symbol by its sheet and id, as "catan/sheep", in the colours `colours`."""
    return varied(name, None, **colours)


def varied(name: str, chance: random.Random | None, **colours: str) -> Canvas:
    """A symbol in which things that `data-vary` differ a little in height, as `chance` has it."""
    folder, _, key = name.partition("/")
    sheet = _sheet(folder)
    return _Reader(sheet, colours, chance).symbol(key, sheet[""].attrib)


@cache
def _sheet(folder: str) -> dict[str, Any]:
    """The symbols of a sheet by id, and under "" the sheet itself."""
    root = ElementTree.parse(Path(__file__).parent / folder / "symbols.svg").getroot()
    return {"": root} | {symbol.attrib["id"]: symbol for symbol in root.iter(_SVG + "symbol")}


class _Reader:
    """Paints symbols of a sheet."""

    def __init__(
        self, sheet: Mapping[str, Any], colours: Mapping[str, str], chance: random.Random | None
    ) -> None:
        self.sheet, self.colours, self.chance = sheet, colours, chance

    def symbol(self, key: str, style: Mapping[str, str]) -> Canvas:
        """A symbol, in the style of what uses it."""
        canvas = Canvas()
        level = 0.0
        for element in self.sheet[key]:
            level = self._paint(canvas, element, style, level)
        return canvas

    def _paint(self, canvas: Canvas, element: Any, style: Mapping[str, str], level: float) -> float:
        """Paint an element; returns the level above it."""
        kind = element.tag.removeprefix(_SVG)
        look = {**style, **element.attrib}
        if kind == "g":
            return max(self._paint(canvas, child, look, level) for child in element)
        if kind == "use":
            part_symbol = self.symbol(element.attrib["href"].removeprefix("#"), look)
            x, y, wide, *up = map(float, _NUMBER.findall(element.get("transform", "translate(0 0) scale(1)")))
            high = up[0] if up else abs(wide)
            if self.chance:
                variation = float(element.get("data-vary", 0))
                high *= self.chance.uniform(1 - variation, 1 + variation)
            canvas.stamp(part_symbol, (x / UNITS, -y / UNITS), (wide, high), level)
            return max(paint.level for paint, _ in part_symbol) + level + STEP
        paint = Paint(
            level,
            self._value(look.get("fill")),
            self._value(look.get("stroke")),
            float(look.get("stroke-width", 0)) / UNITS,
            float(look.get("opacity", 1)),
            look.get("stroke-linecap") == "round",
            "vector-effect" not in look,
        )
        canvas.path(paint, _outline(kind, look, element.text))
        return level + STEP

    def _value(self, text: str | None) -> str | None:
        """A value as it is written, or as given from without; None for none."""
        if text is not None and (names := _GIVEN.fullmatch(text)):
            return self.colours.get(names[1], names[2])
        return None if text == "none" else text


def _outline(kind: str, look: Mapping[str, str], text: str) -> Any:
    """The outline of a path, a circle or a text, with y upwards."""
    if kind == "circle":
        x, y, radius = (float(look.get(key, 0)) / UNITS for key in ("cx", "cy", "r"))
        return Outline.circle((x, -y), radius)
    if kind == "text":
        x, y, size = (float(look.get(key, 0)) / UNITS for key in ("x", "y", "font-size"))
        return lettering(text, CAPITAL * size, (x, CAPITAL * size / 2 - y))
    numbers: list[float] = []
    start: list[float] = []
    codes: list[int] = []
    for letter, operands in re.findall(r"([MLQCZ])([^MLQCZ]*)", look["d"]):
        coordinates = [float(number) for number in _NUMBER.findall(operands)]
        if letter == "M":
            start = coordinates[:2]
        numbers += coordinates or start
        codes += [_CODES[letter]] * (len(coordinates or start) // 2)
    return Outline(np.array(numbers).reshape(-1, 2) * (1, -1) / UNITS, codes)
