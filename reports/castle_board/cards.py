"""Cards in play: one card, or a pile of a card and the Knights on it, each with its name and its token.

Everything here is in points (1/72 inch). A card alone and a card in a pile have the same parts: a stripe in
the colour of its zone with the marks of its character, its name, its token at the right. In a pile each
card covers all but a strip of the one beneath it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.castle_board.position import Card, Pile, Player
from reports.castle_board.shapes import (
    box,
    paint_gender,
    paint_no_token,
    paint_swords,
    paint_token,
    rounded_box,
)
from reports.drawing import measure
from reports.style import INK
from reports.tiles.canvas import MARK, PIECE, Canvas, Paint
from reports.tiles.geometry import Point

#: The colour of each zone's cards, as printed on them.
ZONE_COLOURS = {
    "courtyard": "#a8362a",
    "ramparts": "#b9660f",
    "towers": "#2f5d8a",
    "outside": "#2f7a45",
    "any": "#6d4a93",
}

PARCHMENT, EDGE, SHADOW = "#fdf9ee", "#4a3b2a", "#20180c"
GLOW, GLOW_RIM = "#ffd84d", "#3a2a00"

#: The stripe of a card alone, and of one in a pile, whose marks are in it.
STRIPE, BROAD_STRIPE = 7.0, 10.0
PAD = 2.0
CORNER = 4.0

#: Sizes of names, from the one that is wanted to the smallest.
LARGEST, SMALLEST = 11.5, 5.5
LEADING = 1.15

#: The lowest strip of a pile is at least this high, so that a name has room for two lines.
LOWEST_STRIP = 24.0


@dataclass(frozen=True)
class Box:
    """A rectangle by its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def top(self) -> float:
        """Its upper side."""
        return self.y + self.height

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


