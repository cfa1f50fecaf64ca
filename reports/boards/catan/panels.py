"""What stands beside the island: a panel for each player, and the resources with what the bank holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from reports.boards.canvas import Paint, box
from reports.boards.catan.island import paint_piece, seat_colours
from reports.boards.page import TEXT, Page, Row
from reports.boards.symbols import symbol
from reports.pictures.fonts import measure
from reports.pictures.style import INK, QUIET, RULE, SEAT_COLOURS
from rules.catan.board import TERRAIN
from rules.catan.options import RESOURCES, Shortage
from rules.catan.position import Position
from rules.catan.state import NOBODY, PIECES

WIDTH = 300.0
"""Width of a panel, in points, as all lengths here."""
PANEL, GAP = 98.0, 10.0
KEY_ROW, KEY_HEAD = 25.0, 22.0

SCALE = 40.0
"""Points a side of a hex in which pieces and signs are painted."""

SIGN = 24.0
"""The room that a card's sign takes before its number."""

ROAD_LEANS = -np.arctan2(0.45, 1.0) / (np.pi / 2)
"""How a road lies in a panel, in quarter turns."""


def side_rows(position: Position) -> list[Row]:
    """Panels and key, from the top down."""
    points = position.scores()
    rows: list[Row] = [
        (PANEL + GAP, partial(_draw_panel, position, seat, points[seat])) for seat in range(position.players)
    ]
    return [*rows, (KEY_HEAD + 3 * KEY_ROW, partial(_draw_key, position))]


def _draw_panel(position: Position, seat: int, points: int, page: Page, left: float, top: float) -> None:
    """The panel of a player."""
    panel = _Panel(page, left, top)
    colour = seat_colours(position.players)[seat]
    fill, edge = SEAT_COLOURS[colour]
    panel.box(0, 0, WIDTH, PANEL, Paint(0, "#fbfbfc", RULE, 1.0))
    panel.box(0, 0, 6, PANEL, Paint(0.1, fill, edge, 0.8))
    panel.head(f"seat {seat + 1} ({colour})", colour, points, _word(position, seat))
    panel.to_build(position, seat, colour)
    counts = (*position["hands"][seat].tolist(), int(position["cards"][seat].sum()))
    panel.hand([(kind, n) for kind, n in zip((*RESOURCES, "card"), counts, strict=True) if n])
    panel.awards(position, seat)
    if position.options.welfare_price != "0":
        panel.tokens(int(position["welfare_tokens"][seat]))


def _word(position: Position, seat: int) -> str:
    """A word on a seat: that it has won, or that it is on turn."""
    if position["winner"] != NOBODY:
        return "wins" if position["winner"] == seat else ""
    return "on turn" if position["seat"] == seat else ""


