"""What stands beside the island: a panel for each player, and the resources with what the bank holds."""

from __future__ import annotations

from typing import Any

import numpy as np

from reports.drawing import TEXT, measure
from reports.island.emblems import card, emblem
from reports.island.pieces import paint_city, paint_road, paint_settlement
from reports.island.position import IslandPosition, Player
from reports.style import INK, QUIET, RULE, SEAT_COLOURS
from reports.tiles.canvas import Canvas, Paint
from reports.tiles.geometry import Point
from rules.catan.board import TERRAIN
from rules.catan.options import RESOURCES

WIDTH = 300.0
"""Of a panel, in points, as all lengths here."""
PANEL, GAP = 98.0, 10.0
KEY_ROW, KEY_HEAD = 25.0, 22.0

SCALE = 40.0
"""Points a side of a hex in which the pieces of a panel are painted."""

CARDS = len(RESOURCES)
"""Stands for development cards among the resources."""
SIGN = 24.0
"""The room that a card's sign takes before its number."""

GOLD, GOLD_EDGE = "#ffe28a", "#a47a10"


def side_height(position: IslandPosition) -> float:
    """Height of all that stands beside the island."""
    return len(position.players) * (PANEL + GAP) + KEY_HEAD + 3 * KEY_ROW


def draw_side(axes: Any, position: IslandPosition, left: float, top: float) -> None:
    """Panels and key, from `top` downwards."""
    for player in position.players:
        _Panel(axes, left, top).draw(player)
        top -= PANEL + GAP
    _draw_key(axes, position, left, top)


class _Panel:
    """The panel of a player, with its upper left corner at a place on the page."""

    def __init__(self, axes: Any, left: float, top: float) -> None:
        self.axes = axes
        self.left, self.top = left, top
        self.canvas = Canvas()

    def place(self, x: float, down: float) -> Point:
        """A place in the panel, for the canvas."""
        return (self.left + x) / SCALE, (self.top - down) / SCALE

    def write(self, x: float, down: float, text: str, **look: Any) -> float:
        """Write a line whose middle lies `down` from the top; returns where it ends."""
        size, bold = look.setdefault("size", TEXT), look.get("weight") == "bold"
        look.setdefault("color", INK)
        self.axes.text(
            self.left + x, self.top - down, text, va="center_baseline", parse_math=False, zorder=20, **look
        )
        return x + measure(text, size, bold)

    def draw(self, player: Player) -> None:
        """Everything the panel says."""
        self._frame(player.colour)
        self._head(player)
        self._to_build(player)
        self._hand(player)
        self._awards(player)
        self.canvas.draw(self.axes, (0.0, 0.0), SCALE)

    def _frame(self, colour: str) -> None:
        fill, edge = SEAT_COLOURS[colour]
        corners = [self.place(x, y) for x, y in ((0, 0), (WIDTH, 0), (WIDTH, PANEL), (0, PANEL))]
        self.canvas.polygon(Paint(0, "#fbfbfc", RULE, 1.0 / SCALE), corners)
        bar = [self.place(x, y) for x, y in ((0, 0), (6, 0), (6, PANEL), (0, PANEL))]
        self.canvas.polygon(Paint(0.1, fill, edge, 0.8 / SCALE), bar)

    def _head(self, player: Player) -> None:
        paint_city(self.canvas, player.colour, self.place(31, 19.5))
        number, unit = str(player.points), "point" if player.points == 1 else "points"
        self.write(WIDTH - 12, 19, unit, ha="right", color=QUIET)
        edge = WIDTH - 12 - measure(unit, TEXT) - 5
        self.write(edge, 17.5, number, ha="right", size=19, weight="bold")
        room = edge - measure(number, 19, bold=True) - 52 - 12
        if player.word:
            room -= measure(player.word, 9, bold=True) + 24
        end = self.write(52, 18, fitted(player.name, room, 13), size=13, weight="bold")
        if player.word:
            self._pill(end + 8, 18, player.word, True)

    def _to_build(self, player: Player) -> None:
        """The pieces in supply."""
        self.write(16, 42, "to build", size=9.5, color=QUIET)
        houses, cities, roads = player.left
        paint_settlement(self.canvas, player.colour, self.place(84, 42.5))
        self.write(97, 42, str(houses))
        paint_city(self.canvas, player.colour, self.place(142, 43))
        self.write(159, 42, str(cities))
        paint_road(self.canvas, player.colour, self.place(208, 42), np.array([1.0, 0.45]))
        self.write(225, 42, str(roads))

    def _hand(self, player: Player) -> None:
        """Cards by resource, and development cards."""
        self.write(16, 63, "in hand", size=9.5, color=QUIET)
        held = [(resource, count) for resource, count in enumerate(player.hand) if count]
        held += [(CARDS, player.cards)] if player.cards else []
        if not held:
            self.write(74, 63, "no cards", color=QUIET)
            return
        words = sum(measure(str(count), TEXT) + SIGN for _, count in held)
        gap = min(14.0, (WIDTH - 82 - words) / len(held))
        x = 72.0
        for kind, count in held:
            at = self.place(x + SIGN / 2, 62.5)
            if kind == CARDS:
                card(self.canvas, 1, at, 17 / SCALE)
            else:
                emblem(self.canvas, 1, kind, at, 17 / SCALE)
            x = self.write(x + SIGN, 63, str(count)) + gap

    def _awards(self, player: Player) -> None:
        """Road and army, in gold where they hold an award."""
        knights = f"{player.knights} knight{'' if player.knights == 1 else 's'}"
        road = (
            f"Longest Road: {player.road_length}" if player.longest_road else f"road of {player.road_length}"
        )
        army = f"Largest Army: {player.knights}" if player.largest_army else knights
        end = self._pill(16, 84, road, player.longest_road)
        self._pill(max(end + 8, 84.0), 84, army, player.largest_army)

    def _pill(self, x: float, down: float, text: str, gold: bool) -> float:
        """A word in a frame; returns where it ends."""
        weight = "bold" if gold else "normal"
        width = measure(text, 9, gold) + 14
        corners = [self.place(a, down + b) for a, b in ((x, -8), (x + width, -8), (x + width, 8), (x, 8))]
        fill, edge = (GOLD, GOLD_EDGE) if gold else ("#ffffff", RULE)
        self.canvas.polygon(Paint(0.5, fill, edge, 1.0 / SCALE), corners)
        self.write(x + 7, down, text, size=9, weight=weight)
        return x + width