class Pen:
    """Draws cards: shapes on a canvas in points, words on the axes."""

    def __init__(self, axes: Any, players: Sequence[Player]) -> None:
        self.axes = axes
        self.players = players
        self.canvas = Canvas()

    def finish(self) -> None:
        """Put the shapes on the axes."""
        self.canvas.draw(self.axes, (0.0, 0.0), 1.0)

    def write(
        self, at: Point, text: str, size: float, bold: bool = False, ha: str = "left", colour: str = INK
    ) -> None:
        """Write a line, its base line at `at`."""
        weight = "bold" if bold else "normal"
        self.axes.text(
            *at, text, size=size, weight=weight, ha=ha, color=colour, zorder=PIECE + 0.5, parse_math=False
        )

    def pile(self, pile: Pile, at: Point, width: float, height: float) -> None:
        """A pile with its middle at `at`; a single card takes `width` x `height`, a pile a little more."""
        if len(pile) == 1:
            place = Box(at[0] - width / 2, at[1] - height / 2, width, height)
            self._body(pile[0], place, STRIPE, 0)
            self._single(pile[0], place)
            return
        lean = 3.5 if len(pile) == 2 else 2.5
        width, height = width + 11, height + min(4.0 * len(pile), 17.0)
        left, top = at[0] - width / 2, at[1] + height / 2
        strips = strip_heights(len(pile), height)
        for n, (card, strip) in enumerate(zip(pile, strips, strict=True)):
            under = min(height - sum(strips[:n]), strip + 7)
            across = width - lean * (len(pile) - 1)
            self._body(card, Box(left + lean * n, top - under, across, under), BROAD_STRIPE, n)
            self._strip(card, Box(left + lean * n, top - strip, across, strip))
            top -= strip

    def _body(self, card: Card, place: Box, stripe: float, level: int) -> None:
        """The parchment, its shadow, its stripe, and a golden rim if it was placed last."""
        above = MARK + 0.06 * level
        canvas, middle = self.canvas, place.middle
        outline = rounded_box(middle, place.width, place.height, CORNER)
        shadow = rounded_box((middle[0] + 1.2, middle[1] - 1.6), place.width, place.height, CORNER)
        canvas.path(Paint(above, SHADOW, alpha=0.30), shadow)
        if card.last:
            canvas.path(Paint(above + 0.005, GLOW_RIM, GLOW_RIM, 7.0), outline)
            canvas.path(Paint(above + 0.006, GLOW, GLOW, 5.0), outline)
        canvas.path(Paint(above + 0.01, PARCHMENT), outline)
        colour = Paint(above + 0.02, ZONE_COLOURS[card.character.zone])
        canvas.path(colour, rounded_box((place.x + stripe / 2, middle[1]), stripe, place.height, stripe / 2))
        canvas.polygon(colour, box((place.x + stripe * 0.75, middle[1]), stripe / 2, place.height))
        canvas.path(Paint(above + 0.03, None, EDGE, 0.9), outline)

    def _single(self, card: Card, place: Box) -> None:
        """What a card alone shows: its name across the top, beneath it its marks and its token."""
        room = place.width - STRIPE - 2 * PAD
        lines, size = fit(card.character.name, room, 2.4 * LARGEST)
        middle = place.x + STRIPE + (place.width - STRIPE) / 2
        for n, line in enumerate(lines):
            self.write((middle, place.top - 5.0 - size * (0.85 + LEADING * n)), line, size, True, "center")
        radius = 13.0
        self._token(card, (place.x + place.width - radius - 2.5, place.y + radius + 3.0), radius)
        paint = Paint(MARK + 0.9, None, ZONE_COLOURS[card.character.zone], 1.5)
        x, y = place.x + STRIPE + 10.0, place.y + radius + 3.0
        paint_gender(self.canvas, card.character.gender, (x, y), 6.0, paint)
        if card.character.soldier:
            paint_swords(self.canvas, (x + 15.0, y), 6.5, paint)

    def _strip(self, card: Card, place: Box) -> None:
        """What a card in a pile shows: its name beside its token."""
        self._marks(card, place)
        radius = min(9.5, place.height / 2 - 0.8)
        at = place.x + place.width - radius + 3.5, place.middle[1]
        left = place.x + BROAD_STRIPE + PAD
        room = at[0] - radius - 1.5 - left
        lines, size = fit(card.character.name, room, place.height - 1)
        base = place.middle[1] + size * (LEADING / 2 * (len(lines) - 1) - 0.36)
        for n, line in enumerate(lines):
            self.write((left, base - LEADING * size * n), line, size, True)
        self._token(card, at, radius)

    def _marks(self, card: Card, place: Box) -> None:
        """The marks of a character in the stripe, from the top down."""
        paint = Paint(PIECE - 0.1, None, "#ffffff", 1.25)
        size = min(4.2, place.height / 2 - 2.5)
        x, y = place.x + BROAD_STRIPE / 2, place.top - size - 2.5
        paint_gender(self.canvas, card.character.gender, (x, y), size, paint)
        if card.character.soldier and place.height > 4 * size:
            paint_swords(self.canvas, (x, y - 2.5 * size), size, paint)

    def _token(self, card: Card, at: Point, radius: float) -> None:
        if card.owner is None:
            paint_no_token(self.canvas, at, radius)
        else:
            paint_token(self.canvas, at, radius, self.players[card.owner].colour, card.owner + 1)


def strip_heights(n: int, height: float) -> list[float]:
    """How high a strip of each card of a pile of `n` is seen, the lowest first."""
    lowest = max(height / n, LOWEST_STRIP)
    return [lowest, *[(height - lowest) / (n - 1)] * (n - 1)]


def fit(name: str, width: float, height: float) -> tuple[list[str], float]:
    """A name in one line or two, as large as goes into this room; and its size."""
    words = name.split()
    cuts = [[" ".join(words[:n]), " ".join(words[n:])] for n in range(1, len(words))]
    cuts.sort(key=lambda lines: max(measure(line, LARGEST, True) for line in lines))
    size = LARGEST
    while size > SMALLEST:
        for lines in ([name], *cuts):
            if len(lines) * size * LEADING <= height and all(measure(x, size, True) <= width for x in lines):
                return lines, size
        size -= 0.5
    return [name], SMALLEST