def _draw_key(position: Position, page: Page, left: float, top: float) -> None:
    """Every resource, the terrain that yields it, and the bank's cards where they are counted."""
    panel = _Panel(page, left, top)
    is_counted = position.options.shortage != Shortage.UNLIMITED
    panel.write(0, 8, "Resources, and cards in the bank" if is_counted else "Resources", bold=True)
    entries = [
        (name, f"{name} {count}" if is_counted else name, f"from {terrain}")
        for name, count, terrain in zip(RESOURCES, position["bank"].tolist(), TERRAIN, strict=False)
    ]
    for n, (kind, words, source) in enumerate(
        [*entries, ("card", f"cards {position['n_deck']}", "development")]
    ):
        x, down = (n % 2) * WIDTH / 2, KEY_HEAD + (n // 2 + 0.5) * KEY_ROW
        panel.sign(kind, x + 11, down, 20)
        panel.write(x + 28, down - 4.5, words)
        panel.write(x + 28, down + 6.5, source, 8, colour=QUIET)


class _Panel:
    """A part of the side, with its upper left corner at a place on the page."""

    def __init__(self, page: Page, left: float, top: float) -> None:
        self.page, self.left, self.top = page, left, top

    def write(
        self, x: float, down: float, text: str, size: float = TEXT, *, bold: bool = False, colour: str = INK,
        ha: str = "left",
    ) -> float:  # fmt: skip
        """Write a line whose middle lies `down` from the top; returns where it ends."""
        place = self.left + x, self.top - down
        return x + self.page.write(place, text, size, bold=bold, colour=colour, ha=ha, va="center_baseline")

    def box(self, x: float, down: float, width: float, height: float, paint: Paint) -> None:
        """A box by its left upper corner."""
        middle = self.left + x + width / 2, self.top - down - height / 2
        self.page.canvas.polygon(paint, box(middle, width, height))

    def sign(self, kind: str, x: float, down: float, size: float) -> None:
        """The sign of a resource, or of development cards."""
        place = self.left + x, self.top - down
        self.page.canvas.stamp(symbol(f"catan/{kind}"), place, size, 1, lines=SCALE)

    def piece(self, kind: str, colour: str, x: float, down: float) -> None:
        """A piece of a player."""
        place = self.left + x, self.top - down
        rotation = ROAD_LEANS if kind == "road" else 0.0
        paint_piece(self.page.canvas, kind, colour, place, rotation, SCALE)

    def head(self, name: str, colour: str, points: int, word: str) -> None:
        """Who it is, and the victory points."""
        self.piece("city", colour, 31, 19.5)
        unit = "point" if points == 1 else "points"
        self.write(WIDTH - 12, 19, unit, ha="right", colour=QUIET)
        self.write(WIDTH - 17 - measure(unit, TEXT), 17.5, str(points), 19, ha="right", bold=True)
        end = self.write(52, 18, name, 13, bold=True)
        if word:
            self._pill(end + 8, 18, word, True)

    def to_build(self, position: Position, seat: int, colour: str) -> None:
        """The pieces in supply."""
        self.write(16, 42, "to build", 9.5, colour=QUIET)
        places = {"settlement": (84, 42.5, 97), "city": (142, 43.0, 159), "road": (208, 42.0, 225)}
        for kind, (x, down, then) in places.items():
            self.piece(kind, colour, x, down)
            self.write(then, 42, str(position.left(seat, PIECES.index(kind))))

    def tokens(self, n: int) -> None:
        """Welfare tokens (HR-9)."""
        self.write(WIDTH - 12, 42, f"{n} token{'' if n == 1 else 's'}", ha="right", colour=QUIET)

    def hand(self, cards: Sequence[tuple[str, int]]) -> None:
        """Cards by resource, and development cards."""
        self.write(16, 63, "in hand", 9.5, colour=QUIET)
        if not cards:
            self.write(74, 63, "no cards", colour=QUIET)
            return
        words = sum(measure(str(count), TEXT) + SIGN for _, count in cards)
        gap = min(14.0, (WIDTH - 82 - words) / len(cards))
        x = 72.0
        for kind, count in cards:
            self.sign(kind, x + SIGN / 2, 62.5, 17)
            x = self.write(x + SIGN, 63, str(count)) + gap

    def awards(self, position: Position, seat: int) -> None:
        """Road and army, in gold where they hold an award."""
        length, knights = int(position["road_length"][seat]), int(position["knights"][seat])
        longest, largest = position["road_holder"] == seat, position["army_holder"] == seat
        end = self._pill(16, 84, f"Longest Road: {length}" if longest else f"road of {length}", longest)
        army = f"{knights} knight{'' if knights == 1 else 's'}"
        self._pill(max(end + 8, 84.0), 84, f"Largest Army: {knights}" if largest else army, largest)

    def _pill(self, x: float, down: float, text: str, gold: bool) -> float:
        """A word in a frame; returns where it ends."""
        width = measure(text, 9, gold) + 14
        fill, edge = ("#ffe28a", "#a47a10") if gold else ("#ffffff", RULE)
        self.box(x, down - 8, width, 16, Paint(0.5, fill, edge, 1.0))
        self.write(x + 7, down, text, 9, bold=gold)
        return x + width
