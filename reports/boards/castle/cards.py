"""Cards in play: one card, or a pile of a card and the Knights on it, each with its name and its token.

Everything here is in points (1/72 inch). A card alone and a card in a pile have the same parts: a stripe in
the colour of its zone with the marks of its character, its name, its token at the right. In a pile each
card covers all but a strip of the one beneath it.
"""

from __future__ import annotations

from dataclasses import dataclass

from reports.boards.canvas import MARK, PIECE, Canvas, Paint, Point, box, lettering, rounded_box
from reports.boards.castle.effects import effect_of
from reports.boards.page import Page
from reports.boards.symbols import symbol
from reports.pictures.fonts import measure
from reports.pictures.style import INK, SEAT_COLOURS
from rules.castle.options import COLOURS
from rules.castle.position import Position
from rules.castle.state import NOBODY

#: The colour of each zone's cards, as printed on them, and of the Knights'.
ZONE_COLOURS = ("#a8362a", "#b9660f", "#2f5d8a", "#2f7a45", "#6d4a93")

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
class Rectangle:
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
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


# --- marks


def paint_token(canvas: Canvas, place: Point, radius: float, seat: int) -> None:
    """A player's token with the player's number on it; a ring of dots for nobody's."""
    if seat == NOBODY:
        canvas.stamp(symbol("castle/no_token"), place, radius, PIECE)
        return
    fill, edge = SEAT_COLOURS[COLOURS[seat]]
    canvas.stamp(symbol("castle/token", seat=fill, edge=edge), place, radius, PIECE)
    red, green, blue = bytes.fromhex(fill[1:])
    ink = INK if 0.30 * red + 0.59 * green + 0.11 * blue > 140 else "#ffffff"
    canvas.path(Paint(PIECE + 0.2, ink), lettering(str(seat + 1), radius, place))


def paint_mark(
    canvas: Canvas, mark: str, place: Point, size: float, level: float, ink: str, pen: float
) -> None:
    """The sign of Mars or Venus or a soldier's swords, `size` from its middle to its end."""
    if mark != "none":
        canvas.stamp(symbol(f"castle/{mark}", ink=ink), place, size, level, lines=pen)


class Cards:
    """Draws the cards in play on a table."""

    def __init__(self, page: Page, position: Position) -> None:
        self.page, self.canvas, self.position = page, page.canvas, position

    def pile(self, lowest: int, middle: Point, width: float, height: float) -> None:
        """A pile (CA-10) about its middle; one card takes `width` x `height`, more a little more."""
        pile = self.position.pile(lowest)
        if len(pile) == 1:
            place = Rectangle(middle[0] - width / 2, middle[1] - height / 2, width, height)
            self._body(lowest, place, STRIPE, 0)
            self._single(lowest, place)
            self._note(lowest, place)
            return
        lean = 3.5 if len(pile) == 2 else 2.5
        width, height = width + 11, height + min(4.0 * len(pile), 17.0)
        left, top = middle[0] - width / 2, middle[1] + height / 2
        strips = strip_heights(len(pile), height)
        for n, (card, strip) in enumerate(zip(pile, strips, strict=True)):
            depth = min(height - sum(strips[:n]), strip + 7)
            card_width = width - lean * (len(pile) - 1)
            self._body(card, Rectangle(left + lean * n, top - depth, card_width, depth), BROAD_STRIPE, n)
            place = Rectangle(left + lean * n, top - strip, card_width, strip)
            self._strip(card, place)
            self._note(card, place)
            top -= strip

    def _body(self, card: int, place: Rectangle, stripe: float, level: int) -> None:
        """The parchment, its shadow, its stripe, and a golden rim if it was placed last."""
        base_level = MARK + 0.06 * level
        canvas, (x, y) = self.canvas, place.middle
        outline = rounded_box((x, y), place.width, place.height, CORNER)
        shadow = rounded_box((x + 1.2, y - 1.6), place.width, place.height, CORNER)
        canvas.path(Paint(base_level, SHADOW, alpha=0.30), shadow)
        if card == self.position["last_placed"]:
            canvas.path(Paint(base_level + 0.005, GLOW_RIM, GLOW_RIM, 7.0), outline)
            canvas.path(Paint(base_level + 0.006, GLOW, GLOW, 5.0), outline)
        canvas.path(Paint(base_level + 0.01, PARCHMENT), outline)
        colour = Paint(base_level + 0.02, ZONE_COLOURS[self.position.kind(card).zone])
        canvas.path(colour, rounded_box((place.x + stripe / 2, y), stripe, place.height, stripe / 2))
        canvas.polygon(colour, box((place.x + stripe * 0.75, y), stripe / 2, place.height))
        canvas.path(Paint(base_level + 0.03, None, EDGE, 0.9), outline)

    def _single(self, card: int, place: Rectangle) -> None:
        """What a card alone shows: its name across the top, beneath it its marks and its token."""
        kind = self.position.kind(card)
        lines, size = fit(kind.name, place.width - STRIPE - 2 * PAD, 2.4 * LARGEST)
        middle = place.x + STRIPE + (place.width - STRIPE) / 2
        for n, line in enumerate(lines):
            base = place.top - 5.0 - size * (0.85 + LEADING * n)
            self.page.write((middle, base), line, size, bold=True, ha="center")
        radius = 13.0
        y = place.y + radius + 3.0
        self._token(card, (place.x + place.width - radius - 2.5, y), radius)
        x, look = place.x + STRIPE + 10.0, (MARK + 0.9, ZONE_COLOURS[kind.zone], 1.5)
        paint_mark(self.canvas, kind.gender, (x, y), 6.0, *look)
        if kind.soldier:
            paint_mark(self.canvas, "soldier", (x + 15.0, y), 6.5, *look)

    def _strip(self, card: int, place: Rectangle) -> None:
        """What a card in a pile shows: its name beside its token, and its marks in the stripe."""
        kind = self.position.kind(card)
        size = min(4.2, place.height / 2 - 2.5)
        x, y = place.x + BROAD_STRIPE / 2, place.top - size - 2.5
        look = PIECE - 0.1, "#ffffff", 1.25
        paint_mark(self.canvas, kind.gender, (x, y), size, *look)
        if kind.soldier and place.height > 4 * size:
            paint_mark(self.canvas, "soldier", (x, y - 2.5 * size), size, *look)
        radius = min(9.5, place.height / 2 - 0.8)
        token_place = place.x + place.width - radius + 3.5, place.middle[1]
        left = place.x + BROAD_STRIPE + PAD
        lines, size = fit(kind.name, token_place[0] - radius - 1.5 - left, place.height - 1)
        base = place.middle[1] + size * (LEADING / 2 * (len(lines) - 1) - 0.36)
        for n, line in enumerate(lines):
            self.page.write((left, base - LEADING * size * n), line, size, bold=True)
        self._token(card, token_place, radius)

    def _note(self, card: int, place: Rectangle) -> None:
        """What the character does, for whoever points at the card."""
        words = effect_of(self.position.box, self.position.kind(card))
        self.page.note(place.middle, place.width, place.height, words)

    def _token(self, card: int, place: Point, radius: float) -> None:
        paint_token(self.canvas, place, radius, int(self.position["token"][card]))


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