def fitted(text: str, width: float, size: float) -> str:
    """The text, cut short with an ellipsis if it is wider than `width` points."""
    if measure(text, size, bold=True) <= width:
        return text
    while text and measure(text + "…", size, bold=True) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def _draw_key(axes: Any, position: IslandPosition, left: float, top: float) -> None:
    """Every resource, the terrain that yields it, and the bank's cards."""
    canvas = Canvas()
    look = {"va": "center_baseline", "parse_math": False}
    heading = "Resources" if position.bank is None else "Resources, and cards in the bank"
    axes.text(left, top - 8, heading, size=TEXT, weight="bold", color=INK, **look)
    top -= KEY_HEAD
    entries: list[tuple[str, str, int | None]] = [
        (name, f"from {TERRAIN[n]}", None if position.bank is None else int(position.bank[n]))
        for n, name in enumerate(RESOURCES)
    ]
    if position.deck is not None:
        entries.append(("cards", "development", position.deck))
    for n, (name, source, count) in enumerate(entries):
        x, y = left + (n % 2) * WIDTH / 2, top - (n // 2 + 0.5) * KEY_ROW
        at = (x + 11) / SCALE, y / SCALE
        if n < len(RESOURCES):
            emblem(canvas, 1, n, at, 20 / SCALE)
        else:
            card(canvas, 1, at, 20 / SCALE)
        words = name if count is None else f"{name} {count}"
        axes.text(x + 28, y + 4.5, words, size=TEXT, color=INK, **look)
        axes.text(x + 28, y - 6.5, source, size=8, color=QUIET, **look)
    canvas.draw(axes, (0.0, 0.0), SCALE)
